import type { ClosedReason } from '@spora/contract/bookings/limits';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { timesOutsideHours } from '../trips/working-hours/api.ts';
import * as readModel from './read-model.ts';
import { overlaps, type Span } from './rules.ts';
import { settingsOf } from './settings-repository.ts';

export interface ClosedTime extends Span {
  readonly why: ClosedReason;
}

/**
 * When nobody drives the units within a span, as far as the account wants it so: outside working hours, or as long as one is not inspected
 * in time. Those that are open all the time are not in the answer.
 */
export async function closedTimes(
  ctx: MemberCtx,
  unitIds: readonly number[],
  span: Span,
): Promise<Map<number, readonly ClosedTime[]>> {
  const { db, actor } = ctx;
  const settings = await settingsOf(db, actor.accountId);
  const outside = settings.only_working_hours ? await timesOutsideHours(db, unitIds, span) : [];
  const overdue = settings.only_inspected ? await readModel.overduePlans(db, actor.accountId, unitIds) : [];
  return new Map<number, readonly ClosedTime[]>([
    ...[...outside].map(([id, times]): [number, ClosedTime[]] => [
      id,
      times.map((time) => ({ ...time, why: 'BookingOutsideHours' })),
    ]),
    ...[...overdue]
      .filter(([, plans]) => plans.includes('inspection'))
      .map(([id]): [number, ClosedTime[]] => [id, [{ ...span, why: 'BookingInspectionOverdue' }]]),
  ]);
}

/** What is against driving a unit at all these times; null: nothing. */
export const whyClosed = (closed: readonly ClosedTime[] | undefined, span: Span): ClosedReason | null =>
  closed?.find((each) => overlaps(each, span))?.why ?? null;

/** Throws what is against driving the unit within the span. */
export async function requireOpen(ctx: MemberCtx, unitId: number, span: Span): Promise<void> {
  const why = whyClosed((await closedTimes(ctx, [unitId], span)).get(unitId), span);
  if (why) throw new AppError(why, { status: 422 });
}
