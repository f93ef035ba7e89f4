import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { commaList, imei, instant, lat, lng, nothing } from '../fields.ts';
import { ADDRESS_SEARCH_MIN } from '../limits.ts';
import { unit } from '../units/endpoints.ts';
import { UNIT_STATES } from './values.ts';

export const unitState = z.enum(UNIT_STATES);
export type UnitState = z.output<typeof unitState>;
/**
 * MAP-033: why a unit has no position. `private`: somebody else's private trip is under way (MAP-031). `hidden`: from
 * administrators, by the unit's working hours (MAP-004).
 */
export const NO_POSITION_REASONS = ['never-connected', 'bluetooth-only', 'no-fix', 'private', 'hidden'] as const;

/** The newest position of a unit with what the card shows (MAP-021). Absent values are unknown, never zero. */
export const latestPosition = z.object({
  time: instant,
  lat: z.number(),
  lng: z.number(),
  speed_kmh: z.number(),
  heading_deg: z.number(),
  altitude_m: z.number(),
  satellites: z.number().int(),
  hdop: z.number().optional(),
  accuracy_m: z.number().optional(),
  ignition: z.boolean().optional(),
  external_voltage_v: z.number().optional(),
  battery_voltage_v: z.number().optional(),
  battery_pct: z.number().optional(),
  odometer_m: z.number().optional(),
  operating_hours_s: z.number().optional(),
  temperature_c: z.array(z.number().nullable()).optional(),
  humidity_pct: z.array(z.number().nullable()).optional(),
});

/** Without what no map shows: features are of the unit's page, and a live event carries no more than it must. */
export const liveUnit = unit.omit({ features: true }).extend({
  state: unitState,
  /** When the state began, so that "parked 3 h" can tick without calls. */
  state_since: instant.nullable(),
  /** The unit has made no trip that is known: it stood when its record began. */
  state_may_be_older: z.boolean().optional(),
  /** After this instant without contact the unit is shown as no-contact; from its own reporting mode (MAP-019). */
  contact_expected_by: instant.nullable(),
  last_contact: instant.nullable(),
  no_position_reason: z.enum(NO_POSITION_REASONS).nullable(),
  driver: z.string().nullable(),
  address: z.string().nullable(),
  address_is_approximate: z.boolean(),
  /** PLACE-012: the account's name for where it stands. */
  place: z.string().optional(),
  position: latestPosition.nullable(),
});
export type LiveUnit = z.output<typeof liveUnit>;

/** So many units are packed for who takes both forms: of fewer the whole JSON is as quick, and one answer instead of two. */
export const PACKED_FROM_UNITS = 500;

/**
 * The packed form (`Accept: application/octet-stream`) holds what list and map draw of the units that have ever reported, by
 * `@spora/telemetry/packed-positions`; its states are indexes into UNIT_STATES, its details `server_time` and `last_event_id`. Names
 * and groups come from `tracking.fleet`. Who accepts JSON as well is answered JSON of fewer than PACKED_FROM_UNITS units.
 */
const IDS_MAX = 200;
export const positions = defineEndpoint({
  id: 'tracking.positions',
  kind: 'packed',
  access: 'user',
  summary: 'Latest positions of the units the user may see (API-055)',
  query: z.object({
    since: instant.optional(),
    imeis: commaList,
    /** Of these units, as far as the user may see them. */
    ids: commaList.pipe(z.array(z.string().regex(/^[1-9]\d{0,14}$/)).max(IDS_MAX)).transform((ids) => ids.map(Number)),
  }),
  data: z.object({
    units: z.array(liveUnit),
    server_time: instant.describe(
      'When the response was made. Compute the age of positions from it, and send it as the next `since`',
    ),
    last_event_id: z
      .string()
      .describe('The newest event that the positions take account of: send it as `Last-Event-ID` to be told of what comes after'),
  }),
  errors: ['UnitNotFound'],
});

/** What a unit is called and belongs to, one list per field, in order of id: ten thousand objects would say each name ten thousand times. */
export const fleetColumns = z.object({
  id: z.array(unit.shape.id),
  imei: z.array(unit.shape.imei),
  kind: z.array(unit.shape.kind),
  name: z.array(unit.shape.name),
  registration_number: z.array(unit.shape.registration_number),
  colour: z.array(unit.shape.colour),
  marker_symbol: z.array(unit.shape.marker_symbol),
  icon: z.array(unit.shape.icon),
  department: z.array(unit.shape.department),
  project: z.array(unit.shape.project),
  tags: z.array(unit.shape.tags),
  hides_speed: z.array(z.boolean()),
  driver: z.array(liveUnit.shape.driver),
  /** Units that are not among the packed positions, since they never reported. */
  unreported: z.array(liveUnit.pick({ id: true, state: true, last_contact: true, no_position_reason: true })),
});
export type FleetColumns = z.output<typeof fleetColumns>;

/** What the packed positions do not say of units. It changes seldom: who names the version that they know is answered no more than that it holds. */
export const fleet = defineEndpoint({
  id: 'tracking.fleet',
  kind: 'json',
  access: 'user',
  summary: 'Names and groups of the units the user may see, beside their packed positions',
  query: z.object({ known: z.string().max(64).optional() }),
  data: z.object({ version: z.string(), units: fleetColumns.nullable() }),
});

/** MAP-018: last filters, sort and shown groups, per user. */
export const searchOptions = z.object({
  search: z.string().max(100).default(''),
  states: z.array(unitState).max(20).default([]),
  kinds: z.array(z.string().max(40)).max(20).default([]),
  departments: z.array(z.string().max(80)).max(50).default([]),
  projects: z.array(z.string().max(80)).max(50).default([]),
  tags: z.array(z.string().max(80)).max(50).default([]),
  /** Zones and places, by their numbers. */
  areas: z
    .array(z.string().regex(/^(zone|place):\d{1,15}$/))
    .max(20)
    .default([]),
  sort: z.enum(['name', 'last-seen', 'state', 'speed']).default('name'),
  descending: z.boolean().default(false),
  filter_map: z.boolean().default(false),
  cluster: z.boolean().default(true),
  show_titles: z.boolean().default(true),
  group_by: z.enum(['none', 'department', 'project', 'kind', 'state']).default('none'),
  /** As `department:Workshop`, and `without-position`. */
  closed_groups: z.array(z.string().max(100)).max(50).default([]),
});
export type SearchOptions = z.output<typeof searchOptions>;
export const getSearchOptions = defineEndpoint({
  id: 'tracking.search-options',
  token: 'shut',
  kind: 'json',
  access: 'user',
  summary: 'Saved filters and sort (API-056)',
  data: searchOptions,
});
export const saveSearchOptions = defineEndpoint({
  id: 'tracking.save-search-options',
  token: 'shut',
  kind: 'json',
  access: 'user',
  summary: 'Save filters and sort (API-056)',
  body: searchOptions,
  data: nothing,
});

/** MAP-007: one of the search options by itself. */
export const setMarkerTitle = defineEndpoint({
  id: 'tracking.marker-title',
  token: 'shut',
  kind: 'json',
  access: 'user',
  summary: 'Show or hide the names beside markers (API-058)',
  body: z.object({ visible: z.union([z.literal(0), z.literal(1)], msg('InvalidInput')) }),
  data: nothing,
});

const historyQuery = z
  .object({ imei, from: instant, to: instant, with_implausible: z.stringbool().default(false) })
  .refine((q) => Date.parse(q.to) > Date.parse(q.from), { path: ['to'], error: msg('EndDateMustBeAfterStart') });

export const historyPoint = z.object({
  time: instant,
  lat: z.number(),
  lng: z.number(),
  speed_kmh: z.number(),
  heading_deg: z.number(),
  altitude_m: z.number(),
  satellites: z.number().int(),
  ignition: z.boolean().optional(),
  /** TRIP-027: marked, left out of distance and drawing; sent only when asked for. */
  implausible: z.boolean().optional(),
});
/** A straight stretch without positions that is drawn dashed. */
export const historyGap = z.object({ from: instant, to: instant });
export const historyStop = z.object({
  /** The trip that ended here; null: the first trip of the unit began here. */
  trip_id: z.number().int().nullable(),
  from: instant,
  /** When the unit drove next, also where that is after the period, or the period's end where that is not told; null: it has stood there since. */
  to: instant.nullable(),
  lat: z.number(),
  lng: z.number(),
  address: z.string().nullable(),
  address_is_approximate: z.boolean(),
  /** PLACE-012. */
  place: z.string().optional(),
});
/** MAP-031: a period that is shown as "private" only, or (MAP-004) as hidden from administrators. */
export const privateBlock = z.object({ from: instant, to: instant.nullable(), is_hidden: z.boolean().optional() });

/** The packed form (`Accept: application/octet-stream`) holds the same points by `@spora/telemetry/packed-history`. */
export const history = defineEndpoint({
  id: 'tracking.history',
  kind: 'packed',
  access: 'user',
  summary: 'Positions, stops and gaps of a unit, at most 30 days (API-060)',
  query: historyQuery,
  data: z.object({
    points: z.array(historyPoint),
    stops: z.array(historyStop),
    gaps: z.array(historyGap),
    /** From the last point before what is withheld to the first after it: nothing is drawn there, nor was it driven straight. */
    breaks: z.array(historyGap),
    private_blocks: z.array(privateBlock),
    distance_m: z.number(),
    implausible_count: z.number().int(),
    /** The unit's very first position, where it lies in the period or after one without any: of the time before it nothing is known. */
    begins_at: instant.optional(),
    /** The unit's very first position, where the period begins after it and no trip lies before the period. */
    undriven_since: instant.optional(),
    /** UNIT-018: the speeds of the points are 0, and none is to be shown. */
    hides_speed: z.boolean().optional(),
  }),
  errors: ['UnitNotFound', 'HistoryMaxDays'],
});

/** DRV-009: the units on which one checked in by code without having access to them, as their card shows them, until the check-out. */
export const checkedInUnits = defineEndpoint({
  id: 'tracking.checked-in',
  kind: 'json',
  access: 'user',
  visit: 'shut',
  summary: 'The cards of units that one checked in on by code',
  data: z.object({ units: z.array(liveUnit) }),
});

export const HISTORY_FORMATS = ['gpx', 'kml', 'csv'] as const;
export const exportHistory = defineEndpoint({
  id: 'tracking.export-history',
  kind: 'file',
  access: 'user',
  summary: 'History as GPX, KML or CSV (MAP-030)',
  params: z.object({ format: z.enum(HISTORY_FORMATS) }),
  query: historyQuery,
  data: z.unknown(),
  errors: ['UnitNotFound', 'HistoryMaxDays'],
});

const rawQuery = z
  .object({ imei, from: instant, to: instant })
  .refine((q) => Date.parse(q.to) > Date.parse(q.from), { path: ['to'], error: msg('EndDateMustBeAfterStart') });
/** What a raw position is worth: `no-fix` repeats the last known place, `implausible` cannot be true (TRIP-027). */
export const RAW_QUALITIES = ['good', 'no-fix', 'implausible'] as const;

/**
 * UNIT-017: as columns of equal length, so that ten thousand rows are a small answer. Null: the tracker did not say. Nothing of
 * what lies in `private_blocks` is among them (MAP-031).
 */
export const rawPositions = defineEndpoint({
  id: 'tracking.raw-positions',
  kind: 'json',
  access: 'user',
  summary: 'Raw positions of a unit in order of time, at most 30 days',
  query: rawQuery.safeExtend({ after: instant.optional() }),
  data: z.object({
    columns: z.object({
      /** Milliseconds since 1970, UTC. */
      time: z.array(z.number()),
      lat: z.array(z.number()),
      lng: z.array(z.number()),
      /** Null where the unit hides its speed (UNIT-018). */
      speed_kmh: z.array(z.number().nullable()),
      heading_deg: z.array(z.number()),
      satellites: z.array(z.number()),
      ignition: z.array(z.boolean().nullable()),
      voltage_v: z.array(z.number().nullable()),
      /** Digital inputs 1 to 4 as `1`, `0` or `-` for unknown, such as `10--`. */
      inputs: z.array(z.string()),
      quality: z.array(z.enum(RAW_QUALITIES)),
    }),
    private_blocks: z.array(privateBlock),
    hides_speed: z.boolean(),
    /** Ask again with this as `after` for what follows; null at the end. */
    next: instant.nullable(),
  }),
  errors: ['UnitNotFound', 'HistoryMaxDays'],
});

export const exportRawPositions = defineEndpoint({
  id: 'tracking.export-raw-positions',
  kind: 'file',
  access: 'user',
  summary: 'Raw positions of a unit as CSV',
  query: rawQuery,
  data: z.unknown(),
  errors: ['UnitNotFound', 'HistoryMaxDays'],
});

/** Events of DEC-59 by `liveEvent`; authenticated by header, resumed by `Last-Event-ID`. */
export const stream = defineEndpoint({
  id: 'tracking.stream',
  kind: 'stream',
  access: 'user',
  summary: 'Live events (API-061)',
  data: z.unknown(),
});

export const address = z.object({
  label: z.string(),
  city: z.string().optional(),
  country_code: z.string().optional(),
  lat: z.number(),
  lng: z.number(),
  is_approximate: z.boolean(),
});
export const getAddress = defineEndpoint({
  id: 'tracking.get-address',
  kind: 'json',
  access: 'user',
  summary: 'The address of a point (API-120)',
  query: z.object({ lat, lng }),
  data: z.object({ address: z.string().nullable(), is_approximate: z.boolean() }),
});
export const findAddress = defineEndpoint({
  id: 'tracking.find-address',
  kind: 'json',
  access: 'user',
  summary: 'Addresses and places for a text (MAP-027)',
  query: z.object({
    q: z.string().trim().min(ADDRESS_SEARCH_MIN, msg('AddressSearchTooShort')).max(200, msg('SearchTooLong')),
    lat: lat.optional(),
    lng: lng.optional(),
  }),
  data: z.object({ addresses: z.array(address) }),
});
