import { MINUTE_MS } from '@spora/calendar/durations';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listAlarms, setAlarmState } from '@spora/contract/alarms/centre';
import { saveZone } from '@spora/contract/zones/endpoints';
import { columnsOf } from '@spora/telemetry/columns';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { prepare } from '../core/log/appender.ts';
import { append, ensurePartitions } from '../core/log/segments.ts';
import { alarmHandlers } from '../features/alarms/jobs.ts';
import type { Fix } from '../features/trips/projection.ts';
import type { AccountId } from '../platform/ctx.ts';
import { openPool } from '../platform/database/database.ts';
import { type JobHandler, runJobs } from '../platform/jobs/jobs.ts';
import { createSmtpMailer } from '../platform/mail/smtp.ts';
import { mailHandlers } from '../platform/mail/send.ts';
import { createPublicPost } from '../platform/network/public-network.ts';
import { createLog } from '../platform/observing/log.ts';
import type { Ports } from '../platform/ports.ts';
import { pushHandlers } from '../platform/push/send.ts';
import { openVapidKeys } from '../platform/push/vapid-keys.ts';
import { createWebPush } from '../platform/push/web-push.ts';
import { createElksSms } from '../platform/sms/elks.ts';
import { smsHandlers } from '../platform/sms/send.ts';
import { startAnsweringServer } from '../testing/answering-server.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../testing/database.ts';
import { driveBuilder, randomFrom } from '../testing/drive.ts';
import { projectNext, rebuildTracker } from '../testing/engine.ts';
import { testApp, type TestApp, testPorts } from '../testing/http.ts';
import { makeReceiver } from '../testing/receivers.ts';
import { startMailServer, type TestMailServer } from '../testing/mail-server.ts';
import { recordOf } from '../testing/projector.ts';
import { startPushService, type TestBrowser, type TestPushService } from '../testing/push-service.ts';

const NIGHT = Date.UTC(2026, 2, 10, 1);
const OFF = { ignition: false };
/** It stands in its yard at two in the night, and is taken away with its ignition off. */
const TAKEN = driveBuilder({ startMs: NIGHT })
  .stand(600, { ...OFF, jitterM: 8 })
  .drive(300, 40, OFF).fixes;
const NOTICED = new Date(TAKEN.at(-1)!.timeMs + 5000);
const linkTo = (_subsite: number, path: string): string => `https://spora.test${path}`;
const firstRun = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal, slot: undefined };

let app: TestApp;
let mails: TestMailServer;
let smsProvider: Awaited<ReturnType<typeof startAnsweringServer>>;
let pushes: TestPushService;
let folder: string;
let ports: Ports;
let isDown = false;
let clock = NOTICED;
let accountId: AccountId;
let unit: MadeUnit;
let handlers: readonly JobHandler[];

const context = () =>
  ({
    actor: { kind: 'system' },
    db: app.database.pipeline,
    now: () => clock,
    ports,
    log: createLog({ logLevel: 'silent' }),
  }) as const;

beforeAll(async () => {
  app = await testApp();
  await ensurePartitions(app.database.pipeline, new Date(NIGHT), new Date(NIGHT));
  const down = { status: 503 };
  mails = await startMailServer({
    onMailFrom: (_address, _session, done) =>
      isDown ? done(Object.assign(new Error('try again later'), { responseCode: 451 })) : done(),
  });
  smsProvider = await startAnsweringServer(() => (isDown ? down : { status: 200, body: '{"id":"s1","status":"created"}' }));
  pushes = await startPushService(() => (isDown ? down : { status: 201 }));
  folder = await mkdtemp(join(tmpdir(), 'spora-woken-'));
  const post = createPublicPost({ mayCallPrivate: true });
  const keys = openVapidKeys(join(folder, 'keys'), () => clock);
  ports = testPorts({
    mail: createSmtpMailer(`smtp://127.0.0.1:${mails.port}`),
    sms: createElksSms({ user: 'u', password: 'p', url: smsProvider.url }),
    push: createWebPush({ keys, subject: 'mailto:support@spora.example', post }),
  });
  handlers = [
    ...alarmHandlers({ api: app.database.api, linkTo, post, features: [] }),
    ...mailHandlers({ linkTo }),
    ...smsHandlers({ sender: 'Spora', senders: {}, reportUrl: () => null }),
    ...pushHandlers,
  ];
});
afterAll(async () => {
  await ports.mail.close();
  await Promise.all([mails.stop(), smsProvider.stop(), pushes.stop(), app.close()]);
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  isDown = false;
  clock = new Date(NIGHT - 60 * MINUTE_MS);
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(app.database.owner);
  accountId = await makeAccount(app.database);
  unit = await makeUnit(app.database, { accountId, name: 'Skåpbil 7' });
});

let people = 0;
interface Receiving {
  readonly email?: string;
  readonly phone?: string;
  readonly memberId?: number;
  readonly next?: number;
  /** Not of the unit: only where another did not handle it. */
  readonly isSecond?: boolean;
}
async function receiver({ email = '', phone = '', memberId, next, isSecond = false }: Receiving): Promise<number> {
  const made = {
    account_id: accountId,
    member_id: memberId ?? null,
    name: `Mottagare ${(people += 1)}`,
    email,
    dial_code: phone === '' ? '' : '46',
    phone,
    push: memberId !== undefined,
    security: true,
    escalate_after_min: next === undefined ? null : 10,
    escalate_to_id: next ?? null,
  };
  return makeReceiver(app.database, made, { unitId: isSecond ? null : unit.unitId, at: clock });
}

async function browserOf(memberId: number): Promise<TestBrowser> {
  const browser = pushes.newBrowser();
  await app.database.owner
    .insertInto('push_subscription')
    .values({
      account_id: accountId,
      member_id: memberId,
      endpoint: browser.endpoint,
      public_key: browser.publicKey,
      auth_secret: browser.authSecret,
      vapid_key: (await ports.push.publicKey()).id,
      label: 'Firefox',
      created_at: new Date(NIGHT - 60 * MINUTE_MS),
    })
    .execute();
  return browser;
}

/** Three receivers: one by mail, one by text message, one by push and mail; and who is told where nobody handles it. */
async function receivers() {
  const second = `second-${accountId}@example.test`;
  const first = `first-${accountId}@example.test`;
  await receiver({ email: first, next: await receiver({ email: second, isSecond: true }) });
  const phone = `70${String(1_000_000 + accountId)}`;
  await receiver({ phone });
  const { id: memberId } = await makeMember(app.database, { accountId });
  await receiver({ memberId, email: `third-${accountId}@example.test` });
  await app.database.owner
    .insertInto('sms_credit')
    .values({ account_id: accountId, at: clock, amount: 50, reason: 'free' })
    .execute();
  const browser = await browserOf(memberId);
  const path = new URL(browser.endpoint).pathname;
  return {
    mailsTo: (email: string) => mails.taken.filter(({ to }) => to[0] === email).map(({ raw }) => raw),
    first,
    second,
    texts: () =>
      smsProvider.asked
        .map(({ body }) => new URLSearchParams(body.toString()))
        .filter((form) => form.get('to') === `+46${phone}`)
        .map((form) => form.get('message') ?? ''),
    notices: () =>
      pushes.asked
        .filter((asked) => asked.path === path)
        .map(({ body }) => (JSON.parse(browser.decrypt(body)) as { title: string }).title),
  };
}

async function report(fixes: readonly Fix[]): Promise<void> {
  const { pipeline } = app.database;
  const columns = columnsOf(fixes.map(recordOf));
  await append(pipeline, prepare([{ trackerId: unit.trackerId, columns, bytes: 1, settle: () => {} }], clock, 24));
  while ((await projectNext(pipeline, clock, { trackers: 50, segments: 8 }, { among: [unit.trackerId] })).trackers > 0) continue;
}

/** Each job that waits, and what they order in turn, and the one of the minute. */
async function work(): Promise<void> {
  await handlers.find(({ job }) => job.name === 'alarms.due')!.run(context(), {}, firstRun);
  for (;;) {
    const { rows } = await sql<{ id: string; name: string; payload: object }>`
      DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
      WHERE t.id = j.task_id RETURNING j.id, t.identifier AS name, j.payload`.execute(app.database.owner);
    if (rows.length === 0) return;
    for (const { name, payload } of rows) await handlers.find(({ job }) => job.name === name)?.run(context(), payload, firstRun);
  }
}

const told = {
  en: ['has left Yard', 'en'],
  sv: ['har lämnat Yard', 'sv'],
  no: ['har forlatt Yard', 'nb'],
} as const;

test.each(['en', 'sv', 'no'] as const)(
  '14-acceptance 1: a van taken from its zone at night is told by mail, SMS and push (%s), handled, and what nobody handles goes on; the same again is no message',
  async (language) => {
    await app.database.owner.updateTable('account').set({ alert_language: language }).where('id', '=', accountId).execute();
    app.clock.now = clock;
    const admin = await app.signInAs(await makeMember(app.database, { accountId, fullName: 'Anna Admin' }));
    const zone = { name: 'Yard', lat: 59.3, lng: 18, radius: 300, imeis: [unit.imei] };
    expect((await admin.call(saveZone, { body: zone })).data).toBeDefined();
    const { first, second, mailsTo, texts, notices } = await receivers();

    app.clock.now = clock = NOTICED;
    await report(TAKEN);
    await work();
    const centre = async () => (await admin.call(listAlarms, { query: {} })).data!.alarms;
    const [left, towed] = (await centre()).toSorted((a, b) => (a.kind < b.kind ? 1 : -1));
    expect(left).toMatchObject({ kind: 'zone-left', class: 'security', state: 'new', unit: { name: 'Skåpbil 7' } });
    expect(towed).toMatchObject({ kind: 'towing', state: 'new' });
    const [words, html] = told[language];
    expect(mailsTo(first)).toHaveLength(2);
    for (const raw of mailsTo(first)) expect(raw).toContain(`Content-Language: ${html}`);
    expect(texts()).toHaveLength(2);
    expect(texts().filter((text) => text.includes(`Skåpbil 7 ${words}`))).toHaveLength(1);
    expect(notices()).toHaveLength(2);
    expect(notices()).toContain(`Skåpbil 7 ${words}`);
    expect(mailsTo(second)).toEqual([]);

    await admin.call(setAlarmState, { body: { ids: [left!.id], state: 'handled', note: 'Jag ringer polisen.' } });
    app.clock.now = clock = new Date(NOTICED.getTime() + 9 * MINUTE_MS);
    await work();
    expect(mailsTo(second)).toEqual([]);
    app.clock.now = clock = new Date(NOTICED.getTime() + 11 * MINUTE_MS);
    await work();
    await work();
    expect(mailsTo(second), 'of the one that nobody handled').toHaveLength(1);

    const random = randomFrom(7);
    const pieces = Array.from({ length: Math.ceil(TAKEN.length / 6) }, (_, i) => TAKEN.slice(i * 6, i * 6 + 6));
    await report(TAKEN);
    await report(TAKEN);
    for (const piece of pieces.toSorted(() => random() - 0.5)) await report(piece);
    await rebuildTracker(app.database.pipeline, unit.imei, clock);
    await work();
    app.clock.now = clock = new Date(NOTICED.getTime() + 40 * MINUTE_MS);
    await work();
    expect([mailsTo(first), mailsTo(second), texts(), notices()].map(({ length }) => length)).toEqual([2, 1, 2, 2]);
    expect((await centre()).map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual(['towing new', 'zone-left handled']);
  },
  60_000,
);

test('14-acceptance 5: providers that are down for an hour lose nothing: tried ever more rarely, told once when they are back', async () => {
  const { first, mailsTo, texts, notices } = await receivers();
  clock = NOTICED;
  await report(TAKEN);
  isDown = true;
  await orderOnly();
  const pool = openPool(app.database.urls.pipeline, { max: 4 });
  const jobs = await runJobs({
    pool,
    handlers: handlers.filter(({ schedule }) => schedule === undefined),
    ctx: { ...context(), now: () => clock },
    concurrency: 3,
  });
  const waits: number[] = [];
  try {
    for (let passedS = 0, attempt = 1; passedS < 3600; attempt += 1) {
      const wait = await waitOfAll(attempt);
      waits.push(Math.round(wait));
      passedS += wait;
      clock = new Date(clock.getTime() + wait * 1000);
      if (passedS >= 3600) isDown = false;
      await sql`UPDATE graphile_worker._private_jobs SET run_at = now()`.execute(app.database.owner);
    }
    expect(waits.length).toBeGreaterThan(4);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    await until(async () => (await left()) === 0);
  } finally {
    await jobs.stop();
    await pool.end();
  }
  expect(mailsTo(first)).toHaveLength(1);
  expect(texts().length).toBe(waits.length + 1);
  expect(notices().length).toBe(waits.length + 1);
  for (const [table, count] of [
    ['mail', 2],
    ['sms', 1],
    ['push', 1],
  ] as const) {
    const rows = await app.database.owner.selectFrom(table).where('account_id', '=', accountId).select('state').execute();
    expect(rows, table).toEqual(Array(count).fill({ state: 'sent' }));
  }
}, 90_000);

/** Orders the messages of what was raised, and sends none. */
async function orderOnly(): Promise<void> {
  const { rows } = await sql<{ payload: object }>`
    DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
    WHERE t.id = j.task_id AND t.identifier = 'alarms.tell' RETURNING j.payload`.execute(app.database.owner);
  for (const { payload } of rows) await handlers.find(({ job }) => job.name === 'alarms.tell')!.run(context(), payload, firstRun);
}
const left = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM graphile_worker._private_jobs`.execute(
    app.database.owner,
  );
  return rows[0]?.n ?? 0;
};
/** For how long all wait once each has been tried so often, in seconds. */
async function waitOfAll(attempt: number): Promise<number> {
  let wait = 0;
  await until(async () => {
    const { rows } = await sql<{ attempts: number; is_at_it: boolean; wait: number }>`
      SELECT attempts, locked_at IS NOT NULL AS is_at_it, extract(epoch FROM run_at - now())::float AS wait
      FROM graphile_worker._private_jobs`.execute(app.database.owner);
    wait = Math.max(...rows.map((row) => row.wait));
    return rows.length === 4 && rows.every(({ attempts, is_at_it }) => attempts === attempt && !is_at_it);
  });
  return wait;
}
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 15_000; !(await isTrue());) {
    if (Date.now() > end) throw new Error('waited in vain');
    await new Promise((done) => setTimeout(done, 50));
  }
}
