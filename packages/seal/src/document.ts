import { sha256 } from '@noble/hashes/sha2.js';

/**
 * The sealed document of an attested period: a head and rows, each a set of named fields. A field is disclosed with its salt and
 * value, or withheld with nothing but its hash: a masked or partly erased document has the same tree as the whole one.
 */
export type FieldValue = string | number | boolean | null;
export type Field = { readonly salt: string; readonly value: FieldValue } | { readonly hash: string };
export type Fields = Readonly<Record<string, Field>>;
export interface SealDocument {
  readonly format: SealFormat;
  readonly head: Fields;
  readonly rows: readonly Fields[];
}
/** What is sealed now. Of documents of the first format the number of rows alone is sealed, not which fields there are. */
export const SEAL_FORMAT = 'spora-seal-2';
export const SEAL_FORMATS = ['spora-seal-1', SEAL_FORMAT] as const;
export type SealFormat = (typeof SEAL_FORMATS)[number];

const SALT_BYTES = 16;
/** Random bytes to come, each given once: a period has tens of thousands of fields, and to ask for those of each took longer than hashing. */
const random = new Uint8Array(SALT_BYTES * 1024);
let taken = random.length;

/** 128 random bits as base64url: nobody finds a value by trying values against its hash. */
export function newSalt(): string {
  if (taken === random.length) {
    crypto.getRandomValues(random);
    taken = 0;
  }
  const salt = toBase64Url(random.subarray(taken, taken + SALT_BYTES));
  random.fill(0, taken, taken + SALT_BYTES);
  taken += SALT_BYTES;
  return salt;
}

/** A document of plain values, each field with a salt of its own. Rows keep their order. */
export function documentOf(
  head: Readonly<Record<string, FieldValue>>,
  rows: readonly Readonly<Record<string, FieldValue>>[],
  salt: () => string = newSalt,
  format: SealFormat = SEAL_FORMAT,
): SealDocument {
  const salted = (values: Readonly<Record<string, FieldValue>>): Fields =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { salt: salt(), value }]));
  return { format, head: salted(head), rows: rows.map(salted) };
}

/** The same document with the fields that `withholds` names reduced to their hashes. `row` is null for the head. */
export function withhold(document: SealDocument, withholds: (name: string, row: number | null) => boolean): SealDocument {
  const reduce = (fields: Fields, row: number | null): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        withholds(name, row) ? { hash: toBase64Url(leafHash(pathOf(name, row), field)) } : field,
      ]),
    );
  return {
    format: document.format,
    head: reduce(document.head, null),
    rows: document.rows.map((row, i) => reduce(row, i)),
  };
}

const pathOf = (name: string, row: number | null): string => (row === null ? `head/${name}` : `rows/${row}/${name}`);

/**
 * SHA-256 over 0x00 and the canonical JSON `[path, salt, value]`; of a withheld field its hash as it stands. The path is in the hash,
 * so that no value can change places. Hashed at once rather than by the platform's promises: a period has tens of thousands of
 * fields, and those took five times as long.
 */
function writeLeaf(tree: Uint8Array, at: number, { path, field, hash }: { path: string; field: Field; hash: Hash }): void {
  if ('hash' in field) tree.set(fromBase64Url(field.hash), at);
  else hash(`${LEAF}${JSON.stringify([path, field.salt, field.value])}`, tree, at);
}

function leafHash(path: string, field: Field): Uint8Array {
  const leaf = new Uint8Array(HASH_BYTES);
  writeLeaf(leaf, 0, { path, field, hash: hashAnywhere });
  return leaf;
}

/**
 * Writes the SHA-256 of bytes, or of a text as UTF-8, into `into` at a byte. A server that seals thousands of rows hands in its own, which
 * is native.
 */
export type Hash = (of: string | Uint8Array, into: Uint8Array, at: number) => void;
const hashAnywhere: Hash = (of, into, at) => into.set(sha256(typeof of === 'string' ? encode(of) : of), at);

/**
 * What of its shape a document vouches for, as its first leaf: the names of all its fields. Without them, withheld fields at the end
 * could be folded into one, whose hash is that of the node above them.
 */
const shapeOf = (document: SealDocument): unknown[] =>
  document.format === 'spora-seal-1'
    ? [document.format, document.rows.length]
    : [document.format, Object.keys(document.head).sort(), document.rows.map((row) => Object.keys(row).sort())];

/**
 * The root of the document's tree: leaves in the order head fields by name, then rows as they stand with their fields by name;
 * inner nodes and the division of an uneven number as RFC 6962 section 2.1 has them. The first leaf is the document's shape.
 */
export function rootOf(document: SealDocument, hash: Hash = hashAnywhere): Uint8Array {
  const turns = rootInTurns(document, hash);
  for (;;) {
    const turn = turns.next();
    if (turn.done) return turn.value;
  }
}

/** The same, with a stop every few milliseconds: a process that has other work does it then. */
export function* rootInTurns(document: SealDocument, hash: Hash = hashAnywhere): Generator<undefined, Uint8Array> {
  const fields = [document.head, ...document.rows];
  const tree = new Uint8Array(HASH_BYTES * fields.reduce((sum, some) => sum + Object.keys(some).length, 1));
  hash(`${LEAF}${JSON.stringify(shapeOf(document))}`, tree, 0);
  let leaves = 1;
  for (const [i, some] of fields.entries()) {
    if (i % ROWS_A_TURN === 0) yield;
    for (const name of Object.keys(some).sort()) {
      const path = pathOf(name, i === 0 ? null : i - 1);
      writeLeaf(tree, HASH_BYTES * leaves++, { path, field: some[name] as Field, hash });
    }
  }
  return yield* treeHash(tree, leaves, hash);
}

/** The leaves stand one after another and give way to their nodes, two to one; the last of an uneven number is a node as it is. */
function* treeHash(tree: Uint8Array, leaves: number, hash: Hash): Generator<undefined, Uint8Array> {
  const node = new Uint8Array(1 + 2 * HASH_BYTES);
  node[0] = NODE;
  for (let nodes = leaves; nodes > 1; nodes = Math.ceil(nodes / 2)) {
    for (let i = 0; i + 1 < nodes; i += 2) {
      if (i % NODES_A_TURN === 0) yield;
      node.set(tree.subarray(HASH_BYTES * i, HASH_BYTES * (i + 2)), 1);
      hash(node, tree, (HASH_BYTES * i) / 2);
    }
    if (nodes % 2 === 1) tree.copyWithin((HASH_BYTES * (nodes - 1)) / 2, HASH_BYTES * (nodes - 1), HASH_BYTES * nodes);
  }
  return tree.slice(0, HASH_BYTES);
}

/** How many fields of the document are withheld, and how many it has in all. */
export function countFields(document: SealDocument): { fields: number; withheld: number } {
  const all = [document.head, ...document.rows].flatMap((fields) => Object.values(fields));
  return { fields: all.length, withheld: all.filter((field) => 'hash' in field).length };
}

/** A byte of zeros, as it begins a text. */
const LEAF = '\0';
const NODE = 1;
const HASH_BYTES = 32;
const ROWS_A_TURN = 100;
const NODES_A_TURN = 4096;

const encoder = new TextEncoder();
const encode = (text: string): Uint8Array => encoder.encode(text);

/** Base64url without padding (RFC 4648 section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const bits = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text += DIGITS[bits >> 18]! + DIGITS[(bits >> 12) & 63]!;
    if (left > 1) text += DIGITS[(bits >> 6) & 63]!;
    if (left > 2) text += DIGITS[bits & 63]!;
  }
  return text;
}
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The bytes of base64url text; throws on text that is none. */
export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
