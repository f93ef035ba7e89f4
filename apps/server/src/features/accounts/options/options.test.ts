import { afterAll, expect, test } from 'vitest';
import { ALERT_TIME_ZONES, getOptions, getOtherTripType, setOptions, setOtherTripType } from '@spora/contract/accounts/settings';
import { me } from '@spora/contract/auth/endpoints';
import { makeAccount, makeMember } from '../../../testing/database.ts';
import { testApp } from '../../../testing/http.ts';
import { alertTimeZones, tripTypeName } from './rules.ts';

const PARENT = 'nepal-1';
const app = await testApp({ env: { EXTRA_TIMEZONE_PARENT_ID: PARENT } });
afterAll(() => app.close());
const { owner } = app.database;

async function newAccount(parentId: string | null = null) {
  const accountId = await makeAccount(app.database);
  await owner.updateTable('account').set({ parent_id: parentId }).where('id', '=', accountId).execute();
  const admin = await app.signInAs(await makeMember(app.database, { accountId }));
  const driver = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
  return { accountId, admin, driver };
}

test('ADM-001, TRIP-003, API-113: the account’s own name for other trips is known to all its members, and an empty one brings the product’s back', async () => {
  const { admin, driver } = await newAccount();
  const shown = async () => (await driver.call(me)).data!.user.OtherTripType;
  expect(await shown()).toBe('');
  await admin.call(setOtherTripType, { body: { name: ' Jour ' } });
  expect(await shown()).toBe('Jour');
  expect((await driver.call(getOtherTripType)).data).toMatchObject({ name: 'Jour' });
  expect(await driver.call(setOtherTripType, { body: { name: 'Mitt' } })).toMatchObject({ status: 403 });
  expect((await admin.call(setOtherTripType, { body: { name: 'x'.repeat(31) } })).errors).toEqual({ name: ['TextTooLong'] });
  await admin.call(setOtherTripType, { body: { name: '' } });
  expect(await shown()).toBe('');
  const other = await newAccount();
  expect((await other.driver.call(getOtherTripType)).data).toEqual({
    name: '',
    colour: null,
    purpose_required: false,
    draws_route: false,
  });
});

test('TRIP-004: the third type has a colour and asks for a purpose where the account says so; each is changed alone and stands in the audit log', async () => {
  const { admin, driver, accountId } = await newAccount();
  const shown = async () => (await driver.call(me)).data!.user;
  expect(await shown()).toMatchObject({ OtherTripColour: null, OtherTripPurposeRequired: false });
  await admin.call(setOtherTripType, { body: { name: 'Jour', colour: '#C2410C' } });
  await admin.call(setOtherTripType, { body: { purpose_required: true } });
  const all = { OtherTripType: 'Jour', OtherTripColour: '#c2410c', OtherTripPurposeRequired: true };
  expect(await shown()).toMatchObject(all);
  expect((await driver.call(getOtherTripType)).data).toEqual({
    name: 'Jour',
    colour: '#c2410c',
    purpose_required: true,
    draws_route: false,
  });
  for (const colour of ['red', '#fff', '#12345g', 'url(x)'])
    expect((await admin.call(setOtherTripType, { body: { colour } })).errors).toEqual({ colour: ['InvalidColour'] });
  expect(await driver.call(setOtherTripType, { body: { colour: null } })).toMatchObject({ status: 403 });
  expect(await shown()).toMatchObject(all);
  await admin.call(setOtherTripType, { body: { colour: null } });
  expect(await shown()).toMatchObject({ OtherTripType: 'Jour', OtherTripColour: null, OtherTripPurposeRequired: true });
  // As it was: nothing to tell.
  await admin.call(setOtherTripType, { body: { name: 'Jour' } });
  const rows = await owner
    .selectFrom('audit_entry')
    .select(['action', 'subject', 'details'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { action: 'trip-type-named', subject: 'Jour', details: { colour: '#c2410c' } },
    { action: 'trip-type-named', subject: 'Jour', details: { purpose_required: true } },
    { action: 'trip-type-named', subject: 'Jour', details: { colour: '-' } },
  ]);
  const other = await newAccount();
  expect((await other.driver.call(me)).data!.user).toMatchObject({ OtherTripColour: null, OtherTripPurposeRequired: false });
});

test('TRIP-003: only the type other has a name of the account’s own', () => {
  const names = { business: 'Tjänst', private: 'Privat', other: 'Övrig' } as const;
  expect((['business', 'private', 'other'] as const).map((type) => tripTypeName(type, names, 'Jour'))).toEqual([
    'Tjänst',
    'Privat',
    'Jour',
  ]);
  expect(tripTypeName('other', names, '')).toBe('Övrig');
});

test('I18N-004, DEC-54: alerts are written in Swedish until the account chooses English or Norwegian', async () => {
  const { admin, accountId } = await newAccount();
  expect((await admin.call(getOptions)).data).toMatchObject({ alert_language: 'sv', alert_time_zone: 'Europe/Stockholm' });
  await admin.call(setOptions, { body: { alert_language: 'no', alert_time_zone: 'Europe/Stockholm' } });
  expect((await admin.call(getOptions)).data).toMatchObject({ alert_language: 'no', alert_time_zone: 'Europe/Stockholm' });
  expect(
    (await admin.call(setOptions, { body: { alert_language: 'de' as 'sv', alert_time_zone: 'Europe/Stockholm' } })).errors,
  ).toEqual({
    alert_language: ['InvalidLanguage'],
  });
  const rows = await owner.selectFrom('audit_entry').select('action').where('account_id', '=', accountId).execute();
  expect(rows).toEqual([{ action: 'options-changed' }]);
});

test('CONST-045: alerts have four time zones to choose from, and no other is taken', async () => {
  expect(ALERT_TIME_ZONES).toEqual(['Europe/Stockholm', 'Europe/London', 'Europe/Oslo', 'Europe/Helsinki']);
  expect(alertTimeZones(false)).toEqual(ALERT_TIME_ZONES);
  const { admin, driver } = await newAccount();
  for (const alert_time_zone of ['Asia/Kathmandu', 'Europe/Berlin', 'nowhere'])
    expect(await admin.call(setOptions, { body: { alert_language: 'sv', alert_time_zone } })).toMatchObject({
      status: 422,
      errors: { alert_time_zone: ['InvalidTimeZone'] },
    });
  expect((await admin.call(setOptions, { body: { alert_language: 'sv', alert_time_zone: 'Europe/Helsinki' } })).status).toBe(200);
  expect((await driver.call(getOptions)).status).toBe(403);
});

test('ROLE-008, CONST-045, DEC-21: Kathmandu is offered under one parent account of the installation and nowhere else', async () => {
  const under = await newAccount(PARENT);
  expect((await under.admin.call(getOptions)).data!.alert_time_zones).toEqual([...ALERT_TIME_ZONES, 'Asia/Kathmandu']);
  expect((await under.admin.call(setOptions, { body: { alert_language: 'en', alert_time_zone: 'Asia/Kathmandu' } })).status).toBe(
    200,
  );
  expect((await under.admin.call(getOptions)).data!.alert_time_zone).toBe('Asia/Kathmandu');
  const elsewhere = await newAccount('nepal-2');
  expect((await elsewhere.admin.call(getOptions)).data!.alert_time_zones).toEqual(ALERT_TIME_ZONES);
});
