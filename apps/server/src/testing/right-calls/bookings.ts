import { forAll, reads, type RightCalls, writes } from './right-call.ts';
import type { Scene } from './scene.ts';

const nobody = { visit: '403 SupportOnlyLooks', token: '403 TokenOnlyReads' } as const;
const noUnit = { foreign: '404 UnitNotFound', member: '404 UnitNotFound' } as const;
const UNKNOWN = '404 BookingNotFound';
const unknown = { admin: UNKNOWN, ...nobody, foreign: UNKNOWN, member: UNKNOWN } as const;
const ALL = { admin: 200, visit: 200, token: 200, foreign: 200, member: 200 } as const;
const byId = () => ({ params: { id: 2 ** 40 } });

/** A day on which nothing is booked, so that each caller's try is the first. */
const out = ({ unit, day }: Scene, on: number) => ({
  imei: unit.imei,
  start_date: `${day(on)} 08:00:00`,
  end_date: `${day(on)} 09:00:00`,
  purpose: 'Besiktning',
  driver_id: null,
  kind: 'inspection',
});

export const bookings = {
  'bookings.week': reads(({ unit, day }) => ({ query: { Imeis: unit.imei, week_day: day(0) } }), {
    admin: 200,
    visit: 200,
    token: 200,
    ...noUnit,
  }),
  'bookings.month': reads(({ unit, day }) => ({ query: { Imeis: unit.imei, month: day(0).slice(0, 7) } }), {
    admin: 200,
    visit: 200,
    token: 200,
    ...noUnit,
  }),
  'bookings.drivers': reads(({ unit }) => ({ body: { imei: unit.imei } }), { admin: 200, visit: 200, token: 200, ...noUnit }),
  'bookings.drivable': reads(({ waiting }) => ({ params: { id: waiting.id } }), {
    admin: 200,
    visit: 200,
    token: 200,
    foreign: '404 UserNotFound',
    member: '404 UserNotFound',
  }),
  'bookings.save': writes((scene) => ({ body: out(scene, 30) }), { admin: 200, ...nobody, ...noUnit }),
  'bookings.update': writes((scene) => ({ body: { id: 2 ** 40, ...out(scene, 31) } }), unknown),
  'bookings.delete': writes(() => ({ body: { id: 2 ** 40 } }), unknown),
  'bookings.row': reads(byId, { admin: UNKNOWN, visit: UNKNOWN, token: UNKNOWN, foreign: UNKNOWN, member: UNKNOWN }),
  'bookings.update-row': writes((scene) => ({ ...byId(), body: { bookings: [{ id: 2 ** 40, ...out(scene, 31) }] } }), unknown),
  'bookings.check-row': reads((scene) => ({ body: { bookings: [out(scene, 32)] } }), {
    admin: 200,
    visit: 200,
    token: 200,
    ...noUnit,
  }),
  'bookings.save-row': writes((scene) => ({ body: { bookings: [out(scene, 33)] } }), { admin: 200, ...nobody, ...noUnit }),
  'bookings.get': reads(byId, { admin: UNKNOWN, visit: UNKNOWN, token: UNKNOWN, foreign: UNKNOWN, member: UNKNOWN }),
  'bookings.set-picture': writes(() => ({ ...byId(), file: Buffer.from('no picture') }), unknown),
  'bookings.remove-picture': writes(byId, unknown),
  'bookings.picture': reads(byId, { ...unknown, token: '403 TokenNotHere' }),
  'bookings.losses': reads(({ unit }) => ({ body: { losses: [{ unit_id: unit.unitId, user_id: null }] } }), ALL),
  'bookings.return': writes(byId, unknown),
  'bookings.save-hand-over': writes(() => ({ ...byId(), body: { note: 'Tankad', odometer_km: 1204, fuel_pct: 80 } }), unknown),
  'bookings.decide': writes(() => ({ ...byId(), body: { approve: true } }), unknown),
  'bookings.requests': reads(() => ({}), ALL),
  'bookings.check': reads(
    ({ unit, day }) => ({ body: { imei: unit.imei, start_date: `${day(40)} 08:00:00`, end_date: `${day(40)} 09:00:00` } }),
    { admin: 200, visit: 200, token: 200, ...noUnit },
  ),
  'bookings.find': reads(({ day }) => ({ body: { start_date: `${day(40)} 08:00:00`, end_date: `${day(40)} 09:00:00` } }), ALL),
  'bookings.export': writes(({ unit, day }) => ({ query: { month: day(0).slice(0, 7), Imeis: unit.imei } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    ...noUnit,
  }),
  'bookings.calendars': reads(() => ({}), { ...ALL, token: '403 TokenNotHere' }),
  'bookings.open-calendar': writes(({ unit }) => ({ body: { imei: unit.imei } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    ...noUnit,
  }),
  'bookings.close-calendar': writes(byId, {
    admin: '404 CalendarNotFound',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '404 CalendarNotFound',
    member: '404 CalendarNotFound',
  }),
  'bookings.calendar': forAll('reads', () => ({ params: { token: 'nobodys.ics' } }), '404 NotFound'),
  'bookings.settings': reads(() => ({}), { admin: 200, visit: 200, token: 200, foreign: 200, member: '403 Forbidden' }),
  'bookings.save-settings': writes(
    () => ({
      body: {
        needs_approval: false,
        approver_id: null,
        releases_no_shows: true,
        remind_before_start_min: 30,
        remind_before_end_min: 0,
      },
    }),
    { admin: 200, ...nobody, foreign: 200, member: '403 Forbidden' },
  ),
} satisfies RightCalls;
