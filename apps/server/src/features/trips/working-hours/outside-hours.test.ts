import { generateTrips } from '@spora/contract/trips/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '../../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { type Caller, type TestApp, testApp } from '../../../testing/http.ts';
import { makeTrip } from '../../../testing/trips.ts';
import { NO_DAYS_OFF, readDaysOff } from '../../../core/people/days-off.ts';
import { isWithinHours, readWorkingHours } from './rules.ts';

let app: TestApp;
let accountId: AccountId;
let admin: Caller;
beforeAll(async () => {
  app = await testApp();
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId }));
});
afterAll(() => app.close());

const setHours = (unit: MadeUnit, from: string, workingHours: object | null) =>
  app.database.owner
    .insertInto('unit_setting')
    .values({
      account_id: accountId,
      unit_id: unit.unitId,
      valid_from: new Date(from),
      settings: JSON.stringify({ workingHours }),
    })
    .execute();
const log = async (unit: MadeUnit, filter: object) =>
  (
    await admin.call(generateTrips, {
      body: { from: '2026-03-01', to: '2026-04-30', imeis: [unit.imei], descending: false, ...filter },
    })
  ).data;

test('TRIP-018, TRIP-036: trips outside working hours are exactly those that the rules of the hours call outside, over clock changes, holidays and past midnight', async () => {
  const unit = await makeUnit(app.database, { accountId });
  const office = {
    isActive: true,
    timeZone: 'Europe/Stockholm',
    insideType: 'business',
    outsideType: null,
    intervals: [
      { weekdays: [1, 2, 3, 4, 5], fromMin: 450, toMin: 1020 },
      { weekdays: [5, 6], fromMin: 1320, toMin: 120 },
    ],
  };
  const nights = { ...office, timeZone: 'Asia/Kathmandu', intervals: [{ weekdays: [0, 3], fromMin: 1200, toMin: 1200 }] };
  await setHours(unit, '2026-03-02T00:00:00Z', office);
  await setHours(unit, '2026-04-10T00:00:00Z', nights);
  await setHours(unit, '2026-04-20T00:00:00Z', { ...office, isActive: false });
  // Good Friday is worked on; a Tuesday and the day whose night goes on past it are not. What was settled last counts.
  const settled = [
    { day: '2026-04-03', at: '2026-01-01T00:00:00Z', isOff: false },
    { day: '2026-03-17', at: '2026-01-01T00:00:00Z', isOff: true },
    { day: '2026-03-20', at: '2026-06-01T00:00:00Z', isOff: true },
    { day: '2026-04-12', at: '2026-06-01T00:00:00Z', isOff: true },
    { day: '2026-03-18', at: '2026-01-01T00:00:00Z', isOff: true },
    { day: '2026-03-18', at: '2026-01-02T00:00:00Z', isOff: null },
  ];
  await app.database.owner
    .insertInto('account_day_off')
    .values(
      settled.map(({ day, at, isOff }) => ({ account_id: accountId, day, valid_from: new Date(at), name: '', is_off: isOff })),
    )
    .execute();
  const daysOff = readDaysOff(
    'SE',
    settled.filter(({ day }) => day !== '2026-03-18').map(({ day, isOff }) => ({ day, fromMs: -Infinity, isOff })),
  );
  const outside: number[] = [];
  let byHolidays = 0;
  for (let at = Date.parse('2026-03-01T00:10:00Z'); at < Date.parse('2026-04-28T00:00:00Z'); at += 5 * 3_600_000 + 17 * 60_000) {
    const start = new Date(at).toISOString();
    const id = await makeTrip(app.database, { accountId, unitId: unit.unitId }, { start, minutes: 5 });
    const stored = start < '2026-03-02' || start >= '2026-04-20' ? null : start < '2026-04-10' ? office : nights;
    const hours = readWorkingHours(stored);
    if (hours && !isWithinHours(hours, at, daysOff)) outside.push(id);
    if (hours && isWithinHours(hours, at, daysOff) !== isWithinHours(hours, at, NO_DAYS_OFF)) byHolidays++;
  }
  expect(outside.length).toBeGreaterThan(50);
  expect(byHolidays).toBeGreaterThan(5);
  const found = await log(unit, { outside_working_hours: true, page_size: 500 });
  expect(found?.trips.map(({ id }) => id)).toEqual(outside);
});

test('TRIP-018, TRIP-032: the filter of working hours tells nothing of when somebody else drove privately', async () => {
  const unit = await makeUnit(app.database, { accountId });
  await setHours(unit, '2026-03-01T00:00:00Z', { isActive: true, timeZone: 'Europe/Stockholm', intervals: [] });
  await makeTrip(app.database, { accountId, unitId: unit.unitId }, { start: '2026-03-10T20:00:00Z', type: 'private' });
  expect((await log(unit, {}))?.trips).toHaveLength(1);
  expect((await log(unit, { outside_working_hours: true }))?.trips).toEqual([]);
});

test('TRIP-023: a trip whose odometer says over a tenth more than its distance is counted, marked and found', async () => {
  const unit = await makeUnit(app.database, { accountId });
  const sound = await makeTrip(app.database, { accountId, unitId: unit.unitId }, { start: '2026-03-10T08:00:00Z' });
  const gap = await makeTrip(
    app.database,
    { accountId, unitId: unit.unitId },
    { start: '2026-03-10T10:00:00Z', distanceM: 8_900 },
  );
  const all = await log(unit, {});
  expect(all?.totals.odometer_gap).toBe(1);
  expect(all?.trips.map((trip) => [trip.id, trip.has_odometer_gap, trip.distance_m, trip.tracker_distance_m])).toEqual([
    [sound, false, 10_000, undefined],
    [gap, true, 8_900, 10_000],
  ]);
  expect((await log(unit, { odometer_gap: true }))?.trips.map(({ id }) => id)).toEqual([gap]);
});
