import { setOtherTripType } from '@spora/contract/accounts/settings';
import {
  addManualTrip,
  generateTrips,
  getTrip,
  getTripRoute,
  listRoutes,
  setTripType,
  updateTrip,
} from '@spora/contract/trips/endpoints';
import { encodeRoutePiece } from '@spora/telemetry/route';
import { sql } from 'kysely';
import { holdUnits } from '../../core/engine/holds.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { type Caller, type TestApp, testApp } from '../../testing/http.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { tellSoFar, tripsStartingAt, updateTrips } from './repository.ts';
import type { MachineTrip } from './rules.ts';
import { makeTrip, type NewTrip } from '../../testing/trips.ts';
import { waitingForLocks } from '../../testing/waiting.ts';
import { recomputeUnitDays } from './unit-days-api.ts';

let app: TestApp;
let accountId: AccountId;
let admin: Caller;
let driver: Caller;
let driverId: number;
let stranger: Caller;
let blind: Caller;
beforeAll(async () => {
  app = await testApp();
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId, fullName: 'Anna Admin' }));
  const member = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  driverId = member.id;
  driver = await app.signInAs(member);
  blind = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
  const foreign = await makeAccount(app.database);
  stranger = await app.signInAs(await makeMember(app.database, { accountId: foreign }));
});
afterAll(() => app.close());

const newUnit = (name?: string) => makeUnit(app.database, { accountId, visibleTo: [driverId], ...(name ? { name } : {}) });

const newTrip = (unit: MadeUnit, trip: NewTrip): Promise<number> =>
  makeTrip(app.database, { accountId, unitId: unit.unitId }, trip);
const log = (caller: Caller, body: Record<string, unknown>) =>
  caller.call(generateTrips, { body: { from: '2026-03-01', to: '2026-03-31', ...body } });
const daysOf = ({ unitId }: MadeUnit) =>
  app.database.owner
    .selectFrom('unit_day')
    .select(['day', 'business_m', 'private_m', 'other_m'])
    .where('unit_id', '=', unitId)
    .orderBy('day')
    .execute();

test('TRIP-002: a row tells start and stop with address, odometer, distance, type and what decided it', async () => {
  const unit = await newUnit('Vagn 7');
  await newTrip(unit, { start: '2026-03-10T08:00:00Z', driver: driverId });
  const { data } = await log(admin, { imeis: [unit.imei] });
  expect(data?.trips).toMatchObject([
    {
      unit_name: 'Vagn 7',
      imei: unit.imei,
      driver: 'Dag Driver',
      type: 'business',
      type_rule: 'default',
      end_rule: 'ignition-off',
      distance_m: 10_000,
      duration_s: 1800,
      start: { time: '2026-03-10T08:00:00.000Z', lat: 59.3, odometer_km: 1000 },
      stop: { address: 'Sveavägen 1, Stockholm', odometer_km: 1010 },
      is_masked: false,
      has_route: true,
      can: { edit: true, route: true },
    },
  ]);
});

test('TRIP-017, TRIP-025: a trip and the sum of trips are told by the minutes of the clock, so that they are one number', async () => {
  const unit = await newUnit();
  // 5.5 minutes from 16:42 to 16:47, 5.5 from 17:00 to 17:06, and one within a minute.
  await newTrip(unit, { start: '2026-03-23T16:42:10Z', minutes: 5.5, distanceM: 5500 });
  const one = (await log(admin, { imeis: [unit.imei] })).data!;
  expect(one.trips.map((trip) => [trip.duration_s, trip.average_kmh])).toEqual([[300, 60]]);
  expect(one.totals.duration_s).toBe(300);
  await newTrip(unit, { start: '2026-03-24T17:00:40Z', minutes: 5.5 });
  await newTrip(unit, { start: '2026-03-25T17:00:10Z', minutes: 0.5 });
  const all = (await log(admin, { imeis: [unit.imei] })).data!;
  expect(all.trips.map((trip) => trip.duration_s).toSorted((a, b) => a - b)).toEqual([30, 300, 360]);
  expect(all.totals.duration_s).toBe(690);
});

test('13-A1: the totals say which part of them boats went', async () => {
  const [car, boat] = [await newUnit(), await newUnit()];
  await sql`UPDATE unit SET kind = 'boat' WHERE id = ${boat.unitId}`.execute(app.database.owner);
  await newTrip(car, { start: '2026-03-01T08:00:00Z', distanceM: 4000 });
  await newTrip(boat, { start: '2026-03-02T08:00:00Z', distanceM: 18_520 });
  await newTrip(boat, { start: '2026-03-03T08:00:00Z', distanceM: 1852, type: 'private' });
  const { totals } = (await log(admin, { imeis: [car.imei, boat.imei] })).data!;
  expect(totals).toMatchObject({
    distance_m: 24_372,
    by_type: { business: 22_520, private: 1852, other: 0 },
    at_sea: { business: 18_520, private: 1852, other: 0 },
  });
});

test('TRIP-019: the totals say which part of them trailers went, where the same way may be counted twice', async () => {
  const [van, first, second] = [await newUnit(), await newUnit(), await newUnit()];
  await sql`UPDATE unit SET marker_symbol = 'trailer' WHERE id = ANY (${[first.unitId, second.unitId]})`.execute(
    app.database.owner,
  );
  const towedOf = async (...units: MadeUnit[]) => (await log(admin, { imeis: units.map(({ imei }) => imei) })).data!.totals.towed;
  await newTrip(first, { start: '2026-03-01T08:00:00Z', distanceM: 3000 });
  expect(await towedOf(first, van), 'nothing else drove').toBeUndefined();
  await newTrip(van, { start: '2026-03-01T08:00:00Z', distanceM: 4000 });
  await newTrip(first, { start: '2026-03-02T08:00:00Z', distanceM: 500 });
  await newTrip(second, { start: '2026-03-02T08:00:00Z', distanceM: 1000 });
  expect(await towedOf(van)).toBeUndefined();
  expect(await towedOf(van, first, second)).toEqual({ distance_m: 4500, units: 2 });
  await sql`UPDATE unit SET co2_g_per_km = 100 WHERE id = ${van.unitId}`.execute(app.database.owner);
  expect(await towedOf(van, first, second), 'summed unit by unit').toEqual({ distance_m: 4500, units: 2 });
});

test('API-063, TRIP-034: pages and totals come from the server, the totals of all pages', async () => {
  const unit = await newUnit();
  for (let i = 0; i < 7; i++)
    await newTrip(unit, { start: `2026-03-0${i + 1}T08:00:00Z`, distanceM: 1000 * (i + 1), type: i < 2 ? 'other' : 'business' });
  const { data } = await log(admin, { imeis: [unit.imei], page: 2, page_size: 3 });
  expect(data?.totals).toEqual({
    count: 7,
    distance_m: 28_000,
    duration_s: 7 * 1800,
    by_type: { business: 25_000, private: 0, other: 3000 },
    at_sea: { business: 0, private: 0, other: 0 },
    // Nobody has stated what the unit burns.
    ...{ fuel_l: null, electricity_kwh: null, co2_kg: null },
    purpose_missing: 5,
    driver_missing: 7,
    odometer_gap: 7,
  });
  expect(data?.page).toEqual({ number: 2, size: 3, count: 3 });
  expect(data?.trips.map((trip) => trip.distance_m)).toEqual([4000, 3000, 2000]);
  const byDistance = await log(admin, { imeis: [unit.imei], sort: 'distance', descending: false, types: ['other'] });
  expect(byDistance.data?.trips.map((trip) => trip.distance_m)).toEqual([1000, 2000]);
});

test('TRIP-034: of a day that a page cuts its whole is told, by the same filter; days that no page cuts are not counted twice', async () => {
  const [car, boat] = [await newUnit(), await newUnit()];
  await sql`UPDATE unit SET kind = 'boat' WHERE id = ${boat.unitId}`.execute(app.database.owner);
  const imeis = [car.imei, boat.imei];
  for (const hour of ['06', '08', '10', '12']) await newTrip(car, { start: `2026-03-10T${hour}:00:00Z`, distanceM: 3000 });
  await newTrip(boat, { start: '2026-03-10T14:00:00Z', distanceM: 1852, type: 'private' });
  await newTrip(car, { start: '2026-03-11T08:00:00Z', distanceM: 7000 });
  const cutOf = async (over: Record<string, unknown>) => (await log(admin, { imeis, page_size: 3, ...over })).data?.cut_days;
  const tenth = { day: '2026-03-10', count: 5, distance_m: 13_852, at_sea_m: 1852 };
  expect(await cutOf({ page: 1 })).toMatchObject([tenth]);
  expect(await cutOf({ page: 2 })).toMatchObject([tenth]);
  expect(await cutOf({ page: 2, types: ['business'] })).toMatchObject([
    { day: '2026-03-10', count: 4, distance_m: 12_000, at_sea_m: 0 },
  ]);
  expect(await cutOf({ page_size: 100 }), 'all on one page').toEqual([]);
  expect(await cutOf({ sort: 'distance' }), 'no order of days').toEqual([]);
});

test('NFR-009: the period is of the account days, also where they end at another hour than UTC', async () => {
  const unit = await newUnit();
  const ids = [];
  for (const start of ['2026-03-09T22:59:00Z', '2026-03-09T23:00:00Z', '2026-03-10T22:59:00Z', '2026-03-10T23:00:00Z'])
    ids.push(await newTrip(unit, { start, minutes: 1 }));
  const { data } = await log(admin, { imeis: [unit.imei], from: '2026-03-10', to: '2026-03-10', descending: false });
  expect(data?.trips.map((trip) => trip.id)).toEqual(ids.slice(1, 3));
});

test('Bad input: a day of a year that nobody keeps a log of is refused as a field', async () => {
  for (const day of ['0000-01-01', '9999-12-31'])
    expect(await log(admin, { from: day, to: day })).toMatchObject({
      status: 422,
      errors: { from: ['InvalidDate'], to: ['InvalidDate'] },
    });
});

test('DEC-44: twelve calendar months are the most, their last day included', async () => {
  expect((await log(admin, { from: '2025-01-01', to: '2026-01-01' })).status).toBe(200);
  expect(await log(admin, { from: '2025-01-01', to: '2026-01-02' })).toMatchObject({ status: 422, errors: 'PeriodMaxMonths' });
});

test('TRIP-015: an empty period is an empty page', async () => {
  const unit = await newUnit();
  expect((await log(admin, { imeis: [unit.imei] })).data).toMatchObject({
    ongoing: [],
    trips: [],
    totals: { count: 0, distance_m: 0 },
    page: { count: 0 },
  });
});

test('TRIP-028: an ongoing trip stands apart, is not counted and cannot be edited', async () => {
  const unit = await newUnit();
  const id = await newTrip(unit, { start: '2026-03-10T08:00:00Z', isOngoing: true });
  const { data } = await log(admin, { imeis: [unit.imei] });
  expect(data).toMatchObject({
    ongoing: [{ id, is_ongoing: true, stop: null, end_rule: 'open', can: { edit: false } }],
    trips: [],
    totals: { count: 0 },
  });
  expect((await admin.call(setTripType, { body: { trip_ids: [id], type: 'private' } })).data?.results).toEqual([
    { id, success: false, error: 'TripIsOngoing' },
  ]);
  expect(await admin.call(updateTrip, { params: { id }, body: { note: 'x' } })).toMatchObject({ errors: 'TripIsOngoing' });
});

test('TRIP-032: of a private trip others see date, distance and odometer, and nothing else anywhere', async () => {
  const unit = await newUnit();
  const id = await newTrip(unit, {
    start: '2026-03-10T08:20:00Z',
    type: 'private',
    driver: driverId,
    stopAddress: 'Hemliga gatan 3',
  });
  const seen = (await log(admin, { imeis: [unit.imei] })).data?.trips[0];
  expect(seen).toMatchObject({
    id,
    is_masked: true,
    distance_m: 10_000,
    duration_s: 0,
    max_speed_kmh: 0,
    driver: null,
    purpose: '',
    note: '',
    has_route: false,
    can: { edit: false, route: false },
    day: '2026-03-10',
    start: { time: null, lat: null, lng: null, address: null, odometer_km: 1000 },
    stop: { time: null, lat: null, lng: null, address: null, odometer_km: 1010 },
  });
  expect(JSON.stringify(seen)).not.toMatch(/Hemliga|08:20|08:50|593000000|593100000|\b59\.3/);
  expect((await log(admin, { imeis: [unit.imei], search: 'hemliga' })).data?.trips).toEqual([]);
  expect((await log(admin, { imeis: [unit.imei] })).data?.totals.duration_s).toBe(0);
  expect(await admin.call(getTripRoute, { params: { id } })).toMatchObject({ status: 404, errors: 'NoRouteCoordinates' });
  expect(await admin.call(updateTrip, { params: { id }, body: { note: 'x' } })).toMatchObject({
    status: 403,
    errors: 'TripNotYours',
  });
  expect((await admin.call(setTripType, { body: { trip_ids: [id], type: 'business' } })).data?.results).toEqual([
    { id, success: false, error: 'TripNotYours' },
  ]);

  expect((await log(driver, { imeis: [unit.imei], search: 'hemliga' })).data?.trips).toMatchObject([
    { id, is_masked: false, can: { edit: true }, stop: { address: 'Hemliga gatan 3' } },
  ]);
});

test('TRIP-001: a changed type is kept as an event, decides over the machine, and the day totals follow', async () => {
  const unit = await newUnit();
  const id = await newTrip(unit, { start: '2026-03-10T08:00:00Z', driver: driverId });
  expect(await daysOf(unit)).toEqual([{ day: '2026-03-10', business_m: 10_000, private_m: 0, other_m: 0 }]);
  const { data } = await driver.call(setTripType, { body: { trip_ids: [id, 999_999_999], type: 'private' } });
  expect(data?.results).toMatchObject([
    { id, success: true, trip: { type: 'private', type_rule: 'edit' } },
    { success: false, error: 'TripNotFound' },
  ]);
  expect(await daysOf(unit)).toEqual([{ day: '2026-03-10', business_m: 0, private_m: 10_000, other_m: 0 }]);
  const edits = await app.database.owner
    .selectFrom('trip_edit')
    .select(['field', 'value', 'actor_member_id', 'anchor_at'])
    .where('unit_id', '=', unit.unitId)
    .execute();
  expect(edits, 'near both ends and in the middle').toEqual(
    ['08:00:36', '08:15:00', '08:29:24'].map((at) => ({
      ...{ field: 'type', value: 'private', actor_member_id: driverId },
      anchor_at: new Date(`2026-03-10T${at}Z`),
    })),
  );
  const told = await app.database.owner.selectFrom('live_event').select('kind').where('unit_id', '=', unit.unitId).execute();
  expect(told).toEqual([{ kind: 'trip' }]);
});

test('API-066, TRIP-020: purpose and note: absent leaves, empty clears, too long is refused by field', async () => {
  const unit = await newUnit();
  const id = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  const update = (body: { purpose?: string; note?: string }) => admin.call(updateTrip, { params: { id }, body });
  expect((await update({ purpose: 'Kund', note: 'Tog omvägen' })).data?.trip).toMatchObject({
    purpose: 'Kund',
    note: 'Tog omvägen',
  });
  expect((await update({ note: '' })).data?.trip).toMatchObject({ purpose: 'Kund', note: '' });
  expect(await update({ purpose: 'x'.repeat(101) })).toMatchObject({ status: 422, errors: { purpose: ['PurposeLength'] } });
});

test('API-071, CONST-025, TRIP-011, TRIP-012, ERR-014: routes of business trips only, at most seven days, and a key when there is none', async () => {
  const unit = await newUnit();
  const id = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  const other = await newTrip(unit, { start: '2026-03-11T08:00:00Z', type: 'other' });
  const bare = await newTrip(unit, { start: '2026-03-12T08:00:00Z', route: null });
  const route = (await admin.call(getTripRoute, { params: { id } })).data;
  expect(route?.parts[0]?.[1]).toEqual({
    time: new Date(1_800_000_060_000).toISOString(),
    lat: 59.31,
    lng: 18.02,
    speed_kmh: 50,
  });
  for (const none of [other, bare])
    expect(await admin.call(getTripRoute, { params: { id: none } })).toMatchObject({ status: 404, errors: 'NoRouteCoordinates' });
  const routes = (from: string, to: string) => admin.call(listRoutes, { query: { imei: unit.imei, from, to } });
  expect((await routes('2026-03-08', '2026-03-14')).data?.routes.map((each) => each.trip_id)).toEqual([id]);
  expect(await routes('2026-03-08', '2026-03-15')).toMatchObject({ status: 422, errors: 'RouteMaxDays' });
  expect(await routes('2026-03-12', '2026-03-14')).toMatchObject({ status: 404, errors: 'NoRouteCoordinates' });
});

test('TRIP-003, TRIP-011, TRIP-032: an account may have the routes of its third type drawn, and never a private one by that', async () => {
  const unit = await newUnit();
  const other = await newTrip(unit, { start: '2026-03-10T08:00:00Z', type: 'other' });
  const secret = await newTrip(unit, { start: '2026-03-11T08:00:00Z', type: 'private' });
  const route = async (id: number) => (await admin.call(getTripRoute, { params: { id } })).status;
  const drawn = async () =>
    (await admin.call(listRoutes, { query: { imei: unit.imei, from: '2026-03-10', to: '2026-03-11' } })).data?.routes.map(
      ({ trip_id }) => trip_id,
    );
  const offered = async () =>
    Object.fromEntries((await log(admin, { imeis: [unit.imei] })).data!.trips.map(({ id, can }) => [id, can.route]));
  expect([await route(other), await drawn(), await offered()]).toEqual([404, undefined, { [other]: false, [secret]: false }]);
  await admin.call(setOtherTripType, { body: { draws_route: true } });
  try {
    expect([await route(other), await route(secret), await drawn()]).toEqual([200, 404, [other]]);
    expect(await offered()).toEqual({ [other]: true, [secret]: false });
  } finally {
    await admin.call(setOtherTripType, { body: { draws_route: false } });
  }
});

test('TRIP-013: a trip without a route still tells where it started and stopped, with the addresses', async () => {
  const unit = await newUnit();
  await newTrip(unit, { start: '2026-03-10T08:00:00Z', route: null });
  const { data } = await log(admin, { imeis: [unit.imei] });
  expect(data?.trips).toMatchObject([
    {
      has_route: false,
      start: { lat: 59.3, lng: 18, address: 'Hornsgatan 84, Stockholm' },
      stop: { lat: 59.31, lng: 18.02, address: 'Sveavägen 1, Stockholm' },
    },
  ]);
});

test('SEC-008, ERR-015: a trip that is unknown, of another account or without access is not found, each alike', async () => {
  const unit = await newUnit();
  const id = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  for (const caller of [stranger, blind]) {
    expect(await log(caller, { imeis: [unit.imei] })).toMatchObject({ status: 404, errors: 'UnitNotFound' });
    expect((await log(caller, {})).data?.trips).toEqual([]);
    expect((await caller.call(setTripType, { body: { trip_ids: [id], type: 'other' } })).data?.results).toEqual([
      { id, success: false, error: 'TripNotFound' },
    ]);
    expect(await caller.call(updateTrip, { params: { id }, body: { note: 'x' } })).toMatchObject({
      status: 404,
      errors: 'TripNotFound',
    });
    expect(await caller.call(getTripRoute, { params: { id } })).toMatchObject({ status: 404, errors: 'TripNotFound' });
    expect(await caller.call(getTrip, { params: { id } })).toMatchObject({ status: 404, errors: 'TripNotFound' });
    expect(await caller.call(listRoutes, { query: { imei: unit.imei, from: '2026-03-10', to: '2026-03-10' } })).toMatchObject({
      status: 404,
      errors: 'UnitNotFound',
    });
  }
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM trip_edit WHERE unit_id = ${unit.unitId}`.execute(
    app.database.owner,
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test('TRIP-025: of two who count a day at the same time, neither forgets what the other changed', async () => {
  const unit = await newUnit();
  const morning = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  const noon = await newTrip(unit, { start: '2026-03-10T11:00:00Z' });
  const { owner } = app.database;
  const change = async (db: typeof owner, id: number, type: string) => {
    await sql`UPDATE trip SET edited_type = ${type} WHERE id = ${id}`.execute(db);
    const atMs = Date.parse('2026-03-10T08:00:00Z');
    await recomputeUnitDays(db, [{ unitId: unit.unitId, fromMs: atMs, toMs: atMs }]);
  };
  let later: Promise<void> | undefined;
  await owner.transaction().execute(async (tx) => {
    await change(tx, morning, 'private');
    later = owner.transaction().execute((other) => change(other, noon, 'other'));
    await expect.poll(() => waitingForLocks(app.database)).toBe(1);
  });
  await later;
  expect(await daysOf(unit)).toMatchObject([{ business_m: 0, private_m: 10_000, other_m: 10_000 }]);
});

test('TRIP-020: an edit that waits for a re-run of its unit finds its trip gone, and says so', async () => {
  const unit = await newUnit();
  const typed = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  const noted = await newTrip(unit, { start: '2026-03-10T11:00:00Z' });
  const standing = await newTrip(unit, { start: '2026-03-10T14:00:00Z' });
  const { owner } = app.database;
  const edits = await owner.transaction().execute(async (rerun) => {
    await holdUnits(rerun, [{ unitId: unit.unitId, accountId }]);
    const asked = [
      admin.call(setTripType, { body: { trip_ids: [typed, standing], type: 'other' } }),
      admin.call(updateTrip, { params: { id: noted }, body: { note: 'x' } }),
    ] as const;
    await expect.poll(() => waitingForLocks(app.database)).toBe(2);
    await rerun.deleteFrom('trip').where('id', 'in', [typed, noted]).execute();
    return asked;
  });
  expect((await edits[0]).data?.results).toMatchObject([
    { id: typed, success: false, error: 'TripNotFound' },
    { id: standing, success: true, trip: { type: 'other' } },
  ]);
  expect(await edits[1]).toMatchObject({ status: 404, errors: 'TripNotFound' });
  const kept = await owner
    .selectFrom('trip_edit')
    .select(['field', 'at'])
    .distinct()
    .where('unit_id', '=', unit.unitId)
    .execute();
  expect(kept).toMatchObject([{ field: 'type' }]);
});

test('a route grows by its pieces, also one that was whole when the clock had closed its trip', async () => {
  const unit = await newUnit();
  const { pipeline } = app.database;
  const startMs = Date.parse('2026-03-10T08:00:00Z');
  const id = await newTrip(unit, { start: new Date(startMs).toISOString(), isOngoing: true });
  const routeOf = async () =>
    [...(await tripsStartingAt(pipeline, [{ unitId: unit.unitId, startMs, needsRoute: true }])).values()][0]?.route ?? [];
  const [before = []] = await routeOf();
  const point = (minute: number) => ({
    timeMs: Date.parse('2026-03-10T09:00:00Z') + minute * 60_000,
    lat: 59,
    lon: 18,
    speedKmh: 50,
  });
  const trip = { endMs: point(3).timeMs, distanceM: 41_000, maxSpeedKmh: 92 };
  await tellSoFar(pipeline, [{ id, trip, pieces: encodeRoutePiece({ parts: [[point(1)]], continues: true }) }]);
  await tellSoFar(pipeline, [{ id, trip, pieces: new Uint8Array() }]);
  await tellSoFar(pipeline, [{ id, trip, pieces: encodeRoutePiece({ parts: [[point(2)], [point(3)]], continues: false }) }]);
  expect(await routeOf()).toEqual([[...before, point(1)], [point(2)], [point(3)]]);
});

test('11-2: how far a trip under way has got is told by the log and the odometer, and nobody enters a trip beside it', async () => {
  const unit = await newUnit();
  const { owner, pipeline } = app.database;
  const id = await newTrip(unit, { start: '2026-03-10T08:00:00Z', minutes: 2, distanceM: 900, isOngoing: true });
  await sql`UPDATE trip SET counter_m = 5000 WHERE id = ${id}`.execute(owner);
  const trip = { endMs: Date.parse('2026-03-10T08:50:00Z'), distanceM: 41_000, maxSpeedKmh: 92 };
  await tellSoFar(pipeline, [{ id, trip, pieces: new Uint8Array() }]);
  const { data } = await admin.call(generateTrips, { body: { from: '2026-03-10', to: '2026-03-10', imeis: [unit.imei] } });
  expect(data?.ongoing).toMatchObject([{ id, distance_m: 41_000, duration_s: 3000, max_speed_kmh: 92, average_kmh: 49.2 }]);
  const metresAt = async (time: string) =>
    (await sql<{ m: number }>`SELECT counter_at(${unit.unitId}, ${`2026-03-10T${time}Z`}) AS m`.execute(owner)).rows[0]?.m;
  expect([await metresAt('07:59'), await metresAt('08:25'), await metresAt('09:00')]).toEqual([0, 25_500, 46_000]);
  const ends = { start_address: 'A', stop_address: 'B', distance_m: 1000, type: 'business' as const, imei: unit.imei };
  const beside = { ...ends, start: '2026-03-10T08:20:00Z', stop: '2026-03-10T08:30:00Z' };
  expect((await admin.call(addManualTrip, { body: beside })).status).toBe(409);
});

test('11-2: what is written of a trip under way stands beside its row, and stays on its page', async () => {
  const { owner, pipeline } = app.database;
  const units = await Promise.all(Array.from({ length: 40 }, () => newUnit()));
  const ids = await Promise.all(units.map((unit) => newTrip(unit, { start: '2026-03-10T08:00:00Z', isOngoing: true })));
  const point = (minute: number) => ({
    timeMs: Date.parse('2026-03-10T09:00:00Z') + minute * 60_000,
    lat: 59,
    lon: 18,
    speedKmh: 50,
  });
  const versionsOf = (table: 'trip' | 'trip_under_way') =>
    sql<{ at: string }>`SELECT xmin::text AS at FROM ${sql.table(table)}
      WHERE ${sql.ref(table === 'trip' ? 'id' : 'trip_id')} = ANY (${ids}::bigint[]) ORDER BY 1`.execute(owner);
  const rowsOfLog = await versionsOf('trip');
  const growsTo = async (minute: number) => {
    const trip = { endMs: point(minute).timeMs, distanceM: minute * 900, maxSpeedKmh: 92 };
    const pieces = encodeRoutePiece({ parts: [[point(minute)]], continues: minute > 1 });
    await tellSoFar(
      pipeline,
      ids.map((id) => ({ id, trip, pieces })),
    );
  };
  await growsTo(1);
  const pagesOf = () =>
    sql<{ page: string }>`SELECT trip_id, (ctid::text::point)[0] AS page FROM trip_under_way
    WHERE trip_id = ANY (${ids}::bigint[]) ORDER BY trip_id`.execute(owner);
  const first = await pagesOf();
  expect(first.rows).toHaveLength(40);
  const before = await versionsOf('trip_under_way');
  // Few enough to find room even while some other transaction of the cluster keeps old versions from being cleared.
  for (let minute = 2; minute <= 5; minute++) await growsTo(minute);
  expect((await pagesOf()).rows).toEqual(first.rows);
  expect((await versionsOf('trip_under_way')).rows).not.toEqual(before.rows);
  expect((await versionsOf('trip')).rows).toEqual(rowsOfLog.rows);
  const { rows: indexed } = await sql`SELECT indexrelid::regclass::text AS name FROM pg_index
    WHERE indrelid = 'trip_under_way'::regclass`.execute(owner);
  expect(indexed).toEqual([{ name: 'trip_under_way_pk' }]);
});

test('11-2: a trip that is written whole takes what stood beside it into its row, its route too', async () => {
  const unit = await newUnit();
  const { owner, pipeline } = app.database;
  const startMs = Date.parse('2026-03-10T08:00:00Z');
  const id = await newTrip(unit, { start: new Date(startMs).toISOString(), isOngoing: true, route: null });
  const stored = async () =>
    [...(await tripsStartingAt(pipeline, [{ unitId: unit.unitId, startMs, needsRoute: true }])).values()][0];
  const point = { timeMs: startMs + 60_000, lat: 59, lon: 18, speedKmh: 50 };
  const trip: MachineTrip = {
    ...{
      startMs,
      endMs: startMs + 600_000,
      start: [590_000_000, 180_000_000],
      stop: null,
      startOdometerM: null,
      stopOdometerM: null,
    },
    ...{ distanceM: 900, distanceSource: 'positions', maxSpeedKmh: 50, endRule: 'open', type: 'private', typeRule: 'switch' },
    ...{ driverMemberId: null, gapBeforeS: null },
  };
  await tellSoFar(pipeline, [{ id, trip, pieces: encodeRoutePiece({ parts: [[point]], continues: false }) }]);
  expect(await stored()).toMatchObject({ endMs: trip.endMs, route: [[point]] });
  // Private from here on: what others decide by is written at once, and the trip goes on.
  const row = { id, accountId, unitId: unit.unitId };
  await updateTrips(pipeline, [{ ...row, trip: { ...trip, endMs: startMs + 660_000 } }], new Date());
  expect(await owner.selectFrom('trip_under_way').where('trip_id', '=', id).selectAll().execute()).toEqual([]);
  expect(await stored()).toMatchObject({ endMs: startMs + 660_000, isOngoing: true, type: 'private', route: [[point]] });
});

test('13-C: three indexes and the guard against overlaps get an entry with each writing of a trip; all others are of few trips', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE i.indrelid = 'trip'::regclass AND (i.indpred IS NULL OR i.indisexclusion) ORDER BY name`.execute(app.database.owner);
  expect(rows.map(({ name }) => name)).toEqual(['trip_by_unit_time', 'trip_log', 'trip_no_overlap', 'trip_pk']);
});

test('of trips under way only the routes that are going to grow are read', async () => {
  const startMs = Date.parse('2026-03-10T08:00:00Z');
  const [grows, stands] = [await newUnit(), await newUnit()];
  for (const unit of [grows, stands]) await newTrip(unit, { start: new Date(startMs).toISOString(), isOngoing: true });
  const found = await tripsStartingAt(app.database.pipeline, [
    { unitId: grows.unitId, startMs, needsRoute: true },
    { unitId: stands.unitId, startMs },
  ]);
  expect([grows, stands].map(({ unitId }) => found.get(`${unitId} ${startMs}`)?.route.length)).toEqual([1, 0]);
});
