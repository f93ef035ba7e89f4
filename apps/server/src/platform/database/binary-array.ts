/**
 * One-dimensional arrays in PostgreSQL's binary wire format. `pg` sends a Buffer as a binary parameter, so `$1::bytea[]` takes
 * these as they are; its own text form of a `bytea[]` doubles the bytes and makes both sides work for it.
 */
const OID = { bytea: 17, int8: 20, int4: 23, timestamptz: 1184 } as const;
const HEADER = 20;
/** Milliseconds between the epochs of Unix and of PostgreSQL (2000-01-01). */
const POSTGRES_EPOCH_MS = 946_684_800_000;
const TWO_32 = 2 ** 32;

function begin(oid: number, count: number, bytes: number): Buffer {
  const out = Buffer.allocUnsafe(HEADER + bytes);
  // An empty array has no dimension at all.
  out.writeInt32BE(1, 0);
  out.writeInt32BE(0, 4);
  out.writeInt32BE(oid, 8);
  out.writeInt32BE(count, 12);
  out.writeInt32BE(1, 16);
  if (count > 0) return out;
  out.writeInt32BE(0, 0);
  return out.subarray(0, 12);
}

function eightByteArray(oid: number, values: readonly number[], scale: number, offset: number): Buffer {
  const out = begin(oid, values.length, values.length * 12);
  let at = HEADER;
  for (const given of values) {
    const value = (given - offset) * scale;
    const high = Math.floor(value / TWO_32);
    out.writeInt32BE(8, at);
    out.writeInt32BE(high, at + 4);
    out.writeUInt32BE(value - high * TWO_32, at + 8);
    at += 12;
  }
  return out;
}

/** `$n::int8[]`; values are whole and below 2^53. */
export const int8Array = (values: readonly number[]): Buffer => eightByteArray(OID.int8, values, 1, 0);

/** `$n::timestamptz[]` from whole UTC milliseconds. */
export const timestamptzArray = (valuesMs: readonly number[]): Buffer =>
  eightByteArray(OID.timestamptz, valuesMs, 1000, POSTGRES_EPOCH_MS);

/** `$n::int4[]`. */
export function int4Array(values: readonly number[]): Buffer {
  const out = begin(OID.int4, values.length, values.length * 8);
  let at = HEADER;
  for (const value of values) {
    out.writeInt32BE(4, at);
    out.writeInt32BE(value, at + 4);
    at += 8;
  }
  return out;
}

/** `$n::bytea[]`. */
export function byteaArray(values: readonly Uint8Array[]): Buffer {
  let bytes = 0;
  for (const value of values) bytes += 4 + value.length;
  const out = begin(OID.bytea, values.length, bytes);
  let at = HEADER;
  for (const value of values) {
    out.writeInt32BE(value.length, at);
    out.set(value, at + 4);
    at += 4 + value.length;
  }
  return out;
}
