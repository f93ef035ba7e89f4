import { sha256 } from '@noble/hashes/sha2.js';
import {
  countFields,
  fromBase64Url,
  type Hash,
  rootInTurns,
  rootOf,
  SEAL_FORMATS,
  type SealDocument,
  toBase64Url,
} from './document.ts';

/** What is signed: the period's root and its place in the unit's chain. Byte strings are base64url. */
export interface SealStatement {
  readonly format: SealDocument['format'];
  /** Identifies the chain: the unit's id within the installation. */
  readonly unit: number;
  /** From 1, without gaps. */
  readonly number: number;
  readonly root: string;
  /** `linkOf` of the seal before; 32 zero bytes for the first. */
  readonly previous: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly key_id: string;
}

export interface Seal extends SealStatement {
  /** ECDSA P-256 with SHA-256 over the canonical JSON of the statement, as 64 bytes r || s. */
  readonly signature: string;
}

export interface SealedDocument {
  readonly seal: Seal;
  readonly document: SealDocument;
}

/** What came of looking at a sealed document; empty faults: it is as it was sealed. */
export interface SealVerdict {
  readonly faults: readonly SealFault[];
  readonly fields: number;
  readonly withheld: number;
}
/**
 * `changed`: the document's tree has another root. `signature`: the statement was not signed by the key. `key`: the key that signed
 * is not known. `chain`: it does not follow the seal before it. `malformed`: not a sealed document at all.
 */
export type SealFault = 'changed' | 'signature' | 'key' | 'chain' | 'malformed';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' };
export const FIRST_PREVIOUS = toBase64Url(new Uint8Array(32));

/** The fields in one fixed order, so that signer and verifier mean the same bytes. */
const statementBytes = ({ format, unit, number, root, previous, at, key_id }: SealStatement): Uint8Array<ArrayBuffer> =>
  new Uint8Array(new TextEncoder().encode(JSON.stringify([format, unit, number, root, previous, at, key_id])));

/** How a server seals: by a hash of its own, and with other work done in between. */
export interface Sealing {
  readonly hash?: Hash;
  /** Awaited every few milliseconds. */
  readonly pause?: () => Promise<void>;
}

/** Seals a document as the next of its unit's chain. */
export async function seal(
  document: SealDocument,
  place: Pick<SealStatement, 'unit' | 'number' | 'previous' | 'at'>,
  key: { readonly id: string; readonly privateKey: CryptoKey },
  { hash, pause }: Sealing = {},
): Promise<SealedDocument> {
  const turns = rootInTurns(document, hash);
  let turn = turns.next();
  for (; !turn.done; turn = turns.next()) await pause?.();
  const statement: SealStatement = {
    format: document.format,
    unit: place.unit,
    number: place.number,
    root: toBase64Url(turn.value),
    previous: place.previous,
    at: place.at,
    key_id: key.id,
  };
  const signature = new Uint8Array(await crypto.subtle.sign(SIGNING, key.privateKey, statementBytes(statement)));
  return { document, seal: { ...statement, signature: toBase64Url(signature) } };
}

/** What the next seal of the chain names as `previous`: SHA-256 over the statement and its signature. */
export function linkOf(sealed: Seal): string {
  const signature = fromBase64Url(sealed.signature);
  const statement = statementBytes(sealed);
  const all = new Uint8Array(statement.length + signature.length);
  all.set(statement);
  all.set(signature, statement.length);
  return toBase64Url(sha256(all));
}

/**
 * Looks at one sealed document with the installation's public keys by id. `before` is the seal that precedes it in its unit's chain,
 * where it is at hand; without it the chain is not judged.
 */
export async function verifySeal(
  { seal: sealed, document }: SealedDocument,
  keys: ReadonlyMap<string, CryptoKey>,
  before?: Seal | null,
): Promise<SealVerdict> {
  const faults: SealFault[] = [];
  try {
    if (!SEAL_FORMATS.includes(document.format)) return { faults: ['malformed'], fields: 0, withheld: 0 };
    if (toBase64Url(rootOf(document)) !== sealed.root || document.format !== sealed.format) faults.push('changed');
    if (!keys.has(sealed.key_id)) faults.push('key');
    else if (!(await isSigned(sealed, keys))) faults.push('signature');
    if (before !== undefined && !follows(sealed, before)) faults.push('chain');
    return { faults, ...countFields(document) };
  } catch {
    return { faults: ['malformed'], fields: 0, withheld: 0 };
  }
}

/** Whether a statement was signed by one of the keys, whatever became of its document; throws on what is no seal. */
export async function isSigned(sealed: Seal, keys: ReadonlyMap<string, CryptoKey>): Promise<boolean> {
  const key = keys.get(sealed.key_id);
  return key !== undefined && crypto.subtle.verify(SIGNING, key, fromBase64Url(sealed.signature), statementBytes(sealed));
}

const follows = (sealed: Seal, before: Seal | null): boolean =>
  before === null
    ? sealed.number === 1 && sealed.previous === FIRST_PREVIOUS
    : sealed.number === before.number + 1 && sealed.unit === before.unit && sealed.previous === linkOf(before);

/** A new key pair that can be written to a file. */
export const newSealKeys = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
/** A private key from its JWK. */
export const privateKeyOf = (jwk: JsonWebKey): Promise<CryptoKey> =>
  crypto.subtle.importKey('jwk', jwk, ALGORITHM, false, ['sign']);
/** A public key from its JWK. */
export const publicKeyOf = (jwk: JsonWebKey): Promise<CryptoKey> =>
  crypto.subtle.importKey('jwk', jwk, ALGORITHM, true, ['verify']);
