import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { id, imei, instant, nothing, was } from '../fields.ts';
import {
  OUTSIDE_MAX_MIN,
  READINGS_KEPT_DAYS,
  readMac,
  REALARM_HOURS,
  SENSOR_HUMIDITY_PCT,
  SENSOR_NAME_MAX,
  SENSOR_TEMPERATURE_C,
} from './rules.ts';
import { SENSOR_SPANS } from './values.ts';

/** ERR-011: missing and invalid are told apart. */
const mac = z
  .string(msg('SensorMacMissing'))
  .trim()
  .min(1, msg('SensorMacMissing'))
  .transform((text, ctx) => {
    const read = readMac(text);
    if (read === null) ctx.addIssue({ code: 'custom', message: msg('SensorMacInvalid') });
    return read ?? '';
  });
const name = z.string().trim().min(1, msg('SpecifyName')).max(SENSOR_NAME_MAX, msg('SensorNameLength'));
const within = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.number(msg('OutOfLimits')).min(min, msg('OutOfLimits')).max(max, msg('OutOfLimits')).nullable();

const settings = z.object({
  /** °C; null: no limit. */
  temperature_low_c: within(SENSOR_TEMPERATURE_C),
  temperature_high_c: within(SENSOR_TEMPERATURE_C),
  humidity_low_pct: within(SENSOR_HUMIDITY_PCT),
  humidity_high_pct: within(SENSOR_HUMIDITY_PCT),
  /** A value outside for so long is an alarm. */
  outside_min: z
    .number(msg('OutOfLimits'))
    .int(msg('OutOfLimits'))
    .min(0, msg('OutOfLimits'))
    .max(OUTSIDE_MAX_MIN, msg('OutOfLimits')),
  door_alarm: z.boolean(),
  /** A door open for so long is an alarm. */
  door_delay_min: z
    .number(msg('OutOfLimits'))
    .int(msg('OutOfLimits'))
    .min(0, msg('OutOfLimits'))
    .max(OUTSIDE_MAX_MIN, msg('OutOfLimits')),
  /** What the magnet at the sensor says of the door: makes differ. */
  magnet_means: z.enum(['closed', 'open']),
  /** An alarm that lasts is raised again after so many hours; null: once. */
  realarm_hours: z.literal([...REALARM_HOURS], msg('InvalidInput')).nullable(),
});
export type SensorSettings = z.output<typeof settings>;

const isOrdered = (low: number | null, high: number | null): boolean => low === null || high === null || low < high;

const unitOf = z.object({ imei: z.string(), name: z.string() });

const place = z.object({ unit: unitOf, at: instant, lat: z.number(), lng: z.number(), uncertainty_m: z.number() });

export const sensor = z.object({
  id: z.number().int(),
  /** `7C:D9:F4:11:0C:40`. */
  mac: z.string(),
  name: z.string(),
  kind: z.enum(['sensor', 'tag']),
  /** BLE-003. */
  state: z.enum(['unpaired', 'pending', 'paired']),
  unit: unitOf.nullable(),
  /** Since when it is pending or paired. */
  since: instant.nullable(),
  /** BLE-012: while pending, when the tracker is expected to be sent it at the latest; null where that is not told. */
  expected_by: instant.nullable(),
  /** About so often its unit reports; null: not known, or not told. */
  expected_every_s: z.number().int().nullable(),
  /** The newest that is told; null: nothing yet. */
  value: z
    .object({
      at: instant,
      temperature_c: z.number().nullable(),
      humidity_pct: z.number().nullable(),
      is_open: z.boolean().nullable(),
      battery_pct: z.number().nullable(),
      battery_v: z.number().nullable(),
      battery_low: z.boolean().nullable(),
      /** BLE-017: older than twice the time after which the next one was expected. */
      is_stale: z.boolean(),
    })
    .nullable(),
  /** BLE-019: of a tag, where the unit that heard it last was then. */
  place: place.nullable(),
  settings,
  can: z.object({ edit: z.boolean() }),
});
export type Sensor = z.output<typeof sensor>;

/** BLE-012. */
export const listSensors = defineEndpoint({
  id: 'sensors.list',
  kind: 'json',
  access: 'user',
  summary: 'Bluetooth sensors and tags with their state and newest value',
  data: z.object({ sensors: z.array(sensor), can: z.object({ add: z.boolean() }) }),
});

/** MAP-001, BLE-019. */
export const listSensorTags = defineEndpoint({
  id: 'sensors.tags',
  kind: 'json',
  access: 'user',
  summary: 'Bluetooth tags for the map: where the unit was that heard each of them last',
  data: z.object({
    tags: z.array(z.object({ id: z.number().int(), name: z.string(), mac: z.string(), ...place.shape })),
  }),
});

/** BLE-002, BLE-013. */
export const addSensor = defineEndpoint({
  id: 'sensors.add',
  kind: 'json',
  access: 'user',
  summary: 'Register a Bluetooth sensor or tag by its MAC address',
  body: z.object({ mac, name }),
  data: sensor,
  errors: ['SensorMacInUse'],
});

/** BLE-015, ERR-041. */
export const saveSensor = defineEndpoint({
  id: 'sensors.save',
  kind: 'json',
  access: 'user',
  summary: 'Name, limits and alarms of a Bluetooth sensor, from now on',
  params: z.object({ id }),
  body: settings
    .extend({ name, was })
    .refine((of) => isOrdered(of.temperature_low_c, of.temperature_high_c), {
      path: ['temperature_high_c'],
      error: msg('SensorLowBelowHigh'),
    })
    .refine((of) => isOrdered(of.humidity_low_pct, of.humidity_high_pct), {
      path: ['humidity_high_pct'],
      error: msg('SensorLowBelowHigh'),
    }),
  data: sensor,
  errors: ['SensorNotRegistered', 'ChangedMeanwhile'],
});

export const removeSensor = defineEndpoint({
  id: 'sensors.remove',
  kind: 'json',
  access: 'user',
  summary: 'Remove a Bluetooth sensor; a paired one is unpaired',
  params: z.object({ id }),
  data: nothing,
  errors: ['SensorNotRegistered', 'CommandPending'],
});

export type SensorSpan = (typeof SENSOR_SPANS)[number];

/** `mean`: of the time, each value as long as it held. */
const figures = z.object({ min: z.number(), max: z.number(), mean: z.number() });
const measure = z.object({ temperature_c: figures.nullable(), humidity_pct: figures.nullable() });

/** The times in which a measure lay beyond a limit that is set now, of those of which it was told. */
const outside = z.object({
  measure: z.enum(['temperature', 'humidity']),
  side: z.enum(['above', 'below']),
  /** The limit that is set now, which all of the time is held against. */
  limit: z.number(),
  /** Since when it is that; null: it was so all the time that is asked for. */
  limit_since: instant.nullable(),
  times: z.number().int(),
  total_s: z.number().int(),
  longest_s: z.number().int(),
  /** Of one that goes on; null: it is over. */
  since: instant.nullable(),
  /** It lay there when the time that is asked for began. */
  since_may_be_older: z.boolean(),
  /** When each was and how far it went, the newest first; of more than STRETCHES_MAX the newest. */
  stretches: z.array(z.object({ at: instant, lasted_s: z.number().int(), furthest: z.number() })),
});

/** BLE-016. */
export const sensorReadings = defineEndpoint({
  id: 'sensors.readings',
  kind: 'json',
  access: 'user',
  summary: `Values of a Bluetooth sensor over a time; single ones are kept for ${READINGS_KEPT_DAYS} days, after that those of each day`,
  params: z.object({ id }),
  query: z.object({ span: z.enum(SENSOR_SPANS, msg('InvalidInput')) }),
  data: z.object({
    from: instant,
    to: instant,
    /** Of so long each point is; more than two of it without one is a gap. */
    step_s: z.number().int(),
    points: z.array(measure.extend({ at: instant, is_open: z.boolean().nullable() })),
    /** Over the whole time. */
    figures: measure,
    /** One for each limit that was passed; left out of a year, of which single values are not kept. */
    outside: z.array(outside).optional(),
  }),
  errors: ['SensorNotRegistered'],
});

/** API-109. */
export const listPairedSensors = defineEndpoint({
  id: 'sensors.paired',
  kind: 'json',
  access: 'user',
  summary: 'Bluetooth sensors that are paired with a unit, or about to be',
  data: z.array(sensor),
});

export const listUnpairedSensors = defineEndpoint({
  id: 'sensors.unpaired',
  kind: 'json',
  access: 'user',
  summary: 'Bluetooth sensors that are paired with no unit',
  data: z.array(sensor),
});

/** BLE-013. */
export const listSensorUnits = defineEndpoint({
  id: 'sensors.units',
  kind: 'json',
  access: 'user',
  summary: 'Units that a Bluetooth sensor can be paired with',
  data: z.array(
    z.object({
      imei: z.string(),
      name: z.string(),
      is_on: z.boolean(),
      sensors: z.number().int(),
      /** Whether there is room for one more. */
      has_room: z.boolean(),
    }),
  ),
});

const pairing = {
  /** ERR-012: which of the two is missing is told by one text. */
  mac: z.string().trim().optional(),
  imei: z.string().trim().optional(),
};

/** API-109, BLE-009. */
export const pairSensor = defineEndpoint({
  id: 'sensors.pair',
  kind: 'json',
  access: 'user',
  summary: 'Pair a Bluetooth sensor with a unit; the tracker is told when it is next heard of',
  body: z.object({ ...pairing, /** BLE-013: the draw of Bluetooth was agreed to. */ turn_on: z.boolean().default(false) }),
  data: sensor,
  errors: [
    ...([
      'SensorMacOrImeiMissing',
      'SensorMacInvalid',
      'SensorNotRegistered',
      'SensorPairedElsewhere',
      'SensorSlotsTaken',
    ] as const),
    ...(['SensorCouldNotPair', 'BluetoothIsOff', 'FeatureOff', 'UnitNotFound', 'UnitLocked'] as const),
    ...(['CommandNotSupported', 'CommandPending', 'InvalidImei'] as const),
  ],
});

/** API-109, BLE-004. */
export const unpairSensor = defineEndpoint({
  id: 'sensors.unpair',
  kind: 'json',
  access: 'user',
  summary: 'Unpair a Bluetooth sensor from its unit; the tracker is told when it is next heard of',
  body: z.object(pairing),
  data: sensor,
  errors: [
    ...(['SensorMacOrImeiMissing', 'SensorMacInvalid', 'SensorNotRegistered', 'SensorPairedElsewhere'] as const),
    ...(['UnitNotFound', 'UnitLocked', 'CommandPending', 'InvalidImei'] as const),
  ],
});

const bluetooth = z.object({
  imei: z.string(),
  name: z.string(),
  /** What the tracker was told last; `is_pending` until it says that it has done so. */
  is_on: z.boolean(),
  is_pending: z.boolean(),
  /** Null: the tracker takes no sensors. `is_confirmed`: the vendor's own pages say how it is told. */
  profile: z.object({ is_confirmed: z.boolean(), source: z.string() }).nullable(),
  sensors: z.array(sensor),
  /** BLE-008, mA. */
  idle_draw_ma: z.object({ without: z.number(), with: z.number() }),
  can: z.object({ edit: z.boolean() }),
});
export type UnitBluetooth = z.output<typeof bluetooth>;
const ofUnit = ['FeatureOff', 'UnitNotFound', 'UnitLocked'] as const;
const changed = [...ofUnit, 'CommandNotSupported', 'CommandPending', 'BluetoothWillUnpair'] as const;
const byImei = z.object({ imei });
/** BLE-018: the sensors that will be unpaired were shown. */
const confirm = z.boolean().default(false);

/** API-108. */
export const getUnitBluetooth = defineEndpoint({
  id: 'sensors.unit',
  kind: 'json',
  access: 'user',
  summary: 'Bluetooth of a unit and its sensors',
  params: byImei,
  data: bluetooth,
  errors: ofUnit,
});

export const saveUnitBluetooth = defineEndpoint({
  id: 'sensors.save-unit',
  kind: 'json',
  access: 'user',
  summary: 'Turn the Bluetooth of a unit on or off; off unpairs its sensors',
  params: byImei,
  body: z.object({ is_on: z.boolean(msg('InvalidInput')), confirm }),
  data: bluetooth,
  errors: changed,
});

export const enableBluetooth = defineEndpoint({
  id: 'sensors.enable',
  kind: 'json',
  access: 'user',
  summary: 'Turn the Bluetooth of a unit on',
  params: byImei,
  data: bluetooth,
  errors: changed,
});

/** BLE-005, BLE-018. */
export const disableBluetooth = defineEndpoint({
  id: 'sensors.disable',
  kind: 'json',
  access: 'user',
  summary: 'Turn the Bluetooth of a unit off, which unpairs its sensors',
  params: byImei,
  body: z.object({ confirm }),
  data: bluetooth,
  errors: changed,
});
