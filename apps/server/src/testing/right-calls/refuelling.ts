import { reads, writes, type RightCalls } from './right-call.ts';

export const refuelling = {
  'refuelling.list': reads(({ unit }) => ({ params: { imei: unit.imei } }), {
    admin: 200,
    visit: 200,
    token: 200,
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'refuelling.save': writes(
    ({ unit }) => ({
      params: { imei: unit.imei },
      body: { at: '2026-01-02T08:00:00Z', fuel_type: 'diesel', amount: 40 },
    }),
    {
      admin: 200,
      visit: '403 SupportOnlyLooks',
      token: '403 TokenOnlyReads',
      foreign: '404 UnitNotFound',
      member: '404 UnitNotFound',
    },
  ),
  'refuelling.remove': writes(({ unit }) => ({ params: { imei: unit.imei, id: 2 ** 40 } }), {
    admin: '404 RefuellingNotFound',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'refuelling.restore': writes(({ unit }) => ({ params: { imei: unit.imei, id: 2 ** 40 } }), {
    admin: '404 RefuellingNotFound',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'refuelling.set-receipt': writes(
    ({ unit }) => ({ params: { imei: unit.imei, id: 2 ** 40 }, file: Buffer.from('no picture') }),
    {
      admin: '404 RefuellingNotFound',
      visit: '403 SupportOnlyLooks',
      token: '403 TokenOnlyReads',
      foreign: '404 UnitNotFound',
      member: '404 UnitNotFound',
    },
  ),
  'refuelling.remove-receipt': writes(({ unit }) => ({ params: { imei: unit.imei, id: 2 ** 40 } }), {
    admin: '404 RefuellingNotFound',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'refuelling.receipt': reads(({ unit }) => ({ params: { imei: unit.imei, id: 2 ** 40 } }), {
    admin: '404 PictureNotFound',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
} satisfies RightCalls;
