import { allocateColumns, MAX_TIME_MS, type RecordColumns } from '@spora/telemetry/columns';
import { ProtocolError } from '../protocol.ts';

/** The codecs that carry positions, by the name they go under. */
export type AvlCodec = '8' | '8E' | '16';
export const AVL_CODEC_IDS: Readonly<Record<AvlCodec, number>> = { '8': 0x08, '8E': 0x8e, '16': 0x10 };

/** How wide ids and counts are on the wire; codec 16 has one more byte, the generation type. */
interface Layout {
  readonly wideIds: boolean;
  readonly wideCounts: boolean;
  readonly hasGeneration: boolean;
  /** Codec 8 Extended has a fifth group, of elements of any length. */
  readonly hasVariable: boolean;
}
const LAYOUTS: Readonly<Record<number, Layout | undefined>> = {
  0x08: { wideIds: false, wideCounts: false, hasGeneration: false, hasVariable: false },
  0x8e: { wideIds: true, wideCounts: true, hasGeneration: false, hasVariable: true },
  0x10: { wideIds: true, wideCounts: false, hasGeneration: true, hasVariable: false },
};

/** Time, priority, coordinates, altitude, angle, satellites, speed. */
const FIXED_BYTES = 24;

/** Codec 8, 8 Extended and 16: those that carry positions. */
export const isAvlCodec = (id: number): boolean => LAYOUTS[id] !== undefined;

/**
 * Decodes the body of an AVL packet, from the codec id to the second count, straight into columns. Nothing in it is
 * believed before it is checked: a first walk proves that every count and length ends exactly at `end` and says how
 * much to allocate, so a second one can fill without looking back.
 *
 * The generation type of codec 16 (what kind of rule made the record) is left out on purpose: the event id says which
 * value caused it, and nothing in the product asks how the tracker was configured. A time past what a date can hold is
 * brought down to the last one, so that the record can be acknowledged and set aside; refusing it would make the
 * tracker send it forever. Headings of 360 and over are taken round the circle.
 *
 * @throws ProtocolError
 */
export function decodeAvlBody(bytes: Uint8Array, start: number, end: number): RecordColumns {
  const layout = LAYOUTS[bytes[start]!];
  if (layout === undefined) throw new ProtocolError('codec', `codec ${bytes[start]?.toString(16)} is not of positions`);
  const count = bytes[start + 1]!;
  if (count === 0) throw new ProtocolError('count', 'a packet without records');
  if (bytes[end - 1] !== count) throw new ProtocolError('count', 'the two counts of records differ');

  const size = measure(bytes, start + 2, end - 1, count, layout);
  const out = allocateColumns(count, size.elements, size.bytes);
  fill(out, bytes, start + 2, layout);
  return out;
}

function truncated(): never {
  throw new ProtocolError('truncated', 'a record reaches past the end of its packet');
}

/** Walks the records by their counts alone. The last byte before `end` must be the last of the last record. */
function measure(
  bytes: Uint8Array,
  start: number,
  end: number,
  count: number,
  layout: Layout,
): { elements: number; bytes: number } {
  const idBytes = layout.wideIds ? 2 : 1;
  const countBytes = layout.wideCounts ? 2 : 1;
  const toTotal = FIXED_BYTES + idBytes + (layout.hasGeneration ? 1 : 0);
  let p = start;
  let elements = 0;
  let variable = 0;
  for (let i = 0; i < count; i++) {
    p += toTotal;
    if (p + countBytes > end) truncated();
    let left = layout.wideCounts ? (bytes[p]! << 8) | bytes[p + 1]! : bytes[p]!;
    p += countBytes;
    elements += left;
    for (let width = 1; width <= 8; width <<= 1) {
      if (p + countBytes > end) truncated();
      const group = layout.wideCounts ? (bytes[p]! << 8) | bytes[p + 1]! : bytes[p]!;
      p += countBytes + group * (idBytes + width);
      left -= group;
    }
    if (layout.hasVariable) {
      if (p + 2 > end) truncated();
      const group = (bytes[p]! << 8) | bytes[p + 1]!;
      p += 2;
      left -= group;
      for (let k = 0; k < group; k++) {
        if (p + 4 > end) truncated();
        const length = (bytes[p + 2]! << 8) | bytes[p + 3]!;
        variable += length;
        p += 4 + length;
      }
    }
    if (left !== 0) throw new ProtocolError('count', 'the count of io elements is not the sum of its groups');
  }
  if (p > end) truncated();
  if (p < end) throw new ProtocolError('trailing', 'bytes are left after the last record');
  return { elements, bytes: variable };
}

function fill(out: RecordColumns, b: Uint8Array, start: number, layout: Layout): void {
  const { timeMs, latE7, lonE7, altitudeM, headingDeg, satellites, speedKmh, priority, eventId, ioStart } = out;
  const { ioId, ioWidth, ioLow, ioHigh, ioBytes } = out;
  const { wideIds, wideCounts, hasGeneration, hasVariable } = layout;
  const idBytes = wideIds ? 2 : 1;
  const countBytes = wideCounts ? 2 : 1;
  let p = start;
  let e = 0;
  let byte = 0;
  for (let i = 0; i < out.n; i++) {
    const high = ((b[p]! << 24) | (b[p + 1]! << 16) | (b[p + 2]! << 8) | b[p + 3]!) >>> 0;
    const low = ((b[p + 4]! << 24) | (b[p + 5]! << 16) | (b[p + 6]! << 8) | b[p + 7]!) >>> 0;
    const time = high * 0x1_0000_0000 + low;
    timeMs[i] = time > MAX_TIME_MS ? MAX_TIME_MS : time;
    priority[i] = b[p + 8]!;
    lonE7[i] = (b[p + 9]! << 24) | (b[p + 10]! << 16) | (b[p + 11]! << 8) | b[p + 12]!;
    latE7[i] = (b[p + 13]! << 24) | (b[p + 14]! << 16) | (b[p + 15]! << 8) | b[p + 16]!;
    altitudeM[i] = (b[p + 17]! << 8) | b[p + 18]!;
    const angle = (b[p + 19]! << 8) | b[p + 20]!;
    headingDeg[i] = angle < 360 ? angle : angle % 360;
    satellites[i] = b[p + 21]!;
    speedKmh[i] = (b[p + 22]! << 8) | b[p + 23]!;
    p += FIXED_BYTES;
    eventId[i] = wideIds ? (b[p]! << 8) | b[p + 1]! : b[p]!;
    p += idBytes + (hasGeneration ? 1 : 0) + countBytes;
    for (let width = 1; width <= 8; width <<= 1) {
      const group = wideCounts ? (b[p]! << 8) | b[p + 1]! : b[p]!;
      p += countBytes;
      for (const last = e + group; e < last; e++) {
        ioId[e] = wideIds ? (b[p]! << 8) | b[p + 1]! : b[p]!;
        p += idBytes;
        ioWidth[e] = width;
        if (width === 1) ioLow[e] = b[p]!;
        else if (width === 2) ioLow[e] = (b[p]! << 8) | b[p + 1]!;
        else if (width === 4) ioLow[e] = (b[p]! << 24) | (b[p + 1]! << 16) | (b[p + 2]! << 8) | b[p + 3]!;
        else {
          ioHigh[e] = (b[p]! << 24) | (b[p + 1]! << 16) | (b[p + 2]! << 8) | b[p + 3]!;
          ioLow[e] = (b[p + 4]! << 24) | (b[p + 5]! << 16) | (b[p + 6]! << 8) | b[p + 7]!;
        }
        p += width;
      }
    }
    if (hasVariable) {
      const group = (b[p]! << 8) | b[p + 1]!;
      p += 2;
      for (const last = e + group; e < last; e++) {
        ioId[e] = (b[p]! << 8) | b[p + 1]!;
        const length = (b[p + 2]! << 8) | b[p + 3]!;
        p += 4;
        ioLow[e] = length;
        ioHigh[e] = byte;
        for (let k = 0; k < length; k++) ioBytes[byte + k] = b[p + k]!;
        byte += length;
        p += length;
      }
    }
    ioStart[i + 1] = e;
  }
}
