import { DAY_MS, HOUR_MS } from '@spora/calendar/durations';
import { listAlarms } from '@spora/contract/alarms/centre';
import {
  addSensorReceiver,
  assignReceiverUnits,
  listReceiverUnits,
  listSensorReceivers,
  removeSensorReceiver,
  saveReceiver,
} from '@spora/contract/alarms/receivers';
import {
  addSensor,
  listSensors,
  listSensorTags,
  pairSensor,
  saveSensor,
  type Sensor,
  sensorReadings,
} from '@spora/contract/sensors/endpoints';
import { columnsOf } from '@spora/telemetry/columns';
import type { PositionRecord, RawIo } from '@spora/telemetry/record';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { prepare } from '../../core/log/appender.ts';
import { append, ensurePartitions } from '../../core/log/segments.ts';
import { announce } from '../../features.ts';
import type { AccountId } from '../../platform/ctx.ts';
import { createLog } from '../../platform/observing/log.ts';
import { driveBuilder } from '../../testing/drive.ts';
import { recordOf } from '../../testing/projector.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { projectNext } from '../../testing/engine.ts';
import { type Caller, testApp } from '../../testing/http.ts';
import { testPorts } from '../../testing/http.ts';
import { streamsOf } from '../../testing/live-stream.ts';
import { makeTrip } from '../../testing/trips.ts';
import { receiversOf } from '../alarms/telling/repository.ts';
import { watchLost } from './jobs.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const openStream = await streamsOf(app);
// Yesterday's noon: what is reported below lies in one day whatever the hour of the test.
app.clock.now = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2);
const { owner, pipeline } = app.database;
beforeAll(() => ensurePartitions(pipeline, new Date(Date.now() - 40 * DAY_MS), new Date(Date.now() + 40 * DAY_MS)));

let accountId: AccountId;
let admin: Caller;
let unit: MadeUnit;
let sensor: Sensor;
let startMs: number;
let counted = 0;
beforeEach(async () => {
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId }));
  unit = await makeUnit(app.database, { accountId, name: 'Kylbil 7' });
  const mac = `7CD9F41${String(counted++).padStart(5, '0')}`;
  const made = (await admin.call(addSensor, { body: { mac, name: 'Kylen' } })).data!;
  await admin.call(pairSensor, { body: { mac, imei: unit.imei, turn_on: true } });
  const { id } = await owner.selectFrom('command').where('account_id', '=', accountId).select('id').executeTakeFirstOrThrow();
  startMs = Math.floor(app.clock.now.getTime() / HOUR_MS) * HOUR_MS - 3 * HOUR_MS;
  await announce(pipeline, [{ name: 'command-acknowledged', ids: [id] }], new Date(startMs - HOUR_MS));
  const body = { ...made.settings, name: 'Kylen', temperature_high_c: 8, temperature_low_c: 2, outside_min: 20 };
  sensor = (await admin.call(saveSensor, { params: { id: made.id }, body })).data!;
  // As if it had been said before what is reported here.
  await owner.deleteFrom('sensor_setting').where('sensor_id', '=', made.id).execute();
  await owner
    .insertInto('sensor_setting')
    .values({
      account_id: accountId,
      sensor_id: made.id,
      valid_from: new Date(startMs - HOUR_MS),
      settings: JSON.stringify(sensor.settings),
    })
    .execute();
});

/** The unit stands and reports each five minutes; `degrees` of the sensor, or undefined where it is not heard. */
async function report(fromMin: number, degrees: readonly (number | undefined)[], of = unit, tag?: RawIo): Promise<void> {
  const fixes = driveBuilder({ startMs: startMs + fromMin * 60_000 }).stand(degrees.length * 300, { everyS: 300 }).fixes;
  const records = fixes.slice(0, degrees.length).map((fix, i): PositionRecord => {
    const plain = recordOf({ ...fix, timeMs: startMs + (fromMin + i * 5) * 60_000 });
    const record = tag ? { ...plain, io: [...plain.io, tag] } : plain;
    const value = degrees[i];
    return value === undefined
      ? record
      : { ...record, io: [...record.io, { id: 10_800, width: 2, value: Math.round(value * 100) & 0xffff }] };
  });
  const now = app.clock.now;
  await append(
    pipeline,
    prepare([{ trackerId: of.trackerId, columns: columnsOf(records), bytes: 1, settle: () => {} }], now, 24),
  );
  while ((await projectNext(pipeline, now, { trackers: 50, segments: 8 }, { among: [of.trackerId] })).trackers > 0) continue;
}
const alarms = async () =>
  (await admin.call(listAlarms, { query: {} })).data!.alarms.map(({ kind, subject, at, ended_at }) => [
    kind,
    subject,
    (Date.parse(at) - startMs) / 60_000,
    ended_at === null ? null : (Date.parse(ended_at) - startMs) / 60_000,
  ]);

test('ALARM-030, BLE-015: a fridge that is over its limit for 20 minutes is one alarm, which ends when it is cold again', async () => {
  await report(0, [5, 6, 9, 9, 9.5, 9]);
  expect(await alarms()).toEqual([]);
  await report(30, [9, 9]);
  expect(await alarms()).toEqual([['temperature', 'Kylen', 30, null]]);
  await report(40, [7, 6]);
  expect(await alarms()).toEqual([['temperature', 'Kylen', 30, 40]]);
  // The same again by late records is no other alarm.
  await report(12, [9.2]);
  expect(await alarms()).toHaveLength(1);
});

test('BLE-015, BLE-016: an alarm tells since when its value was outside, so that its length is that of the chart', async () => {
  await report(0, [5, 6, 9, 9, 9.5, 9, 9, 12, 7]);
  const [alarm] = (await admin.call(listAlarms, { query: {} })).data!.alarms;
  expect(alarm).toMatchObject({ began_at: new Date(startMs + 10 * 60_000).toISOString(), value: 12, limit: 8 });
  const { outside } = (await admin.call(sensorReadings, { params: { id: sensor.id }, query: { span: '24h' } })).data!;
  const lengthS = (Date.parse(alarm!.ended_at!) - Date.parse(alarm!.began_at!)) / 1000;
  expect([outside?.[0]?.longest_s, lengthS]).toEqual([1800, 1800]);
});

test('BLE-017: a sensor that its unit no longer hears is lost once, and found again; a unit that is silent itself loses none', async () => {
  const look = () =>
    watchLost({
      actor: { kind: 'system' },
      db: pipeline,
      now: () => app.clock.now,
      ports: { ...testPorts(), announce },
      log: createLog({ logLevel: 'silent' }),
    });
  await report(0, [5, 5]);
  await look();
  expect(await alarms()).toEqual([]);
  await report(
    10,
    Array.from({ length: 15 }, () => undefined),
  );
  await look();
  await look();
  expect(await alarms()).toEqual([['sensor-lost', 'Kylen', 65, null]]);
  await report(90, [5]);
  await look();
  expect(await alarms()).toEqual([['sensor-lost', 'Kylen', 65, 90]]);
});

test('BLE-017: while a unit is not expected to listen no sensor is lost', async () => {
  const off = (body: string) =>
    sql`CREATE OR REPLACE FUNCTION is_sensor_silence_expected(unit bigint) RETURNS boolean
      LANGUAGE sql STABLE SET search_path = public, pg_temp AS ${sql.raw(`$$ SELECT ${body} $$`)}`.execute(owner);
  await report(0, [5]);
  await report(
    5,
    Array.from({ length: 20 }, () => undefined),
  );
  await off('true');
  try {
    await watchLost({
      actor: { kind: 'system' },
      db: pipeline,
      now: () => app.clock.now,
      ports: { ...testPorts(), announce },
      log: createLog({ logLevel: 'silent' }),
    });
  } finally {
    await off('false');
  }
  expect(await alarms()).toEqual([]);
});

test('ALARM-023 to 025, ALARM-028, API-018, API-121: receivers are chosen for a sensor, and without any those of its unit are told', async () => {
  const receiver = async (name: string, terminal: object = {}) =>
    (
      await admin.call(saveReceiver, {
        body: { id: null, name, email: `${name}@example.test`, function_alarm: true, security_alarm: true, ...terminal },
      })
    ).data!.id;
  const ofUnit = await receiver('unit', { terminal_id: unit.unitId, device_type: 'gps' });
  const ofSensor = await receiver('sensor', { terminal_id: sensor.id, device_type: 'ble' });
  const told = async () => {
    const { id } = await owner.selectFrom('alarm').where('account_id', '=', accountId).select('id').executeTakeFirstOrThrow();
    return (await receiversOf(pipeline, [id])).map((each) => each.id);
  };
  const listed = async () =>
    (await admin.call(listSensorReceivers, { params: { deviceId: sensor.id } })).data!.alarmReceivers.map(
      ({ id, terminal_id, device_type }) => [id, terminal_id, device_type],
    );
  await report(0, [9, 9, 9, 9, 9, 9]);
  expect(await listed()).toEqual([[ofSensor, sensor.id, 'ble']]);
  expect(await told()).toEqual([ofSensor]);
  expect((await admin.call(listReceiverUnits, { body: { receiverId: ofSensor } })).data!.ble).toEqual([
    { id: sensor.id, Name: 'Kylen', SerialNumber: sensor.mac, IsSelected: true },
  ]);
  const params = { id: ofSensor, deviceId: sensor.id };
  expect((await admin.call(removeSensorReceiver, { params })).status).toBe(200);
  expect([await listed(), await told()]).toEqual([[], [ofUnit]]);
  expect((await admin.call(addSensorReceiver, { params })).status).toBe(200);
  expect(await told()).toEqual([ofSensor]);
  const assign = (...ble: number[]) =>
    admin.call(assignReceiverUnits, {
      body: {
        receiver_id: ofUnit,
        terminals: [
          { terminal_id: unit.unitId, device_type: 'gps' },
          ...ble.map((terminal_id) => ({ terminal_id, device_type: 'ble' as const })),
        ],
      },
    });
  expect((await assign(2 ** 40)).errors).toBe('SensorNotRegistered');
  expect((await assign(sensor.id)).status).toBe(200);
  expect((await told()).sort()).toEqual([ofUnit, ofSensor].sort());
});

test('BLE-012, BLE-016, BLE-017: the newest value is told with its time, goes stale, and the chart tells what was between', async () => {
  await report(0, [5, 6, undefined, 7]);
  const value = async () => (await admin.call(listSensors)).data!.sensors[0]!.value;
  expect(await value()).toMatchObject({ temperature_c: 7, at: new Date(startMs + 15 * 60_000).toISOString(), is_stale: true });
  await report(170, [4]);
  expect(await value()).toMatchObject({ temperature_c: 4 });
  const of = async (span: '24h' | '7d' | '30d' | 'year') =>
    (await admin.call(sensorReadings, { params: { id: sensor.id }, query: { span } })).data!;
  const day = await of('24h');
  expect(day.points.map(({ temperature_c }) => temperature_c?.mean)).toEqual([5, 6, 7, 4]);
  // 5 held for 5 minutes, 6 for 10, 7 for 90, as long as a value is known for, and how long 4 holds is not known yet.
  expect(day.figures).toEqual({ temperature_c: { min: 4, max: 7, mean: 6.81 }, humidity_pct: null });
  for (const span of ['7d', '30d', 'year'] as const) expect((await of(span)).figures).toEqual(day.figures);
});

test('BLE-016: minutes on the way and hours at rest weigh alike in the mean, in each span, also of records that come late', async () => {
  const figures = async (span: '24h' | '7d' | '30d' | 'year') =>
    (await admin.call(sensorReadings, { params: { id: sensor.id }, query: { span } })).data!.figures.temperature_c;
  // A quarter of an hour on the way at 8, told every five minutes; two and a half hours at rest at 4, told now and then.
  await report(0, [8, 8, 8, 4]);
  for (const minute of [75, 165, 120]) await report(minute, [4]);
  for (const span of ['24h', '7d', '30d', 'year'] as const)
    expect(await figures(span), span).toEqual({ min: 4, max: 8, mean: 4.36 });
});

test('BLE-016: a day whose held seconds were never counted tells the mean of its values', async () => {
  await report(0, [5, 6, undefined, 7]);
  const of = async () =>
    (await admin.call(sensorReadings, { params: { id: sensor.id }, query: { span: 'year' } })).data!.figures.temperature_c;
  expect((await of())?.mean).toBe(5.67);
  await sql`UPDATE sensor_day SET temperature_held_s = NULL, temperature_held_sum = NULL`.execute(owner);
  expect((await of())?.mean).toBe(6);
});

test('BLE-016: it is told how often and how long a value lay beyond its limits, and since when it does', async () => {
  const of = async (span: '24h' | 'year') =>
    (await admin.call(sensorReadings, { params: { id: sensor.id }, query: { span } })).data!.outside;
  // Too warm for 10 minutes and for 5, then too cold; 8 is the limit itself.
  await report(0, [5, 9, 8.5, 8, 7, 9, 5, 1, 5]);
  const at = (minute: number, lasted_s: number, furthest: number) => ({
    ...{ at: new Date(startMs + minute * 60_000).toISOString(), lasted_s, furthest },
  });
  const limits = { limit_since: new Date(startMs - HOUR_MS).toISOString() };
  const warm = {
    ...limits,
    measure: 'temperature',
    side: 'above',
    limit: 8,
    times: 2,
    total_s: 900,
    longest_s: 600,
    since: null,
    stretches: [at(25, 300, 9), at(5, 600, 9)],
  };
  const cold = {
    ...limits,
    measure: 'temperature',
    side: 'below',
    limit: 2,
    times: 1,
    total_s: 300,
    longest_s: 300,
    since: null,
    stretches: [at(35, 300, 1)],
  };
  expect(await of('24h')).toEqual([warm, cold].map((each) => ({ ...each, since_may_be_older: false })));
  expect(await of('year'), 'of single values only').toBeUndefined();
  // Too warm until now; of the silence before nobody knows.
  await report(150, [9, 9]);
  app.clock.now = new Date(startMs + 160 * 60_000);
  const since = new Date(startMs + 150 * 60_000).toISOString();
  expect((await of('24h'))?.[0]).toMatchObject({ times: 3, total_s: 1500, longest_s: 600, since, since_may_be_older: false });
  // Within a minute it swings about the limit.
  for (const [quarter, value] of [9, 8, 9, 5].entries()) await report(50 + quarter / 4, [value]);
  const swung = (await of('24h'))!.find(({ side }) => side === 'above')!;
  expect([swung.times, swung.stretches[1]]).toEqual([4, at(50, 45, 9)]);
});

test('BLE-016: what was outside is counted by the limit of today, and since when that is set is told', async () => {
  const of = async () => (await admin.call(sensorReadings, { params: { id: sensor.id }, query: { span: '24h' } })).data!.outside;
  await report(0, [9, 9, 7.5, 9, 7.5, 9, 5]);
  const earlier = new Date(startMs - HOUR_MS).toISOString();
  expect(await of()).toMatchObject([{ limit: 8, limit_since: earlier, times: 3, total_s: 1200 }]);
  await admin.call(saveSensor, {
    params: { id: sensor.id },
    body: { ...sensor.settings, name: 'Kylen', temperature_high_c: 7, outside_min: 20 },
  });
  const now = app.clock.now.toISOString();
  expect(await of(), 'of a lower limit three become one').toMatchObject([
    { limit: 7, limit_since: now, times: 1, total_s: 1800, longest_s: 1800 },
  ]);
  await admin.call(saveSensor, {
    params: { id: sensor.id },
    body: { ...sensor.settings, name: 'Kylen', temperature_high_c: 7, outside_min: 10 },
  });
  expect(await of(), 'another setting leaves it').toMatchObject([{ limit: 7, limit_since: now }]);
});

test('TRIP-032: what a sensor told in somebody else’s private use is not told, nor the figures of such a day', async () => {
  await report(0, [5, 6]);
  await report(60, [22, 21]);
  const driver = await makeMember(app.database, { accountId });
  await owner.insertInto('unit_access').values({ account_id: accountId, unit_id: unit.unitId, member_id: driver.id }).execute();
  const start = new Date(startMs + 30 * 60_000).toISOString();
  await makeTrip(app.database, { accountId, unitId: unit.unitId }, { start, minutes: 60, type: 'private', driver: driver.id });
  const asDriver = await app.signInAs(driver);
  const means = async (caller: Caller, span: '24h' | 'year') =>
    (await caller.call(sensorReadings, { params: { id: sensor.id }, query: { span } })).data!.points.map(
      ({ temperature_c }) => temperature_c?.mean,
    );
  const newest = async (caller: Caller) => (await caller.call(listSensors)).data!.sensors[0]!.value?.temperature_c ?? null;
  expect(await means(asDriver, '24h')).toEqual([5, 6, 22, 21]);
  expect(await newest(asDriver)).toBe(21);
  expect(await means(asDriver, 'year')).toHaveLength(1);
  const others = await means(admin, '24h');
  expect(others).not.toContain(22);
  expect(others).not.toContain(21);
  expect(await newest(admin)).not.toBe(21);
  expect(await means(admin, 'year')).toEqual([]);
});

test('BLE-019: a tag is where the unit was that heard it last, within 50 m, and nowhere while that may not be told', async () => {
  const mac = `7CD9F40${String(counted++).padStart(5, '0')}`;
  const tag = (await admin.call(addSensor, { body: { mac, name: 'Släpet' } })).data!;
  await owner
    .insertInto('sensor_pairing')
    .values({
      ...{ account_id: accountId, unit_id: unit.unitId, sensor_id: tag.id, slot: 2 },
      requested_at: new Date(startMs - HOUR_MS),
      paired_at: new Date(startMs - HOUR_MS),
    })
    .execute();
  const found = async (caller = admin) => (await caller.call(listSensors)).data!.sensors.find(({ id }) => id === tag.id)?.place;
  expect(await found()).toBeNull();
  await report(0, [5, 5], unit, { id: 10_813, width: 1, value: 0 });
  const unitPlace = { unit: { imei: unit.imei, name: 'Kylbil 7' }, lat: expect.closeTo(59.3, 3) as number, uncertainty_m: 50 };
  expect(await found()).toMatchObject({ ...unitPlace, at: new Date(startMs + 5 * 60_000).toISOString() });
  // The unit goes on without it.
  await report(60, [5, 5]);
  expect(await found()).toMatchObject({ ...unitPlace, at: new Date(startMs + 5 * 60_000).toISOString() });
  const driver = await makeMember(app.database, { accountId });
  const start = new Date(startMs - 30 * 60_000).toISOString();
  await makeTrip(app.database, { accountId, unitId: unit.unitId }, { start, minutes: 60, type: 'private', driver: driver.id });
  expect(await found()).toBeNull();
  const other = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
  expect(await found(other)).toBeUndefined();
});

test('MAP-001, BLE-019: the map is told of tags as their own pages are, of those that have a place alone', async () => {
  const [heard, silent] = await Promise.all(
    ['Släpet', 'Lådan'].map(
      async (name) =>
        (await admin.call(addSensor, { body: { mac: `7CD9F40${String(counted++).padStart(5, '0')}`, name } })).data!,
    ),
  );
  await owner
    .insertInto('sensor_pairing')
    .values({
      ...{ account_id: accountId, unit_id: unit.unitId, sensor_id: heard!.id, slot: 2 },
      requested_at: new Date(startMs - HOUR_MS),
      paired_at: new Date(startMs - HOUR_MS),
    })
    .execute();
  await report(0, [5, 5], unit, { id: 10_813, width: 1, value: 0 });
  const tags = async (caller = admin) => (await caller.call(listSensorTags)).data!.tags;
  const own = (await admin.call(listSensors)).data!.sensors.find(({ id }) => id === heard!.id)!;
  expect(await tags()).toEqual([{ id: heard!.id, name: 'Släpet', mac: heard!.mac, ...own.place }]);
  expect((await tags()).some(({ id }) => id === silent!.id)).toBe(false);
  const driver = await makeMember(app.database, { accountId });
  const start = new Date(startMs - 30 * 60_000).toISOString();
  await makeTrip(app.database, { accountId, unitId: unit.unitId }, { start, minutes: 60, type: 'private', driver: driver.id });
  expect(await tags()).toEqual([]);
  expect(await tags(await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false })))).toEqual([]);
});

test('BLE-019, MAP-001: a tag that is paired with nothing is where the last of the units was that listed it by itself', async () => {
  const mac = `7CD9F40${String(counted++).padStart(5, '0')}`;
  const tag = (await admin.call(addSensor, { body: { mac, name: 'Verktygslådan' } })).data!;
  await owner
    .updateTable('sensor')
    .set({ created_at: new Date(startMs - HOUR_MS) })
    .where('id', '=', tag.id)
    .execute();
  const advanced = (id: string) =>
    Buffer.from(
      `01${(id.length / 2 + 5).toString(16).padStart(2, '0')}0001b101${(id.length / 2).toString(16).padStart(2, '0')}${id}`,
      'hex',
    );
  const other = await makeUnit(app.database, { accountId, name: 'Lastbil 2' });
  await report(0, [5], unit, { id: 548, width: 0, value: advanced(mac) });
  const tags = async () => (await admin.call(listSensorTags)).data!.tags.map(({ id, unit: by, at }) => [id, by.name, at]);
  expect(await tags()).toEqual([[tag.id, 'Kylbil 7', new Date(startMs).toISOString()]]);
  await report(30, [undefined], other, { id: 548, width: 0, value: advanced(`00112233445566778899${mac}`) });
  expect(await tags()).toEqual([[tag.id, 'Lastbil 2', new Date(startMs + 30 * 60_000).toISOString()]]);
  const [shown] = (await admin.call(listSensors)).data!.sensors.filter(({ id }) => id === tag.id);
  expect(shown).toMatchObject({ state: 'unpaired', place: { unit: { name: 'Lastbil 2' }, uncertainty_m: 50 } });
});

test('DEC-59, API-061, TRIP-032: open screens are told that a sensor was heard, in private use the driver alone', async () => {
  const driver = await makeMember(app.database, { accountId, isAdmin: false });
  await owner.insertInto('unit_access').values({ account_id: accountId, member_id: driver.id, unit_id: unit.unitId }).execute();
  const [own, others] = [await openStream(await app.signInAs(driver)), await openStream(admin)];
  const heard = { kind: 'sensor', unit_id: unit.unitId };
  await owner.deleteFrom('live_event').where('unit_id', '=', unit.unitId).execute();
  const kept = () =>
    owner.selectFrom('live_event').select('kind').where('unit_id', '=', unit.unitId).where('kind', '=', 'sensor').execute();
  await report(0, [5, 5]);
  for (const stream of [own, others]) expect(await stream.next(({ kind }) => kind === 'sensor')).toMatchObject(heard);
  await makeTrip(
    app.database,
    { accountId, unitId: unit.unitId },
    { start: new Date(startMs + 11 * 60_000).toISOString(), type: 'private', driver: driver.id, isOngoing: true },
  );
  for (const { events } of [own, others]) events.length = 0;
  await report(15, [5, 6]);
  expect(await own.next(({ kind }) => kind === 'sensor')).toMatchObject(heard);
  // What the hub sends goes to all at once.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(others.events.filter(({ kind }) => kind === 'sensor')).toEqual([]);
  // Nor is it kept for those who come back later.
  expect(await kept()).toEqual([]);
  for (const stream of [own, others]) stream.close();
});
