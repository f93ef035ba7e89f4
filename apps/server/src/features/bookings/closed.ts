import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { unitsOutsideHours } from '../trips/working-hours/api.ts';
import * as readModel from './read-model.ts';
import type { Span } from './rules.ts';
import { settingsOf } from './settings-repository.ts';

export type WhyClosed = 'BookingOutsideHours' | 'BookingInspectionOverdue';

/** Those of the units that nobody drives within a span, as far as the account wants it so: outside working hours, or not inspected in time. */
export async function closedWithin(ctx: MemberCtx, unitIds: readonly number[], span: Span): Promise<Map<number, WhyClosed>> {
  const { db, actor } = ctx;
  const settings = await settingsOf(db, actor.accountId);
  const outside = settings.only_working_hours ? await unitsOutsideHours(db, unitIds, span) : [];
  const overdue = settings.only_inspected ? await readModel.uninspected(db, actor.accountId, unitIds) : [];
  return new Map<number, WhyClosed>([
    ...[...outside].map((id): [number, WhyClosed] => [id, 'BookingOutsideHours']),
    ...overdue.map((id): [number, WhyClosed] => [id, 'BookingInspectionOverdue']),
  ]);
}

/** Throws what is against driving the unit within one of the spans. */
export async function requireOpen(ctx: MemberCtx, unitId: number, spans: readonly Span[]): Promise<void> {
  for (const span of spans) {
    const why = (await closedWithin(ctx, [unitId], span)).get(unitId);
    if (why) throw new AppError(why, { status: 422 });
  }
}
