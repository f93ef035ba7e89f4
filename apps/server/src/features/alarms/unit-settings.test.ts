import { getUnitAlarms, setUnitAlarms } from '@spora/contract/alarms/unit-settings';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, type TestApp, testApp } from '../../testing/http.ts';
import { watchSettingsOf } from './watch/settings-repository.ts';

let app: TestApp;
let accountId: AccountId;
let admin: Caller;
let unit: MadeUnit;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId }));
  unit = await makeUnit(app.database, { accountId });
});

const read = async () => (await admin.call(getUnitAlarms, { params: { imei: unit.imei } })).data;
const on = async () => new Map((await read())?.kinds.map(({ kind, is_on }) => [kind, is_on]));
const set = (kinds: { kind: 'towing' | 'over-use'; is_on: boolean }[]) =>
  admin.call(setUnitAlarms, { params: { imei: unit.imei }, body: { kinds } });

test('API-110, ALARM-042: what a unit raises is told, switched from now on, and what is not sent stays', async () => {
  expect([(await on()).get('towing'), (await on()).get('over-use'), (await on()).has('sms-credits')]).toEqual([
    true,
    false,
    false,
  ]);
  expect((await set([{ kind: 'towing', is_on: false }])).status).toBe(200);
  expect((await set([{ kind: 'over-use', is_on: true }])).status).toBe(200);
  expect([(await on()).get('towing'), (await on()).get('over-use'), (await on()).get('jamming')]).toEqual([false, true, true]);
  const dated = (await watchSettingsOf(app.database.pipeline, [unit.unitId])).get(unit.unitId) ?? [];
  expect(dated.at(-1)?.settings.off.has('towing')).toBe(true);
  expect(dated.at(-1)?.settings.off.has('over-use')).toBe(false);
  expect(dated.at(-1)?.fromMs).toBeGreaterThan(Date.now() - 60_000);
});

test('UNIT-018, UNIT-026: it says where an alarm wants a speed limit or working hours', async () => {
  expect(await read()).toMatchObject({ speed_limit_kmh: null, has_working_hours: false });
  const workingHours = { isActive: true, timeZone: 'Europe/Stockholm', intervals: [] };
  await app.database.owner
    .insertInto('unit_setting')
    .values({
      account_id: accountId,
      unit_id: unit.unitId,
      valid_from: new Date('2026-01-01T00:00:00Z'),
      settings: JSON.stringify({ speedLimitKmh: 90, workingHours }),
    })
    .execute();
  expect(await read()).toMatchObject({ speed_limit_kmh: 90, has_working_hours: true });
  // What else is set stays.
  await set([{ kind: 'towing', is_on: false }]);
  expect(await read()).toMatchObject({ speed_limit_kmh: 90, has_working_hours: true });
});

test('LOCK-005: of a unit that one is shut out of nothing is told or switched', async () => {
  const locker = await makeMember(app.database, { accountId });
  await app.database.owner
    .updateTable('unit')
    .set({ locked_at: new Date(), locked_by_member_id: locker.id })
    .where('id', '=', unit.unitId)
    .execute();
  expect(await admin.call(getUnitAlarms, { params: { imei: unit.imei } })).toMatchObject({ status: 403, errors: 'UnitLocked' });
  expect(await set([{ kind: 'towing', is_on: false }])).toMatchObject({ status: 403, errors: 'UnitLocked' });
});
