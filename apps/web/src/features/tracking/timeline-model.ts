import { MINUTE_MS } from '@spora/calendar/durations';
import { addDays } from '@spora/calendar/days';
import { dayIn, instantOf } from '@spora/calendar/zones';
import { indexAt, type HistoryPoint, type Stretch } from './history-model.ts';

/** What of a history the chart shows. */
export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Closer than this the chart would show single positions. */
const LEAST_WINDOW_MS = 5 * MINUTE_MS;

export const NOTHING = -1;

/** The highest speed in each pixel of the chart; `NOTHING` where the unit did not drive. */
export function columnsOf(
  points: readonly HistoryPoint[],
  stretches: readonly Stretch[],
  { fromMs, toMs }: Window,
  width: number,
): Float32Array {
  const columns = new Float32Array(width).fill(NOTHING);
  const perMs = width / Math.max(1, toMs - fromMs);
  let at = stretches.findIndex((stretch) => stretch.toMs > fromMs);
  if (at < 0) at = stretches.length;
  let a: HistoryPoint | undefined;
  for (let i = Math.max(0, indexAt(points, fromMs)); i < points.length; i += 1) {
    const b = points[i];
    if (!b || b.isImplausible) continue;
    if (a) {
      while ((stretches[at]?.toMs ?? Infinity) <= a.timeMs) at += 1;
      if ((stretches[at]?.fromMs ?? Infinity) >= b.timeMs) draw(a, b);
    }
    if (b.timeMs > toMs) break;
    a = b;
  }
  function draw(from: HistoryPoint, to: HistoryPoint): void {
    const [x0, x1] = [(from.timeMs - fromMs) * perMs, (to.timeMs - fromMs) * perMs];
    for (let x = Math.max(0, Math.floor(x0)); x <= Math.min(width - 1, Math.floor(x1)); x += 1) {
      const share = x1 === x0 ? 1 : Math.max(0, Math.min(1, (x + 0.5 - x0) / (x1 - x0)));
      const speed = x1 - x0 < 1 ? Math.max(from.speedKmh, to.speedKmh) : from.speedKmh + (to.speedKmh - from.speedKmh) * share;
      columns[x] = Math.max(columns[x] ?? NOTHING, speed);
    }
  }
  return columns;
}

const STEPS_MIN = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 7200] as const;
const DAY_MIN = 1440;

export interface Tick {
  readonly atMs: number;
  readonly label: string;
  /** Midnight, where the chart shows more than a day. */
  readonly isDay: boolean;
}

/** Round times of the account's clocks, as close as labels of `leastPx` allow. */
export function ticksOf({ fromMs, toMs }: Window, width: number, timeZone: string, leastPx: number): Tick[] {
  const leastMin = ((toMs - fromMs) / MINUTE_MS / Math.max(1, width)) * leastPx;
  const step = STEPS_MIN.find((minutes) => minutes >= leastMin) ?? STEPS_MIN.at(-1) ?? DAY_MIN;
  const first = dayIn(fromMs, timeZone);
  const last = dayIn(toMs, timeZone);
  const ticks: Tick[] = [];
  for (let day = first, n = 0; day <= last; day = addDays(day, 1), n += 1) {
    if (step > DAY_MIN && n % (step / DAY_MIN) !== 0) continue;
    for (let minute = 0; minute < DAY_MIN; minute += Math.min(step, DAY_MIN)) {
      const time = `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
      const atMs = Date.parse(instantOf(`${day}T${time}`, timeZone) ?? '');
      if (atMs < fromMs || atMs > toMs || atMs <= (ticks.at(-1)?.atMs ?? -Infinity)) continue;
      const isDay = minute === 0 && first !== last;
      ticks.push({ atMs, label: isDay ? day.slice(5) : time, isDay });
    }
  }
  return ticks;
}

const two = (value: number): string => String(value).padStart(2, '0');

const STEPS = [1, 2, 5, 10, 20, 30, 50, 100];
/** Below this a chart would make much of what is next to nothing. */
const LEAST_TOP = 5;
const MOST_LINES = 5;
/** Above the highest, so that a boat that holds its speed is not taken for one that goes off the chart. */
const HEADROOM = 1.02;
/** The lines across a chart, round ones in the measure it is told in: it ends at the first above the highest speed there was. */
export function speedScale(fastest: number): { readonly top: number; readonly lines: readonly number[] } {
  const least = Math.max(LEAST_TOP, fastest * HEADROOM);
  const step = STEPS.find((each) => least / each <= MOST_LINES) ?? Math.ceil(least);
  const count = Math.ceil(least / step);
  return { top: count * step, lines: Array.from({ length: count }, (_, i) => (i + 1) * step) };
}

const moved = (fromMs: number, lengthMs: number, whole: Window): Window => {
  const from = Math.max(whole.fromMs, Math.min(fromMs, whole.toMs - lengthMs));
  return { fromMs: from, toMs: from + lengthMs };
};

/** Closer for factors above 1: what stands at `aroundMs` stays where it is, or comes to the middle if it was not in sight. */
export function zoomed(window: Window, whole: Window, aroundMs: number, factor: number): Window {
  const length = window.toMs - window.fromMs;
  const next = Math.min(whole.toMs - whole.fromMs, Math.max(LEAST_WINDOW_MS, length / factor));
  const isInSight = aroundMs >= window.fromMs && aroundMs <= window.toMs;
  const share = isInSight ? (aroundMs - window.fromMs) / Math.max(1, length) : 0.5;
  return moved(aroundMs - share * next, next, whole);
}

/** The window moved by a share of itself, inside the whole. */
export const panned = (window: Window, whole: Window, share: number): Window => {
  const length = window.toMs - window.fromMs;
  return moved(window.fromMs + share * length, length, whole);
};

/** How much of a page the next one does not repeat. */
const PAGE = 0.9;

/** The window turned by whole pages until it shows an instant; the same window where it does. */
export function showing(window: Window, whole: Window, atMs: number): Window {
  if (atMs >= window.fromMs && atMs <= window.toMs) return window;
  const length = window.toMs - window.fromMs;
  const pages = Math.floor((atMs - window.fromMs) / (length * PAGE));
  return moved(window.fromMs + pages * PAGE * length, length, whole);
}

/** How much of the standing before and after the driving is shown beside it. */
const MARGIN = 0.03;

/**
 * From leaving to coming back: a day mostly begins and ends standing. Null: it stood all the time. Where the log says that the first stop
 * lasted longer than its positions, it left when the log says so.
 */
export function drivesOf(
  points: readonly HistoryPoint[],
  stretches: readonly Stretch[],
  stops: readonly { readonly fromMs: number; readonly toMs: number | null }[] = [],
): Window | null {
  const [firstMs, lastMs] = [points[0]?.timeMs, points.at(-1)?.timeMs];
  if (firstMs === undefined || lastMs === undefined) return null;
  const [first, last] = [stretches[0], stretches.at(-1)];
  const fromMs = first?.kind === 'still' && first.fromMs <= firstMs ? first.toMs : firstMs;
  const toMs = last?.kind === 'still' && last.toMs >= lastMs ? last.fromMs : lastMs;
  // Of a single point there is nothing to tell.
  if (fromMs >= toMs) return null;
  const stop = stops.find((each) => each.fromMs <= fromMs && fromMs < (each.toMs ?? Infinity));
  return { fromMs: stop?.toMs && stop.toMs < toMs ? stop.toMs : fromMs, toMs };
}

/** A drive, or all of them, with a little of what lies beside it, inside the whole. */
export function withMargin({ fromMs, toMs }: Window, whole: Window): Window {
  const margin = Math.max(MINUTE_MS, (toMs - fromMs) * MARGIN);
  return { fromMs: Math.max(whole.fromMs, fromMs - margin), toMs: Math.min(whole.toMs, toMs + margin) };
}

/** What the chart shows first: the driving with a little of the standing beside it. Null: it stood all the time. */
export function drivingOf(
  points: readonly HistoryPoint[],
  stretches: readonly Stretch[],
  whole: Window | null = { fromMs: points[0]?.timeMs ?? 0, toMs: points.at(-1)?.timeMs ?? 0 },
): Window | null {
  const drives = drivesOf(points, stretches);
  return drives && whole && withMargin(drives, whole);
}
