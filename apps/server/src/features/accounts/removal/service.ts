import { DAY_MS } from '@spora/calendar/durations';
import { dayIn } from '@spora/calendar/zones';
import type { askRemoval as askEndpoint, getRemoval as getEndpoint } from '@spora/contract/accounts/settings';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import { REMOVAL_WAIT_DAYS } from '@spora/contract/limits';
import type { Language } from '@spora/messages/languages';
import { AppError } from '../../../platform/app-error.ts';
import { audit } from '../../../core/people/audit.ts';
import { writeAudit } from '../../../platform/observing/audit.ts';
import { type Ctx, inTransaction, type MemberCtx } from '../../../platform/ctx.ts';
import { orderMail } from '../../../platform/mail/order.ts';
import { requireMayRunAccount } from '../policy.ts';
import * as repository from './repository.ts';
import { confirmPassword } from '../../../core/people/password.ts';
import { erasePositionsOf } from '../../../core/log/retention.ts';

export async function getRemoval(ctx: MemberCtx): Promise<CallData<typeof getEndpoint>> {
  const { asked_at, due_at, ...rest } = await repository.removalOf(ctx);
  return {
    ...rest,
    asked_at: asked_at?.toISOString() ?? null,
    due_at: due_at?.toISOString() ?? null,
    waiting_days: REMOVAL_WAIT_DAYS,
  };
}

/**
 * Asks for the end of the account. Nothing changes until the day: everybody works on, every administrator is told by mail and on every
 * page, and each of them can keep it. Outside a transaction: a wrong password is counted although the call is refused.
 */
export async function askRemoval(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof askEndpoint>,
): Promise<CallData<typeof askEndpoint>> {
  requireMayRunAccount(ctx.actor);
  await confirmPassword(ctx, ctx.actor.memberId, body.password);
  return inTransaction(ctx, async (inside) => {
    const { db, actor } = inside;
    const at = inside.now();
    const dueAt = new Date(at.getTime() + REMOVAL_WAIT_DAYS * DAY_MS);
    if (!(await repository.saveAsked(db, actor, at, dueAt))) throw new AppError('RemovalAsked');
    const day = dayIn(dueAt, actor.timeZone);
    await audit(inside, 'removal-asked', '', { day });
    for (const { to, byName } of await letters(inside))
      await orderMail(db, {
        template: 'removal-asked',
        params: { fullName: to.full_name, byName, accountName: to.account_name, day },
        ...addressed(to, actor.accountId, at),
      });
    return { due_at: dueAt.toISOString() };
  });
}

/** Any administrator may, not only the one who asked. */
export async function undoRemoval(ctx: MemberCtx): Promise<Record<string, never>> {
  const { db, actor, now } = ctx;
  requireMayRunAccount(actor);
  if (!(await repository.clearAsked(db, actor.accountId))) return {};
  await audit(ctx, 'removal-undone');
  for (const { to, byName } of await letters(ctx))
    await orderMail(db, {
      template: 'removal-undone',
      params: { fullName: to.full_name, byName, accountName: to.account_name },
      ...addressed(to, actor.accountId, now()),
    });
  return {};
}

/** Every administrator, with the name of the one who acts. */
async function letters({ db, actor }: MemberCtx): Promise<{ to: repository.Administrator; byName: string }[]> {
  const administrators = await repository.administratorsOf(db, actor.accountId);
  const byName = administrators.find(({ id }) => id === actor.memberId)?.full_name ?? '';
  return administrators.map((to) => ({ to, byName }));
}

const addressed = (to: repository.Administrator, accountId: number | null, at: Date) => ({
  to: to.email,
  language: to.language as Language,
  subsiteId: to.subsite_id,
  accountId,
  at,
});

/**
 * Erases the accounts whose time is up. Each step can be done again: closed first, so that nobody signs in and no tracker reports into
 * it; then the positions, tracker by tracker; the rows last, with which it is over. One that fails holds up no other; the first
 * failure is thrown when all have had their turn, so that the run is tried again. Answers how many accounts are gone.
 */
export async function eraseDueAccounts(ctx: Ctx): Promise<number> {
  const { db, now, log } = ctx;
  const failures: unknown[] = [];
  let erased = 0;
  for (const accountId of await repository.dueAccounts(db, now())) {
    try {
      if (await eraseAccount(ctx, accountId)) erased++;
    } catch (error) {
      log.error({ err: error, account: accountId }, 'an account could not be erased');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return erased;
}

/** False when its removal was undone in the meantime. */
async function eraseAccount({ db, now, log }: Ctx, accountId: number): Promise<boolean> {
  if (!(await db.transaction().execute((tx) => repository.closeAccount(tx, accountId, now())))) return false;
  const positions = await erasePositionsOf({ db, now }, accountId);
  await db.transaction().execute(async (tx) => {
    const administrators = await repository.administratorsOf(tx, accountId);
    await repository.eraseRows(tx, accountId, now());
    await writeAudit(tx, { accountId, at: now(), actor: { kind: 'system' }, action: 'account-erased' });
    // Nobody's delivery log: the account's own is gone.
    for (const to of administrators)
      await orderMail(tx, {
        template: 'account-erased',
        params: { fullName: to.full_name, accountName: to.account_name },
        ...addressed(to, null, now()),
      });
  });
  log.info({ account: accountId, ...positions }, 'an account was erased');
  return true;
}
