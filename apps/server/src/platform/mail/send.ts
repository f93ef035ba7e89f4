import { type Kysely, sql } from 'kysely';
import { Counter } from 'prom-client';
import { z } from 'zod';
import { brandOf } from '@spora/contract/brands';
import type { Language } from '@spora/messages/languages';
import { type AccountId, type Ctx, inTransaction } from '../ctx.ts';
import type { Db } from '../database/db.generated.ts';
import { defineJob, handleJob, type JobHandler, type JobRun } from '../jobs/jobs.ts';
import { metrics } from '../observing/metrics.ts';
import { MailError, type MailFile, type OutgoingMail } from '../ports.ts';
import type { LinkTo } from './links.ts';
import { type MailTemplate, type MailTemplates, SECRET_PARAMS, sendMail } from './order.ts';
import { renderMail } from './render.ts';

/** CONST-060: the delivery log. */
export const MAIL_LOG_DAYS = 90;
/** The demo's mailbox. */
export const LOCAL_MAIL_DAYS = 30;
/** Longer than any adapter takes: whoever is still at it after this has died. */
const CLAIM_MS = 120_000;
/** All attempts of the job together take four hours; what waits longer has lost its job. */
const GIVEN_UP_MS = 24 * 3_600_000;

const nothing = z.object({});
/** What a worker left behind when it was killed is taken up again; what is too late is not sent any more. */
export const sweepMail = defineJob({ name: 'mail.sweep', payload: nothing, retry: { attempts: 1 } });
/** The delivery log after 90 days, the local mailbox after 30. */
export const forgetMail = defineJob({ name: 'mail.forget', payload: nothing, retry: { attempts: 5 } });

const ended = new Counter({
  name: 'spora_mail_total',
  help: 'Mails by what became of them; "retried" is an attempt that will be repeated, "uncertain" one whose worker was killed: the mail may leave twice',
  labelNames: ['outcome'],
  registers: [metrics],
});

export interface MailOptions {
  readonly linkTo: LinkTo;
  /** The sender's address for every brand, where the installation names one. */
  readonly from?: string | undefined;
}

type SystemCtx = Ctx<{ readonly kind: 'system' }>;

/** The jobs of the outbox. */
export const mailHandlers = (options: MailOptions): JobHandler[] => [
  handleJob(sendMail, (ctx, { mail_id }, run) => sendOne(ctx, mail_id, run, options)),
  handleJob(sweepMail, (ctx) => sweep(ctx), { cron: '* * * * *' }),
  handleJob(forgetMail, (ctx) => forget(ctx), { cron: '53 3 * * *', makeUpMs: 24 * 3_600_000 }),
];

/** What a mail is made of. */
interface ComposedMail {
  readonly id: number;
  readonly template: string;
  readonly recipient: string;
  readonly language: string;
  readonly subsite_id: number;
  readonly params: unknown;
  readonly queued_at: Date;
}
interface ClaimedMail extends ComposedMail {
  /** Null: of no account. */
  readonly account_id: AccountId | null;
  readonly expires_at: Date | null;
  readonly file_id: number | null;
}

async function sendOne(ctx: SystemCtx, id: number, run: JobRun, options: MailOptions): Promise<void> {
  const mail = await claim(ctx, id);
  // Sent already, or another worker is at it.
  if (!mail) return;
  if (mail.expires_at && mail.expires_at <= ctx.now()) return end(ctx, id, 'expired');
  try {
    await ctx.ports.mail.send({ ...composeMail(mail, options), ...(await carried(ctx, mail)) });
  } catch (error) {
    return failed(ctx, mail, run, error);
  }
  await end(ctx, id, 'sent');
}

/**
 * Takes the mail for one attempt in a statement of its own: no transaction is open while the mail server thinks. Where the worker before
 * was killed, nobody knows whether it sent the mail: that is marked and counted.
 */
async function claim({ db, now }: SystemCtx, id: number): Promise<ClaimedMail | undefined> {
  const at = now();
  const { rows } = await sql<ClaimedMail & { readonly was_left: boolean }>`
    WITH found AS (
      SELECT id AS found_id, sending_until IS NOT NULL AS was_left FROM mail
      WHERE id = ${id} AND state = 'queued' AND (sending_until IS NULL OR sending_until <= ${at}) FOR UPDATE)
    UPDATE mail SET attempts = attempts + 1, sending_until = ${new Date(at.getTime() + CLAIM_MS)}, is_uncertain = is_uncertain OR was_left
    FROM found WHERE id = found_id
    RETURNING was_left, id, account_id, template, recipient, language, subsite_id, params, queued_at, expires_at, file_id`.execute(
    db,
  );
  if (rows[0]?.was_left) ended.inc({ outcome: 'uncertain' });
  return rows[0];
}

/** The file that the mail takes along. */
async function carried({ db }: SystemCtx, { file_id }: ClaimedMail): Promise<{ file?: MailFile }> {
  if (file_id === null) return {};
  const file = await db
    .selectFrom('mail_file')
    .select(['name', 'content_type as contentType', 'data'])
    .where('id', '=', file_id)
    .executeTakeFirstOrThrow();
  return { file };
}

/** A mail of the outbox as it leaves, without the file that it carries. */
export function composeMail(mail: ComposedMail, { linkTo, from }: MailOptions): OutgoingMail {
  const brand = brandOf(mail.subsite_id);
  const address = from ?? brand.senderMail;
  // `order_mail` wrote both from one order, so the template's own shape of params is what lies there.
  const template = mail.template as MailTemplate;
  const params = mail.params as MailTemplates[MailTemplate];
  const language = mail.language as Language;
  return {
    ...renderMail({ template, params, language, subsiteId: mail.subsite_id }, linkTo),
    from: { name: brand.name, address },
    replyTo: brand.supportMail,
    to: mail.recipient,
    language,
    messageId: `mail-${mail.id}-${mail.queued_at.getTime().toString(36)}@${address.split('@')[1] ?? 'localhost'}`,
  };
}

async function failed(ctx: SystemCtx, mail: ClaimedMail, run: JobRun, error: unknown): Promise<void> {
  const { id, template } = mail;
  const isPermanent = error instanceof MailError && error.isPermanent;
  const reason = error instanceof MailError ? error.message : 'a fault of ours';
  if (error instanceof MailError && error.isRecipientRefused) await refuse(ctx, mail, reason);
  else if (isPermanent || run.isLastAttempt) await end(ctx, id, 'failed', reason);
  else {
    await ctx.db
      .updateTable('mail')
      .set({ sending_until: null, last_error: reason })
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .execute();
    ended.inc({ outcome: 'retried' });
  }
  if (!isPermanent) throw error;
  ctx.log.info({ mail: id, template, reason }, 'a mail was refused');
}

/** Ends the mail, and lets those know who count on its recipient. */
const refuse = (ctx: SystemCtx, { id, account_id, recipient }: ClaimedMail, reason: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await end(tx, id, 'failed', reason);
    if (account_id === null) return;
    const refused = { name: 'mail-address-refused', accountId: account_id, mailId: id, address: recipient } as const;
    await tx.ports.announce(tx.db, [refused], ctx.now());
  });

const withoutSecrets = sql<string>`params - ${sql.val([...SECRET_PARAMS])}::text[]`;

async function end({ db, now }: SystemCtx, id: number, state: 'sent' | 'failed' | 'expired', reason: string | null = null) {
  await db
    .updateTable('mail')
    .set({ state, ended_at: now(), last_error: reason, sending_until: null, params: withoutSecrets })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
  ended.inc({ outcome: state });
}

async function sweep({ db, now, log }: SystemCtx): Promise<void> {
  const late = await endAll(db, now(), 'expired', sql<boolean>`expires_at <= ${now()}`);
  const lost = await endAll(db, now(), 'failed', sql<boolean>`queued_at < ${new Date(now().getTime() - GIVEN_UP_MS)}`);
  if (lost > 0) log.error({ lost }, 'mail waited for a day and was given up');
  ended.inc({ outcome: 'expired' }, late);
  ended.inc({ outcome: 'failed' }, lost);
  // Nobody waits for these files any more.
  await sql`DELETE FROM mail_file f WHERE NOT EXISTS (SELECT FROM mail m WHERE m.file_id = f.id AND m.state = 'queued')`.execute(
    db,
  );
  await sql`
    SELECT add_job(${sendMail.name}, json_build_object('mail_id', id), ${`${sendMail.name}:`} || id, NULL, ${sendMail.retry.attempts})
    FROM mail WHERE state = 'queued' AND sending_until <= ${now()} ORDER BY id LIMIT 100`.execute(db);
}

async function endAll(db: Kysely<Db>, at: Date, state: 'failed' | 'expired', which: ReturnType<typeof sql<boolean>>) {
  const { numUpdatedRows } = await db
    .updateTable('mail')
    .set({
      state,
      ended_at: at,
      sending_until: null,
      params: withoutSecrets,
      is_uncertain: sql`is_uncertain OR sending_until IS NOT NULL`,
    })
    .where('state', '=', 'queued')
    .where((eb) => eb.or([eb('sending_until', 'is', null), eb('sending_until', '<=', at)]))
    .where(which)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

async function forget({ db, now }: SystemCtx): Promise<void> {
  await sql`DELETE FROM mail WHERE queued_at < ${now()}::timestamptz - make_interval(days => ${MAIL_LOG_DAYS})`.execute(db);
  await sql`DELETE FROM local_message WHERE at < ${now()}::timestamptz - make_interval(days => ${LOCAL_MAIL_DAYS})`.execute(db);
  await sql`DELETE FROM local_mail WHERE at < ${now()}::timestamptz - make_interval(days => ${LOCAL_MAIL_DAYS})`.execute(db);
}
