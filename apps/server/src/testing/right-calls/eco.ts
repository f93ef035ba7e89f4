import { ECO_DEFAULTS } from '@spora/contract/eco/rules';
import { reads, writes, type RightCalls } from './right-call.ts';

const OF_UNIT = { admin: 200, visit: 200, token: 200, foreign: '404 UnitNotFound', member: '404 UnitNotFound' } as const;

export const eco = {
  'eco.green-driving': reads(({ unit, day }) => ({ body: { from: day(-1), to: day(1), imeis: [unit.imei] } }), OF_UNIT),
  'eco.events': reads(({ unit, day }) => ({ body: { from: day(-1), to: day(1), imeis: [unit.imei] } }), OF_UNIT),
  'eco.settings': reads(() => ({}), { admin: 200, visit: 200, token: 200, foreign: 200, member: '403 Forbidden' }),
  'eco.save-settings': writes(() => ({ body: { settings: ECO_DEFAULTS } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: 200,
    member: '403 Forbidden',
  }),
} satisfies RightCalls;
