import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { ALARM_TELLINGS } from '../alarms/centre.ts';
import { defineEndpoint } from '../endpoint.ts';
import { commaList, day, id, imei, instant, lat, lng, nothing, was } from '../fields.ts';
import { BULK_MAX } from '../limits.ts';
import { workInterval } from '../units/settings.ts';
import {
  ZONE_ADDRESS_MAX,
  ZONE_ALARMS,
  ZONE_DEVICE_STATES,
  ZONE_DIRECTIONS,
  ZONE_LOG_PAGE_MAX,
  ZONE_NAME_MAX,
  ZONE_RADIUS_M,
  ZONES_PER_ACCOUNT,
} from './rules.ts';

/** GEO-016: weekdays (0 is Sunday) and the hours of these in which the zone is inactive; past midnight where `to` is not after `from`. */
const inactiveHours = z.object({ days: workInterval.shape.weekdays, from: workInterval.shape.from, to: workInterval.shape.to });
const isInterval = ({ from, to }: { from: string; to: string }) => from !== to;
const EMPTY_INTERVAL = { path: ['to'], error: msg('IntervalIsEmpty') };
const inactive = inactiveHours.refine(isInterval, EMPTY_INTERVAL);
export type ZoneInactive = z.output<typeof inactive>;

/** GEO-011: of one unit. */
const device = z.object({
  state: z.enum(ZONE_DEVICE_STATES),
  /** Since when; null of `saved`. */
  at: instant.nullable(),
});

export const zone = z.object({
  id: z.number().int(),
  name: z.string(),
  address: z.string(),
  lat: z.number(),
  lng: z.number(),
  radius: z.number(),
  is_active: z.boolean(),
  alarm: z.enum(ZONE_ALARMS),
  theft_mode_on_leave: z.boolean(),
  /** GEO-016: null: never. `time_zone` is the clock that it was told by. */
  inactive: inactiveHours.nullable(),
  time_zone: z.string(),
  /** MAP-013: made by "arm here", with one unit. */
  is_armed: z.boolean(),
  /** MAP-013: since when an armed one has been on without a break; null of any other, and while it is off. */
  armed_since: instant.nullable(),
  /** Those that the user may see; a unit without a tracker has no number. */
  imeis: z.array(z.string()),
  units: z.array(
    z.object({
      id: z.number().int(),
      imei: z.string().nullable(),
      name: z.string(),
      device,
      /** Its last crossing of the circle as it is now; null: none yet, or it is not told. Whoever entered last is inside. */
      crossed: z.object({ at: instant, direction: z.enum(ZONE_DIRECTIONS) }).nullable(),
    }),
  ),
  /** Of all its units the one that is to be looked at: rejected, else waiting, else applied, else saved. */
  device,
  /** GEO-012: as far as the user may know of it. */
  last_event: z.object({ at: instant, direction: z.enum(ZONE_DIRECTIONS), unit_name: z.string() }).nullable(),
  can: z.object({ edit: z.boolean() }),
});
export type Zone = z.output<typeof zone>;

const flag = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean);
const name = z.string(msg('SpecifyZoneName')).trim().min(1, msg('SpecifyZoneName')).max(ZONE_NAME_MAX, msg('ZoneNameLength'));
/** What is smaller than the account's own minimum is refused with the number (DEC-01). */
const radius = z
  .number(msg('ZoneRadiusMissing'))
  .int(msg('ZoneRadiusMissing'))
  .min(1, msg('ZoneRadiusMissing'))
  .max(ZONE_RADIUS_M.max, msg('ZoneRadiusTooLarge'));

const saveFields = {
  name,
  address: z.string().trim().max(ZONE_ADDRESS_MAX, msg('TextTooLong')).default(''),
  lat,
  lng,
  radius,
  imeis: z.array(imei).min(1, msg('SelectUnit')).max(BULK_MAX, msg('InvalidInput')),
  active: flag.default(true),
  alarm: z.enum(ZONE_ALARMS, msg('InvalidInput')).default('leave'),
  theft_mode_on_leave: flag.default(false),
  inactive: inactive.nullable().default(null),
};
const SAVE_ERRORS = [
  'ZoneNotFound',
  'ZoneNameTaken',
  'ZoneLimitReached',
  'ZoneRadiusTooSmall',
  'TooManyZones',
  'UnitNotFound',
  'FeatureOff',
  'ChangedMeanwhile',
] as const;

export const listZones = defineEndpoint({
  id: 'zones.list',
  kind: 'json',
  access: 'user',
  summary: 'Zones of the units that the user may see, by name, with the state of the units (API-077)',
  query: z.object({ imei: imei.optional() }),
  data: z.object({
    geofences: z.array(zone),
    /** DEC-01. */
    min_radius: z.number().int(),
    can: z.object({ add: z.boolean() }),
  }),
  errors: ['UnitNotFound'],
});

export const getZone = defineEndpoint({
  id: 'zones.get',
  kind: 'json',
  access: 'user',
  summary: 'A zone',
  params: z.object({ id }),
  data: z.object({ geofence: zone, min_radius: z.number().int() }),
  errors: ['ZoneNotFound'],
});

/** `was`: fields as the form was shown them, by their names in `zone`. */
export const saveZone = defineEndpoint({
  id: 'zones.save',
  kind: 'json',
  access: 'user',
  summary: 'Add a zone, or put another in the place of one (API-078)',
  body: z.object({
    id: id
      .nullable()
      .or(z.literal('').transform(() => null))
      .default(null),
    ...saveFields,
    was,
  }),
  data: z.object({ id: z.number().int(), geofence: zone }),
  errors: SAVE_ERRORS,
});

export const removeZone = defineEndpoint({
  id: 'zones.remove',
  kind: 'json',
  access: 'user',
  summary: 'Remove a zone; its event log stays (API-079)',
  params: z.object({ id }),
  data: nothing,
  errors: ['ZoneNotFound'],
});

export const restoreZone = defineEndpoint({
  id: 'zones.restore',
  kind: 'json',
  access: 'user',
  summary: 'Bring back a zone that was removed in the last day, as it was; what crossed it meanwhile is not told',
  params: z.object({ id }),
  data: z.object({ geofence: zone }),
  errors: ['ZoneNotFound', 'ZoneNameTaken', 'ZoneLimitReached', 'TooManyZones', 'FeatureOff'],
});

export const setZoneState = defineEndpoint({
  id: 'zones.set-state',
  kind: 'json',
  access: 'user',
  summary: 'Switch a zone on or off (API-080)',
  params: z.object({ id }),
  body: z.object({ active: flag }),
  data: z.object({
    /** Whether a unit is yet to hear of it. */
    pending: z.boolean(),
    geofence: zone,
  }),
  errors: ['ZoneNotFound', 'ZoneLimitReached'],
});

/** GEO-016; no days: the zone is always active. */
export const setAlertDays = defineEndpoint({
  id: 'zones.set-alert-days',
  kind: 'json',
  access: 'user',
  summary: 'When a zone is inactive (API-081)',
  params: z.object({ id }),
  body: z
    .object({
      days: z
        .array(z.number().int(msg('InvalidInput')).min(0, msg('InvalidInput')).max(6, msg('InvalidInput')))
        .max(7, msg('InvalidInput')),
      from: inactiveHours.shape.from.default('00:00'),
      to: inactiveHours.shape.to.default('24:00'),
    })
    .refine(isInterval, EMPTY_INTERVAL),
  data: z.object({ geofence: zone }),
  errors: ['ZoneNotFound'],
});

/** GEO-015, GEO-020: what the editor chooses from. */
export const zoneUnits = defineEndpoint({
  id: 'zones.units',
  kind: 'json',
  access: 'user',
  summary: 'Units that a zone can be for, with how many zones each has',
  query: z.object({
    /** The zone that is edited: it is not counted. */
    id: id.optional(),
  }),
  data: z.object({
    units: z.array(
      z.object({
        imei: z.string(),
        name: z.string(),
        registration_number: z.string().nullable(),
        /** Beside the zone that is edited. */
        zones: z.number().int(),
        /** Why it cannot be chosen; null: it can. */
        reason: z.enum(['limit', 'feature-off']).nullable(),
        /** On its way, for the warnings of `zoneWarnings`; null: not known, or withheld. */
        report_interval_s: z.number().nullable(),
        /** Whether its model takes zones itself, so that it reports a crossing at once. */
        takes_zones: z.boolean(),
      }),
    ),
    min_radius: z.number().int(),
  }),
  errors: ['ZoneNotFound'],
});

/** MAP-012, MAP-013. */
export const armZone = defineEndpoint({
  id: 'zones.arm',
  kind: 'json',
  access: 'user',
  summary: 'Guard a unit where it is: a zone around it, on at once (API-082)',
  body: z.object({ imei, lat: lat.optional(), lng: lng.optional(), radius: radius.optional() }),
  data: z.object({
    /** Of the order to the unit; null: its model takes no zones, and the server alone judges. */
    command_id: z.number().int().nullable(),
    geofence: zone,
  }),
  errors: ['UnitNotFound', 'FeatureOff', 'ZoneLimitReached', 'ZoneRadiusTooSmall', 'ZoneNoPosition', 'TooManyZones'],
});

export const disarmZone = defineEndpoint({
  id: 'zones.disarm',
  kind: 'json',
  access: 'user',
  summary: 'Guard a unit no longer where it was armed; nothing happens to one that is not',
  body: z.object({ imei }),
  data: nothing,
  errors: ['UnitNotFound'],
});

export const armedZone = defineEndpoint({
  id: 'zones.armed',
  kind: 'json',
  access: 'user',
  summary: 'Whether a unit is guarded where it was armed',
  params: z.object({ imei }),
  data: z.object({ geofence: zone.nullable(), can: z.object({ arm: z.boolean() }) }),
  errors: ['UnitNotFound'],
});

/** API-083: `acknowledged` and `rejected` are the unit's own words; `timed-out`: no answer, or never sent. */
export const orderState = defineEndpoint({
  id: 'zones.order-state',
  kind: 'json',
  access: 'user',
  summary: 'How an order to a unit stands (API-083)',
  params: z.object({ commandId: id }),
  data: z.object({ state: z.enum(['waiting', 'acknowledged', 'rejected', 'timed-out']) }),
  errors: ['NotFound'],
});

const rule = z.object({ id, alarm: z.enum(ZONE_ALARMS, msg('InvalidInput')), theft_mode_on_leave: flag });

export const zoneRules = defineEndpoint({
  id: 'zones.rules',
  kind: 'json',
  access: 'user',
  summary: 'What each zone tells of, by name (API-084)',
  data: z.object({
    rules: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        is_active: z.boolean(),
        alarm: z.enum(ZONE_ALARMS),
        theft_mode_on_leave: z.boolean(),
      }),
    ),
  }),
});

export const saveZoneRules = defineEndpoint({
  id: 'zones.save-rules',
  kind: 'json',
  access: 'user',
  summary: 'Say what zones tell of; those not named stay as they are, and all are changed or none (API-084)',
  body: z.object({ rules: z.array(rule).min(1, msg('InvalidInput')).max(ZONES_PER_ACCOUNT, msg('InvalidInput')) }),
  data: nothing,
  errors: ['ZoneNotFound'],
});

/** GEO-022. */
export const zoneEvent = z.object({
  /** Of this event, the same however often it is asked for. */
  key: z.string(),
  zone_id: z.number().int(),
  zone_name: z.string(),
  /** The zone is there no more. */
  is_removed: z.boolean(),
  unit: z.object({
    id: z.number().int(),
    imei: z.string().nullable(),
    name: z.string(),
    registration_number: z.string().nullable(),
  }),
  at: instant,
  direction: z.enum(ZONE_DIRECTIONS),
  /** Null once positions are no longer kept. */
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  /** The nearest street or town of the built-in table; null where the position is not kept, or nothing is near. */
  place: z.string().nullable(),
  /** Of the trip that it happened on; null where nobody is known. */
  driver: z.string().nullable(),
  /** Nobody checked in or said who drove: `driver` is who usually does. */
  driver_is_usual: z.boolean(),
  /**
   * Of a leaving, since when the unit was inside; of the last entering, that it still is. `is_since_change`: it was there when the zone was
   * made or changed. Null where it is not known, as of a zone that rests at times, or not told.
   */
  inside: z.object({ since: instant, is_since_change: z.boolean(), is_still: z.boolean() }).nullable(),
  /** GEO-019: back within the guard time, so that nobody was told. */
  is_return: z.boolean(),
  /** The alarm that it raised, and how many messages were ordered; null: none. */
  alarm: z.object({ id: z.number().int(), telling: z.enum(ALARM_TELLINGS), messages: z.number().int() }).nullable(),
});
export type ZoneEvent = z.output<typeof zoneEvent>;

const logFilter = z.object({
  imeis: commaList,
  zones: commaList,
  directions: commaList,
  from: day.optional(),
  to: day.optional(),
});

export const zoneLog = defineEndpoint({
  id: 'zones.log',
  kind: 'json',
  access: 'user',
  summary: 'What crossed the zones, the newest first; what is withheld of private use is not there (GEO-022)',
  query: logFilter.extend({
    /** `next` of the answer before. */
    after: z.string().max(80, msg('InvalidInput')).optional(),
    limit: z.coerce
      .number(msg('InvalidInput'))
      .int(msg('InvalidInput'))
      .min(1, msg('InvalidInput'))
      .max(ZONE_LOG_PAGE_MAX, msg('InvalidInput'))
      .default(50),
  }),
  data: z.object({ events: z.array(zoneEvent), next: z.string().nullable() }),
  errors: ['UnitNotFound', 'InvalidInput'],
});

export const downloadZoneLog = defineEndpoint({
  id: 'zones.download-log',
  kind: 'file',
  access: 'user',
  summary: 'The event log of the zones as CSV (GEO-022)',
  query: logFilter,
  data: z.unknown(),
  errors: ['UnitNotFound', 'InvalidInput'],
});
