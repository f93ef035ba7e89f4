import { DAY_MS } from '@spora/calendar/durations';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../../platform/ctx.ts';
import { createLog } from '../../../platform/observing/log.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit, testDatabase } from '../../../testing/database.ts';
import { testPorts } from '../../../testing/http.ts';
import { makeReceiver } from '../../../testing/receivers.ts';
import { forgetOld, raise, tell } from './service.ts';

const database = await testDatabase();
const { owner, pipeline } = database;
afterAll(() => database.close());

const START = Date.UTC(2026, 10, 18, 12);
let now = new Date(START);
const log = createLog({ logLevel: 'silent' });
const ctx = { actor: { kind: 'system' }, db: pipeline, now: () => now, ports: testPorts(), log } as const;
const linkTo = (_subsite: number, path: string): string => `https://spora.test${path}`;
let accountId: AccountId;
let unit: MadeUnit;
beforeEach(async () => {
  now = new Date(START);
  accountId = await makeAccount(database);
  unit = await makeUnit(database, { accountId, name: 'Skåpbil 7' });
  await owner.insertInto('sms_credit').values({ account_id: accountId, amount: 100, reason: 'grant', at: now }).execute();
});

let names = 0;
const receiver = (more: { email?: string; phone?: string; member_id?: number; stopped_at?: Date } = {}) => {
  const email = `utanför-${(names += 1)}@test.example`;
  const { phone = '' } = more;
  const made = {
    account_id: accountId,
    name: 'Ek',
    security: true,
    function: true,
    email,
    ...more,
    phone,
    dial_code: phone && '46',
  };
  return makeReceiver(database, made, { unitId: unit.unitId, at: now });
};

let keys = 0;
/** An alarm in a stream of its own, told at once. */
async function alarm(): Promise<void> {
  const key = `stop-${(keys += 1)}`;
  const what = { kind: 'alarm-input', subject: key, key, details: {} } as const;
  const where = { latE7: null, lonE7: null, endedMs: null };
  await raise(pipeline, [{ accountId, unitId: unit.unitId, atMs: now.getTime(), ...what, ...where }], now);
  const { id } = await owner.selectFrom('alarm').select('id').where('dedup_key', '=', key).executeTakeFirstOrThrow();
  await tell(ctx, linkTo, [id]);
}
const mails = async () =>
  (await owner.selectFrom('mail').select('params').where('account_id', '=', accountId).orderBy('id').execute()).map(
    ({ params }) => (params as { path: string | null }).path,
  );
const texts = async () =>
  (await owner.selectFrom('sms').select('body').where('account_id', '=', accountId).orderBy('id').execute()).map(
    ({ body }) => body,
  );
const linkCount = async (): Promise<number> =>
  (await owner.selectFrom('alarm_receiver_link').select('made_at').where('account_id', '=', accountId).execute()).length;

test('ALARM-039: each mail to who does not sign in has a link of its own, of which the hash alone is kept; a user has a page', async () => {
  const member = await makeMember(database, { accountId });
  await receiver();
  await receiver({ member_id: member.id });
  await alarm();
  await alarm();
  const [first, ofUser, second] = await mails();
  expect(ofUser).toBeNull();
  expect(first).toMatch(/^\/user\/alerts#[\w-]{43}$/);
  expect(second).not.toBe(first);
  expect(await linkCount()).toBe(2);
});

test('ALARM-039: who is reached by text message alone has the link in the first and then once a month; who has mail too has it there', async () => {
  await receiver({ email: '', phone: '701234567' });
  await alarm();
  await alarm();
  now = new Date(START + 31 * DAY_MS);
  await alarm();
  expect(
    (await texts()).map((text) => /Sto(?:p alarms|ppa larmen): https:\/\/spora\.test\/user\/alerts#[\w-]{43}$/.test(text)),
  ).toEqual([true, false, true]);
  await receiver({ phone: '707654321' });
  await alarm();
  expect((await texts()).filter((text) => text.includes('#'))).toHaveLength(2);
});

test('ALARM-039: who has stopped is sent nothing, by no way', async () => {
  await receiver({ phone: '701234567', stopped_at: now });
  await alarm();
  expect([await mails(), await texts()]).toEqual([[], []]);
});

test('ALARM-039: links go with the log of alarms, but for those by which somebody has stopped', async () => {
  const id = await receiver();
  await alarm();
  now = new Date(START + 400 * DAY_MS);
  await owner
    .updateTable('alarm_receiver')
    .set({ stopped_at: new Date(START) })
    .where('id', '=', id)
    .execute();
  await forgetOld(ctx);
  expect(await linkCount()).toBe(1);
  await owner.updateTable('alarm_receiver').set({ stopped_at: null }).where('id', '=', id).execute();
  await forgetOld(ctx);
  expect(await linkCount()).toBe(0);
});
