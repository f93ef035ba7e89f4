import { isWithinMonths } from '@spora/calendar/days';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import { LOG_MAX_MONTHS } from '@spora/contract/limits';
import type { summaryReport as summaryReportEndpoint } from '@spora/contract/reports/endpoints';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import * as readModel from './read-model.ts';
import { type Driven, monthsOf, sumOf } from './rules.ts';
import { requireTripLog, visibleUnitIds } from '../../core/fleet/visible-units.ts';
import { fuelUnitOf } from '../trips/fuel/rules.ts';

/**
 * API-074, REP-009: administrators over every unit, also one that a lock hides from them, since totals are what a lock leaves them
 * (DEC-48); others over the units they were given and, by driver, themselves only: how far somebody drove privately is not theirs.
 */
export async function summaryReport(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof summaryReportEndpoint>,
): Promise<HandlerData<typeof summaryReportEndpoint>> {
  if (!isWithinMonths(body.from, body.to, LOG_MAX_MONTHS)) throw new AppError('PeriodMaxMonths');
  const months = monthsOf(body.from, body.to);
  const unitIds = await wantedUnits(ctx, body.imeis);
  await requireTripLog(ctx, unitIds);
  const onlySelf = !ctx.actor.isAdmin && (body.group_by === 'driver' || body.driver_ids.length > 0);
  const driverIds = onlySelf ? [ctx.actor.memberId] : body.driver_ids;
  const rows = await readModel.summaryRows(ctx, { from: body.from, to: body.to, unitIds, driverIds });
  const byKey = Map.groupBy(rows, (row) => (body.group_by === 'unit' ? row.unit_id : row.driver_id));
  const ids = [...byKey.keys()].filter((key) => key !== null);
  const listed = new Set(await visibleUnitIds(ctx));
  // The log names nobody of a private trip but to themselves, so one cannot look for theirs by driver (TRIP-032).
  const isInLog =
    (byDriver: boolean) =>
    ({ unit_id, driver_id, type }: readModel.SummaryRow): boolean =>
      listed.has(unit_id) && !(byDriver && type === 'private' && driver_id !== null && driver_id !== ctx.actor.memberId);
  const named = await (body.group_by === 'unit' ? readModel.namesOfUnits : readModel.namesOfMembers)(ctx.db, ids);
  const names = new Map(named.map((row) => [row.id, row]));
  return {
    time_zone: ctx.actor.timeZone,
    currency: await readModel.currencyOf(ctx.db, ctx.actor),
    months,
    rows: [...byKey]
      .map(([key, list]) => {
        const { name = '', registration_number = null, imei = null } = (key === null ? undefined : names.get(key)) ?? {};
        return {
          id: key,
          name,
          registration_number,
          imei,
          ...inMonths(list, months, isInLog(body.group_by === 'driver' || driverIds.length > 0)),
        };
      })
      .sort((a, b) => Number(a.id === null) - Number(b.id === null) || a.name.localeCompare(b.name, 'sv')),
    totals: inMonths(rows, months, isInLog(driverIds.length > 0)),
  };
}

async function wantedUnits(ctx: MemberCtx, imeis: readonly string[]): Promise<number[]> {
  const ids = ctx.actor.isAdmin ? await readModel.accountUnitIds(ctx) : await visibleUnitIds(ctx);
  if (imeis.length === 0) return ids;
  const chosen = (await readModel.namesOfUnits(ctx.db, ids)).filter((unit) => unit.imei !== null && imeis.includes(unit.imei));
  if (chosen.length < new Set(imeis).size) throw new AppError('UnitNotFound');
  return chosen.map(({ id }) => id);
}

const inMonths = (
  rows: readonly readModel.SummaryRow[],
  months: readonly string[],
  isInLog: (row: readModel.SummaryRow) => boolean,
) => {
  const sum = (list: readonly readModel.SummaryRow[]) => sumOf(list.map((row) => drivenOf(row, isInLog(row))));
  const parts = Map.groupBy(rows, (row) => row.month);
  return { months: months.map((month) => sum(parts.get(month) ?? [])), total: sum(rows) };
};

const drivenOf = (row: readModel.SummaryRow, isInLog: boolean): Driven => ({
  type: row.type,
  trips: row.trips,
  distanceM: row.distance_m,
  durationS: row.duration_s,
  isInLog,
  fuelUnit: fuelUnitOf(row.fuel_type),
  consumptionPer10Km: row.consumption_per_10km,
  co2GPerKm: row.co2_g_per_km,
  fuelPrice: row.fuel_price,
  reimbursementPer10Km: row.reimbursement,
});
