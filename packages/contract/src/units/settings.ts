import { DAY_MS } from '@spora/calendar/durations';
import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { day, id, imei, instant, was } from '../fields.ts';
import {
  TRIP_TYPES,
  TRIP_SETTING_LIMITS,
  SPEED_LIMIT_KMH,
  WORK_INTERVALS_MAX,
  MAP_HIDING,
  BATTERY_KINDS,
  type BatteryKind,
  BATTERY_THRESHOLD_LIMITS,
} from './values.ts';

const byImei = z.object({ imei });
/** From when a setting holds: a day that has been, or now when absent. */
const from = day.optional();

/** TRIP-026: what holds for a unit of which nothing else was said. */
export const TRIP_SETTING_DEFAULTS = { stop_timeout_s: 300, ignition_off_s: 120, data_gap_s: 3600, min_distance_m: 200 } as const;

const within = (key: keyof typeof TRIP_SETTING_LIMITS) =>
  z
    .number(msg('InvalidInput'))
    .int(msg('InvalidInput'))
    .min(TRIP_SETTING_LIMITS[key][0], msg('OutOfLimits'))
    .max(TRIP_SETTING_LIMITS[key][1], msg('OutOfLimits'));

const tripSettingFields = {
  default_trip_type: z.enum(TRIP_TYPES),
  stop_timeout_s: within('stop_timeout_s'),
  ignition_off_s: within('ignition_off_s'),
  data_gap_s: within('data_gap_s'),
  min_distance_m: within('min_distance_m'),
  /** Who drives unless somebody else is known to. */
  driver_id: id.nullable(),
  /** The digital input that the driver's private switch is wired to. */
  private_switch_input: within('private_switch_input').nullable(),
};

/** UNIT-016, UNIT-020: what the log of trips is made by. */
export const tripSettings = z.object({
  ...tripSettingFields,
  /** Since when it holds like this; null: always. */
  valid_from: instant.nullable(),
  drivers: z.array(z.object({ id: z.number().int(), full_name: z.string() })),
  can: z.object({ edit: z.boolean(), edit_past: z.boolean() }),
});
export type UnitTripSettings = z.output<typeof tripSettings>;

export const getTripSettings = defineEndpoint({
  id: 'units.trip-settings',
  kind: 'json',
  access: 'user',
  summary: 'What the trips of a unit are made by',
  params: byImei,
  data: tripSettings,
  errors: ['UnitNotFound', 'UnitLocked'],
});

/** Only what is sent is changed. Trips from `from` on are computed again; who drives is changed from now only. */
export const saveTripSettings = defineEndpoint({
  id: 'units.save-trip-settings',
  kind: 'json',
  access: 'user',
  summary: 'Change what the trips of a unit are made by, from now or from a day on',
  params: byImei,
  body: z.object(tripSettingFields).partial().extend({ from, was }),
  data: tripSettings,
  errors: ['UnitNotFound', 'UnitLocked', 'UserNotFound', 'SettingsDayInvalid', 'ChangedMeanwhile', 'PrivateUseSince'],
});

/** UNIT-018. */
const speedAddressFields = {
  hides_speed: z.boolean(),
  speed_limit_kmh: z
    .number(msg('InvalidInput'))
    .int(msg('InvalidInput'))
    .min(SPEED_LIMIT_KMH.min, msg('OutOfLimits'))
    .max(SPEED_LIMIT_KMH.max, msg('OutOfLimits'))
    .nullable(),
  resolves_addresses: z.boolean(),
};
export const speedAddress = z.object({ ...speedAddressFields, can: z.object({ edit: z.boolean() }) });

export const getSpeedAddress = defineEndpoint({
  id: 'units.speed-address',
  kind: 'json',
  access: 'user',
  summary: 'Whether a unit shows its speed and has its addresses looked up',
  params: byImei,
  data: speedAddress,
  errors: ['UnitNotFound', 'UnitLocked'],
});

export const saveSpeedAddress = defineEndpoint({
  id: 'units.save-speed-address',
  kind: 'json',
  access: 'user',
  summary: 'Show or hide the speed of a unit, its speed limit, and whether addresses are looked up',
  params: byImei,
  body: z.object(speedAddressFields).partial().extend({ was }),
  data: speedAddress,
  errors: ['UnitNotFound', 'UnitLocked', 'ChangedMeanwhile'],
});

/** CONST-043: 0 is Sunday, 1 to 6 are Monday to Saturday. */
export const weekday = z
  .number(msg('InvalidInput'))
  .int(msg('InvalidInput'))
  .min(0, msg('InvalidInput'))
  .max(6, msg('InvalidInput'));
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, msg('InvalidTime'));

/** A stretch of the day by the account's clock; one that ends at or before its start goes on past midnight. */
export const workInterval = z
  .object({
    weekdays: z.array(weekday).min(1, msg('SelectWorkingDay')).max(7),
    from: timeOfDay.refine((text) => text !== '24:00', { error: msg('InvalidTime') }),
    to: timeOfDay,
  })
  .refine((interval) => interval.from !== interval.to, { path: ['to'], error: msg('IntervalIsEmpty') });
export type WorkInterval = z.output<typeof workInterval>;

const workingHoursFields = {
  is_active: z.boolean(),
  intervals: z.array(workInterval).max(WORK_INTERVALS_MAX, msg('InvalidInput')),
  /** TRIP-024: the type of trips that start within or outside them; null: they say nothing of it. */
  inside_type: z.enum(TRIP_TYPES).nullable(),
  outside_type: z.enum(TRIP_TYPES).nullable(),
  hide_from_admins: z.enum(MAP_HIDING),
};
export const workingHours = z.object({
  ...workingHoursFields,
  time_zone: z.string(),
  valid_from: instant.nullable(),
  can: z.object({ edit: z.boolean() }),
});
export type UnitWorkingHours = z.output<typeof workingHours>;

/** UNIT-025, API-099. */
export const getWorkingHours = defineEndpoint({
  id: 'units.working-hours',
  kind: 'json',
  access: 'user',
  summary: 'The working hours of a unit',
  params: byImei,
  data: workingHours,
  errors: ['UnitNotFound', 'UnitLocked'],
});

/** UNIT-026: hiding on the map holds from now on, whatever day the rest holds from. */
export const saveWorkingHours = defineEndpoint({
  id: 'units.save-working-hours',
  kind: 'json',
  access: 'user',
  summary: 'Change the working hours of a unit, from now or from a day on',
  params: byImei,
  body: z
    .object({ ...workingHoursFields, from, was })
    .refine((hours) => !hours.is_active || hours.intervals.length > 0, { path: ['intervals'], error: msg('SelectWorkingDay') }),
  data: workingHours,
  errors: ['UnitNotFound', 'UnitLocked', 'SettingsDayInvalid', 'ChangedMeanwhile'],
});

/**
 * TRIP-032: what a change of days gone by would make of the trips since then, before it is made. Trips whose type was said by hand, by a
 * place or by the private switch, and attested ones, keep theirs whatever is asked.
 */
export const checkTripTypes = defineEndpoint({
  id: 'units.check-trip-types',
  kind: 'json',
  access: 'user',
  summary: 'How many trips of a unit would become private if its working hours or usual type were others from a day on',
  params: byImei,
  body: z.object({
    from: day,
    working_hours: z.object(workingHoursFields).omit({ hide_from_admins: true }).optional(),
    default_trip_type: z.enum(TRIP_TYPES).optional(),
  }),
  /** `becoming_private`: trips that are not private now; afterwards only their drivers can change them. */
  data: z.object({ becoming_private: z.number().int() }),
  errors: ['UnitNotFound', 'UnitLocked', 'SettingsDayInvalid'],
});

/** UNIT-027, CONST-009: how far a measured voltage may be from the true one. */
export const VOLTAGE_MARGIN = 0.03;
export const BATTERY_THRESHOLD_DEFAULTS: Readonly<Record<BatteryKind, number>> = { '12': 11.8, '24': 23.6, 'built-in': 3.6 };
export const VOLTAGE_HISTORY_MAX_DAYS = 31;

const threshold = (kind: BatteryKind) =>
  z
    .number(msg('InvalidInput'))
    .min(BATTERY_THRESHOLD_LIMITS[kind][0], msg('OutOfLimits'))
    .max(BATTERY_THRESHOLD_LIMITS[kind][1], msg('OutOfLimits'));
const thresholds = z.object({ '12': threshold('12'), '24': threshold('24'), 'built-in': threshold('built-in') });

export const battery = z.object({
  unit_id: z.number().int(),
  imei: z.string(),
  name: z.string(),
  registration_number: z.string().nullable(),
  kind: z.enum(BATTERY_KINDS),
  voltage_v: z.number(),
  /** When the unit was last heard of. */
  at: instant,
  /** `uncertain`: within the margin of error of the threshold. */
  state: z.enum(['low', 'uncertain', 'well']),
});
export type Battery = z.output<typeof battery>;

export const lowBattery = z.object({
  thresholds: z.object({ '12': z.number(), '24': z.number(), 'built-in': z.number() }),
  margin: z.number(),
  batteries: z.array(battery),
  can: z.object({ edit: z.boolean() }),
});

export const getLowBattery = defineEndpoint({
  id: 'units.low-battery',
  kind: 'json',
  access: 'user',
  summary: 'The batteries of the units the user may see, and what counts as low',
  data: lowBattery,
});

export const saveBatteryThresholds = defineEndpoint({
  id: 'units.save-battery-thresholds',
  kind: 'json',
  access: 'admin',
  summary: 'Below which voltage a battery is low',
  body: z.object({ thresholds }),
  data: lowBattery,
});

export const voltageHistory = defineEndpoint({
  id: 'units.voltage-history',
  kind: 'json',
  access: 'user',
  summary: 'The voltage of a unit over time, lowest and highest of each stretch',
  params: byImei,
  query: z
    .object({ from: instant, to: instant })
    .refine((q) => Date.parse(q.to) > Date.parse(q.from), { path: ['to'], error: msg('EndDateMustBeAfterStart') })
    .refine((q) => Date.parse(q.to) - Date.parse(q.from) <= VOLTAGE_HISTORY_MAX_DAYS * DAY_MS + 3_600_000, {
      path: ['from'],
      error: msg('OutOfLimits'),
    }),
  data: z.object({
    points: z.array(
      z.object({
        time: instant,
        /** Of the vehicle. */
        vehicle_min_v: z.number().nullable(),
        vehicle_max_v: z.number().nullable(),
        built_in_v: z.number().nullable(),
      }),
    ),
  }),
  errors: ['UnitNotFound', 'UnitLocked'],
});
