import { downloadLog } from '@spora/contract/exports/endpoints';
import { addManualTrip, generateTrips, removeManualTrip, tripHistory } from '@spora/contract/trips/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '../../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { type Caller, type TestApp, testApp } from '../../../testing/http.ts';
import { makeTrip } from '../../../testing/trips.ts';

let app: TestApp;
let accountId: AccountId;
let admin: Caller;
let driver: { id: number };
beforeAll(async () => {
  app = await testApp();
  app.clock.now = new Date('2026-03-20T12:00:00Z');
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId }));
  driver = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
});
afterAll(() => app.close());

const newUnit = () => makeUnit(app.database, { accountId });
const enter = (unit: MadeUnit, over: Record<string, unknown> = {}) =>
  admin.call(addManualTrip, {
    body: {
      imei: unit.imei,
      start: '2026-03-10T08:00:00Z',
      stop: '2026-03-10T09:00:00Z',
      start_address: 'Hamngatan 1',
      stop_address: 'Storgatan 2',
      distance_m: 42_000,
      start_odometer_km: 1000,
      type: 'business' as const,
      purpose: 'Kundbesök',
      driver_id: driver.id,
      ...over,
    },
  });
const log = async (unit: MadeUnit) =>
  (await admin.call(generateTrips, { body: { from: '2026-03-01', to: '2026-03-31', imeis: [unit.imei] } })).data;

test('TRIP-030: a trip entered by hand is in the log, marked, counted, and says who entered it', async () => {
  const unit = await newUnit();
  const { data } = await enter(unit);
  const row = (await log(unit))?.trips[0];
  expect(row).toEqual(data?.trip);
  expect(row).toMatchObject({
    is_manual: true,
    end_rule: 'manual',
    driver: 'Dag Driver',
    purpose: 'Kundbesök',
    distance_m: 42_000,
    start: { address: 'Hamngatan 1', odometer_km: 1000 },
    stop: { address: 'Storgatan 2', odometer_km: 1042 },
    has_route: false,
  });
  expect((await log(unit))?.totals.by_type.business).toBe(42_000);
  const history = await admin.call(tripHistory, { params: { id: row?.id ?? 0 } });
  expect(history.data?.changes.map(({ field }) => field)).toContain('manual');
});

test('TRIP-030: no trip is entered where the unit drove, before it is over, or with the end before the start', async () => {
  const unit = await newUnit();
  await makeTrip(app.database, { accountId, unitId: unit.unitId }, { start: '2026-03-10T08:30:00Z' });
  expect(await enter(unit)).toMatchObject({ errors: 'ManualTripOverlaps' });
  expect(await enter(unit, { start: '2026-03-20T11:00:00Z', stop: '2026-03-20T13:00:00Z' })).toMatchObject({
    errors: 'ManualTripInFuture',
  });
  expect(await enter(unit, { start: '2025-03-10T08:00:00Z', stop: '2025-03-10T09:00:00Z' })).toMatchObject({
    errors: 'PeriodMaxMonths',
  });
  expect(await enter(unit, { stop: '2026-03-10T07:00:00Z' })).toMatchObject({ errors: { stop: ['EndDateMustBeAfterStart'] } });
  expect((await log(unit))?.trips).toHaveLength(1);
});

test('ATT-012: in an attested period of its driver no trip is entered', async () => {
  const unit = await newUnit();
  await sql`INSERT INTO attestation (account_id, unit_id, member_id, from_day, to_day, user_attested_at)
    VALUES (${accountId}, ${unit.unitId}, ${driver.id}, '2026-03-01', '2026-03-15', now())`.execute(app.database.owner);
  expect(await enter(unit)).toMatchObject({ errors: 'TripIsAttested' });
  expect((await enter(unit, { driver_id: null })).status).toBe(200);
});

test('TRIP-030: a trip entered by mistake is taken out again, one that a tracker recorded is not', async () => {
  const unit = await newUnit();
  const { data } = await enter(unit);
  const recorded = await makeTrip(app.database, { accountId, unitId: unit.unitId }, { start: '2026-03-12T08:30:00Z' });
  expect((await admin.call(removeManualTrip, { params: { id: data?.trip.id ?? 0 } })).status).toBe(200);
  expect(await admin.call(removeManualTrip, { params: { id: recorded } })).toMatchObject({ errors: 'TripNotManual' });
  const after = await log(unit);
  expect(after?.trips.map(({ id }) => id)).toEqual([recorded]);
  expect(after?.totals.distance_m).toBe(10_000);
});

test('TRIP-030, UNIT-022: what was not typed of a trip’s odometer is counted on from the readings, and the file’s ends and the trips after it follow', async () => {
  const unit = await newUnit();
  const of = { accountId, unitId: unit.unitId };
  await makeTrip(app.database, of, { start: '2026-03-09T08:00:00Z' });
  await app.database.owner
    .insertInto('unit_reading')
    .values({
      account_id: accountId,
      unit_id: unit.unitId,
      kind: 'odometer',
      taken_at: '2026-03-09T07:00:00Z',
      saved_at: '2026-03-09T07:00:00Z',
      value: 50_000_000,
      member_id: driver.id,
    })
    .execute();
  const later = await makeTrip(app.database, of, { start: '2026-03-12T08:00:00Z' });
  const trackersOwn = (start: number) =>
    sql`UPDATE trip SET start_odometer_m = ${start}, stop_odometer_m = ${start + 10_000} WHERE id = ${later}`.execute(
      app.database.owner,
    );
  const count = () =>
    sql`SELECT count_trips(ARRAY[${unit.unitId}::bigint], ARRAY['-infinity'::timestamptz])`.execute(app.database.owner);
  const odometers = async () =>
    (await log(unit))?.trips.map(({ start, stop }) => [start.odometer_km, stop?.odometer_km]).sort(([a], [b]) => a! - b!);
  await trackersOwn(1_010_000);
  await count();
  const { data } = await enter(unit, { start_odometer_km: null, distance_m: 12_500 });
  expect(data?.trip).toMatchObject({ start: { odometer_km: 50_010 }, stop: { odometer_km: 50_022.5 } });
  const counted = [
    [50_000, 50_010],
    [50_010, 50_022.5],
    [50_022.5, 50_032.5],
  ];
  expect(await odometers()).toEqual(counted);
  await count();
  expect(await odometers(), 'a rebuild tells the same').toEqual(counted);
  const file = await admin.call(downloadLog, {
    params: { format: 'csv' },
    query: { from: '2026-03-01', to: '2026-03-10', imeis: unit.imei },
  });
  expect(/end of the period: ([\d\s.]+)\skm/.exec(file.raw.toString('utf8'))?.[1]?.replace(/\s/, '')).toBe('50022.5');

  // The tracker's own odometer ran on by 20 km between the two it recorded: the trip by hand is 12.5 of them.
  await trackersOwn(1_030_000);
  await count();
  expect((await odometers())?.at(-1)).toEqual([50_030, 50_040]);

  await admin.call(removeManualTrip, { params: { id: data?.trip.id ?? 0 } });
  expect(await odometers()).toEqual([
    [50_000, 50_010],
    [50_030, 50_040],
  ]);
  const typed = await enter(unit, { start_odometer_km: 50_011, distance_m: 12_500 });
  expect(typed.data?.trip, 'what somebody read off stands').toMatchObject({ start: { odometer_km: 50_011 } });
});

test('TRIP-030: of a unit whose odometer nobody has read off, what was not typed is blank', async () => {
  const unit = await newUnit();
  const { data } = await enter(unit, { start_odometer_km: null });
  expect(data?.trip).toMatchObject({ start: { odometer_km: null }, stop: { odometer_km: null } });
});

test('ADM-018, SEC-014, TRIP-032: a trip that was taken out stands in the audit log, without its day where the unit is locked; a private one does not', async () => {
  const own = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Egil Eier' });
  const unit = await makeUnit(app.database, { accountId, name: 'Bil 7' });
  await app.database.owner
    .insertInto('unit_access')
    .values({ account_id: accountId, member_id: own.id, unit_id: unit.unitId })
    .execute();
  const caller = await app.signInAs(own);
  const removals = async () =>
    (
      await app.database.owner
        .selectFrom('audit_entry')
        .where('account_id', '=', accountId)
        .where('action', '=', 'manual-trip-removed')
        .where('subject', '=', 'Bil 7')
        .orderBy('id')
        .select(['actor_member_id', 'details'])
        .execute()
    ).map(({ actor_member_id: by, details }) => [by, details]);
  const remove = async (over: Record<string, unknown>) => {
    const { data } = await enter(unit, { driver_id: own.id, ...over });
    expect((await caller.call(removeManualTrip, { params: { id: data?.trip.id ?? 0 } })).status).toBe(200);
  };
  await remove({ type: 'private', purpose: '' });
  expect(await removals()).toEqual([]);
  await remove({});
  expect(await removals()).toEqual([[own.id, { day: '2026-03-10' }]]);
  const { data } = await enter(unit, { driver_id: own.id });
  await app.database.owner
    .updateTable('unit')
    .set({ locked_at: app.clock.now, locked_by_member_id: own.id })
    .where('id', '=', unit.unitId)
    .execute();
  await caller.call(removeManualTrip, { params: { id: data?.trip.id ?? 0 } });
  expect((await removals()).at(-1)).toEqual([own.id, {}]);
});
