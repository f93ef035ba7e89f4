import { afterAll, expect, test } from 'vitest';
import { removeReceiver, saveReceiver, toggleReceiver } from '@spora/contract/alarms/receivers';
import { getGuide, setGuide } from '@spora/contract/accounts/settings';
import { me, signIn } from '@spora/contract/auth/endpoints';
import { saveOdometer } from '@spora/contract/maintenance/readings';
import { saveTripSettings } from '@spora/contract/units/settings';
import { addPhone, lockUnit, updateUnit } from '@spora/contract/units/endpoints';
import { changeAccess } from '@spora/contract/users/endpoints';
import { removeZone, saveZone } from '@spora/contract/zones/endpoints';
import { makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { type Caller, testApp } from '../../../testing/http.ts';
import { quickHash } from '../../../testing/auth.ts';

const PASSWORD = 'Correct horse 7';
const passwordHash = await quickHash(PASSWORD);
const app = await testApp();
afterAll(() => app.close());
const { owner } = app.database;

async function newCompany({ isDemo = false } = {}) {
  const accountId = await makeAccount(app.database, { isDemo });
  const boss = await makeMember(app.database, { accountId, passwordHash });
  return { accountId, boss, admin: await app.signInAs(boss) };
}
const enter = async (member: { email: string }) =>
  (await app.stranger.call(signIn, { body: { username: member.email, password: PASSWORD } })).data!.user as {
    GuideIsOpen?: boolean;
  };
const report = ({ unitId }: { unitId: number }, accountId: number) =>
  owner
    .insertInto('unit_latest')
    .values({
      unit_id: unitId,
      account_id: accountId,
      last_contact_at: app.clock.now,
      time: app.clock.now,
      state: 'stopped',
      report_interval_s: 30,
    })
    .execute();
const done = async (caller: Caller) =>
  (await caller.call(getGuide)).data!.steps.filter(({ is_done }) => is_done).map(({ id }) => id);

test('ADM-024: the guide is open after the first sign-in of an administrator of an account without history, and in no other', async () => {
  const { accountId, boss, admin } = await newCompany();
  expect((await admin.call(getGuide)).data!.is_open).toBe(false);
  expect((await enter(boss)).GuideIsOpen).toBe(true);
  expect((await admin.call(me)).data!.user.GuideIsOpen).toBe(true);
  const driver = await makeMember(app.database, { accountId, isAdmin: false, passwordHash });
  expect((await enter(driver)).GuideIsOpen).toBe(false);

  const old = await newCompany();
  const unit = await makeUnit(app.database, { accountId: old.accountId });
  const at = new Date(app.clock.now.getTime() - 7_200_000);
  await owner
    .insertInto('trip')
    .values({
      account_id: old.accountId,
      unit_id: unit.unitId,
      started_at: at,
      ended_at: new Date(at.getTime() + 600_000),
      is_ongoing: false,
      distance_m: 1,
      distance_source: 'positions',
      max_speed_kmh: 1,
      end_rule: 'still',
      computed_type: 'business',
      computed_rule: 'default',
      algorithm_version: 1,
    })
    .execute();
  expect((await enter(old.boss)).GuideIsOpen).toBe(false);
  const demo = await newCompany({ isDemo: true });
  await makeUnit(app.database, { accountId: demo.accountId });
  expect((await enter(demo.boss)).GuideIsOpen).toBe(false);
  // 13-B5: the demo's new account is there to be begun with.
  expect((await enter((await newCompany({ isDemo: true })).boss)).GuideIsOpen).toBe(true);
});

test('ADM-024: it is closed and opened again for all administrators of the account, stays as it was left, and drivers have none', async () => {
  const { accountId, boss, admin } = await newCompany();
  await enter(boss);
  const second = await app.signInAs(await makeMember(app.database, { accountId }));
  expect(await second.call(setGuide, { body: { is_open: false } })).toMatchObject({ status: 200 });
  expect((await admin.call(getGuide)).data!.is_open).toBe(false);
  expect((await enter(boss)).GuideIsOpen).toBe(false);
  await admin.call(setGuide, { body: { is_open: true } });
  expect((await second.call(me)).data!.user.GuideIsOpen).toBe(true);
  const driver = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
  expect([(await driver.call(getGuide)).status, (await driver.call(setGuide, { body: { is_open: false } })).status]).toEqual([
    403, 403,
  ]);
  const other = await newCompany();
  await other.admin.call(setGuide, { body: { is_open: false } });
  expect((await admin.call(getGuide)).data!.is_open).toBe(true);
});

test('ADM-024: each step is done when what it asks for is there, and is open again when it is gone', async () => {
  const { accountId, admin } = await newCompany();
  expect((await admin.call(getGuide)).data).toMatchObject({ unit: null });
  const unit = await makeUnit(app.database, { accountId });
  const { imei } = unit;
  await owner.updateTable('unit').set({ name: imei }).where('id', '=', unit.unitId).execute();
  expect(await done(admin)).toEqual([]);
  expect((await admin.call(getGuide)).data!.unit).toEqual({ imei, name: imei });
  await report(unit, accountId);
  expect(await done(admin), 'has reported, is not named').toEqual(['connect']);
  const { name } = await owner.selectFrom('account').select('name').where('id', '=', accountId).executeTakeFirstOrThrow();
  await owner.updateTable('unit').set({ name }).where('id', '=', unit.unitId).execute();
  expect(await done(admin), 'REG-001: as registration calls it').toEqual(['connect']);

  await admin.call(updateUnit, { params: { imei }, body: { name: 'Skåpbil 1' } });
  expect(await done(admin)).toEqual(['unit-name', 'connect']);
  expect((await admin.call(saveOdometer, { params: { imei }, body: { value: 1000, confirmed: true } })).status).toBe(200);
  expect(await done(admin)).toEqual(['unit-name', 'connect', 'odometer']);
  await admin.call(saveTripSettings, { params: { imei }, body: { default_trip_type: 'private' } });
  expect(await done(admin)).toEqual(['unit-name', 'connect', 'odometer', 'trip-type']);
  const receiver = { name: 'Larm', email: 'larm@example.test', terminal_id: unit.unitId, device_type: 'gps' as const };
  const { id: receiverId } = (await admin.call(saveReceiver, { body: receiver })).data!;
  expect(await done(admin), 'told of nothing yet').toEqual(['unit-name', 'connect', 'odometer', 'trip-type']);
  await admin.call(toggleReceiver, { body: { receiverId, type: 'security', state: 1 } });
  expect(await done(admin)).toEqual(['unit-name', 'connect', 'odometer', 'trip-type', 'receiver']);
  await admin.call(removeReceiver, { params: { id: receiverId } });
  const driver = await makeMember(app.database, { accountId, isAdmin: false });
  expect(await done(admin)).toEqual(['unit-name', 'connect', 'odometer', 'trip-type', 'invite']);
  const pair = { user_id: driver.id, unit_id: unit.unitId };
  await admin.call(changeAccess, { body: { give: [pair] } });
  expect(await done(admin)).toEqual(['unit-name', 'connect', 'odometer', 'trip-type', 'invite', 'access']);
  const zone = { name: 'Gården', lat: 59.3, lng: 18, radius: 300, imeis: [imei] };
  const { id: zoneId } = (await admin.call(saveZone, { body: zone })).data!;
  expect(await done(admin)).toEqual(['unit-name', 'connect', 'odometer', 'trip-type', 'invite', 'access', 'zone']);
  expect((await admin.call(removeZone, { params: { id: zoneId } })).status).toBe(200);
  await admin.call(lockUnit, { params: { imei }, body: {} });
  expect(await done(admin)).toEqual(['unit-name', 'connect', 'odometer', 'trip-type', 'invite', 'access', 'lock']);
  await owner.updateTable('member').set({ removed_at: app.clock.now }).where('id', '=', driver.id).execute();
  expect(await done(admin)).toEqual(['unit-name', 'connect', 'odometer', 'trip-type', 'lock']);
});

test('ADM-024: a private person is finished without inviting anybody, and a unit that is private as a rule has its usual trip type', async () => {
  const { accountId, admin } = await newCompany();
  const optional = async () => (await admin.call(getGuide)).data!.steps.filter((step) => step.is_optional).map(({ id }) => id);
  expect(await optional()).toEqual(['trip-type', 'zone', 'lock']);
  await owner.updateTable('account').set({ kind: 'private' }).where('id', '=', accountId).execute();
  expect(await optional()).toEqual(['trip-type', 'invite', 'access', 'zone', 'lock']);
  const unit = await makeUnit(app.database, { accountId });
  expect(await done(admin)).not.toContain('trip-type');
  await owner.updateTable('unit').set({ default_trip_type: 'private' }).where('id', '=', unit.unitId).execute();
  expect(await done(admin)).toContain('trip-type');
});

test('ADM-024: the guide says which unit it waits for until a first position, and asks for no odometer of phones', async () => {
  const { accountId, admin } = await newCompany();
  const guide = async () => (await admin.call(getGuide)).data!;
  expect(await guide()).toMatchObject({ waits_for: null });
  const phone = (await admin.call(addPhone, { body: { name: 'Annas telefon' } })).data!;
  expect((await guide()).waits_for).toEqual({ imei: phone.imei, name: 'Annas telefon', is_phone: true, is_named: true });
  const odometer = async () => (await guide()).steps.find(({ id }) => id === 'odometer');
  expect(await odometer(), 'is not asked for, and no step vanishes').toMatchObject({ is_done: true, is_needless: true });
  const car = await makeUnit(app.database, { accountId, name: 'Bil 1' });
  expect(await guide()).toMatchObject({
    unit: { imei: car.imei },
    waits_for: { name: 'Bil 1', is_phone: false, is_named: true },
  });
  const { name } = await owner.selectFrom('account').select('name').where('id', '=', accountId).executeTakeFirstOrThrow();
  for (const unnamed of [name, car.imei]) {
    await owner.updateTable('unit').set({ name: unnamed }).where('id', '=', car.unitId).execute();
    expect((await guide()).waits_for, unnamed).toMatchObject({ is_named: false });
  }
  await owner.updateTable('unit').set({ name: 'Bil 1' }).where('id', '=', car.unitId).execute();
  expect(await odometer()).toEqual({ id: 'odometer', is_done: false, is_optional: false });
  expect(await done(admin), 'named, and not heard from').toEqual(['unit-name']);
  await report(car, accountId);
  expect((await guide()).waits_for).toBeNull();
  expect(await done(admin)).toEqual(['unit-name', 'connect']);
});

test('ADM-024, LOCK-005: the steps never lead to a unit that is locked away from the administrator, nor to another account’s', async () => {
  const { accountId, admin } = await newCompany();
  const locker = await makeMember(app.database, { accountId });
  const locked = await makeUnit(app.database, { accountId, name: 'Min egen' });
  await owner
    .updateTable('unit')
    .set({ locked_at: app.clock.now, locked_by_member_id: locker.id })
    .where('id', '=', locked.unitId)
    .execute();
  const answer = await admin.call(getGuide);
  expect(answer.data!.unit).toBeNull();
  expect(answer.raw.toString()).not.toContain(locked.imei);
  const open = await makeUnit(app.database, { accountId, name: 'Bil 2' });
  expect((await admin.call(getGuide)).data!.unit).toEqual({ imei: open.imei, name: 'Bil 2' });
  const other = await newCompany();
  expect((await other.admin.call(getGuide)).data!.unit).toBeNull();
  expect(await done(other.admin)).toEqual([]);
});

test('ADM-024, TRIP-033: where all units have the subscription Bas no type of trip is asked for', async () => {
  const { accountId, admin } = await newCompany();
  const ids = async () => (await admin.call(getGuide)).data!.steps.map(({ id }) => id);
  expect(await ids()).toContain('trip-type');
  const { unitId } = await makeUnit(app.database, { accountId });
  await owner.updateTable('unit').set({ subscription_type: 'Bas' }).where('id', '=', unitId).execute();
  expect(await ids()).not.toContain('trip-type');
  await makeUnit(app.database, { accountId });
  expect(await ids()).toContain('trip-type');
});
