import {
  addManualTrip,
  generateTrips,
  getTripRoute,
  mergeTrips,
  previewMerge,
  removeManualTrip,
  setTripType,
  unmergeTrips,
  updateTrip,
} from '@spora/contract/trips/endpoints';
import { encodeRoute } from '@spora/telemetry/route';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '../../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { type Caller, type TestApp, testApp } from '../../../testing/http.ts';
import { makeTrip, type NewTrip } from '../../../testing/trips.ts';
import { layOver } from '../overlay-api.ts';

let app: TestApp;
let accountId: AccountId;
let admin: Caller;
let driverId: number;
beforeAll(async () => {
  app = await testApp();
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId }));
  driverId = (await makeMember(app.database, { accountId, isAdmin: false })).id;
});
afterAll(() => app.close());

const newUnit = () => makeUnit(app.database, { accountId });
const newTrip = ({ unitId }: MadeUnit, trip: NewTrip) => makeTrip(app.database, { accountId, unitId }, trip);
const log = async (unit: MadeUnit) =>
  (await admin.call(generateTrips, { body: { from: '2026-03-01', to: '2026-03-31', imeis: [unit.imei], descending: false } }))
    .data;
const merge = (...trip_ids: number[]) => admin.call(mergeTrips, { body: { trip_ids } });

test('TRIP-007, TRIP-010, API-067: two trips of a day become one row with both distances and driving times; the totals stay', async () => {
  const unit = await newUnit();
  const first = await newTrip(unit, { start: '2026-03-10T08:00:00Z', distanceM: 10_000 });
  const second = await newTrip(unit, { start: '2026-03-10T09:00:00Z', distanceM: 5_000, stopAddress: 'Last 1' });
  await admin.call(updateTrip, { params: { id: second }, body: { purpose: 'Kund' } });
  const before = await log(unit);
  const { data } = await merge(second, first);
  expect(data?.trip).toMatchObject({
    id: first,
    start: { time: '2026-03-10T08:00:00.000Z' },
    stop: { time: '2026-03-10T09:30:00.000Z', address: 'Last 1' },
    distance_m: 15_000,
    // The tracker's odometer counted 10 km in each, so that the second differs.
    has_odometer_gap: true,
    tracker_distance_m: 20_000,
    duration_s: 3600,
    purpose: 'Kund',
    parts: [
      { id: first, distance_m: 10_000 },
      { id: second, distance_m: 5_000 },
    ],
  });
  const after = await log(unit);
  expect(after?.trips.map(({ id }) => id)).toEqual([first]);
  expect(after?.totals).toEqual({ ...before?.totals, count: 1, purpose_missing: 0, driver_missing: 1 });
});

test('TRIP-007, API-071: the route of merged trips is that of both, and the first’s alone after they are divided', async () => {
  const unit = await newUnit();
  const at = (time: string) => ({ timeMs: Date.parse(time), lat: 59, lon: 18, speedKmh: 50 });
  const times = {
    first: ['2026-03-10T08:00:00Z', '2026-03-10T08:10:00Z'],
    second: ['2026-03-10T09:00:00Z', '2026-03-10T09:10:00Z'],
  };
  const drive = ([start = '', ...rest]: string[]) => newTrip(unit, { start, route: encodeRoute([[start, ...rest].map(at)]) });
  const [first, second] = [await drive(times.first), await drive(times.second)];
  const routed = async () =>
    (await admin.call(getTripRoute, { params: { id: first } })).data?.parts.map((part) =>
      part.map(({ time }) => Date.parse(time)),
    );
  const told = Object.values(times).map((part) => part.map((time) => Date.parse(time)));
  await merge(first, second);
  expect(await routed()).toEqual(told);
  await admin.call(unmergeTrips, { body: { trip_id: first } });
  expect(await routed()).toEqual(told.slice(0, 1));
  await app.database.owner.updateTable('trip').set({ route: null }).where('id', '=', first).execute();
  expect((await merge(first, second)).data?.trip).toMatchObject({ has_route: true });
  expect(await routed()).toEqual(told.slice(1));
});

test('TRIP-009, API-068: a split brings both back, each with what was said of it while they were one', async () => {
  const unit = await newUnit();
  const first = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  const second = await newTrip(unit, { start: '2026-03-10T09:00:00Z' });
  await merge(first, second);
  await admin.call(setTripType, { body: { trip_ids: [first], type: 'other' } });
  const { data } = await admin.call(unmergeTrips, { body: { trip_id: first } });
  expect(data?.trips).toMatchObject([
    { id: first, type: 'other', parts: [] },
    { id: second, type: 'other', parts: [] },
  ]);
  expect((await log(unit))?.trips).toHaveLength(2);
  expect(await admin.call(unmergeTrips, { body: { trip_id: first } })).toMatchObject({ errors: 'MergeNotMerged' });
});

test('TRIP-008, ERR-013: another date, driver, type or unit, and a merged trip, are refused each with its reason', async () => {
  const unit = await newUnit();
  const trip = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  const nextDay = await newTrip(unit, { start: '2026-03-11T08:00:00Z' });
  // 23:30 UTC is the next day in Stockholm: the account's days count.
  const late = await newTrip(unit, { start: '2026-03-10T23:10:00Z' });
  const driven = await newTrip(unit, { start: '2026-03-10T10:00:00Z', driver: driverId });
  const other = await newTrip(unit, { start: '2026-03-10T11:00:00Z', type: 'other' });
  const elsewhere = await newTrip(await newUnit(), { start: '2026-03-10T12:00:00Z' });
  const ongoing = await newTrip(unit, { start: '2026-03-10T20:00:00Z', isOngoing: true });
  expect(await merge(trip, nextDay)).toMatchObject({ errors: 'MergeDifferentDate' });
  expect(await merge(trip, late)).toMatchObject({ errors: 'MergeDifferentDate' });
  expect(await merge(trip, driven)).toMatchObject({ errors: 'MergeDifferentDriver' });
  expect(await merge(trip, other)).toMatchObject({ errors: 'MergeDifferentType' });
  expect(await merge(trip, elsewhere)).toMatchObject({ errors: 'MergeDifferentUnit' });
  expect(await merge(trip, ongoing)).toMatchObject({ errors: 'TripIsOngoing' });
  const partner = await newTrip(unit, { start: '2026-03-10T13:00:00Z' });
  const third = await newTrip(unit, { start: '2026-03-10T14:00:00Z' });
  await merge(trip, partner);
  expect(await merge(trip, third)).toMatchObject({ errors: 'MergeAlreadyMerged' });
  expect(await merge(partner, third)).toMatchObject({ errors: 'MergeAlreadyMerged' });
});

test('TRIP-010, DEC-45: the preview tells what the two would be and names the trips that lie between', async () => {
  const unit = await newUnit();
  const first = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  const between = await newTrip(unit, { start: '2026-03-10T09:00:00Z', type: 'other' });
  const last = await newTrip(unit, { start: '2026-03-10T10:00:00Z' });
  const { data } = await admin.call(previewMerge, { body: { trip_ids: [first, last] } });
  expect(data).toMatchObject({ distance_m: 20_000, duration_s: 3600, between: [{ id: between }] });
  expect((await log(unit))?.trips.map(({ id }) => id)).toEqual([first, between, last]);
});

test('TRIP-007: a re-run of the unit finds a merge again by the time of its trips', async () => {
  const unit = await newUnit();
  const first = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  const second = await newTrip(unit, { start: '2026-03-10T09:00:00Z' });
  await merge(first, second);
  await app.database.owner.deleteFrom('trip').where('id', '=', second).execute();
  const again = await newTrip(unit, { start: '2026-03-10T09:01:00Z' });
  await layOver(app.database.owner, [{ unitId: unit.unitId, fromMs: Date.parse('2026-03-10'), toMs: Date.parse('2026-03-11') }]);
  expect((await log(unit))?.trips).toMatchObject([{ id: first, parts: [{ id: first }, { id: again }] }]);
});

test('TRIP-010, TRIP-032: the preview tells of somebody else’s private trip in between that it was that day, and not when', async () => {
  const unit = await newUnit();
  const first = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  const hidden = await newTrip(unit, { start: '2026-03-10T09:00:00Z', type: 'private', driver: driverId });
  const last = await newTrip(unit, { start: '2026-03-10T10:00:00Z' });
  const { data } = await admin.call(previewMerge, { body: { trip_ids: [first, last] } });
  expect(data?.between).toEqual([
    { id: hidden, start: '2026-03-09T23:00:00.000Z', stop: '2026-03-09T23:00:00.000Z', distance_m: 10_000 },
  ]);
});

test('TRIP-007, TRIP-032: merged trips that got different drivers or types afterwards stand apart, until they agree again', async () => {
  const unit = await newUnit();
  const first = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  const second = await newTrip(unit, { start: '2026-03-10T09:00:00Z', stopAddress: 'Hemliga gatan 3' });
  await merge(first, second);
  const lay = (change: Record<string, unknown>) =>
    app.database.owner
      .updateTable('trip')
      .set(change)
      .where('id', '=', second)
      .execute()
      .then(() =>
        layOver(app.database.owner, [{ unitId: unit.unitId, fromMs: Date.parse('2026-03-10'), toMs: Date.parse('2026-03-11') }]),
      );
  await lay({ computed_driver_id: driverId, computed_type: 'private' });
  const apart = await log(unit);
  expect(apart?.trips).toMatchObject([
    { id: first, distance_m: 10_000, parts: [] },
    { id: second, is_masked: true, parts: [], stop: { address: null } },
  ]);
  expect(apart?.totals).toMatchObject({ distance_m: 20_000, by_type: { business: 10_000, private: 10_000 } });
  await lay({ computed_driver_id: null, computed_type: 'business' });
  expect((await log(unit))?.trips).toMatchObject([{ id: first, parts: [{ id: first }, { id: second }] }]);
});

test('TRIP-030, TRIP-031: taking out a manual trip that a driven one was merged into leaves the driven one in the log', async () => {
  const unit = await newUnit();
  const driven = await newTrip(unit, { start: '2026-03-10T09:00:00Z' });
  const made = await admin.call(addManualTrip, {
    body: {
      imei: unit.imei,
      start: '2026-03-10T07:00:00Z',
      stop: '2026-03-10T07:30:00Z',
      distance_m: 1000,
      type: 'business',
      start_address: 'A',
      stop_address: 'B',
    },
  });
  const manual = made.data?.trip.id ?? 0;
  await merge(manual, driven);
  await admin.call(removeManualTrip, { params: { id: manual } });
  const after = await log(unit);
  expect(after?.trips).toMatchObject([{ id: driven, parts: [] }]);
  expect(after?.totals.distance_m).toBe(10_000);
});
