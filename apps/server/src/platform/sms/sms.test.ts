import { DAY_MS } from '@spora/calendar/durations';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Answered, startAnsweringServer } from '../../testing/answering-server.ts';
import { makeAccount, makeMember, testDatabase } from '../../testing/database.ts';
import { recordingSms, testApp, testPorts } from '../../testing/http.ts';
import { type AccountId, type Ctx, setAccount } from '../ctx.ts';
import { openPool } from '../database/database.ts';
import type { DomainEvent } from '../events/events.ts';
import { type Job, type JobRun, runJobs } from '../jobs/jobs.ts';
import { createLog } from '../observing/log.ts';
import { metrics } from '../observing/metrics.ts';
import { SmsError, type SmsSender } from '../ports.ts';
import { createElksSms } from './elks.ts';
import { noSms } from './local-sms.ts';
import { orderSms, sendSms, type SmsOrder, tellSmsCredits } from './order.ts';
import { forgetSms, hashOfReportToken, smsHandlers, sweepSms } from './send.ts';
import { createTwilioSms } from './twilio.ts';

const database = await testDatabase();
const { owner, api, pipeline } = database;
afterAll(() => database.close());

const logged: string[] = [];
const log = createLog({ logLevel: 'debug' }, { write: (line) => void logged.push(line) });
const NOW = new Date('2026-05-04T10:00:00Z');
const MINUTE = 60_000;
const later = (ms: number) => new Date(NOW.getTime() + ms);
const firstRun: JobRun = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal, slot: undefined };
const told: DomainEvent[] = [];
beforeEach(() => void (told.length = 0));
const options = { sender: 'Spora', senders: { '47': '+4759440000' }, reportUrl: (path: string) => `https://spora.test${path}` };

function ctxWith(sms: SmsSender, now: Date): Ctx<{ kind: 'system' }> {
  const ports = testPorts({ sms, announce: async (_db, events) => void told.push(...events) });
  return { actor: { kind: 'system' }, db: pipeline, now: () => now, log, ports };
}
function run(job: Job, payload: object, sms: SmsSender, { now = NOW, isLastAttempt = false } = {}) {
  const handler = smsHandlers(options).find((each) => each.job === job);
  return handler?.run(ctxWith(sms, now), payload, { ...firstRun, isLastAttempt });
}

async function accountWith(credits: number, more: { dayLimit?: number } = {}): Promise<AccountId> {
  const id = await makeAccount(database);
  if (credits > 0) await buy(id, credits);
  if (more.dayLimit !== undefined)
    await owner.updateTable('account').set({ sms_day_limit: more.dayLimit }).where('id', '=', id).execute();
  return id;
}
const buy = (id: AccountId, amount: number) =>
  owner.insertInto('sms_credit').values({ account_id: id, at: NOW, amount, reason: 'faktura', actor_name: 'Stina' }).execute();
const ordered = (accountId: AccountId, more: Partial<SmsOrder> = {}) =>
  api
    .transaction()
    .execute((tx) =>
      orderSms(tx, { accountId, dialCode: '46', phone: '0701234567', text: 'Bilen lämnade zonen', at: NOW, ...more }),
    );
const rowOf = (id: number | null) =>
  owner
    .selectFrom('sms')
    .selectAll()
    .where('id', '=', id ?? 0)
    .executeTakeFirstOrThrow();
const balanceOf = async (id: AccountId) => {
  const { rows } = await sql<{
    n: number;
  }>`SELECT coalesce(sum(amount), 0)::integer AS n FROM sms_credit WHERE account_id = ${id}`.execute(owner);
  return rows[0]?.n;
};
const failing = (error: Error): SmsSender => ({ ...recordingSms(), send: () => Promise.reject(error) });
const jobsOf = async (job: Job) => {
  const { rows } = await sql<{ payload: unknown }>`SELECT payload FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = ${job.name} ORDER BY j.id`.execute(owner);
  return rows.map(({ payload }) => payload);
};

test('issue 14: an ordered message takes its credits, is sent once to the number as the world dials it, and its text leaves the database with it', async () => {
  const account = await accountWith(5);
  const id = await ordered(account, { text: 'å'.repeat(161) });
  expect(await rowOf(id)).toMatchObject({ state: 'queued', recipient: '+46701234567', parts: 2 });
  expect(await balanceOf(account)).toBe(3);
  const sms = recordingSms();
  await run(sendSms, { sms_id: id }, sms);
  await run(sendSms, { sms_id: id }, sms);
  expect(sms.sent).toHaveLength(1);
  expect(sms.sent[0]).toMatchObject({ from: 'Spora', to: '+46701234567', text: 'å'.repeat(161), parts: 2 });
  expect(sms.sent[0]?.reportUrl).toMatch(/^https:\/\/spora\.test\/sms\/report\/recording\/[\w-]{32}$/);
  expect(await rowOf(id)).toMatchObject({
    state: 'sent',
    body: '',
    attempts: 1,
    is_uncertain: false,
    provider: 'recording',
    provider_id: 'recorded-1',
    ended_at: NOW,
  });
  expect(JSON.stringify(logged)).not.toMatch(/701234567|ååå/);
});

test('issue 14: an order of a transaction that rolls back is none and costs nothing; a second one with the same key is the first', async () => {
  const account = await accountWith(5);
  const rolledBack = api.transaction().execute(async (tx) => {
    await orderSms(tx, { accountId: account, dialCode: '46', phone: '0701234567', text: 'x', at: NOW });
    throw new Error('changed my mind');
  });
  await expect(rolledBack).rejects.toThrow('changed my mind');
  expect(await balanceOf(account)).toBe(5);
  expect(await ordered(account, { dedupKey: 'once' })).not.toBeNull();
  expect(await ordered(account, { dedupKey: 'once' })).toBeNull();
  expect(await balanceOf(account)).toBe(4);
  const other = await accountWith(5);
  expect(await ordered(other, { dedupKey: 'once' }), 'the key of one account is nothing to another').not.toBeNull();
});

test('issue 14: the country of the receiver decides who a message comes from', async () => {
  const account = await accountWith(5);
  const sms = recordingSms();
  await run(sendSms, { sms_id: await ordered(account, { dialCode: '47', phone: '46123456' }) }, sms);
  expect(sms.sent[0]).toMatchObject({ from: '+4759440000', to: '+4746123456' });
});

test('ALARM-038: without credits nothing is sent and the log says so; 10 and 0 are told once each, on the way down', async () => {
  const account = await accountWith(12);
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(owner);
  const tell = async () => {
    for (const payload of await jobsOf(tellSmsCredits)) await run(tellSmsCredits, payload as object, recordingSms());
    await sql`DELETE FROM graphile_worker._private_jobs`.execute(owner);
    return told.splice(0);
  };
  await ordered(account);
  expect(await tell()).toEqual([]);
  await ordered(account);
  expect(await tell()).toEqual([{ name: 'sms-credits-low', accountId: account, left: 10 }]);
  for (let i = 0; i < 9; i += 1) await ordered(account);
  expect(await tell()).toEqual([]);
  const two = await ordered(account, { text: 'å'.repeat(161) });
  expect(await rowOf(two), 'one credit is left and two are asked for').toMatchObject({
    state: 'no-credits',
    body: '',
    ended_at: NOW,
  });
  await ordered(account);
  expect(await tell()).toEqual([{ name: 'sms-credits-low', accountId: account, left: 0 }]);
  const none = await ordered(account);
  expect(await rowOf(none)).toMatchObject({ state: 'no-credits', attempts: 0 });
  expect(await jobsOf(sendSms)).toEqual([]);
  expect(await balanceOf(account)).toBe(0);
  await buy(account, 1);
  expect(await rowOf(await ordered(account))).toMatchObject({ state: 'queued' });
});

test('issue 14: of orders at once none takes a credit that is not there', async () => {
  const account = await accountWith(3);
  const ids = await Promise.all(Array.from({ length: 8 }, async () => ordered(account)));
  const states = await Promise.all(ids.map(async (id) => (await rowOf(id)).state));
  expect(states.toSorted()).toEqual([...Array<string>(5).fill('no-credits'), ...Array<string>(3).fill('queued')]);
  expect(await balanceOf(account)).toBe(0);
});

test("issue 14: a day has a limit of its own, by the account's zone, and what is used of it is one row", async () => {
  const account = await accountWith(100, { dayLimit: 3 });
  for (let i = 0; i < 3; i += 1) await ordered(account);
  expect(await rowOf(await ordered(account))).toMatchObject({ state: 'day-limit', body: '' });
  // 21:59 UTC is the same summer day in Stockholm, 22:00 is the next.
  expect(await rowOf(await ordered(account, { at: new Date('2026-05-04T21:59:00Z') }))).toMatchObject({ state: 'day-limit' });
  expect(await rowOf(await ordered(account, { at: new Date('2026-05-04T22:00:00Z') }))).toMatchObject({ state: 'queued' });
  const used = await owner
    .selectFrom('sms_credit')
    .select(['amount', sql<string>`used_on::text`.as('day')])
    .where('account_id', '=', account)
    .where('used_on', 'is not', null)
    .orderBy('used_on')
    .execute();
  expect(used).toEqual([
    { amount: -3, day: '2026-05-04' },
    { amount: -1, day: '2026-05-05' },
  ]);
});

test('DEC-05, issue 14: what is no telephone number is told at once and costs nothing; a letter is no message', async () => {
  const account = await accountWith(5);
  expect(await rowOf(await ordered(account, { phone: '12' }))).toMatchObject({
    state: 'dead',
    last_error: 'not a telephone number',
  });
  expect(await balanceOf(account)).toBe(5);
  await expect(ordered(account, { text: '' })).rejects.toThrow('0 parts');
  await expect(ordered(account, { text: 'x'.repeat(7 * 153) })).rejects.toThrow('7 parts');
});

test('issue 14: what the provider does not take now is tried again; the last attempt gives up and the credits come back', async () => {
  const account = await accountWith(5);
  const busy = failing(new SmsError('waits', 'the provider asks for patience (429)'));
  const id = await ordered(account);
  await expect(run(sendSms, { sms_id: id }, busy)).rejects.toThrow('patience');
  expect(await rowOf(id)).toMatchObject({ state: 'queued', attempts: 1, is_uncertain: false, body: 'Bilen lämnade zonen' });
  await expect(run(sendSms, { sms_id: id }, busy, { isLastAttempt: true })).rejects.toThrow('patience');
  expect(await rowOf(id)).toMatchObject({ state: 'failed', attempts: 2, body: '' });
  expect(await balanceOf(account)).toBe(5);
});

test('issue 14: a refusal is final and costs nothing; a dead number is told', async () => {
  const account = await accountWith(5);
  const refused = await ordered(account);
  await run(sendSms, { sms_id: refused }, failing(new SmsError('refused', 'too long')));
  expect(await rowOf(refused)).toMatchObject({ state: 'failed', last_error: 'too long' });
  const dead = await ordered(account);
  await run(sendSms, { sms_id: dead }, failing(new SmsError('dead-number', 'no number')));
  expect(await rowOf(dead)).toMatchObject({ state: 'dead', body: '' });
  expect(told).toEqual([{ name: 'sms-number-died', accountId: account, smsId: dead, number: '+46701234567' }]);
  const nowhere = await ordered(account);
  await run(sendSms, { sms_id: nowhere }, noSms);
  expect(await rowOf(nowhere)).toMatchObject({
    state: 'failed',
    last_error: 'this installation sends no text messages (SMS_PROVIDER)',
  });
  expect(await balanceOf(account)).toBe(5);
  const ours = await ordered(account);
  await expect(run(sendSms, { sms_id: ours }, failing(new Error('the text is in here')))).rejects.toThrow();
  expect((await rowOf(ours)).last_error).toBe('a fault of ours');
});

test('issue 14: an attempt without an answer is marked, sent again, and paid for even where it is given up', async () => {
  const account = await accountWith(5);
  const silent = failing(new SmsError('unknown', 'the provider did not answer (timeout)'));
  const id = await ordered(account);
  await expect(run(sendSms, { sms_id: id }, silent)).rejects.toThrow();
  await run(sendSms, { sms_id: id }, recordingSms());
  expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 2, is_uncertain: true });
  const last = await ordered(account);
  await expect(run(sendSms, { sms_id: last }, silent, { isLastAttempt: true })).rejects.toThrow();
  expect(await rowOf(last)).toMatchObject({ state: 'failed', is_uncertain: true });
  expect(await balanceOf(account)).toBe(3);
});

test("issue 14: killed between the provider's yes and our commit, a message is sent again, and that is counted and shown", async () => {
  const account = await accountWith(5);
  const id = await ordered(account);
  // What the worker that died left behind: the provider said yes, and nobody wrote it down.
  await owner
    .updateTable('sms')
    .set({ attempts: 1, sending_until: later(-1) })
    .where('id', '=', id)
    .execute();
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(owner);
  const uncertain = async () =>
    Number(
      /channel="sms",outcome="uncertain"} (\d+)/.exec(await metrics.getSingleMetricAsString('spora_messages_total'))?.[1] ?? 0,
    );
  const before = await uncertain();
  await run(sweepSms, {}, recordingSms());
  expect(await jobsOf(sendSms)).toEqual([{ sms_id: id }]);
  const sms = recordingSms();
  await run(sendSms, { sms_id: id }, sms);
  expect(sms.sent).toHaveLength(1);
  expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 2, is_uncertain: true });
  expect((await uncertain()) - before).toBe(1);
});

test('issue 14: of three workers with the same message one sends it', async () => {
  const id = await ordered(await accountWith(5));
  const sms = recordingSms();
  await Promise.all([1, 2, 3].map(async () => run(sendSms, { sms_id: id }, sms)));
  expect(sms.sent).toHaveLength(1);
});

test('issue 14: what is too late is not sent, what lost its job is given up after a day, both at no cost', async () => {
  const account = await accountWith(5);
  const [late, never, lost] = [
    await ordered(account, { expiresAt: later(5 * MINUTE) }),
    await ordered(account, { expiresAt: later(5 * MINUTE) }),
    await ordered(account, { at: later(-DAY_MS) }),
  ];
  const sms = recordingSms();
  await run(sendSms, { sms_id: late }, sms, { now: later(5 * MINUTE) });
  await run(sweepSms, {}, sms, { now: later(5 * MINUTE) });
  expect(sms.sent).toEqual([]);
  for (const id of [late, never]) expect(await rowOf(id)).toMatchObject({ state: 'expired', body: '' });
  expect(await rowOf(lost)).toMatchObject({ state: 'failed', body: '' });
  expect(await balanceOf(account)).toBe(5);
});

test('CONST-060: the delivery log goes after 90 days, and what it cost stays', async () => {
  const account = await accountWith(5);
  const [old, young] = [await ordered(account, { at: later(-91 * DAY_MS) }), await ordered(account, { at: later(-89 * DAY_MS) })];
  await run(forgetSms, {}, recordingSms());
  expect(await owner.selectFrom('sms').select('id').where('account_id', '=', account).execute()).toEqual([{ id: young }]);
  expect(old).not.toBe(young);
  expect(await balanceOf(account)).toBe(3);
});

test('SEC-008: an account sees its own deliveries only, and the interface changes none', async () => {
  const [mine, other] = [await accountWith(5), await accountWith(5)];
  const member = await makeMember(database, { accountId: mine });
  const id = await ordered(mine, { memberId: member.id });
  await ordered(other);
  const seen = await api.transaction().execute(async (tx) => {
    await setAccount(tx, mine);
    return tx.selectFrom('sms').select('id').execute();
  });
  expect(seen).toEqual([{ id }]);
  await expect(api.updateTable('sms').set({ state: 'sent' }).execute()).rejects.toThrow(/permission denied/);
  await expect(ordered(other, { memberId: member.id }), 'a member of another account').rejects.toThrow(/sms_member/);
});

test('issue 14: what the interface orders reaches a provider by way of the queue, once, though it stumbles first', async () => {
  const answers: Answered[] = [{ status: 503 }, { status: 200, body: '{"id":"s1","status":"created"}' }];
  const server = await startAnsweringServer(() => answers.shift() ?? { status: 500 });
  const pool = openPool(database.urls.pipeline, { max: 3 });
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(owner);
  const sms = createElksSms({ user: 'u', password: 'p', url: server.url });
  const jobs = await runJobs({ pool, handlers: smsHandlers(options), ctx: ctxWith(sms, NOW), concurrency: 2 });
  const id = await ordered(await accountWith(5));
  for (const until = Date.now() + 15_000; (await rowOf(id)).state === 'queued' && Date.now() < until;)
    await new Promise((done) => setTimeout(done, 50));
  await jobs.stop();
  await pool.end();
  await server.stop();
  expect(await rowOf(id)).toMatchObject({
    state: 'sent',
    attempts: 2,
    is_uncertain: true,
    provider: '46elks',
    provider_id: 's1',
  });
  expect(server.asked).toHaveLength(2);
}, 30_000);

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const twilio = createTwilioSms({ user: 'AC1', password: 'p' });
const env = { SMS_PROVIDER: 'twilio', SMS_USER: 'AC1', SMS_PASSWORD: 'p' };

test('issue 14: a delivery report is taken from whoever shows the token of the message, once, and everything else is passed over', async () => {
  const events: DomainEvent[] = [];
  const app = await testApp({ env, ports: { sms: twilio, announce: async (_db, more) => void events.push(...more) } });
  try {
    const account = await makeAccount(app.database);
    const tokenOf = (id: number) => `token-of-${id}-which-nobody-guesses`;
    const sent = async (providerId: string | null) => {
      const { rows } = await sql<{
        id: number;
      }>`INSERT INTO sms (account_id, recipient, body, parts, state, provider, provider_id, queued_at)
        VALUES (${account}, '+46701234567', '', 1, 'sent', 'twilio', ${providerId}, ${NOW}) RETURNING id`.execute(
        app.database.owner,
      );
      const { id } = rows[0]!;
      const report_hash = hashOfReportToken(tokenOf(id));
      await app.database.owner.updateTable('sms').set({ report_hash }).where('id', '=', id).execute();
      return id;
    };
    const report = (token: string, fields: Record<string, string>, provider = 'twilio') =>
      app.app.inject({
        method: 'POST',
        url: `/sms/report/${provider}/${token}`,
        headers: FORM,
        payload: new URLSearchParams(fields).toString(),
      });
    const stateOf = (id: number) =>
      app.database.owner
        .selectFrom('sms')
        .select(['state', 'delivery', 'provider_id'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();

    const id = await sent('SM1');
    const before = { state: 'sent', delivery: null, provider_id: 'SM1' };
    const good = { MessageSid: 'SM1', MessageStatus: 'delivered' };
    const wrong: (readonly [string, Record<string, string>, string?])[] = [
      ['another-token', good],
      [tokenOf(id), { ...good, MessageSid: 'SM2' }],
      [tokenOf(id), { ...good, MessageStatus: 'sending' }],
      [tokenOf(id), {}],
      [tokenOf(id), good, '46elks'],
    ];
    for (const [token, fields, provider] of wrong) {
      expect((await report(token, fields, provider)).statusCode).toBe(204);
      expect(await stateOf(id)).toEqual(before);
    }
    expect((await report(tokenOf(id), { MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30003' })).statusCode).toBe(
      204,
    );
    expect(await stateOf(id)).toEqual({ ...before, delivery: 'undelivered' });
    for (let i = 0; i < 2; i += 1) await report(tokenOf(id), good);
    expect(await stateOf(id)).toEqual({ ...before, delivery: 'delivered' });
    await report(tokenOf(id), { MessageSid: 'SM1', MessageStatus: 'failed' });
    expect(await stateOf(id), 'what was delivered stays so').toEqual({ ...before, delivery: 'delivered' });

    const early = await sent(null);
    await report(tokenOf(early), { ...good, MessageSid: 'SM7' });
    expect(await stateOf(early), 'its report came before its answer').toMatchObject({
      delivery: 'delivered',
      provider_id: 'SM7',
    });

    expect(events).toEqual([]);
    const dead = await sent('SM9');
    for (let i = 0; i < 2; i += 1)
      await report(tokenOf(dead), { MessageSid: 'SM9', MessageStatus: 'undelivered', ErrorCode: '30005' });
    expect(await stateOf(dead)).toEqual({ state: 'dead', delivery: 'undelivered', provider_id: 'SM9' });
    expect(events).toEqual([{ name: 'sms-number-died', accountId: account, smsId: dead, number: '+46701234567' }]);

    const huge = await app.app.inject({ method: 'POST', url: `/sms/report/twilio/x`, headers: FORM, payload: 'x'.repeat(9000) });
    expect(huge.statusCode).toBe(413);
    expect(JSON.stringify(app.logged)).not.toMatch(/token-of|701234567/);
  } finally {
    await app.close();
  }
});

test('issue 14: where no provider is set nobody takes reports', async () => {
  const app = await testApp();
  const answer = await app.app.inject({ method: 'POST', url: '/sms/report/twilio/x', headers: FORM, payload: 'a=b' });
  await app.close();
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
});
