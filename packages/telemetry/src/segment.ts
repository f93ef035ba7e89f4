import { ColumnsBuilder } from './columns-builder.ts';
import { MAX_TIME_MS, type RecordColumns } from './columns.ts';
import { countElements, layoutOf, pairId, pairWidth, readShapes, type Shapes, writeShapes } from './io-layout.ts';
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
export const decodeSegment = (bytes: Uint8Array): RecordColumns => decodeSegments([bytes]);

/**
 * Unpacks segments, their records one after the other as they are: nothing is sorted and nothing is dropped (record-set.ts does that).
 * Of many segments of few records, as live trackers fill the log, several times quicker than each by itself.
 * @param needed ids of io elements: others may be left out, which is quicker; without it all are there
 * @throws PackedError
 */
export function decodeSegments(parts: readonly Uint8Array[], needed?: ReadonlySet<number>): RecordColumns {
  BUILDER.clear();
  for (const bytes of parts) {
    const version = bytes[0];
    const body = bytes.subarray(1);
    if (version === PLAIN) decodeInto(BUILDER, createPackedReader(body), needed);
    else if (version === MERGED) decodeInto(BUILDER, createModelledReader(body), needed);
    else throw new PackedError(`a segment of unknown version ${version ?? 'none'}`);
  }
  return BUILDER.take();
}

/** In use by one call at a time: decoding waits for nothing. */
const BUILDER = new ColumnsBuilder();
let scratch = new Int32Array(256);

function scratchOf(length: number): Int32Array {
  if (length > scratch.length || scratch.length > 262_144) scratch = new Int32Array(Math.max(length, 256));
  return scratch;
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

function readTimes(from: ColumnReader, timeMs: Float64Array, at: number, n: number, values: Int32Array): void {
  if (n === 0) return;
  const flags = from.head.byte();
  const step = flags & 1 ? 1000 : 1;
  if (flags & 2) {
    const earliest = from.head.varint();
    from.column(values, n);
    for (let i = 0; i < n; i++) timeMs[at + i] = (earliest + values[i]!) * step;
  } else {
    from.column(values, n);
    for (let i = 0; i < n; i++) timeMs[at + i] = (values[i]! >>> 0) * 0x1_0000_0000;
    from.column(values, n);
    for (let i = 0; i < n; i++) timeMs[at + i]! += values[i]! >>> 0;
  }
  for (let i = at; i < at + n; i++)
    if (!(timeMs[i]! >= 0 && timeMs[i]! <= MAX_TIME_MS)) throw new PackedError('a time that is none');
}

/** Values by pair: first all of the first pair, in the order of the records, then all of the second, ... */
function writeIo(out: ColumnWriter, columns: RecordColumns, scratch: Int32Array): void {
  const layout = layoutOf(columns);
  writeShapes(out.head, layout);
  out.column(layout.shapeOf, columns.n);
  if (isGrid(layout)) return writeGrid(out, columns, layout.pairs, scratch);
  const rows = elementsByPair(columns.n, layout);
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
const isGrid = ({ shapes, pairs }: Shapes): boolean =>
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
  n: number,
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
  for (let i = 0; i < n; i++) {
    for (const pair of layout.shapes[layout.shapeOf[i]!]!) rows[next[pair]!++] = e++;
  }
  return rows;
}

function decodeInto(out: ColumnsBuilder, from: ColumnReader, needed?: ReadonlySet<number>): void {
  const n = from.head.count(MAX_SEGMENT_RECORDS);
  out.reserve(n, 0, 0);
  readRecords(from, out, n);
  out.n += n;
  const layout = readShapes(from.head);
  if (isGrid(layout)) readGrid(from, out, n, layout.pairs, needed);
  else readElements(from, out, n, layout);
}

/** All of records but their io. */
function readRecords(from: ColumnReader, { n: at, columns }: ColumnsBuilder, n: number): void {
  const values = scratchOf(n);
  readTimes(from, columns.timeMs, at, n, values);
  from.column(values, n);
  for (let i = 0; i < n; i++) columns.speedKmh[at + i] = values[i]!;
  from.column(values, n);
  for (let i = 0; i < n; i++) columns.latE7[at + i] = values[i]!;
  from.column(values, n);
  for (let i = 0; i < n; i++) columns.lonE7[at + i] = values[i]!;
  from.column(values, n);
  for (let i = 0; i < n; i++) columns.headingDeg[at + i] = values[i]!;
  from.column(values, n);
  for (let i = 0; i < n; i++) columns.altitudeM[at + i] = values[i]!;
  from.column(values, n);
  for (let i = 0; i < n; i++) columns.satellites[at + i] = values[i]!;
  from.column(values, n);
  for (let i = 0; i < n; i++) columns.priority[at + i] = values[i]!;
  from.column(values, n);
  for (let i = 0; i < n; i++) columns.eventId[at + i] = values[i]!;
}

/** Io of one shape: where each element lies need not be looked up. What comes after the last needed one is not read at all. */
function readGrid(
  from: ColumnReader,
  out: ColumnsBuilder,
  n: number,
  pairs: readonly number[],
  needed?: ReadonlySet<number>,
): void {
  if (n * pairs.length > MAX_SEGMENT_ELEMENTS) throw new PackedError('too many io elements');
  const isKept = pairs.map((pair) => needed === undefined || needed.has(pairId(pair)));
  const step = isKept.filter(Boolean).length;
  const values = scratchOf(n);
  // Of which shape each record is: of the only one.
  from.column(values, n);
  for (let i = 0; i < n; i++) if (values[i] !== 0) throw new PackedError('a record of a shape that is not there');
  out.reserve(n, n * step, 0);
  const { elements } = out;
  const at = out.n - n;
  const { ioStart, ioId, ioWidth, ioLow, ioHigh } = out.columns;
  ioStart[at] = elements;
  for (let i = 1; i <= n; i++) ioStart[at + i] = elements + i * step;
  const end = elements + n * step;
  let next = elements;
  for (let p = 0; p <= isKept.lastIndexOf(true); p++) {
    const pair = pairs[p]!;
    const id = pairId(pair);
    const width = pairWidth(pair);
    from.column(values, n);
    if (!isKept[p]) {
      if (width === 8) from.column(values, n);
      continue;
    }
    for (let i = 0, e = next; e < end; i++, e += step) {
      ioId[e] = id;
      ioWidth[e] = width;
      ioLow[e] = values[i]!;
      ioHigh[e] = 0;
    }
    if (width === 8) {
      from.column(values, n);
      for (let i = 0, e = next; e < end; i++, e += step) ioHigh[e] = values[i]!;
    }
    next++;
  }
  out.elements = end;
}

/** Io of any shapes. */
function readElements(from: ColumnReader, out: ColumnsBuilder, n: number, { shapes, pairs }: Shapes): void {
  const shapeOf = new Int32Array(n);
  from.column(shapeOf, n);
  const counts = countElements(shapes, pairs.length, shapeOf);
  const elements = counts.reduce((sum, count) => sum + count, 0);
  if (elements > MAX_SEGMENT_ELEMENTS) throw new PackedError('too many io elements');
  const values = scratchOf(elements);
  const low = new Uint32Array(elements);
  const high = new Uint32Array(elements);
  let start = 0;
  let bytes = 0;
  pairs.forEach((pair, p) => {
    const count = counts[p]!;
    from.column(values, count);
    low.set(values.subarray(0, count), start);
    if (pairWidth(pair) === 8) {
      from.column(values, count);
      high.set(values.subarray(0, count), start);
    } else if (pairWidth(pair) === 0) {
      for (let k = start; k < start + count; k++) bytes += low[k]!;
    }
    start += count;
  });
  if (bytes > Math.min(MAX_SEGMENT_BYTES, from.head.left)) throw new PackedError('variable-length elements end too early');

  out.reserve(n, elements, bytes);
  const { columns, elements: first } = out;
  const at = out.n - n;
  let e = first;
  columns.ioStart[at] = e;
  for (let i = 0; i < n; i++) {
    e += shapes[shapeOf[i]!]!.length;
    columns.ioStart[at + i + 1] = e;
  }
  const rows = elementsByPair(n, { shapes, shapeOf, counts });
  let k = 0;
  pairs.forEach((pair, p) => {
    const id = pairId(pair);
    const width = pairWidth(pair);
    for (const last = k + counts[p]!; k < last; k++) {
      const row = first + rows[k]!;
      columns.ioId[row] = id;
      columns.ioWidth[row] = width;
      columns.ioLow[row] = low[k]!;
      columns.ioHigh[row] = high[k]!;
    }
  });
  placeBytes(out, rows, from.head.raw(bytes));
  out.elements += elements;
  out.bytes += bytes;
}

/** Variable-length elements lie in a segment as they were gathered; the columns want them in the order of records. */
function placeBytes({ columns, elements: first, bytes: base }: ColumnsBuilder, rows: Uint32Array, gathered: Uint8Array): void {
  if (base + gathered.length === 0) return;
  const from = new Map<number, number>();
  let at = 0;
  for (const row of rows) {
    const e = first + row;
    if (columns.ioWidth[e] !== 0) continue;
    from.set(e, at);
    at += columns.ioLow[e]!;
  }
  at = base;
  for (let e = first; e < first + rows.length; e++) {
    const start = from.get(e);
    if (start === undefined) continue;
    const length = columns.ioLow[e]!;
    columns.ioBytes.set(gathered.subarray(start, start + length), at);
    columns.ioHigh[e] = at;
    at += length;
  }
}
