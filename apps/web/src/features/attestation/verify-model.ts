import type { DataOf } from '@spora/contract/endpoint-map';
import type { FieldValue, SealDocument } from '@spora/seal/document';
import { linkOf, publicKeyOf, type Seal, type SealedDocument, type SealFault, verifySeal } from '@spora/seal/seal';
import { MAX_JSON_BYTES, RefusedFile, refuseOddJson } from './verify-json.ts';

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

/**
 * The sealed periods of a file, or null when it is no log as JSON. Nothing is taken for granted of what stands in it; throws RefusedFile
 * for one that is too large, or that is not built as ours are.
 */
export function periodsIn(bytes: Uint8Array): FilePeriod[] | null {
  // A brace, perhaps behind the mark of UTF-8.
  if (!/^\s*\{/.test(new TextDecoder().decode(bytes.subarray(0, 64)))) return null;
  if (bytes.length > MAX_JSON_BYTES) throw new RefusedFile('VerifyTooLarge');
  const text = new TextDecoder().decode(bytes);
  const periods = foundIn(parsed(text));
  if (periods) refuseOddJson(text);
  return periods;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function foundIn(file: unknown): FilePeriod[] | null {
  if (!isObject(file)) return null;
  if (isObject(file['seal']) && isObject(file['document'])) return [file as unknown as FilePeriod];
  const periods = file['periods'];
  return file['format'] === 'spora-log-1' && Array.isArray(periods)
    ? (periods.filter(isObject) as unknown as FilePeriod[])
    : null;
}

/** The installation's public keys as the seal wants them. */
export const keysOf = async ({ keys }: DataOf<'exports.verify-keys'>): Promise<ReadonlyMap<string, CryptoKey>> =>
  new Map(await Promise.all(keys.map(async ({ id, jwk }): Promise<[string, CryptoKey]> => [id, await publicKeyOf(jwk)])));

/** So many periods are looked at before the browser may do something else. */
const AT_ONCE = 50;

/** Looks at all periods of a file, some at a time, so that the page stays alive however many there are. */
export async function verdictsOf(periods: readonly FilePeriod[], keys: ReadonlyMap<string, CryptoKey>): Promise<PeriodVerdict[]> {
  const verdicts: PeriodVerdict[] = [];
  for (let from = 0; from < periods.length; from += AT_ONCE) {
    if (from > 0) await new Promise((resolve) => setTimeout(resolve));
    verdicts.push(...(await Promise.all(periods.slice(from, from + AT_ONCE).map((period) => verdictOf(period, keys)))));
  }
  return verdicts;
}

const MALFORMED: PeriodVerdict = {
  number: 0,
  sealedAt: '',
  faults: ['malformed'],
  fields: 0,
  withheld: 0,
  chain: 'open',
  head: {},
};

const isScalar = (value: unknown): value is FieldValue =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);
const isField = (field: unknown): boolean =>
  isObject(field) &&
  ('hash' in field ? typeof field['hash'] === 'string' : typeof field['salt'] === 'string' && isScalar(field['value']));
const isFields = (fields: unknown): boolean => isObject(fields) && !Array.isArray(fields) && Object.values(fields).every(isField);

/** Whether everything in a period has the type that it has in ours; what it says may be wrong all the same. */
function isBuiltAsOurs({ seal, document }: FilePeriod): boolean {
  if (!isObject(seal) || !isObject(document)) return false;
  const texts = (['format', 'root', 'previous', 'at', 'key_id', 'signature'] as const).every(
    (name) => typeof seal[name] === 'string',
  );
  const { head, rows } = document as { head?: unknown; rows?: unknown };
  return (
    texts &&
    Number.isSafeInteger(seal.number) &&
    Number.isSafeInteger(seal.unit) &&
    isFields(head) &&
    Array.isArray(rows) &&
    rows.every(isFields)
  );
}

/** Looks at a period with nothing but public keys: its values, its signature and its place between its neighbours. */
export async function verdictOf(period: FilePeriod, keys: ReadonlyMap<string, CryptoKey>): Promise<PeriodVerdict> {
  if (!isBuiltAsOurs(period)) return MALFORMED;
  const { seal, document, before, after } = period;
  const isFirst = seal.number === 1;
  const previous = isFirst ? null : (before ?? undefined);
  const { faults, fields, withheld } = await verifySeal({ seal, document }, keys, previous);
  const isBroken = faults.length === 0 && after ? !(await isFollowedBy(seal, after)) : false;
  return {
    number: seal.number,
    sealedAt: Number.isNaN(Date.parse(seal.at)) ? '' : seal.at,
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

const headOf = ({ head }: SealDocument): Record<string, FieldValue> =>
  Object.fromEntries(
    Object.entries(head).flatMap(([name, field]): [string, FieldValue][] => ('value' in field ? [[name, field.value]] : [])),
  );
