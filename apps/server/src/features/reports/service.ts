import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type { SummaryReport, summaryReport as summaryReportEndpoint } from '@spora/contract/reports/endpoints';
import { compareNames } from '@spora/messages/name-order';
import { currencyOf } from '../../core/people/account-currency.ts';
import type { ReportAsked, TollCost, TollCosts } from '../../core/reports.ts';
import { unitsWithTripLog } from '../../core/fleet/visible-units.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { askedOf, scopeOf } from './driven.ts';
import * as readModel from './read-model.ts';
import { type Driven, sumOf, towedOf } from './rules.ts';
import { ofTrips, tollsElsewhere, tollSum } from './tolls.ts';
import { fuelUnitOf } from '../trips/fuel/rules.ts';

/**
 * API-074, REP-009: administrators over every unit, also one that a lock hides from them, since totals are what a lock leaves them
 * (DEC-48); others over the units they were given and, by driver, themselves only: how far somebody drove privately is not theirs.
 */
export async function summaryReport(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof summaryReportEndpoint>,
  tollsOf?: TollCosts,
): Promise<HandlerData<typeof summaryReportEndpoint>> {
  return summaryOf(ctx, askedOf(body), tollsOf);
}

/** The same for who files it. Of a locked unit no toll is told: a passage of one day says where it was (DEC-48). */
export async function summaryOf(ctx: MemberCtx, asked: ReportAsked, tollsOf?: TollCosts): Promise<SummaryReport> {
  const byDriver = asked.groupBy === 'driver';
  const { months, unitIds, driverIds, listed } = await scopeOf(ctx, asked, { byDriver, tellsLocked: true });
  const rows = await readModel.summaryRows(ctx, { from: asked.from, to: asked.to, unitIds, driverIds });
  const currency = await currencyOf(ctx);
  const tollsAsked = { from: asked.from, to: asked.to, unitIds: unitIds.filter((id) => listed.has(id)), driverIds };
  const tolls = ofTrips(await tollsOf?.(ctx, tollsAsked));
  const keyOfToll = ({ driverId, unitId }: TollCost): number | null => (byDriver ? driverId : unitId);
  const tollsByKey = tolls && Map.groupBy(tolls, keyOfToll);
  const towed = towedOf(rows);
  const told = byDriver ? rows.filter((row) => !towed.includes(row)) : rows;
  const byKey = Map.groupBy(told, (row) => (byDriver ? row.driver_id : row.unit_id));
  const ids = [...byKey.keys()].filter((key) => key !== null);
  // The log names nobody of a private trip but to themselves, so one cannot look for theirs by driver (TRIP-032).
  const isInLog =
    (isByDriver: boolean) =>
    ({ unit_id, driver_id, type }: readModel.SummaryRow): boolean =>
      listed.has(unit_id) && !(isByDriver && type === 'private' && driver_id !== null && driver_id !== ctx.actor.memberId);
  const named = await (byDriver ? readModel.namesOfMembers : readModel.namesOfUnits)(ctx.db, ids);
  const names = new Map(named.map((row) => [row.id, row]));
  return {
    time_zone: ctx.actor.timeZone,
    currency,
    months: [...months],
    first_month: await beginsIn(ctx, unitIds, { months, rows }),
    rows: [...byKey]
      .map(([key, list]) => {
        const { name = '', registration_number = null, imei = null } = (key === null ? undefined : names.get(key)) ?? {};
        return {
          id: key,
          name,
          registration_number,
          imei,
          ...inMonths(list, months, {
            isInLog: isInLog(byDriver || driverIds.length > 0),
            tolls: tollsByKey && (tollsByKey.get(key) ?? []),
            currency,
            isTowed: () => false,
          }),
        };
      })
      .sort((a, b) => Number(a.id === null) - Number(b.id === null) || compareNames(a.name, b.name)),
    totals: inMonths(rows, months, {
      isInLog: isInLog(driverIds.length > 0),
      tolls,
      currency,
      isTowed: ({ is_towed }) => is_towed && towed.length > 0,
    }),
    towed:
      towed.length === 0
        ? null
        : {
            units: new Set(towed.map(({ unit_id }) => unit_id)).size,
            ...inMonths(towed, months, { isInLog: isInLog(driverIds.length > 0), tolls: null, currency, isTowed: () => false }),
          },
    without_trips:
      byDriver || driverIds.length > 0
        ? []
        : await withoutTrips(
            ctx,
            unitIds.filter((id) => listed.has(id)),
            byKey,
          ),
    reimbursement_rates: ratesOf(rows),
  };
}

/**
 * Of the units that the actor sees those without a row: it says no more than that the row is missing, so who is told nothing of somebody
 * else's private trip reads the same of its unit as if there were none (TRIP-032).
 */
async function withoutTrips(
  ctx: MemberCtx,
  unitIds: readonly number[],
  hasRow: ReadonlyMap<number | null, unknown>,
): Promise<SummaryReport['without_trips']> {
  const ids = unitIds.filter((id) => !hasRow.has(id));
  return ids.length === 0 ? [] : readModel.unitsInUse(ctx.db, await unitsWithTripLog(ctx, ids));
}

/** The month of the first trip where the period begins before it; not asked for where something was driven in its first month. */
async function beginsIn(
  ctx: MemberCtx,
  unitIds: readonly number[],
  { months, rows }: { readonly months: readonly string[]; readonly rows: readonly readModel.SummaryRow[] },
): Promise<string | null> {
  const [from = ''] = months;
  if (rows.some(({ month }) => month === from)) return null;
  const first = await readModel.firstMonth(ctx, unitIds);
  return first !== null && first > from ? first : null;
}

/** The rates that business driving was counted with, by car and day. */
function ratesOf(rows: readonly readModel.SummaryRow[]): SummaryReport['reimbursement_rates'] {
  const rates = rows.flatMap(({ type, reimbursed_car: car, reimbursement: per_10km, reimbursed_from: from }) =>
    type !== 'business' || per_10km === null || from === null ? [] : [{ car, per_10km, from }],
  );
  const each = new Map(rates.map((rate) => [`${rate.car} ${rate.from}`, rate]));
  return [...each].sort(([a], [b]) => a.localeCompare(b)).map(([, rate]) => rate);
}

const inMonths = (
  rows: readonly readModel.SummaryRow[],
  months: readonly string[],
  {
    isInLog,
    tolls,
    currency,
    isTowed,
  }: {
    isInLog: (row: readModel.SummaryRow) => boolean;
    tolls: readonly TollCost[] | null;
    currency: string;
    isTowed: (row: readModel.SummaryRow) => boolean;
  },
) => {
  const sum = (list: readonly readModel.SummaryRow[], paid: readonly TollCost[] | null) => ({
    ...sumOf(list.map((row) => drivenOf(row, { isInLog: isInLog(row), isTowed: isTowed(row) }))),
    tolls: tollSum(paid, currency),
    ...tollsElsewhere(paid, currency),
  });
  const parts = Map.groupBy(rows, (row) => row.month);
  const paidIn = tolls && Map.groupBy(tolls, (cost) => cost.month);
  return {
    months: months.map((month) => sum(parts.get(month) ?? [], paidIn && (paidIn.get(month) ?? []))),
    total: sum(rows, tolls),
  };
};

const drivenOf = (row: readModel.SummaryRow, { isInLog, isTowed }: Pick<Driven, 'isInLog' | 'isTowed'>): Driven => ({
  type: row.type,
  trips: row.trips,
  distanceM: row.distance_m,
  isAtSea: row.is_at_sea,
  isTowed,
  durationS: row.duration_s,
  untimed: row.untimed,
  isInLog,
  fuelUnit: fuelUnitOf(row.fuel_type),
  consumptionPer10Km: row.consumption_per_10km,
  co2GPerKm: row.co2_g_per_km,
  fuelPrice: row.fuel_price,
  reimbursementPer10Km: row.reimbursement,
});
