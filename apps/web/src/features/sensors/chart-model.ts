import { clockMs, MINUTE_MS } from '@spora/calendar/durations';
import { dayIn, instantOf } from '@spora/calendar/zones';
import type { DataOf } from '@spora/contract/endpoint-map';
import type { Sensor } from '@spora/contract/sensors/endpoints';

export type Readings = DataOf<'sensors.readings'>;
export type Point = Readings['points'][number];
export type Figures = NonNullable<Point['temperature_c']>;

/** What is drawn of one measure: a point in time with how far it reached. */
export interface ChartPoint extends Figures {
  readonly atMs: number;
}

/** BLE-016: how long without a value is a gap: twice what a point stands for, or twice the time after which the next was expected. */
export const gapOf = (stepS: number, expectedEveryS: number | null): number => 2 * Math.max(stepS, expectedEveryS ?? 0);

/** BLE-016: points without a gap between them, stretch by stretch. */
export function stretchesOf(points: readonly ChartPoint[], gapS: number): ChartPoint[][] {
  const stretches: ChartPoint[][] = [];
  for (const point of points) {
    const open = stretches.at(-1);
    const last = open?.at(-1);
    if (open && last && point.atMs - last.atMs <= gapS * 1000) open.push(point);
    else stretches.push([point]);
  }
  return stretches;
}

/** The points of one measure; those that have none left out. */
export const pointsOf = (readings: Readings, measure: 'temperature_c' | 'humidity_pct'): ChartPoint[] =>
  readings.points.flatMap((point) => {
    const figures = point[measure];
    return figures ? [{ atMs: Date.parse(point.at), ...figures }] : [];
  });

/** When a door was open, from the first point that says so to the next that does not; a gap ends it. */
export function openSpans(readings: Readings): { readonly fromMs: number; readonly toMs: number }[] {
  const spans: { fromMs: number; toMs: number }[] = [];
  let isOn = false;
  for (const { at, is_open } of readings.points) {
    const atMs = Date.parse(at);
    const endMs = atMs + readings.step_s * 1000;
    const last = spans.at(-1);
    if (is_open === true && isOn && last && atMs - last.toMs <= readings.step_s * 1000) last.toMs = endMs;
    else if (is_open === true) spans.push({ fromMs: atMs, toMs: endMs });
    isOn = is_open === true;
  }
  return spans;
}

/** Between which values the chart reaches: all that was measured and the limits, with some air. */
export function scaleOf(
  points: readonly Figures[],
  limits: readonly (number | null)[],
): { readonly low: number; readonly high: number } {
  const values = [...points.flatMap(({ min, max }) => [min, max]), ...limits.filter((limit) => limit !== null)];
  if (values.length === 0) return { low: 0, high: 1 };
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const air = Math.max(1, (high - low) * 0.1);
  return { low: low - air, high: high + air };
}

/** A handful of round values across a scale, three at least. */
export function gridOf({ low, high }: { readonly low: number; readonly high: number }): number[] {
  const rough = (high - low) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [5, 2, 1].map((factor) => factor * power).find((each) => each <= rough) ?? rough;
  const lines: number[] = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) lines.push(Math.round(value * 100) / 100);
  return lines;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Room for so many times under a chart, also on a phone. */
const MOST_TIMES = 7;

/** Where an axis of time has its marks: at hours, days or months as people count them, by the account's clocks. */
export function timesOf(fromMs: number, toMs: number, timeZone: string): number[] {
  const at = (local: string): number => Date.parse(instantOf(local, timeZone) ?? '');
  const days: string[] = [];
  for (let ms = fromMs - DAY_MS / 2; ms <= toMs + DAY_MS / 2; ms += DAY_MS / 2) {
    const day = dayIn(ms, timeZone);
    if (days.at(-1) !== day) days.push(day);
  }
  const spanMs = toMs - fromMs;
  if (spanMs <= 2 * DAY_MS) {
    const step = [1, 2, 4, 6, 12].find((hours) => spanMs / (hours * HOUR_MS) <= MOST_TIMES) ?? 12;
    const hours = Array.from({ length: 24 / step }, (_, i) => `${String(i * step).padStart(2, '0')}:00`);
    return days.flatMap((day) => hours.map((hour) => at(`${day}T${hour}`))).filter((ms) => ms >= fromMs && ms <= toMs);
  }
  if (days.length > 100) {
    const firsts = days.filter((day) => day.endsWith('-01')).map((day) => at(`${day}T00:00`));
    const every = Math.ceil(firsts.length / MOST_TIMES);
    return firsts.filter((ms, i) => i % every === 0 && ms >= fromMs && ms <= toMs);
  }
  const midnights = days.map((day) => at(`${day}T00:00`)).filter((ms) => ms >= fromMs && ms <= toMs);
  const every = Math.ceil(midnights.length / MOST_TIMES);
  return midnights.filter((_, i) => i % every === 0);
}

/** Of the newest value, what lies outside of its limits. */
export interface Breach {
  readonly measure: 'temperature' | 'humidity';
  readonly side: 'above' | 'below';
  readonly limit: number;
}

export function breachesOf({ value, settings }: Pick<Sensor, 'value' | 'settings'>): Breach[] {
  const check = (measure: Breach['measure'], is: number | null | undefined, low: number | null, high: number | null): Breach[] =>
    is === null || is === undefined
      ? []
      : high !== null && is > high
        ? [{ measure, side: 'above', limit: high }]
        : low !== null && is < low
          ? [{ measure, side: 'below', limit: low }]
          : [];
  return [
    ...check('temperature', value?.temperature_c, settings.temperature_low_c, settings.temperature_high_c),
    ...check('humidity', value?.humidity_pct, settings.humidity_low_pct, settings.humidity_high_pct),
  ];
}

export type Outside = NonNullable<Readings['outside']>[number];

/** When the values of a time begin, where that is after its beginning. */
export function beginsLate(points: readonly ChartPoint[], fromMs: number, gapS: number): number | null {
  const first = points[0]?.atMs;
  return first !== undefined && first - fromMs > gapS * 1000 ? first : null;
}

/** The alarm that a time beyond a limit gave; nothing of one that was too short. */
export const alarmOf = <T extends { readonly atMs: number }>(
  { at, lasted_s: lastedS }: Stretch,
  alarms: readonly T[],
): T | undefined => {
  const fromMs = Date.parse(at);
  return alarms.find(({ atMs }) => atMs >= fromMs && atMs <= fromMs + lastedS * 1000);
};

/** Of a time beyond a limit that holds the first reading of what is asked for, nobody knows here when it began: readings come so often at least. */
const FIRST_WITHIN_MS = 600_000;
export const mayBeOlder = ({ at }: Pick<Stretch, 'at'>, fromMs: number): boolean => Date.parse(at) - fromMs <= FIRST_WITHIN_MS;

type Stretch = Outside['stretches'][number];

/** How long it lasted: the minutes between the clock times that it is told with. */
export function shownS({ at, lasted_s: lastedS }: Stretch): number {
  const fromMs = Date.parse(at);
  return Math.max(MINUTE_MS, clockMs(fromMs, fromMs + lastedS * 1000)) / 1000;
}

/** In all and at the longest, as the times that are listed add up; of more than are listed what is known of all. */
export function sumsShown({ stretches, times, total_s, longest_s }: Outside): {
  readonly totalS: number;
  readonly longestS: number;
} {
  if (stretches.length < times) return { totalS: total_s, longestS: longest_s };
  const shown = stretches.map(shownS);
  return { totalS: shown.reduce((sum, each) => sum + each, 0), longestS: Math.max(...shown) };
}

/** BLE-015: it measures, and of nothing that it measures an alarm is raised: no limit is set, nor the alarm of its door. */
export const watchesNothing = ({ kind, settings }: Pick<Sensor, 'kind' | 'settings'>): boolean =>
  kind === 'sensor' &&
  !settings.door_alarm &&
  [settings.temperature_low_c, settings.temperature_high_c, settings.humidity_low_pct, settings.humidity_high_pct].every(
    (limit) => limit === null,
  );
