import { DAY_MS } from '@spora/calendar/durations';
import { columnsOf } from '@spora/telemetry/columns';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  getOdometer,
  getOperatingTime,
  previewOdometer,
  removeOdometer,
  removeOperatingTime,
  saveOdometer,
  saveOperatingTime,
  setDistanceFactor,
} from '@spora/contract/maintenance/readings';
import { positions } from '@spora/contract/tracking/endpoints';
import { generateTrips, setTripType } from '@spora/contract/trips/endpoints';
import { getUnit, listUnitRows, lockUnit } from '@spora/contract/units/endpoints';
import { makeAccount, makeMember, makeUnit, type MadeUnit } from '../../../testing/database.ts';
import { type Caller, testApp } from '../../../testing/http.ts';
import { recordOf, pictureOf } from '../../../testing/projector.ts';
import { NO_VIEWER } from '../../../core/fleet/private-use.ts';
import { append, ensurePartitions } from '../../../core/log/segments.ts';
import { prepare } from '../../../core/log/appender.ts';
import { driveBuilder } from '../../../testing/drive.ts';
import { metersOf } from './read-model.ts';
import type { Fix } from '../../trips/projection.ts';
import { projectNext, rebuildTracker } from '../../../testing/engine.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner, pipeline } = app.database;
const MONDAY = Date.UTC(2026, 2, 9, 8);
const NOW = new Date(MONDAY + 4 * DAY_MS);
const accountId = await makeAccount(app.database);
let admin: Caller;
let driver: Caller;
let foreignAdmin: Caller;
let driverMember: { id: number; email: string };

beforeAll(async () => {
  app.clock.now = NOW;
  await ensurePartitions(pipeline, new Date('2026-02-01'), new Date('2026-05-01'));
  admin = await app.signInAs(await makeMember(app.database, { accountId, fullName: 'Maja Ek' }));
  driverMember = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dan Förare' });
  driver = await app.signInAs(driverMember);
  foreignAdmin = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
});

async function report({ trackerId }: MadeUnit, fixes: readonly Fix[], io: readonly number[] = []) {
  const records = fixes.map((fix) => {
    const record = recordOf(fix);
    return { ...record, io: [...record.io, ...io.map((id) => ({ id, width: 1 as const, value: fix.speedKmh > 0 ? 1 : 0 }))] };
  });
  await append(pipeline, prepare([{ trackerId, columns: columnsOf(records), bytes: 1, settle: () => {} }], NOW, 24));
  while ((await projectNext(pipeline, NOW, { trackers: 10, segments: 10 }, { among: [trackerId] })).trackers > 0) continue;
}

/** A quarter of an hour at 80 km/h each weekday morning: 20 km. */
const drive = (day: number, options: { withOdometer?: boolean } = {}) =>
  driveBuilder({ startMs: MONDAY + day * DAY_MS, ...options })
    .stand(300, { ignition: false })
    .drive(900, 80, { ignition: true })
    .stand(900, { ignition: false }).fixes;

async function unitWithDrives(days: readonly number[], options: { withOdometer?: boolean } = {}): Promise<MadeUnit> {
  const unit = await makeUnit(app.database, { accountId, name: 'Skåpbil', visibleTo: [driverMember.id] });
  for (const day of days) await report(unit, drive(day, options));
  return unit;
}

const log = async (imei: string, caller = admin) =>
  (
    await caller.call(generateTrips, {
      body: { imeis: [imei], from: '2026-03-01', to: '2026-03-31', sort: 'time', descending: false },
    })
  ).data!;
const odometers = async (imei: string) =>
  (await log(imei)).trips.map((trip) => [trip.start.odometer_km, trip.stop?.odometer_km].map((km) => Math.round(km ?? -1)));
const at = (day: number, hour = 12) => new Date(MONDAY + day * DAY_MS + (hour - 8) * 3_600_000).toISOString();

test('UNIT-022, API-098: a reading is previewed with the trips it changes, and saved the odometers of the log, the list and the card follow it', async () => {
  const { imei, unitId } = await unitWithDrives([0, 1, 2]);
  expect(await odometers(imei)).toEqual([
    [-1, -1],
    [-1, -1],
    [-1, -1],
  ]);
  const params = { imei };
  const body = { value: 50_020, time: at(0) };
  const preview = (await admin.call(previewOdometer, { params, body })).data!;
  expect(preview).toMatchObject({ expected_km: null, warnings: [], count: 3 });
  expect(
    preview.trips.map((trip) => [trip.start_before_km, Math.round(trip.start_after_km), Math.round(trip.stop_after_km)]),
  ).toEqual([
    [null, 50_040, 50_060],
    [null, 50_020, 50_040],
    [null, 50_000, 50_020],
  ]);
  expect(await odometers(imei), 'a preview changes nothing').toEqual([
    [-1, -1],
    [-1, -1],
    [-1, -1],
  ]);
  const saved = (await admin.call(saveOdometer, { params, body })).data!;
  expect(saved).toMatchObject({
    current_source: 'reading',
    is_missing: false,
    rows: [{ value: 50_020, user: 'Maja Ek', source: 'person', removed_at: null }],
  });
  expect(Math.round(saved.current_km!)).toBe(50_060);
  expect(await odometers(imei)).toEqual([
    [50_000, 50_020],
    [50_020, 50_040],
    [50_040, 50_060],
  ]);
  const { trips, totals } = await log(imei);
  for (const trip of trips) expect((trip.stop!.odometer_km! - trip.start.odometer_km!) * 1000).toBeCloseTo(trip.distance_m, 3);
  expect(totals.distance_m).toBe(trips.reduce((sum, trip) => sum + trip.distance_m, 0));
  const row = (await admin.call(listUnitRows)).data!.units.find((unit) => unit.imei === imei);
  expect(row).toMatchObject({ odometer_km: 50_060 });
  const card = (await admin.call(positions, { query: { imeis: imei } })).data!.units[0]!.position!;
  expect(Math.round(card.odometer_m! / 1000)).toBe(50_060);
  const meters = (await metersOf(pipeline, { accountId, ...NO_VIEWER }, [unitId], NOW)).get(unitId)!;
  expect(Math.round(meters.odometerM! / 1000)).toBe(50_060);
});

test('UNIT-022: a first reading is held against what the tracker itself says, then and now, and a far one is told and saved', async () => {
  const { imei } = await unitWithDrives([0, 1], { withOdometer: true });
  const params = { imei };
  const preview = async (value: number, time?: string) =>
    (await admin.call(previewOdometer, { params, body: { value, ...(time === undefined ? {} : { time }) } })).data!;
  expect(await preview(1020)).toMatchObject({ expected_km: null, shown_km: 1020, warnings: [] });
  expect(await preview(4000)).toMatchObject({ shown_km: 1020, warnings: ['far'] });
  expect(await preview(4000, at(0, 6)), 'before its first trip nobody knows').toMatchObject({ shown_km: null, warnings: [] });
  expect(await preview(4000, at(0))).toMatchObject({ shown_km: 1020, warnings: ['far'] });
  expect(await preview(1_000_001)).toMatchObject({ warnings: ['large'] });
  expect((await admin.call(saveOdometer, { params, body: { value: 4000 } })).data).toMatchObject({ current_km: 4000 });
  expect(await preview(4010)).toMatchObject({ expected_km: 4000, shown_km: 4000, warnings: [] });
});

test('UNIT-022: a later reading corrects from then on, one taken back stays in sight and counts no more', async () => {
  const { imei } = await unitWithDrives([0, 1, 2]);
  const params = { imei };
  await admin.call(saveOdometer, { params, body: { value: 50_020, time: at(0) } });
  const body = { value: 50_045, time: at(1) };
  expect((await admin.call(previewOdometer, { params, body })).data).toMatchObject({ count: 1 });
  await admin.call(saveOdometer, { params, body });
  expect(await odometers(imei)).toEqual([
    [50_000, 50_020],
    [50_020, 50_040],
    [50_045, 50_065],
  ]);
  const [newest] = (await admin.call(getOdometer, { params })).data!.rows;
  const after = (await admin.call(removeOdometer, { params: { imei, id: newest!.id } })).data!;
  expect(after.rows).toMatchObject([
    { id: newest!.id, value: 50_045, removed_by: 'Maja Ek' },
    { value: 50_020, removed_at: null },
  ]);
  expect(await odometers(imei)).toEqual([
    [50_000, 50_020],
    [50_020, 50_040],
    [50_040, 50_060],
  ]);
  expect(await admin.call(removeOdometer, { params: { imei, id: newest!.id } })).toMatchObject({
    status: 404,
    errors: 'ReadingNotFound',
  });
});

test('UNIT-022: a fall and a jump above 2,000 km are warned of, and saved only when confirmed', async () => {
  const { imei } = await unitWithDrives([0, 1]);
  const params = { imei };
  await admin.call(saveOdometer, { params, body: { value: 50_020, time: at(0) } });
  const warned = async (value: number, day = 2) =>
    (await admin.call(previewOdometer, { params, body: { value, time: at(day) } })).data!.warnings;
  expect(await warned(50_041)).toEqual([]);
  expect(await warned(50_010)).toEqual(['fall']);
  expect(await warned(52_100)).toEqual(['jump']);
  expect(await warned(40_000)).toEqual(['fall', 'jump']);
  expect(await warned(50_030, -1), 'more than a later reading says').toEqual(['fall']);
  const body = { value: 40_000, time: at(2) };
  expect(await admin.call(saveOdometer, { params, body })).toMatchObject({ status: 409, errors: 'ConfirmReading' });
  expect((await admin.call(saveOdometer, { params, body: { ...body, confirmed: true } })).data).toMatchObject({
    current_km: 40_000,
  });
  const future = new Date(NOW.getTime() + DAY_MS).toISOString();
  expect((await admin.call(saveOdometer, { params, body: { value: 50_100, time: future } })).errors).toBe('ReadingInFuture');
  expect((await admin.call(saveOdometer, { params, body: { value: -1 } })).errors).toEqual({ value: ['InvalidOdometer'] });
});

test('UNIT-022, TRIP-015: of a tracker with an odometer of its own what it ran between trips is counted too, and a rebuild gives the same', async () => {
  const unit = await makeUnit(app.database, { accountId });
  const fixes = driveBuilder({ startMs: MONDAY, withOdometer: true })
    .stand(300, { ignition: false })
    .drive(900, 80, { ignition: true })
    .stand(900, { ignition: false });
  await report(unit, fixes.fixes);
  const seen = fixes.fixes.length;
  // Three hours of which nothing is known but that the odometer went on by 30 km.
  fixes
    .silent(3 * 3600, 10)
    .stand(600, { ignition: false })
    .drive(900, 80, { ignition: true })
    .stand(900, { ignition: false });
  await report(unit, fixes.fixes.slice(seen));
  const params = { imei: unit.imei };
  await admin.call(saveOdometer, { params, body: { value: 10_000, time: new Date(MONDAY).toISOString() } });
  const km = await odometers(unit.imei);
  expect(km[0]).toEqual([10_000, 10_020]);
  expect(km[1]![0]! - km[0]![1]!).toBeGreaterThanOrEqual(29);
  const picture = await pictureOf(app.database, unit);
  await rebuildTracker(pipeline, unit.imei, NOW);
  expect(await pictureOf(app.database, unit)).toEqual(picture);
  expect(await odometers(unit.imei)).toEqual(km);
});

test('UNIT-023: after two readings a factor is proposed; from its day on distances and odometers are the dashboard’s', async () => {
  const unit = await makeUnit(app.database, { accountId });
  const { imei } = unit;
  const long = (day: number) =>
    driveBuilder({ startMs: MONDAY + day * DAY_MS })
      .stand(300, { ignition: false })
      .drive(5400, 80, { ignition: true })
      .stand(900, { ignition: false }).fixes;
  await report(unit, long(0));
  await report(unit, long(1));
  const params = { imei };
  await admin.call(saveOdometer, { params, body: { value: 1000, time: at(0, 7) } });
  expect((await admin.call(getOdometer, { params })).data).toMatchObject({
    factor: { value: 1, from: null },
    factor_proposal: null,
  });
  const counted = (await log(imei)).totals.distance_m / 1000;
  const second = { value: Math.round(1000 + counted * 1.04), time: at(2) };
  const proposal = (await admin.call(saveOdometer, { params, body: second })).data!.factor_proposal!;
  expect(proposal.value).toBeCloseTo(1.04, 2);
  const before = (await log(imei)).trips.map((trip) => trip.distance_m);
  expect((await admin.call(setDistanceFactor, { params, body: { value: proposal.value, from: at(1, 0) } })).data!.factor).toEqual(
    {
      value: proposal.value,
      from: at(1, 0),
    },
  );
  await rebuildTracker(pipeline, imei, NOW);
  const after = (await log(imei)).trips.map((trip) => trip.distance_m);
  expect(after).toEqual([before[0], Math.round(before[1]! * proposal.value)]);
  // Lived through: the next drive is made by the factor at once.
  await report(unit, long(3));
  expect((await log(imei)).trips.at(-1)!.distance_m).toBe(Math.round(before[0]! * proposal.value));
  expect((await admin.call(setDistanceFactor, { params, body: { value: 2 } })).errors).toEqual({ value: ['InvalidFactor'] });
  expect(await driver.call(setDistanceFactor, { params, body: { value: 1 } })).toMatchObject({ status: 403 });
});

test('SRV-006, API-099, SRV-001: operating hours are counted by the chosen source from the last reading, with their history', async () => {
  const unit = await makeUnit(app.database, { accountId, kind: 'machine', name: 'Grävare' });
  const params = { imei: unit.imei };
  await report(unit, drive(0), [2]);
  expect((await admin.call(getOperatingTime, { params })).data).toMatchObject({
    current_hours: null,
    source: 'ignition',
    is_missing: true,
    available: ['ignition', 'input2'],
  });
  expect((await admin.call(saveOperatingTime, { params, body: {} })).errors).toEqual({ value: ['SpecifyOperatingTime'] });
  const first = (await admin.call(saveOperatingTime, { params, body: { value: 1200, time: at(0, 23) } })).data!;
  expect(first).toMatchObject({ current_hours: 1200, is_missing: false, rows: [{ value: 1200, source: 'person' }] });
  for (const day of [1, 2]) await report(unit, drive(day), [2]);
  expect((await admin.call(getOperatingTime, { params })).data!.current_hours, 'two drives of a quarter each').toBeCloseTo(
    1200.5,
    1,
  );
  expect((await admin.call(listUnitRows)).data!.units.find(({ imei }) => imei === unit.imei)!.operating_hours).toBeCloseTo(
    1200.5,
    1,
  );
  const carried = (await admin.call(saveOperatingTime, { params, body: { source: 'input2' } })).data!;
  expect(carried).toMatchObject({ source: 'input2', rows: [{ source: 'carried' }, { source: 'person' }] });
  expect(carried.current_hours).toBeCloseTo(1200.5, 1);
  const back = (await admin.call(removeOperatingTime, { params: { ...params, id: carried.rows[0]!.id } })).data!;
  expect(back.rows[0]).toMatchObject({ removed_by: 'Maja Ek' });
});

test('SRV-006: a rebuild finds the same hours as living through it, in whatever order the records come', async () => {
  const [lived, late] = [await makeUnit(app.database, { accountId }), await makeUnit(app.database, { accountId })];
  for (const day of [0, 1, 2]) await report(lived, drive(day));
  for (const day of [2, 0, 1]) await report(late, drive(day));
  const { ran } = await pictureOf(app.database, lived);
  expect(ran).toHaveLength(3);
  expect((await pictureOf(app.database, late)).ran).toEqual(ran);
  await rebuildTracker(pipeline, late.imei, NOW);
  expect((await pictureOf(app.database, late)).ran).toEqual(ran);
});

test('UNIT-003: odometer and hours are open matters until somebody has stated them', async () => {
  const car = await makeUnit(app.database, { accountId, name: 'Ny bil' });
  const digger = await makeUnit(app.database, { accountId, kind: 'machine', name: 'Ny maskin' });
  const open = async (imei: string) => (await admin.call(getUnit, { params: { imei } })).data!.open_matters;
  expect(await open(car.imei)).toContain('odometer');
  expect(await open(digger.imei)).toContain('hours');
  await admin.call(saveOdometer, { params: { imei: car.imei }, body: { value: 12 } });
  await admin.call(saveOperatingTime, { params: { imei: digger.imei }, body: { value: 0 } });
  expect(await open(car.imei)).not.toContain('odometer');
  expect(await open(digger.imei)).not.toContain('hours');
});

test('UNIT-024, SEC-008: a member with access reads, others find nothing, and a lock shuts administrators out', async () => {
  const { imei } = await unitWithDrives([0]);
  const params = { imei };
  const { data } = await admin.call(saveOdometer, { params, body: { value: 500, time: at(0) } });
  expect((await driver.call(getOdometer, { params })).data).toMatchObject({
    current_km: 500,
    can: { save: false, set_factor: false },
  });
  expect(await driver.call(saveOdometer, { params, body: { value: 501 } })).toMatchObject({ status: 403 });
  expect(await driver.call(saveOperatingTime, { params, body: { value: 5 } })).toMatchObject({ status: 403 });
  const other = await makeUnit(app.database, { accountId });
  expect(await driver.call(getOdometer, { params: { imei: other.imei } })).toMatchObject({ status: 404, errors: 'UnitNotFound' });
  expect(await foreignAdmin.call(getOdometer, { params })).toMatchObject({ status: 404, errors: 'UnitNotFound' });
  expect(
    await admin.call(removeOdometer, { params: { imei: other.imei, id: data!.rows[0]!.id } }),
    'a reading is its own unit’s',
  ).toMatchObject({ status: 404, errors: 'ReadingNotFound' });
  await driver.call(lockUnit, { params, body: {} });
  expect(await admin.call(getOdometer, { params })).toMatchObject({ status: 403, errors: 'UnitLocked' });
  expect(await admin.call(saveOdometer, { params, body: { value: 502 } })).toMatchObject({ status: 403, errors: 'UnitLocked' });
});

test('TRIP-032, UNIT-022: the preview tells the day of another driver’s private trip and not its time', async () => {
  const { imei, unitId } = await unitWithDrives([0, 1]);
  await owner.updateTable('trip').set({ computed_driver_id: driverMember.id }).where('unit_id', '=', unitId).execute();
  const [trip] = (await log(imei)).trips;
  await driver.call(setTripType, { body: { trip_ids: [trip!.id], type: 'private' } });
  const preview = (await admin.call(previewOdometer, { params: { imei }, body: { value: 500 } })).data!;
  expect(preview.trips).toMatchObject([{ is_masked: false }, { is_masked: true, time: '2026-03-08T23:00:00.000Z' }]);
});

test('12-A1, TRIP-032: all through somebody else’s private use the odometer is neither previewed nor saved, so that no time of it is found by trying', async () => {
  const { imei, unitId } = await unitWithDrives([0, 1, 2]);
  await owner.updateTable('trip').set({ computed_driver_id: driverMember.id }).where('unit_id', '=', unitId).execute();
  const trips = (await log(imei)).trips;
  await driver.call(setTripType, { body: { trip_ids: [trips[1]!.id], type: 'private' } });
  const [before, start, stop, after] = [
    trips[0]!.stop!.time,
    trips[1]!.start.time,
    trips[1]!.stop!.time,
    trips[2]!.start.time,
  ].map((time) => Date.parse(time ?? '')) as [number, number, number, number];
  const ask = async (timeMs: number, caller = admin) => {
    const body = { value: 500, time: new Date(timeMs).toISOString() };
    return (await caller.call(previewOdometer, { params: { imei }, body })).errors ?? 'told';
  };
  const within = [before + 1, start - 1, start, (start + stop) / 2, stop, stop + 1, after - 1];
  expect(await Promise.all(within.map((timeMs) => ask(timeMs)))).toEqual(within.map(() => 'UnitInPrivateUse'));
  expect([await ask(before), await ask(after), await ask((start + stop) / 2, driver)]).toEqual(['told', 'told', 'Forbidden']);
  const body = { value: 500, time: new Date(stop + 1).toISOString(), confirmed: true };
  expect(await admin.call(saveOdometer, { params: { imei }, body })).toMatchObject({ status: 409, errors: 'UnitInPrivateUse' });
  // Which of the private trips' distances another factor changes would tell which were after that.
  const factorFrom = async (timeMs: number) =>
    (await admin.call(setDistanceFactor, { params: { imei }, body: { value: 1.05, from: new Date(timeMs).toISOString() } }))
      .errors;
  for (const timeMs of within) expect(await factorFrom(timeMs)).toBe('UnitInPrivateUse');
  expect([await factorFrom(after), await factorFrom(before)]).toEqual([undefined, undefined]);
});

test('TRIP-032, SRV-006: operating hours are not entered of a time of somebody else’s private use, nor counted by another source in it', async () => {
  const { imei, unitId } = await unitWithDrives([0, 1]);
  await owner.updateTable('trip').set({ computed_driver_id: driverMember.id }).where('unit_id', '=', unitId).execute();
  const [last, first] = (await log(imei)).trips.toReversed();
  await driver.call(setTripType, { body: { trip_ids: [last!.id], type: 'private' } });
  const save = async (body: object) => (await admin.call(saveOperatingTime, { params: { imei }, body })).errors;
  expect(await save({ value: 100, time: new Date(Date.parse(first!.stop!.time!) + 1).toISOString() })).toBe('UnitInPrivateUse');
  expect(await save({ value: 100 })).toBe('UnitInPrivateUse');
  expect(await save({ source: 'input1' })).toBe('UnitInPrivateUse');
  expect(await save({ source: 'ignition' }), 'as it is').toBeUndefined();
  expect(await save({ value: 100, time: first!.start.time })).toBeUndefined();
});
