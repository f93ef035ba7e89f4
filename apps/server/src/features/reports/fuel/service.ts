import { type DaySpan, monthOf, monthSpan } from '@spora/calendar/days';
import { dayIn } from '@spora/calendar/zones';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type { FuelReport, fuelReport } from '@spora/contract/reports/fuel';
import { compareNames } from '@spora/messages/name-order';
import { currencyOf } from '../../../core/people/account-currency.ts';
import type { ReportAsked } from '../../../core/reports.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { rowsWithin } from '../../refuelling/api.ts';
import { fuelUnitOf } from '../../trips/fuel/rules.ts';
import { askedOf, scopeOf } from '../driven.ts';
import { namesOfMembers, namesOfUnits, type SummaryRow, summaryRows } from '../read-model.ts';
import { towedOf } from '../rules.ts';
import { countedWithin } from './read-model.ts';
import { type Driven, figuresOf, filledIn, type Filled, measuredOf } from './rules.ts';

/** API-074, REP-012. A lock hides the unit here from whom it hides it elsewhere: fuel is none of the two reports that it leaves (DEC-48). */
export const fuelUsed = (ctx: MemberCtx, { body }: HandlerInput<typeof fuelReport>): Promise<HandlerData<typeof fuelReport>> =>
  fuelOfAsked(ctx, askedOf(body));

/** The same for who files it. */
export async function fuelOfAsked(ctx: MemberCtx, asked: ReportAsked): Promise<FuelReport> {
  const byDriver = asked.groupBy === 'driver';
  const { months, unitIds, driverIds } = await scopeOf(ctx, asked, { byDriver, tellsLocked: false });
  const { from, to } = asked;
  const rows = await summaryRows(ctx, { from, to, unitIds, driverIds });
  // A month is measured whole, of which a part is asked for too: what it uses does not hang on the period.
  const whole = { from: monthSpan(monthOf(from)).from, to: monthSpan(monthOf(to)).to };
  const filledThen = await filledOf(ctx, whole, unitIds);
  const filled = filledThen.filter(({ day }) => day >= from && day <= to);
  const measured = measuredOf(filledThen, await countedWithin(ctx, { ...whole, unitIds }));
  // What was filled is the unit's, whoever drove on it.
  const tellsFilled = !byDriver && driverIds.length === 0;
  const towed = towedOf(rows);
  const told = byDriver ? rows.filter((row) => !towed.includes(row)) : rows;
  const byKey = Map.groupBy(told, (row) => (byDriver ? row.driver_id : row.unit_id));
  const filledBy = tellsFilled ? Map.groupBy(filled, ({ unitId }) => unitId) : new Map<number, Filled[]>();
  for (const unitId of filledBy.keys()) if (!byKey.has(unitId)) byKey.set(unitId, []);
  const ids = [...byKey.keys()].filter((key) => key !== null);
  const names = new Map((await (byDriver ? namesOfMembers : namesOfUnits)(ctx.db, ids)).map((row) => [row.id, row]));
  const inMonths = (list: readonly SummaryRow[], own: readonly Filled[] | null, without: readonly SummaryRow[] = []) => {
    const ofMonth = Map.groupBy(list, ({ month }) => month);
    const one = (part: readonly SummaryRow[], mine: readonly Filled[] | null) =>
      figuresOf(
        part.map((row) => drivenOf(row, without.includes(row))),
        measured,
        mine,
      );
    return {
      months: months.map((month) => one(ofMonth.get(month) ?? [], own && own.filter((each) => each.month === month))),
      total: one(list, own),
    };
  };
  return {
    time_zone: ctx.actor.timeZone,
    currency: await currencyOf(ctx),
    months: [...months],
    rows: [...byKey]
      .map(([key, list]) => {
        const { name = '', registration_number = null, imei = null } = (key === null ? undefined : names.get(key)) ?? {};
        const own = tellsFilled && key !== null ? (filledBy.get(key) ?? []) : null;
        return { id: key, name, registration_number, imei, ...inMonths(list, own) };
      })
      .sort((a, b) => Number(a.id === null) - Number(b.id === null) || compareNames(a.name, b.name)),
    totals: inMonths(rows, tellsFilled ? filled : null, towed),
    towed:
      towed.length === 0
        ? null
        : {
            units: new Set(towed.map(({ unit_id }) => unit_id)).size,
            distance_m: towed.reduce((sum, { distance_m }) => sum + distance_m, 0),
          },
  };
}

async function filledOf(ctx: MemberCtx, { from, to }: DaySpan, unitIds: readonly number[]): Promise<Filled[]> {
  const rows = await rowsWithin(ctx, { unitIds, from, to, memberIds: [], departments: [], tags: [] });
  return rows.map((row) => ({
    unitId: row.unit_id,
    unit: filledIn(row.fuel_type),
    amount: row.amount,
    price: row.price,
    currency: row.price === null ? null : row.currency,
    per10Km: row.per_10km,
    day: dayIn(row.day_at, ctx.actor.timeZone),
    month: dayIn(row.day_at, ctx.actor.timeZone).slice(0, 7),
  }));
}

const drivenOf = (row: SummaryRow, isTowed: boolean): Driven => ({
  unitId: row.unit_id,
  month: row.month,
  distanceM: row.distance_m,
  isAtSea: row.is_at_sea,
  isTowed,
  fuelUnit: fuelUnitOf(row.fuel_type),
  consumptionPer10Km: row.consumption_per_10km,
  price: row.fuel_price,
});
