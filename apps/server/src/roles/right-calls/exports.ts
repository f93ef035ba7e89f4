import { forAll, reads, writes, type RightCalls } from './right-call.ts';
import { SECRET_NAME } from './scene.ts';

export const exports = {
  'trips.verify-keys': forAll('reads', () => ({}), 200),
  'trips.verify-file': forAll('reads', () => ({ body: { sha256: '0'.repeat(64) } }), 200),
  'trips.schedules': reads(() => ({}), { admin: 200, visit: 200, token: 200, foreign: 200, member: 200 }),
  'trips.add-schedule': writes(
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
  'trips.update-schedule': writes(
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
  'trips.remove-schedule': writes(({ scheduleId }) => ({ params: { id: scheduleId } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '404 ScheduleNotFound',
    member: '404 ScheduleNotFound',
  }),
  'trips.test-schedule': writes(({ scheduleId }) => ({ params: { id: scheduleId } }), {
    admin: '404 ScheduleNotFound',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '404 ScheduleNotFound',
    member: '404 ScheduleNotFound',
  }),
  'trips.calendar-since': reads(() => ({}), { admin: 200, visit: 200, token: '403 TokenNotHere', foreign: 200, member: 200 }),
  'trips.open-calendar': writes(() => ({}), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: 200,
    member: 200,
  }),
  'trips.close-calendar': writes(() => ({}), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: 200,
    member: 200,
  }),
  'trips.calendar': forAll('reads', () => ({ params: { token: 'nobodys.ics' } }), '404 NotFound'),
  'trips.download': reads(
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
