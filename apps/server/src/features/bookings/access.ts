import { hasRight } from '../../core/fleet/member-rights.ts';
import { hasTripLog, requireFeature } from '../../core/fleet/unit-features.ts';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import type { Booker } from './policy.ts';
import * as readModel from './read-model.ts';

/** NAV-017: booking is the account's to have or not. */
export async function requireEnabled({ db, actor }: MemberCtx): Promise<void> {
  if (!(await readModel.isEnabled(db, actor.accountId))) throw new AppError('BookingIsOff', { status: 403 });
}

export const bookerOf = async (ctx: Pick<MemberCtx, 'db' | 'actor'>): Promise<Booker> => ({
  memberId: ctx.actor.memberId,
  isAdmin: ctx.actor.isAdmin,
  ...(ctx.actor.visit && { visit: ctx.actor.visit }),
  mayEditAll: ctx.actor.isAdmin || (await hasRight(ctx, 'edit-all-bookings')),
});

/** A unit that the actor can book; throws UnitNotFound, BasicSubscription or FeatureOff. */
export async function findBookable(
  ctx: MemberCtx,
  imei: string,
  { tellsOverdue = false }: { tellsOverdue?: boolean } = {},
): Promise<readModel.BookableUnit> {
  await requireEnabled(ctx);
  const [unit] = await readModel.unitsOf(ctx, { imeis: [imei], tellsOverdue });
  if (!unit) throw new AppError('UnitNotFound');
  if (!hasTripLog(unit)) throw new AppError('BasicSubscription', { status: 403 });
  requireFeature(unit, 'booking');
  return unit;
}
