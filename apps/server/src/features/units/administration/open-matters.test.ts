import { hardwareOf } from '@spora/protocols/list';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addUnit,
  changeRegistration,
  getUnit,
  listUnitRows,
  lockUnit,
  unitConnection,
  updateUnit,
  validateImei,
} from '@spora/contract/units/endpoints';
import { makeAccount, makeMember, makeUnit, randomImei } from '../../../testing/database.ts';
import { type Caller, testApp } from '../../../testing/http.ts';
import { openMatters } from './rules.ts';

const app = await testApp();
afterAll(() => app.close());
const { owner } = app.database;
const accountId = await makeAccount(app.database);
let admin: Caller;
let memberId: number;
beforeAll(async () => {
  const member = await makeMember(app.database, { accountId });
  memberId = member.id;
  admin = await app.signInAs(member);
});
const mattersOf = async (imei: string) => (await admin.call(getUnit, { params: { imei } })).data!.open_matters;
const readOff = (unitId: number, kind: 'odometer' | 'hours', removed = false) =>
  owner
    .insertInto('unit_reading')
    .values({
      account_id: accountId,
      unit_id: unitId,
      kind,
      taken_at: app.clock.now,
      value: 1000,
      member_id: memberId,
      saved_at: app.clock.now,
      ...(kind === 'hours' ? { hours_source: 'ignition', run_before_s: 0 } : {}),
      ...(removed ? { removed_at: app.clock.now, removed_by_member_id: memberId } : {}),
    })
    .execute();

test('UNIT-003: a new vehicle lacks registration number, odometer, consumption and CO2, and each is settled by its own form', async () => {
  const { imei, unitId } = await makeUnit(app.database, { accountId, name: 'Ny bil' });
  expect(await mattersOf(imei)).toEqual(['registration', 'odometer', 'consumption', 'co2']);
  await admin.call(changeRegistration, { params: { imei }, body: { registration_number: 'QIV123' } });
  expect(await mattersOf(imei)).toEqual(['odometer', 'consumption', 'co2']);
  await admin.call(updateUnit, { params: { imei }, body: { consumption_per_10km: 0.8, co2_g_per_km: 0 } });
  expect(await mattersOf(imei)).toEqual(['odometer']);
  await readOff(unitId, 'odometer');
  expect(await mattersOf(imei)).toEqual([]);
});

test('UNIT-003: what was stated can be changed and not be taken back to unknown', async () => {
  const { imei } = await makeUnit(app.database, { accountId });
  const clear = () => admin.call(updateUnit, { params: { imei }, body: { consumption_per_10km: null, co2_g_per_km: null } });
  expect(await clear()).toMatchObject({
    status: 422,
    errors: { consumption_per_10km: ['SpecifyValue'], co2_g_per_km: ['SpecifyValue'] },
  });
  await admin.call(updateUnit, { params: { imei }, body: { kind: 'boat' } });
  expect((await clear()).status, 'a boat need not state it').toBe(200);
});

test('UNIT-003: a machine is asked for operating hours, a boat only with an engine, a tag and a phone for nothing', async () => {
  const made = async (kind: 'machine' | 'boat' | 'sensor' | 'phone') => makeUnit(app.database, { accountId, kind, name: kind });
  const [machine, boat, sensor, phone] = [await made('machine'), await made('boat'), await made('sensor'), await made('phone')];
  expect(await mattersOf(machine.imei)).toEqual(['hours']);
  expect(await mattersOf(boat.imei)).toEqual([]);
  await admin.call(updateUnit, { params: { imei: boat.imei }, body: { fuel_type: 'diesel' } });
  expect(await mattersOf(boat.imei)).toEqual(['hours']);
  expect(await mattersOf(sensor.imei)).toEqual([]);
  expect(await mattersOf(phone.imei)).toEqual([]);
  await readOff(machine.unitId, 'hours');
  expect(await mattersOf(machine.imei)).toEqual([]);
});

test('UNIT-003: a reading that was taken back leaves the matter open, and the list tells of it', async () => {
  const { imei, unitId } = await makeUnit(app.database, { accountId, name: 'Ångrad' });
  await readOff(unitId, 'odometer', true);
  const row = (await admin.call(listUnitRows)).data!.units.find((unit) => unit.imei === imei);
  expect(row!.open_matters).toContain('odometer');
});

test('UNIT-003: of a unit that somebody else has locked nothing is told to be missing', async () => {
  const { imei } = await makeUnit(app.database, { accountId });
  const locker = await app.signInAs(await makeMember(app.database, { accountId }));
  await locker.call(lockUnit, { params: { imei }, body: {} });
  expect(await mattersOf(imei)).toEqual([]);
});

test('UNIT-003, REG-001: a unit that bears the name of its account, as registration calls it, has none of its own yet', async () => {
  const { name } = await owner.selectFrom('account').select('name').where('id', '=', accountId).executeTakeFirstOrThrow();
  const { imei } = await makeUnit(app.database, { accountId, kind: 'boat', name: ` ${name.toUpperCase()}` });
  expect(await mattersOf(imei)).toEqual(['name']);
  await admin.call(updateUnit, { params: { imei }, body: { name: 'Havsörn' } });
  expect(await mattersOf(imei)).toEqual([]);
});

test('UNIT-003: a name is required when a unit is added, and one that is only its IMEI is none', async () => {
  const imei = randomImei();
  await owner
    .insertInto('stock_unit')
    .values({ imei, ...hardwareOf() })
    .execute();
  const nameless = await admin.call(addUnit, { body: { imei, name: ' ', registration_number: 'ABC123' } });
  expect(nameless.errors).toEqual({ name: ['SpecifyName'] });
  const stated = {
    kind: 'phone',
    registration_number: null,
    bears_account_name: false,
    fuel_type: null,
    consumption_per_10km: null,
    co2_g_per_km: null,
    hasOdometer: false,
    hasHours: false,
  };
  expect(openMatters({ ...stated, name: imei, imei })).toEqual(['name']);
  expect(openMatters({ ...stated, name: 'Bil', imei })).toEqual([]);
});

test('UNIT-008, ERR-009, ERR-010: a unit that is not there, an IMEI that is invalid, not registered or in use are told apart', async () => {
  const { imei } = await makeUnit(app.database, { accountId });
  const errorsOf = async (query: string) => (await admin.call(validateImei, { query: { imei: query } })).errors;
  expect(await errorsOf('12345')).toEqual({ imei: ['InvalidImei'] });
  expect(await errorsOf(randomImei()), 'not registered, not found').toBe('ImeiNumberError');
  await owner
    .insertInto('stock_unit')
    .values({ imei, ...hardwareOf(), registered_at: app.clock.now })
    .execute();
  expect(await errorsOf(imei)).toBe('ImeiInUse');
  expect((await admin.call(getUnit, { params: { imei: randomImei() } })).errors).toBe('UnitNotFound');
  expect((await admin.call(unitConnection, { params: { imei: randomImei() } })).errors).toBe('UnitNotFound');
});

test('UNIT-002, DEC-12: what has no registration number becomes no vehicle before it has one', async () => {
  const { imei } = await makeUnit(app.database, { accountId, kind: 'boat' });
  const params = { imei };
  const become = (kind: 'machine' | 'vehicle') => admin.call(updateUnit, { params, body: { kind } });
  expect(await become('vehicle')).toMatchObject({ status: 422, errors: { kind: ['KindNeedsRegistration'] } });
  expect((await become('machine')).status).toBe(200);
  expect((await admin.call(changeRegistration, { params, body: { registration_number: 'BAT 123' } })).status).toBe(200);
  expect(await become('vehicle')).toMatchObject({ status: 200, data: { kind: 'vehicle', registration_number: 'BAT123' } });
});
