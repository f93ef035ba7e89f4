import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { HOUR_MS } from '@spora/calendar/durations';
import {
  addSensor,
  disableBluetooth,
  enableBluetooth,
  getUnitBluetooth,
  listPairedSensors,
  listSensors,
  listSensorUnits,
  listUnpairedSensors,
  pairSensor,
  removeSensor,
  saveSensor,
  type Sensor,
  unpairSensor,
} from '@spora/contract/sensors/endpoints';
import { readAudit } from '@spora/contract/accounts/endpoints';
import { kindOfMac, macText, readMac } from '@spora/contract/sensors/rules';
import { hardwareOf } from '@spora/protocols/list';
import { changeCar, lockUnit, replaceTracker, retireUnit } from '@spora/contract/units/endpoints';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { announce } from '../../features.ts';
import type { AccountId } from '../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit, randomImei } from '../../testing/database.ts';
import { type Caller, testApp } from '../../testing/http.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner, pipeline } = app.database;

let accountId: AccountId;
let admin: Caller;
let unit: MadeUnit;
beforeEach(async () => {
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId }));
  unit = await makeUnit(app.database, { accountId, name: 'Kylbil 7' });
});

let counted = 0;
/** An address that nobody has, of a sensor. */
const nextMac = (): string => `7CD9F41${String(counted++).padStart(5, '0')}`;
async function added(caller = admin, mac = nextMac(), name = 'Kylen'): Promise<Sensor> {
  const answer = await caller.call(addSensor, { body: { mac, name } });
  expect(answer.status, JSON.stringify(answer.errors)).toBe(200);
  return answer.data!;
}
const pair = (mac: string | undefined, { imei }: { imei: string } = unit, turn_on = true, caller = admin) =>
  caller.call(pairSensor, { body: { mac, imei, turn_on } });
const unpair = (mac: string | undefined, { imei }: { imei: string } = unit) => admin.call(unpairSensor, { body: { mac, imei } });
const list = async (caller = admin) => (await caller.call(listSensors)).data!.sensors;
const commands = () =>
  owner
    .selectFrom('command')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'sensors')
    .select(['id', 'state', 'text'])
    .orderBy('id')
    .execute();
/** What the gateway tells when the tracker answers. */
async function settled(name: 'command-acknowledged' | 'command-failed'): Promise<void> {
  const { id } = (await commands()).at(-1)!;
  const state = name === 'command-acknowledged' ? 'acknowledged' : 'failed';
  await owner.updateTable('command').set({ state, ended_at: app.clock.now }).where('id', '=', id).execute();
  await announce(pipeline, [{ name, ids: [id] }], app.clock.now);
}

test('CONST-040, BLE-002, DEC-50, BLE-014: a MAC address is read with colons, dashes or nothing, and says what it is', () => {
  for (const text of ['7cd9f4110c40', '7C:D9:F4:11:0C:40', '7c-d9-f4-11-0c-40', ' 7CD9.F411.0C40 '])
    expect(readMac(text)).toBe('7CD9F4110C40');
  for (const text of ['', '7CD9F4110C4', '7CD9F4110C401', '7CD9F4110C4G']) expect(readMac(text), text).toBeNull();
  expect(macText('7CD9F4110C40')).toBe('7C:D9:F4:11:0C:40');
  expect([kindOfMac('7CD9F4110C40'), kindOfMac('7CD9F4010C40'), kindOfMac('41D9F4010C40')]).toEqual(['sensor', 'tag', 'tag']);
});

test('BLE-001, BLE-009, ERR-011: an address is missing, invalid, in use here or in another account, or not registered', async () => {
  const mac = nextMac();
  expect(await added(admin, macText(mac).toLowerCase())).toMatchObject({ mac: macText(mac), kind: 'sensor', state: 'unpaired' });
  const add = (body: { mac: string; name: string }, caller = admin) => caller.call(addSensor, { body });
  expect((await add({ mac: ' ', name: 'x' })).errors).toEqual({ mac: ['SensorMacMissing'] });
  expect((await add({ mac: '7CD9', name: 'x' })).errors).toEqual({ mac: ['SensorMacInvalid'] });
  expect(await add({ mac, name: 'x' })).toMatchObject({ status: 409, errors: 'SensorMacInUse' });
  const stranger = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
  expect(await add({ mac, name: 'x' }, stranger)).toMatchObject({ status: 409, errors: 'SensorMacInUse' });
  expect(await list(stranger)).toEqual([]);
  expect((await pair('7CD9F41FFFFF')).errors).toBe('SensorNotRegistered');
  expect((await pair(undefined)).errors).toBe('SensorMacOrImeiMissing');
  expect((await pair(mac, { imei: '' })).errors).toBe('SensorMacOrImeiMissing');
  expect((await pair('nonsense')).errors).toBe('SensorMacInvalid');
  // Whoever gives it away can be followed by another account.
  const [sensor] = await list();
  await admin.call(removeSensor, { params: { id: sensor!.id } });
  expect((await add({ mac, name: 'x' }, stranger)).status).toBe(200);
});

test('BLE-003, BLE-004, BLE-012: pairing is pending until the tracker has done it, says since when and until when, and is undone where it fails', async () => {
  await owner
    .insertInto('unit_latest')
    .values({
      ...{ unit_id: unit.unitId, account_id: accountId, state: 'parked', report_interval_s: 3600 },
      last_contact_at: app.clock.now,
    })
    .execute();
  await owner.updateTable('tracker').set({ last_contact_at: app.clock.now }).where('id', '=', unit.trackerId).execute();
  const { mac } = await added();
  const pending = (await pair(mac)).data!;
  expect(pending).toMatchObject({
    state: 'pending',
    unit: { imei: unit.imei, name: 'Kylbil 7' },
    since: app.clock.now.toISOString(),
  });
  expect(Date.parse(pending.expected_by!) - app.clock.now.getTime()).toBe(3 * 3600_000);
  expect((await commands()).map(({ state, text }) => [state, text])).toEqual([
    ['waiting', `setparam 800:1;1101:${readMac(mac)};1102:;1103:;1104:`],
  ]);
  await settled('command-failed');
  expect(await list()).toMatchObject([{ state: 'unpaired', unit: null }]);
  await pair(mac);
  await settled('command-acknowledged');
  expect(await list()).toMatchObject([{ state: 'paired', expected_by: null }]);
  expect((await admin.call(listPairedSensors)).data).toHaveLength(1);

  const other = await makeUnit(app.database, { accountId });
  expect(await pair(mac, other)).toMatchObject({ status: 409, errors: 'SensorPairedElsewhere' });
  expect((await unpair(mac, other)).errors).toBe('SensorPairedElsewhere');
  expect((await unpair(mac)).data).toMatchObject({ state: 'unpaired', unit: null });
  expect((await commands()).at(-1)!.text).toBe('setparam 800:1;1101:;1102:;1103:;1104:');
  expect((await admin.call(listUnpairedSensors)).data).toHaveLength(1);
  await settled('command-acknowledged');
  expect((await pair(mac, other)).data).toMatchObject({ state: 'pending' });
});

test('BLE-006, CONST-004, ERR-012: a fifth sensor is refused, and what waits is told in one order', async () => {
  const macs: string[] = [];
  for (let n = 0; n < 5; n++) macs.push((await added()).mac);
  for (const mac of macs.slice(0, 4)) expect((await pair(mac)).status).toBe(200);
  expect(await pair(macs[4])).toMatchObject({ status: 409, errors: 'SensorSlotsTaken' });
  const sent = await commands();
  expect(sent.filter(({ state }) => state === 'waiting')).toHaveLength(1);
  for (const mac of macs.slice(0, 4)) expect(sent.at(-1)!.text).toContain(readMac(mac)!);
  await settled('command-acknowledged');
  expect((await list()).filter(({ state }) => state === 'paired')).toHaveLength(4);
  expect((await admin.call(listSensorUnits)).data).toMatchObject([{ imei: unit.imei, sensors: 4, has_room: false, is_on: true }]);
  // A place that is free again is taken, and the others keep theirs.
  await unpair(macs[1]);
  await settled('command-acknowledged');
  await pair(macs[4]);
  expect((await commands()).at(-1)!.text).toContain(`1102:${readMac(macs[4]!)}`);
});

test('BLE-004: of two requests that pair a sensor at once one wins', async () => {
  const { mac } = await added();
  const other = await makeUnit(app.database, { accountId });
  const answers = await Promise.all([pair(mac), pair(mac, other)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)!.errors).toBe('SensorPairedElsewhere');
});

test('API-108, CONST-006, BLE-005, BLE-008, BLE-018, DEC-67: Bluetooth is turned on by somebody who knows what it draws, and off with the sensors that it unpairs', async () => {
  const { mac } = await added();
  expect(await pair(mac, unit, false)).toMatchObject({ status: 409, errors: 'BluetoothIsOff' });
  const params = { imei: unit.imei };
  expect((await admin.call(getUnitBluetooth, { params })).data).toMatchObject({
    is_on: false,
    idle_draw_ma: { without: 5, with: 25 },
    profile: { is_confirmed: false },
  });
  expect((await admin.call(enableBluetooth, { params })).data).toMatchObject({ is_on: true, is_pending: true });
  await settled('command-acknowledged');
  expect((await pair(mac, unit, false)).status).toBe(200);
  await settled('command-acknowledged');
  expect((await admin.call(getUnitBluetooth, { params })).data).toMatchObject({
    is_pending: false,
    sensors: [{ mac, state: 'paired' }],
  });
  expect((await admin.call(disableBluetooth, { params, body: {} })).errors).toBe('BluetoothWillUnpair');
  expect((await list())[0]!.state).toBe('paired');
  expect((await admin.call(disableBluetooth, { params, body: { confirm: true } })).data).toMatchObject({
    is_on: false,
    sensors: [],
  });
  expect((await list())[0]).toMatchObject({ state: 'unpaired' });
  expect((await commands()).at(-1)!.text).toBe('setparam 800:0;1101:;1102:;1103:;1104:');
  // It did not turn off after all.
  await settled('command-failed');
  expect((await admin.call(getUnitBluetooth, { params })).data).toMatchObject({ is_on: true });
});

test('FEAT-001: where sensors are switched off, and where the tracker takes none, nothing is paired', async () => {
  const { mac } = await added();
  const phone = await makeUnit(app.database, { accountId, family: 'phone' });
  expect((await pair(mac, phone)).errors).toBe('CommandNotSupported');
  await owner.updateTable('unit').set({ features: [] }).where('id', '=', unit.unitId).execute();
  expect(await pair(mac)).toMatchObject({ status: 403, errors: 'FeatureOff' });
  expect((await admin.call(listSensorUnits)).data).toEqual([]);
});

test('BLE-010, LOCK-012: sensors of a unit that somebody may not see are not seen, changed or paired', async () => {
  const { id, mac } = await added();
  await pair(mac);
  await settled('command-acknowledged');
  const driver = await makeMember(app.database, { accountId, isAdmin: false });
  const member = await app.signInAs(driver);
  expect(await list(member)).toEqual([]);
  await owner.insertInto('unit_access').values({ account_id: accountId, unit_id: unit.unitId, member_id: driver.id }).execute();
  expect(await list(member)).toMatchObject([{ mac, can: { edit: false } }]);
  expect((await pair(mac, unit, true, member)).status).toBe(403);

  const other = await app.signInAs(await makeMember(app.database, { accountId }));
  expect((await other.call(lockUnit, { params: { imei: unit.imei } })).status).toBe(200);
  expect(await list()).toEqual([]);
  const { name, settings } = (await list(other))[0]!;
  expect((await admin.call(saveSensor, { params: { id }, body: { ...settings, name } })).errors).toBe('SensorNotRegistered');
  expect((await unpair(mac)).errors).toBe('UnitLocked');
  expect((await admin.call(getUnitBluetooth, { params: { imei: unit.imei } })).errors).toBe('UnitLocked');
});

test('BLE-015, CONST-005, ADM-018: limits are within what the sensors measure, low below high, hold from now on and stand in the log', async () => {
  const { id, name, settings } = await added();
  const save = (over: object) => admin.call(saveSensor, { params: { id }, body: { ...settings, name, ...over } });
  expect((await save({ temperature_low_c: -20.1 })).errors).toEqual({ temperature_low_c: ['OutOfLimits'] });
  expect((await save({ temperature_high_c: 60.1 })).errors).toEqual({ temperature_high_c: ['OutOfLimits'] });
  expect((await save({ humidity_high_pct: 101 })).errors).toEqual({ humidity_high_pct: ['OutOfLimits'] });
  expect((await save({ temperature_low_c: 8, temperature_high_c: 8 })).errors).toEqual({
    temperature_high_c: ['SensorLowBelowHigh'],
  });
  expect((await save({ humidity_low_pct: 50, humidity_high_pct: 40 })).errors).toEqual({
    humidity_high_pct: ['SensorLowBelowHigh'],
  });
  expect((await save({ outside_min: null, door_delay_min: 'x' })).errors).toEqual({
    outside_min: ['OutOfLimits'],
    door_delay_min: ['OutOfLimits'],
  });
  const wanted = { temperature_low_c: 2, temperature_high_c: 8, outside_min: 20, realarm_hours: 24, name: 'Frysen' };
  app.clock.now = new Date(app.clock.now.getTime() + HOUR_MS);
  expect((await save(wanted)).data).toMatchObject({ name: 'Frysen', settings: { temperature_low_c: 2, temperature_high_c: 8 } });
  await save(wanted);
  const logged = (await admin.call(readAudit, { query: {} })).data!.rows.filter(({ action }) => action === 'sensor-changed');
  expect(logged, 'saving without a change is none').toHaveLength(1);
  expect(logged[0]).toMatchObject({ subject: 'Frysen', details: { fields: expect.stringContaining('temperature_high_c') } });
  expect(logged[0]!.changes).toContainEqual({ field: 'temperature_high_c', before: null, after: 8 });
  const dated = await owner
    .selectFrom('sensor_setting')
    .where('sensor_id', '=', id)
    .select('settings')
    .orderBy('valid_from')
    .execute();
  expect(dated.map((row) => (row.settings as Record<string, unknown>)['temperature_low_c'])).toEqual([null, 2]);
});

test('ERR-041, BLE-015: over a limit that somebody else has set meanwhile nothing is written', async () => {
  const { id, name, settings } = await added();
  const was = { name, ...settings };
  const save = (over: object) => admin.call(saveSensor, { params: { id }, body: { ...settings, name, ...over } });
  const high = async () =>
    (await admin.call(listSensors)).data!.sensors.find((each) => each.id === id)!.settings.temperature_high_c;
  expect((await save({ temperature_high_c: 8, was })).status).toBe(200);
  expect(await save({ temperature_high_c: 12, was })).toMatchObject({ status: 409, errors: 'ChangedMeanwhile' });
  expect(await high()).toBe(8);
  expect((await save({ temperature_high_c: 12, was: { ...was, temperature_high_c: 8 } })).status).toBe(200);
  expect((await save({ temperature_high_c: 10 })).status, 'on purpose').toBe(200);
  expect(await high()).toBe(10);
});

test('UNIT-012, BLE-003: a tracker that replaces another is told its sensors, which are pending until it says so; one that takes none has none', async () => {
  const macs = [(await added()).mac, (await added()).mac];
  for (const mac of macs) await pair(mac);
  await settled('command-acknowledged');
  await unpair(macs[0]);
  // On its way to the old one, which is never heard of again.
  await owner
    .updateTable('command')
    .set({ state: 'sent', sent_at: app.clock.now })
    .where('id', '=', (await commands()).at(-1)!.id)
    .execute();
  const imei = randomImei();
  await owner
    .insertInto('stock_unit')
    .values({ imei, ...hardwareOf() })
    .execute();
  const replaced = await admin.call(replaceTracker, { body: { current_imei: unit.imei, new_imei: imei } });
  expect(replaced.data, JSON.stringify(replaced.errors)).toEqual({ imei });
  expect((await commands()).at(-1)).toMatchObject({
    state: 'waiting',
    text: `setparam 800:1;1101:;1102:${readMac(macs[1]!)};1103:;1104:`,
  });
  expect((await list()).map(({ mac, state }) => [mac, state]).sort()).toEqual(
    [
      [macs[0], 'unpaired'],
      [macs[1], 'pending'],
    ].sort(),
  );
  await settled('command-acknowledged');
  expect((await list()).find(({ mac }) => mac === macs[1])).toMatchObject({ state: 'paired', unit: { imei } });

  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  const other = randomImei();
  await owner
    .insertInto('stock_unit')
    .values({ imei: other, ...hardwareOf('B') })
    .execute();
  await admin.call(replaceTracker, { body: { current_imei: imei, new_imei: other } });
  expect((await list()).map(({ state }) => state)).toEqual(['unpaired', 'unpaired']);
  expect((await admin.call(getUnitBluetooth, { params: { imei: other } })).data).toMatchObject({ is_on: false, profile: null });
});

test('BLE-004, UNIT-011: the sensors of a unit that is taken out of use, also by a change of car, are free for another one', async () => {
  const { mac } = await added();
  await pair(mac);
  await settled('command-acknowledged');
  const car = { imei: unit.imei, name: 'Kylbil 8', registration_number: 'KYL008' };
  expect((await admin.call(changeCar, { body: car })).status).toBe(200);
  expect((await list())[0]).toMatchObject({ mac, state: 'unpaired', unit: null });
  // The tracker goes on in the other vehicle, and is told anew what it listens to.
  expect((await pair(mac)).data).toMatchObject({ state: 'pending', unit: { imei: unit.imei, name: 'Kylbil 8' } });
  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  const retired = await admin.call(retireUnit, { params: { imei: unit.imei }, body: { reason: 'sold' } });
  expect(retired.status).toBe(200);
  expect((await list())[0]).toMatchObject({ mac, state: 'unpaired' });
  expect((await commands()).at(-1), 'what waits for the tracker is not sent to who gets it').toMatchObject({
    state: 'withdrawn',
  });
  const other = await makeUnit(app.database, { accountId, name: 'Kylbil 9' });
  expect((await pair(mac, other)).data).toMatchObject({ state: 'pending', unit: { name: 'Kylbil 9' } });
});

test('BLE-004: sensors of a unit that went before that freed them are free from when it went', async () => {
  const [stuck, used] = [await added(), await added()];
  const other = await makeUnit(app.database, { accountId, name: 'Kylbil 9' });
  await pair(stuck.mac);
  await settled('command-acknowledged');
  await pair(used.mac, other);
  const retiredAt = new Date(app.clock.now.getTime() + 60_000);
  await owner.updateTable('unit').set({ retired_at: retiredAt }).where('id', '=', unit.unitId).execute();
  expect((await list()).find(({ mac }) => mac === stuck.mac)?.state).not.toBe('unpaired');
  const migration = await readFile(new URL('../../../migrations/0098-sensors-of-retired-units.sql', import.meta.url), 'utf8');
  await sql.raw(migration).execute(owner);
  const pairings = await owner
    .selectFrom('sensor_pairing')
    .where('account_id', '=', accountId)
    .select(['unit_id', 'ended_at'])
    .orderBy('id')
    .execute();
  expect(pairings).toEqual([
    { unit_id: unit.unitId, ended_at: retiredAt },
    { unit_id: other.unitId, ended_at: null },
  ]);
  expect((await list()).find(({ mac }) => mac === stuck.mac)?.state).toBe('unpaired');
});
