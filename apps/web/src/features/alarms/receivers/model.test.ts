import type { DataOf } from '@spora/contract/endpoint-map';
import { expect, test } from 'vitest';
import {
  choosableUsers,
  foundUnits,
  inputOf,
  newReceiver,
  phoneText,
  receiverFaults,
  shownReceivers,
  splitPhone,
  withAll,
  withUser,
} from './model.ts';
import { readReceiverSearch } from './search.ts';
import { alarmReceiver } from './testing.ts';

const ASA = alarmReceiver({ id: 1, name: 'Åsa', email: 'z@example.test', country_code: '46', phone: '701234567' });
const BO = alarmReceiver({ id: 2, name: 'Bo', email: 'b@example.test' });
const PHONE = alarmReceiver({ id: 3, name: 'Vakt', email: '', country_code: '47', phone: '41234567' });
const ALL = [BO, PHONE, ASA];
const idsOf = (search: Parameters<typeof shownReceivers>[1]) => shownReceivers(ALL, search).map(({ id }) => id);

test('ALARM-003: a receiver is found by name, e-mail and phone, however the number is typed', () => {
  expect(idsOf({ q: 'asa' })).toEqual([1]);
  expect(idsOf({ q: 'B@EXAMPLE' })).toEqual([2]);
  for (const q of ['70 123', '070-123 45', '+46 70', '4670123']) expect(idsOf({ q }), q).toEqual([1]);
  expect(idsOf({ q: '9' })).toEqual([]);
});

test('ALARM-006: name, e-mail and phone sort both ways, and who has no value stands last', () => {
  expect(idsOf({})).toEqual([2, 3, 1]);
  expect(idsOf({ sort: '-name' })).toEqual([1, 3, 2]);
  expect([idsOf({ sort: 'email' }), idsOf({ sort: '-email' })]).toEqual([
    [2, 1, 3],
    [1, 2, 3],
  ]);
  expect([idsOf({ sort: 'phone' }), idsOf({ sort: '-phone' })]).toEqual([
    [1, 3, 2],
    [3, 1, 2],
  ]);
  expect(readReceiverSearch({ q: ' x ', sort: 'member_id', other: '1' })).toEqual({ q: 'x' });
});

test('ALARM-005: a phone is shown as +countrycode-number', () => {
  expect([phoneText(ASA), phoneText(BO)]).toEqual(['+46-701234567', '']);
});

const user = (over: Partial<DataOf<'users.list'>['user'][number]>): DataOf<'users.list'>['user'][number] => ({
  id: 7,
  full_name: 'Dag Driver',
  first_name: 'Dag',
  last_name: 'Driver',
  email: 'dag@example.test',
  phone: '',
  is_admin: false,
  two_factor: false,
  has_strong_factor: false,
  is_disabled: false,
  status: 'active',
  department: '',
  rights: [],
  units: 0,
  last_seen_at: null,
  pending_email: null,
  can: { edit: true, disable: true, remove: true, change_admin: true, reset_factor: true },
  ...over,
});

test('ALARM-013: users who are receivers, by their member id, and disabled ones are not offered', () => {
  const users = [user({ id: 7 }), user({ id: 8, full_name: 'Eva' }), user({ id: 9, is_disabled: true })];
  const receivers = [alarmReceiver({ member_id: 8 })];
  expect(choosableUsers(users, receivers, '').map(({ id }) => id)).toEqual([7]);
  expect(choosableUsers(users, [], 'eva').map(({ id }) => id)).toEqual([8]);
  expect(choosableUsers(users, [], 'DAG@').map(({ id }) => id)).toEqual([7, 8]);
});

test('ALARM-014: choosing an existing user takes name, e-mail and phone, and resets the switches to 0', () => {
  const form = { ...newReceiver('Europe/Stockholm'), security: true, function: true, push: true };
  const chosen = withUser(form, user({ phone: '46701234567' }));
  expect(chosen).toMatchObject({
    member_id: 7,
    name: 'Dag Driver',
    email: 'dag@example.test',
    country_code: '46',
    phone: '701234567',
  });
  expect(inputOf(chosen, null)).toMatchObject({
    push_notification: 0,
    security_alarm: 0,
    function_alarm: 0,
    member_id: 7,
    id: null,
  });
});

test('ALARM-014: a number without its country code is not divided as if it began with one', () => {
  const form = newReceiver('Europe/Oslo');
  expect(withUser(form, user({ phone: '46123456' }))).toMatchObject({ country_code: '47', phone: '' });
  expect(withUser(form, user({ phone: '4741234567' }))).toMatchObject({ country_code: '47', phone: '41234567' });
});

test('ALARM-018, ALARM-019, ALARM-020: what keeps a receiver from being saved', () => {
  const form = { ...newReceiver('Europe/Stockholm'), name: 'Åsa', email: 'asa@example.test' };
  const faults = (over: Partial<typeof form>, needsEmail = true) =>
    Object.fromEntries(Object.entries(receiverFaults({ ...form, ...over }, needsEmail)).filter(([, fault]) => fault));
  expect(faults({})).toEqual({});
  expect(faults({ name: ' ' })).toEqual({ name: 'SpecifyName' });
  expect(faults({ email: 'asa@' })).toEqual({ email: 'EnterValidEmail' });
  expect(faults({ email: '' })).toEqual({ email: 'ReceiverEmailNeeded' });
  expect(faults({ email: '' }, false)).toEqual({ email: 'ReceiverEmailOrPhone' });
  expect(faults({ email: '', phone: '701234567' }, false)).toEqual({});
  expect(faults({ email: '', phone: '701234567' })).toEqual({ email: 'ReceiverEmailNeeded' });
  expect(faults({ phone: '0701234567' })).toEqual({ phone: 'ReceiverPhonePrefix' });
  expect(faults({ phone: '7012345' })).toEqual({ phone: 'ReceiverPhoneShort' });
  expect(faults({ quiet_from: '22:00' })).toEqual({ quiet_to: 'ReceiverQuietBoth' });
});

const unit = (ID: number, Name: string, isLocked = false) => ({
  ID,
  Name,
  Imei: `35630704244101${ID}`,
  registration_number: `AXR 4${ID}M`,
  IsSelected: false,
  isLocked,
});
const UNITS = [unit(1, 'Ångvält'), unit(2, 'Bil'), unit(3, 'Bil låst', true)];

test('ALARM-023: units are searched by name and by IMEI', () => {
  expect(foundUnits(UNITS, 'ang').map(({ ID }) => ID)).toEqual([1]);
  expect(
    foundUnits(UNITS, 'axr42m').map(({ ID }) => ID),
    'as a plate is typed',
  ).toEqual([2]);
  expect(foundUnits(UNITS, '0442 41012').map(({ ID }) => ID)).toEqual([]);
  expect(foundUnits(UNITS, '356307 042441012').map(({ ID }) => ID)).toEqual([2]);
});

test('ALARM-026: select-all takes what is seen, never a locked unit, and leaves what is not seen as it was', () => {
  const seen = foundUnits(UNITS, 'bil');
  expect([...withAll(new Set([1]), seen, true)]).toEqual([1, 2]);
  expect([...withAll(new Set([1, 2]), seen, false)]).toEqual([1]);
});

test('ALARM-015: a number with its country code is taken apart, and one that is being typed is left alone', () => {
  expect(splitPhone('+46701740606')).toEqual({ code: '46', national: '701740606' });
  expect(splitPhone(' 0046 (0)70-174 06 06')).toEqual({ code: '46', national: '701740606' });
  expect(splitPhone('+39 06 6982 1234'), 'Italy keeps its 0').toEqual({ code: '39', national: '0669821234' });
  expect(splitPhone('+358 40 123 4567')).toEqual({ code: '358', national: '401234567' });
  for (const text of ['+46', '+4670', '070-174 06 06', '701740606', '+46 x']) expect(splitPhone(text), text).toBeNull();
});

test('ALARM-015, CONST-047: a new receiver has the dial code of the account, and Sweden’s where that says nothing', () => {
  const codes = ['Europe/Stockholm', 'Europe/Oslo', 'Europe/London', 'Asia/Kathmandu'].map(
    (zone) => newReceiver(zone).country_code,
  );
  expect(codes).toEqual(['46', '47', '44', '46']);
});
