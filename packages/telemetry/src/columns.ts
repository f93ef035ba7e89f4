import type { PositionRecord, RawIo } from './record.ts';

/**
 * Records as a structure of arrays: what the hot path carries from the socket to the log without an object per
 * record. Row i of every column is one record, in the order in which they were given (not necessarily of time).
 *
 * Io elements are rows too (compressed sparse rows): those of record i are `ioStart[i]` to `ioStart[i + 1]`.
 * `ioLow` holds the low 32 bits of the value and `ioHigh` the high ones (0 for widths 1, 2 and 4). Of a
 * variable-length element (width 0) `ioLow` is the number of bytes and `ioHigh` where they begin in `ioBytes`.
 */
export interface RecordColumns {
  readonly n: number;
  readonly timeMs: Float64Array;
  readonly latE7: Int32Array;
  readonly lonE7: Int32Array;
  readonly altitudeM: Int16Array;
  readonly headingDeg: Uint16Array;
  readonly satellites: Uint8Array;
  readonly speedKmh: Uint16Array;
  readonly priority: Uint8Array;
  readonly eventId: Uint16Array;
  readonly ioStart: Uint32Array;
  readonly ioId: Uint16Array;
  readonly ioWidth: Uint8Array;
  readonly ioLow: Uint32Array;
  readonly ioHigh: Uint32Array;
  readonly ioBytes: Uint8Array;
}

/** Time is at most the last instant a Date can hold; a tracker's clock may say anything. */
export const MAX_TIME_MS = 8.64e15;

/**
 * Columns of exactly these sizes, all zero, as views of one allocation (one is several times cheaper than sixteen).
 * @param n records
 * @param elements io elements of all of them
 * @param bytes bytes of all variable-length elements
 */
export function allocateColumns(n: number, elements: number, bytes: number): RecordColumns {
  const words = n * 8 + (n + n + n + 1 + elements * 2) * 4;
  const halves = words + (n * 4 + elements) * 2;
  const buffer = new ArrayBuffer(halves + n * 2 + elements + bytes);
  const ints = n * 8;
  return {
    n,
    timeMs: new Float64Array(buffer, 0, n),
    latE7: new Int32Array(buffer, ints, n),
    lonE7: new Int32Array(buffer, ints + n * 4, n),
    ioStart: new Uint32Array(buffer, ints + n * 8, n + 1),
    ioLow: new Uint32Array(buffer, ints + n * 12 + 4, elements),
    ioHigh: new Uint32Array(buffer, ints + n * 12 + 4 + elements * 4, elements),
    altitudeM: new Int16Array(buffer, words, n),
    headingDeg: new Uint16Array(buffer, words + n * 2, n),
    speedKmh: new Uint16Array(buffer, words + n * 4, n),
    eventId: new Uint16Array(buffer, words + n * 6, n),
    ioId: new Uint16Array(buffer, words + n * 8, elements),
    satellites: new Uint8Array(buffer, halves, n),
    priority: new Uint8Array(buffer, halves + n, n),
    ioWidth: new Uint8Array(buffer, halves + n * 2, elements),
    ioBytes: new Uint8Array(buffer, halves + n * 2 + elements, bytes),
  };
}

/** Records as columns, in the order given. */
export function columnsOf(records: readonly PositionRecord[]): RecordColumns {
  let elements = 0;
  let bytes = 0;
  for (const record of records) {
    elements += record.io.length;
    for (const io of record.io) if (io.width === 0) bytes += io.value.length;
  }
  const out = allocateColumns(records.length, elements, bytes);
  let element = 0;
  let byte = 0;
  records.forEach((record, i) => {
    out.timeMs[i] = record.timeMs;
    out.latE7[i] = record.latE7;
    out.lonE7[i] = record.lonE7;
    out.altitudeM[i] = record.altitudeM;
    out.headingDeg[i] = record.headingDeg;
    out.satellites[i] = record.satellites;
    out.speedKmh[i] = record.speedKmh;
    out.priority[i] = record.priority;
    out.eventId[i] = record.eventId;
    for (const io of record.io) {
      out.ioId[element] = io.id;
      out.ioWidth[element] = io.width;
      if (io.width === 8) {
        out.ioLow[element] = Number(io.value & 0xffff_ffffn);
        out.ioHigh[element] = Number(io.value >> 32n);
      } else if (io.width === 0) {
        out.ioLow[element] = io.value.length;
        out.ioHigh[element] = byte;
        out.ioBytes.set(io.value, byte);
        byte += io.value.length;
      } else {
        out.ioLow[element] = io.value;
      }
      element++;
    }
    out.ioStart[i + 1] = element;
  });
  return out;
}

/** The io elements of record i. */
export function ioOf(columns: RecordColumns, i: number): RawIo[] {
  const out: RawIo[] = [];
  for (let e = columns.ioStart[i]!; e < columns.ioStart[i + 1]!; e++) {
    const id = columns.ioId[e]!;
    const width = columns.ioWidth[e]!;
    const low = columns.ioLow[e]!;
    const high = columns.ioHigh[e]!;
    if (width === 0) out.push({ id, width, value: columns.ioBytes.slice(high, high + low) });
    else if (width === 8) out.push({ id, width, value: (BigInt(high) << 32n) | BigInt(low) });
    else out.push({ id, width: width as 1 | 2 | 4, value: low });
  }
  return out;
}

/** Record i as an object. */
export const recordAt = (columns: RecordColumns, i: number): PositionRecord => ({
  timeMs: columns.timeMs[i]!,
  latE7: columns.latE7[i]!,
  lonE7: columns.lonE7[i]!,
  altitudeM: columns.altitudeM[i]!,
  headingDeg: columns.headingDeg[i]!,
  satellites: columns.satellites[i]!,
  speedKmh: columns.speedKmh[i]!,
  priority: columns.priority[i]!,
  eventId: columns.eventId[i]!,
  io: ioOf(columns, i),
});

/** Columns as records, in their order. */
export const recordsOf = (columns: RecordColumns): PositionRecord[] =>
  Array.from({ length: columns.n }, (_, i) => recordAt(columns, i));

/** Copies record `from` of `source` to row `to`; `element` and `byte` are where its io goes, and how far it went. */
function copyRecord(out: RecordColumns, to: number, source: RecordColumns, from: number, at: { element: number; byte: number }) {
  out.timeMs[to] = source.timeMs[from]!;
  out.latE7[to] = source.latE7[from]!;
  out.lonE7[to] = source.lonE7[from]!;
  out.altitudeM[to] = source.altitudeM[from]!;
  out.headingDeg[to] = source.headingDeg[from]!;
  out.satellites[to] = source.satellites[from]!;
  out.speedKmh[to] = source.speedKmh[from]!;
  out.priority[to] = source.priority[from]!;
  out.eventId[to] = source.eventId[from]!;
  const end = source.ioStart[from + 1]!;
  for (let e = source.ioStart[from]!; e < end; e++, at.element++) {
    const low = source.ioLow[e]!;
    const high = source.ioHigh[e]!;
    const width = source.ioWidth[e]!;
    out.ioId[at.element] = source.ioId[e]!;
    out.ioWidth[at.element] = width;
    out.ioLow[at.element] = low;
    if (width === 0) {
      out.ioHigh[at.element] = at.byte;
      out.ioBytes.set(source.ioBytes.subarray(high, high + low), at.byte);
      at.byte += low;
    } else {
      out.ioHigh[at.element] = high;
    }
  }
  out.ioStart[to + 1] = at.element;
}

/** Below so many records one by one is quicker than sixteen copies of ranges. */
const RANGE_MIN = 16;

/** Copies records `from` to `end` (not included) of `source` to rows `to` and on, as `copyRecord` does one. */
function copyRecords(
  out: RecordColumns,
  to: number,
  source: RecordColumns,
  [from, end]: readonly [number, number],
  at: { element: number; byte: number },
) {
  if (end - from < RANGE_MIN) {
    for (let i = from; i < end; i++) copyRecord(out, to + i - from, source, i, at);
    return;
  }
  out.timeMs.set(source.timeMs.subarray(from, end), to);
  for (const key of ['latE7', 'lonE7'] as const) out[key].set(source[key].subarray(from, end), to);
  out.altitudeM.set(source.altitudeM.subarray(from, end), to);
  for (const key of ['headingDeg', 'speedKmh', 'eventId'] as const) out[key].set(source[key].subarray(from, end), to);
  for (const key of ['satellites', 'priority'] as const) out[key].set(source[key].subarray(from, end), to);
  const first = source.ioStart[from]!;
  const last = source.ioStart[end]!;
  const moved = at.element - first;
  for (let i = from; i < end; i++) out.ioStart[to + i - from + 1] = source.ioStart[i + 1]! + moved;
  out.ioId.set(source.ioId.subarray(first, last), at.element);
  out.ioWidth.set(source.ioWidth.subarray(first, last), at.element);
  for (const key of ['ioLow', 'ioHigh'] as const) out[key].set(source[key].subarray(first, last), at.element);
  if (source.ioBytes.length > 0) {
    for (let e = first; e < last; e++) {
      if (source.ioWidth[e] !== 0) continue;
      const [low, high] = [source.ioLow[e]!, source.ioHigh[e]!];
      out.ioHigh[e + moved] = at.byte;
      out.ioBytes.set(source.ioBytes.subarray(high, high + low), at.byte);
      at.byte += low;
    }
  }
  at.element += last - first;
}

/** Bytes of variable-length elements in records `from` to `to`. */
function bytesIn(columns: RecordColumns, from: number, to: number): number {
  if (columns.ioBytes.length === 0) return 0;
  let bytes = 0;
  for (let e = columns.ioStart[from]!; e < columns.ioStart[to]!; e++) if (columns.ioWidth[e] === 0) bytes += columns.ioLow[e]!;
  return bytes;
}

/** The records at these rows, in this order, as columns of their own. */
export function selectRecords(columns: RecordColumns, rows: ArrayLike<number>): RecordColumns {
  let elements = 0;
  let bytes = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    elements += columns.ioStart[row + 1]! - columns.ioStart[row]!;
    bytes += bytesIn(columns, row, row + 1);
  }
  const out = allocateColumns(rows.length, elements, bytes);
  const at = { element: 0, byte: 0 };
  for (let i = 0; i < rows.length; i++) copyRecord(out, i, columns, rows[i]!, at);
  return out;
}

/** Records `from` (included) to `to` (not included) as a copy of their own. */
export function sliceColumns(columns: RecordColumns, from: number, to: number = columns.n): RecordColumns {
  if (from < 0 || to > columns.n || from > to) throw new RangeError('slice outside of the columns');
  const out = allocateColumns(to - from, columns.ioStart[to]! - columns.ioStart[from]!, bytesIn(columns, from, to));
  const at = { element: 0, byte: 0 };
  copyRecords(out, 0, columns, [from, to], at);
  return out;
}

/** The parts one after the other, as they are: nothing is sorted and nothing is dropped (record-set.ts does that). */
export function concatColumns(parts: readonly RecordColumns[]): RecordColumns {
  if (parts.length === 1) return parts[0]!;
  let n = 0;
  let elements = 0;
  let bytes = 0;
  for (const part of parts) {
    n += part.n;
    elements += part.ioStart[part.n]!;
    bytes += bytesIn(part, 0, part.n);
  }
  const out = allocateColumns(n, elements, bytes);
  const at = { element: 0, byte: 0 };
  let row = 0;
  for (const part of parts) {
    copyRecords(out, row, part, [0, part.n], at);
    row += part.n;
  }
  return out;
}
