import { createContacts } from '../../../core/log/contacts.ts';
import { createLog } from '../../../platform/observing/log.ts';
import { hardwareOf } from '@spora/protocols/list';
import { decodePackedPositions } from '@spora/telemetry/packed-positions';
import { sql } from 'kysely';
import { getOdometer } from '@spora/contract/maintenance/readings';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { positions } from '@spora/contract/tracking/endpoints';
import { generateTrips } from '@spora/contract/trips/endpoints';
import {
  addUnit,
  bulkEdit,
  changeCar,
  changeRegistration,
  getUnit,
  listUnitRows,
  listUnits,
  lockLog,
  lockUnit,
  replaceTracker,
  retireUnit,
  unitConnection,
  setColour,
  setIcon,
  setMarkerSymbol,
  unitHistory,
  unitPaymentTypes,
  unlockUnit,
  updateUnit,
  validateImei,
} from '@spora/contract/units/endpoints';
import { makeAccount, makeMember, makeUnit, type MadeUnit, randomImei } from '../../../testing/database.ts';
import { type Caller, testApp } from '../../../testing/http.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner } = app.database;
const accountId = await makeAccount(app.database);
const foreignId = await makeAccount(app.database);
let admin: Caller;
let adminMember: { id: number; email: string };
let otherAdmin: Caller;
let foreignAdmin: Caller;
let foreignMember: { id: number; email: string };
let driver: Caller;
let driverMember: { id: number; email: string };

beforeAll(async () => {
  adminMember = await makeMember(app.database, { accountId, fullName: 'Maja Ek' });
  admin = await app.signInAs(adminMember);
  otherAdmin = await app.signInAs(await makeMember(app.database, { accountId, fullName: 'Otto Admin' }));
  foreignMember = await makeMember(app.database, { accountId: foreignId });
  foreignAdmin = await app.signInAs(foreignMember);
  driverMember = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dan Förare' });
  driver = await app.signInAs(driverMember);
});

const unitOf = (name?: string): Promise<MadeUnit> => makeUnit(app.database, { accountId, ...(name ? { name } : {}) });
const give = (unitId: number, memberId: number) =>
  owner.insertInto('unit_access').values({ account_id: accountId, member_id: memberId, unit_id: unitId }).execute();
const stock = async (more: { subsite_id?: number } = {}): Promise<string> => {
  const imei = randomImei();
  await owner
    .insertInto('stock_unit')
    .values({ imei, ...hardwareOf(), ...more })
    .execute();
  return imei;
};
const jobs = async () =>
  (
    await sql<{
      n: number;
    }>`SELECT count(*)::integer AS n FROM graphile_worker.jobs WHERE task_identifier = 'telemetry.refit'`.execute(owner)
  ).rows[0]!.n;

test('API-092, UNIT-019, ROLE-002: administrators list every unit, others those they were given', async () => {
  const [mine, other] = [await unitOf('Min bil'), await unitOf('Annans bil')];
  await give(mine.unitId, driverMember.id);
  const names = async (caller: Caller) => (await caller.call(listUnitRows)).data!.units.map(({ name }) => name);
  expect(await names(admin)).toEqual(expect.arrayContaining(['Min bil', 'Annans bil']));
  expect(await names(driver)).toEqual(['Min bil']);
  expect(await names(foreignAdmin)).toEqual([]);
  expect(await driver.call(getUnit, { params: { imei: other.imei } })).toMatchObject({ status: 404, errors: 'UnitNotFound' });
});

test('UNIT-007, CONST-036: the history of names keeps the newest 50', async () => {
  const { imei } = await unitOf('Namn 0');
  for (let i = 1; i <= 52; i += 1) await admin.call(updateUnit, { params: { imei }, body: { name: `Namn ${i}` } });
  const { rows } = (await admin.call(unitHistory, { params: { imei }, query: { type: 'name' } })).data!;
  expect(rows.map(({ new_value }) => new_value)).toEqual(Array.from({ length: 50 }, (_, i) => `Namn ${52 - i}`));
});

test('API-094: the history is asked for by kind and by days of the account', async () => {
  const { imei } = await unitOf('Före');
  const start = app.clock.now;
  onTestFinished(() => void (app.clock.now = start));
  // Midnight in Stockholm is 23:00 UTC of the day before.
  for (const [at, body] of [
    ['2026-01-31T22:59:59Z', { name: 'Januari' }],
    ['2026-01-31T23:00:00Z', { name: 'Februari' }],
    ['2026-02-01T12:00:00Z', { colour: '#c4314b' }],
    ['2026-02-02T22:59:59Z', { name: 'Andra' }],
    ['2026-02-02T23:00:00Z', { name: 'Tredje' }],
  ] as const) {
    app.clock.now = new Date(at);
    await (await app.signInAs(adminMember)).call(updateUnit, { params: { imei }, body });
  }
  const valuesOf = async (query: { type?: 'name'; from?: string; to?: string }) => {
    const { rows } = (await (await app.signInAs(adminMember)).call(unitHistory, { params: { imei }, query })).data!;
    return rows.map(({ new_value }) => new_value);
  };
  expect(await valuesOf({ type: 'name' })).toEqual(['Tredje', 'Andra', 'Februari', 'Januari']);
  expect(await valuesOf({ type: 'name', from: '2026-02-01', to: '2026-02-02' })).toEqual(['Andra', 'Februari']);
  expect(await valuesOf({ from: '2026-02-01', to: '2026-02-01' })).toEqual(['#c4314b', 'Februari']);
  expect(await valuesOf({ from: '2026-02-03' })).toEqual(['Tredje']);
  expect(await valuesOf({ to: '2026-01-31' })).toEqual(['Januari']);
});

test("UNIT-021: only what was sent is changed, new groups become the account's, and the history says who", async () => {
  const { imei } = await unitOf('Gammalt namn');
  const body = { name: 'Nytt namn', department: 'Fjärran', tags: ['Kyla'], consumption_per_10km: 0.85 };
  const answer = await admin.call(updateUnit, { params: { imei }, body });
  expect(answer.data).toMatchObject({ ...body, default_trip_type: 'business' });
  const history = (await admin.call(unitHistory, { params: { imei }, query: { type: 'name' } })).data!.rows;
  expect(history).toMatchObject([{ actor: 'Maja Ek', field: 'name', old_value: 'Gammalt namn', new_value: 'Nytt namn' }]);
  const groups = await owner.selectFrom('account_group').select('name').where('account_id', '=', accountId).execute();
  expect(groups.map(({ name }) => name)).toEqual(expect.arrayContaining(['Fjärran', 'Kyla']));
});

test('UNIT-024, DEC-69: a member with access changes name and looks, and no more unless they have the right', async () => {
  const { imei, unitId } = await unitOf();
  await give(unitId, driverMember.id);
  expect(
    (await driver.call(updateUnit, { params: { imei }, body: { colour: '#c4314b', marker_symbol: 'van' } })).data,
  ).toMatchObject({
    colour: '#c4314b',
    marker_symbol: 'van',
    can: { edit_looks: true, edit_all: false, change_registration: false, replace: false },
  });
  expect(await driver.call(updateUnit, { params: { imei }, body: { department: 'X' } })).toMatchObject({
    status: 403,
    errors: 'Forbidden',
  });
  await owner
    .updateTable('member')
    .set({ rights: ['edit-units'] })
    .where('id', '=', driverMember.id)
    .execute();
  expect((await driver.call(updateUnit, { params: { imei }, body: { department: 'X' } })).status).toBe(200);
  await owner.updateTable('member').set({ rights: [] }).where('id', '=', driverMember.id).execute();
});

test('API-093, UNIT-002, UNIT-004, CONST-018, DEC-65: a registration number is changed at most twice in 24 hours, and the answer says from when again', async () => {
  const { imei } = await unitOf();
  const start = app.clock.now;
  onTestFinished(() => void (app.clock.now = start));
  const change = (registration_number: string) =>
    admin.call(changeRegistration, { params: { imei }, body: { registration_number } });
  expect((await change('abc 12-d')).data).toMatchObject({ registration_number: 'ABC12D', registration_change_from: null });
  app.clock.now = new Date(start.getTime() + 3_600_000);
  const second = await change('DEF345');
  expect(second.data!.registration_change_from).toBe(new Date(start.getTime() + 24 * 3_600_000).toISOString());
  expect(await change('GHI678')).toMatchObject({ status: 409, errors: 'RegistrationChangedTwice' });
  expect((await change('DEF345')).status, 'the same number is no change').toBe(200);
  app.clock.now = new Date(start.getTime() + 24 * 3_600_000 + 1000);
  const nextDay = await app.signInAs(adminMember);
  expect((await nextDay.call(changeRegistration, { params: { imei }, body: { registration_number: 'GHI678' } })).status).toBe(
    200,
  );
  app.clock.now = start;
  expect((await change('A!B')).errors).toEqual({ registration_number: ['InvalidRegistrationNumber'] });
  expect((await change('')).errors).toBe('SpecifyRegistrationNumber');
});

test('UNIT-004, DEC-65: the number that a unit is added with is no change of it, so that two mistakes can be put right', async () => {
  const imei = await stock();
  const start = app.clock.now;
  onTestFinished(() => void (app.clock.now = start));
  await admin.call(addUnit, { body: { imei, name: 'Nyss tillagd', registration_number: 'QAV10I' } });
  const change = (registration_number: string) => {
    app.clock.now = new Date(app.clock.now.getTime() + 60_000);
    return admin.call(changeRegistration, { params: { imei }, body: { registration_number } });
  };
  expect((await admin.call(getUnit, { params: { imei } })).data!.registration_change_from).toBeNull();
  expect((await change('QAV11I')).data!.registration_change_from).toBeNull();
  expect((await change('QAV12I')).data!.registration_change_from).not.toBeNull();
  expect((await change('QAV13I')).errors).toBe('RegistrationChangedTwice');
  const { rows } = (await admin.call(unitHistory, { params: { imei }, query: { type: 'name' } })).data!;
  expect(rows.map(({ field }) => field).filter((field) => field === 'registration_number')).toHaveLength(3);
});

test.each(['boat', 'water-jet', 'machine', 'other'] as const)(
  'DEC-12: a unit of the kind %s may go without a registration number',
  async (kind) => {
    const { imei } = await makeUnit(app.database, { accountId, kind: 'vehicle' });
    const without = () => admin.call(changeRegistration, { params: { imei }, body: { registration_number: '' } });
    expect((await without()).status, 'a vehicle has one').toBe(422);

    expect((await admin.call(updateUnit, { params: { imei }, body: { kind } })).status).toBe(200);
    expect((await without()).status).toBe(200);
    expect((await admin.call(getUnit, { params: { imei } })).data).toMatchObject({ kind, registration_number: null });
  },
);

test('MAP-006: a unit that is drawn as its kind is stays so as another kind, and a symbol that somebody chose stays', async () => {
  const { imei } = await makeUnit(app.database, { accountId, kind: 'boat' });
  const save = async (body: { kind?: 'boat' | 'water-jet'; marker_symbol?: 'boat' | 'tag' }) =>
    (await admin.call(updateUnit, { params: { imei }, body })).data!.marker_symbol;
  await save({ marker_symbol: 'boat' });
  expect(await save({ kind: 'water-jet' })).toBe('jet');
  expect(await save({ kind: 'boat', marker_symbol: 'tag' })).toBe('tag');
  expect(await save({ kind: 'water-jet' })).toBe('tag');
});

test('UNIT-009, API-053, API-089, ERR-009: a tracker of the stock becomes a unit once, and of another brand never', async () => {
  const imei = await stock();
  expect((await admin.call(validateImei, { query: { imei } })).status).toBe(200);
  const body = {
    imei,
    name: 'Ny skåpbil',
    registration_number: 'QAV10I',
    marker_symbol: 'van',
    payment_type: 'Autogiro',
  } as const;
  const added = await admin.call(addUnit, { body });
  const announced = owner.selectFrom('live_event').select('kind').where('unit_id', '=', added.data!.unit_id);
  expect(await announced.execute(), 'open maps are told').toEqual([{ kind: 'position' }]);
  const { payment_type } = await owner
    .selectFrom('unit')
    .select('payment_type')
    .where('id', '=', added.data!.unit_id)
    .executeTakeFirstOrThrow();
  expect(payment_type).toBe('Autogiro');
  expect(added.data).toMatchObject({ imei });
  expect((await admin.call(getUnit, { params: { imei } })).data).toMatchObject({
    name: 'Ny skåpbil',
    registration_number: 'QAV10I',
    tracker: { imei },
  });
  expect((await admin.call(addUnit, { body })).errors).toEqual({ imei: ['ImeiInUse'] });
  expect((await admin.call(validateImei, { query: { imei } })).errors).toBe('ImeiInUse');
  expect((await admin.call(addUnit, { body: { ...body, imei: randomImei() } })).errors).toEqual({ imei: ['ImeiNumberError'] });
  expect((await admin.call(validateImei, { query: { imei: await stock({ subsite_id: 3 }) } })).errors).toBe('ImeiNumberError');
  expect((await admin.call(addUnit, { body: { ...body, imei: await stock(), registration_number: '' } })).errors).toEqual({
    registration_number: ['SpecifyRegistrationNumber'],
  });
});

test('API-054, UNIT-009: the ways to pay are those of the brand, in the language of the caller, and none where the brand has no choice', async () => {
  const query = { imei: await stock() };
  expect((await admin.call(unitPaymentTypes, { query }, { 'accept-language': 'sv' })).data).toContain('Autogiro');
  const elsewhere = await makeAccount(app.database);
  await owner.updateTable('account').set({ subsite_id: 1 }).where('id', '=', elsewhere).execute();
  const other = await app.signInAs(await makeMember(app.database, { accountId: elsewhere }));
  expect((await other.call(unitPaymentTypes, { query })).data).toEqual([]);
});

test('UNIT-009: of two who add the same tracker at once one gets it', async () => {
  const imei = await stock();
  const body = { imei, name: 'X', registration_number: 'ABC123' };
  const answers = await Promise.all([admin.call(addUnit, { body }), foreignAdmin.call(addUnit, { body })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test('UNIT-012, UNIT-008, ERR-010, API-090: a replaced tracker leaves history and access with the vehicle, and the old one can be used again', async () => {
  const { imei, unitId } = await unitOf('Samma bil');
  await give(unitId, driverMember.id);
  const next = await stock();
  const before = await jobs();
  expect((await admin.call(replaceTracker, { body: { current_imei: imei, new_imei: next } })).data).toEqual({ imei: next });
  const unit = (await admin.call(getUnit, { params: { imei: next } })).data!;
  expect(unit).toMatchObject({ id: unitId, name: 'Samma bil', users: [{ full_name: 'Dan Förare' }] });
  expect(await admin.call(getUnit, { params: { imei } })).toMatchObject({ status: 404 });
  expect((await admin.call(validateImei, { query: { imei } })).status, 'the old tracker is free').toBe(200);
  expect((await jobs()) - before, 'both trackers are computed again').toBe(2);
  expect(
    await admin.call(replaceTracker, { body: { current_imei: imei, new_imei: await stock() } }),
    'UNIT-008, ERR-010: no unit has it any more',
  ).toMatchObject({ status: 404, errors: 'CurrentImeiNotFound' });
  expect((await admin.call(replaceTracker, { body: { current_imei: next, new_imei: next } })).errors).toEqual({
    new_imei: ['ImeiInUse'],
  });
});

test('UNIT-008, ERR-010: a vehicle may be named by its registration number; where none in use bears it that is said', async () => {
  const { imei, unitId } = await unitOf('Med nummer');
  const { unitId: sold } = await unitOf('Såld');
  const numbered = (id: number, number: string) =>
    owner.updateTable('unit').set({ registration_number: number }).where('id', '=', id).execute();
  await numbered(unitId, 'RÖD 41 B');
  await numbered(sold, 'SLD001');
  await owner.updateTable('unit').set({ retired_at: app.clock.now }).where('id', '=', sold).execute();
  const next = await stock();
  const replace = (body: object) => admin.call(replaceTracker, { body: { new_imei: next, ...body } });
  const missing = { status: 404, errors: 'NoActiveVehicle' };
  expect(await replace({ current_registration_number: 'OKÄND1' })).toMatchObject(missing);
  expect(await replace({ current_registration_number: 'SLD001' }), 'retired').toMatchObject(missing);
  expect(
    await foreignAdmin.call(replaceTracker, { body: { new_imei: next, current_registration_number: 'RÖD41B' } }),
  ).toMatchObject(missing);
  const car = { name: 'Ny', registration_number: 'NYA999', current_registration_number: 'OKÄND1' };
  expect(await admin.call(changeCar, { body: car })).toMatchObject(missing);
  expect((await replace({ current_registration_number: 'röd-41b', current_imei: imei })).errors).toEqual({
    current_imei: ['InvalidImei'],
  });
  expect((await replace({})).status).toBe(422);
  expect((await replace({ current_registration_number: 'röd-41b' })).data).toEqual({ imei: next });
  expect((await admin.call(getUnit, { params: { imei: next } })).data?.id).toBe(unitId);
  const { unitId: twin } = await unitOf('Tvilling');
  await numbered(twin, 'RÖD41B');
  expect(await replace({ current_registration_number: 'RÖD41B', new_imei: await stock() }), 'two bear it').toMatchObject(missing);
});

test('API-093: colour, symbol and icon are set by themselves, with the rights and the history of the edit', async () => {
  const { imei, unitId } = await unitOf('Färgad');
  await give(unitId, driverMember.id);
  const params = { imei };
  expect((await driver.call(setColour, { params, body: { colour: '#c4314b' } })).data?.colour).toBe('#c4314b');
  expect((await driver.call(setMarkerSymbol, { params, body: { marker_symbol: 'van' } })).data?.marker_symbol).toBe('van');
  expect((await driver.call(setIcon, { params, body: { icon: null } })).status).toBe(200);
  expect((await driver.call(setColour, { params, body: { colour: 'red' } })).errors).toEqual({ colour: ['InvalidColour'] });
  expect((await driver.call(setMarkerSymbol, { params, body: { marker_symbol: 'ship' as 'van' } })).status).toBe(422);
  const stranger = await unitOf('Annans');
  expect(await driver.call(setColour, { params: { imei: stranger.imei }, body: { colour: '#c4314b' } })).toMatchObject({
    status: 404,
    errors: 'UnitNotFound',
  });
  const { rows } = (await admin.call(unitHistory, { params })).data!;
  expect(rows.map(({ field, actor }) => [field, actor])).toEqual([
    ['marker_symbol', 'Dan Förare'],
    ['colour', 'Dan Förare'],
  ]);
});

test('API-094: the history is asked for by service, odometer, mode and output', async () => {
  const { imei, unitId } = await unitOf('Historia');
  const params = { imei };
  const at = app.clock.now;
  const change = { account_id: accountId, unit_id: unitId, at, member_id: null, old_value: '', new_value: 'x' };
  for (const field of ['odometer', 'output_2', 'mode', 'service_interval_km', 'name'])
    await owner
      .insertInto('unit_change')
      .values({ ...change, field })
      .execute();
  const planId = await owner
    .insertInto('service_plan')
    .values({
      account_id: accountId,
      unit_id: unitId,
      kind: 'service',
      interval_km: 10_000,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const entry = { account_id: accountId, unit_id: unitId, plan_id: planId.id, done_on: '2026-02-01', member_id: adminMember.id };
  await owner
    .insertInto('service_entry')
    .values({ ...entry, recorded_at: new Date(at.getTime() + 1000) })
    .execute();
  await owner
    .insertInto('service_entry')
    .values({ ...entry, recorded_at: at, removed_at: at })
    .execute();
  const fieldsOf = async (type: 'service' | 'odometer' | 'mode' | 'output' | 'all') =>
    (await admin.call(unitHistory, { params, query: { type } })).data!.rows.map(({ field }) => field);
  expect(await fieldsOf('odometer')).toEqual(['odometer']);
  expect(await fieldsOf('output')).toEqual(['output_2']);
  expect(await fieldsOf('mode')).toEqual(['mode']);
  expect(await fieldsOf('service')).toEqual(['service', 'service_interval_km']);
  expect((await fieldsOf('all'))[0]).toBe('service');
  const past = (await admin.call(unitHistory, { params, query: { type: 'service', to: '2020-01-01' } })).data!.rows;
  expect(past).toEqual([]);
});

test('API-091, UNIT-010, UNIT-011: after a change of car the tracker sits in the new vehicle from the chosen time, and the old one keeps what was before', async () => {
  const { imei, unitId } = await unitOf('Gamla bilen');
  await give(unitId, driverMember.id);
  const from = new Date(app.clock.now.getTime() - 3_600_000);
  const body = {
    imei,
    name: 'Nya bilen',
    registration_number: 'NYA123',
    fuel_type: 'electric',
    from: from.toISOString(),
  } as const;
  const changed = (await admin.call(changeCar, { body })).data!;
  expect(changed.unit_id).not.toBe(unitId);
  const fittings = await owner
    .selectFrom('fitting')
    .select(['unit_id', sql<Date>`lower(during)`.as('from'), sql<Date | null>`upper(during)`.as('to')])
    .where('unit_id', 'in', [unitId, changed.unit_id])
    .orderBy('unit_id')
    .execute();
  expect(fittings).toMatchObject([
    { unit_id: unitId, to: from },
    { unit_id: changed.unit_id, from, to: null },
  ]);
  expect((await admin.call(getUnit, { params: { imei } })).data).toMatchObject({
    name: 'Nya bilen',
    fuel_type: 'electric',
    users: [{ full_name: 'Dan Förare' }],
  });
  const rows = (await admin.call(listUnitRows, { query: { with_retired: true } })).data!.units;
  expect(rows.find(({ id }) => id === unitId)).toMatchObject({ imei: null, is_retired: true });
  const future = new Date(app.clock.now.getTime() + 60_000).toISOString();
  expect((await admin.call(changeCar, { body: { ...body, from: future } })).errors).toBe('TimeBeforeFitting');
  expect((await admin.call(changeCar, { body })).errors, 'before the present fitting').toBe('TimeBeforeFitting');
});

test('UNIT-011: the odometer of the new vehicle is its first reading, of the time at which the tracker came into it', async () => {
  const { imei, unitId } = await unitOf('Bilen före');
  const from = new Date(app.clock.now.getTime() - 3_600_000).toISOString();
  const body = { imei, name: 'Bilen efter', registration_number: 'EFT123', from };
  expect((await admin.call(changeCar, { body: { ...body, odometer_km: -1 } })).errors).toEqual({
    odometer_km: ['InvalidOdometer'],
  });
  expect((await admin.call(changeCar, { body: { ...body, odometer_km: 45_678.5 } })).status).toBe(200);
  const { data } = await admin.call(getOdometer, { params: { imei } });
  expect(data!.rows).toMatchObject([{ value: 45_678.5, time: from, source: 'person' }]);
  expect(data).toMatchObject({ current_km: 45_678.5, is_missing: false });
  const { rows } = (await admin.call(unitHistory, { params: { imei }, query: { type: 'odometer' } })).data!;
  expect(rows).toMatchObject([{ field: 'odometer', old_value: '', new_value: '45678.5' }]);
  const old = await owner.selectFrom('unit_reading').select('id').where('unit_id', '=', unitId).execute();
  expect(old, 'the old vehicle has none of it').toEqual([]);
});

test('ADM-025: a unit that is sold keeps its history for the account, and who registers its tracker sees nothing of it', async () => {
  const { imei, unitId } = await unitOf('Såld bil');
  expect((await admin.call(retireUnit, { params: { imei }, body: { reason: 'sold' } })).status).toBe(200);
  expect(
    (await admin.call(listUnitRows, { query: { with_retired: true } })).data!.units.find(({ id }) => id === unitId),
  ).toMatchObject({
    name: 'Såld bil',
    is_retired: true,
  });
  expect((await foreignAdmin.call(addUnit, { body: { imei, name: 'Köpt', registration_number: 'KPT123' } })).status).toBe(200);
  const bought = (await foreignAdmin.call(getUnit, { params: { imei } })).data!;
  expect(bought.id).not.toBe(unitId);
  expect(bought.tracker!.fitted_from, 'only from now on').not.toBeNull();
  expect(JSON.stringify(bought)).not.toContain('Såld bil');
});

test('ADM-025, SEC-008: what a tracker tells after it left its unit is nobody else’s: another account has it from when it registers it', async () => {
  const start = app.clock.now;
  onTestFinished(() => void (app.clock.now = start));
  const fittedFrom = async (caller: Caller, imei: string) =>
    (await caller.call(getUnit, { params: { imei } })).data?.tracker?.fitted_from;
  const [sold, kept] = [await unitOf('Såld bil'), await unitOf('Inlämnad bil')];
  for (const { imei } of [sold, kept]) await admin.call(retireUnit, { params: { imei }, body: { reason: 'removed' } });
  const daysAgo = new Date(start.getTime() - 5 * 86_400_000).toISOString();
  const replaced = await unitOf('Fick en ny');
  const next = { current_imei: replaced.imei, new_imei: await stock(), from: daysAgo };
  expect((await admin.call(replaceTracker, { body: next })).status).toBe(200);
  app.clock.now = new Date(start.getTime() + 3 * 86_400_000);
  [admin, foreignAdmin] = [await app.signInAs(adminMember), await app.signInAs(foreignMember)];
  for (const { imei } of [sold, replaced]) {
    const body = { imei, name: 'Köpt', registration_number: 'KPT123' };
    expect((await foreignAdmin.call(addUnit, { body })).status).toBe(200);
    expect(await fittedFrom(foreignAdmin, imei)).toBe(app.clock.now.toISOString());
  }
  await admin.call(addUnit, { body: { imei: kept.imei, name: 'Åter', registration_number: 'KPT124' } });
  expect(await fittedFrom(admin, kept.imei), 'whose it was goes on').toBe(start.toISOString());
});

test('LOCK-002, LOCK-005, LOCK-006: a locked unit is hidden from administrators without access, on the map too, and they are told why', async () => {
  const { imei, unitId } = await unitOf('Privat bil');
  await give(unitId, driverMember.id);
  expect((await driver.call(lockUnit, { params: { imei }, body: { reason: 'semester' } })).data).toMatchObject({
    locked_by: 'Dan Förare',
    can: { lock: false, unlock: true },
  });
  expect((await admin.call(updateUnit, { params: { imei }, body: { note: 'x' } })).errors).toBe('UnitLocked');
  expect((await admin.call(getUnit, { params: { imei } })).data).toMatchObject({
    locked_by: 'Dan Förare',
    last_contact_at: null,
    can: { edit_looks: false },
  });
  expect((await admin.call(listUnits)).data!.units.map((unit) => unit.imei)).not.toContain(imei);
  expect((await driver.call(listUnits)).data!.units.map((unit) => unit.imei)).toContain(imei);
  expect(await admin.call(positions, { query: { imeis: imei } })).toMatchObject({ status: 404, errors: 'UnitNotFound' });
  expect((await driver.call(positions, { query: { imeis: imei } })).status).toBe(200);
});

test('LOCK-005: who asks for everything is told nothing of a unit that a lock hides: neither on the map nor in the trip log', async () => {
  const { imei, unitId } = await unitOf('Stängd bil');
  await give(unitId, driverMember.id);
  await driveOnce(unitId);
  const everything = async (caller: Caller) => ({
    map: (await caller.call(positions, { query: {} })).data!.units.map((unit) => unit.id),
    packed: [
      ...decodePackedPositions((await caller.call(positions, { query: {} }, { accept: 'application/octet-stream' })).raw)
        .positions.unitId,
    ],
    log: (await caller.call(generateTrips, { body: { from: '2026-03-01', to: '2026-03-31' } })).data!.trips.map(
      (trip) => trip.unit_id,
    ),
  });
  const shown = { map: expect.arrayContaining([unitId]), packed: expect.arrayContaining([unitId]), log: [unitId] };
  expect(await everything(admin)).toEqual(shown);
  await driver.call(lockUnit, { params: { imei }, body: { reason: 'semester' } });
  const after = await everything(admin);
  for (const ids of Object.values(after)) expect(ids).not.toContain(unitId);
  expect(await everything(driver)).toEqual(shown);
});

/** A trip of the unit, and where it stands since. */
async function driveOnce(unitId: number): Promise<void> {
  await sql`INSERT INTO trip (account_id, unit_id, started_at, ended_at, is_ongoing, distance_m, distance_source, max_speed_kmh, end_rule, computed_type,
      computed_rule, algorithm_version)
    VALUES (${accountId}, ${unitId}, '2026-03-10T08:00:00Z', '2026-03-10T08:30:00Z', false, 1000, 'positions', 50, 'still', 'business', 'default', 1)`.execute(
    owner,
  );
  await sql`INSERT INTO unit_latest (unit_id, account_id, last_contact_at, time, lat_e7, lon_e7, speed_kmh, heading_deg, state, report_interval_s)
    VALUES (${unitId}, ${accountId}, now(), now(), 593000000, 180000000, 0, 0, 'parked', 60)`.execute(owner);
}

test('API-102, LOCK-003, LOCK-007, LOCK-008: only the locker unlocks, is told by mail, and the log shows both with their reason', async () => {
  const { imei, unitId } = await unitOf('Låst bil');
  await give(unitId, driverMember.id);
  await driver.call(lockUnit, { params: { imei }, body: { reason: 'privat' } });
  expect((await driver.call(lockUnit, { params: { imei }, body: {} })).errors).toBe('AlreadyLocked');
  expect(await otherAdmin.call(unlockUnit, { params: { imei }, body: {} })).toMatchObject({
    status: 403,
    errors: 'OnlyLockerUnlocks',
  });
  expect((await driver.call(unlockUnit, { params: { imei }, body: { reason: 'åter' } })).data).toMatchObject({ locked_by: null });
  expect((await driver.call(unlockUnit, { params: { imei }, body: {} })).errors).toBe('NotLocked');
  const rows = (await admin.call(lockLog, { params: { imei } })).data!.rows;
  expect(rows).toMatchObject([
    { action: 'unlock', user: 'Dan Förare', reason: 'åter', unit: 'Låst bil' },
    { action: 'lock', user: 'Dan Förare', reason: 'privat' },
  ]);
  const mails = await owner
    .selectFrom('mail')
    .select('template')
    .where('recipient', '=', driverMember.email)
    .where('template', '=', 'unit-unlocked')
    .execute();
  expect(mails).toHaveLength(1);
});

test('LOCK-004: a locked unit stays a benefit car and stays in use until it is unlocked', async () => {
  const { imei } = await unitOf();
  await admin.call(updateUnit, { params: { imei }, body: { is_benefit_car: true } });
  await admin.call(lockUnit, { params: { imei }, body: {} });
  expect((await admin.call(updateUnit, { params: { imei }, body: { is_benefit_car: false } })).errors).toBe('UnlockFirst');
  expect((await admin.call(retireUnit, { params: { imei }, body: { reason: 'sold' } })).errors).toBe('UnlockFirst');
});

test('UNIT-013, UNIT-014, API-095: many units are edited with a preview that changes nothing, and what is locked is told', async () => {
  const [a, b, locked] = [await unitOf('Bulk A'), await unitOf('Bulk B'), await unitOf('Bulk C')];
  await admin.call(updateUnit, { params: { imei: a.imei }, body: { tags: ['Jour'] } });
  await otherAdmin.call(lockUnit, { params: { imei: locked.imei }, body: {} });
  const body = { imeis: [a.imei, b.imei, locked.imei], action: 'add', values: ['Vinter'] } as const;
  const preview = (await admin.call(bulkEdit, { params: { field: 'tags' }, body })).data!.units;
  expect(preview).toEqual([
    { imei: a.imei, name: 'Bulk A', before: 'Jour', after: 'Jour, Vinter', had: ['Jour'], refused: null },
    { imei: b.imei, name: 'Bulk B', before: '', after: 'Vinter', had: [], refused: null },
    { imei: locked.imei, name: 'Bulk C', before: '', after: '', had: [], refused: 'UnitLocked' },
  ]);
  const tagsOf = async () => (await admin.call(getUnit, { params: { imei: b.imei } })).data!.tags;
  expect(await tagsOf()).toEqual([]);
  await admin.call(bulkEdit, { params: { field: 'tags' }, body: { ...body, commit: true } });
  expect(await tagsOf()).toEqual(['Vinter']);
  expect((await admin.call(bulkEdit, { params: { field: 'tags' }, body: { ...body, imeis: [] } })).errors).toEqual({
    imeis: ['SelectUnit'],
  });
  expect(await driver.call(bulkEdit, { params: { field: 'tags' }, body })).toMatchObject({ status: 403 });
});

test('UNIT-014: what each of many units had can be given back to each, also nothing', async () => {
  const units = [await unitOf('Bulk H'), await unitOf('Bulk I')];
  const [had, without] = units as [(typeof units)[0], (typeof units)[0]];
  await give(had.unitId, driverMember.id);
  await admin.call(updateUnit, { params: { imei: had.imei }, body: { tags: ['Jour, natt'], department: 'Norr' } });
  const imeis = units.map(({ imei }) => imei);
  const fields = { tags: 'Vinter', departments: 'Söder', access: String(adminMember.id) } as const;
  const stateOf = async ({ imei }: { imei: string }) => {
    const { tags, department, users } = (await admin.call(getUnit, { params: { imei } })).data!;
    return { tags, department, users: users.map(({ id }) => id) };
  };
  const before = [await stateOf(had), await stateOf(without)];
  for (const [field, value] of Object.entries(fields)) {
    const params = { field: field as keyof typeof fields };
    const change = { imeis, action: 'replace', values: [value], commit: true } as const;
    const changed = (await admin.call(bulkEdit, { params, body: change })).data!.units;
    for (const { imei, had: values } of changed)
      await admin.call(bulkEdit, { params, body: { imeis: [imei], action: 'replace', values, commit: true } });
  }
  expect([await stateOf(had), await stateOf(without)]).toEqual(before);
  expect(before[0]).toMatchObject({ tags: ['Jour, natt'], department: 'Norr', users: [driverMember.id] });
});

test('UNIT-014: many units are given no more tags than one can have; those that would have more are told', async () => {
  const [full, empty] = [await unitOf('Bulk F'), await unitOf('Bulk G')];
  const tags = Array.from({ length: 29 }, (_, n) => `Tagg ${n + 10}`);
  await admin.call(updateUnit, { params: { imei: full.imei }, body: { tags } });
  const add = (values: string[]) =>
    admin.call(bulkEdit, {
      params: { field: 'tags' },
      body: { imeis: [full.imei, empty.imei], action: 'add', values, commit: true },
    });
  expect((await add(['Jour', 'Natt'])).data!.units).toMatchObject([
    { name: 'Bulk G', after: 'Jour, Natt', refused: null },
    { name: 'Bulk F', refused: 'UnitTagsMany' },
  ]);
  const countOf = async ({ imei }: { imei: string }) => (await admin.call(getUnit, { params: { imei } })).data!.tags.length;
  expect([await countOf(full), await countOf(empty)]).toEqual([29, 2]);
  await add(['Jour']);
  expect(await countOf(full)).toBe(30);
  expect((await admin.call(updateUnit, { params: { imei: empty.imei }, body: { tags: [...tags, 'A', 'B'] } })).errors).toEqual({
    tags: ['UnitTagsMany'],
  });
});

test('UNIT-013, ADM-012: access to many units is given and taken at once', async () => {
  const [a, b] = [await unitOf('Bulk D'), await unitOf('Bulk E')];
  const call = (action: 'add' | 'remove', commit: boolean) =>
    admin.call(bulkEdit, {
      params: { field: 'access' },
      body: { imeis: [a.imei, b.imei], action, values: [String(driverMember.id)], commit },
    });
  expect((await call('add', true)).data!.units).toMatchObject([{ after: 'Dan Förare' }, { after: 'Dan Förare' }]);
  expect((await driver.call(getUnit, { params: { imei: a.imei } })).status).toBe(200);
  await call('remove', true);
  expect((await driver.call(getUnit, { params: { imei: a.imei } })).status).toBe(404);
});

test('LOCK-009, LOCK-010: locking says whom it shuts out, and the locker keeps the unit when access is replaced for many', async () => {
  const { imei, unitId } = await unitOf('Bulk F');
  await give(unitId, adminMember.id);
  const locked = (await admin.call(lockUnit, { params: { imei }, body: {} })).data!;
  expect(locked.shut_out_by_lock).toContain('Otto Admin');
  expect(locked.shut_out_by_lock).not.toContain('Maja Ek');
  const body = { imeis: [imei], action: 'replace', values: [String(driverMember.id)], commit: true } as const;
  const changed = (await admin.call(bulkEdit, { params: { field: 'access' }, body })).data!.units;
  expect(changed).toMatchObject([{ before: 'Maja Ek', after: expect.stringContaining('Maja Ek') as string }]);
  const users = (await admin.call(getUnit, { params: { imei } })).data!.users.map(({ full_name }) => full_name);
  expect(users).toEqual(['Dan Förare', 'Maja Ek']);
});

test('UNIT-019: the list names the driver, and a unit that is silent for too long has no contact', async () => {
  const { imei, unitId, trackerId } = await unitOf('Med förare');
  await owner
    .insertInto('unit_setting')
    .values({
      account_id: accountId,
      unit_id: unitId,
      valid_from: new Date(0),
      settings: JSON.stringify({ driverMemberId: driverMember.id }),
    })
    .execute();
  const row = async () => (await admin.call(listUnitRows)).data!.units.find((unit) => unit.imei === imei);
  expect(await row()).toMatchObject({ driver: 'Dan Förare', state: null });
  const heardAt = new Date(app.clock.now.getTime() - 3_600_000);
  await owner.updateTable('tracker').set({ last_contact_at: heardAt }).where('id', '=', trackerId).execute();
  await owner
    .insertInto('unit_latest')
    .values({
      account_id: accountId,
      unit_id: unitId,
      time: app.clock.now,
      last_contact_at: heardAt,
      lat_e7: 0,
      lon_e7: 0,
      speed_kmh: 0,
      heading_deg: 0,
      altitude_m: 0,
      satellites: 9,
      state: 'parked',
      state_since: app.clock.now,
      report_interval_s: 60,
      named: '{}',
    })
    .execute();
  expect(await row()).toMatchObject({ state: 'no-contact', last_contact_at: heardAt.toISOString() });
  const tell = (over: object) => owner.updateTable('unit_latest').set(over).where('unit_id', '=', unitId).execute();
  await tell({ lat_e7: null, lon_e7: null });
  expect(await row()).toMatchObject({ state: 'no-contact' });
  // 13-A2: in contact without a position yet it is not said to be parked, as it is not on the map.
  await owner.updateTable('tracker').set({ last_contact_at: app.clock.now }).where('id', '=', trackerId).execute();
  await tell({ last_contact_at: app.clock.now });
  expect(await row()).toMatchObject({ state: null, last_contact_at: app.clock.now.toISOString() });
  await tell({ lat_e7: 0, lon_e7: 0 });
  expect(await row()).toMatchObject({ state: 'parked' });
});

test('ADM-026: the connection page names the first thing that is wrong', async () => {
  const { imei, trackerId } = await unitOf();
  expect((await admin.call(unitConnection, { params: { imei } })).data).toMatchObject({
    imei,
    protocol: 'teltonika',
    family: 'A',
    advice: 'AdviceNeverCalled',
  });
  await owner.updateTable('tracker').set({ last_contact_at: app.clock.now }).where('id', '=', trackerId).execute();
  await owner
    .insertInto('position_quarantine')
    .values({ tracker_id: trackerId, reason: 'future', n: 12, data: Buffer.from('x') })
    .execute();
  expect((await admin.call(unitConnection, { params: { imei } })).data).toMatchObject({
    records_set_aside: 12,
    newest_set_aside: { reason: 'future' },
    advice: 'AdviceSetAside',
    last_hello_at: null,
    refused: [],
    pending_commands: { count: 0, since: null },
  });
  const contacts = createContacts({
    db: app.database.pipeline,
    log: createLog({ logLevel: 'silent' }),
    now: () => app.clock.now,
  });
  const helloAt = app.clock.now.toISOString();
  contacts.noted(trackerId, 'tcp', '2001:db8::7');
  for (let i = 0; i < 3; i += 1) contacts.refused(trackerId, 'crc');
  await contacts.stop();
  expect((await admin.call(unitConnection, { params: { imei } })).data).toMatchObject({
    last_hello_at: helloAt,
    transport: 'tcp',
    address_family: 'ipv6',
    refused: [{ reason: 'crc', count: 3, last_at: helloAt }],
  });
  const again = createContacts({ db: app.database.pipeline, log: createLog({ logLevel: 'silent' }), now: () => app.clock.now });
  again.refused(trackerId, 'shared-identity');
  await again.stop();
  expect((await admin.call(unitConnection, { params: { imei } })).data).toMatchObject({ advice: 'AdviceShared' });
});
