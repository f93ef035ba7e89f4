import type { Notice } from '@spora/contract/users/endpoints';
import { audit } from '../../../core/people/audit.ts';
import { inTransaction, type MemberCtx } from '../../../platform/ctx.ts';
import { requireMayManageMembers } from '../policy.ts';
import * as repository from './repository.ts';

/** SEC-016: what the notice for drivers says of this account. */
export async function readNotice({ db, actor }: MemberCtx): Promise<Notice> {
  const found = await repository.noticeOf(db, actor);
  return {
    position_months: found.position_months,
    private_position_months: found.private_position_months,
    required: found.notice_required_at !== null,
    acknowledged_at: found.notice_acknowledged_at?.toISOString() ?? null,
  };
}

/** The company can show that somebody was told, and when: it is on record. */
export async function acknowledgeNotice(ctx: MemberCtx): Promise<Notice> {
  await repository.updateAcknowledged(ctx.db, ctx.actor, ctx.now());
  await audit(ctx, 'notice-read');
  return readNotice(ctx);
}

/** From now on every member reads it before anything else, also those who read it before; or nobody has to. */
export async function requireNotice(ctx: MemberCtx, isRequired: boolean): Promise<Notice> {
  requireMayManageMembers(ctx.actor);
  return inTransaction(ctx, async (inside) => {
    const { db, actor } = inside;
    if (await repository.updateRequired(db, actor.accountId, isRequired ? inside.now() : null))
      await audit(inside, isRequired ? 'notice-required' : 'notice-not-required');
    return readNotice(inside);
  });
}
