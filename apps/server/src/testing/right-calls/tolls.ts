import { reads, writes, type RightCalls } from './right-call.ts';

const ALL = { admin: 200, visit: 200, token: 200, foreign: 200, member: 200 } as const;
const NOT_FOR_MEMBERS = { member: '403 Forbidden' } as const;

export const tolls = {
  'tolls.report': reads(({ unit, day }) => ({ body: { from: day(-1), to: day(1), imeis: [unit.imei] } }), {
    admin: 200,
    visit: 200,
    token: 200,
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  // Of a passage that there is, it is in the tests of the tolls.
  'tolls.passage': reads(() => ({ query: { key: '1-nowhere-1' } }), {
    admin: '404 TollPassageNotFound',
    visit: '404 TollPassageNotFound',
    token: '404 TollPassageNotFound',
    foreign: '404 TollPassageNotFound',
    member: '404 TollPassageNotFound',
  }),
  // Trips of others are no trips: what is told of one's own is in the tests of the tolls.
  'tolls.of-trips': reads(() => ({ body: { trip_ids: [2 ** 40] } }), ALL),
  'tolls.stations': reads(() => ({}), ALL),
  // A station that there is not: what comes of one that there is, is in the tests of the tolls.
  'tolls.correct': writes(
    ({ unit, hoursAgo }) => ({
      body: { imei: unit.imei, station_id: 'nowhere', at: hoursAgo(2), kind: 'passed', reason: 'Fakturan' },
    }),
    {
      admin: '409 TollStationUnknown',
      visit: '403 SupportOnlyLooks',
      token: '403 TokenOnlyReads',
      foreign: '404 UnitNotFound',
      ...NOT_FOR_MEMBERS,
    },
  ),
  'tolls.undo-correction': writes(() => ({ params: { id: 2 ** 40 } }), {
    admin: '404 TollCorrectionNotFound',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '404 TollCorrectionNotFound',
    ...NOT_FOR_MEMBERS,
  }),
  // Of a passage that there is, it is in the tests of the tolls.
  'tolls.review': writes(
    ({ unit, hoursAgo }) => ({
      body: {
        passages: [{ imei: unit.imei, station_id: 'nowhere', at: hoursAgo(2) }],
        kind: 'passed',
        reason: 'Fakturan',
      },
    }),
    {
      admin: '404 TollPassageNotFound',
      visit: '403 SupportOnlyLooks',
      token: '403 TokenOnlyReads',
      foreign: '404 UnitNotFound',
      ...NOT_FOR_MEMBERS,
    },
  ),
  'tolls.undo-review': writes(() => ({ body: { ids: [2 ** 40] } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: 200,
    ...NOT_FOR_MEMBERS,
  }),
} satisfies RightCalls;
