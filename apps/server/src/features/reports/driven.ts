import { isWithinMonths } from '@spora/calendar/days';
import { LOG_MAX_MONTHS } from '@spora/contract/limits';
import { inDepartments, requireTripLog, visibleUnitIds } from '../../core/fleet/visible-units.ts';
import type { ReportAsked } from '../../core/reports.ts';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import * as readModel from './read-model.ts';
import { monthsOf } from './rules.ts';

/** A call's filter as the reports are asked. */
export const askedOf = (body: {
  readonly from: string;
  readonly to: string;
  readonly group_by?: ReportAsked['groupBy'];
  readonly imeis: readonly string[];
  readonly driver_ids: readonly number[];
  readonly departments: readonly string[];
  readonly sort?: string | undefined;
  readonly show?: ReportAsked['show'];
}): ReportAsked => ({
  from: body.from,
  to: body.to,
  groupBy: body.group_by ?? 'unit',
  imeis: body.imeis,
  driverIds: body.driver_ids,
  departments: body.departments,
  ...(body.sort && { sort: body.sort }),
  ...(body.show && { show: body.show }),
});

export interface Driven {
  /** `YYYY-MM`: those that the period touches. */
  readonly months: readonly string[];
  readonly unitIds: readonly number[];
  /** Empty: whoever drove. */
  readonly driverIds: readonly number[];
  /** Of these units the log lists trips to the actor. */
  readonly listed: ReadonlySet<number>;
}

/**
 * Whom and what a report may be about: administrators over every unit, also one that a lock hides from them, where totals are what a lock
 * leaves them (DEC-48: the summary and the benefit value); others over the units they were given and, by driver, themselves only: how far
 * somebody drove privately is not theirs (TRIP-032). Throws for more than twelve months (REP-002), for units that are not there for the
 * actor, and for those that have a log only.
 */
export async function scopeOf(
  ctx: MemberCtx,
  asked: ReportAsked,
  { byDriver, tellsLocked }: { readonly byDriver: boolean; readonly tellsLocked: boolean },
): Promise<Driven> {
  if (!isWithinMonths(asked.from, asked.to, LOG_MAX_MONTHS)) throw new AppError('PeriodMaxMonths');
  const visible = await visibleUnitIds(ctx);
  const mayBeTold = ctx.actor.isAdmin && tellsLocked ? await readModel.accountUnitIds(ctx) : visible;
  const unitIds = await inDepartments(ctx, await wantedUnits(ctx, asked.imeis, mayBeTold), asked.departments);
  await requireTripLog(ctx, unitIds);
  const onlySelf = !ctx.actor.isAdmin && (byDriver || asked.driverIds.length > 0);
  return {
    months: monthsOf(asked.from, asked.to),
    unitIds,
    driverIds: onlySelf ? [ctx.actor.memberId] : asked.driverIds,
    listed: new Set(visible),
  };
}

async function wantedUnits(ctx: MemberCtx, imeis: readonly string[], ids: readonly number[]): Promise<readonly number[]> {
  if (imeis.length === 0) return ids;
  const chosen = (await readModel.namesOfUnits(ctx.db, ids)).filter((unit) => unit.imei !== null && imeis.includes(unit.imei));
  if (chosen.length < new Set(imeis).size) throw new AppError('UnitNotFound');
  return chosen.map(({ id }) => id);
}
