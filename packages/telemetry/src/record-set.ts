import { concatColumns, selectRecords, sliceColumns, type RecordColumns } from './columns.ts';
import { decodeSegments, encodeSegment, MAX_SEGMENT_RECORDS } from './segment.ts';

const DAY_MS = 86_400_000;
const SORT_KEYS = ['latE7', 'lonE7', 'speedKmh', 'headingDeg', 'altitudeM', 'satellites', 'priority', 'eventId'] as const;

/**
 * All records of the parts as a set: sorted by time and then content, each once. Records are the same when all they
 * say is the same, the io elements and their order included. So a record that was sent twice, in whatever frames or
 * segments, is there once, and the result is byte-identical for every way to cut, repeat and shuffle the parts.
 */
export function uniteColumns(parts: readonly RecordColumns[]): RecordColumns {
  const all = concatColumns(parts);
  if (isStrictlySorted(all)) return all;
  const rows = Uint32Array.from({ length: all.n }, (_, i) => i).sort((a, b) => compareRecords(all, a, b));
  let kept = 0;
  for (let i = 0; i < rows.length; i++) {
    if (kept === 0 || compareRecords(all, rows[kept - 1]!, rows[i]!) !== 0) rows[kept++] = rows[i]!;
  }
  return selectRecords(all, rows.subarray(0, kept));
}

/**
 * The records of segments as `uniteColumns` makes them, but of the io elements perhaps only the needed ones: for who asks nothing else of
 * many days, a third of the work. Where two records differ in io elements at most, or segments overlap in time, they are read in full.
 */
export function uniteSegments(segments: readonly Uint8Array[], needed: ReadonlySet<number>): RecordColumns {
  const parts = segments
    .map((data) => ({ data, columns: decodeSegments([data], needed) }))
    .filter(({ columns }) => columns.n > 0)
    .map((part) => ({ ...part, ...timesOf(part.columns) }))
    .toSorted((a, b) => a.firstMs - b.firstMs);
  const united: RecordColumns[] = [];
  for (let at = 0; at < parts.length;) {
    let end = at + 1;
    for (let { lastMs } = parts[at]!; end < parts.length && parts[end]!.firstMs <= lastMs; end++)
      lastMs = Math.max(lastMs, parts[end]!.lastMs);
    const [first] = parts.slice(at, end) as [(typeof parts)[number]];
    const isAlone = end === at + 1 && isSortedWithoutIo(first.columns);
    united.push(isAlone ? first.columns : uniteColumns(parts.slice(at, end).map(({ data }) => decodeSegments([data]))));
    at = end;
  }
  return concatColumns(united);
}

function timesOf({ timeMs }: RecordColumns): { readonly firstMs: number; readonly lastMs: number } {
  let [firstMs, lastMs] = [Infinity, -Infinity];
  for (const at of timeMs) {
    if (at < firstMs) firstMs = at;
    if (at > lastMs) lastMs = at;
  }
  return { firstMs, lastMs };
}

function isSortedWithoutIo(columns: RecordColumns): boolean {
  for (let i = 1; i < columns.n; i++) if (compareBesidesIo(columns, i - 1, i) >= 0) return false;
  return true;
}

function isStrictlySorted(columns: RecordColumns): boolean {
  for (let i = 1; i < columns.n; i++) if (compareRecords(columns, i - 1, i) >= 0) return false;
  return true;
}

/** Order of two records: by time, then by content. Zero only for records that say the same. */
export function compareRecords(columns: RecordColumns, a: number, b: number): number {
  const order = compareBesidesIo(columns, a, b);
  if (order !== 0) return order;
  const { ioStart, ioId, ioWidth, ioLow, ioHigh, ioBytes } = columns;
  const count = ioStart[a + 1]! - ioStart[a]!;
  const counts = count - (ioStart[b + 1]! - ioStart[b]!);
  if (counts !== 0) return counts;
  for (let k = 0; k < count; k++) {
    const x = ioStart[a]! + k;
    const y = ioStart[b]! + k;
    const order = ioId[x]! - ioId[y]! || ioWidth[x]! - ioWidth[y]! || ioLow[x]! - ioLow[y]!;
    if (order !== 0) return order;
    if (ioWidth[x] !== 0) {
      if (ioHigh[x] !== ioHigh[y]) return ioHigh[x]! - ioHigh[y]!;
      continue;
    }
    for (let i = 0; i < ioLow[x]!; i++) {
      const bytes = ioBytes[ioHigh[x]! + i]! - ioBytes[ioHigh[y]! + i]!;
      if (bytes !== 0) return bytes;
    }
  }
  return 0;
}

function compareBesidesIo(columns: RecordColumns, a: number, b: number): number {
  const time = columns.timeMs[a]! - columns.timeMs[b]!;
  if (time !== 0) return time;
  for (const key of SORT_KEYS) {
    const order = columns[key][a]! - columns[key][b]!;
    if (order !== 0) return order;
  }
  return 0;
}

/** Pieces of at most so many records, in order: what goes into one segment each. */
export function splitColumns(columns: RecordColumns, most: number = MAX_SEGMENT_RECORDS): RecordColumns[] {
  if (columns.n <= most) return [columns];
  return Array.from({ length: Math.ceil(columns.n / most) }, (_, i) =>
    sliceColumns(columns, i * most, Math.min(columns.n, (i + 1) * most)),
  );
}

/** The records of each UTC day (by record time), days ascending, the order within a day kept. None for no records. */
export function splitByUtcDay(columns: RecordColumns): RecordColumns[] {
  if (columns.n === 0) return [];
  const rows = new Map<number, number[]>();
  for (let i = 0; i < columns.n; i++) {
    const day = Math.floor(columns.timeMs[i]! / DAY_MS);
    const list = rows.get(day);
    if (list === undefined) rows.set(day, [i]);
    else list.push(i);
  }
  if (rows.size === 1) return [columns];
  return [...rows].toSorted(([a], [b]) => a - b).map(([, list]) => selectRecords(columns, list));
}

/**
 * Eight bytes that tell sets of records apart: the same for the same set, however it was cut, repeated or ordered.
 * Not for secrets: somebody who wants two sets with one digest can make them.
 */
export function digestOf(columns: RecordColumns): Uint8Array {
  const united = uniteColumns([columns]);
  return digestOfSegments(splitColumns(united).map((part) => encodeSegment(part)));
}

/**
 * `digestOf` for who has the encoded segments already: those of a united set, in order, as `encodeSegment` and `splitColumns`
 * make them.
 */
export function digestOfSegments(segments: readonly Uint8Array[]): Uint8Array {
  let one = 0x9e37_79b9;
  let two = 0x85eb_ca6b;
  for (const bytes of segments) {
    for (let i = 0; i < bytes.length; i++) {
      one = Math.imul(one ^ bytes[i]!, 0x9e37_79b1);
      two = Math.imul(two ^ bytes[i]!, 0x5f35_6495);
    }
  }
  one = Math.imul(one ^ (one >>> 16), 0x85eb_ca6b) ^ Math.imul(two ^ (two >>> 13), 0xc2b2_ae35);
  two = Math.imul(two ^ (two >>> 16), 0x85eb_ca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2_ae35);
  const digest = new Uint8Array(8);
  const view = new DataView(digest.buffer);
  view.setInt32(0, one);
  view.setInt32(4, two);
  return digest;
}
