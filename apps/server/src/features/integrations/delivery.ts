import { DAY_MS } from '@spora/calendar/durations';
import { TEST_EVENT } from '@spora/contract/integrations/endpoints';
import type { Ctx } from '../../platform/ctx.ts';
import type { JobRun } from '../../platform/jobs/jobs.ts';
import { orderMail } from '../../platform/mail/order.ts';
import type { PostResult, PublicPost } from '../../platform/network/public-network.ts';
import * as repository from './webhooks/repository.ts';
import { hasFailedTooLong, ownerOfSecret, signatureOf } from './webhooks/rules.ts';
import { reseal } from '../../platform/secrets/reseal.ts';

type SystemCtx = Ctx<{ readonly kind: 'system' }>;
type Call = NonNullable<Awaited<ReturnType<typeof repository.callOf>>>;

const KEPT_MS = 90 * DAY_MS;

/**
 * Makes one attempt at a delivery. Throws when it failed and there are more attempts to come, so that the queue tries again later;
 * what failed for good is only written down, since it is the receiver's matter. A delivery that has ended is left alone.
 */
export async function deliver(
  ctx: SystemCtx,
  post: PublicPost,
  deliveryId: number,
  { isLastAttempt }: Pick<JobRun, 'isLastAttempt'>,
): Promise<void> {
  const { db, now, ports } = ctx;
  const call = await repository.callOf(db, deliveryId);
  if (!call) return;
  const isTest = call.event === TEST_EVENT;
  if (call.paused_at && !isTest) return repository.giveUp(db, deliveryId, now());
  const secret = await ports.secretBox.open(call.secret, ownerOfSecret(call.account_id));
  const result = await post(call.url, messageOf({ ...call, secret }, now()));
  const isDone = result.status !== null && result.status >= 200 && result.status < 300;
  const failingSince = await repository.noteOutcome(db, {
    deliveryId,
    webhookId: call.webhook_id,
    at: now(),
    state: isDone ? 'delivered' : isLastAttempt ? 'failed' : 'waiting',
    ...result,
  });
  if (isDone) return;
  if (!isTest && failingSince && hasFailedTooLong(failingSince, now()) && (await pause(ctx, call)))
    return repository.giveUp(db, deliveryId, now());
  if (!isLastAttempt) throw new Error(`a webhook was not delivered: ${reasonOf(result)}`);
}

/**
 * Seals secrets that were written before there was a key, or with a former one. One that cannot be opened stays as it is, and its calls
 * say why they fail.
 */
export async function sealSecrets({ db, ports, log }: SystemCtx): Promise<boolean> {
  const prefix = await ports.secretBox.prefix();
  const former = (await repository.secretsBeside(db, prefix)).map(({ id, account_id, secret }) => ({
    sealed: secret,
    of: ownerOfSecret(account_id),
    named: { webhook: id },
    replace: (sealed: string) => repository.replaceSecret(db, id, secret, sealed),
  }));
  await reseal(ports.secretBox, log, former);
  return false;
}

const reasonOf = ({ status, problem }: PostResult): string => problem ?? `status ${status ?? 'none'}`;

/** The headers and the body of a call, by the Standard Webhooks specification. */
function messageOf(call: Call, now: Date): { headers: Record<string, string>; body: string } {
  const timestampS = Math.floor(now.getTime() / 1000);
  const body = JSON.stringify({ type: call.event, timestamp: call.occurred_at.toISOString(), data: call.data });
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': call.event_id,
      'webhook-timestamp': String(timestampS),
      'webhook-signature': signatureOf(call.secret, { id: call.event_id, timestampS, body }),
    },
    body,
  };
}

/** Stops a webhook that nothing has got through to for a day, and tells the administrators, once. */
async function pause({ db, now }: SystemCtx, { webhook_id, account_id, url }: Call): Promise<boolean> {
  const at = now();
  return db.transaction().execute(async (tx) => {
    if (!(await repository.pauseFailing(tx, webhook_id, at))) return false;
    for (const { email, full_name, language, subsite_id, account_name } of await repository.administratorsOf(tx, account_id))
      await orderMail(tx, {
        template: 'webhook-paused',
        params: { fullName: full_name, accountName: account_name, host: new URL(url).host },
        to: email,
        language,
        subsiteId: subsite_id,
        accountId: account_id,
        at,
      });
    return true;
  });
}

/** CONST-060: the delivery log. */
export const forgetOld = ({ db, now }: SystemCtx): Promise<void> => repository.dropOld(db, new Date(now().getTime() - KEPT_MS));
