import { allocateColumns, MAX_TIME_MS, type RecordColumns } from './columns.ts';
import { countElements, type IoLayout, layoutOf, pairId, pairWidth, readShapes, writeShapes } from './io-layout.ts';
import { PackedError } from './bytes.ts';
import { createModelledReader, createModelledWriter } from './modelled-column.ts';
import { createPackedReader, createPackedWriter, type ColumnReader, type ColumnWriter } from './packed-column.ts';

/*
 * A segment is one byte of version and then columns. Both versions hold the same columns in the same order:
 * 1: bits as wide as each column needs; quick, for rows as received.
 * 2: an adaptive model and range coder; half the size or less for a merged day, several times slower to write.
 * Either decodes without anything but arithmetic, in a browser too.
 */
const PLAIN = 1;
const MERGED = 2;

/** More than a day of records each second would be: split before (`splitColumns`). */
export const MAX_SEGMENT_RECORDS = 65_536;
const MAX_SEGMENT_ELEMENTS = 2_097_152;
const MAX_SEGMENT_BYTES = 67_108_864;

/**
 * Packs records, in their order, for the log as received.
 * @throws RangeError over MAX_SEGMENT_RECORDS
 */
export const encodeSegment = (columns: RecordColumns): Uint8Array => encode(columns, PLAIN, createPackedWriter());

/** Packs records, in their order, as tight as we can: for the nightly merge. Errors as of encodeSegment. */
export const encodeMergedSegment = (columns: RecordColumns): Uint8Array => encode(columns, MERGED, createModelledWriter());

/**
 * Unpacks either version. Hostile bytes throw: no count is believed before it is held against a bound.
 * @throws PackedError
 */
export function decodeSegment(bytes: Uint8Array): RecordColumns {
  const version = bytes[0];
  const body = bytes.subarray(1);
  if (version === PLAIN) return decode(createPackedReader(body));
  if (version === MERGED) return decode(createModelledReader(body));
  throw new PackedError(`a segment of unknown version ${version ?? 'none'}`);
}

function encode(columns: RecordColumns, version: number, out: ColumnWriter): Uint8Array {
  const { n } = columns;
  const elements = columns.ioStart[n]!;
  if (n > MAX_SEGMENT_RECORDS || elements > MAX_SEGMENT_ELEMENTS) throw new RangeError('too many records for a segment');
  out.head.varint(n);
  const scratch = new Int32Array(Math.max(n, elements));
  writeTimes(out, columns.timeMs, n, scratch);
  out.column(columns.speedKmh.length === 0 ? scratch : widen(columns.speedKmh, scratch, n), n);
  out.column(columns.latE7, n);
  out.column(columns.lonE7, n);
  for (const column of [columns.headingDeg, columns.altitudeM, columns.satellites, columns.priority, columns.eventId]) {
    out.column(widen(column, scratch, n), n);
  }
  writeIo(out, columns, scratch);
  return out.finish(version);
}

function widen(column: ArrayLike<number>, scratch: Int32Array, n: number): Int32Array {
  for (let i = 0; i < n; i++) scratch[i] = column[i]!;
  return scratch;
}

/** Times as whole steps (seconds if all are whole, else milliseconds) from the earliest; apart ones, as two halves. */
function writeTimes(out: ColumnWriter, timeMs: Float64Array, n: number, scratch: Int32Array): void {
  if (n === 0) return;
  let earliest = timeMs[0]!;
  let latest = earliest;
  let isWhole = true;
  for (let i = 0; i < n; i++) {
    const time = timeMs[i]!;
    if (!(time >= 0 && time <= MAX_TIME_MS && Number.isInteger(time))) throw new RangeError('a time that is none');
    if (time < earliest) earliest = time;
    if (time > latest) latest = time;
    if (time % 1000 !== 0) isWhole = false;
  }
  const step = isWhole ? 1000 : 1;
  const isNear = (latest - earliest) / step < 0x8000_0000;
  out.head.byte((isWhole ? 1 : 0) | (isNear ? 2 : 0));
  if (isNear) {
    out.head.varint(earliest / step);
    for (let i = 0; i < n; i++) scratch[i] = (timeMs[i]! - earliest) / step;
    out.column(scratch, n);
    return;
  }
  for (let i = 0; i < n; i++) scratch[i] = Math.floor(timeMs[i]! / 0x1_0000_0000);
  out.column(scratch, n);
  for (let i = 0; i < n; i++) scratch[i] = (timeMs[i]! % 0x1_0000_0000) | 0;
  out.column(scratch, n);
}

function readTimes(from: ColumnReader, timeMs: Float64Array, n: number, scratch: Int32Array): void {
  if (n === 0) return;
  const flags = from.head.byte();
  const step = flags & 1 ? 1000 : 1;
  if (flags & 2) {
    const earliest = from.head.varint();
    from.column(scratch, n);
    for (let i = 0; i < n; i++) timeMs[i] = (earliest + scratch[i]!) * step;
  } else {
    from.column(scratch, n);
    for (let i = 0; i < n; i++) timeMs[i] = (scratch[i]! >>> 0) * 0x1_0000_0000;
    from.column(scratch, n);
    for (let i = 0; i < n; i++) timeMs[i]! += scratch[i]! >>> 0;
  }
  for (let i = 0; i < n; i++) if (!(timeMs[i]! >= 0 && timeMs[i]! <= MAX_TIME_MS)) throw new PackedError('a time that is none');
}

/** Values by pair: first all of the first pair, in the order of the records, then all of the second, ... */
function writeIo(out: ColumnWriter, columns: RecordColumns, scratch: Int32Array): void {
  const layout = layoutOf(columns);
  writeShapes(out.head, layout);
  out.column(layout.shapeOf, columns.n);
  if (isGrid(layout)) return writeGrid(out, columns, layout.pairs, scratch);
  const rows = elementsByPair(columns, layout);
  let start = 0;
  layout.pairs.forEach((pair, p) => {
    const count = layout.counts[p]!;
    for (let k = 0; k < count; k++) scratch[k] = columns.ioLow[rows[start + k]!]!;
    out.column(scratch, count);
    if (pairWidth(pair) === 8) {
      for (let k = 0; k < count; k++) scratch[k] = columns.ioHigh[rows[start + k]!]!;
      out.column(scratch, count);
    }
    start += count;
  });
  if (columns.ioBytes.length === 0) return;
  for (const e of rows) {
    if (columns.ioWidth[e] !== 0) continue;
    const at = columns.ioHigh[e]!;
    out.head.raw(columns.ioBytes.subarray(at, at + columns.ioLow[e]!));
  }
}

/** One shape of different pairs for all records, none of variable length: what trackers nearly always send. */
const isGrid = ({ shapes, pairs }: IoLayout): boolean =>
  shapes.length === 1 && shapes[0]!.length === pairs.length && pairs.every((pair) => pairWidth(pair) !== 0);

/** As for any layout, but where each element lies need not be looked up. */
function writeGrid(out: ColumnWriter, columns: RecordColumns, pairs: readonly number[], scratch: Int32Array): void {
  const { n, ioLow, ioHigh } = columns;
  const step = pairs.length;
  for (let p = 0; p < step; p++) {
    for (let i = 0, e = p; i < n; i++, e += step) scratch[i] = ioLow[e]!;
    out.column(scratch, n);
    if (pairWidth(pairs[p]!) !== 8) continue;
    for (let i = 0, e = p; i < n; i++, e += step) scratch[i] = ioHigh[e]!;
    out.column(scratch, n);
  }
}

/** The elements' rows, gathered by pair. */
function elementsByPair(
  columns: RecordColumns,
  layout: { readonly shapes: readonly (readonly number[])[]; readonly shapeOf: Int32Array; readonly counts: readonly number[] },
): Uint32Array {
  const next: number[] = [];
  let start = 0;
  for (const count of layout.counts) {
    next.push(start);
    start += count;
  }
  const rows = new Uint32Array(start);
  let e = 0;
  for (let i = 0; i < columns.n; i++) {
    for (const pair of layout.shapes[layout.shapeOf[i]!]!) rows[next[pair]!++] = e++;
  }
  return rows;
}

function decode(from: ColumnReader): RecordColumns {
  const n = from.head.count(MAX_SEGMENT_RECORDS);
  let scratch = new Int32Array(n);
  // Filled into columns of their own first: how many elements there are is known only behind them.
  const core = allocateColumns(n, 0, 0);
  readTimes(from, core.timeMs, n, scratch);
  from.column(scratch, n);
  core.speedKmh.set(scratch);
  from.column(core.latE7, n);
  from.column(core.lonE7, n);
  for (const column of [core.headingDeg, core.altitudeM, core.satellites, core.priority, core.eventId]) {
    from.column(scratch, n);
    column.set(scratch);
  }
  const { shapes, pairs } = readShapes(from.head);
  from.column(scratch, n);
  const shapeOf = scratch;
  const counts = countElements(shapes, pairs.length, shapeOf);
  const elements = counts.reduce((sum, count) => sum + count, 0);
  if (elements > MAX_SEGMENT_ELEMENTS) throw new PackedError('too many io elements');
  scratch = new Int32Array(elements);

  const low = new Uint32Array(elements);
  const high = new Uint32Array(elements);
  let start = 0;
  let bytes = 0;
  pairs.forEach((pair, p) => {
    const count = counts[p]!;
    from.column(scratch, count);
    low.set(scratch.subarray(0, count), start);
    if (pairWidth(pair) === 8) {
      from.column(scratch, count);
      high.set(scratch.subarray(0, count), start);
    } else if (pairWidth(pair) === 0) {
      for (let k = start; k < start + count; k++) bytes += low[k]!;
    }
    start += count;
  });
  if (bytes > Math.min(MAX_SEGMENT_BYTES, from.head.left)) throw new PackedError('variable-length elements end too early');

  const out = allocateColumns(n, elements, bytes);
  for (const key of [
    'timeMs',
    'latE7',
    'lonE7',
    'altitudeM',
    'headingDeg',
    'satellites',
    'speedKmh',
    'priority',
    'eventId',
  ] as const) {
    out[key].set(core[key]);
  }
  let e = 0;
  for (let i = 0; i < n; i++) {
    e += shapes[shapeOf[i]!]!.length;
    out.ioStart[i + 1] = e;
  }
  const rows = elementsByPair(out, { shapes, shapeOf, counts });
  out.ioBytes.set(from.head.raw(bytes));
  let k = 0;
  pairs.forEach((pair, p) => {
    const id = pairId(pair);
    const width = pairWidth(pair);
    for (const last = k + counts[p]!; k < last; k++) {
      const row = rows[k]!;
      out.ioId[row] = id;
      out.ioWidth[row] = width;
      out.ioLow[row] = low[k]!;
      out.ioHigh[row] = high[k]!;
    }
  });
  placeBytes(out, rows);
  return out;
}

/** Variable-length elements lie in `ioBytes` as they were gathered; the columns want them in the order of records. */
function placeBytes(out: RecordColumns, rows: Uint32Array): void {
  if (out.ioBytes.length === 0) return;
  const gathered = out.ioBytes.slice();
  const from = new Map<number, number>();
  let at = 0;
  for (const row of rows) {
    if (out.ioWidth[row] !== 0) continue;
    from.set(row, at);
    at += out.ioLow[row]!;
  }
  at = 0;
  for (let e = 0; e < out.ioId.length; e++) {
    const start = from.get(e);
    if (start === undefined) continue;
    const length = out.ioLow[e]!;
    out.ioBytes.set(gathered.subarray(start, start + length), at);
    out.ioHigh[e] = at;
    at += length;
  }
}
