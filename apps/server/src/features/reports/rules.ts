import type { SummaryFigures } from '@spora/contract/reports/endpoints';
import type { FuelUnit } from '@spora/contract/trips/endpoints';
import { co2KgOf, fuelOf, fuelSums } from '../trips/fuel/rules.ts';

/** Trips of one kind within one month in which nothing that prices them changed. */
export interface Driven {
  readonly type: 'business' | 'private' | 'other';
  readonly trips: number;
  readonly distanceM: number;
  readonly isAtSea: boolean;
  /** Counted with what towed it: only what it used, gave off and cost is its own. */
  readonly isTowed: boolean;
  readonly durationS: number;
  /** Of how many of the trips no time is told. */
  readonly untimed: number;
  /** Whether the log lists them to who asks. */
  readonly isInLog: boolean;
  readonly fuelUnit: FuelUnit;
  /** What held for the unit on the day; null where nobody has said. */
  readonly consumptionPer10Km: number | null;
  readonly co2GPerKm: number | null;
  /** In force on the day: of a litre or kWh, and of 10 km of business driving. */
  readonly fuelPrice: number | null;
  readonly reimbursementPer10Km: number | null;
}

/**
 * REP-009: the sum of what was driven. Fuel and CO2 by the rules of a trip, the cost of fuel at the price of each day, reimbursement = business km / 10 x rate of each day (REP-005, rates-and-rules.md 2.4). A sum is null when nothing of it is known; what
 * is known of a part is told for that part. Nothing is rounded here: only what is shown is.
 */
export function sumOf(parts: readonly Driven[]): Omit<SummaryFigures, 'tolls' | 'tolls_elsewhere'> {
  const driven = parts.filter(({ isTowed }) => !isTowed);
  const perType = (type: Driven['type']) =>
    driven
      .filter((part) => part.type === type)
      .reduce<SummaryFigures['business']>(
        (sum, part) => ({
          trips: sum.trips + part.trips,
          distance_m: sum.distance_m + part.distanceM,
          at_sea_m: sum.at_sea_m + (part.isAtSea ? part.distanceM : 0),
          duration_s: sum.duration_s + part.durationS,
          ...(part.untimed + (sum.untimed ?? 0) > 0 ? { untimed: part.untimed + (sum.untimed ?? 0) } : {}),
          in_log: sum.in_log && part.isInLog,
        }),
        { trips: 0, distance_m: 0, at_sea_m: 0, duration_s: 0, in_log: true },
      );
  const used = parts.map((part) => ({
    price: part.fuelPrice,
    fuel: fuelOf(part.distanceM, part.consumptionPer10Km),
    fuel_unit: part.fuelUnit,
    co2_kg: co2KgOf(part.distanceM, part.co2GPerKm),
  }));
  return {
    business: perType('business'),
    private: perType('private'),
    other: perType('other'),
    reimbursement: sumOfKnown(
      driven.map((part) =>
        part.type !== 'business' || part.reimbursementPer10Km === null
          ? null
          : (part.distanceM / 10_000) * part.reimbursementPer10Km,
      ),
    ),
    fuel_cost: sumOfKnown(used.map(({ fuel, price }) => (fuel === null || price === null ? null : fuel * price))),
    ...fuelSums(used),
  };
}

const sumOfKnown = (values: readonly (number | null)[]): number | null =>
  values.reduce((sum, value) => (value === null ? sum : (sum ?? 0) + value), null);

/**
 * What of some rows trailers went, beside others: what towed them went the same way, so it is in no sum and nobody's driving. Nothing of
 * rows of trailers alone, as nothing is counted twice there.
 */
export function towedOf<Row extends { readonly is_towed: boolean }>(rows: readonly Row[]): readonly Row[] {
  const towed = rows.filter(({ is_towed }) => is_towed);
  return towed.length < rows.length ? towed : [];
}

/** The months that a period of days touches, `YYYY-MM`, in order. */
export function monthsOf(from: string, to: string): string[] {
  const months: string[] = [];
  for (let [year = 0, month = 1] = from.split('-').map(Number); ; month === 12 ? ((month = 1), year++) : month++) {
    const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
    if (text > to.slice(0, 7)) return months;
    months.push(text);
  }
}
