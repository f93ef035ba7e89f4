import { reads, writes, type RightCalls } from './right-call.ts';

export const commands = {
  'commands.io': reads(({ unit }) => ({ params: { imei: unit.imei } }), {
    admin: 200,
    visit: 200,
    token: 200,
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'commands.save-io': writes(({ unit }) => ({ params: { imei: unit.imei }, body: { inputs: [], outputs: [] } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'commands.switch-output': writes(({ unit }) => ({ params: { imei: unit.imei, n: 1 }, body: { state: false } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'commands.eco-driving': reads(({ unit }) => ({ params: { imei: unit.imei } }), {
    admin: 200,
    visit: 200,
    token: 200,
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'commands.set-eco-driving': writes(
    ({ unit }) => ({
      params: { imei: unit.imei },
      body: { is_on: true, acceleration_ms2: 2.5, braking_ms2: 2.7, cornering_ms2: 3.4, max_speed_kmh: null },
    }),
    {
      admin: 200,
      visit: '403 SupportOnlyLooks',
      token: '403 TokenOnlyReads',
      foreign: '404 UnitNotFound',
      member: '404 UnitNotFound',
    },
  ),
  'commands.list': reads(({ unit }) => ({ params: { imei: unit.imei } }), {
    admin: 200,
    visit: 200,
    token: 200,
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'commands.withdraw': writes(({ unit }) => ({ params: { imei: unit.imei, id: 2 ** 40 } }), {
    admin: '404 NotFound',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
} satisfies RightCalls;
