import type { DataOf } from '@spora/contract/endpoint-map';
import type { FieldValue, SealDocument } from '@spora/seal/document';
import { linkOf, publicKeyOf, type Seal, type SealedDocument, type SealFault, verifySeal } from '@spora/seal/seal';

/** A sealed period of a file, with the seals beside it in its unit's chain as far as the file has them. */
export interface FilePeriod extends SealedDocument {
  readonly before?: Seal | null;
  readonly after?: Seal | null;
}

/** What was found of a sealed period. `head` is what the seal itself vouches for; what is withheld is missing from it. */
export interface PeriodVerdict {
  readonly number: number;
  readonly sealedAt: string;
  readonly faults: readonly SealFault[];
  readonly fields: number;
  readonly withheld: number;
  readonly chain: 'first' | 'holds' | 'open';
  readonly head: Readonly<Record<string, FieldValue>>;
}

/** The SHA-256 of a file in hexadecimal digits, computed here. */
export async function fingerprintOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The sealed periods of a file, or null when it is no log as JSON. Nothing is taken for granted of what stands in it. */
export function periodsIn(bytes: Uint8Array): FilePeriod[] | null {
  // A brace, perhaps behind the mark of UTF-8.
  if (!/^\s*\{/.test(new TextDecoder().decode(bytes.subarray(0, 64)))) return null;
  try {
    const file: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!isObject(file)) return null;
    if (isObject(file['seal']) && isObject(file['document'])) return [file as unknown as FilePeriod];
    const periods = file['periods'];
    return file['format'] === 'spora-log-1' && Array.isArray(periods)
      ? (periods.filter(isObject) as unknown as FilePeriod[])
      : null;
  } catch {
    return null;
  }
}

/** The installation's public keys as the seal wants them. */
export const keysOf = async ({ keys }: DataOf<'trips.verify-keys'>): Promise<ReadonlyMap<string, CryptoKey>> =>
  new Map(await Promise.all(keys.map(async ({ id, jwk }): Promise<[string, CryptoKey]> => [id, await publicKeyOf(jwk)])));

/** Looks at a period with nothing but public keys: its values, its signature and its place between its neighbours. */
export async function verdictOf(period: FilePeriod, keys: ReadonlyMap<string, CryptoKey>): Promise<PeriodVerdict> {
  const { seal, document, before, after } = period;
  const isFirst = seal?.number === 1;
  const previous = isFirst ? null : (before ?? undefined);
  const { faults, fields, withheld } = await verifySeal({ seal, document }, keys, previous);
  const isBroken = faults.length === 0 && after ? !(await isFollowedBy(seal, after)) : false;
  return {
    number: Number(seal?.number ?? 0),
    sealedAt: typeof seal?.at === 'string' && !Number.isNaN(Date.parse(seal.at)) ? seal.at : '',
    faults: isBroken ? [...faults, 'chain'] : faults,
    fields,
    withheld,
    chain: isFirst ? 'first' : before ? 'holds' : 'open',
    head: headOf(document),
  };
}

async function isFollowedBy(seal: Seal, after: Seal): Promise<boolean> {
  try {
    return after.number === seal.number + 1 && after.unit === seal.unit && after.previous === linkOf(seal);
  } catch {
    return false;
  }
}

function headOf(document: SealDocument | undefined): Record<string, FieldValue> {
  const fields = Object.entries(isObject(document?.head) ? document.head : {});
  return Object.fromEntries(
    fields.flatMap(([name, field]): [string, FieldValue][] => (isObject(field) && 'value' in field ? [[name, field.value]] : [])),
  );
}
