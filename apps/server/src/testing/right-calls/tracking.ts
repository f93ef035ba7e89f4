import { reads, stream, writes, type RightCalls } from './right-call.ts';

export const tracking = {
  'tracking.positions': reads(({ unit }) => ({ query: { imeis: unit.imei } }), {
    admin: 200,
    visit: 200,
    token: 200,
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'tracking.fleet': reads(() => ({}), { admin: 200, visit: 200, token: 200, foreign: 200, member: 200 }),
  'tracking.search-options': reads(() => ({}), { admin: 200, visit: 200, token: '403 TokenNotHere', foreign: 200, member: 200 }),
  'tracking.save-search-options': writes(() => ({ body: {} }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: 200,
    member: 200,
  }),
  'tracking.marker-title': writes(() => ({ body: { visible: 1 } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: 200,
    member: 200,
  }),
  'tracking.history': reads(({ unit, hoursAgo }) => ({ query: { imei: unit.imei, from: hoursAgo(2), to: hoursAgo(0) } }), {
    admin: 200,
    visit: 200,
    token: 200,
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'tracking.export-history': writes(
    ({ unit, hoursAgo }) => ({ params: { format: 'gpx' }, query: { imei: unit.imei, from: hoursAgo(2), to: hoursAgo(0) } }),
    {
      admin: 200,
      visit: '403 SupportOnlyLooks',
      token: '403 TokenNotHere',
      foreign: '404 UnitNotFound',
      member: '404 UnitNotFound',
    },
  ),
  'tracking.raw-positions': reads(({ unit, hoursAgo }) => ({ query: { imei: unit.imei, from: hoursAgo(2), to: hoursAgo(0) } }), {
    admin: 200,
    visit: 200,
    token: 200,
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'tracking.export-raw-positions': writes(
    ({ unit, hoursAgo }) => ({ query: { imei: unit.imei, from: hoursAgo(2), to: hoursAgo(0) } }),
    {
      admin: 200,
      visit: '403 SupportOnlyLooks',
      token: '403 TokenNotHere',
      foreign: '404 UnitNotFound',
      member: '404 UnitNotFound',
    },
  ),
  'tracking.checked-in': reads(() => ({}), { admin: 200, visit: '403 SupportOnlyLooks', token: 200, foreign: 200, member: 200 }),
  'tracking.stream': stream(() => ({})),
} satisfies RightCalls;
