import { browserAt } from '../push-service.ts';
import { forAll, reads, type RightCalls, writes } from './right-call.ts';

const NOT_FOUND = {
  admin: '404 AlarmNotFound',
  visit: '404 AlarmNotFound',
  token: '403 TokenNotHere',
  foreign: '404 AlarmNotFound',
  member: '404 AlarmNotFound',
} as const;

/** Whoever asks with it has it from then on. */
const BROWSER = browserAt('https://push.example.com/wpush/1');

export const alarms = {
  'alarms.opt-out': forAll(
    'writes',
    () => ({ body: { nt_useremail: 'nobody@example.test', nt_password: 'nothing' } }),
    '401 InvalidLogin',
  ),
  'alarms.look-at-alarm-link': forAll('reads', () => ({ body: { token: 'A'.repeat(22) } }), '404 ShareOver'),
  'alarms.look-at-link': forAll('reads', () => ({ body: { token: 'A'.repeat(43) } }), '404 ReceiverLinkUnknown'),
  'alarms.stop-by-link': forAll('writes', () => ({ body: { token: 'A'.repeat(43), stops: true } }), '404 ReceiverLinkUnknown'),
  'alarms.stop-by-mail-program': forAll(
    'writes',
    () => ({ params: { token: 'A'.repeat(43) }, file: Buffer.from('List-Unsubscribe=One-Click') }),
    '404 ReceiverLinkUnknown',
  ),
  'alarms.list': reads(() => ({}), { admin: 200, visit: 200, token: '403 TokenNotHere', foreign: 200, member: 200 }),
  'alarms.open': reads(() => ({}), { admin: 200, visit: 200, token: '403 TokenNotHere', foreign: 200, member: 200 }),
  'alarms.untold': reads(() => ({}), { admin: 200, visit: 200, token: '403 TokenNotHere', foreign: 200, member: 200 }),
  // Whose alarm it is, is in the tests of the alarm centre.
  'alarms.get': reads(() => ({ params: { id: 1 } }), NOT_FOUND),
  'alarms.set-state': writes(() => ({ body: { ids: [1], state: 'seen' } }), {
    ...NOT_FOUND,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
  }),
  'alarms.unit-settings': reads(({ unit }) => ({ params: { imei: unit.imei } }), {
    admin: 200,
    visit: 200,
    token: '403 TokenNotHere',
    foreign: '404 UnitNotFound',
    member: '403 Forbidden',
  }),
  'alarms.set-unit-settings': writes(
    ({ unit }) => ({ params: { imei: unit.imei }, body: { kinds: [{ kind: 'towing', is_on: false }] } }),
    {
      admin: 200,
      visit: '403 SupportOnlyLooks',
      token: '403 TokenNotHere',
      foreign: '404 UnitNotFound',
      member: '403 Forbidden',
    },
  ),
  'alarms.mute': writes(({ unit }) => ({ params: { imei: unit.imei }, body: { until: null } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'alarms.push-browsers': reads(() => ({}), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: 200,
    member: 200,
  }),
  'alarms.push': writes(
    () => ({ body: { endpoint: BROWSER.endpoint, keys: { p256dh: BROWSER.publicKey, auth: BROWSER.authSecret } } }),
    { admin: 200, visit: '403 SupportOnlyLooks', token: '403 TokenNotHere', foreign: 200, member: 200 },
  ),
  'alarms.push-off': writes(() => ({ params: { id: 2 ** 40 } }), {
    admin: '404 NotFound',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '404 NotFound',
    member: '404 NotFound',
  }),
  'alarms.push-test': writes(() => ({}), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: 200,
    member: 200,
  }),
  'alarms.receivers': reads(() => ({}), {
    admin: 200,
    visit: 200,
    token: '403 TokenNotHere',
    foreign: 200,
    member: '403 Forbidden',
  }),
  'alarms.unit-receivers': reads(({ unit }) => ({ params: { deviceId: unit.unitId } }), {
    admin: 200,
    visit: 200,
    token: '403 TokenNotHere',
    foreign: '404 UnitNotFound',
    member: '403 Forbidden',
  }),
  'alarms.sensor-receivers': reads(() => ({ params: { deviceId: 2 ** 40 } }), {
    admin: '404 SensorNotRegistered',
    visit: '404 SensorNotRegistered',
    token: '403 TokenNotHere',
    foreign: '404 SensorNotRegistered',
    member: '403 Forbidden',
  }),
  'alarms.add-sensor-receiver': writes(({ receiverId }) => ({ params: { id: receiverId, deviceId: 2 ** 40 } }), {
    admin: '404 SensorNotRegistered',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '404 ReceiverNotFound',
    member: '403 Forbidden',
  }),
  'alarms.remove-sensor-receiver': writes(({ receiverId }) => ({ params: { id: receiverId, deviceId: 2 ** 40 } }), {
    admin: '404 SensorNotRegistered',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '404 ReceiverNotFound',
    member: '403 Forbidden',
  }),
  'alarms.save-receiver': writes(
    ({ unit }) => ({ body: { name: 'Åsa Öst', email: 'larm@example.test', terminal_id: unit.unitId, device_type: 'gps' } }),
    {
      admin: 200,
      visit: '403 SupportOnlyLooks',
      token: '403 TokenNotHere',
      foreign: '404 UnitNotFound',
      member: '403 Forbidden',
    },
  ),
  // DEC-40: a write by GET, shut to whoever may only look.
  'alarms.delete-receiver': writes(({ receiverId }) => ({ params: { id: receiverId } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '404 ReceiverNotFound',
    member: '403 Forbidden',
  }),
  'alarms.remove-receiver': writes(({ receiverId }) => ({ params: { id: receiverId } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '404 ReceiverNotFound',
    member: '403 Forbidden',
  }),
  'alarms.receiver-units': reads(({ receiverId }) => ({ body: { receiverId } }), {
    admin: 200,
    visit: 200,
    token: '403 TokenNotHere',
    foreign: '404 ReceiverNotFound',
    member: '403 Forbidden',
  }),
  'alarms.assign-units': writes(
    ({ receiverId, unit }) => ({
      body: { receiver_id: receiverId, terminals: [{ terminal_id: unit.unitId, device_type: 'gps' }] },
    }),
    {
      admin: 200,
      visit: '403 SupportOnlyLooks',
      token: '403 TokenNotHere',
      foreign: '404 ReceiverNotFound',
      member: '403 Forbidden',
    },
  ),
  'alarms.add-unit-receiver': writes(({ receiverId, unit }) => ({ params: { id: receiverId, unitId: unit.unitId } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '404 ReceiverNotFound',
    member: '403 Forbidden',
  }),
  'alarms.remove-unit-receiver': writes(({ receiverId, unit }) => ({ params: { id: receiverId, unitId: unit.unitId } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '404 ReceiverNotFound',
    member: '403 Forbidden',
  }),
  'alarms.toggle-receiver': writes(({ receiverId }) => ({ body: { receiverId, type: 'security', state: 1 } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '404 ReceiverNotFound',
    member: '403 Forbidden',
  }),
  'alarms.test-receiver': writes(({ receiverId }) => ({ params: { id: receiverId }, body: { channel: 'email' } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '404 ReceiverNotFound',
    member: '403 Forbidden',
  }),
  'alarms.receiver-messages': reads(({ receiverId }) => ({ params: { id: receiverId } }), {
    admin: 200,
    visit: 200,
    token: '403 TokenNotHere',
    foreign: '404 ReceiverNotFound',
    member: '403 Forbidden',
  }),
  'alarms.alert-config': reads(() => ({}), {
    admin: 200,
    visit: 200,
    token: '403 TokenNotHere',
    foreign: 200,
    member: '403 Forbidden',
  }),
  // Those of the one parent account are in a test of their own.
  'alarms.alert-numbers': reads(() => ({}), {
    admin: '403 Forbidden',
    visit: '403 Forbidden',
    token: '403 TokenNotHere',
    foreign: '403 Forbidden',
    member: '403 Forbidden',
  }),
  'alarms.save-alert-number': writes(
    () => ({
      body: { id: null, name: 'Jour', country_code: '46', phone: '701234567', security_alarm: true, function_alarm: false },
    }),
    {
      admin: '403 Forbidden',
      visit: '403 SupportOnlyLooks',
      token: '403 TokenNotHere',
      foreign: '403 Forbidden',
      member: '403 Forbidden',
    },
  ),
  'alarms.remove-alert-number': writes(() => ({ params: { id: 2 ** 40 } }), {
    admin: '403 Forbidden',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '403 Forbidden',
    member: '403 Forbidden',
  }),
  'alarms.alert-language': reads(() => ({}), {
    admin: 200,
    visit: 200,
    token: '403 TokenNotHere',
    foreign: 200,
    member: '403 Forbidden',
  }),
  'alarms.set-alert-language': writes(() => ({ body: { language: 'sv', timezone: 'Europe/Stockholm' } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: 200,
    member: '403 Forbidden',
  }),
} satisfies RightCalls;
