import { DAY_MS } from '@spora/calendar/durations';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { type Ctx, setAccount } from '../ctx.ts';
import { openPool } from '../database/database.ts';
import { type Job, type JobRun, runJobs } from '../jobs/jobs.ts';
import { createLog } from '../observing/log.ts';
import { metrics } from '../observing/metrics.ts';
import type { DomainEvent } from '../events/events.ts';
import { MailError, type Mailer } from '../ports.ts';
import { recordingMailer, testPorts } from '../../testing/http.ts';
import { makeAccount, testDatabase } from '../../testing/database.ts';
import { createLocalMailbox, noMailer } from './local-mailbox.ts';
import { keepMailFile, type MailOrder, orderMail, sendMail } from './order.ts';
import { createSmtpMailer } from './smtp.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { forgetMail, mailHandlers, sweepMail } from './send.ts';

const database = await testDatabase();
const { owner, api, pipeline } = database;
afterAll(() => database.close());

const logged: string[] = [];
const log = createLog({ logLevel: 'debug' }, { write: (line) => void logged.push(line) });
const NOW = new Date('2026-05-04T10:00:00Z');
const MINUTE = 60_000;
const DAY = DAY_MS;
const later = (ms: number) => new Date(NOW.getTime() + ms);
const firstRun: JobRun = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal, slot: undefined };

function run(
  job: Job,
  payload: object,
  mail: Mailer,
  {
    now = NOW,
    isLastAttempt = false,
    from,
    told = [],
  }: { now?: Date; isLastAttempt?: boolean; from?: string; told?: DomainEvent[] } = {},
) {
  const ctx: Ctx<{ kind: 'system' }> = {
    actor: { kind: 'system' },
    db: pipeline,
    now: () => now,
    log,
    ports: testPorts({ mail, announce: async (_db, events) => void told.push(...events) }),
  };
  const handler = mailHandlers({ linkTo: (_, path) => `https://spora.test${path}`, from }).find((each) => each.job === job);
  return handler?.run(ctx, payload, { ...firstRun, isLastAttempt });
}

let people = 0;
/** Orders a mail as the interface would, and answers its id. */
async function ordered(more: Partial<MailOrder<'reset-link'>> = {}): Promise<number> {
  const to = `person-${(people += 1)}@example.test`;
  await api.transaction().execute((tx) =>
    orderMail(tx, {
      template: 'reset-link',
      params: { path: '/user/reset-password?_c=the-secret', minutes: 60 },
      to,
      language: 'sv',
      subsiteId: 2,
      accountId: null,
      at: NOW,
      ...more,
    }),
  );
  const row = await owner.selectFrom('mail').select('id').where('recipient', '=', to).executeTakeFirst();
  return row?.id ?? 0;
}
const rowOf = (id: number) => owner.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const failing = (error: Error): Mailer => ({ ...recordingMailer(), send: () => Promise.reject(error) });
const waiting = new MailError('451 busy', { isPermanent: false });

test('TFA-003, SEC-004: an ordered mail is sent once, in its language, by its brand; what it opens leaves the database with it', async () => {
  const id = await ordered();
  const mailer = recordingMailer();
  await run(sendMail, { mail_id: id }, mailer);
  await run(sendMail, { mail_id: id }, mailer);
  expect(mailer.sent).toHaveLength(1);
  expect(mailer.sent[0]).toMatchObject({
    from: { name: 'Nordfara', address: 'no-reply@nordfara.example' },
    replyTo: 'support@nordfara.example',
    subject: 'Välj ett nytt lösenord till Nordfara',
    language: 'sv',
    messageId: expect.stringMatching(/^mail-\d+-\w+@nordfara\.example$/) as string,
  });
  expect(mailer.sent[0]?.text).toContain('https://spora.test/user/reset-password?_c=the-secret');
  expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 1, params: { minutes: 60 }, last_error: null, ended_at: NOW });
  expect(logged.join('\n')).not.toContain('the-secret');
});

test('an order of a transaction that rolls back is none; a second one with the same key is the first', async () => {
  const before = await owner
    .selectFrom('mail')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirst();
  const rolledBack = api.transaction().execute(async (tx) => {
    await orderMail(tx, {
      template: 'password-changed',
      params: { fullName: 'A' },
      to: 'a@example.test',
      language: 'en',
      subsiteId: 0,
      accountId: null,
      at: NOW,
    });
    throw new Error('changed my mind');
  });
  await expect(rolledBack).rejects.toThrow('changed my mind');
  await ordered({ dedupKey: 'once' });
  await ordered({ dedupKey: 'once' });
  const after = await owner
    .selectFrom('mail')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirst();
  expect(Number(after?.n) - Number(before?.n)).toBe(1);
});

test('of two workers with the same mail one sends it', async () => {
  const id = await ordered();
  const mailer = recordingMailer();
  await Promise.all([1, 2, 3].map(async () => run(sendMail, { mail_id: id }, mailer)));
  expect(mailer.sent).toHaveLength(1);
});

test('TRIP-016: what a mail carries is kept once for all its recipients, and leaves the database when none of them waits', async () => {
  const accountId = await makeAccount(database);
  const file = { name: 'log.csv', contentType: 'text/csv', data: Buffer.from('1;2;3') };
  const fileId = await api.transaction().execute((tx) => keepMailFile(tx, accountId, file));
  const first = await ordered({ accountId, fileId });
  const second = await ordered({ accountId, fileId });
  const strangers = await ordered({ accountId: await makeAccount(database), fileId });
  const mailer = recordingMailer();
  const files = async () => (await owner.selectFrom('mail_file').select('id').execute()).length;
  await run(sendMail, { mail_id: first }, mailer);
  await run(sweepMail, {}, mailer);
  expect(await files()).toBe(1);
  await run(sendMail, { mail_id: second }, mailer);
  await run(sendMail, { mail_id: strangers }, mailer);
  expect(mailer.sent.map(({ file }) => file && Buffer.from(file.data).toString())).toEqual(['1;2;3', '1;2;3', undefined]);
  expect(mailer.sent[0]?.file).toMatchObject({ name: 'log.csv', contentType: 'text/csv' });
  await run(sweepMail, {}, mailer);
  expect(await files()).toBe(0);
  const asInterface = api.transaction().execute(async (tx) => {
    await setAccount(tx, accountId);
    await tx.selectFrom('mail_file').select('data').execute();
  });
  await expect(asInterface).rejects.toThrow('permission denied');
});

test('a slow mail server holds no transaction and no lock', async () => {
  const id = await ordered();
  let open: unknown;
  const slow: Mailer = {
    ...recordingMailer(),
    send: async () => {
      const busy = sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL AND usename = 'spora_pipeline'`;
      open = (await busy.execute(pipeline)).rows[0]?.n;
      await sql`SELECT 1 FROM mail WHERE id = ${id} FOR UPDATE NOWAIT`.execute(pipeline);
    },
  };
  await run(sendMail, { mail_id: id }, slow);
  expect(open).toBe(0);
  expect(await rowOf(id)).toMatchObject({ state: 'sent' });
});

test('a passing refusal keeps the mail and its secret for the next attempt, which has the same Message-ID', async () => {
  const id = await ordered();
  await expect(run(sendMail, { mail_id: id }, failing(waiting))).rejects.toThrow('451 busy');
  expect(await rowOf(id)).toMatchObject({ state: 'queued', attempts: 1, last_error: '451 busy', sending_until: null });
  const [first, second] = [recordingMailer(), recordingMailer()];
  await expect(
    run(sendMail, { mail_id: id }, { ...first, send: (mail) => first.send(mail).then(() => Promise.reject(waiting)) }),
  ).rejects.toThrow();
  await run(sendMail, { mail_id: id }, second);
  expect(second.sent[0]?.messageId).toBe(first.sent[0]?.messageId);
  expect(second.sent[0]?.text).toContain('the-secret');
  expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 3, last_error: null });
});

test('SEC-004: a final refusal ends it at once, the last attempt ends it too; neither keeps the secret', async () => {
  const refused = await ordered();
  await run(sendMail, { mail_id: refused }, failing(new MailError('550 unknown', { isPermanent: true })));
  expect(await rowOf(refused)).toMatchObject({ state: 'failed', last_error: '550 unknown', params: { minutes: 60 } });
  const last = await ordered();
  await expect(run(sendMail, { mail_id: last }, failing(waiting), { isLastAttempt: true })).rejects.toThrow();
  expect(await rowOf(last)).toMatchObject({ state: 'failed', params: { minutes: 60 } });
  const ours = await ordered();
  await expect(run(sendMail, { mail_id: ours }, failing(new Error('the-secret is in here')))).rejects.toThrow();
  expect((await rowOf(ours)).last_error).toBe('a fault of ours');
});

test('ALARM-037: that there is no such address is told to those who count on it, of mails of accounts', async () => {
  const accountId = await makeAccount(database);
  const [own, nobodys] = [await ordered({ accountId }), await ordered()];
  const told: DomainEvent[] = [];
  const noSuch = failing(new MailError('550 unknown', { isPermanent: true, isRecipientRefused: true }));
  for (const mail_id of [own, nobodys, own]) await run(sendMail, { mail_id }, noSuch, { told });
  expect(told).toEqual([{ name: 'mail-address-refused', accountId, mailId: own, address: (await rowOf(own)).recipient }]);
  expect([(await rowOf(own)).state, (await rowOf(nobodys)).state]).toEqual(['failed', 'failed']);
  const rejected = failing(new MailError('554 spam', { isPermanent: true }));
  await run(sendMail, { mail_id: await ordered({ accountId }) }, rejected, { told });
  expect(told).toHaveLength(1);
});

test('ERR-006: without a way out a mail is marked as failed at once, and the port says so beforehand', async () => {
  const id = await ordered();
  await run(sendMail, { mail_id: id }, noMailer);
  expect(noMailer.isAvailable).toBe(false);
  expect(await rowOf(id)).toMatchObject({ state: 'failed', last_error: 'this installation sends no mail (MAIL_MODE=none)' });
});

test('PWD-009: what is no longer valid is not sent, whether its turn comes late or never', async () => {
  const [late, never] = [await ordered({ expiresAt: later(5 * MINUTE) }), await ordered({ expiresAt: later(5 * MINUTE) })];
  const mailer = recordingMailer();
  await run(sendMail, { mail_id: late }, mailer, { now: later(5 * MINUTE) });
  await run(sweepMail, {}, mailer, { now: later(5 * MINUTE) });
  expect(mailer.sent).toEqual([]);
  for (const id of [late, never]) expect(await rowOf(id)).toMatchObject({ state: 'expired', params: { minutes: 60 } });
});

test('what a killed worker left behind is taken up again, and what lost its job is given up after a day', async () => {
  const [left, lost] = [await ordered(), await ordered({ at: later(-2 * DAY) })];
  await owner
    .updateTable('mail')
    .set({ sending_until: later(-1), attempts: 1 })
    .where('id', '=', left)
    .execute();
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(owner);
  await run(sweepMail, {}, recordingMailer());
  const { rows } = await sql<{ payload: unknown; key: string }>`SELECT payload, key FROM graphile_worker._private_jobs`.execute(
    owner,
  );
  expect(rows).toEqual([{ payload: { mail_id: left }, key: `mail.send:${left}` }]);
  expect(await rowOf(lost)).toMatchObject({ state: 'failed', params: { minutes: 60 } });
});

test('14-acceptance 5: where a worker was killed between the mail server’s yes and our commit, the mail is sent again, and that is counted and kept', async () => {
  const id = await ordered();
  await owner
    .updateTable('mail')
    .set({ sending_until: later(-1), attempts: 1 })
    .where('id', '=', id)
    .execute();
  const uncertain = async () =>
    Number(/outcome="uncertain"} (\d+)/.exec(await metrics.getSingleMetricAsString('spora_mail_total'))?.[1] ?? 0);
  const before = await uncertain();
  const mailer = recordingMailer();
  await run(sendMail, { mail_id: id }, mailer);
  await run(sendMail, { mail_id: id }, mailer);
  expect(mailer.sent).toHaveLength(1);
  expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 2, is_uncertain: true });
  expect((await uncertain()) - before).toBe(1);
  const usual = await ordered();
  await expect(run(sendMail, { mail_id: usual }, failing(waiting))).rejects.toThrow();
  await run(sendMail, { mail_id: usual }, mailer);
  expect(await rowOf(usual), 'a refusal is an answer').toMatchObject({ state: 'sent', is_uncertain: false });
});

test('BRAND-012: an installation whose mail server lets one address through keeps the brand in the name', async () => {
  const id = await ordered();
  const mailer = recordingMailer();
  await run(sendMail, { mail_id: id }, mailer, { from: 'mail@company.test' });
  expect(mailer.sent[0]?.from).toEqual({ name: 'Nordfara', address: 'mail@company.test' });
});

test('CONST-060: the delivery log goes after 90 days, the local mailbox after 30', async () => {
  await createLocalMailbox(pipeline, () => later(-31 * DAY)).send(await sentOnce());
  await createLocalMailbox(pipeline, () => later(-29 * DAY)).send(await sentOnce());
  const [old, young] = [await ordered({ at: later(-91 * DAY) }), await ordered({ at: later(-89 * DAY) })];
  await run(forgetMail, {}, recordingMailer());
  expect(await owner.selectFrom('mail').select('id').where('id', 'in', [old, young]).execute()).toEqual([{ id: young }]);
  expect(await owner.selectFrom('local_mail').select('at').execute()).toEqual([{ at: later(-29 * DAY) }]);
});

async function sentOnce() {
  const mailer = recordingMailer();
  await run(sendMail, { mail_id: await ordered() }, mailer);
  if (!mailer.sent[0]) throw new Error('nothing was sent');
  return mailer.sent[0];
}

test('SEC-008: an account sees its own deliveries only, and nobody of the interface sees what a mail opens', async () => {
  const [mine, other] = [await makeAccount(database), await makeAccount(database)];
  const id = await ordered({ accountId: mine });
  await ordered({ accountId: other });
  const seen = await api.transaction().execute(async (tx) => {
    await setAccount(tx, mine);
    return tx.selectFrom('mail').select(['id', 'state']).execute();
  });
  expect(seen).toEqual([{ id, state: 'queued' }]);
  await expect(api.selectFrom('mail').select('params').execute()).rejects.toThrow(/permission denied/);
});

test('TFA-003: what the interface orders reaches a mail server by way of the queue, once', async () => {
  const server = await startMailServer();
  const mail = createSmtpMailer(`smtp://localhost:${server.port}`);
  const pool = openPool(database.urls.pipeline, { max: 3 });
  const ctx = {
    actor: { kind: 'system' },
    db: pipeline,
    now: () => NOW,
    log,
    ports: testPorts({ mail }),
  } as const;
  const jobs = await runJobs({ pool, handlers: mailHandlers({ linkTo: (_, path) => path }), ctx, concurrency: 2 });
  const id = await ordered();
  for (const until = Date.now() + 10_000; (await rowOf(id)).state === 'queued' && Date.now() < until;)
    await new Promise((done) => setTimeout(done, 20));
  await jobs.stop();
  await pool.end();
  await mail.close();
  await server.stop();
  const { recipient, state } = await rowOf(id);
  expect(state).toBe('sent');
  expect(server.taken.filter(({ to }) => to[0] === recipient)).toHaveLength(1);
});

test('what became of mail is counted', async () => {
  const text = await metrics.getSingleMetricAsString('spora_mail_total');
  for (const outcome of ['sent', 'failed', 'expired', 'retried']) expect(text).toMatch(new RegExp(`outcome="${outcome}"} [1-9]`));
});
