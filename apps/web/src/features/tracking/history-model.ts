import { addDays } from '@spora/calendar/days';
import { HISTORY_MAX_DAYS } from '@spora/contract/limits';
import type { DataOf } from '@spora/contract/endpoint-map';
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

export const PLAYBACK_SPEEDS = [1, 2, 4, 8, 16, 32, 64] as const;
/** At 1x a minute of driving takes a second: a day is watched, not waited for. */
const MS_PER_MS = 60;
/** Stretches where nothing happens are passed this many times faster. */
const STILL_FACTOR = 20;

/** Within some 30 m: a unit without speeds, or whose speed is hidden, stands only where it stays (UNIT-018). */
const isNear = (a: HistoryPoint, b: HistoryPoint): boolean => Math.abs(a.lat - b.lat) < 3e-4 && Math.abs(a.lng - b.lng) < 6e-4;

/** Where the cursor stands after `elapsedMs` of playing: stops and gaps pass faster than driving. */
export function advanceCursor(points: readonly HistoryPoint[], cursorMs: number, elapsedMs: number, speed: number): number {
  let at = cursorMs;
  let budget = elapsedMs * speed * MS_PER_MS;
  const end = points.at(-1)?.timeMs ?? cursorMs;
  for (let i = indexAt(points, at); budget > 0 && at < end; i += 1) {
    const [a, b] = [points[i], points[i + 1]];
    if (!b) return end;
    const isStill = !a || (a.speedKmh === 0 && b.speedKmh === 0 && isNear(a, b)) || b.timeMs - a.timeMs > 150_000;
    const factor = isStill ? STILL_FACTOR : 1;
    const left = (b.timeMs - at) / factor;
    if (left > budget) return at + budget * factor;
    budget -= left;
    at = b.timeMs;
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
