import type { z } from 'zod';
import type { optOut as optOutEndpoint } from '@spora/contract/alarms/endpoints';
import type { HandlerData } from '@spora/contract/endpoint';
import { AppError } from '../../platform/app-error.ts';
import { audit } from '../../core/people/audit.ts';
import { inTransaction, type StrangerCtx } from '../../platform/ctx.ts';
import type { RequestFacts } from '../../platform/http/request-facts.ts';
import * as repository from './repository.ts';
import { verifyPasswordOf } from '../../core/people/password.ts';

/**
 * OPT-001, OPT-006: name and password stop one's own alerts; no session comes of it. Counted and answered as signing in is.
 * Runs outside a transaction: a failed attempt is counted although the call is refused.
 */
export async function optOut(
  ctx: StrangerCtx,
  input: z.output<(typeof optOutEndpoint)['body']>,
  { address, deviceHash }: RequestFacts,
): Promise<HandlerData<typeof optOutEndpoint>> {
  const { memberId } = await verifyPasswordOf(ctx, {
    username: input.nt_useremail,
    password: input.nt_password,
    subsiteId: input.subsite_id,
    address,
    deviceHash,
  });
  const at = ctx.now();
  const withPush = input.remove_push;
  await inTransaction(ctx, async ({ db }) => {
    const accountId = await repository.stopAlerts(db, { memberId, at, withPush });
    // Disabled since the password was judged.
    if (accountId === null) throw new AppError('InvalidMember');
    await audit({ ...ctx, db, actor: { accountId, memberId } }, 'alerts-stopped', '', { push: withPush, signed_in: false });
    ctx.log.info({ account: accountId }, 'alerts stopped');
  });
  return { stopped: withPush ? 'alerts-and-push' : 'alerts', email: input.nt_useremail };
}
