import { reads, type RightCalls } from './right-call.ts';

export const reports = {
  'reports.summary': reads(({ unit, day }) => ({ body: { from: day(-1), to: day(1), imeis: [unit.imei] } }), {
    admin: 200,
    visit: 200,
    token: 200,
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
} satisfies RightCalls;
