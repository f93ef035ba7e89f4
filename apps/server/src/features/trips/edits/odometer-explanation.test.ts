import { generateTrips, mergeTrips, tripHistory, unmergeTrips, updateTrip } from '@spora/contract/trips/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '../../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { type Caller, type TestApp, testApp } from '../../../testing/http.ts';
import { makeTrip, type NewTrip } from '../../../testing/trips.ts';

let app: TestApp;
let accountId: AccountId;
let admin: Caller;
let driver: Caller;
let driverId: number;
beforeAll(async () => {
  app = await testApp();
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId, fullName: 'Anna Admin' }));
  const member = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  driverId = member.id;
  driver = await app.signInAs(member);
});
afterAll(() => app.close());

const newUnit = () => makeUnit(app.database, { accountId, visibleTo: [driverId] });
const newTrip = ({ unitId }: MadeUnit, trip: NewTrip) => makeTrip(app.database, { accountId, unitId }, trip);
const log = async (caller: Caller, unit: MadeUnit, filter: Record<string, unknown> = {}) => {
  const { data } = await caller.call(generateTrips, {
    body: { from: '2026-03-01', to: '2026-03-31', imeis: [unit.imei], ...filter },
  });
  return data?.trips ?? [];
};
const idsOf = (trips: readonly { id: number }[]) => trips.map(({ id }) => id);

const GAP = { reason: 'without-tracker', note: 'Bärgad hem' } as const;
const odometerOf = async (unit: MadeUnit, metres: number) =>
  await sql`UPDATE trip SET stop_odometer_m = start_odometer_m + ${metres} WHERE unit_id = ${unit.unitId}`.execute(
    app.database.owner,
  );

test('TRIP-023, TRIP-031: why the odometer of a trip differs is said, stands in its history, and can be taken back', async () => {
  const unit = await newUnit();
  const id = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  await odometerOf(unit, 12_000);
  const say = async (odometer_explanation: object | null, more: object = {}) =>
    await driver.call(updateTrip, { params: { id }, body: { odometer_explanation, ...more } as never });
  expect((await say(GAP)).data?.trip).toMatchObject({
    has_odometer_gap: false,
    odometer_explanation: GAP,
    tracker_distance_m: 12_000,
  });
  expect(await log(admin, unit, { odometer_gap: true })).toEqual([]);
  expect(idsOf(await log(admin, unit, { odometer_explained: true }))).toEqual([id]);
  expect(await log(admin, unit)).toMatchObject([{ odometer_explanation: GAP }]);
  const undone = await say(null, { if_unchanged: { odometer_explanation: { ...GAP, note: 'other' } } });
  expect(undone.errors).toBe('TripChangedMeanwhile');
  const { data } = await say(null, { if_unchanged: { odometer_explanation: GAP } });
  expect(data?.trip.odometer_explanation).toBeUndefined();
  expect(idsOf(await log(admin, unit, { odometer_gap: true }))).toEqual([id]);
  expect(await log(admin, unit, { odometer_explained: true })).toEqual([]);
  const { data: history } = await driver.call(tripHistory, { params: { id } });
  expect(history?.changes).toMatchObject([
    { actor: 'Dag Driver', field: 'odometer', old_value: JSON.stringify(GAP), new_value: '' },
    { actor: 'Dag Driver', field: 'odometer', old_value: '', new_value: JSON.stringify({ ...GAP, gap_m: 2000 }) },
  ]);
});

test('TRIP-023: a reason without words is told in the note; of a trip whose odometer agrees nothing is kept', async () => {
  const unit = await newUnit();
  const id = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  const other = { reason: 'other', note: ' ' };
  const { errors } = await driver.call(updateTrip, { params: { id }, body: { odometer_explanation: other } as never });
  expect(JSON.stringify(errors)).toContain('SpecifyOdometerNote');
  await driver.call(updateTrip, { params: { id }, body: { odometer_explanation: GAP } });
  expect((await driver.call(tripHistory, { params: { id } })).data?.changes).toEqual([]);
  await odometerOf(unit, 12_000);
  expect((await log(admin, unit))[0]).toMatchObject({ has_odometer_gap: true });
});

test.each([
  ['is the same within what makes one', 12_900, false],
  ['grew', 13_100, true],
  ['turned round', 8000, true],
])('TRIP-023: an explanation holds of the gap that it was made for, which %s', async (_, metres, isOpen) => {
  const unit = await newUnit();
  const id = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  await odometerOf(unit, 12_000);
  await driver.call(updateTrip, { params: { id }, body: { odometer_explanation: GAP } });
  await odometerOf(unit, metres);
  const [shown] = await log(admin, unit);
  expect([shown!.has_odometer_gap, shown!.odometer_explanation]).toEqual([isOpen, isOpen ? undefined : GAP]);
  expect(idsOf(await log(admin, unit, { odometer_gap: true }))).toEqual(isOpen ? [id] : []);
  expect(idsOf(await log(admin, unit, { odometer_explained: true }))).toEqual(isOpen ? [] : [id]);
  const body = { from: '2026-03-01', to: '2026-03-31', imeis: [unit.imei] };
  expect((await admin.call(generateTrips, { body })).data?.totals.odometer_gap).toBe(isOpen ? 1 : 0);
});

test('TRIP-023, TRIP-010: merged trips are explained together, and keep it when they are divided again', async () => {
  const unit = await newUnit();
  const first = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  const second = await newTrip(unit, { start: '2026-03-10T09:00:00Z', distanceM: 5000 });
  await admin.call(mergeTrips, { body: { trip_ids: [first, second] } });
  const open = async () => idsOf(await log(admin, unit, { odometer_gap: true }));
  expect(await open()).toEqual([first]);
  await admin.call(updateTrip, { params: { id: first }, body: { odometer_explanation: GAP } });
  expect(await open()).toEqual([]);
  expect(await log(admin, unit)).toMatchObject([{ has_odometer_gap: false, odometer_explanation: GAP }]);
  const { data } = await admin.call(unmergeTrips, { body: { trip_id: first } });
  expect(data?.trips.map((one) => [one.id, one.has_odometer_gap, one.odometer_explanation])).toEqual([
    [first, false, undefined],
    [second, false, GAP],
  ]);
});

test('TRIP-032: why the odometer of somebody else’s private trip differs is not told', async () => {
  const unit = await newUnit();
  const id = await newTrip(unit, { start: '2026-03-10T08:00:00Z', type: 'private', driver: driverId });
  await odometerOf(unit, 12_000);
  await driver.call(updateTrip, { params: { id }, body: { odometer_explanation: GAP } });
  expect((await log(driver, unit))[0]).toMatchObject({ odometer_explanation: GAP });
  const [masked] = await log(admin, unit);
  expect([masked!.is_masked, masked!.odometer_explanation]).toEqual([true, undefined]);
  const { errors } = await admin.call(updateTrip, { params: { id }, body: { odometer_explanation: null } });
  expect(errors).toBe('TripNotYours');
});
