import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type {
  lockLog as lockLogEndpoint,
  lockUnit as lockEndpoint,
  UnitDetails,
  unlockUnit as unlockEndpoint,
} from '@spora/contract/units/endpoints';
import type { Language } from '@spora/messages/languages';
import { AppError } from '../../../platform/app-error.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { InputError } from '../../../platform/http/envelope.ts';
import { orderMail } from '../../../platform/mail/order.ts';
import { requireCan } from '../../../core/fleet/unit-rights.ts';
import { lockRow, updateUnit } from '../../../core/fleet/unit-row.ts';
import { getUnit } from '../administration/service.ts';
import * as repository from './repository.ts';
import { findManaged, findOpen, unitCanOf } from '../../../core/fleet/managed-units.ts';
import { audit } from '../../../core/people/audit.ts';
import { insertChanges } from '../../../core/fleet/unit-history.ts';

/** LOCK-002: from now on only the locker and those who were given the unit see it. */
export async function lockUnit(ctx: MemberCtx, { params, body }: HandlerInput<typeof lockEndpoint>): Promise<UnitDetails> {
  const { db, actor, now } = ctx;
  const found = await findOpen(ctx, params.imei);
  await lockRow(db, actor.accountId, found.id);
  const row = await findOpen(ctx, params.imei);
  if (row.locked_at) throw new AppError('AlreadyLocked');
  requireCan(await unitCanOf(ctx, row), 'lock');
  await updateUnit(db, actor.accountId, row.id, { locked_at: now(), locked_by_member_id: actor.memberId });
  await record(ctx, row, 'lock', body.reason);
  return getUnit(ctx, params.imei);
}

/** LOCK-003: only who locked it, or support; whoever locked it is told by mail. */
export async function unlockUnit(ctx: MemberCtx, { params, body }: HandlerInput<typeof unlockEndpoint>): Promise<UnitDetails> {
  const { db, actor, now } = ctx;
  const found = await findManaged(ctx, params.imei);
  await lockRow(db, actor.accountId, found.id);
  const row = await findManaged(ctx, params.imei);
  if (!row.locked_at || row.locked_by_member_id === null) throw new AppError('NotLocked');
  if (actor.visit && !body.reason) throw new InputError({ reason: ['SpecifyReason'] });
  if (!(await unitCanOf(ctx, row)).unlock) throw new AppError('OnlyLockerUnlocks', { status: 403 });
  await updateUnit(db, actor.accountId, row.id, { locked_at: null, locked_by_member_id: null });
  await record(ctx, row, 'unlock', body.reason);
  const locker = await repository.memberToTell(db, actor, row.locked_by_member_id);
  if (locker)
    await orderMail(db, {
      template: 'unit-unlocked',
      params: {
        fullName: locker.full_name,
        unitName: row.name,
        byName: actor.visit?.staffName ?? (await repository.memberToTell(db, actor, actor.memberId))?.full_name ?? '',
      },
      to: locker.email,
      language: locker.language as Language,
      subsiteId: locker.subsite_id,
      accountId: actor.accountId,
      at: now(),
    });
  return getUnit(ctx, params.imei);
}

async function record(
  ctx: MemberCtx,
  unit: { id: number; name: string },
  action: 'lock' | 'unlock',
  reason: string,
): Promise<void> {
  const { db, actor, now } = ctx;
  const at = now();
  await repository.insertEntry(db, actor, { unitId: unit.id, at, action, reason });
  await insertChanges(db, actor, unit.id, at, [
    { field: 'lock', before: action === 'lock' ? '' : 'locked', after: action === 'lock' ? 'locked' : '' },
  ]);
  await audit(ctx, action === 'lock' ? 'unit-locked' : 'unit-unlocked', unit.name);
}

/** LOCK-007, LOCK-008. */
export async function readLockLog(ctx: MemberCtx, imei: string): Promise<CallData<typeof lockLogEndpoint>> {
  const row = await findManaged(ctx, imei);
  const entries = await repository.entriesOf(ctx.db, ctx.actor, row.id);
  return {
    rows: entries.map(({ at, action, reason, full_name, actor_name }) => ({
      at: at.toISOString(),
      action: action as 'lock' | 'unlock',
      user: full_name ?? actor_name,
      reason,
      unit: row.name,
    })),
  };
}
