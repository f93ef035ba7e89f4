import type { FuelFigures, FuelSource } from '@spora/contract/reports/fuel';
import type { FuelUnit } from '@spora/contract/trips/endpoints';
import { fuelOf, fuelUnitOf, rateAsTold } from '../../trips/fuel/rules.ts';

/** What was driven within a span in which nothing that prices it changed. */
export interface Driven {
  readonly unitId: number;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly distanceM: number;
  readonly isAtSea: boolean;
  /** Counted with what towed it: only what it used is its own. */
  readonly isTowed: boolean;
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
  /** What was paid in all; null where it is not told. */
  readonly price: number | null;
  readonly currency: string | null;
  /** Per 10 km since the entry before; null where one of the two has no odometer. */
  readonly per10Km: number | null;
  /** `YYYY-MM-DD`, in the account's zone. */
  readonly day: string;
  readonly month: string;
}

/** What fuels are filled by: only electricity is charged. */
export const filledIn = (fuelType: string): FuelUnit => fuelUnitOf(fuelType);

/** What a vehicle's own counter told of a month, and how far it was driven on the days on which it did. */
export interface Counted {
  readonly unitId: number;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly litres: number;
  readonly distanceM: number;
}

/** What a unit used per 10 km, and over how far that was measured. */
export interface Rate {
  readonly per10Km: number;
  readonly overM: number;
}

/** What units were measured to use; null where they were not. */
export interface Measured {
  /** By the unit's own counter in that month. */
  readonly counted: (unitId: number, month: string) => Rate | null;
  /** By what was filled or charged in that month. */
  readonly filled: (unitId: number, unit: FuelUnit, month: string) => Rate | null;
}

/** On a shorter way a counter that grows by half litres tells little. */
const LEAST_COUNTED_M = 20_000;

/**
 * REP-012: what a unit was measured to use per 10 km. By its own counter, month by month: litres over the way on the days that both tell
 * of. Else by what was filled: all in the month after an entry with an odometer, over the way since it, which may have begun before the
 * month. So a month has one rate, whichever period it is looked at in, and one in which nothing was filled has none.
 */
export function measuredOf(filled: readonly Filled[], counted: readonly Counted[]): Measured {
  const byCounter = new Map(
    counted
      .filter(({ distanceM }) => distanceM >= LEAST_COUNTED_M)
      .map(({ unitId, month, litres, distanceM }) => [
        `${unitId} ${month}`,
        { per10Km: litres / (distanceM / 10_000), overM: distanceM },
      ]),
  );
  const byFilling = filledRates(filled);
  return {
    counted: (unitId, month) => byCounter.get(`${unitId} ${month}`) ?? null,
    filled: (unitId, unit, month) => byFilling.get(`${unitId} ${unit} ${month}`) ?? null,
  };
}

function filledRates(filled: readonly Filled[]): ReadonlyMap<string, Rate> {
  const sums = new Map<string, { amount: number; tenKm: number }>();
  for (const { unitId, unit, amount, per10Km, month } of filled) {
    if (per10Km === null || per10Km <= 0) continue;
    const key = `${unitId} ${unit} ${month}`;
    const sum = sums.get(key) ?? { amount: 0, tenKm: 0 };
    sums.set(key, { amount: sum.amount + amount, tenKm: sum.tenKm + amount / per10Km });
  }
  return new Map([...sums].map(([key, { amount, tenKm }]) => [key, { per10Km: amount / tenKm, overM: tenKm * 10_000 }]));
}

/**
 * REP-012: litres and kWh by the measured rate where the unit has one, else by what is stated of it; the cost by the price of each day. A
 * sum is null when nothing of it is known. Money is rounded part by part, so that rows add up however they are put together; rates are, as a
 * filling's is; nothing else. `filled`: null where it is not told, as by driver.
 */
export function figuresOf(driven: readonly Driven[], measured: Measured, filled: readonly Filled[] | null): FuelFigures {
  const parts = driven.map((part) => {
    const counted = part.fuelUnit === 'l' ? measured.counted(part.unitId, part.month) : null;
    const rate = counted ?? measured.filled(part.unitId, part.fuelUnit, part.month);
    const used = fuelOf(part.distanceM, rate?.per10Km ?? part.consumptionPer10Km);
    const cost = used === null || part.price === null ? null : toHundredths(used * part.price);
    return {
      ...part,
      rate,
      used,
      cost,
      source: used === null ? null : rate === null ? ('computed' as const) : ('measured' as const),
    };
  });
  const known = parts.filter(({ used, distanceM }) => used !== null && distanceM > 0);
  const of = (unit: FuelUnit) => known.filter(({ fuelUnit }) => fuelUnit === unit);
  const sum = (list: readonly (number | null)[]): number | null =>
    list.reduce<number | null>((total, value) => (value === null ? total : (total ?? 0) + value), null);
  const usedOf = (unit: FuelUnit): number | null => sum(of(unit).map(({ used }) => used));
  const rateOf = (unit: FuelUnit): number | null => {
    const used = usedOf(unit);
    // A trailer that is stated to use nothing goes far on it, and no fleet uses less for it.
    const metres = of(unit).reduce((total, part) => total + (part.used === 0 ? 0 : part.distanceM), 0);
    return used === null || metres === 0 ? null : rateAsTold(used / (metres / 10_000));
  };
  const sources = new Set(known.flatMap(({ source }) => source ?? []));
  const filledOf = (unit: FuelUnit): number | null =>
    filled === null ? null : sum(filled.filter((each) => each.unit === unit).map(({ amount }) => amount));
  const gone = driven.filter(({ isTowed }) => !isTowed);
  return {
    distance_m: gone.reduce((total, { distanceM }) => total + distanceM, 0),
    at_sea_m: gone.reduce((total, { distanceM, isAtSea }) => total + (isAtSea ? distanceM : 0), 0),
    fuel_l: usedOf('l'),
    electricity_kwh: usedOf('kWh'),
    l_per_10km: rateOf('l'),
    kwh_per_10km: rateOf('kWh'),
    cost: toHundredthsOrNull(sum(known.map(({ cost }) => cost))),
    source: sourceOf(sources),
    measured_m: filled && measuredWay(known),
    filled_l: filledOf('l'),
    charged_kwh: filledOf('kWh'),
    paid: filled && paidFor(filled),
    unpriced_fillings: (filled ?? []).filter(({ price }) => price === null).length,
  };
}

/** Of each unit's month at most what was driven in it: what was filled may have been used on a way that began before. */
const measuredWay = (parts: readonly (Driven & { readonly rate: Rate | null })[]): number =>
  [...Map.groupBy(parts, ({ unitId, month, fuelUnit }) => `${unitId} ${month} ${fuelUnit}`).values()].reduce((total, own) => {
    const drivenM = own.reduce((sum, { distanceM }) => sum + distanceM, 0);
    return total + Math.min(own[0]?.rate?.overM ?? 0, drivenM);
  }, 0);

/** Currencies are never added up. */
const paidFor = (filled: readonly Filled[]): { currency: string; amount: number }[] =>
  [...Map.groupBy(filled, ({ currency }) => currency)]
    .flatMap(([currency, own]) =>
      currency === null ? [] : [{ currency, amount: toHundredths(own.reduce((sum, { price }) => sum + (price ?? 0), 0)) }],
    )
    .toSorted((a, b) => a.currency.localeCompare(b.currency));

const toHundredths = (value: number): number => Math.round(value * 100) / 100;
const toHundredthsOrNull = (value: number | null): number | null => (value === null ? null : toHundredths(value));

const sourceOf = (sources: ReadonlySet<'measured' | 'computed'>): FuelSource | null =>
  sources.size > 1 ? 'both' : ([...sources][0] ?? null);

/** Of less a price says nothing: its cost is rounded. */
const LEAST_PRICED = 1;

/** What one litre, or one kWh, cost; null of what used both or hardly any, and where the price is not known. */
export function unitPriceOf({ fuel_l, electricity_kwh, cost }: FuelFigures): number | null {
  if (cost === null || (Boolean(fuel_l) && Boolean(electricity_kwh))) return null;
  const used = (fuel_l ?? 0) > 0 ? fuel_l : electricity_kwh;
  return used !== null && used >= LEAST_PRICED ? cost / used : null;
}

/** To what litres and kWh are rounded where they are told. */
const PER_STEP = 10;

/** Litres or kWh as a file tells them. */
export const inSteps = (value: number | null): number | null => (value === null ? null : Math.round(value * PER_STEP) / PER_STEP);

/** The sum of rows as they are told: whoever adds them up gets the same. What no row tells, as what trailers used by driver, is in it all the same. */
export function sumInSteps(values: readonly (number | null)[], exact: number | null): number | null {
  const shown = values.reduce<number>((sum, value) => sum + (inSteps(value) ?? 0), 0);
  const mostOff = (values.length + 1) / (2 * PER_STEP);
  return exact === null || Math.abs(shown - exact) > mostOff ? inSteps(exact) : inSteps(shown);
}
