import type { FuelFigures, FuelSource } from '@spora/contract/reports/fuel';
import type { FuelUnit } from '@spora/contract/trips/endpoints';
import { fuelOf, fuelUnitOf } from '../../trips/fuel/rules.ts';

/** What was driven within a span in which nothing that prices it changed. */
export interface Driven {
  readonly unitId: number;
  readonly distanceM: number;
  readonly fuelUnit: FuelUnit;
  /** Stated of the unit for that day; null where nobody has. */
  readonly consumptionPer10Km: number | null;
  readonly price: number | null;
}

/** What was filled or charged, as it is told. */
export interface Filled {
  readonly unitId: number;
  readonly unit: FuelUnit;
  readonly amount: number;
  /** Per 10 km since the entry before; null where one of the two has no odometer. */
  readonly per10Km: number | null;
  readonly month: string;
}

/** What fuels are filled by: only electricity is charged. */
export const filledIn = (fuelType: string): FuelUnit => fuelUnitOf(fuelType);

/** By how far some units have been driven on what they were filled with, per 10 km; the key is unit and litres or kWh. */
export type Measured = ReadonlyMap<string, number>;

/** Of a unit, what it was measured to use of litres or kWh. */
export const measuredKey = (unitId: number, unit: FuelUnit): string => `${unitId} ${unit}`;

/**
 * REP-012: what a unit was measured to use per 10 km: all that was filled in the period after an entry with an odometer, over the way
 * between. One rate for the whole period: a tank that is filled in one month and driven in the next would make both months wrong.
 */
export function measuredOf(filled: readonly Filled[]): Measured {
  const sums = new Map<string, { amount: number; tenKm: number }>();
  for (const { unitId, unit, amount, per10Km } of filled) {
    if (per10Km === null || per10Km <= 0) continue;
    const key = measuredKey(unitId, unit);
    const sum = sums.get(key) ?? { amount: 0, tenKm: 0 };
    sums.set(key, { amount: sum.amount + amount, tenKm: sum.tenKm + amount / per10Km });
  }
  return new Map([...sums].map(([key, { amount, tenKm }]) => [key, amount / tenKm]));
}

/**
 * REP-012: litres and kWh by the measured rate where the unit has one, else by what is stated of it; the cost by the price of each day. A
 * sum is null when nothing of it is known. Nothing is rounded here. `filled`: null where it is not told, as by driver.
 */
export function figuresOf(driven: readonly Driven[], measured: Measured, filled: readonly Filled[] | null): FuelFigures {
  const parts = driven.map((part) => {
    const rate = measured.get(measuredKey(part.unitId, part.fuelUnit));
    const used = fuelOf(part.distanceM, rate ?? part.consumptionPer10Km);
    return { ...part, used, source: used === null ? null : rate === undefined ? ('computed' as const) : ('measured' as const) };
  });
  const known = parts.filter(({ used, distanceM }) => used !== null && distanceM > 0);
  const of = (unit: FuelUnit) => known.filter(({ fuelUnit }) => fuelUnit === unit);
  const sum = (list: readonly (number | null)[]): number | null =>
    list.reduce<number | null>((total, value) => (value === null ? total : (total ?? 0) + value), null);
  const usedOf = (unit: FuelUnit): number | null => sum(of(unit).map(({ used }) => used));
  const rateOf = (unit: FuelUnit): number | null => {
    const used = usedOf(unit);
    const metres = of(unit).reduce((total, { distanceM }) => total + distanceM, 0);
    return used === null || metres === 0 ? null : used / (metres / 10_000);
  };
  const sources = new Set(known.flatMap(({ source }) => source ?? []));
  const filledOf = (unit: FuelUnit): number | null =>
    filled === null ? null : sum(filled.filter((each) => each.unit === unit).map(({ amount }) => amount));
  return {
    distance_m: driven.reduce((total, { distanceM }) => total + distanceM, 0),
    fuel_l: usedOf('l'),
    electricity_kwh: usedOf('kWh'),
    l_per_10km: rateOf('l'),
    kwh_per_10km: rateOf('kWh'),
    cost: sum(known.map(({ used, price }) => (used === null || price === null ? null : used * price))),
    source: sourceOf(sources),
    filled_l: filledOf('l'),
    charged_kwh: filledOf('kWh'),
  };
}

const sourceOf = (sources: ReadonlySet<'measured' | 'computed'>): FuelSource | null =>
  sources.size > 1 ? 'both' : ([...sources][0] ?? null);
