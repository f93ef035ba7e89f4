import { DAY_MS, HOUR_MS } from '@spora/calendar/durations';
import { ALARM_LINK_DAYS, lookAtAlarmLink } from '@spora/contract/alarms/alarm-link';
import { lookAtReceiverLink, stopByReceiverLink } from '@spora/contract/alarms/receiver-link';
import type { Language } from '@spora/messages/languages';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../../platform/ctx.ts';
import { createLog } from '../../../platform/observing/log.ts';
import { smsSize } from '../../../platform/sms/message-size.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { testApp, testPorts } from '../../../testing/http.ts';
import { makeReceiver } from '../../../testing/receivers.ts';
import { makeTrip } from '../../../testing/trips.ts';
import { forgetOld, raise, tell } from './service.ts';

const app = await testApp();
const { owner, pipeline } = app.database;
afterAll(() => app.close());

const NOON = Date.UTC(2026, 10, 18, 12);
const log = createLog({ logLevel: 'silent' });
const ctx = () => ({ actor: { kind: 'system' }, db: pipeline, now: () => app.clock.now, ports: testPorts(), log }) as const;
const linkTo = (_subsite: number, path: string): string => `https://spora.test${path}`;
let accountId: AccountId;
let unit: MadeUnit;
let driverId: number;
beforeEach(async () => {
  app.clock.now = new Date(NOON);
  await newAccount();
});

async function newAccount(): Promise<void> {
  accountId = await makeAccount(app.database);
  driverId = (await makeMember(app.database, { accountId, isAdmin: false })).id;
  unit = await makeUnit(app.database, { accountId, name: 'Havsörnen' });
  await owner.insertInto('sms_credit').values({ account_id: accountId, at: app.clock.now, amount: 99, reason: 'free' }).execute();
  // So that no address need be found.
  const place = { label: 'Bryggan', lat_e7: 593_000_000, lon_e7: 180_000_000, radius_m: 200, position: 1, is_active: true };
  await owner
    .insertInto('place')
    .values({ account_id: accountId, ...place })
    .execute();
}

let names = 0;
/** By mail and text message. */
function receiver(memberId: number | null = null): Promise<number> {
  const email = `mottagare-${(names += 1)}@test.example`;
  const ways = { email, dial_code: '46', phone: `70123${1000 + names}`, push: false };
  const who = { account_id: accountId, member_id: memberId, name: 'Ek', security: true, function: true };
  return makeReceiver(app.database, { ...who, ...ways }, { unitId: unit.unitId, at: app.clock.now });
}

let keys = 0;
async function alarm(kind: 'towing' | 'over-speed' = 'towing', more: { latE7?: number | null } = {}): Promise<number> {
  const key = `link-${(keys += 1)}`;
  const where = { latE7: 593_000_000, lonE7: 180_000_000, ...more };
  const what = { accountId, unitId: unit.unitId, kind, subject: '', key, atMs: app.clock.now.getTime(), endedMs: null };
  await raise(pipeline, [{ ...what, ...where, details: {} }], app.clock.now);
  const { id } = await owner.selectFrom('alarm').select('id').where('dedup_key', '=', key).executeTakeFirstOrThrow();
  await tell(ctx(), linkTo, [Number(id)]);
  return Number(id);
}
const mails = async () =>
  (
    await owner
      .selectFrom('mail')
      .where('account_id', '=', accountId)
      .where('template', '=', 'alarm')
      .orderBy('id')
      .select('params')
      .execute()
  ).map(({ params }) => params as { mapPath: string | null; path: string | null; place: string });
const texts = async () =>
  (await owner.selectFrom('sms').where('account_id', '=', accountId).orderBy('id').select('body').execute()).map(
    ({ body }) => body,
  );
const tokenOfMail = async (): Promise<string> =>
  /^\/shared\/alarm#([\w-]{22})$/.exec((await mails())[0]?.mapPath ?? '')?.[1] ?? '';
const look = (token: string, language: Language | null = null) =>
  app.stranger.call(lookAtAlarmLink, { body: { token, language } });
const links = async () =>
  (await owner.selectFrom('alarm_link').where('account_id', '=', accountId).select('token_hash').execute()).length;

test('ALARM-039: mail and text message to who does not sign in lead to where it was, by a link each; who signs in is led to the alarm', async () => {
  await receiver();
  await receiver(driverId);
  await alarm();
  expect((await mails()).map(({ mapPath }) => mapPath?.replace(/#.+/, '') ?? null)).toEqual(['/shared/alarm', null]);
  const [outside = '', user] = await texts();
  expect(outside).toMatch(/Bryggan\. https:\/\/spora\.test\/shared\/alarm#[\w-]{22}$/);
  expect(outside).not.toContain(await tokenOfMail());
  expect(smsSize(outside).parts, 'within one credit').toBe(1);
  expect(user).toMatch(/\/user\/alarms\?alarm=\d+$/);
  expect(await links()).toBe(2);
});

test('ALARM-039: the page says what the message said, in its language or another, with the point, and nothing besides', async () => {
  await owner.updateTable('account').set({ alert_language: 'sv' }).where('id', '=', accountId).execute();
  await receiver();
  await alarm();
  const token = await tokenOfMail();
  app.clock.now = new Date(NOON + HOUR_MS);
  expect((await look(token)).data).toEqual({
    language: 'sv',
    news: 'Havsörnen rör sig utan tändning',
    at: new Date(NOON).toISOString(),
    time_zone: 'Europe/Stockholm',
    is_delayed: false,
    place: 'Bryggan',
    lat: 59.3,
    lng: 18,
    expires_at: new Date(NOON + ALARM_LINK_DAYS * DAY_MS).toISOString(),
  });
  expect((await look(token, 'en')).data).toMatchObject({ language: 'en', news: 'Havsörnen moves without ignition' });
  expect(JSON.stringify(app.logged)).not.toContain(token);
});

test('ALARM-039: a place that got another name since is called as the message called it', async () => {
  await receiver();
  await alarm();
  await owner.updateTable('place').set({ label: 'Sommarstugan' }).where('account_id', '=', accountId).execute();
  expect((await look(await tokenOfMail())).data?.place).toBe('Bryggan');
});

test('ALARM-039: where no place is known there is no link', async () => {
  await receiver();
  await alarm('towing', { latE7: null });
  expect([(await mails())[0]?.mapPath, await links()]).toEqual([null, 0]);
});

test('MAP-032, TRIP-032: of private use a link is made only where the message tells the place, and what it shows does not depend on what was driven privately', async () => {
  const answers = [];
  for (const type of ['business', 'private'] as const) {
    await newAccount();
    const start = new Date(NOON - HOUR_MS).toISOString();
    await makeTrip(app.database, { accountId, unitId: unit.unitId }, { start, minutes: 180, type, driver: driverId });
    await receiver();
    await alarm('towing');
    answers.push((await look(await tokenOfMail())).data);
    await alarm('over-speed');
    expect(await links(), `${type}: a function alarm of private use tells its day alone`).toBe(type === 'private' ? 2 : 4);
  }
  expect(answers[0]).toMatchObject({ place: 'Bryggan', lat: 59.3 });
  expect(answers[1]).toEqual(answers[0]);
});

test('TRIP-032: a trip that is made private later changes nothing of the page: that it ended would tell of it', async () => {
  const start = new Date(NOON - HOUR_MS).toISOString();
  await makeTrip(app.database, { accountId, unitId: unit.unitId }, { start, minutes: 180, type: 'business', driver: driverId });
  await receiver();
  await alarm('over-speed');
  const token = await tokenOfMail();
  const before = (await look(token)).data;
  expect(before).toMatchObject({ lat: 59.3 });
  await owner.updateTable('trip').set({ edited_type: 'private' }).where('account_id', '=', accountId).execute();
  // Positions of private driving are kept for a month at least, which the link is not.
  app.clock.now = new Date(NOON + ALARM_LINK_DAYS * DAY_MS - 1);
  await forgetOld(ctx());
  expect((await look(token)).data).toEqual(before);
});

test('ALARM-039: after four weeks it opens nothing, and the row is gone; the same once the place of the alarm is forgotten', async () => {
  await receiver();
  const id = await alarm();
  const token = await tokenOfMail();
  app.clock.now = new Date(NOON + ALARM_LINK_DAYS * DAY_MS);
  expect(await look(token)).toMatchObject({ status: 404, errors: 'ShareOver' });
  await forgetOld(ctx());
  expect(await links()).toBe(0);
  app.clock.now = new Date(NOON);
  await newAccount();
  await receiver();
  const other = await alarm();
  const second = await tokenOfMail();
  await owner.updateTable('alarm').set({ lat_e7: null, lon_e7: null }).where('id', 'in', [id, other]).execute();
  expect((await look(second)).errors).toBe('ShareOver');
  await forgetOld(ctx());
  expect(await links()).toBe(0);
});

const ENDS: readonly [string, (receiverId: number) => Promise<unknown>][] = [
  [
    'the unit is removed',
    () => owner.updateTable('unit').set({ retired_at: app.clock.now }).where('id', '=', unit.unitId).execute(),
  ],
  [
    'the account is closed',
    () => owner.updateTable('account').set({ closed_at: app.clock.now }).where('id', '=', accountId).execute(),
  ],
  ['the alarm is deleted', () => owner.deleteFrom('alarm').where('account_id', '=', accountId).execute()],
  ['the receiver is removed', (id) => owner.deleteFrom('alarm_receiver').where('id', '=', id).execute()],
  [
    'the receiver has stopped alarms',
    (id) => owner.updateTable('alarm_receiver').set({ stopped_at: app.clock.now }).where('id', '=', id).execute(),
  ],
  [
    'the receiver signs in now',
    (id) => owner.updateTable('alarm_receiver').set({ member_id: driverId }).where('id', '=', id).execute(),
  ],
  [
    'the receiver is somebody else now',
    (id) =>
      owner.updateTable('alarm_receiver').set({ email: 'ny@test.example', phone: '709999999' }).where('id', '=', id).execute(),
  ],
];
test.each(ENDS)('ALARM-039: the link opens nothing once %s', async (_why, end) => {
  const id = await receiver();
  await alarm();
  const token = await tokenOfMail();
  expect(await look(token)).toMatchObject({ status: 200 });
  await end(id);
  expect(await look(token)).toMatchObject({ status: 404, errors: 'ShareOver' });
});

test('ALARM-039: the link gives the place of this alarm alone: it stops no alarms, and what stops them shows no place', async () => {
  await receiver();
  await alarm();
  const [mail] = await mails();
  const token = await tokenOfMail();
  const stops = mail!.path!.split('#')[1]!;
  expect((await app.stranger.call(lookAtReceiverLink, { body: { token } })).status).toBe(404);
  expect((await app.stranger.call(stopByReceiverLink, { body: { token, stops: true } })).status).toBe(404);
  for (const none of [stops, 'A'.repeat(22), 'x', '']) expect((await look(none)).errors).toBe('ShareOver');
});
