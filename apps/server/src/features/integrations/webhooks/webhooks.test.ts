import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { compileFunction } from 'node:vm';
import { DAY_MS } from '@spora/calendar/durations';
import { columnsOf } from '@spora/telemetry/columns';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readAudit } from '@spora/contract/accounts/endpoints';
import type { WebhookEvent } from '@spora/contract/integrations/choices';
import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  testWebhook,
  updateWebhook,
} from '@spora/contract/integrations/endpoints';
import { WEBHOOK_CALLS } from '@spora/contract/integrations/webhook-calls';
import { VERIFY_IN_NODE, WEBHOOK_REQUEST } from '../../../platform/http/webhook-guide.ts';
import { createLog } from '../../../platform/observing/log.ts';
import { createPublicPost } from '../../../platform/network/public-network.ts';
import { makeAccount, makeMember, makeUnit, type MadeUnit } from '../../../testing/database.ts';
import { type Caller, testApp, testPorts } from '../../../testing/http.ts';
import { recordOf } from '../../../testing/projector.ts';
import { append, ensurePartitions } from '../../../core/log/segments.ts';
import { prepare } from '../../../core/log/appender.ts';
import { driveBuilder } from '../../../testing/drive.ts';
import { announce } from '../../../features.ts';
import { deliver, forgetOld, sealSecrets } from '../delivery.ts';
import { projectNext, rebuildTracker } from '../../../testing/engine.ts';

const app = await testApp({ env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
const { owner, pipeline } = app.database;
const START = Date.UTC(2026, 2, 10, 8);
const LATER = new Date('2026-03-10T12:00:00Z');
await ensurePartitions(pipeline, new Date('2026-02-01'), new Date('2026-12-01'));

/** The customer's own program: keeps what it was told and answers as it is set to. */
const heard: { headers: IncomingHttpHeaders; body: string }[] = [];
let answer = 200;
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString()));
  request.on('end', () => {
    heard.push({ headers: request.headers, body });
    response.writeHead(answer, { location: 'http://127.0.0.1:1/' }).end('private words of the receiver');
  });
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const URL_OF_RECEIVER = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
afterAll(async () => {
  receiver.close();
  await app.close();
});

const post = createPublicPost({ mayCallPrivate: true, timeoutMs: 2_000 });
const ctx = {
  actor: { kind: 'system' },
  db: pipeline,
  now: () => new Date(app.clock.now),
  ports: testPorts(),
  log: createLog({ logLevel: 'silent' }),
} as const;
beforeEach(() => {
  heard.length = 0;
  answer = 200;
  app.clock.now = new Date(START - 60_000);
});

interface Company {
  readonly accountId: Awaited<ReturnType<typeof makeAccount>>;
  readonly member: { id: number };
  readonly admin: Caller;
  readonly unit: MadeUnit;
  readonly hook: { id: number; secret: string };
}
async function newCompany(events: WebhookEvent[] = ['trip.finished']): Promise<Company> {
  const accountId = await makeAccount(app.database);
  const member = await makeMember(app.database, { accountId, fullName: 'Maja Ek' });
  const admin = await app.signInAs(member);
  const unit = await makeUnit(app.database, { accountId, name: 'Bil 1' });
  const hook = (await admin.call(createWebhook, { body: { url: URL_OF_RECEIVER, events } })).data!;
  return { accountId, member, admin, unit, hook };
}
/** Drives one trip that ends, as the projector sees it. */
async function drive({ trackerId }: MadeUnit): Promise<void> {
  const { fixes } = driveBuilder({ withOdometer: true })
    .stand(300, { ignition: false })
    .drive(900, 50, { ignition: true })
    .stand(1200, { ignition: false });
  await append(
    pipeline,
    prepare([{ trackerId, columns: columnsOf(fixes.map(recordOf)), bytes: 1, settle: () => {} }], LATER, 24),
  );
  while ((await projectNext(pipeline, LATER, { trackers: 50, segments: 4 })).trackers > 0) continue;
}
const waiting = async ({ accountId }: Company): Promise<number[]> =>
  (
    await owner
      .selectFrom('webhook_delivery')
      .select('id')
      .where('account_id', '=', accountId)
      .where('state', '=', 'waiting')
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);
const attempt = (id: number, isLastAttempt = false) =>
  deliver(ctx, post, id, { isLastAttempt }).then(
    () => 'settled',
    () => 'again',
  );
const logOf = async ({ admin, hook }: Company) =>
  (await admin.call(listDeliveries, { params: { id: hook.id } })).data!.deliveries;

/** The check of the guide, at a time of the test. */
function isFromSpora(headers: IncomingHttpHeaders, body: string, secret: string, now: () => number): boolean {
  const code = VERIFY_IN_NODE.replace(/^import .*$/m, '').replace('function isFromSpora', 'return function');
  const checkOf = compileFunction(code, ['createHmac', 'timingSafeEqual', 'Date']) as (
    ...given: unknown[]
  ) => (...given: [IncomingHttpHeaders, string, string]) => boolean;
  const check = checkOf(createHmac, timingSafeEqual, { now });
  return check(headers, body, secret);
}

test('ADM-019: a finished trip is told once, signed, and a rebuild tells nobody again', async () => {
  const company = await newCompany();
  await drive(company.unit);
  const [id] = await waiting(company);
  expect(await attempt(id!)).toBe('settled');
  const { headers, body } = heard[0]!;
  const told = JSON.parse(body) as { type: string; data: Record<string, unknown> };
  // 13-B6: as the description of the interface says, and nothing beside.
  expect(WEBHOOK_CALLS['trip.finished'].parse(told)).toEqual(told);
  expect(told).toMatchObject({
    type: 'trip.finished',
    data: { unit: { name: 'Bil 1', imei: company.unit.imei }, type: 'business', distance_m: 12_500 },
  });
  const key = Buffer.from(company.hook.secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${body}`;
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  expect(headers['webhook-id']).toBe(`trip-${String(told.data['trip_id'])}`);
  expect(await logOf(company)).toMatchObject([{ state: 'delivered', attempts: 1, status: 200, event: 'trip.finished' }]);

  // 13-B6: the check that the guide hands out takes it, and nothing else.
  const at = () => app.clock.now.getTime();
  expect(isFromSpora(headers, body, company.hook.secret, at)).toBe(true);
  expect(isFromSpora(headers, body.replace('12500', '1'), company.hook.secret, at)).toBe(false);
  expect(isFromSpora(headers, body, WEBHOOK_REQUEST.secret, at)).toBe(false);
  expect(isFromSpora(headers, body, company.hook.secret, () => at() + 301_000)).toBe(false);
  const sample = WEBHOOK_REQUEST;
  expect(isFromSpora(sample.headers, sample.body, sample.secret, () => Number(sample.headers['webhook-timestamp']) * 1000)).toBe(
    true,
  );

  await rebuildTracker(pipeline, company.unit.imei, LATER);
  await pipeline
    .transaction()
    .execute((tx) => announce(tx, [{ name: 'trip-finished', ids: [Number(told.data['trip_id'])] }], LATER));
  await attempt(id!);
  expect(await waiting(company)).toEqual([]);
  expect(heard).toHaveLength(1);
});

test('ADM-019, LOCK-005, TRIP-032: nothing is told of a private trip, of a locked unit, of an event nobody asked for, or of before the webhook', async () => {
  const locked = await newCompany();
  await owner
    .updateTable('unit')
    .set({ locked_at: app.clock.now, locked_by_member_id: locked.member.id })
    .where('id', '=', locked.unit.unitId)
    .execute();
  const others = await newCompany(['service.due']);
  const secretive = await newCompany();
  await owner.updateTable('unit').set({ default_trip_type: 'private' }).where('id', '=', secretive.unit.unitId).execute();
  const late = await newCompany();
  await owner.updateTable('webhook').set({ created_at: LATER }).where('account_id', '=', late.accountId).execute();
  for (const { unit } of [locked, others, secretive, late]) await drive(unit);
  expect(await Promise.all([locked, others, late, secretive].map(waiting))).toEqual([[], [], [], []]);
});

test('ADM-019: a command that was answered or failed is told, each state once', async () => {
  const company = await newCompany(['command.acknowledged', 'command.failed']);
  const { rows } = await sql<{
    id: number;
  }>`INSERT INTO command (account_id, unit_id, tracker_id, kind, subject, parameters, family, text,
    member_id, created_at, expires_at, state) VALUES (${company.accountId}, ${company.unit.unitId}, ${company.unit.trackerId}, 'output',
    'output-1', '{}', 'A', 'x', 1, now(), now(), 'timed-out') RETURNING id`.execute(owner);
  const { id } = rows[0]!;
  const tell = (name: 'command-acknowledged' | 'command-failed') =>
    pipeline.transaction().execute((tx) => announce(tx, [{ name, ids: [id] }], app.clock.now));
  await tell('command-acknowledged');
  await tell('command-failed');
  await tell('command-failed');
  await owner.updateTable('command').set({ state: 'acknowledged' }).where('id', '=', id).execute();
  await tell('command-acknowledged');
  expect((await logOf(company)).map(({ event_id }) => event_id)).toEqual([
    `command-${id}-acknowledged`,
    `command-${id}-timed-out`,
  ]);
});

test('ADM-019: what failed is tried again later and given up in the end; what the receiver said is kept nowhere', async () => {
  const company = await newCompany();
  await drive(company.unit);
  const [id] = await waiting(company);
  answer = 302;
  expect(await attempt(id!)).toBe('again');
  expect((await company.admin.call(listWebhooks)).data!.webhooks[0]!.failing_since).not.toBeNull();
  answer = 500;
  expect(await attempt(id!, true)).toBe('settled');
  const rows = await logOf(company);
  expect(rows).toMatchObject([{ state: 'failed', attempts: 2, status: 500 }]);
  expect(heard).toHaveLength(2);
  const all = await owner.selectFrom('webhook_delivery').selectAll().where('account_id', '=', company.accountId).execute();
  expect(JSON.stringify(all)).not.toContain('private words');
});

test('ADM-019: after a day without success the webhook is paused, the administrators have a mail, and one of them lets it go on', async () => {
  const company = await newCompany();
  await drive(company.unit);
  const [id] = await waiting(company);
  answer = 503;
  await attempt(id!);
  app.clock.now = new Date(app.clock.now.getTime() + 25 * 3_600_000);
  expect(await attempt(id!)).toBe('settled');
  const admin = await app.signInAs(company.member);
  expect((await admin.call(listWebhooks)).data!.webhooks).toMatchObject([{ paused_by: 'failures' }]);
  const mails = await owner
    .selectFrom('mail')
    .select(['template', 'params'])
    .where('account_id', '=', company.accountId)
    .execute();
  expect(mails).toMatchObject([{ template: 'webhook-paused', params: { fullName: 'Maja Ek' } }]);
  await pipeline.transaction().execute((tx) => announce(tx, [{ name: 'trip-finished', ids: [1] }], app.clock.now));
  answer = 200;
  await admin.call(testWebhook, { params: { id: company.hook.id } });
  const [test] = await waiting(company);
  expect(await attempt(test!, true)).toBe('settled');
  expect((await logOf({ ...company, admin }))[0]).toMatchObject({ event: 'test', state: 'delivered' });
  await admin.call(updateWebhook, { params: { id: company.hook.id }, body: { events: ['trip.finished'], is_paused: false } });
  expect((await admin.call(listWebhooks)).data!.webhooks).toMatchObject([{ paused_by: null, failing_since: null }]);
});

test('ADM-019: a webhook calls no private network unless the installation lets it, neither by number nor by name', async () => {
  const strict = createPublicPost({ mayCallPrivate: false, timeoutMs: 2_000 });
  const message = { headers: {}, body: '{}' };
  for (const url of [
    URL_OF_RECEIVER,
    URL_OF_RECEIVER.replace('http:', 'https:'),
    'https://localhost/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/',
  ])
    expect(await strict(url, message), url).toEqual({ status: null, problem: 'private-address' });
  expect(heard).toEqual([]);
  // 12-A10: also one that was entered before.
  expect(await post('http://127.0.0.1:22/', message)).toEqual({ status: null, problem: 'unreachable' });
  expect((await post(URL_OF_RECEIVER, message)).status).toBe(200);
});

test('ADM-019, 12-A10: without that permission an address in a private network, or without TLS, is refused when it is entered', async () => {
  const closed = await testApp();
  try {
    const admin = await closed.signInAs(await makeMember(closed.database, { accountId: await makeAccount(closed.database) }));
    const refusal = async (url: string) => (await admin.call(createWebhook, { body: { url, events: ['trip.finished'] } })).errors;
    expect(await refusal('http://example.com/')).toEqual({ url: ['WebhookNeedsHttps'] });
    expect(await refusal('https://10.1.2.3/')).toEqual({ url: ['WebhookPrivateAddress'] });
    expect(await refusal('https://user:word@example.com/')).toEqual({ url: ['InvalidWebhookUrl'] });
    expect(await refusal('ftp://example.com/')).toEqual({ url: ['InvalidWebhookUrl'] });
    expect(await refusal('https://example.com/hook')).toBeUndefined();
    for (const port of [1, 22, 25, 1023]) expect(await refusal(`https://example.com:${port}/`)).toEqual({ url: ['WebhookPort'] });
    for (const port of [80, 443, 1024, 8443]) expect(await refusal(`https://example.com:${port}/`)).toBeUndefined();
  } finally {
    await closed.close();
  }
});

test('ADM-019, SEC-008: the secret is answered once, the interface cannot read it, and another account neither sees nor changes a webhook', async () => {
  const { admin, hook, accountId } = await newCompany();
  const shown = JSON.stringify([(await admin.call(listWebhooks)).data, (await admin.call(readAudit)).data, app.logged]);
  expect(shown).not.toContain(hook.secret);
  await expect(app.database.api.selectFrom('webhook').select('secret').execute()).rejects.toThrow('permission denied');
  const other = await newCompany();
  const params = { id: hook.id };
  expect((await other.admin.call(listWebhooks)).data!.webhooks.map(({ id }) => id)).toEqual([other.hook.id]);
  expect((await other.admin.call(listDeliveries, { params })).status).toBe(404);
  expect((await other.admin.call(testWebhook, { params })).status).toBe(404);
  expect((await other.admin.call(updateWebhook, { params, body: { events: ['trip.finished'], is_paused: true } })).status).toBe(
    404,
  );
  expect((await other.admin.call(removeWebhook, { params })).status).toBe(404);
  const driver = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
  expect((await driver.call(listWebhooks)).status).toBe(403);
  expect((await admin.call(removeWebhook, { params })).status).toBe(200);
  expect((await admin.call(listWebhooks)).data!.webhooks).toEqual([]);
});

test('CONST-060: the delivery log goes back 90 days', async () => {
  const company = await newCompany();
  await company.admin.call(testWebhook, { params: { id: company.hook.id } });
  app.clock.now = new Date(app.clock.now.getTime() + 89 * DAY_MS);
  await forgetOld(ctx);
  expect(await waiting(company)).toHaveLength(1);
  app.clock.now = new Date(app.clock.now.getTime() + 2 * DAY_MS);
  await forgetOld(ctx);
  expect(await waiting(company)).toEqual([]);
});

test('12-A10: a webhook’s secret lies encrypted in the database; one from before is encrypted at the start and signs as it did', async () => {
  const company = await newCompany();
  const { hook } = company;
  const stored = async () =>
    (await owner.selectFrom('webhook').select('secret').where('id', '=', hook.id).executeTakeFirstOrThrow()).secret;
  expect(await stored()).toMatch(/^aes1\.test\./);
  await owner.updateTable('webhook').set({ secret: hook.secret }).where('id', '=', hook.id).execute();
  await sealSecrets(ctx);
  const sealed = await stored();
  expect(sealed).toMatch(/^aes1\.test\./);
  expect(sealed).not.toContain(hook.secret);
  await sealSecrets(ctx);
  expect(await stored(), 'sealed once').toBe(sealed);
  await company.admin.call(testWebhook, { params: { id: hook.id } });
  const [id] = await waiting(company);
  expect(await attempt(id!)).toBe('settled');
  const { headers, body } = heard[0]!;
  const key = Buffer.from(hook.secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${body}`;
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
});
