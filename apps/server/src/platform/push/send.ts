import { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { defineJob, handleJob, type JobHandler, type JobRun } from '../jobs/jobs.ts';
import { claimMessage, endMessage, forgetMessages, retryMessage, sweepOutbox } from '../outbox/outbox.ts';
import { PushError, type PushUrgency } from '../ports.ts';
import { sendPush } from './order.ts';

const nothing = z.object({});
/** What a worker left behind when it was killed is taken up again; what is too late is not sent any more. */
export const sweepPush = defineJob({ name: 'push.sweep', payload: nothing, retry: { attempts: 1 } });
/** The delivery log after 90 days, and with it subscriptions that ended before. */
export const forgetPush = defineJob({ name: 'push.forget', payload: nothing, retry: { attempts: 5 } });

const GONE_KEPT_MS = 90 * 24 * 3_600_000;

type SystemCtx = Ctx<{ readonly kind: 'system' }>;

/** The jobs of push. */
export const pushHandlers: readonly JobHandler[] = [
  handleJob(sendPush, (ctx, { push_id }, run) => sendOne(ctx, push_id, run)),
  handleJob(
    sweepPush,
    async (ctx) => {
      const lost = await sweepOutbox(ctx.db, 'push', { at: ctx.now(), job: sendPush, idName: 'push_id' });
      if (lost > 0) ctx.log.error({ lost }, 'push waited for a day and was given up');
    },
    { cron: '* * * * *' },
  ),
  handleJob(forgetPush, (ctx) => forget(ctx), { cron: '59 3 * * *', makeUpMs: 24 * 3_600_000 }),
];

async function sendOne(ctx: SystemCtx, id: number, run: JobRun): Promise<void> {
  const { db, now, ports } = ctx;
  if (!(await claimMessage(db, 'push', id, now()))) return;
  const push = await db.selectFrom('push').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  if (push.expires_at <= now()) return endMessage(db, 'push', id, { state: 'expired', at: now() });
  // A browser that somebody else asked for since is not shown what was meant for the one before.
  const browser = await db
    .selectFrom('push_subscription as s')
    .innerJoin('member as m', 'm.id', 's.member_id')
    .where('s.id', '=', push.subscription_id)
    .where('s.member_id', '=', push.member_id)
    .where('s.gone_at', 'is', null)
    .where('s.created_at', '<=', push.queued_at)
    .select(['s.id', 's.endpoint', 's.public_key', 's.auth_secret', 's.vapid_key', 's.label', 'm.full_name'])
    .executeTakeFirst();
  if (!browser) return endMessage(db, 'push', id, { state: 'gone', at: now(), reason: 'the browser is no longer there' });
  try {
    await ports.push.send({
      endpoint: browser.endpoint,
      publicKey: browser.public_key,
      authSecret: browser.auth_secret,
      vapidKey: browser.vapid_key,
      body: push.body,
      ttlS: Math.ceil((push.expires_at.getTime() - now().getTime()) / 1000),
      urgency: push.urgency as PushUrgency,
      topic: push.topic,
      shownTo: `${browser.full_name}, ${browser.label}`,
    });
    await endMessage(db, 'push', id, { state: 'sent', at: now() });
    await db.updateTable('push_subscription').set({ last_ok_at: now() }).where('id', '=', browser.id).execute();
  } catch (error) {
    await failed(ctx, { id, subscriptionId: browser.id, endpoint: browser.endpoint }, run, error);
  }
}

async function failed(
  ctx: SystemCtx,
  { id, subscriptionId, endpoint }: { readonly id: number; readonly subscriptionId: number; readonly endpoint: string },
  run: JobRun,
  error: unknown,
): Promise<void> {
  const { db, now } = ctx;
  const { kind, reason } =
    error instanceof PushError
      ? { kind: error.kind, reason: error.message }
      : { kind: 'unknown' as const, reason: 'a fault of ours' };
  if (kind === 'gone')
    await db
      .updateTable('push_subscription')
      .set({ gone_at: now() })
      .where('id', '=', subscriptionId)
      .where('endpoint', '=', endpoint)
      .execute();
  if (kind === 'gone' || kind === 'refused') {
    await endMessage(db, 'push', id, { state: kind === 'gone' ? 'gone' : 'failed', at: now(), reason });
    ctx.log.info({ push: id, reason }, 'a push was refused');
    return;
  }
  if (run.isLastAttempt) await endMessage(db, 'push', id, { state: 'failed', at: now(), reason });
  else await retryMessage(db, 'push', id, { reason, isUncertain: kind === 'unknown' });
  throw error;
}

async function forget({ db, now }: SystemCtx): Promise<void> {
  await forgetMessages(db, 'push', now());
  await db
    .deleteFrom('push_subscription')
    .where('gone_at', '<', new Date(now().getTime() - GONE_KEPT_MS))
    .execute();
}
