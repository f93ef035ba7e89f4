import { forAll, reads, writes, type RightCalls } from './right-call.ts';
import { SECRET_NAME } from './scene.ts';

export const exports = {
  'exports.verify-keys': forAll('reads', () => ({}), 200),
  'exports.verify-file': forAll('reads', () => ({ body: { sha256: '0'.repeat(64) } }), 200),
  'exports.record-list': writes(({ unit }) => ({ body: { list: 'lock-log', format: 'csv', imei: unit.imei, rows: 3 } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'exports.schedules': reads(() => ({}), { admin: 200, visit: 200, token: 200, foreign: 200, member: 200 }),
  'exports.add-schedule': writes(
    ({ unit, waiting }) => ({
      body: {
        name: SECRET_NAME,
        every: 'week',
        format: 'csv',
        language: 'sv',
        recipient_ids: [waiting.id],
        filter: { imeis: [unit.imei] },
      },
    }),
    {
      admin: 200,
      visit: '403 SupportOnlyLooks',
      token: '403 TokenNotHere',
      foreign: '404 UnitNotFound',
      member: '404 UnitNotFound',
    },
  ),
  'exports.update-schedule': writes(
    ({ scheduleId, waiting }) => ({
      params: { id: scheduleId },
      body: { name: SECRET_NAME, every: 'week', format: 'csv', language: 'sv', recipient_ids: [waiting.id] },
    }),
    {
      admin: '404 ScheduleNotFound',
      visit: '403 SupportOnlyLooks',
      token: '403 TokenNotHere',
      foreign: '404 ScheduleNotFound',
      member: '404 ScheduleNotFound',
    },
  ),
  'exports.remove-schedule': writes(({ scheduleId }) => ({ params: { id: scheduleId } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '404 ScheduleNotFound',
    member: '404 ScheduleNotFound',
  }),
  'exports.test-schedule': writes(({ scheduleId }) => ({ params: { id: scheduleId } }), {
    admin: '404 ScheduleNotFound',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '404 ScheduleNotFound',
    member: '404 ScheduleNotFound',
  }),
  'exports.calendar-since': reads(() => ({}), { admin: 200, visit: 200, token: '403 TokenNotHere', foreign: 200, member: 200 }),
  'exports.open-calendar': writes(() => ({}), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: 200,
    member: 200,
  }),
  'exports.close-calendar': writes(() => ({}), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: 200,
    member: 200,
  }),
  'exports.calendar': forAll('reads', () => ({ params: { token: 'nobodys.ics' } }), '404 NotFound'),
  'exports.download': writes(
    ({ unit, day }) => ({
      params: { format: 'csv' },
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
} satisfies RightCalls;
