import type { SummaryFigures } from '@spora/contract/reports';

/** Trips of one kind within one month in which nothing that prices them changed. */
export interface Driven {
  readonly type: 'business' | 'private' | 'other';
  readonly trips: number;
  readonly distanceM: number;
  readonly durationS: number;
  /** Of the unit; null where nobody has said. */
  readonly consumptionPer10Km: number | null;
  readonly co2GPerKm: number | null;
  /** In force on the day: of a litre or kWh, and of 10 km of business driving. */
  readonly fuelPrice: number | null;
  readonly reimbursementPer10Km: number | null;
}

/**
 * REP-009: the sum of what was driven. Fuel = km / 10 x consumption per 10 km, its cost at the price of each day, CO2 = km x g per km,
 * reimbursement = business km / 10 x rate of each day (REP-005, rates-and-rules.md 2.4). A sum is null when nothing of it is known; what
 * is known of a part is told for that part. Nothing is rounded here: only what is shown is.
 */
export function sumOf(parts: readonly Driven[]): SummaryFigures {
  const perType = (type: Driven['type']) =>
    parts
      .filter((part) => part.type === type)
      .reduce<SummaryFigures['business']>(
        (sum, part) => ({
          trips: sum.trips + part.trips,
          distance_m: sum.distance_m + part.distanceM,
          duration_s: sum.duration_s + part.durationS,
        }),
        { trips: 0, distance_m: 0, duration_s: 0 },
      );
  const known = (of: (part: Driven) => number | null): number | null => {
    const values = parts.map(of).filter((value) => value !== null);
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
  };
  const fuel = (part: Driven) => (part.consumptionPer10Km === null ? null : (part.distanceM / 10_000) * part.consumptionPer10Km);
  return {
    business: perType('business'),
    private: perType('private'),
    other: perType('other'),
    reimbursement: known((part) =>
      part.type !== 'business' || part.reimbursementPer10Km === null
        ? null
        : (part.distanceM / 10_000) * part.reimbursementPer10Km,
    ),
    fuel: known(fuel),
    fuel_cost: known((part) => {
      const amount = fuel(part);
      return amount === null || part.fuelPrice === null ? null : amount * part.fuelPrice;
    }),
    co2_kg: known((part) => (part.co2GPerKm === null ? null : (part.distanceM / 1_000_000) * part.co2GPerKm)),
  };
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
