import { reads, writes, type RightCalls } from './right-call.ts';

const foreigners = { foreign: '404 UnitNotFound', member: '403 Forbidden' } as const;
const lookers = { visit: '403 SupportOnlyLooks', token: '403 TokenOnlyReads' } as const;

export const safeReturn = {
  'safe-return.list': reads(() => ({}), { admin: 200, visit: 200, token: 200, foreign: 200, member: '403 Forbidden' }),
  'safe-return.latest-position': reads(({ unit }) => ({ query: { imei: unit.imei } }), {
    admin: 200,
    visit: 200,
    token: 200,
    ...foreigners,
  }),
  'safe-return.switch': writes(({ unit }) => ({ body: { imei: unit.imei, status: 1 } }), {
    admin: '422 SafeHomeEnableMsg',
    ...lookers,
    ...foreigners,
  }),
  'safe-return.save-home': writes(
    ({ unit }) => ({
      body: { imei: unit.imei, radius: 300, centerLng: '18.068600', centerLat: '59.329300', address: 'Storgatan 1, Solna' },
    }),
    { admin: 200, ...lookers, ...foreigners },
  ),
  'safe-return.remove-home': writes(({ unit }) => ({ params: { imei: unit.imei } }), {
    admin: 200,
    ...lookers,
    ...foreigners,
  }),
  'safe-return.save-schedule': writes(
    ({ unit }) => ({
      body: {
        imei: unit.imei,
        schedule: [[{ day: 1, time: '18:00' }]],
        frequency: 1,
        start_date: '2190-01-01',
        time_zone: 'Europe/Stockholm',
      },
    }),
    { admin: 200, ...lookers, ...foreigners },
  ),
  'safe-return.skip': writes(({ unit }) => ({ body: { imei: unit.imei, at: '2026-11-23T17:00:00Z', is_skipped: true } }), {
    admin: '422 SafeHomeNoSuchCheck',
    ...lookers,
    ...foreigners,
  }),
} satisfies RightCalls;
