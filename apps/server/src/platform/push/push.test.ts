import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@spora/calendar/durations';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Answered, AskedOf } from '../../testing/answering-server.ts';
import { makeAccount, makeMember, testDatabase } from '../../testing/database.ts';
import { recordingPusher, testPorts } from '../../testing/http.ts';
import { browserAt, readVapid, startPushService, type TestBrowser } from '../../testing/push-service.ts';
import { type Ctx, setAccount } from '../ctx.ts';
import type { Job, JobRun } from '../jobs/jobs.ts';
import { createPublicPost } from '../network/public-network.ts';
import { createLog } from '../observing/log.ts';
import type { OutgoingPush, PushError, Pusher } from '../ports.ts';
import { orderPush, type PushOrder, sendPush } from './order.ts';
import { PUSH_BODY_MAX_BYTES } from './push-message.ts';
import { forgetPush, pushHandlers, sweepPush } from './send.ts';
import { openVapidKeys } from './vapid-keys.ts';
import { createWebPush } from './web-push.ts';

const database = await testDatabase();
const { owner, api, pipeline } = database;
let answer: (asked: AskedOf) => Answered = () => ({ status: 201 });
const service = await startPushService((asked) => answer(asked));
const folder = await mkdtemp(join(tmpdir(), 'spora-vapid-'));
beforeEach(() => void (answer = () => ({ status: 201 })));
afterAll(async () => {
  await service.stop();
  await database.close();
  await rm(folder, { recursive: true });
});

const NOW = new Date('2026-05-04T10:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);
const logged: string[] = [];
const log = createLog({ logLevel: 'debug' }, { write: (line) => void logged.push(line) });
const keys = openVapidKeys(join(folder, 'keys'), () => NOW);
const pusher = createWebPush({
  keys,
  subject: 'mailto:support@spora.example',
  post: createPublicPost({ mayCallPrivate: true, timeoutMs: 400 }),
});
const firstRun: JobRun = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal, slot: undefined };
function run(job: Job, payload: object, push: Pusher, { now = NOW, isLastAttempt = false } = {}) {
  const ctx: Ctx<{ kind: 'system' }> = {
    actor: { kind: 'system' },
    db: pipeline,
    now: () => now,
    log,
    ports: testPorts({ push }),
  };
  return pushHandlers.find((each) => each.job === job)?.run(ctx, payload, { ...firstRun, isLastAttempt });
}

const newMember = async () => {
  const accountId = await makeAccount(database);
  const { id } = await makeMember(database, { accountId, fullName: 'Anna Ek' });
  return { accountId, memberId: id };
};
async function subscribed({ accountId, memberId }: { accountId: number; memberId: number }, browser: TestBrowser, at = NOW) {
  const { id: key } = await keys.current();
  const { rows } = await sql<{ id: number }>`SELECT save_push_subscription(${accountId}, ${memberId}, ${browser.endpoint},
    ${browser.publicKey}, ${browser.authSecret}, ${key}, 'Firefox', ${at}) AS id`.execute(api);
  return rows[0]!.id;
}
const MESSAGE = { title: 'Zonlarm', body: 'Bil 1 lämnade Hemma', url: '/user/alarms', tag: 'zone-1' };
const ordered = (memberId: number, more: Partial<PushOrder> = {}) =>
  api.transaction().execute((tx) => orderPush(tx, { memberId, ...MESSAGE, at: NOW, ...more }));
const rowOf = (id: number) => owner.selectFrom('push').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const browserOf = (id: number) =>
  owner.selectFrom('push_subscription').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const outgoing = async (browser: TestBrowser, more: Partial<OutgoingPush> = {}): Promise<OutgoingPush> => ({
  endpoint: browser.endpoint,
  publicKey: browser.publicKey,
  authSecret: browser.authSecret,
  vapidKey: (await keys.current()).id,
  body: JSON.stringify(MESSAGE),
  ttlS: 600,
  urgency: 'high',
  topic: 'zone-1',
  shownTo: 'Anna',
  ...more,
});

test('issue 14: a push reaches the service of the browser encrypted for it alone, with its time, urgency, topic and our signature', async () => {
  const [browser, stranger] = [service.newBrowser(), service.newBrowser()];
  await pusher.send(await outgoing(browser));
  const { method, path, headers, body } = service.asked.at(-1)!;
  expect({ method, path: `${service.origin}${path}` }).toEqual({ method: 'POST', path: browser.endpoint });
  expect(headers).toMatchObject({ ttl: '600', urgency: 'high', topic: 'zone-1', 'content-encoding': 'aes128gcm' });
  expect(JSON.parse(browser.decrypt(body))).toEqual(MESSAGE);
  expect(() => stranger.decrypt(body)).toThrow();
  const { key, claims } = readVapid(headers.authorization!);
  expect(key).toBe((await keys.current()).publicKey);
  expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:support@spora.example' });
  expect(Number(claims['exp']) - Date.now() / 1000).toBeLessThanOrEqual(24 * 3600);
});

test('issue 14: the longest push is 4096 bytes for the service', async () => {
  const browser = service.newBrowser();
  const body = 'x'.repeat(PUSH_BODY_MAX_BYTES);
  await pusher.send(await outgoing(browser, { body }));
  expect(service.asked.at(-1)!.body).toHaveLength(4096);
  expect(browser.decrypt(service.asked.at(-1)!.body)).toBe(body);
});

test.each<readonly [string, Answered, PushError['kind']]>([
  ['a subscription that is not there', { status: 404 }, 'gone'],
  ['a subscription that ended', { status: 410 }, 'gone'],
  ['haste', { status: 429, headers: { 'retry-after': '60' } }, 'waits'],
  ['a fault', { status: 503 }, 'waits'],
  ['a signature that it refuses', { status: 403 }, 'waits'],
  ['a message that it refuses', { status: 413 }, 'refused'],
  ['another place', { status: 302, headers: { location: 'http://192.0.2.1/' } }, 'refused'],
  ['silence', 'hang', 'unknown'],
  ['a connection that ends', 'cut', 'unknown'],
])('issue 14: a push service answers with %s', async (_name, answered, kind) => {
  answer = () => answered;
  const before = service.asked.length;
  await expect(pusher.send(await outgoing(service.newBrowser()))).rejects.toMatchObject({ name: 'PushError', kind });
  expect(service.asked.length - before, 'nothing is tried twice, no redirect followed').toBe(1);
});

test('SEC-008, issue 14: an address that a browser names is called only where it is public and encrypted', async () => {
  const strict = createWebPush({
    keys,
    subject: 'mailto:a@b.test',
    post: createPublicPost({ mayCallPrivate: false, timeoutMs: 400 }),
  });
  const before = service.asked.length;
  for (const endpoint of [
    service.newBrowser().endpoint,
    'https://localhost/x',
    'https://10.0.0.1/x',
    'https://169.254.169.254/x',
    'https://[::1]/x',
  ])
    await expect(strict.send(await outgoing(browserAt(endpoint))), endpoint).rejects.toMatchObject({ kind: 'refused' });
  expect(service.asked.length).toBe(before);
});

test('issue 14: keys that encrypt nothing, and a key of ours that is gone, end the subscription', async () => {
  await expect(pusher.send(await outgoing(service.newBrowser(), { publicKey: `B${'A'.repeat(86)}` }))).rejects.toMatchObject({
    kind: 'gone',
  });
  await expect(pusher.send(await outgoing(service.newBrowser(), { vapidKey: '20200101000000-00000000' }))).rejects.toMatchObject({
    kind: 'gone',
  });
});

test('issue 14: the key is made when the first browser asks, in a file that only the program reads, is the same after a restart, and a newer one leaves the former in force', async () => {
  const place = join(folder, 'other');
  const open = () => openVapidKeys(place, () => new Date('2026-11-01T00:00:00Z'));
  const first = await open().current();
  expect(await readdir(place)).toEqual([`vapid-${first.id}.key`]);
  expect((await stat(join(place, `vapid-${first.id}.key`))).mode & 0o777).toBe(0o600);
  expect(await open().current()).toEqual(first);
  await writeFile(join(place, 'vapid-20270101000000-00000000.key'), JSON.stringify({ publicKey: 'p', privateKey: 'q' }));
  const running = open();
  expect(await running.current()).toMatchObject({ id: '20270101000000-00000000', publicKey: 'p' });
  expect(await running.byId(first.id)).toEqual(first);
  expect(await running.byId('../../etc')).toBeUndefined();
});

test('issue 14: an ordered push goes to each browser of the member, once, and its text leaves the database with it', async () => {
  const member = await newMember();
  const other = await newMember();
  const browsers = [service.newBrowser(), service.newBrowser()];
  const subscriptions = [await subscribed(member, browsers[0]!), await subscribed(member, browsers[1]!)];
  await subscribed(other, service.newBrowser());
  const ids = await ordered(member.memberId, { urgency: 'high', topic: 'zone-1', dedupKey: 'a' });
  expect(ids).toHaveLength(2);
  expect(await ordered(member.memberId, { dedupKey: 'a' })).toEqual([]);
  const before = service.asked.length;
  for (const id of [...ids, ...ids]) await run(sendPush, { push_id: id }, pusher);
  const asked = service.asked.slice(before);
  expect(asked.map(({ body }, i) => JSON.parse(browsers[i]!.decrypt(body)) as unknown)).toEqual([MESSAGE, MESSAGE]);
  expect(asked[0]!.headers).toMatchObject({ ttl: String(DAY_MS / 1000), urgency: 'high', topic: 'zone-1' });
  for (const id of ids) expect(await rowOf(id)).toMatchObject({ state: 'sent', body: '', attempts: 1, is_uncertain: false });
  for (const id of subscriptions) expect(await browserOf(id)).toMatchObject({ last_ok_at: NOW, gone_at: null });
  expect(JSON.stringify(logged)).not.toMatch(/lämnade|push\/\d/);
});

test('issue 14, OPT-006: nobody is pushed who stopped it, cannot sign in, or has no browser', async () => {
  const [none, stopped, disabled] = [await newMember(), await newMember(), await newMember()];
  for (const member of [stopped, disabled]) await subscribed(member, service.newBrowser());
  await owner.updateTable('member').set({ push_stopped_at: NOW }).where('id', '=', stopped.memberId).execute();
  await owner.updateTable('member').set({ disabled_at: NOW }).where('id', '=', disabled.memberId).execute();
  for (const { memberId } of [none, stopped, disabled]) expect(await ordered(memberId)).toEqual([]);
});

test('issue 14: a browser that is no more is marked, told no further, and there again when it asks anew', async () => {
  const member = await newMember();
  const browser = service.newBrowser();
  const subscription = await subscribed(member, browser);
  const [id, next] = [...(await ordered(member.memberId)), ...(await ordered(member.memberId))];
  answer = () => ({ status: 410 });
  await run(sendPush, { push_id: id }, pusher);
  expect(await rowOf(id!)).toMatchObject({ state: 'gone', body: '', last_error: 'the subscription is no more (410)' });
  expect(await browserOf(subscription)).toMatchObject({ gone_at: NOW });
  const before = service.asked.length;
  await run(sendPush, { push_id: next }, pusher);
  expect(await rowOf(next!)).toMatchObject({ state: 'gone' });
  expect(service.asked.length).toBe(before);
  expect(await ordered(member.memberId)).toEqual([]);
  await subscribed(member, browser);
  expect(await ordered(member.memberId)).toHaveLength(1);
});

test('SEC-008, issue 14: what waits for one person is not shown to the next who asks with the same browser', async () => {
  const [first, second] = [await newMember(), await newMember()];
  const browser = service.newBrowser();
  await subscribed(first, browser);
  const [id] = await ordered(first.memberId);
  await subscribed(second, browser, later(1000));
  const sent = recordingPusher();
  await run(sendPush, { push_id: id }, sent, { now: later(2000) });
  expect(sent.sent).toEqual([]);
  expect(await rowOf(id!)).toMatchObject({ state: 'gone' });
  await subscribed(first, browser, later(3000));
  const seen = await api.transaction().execute(async (tx) => {
    await setAccount(tx, second.accountId);
    return tx.selectFrom('push_subscription').select('id').execute();
  });
  expect(seen).toEqual([]);
});

test('issue 14: what a service does not take now is tried again, and given up in the end', async () => {
  const member = await newMember();
  await subscribed(member, service.newBrowser());
  const [id] = await ordered(member.memberId);
  answer = () => ({ status: 503 });
  await expect(run(sendPush, { push_id: id }, pusher)).rejects.toThrow('patience');
  expect(await rowOf(id!)).toMatchObject({ state: 'queued', attempts: 1, is_uncertain: false });
  answer = () => 'hang';
  await expect(run(sendPush, { push_id: id }, pusher)).rejects.toThrow('did not answer');
  expect(await rowOf(id!)).toMatchObject({ state: 'queued', attempts: 2, is_uncertain: true });
  await expect(run(sendPush, { push_id: id }, pusher, { isLastAttempt: true })).rejects.toThrow();
  expect(await rowOf(id!)).toMatchObject({ state: 'failed', body: '' });
});

test('issue 14: a push that a killed worker left is taken up again; what is too late is not sent; the log goes after 90 days', async () => {
  const member = await newMember();
  await subscribed(member, service.newBrowser(), later(-100 * DAY_MS));
  const [left] = await ordered(member.memberId);
  const [late] = await ordered(member.memberId, { expiresAt: later(1000) });
  const [old] = await ordered(member.memberId, { at: later(-91 * DAY_MS) });
  await owner
    .updateTable('push')
    .set({ attempts: 1, sending_until: later(-1) })
    .where('id', '=', left!)
    .execute();
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(owner);
  await run(sweepPush, {}, pusher, { now: later(1000) });
  const { rows } = await sql<{ payload: unknown }>`SELECT payload FROM graphile_worker._private_jobs`.execute(owner);
  expect(rows).toEqual([{ payload: { push_id: left } }]);
  await run(sendPush, { push_id: left }, pusher);
  expect(await rowOf(left!)).toMatchObject({ state: 'sent', attempts: 2, is_uncertain: true });
  for (const id of [late, old]) expect(await rowOf(id!)).toMatchObject({ state: 'expired', body: '' });
  await run(forgetPush, {}, pusher);
  const kept = await owner.selectFrom('push').select('id').where('member_id', '=', member.memberId).orderBy('id').execute();
  expect(kept.map(({ id }) => id)).toEqual([left, late]);
});
