import { daysBetween, daysCovered, monthSpan } from '@spora/calendar/days';
import type { BenefitFigures, BenefitGap, BenefitPart, BenefitYear } from '@spora/contract/reports/benefit';
import { fuelOf } from '../../trips/fuel/rules.ts';

/** What somebody drove with a unit within a span in which nothing that prices it changed. */
export interface Driven {
  readonly type: 'business' | 'private' | 'other';
  readonly trips: number;
  readonly distanceM: number;
  /** What held on the day; null where nobody has said. */
  readonly consumptionPer10Km: number | null;
  readonly fuelPrice: number | null;
  readonly benefitFactor: number;
}

/**
 * REP-010, rates-and-rules.md 2.1: fuel cost = private km / 10 x consumption per 10 km x fuel price of the day; its value = that x the
 * benefit factor, and nothing where the company does not pay the fuel; tolls on private trips are added as they were paid, without the
 * factor. What cannot be priced is left out and, where it would have a value, named in `gaps`; where nothing can be priced the sums are
 * null. Nothing is rounded here: only what is shown is.
 */
export function benefitOf(driven: readonly Driven[], tolls: number | null, isFuelPaid: boolean): BenefitFigures {
  const metres = (type: Driven['type']): number =>
    driven.reduce((sum, each) => sum + (each.type === type ? each.distanceM : 0), 0);
  const [business, own, other] = [metres('business'), metres('private'), metres('other')];
  const all = business + own + other;
  const parts = driven.filter(({ type, distanceM }) => type === 'private' && distanceM > 0);
  const priced = parts.map((part) => {
    const fuel = fuelOf(part.distanceM, part.consumptionPer10Km);
    const cost = fuel === null || part.fuelPrice === null ? null : fuel * part.fuelPrice;
    return { fuel, cost, value: cost === null ? null : cost * part.benefitFactor };
  });
  const sum = (of: (each: (typeof priced)[number]) => number | null): number | null => {
    const known = priced.map(of).filter((value) => value !== null);
    return known.length === 0 && priced.length > 0 ? null : known.reduce((total, value) => total + value, 0);
  };
  const gaps: BenefitGap[] = [];
  if (isFuelPaid && parts.some(({ consumptionPer10Km }) => consumptionPer10Km === null)) gaps.push('consumption');
  if (isFuelPaid && parts.some(({ fuelPrice }) => fuelPrice === null)) gaps.push('price');
  const fuelValue = isFuelPaid ? sum(({ value }) => value) : 0;
  return {
    business_m: business,
    private_m: own,
    other_m: other,
    private_trips: driven.reduce((count, { type, trips }) => count + (type === 'private' ? trips : 0), 0),
    private_share: all > 0 ? own / all : null,
    fuel: sum(({ fuel }) => fuel),
    fuel_cost: sum(({ cost }) => cost),
    fuel_value: fuelValue,
    tolls,
    value: fuelValue === null ? null : fuelValue + (tolls ?? 0),
    gaps,
  };
}

/** The sum of figures: what is known of a part is told for that part. */
export function sumOfBenefits(list: readonly BenefitFigures[]): BenefitFigures {
  const add = (of: (each: BenefitFigures) => number): number => list.reduce((sum, each) => sum + of(each), 0);
  const known = (of: (each: BenefitFigures) => number | null): number | null => {
    // Where nothing was driven privately nothing is unknown: it says nothing of the others.
    const driven = list.filter(({ private_m }) => private_m > 0);
    const values = (driven.length > 0 ? driven : list).map(of).filter((value) => value !== null);
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
  };
  const [business, own, other] = [add((each) => each.business_m), add((each) => each.private_m), add((each) => each.other_m)];
  const all = business + own + other;
  return {
    business_m: business,
    private_m: own,
    other_m: other,
    private_trips: add((each) => each.private_trips),
    private_share: all > 0 ? own / all : null,
    fuel: known((each) => each.fuel),
    fuel_cost: known((each) => each.fuel_cost),
    fuel_value: known((each) => each.fuel_value),
    tolls: known((each) => each.tolls),
    value: known((each) => each.value),
    gaps: [...new Set(list.flatMap(({ gaps }) => gaps))].sort(),
  };
}

/** With what the private driving of a month was priced: what was priced alike is one part, in the order given. */
export function partsOf(driven: readonly Driven[]): BenefitPart[] {
  const parts = new Map<string, BenefitPart>();
  for (const { type, distanceM, consumptionPer10Km, fuelPrice, benefitFactor } of driven) {
    if (type !== 'private' || distanceM === 0) continue;
    const key = `${consumptionPer10Km} ${fuelPrice} ${benefitFactor}`;
    parts.set(key, {
      private_m: (parts.get(key)?.private_m ?? 0) + distanceM,
      consumption_per_10km: consumptionPer10Km,
      fuel_price: fuelPrice,
      benefit_factor: benefitFactor,
    });
  }
  return [...parts.values()];
}

/** REP-011: the calendar years that a period touches, each with the last day that is counted; one that has not begun has none. */
export function yearsOf(
  { from, to }: { readonly from: string; readonly to: string },
  today: string,
): { year: number; until: string }[] {
  const years: { year: number; until: string }[] = [];
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year += 1)
    if (`${year}-01-01` <= today) years.push({ year, until: today < `${year}-12-31` ? today : `${year}-12-31` });
  return years;
}

/** What was driven in a month of a year. */
export interface DrivenMonth {
  readonly month: string;
  readonly type: Driven['type'];
  readonly trips: number;
  readonly distanceM: number;
}

/**
 * REP-011: the business km of a year and what they come to at its end: what was driven, and for the days that are left the pace since the
 * first day of the month in which the first trip of the year was, so that a car that came in autumn is not held against the whole year.
 */
export function yearOf(
  { year, until }: { readonly year: number; readonly until: string },
  months: readonly DrivenMonth[],
  lines: Pick<BenefitYear, 'line_km' | 'private_occasions_max' | 'private_km_max'>,
): BenefitYear {
  const of = (type: Driven['type'], key: 'distanceM' | 'trips'): number =>
    months.reduce((sum, each) => sum + (each.type === type ? each[key] : 0), 0);
  const business = of('business', 'distanceM');
  const [first] = months.map(({ month }) => month).sort();
  const left = daysBetween(until, `${year}-12-31`);
  const driven = first === undefined ? 1 : Math.max(1, daysCovered(monthSpan(first).from, until));
  return {
    year,
    business_m: business,
    private_m: of('private', 'distanceM'),
    private_trips: of('private', 'trips'),
    until,
    forecast_m: business + (business / driven) * left,
    ...lines,
  };
}
