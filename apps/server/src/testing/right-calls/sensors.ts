import { reads, writes, type RightCalls } from './right-call.ts';

const ALL = { admin: 200, visit: 200, token: 200, foreign: 200, member: 200 } as const;
const nobody = { visit: '403 SupportOnlyLooks', token: '403 TokenOnlyReads' } as const;
const NO_UNIT = { foreign: '404 UnitNotFound', member: '404 UnitNotFound' } as const;
const UNKNOWN = '404 SensorNotRegistered';
const SETTINGS = {
  name: 'Kylen',
  temperature_low_c: null,
  temperature_high_c: 8,
  humidity_low_pct: null,
  humidity_high_pct: null,
  outside_min: 20,
  door_alarm: false,
  door_delay_min: 5,
  magnet_means: 'closed',
  realarm_hours: null,
};
const MAC = '7CD9F4110C40';

export const sensors = {
  'sensors.list': reads(() => ({}), ALL),
  'sensors.tags': reads(() => ({}), ALL),
  'sensors.paired': reads(() => ({}), ALL),
  'sensors.unpaired': reads(() => ({}), ALL),
  'sensors.units': reads(() => ({}), ALL),
  'sensors.add': writes(() => ({ body: { mac: '7C:D9:F4:11:0C:41', name: 'Frysen' } }), {
    admin: 200,
    ...nobody,
    // Another account that has it by now.
    foreign: '409 SensorMacInUse',
    member: '403 Forbidden',
  }),
  'sensors.save': writes(() => ({ params: { id: 2 ** 40 }, body: SETTINGS }), {
    admin: UNKNOWN,
    ...nobody,
    foreign: UNKNOWN,
    member: '403 Forbidden',
  }),
  'sensors.remove': writes(() => ({ params: { id: 2 ** 40 } }), {
    admin: UNKNOWN,
    ...nobody,
    foreign: UNKNOWN,
    member: '403 Forbidden',
  }),
  'sensors.readings': reads(() => ({ params: { id: 2 ** 40 }, query: { span: '24h' } }), {
    admin: UNKNOWN,
    visit: UNKNOWN,
    token: UNKNOWN,
    foreign: UNKNOWN,
    member: UNKNOWN,
  }),
  'sensors.pair': writes(({ unit }) => ({ body: { mac: MAC, imei: unit.imei } }), {
    admin: UNKNOWN,
    ...nobody,
    foreign: UNKNOWN,
    member: '403 Forbidden',
  }),
  'sensors.unpair': writes(({ unit }) => ({ body: { mac: MAC, imei: unit.imei } }), {
    admin: UNKNOWN,
    ...nobody,
    foreign: UNKNOWN,
    member: '403 Forbidden',
  }),
  'sensors.unit': reads(({ unit }) => ({ params: { imei: unit.imei } }), { admin: 200, visit: 200, token: 200, ...NO_UNIT }),
  'sensors.save-unit': writes(({ unit }) => ({ params: { imei: unit.imei }, body: { is_on: false } }), {
    admin: 200,
    ...nobody,
    ...NO_UNIT,
  }),
  'sensors.enable': writes(({ unit }) => ({ params: { imei: unit.imei } }), { admin: 200, ...nobody, ...NO_UNIT }),
  'sensors.disable': writes(({ unit }) => ({ params: { imei: unit.imei }, body: {} }), { admin: 200, ...nobody, ...NO_UNIT }),
} satisfies RightCalls;
