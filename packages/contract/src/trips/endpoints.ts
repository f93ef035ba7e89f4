import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { day, id, imei, instant } from '../fields.ts';
import { BULK_MAX, ODOMETER_NOTE_MAX, TRIP_NOTE_MAX, TRIP_PAGE_MAX, TRIP_PURPOSE_MAX } from '../limits.ts';
import { TRIP_TYPES } from '../units/values.ts';
import { ODOMETER_REASONS } from './values.ts';

/** TRIP-024: what decided a trip's type, strongest first. */
export const TYPE_RULES = ['edit', 'switch', 'place-both', 'place-one', 'working-hours', 'default'] as const;
export type TypeRule = (typeof TYPE_RULES)[number];
/** TRIP-026: what ended a trip. `open`: it has not ended. */
export const END_RULES = ['open', 'ignition-off', 'still', 'gap', 'tracker-event', 'manual'] as const;
export type EndRule = (typeof END_RULES)[number];
/** What an entry of a trip's history is about. */
export const TRIP_EDIT_FIELDS = [
  'type',
  'purpose',
  'note',
  'project',
  'visited',
  'driver',
  'passengers',
  'odometer',
  'merge',
  'split',
  'manual',
] as const;
export const DISTANCE_SOURCES = ['odometer', 'positions'] as const;
export type DistanceSource = (typeof DISTANCE_SOURCES)[number];
const odometerNote = z.string().trim().max(ODOMETER_NOTE_MAX, msg('TextTooLong'));
const odometerExplanation = z.object({ reason: z.enum(ODOMETER_REASONS), note: z.string() });
export type OdometerExplanation = z.output<typeof odometerExplanation>;
export const FUEL_UNITS = ['l', 'kWh'] as const;
export type FuelUnit = (typeof FUEL_UNITS)[number];
/** Sums over trips, null where nothing of it is known. Litres and kWh do not add up. */
const fuelSums = {
  fuel_l: z.number().nullable(),
  electricity_kwh: z.number().nullable(),
  co2_kg: z.number().nullable(),
};

const end = z.object({
  time: instant,
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  address: z.string().nullable(),
  address_is_approximate: z.boolean(),
  /** PLACE-012: the name of the place it lies in, shown instead of the address. */
  place: z.string().nullable(),
  /** That place is no more: another may take its name's place. */
  place_is_removed: z.boolean().optional(),
  odometer_km: z.number().nullable(),
});

/** Of a masked trip nothing but the odometer is told. */
const tripEnd = end.extend({ time: instant.nullable() });

/** DRV-007: a user of the account, or a name that was typed. */
export const passenger = z.object({ member_id: z.number().int().nullable(), name: z.string().trim().min(1).max(100) });
export type Passenger = z.output<typeof passenger>;
export const passengerList = z.array(passenger).max(20);

export const trip = z.object({
  id: z.number().int(),
  unit_id: z.number().int(),
  imei: z.string().nullable(),
  unit_name: z.string(),
  registration_number: z.string().nullable(),
  is_ongoing: z.boolean(),
  /** The day it started, in the account's zone. */
  day,
  start: tripEnd,
  stop: tripEnd.nullable(),
  distance_m: z.number(),
  distance_source: z.enum(DISTANCE_SOURCES),
  duration_s: z.number(),
  max_speed_kmh: z.number(),
  /** UNIT-018: no speed of the unit is shown; the one above is 0. */
  hides_speed: z.boolean().optional(),
  /** Over the driving time; null where speed or times are not told. */
  average_kmh: z.number().nullable(),
  /**
   * Reckoned, not measured: the distance by what was stated of the unit for that day (decision 0033), in `fuel_unit`; null where
   * nobody has stated it. Told of masked trips too, since it follows from their distance.
   */
  fuel: z.number().nullable(),
  fuel_unit: z.enum(FUEL_UNITS),
  co2_kg: z.number().nullable(),
  driver: z.string().nullable(),
  driver_id: z.number().int().nullable(),
  type: z.enum(TRIP_TYPES),
  type_rule: z.enum(TYPE_RULES),
  end_rule: z.enum(END_RULES),
  purpose: z.string(),
  note: z.string(),
  project: z.string(),
  /** Company or contact visited (TRIP-035). */
  visited: z.string(),
  passengers: z.array(passenger),
  is_manual: z.boolean(),
  /** The two trips of which this is made; empty for a single one (TRIP-010). */
  parts: z.array(z.object({ id: z.number().int(), start: instant, stop: instant, distance_m: z.number() })),
  /** Who has attested the period it lies in, the highest; null while it is open. Attested, nothing of it can be changed. */
  attested_by: z.enum(['user', 'admin']).nullable(),
  /** TRIP-031: changed by a person later than seven days after it. */
  is_edited_late: z.boolean(),
  /** The odometer says over a tenth more or less than the distance that is counted, and nobody has explained it. */
  has_odometer_gap: z.boolean().optional(),
  /** What the tracker's own odometer counted during the trip; told where it is the gap's other figure, and not of a masked trip. */
  tracker_distance_m: z.number().optional(),
  /** Why it differs, as somebody said; told while it differs by what it did then, and not of a masked trip. */
  odometer_explanation: odometerExplanation.nullable().optional(),
  has_route: z.boolean(),
  /**
   * TRIP-032: somebody else's private trip. Only its day, distance and odometer are told: its times are null, everything else is
   * empty. It keeps its place among the unit's trips of the day.
   */
  is_masked: z.boolean(),
  /** True when the gap to the trip before is under 15 minutes (TRIP-026). */
  suggests_merge: z.boolean(),
  /** It is not to be changed because somebody else drove it (decision 0084). */
  is_of_another: z.literal(true).optional(),
  can: z.object({ edit: z.boolean(), route: z.boolean() }),
});
export type Trip = z.output<typeof trip>;

export const TRIP_SORTS = ['time', 'unit', 'distance', 'duration', 'type'] as const;
const names = z.array(z.string().trim().min(1).max(100)).max(BULK_MAX).default([]);
const metres = z.number().int().min(0).max(10_000_000).nullable().default(null);
/** TRIP-018: what the log shows, its exports hold and its reports count. An empty list restricts nothing. */
export const tripFilter = z.object({
  from: day,
  /** Inclusive. */
  to: day,
  imeis: z.array(imei).max(BULK_MAX).default([]),
  types: z.array(z.enum(TRIP_TYPES)).default([]),
  search: z.string().trim().max(100).default(''),
  driver_ids: z.array(id).max(BULK_MAX).default([]),
  departments: names,
  tags: names,
  projects: names,
  place_ids: z.array(id).max(BULK_MAX).default([]),
  purpose_missing: z.boolean().default(false),
  driver_missing: z.boolean().default(false),
  /** The odometer says over a tenth more or less than the distance that is counted, unexplained (decision 0025). */
  odometer_gap: z.boolean().default(false),
  /** Somebody has said why the odometer differs, and it differs as it did then. */
  odometer_explained: z.boolean().default(false),
  /** Began outside the working hours that held for the unit then; units without hours have none. */
  outside_working_hours: z.boolean().default(false),
  min_distance_m: metres,
  max_distance_m: metres,
  attested: z.enum(['any', 'yes', 'no']).default('any'),
});
export type TripFilter = z.output<typeof tripFilter>;
/** What a call sends of a filter: the parts left out restrict nothing. */
export type TripFilterInput = z.input<typeof tripFilter>;
const isInOrder = (body: { from: string; to: string }): boolean => body.to >= body.from;
const OUT_OF_ORDER = { path: ['to'], error: msg('EndDateMustBeAfterStart') };

export const generateTrips = defineEndpoint({
  id: 'trips.generate',
  kind: 'json',
  access: 'user',
  summary: 'The trip log of a period (API-063)',
  body: tripFilter
    .extend({
      page: z.number().int().min(1).default(1),
      page_size: z.number().int().min(1).max(TRIP_PAGE_MAX).default(100),
      sort: z.enum(TRIP_SORTS).default('time'),
      descending: z.boolean().default(true),
    })
    .refine(isInOrder, OUT_OF_ORDER),
  data: z.object({
    /** Ongoing trips of the chosen units; not counted in totals or pages. */
    ongoing: z.array(trip),
    trips: z.array(trip),
    totals: z.object({
      count: z.number().int(),
      distance_m: z.number(),
      duration_s: z.number(),
      /** How many of these trips have no part in `duration_s`, since their times are not told (TRIP-032); left out where none. */
      untimed: z.number().int().optional(),
      by_type: z.object({ business: z.number(), private: z.number(), other: z.number() }),
      /** What of these boats went: it is told in nautical miles. */
      at_sea: z.object({ business: z.number(), private: z.number(), other: z.number() }).optional(),
      /** What of the distance trailers went, and how many of them; where others went too. Their way may be counted twice. */
      towed: z.object({ distance_m: z.number(), units: z.number().int() }).optional(),
      ...fuelSums,
      /** Trips that ask for something: business without purpose, any without driver. */
      purpose_missing: z.number().int(),
      driver_missing: z.number().int(),
      odometer_gap: z.number().int().optional(),
    }),
    page: z.object({ number: z.number().int(), size: z.number().int(), count: z.number().int() }),
    /** Days that the page may begin or end in the middle of, in order of time only: the sums of all of the day's trips, on whatever page. */
    cut_days: z
      .array(
        z.object({
          day,
          count: z.number().int(),
          distance_m: z.number(),
          /** What of these boats went. */
          at_sea_m: z.number(),
          duration_s: z.number(),
          untimed: z.number().int().optional(),
          ...fuelSums,
        }),
      )
      .optional(),
  }),
  errors: ['PeriodMaxMonths', 'UnitNotFound'],
});

/** One trip as the log tells it, whatever its page: a link to it opens it. One that was merged is told as the whole that it is a part of. */
export const getTrip = defineEndpoint({
  id: 'trips.get',
  kind: 'json',
  access: 'user',
  summary: 'One trip of the log',
  params: z.object({ id }),
  data: z.object({ trip }),
  errors: ['TripNotFound'],
});

export const setTripType = defineEndpoint({
  id: 'trips.set-type',
  kind: 'json',
  access: 'user',
  summary: 'Change the type of trips (API-065)',
  body: z.object({ trip_ids: z.array(id).min(1, msg('SelectTrip')).max(BULK_MAX), type: z.enum(TRIP_TYPES) }),
  data: z.object({
    results: z.array(
      z.discriminatedUnion('success', [
        z.object({ id: z.number().int(), success: z.literal(true), trip }),
        z.object({ id: z.number().int(), success: z.literal(false), error: z.string() }),
      ]),
    ),
  }),
});

const tripChanges = z.object({
  type: z.enum(TRIP_TYPES).optional(),
  purpose: z.string().trim().max(TRIP_PURPOSE_MAX, msg('PurposeLength')).optional(),
  note: z.string().trim().max(TRIP_NOTE_MAX, msg('NoteLength')).optional(),
  project: z.string().trim().max(100, msg('TextTooLong')).optional(),
  visited: z.string().trim().max(100, msg('TextTooLong')).optional(),
  /** Null: nobody. */
  driver_id: z.number(msg('InvalidId')).int(msg('InvalidId')).positive(msg('InvalidId')).nullable().optional(),
  passengers: passengerList.optional(),
  /** Null takes it back. Of a trip whose odometer does not differ nothing is written. */
  odometer_explanation: z
    .object({ reason: z.enum(ODOMETER_REASONS), note: odometerNote })
    .refine(({ reason, note }) => reason !== 'other' || note !== '', { path: ['note'], error: msg('SpecifyOdometerNote') })
    .nullable()
    .optional(),
});
/** What people may change of a trip; absent leaves a field, an empty text clears it. */
export type TripChanges = z.output<typeof tripChanges>;
/** What the trip must say still for a change to be made, as an undo asks it: no field that is named may be another meanwhile. */
const ifUnchanged = tripChanges.optional();

export const updateTrip = defineEndpoint({
  id: 'trips.update',
  kind: 'json',
  access: 'user',
  summary: 'Change a trip (API-066)',
  params: z.object({ id }),
  body: tripChanges.omit({ type: true }).extend({ if_unchanged: ifUnchanged }),
  data: z.object({ trip }),
  errors: [
    'TripNotFound',
    'TripIsOngoing',
    'TripNotYours',
    'TripOfAnother',
    'TripIsAttested',
    'TripChangedMeanwhile',
    'DriverHasAttested',
    'UserNotFound',
    'BasicSubscription',
  ],
});

/** TRIP-021: a summary per trip tells which were changed and why others were not. */
export const bulkUpdateTrips = defineEndpoint({
  id: 'trips.bulk-update',
  kind: 'json',
  access: 'user',
  summary: 'Change many trips at once',
  body: z.object({
    trip_ids: z.array(id).min(1, msg('SelectTrip')).max(BULK_MAX),
    changes: tripChanges,
    if_unchanged: ifUnchanged,
    /** What was read of each: one that says something else by now is left as it is, with `TripChangedMeanwhile`. */
    seen: z.array(tripChanges.extend({ id })).max(BULK_MAX).optional(),
  }),
  data: z.object({
    results: z.array(
      z.discriminatedUnion('success', [
        z.object({ id: z.number().int(), success: z.literal(true), trip }),
        /** `trip`: what one that was changed meanwhile says now. */
        z.object({ id: z.number().int(), success: z.literal(false), error: z.string(), trip: trip.optional() }),
      ]),
    ),
  }),
  errors: ['UserNotFound'],
});

const routePoint = z.object({ time: instant, lat: z.number(), lng: z.number(), speed_kmh: z.number() });
const tripRoute = z.object({
  trip_id: z.number().int(),
  /** Each part is drawn as one line; between parts lies a gap that is drawn dashed. */
  parts: z.array(z.array(routePoint)),
});
export const getTripRoute = defineEndpoint({
  id: 'trips.route',
  kind: 'json',
  access: 'user',
  summary: 'The route of one trip (API-071)',
  params: z.object({ id }),
  data: tripRoute,
  errors: ['TripNotFound', 'NoRouteCoordinates'],
});
export const listRoutes = defineEndpoint({
  id: 'trips.routes',
  kind: 'json',
  access: 'user',
  summary: 'Routes of business trips, at most 7 days (API-071)',
  query: z
    .object({ imei, from: day, to: day })
    .refine((q) => q.to >= q.from, { path: ['to'], error: msg('EndDateMustBeAfterStart') }),
  data: z.object({ routes: z.array(tripRoute) }),
  errors: ['UnitNotFound', 'RouteMaxDays', 'NoRouteCoordinates'],
});

const twoTrips = z.object({ trip_ids: z.array(id).length(2, msg('MergeTwoTrips')) });
const MERGE_ERRORS = [
  'TripNotFound',
  'TripIsOngoing',
  'TripNotYours',
  'TripOfAnother',
  'TripIsAttested',
  'MergeDifferentUnit',
  'MergeDifferentDate',
  'MergeDifferentDriver',
  'MergeDifferentType',
  'MergeAlreadyMerged',
  'BasicSubscription',
] as const;

/** TRIP-010: what a merge would make, before anybody decides. */
export const previewMerge = defineEndpoint({
  id: 'trips.preview-merge',
  kind: 'json',
  access: 'user',
  summary: 'What two trips would be as one',
  body: twoTrips,
  data: z.object({
    start: end,
    stop: end,
    distance_m: z.number(),
    duration_s: z.number(),
    average_kmh: trip.shape.average_kmh,
    fuel: trip.shape.fuel,
    fuel_unit: trip.shape.fuel_unit,
    co2_kg: trip.shape.co2_kg,
    purpose: z.string(),
    note: z.string(),
    /** DEC-45: trips of the unit that lie between the two, in order; they stay what they are. */
    between: z.array(z.object({ id: z.number().int(), start: instant, stop: instant, distance_m: z.number() })),
  }),
  errors: MERGE_ERRORS,
});

export const mergeTrips = defineEndpoint({
  id: 'trips.merge',
  kind: 'json',
  access: 'user',
  summary: 'Show two trips of a day as one (API-067)',
  body: twoTrips,
  data: z.object({ trip }),
  errors: MERGE_ERRORS,
});

export const unmergeTrips = defineEndpoint({
  id: 'trips.unmerge',
  kind: 'json',
  access: 'user',
  summary: 'Divide a merged trip into its two (API-068)',
  body: z.object({ trip_id: z.number().int().positive() }),
  data: z.object({ trips: z.array(trip) }),
  errors: ['TripNotFound', 'TripIsAttested', 'TripNotYours', 'MergeNotMerged', 'BasicSubscription'],
});

/** TRIP-030. */
export const addManualTrip = defineEndpoint({
  id: 'trips.add-manual',
  kind: 'json',
  access: 'user',
  summary: 'Enter a trip by hand',
  body: z
    .object({
      imei,
      start: instant,
      stop: instant,
      start_address: z.string().trim().min(1, msg('SpecifyAddress')).max(200, msg('TextTooLong')),
      stop_address: z.string().trim().min(1, msg('SpecifyAddress')).max(200, msg('TextTooLong')),
      distance_m: z.number().int().min(1, msg('SpecifyDistance')).max(10_000_000, msg('SpecifyDistance')),
      start_odometer_km: z.number().min(0).max(10_000_000).nullable().default(null),
      type: z.enum(TRIP_TYPES),
      purpose: z.string().trim().max(TRIP_PURPOSE_MAX, msg('PurposeLength')).default(''),
      note: z.string().trim().max(TRIP_NOTE_MAX, msg('NoteLength')).default(''),
      driver_id: z.number().int().positive().nullable().default(null),
    })
    .refine((body) => Date.parse(body.stop) > Date.parse(body.start), { path: ['stop'], error: msg('EndDateMustBeAfterStart') }),
  data: z.object({ trip }),
  errors: [
    'UnitNotFound',
    'UserNotFound',
    'ManualTripOverlaps',
    'UnitInPrivateUse',
    'ManualTripInFuture',
    'TripIsAttested',
    'PeriodMaxMonths',
    'BasicSubscription',
  ],
});

export const removeManualTrip = defineEndpoint({
  id: 'trips.remove-manual',
  kind: 'json',
  access: 'user',
  summary: 'Take out a trip that was entered by hand',
  params: z.object({ id }),
  data: z.object({}),
  errors: ['TripNotFound', 'TripIsAttested', 'TripNotYours', 'TripOfAnother', 'TripNotManual', 'BasicSubscription'],
});

/** SEC-015: a preview unless committed. What was attested keeps the addresses that its seal covers until the period is opened again. */
export const erasePrivateTrips = defineEndpoint({
  id: 'trips.erase-private',
  kind: 'json',
  access: 'user',
  token: 'shut',
  summary: 'Erase where your own private trips of a period went; their days and distances stay',
  body: z.object({ from: day, to: day, commit: z.boolean().default(false) }).refine(isInOrder, OUT_OF_ORDER),
  data: z.object({
    trips: z.number().int(),
    /** Of these, attested ones. */
    attested: z.number().int(),
  }),
});

/** TRIP-031: who changed what, newest first. */
export const tripHistory = defineEndpoint({
  id: 'trips.history',
  kind: 'json',
  access: 'user',
  summary: 'What was changed of a trip (API-076)',
  params: z.object({ id }),
  data: z.object({
    changes: z.array(
      z.object({
        at: instant,
        actor: z.string(),
        field: z.enum(TRIP_EDIT_FIELDS),
        old_value: z.string(),
        new_value: z.string(),
        /** Made later than seven days after the trip. */
        is_late: z.boolean(),
      }),
    ),
  }),
  errors: ['TripNotFound', 'TripNotYours'],
});
