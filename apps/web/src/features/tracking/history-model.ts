import { clockMs, DAY_MS } from '@spora/calendar/durations';
import { addDays } from '@spora/calendar/days';
import { instantOf } from '@spora/calendar/zones';
import { HISTORY_MAX_DAYS } from '@spora/contract/limits';
import type { DataOf } from '@spora/contract/endpoint-map';
import { haversineM } from '@spora/telemetry/geometry';
import { decodePackedHistory, POINT_FLAGS, type HistoryPoints } from '@spora/telemetry/packed-history';

/** The answer with its points as columns. */
export type HistoryData = Omit<DataOf<'tracking.history'>, 'points'> & { readonly points: HistoryPoints };

/** Throws PackedError for bytes that are no history. */
export function readPackedHistory(bytes: Uint8Array): HistoryData {
  const { points, rest } = decodePackedHistory(bytes);
  return { ...(rest as Omit<HistoryData, 'points'>), points };
}

export interface HistoryPoint {
  readonly timeMs: number;
  readonly lat: number;
  readonly lng: number;
  readonly speedKmh: number;
  readonly headingDeg: number;
  readonly isImplausible: boolean;
}

/** The points one by one, for as long as they are shown. */
export const pointsOf = ({ points }: HistoryData): HistoryPoint[] =>
  Array.from({ length: points.n }, (_, i) => ({
    timeMs: points.timeMs[i] ?? 0,
    lat: (points.latE7[i] ?? 0) / 1e7,
    lng: (points.lonE7[i] ?? 0) / 1e7,
    speedKmh: points.speedKmh[i] ?? 0,
    headingDeg: points.headingDeg[i] ?? 0,
    isImplausible: ((points.flags[i] ?? 0) & POINT_FLAGS.implausible) !== 0,
  }));

/** The index of the last point at or before the instant; -1 before the first. */
export function indexAt(points: readonly { readonly timeMs: number }[], timeMs: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.timeMs ?? Infinity) <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** What a stretch of a history is besides driving. `private`: withheld, the points on both sides are not joined. */
export type StretchKind = 'still' | 'gap' | 'private';

export interface Stretch {
  readonly kind: StretchKind;
  readonly fromMs: number;
  readonly toMs: number;
}

/** A stretch of time. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Days begin at such steps of the universal clock in every zone. */
const QUARTER_MS = 900_000;
/** Shorter ones are traffic: played like driving, and no band on the chart. */
const LEAST_STILL_MS = 120_000;
/** A unit that tells nothing for so long and is then where it was has stood there. */
const SILENT_MS = 150_000;

/** Within some 30 m: a unit without speeds, or whose speed is hidden, stands only where it stays (UNIT-018). */
const isNear = (a: HistoryPoint, b: HistoryPoint): boolean => Math.abs(a.lat - b.lat) < 3e-4 && Math.abs(a.lng - b.lng) < 6e-4;

/** The first of the spans that ends after an instant; asked with rising ones. */
function following(spans: readonly Span[]): (ms: number) => Span | undefined {
  const sorted = spans.toSorted((a, b) => a.fromMs - b.fromMs);
  let at = 0;
  return (ms) => {
    while ((sorted[at]?.toMs ?? Infinity) <= ms) at += 1;
    return sorted[at];
  };
}

/** Where a history is not driving, in order of time: what is withheld, what was not received, and where the unit stood. */
export function stretchesOf(
  points: readonly HistoryPoint[],
  gaps: readonly (Span & { readonly isWithheld?: boolean })[],
  stops: readonly { readonly fromMs: number; readonly toMs: number | null }[],
): Stretch[] {
  const withheldAfter = following(gaps.filter((gap) => gap.isWithheld));
  const gapAfter = following(gaps.filter((gap) => !gap.isWithheld));
  const stopAfter = following(stops.map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs ?? Infinity })));
  const kindOf = (a: HistoryPoint, b: HistoryPoint): StretchKind | null => {
    // What is told of points is rounded to the second.
    const [from, to] = [a.timeMs + 1_000, b.timeMs - 1_000];
    if ((withheldAfter(from)?.fromMs ?? Infinity) < to) return 'private';
    if ((gapAfter(from)?.fromMs ?? Infinity) < to) return 'gap';
    // The log's stops are stops, also where positions wander about them.
    const stop = stopAfter(from);
    if (stop && stop.fromMs < from && to < stop.toMs) return 'still';
    return isNear(a, b) && ((a.speedKmh === 0 && b.speedKmh === 0) || b.timeMs - a.timeMs > SILENT_MS) ? 'still' : null;
  };
  const found: { kind: StretchKind; fromMs: number; toMs: number }[] = [];
  for (let i = 1; i < points.length; i += 1) {
    const [a, b] = [points[i - 1], points[i]];
    const kind = a && b ? kindOf(a, b) : null;
    if (!a || !b || !kind) continue;
    const last = found.at(-1);
    if (last && last.kind === kind && last.toMs === a.timeMs && kind === 'still') last.toMs = b.timeMs;
    else found.push({ kind, fromMs: a.timeMs, toMs: b.timeMs });
  }
  return found.filter(({ kind, fromMs, toMs }) => kind !== 'still' || toMs - fromMs >= LEAST_STILL_MS);
}

/** The stretch around an instant, its beginning included. */
export function stretchAt(stretches: readonly Stretch[], timeMs: number): Stretch | null {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle]?.fromMs ?? Infinity) <= timeMs) low = middle + 1;
    else high = middle;
  }
  const found = stretches[low - 1];
  return found && timeMs < found.toMs ? found : null;
}

/** From the first day's beginning to the last day's end, in the account's zone. Days `yyyy-MM-dd`, both included. */
export function periodOf({ from, to }: { readonly from: string; readonly to: string }, timeZone: string): Span {
  const [first, end] = [instantOf(`${from}T00:00`, timeZone), instantOf(`${addDays(to, 1)}T00:00`, timeZone)];
  return { fromMs: first === null ? -Infinity : Date.parse(first), toMs: end === null ? Infinity : Date.parse(end) };
}

/** What of a stop lies within the period shown: it may have begun before it and end after it. */
export function stopWithin(
  stop: { readonly from: string; readonly to: string },
  period: Span,
): Span & { readonly beginsBefore: boolean; readonly endsAfter: boolean } {
  const [fromMs, toMs] = [Date.parse(stop.from), Date.parse(stop.to)];
  return {
    fromMs: Math.max(fromMs, period.fromMs),
    toMs: Math.min(toMs, period.toMs),
    beginsBefore: fromMs < period.fromMs,
    endsAfter: toMs > period.toMs,
  };
}

/** How long a span is from the minutes that are shown of it: from 00:00 to 00:02 is two, whatever the seconds. */
export const lengthMs = ({ fromMs, toMs }: Span): number => Math.max(0, clockMs(fromMs, toMs));

/** How long it stood there within the period shown, in seconds. */
export function standingWithin(...of: Parameters<typeof stopWithin>): number {
  return lengthMs(stopWithin(...of)) / 1000;
}

/** Whether a minute of it at least lies within the period: a stop that is over in the day's first minute is the day before's. */
export function isWithin({ from, to }: { readonly from: string; readonly to: string | null }, period: Span): boolean {
  if (to === null) return true;
  const shown = stopWithin({ from, to }, period);
  return lengthMs(shown) > 0 || !(shown.beginsBefore || shown.endsAfter);
}

/** So long after its last position nobody says any more that a unit stood there. */
const SILENT_MAX_MS = 1.5 * DAY_MS;

/** From when and until when the positions of a period tell anything, where it is not all of it. */
export function knownWithin(
  {
    points,
    begins_at: beginsAt,
  }: { readonly points: readonly { readonly timeMs: number }[]; readonly begins_at?: string | undefined },
  period: Span,
  nowMs: number,
): { readonly fromMs: number | null; readonly toMs: number | null } {
  const lastMs = points.at(-1)?.timeMs ?? null;
  const isSilent = lastMs !== null && Math.min(period.toMs, nowMs) - lastMs > SILENT_MAX_MS;
  return { fromMs: beginsAt === undefined ? null : Date.parse(beginsAt), toMs: isSilent ? lastMs : null };
}

/** When a stop of the trip log was; `to` null while it goes on. */
export interface LoggedStop {
  readonly from: string;
  readonly to: string | null;
}

export interface DayOfHistory<S> {
  readonly day: string;
  /** Metres along the positions; null: not known, since speeds are hidden. */
  readonly distanceM: number | null;
  readonly stops: readonly S[];
}

/** What of a history was driven, from point to point: no parked jitter, nothing moved within a stop, nothing across what is withheld. */
export function forEachDriven(
  points: readonly HistoryPoint[],
  { stops, breaks }: { readonly stops: readonly LoggedStop[]; readonly breaks: readonly Span[] },
  visit: (from: HistoryPoint, to: HistoryPoint, lengthM: number) => void,
): void {
  const breakAfter = following(breaks);
  const stopAfter = following(
    stops.map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: to === null ? Infinity : Date.parse(to) })),
  );
  // What is told of points is rounded to the second.
  const isWithinStop = (fromMs: number, toMs: number): boolean => {
    const stop = stopAfter(fromMs + 1_000);
    return stop !== undefined && stop.fromMs < fromMs + 1_000 && toMs - 1_000 < stop.toMs;
  };
  let before: HistoryPoint | undefined;
  for (const point of points) {
    if (point.isImplausible) continue;
    if (
      before &&
      (before.speedKmh > 0 || point.speedKmh > 0) &&
      (breakAfter(before.timeMs)?.fromMs ?? Infinity) >= point.timeMs &&
      !isWithinStop(before.timeMs, point.timeMs)
    )
      visit(before, point, haversineM(before.lat, before.lng, point.lat, point.lng));
    before = point;
  }
}

/**
 * A history of several days, day by day, without those of which there is nothing to tell. A stop belongs to the day on which it begins
 * in the period; the days' distances add up to the server's, which counts no parked jitter, nothing moved within a stop and nothing withheld.
 */
export function daysOf<S extends LoggedStop>(
  { stops, breaks, hidesSpeed }: { readonly stops: readonly S[]; readonly breaks: readonly Span[]; readonly hidesSpeed: boolean },
  points: readonly HistoryPoint[],
  { period, dayOf }: { readonly period: Span; readonly dayOf: (ms: number) => string },
): DayOfHistory<S>[] {
  const metres = new Map<string, number>();
  let [day, endMs] = ['', -Infinity];
  forEachDriven(points, { stops, breaks }, (_, point, lengthM) => {
    // The name of a day is dear to make: once in a quarter of an hour is enough, since no zone's day begins within one.
    if (point.timeMs >= endMs) {
      day = dayOf(point.timeMs);
      endMs = Math.floor(point.timeMs / QUARTER_MS + 1) * QUARTER_MS;
    }
    metres.set(day, (metres.get(day) ?? 0) + lengthM);
  });
  const byDay = Map.groupBy(stops, ({ from }) => dayOf(Math.max(Date.parse(from), period.fromMs)));
  return [...new Set([...metres.keys(), ...byDay.keys()])].toSorted().map((each) => ({
    day: each,
    distanceM: hidesSpeed ? null : (metres.get(each) ?? 0),
    stops: byDay.get(each) ?? [],
  }));
}

/** Minutes of driving in a second, such that a minute or an hour takes whole seconds. */
export const PLAYBACK_SPEEDS = [5 / 60, 10 / 60, 20 / 60, 30 / 60, 1, 2, 4, 7.5, 15, 30, 60] as const;

/** A speed as people can picture it: how many seconds a minute takes, or an hour where that takes a minute at most. */
export const paceOf = (speed: number): { readonly of: 'minute' | 'hour'; readonly seconds: number } =>
  speed < 1 ? { of: 'minute', seconds: Math.round(1 / speed) } : { of: 'hour', seconds: Math.round(60 / speed) };
/** At 1x a minute of driving takes a second: a day is watched, not waited for. */
const MS_PER_MS = 60;
/** However long a stretch without driving is, it passes in this time: long enough to read what is skipped. */
export const SKIP_MS = 1_500;

/** Long enough to follow, short enough to wait for. */
const PLAYBACK_MS = 35_000;

/** The speed at which all of the driving, with what is passed quickly between, takes about half a minute: a short trip as well as a month. */
export function speedFor(
  stretches: readonly Stretch[],
  driving: { readonly fromMs: number; readonly toMs: number } | null,
): number {
  if (driving === null) return 1;
  const skipped = stretches
    .map(({ fromMs, toMs }) => Math.min(toMs, driving.toMs) - Math.max(fromMs, driving.fromMs))
    .filter((lengthMs) => lengthMs > 0);
  const drivenMs = driving.toMs - driving.fromMs - skipped.reduce((sum, lengthMs) => sum + lengthMs, 0);
  const offBy = (speed: number): number => {
    const pace = speed * MS_PER_MS;
    const skipsMs = skipped.reduce((sum, lengthMs) => sum + Math.min(lengthMs / pace, SKIP_MS), 0);
    return Math.abs(Math.log((drivenMs / pace + skipsMs) / PLAYBACK_MS));
  };
  return PLAYBACK_SPEEDS.reduce((best: number, speed) => (offBy(speed) < offBy(best) ? speed : best), PLAYBACK_SPEEDS[0]);
}

/** Where the cursor stands after `elapsedMs` of playing: over what is not driving it is quickly, whatever its length. */
export function advanceCursor(
  { points, stretches }: { readonly points: readonly HistoryPoint[]; readonly stretches: readonly Stretch[] },
  cursorMs: number,
  elapsedMs: number,
  speed: number,
): number {
  const end = points.at(-1)?.timeMs ?? cursorMs;
  const pace = speed * MS_PER_MS;
  let at = cursorMs;
  let left = elapsedMs;
  let next = stretches.findIndex((stretch) => stretch.toMs > at);
  while (left > 0 && at < end) {
    const stretch = next < 0 ? undefined : stretches[next];
    const isInside = stretch !== undefined && stretch.fromMs <= at;
    const until = Math.min(end, isInside ? stretch.toMs : (stretch?.fromMs ?? end));
    const rate = isInside ? Math.max(pace, (stretch.toMs - stretch.fromMs) / SKIP_MS) : pace;
    if ((until - at) / rate > left) return at + left * rate;
    left -= (until - at) / rate;
    at = until;
    if (isInside) next += 1;
  }
  return Math.min(at, end);
}

/** The next or previous point worth stopping at, by keyboard. */
export function stepCursor(points: readonly HistoryPoint[], cursorMs: number, step: 1 | -1 | 10 | -10): number {
  const index = indexAt(points, cursorMs);
  return points[Math.max(0, Math.min(points.length - 1, index + step))]?.timeMs ?? cursorMs;
}

/** MAP-015: days after today are disabled, and a range is cut at its longest. `yyyy-MM-dd`, both ends included. */
export function limitedRange(from: string, to: string, today: string): { from: string; to: string } {
  const last = to > today ? today : to < from ? from : to;
  const first = from > today ? today : from;
  const longest = addDays(first, HISTORY_MAX_DAYS - 1);
  return { from: first, to: last > longest ? longest : last };
}
