import type {
  checkInByCode as checkInEndpoint,
  listCheckInCodes as listEndpoint,
  readCheckInCode as readEndpoint,
  renewCheckInCode as renewEndpoint,
} from '@spora/contract/drivers/endpoints';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import { AppError } from '../../platform/app-error.ts';
import { audit } from '../../core/people/audit.ts';
import { inTransaction, type MemberCtx } from '../../platform/ctx.ts';
import { requireMayCheckOut, requireMayLinkTags, requireMayUseCode } from './policy.ts';
import * as readModel from './read-model.ts';
import * as repository from './repository.ts';
import { changeDriver } from './service.ts';
import { findVisibleUnit, visibleUnitIds } from '../../core/fleet/visible-units.ts';
import { lockUnits } from '../../core/fleet/hold-units.ts';
import { requireFeatureOf } from '../../core/fleet/unit-features.ts';

/** DRV-009: the codes of all units that the administrator sees, to print. */
export async function listCodes(ctx: MemberCtx): Promise<HandlerData<typeof listEndpoint>> {
  return { codes: await readModel.codesOf(ctx, await visibleUnitIds(ctx)) };
}

export async function renewCode(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof renewEndpoint>,
): Promise<HandlerData<typeof renewEndpoint>> {
  requireMayLinkTags(ctx.actor);
  const unit = await findVisibleUnit(ctx, params.imei);
  await requireFeatureOf(ctx, unit.unitId, 'check-in');
  return inTransaction(ctx, async (inner) => {
    await repository.renewCode(inner.db, inner.actor, unit.unitId);
    await audit(inner, 'check-in-code-renewed', unit.name);
    const [code] = await readModel.codesOf(inner, [unit.unitId]);
    if (!code) throw new AppError('UnitNotFound');
    return { code };
  });
}

/** The unit behind a code, for somebody who may check in by it; a locked unit opens to nobody without access (decision 0013). */
async function findVisibleBehind(ctx: MemberCtx, code: string) {
  const unit = await readModel.unitByCode(ctx, code);
  if (!unit) throw new AppError('UnknownCheckInCode', { status: 404 });
  const hasAccess = (await visibleUnitIds(ctx)).includes(unit.id);
  requireMayUseCode({ hasAccess, isAllowedWithout: unit.locked_at === null && (await readModel.opensWithoutAccess(ctx)) });
  await requireFeatureOf(ctx, unit.id, 'check-in');
  return { ...unit, hasAccess };
}

/** DRV-009: what is shown before anybody confirms. */
export async function readCode(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof readEndpoint>,
): Promise<HandlerData<typeof readEndpoint>> {
  const unit = await findVisibleBehind(ctx, body.code);
  const current = await readModel.eventAt(ctx, unit.id, ctx.now());
  return {
    unit_id: unit.id,
    unit_name: unit.name,
    registration_number: unit.registration_number,
    checked_in:
      current?.driver_id && current.driver
        ? { driver: current.driver, since: current.told_at.toISOString(), is_own: current.driver_id === ctx.actor.memberId }
        : null,
    has_access: unit.hasAccess,
  };
}

/** DRV-009: oneself, from now on, with where one stood; or out again. */
export async function checkInByCode(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof checkInEndpoint>,
): Promise<HandlerData<typeof checkInEndpoint>> {
  const unit = await findVisibleBehind(ctx, body.code);
  return inTransaction(ctx, async (inner) => {
    await lockUnits(inner.db, [unit.id]);
    const from = inner.now();
    if (body.check_out) {
      const current = await readModel.eventAt(inner, unit.id, from);
      if (!current?.driver_id) throw new AppError('NotCheckedIn');
      requireMayCheckOut(inner.actor, current.driver_id);
    }
    const result = await changeDriver(
      inner,
      { unitId: unit.id, name: unit.name },
      {
        from,
        memberId: body.check_out ? null : inner.actor.memberId,
        source: 'qr',
        untilNext: true,
        lat: body.lat ?? undefined,
        lng: body.lng ?? undefined,
        givesCard: !body.check_out && !unit.hasAccess,
      },
    );
    return { unit_id: unit.id, since: from.toISOString(), checked_out: result.checked_out };
  });
}
