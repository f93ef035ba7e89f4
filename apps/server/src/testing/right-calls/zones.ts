import { reads, writes, type RightCalls } from './right-call.ts';

/** A zone that nobody has: whose zone it is, is in the tests of the zones. */
const NOWHERE = {
  admin: '404 ZoneNotFound',
  visit: '404 ZoneNotFound',
  token: '404 ZoneNotFound',
  foreign: '404 ZoneNotFound',
  member: '404 ZoneNotFound',
} as const;
const NOT_CHANGED = { ...NOWHERE, visit: '403 SupportOnlyLooks', token: '403 TokenOnlyReads' } as const;
const ALL = { admin: 200, visit: 200, token: 200, foreign: 200, member: 200 } as const;

export const zones = {
  'zones.list': reads(() => ({}), ALL),
  'zones.save': writes(({ unit }) => ({ body: { name: 'Hamnen', radius: 300, lat: 59.3, lng: 18, imeis: [unit.imei] } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'zones.units': reads(() => ({}), ALL),
  'zones.log': reads(() => ({}), ALL),
  'zones.download-log': writes(() => ({}), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: 200,
    member: 200,
  }),
  'zones.arm': writes(({ unit }) => ({ body: { imei: unit.imei, lat: 59.3, lng: 18 } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'zones.disarm': writes(({ unit }) => ({ body: { imei: unit.imei } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'zones.armed': reads(({ unit }) => ({ params: { imei: unit.imei } }), {
    admin: 200,
    visit: 200,
    token: 200,
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'zones.order-state': reads(() => ({ params: { commandId: 2 ** 40 } }), {
    admin: '404 NotFound',
    visit: '404 NotFound',
    token: '404 NotFound',
    foreign: '404 NotFound',
    member: '404 NotFound',
  }),
  'zones.rules': reads(() => ({}), ALL),
  'zones.save-rules': writes(
    () => ({ body: { rules: [{ id: 2 ** 40, alarm: 'both', theft_mode_on_leave: false }] } }),
    NOT_CHANGED,
  ),
  'zones.get': reads(() => ({ params: { id: 2 ** 40 } }), NOWHERE),
  'zones.remove': writes(() => ({ params: { id: 2 ** 40 } }), NOT_CHANGED),
  'zones.restore': writes(() => ({ params: { id: 2 ** 40 } }), NOT_CHANGED),
  'zones.set-state': writes(() => ({ params: { id: 2 ** 40 }, body: { active: 0 } }), NOT_CHANGED),
  'zones.set-alert-days': writes(() => ({ params: { id: 2 ** 40 }, body: { days: [] } }), NOT_CHANGED),
} satisfies RightCalls;
