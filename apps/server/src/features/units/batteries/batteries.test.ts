import { columnsOf } from '@spora/telemetry/columns';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getLowBattery, saveBatteryThresholds, voltageHistory } from '@spora/contract/units/settings';
import { lockUnit } from '@spora/contract/units/endpoints';
import { makeAccount, makeMember, makeUnit, type MadeUnit } from '../../../testing/database.ts';
import { type Caller, testApp } from '../../../testing/http.ts';
import { append, ensurePartitions } from '../../../core/log/segments.ts';
import { prepare } from '../../../core/log/appender.ts';
import { batteriesOf, batteryState, thinVoltages } from './rules.ts';
import { projectNext } from '../../../testing/engine.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner, pipeline } = app.database;
const accountId = await makeAccount(app.database);
const HOUR = 3_600_000;
const now = app.clock.now.getTime();
let admin: Caller;
let driver: Caller;
let foreignAdmin: Caller;
let driverId: number;

beforeAll(async () => {
  await ensurePartitions(pipeline, new Date(now - 3 * 24 * HOUR), new Date(now + 24 * HOUR));
  admin = await app.signInAs(await makeMember(app.database, { accountId }));
  const driverMember = await makeMember(app.database, { accountId, isAdmin: false });
  driverId = driverMember.id;
  driver = await app.signInAs(driverMember);
  foreignAdmin = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
});

/** External voltage and the tracker's own battery in millivolts, an hour apart, the last one now. */
async function report(
  unit: MadeUnit,
  told: readonly { vehicleMv?: number; builtInMv?: number; ignition?: boolean }[],
): Promise<void> {
  const records = told.map(({ vehicleMv, builtInMv, ignition = false }, i) => ({
    timeMs: now - (told.length - 1 - i) * HOUR,
    latE7: 593_000_000,
    lonE7: 180_000_000,
    speedKmh: 0,
    satellites: 9,
    altitudeM: 0,
    headingDeg: 0,
    priority: 0,
    eventId: 0,
    io: [
      { id: 239, width: 1 as const, value: ignition ? 1 : 0 },
      ...(vehicleMv === undefined ? [] : [{ id: 66, width: 2 as const, value: vehicleMv }]),
      ...(builtInMv === undefined ? [] : [{ id: 67, width: 2 as const, value: builtInMv }]),
    ],
  }));
  await append(
    pipeline,
    prepare([{ trackerId: unit.trackerId, columns: columnsOf(records), bytes: 1, settle: () => {} }], app.clock.now, 24),
  );
  while ((await projectNext(pipeline, app.clock.now, { trackers: 50, segments: 8 })).trackers > 0) continue;
}
const unitOf = (name: string, visibleTo: number[] = []) => makeUnit(app.database, { accountId, name, visibleTo });
const batteries = async (caller: Caller) =>
  (await caller.call(getLowBattery)).data!.batteries.map(({ name, kind, voltage_v, state }) => [name, kind, voltage_v, state]);

test('UNIT-027, CONST-009: a voltage is low where 3 % of error cannot explain it, and uncertain where they can', () => {
  expect(batteryState(11.44, 11.8)).toBe('low');
  expect(batteryState(11.45, 11.8)).toBe('uncertain');
  expect(batteryState(12.15, 11.8)).toBe('uncertain');
  expect(batteryState(12.16, 11.8)).toBe('well');
});

test('UNIT-028: 12 V, 24 V and the built-in battery are told apart, also when a lorry stands with a flat battery', () => {
  expect(batteriesOf({ external_voltage_v: 12.4, battery_voltage_v: 4.1 })).toEqual([
    { kind: '12', voltageV: 12.4 },
    { kind: 'built-in', voltageV: 4.1 },
  ]);
  expect(batteriesOf({ external_voltage_v: 25.1 })).toEqual([{ kind: '24', voltageV: 25.1 }]);
  expect(batteriesOf({ external_voltage_v: 15, supply_v: 24 })).toEqual([{ kind: '24', voltageV: 15 }]);
  expect(batteriesOf({ external_voltage_v: 0, battery_voltage_v: 3.7 })).toEqual([{ kind: 'built-in', voltageV: 3.7 }]);
  expect(batteriesOf(null)).toEqual([]);
});

test('UNIT-028: the list holds the units one may see, the worst first, and nothing of those locked away', async () => {
  const [car, lorry, hidden, own] = [
    await unitOf('Bil'),
    await unitOf('Lastbil'),
    await unitOf('Låst'),
    await unitOf('Min', [driverId]),
  ];
  await report(car, [{ vehicleMv: 12_700, builtInMv: 3300 }]);
  await report(lorry, [{ vehicleMv: 27_400, ignition: true }, { vehicleMv: 16_000 }]);
  await report(hidden, [{ vehicleMv: 10_000 }]);
  await report(own, [{ vehicleMv: 11_700 }]);
  expect(await batteries(admin)).toEqual([
    ['Lastbil', '24', 16, 'low'],
    ['Låst', '12', 10, 'low'],
    ['Bil', 'built-in', 3.3, 'low'],
    ['Min', '12', 11.7, 'uncertain'],
    ['Bil', '12', 12.7, 'well'],
  ]);
  expect(await batteries(driver)).toEqual([['Min', '12', 11.7, 'uncertain']]);
  expect(await batteries(foreignAdmin)).toEqual([]);
  await app.database.owner
    .insertInto('unit_access')
    .values({ account_id: accountId, member_id: driverId, unit_id: hidden.unitId })
    .execute();
  expect((await driver.call(lockUnit, { params: { imei: hidden.imei }, body: {} })).status).toBe(200);
  expect((await batteries(admin)).map(([name]) => name)).not.toContain('Låst');
});

test('UNIT-027: administrators settle the thresholds, for their own account alone', async () => {
  const thresholds = { '12': 12.2, '24': 24.4, 'built-in': 3.7 };
  expect((await admin.call(saveBatteryThresholds, { body: { thresholds } })).data).toMatchObject({ thresholds, margin: 0.03 });
  expect((await driver.call(getLowBattery)).data).toMatchObject({ thresholds, can: { edit: false } });
  expect((await foreignAdmin.call(getLowBattery)).data!.thresholds).toEqual({ '12': 11.8, '24': 23.6, 'built-in': 3.6 });
  expect(await driver.call(saveBatteryThresholds, { body: { thresholds } })).toMatchObject({ status: 403, errors: 'Forbidden' });
  expect((await admin.call(saveBatteryThresholds, { body: { thresholds: { ...thresholds, '24': 12 } } })).status).toBe(422);
});

test('UNIT-028: the voltage history has the lowest and highest of each stretch, for those who may see the unit', async () => {
  const unit = await unitOf('Historia');
  await report(unit, [
    { vehicleMv: 12_600, builtInMv: 4000 },
    { vehicleMv: 14_200, ignition: true },
    { vehicleMv: 12_100, builtInMv: 3900 },
  ]);
  const query = { from: new Date(now - 24 * HOUR).toISOString(), to: new Date(now + 1000).toISOString() };
  const { points } = (await admin.call(voltageHistory, { params: { imei: unit.imei }, query })).data!;
  expect(points.map(({ vehicle_min_v, vehicle_max_v, built_in_v }) => [vehicle_min_v, vehicle_max_v, built_in_v])).toEqual([
    [12.6, 12.6, 4],
    [14.2, 14.2, null],
    [12.1, 12.1, 3.9],
  ]);
  const samples = [12, 11, 13].map((vehicleV, i) => ({ timeMs: i, vehicleV, builtInV: undefined }));
  expect(thinVoltages(samples, { fromMs: 0, toMs: 10, pieces: 1 })).toEqual([
    { timeMs: 0, vehicleMinV: 11, vehicleMaxV: 13, builtInV: null },
  ]);
  expect(await driver.call(voltageHistory, { params: { imei: unit.imei }, query })).toMatchObject({ status: 404 });
  expect(await foreignAdmin.call(voltageHistory, { params: { imei: unit.imei }, query })).toMatchObject({ status: 404 });
  const long = { ...query, from: new Date(now - 40 * 24 * HOUR).toISOString() };
  expect((await admin.call(voltageHistory, { params: { imei: unit.imei }, query: long })).errors).toEqual({
    from: ['OutOfLimits'],
  });
});

test('MAP-031, TRIP-032: the voltage tells nobody but its driver when a private trip was driven: the engine charges while it runs', async () => {
  const unit = await unitOf('Privat', [driverId]);
  await report(unit, [{ vehicleMv: 12_600 }, { vehicleMv: 14_200, ignition: true }, { vehicleMv: 12_100 }]);
  const tripOf = (computed_type: 'business' | 'private', from: number, to: number) => ({
    account_id: accountId,
    unit_id: unit.unitId,
    started_at: new Date(now - from * HOUR),
    ended_at: new Date(now - to * HOUR),
    is_ongoing: false,
    distance_m: 9000,
    distance_source: 'positions',
    max_speed_kmh: 70,
    end_rule: 'still',
    computed_type,
    computed_rule: 'default',
    algorithm_version: 1,
    computed_driver_id: driverId,
  });
  const trips = [tripOf('business', 2.5, 2), tripOf('private', 1.5, 0.5), tripOf('business', 0, -0.1)];
  await owner.insertInto('trip').values(trips).execute();
  const query = { from: new Date(now - 24 * HOUR).toISOString(), to: new Date(now + 1000).toISOString() };
  const highest = async (caller: Caller) =>
    (await caller.call(voltageHistory, { params: { imei: unit.imei }, query })).data!.points.map((point) => point.vehicle_max_v);
  expect(await highest(admin)).toEqual([12.6, 12.1]);
  expect(await highest(driver)).toEqual([12.6, 14.2, 12.1]);
});
