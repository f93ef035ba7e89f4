import type { Battery } from '@spora/contract/units/settings';
import { BATTERY_KINDS, BATTERY_THRESHOLD_LIMITS, type BatteryKind } from '@spora/contract/units/values';
import { readNumber } from './form-model.ts';

/** What the page of low batteries keeps in its address. */
export interface BatterySearch {
  readonly kind?: BatteryKind | undefined;
  /** Those that are well too. */
  readonly all?: 'true' | undefined;
}
export const readBatterySearch = (search: Record<string, unknown>): BatterySearch => ({
  kind: BATTERY_KINDS.find((kind) => kind === search['kind']),
  all: search['all'] === 'true' ? 'true' : undefined,
});

export const shownBatteries = (batteries: readonly Battery[], { kind, all }: BatterySearch): Battery[] =>
  batteries.filter((battery) => (all === 'true' || battery.state !== 'well') && (kind === undefined || battery.kind === kind));

/** The thresholds as typed that the server would not take. */
export const thresholdFaults = (texts: Readonly<Record<BatteryKind, string>>): BatteryKind[] =>
  BATTERY_KINDS.filter((kind) => {
    const value = readNumber(texts[kind]);
    const [least, most] = BATTERY_THRESHOLD_LIMITS[kind];
    return value === null || value === undefined || value < least || value > most;
  });

export interface VoltagePoint {
  readonly time: string;
  readonly vehicle_min_v: number | null;
  readonly vehicle_max_v: number | null;
  readonly built_in_v: number | null;
}
export interface DrawnPoint {
  readonly timeMs: number;
  readonly leastV: number;
  readonly mostV: number;
}

/** The points of one battery: the vehicle's, or the tracker's own. */
export const pointsOf = (points: readonly VoltagePoint[], kind: BatteryKind): DrawnPoint[] =>
  points.flatMap((point) => {
    const [least, most] = kind === 'built-in' ? [point.built_in_v, point.built_in_v] : [point.vehicle_min_v, point.vehicle_max_v];
    return least === null || most === null ? [] : [{ timeMs: Date.parse(point.time), leastV: least, mostV: most }];
  });

/** Lowest and highest of each day, newest first; `dayOf` tells the day of an instant by the account's clock. */
export function daysOf(
  points: readonly DrawnPoint[],
  dayOf: (timeMs: number) => string,
): { day: string; leastV: number; mostV: number }[] {
  const days = new Map<string, { day: string; leastV: number; mostV: number }>();
  for (const { timeMs, leastV, mostV } of points) {
    const day = dayOf(timeMs);
    const known = days.get(day);
    days.set(day, {
      day,
      leastV: Math.min(leastV, known?.leastV ?? Infinity),
      mostV: Math.max(mostV, known?.mostV ?? -Infinity),
    });
  }
  return [...days.values()].reverse();
}

/** A line through the lowest voltages in a box of 100 by 100, from the left edge (`fromMs`) to the right, and where the threshold lies. */
export function chartOf(
  points: readonly DrawnPoint[],
  { fromMs, toMs, thresholdV }: { fromMs: number; toMs: number; thresholdV: number },
) {
  const least = Math.min(thresholdV, ...points.map(({ leastV }) => leastV));
  const most = Math.max(thresholdV, ...points.map(({ mostV }) => mostV));
  const room = Math.max(0.2, (most - least) * 0.1);
  const y = (volts: number): number => Math.round((100 - ((volts - least + room) / (most - least + 2 * room)) * 100) * 10) / 10;
  const x = (timeMs: number): number => Math.round(((timeMs - fromMs) / (toMs - fromMs)) * 1000) / 10;
  return { line: points.map(({ timeMs, leastV }) => `${x(timeMs)},${y(leastV)}`).join(' '), thresholdY: y(thresholdV) };
}
