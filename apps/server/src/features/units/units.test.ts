import { HARDWARE_FAMILIES } from '@spora/protocols/list';
import { afterAll, expect, test } from 'vitest';
import { addPhone, listUnits, phoneStatus, renewPhone, trackerSetups, unit } from '@spora/contract/units/endpoints';
import { EVERY_UNIT_FIELD, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { testApp } from '../../testing/http.ts';
import { insertPhoneTracker } from './repository.ts';
import { checkDigitOf, configurationLink, phoneNumberOf, phoneServerUrl, trackerHost } from './rules.ts';

const app = await testApp();
afterAll(() => app.close());
const accountId = await makeAccount(app.database);
const admin = await app.signInAs(await makeMember(app.database, { accountId }));
const member = await makeMember(app.database, { accountId, isAdmin: false });
const driver = await app.signInAs(member);

test('MAP-003: administrators list every unit of the account, a member the units given to them', async () => {
  const given = await makeUnit(app.database, { accountId, name: 'Given', visibleTo: [member.id] });
  const kept = await makeUnit(app.database, { accountId, name: 'Kept' });
  await makeUnit(app.database, { accountId: await makeAccount(app.database), name: 'Foreign' });
  const all = await admin.call(listUnits);
  expect(all.data?.units.map(({ id }) => id)).toEqual(expect.arrayContaining([given.unitId, kept.unitId]));
  expect(all.data?.units.some(({ name }) => name === 'Foreign')).toBe(false);
  const mine = await driver.call(listUnits);
  expect(mine.data?.units).toMatchObject([
    { id: given.unitId, imei: given.imei, name: 'Given', kind: 'vehicle', default_trip_type: 'business', tags: [] },
  ]);
});

test('MAP-003: units come by their names as people sort them, 9 before 10 and å, ä, ö after z', async () => {
  const fleet = await makeAccount(app.database);
  const names = ['Bil 9', 'Bil 10', 'Zebra', 'Ålen', 'Ängen', 'Öst 2', 'Öst 11'];
  for (const name of names.toReversed()) await makeUnit(app.database, { accountId: fleet, name });
  const { data } = await (await app.signInAs(await makeMember(app.database, { accountId: fleet }))).call(listUnits);
  expect(data?.units.map(({ name }) => name)).toEqual(names);
});

test('UNIT-001: every field of a unit travels from its table to the list of units', async () => {
  const { unitId, imei } = await makeUnit(app.database, { accountId, name: 'Skåpbil 7' });
  await app.database.owner.updateTable('unit').set(EVERY_UNIT_FIELD).where('id', '=', unitId).execute();
  const { data } = await admin.call(listUnits);
  const listed = data?.units.find(({ id }) => id === unitId);
  expect(listed).toEqual({ id: unitId, imei, name: 'Skåpbil 7', ...EVERY_UNIT_FIELD });
  expect(Object.keys(listed ?? {}).sort()).toEqual(Object.keys(unit.shape).sort());
});

test('UNIT-001: a unit whose tracker was taken out stays listed, without a number', async () => {
  const { unitId } = await makeUnit(app.database, { accountId });
  await app.database.owner
    .updateTable('fitting')
    .set({ during: '[2000-01-01,2001-01-01)' })
    .where('unit_id', '=', unitId)
    .execute();
  const { data } = await admin.call(listUnits);
  expect(data?.units.find(({ id }) => id === unitId)).toMatchObject({ imei: null });
});

test('ADM-029: adding a phone makes a unit with a number and a secret id of its own, and waits for its first position', async () => {
  const { data } = await admin.call(addPhone, { body: { name: ' Annas telefon ' } }, { host: 'spora.local:8080' });
  expect(data?.imei).toMatch(/^0099\d{11}$/);
  expect(checkDigitOf(data!.imei.slice(0, 14))).toBe(Number(data!.imei[14]));
  expect(data?.phone_id).toMatch(/^[0-9a-f]{32}$/);
  expect(data?.server_url).toBe('http://spora.local:5055');
  expect(Object.fromEntries(new URL(data!.link).searchParams)).toMatchObject({
    url: 'http://spora.local:5055',
    id: data!.phone_id,
  });
  const { data: list } = await admin.call(listUnits);
  expect(list?.units.find(({ id }) => id === data!.unit_id)).toMatchObject({
    name: 'Annas telefon',
    kind: 'phone',
    imei: data!.imei,
    marker_symbol: 'phone',
  });
  const tracker = await app.database.owner
    .selectFrom('tracker')
    .selectAll()
    .where('imei', '=', data!.imei)
    .executeTakeFirstOrThrow();
  expect(tracker).toMatchObject({ protocol: 'osmand', phone_id: data!.phone_id });
  const families = await app.database.owner
    .selectFrom('tracker_family')
    .select('family')
    .where('tracker_id', '=', tracker.id)
    .execute();
  expect(families).toEqual([{ family: 'phone' }]);

  const status = () => admin.call(phoneStatus, { params: { imei: data!.imei } });
  expect((await status()).data).toEqual({ first_position_at: null });
  const time = new Date('2026-11-02T10:00:00Z');
  await app.database.owner
    .insertInto('unit_latest')
    .values({
      unit_id: data!.unit_id,
      account_id: accountId,
      last_contact_at: time,
      time,
      state: 'stopped',
      report_interval_s: 30,
    })
    .execute();
  expect((await status()).data).toEqual({ first_position_at: '2026-11-02T10:00:00.000Z' });
});

test('ADM-018, MAP-034: a phone that is added stands in the audit log, and open maps are told of it before it has been anywhere', async () => {
  const { owner } = app.database;
  const { data: added } = await admin.call(addPhone, { body: { name: 'Cilla, ute' } }, { host: 'spora.local:8080' });
  const told = () =>
    owner.selectFrom('audit_entry').select(['action', 'subject']).where('subject', '=', 'Cilla, ute').orderBy('id').execute();
  expect(await told()).toEqual([{ action: 'unit-added', subject: 'Cilla, ute' }]);
  const announced = owner.selectFrom('live_event').select(['account_id', 'kind']).where('unit_id', '=', added!.unit_id);
  expect(await announced.execute()).toEqual([{ account_id: accountId, kind: 'position' }]);
  await admin.call(renewPhone, { params: { imei: added!.imei } }, { host: 'spora.local:8080' });
  expect((await told()).map(({ action }) => action)).toEqual(['unit-added', 'tracker-replaced']);
});

test('ADM-029: a phone whose code is lost gets a new one, in the same unit, and no other unit does', async () => {
  const { data: first } = await admin.call(addPhone, { body: { name: 'Bos telefon' } }, { host: 'spora.local:8080' });
  const renew = (imei: string) => admin.call(renewPhone, { params: { imei } }, { host: 'spora.local:8080' });
  const { data: second } = await renew(first!.imei);
  expect(second).toMatchObject({ unit_id: first!.unit_id, server_url: 'http://spora.local:5055' });
  expect(second?.link).toContain(second!.phone_id);
  expect([second!.imei === first!.imei, second!.phone_id === first!.phone_id]).toEqual([false, false]);
  const { data: list } = await admin.call(listUnits);
  expect(list?.units.filter(({ name }) => name === 'Bos telefon').map(({ imei }) => imei)).toEqual([second!.imei]);
  expect(await renew(first!.imei)).toMatchObject({ status: 404, errors: 'UnitNotFound' });
  const car = await makeUnit(app.database, { accountId });
  expect(await renew(car.imei)).toMatchObject({ status: 404, errors: 'UnitNotFound' });
  expect(await driver.call(renewPhone, { params: { imei: second!.imei } })).toMatchObject({ status: 403 });
});

test('NAV-019: an administrator is told by which text messages each kind of tracker is pointed at this server', async () => {
  const { data } = await admin.call(trackerSetups, {}, { host: 'spora.local:8080' });
  expect(data?.trackers.map(({ family }) => family)).toEqual([...HARDWARE_FAMILIES]);
  for (const { host, port, sms } of data!.trackers) {
    expect(host).toBe('spora.local');
    expect(sms.join('\n')).toContain('{apn}');
    expect(sms.join('\n')).toContain('spora.local');
    expect(sms.join('\n')).toContain(String(port));
  }
  expect(new Set(data!.trackers.map(({ port }) => port)).size).toBeGreaterThan(3);
  expect(await driver.call(trackerSetups)).toMatchObject({ status: 403, errors: 'Forbidden' });
});

test('ADM-029: only administrators add phones', async () => {
  expect(await driver.call(addPhone, { body: { name: 'Mine' } })).toMatchObject({ status: 403, errors: 'Forbidden' });
});

test('ADM-029: a number that is taken leaves the transaction usable for the next try', async () => {
  const at = new Date();
  const imei = phoneNumberOf(77);
  const ids = await app.database.api
    .transaction()
    .execute(async (tx) => [
      await insertPhoneTracker(tx, imei, 'first', at),
      await insertPhoneTracker(tx, imei, 'second', at),
      await insertPhoneTracker(tx, phoneNumberOf(78), 'third', at),
    ]);
  expect(ids).toEqual([expect.any(Number), null, expect.any(Number)]);
});

test('a name that is missing or too long is named', async () => {
  expect(await admin.call(addPhone, { body: { name: '  ' } })).toMatchObject({ status: 422, errors: { name: ['SpecifyName'] } });
  expect(await admin.call(addPhone, { body: { name: 'x'.repeat(51) } })).toMatchObject({
    status: 422,
    errors: { name: ['NameLength'] },
  });
  expect(await admin.call(phoneStatus, { params: { imei: '12' } })).toMatchObject({
    status: 422,
    errors: { imei: ['InvalidImei'] },
  });
});

test('the check digit is the one of 3GPP TS 23.003', () => {
  expect(checkDigitOf('35209900176148')).toBe(1);
  expect(checkDigitOf('49015420323751')).toBe(8);
  for (const serial of [0, 1, 9_999_999_999]) expect(phoneNumberOf(serial)).toMatch(/^\d{15}$/);
});

test('phones report to the public name when there is one, else to the one the page was opened by', () => {
  expect(phoneServerUrl({ host: trackerHost('https://spora.example/', '10.0.0.1'), port: 5055 })).toBe(
    'http://spora.example:5055',
  );
  expect(phoneServerUrl({ host: trackerHost(undefined, '10.0.0.1'), port: 5056 })).toBe('http://10.0.0.1:5056');
  expect(phoneServerUrl({ host: trackerHost(undefined, '::1'), port: 5055 })).toBe('http://[::1]:5055');
  expect(configurationLink('http://a:5055', 'b&c')).toContain('id=b%26c');
});
