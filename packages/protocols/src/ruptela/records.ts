import { PLAIN_IO } from '../avl/plain.ts';
import type { Collected } from '../framed-stream.ts';
import { ProtocolError } from '../protocol.ts';

/**
 * Records of command 1 (ids of one byte) and 68 (ids of two, and a byte more in the head). Source: "Ruptela device
 * protocol" 1.113, 1.2 to 1.6 (records) and 2.3 to 2.5 (extended records).
 */
const HEAD_BYTES = 23;
const EXTENDED_HEAD_BYTES = 25;
/** Values come in four groups, by their widths. */
const WIDTHS = [1, 2, 4, 8] as const;
/** A frame has room for 37 of the shortest. */
const MOST_RECORDS = 255;

/**
 * Ids as they are kept: ignition and precision, which stands in the head, under those that the history of every family reads; what the
 * vendor has there under others.
 */
const KEPT: ReadonlyMap<number, number> = new Map([
  [5, PLAIN_IO.ignition],
  [PLAIN_IO.ignition, 5],
  [PLAIN_IO.hdop, 65_000 + PLAIN_IO.hdop],
]);
const keptId = (id: number): number => KEPT.get(id) ?? id;
/** A key of a driver's; all ones while there is none. */
const KEY_IO = 34;

const NO_BYTE = 0xff;
const NO_WORD = 0xffff;
const NO_ALTITUDE = -32_768;

/** Where each record of the frame begins, and behind the last its end. */
const at = new Int32Array(MOST_RECORDS + 1);

/** Holds the lengths of `count` records against the content. @throws ProtocolError where they do not fill it */
export function measureRecords(bytes: Uint8Array, start: number, stop: number, count: number, isExtended: boolean): void {
  const idBytes = isExtended ? 2 : 1;
  let p = start;
  for (let i = 0; i < count; i++) {
    at[i] = p;
    p += isExtended ? EXTENDED_HEAD_BYTES : HEAD_BYTES;
    for (const width of WIDTHS) {
      if (p >= stop) throw new ProtocolError('truncated', 'a record is longer than its frame');
      p += 1 + bytes[p]! * (idBytes + width);
    }
    if (p > stop) throw new ProtocolError('truncated', 'a record is longer than its frame');
  }
  if (p !== stop) throw new ProtocolError('trailing', 'a frame holds more than its records');
  at[count] = p;
}

/**
 * Collects the records that were measured last. What does not fit into one record comes in several with the same head:
 * they are one again.
 */
export function collectRecords(bytes: Uint8Array, count: number, isExtended: boolean, out: Collected): void {
  for (let i = 0; i < count; i++) {
    const p = at[i]!;
    if (!isPart(bytes, p, isExtended)) {
      collectHead(bytes, p, isExtended, at[i + 1]! - p, out);
      collectValues(bytes, p, isExtended, out);
      continue;
    }
    if (hasBegun(bytes, i, isExtended)) continue;
    let size = 0;
    for (let j = i; j < count; j++) if (isSameRecord(bytes, p, at[j]!, isExtended)) size += at[j + 1]! - at[j]!;
    collectHead(bytes, p, isExtended, size, out);
    for (let j = i; j < count; j++) if (isSameRecord(bytes, p, at[j]!, isExtended)) collectValues(bytes, at[j]!, isExtended, out);
  }
}

/** The upper half of an extended record's sixth byte says how many follow; of a plain one the fifth does from 100 on (1.5). */
const isPart = (bytes: Uint8Array, p: number, isExtended: boolean): boolean =>
  isExtended ? bytes[p + 5]! >> 4 !== 0 : bytes[p + 4]! >= 100;

const hasBegun = (bytes: Uint8Array, i: number, isExtended: boolean): boolean => {
  for (let j = 0; j < i; j++) if (isSameRecord(bytes, at[i]!, at[j]!, isExtended)) return true;
  return false;
};

/** Parts of one record: of the same second, the same place in it, and of as many. They need not stand together. */
function isSameRecord(bytes: Uint8Array, a: number, b: number, isExtended: boolean): boolean {
  for (let k = 0; k < 4; k++) if (bytes[a + k] !== bytes[b + k]) return false;
  if (isExtended) return bytes[a + 4] === bytes[b + 4] && bytes[a + 5]! >> 4 === bytes[b + 5]! >> 4;
  return Math.floor(bytes[a + 4]! / 10) === Math.floor(bytes[b + 4]! / 10);
}

/** @param size bytes of all that is collected with it: there are fewer elements than that */
function collectHead(bytes: Uint8Array, record: number, isExtended: boolean, size: number, out: Collected): void {
  const p = record + (isExtended ? 6 : 5);
  const lon = int32(bytes, p + 1);
  const lat = int32(bytes, p + 5);
  // Without a fix and told to report anyway, a tracker fills these fields with their least or greatest value.
  const hasPlace = lat >= -90e7 && lat <= 90e7 && lon >= -180e7 && lon <= 180e7;
  const altitude = ((bytes[p + 9]! << 24) | (bytes[p + 10]! << 16)) >> 16;
  const angle = (bytes[p + 11]! << 8) | bytes[p + 12]!;
  const satellites = bytes[p + 13]!;
  const speed = (bytes[p + 14]! << 8) | bytes[p + 15]!;
  const hdop = bytes[p + 16]!;
  out.record(
    {
      timeMs: uint32(bytes, record) * 1000,
      latE7: hasPlace ? lat : 0,
      lonE7: hasPlace ? lon : 0,
      altitudeM: altitude === NO_ALTITUDE ? 0 : Math.round(altitude / 10) + 0,
      headingDeg: angle === NO_WORD ? 0 : Math.round(angle / 100) % 360,
      satellites: !hasPlace || satellites === NO_BYTE ? 0 : satellites,
      speedKmh: speed === NO_WORD ? 0 : speed,
      priority: bytes[p] === 0 ? 0 : 1,
      eventId: keptId(isExtended ? (bytes[p + 17]! << 8) | bytes[p + 18]! : bytes[p + 17]!),
    },
    size,
  );
  if (hdop !== 0 && hdop !== NO_BYTE) out.element(PLAIN_IO.hdop, 1, hdop);
}

function collectValues(bytes: Uint8Array, record: number, isExtended: boolean, out: Collected): void {
  let p = record + (isExtended ? EXTENDED_HEAD_BYTES : HEAD_BYTES);
  for (const width of WIDTHS) {
    for (let left = bytes[p++]!; left > 0; left--) {
      const id = keptId(isExtended ? (bytes[p]! << 8) | bytes[p + 1]! : bytes[p]!);
      p += isExtended ? 2 : 1;
      if (width === 8) {
        const high = uint32(bytes, p);
        const low = uint32(bytes, p + 4);
        if (id !== KEY_IO || (high & low) >>> 0 !== 0xffff_ffff) out.element(id, width, low, high);
      } else {
        out.element(id, width, width === 1 ? bytes[p]! : width === 2 ? (bytes[p]! << 8) | bytes[p + 1]! : uint32(bytes, p));
      }
      p += width;
    }
  }
}

const int32 = (bytes: Uint8Array, p: number): number =>
  (bytes[p]! << 24) | (bytes[p + 1]! << 16) | (bytes[p + 2]! << 8) | bytes[p + 3]!;
const uint32 = (bytes: Uint8Array, p: number): number => int32(bytes, p) >>> 0;
