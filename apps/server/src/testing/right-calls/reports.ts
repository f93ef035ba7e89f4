import { reads, writes, type RightCalls } from './right-call.ts';
import { SECRET_NAME, type Scene } from './scene.ts';

const ofUnit = ({ unit, day }: Scene) => ({ body: { from: day(-1), to: day(1), imeis: [unit.imei] } });
const toldToItsOwn = { admin: 200, visit: 200, token: 200, foreign: '404 UnitNotFound', member: '404 UnitNotFound' } as const;
const shutToTokens = { visit: '403 SupportOnlyLooks', token: '403 TokenNotHere' } as const;

export const reports = {
  'reports.summary': reads(ofUnit, toldToItsOwn),
  'reports.benefit-value': reads(ofUnit, toldToItsOwn),
  'reports.fuel': reads(ofUnit, toldToItsOwn),
  'reports.export': writes(
    ({ unit, day }) => ({
      params: { report: 'benefit-value', format: 'csv' },
      query: { from: day(-1), to: day(1), imeis: unit.imei },
    }),
    {
      admin: 200,
      visit: '403 SupportOnlyLooks',
      token: '403 TokenNotHere',
      foreign: '404 UnitNotFound',
      member: '404 UnitNotFound',
    },
  ),
  'reports.start-run': writes(
    ({ unit, day }) => ({ body: { report: 'summary', format: 'csv', from: day(-1), to: day(1), imeis: [unit.imei] } }),
    { admin: 200, ...shutToTokens, foreign: '404 UnitNotFound', member: '404 UnitNotFound' },
  ),
  'reports.runs': reads(() => ({}), { admin: 200, visit: 200, token: 200, foreign: 200, member: 200 }),
  'reports.run-file': writes(() => ({ params: { id: 1 } }), {
    admin: '404 ReportRunNotFound',
    ...shutToTokens,
    foreign: '404 ReportRunNotFound',
    member: '404 ReportRunNotFound',
  }),
  'reports.remove-run': writes(() => ({ params: { id: 1 } }), {
    admin: '404 ReportRunNotFound',
    ...shutToTokens,
    foreign: '404 ReportRunNotFound',
    member: '404 ReportRunNotFound',
  }),
  'reports.presets': reads(() => ({}), { admin: 200, visit: 200, token: 200, foreign: 200, member: 200 }),
  'reports.add-preset': writes(() => ({ body: { report: 'summary', name: SECRET_NAME, search: { group: 'driver' } } }), {
    admin: 200,
    ...shutToTokens,
    foreign: 200,
    member: 200,
  }),
  'reports.update-preset': writes(() => ({ params: { id: 2 ** 40 }, body: { is_shared: true } }), {
    admin: '404 PresetNotFound',
    ...shutToTokens,
    foreign: '404 PresetNotFound',
    member: '404 PresetNotFound',
  }),
  'reports.remove-preset': writes(() => ({ params: { id: 2 ** 40 } }), {
    admin: '404 PresetNotFound',
    ...shutToTokens,
    foreign: '404 PresetNotFound',
    member: '404 PresetNotFound',
  }),
} satisfies RightCalls;
