import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from './endpoint.ts';
import { day, id, imei, instant } from './fields.ts';
import { BULK_MAX, TRIP_NOTE_MAX, TRIP_PAGE_MAX, TRIP_PURPOSE_MAX } from './limits.ts';
import { TRIP_TYPES } from './units.ts';

/** TRIP-024: what decided a trip's type, strongest first. */
export const TYPE_RULES = ['edit', 'switch', 'place-both', 'place-one', 'working-hours', 'default'] as const;
export type TypeRule = (typeof TYPE_RULES)[number];
/** TRIP-026: what ended a trip. `open`: it has not ended. */
export const END_RULES = ['open', 'ignition-off', 'still', 'gap', 'tracker-event'] as const;
export type EndRule = (typeof END_RULES)[number];
export const DISTANCE_SOURCES = ['odometer', 'positions'] as const;
export type DistanceSource = (typeof DISTANCE_SOURCES)[number];

const end = z.object({
  time: instant,
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  address: z.string().nullable(),
  address_is_approximate: z.boolean(),
  odometer_km: z.number().nullable(),
});

export const trip = z.object({
  id: z.number().int(),
  unit_id: z.number().int(),
  imei: z.string().nullable(),
  unit_name: z.string(),
  registration_number: z.string().nullable(),
  is_ongoing: z.boolean(),
  start: end,
  stop: end.nullable(),
  distance_m: z.number(),
  distance_source: z.enum(DISTANCE_SOURCES),
  duration_s: z.number(),
  max_speed_kmh: z.number(),
  /** UNIT-018: no speed of the unit is shown; the one above is 0. */
  hides_speed: z.boolean().optional(),
  driver: z.string().nullable(),
  type: z.enum(TRIP_TYPES),
  type_rule: z.enum(TYPE_RULES),
  end_rule: z.enum(END_RULES),
  purpose: z.string(),
  note: z.string(),
  has_route: z.boolean(),
  /**
   * TRIP-032: somebody else's private trip. Only date, distance and odometer are told: both times are midnight of the day,
   * everything else is empty.
   */
  is_masked: z.boolean(),
  /** True when the gap to the trip before is under 15 minutes (TRIP-026). */
  suggests_merge: z.boolean(),
  can: z.object({ edit: z.boolean(), route: z.boolean() }),
});
export type Trip = z.output<typeof trip>;

export const TRIP_SORTS = ['time', 'unit', 'distance', 'duration', 'type'] as const;
export const generateTrips = defineEndpoint({
  id: 'trips.generate',
  token: 'read',
  visit: 'open',
  kind: 'json',
  access: 'user',
  summary: 'The trip log of a period (API-063)',
  body: z
    .object({
      from: day,
      /** Inclusive. */
      to: day,
      imeis: z.array(imei).max(BULK_MAX).default([]),
      types: z.array(z.enum(TRIP_TYPES)).default([]),
      search: z.string().trim().max(100).default(''),
      page: z.number().int().min(1).default(1),
      page_size: z.number().int().min(1).max(TRIP_PAGE_MAX).default(100),
      sort: z.enum(TRIP_SORTS).default('time'),
      descending: z.boolean().default(true),
    })
    .refine((b) => b.to >= b.from, { path: ['to'], error: msg('EndDateMustBeAfterStart') }),
  data: z.object({
    /** Ongoing trips of the chosen units; not counted in totals or pages. */
    ongoing: z.array(trip),
    trips: z.array(trip),
    totals: z.object({
      count: z.number().int(),
      distance_m: z.number(),
      duration_s: z.number(),
      by_type: z.object({ business: z.number(), private: z.number(), other: z.number() }),
    }),
    page: z.object({ number: z.number().int(), size: z.number().int(), count: z.number().int() }),
  }),
  errors: ['PeriodMaxMonths', 'UnitNotFound'],
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

/** Absent leaves a field, an empty text clears it. */
export const updateTrip = defineEndpoint({
  id: 'trips.update',
  kind: 'json',
  access: 'user',
  summary: 'Change purpose or note of a trip (API-066)',
  params: z.object({ id }),
  body: z.object({
    purpose: z.string().trim().max(TRIP_PURPOSE_MAX, msg('PurposeLength')).optional(),
    note: z.string().trim().max(TRIP_NOTE_MAX, msg('NoteLength')).optional(),
  }),
  data: z.object({ trip }),
  errors: ['TripNotFound', 'TripIsOngoing', 'TripNotYours'],
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
