import { hardwareOf } from '@spora/protocols/list';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  applyFeatureProfile,
  createFeatureProfile,
  getDefaultFeatures,
  listFeatureProfiles,
  removeFeatureProfile,
  saveDefaultFeatures,
  type UnitFeature,
  updateFeatureProfile,
} from '@spora/contract/units/features';
import { UNIT_FEATURES } from '@spora/contract/units/values';
import {
  addPhone,
  addUnit,
  bulkEdit,
  changeCar,
  getUnit,
  lockUnit,
  unitHistory,
  updateUnit,
} from '@spora/contract/units/endpoints';
import { makeAccount, makeMember, makeUnit, type MadeUnit, randomImei } from '../../../testing/database.ts';
import { type Caller, testApp } from '../../../testing/http.ts';

const app = await testApp();
afterAll(() => app.close());
const { owner } = app.database;
const accountId = await makeAccount(app.database);
const foreignId = await makeAccount(app.database);
let admin: Caller;
let otherAdmin: Caller;
let foreignAdmin: Caller;
let driver: Caller;
let driverId: number;

beforeAll(async () => {
  admin = await app.signInAs(await makeMember(app.database, { accountId }));
  otherAdmin = await app.signInAs(await makeMember(app.database, { accountId }));
  foreignAdmin = await app.signInAs(await makeMember(app.database, { accountId: foreignId }));
  const member = await makeMember(app.database, { accountId, isAdmin: false });
  driverId = member.id;
  driver = await app.signInAs(member);
});
beforeEach(() => admin.call(saveDefaultFeatures, { body: { features: ['eco'] } }));

const unitWith = async (features: UnitFeature[], subscription = 'Standard', name = 'Bil'): Promise<MadeUnit> => {
  const unit = await makeUnit(app.database, { accountId, name });
  await owner.updateTable('unit').set({ features, subscription_type: subscription }).where('id', '=', unit.unitId).execute();
  return unit;
};
const featuresOf = async (imei: string) => (await admin.call(getUnit, { params: { imei } })).data!.features;
let names = 0;
const profile = async (features: UnitFeature[]) =>
  (await admin.call(createFeatureProfile, { body: { name: `Profil ${(names += 1)}`, features } })).data!;

test('FEAT-001: the features of a unit with a trip log are switched, and its history tells which', async () => {
  const { imei } = await unitWith(['eco']);
  const changed = await admin.call(updateUnit, { params: { imei }, body: { features: ['theft', 'eco', 'attestation'] } });
  expect(changed.data).toMatchObject({ features: ['attestation', 'eco', 'theft'], has_trip_log: true });
  const { rows } = (await admin.call(unitHistory, { params: { imei } })).data!;
  expect(rows[0]).toMatchObject({ field: 'features', old_value: 'eco', new_value: 'attestation, eco, theft' });
  const unknown = await admin.call(updateUnit, { params: { imei }, body: { features: ['wings' as UnitFeature] } });
  expect(unknown.status).toBe(422);
});

test('FEAT-001, TRIP-033: a unit without a trip log takes no features: one with the subscription Bas, and a sensor', async () => {
  const bas = await unitWith([], 'Bas');
  const sensor = await makeUnit(app.database, { accountId, kind: 'sensor' });
  for (const { imei } of [bas, sensor]) {
    expect(await admin.call(updateUnit, { params: { imei }, body: { features: ['eco'] } })).toMatchObject({
      status: 422,
      errors: 'UnitHasNoTripLog',
    });
    expect((await admin.call(getUnit, { params: { imei } })).data).toMatchObject({ features: [], has_trip_log: false });
  }
});

test('UNIT-024, FEAT-001: a member with access reads the features and does not switch them', async () => {
  const { imei, unitId } = await unitWith(['eco']);
  await owner.insertInto('unit_access').values({ account_id: accountId, member_id: driverId, unit_id: unitId }).execute();
  expect((await driver.call(getUnit, { params: { imei } })).data).toMatchObject({ features: ['eco'] });
  expect(await driver.call(updateUnit, { params: { imei }, body: { features: [] } })).toMatchObject({
    status: 403,
    errors: 'Forbidden',
  });
});

test('FEAT-004: a new account starts with every feature, and one that chose none gives none', async () => {
  expect((await foreignAdmin.call(getDefaultFeatures)).data).toEqual({ features: [...UNIT_FEATURES] });
  await admin.call(saveDefaultFeatures, { body: { features: [] } });
  const { imei } = await makeUnit(app.database, { accountId });
  expect(await featuresOf(imei)).toEqual([]);
});

test('API-105, FEAT-002, FEAT-004: default features are applied to whatever is added later, by stock, phone or change of car, and to nothing before', async () => {
  const before = await unitWith(['eco']);
  expect((await admin.call(saveDefaultFeatures, { body: { features: ['tolls', 'fuel'] } })).status).toBe(200);
  expect((await admin.call(getDefaultFeatures)).data).toEqual({ features: ['tolls', 'fuel'] });
  const [imei, basImei] = [randomImei(), randomImei()];
  await owner
    .insertInto('stock_unit')
    .values([
      { imei, ...hardwareOf() },
      { imei: basImei, ...hardwareOf(), subscription_type: 'Bas' },
    ])
    .execute();
  const body = { name: 'Ny', registration_number: 'NYA111' };
  await admin.call(addUnit, { body: { ...body, imei } });
  await admin.call(addUnit, { body: { ...body, imei: basImei } });
  const phone = (await admin.call(addPhone, { body: { name: 'Telefon' } })).data!;
  expect(await featuresOf(imei)).toEqual(['tolls', 'fuel']);
  expect(await featuresOf(phone.imei)).toEqual(['tolls', 'fuel']);
  expect(await featuresOf(basImei), 'no trip log, no features').toEqual([]);
  expect(await featuresOf(before.imei)).toEqual(['eco']);
  await admin.call(changeCar, { body: { ...body, imei: before.imei } });
  expect(await featuresOf(before.imei), 'another car is another unit').toEqual(['tolls', 'fuel']);
});

test('API-105, FEAT-002, FEAT-004, UNIT-015: a profile has a name of its own and at least one feature', async () => {
  const added = (await admin.call(createFeatureProfile, { body: { name: 'Servicebilar', features: ['theft', 'eco'] } })).data!;
  expect(added).toMatchObject({ name: 'Servicebilar', features: ['eco', 'theft'] });
  expect(await admin.call(createFeatureProfile, { body: { name: 'SERVICEBILAR', features: ['eco'] } })).toMatchObject({
    status: 422,
    errors: { name: ['NameExists'] },
  });
  expect(await admin.call(createFeatureProfile, { body: { name: 'Tom', features: [] } })).toMatchObject({
    status: 422,
    errors: { features: ['SelectFeature'] },
  });
  expect((await admin.call(createFeatureProfile, { body: { name: ' ', features: ['eco'] } })).errors).toEqual({
    name: ['SpecifyName'],
  });
  const other = await profile(['eco']);
  const rename = (name: string) =>
    admin.call(updateFeatureProfile, { params: { id: other.id }, body: { name, features: ['fuel'] } });
  expect((await rename('servicebilar')).errors).toEqual({ name: ['NameExists'] });
  expect((await rename('Skåpbilar')).data).toMatchObject({ id: other.id, name: 'Skåpbilar', features: ['fuel'] });
  const names = (await admin.call(listFeatureProfiles)).data!.profiles.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['Servicebilar', 'Skåpbilar']));
  expect((await admin.call(removeFeatureProfile, { params: { id: added.id } })).status).toBe(200);
  expect(await admin.call(removeFeatureProfile, { params: { id: added.id } })).toMatchObject({
    status: 404,
    errors: 'ProfileNotFound',
  });
});

test('ERR-041: a profile that somebody has changed meanwhile is not overwritten unseen', async () => {
  const { id, name } = await profile(['eco']);
  const save = (features: ('eco' | 'fuel' | 'theft')[], was?: object) =>
    admin.call(updateFeatureProfile, { params: { id }, body: { name, features, ...(was ? { was: { ...was } } : {}) } });
  expect((await save(['fuel'], { name, features: ['eco'] })).status).toBe(200);
  expect(await save(['theft'], { name, features: ['eco'] })).toMatchObject({ status: 409, errors: 'ChangedMeanwhile' });
  expect((await save(['theft'])).data).toMatchObject({ features: ['theft'] });
});

test('FEAT-003: a profile tells each unit’s difference before anything is saved, and which cannot take it', async () => {
  const { id } = await profile(['eco', 'fuel']);
  const units = [
    await unitWith(['eco', 'theft'], 'Standard', 'Bil A'),
    await unitWith(['eco', 'fuel'], 'Standard', 'Bil B'),
    await unitWith([], 'Bas', 'Bil C'),
    await unitWith(['theft'], 'Standard', 'Bil D'),
  ] as const;
  await otherAdmin.call(lockUnit, { params: { imei: units[3].imei }, body: {} });
  const apply = async (commit: boolean) =>
    (
      await admin.call(applyFeatureProfile, {
        params: { id },
        body: { imeis: units.map(({ imei }) => imei), commit },
      })
    ).data!.units;
  const told = [
    { imei: units[0].imei, name: 'Bil A', added: ['fuel'], removed: ['theft'], refused: null },
    { imei: units[1].imei, name: 'Bil B', added: [], removed: [], refused: null },
    { imei: units[2].imei, name: 'Bil C', added: [], removed: [], refused: 'UnitHasNoTripLog' },
    { imei: units[3].imei, name: 'Bil D', added: [], removed: [], refused: 'UnitLocked' },
  ];
  expect(await apply(false)).toEqual(told);
  expect(await featuresOf(units[0].imei), 'a preview changes nothing').toEqual(['eco', 'theft']);
  expect(await apply(true)).toEqual(told);
  expect(await featuresOf(units[0].imei)).toEqual(['fuel', 'eco']);
  const locked = await owner.selectFrom('unit').select('features').where('id', '=', units[3].unitId).executeTakeFirstOrThrow();
  expect(locked.features).toEqual(['theft']);
  expect((await admin.call(applyFeatureProfile, { params: { id }, body: { imeis: [] } })).errors).toEqual({
    imeis: ['SelectUnit'],
  });
});

test('API-095, UNIT-013, UNIT-015: features of many units are added, taken away or replaced, with a preview and at least one chosen', async () => {
  const [a, b, bas] = [
    await unitWith(['eco'], 'Standard', 'Bulk A'),
    await unitWith([], 'Standard', 'Bulk B'),
    await unitWith([], 'Bas', 'Bulk C'),
  ];
  const call = (action: 'add' | 'remove' | 'replace', values: string[], commit = true) =>
    admin.call(bulkEdit, {
      params: { field: 'features' },
      body: { imeis: [a.imei, b.imei, bas.imei], action, values, commit },
    });
  expect((await call('add', ['fuel'], false)).data!.units).toEqual([
    { imei: a.imei, name: 'Bulk A', before: 'eco', after: 'fuel, eco', had: ['eco'], refused: null },
    { imei: b.imei, name: 'Bulk B', before: '', after: 'fuel', had: [], refused: null },
    { imei: bas.imei, name: 'Bulk C', before: '', after: '', had: [], refused: 'UnitHasNoTripLog' },
  ]);
  expect(await featuresOf(a.imei)).toEqual(['eco']);
  await call('add', ['fuel']);
  expect(await featuresOf(a.imei)).toEqual(['fuel', 'eco']);
  await call('remove', ['eco', 'fuel']);
  expect(await featuresOf(a.imei)).toEqual([]);
  expect((await call('replace', [])).errors).toEqual({ values: ['SelectFeature'] });
  expect((await call('add', ['wings'])).errors).toEqual({ values: ['InvalidInput'] });
});

test('SEC-008, FEAT-002: profiles and defaults are nobody’s but the account’s administrators’', async () => {
  const { id } = await profile(['eco']);
  const { imei } = await unitWith(['theft']);
  const theirs = { params: { id }, body: { name: 'Tagen', features: ['eco' as const] } };
  expect(await foreignAdmin.call(updateFeatureProfile, theirs)).toMatchObject({ status: 404, errors: 'ProfileNotFound' });
  expect(await foreignAdmin.call(applyFeatureProfile, { params: { id }, body: { imeis: [imei] } })).toMatchObject({
    status: 404,
  });
  expect((await foreignAdmin.call(listFeatureProfiles)).data!.profiles).toEqual([]);
  const own = (await foreignAdmin.call(createFeatureProfile, { body: { name: 'Egen', features: ['eco'] } })).data!;
  expect(
    await foreignAdmin.call(applyFeatureProfile, { params: { id: own.id }, body: { imeis: [imei], commit: true } }),
  ).toMatchObject({ status: 404, errors: 'UnitNotFound' });
  expect(await featuresOf(imei)).toEqual(['theft']);
  for (const answer of [
    await driver.call(listFeatureProfiles),
    await driver.call(getDefaultFeatures),
    await driver.call(applyFeatureProfile, { params: { id }, body: { imeis: [imei] } }),
  ])
    expect(answer).toMatchObject({ status: 403, errors: 'Forbidden' });
});
