import { dayIn } from '@spora/calendar/zones';
import type {
  getRetention as getEndpoint,
  previewRetention as previewEndpoint,
  setRetention as setEndpoint,
} from '@spora/contract/accounts/settings';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import { AUDIT_KEPT_MONTHS, DELIVERY_LOG_KEPT_DAYS, LOG_KEPT_YEARS } from '@spora/contract/limits';
import { audit } from '../../../core/people/audit.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { requireUnchanged } from '../../../platform/http/unchanged.ts';
import { requireMayRunAccount } from '../policy.ts';
import { holdAccount } from '../../../core/people/hold-account.ts';
import * as repository from './repository.ts';
import { nextErasure } from './rules.ts';

/** ADM-021, CONST-060. `max` is the longest that the installation keeps anything. */
export async function getRetention({ db, actor }: MemberCtx, max: number): Promise<CallData<typeof getEndpoint>> {
  return {
    ...(await repository.retentionOf(db, actor.accountId)),
    position_months_max: max,
    log_years: LOG_KEPT_YEARS,
    audit_months: AUDIT_KEPT_MONTHS,
    delivery_log_days: DELIVERY_LOG_KEPT_DAYS,
  };
}

/** The consequence, before it is saved. */
export async function previewRetention(
  { db, actor, now }: MemberCtx,
  { query }: HandlerInput<typeof previewEndpoint>,
): Promise<CallData<typeof previewEndpoint>> {
  const erasedAt = nextErasure(now());
  const outlook = await repository.outlookOf(db, actor.accountId, query, erasedAt);
  return {
    ...outlook,
    erased_at: erasedAt.toISOString(),
    positions_before: dayIn(outlook.positions_before, actor.timeZone),
    private_positions_before: dayIn(outlook.private_positions_before, actor.timeZone),
  };
}

export async function setRetention(
  ctx: MemberCtx,
  { body: { was, ...wanted } }: HandlerInput<typeof setEndpoint>,
  max: number,
): Promise<Record<string, never>> {
  const { db, actor } = ctx;
  requireMayRunAccount(actor);
  if (wanted.position_months > max) throw new AppError('KeptTooLong', { status: 422 });
  await holdAccount(db, actor.accountId);
  const before = await repository.retentionOf(db, actor.accountId);
  requireUnchanged(before, { ...wanted, was });
  await repository.updateRetention(db, actor.accountId, wanted);
  await audit(ctx, 'retention-changed', '', {
    ...wanted,
    position_months_before: before.position_months,
    private_position_months_before: before.private_position_months,
  });
  return {};
}
