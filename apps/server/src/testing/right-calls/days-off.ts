import { reads, writes, type RightCalls } from './right-call.ts';

export const daysOff = {
  'days-off.list': reads(() => ({}), { admin: 200, visit: 200, token: 200, foreign: 200, member: 200 }),
  'days-off.set': writes(() => ({ body: { day: '2026-12-28', is_off: true, name: 'Klämdag' } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: 200,
    member: '403 Forbidden',
  }),
  'days-off.check': reads(() => ({ body: { day: '2026-12-28', is_off: true } }), {
    admin: 200,
    visit: 200,
    token: 200,
    foreign: 200,
    member: '403 Forbidden',
  }),
  'days-off.reset': writes(() => ({ params: { day: '2026-12-28' } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: 200,
    member: '403 Forbidden',
  }),
} satisfies RightCalls;
