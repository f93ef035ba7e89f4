import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { AccountId, Ctx } from '../ctx.ts';
import { inTransaction } from '../ctx.ts';
import { defineJob, handleJob, type JobHandler, type JobRun } from '../jobs/jobs.ts';
import { claimMessage, endMessage, forgetMessages, retryMessage, sweepOutbox } from '../outbox/outbox.ts';
import { SmsError } from '../ports.ts';
import { sendSms, tellSmsCredits } from './order.ts';
import { senderFor } from '../configuration/sms-sender.ts';

const nothing = z.object({});
/** What a worker left behind when it was killed is taken up again; what is too late is not sent any more. */
export const sweepSms = defineJob({ name: 'sms.sweep', payload: nothing, retry: { attempts: 1 } });
/** The delivery log after 90 days. */
export const forgetSms = defineJob({ name: 'sms.forget', payload: nothing, retry: { attempts: 5 } });

export interface SmsOptions {
  /** Who messages come from, unless the receiver's country demands another; `byDialCode` says which. */
  readonly sender: string;
  readonly senders: Readonly<Record<string, string>>;
  /** Where the provider may tell of delivery, of a path that begins with a slash; null where the internet does not reach us. */
  readonly reportUrl: (path: string) => string | null;
}

type SystemCtx = Ctx<{ readonly kind: 'system' }>;

/** The jobs of text messages. */
export const smsHandlers = (options: SmsOptions): JobHandler[] => [
  handleJob(sendSms, (ctx, { sms_id }, run) => sendOne(ctx, sms_id, run, options)),
  handleJob(tellSmsCredits, (ctx, { account_id, left }) =>
    inTransaction(ctx, ({ db }) =>
      ctx.ports.announce(db, [{ name: 'sms-credits-low', accountId: account_id as AccountId, left }], ctx.now()),
    ),
  ),
  handleJob(
    sweepSms,
    async (ctx) => {
      const lost = await sweepOutbox(ctx.db, 'sms', { at: ctx.now(), job: sendSms, idName: 'sms_id' });
      if (lost > 0) ctx.log.error({ lost }, 'text messages waited for a day and were given up');
    },
    { cron: '* * * * *' },
  ),
  handleJob(forgetSms, (ctx) => forgetMessages(ctx.db, 'sms', ctx.now()), { cron: '57 3 * * *', makeUpMs: 24 * 3_600_000 }),
];

/** Of what a provider shows who reports: only its hash is kept. */
export const hashOfReportToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export const REPORT_PATH = '/sms/report';

async function sendOne(ctx: SystemCtx, id: number, run: JobRun, options: SmsOptions): Promise<void> {
  const { db, now, ports } = ctx;
  if (!(await claimMessage(db, 'sms', id, now()))) return;
  const sms = await db
    .selectFrom('sms')
    .where('id', '=', id)
    .select(['account_id', 'recipient', 'body', 'parts', 'expires_at', 'is_uncertain'])
    .executeTakeFirstOrThrow();
  if (sms.expires_at && sms.expires_at <= now()) return endMessage(db, 'sms', id, { state: 'expired', at: now() });
  const token = randomBytes(24).toString('base64url');
  // Before the provider hears of it: its report may be here before its answer.
  await db
    .updateTable('sms')
    .set({ provider: ports.sms.id, report_hash: hashOfReportToken(token) })
    .where('id', '=', id)
    .execute();
  try {
    const { providerId } = await ports.sms.send({
      from: senderFor(sms.recipient, options.sender, options.senders),
      to: sms.recipient,
      text: sms.body,
      parts: sms.parts,
      reportUrl: options.reportUrl(`${REPORT_PATH}/${ports.sms.id}/${token}`),
    });
    await endMessage(db, 'sms', id, {
      state: 'sent',
      at: now(),
      also: sql`, provider_id = coalesce(provider_id, ${providerId})`,
    });
  } catch (error) {
    await failed(ctx, { id, accountId: sms.account_id as AccountId, number: sms.recipient }, run, error);
  }
}

async function failed(
  ctx: SystemCtx,
  { id, accountId, number }: { readonly id: number; readonly accountId: AccountId; readonly number: string },
  run: JobRun,
  error: unknown,
): Promise<void> {
  const { db, now, ports } = ctx;
  const { kind, reason } =
    error instanceof SmsError
      ? { kind: error.kind, reason: error.message }
      : { kind: 'unknown' as const, reason: 'a fault of ours' };
  const isUncertain = kind === 'unknown';
  if (kind === 'refused') {
    await endMessage(db, 'sms', id, { state: 'failed', at: now(), reason });
    ctx.log.info({ sms: id, reason }, 'a text message was refused');
    return;
  }
  if (kind === 'dead-number') {
    await inTransaction(ctx, async (tx) => {
      await endMessage(tx.db, 'sms', id, { state: 'dead', at: now(), reason });
      await ports.announce(tx.db, [{ name: 'sms-number-died', accountId, smsId: id, number }], now());
    });
    return;
  }
  if (run.isLastAttempt)
    await endMessage(db, 'sms', id, {
      state: 'failed',
      at: now(),
      reason,
      also: sql`, is_uncertain = is_uncertain OR ${isUncertain}`,
    });
  else await retryMessage(db, 'sms', id, { reason, isUncertain });
  throw error;
}
