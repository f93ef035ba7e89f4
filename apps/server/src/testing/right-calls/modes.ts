import { reads, writes, type RightCalls } from './right-call.ts';

const SEEN = { admin: 200, visit: 200, token: 200, foreign: '404 UnitNotFound', member: '404 UnitNotFound' } as const;
const CHANGED = {
  visit: '403 SupportOnlyLooks',
  token: '403 TokenOnlyReads',
  foreign: '404 UnitNotFound',
  member: '403 Forbidden',
} as const;

export const modes = {
  'modes.get': reads(({ unit }) => ({ params: { imei: unit.imei } }), SEEN),
  'modes.set': writes(({ unit }) => ({ params: { imei: unit.imei }, body: { mode: '12h' } }), { ...CHANGED, admin: 200 }),
  'modes.cancel': writes(({ unit }) => ({ params: { imei: unit.imei } }), { ...CHANGED, admin: 200 }),
  'modes.start-theft': writes(({ unit }) => ({ params: { imei: unit.imei }, body: { hours: 12 } }), {
    ...CHANGED,
    admin: '409 ConfirmTheftMode',
  }),
  'modes.end-theft': writes(({ unit }) => ({ params: { imei: unit.imei } }), { ...CHANGED, admin: 200 }),
  'modes.thefts': reads(() => ({}), { admin: 200, visit: 200, token: 200, foreign: 200, member: 200 }),
  'modes.bulk-preview': reads(({ unit }) => ({ body: { imeis: [unit.imei], mode: '12h' } }), {
    ...SEEN,
    visit: '403 Forbidden',
    member: '403 Forbidden',
  }),
  'modes.bulk': writes(({ unit }) => ({ body: { imeis: [unit.imei], mode: '12h' } }), { ...CHANGED, admin: 200 }),
  'modes.report-frequency': writes(({ unit }) => ({ body: { imei: unit.imei, frequency: '12h' } }), { ...CHANGED, admin: 200 }),
  'modes.active-tracking': writes(({ unit }) => ({ body: { imei: unit.imei, state: 1 } }), { ...CHANGED, admin: 200 }),
  'modes.active-tracking-state': reads(({ unit }) => ({ params: { imei: unit.imei } }), SEEN),
} satisfies RightCalls;
