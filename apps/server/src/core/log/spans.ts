import { DAY_MS } from '@spora/calendar/durations';
import { type RecordColumns, selectRecords, sliceColumns } from '@spora/telemetry/columns';
import { uniteColumns } from '@spora/telemetry/record-set';

/** Architecture section 7: a record further ahead than this came from a clock that lies. */
export const FUTURE_TOLERANCE_MS = DAY_MS;

export type QuarantineReason = 'future' | 'too-old';

/** Believable record times, in UTC milliseconds, both inclusive. */
export interface ClockBounds {
  readonly oldestMs: number;
  readonly newestMs: number;
}

/** What a record's time may be when it arrives at `nowMs` on an installation that keeps positions `maxMonths` at most. */
export function clockBounds(nowMs: number, maxMonths: number): ClockBounds {
  const oldest = new Date(nowMs);
  const day = oldest.getUTCDate();
  oldest.setUTCMonth(oldest.getUTCMonth() - maxMonths);
  // As PostgreSQL counts months, since it drops the partitions: 31 March less a month is the last of February.
  if (oldest.getUTCDate() !== day) oldest.setUTCDate(0);
  return { oldestMs: oldest.getTime(), newestMs: nowMs + FUTURE_TOLERANCE_MS };
}

/** Whether a record of this time goes to the log, or why it is set aside. */
export const clockVerdict = (timeMs: number, { oldestMs, newestMs }: ClockBounds): QuarantineReason | 'believed' => {
  if (timeMs > newestMs) return 'future';
  // Written so that a time that is no number at all is set aside too.
  return timeMs >= oldestMs ? 'believed' : 'too-old';
};

/** True when every record's time is believable, which is nearly always. */
export function allBelieved(columns: RecordColumns, { oldestMs, newestMs }: ClockBounds): boolean {
  const { timeMs, n } = columns;
  for (let i = 0; i < n; i++) {
    const at = timeMs[i] as number;
    if (!(at >= oldestMs && at <= newestMs)) return false;
  }
  return true;
}

/** Strictly rising times within one UTC day: nothing to unite, sort or split. */
export function isOneRisingDay(columns: RecordColumns): boolean {
  const { timeMs, n } = columns;
  if (n === 0) return false;
  const first = timeMs[0] as number;
  for (let i = 1; i < n; i++) if (!((timeMs[i] as number) > (timeMs[i - 1] as number))) return false;
  return Math.floor(first / DAY_MS) === Math.floor((timeMs[n - 1] as number) / DAY_MS);
}

/** The first index whose time is at or after `atMs`; the columns are sorted by time. */
export function firstAtOrAfter(columns: RecordColumns, atMs: number): number {
  let low = 0;
  let high = columns.n;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((columns.timeMs[middle] as number) < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** UTC day of an instant, as days since 1970. */
export const utcDay = (timeMs: number): number => Math.floor(timeMs / DAY_MS);

/** A segment of the log with its place in the order of projection. */
export interface LogSegment {
  readonly seq: number;
  readonly columns: RecordColumns;
}

/** Records of one merged segment, about: large enough to pack well, small enough to be read for an hour of a day. */
export const MERGED_RECORDS = 4096;

/** True when merging rows of so many records together would leave fewer rows. */
export const isWorthMerging = (rows: number, records: number): boolean => rows > Math.ceil(records / MERGED_RECORDS);

/**
 * A tracker's rows of one day as few rows: the same set of records, cut only between different times so that `(seq, t0)` stays
 * unique. All carry the highest `seq`: a reader that pages through the log meanwhile may meet a record twice but never misses one.
 */
export function mergeSegments(segments: readonly LogSegment[]): LogSegment[] {
  if (segments.length === 0) return [];
  const seq = Math.max(...segments.map((segment) => segment.seq));
  const united = uniteColumns(segments.map((segment) => segment.columns));
  const merged: LogSegment[] = [];
  for (let from = 0; from < united.n;) {
    let to = Math.min(from + MERGED_RECORDS, united.n);
    while (to < united.n && united.timeMs[to] === united.timeMs[to - 1]) to++;
    merged.push({ seq, columns: from === 0 && to === united.n ? united : sliceColumns(united, from, to) });
    from = to;
  }
  return merged;
}

/** A span of UTC milliseconds, start included, end not. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The records outside of the span, in their order. */
export function withoutSpan(columns: RecordColumns, { fromMs, toMs }: Span): RecordColumns {
  const kept: number[] = [];
  for (let i = 0; i < columns.n; i++) {
    const at = columns.timeMs[i] as number;
    if (at < fromMs || at >= toMs) kept.push(i);
  }
  return kept.length === columns.n ? columns : selectRecords(columns, kept);
}

/** The records within the span; the columns are sorted by time. */
export function withinSpan(columns: RecordColumns, { fromMs, toMs }: Span): RecordColumns {
  const from = firstAtOrAfter(columns, fromMs);
  const to = Math.max(from, firstAtOrAfter(columns, toMs));
  return from === 0 && to === columns.n ? columns : sliceColumns(columns, from, to);
}
