import { afterAll, expect, test } from 'vitest';
import { getOptions } from '@spora/contract/accounts/settings';
import {
  addUnitReceiver,
  assignReceiverUnits,
  getAlertConfig,
  getAlertLanguage,
  listReceivers,
  listReceiverUnits,
  listSensorReceivers,
  listUnitReceivers,
  type ReceiverInput,
  removeReceiver,
  removeUnitReceiver,
  saveReceiver,
  setAlertLanguage,
  toggleReceiver,
} from '@spora/contract/alarms/receivers';
import { makeMember, makeUnit } from '../../../testing/database.ts';
import type { Caller } from '../../../testing/http.ts';
import { add, all, one, receiversApp } from '../../../testing/receivers.ts';

const { app, auditOf, lock, newAccount, owner } = await receiversApp();
afterAll(() => app.close());
const gps = (...ids: number[]) => ids.map((terminal_id) => ({ terminal_id, device_type: 'gps' as const }));
const assign = (admin: Caller, receiver_id: number, ...ids: number[]) =>
  admin.call(assignReceiverUnits, { body: { receiver_id, terminals: gps(...ids) } });

test('ALARM-027, API-016, API-019: a receiver is told back with every field, and stands in the list by name', async () => {
  const { admin } = await newAccount();
  const id = await add(admin, {
    id: 0,
    member_id: null,
    name: ' Åsa Öst ',
    email: ' ASA@Example.test ',
    country_code: '+46',
    phone: '70-123 45 67',
    push_notification: 0,
    security_alarm: 1,
    function_alarm: 0,
    quiet_from: '22:00',
    quiet_to: '06:30',
  });
  await add(admin, { name: 'Östen' });
  await add(admin, { name: 'Anna' });
  expect(await one(admin, id)).toEqual({
    id,
    name: 'Åsa Öst',
    email: 'asa@example.test',
    country_code: '46',
    phone: '701234567',
    is_number_dead: false,
    is_address_refused: false,
    member_id: null,
    push_notification: 0,
    security_alarm: 1,
    function_alarm: 0,
    total_units: 0,
    total_ble_units: 0,
    only_unit: null,
    member: null,
    state: 'active',
    stopped_at: null,
    quiet_from: '22:00',
    quiet_to: '06:30',
    escalate_after_min: null,
    escalate_to: null,
  });
  expect((await all(admin)).map(({ name }) => name)).toEqual(['Anna', 'Åsa Öst', 'Östen']);
});

test('ALARM-003, API-025, DEC-41: the SMS that are left are the same number in both calls', async () => {
  const { admin, accountId } = await newAccount();
  const left = async () => [
    (await admin.call(listReceivers)).data!.SmsCredits,
    (await admin.call(getAlertConfig)).data!.sms_credit,
  ];
  expect(await left()).toEqual([0, 0]);
  for (const amount of [100, -3])
    await owner.insertInto('sms_credit').values({ account_id: accountId, at: new Date(), amount, reason: 'test' }).execute();
  expect(await left()).toEqual([97, 97]);
});

test('ALARM-019, ERR-027: a receiver needs a name, a valid address and something to be reached by', async () => {
  const { admin } = await newAccount();
  const refused = async (body: ReceiverInput) => (await admin.call(saveReceiver, { body })).errors;
  expect(await refused({ name: ' ', email: 'a@example.test' })).toEqual({ name: ['SpecifyName'] });
  expect(await refused({ name: 'x'.repeat(51), email: 'a@example.test' })).toEqual({ name: ['NameLength'] });
  expect(await refused({ name: 'Åsa', email: 'asa' })).toEqual({ email: ['EnterValidEmail'] });
  expect(await refused({ name: 'Åsa' })).toEqual({ email: ['ReceiverEmailOrPhone'] });
  expect(await refused({ name: 'Åsa', email: null, phone: null, country_code: null })).toEqual({
    email: ['ReceiverEmailOrPhone'],
  });
  expect(await all(admin)).toEqual([]);
});

test('ALARM-020, ERR-028: a phone number is judged by its country before anything is saved', async () => {
  const { admin } = await newAccount();
  const refused = async (country_code: string, phone: string) =>
    (await admin.call(saveReceiver, { body: { name: 'Åsa', email: 'a@example.test', country_code, phone } })).errors;
  expect(await refused('46', '0701234567')).toEqual({ phone: ['ReceiverPhonePrefix'] });
  expect(await refused('46', '46701234567')).toEqual({ phone: ['ReceiverPhonePrefix'] });
  expect(await refused('46', '7012345')).toEqual({ phone: ['ReceiverPhoneShort'] });
  expect(await refused('999', '701234567')).toEqual({ phone: ['ReceiverDialCode'] });
  expect(await all(admin)).toEqual([]);
  const id = await add(admin, { country_code: '46', phone: '70123456' });
  expect(
    (await admin.call(saveReceiver, { body: { id, name: 'Åsa', country_code: '999' } })).errors,
    'the country code alone is judged with the number that stands',
  ).toEqual({ phone: ['ReceiverDialCode'] });
});

test('BRAND-006, DEC-38: a phone alone is enough on the first brand; the others need an e-mail and take a phone beside it', async () => {
  const phone = { name: 'Åsa', country_code: '46', phone: '701234567' };
  const first = await newAccount();
  expect((await first.admin.call(saveReceiver, { body: phone })).status).toBe(200);
  for (const brand of [1, 7]) {
    const { admin } = await newAccount(brand);
    expect((await admin.call(saveReceiver, { body: phone })).errors).toEqual({ email: ['ReceiverEmailNeeded'] });
    expect((await admin.call(saveReceiver, { body: { ...phone, email: 'a@example.test' } })).status).toBe(200);
  }
});

test('ALARM-021, ERR-027: the same e-mail, phone or user twice is refused with its message, in any spelling, and in another account it is free', async () => {
  const { admin, adminMember } = await newAccount();
  await add(admin, {
    email: 'asa@example.test',
    country_code: '46',
    phone: '701234567',
    member_id: adminMember.id,
  });
  const refused = async (body: Partial<ReceiverInput>) =>
    (await admin.call(saveReceiver, { body: { name: 'Bo', email: 'bo@example.test', ...body } })).errors;
  expect(await refused({ email: 'ASA@example.test' })).toEqual({ email: ['ReceiverEmailExists'] });
  expect(await refused({ country_code: '+46', phone: '70 123 45 67' })).toEqual({ phone: ['ReceiverPhoneExists'] });
  expect(await refused({ member_id: adminMember.id })).toEqual({ member_id: ['ReceiverMemberExists'] });
  expect((await admin.call(saveReceiver, { body: { name: 'Bo', country_code: '47', phone: '70123456' } })).status).toBe(200);
  const other = await newAccount();
  await add(other.admin, { email: 'asa@example.test' });
});

test('ALARM-021: of two racing calls with one address, one wins and the other is told why', async () => {
  const { admin } = await newAccount();
  const body = { name: 'Åsa', email: 'race@example.test' };
  const answers = await Promise.all([admin.call(saveReceiver, { body }), admin.call(saveReceiver, { body })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect(answers.find(({ status }) => status === 422)?.errors).toEqual({ email: ['ReceiverEmailExists'] });
});

test('ALARM-015, ERR-041: a change touches what was sent; over what somebody else changed meanwhile nothing is written', async () => {
  const { admin, accountId } = await newAccount();
  const id = await add(admin, {
    name: 'Åsa',
    email: 'asa@example.test',
    country_code: '46',
    phone: '701234567',
    security_alarm: 1,
  });
  await admin.call(saveReceiver, { body: { id, name: 'Åsa Öst', function_alarm: true } });
  expect(await one(admin, id)).toMatchObject({
    name: 'Åsa Öst',
    email: 'asa@example.test',
    phone: '701234567',
    security_alarm: 1,
    function_alarm: 1,
  });
  await admin.call(saveReceiver, { body: { id, name: 'Åsa Öst', phone: '' } });
  expect(await one(admin, id)).toMatchObject({ phone: '', country_code: '' });
  expect(await admin.call(saveReceiver, { body: { id, name: 'Nej', was: { name: 'Åsa' } } })).toMatchObject({
    status: 409,
    errors: 'ChangedMeanwhile',
  });
  expect((await admin.call(saveReceiver, { body: { id, name: 'Ja', was: { name: 'Åsa Öst' } } })).status).toBe(200);
  expect(await admin.call(saveReceiver, { body: { id: 2 ** 40, name: 'Ingen' } })).toMatchObject({
    status: 404,
    errors: 'ReceiverNotFound',
  });
  const changed = (subject: string, of: Record<string, readonly [unknown, unknown]>) => ({
    action: 'alarm-receiver-changed',
    subject,
    details: {
      fields: Object.keys(of).join(', '),
      changes: Object.entries(of).map(([field, [before, after]]) => ({ field, before, after })),
    },
  });
  expect(await auditOf(accountId)).toEqual([
    {
      action: 'alarm-receiver-added',
      subject: 'Åsa',
      details: {
        changes: [
          { field: 'email', before: null, after: 'asa@example.test' },
          { field: 'phone', before: null, after: '+46 701234567' },
          { field: 'security_alarm', before: null, after: true },
        ],
      },
    },
    changed('Åsa Öst', { name: ['Åsa', 'Åsa Öst'], function_alarm: [false, true] }),
    changed('Åsa Öst', { phone: ['+46 701234567', null] }),
    changed('Ja', { name: ['Åsa Öst', 'Ja'] }),
  ]);
});

test('ALARM-007, API-023: a switch is saved at once, by 0 and 1, and leaves a line only where it changed something', async () => {
  const { admin, accountId } = await newAccount();
  const id = await add(admin);
  const toggle = (type: 'security' | 'function', state: 0 | 1) =>
    admin.call(toggleReceiver, { body: { receiverId: id, type, state } });
  await toggle('security', 1);
  await toggle('function', 1);
  await toggle('security', 1);
  await toggle('function', 0);
  expect(await one(admin, id)).toMatchObject({ security_alarm: 1, function_alarm: 0 });
  const switched = (field: string, after: boolean) => ({ fields: field, changes: [{ field, before: !after, after }] });
  expect((await auditOf(accountId)).slice(1).map(({ details }) => details)).toEqual([
    switched('security_alarm', true),
    switched('function_alarm', true),
    switched('function_alarm', false),
  ]);
  expect(
    (
      await admin.request({
        method: 'POST',
        url: '/api/administration/alarm-receiver/alarm-type/toggle',
        payload: { receiverId: id, type: 'other', state: 1 },
      })
    ).statusCode,
  ).toBe(422);
});

test('DEC-40, API-020: it is removed by GET as by DELETE, not kept by any cache, and whoever told it next tells nobody', async () => {
  const { admin, accountId } = await newAccount();
  const first = await add(admin, { name: 'Första' });
  const second = await add(admin, { name: 'Andra', escalate_to: first, escalate_after_min: 15 });
  const answer = await admin.request({ method: 'GET', url: `/api/administration/alarm-receiver/${first}/delete` });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toContain('no-store');
  expect(await all(admin)).toMatchObject([{ id: second, escalate_to: null, escalate_after_min: null }]);
  expect((await admin.request({ method: 'GET', url: `/api/administration/alarm-receiver/${first}/delete` })).statusCode).toBe(
    404,
  );
  expect((await admin.call(removeReceiver, { params: { id: second } })).status).toBe(200);
  expect(await all(admin)).toEqual([]);
  expect((await auditOf(accountId)).map(({ action, subject }) => `${action} ${subject}`).slice(2)).toEqual([
    'alarm-receiver-removed Första',
    'alarm-receiver-removed Andra',
  ]);
});

test('ALARM-025, API-021, API-022: the units of a receiver are chosen by their id, and counted', async () => {
  const { admin, accountId } = await newAccount();
  const a = await makeUnit(app.database, { accountId, name: 'Ångvält' });
  const b = await makeUnit(app.database, { accountId, name: 'Bil 2' });
  const gone = await makeUnit(app.database, { accountId, name: 'Såld' });
  await owner.updateTable('unit').set({ retired_at: new Date() }).where('id', '=', gone.unitId).execute();
  await owner.updateTable('unit').set({ registration_number: 'AXR 43M' }).where('id', '=', b.unitId).execute();
  const id = await add(admin);
  expect((await assign(admin, id, a.unitId)).status).toBe(200);
  const units = (await admin.call(listReceiverUnits, { body: { receiverId: id } })).data!;
  expect(units).toEqual({
    gps: [
      { ID: b.unitId, Name: 'Bil 2', Imei: b.imei, registration_number: 'AXR 43M', IsSelected: false, isLocked: false },
      { ID: a.unitId, Name: 'Ångvält', Imei: a.imei, registration_number: null, IsSelected: true, isLocked: false },
    ],
    ble: [],
  });
  await assign(admin, id, b.unitId);
  // The log tells which were given and taken, not how many it came to alone.
  expect((await auditOf(accountId)).at(-1)?.details).toEqual({
    count: 1,
    fields: 'units',
    changes: [{ field: 'units', before: 'Ångvält', after: 'Bil 2' }],
  });
  expect(
    (await admin.call(listReceiverUnits, { body: { receiverId: id } })).data!.gps.map(({ IsSelected }) => IsSelected),
  ).toEqual([true, false]);
  expect(await one(admin, id)).toMatchObject({ total_units: 1, total_ble_units: 0, only_unit: 'Bil 2' });
  expect(await assign(admin, id, gone.unitId)).toMatchObject({ status: 404, errors: 'UnitNotFound' });
  expect(
    (await admin.call(listReceiverUnits, { body: {} })).data!.gps.some(({ IsSelected }) => IsSelected),
    'of nobody yet, nothing is chosen',
  ).toBe(false);
});

test('ALARM-024, DEC-39: at least one unit, and the text says what else to do', async () => {
  const { admin, accountId } = await newAccount();
  const unit = await makeUnit(app.database, { accountId });
  const id = await add(admin);
  await assign(admin, id, unit.unitId);
  expect((await assign(admin, id)).errors).toEqual({ terminals: ['ReceiverSelectUnit'] });
  const without = { receiver_id: id } as never;
  expect((await admin.call(assignReceiverUnits, { body: without })).errors, 'API-022').toEqual({
    terminals: ['ReceiverSelectUnit'],
  });
  expect(await one(admin, id)).toMatchObject({ total_units: 1 });
});

test('LOCK-013: a locked unit is greyed to who may see it, not there to others, chosen by nobody, and what stood on it stays', async () => {
  const { admin, accountId, adminMember } = await newAccount();
  const locker = await makeMember(app.database, { accountId });
  const lockerCaller = await app.signInAs(locker);
  const open = await makeUnit(app.database, { accountId, name: 'A' });
  const locked = await makeUnit(app.database, { accountId, name: 'B' });
  const id = await add(admin);
  await assign(admin, id, open.unitId, locked.unitId);
  await lock(locked.unitId, locker.id);

  const shown = async (caller: Caller) =>
    (await caller.call(listReceiverUnits, { body: { receiverId: id } })).data!.gps.map((unit) => [
      unit.ID,
      unit.IsSelected,
      unit.isLocked,
    ]);
  expect(await shown(admin)).toEqual([[open.unitId, true, false]]);
  expect(await shown(lockerCaller)).toEqual([
    [open.unitId, true, false],
    [locked.unitId, false, true],
  ]);
  for (const caller of [admin, lockerCaller]) expect(await one(caller, id)).toMatchObject({ total_units: 1, only_unit: 'A' });
  expect(await assign(admin, id, open.unitId, locked.unitId), 'as if it were not there').toMatchObject({
    status: 404,
    errors: 'UnitNotFound',
  });
  expect(await assign(lockerCaller, id, locked.unitId)).toMatchObject({ status: 403, errors: 'UnitLocked' });
  expect(await lockerCaller.call(addUnitReceiver, { params: { id, unitId: locked.unitId } })).toMatchObject({
    errors: 'UnitLocked',
  });
  expect(await admin.call(listUnitReceivers, { params: { deviceId: locked.unitId } })).toMatchObject({ errors: 'UnitNotFound' });
  await assign(admin, id, open.unitId);
  const rows = await owner.selectFrom('alarm_receiver_unit').select('unit_id').where('receiver_id', '=', id).execute();
  expect(rows.map(({ unit_id }) => unit_id).toSorted((x, y) => x - y)).toEqual(
    [open.unitId, locked.unitId].toSorted((x, y) => x - y),
  );
  expect(adminMember.id).not.toBe(locker.id);
});

test('API-022: units of another account and receivers of another account are not there', async () => {
  const { admin, accountId } = await newAccount();
  const other = await newAccount();
  const unit = await makeUnit(app.database, { accountId });
  const theirs = await makeUnit(app.database, { accountId: other.accountId });
  const id = await add(admin);
  const theirId = await add(other.admin);
  await assign(admin, id, unit.unitId);
  expect(await assign(admin, id, theirs.unitId)).toMatchObject({ status: 404, errors: 'UnitNotFound' });
  expect(await assign(admin, theirId, unit.unitId)).toMatchObject({ status: 404, errors: 'ReceiverNotFound' });
  expect(
    (
      await admin.call(saveReceiver, {
        body: { name: 'X', email: 'x@example.test', escalate_to: theirId, escalate_after_min: 5 },
      })
    ).errors,
  ).toEqual({
    escalate_to: ['ReceiverNotFound'],
  });
  expect(await one(admin, id)).toMatchObject({ total_units: 1 });
});

test('ALARM-028, ALARM-029, API-017, API-121: the receivers of one unit, by its id; added and taken off one by one, the last unit not', async () => {
  const { admin, accountId } = await newAccount();
  const a = await makeUnit(app.database, { accountId });
  const b = await makeUnit(app.database, { accountId });
  const first = await add(admin, { name: 'Första', terminal_id: a.unitId, device_type: 'gps' });
  const second = await add(admin, { name: 'Andra' });
  await assign(admin, second, b.unitId);
  const ofUnit = async (deviceId: number) => (await admin.call(listUnitReceivers, { params: { deviceId } })).data!;
  expect(await ofUnit(a.unitId)).toMatchObject({
    alarmReceivers: [{ id: first, terminal_id: a.unitId, device_type: 'gps', total_units: 1 }],
    SmsCredits: 0,
    can: { add: true },
  });
  expect((await admin.call(addUnitReceiver, { params: { id: second, unitId: a.unitId } })).status).toBe(200);
  expect((await ofUnit(a.unitId)).alarmReceivers.map(({ id }) => id)).toEqual([second, first]);
  expect((await admin.call(removeUnitReceiver, { params: { id: second, unitId: a.unitId } })).status).toBe(200);
  expect(await admin.call(removeUnitReceiver, { params: { id: first, unitId: a.unitId } })).toMatchObject({
    status: 422,
    errors: 'ReceiverSelectUnit',
  });
  expect((await ofUnit(a.unitId)).alarmReceivers.map(({ id }) => id)).toEqual([first]);
  expect(
    await admin.call(saveReceiver, { body: { id: first, name: 'Första', terminal_id: 1, device_type: 'ble' } }),
    'no sensor of theirs',
  ).toMatchObject({ status: 404, errors: 'SensorNotRegistered' });
});

test('API-018: of a sensor that is not theirs nobody is told who is told of it', async () => {
  const { admin } = await newAccount();
  expect(await admin.call(listSensorReceivers, { params: { deviceId: 1 } })).toMatchObject({
    status: 404,
    errors: 'SensorNotRegistered',
  });
});

test('ALARM-016: push is for users with a device that takes it, and for nobody else', async () => {
  const { admin, adminMember } = await newAccount();
  const body = { name: 'Åsa', email: 'asa@example.test', push_notification: 1 as const };
  expect((await admin.call(saveReceiver, { body })).errors).toEqual({ push_notification: ['ReceiverPushUsers'] });
  expect((await admin.call(saveReceiver, { body: { ...body, member_id: adminMember.id } })).errors).toEqual({
    push_notification: ['ReceiverPushNowhere'],
  });
  const id = await add(admin, { member_id: adminMember.id });
  expect((await one(admin, id)).member).toMatchObject({ id: adminMember.id, push_id: null });
  // What was switched on may stay on: the device may come back.
  await owner.updateTable('alarm_receiver').set({ push: true }).where('id', '=', id).execute();
  expect((await admin.call(saveReceiver, { body: { id, name: 'Åsa', push_notification: 1 } })).status).toBe(200);
});

test('ALARM-016: with a browser that takes push it can be switched on, and not once the browser is gone or push was stopped', async () => {
  const { admin, adminMember, accountId } = await newAccount();
  const id = await add(admin, { member_id: adminMember.id });
  const attempt = () => admin.call(saveReceiver, { body: { id, name: 'Åsa', push_notification: 1 } });
  const { id: browser } = await owner
    .insertInto('push_subscription')
    .values({
      account_id: accountId,
      member_id: adminMember.id,
      endpoint: `https://push.example.com/${id}`,
      public_key: 'p',
      auth_secret: 'a',
      vapid_key: 'v',
      label: 'Firefox',
      created_at: new Date(),
      gone_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await attempt()).status).toBe(422);
  await owner.updateTable('push_subscription').set({ gone_at: null }).where('id', '=', browser).execute();
  await owner.updateTable('member').set({ push_stopped_at: new Date() }).where('id', '=', adminMember.id).execute();
  expect((await attempt()).status).toBe(422);
  await owner.updateTable('member').set({ push_stopped_at: null }).where('id', '=', adminMember.id).execute();
  expect((await one(admin, id)).member?.push_id).toBe(String(adminMember.id));
  expect((await attempt()).status).toBe(200);
});

test('ALARM-012: only a member of the account who was not removed becomes a receiver', async () => {
  const { admin, accountId } = await newAccount();
  const other = await newAccount();
  const removed = await makeMember(app.database, { accountId });
  await owner.updateTable('member').set({ removed_at: new Date() }).where('id', '=', removed.id).execute();
  for (const member_id of [removed.id, other.adminMember.id, 2 ** 40])
    expect(await admin.call(saveReceiver, { body: { name: 'X', email: 'x@example.test', member_id } })).toMatchObject({
      status: 404,
      errors: 'UserNotFound',
    });
});

test('ALARM-036: the next receiver is another one and never one before, quiet hours have both ends', async () => {
  const { admin } = await newAccount();
  const a = await add(admin, { name: 'A' });
  const b = await add(admin, { name: 'B', escalate_to: a, escalate_after_min: 15 });
  const c = await add(admin, { name: 'C', escalate_to: b, escalate_after_min: 30 });
  const refused = async (body: Partial<ReceiverInput>) =>
    (await admin.call(saveReceiver, { body: { id: a, name: 'A', ...body } })).errors;
  expect(await refused({ escalate_to: a, escalate_after_min: 5 })).toEqual({ escalate_to: ['ReceiverEscalateSelf'] });
  for (const escalate_to of [b, c])
    expect(await refused({ escalate_to, escalate_after_min: 5 })).toEqual({ escalate_to: ['ReceiverEscalateCircle'] });
  expect(await refused({ escalate_to: b })).toEqual({ escalate_to: ['ReceiverEscalateBoth'] });
  expect(await refused({ escalate_to: c, escalate_after_min: 0 })).toEqual({ escalate_after_min: ['ReceiverEscalateMinutes'] });
  expect(await refused({ quiet_from: '22:00' })).toEqual({ quiet_to: ['ReceiverQuietBoth'] });
  expect(await refused({ quiet_from: '22:00', quiet_to: '22:00' })).toEqual({ quiet_to: ['ReceiverQuietSame'] });
  expect(await refused({ quiet_from: '24:00', quiet_to: '06:00' })).toEqual({ quiet_from: ['InvalidTime'] });
  expect(await one(admin, c)).toMatchObject({ escalate_to: b, escalate_after_min: 30 });
  expect(
    (await admin.call(saveReceiver, { body: { id: b, name: 'B', escalate_to: null, escalate_after_min: null } })).status,
  ).toBe(200);
  expect((await admin.call(saveReceiver, { body: { id: a, name: 'A', escalate_to: c, escalate_after_min: 5 } })).status).toBe(
    200,
  );
});

test('OPT-001: a receiver who stopped their own alerts, and one who was disabled, is shown so', async () => {
  const { admin, accountId } = await newAccount();
  const colleague = await makeMember(app.database, { accountId, fullName: 'Bo Berg' });
  const id = await add(admin, { member_id: colleague.id });
  expect(await one(admin, id)).toMatchObject({ state: 'active', member: { name: 'Bo Berg' } });
  await owner.updateTable('member').set({ alerts_stopped_at: new Date() }).where('id', '=', colleague.id).execute();
  expect((await one(admin, id)).state).toBe('stopped');
  await owner.updateTable('member').set({ disabled_at: new Date() }).where('id', '=', colleague.id).execute();
  expect((await one(admin, id)).state).toBe('disabled');
});

test('API-014, API-015, ALARM-010, ALARM-011, CONST-044: the language and zone of alerts are the account’s, by either call', async () => {
  const { admin, accountId } = await newAccount();
  expect((await admin.call(getAlertLanguage)).data).toEqual({
    Language: 'sv',
    TimeZone: 'Europe/Stockholm',
    TimeZones: ['Europe/Stockholm', 'Europe/London', 'Europe/Oslo', 'Europe/Helsinki'],
  });
  expect((await admin.call(setAlertLanguage, { body: { language: 'en', timezone: 'Europe/London' } })).status).toBe(200);
  expect((await admin.call(getOptions)).data).toMatchObject({ alert_language: 'en', alert_time_zone: 'Europe/London' });
  expect((await admin.call(setAlertLanguage, { body: { language: 'en', timezone: 'Asia/Kathmandu' } })).errors).toEqual({
    timezone: ['InvalidTimeZone'],
  });
  expect((await admin.call(setAlertLanguage, { body: { language: 'de' as 'en', timezone: 'Europe/London' } })).errors).toEqual({
    language: ['InvalidLanguage'],
  });
  expect(
    (await admin.call(setAlertLanguage, { body: { language: 'no', timezone: 'Europe/Oslo', was: { language: 'sv' } } })).errors,
    'ERR-041',
  ).toBe('ChangedMeanwhile');
  expect((await admin.call(getAlertLanguage)).data).toMatchObject({ Language: 'en', TimeZone: 'Europe/London' });
  expect((await auditOf(accountId)).map(({ action }) => action)).toEqual(['options-changed']);
});
