import type { DataOf } from '@spora/contract/endpoint-map';

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

/** A handful of round values across a scale. */
export function gridOf({ low, high }: { readonly low: number; readonly high: number }): number[] {
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  const lines: number[] = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) lines.push(Math.round(value * 100) / 100);
  return lines;
}
