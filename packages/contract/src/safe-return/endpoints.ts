import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { day, imei, instant, lat, lng, was } from '../fields.ts';
import { isCheckTime, SAFE_HOME_RADIUS_M, SAFE_HOME_WEEKS_MAX } from './schedule.ts';

/** SAFE-031: what a check came to. `skipped`: somebody had said that it was not needed. */
export const CHECK_RESULTS = ['home', 'away', 'unknown', 'skipped'] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

/** SAFE-006. */
export const safeHome = z.object({
  imei: z.string(),
  name: z.string(),
  RegistrationNumber: z.string(),
  /** 1 on, 0 off. */
  status: z.number().int(),
  /** JSON text: a list for each week of the cycle, of entries with `day` (0 is Sunday) and `time` (`HH:mm`). */
  schedule: z.string(),
  frequency: z.number().int(),
  start_date: z.string().nullable(),
  /** The clock that its times are told by; null before there is a schedule. */
  time_zone: z.string().nullable(),
  /** DEC-35: that of the account's alerts. */
  alert_time_zone: z.string(),
  /** Empty before there is a home; centre and radius are null then. */
  address: z.string(),
  radius: z.number().int().nullable(),
  centerLat: z.number().nullable(),
  centerLng: z.number().nullable(),
  /** The next checks, the soonest first; none while it is off. */
  next_checks: z.array(z.object({ at: instant, is_skipped: z.boolean() })),
  /** Null before the first one, and of a moment in somebody else's private use. */
  last_check: z
    .object({
      at: instant,
      result: z.enum(CHECK_RESULTS),
      /** When it came home after one that it missed. */
      home_at: instant.nullable(),
    })
    .nullable(),
  can: z.object({ edit: z.boolean() }),
});
export type SafeHome = z.output<typeof safeHome>;

/** SAFE-032: `turned_off` says that the change switched it off, which is told. */
const changed = safeHome.extend({ turned_off: z.boolean() });

/** API-048. */
export const listSafeHomes = defineEndpoint({
  id: 'safe-return.list',
  kind: 'json',
  access: 'admin',
  summary: 'The units of the account with their safe return home',
  data: z.array(safeHome),
  errors: ['SafeHomeIsOff'],
});

/** API-049, SAFE-012. */
export const safeHomePosition = defineEndpoint({
  id: 'safe-return.latest-position',
  kind: 'json',
  access: 'admin',
  summary:
    'The last known place of a unit, to start with when its home is chosen; empty where it is not known or may not be shown',
  query: z.object({ imei }),
  data: z.object({ Latitude: z.number().optional(), Longitude: z.number().optional() }),
  errors: ['SafeHomeIsOff', 'FeatureOff', 'UnitNotFound', 'UnitLocked'],
});

/** API-050, SAFE-007. */
export const switchSafeHome = defineEndpoint({
  id: 'safe-return.switch',
  kind: 'json',
  access: 'admin',
  summary: 'Switch the safe return home of a unit on (1) or off (0)',
  body: z.object({ imei, status: z.union([z.literal(0), z.literal(1)], msg('InvalidInput')) }),
  data: safeHome,
  errors: ['SafeHomeIsOff', 'FeatureOff', 'UnitNotFound', 'UnitLocked', 'SafeHomeEnableMsg'],
});

/** API-051, SAFE-015, SAFE-016, SAFE-027, CONST-051. */
export const saveHome = defineEndpoint({
  id: 'safe-return.save-home',
  kind: 'json',
  access: 'admin',
  summary: 'Say where a unit is at home: centre, radius in metres and address',
  body: z.object({
    imei,
    radius: z.coerce
      .number(msg('InvalidInput'))
      .int(msg('InvalidInput'))
      .min(SAFE_HOME_RADIUS_M.min, msg('RadiusLessThan300'))
      .max(SAFE_HOME_RADIUS_M.max, msg('SafeHomeRadiusMost')),
    centerLng: lng,
    centerLat: lat,
    /** A longer one is cut at a word. */
    address: z.string(msg('SafeReturnHomeAddrEmpty')).trim().min(1, msg('SafeReturnHomeAddrEmpty')).max(500, msg('TextTooLong')),
    was,
  }),
  data: safeHome,
  errors: ['SafeHomeIsOff', 'FeatureOff', 'UnitNotFound', 'UnitLocked', 'ChangedMeanwhile'],
});

/** SAFE-032. */
export const removeHome = defineEndpoint({
  id: 'safe-return.remove-home',
  kind: 'json',
  access: 'admin',
  summary: 'Forget where a unit is at home; its safe return home is switched off with it',
  params: z.object({ imei }),
  data: changed,
  errors: ['SafeHomeIsOff', 'FeatureOff', 'UnitNotFound', 'UnitLocked'],
});

const checkTime = z.object({
  day: z.number(msg('InvalidInput')).int(msg('InvalidInput')).min(0, msg('InvalidInput')).max(6, msg('InvalidInput')),
  time: z.string(msg('InvalidTime')).refine(isCheckTime, { error: msg('SafeHomeQuarters') }),
});
const checkWeek = z
  .array(checkTime)
  .max(7, msg('InvalidInput'))
  .refine((week) => new Set(week.map((entry) => entry.day)).size === week.length, { error: msg('InvalidInput') });

/** API-052, SAFE-025, SAFE-026, DEC-35, DEC-36: weeks beyond the cycle are dropped; a schedule without a time switches it off. */
export const saveSchedule = defineEndpoint({
  id: 'safe-return.save-schedule',
  kind: 'json',
  access: 'admin',
  summary: 'Say when a unit is to be home',
  body: z.object({
    imei,
    schedule: z.array(checkWeek).max(SAFE_HOME_WEEKS_MAX, msg('InvalidInput')),
    frequency: z
      .number(msg('InvalidInput'))
      .int(msg('InvalidInput'))
      .min(1, msg('InvalidInput'))
      .max(SAFE_HOME_WEEKS_MAX, msg('InvalidInput')),
    start_date: day,
    time_zone: z.string(msg('InvalidTimeZone')).min(1, msg('InvalidTimeZone')).max(60, msg('InvalidTimeZone')),
    was,
  }),
  data: changed,
  errors: [
    ...(['SafeHomeIsOff', 'FeatureOff', 'UnitNotFound', 'UnitLocked'] as const),
    ...(['ErrSavePastDateMsg', 'InvalidTimeZone', 'ChangedMeanwhile'] as const),
  ],
});

/** SAFE-030. */
export const skipCheck = defineEndpoint({
  id: 'safe-return.skip',
  kind: 'json',
  access: 'admin',
  summary: 'Say that one check to come is not needed, or is after all',
  body: z.object({ imei, at: instant, is_skipped: z.boolean(msg('InvalidInput')) }),
  data: safeHome,
  errors: ['SafeHomeIsOff', 'FeatureOff', 'UnitNotFound', 'UnitLocked', 'SafeHomeNoSuchCheck'],
});
