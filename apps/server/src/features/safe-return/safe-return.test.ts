import {
  listSafeHomes,
  removeHome,
  safeHomePosition,
  saveHome,
  saveSchedule,
  skipCheck,
  switchSafeHome,
} from '@spora/contract/safe-return/endpoints';
import { addDays } from '@spora/calendar/days';
import { dayIn } from '@spora/calendar/zones';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, type TestApp, testApp } from '../../testing/http.ts';
import { makeTrip } from '../../testing/trips.ts';

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
  unit = await makeUnit(app.database, { accountId, name: 'Skåpbil 7' });
});

const today = (): string => dayIn(new Date(), 'Europe/Stockholm');
const everyDay = (time: string) => [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, time }));
const schedule = (fields: object = {}) => ({
  imei: unit.imei,
  schedule: [everyDay('18:00')],
  frequency: 1,
  start_date: today(),
  time_zone: 'Europe/Stockholm',
  ...fields,
});
const home = (fields: object = {}) => ({
  imei: unit.imei,
  radius: 300,
  centerLng: '18.068600',
  centerLat: '59.329300',
  address: 'Storgatan 1, Solna',
  ...fields,
});
const list = async () => (await admin.call(listSafeHomes)).data ?? [];
const turnOn = async () => {
  expect(await admin.call(saveSchedule, { body: schedule() })).toMatchObject({ status: 200 });
  expect(await admin.call(saveHome, { body: home() })).toMatchObject({ status: 200 });
  return admin.call(switchSafeHome, { body: { imei: unit.imei, status: 1 } });
};

test('API-048, API-050, API-051, API-052, ERR-032, SAFE-006, SAFE-007: a unit is switched on only with a time and a home, and the list tells what is stored', async () => {
  expect(await list()).toMatchObject([
    {
      imei: unit.imei,
      name: 'Skåpbil 7',
      status: 0,
      schedule: '[]',
      address: '',
      radius: null,
      next_checks: [],
      last_check: null,
    },
  ]);
  const on = () => admin.call(switchSafeHome, { body: { imei: unit.imei, status: 1 } });
  expect(await on()).toMatchObject({ status: 422, errors: 'SafeHomeEnableMsg' });
  await admin.call(saveHome, { body: home() });
  expect(await on()).toMatchObject({ status: 422, errors: 'SafeHomeEnableMsg' });
  await admin.call(saveSchedule, { body: schedule({ schedule: [[]] }) });
  expect(await on()).toMatchObject({ status: 422, errors: 'SafeHomeEnableMsg' });
  await admin.call(saveSchedule, { body: schedule() });
  expect((await on()).data).toMatchObject({ status: 1 });
  const [entry] = await list();
  expect(entry).toMatchObject({
    status: 1,
    frequency: 1,
    start_date: today(),
    time_zone: 'Europe/Stockholm',
    alert_time_zone: 'Europe/Stockholm',
    address: 'Storgatan 1, Solna',
    radius: 300,
    centerLat: 59.3293,
    centerLng: 18.0686,
    can: { edit: true },
  });
  expect(JSON.parse(entry?.schedule ?? '')).toEqual([everyDay('18:00')]);
  expect(entry?.next_checks).toHaveLength(6);
});

test('ERR-041: neither the home nor the times that somebody else has saved meanwhile are overwritten unseen', async () => {
  await turnOn();
  const [began] = await list();
  const { address, radius, centerLat, centerLng, schedule: times, frequency, start_date, time_zone } = began!;
  const wasHome = { address, radius, centerLat, centerLng };
  const wasTimes = { schedule: times, frequency, start_date, time_zone };
  await admin.call(saveHome, { body: home({ radius: 450, was: wasHome }) });
  await admin.call(saveSchedule, { body: schedule({ schedule: [everyDay('19:00')], was: wasTimes }) });
  const refused = { status: 409, errors: 'ChangedMeanwhile' };
  expect(await admin.call(saveHome, { body: home({ radius: 600, was: wasHome }) })).toMatchObject(refused);
  expect(await admin.call(saveSchedule, { body: schedule({ was: wasTimes }) })).toMatchObject(refused);
  const [stands] = await list();
  expect(stands).toMatchObject({ radius: 450, status: 1 });
  expect(JSON.parse(stands!.schedule)).toEqual([everyDay('19:00')]);
  expect((await admin.call(saveHome, { body: home({ radius: 600 }) })).data).toMatchObject({ radius: 600 });
});

test('ADM-018: the log tells when and how near a unit was and is to be home, of where only that it was changed, and nothing of what stays', async () => {
  await admin.call(saveHome, { body: home() });
  await admin.call(saveHome, { body: home() });
  await admin.call(saveHome, { body: home({ radius: 450 }) });
  await admin.call(saveSchedule, { body: schedule({ schedule: [[{ day: 1, time: '18:00' }]] }) });
  await admin.call(saveSchedule, { body: schedule({ schedule: [[{ day: 1, time: '19:30' }]] }) });
  const lines = await app.database.owner
    .selectFrom('audit_entry')
    .select('details')
    .where('account_id', '=', accountId)
    .where('action', '=', 'safe-home-changed')
    .orderBy('id')
    .execute();
  expect(lines.map(({ details }) => details)).toMatchObject([
    { fields: 'radius_m, position', changes: [{ field: 'radius_m', before: null, after: 300 }] },
    { changes: [{ field: 'radius_m', before: 300, after: 450 }] },
    { fields: 'schedule, start_date, time_zone' },
    { changes: [{ field: 'schedule', before: '1.1 18:00', after: '1.1 19:30' }] },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/Storgatan|593293|59\.3/);
});

test('SAFE-015, SAFE-016, SAFE-020, SAFE-025, SAFE-026, CONST-003, ERR-032, ERR-033, DEC-35: what cannot be is refused with its key, and nothing is saved', async () => {
  const errorOf = async (call: Promise<{ status: number; errors?: unknown }>) => {
    const { status, errors } = await call;
    return [status, errors];
  };
  const put = (fields: object) => errorOf(admin.call(saveHome, { body: home(fields) }));
  expect(await put({ radius: 299 })).toEqual([422, { radius: ['RadiusLessThan300'] }]);
  expect(await put({ radius: 10_000 })).toEqual([422, { radius: ['SafeHomeRadiusMost'] }]);
  expect(await put({ address: '  ' })).toEqual([422, { address: ['SafeReturnHomeAddrEmpty'] }]);
  const plan = (fields: object) => errorOf(admin.call(saveSchedule, { body: schedule(fields) }));
  expect(await plan({ start_date: addDays(today(), -1) })).toEqual([422, { start_date: ['ErrSavePastDateMsg'] }]);
  expect(await plan({ time_zone: 'Europe/Nowhere' })).toEqual([422, { time_zone: ['InvalidTimeZone'] }]);
  expect((await plan({ schedule: [[{ day: 1, time: '18:10' }]] }))[0]).toBe(422);
  expect((await plan({ frequency: 4 }))[0]).toBe(422);
  expect(await list()).toMatchObject([{ schedule: '[]', address: '' }]);
});

test('SAFE-025: a start date that has passed since it was chosen may stay', async () => {
  await admin.call(saveSchedule, { body: schedule() });
  await app.database.owner
    .updateTable('safe_home')
    .set({ start_date: addDays(today(), -30) })
    .where('unit_id', '=', unit.unitId)
    .execute();
  const kept = { start_date: addDays(today(), -30), schedule: [everyDay('19:15')] };
  expect((await admin.call(saveSchedule, { body: schedule(kept) })).status).toBe(200);
});

test('SAFE-032: an emptied schedule or a home that is removed switches it off, and that is told', async () => {
  await turnOn();
  const emptied = (await admin.call(saveSchedule, { body: schedule({ schedule: [[]] }) })).data;
  expect(emptied).toMatchObject({ status: 0, turned_off: true, next_checks: [] });
  expect((await turnOn()).data).toMatchObject({ status: 1 });
  expect((await admin.call(removeHome, { params: { imei: unit.imei } })).data).toMatchObject({
    status: 0,
    turned_off: true,
    address: '',
    radius: null,
  });
  expect((await admin.call(removeHome, { params: { imei: unit.imei } })).data?.turned_off).toBe(false);
});

test('SAFE-030: one check to come is said to be not needed, and needed after all; no other time is', async () => {
  const entry = (await turnOn()).data;
  const at = entry?.next_checks[1]?.at ?? '';
  const say = (moment: string, skipped: boolean) =>
    admin.call(skipCheck, { body: { imei: unit.imei, at: moment, is_skipped: skipped } });
  const isSkipped = async () => (await list())[0]?.next_checks.map((check) => check.is_skipped);
  expect((await say(at, true)).status).toBe(200);
  await say(at, true);
  expect(await isSkipped()).toEqual([false, true, false, false, false, false]);
  await say(at, false);
  expect(await isSkipped()).toEqual([false, false, false, false, false, false]);
  const other = new Date(Date.parse(at) + 60_000).toISOString();
  expect(await say(other, true)).toMatchObject({ status: 422, errors: 'SafeHomeNoSuchCheck' });
  // What was skipped by another schedule is not by a new one.
  await say(at, true);
  await admin.call(saveSchedule, { body: schedule() });
  expect(await isSkipped()).toEqual([false, false, false, false, false, false]);
});

test('SAFE-011, SAFE-012, API-049, TRIP-032: home begins where the unit is, and nowhere while it is driven privately', async () => {
  const where = async () => (await admin.call(safeHomePosition, { query: { imei: unit.imei } })).data;
  expect(await where()).toEqual({});
  const now = new Date();
  await app.database.owner
    .insertInto('unit_latest')
    .values({
      account_id: accountId,
      unit_id: unit.unitId,
      last_contact_at: now,
      time: now,
      lat_e7: 593_293_000,
      lon_e7: 180_686_000,
      state: 'moving',
      report_interval_s: 60,
    })
    .execute();
  expect(await where()).toEqual({ Latitude: 59.3293, Longitude: 18.0686 });
  const start = new Date(now.getTime() - 1_800_000).toISOString();
  await makeTrip(app.database, { accountId, unitId: unit.unitId }, { start, minutes: 40, type: 'private' });
  expect(await where()).toEqual({});
});

test('SAFE-001, FEAT-001, LOCK-005: not where the account or the unit has it not, nor of a unit that one is shut out of', async () => {
  const { owner } = app.database;
  const locker = await makeMember(app.database, { accountId });
  await owner
    .updateTable('unit')
    .set({ locked_at: new Date(), locked_by_member_id: locker.id })
    .where('id', '=', unit.unitId)
    .execute();
  expect(await list()).toEqual([]);
  expect(await admin.call(saveHome, { body: home() })).toMatchObject({ status: 403, errors: 'UnitLocked' });
  await owner
    .updateTable('unit')
    .set({ locked_at: null, locked_by_member_id: null, features: ['theft'] })
    .where('id', '=', unit.unitId)
    .execute();
  expect(await list()).toEqual([]);
  expect(await admin.call(saveHome, { body: home() })).toMatchObject({ status: 403, errors: 'FeatureOff' });
  await owner.updateTable('account').set({ safe_return_home: false }).where('id', '=', accountId).execute();
  expect(await admin.call(listSafeHomes)).toMatchObject({ status: 403, errors: 'SafeHomeIsOff' });
});
