import { createHash } from 'node:crypto';
import { listPushBrowsers, subscribePush, testPush, unsubscribePush } from '@spora/contract/alarms/push';
import { exportOwnData, exportPersonData } from '@spora/contract/accounts/settings';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import type { JobRun } from '../../../platform/jobs/jobs.ts';
import { createLog } from '../../../platform/observing/log.ts';
import { sendPush } from '../../../platform/push/order.ts';
import { pushHandlers } from '../../../platform/push/send.ts';
import { makeAccount, makeMember } from '../../../testing/database.ts';
import { recordingPusher, testApp, testPorts } from '../../../testing/http.ts';
import { browserAt } from '../../../testing/push-service.ts';

const app = await testApp();
afterAll(() => app.close());
const { owner, pipeline } = app.database;
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

let count = 0;
const newBrowser = (endpoint = `https://push.example.com/wpush/${(count += 1)}`) => {
  const { publicKey: p256dh, authSecret: auth } = browserAt(endpoint);
  return { endpoint, keys: { p256dh, auth } };
};
async function newMember(more: { isAdmin?: boolean; accountId?: Awaited<ReturnType<typeof makeAccount>> } = {}) {
  const accountId = more.accountId ?? (await makeAccount(app.database));
  const member = await makeMember(app.database, { accountId, isAdmin: more.isAdmin ?? false, language: 'sv' });
  return { accountId, id: member.id, as: await app.signInAs(member) };
}

test('API-110: a browser asks for push, is listed with its name, found by its fingerprint, and turned off', async () => {
  const anna = await newMember();
  expect((await anna.as.call(listPushBrowsers)).data).toEqual({
    key: expect.stringMatching(/^B/) as string,
    browsers: [],
    receivers: [],
  });
  const browser = newBrowser();
  const saved = (await anna.as.call(subscribePush, { body: browser }, FIREFOX)).data!;
  expect(saved.browsers).toEqual([
    {
      id: expect.any(Number) as number,
      browser: 'Firefox, Linux',
      fingerprint: createHash('sha256').update(browser.endpoint).digest('base64url'),
      since: app.clock.now.toISOString(),
      last_ok_at: null,
      last: null,
    },
  ]);
  expect((await anna.as.call(subscribePush, { body: browser })).data?.browsers, 'asked twice, it is there once').toHaveLength(1);
  expect(JSON.stringify((await anna.as.call(listPushBrowsers)).data)).not.toMatch(/wpush|auth/);
  const off = await anna.as.call(unsubscribePush, { params: { id: saved.browsers[0]!.id } });
  expect(off.data?.browsers).toEqual([]);
  expect(await anna.as.call(unsubscribePush, { params: { id: saved.browsers[0]!.id } })).toMatchObject({
    status: 404,
    errors: 'NotFound',
  });
});

test('API-110, SEC-008: an address that the internet does not reach is refused, and so are keys that are none', async () => {
  const { as } = await newMember();
  for (const endpoint of [
    'http://push.example.com/1',
    'https://localhost/1',
    'https://10.0.0.7/1',
    'https://push.example.com:22/1',
    'https://a:b@push.example.com/1',
  ])
    expect(await as.call(subscribePush, { body: newBrowser(endpoint) }), endpoint).toMatchObject({
      status: 422,
      errors: 'PushRefused',
    });
  const { endpoint, keys } = newBrowser();
  for (const body of [
    { endpoint: 'push', keys },
    { endpoint, keys: { ...keys, auth: 'x' } },
    { endpoint: `https://a.test/${'x'.repeat(1000)}`, keys },
  ])
    expect((await as.call(subscribePush, { body })).status).toBe(422);
  expect((await as.call(listPushBrowsers)).data?.browsers).toEqual([]);
});

test('SEC-008: a browser is the last one’s who asked with it; nobody turns off another’s', async () => {
  const [anna, bo] = [await newMember(), await newMember()];
  const browser = newBrowser();
  const { id } = (await anna.as.call(subscribePush, { body: browser })).data!.browsers[0]!;
  expect((await bo.as.call(unsubscribePush, { params: { id } })).status).toBe(404);
  await bo.as.call(subscribePush, { body: browser });
  expect((await anna.as.call(listPushBrowsers)).data?.browsers).toEqual([]);
  expect((await bo.as.call(listPushBrowsers)).data?.browsers).toHaveLength(1);
});

test('issue 14: at most twenty browsers of a member take push, the newest', async () => {
  const { as } = await newMember();
  for (let i = 0; i < 22; i += 1) {
    app.clock.now = new Date(app.clock.now.getTime() + 1000);
    await as.call(subscribePush, { body: newBrowser() });
  }
  expect((await as.call(listPushBrowsers)).data?.browsers).toHaveLength(20);
});

test('issue 14: a test is sent to one’s own browsers in one’s language, and what became of it is shown', async () => {
  const [anna, bo] = [await newMember(), await newMember()];
  for (const { as } of [anna, bo]) await as.call(subscribePush, { body: newBrowser() });
  expect((await anna.as.call(testPush)).data).toEqual({ ordered: 1 });
  expect((await anna.as.call(listPushBrowsers)).data?.browsers[0]?.last).toBe('queued');
  const push = recordingPusher();
  const ctx = {
    actor: { kind: 'system' },
    db: pipeline,
    now: () => new Date(app.clock.now),
    log: createLog({ logLevel: 'silent' }),
    ports: testPorts({ push }),
  } as const;
  const firstRun: JobRun = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal, slot: undefined };
  for (const { id } of await owner.selectFrom('push').select('id').where('state', '=', 'queued').execute())
    await pushHandlers.find(({ job }) => job === sendPush)?.run(ctx, { push_id: id }, firstRun);
  expect(push.sent.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    {
      title: 'Pushnotiser fungerar',
      body: expect.stringMatching(/^Så här ser ett larm ut här\. Skickat av \S+\.$/) as string,
      url: '/user/profile',
      tag: 'test',
    },
  ]);
  expect((await anna.as.call(listPushBrowsers)).data?.browsers[0]).toMatchObject({
    last: 'sent',
    last_ok_at: app.clock.now.toISOString(),
  });
  expect((await bo.as.call(listPushBrowsers)).data?.browsers[0]?.last).toBeNull();
});

test('SEC-015: the file of what is stored of somebody tells which browsers take push, without what opens them; what waits is the receiver’s alone', async () => {
  const anna = await newMember({ isAdmin: true });
  const bo = await newMember({ accountId: anna.accountId });
  const browser = newBrowser();
  await bo.as.call(subscribePush, { body: browser });
  await bo.as.call(testPush);
  const filesOf = (raw: Buffer) =>
    Object.fromEntries(Object.entries(unzipSync(raw)).map(([name, bytes]) => [name, strFromU8(bytes)]));
  const own = filesOf((await bo.as.call(exportOwnData)).raw);
  expect(own['tables/push_subscription.json']).toContain('created_at');
  expect(own['tables/push.json']).toContain('Pushnotiser fungerar');
  expect(Object.values(own).join('')).not.toContain(browser.keys.auth);
  const asked = filesOf((await anna.as.call(exportPersonData, { params: { id: bo.id } })).raw);
  expect(asked['tables/push.json']).toContain('queued');
  expect(Object.values(asked).join('')).not.toMatch(/Pushnotiser|wpush/);
});
