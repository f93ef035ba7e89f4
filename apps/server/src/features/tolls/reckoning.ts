import { addDays, monthAfter, monthSpan } from '@spora/calendar/days';
import { dayIn, startOfDay } from '@spora/calendar/zones';
import { DEFAULT_TARIFFS, type Tariff } from '@spora/tolls/tariffs';
import type { MemberCtx } from '../../platform/ctx.ts';
import * as readModel from './read-model.ts';
import { charged, type ChargedPassage, tariffsInForce, vehicleOf, withCorrections, type WithheldSum } from './rules.ts';
import { enteredTariffs } from './tariffs-api.ts';

export interface TollsAsked {
  /** Days of the account's zone, both included. */
  readonly from: string;
  readonly to: string;
  readonly unitIds: readonly number[];
  /** Empty: whoever drove. */
  readonly driverIds: readonly number[];
}

export interface UnitWithheldSum extends WithheldSum {
  readonly unitId: number;
}

export interface Tolls {
  readonly units: ReadonlyMap<number, readModel.NamedUnit>;
  readonly tariffs: readonly Tariff[];
  /** In order of unit and time. */
  readonly told: readonly ChargedPassage[];
  /** What others' private trips cost: of whole months that are over, so that no difference of two questions tells a day (TRIP-032). */
  readonly withheld: readonly UnitWithheldSum[];
  /** Of a time in the period, `YYYY-MM` in the account's zone; null for any other. */
  readonly monthOf: (atMs: number) => string | null;
}

/**
 * What units passed in a period, and what it cost by the tariffs in force now. Read from passages alone. A day's maximum and a month's ceiling
 * count from before the period: it is read from the beginning of its first month.
 */
export async function readTolls(ctx: MemberCtx, asked: TollsAsked): Promise<Tolls> {
  const { timeZone } = ctx.actor;
  const before = startOfDay(addDays(asked.to, 2), timeZone);
  const from = startOfDay(addDays(monthSpan(asked.from.slice(0, 7)).from, -1), timeZone);
  const span = { unitIds: asked.unitIds, from, before };
  const found = await readModel.passagesIn(ctx, span);
  const corrections = await readModel.correctionsIn(ctx, span);
  const tariffs = tariffsInForce(DEFAULT_TARIFFS, await enteredTariffs(ctx.db));
  const trips = new Map(corrections.map((correction) => [correction.id, correction]));
  const passages = withCorrections(found, corrections, ({ id }) => trips.get(id) ?? null);
  const byUnit = Map.groupBy(passages, ({ unitId }) => unitId);
  const units = await readModel.unitsById(ctx, asked.unitIds);
  const monthOf = monthsBetween(asked.from, asked.to, timeZone);
  const today = dayIn(ctx.now(), timeZone);
  const monthOver = (atMs: number): string | null => {
    const month = monthOf(atMs);
    if (month === null) return null;
    const { from: first, to: last } = monthSpan(month);
    return last < today && first >= asked.from && last <= asked.to ? month : null;
  };
  const isAsked = (driverId: number | null): boolean =>
    asked.driverIds.length === 0 || (driverId !== null && asked.driverIds.includes(driverId));
  const told: ChargedPassage[] = [];
  const withheld: UnitWithheldSum[] = [];
  for (const [unitId, own] of byUnit) {
    const unit = units.get(unitId);
    if (!unit) continue;
    const cost = charged(own, tariffs, vehicleOf(unit), monthOver);
    for (const passage of cost.told)
      if (monthOf(passage.atMs) !== null && isAsked(passage.trip?.driverId ?? null)) told.push(passage);
    for (const sum of cost.withheld) if (isAsked(sum.driverId)) withheld.push({ ...sum, unitId });
  }
  return { units, tariffs, told, withheld, monthOf };
}

/** The months that a period of days touches, `YYYY-MM`, in order. */
export function monthsTouched(from: string, to: string): string[] {
  const months = [from.slice(0, 7)];
  for (let month = monthAfter(months[0] ?? '', 1); month <= to.slice(0, 7); month = monthAfter(month, 1)) months.push(month);
  return months;
}

/** Tells the month of a time by where the months of the period begin, which is asked of each of a year's passages. */
function monthsBetween(from: string, to: string, timeZone: string): (atMs: number) => string | null {
  const months = monthsTouched(from, to);
  const starts = months.map((month, i) => startOfDay(i === 0 ? from : `${month}-01`, timeZone).getTime());
  const endMs = startOfDay(addDays(to, 1), timeZone).getTime();
  return (atMs) => (atMs >= endMs ? null : (months[starts.findLastIndex((start) => start <= atMs)] ?? null));
}
