import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { id, imei, instant, lat, lng, nothing } from '../fields.ts';
import { BULK_MAX, LOCATION_IN_CAR_MAX } from '../limits.ts';

export const DRIVER_TAG_NAME_MAX = 50;
/** DEC-46: all trips from the chosen one forward, or those up to the unit's next check-in. */
export const CHECK_IN_EXTENTS = ['all', 'until-next'] as const;
export const CHECK_IN_SOURCES = ['member', 'qr', 'tag'] as const;

const person = z.object({ id: z.number().int(), name: z.string() });
const ofTrip = id.nullable().default(null);

/** Who drives a unit now, by check-in, code or tag. */
export const checkIn = z.object({
  unit_id: z.number().int(),
  imei: z.string().nullable(),
  unit_name: z.string(),
  registration_number: z.string().nullable(),
  driver: person,
  /** Within somebody else's private trip midnight of its day (TRIP-032). */
  since: instant,
  source: z.enum(CHECK_IN_SOURCES),
  /** DRV-015: open for more than 24 hours without driving. */
  is_stale: z.boolean(),
  is_own: z.boolean(),
  can: z.object({ check_out: z.boolean() }),
});
export type CheckIn = z.output<typeof checkIn>;

export const listCheckIns = defineEndpoint({
  id: 'drivers.check-ins',
  kind: 'json',
  access: 'user',
  summary: 'Who is checked in on which unit now',
  data: z.object({
    check_ins: z.array(checkIn),
    /** Whether others than oneself can be checked in. */
    can: z.object({ check_in_others: z.boolean() }),
  }),
});

/** A trip that a check-in leaves as it is, and why. Of somebody else's private trip only the day is told. */
const leftTrip = z.object({
  id: z.number().int(),
  start: instant,
  distance_m: z.number(),
  reason: z.enum(['attested', 'private']),
  is_masked: z.boolean(),
  /** Beyond the next check-in: left only when all trips are meant. */
  is_after_next: z.boolean(),
});

const CHECK_IN_ERRORS = [
  'UnitNotFound',
  'UserNotFound',
  'TripNotFound',
  'TripNotYours',
  'NoDriverToCheckIn',
  'CheckInForOthers',
  'NotCheckedIn',
] as const;

/** DRV-005: what a check-in (or, without a driver, a check-out) would do. */
export const previewCheckIn = defineEndpoint({
  id: 'drivers.preview-check-in',
  kind: 'json',
  access: 'user',
  summary: 'What a check-in or check-out would change',
  body: z.object({ imei, driver_id: id.nullable(), from_trip_id: ofTrip }),
  data: z.object({
    /** The start of the chosen trip, or now. */
    from: instant,
    changed: z.object({ all: z.number().int(), 'until-next': z.number().int() }),
    checked_out: person.nullable(),
    /**
     * Of a check-in from now on: somebody else drives the unit just then, as far as one is told; null: nobody does. `driver` is checked in,
     * by a tag too; `usual_driver` drives it as a rule, where nobody is checked in.
     */
    driving: z.object({ driver: z.string().nullable(), usual_driver: z.string().nullable() }).nullable(),
    next: z.object({ at: instant, driver: z.string().nullable() }).nullable(),
    left: z.array(leftTrip),
  }),
  errors: [...CHECK_IN_ERRORS, 'FeatureOff'],
});
const done = z.object({ changed: z.number().int(), left: z.number().int(), checked_out: person.nullable() });

export const checkInDriver = defineEndpoint({
  id: 'drivers.check-in',
  kind: 'json',
  access: 'user',
  summary: 'Check a driver in on a unit from a trip forward (API-107)',
  body: z.object({
    imei,
    /** DRV-003: nobody cannot be checked in. */
    driver_id: id.nullable(),
    /** Null: from now on. */
    from_trip_id: ofTrip,
    extent: z.enum(CHECK_IN_EXTENTS).default('all'),
  }),
  data: done,
  errors: [...CHECK_IN_ERRORS, 'FeatureOff'],
});

export const checkOutDriver = defineEndpoint({
  id: 'drivers.check-out',
  kind: 'json',
  access: 'user',
  summary: 'Check the driver of a unit out (API-107)',
  body: z.object({ imei, driver_id: id.nullable().default(null), from_trip_id: ofTrip }),
  data: done,
  errors: CHECK_IN_ERRORS,
});

const code = z.string().regex(/^[0-9a-f]{32}$/, msg('UnknownCheckInCode'));

/** DRV-009: what a scanned code opens, before anybody confirms. */
export const readCheckInCode = defineEndpoint({
  id: 'drivers.read-code',
  kind: 'json',
  access: 'user',
  visit: 'shut',
  summary: 'The unit behind a printed code',
  body: z.object({ code }),
  data: z.object({
    unit_id: z.number().int(),
    unit_name: z.string(),
    registration_number: z.string().nullable(),
    checked_in: z.object({ driver: z.string(), since: instant, is_own: z.boolean() }).nullable(),
    /** False: the check-in gives the unit's card until the check-out, and nothing else. */
    has_access: z.boolean(),
  }),
  errors: ['FeatureOff', 'UnknownCheckInCode', 'CheckInNeedsAccess'],
});

export const checkInByCode = defineEndpoint({
  id: 'drivers.check-in-by-code',
  kind: 'json',
  access: 'user',
  summary: 'Check yourself in by a printed code, or out again',
  body: z.object({
    code,
    check_out: z.boolean().default(false),
    lat: lat.nullable().default(null),
    lng: lng.nullable().default(null),
  }),
  data: z.object({ unit_id: z.number().int(), since: instant, checked_out: person.nullable() }),
  errors: ['FeatureOff', 'UnknownCheckInCode', 'CheckInNeedsAccess', 'CheckInForOthers', 'NotCheckedIn'],
});

const printedCode = z.object({
  unit_id: z.number().int(),
  imei: z.string(),
  unit_name: z.string(),
  registration_number: z.string().nullable(),
  code: z.string(),
});
export type PrintedCode = z.output<typeof printedCode>;

export const listCheckInCodes = defineEndpoint({
  id: 'drivers.check-in-codes',
  kind: 'json',
  access: 'admin',
  visit: 'shut',
  summary: 'The codes to print, one for each unit',
  data: z.object({ codes: z.array(printedCode) }),
});
export const renewCheckInCode = defineEndpoint({
  id: 'drivers.renew-code',
  kind: 'json',
  access: 'admin',
  summary: 'Replace the code of a unit; the printed one opens nothing any more',
  params: z.object({ imei }),
  data: z.object({ code: printedCode }),
  errors: ['FeatureOff', 'UnitNotFound'],
});

/** DRV-014. `booking`: the unit was booked for them then (BOOK-048). */
export const SUGGESTION_REASONS = ['booking', 'same-day', 'usual-hours', 'usual-driver', 'last-driver'] as const;
export const suggestDrivers = defineEndpoint({
  id: 'drivers.suggest',
  kind: 'json',
  access: 'admin',
  summary: 'Who may have driven trips without a driver',
  body: z.object({ trip_ids: z.array(id).min(1, msg('SelectTrip')).max(BULK_MAX) }),
  data: z.object({
    suggestions: z.array(
      z.object({
        trip_id: z.number().int(),
        driver: person,
        reason: z.enum(SUGGESTION_REASONS),
        /** What the unit was booked for; null of any other reason. */
        purpose: z.string().nullable(),
      }),
    ),
  }),
});

const driver = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Cannot sign in any more. */
  is_disabled: z.boolean(),
  tags: z.array(z.object({ id: z.number().int(), tag: z.string(), name: z.string() })),
  /** The units whose usual driver it is, as far as one sees them. */
  usual_units: z.array(
    z.object({
      unit_id: z.number().int(),
      imei: z.string().nullable(),
      unit_name: z.string(),
      registration_number: z.string().nullable(),
    }),
  ),
  /** TRIP-032: of the last 30 days, without private ones. */
  trips: z.number().int(),
});
export type Driver = z.output<typeof driver>;
export const listAccountDrivers = defineEndpoint({
  id: 'drivers.list',
  kind: 'json',
  access: 'admin',
  summary: 'The people who may drive, with their tags, the units that they usually drive and how much they drove in 30 days',
  data: z.object({
    /** The first day that trips are counted of. */
    from_day: z.string(),
    to_day: z.string(),
    drivers: z.array(driver),
  }),
});

export const driverTag = z.object({
  id: z.number().int(),
  tag: z.string(),
  name: z.string(),
  user: person.nullable(),
  last_read_at: instant.nullable(),
  last_read_unit: z.string().nullable(),
  /** Trips driven with it since it was linked to nobody. */
  unassigned_trips: z.number().int(),
});
export type DriverTag = z.output<typeof driverTag>;
const tagName = z.string().trim().max(DRIVER_TAG_NAME_MAX, msg('TextTooLong'));

export const listTags = defineEndpoint({
  id: 'drivers.tags',
  kind: 'json',
  access: 'admin',
  summary: 'Driver tags, unknown ones among them (API-117)',
  data: z.object({ tags: z.array(driverTag) }),
});
export const addTag = defineEndpoint({
  id: 'drivers.add-tag',
  kind: 'json',
  access: 'admin',
  summary: 'Register a driver tag before it is read (API-117)',
  body: z.object({
    tag: z
      .string()
      .transform((text) => text.replace(/[\s:-]/g, '').toUpperCase())
      .pipe(z.string().regex(/^[0-9A-F]{4,64}$/, msg('InvalidDriverTag'))),
    name: tagName.default(''),
    user_id: id.nullable().default(null),
  }),
  data: z.object({ tag: driverTag }),
  errors: ['DriverTagExists', 'UserNotFound'],
});
export const updateTag = defineEndpoint({
  id: 'drivers.update-tag',
  kind: 'json',
  access: 'admin',
  summary: 'Name a driver tag (API-117)',
  params: z.object({ id }),
  body: z.object({ name: tagName }),
  data: z.object({ tag: driverTag }),
  errors: ['DriverTagNotFound'],
});
export const removeTag = defineEndpoint({
  id: 'drivers.remove-tag',
  kind: 'json',
  access: 'admin',
  summary: 'Take a driver tag off the list; its trips keep their driver (API-117)',
  params: z.object({ id }),
  data: nothing,
  errors: ['DriverTagNotFound'],
});
/** DRV-011, DRV-012: one user at a time; to take a tag from somebody asks for a confirmation. */
export const linkTag = defineEndpoint({
  id: 'drivers.link-tag',
  kind: 'json',
  access: 'admin',
  summary: 'Link a driver tag to a user, or to nobody (API-117)',
  params: z.object({ id }),
  body: z.object({ user_id: id.nullable(), confirmed: z.boolean().default(false) }),
  /** The trips that got their driver by it. */
  data: z.object({ tag: driverTag, changed: z.number().int() }),
  errors: ['DriverTagNotFound', 'UserNotFound', 'DriverTagIsLinked'],
});
export const tagHistory = defineEndpoint({
  id: 'drivers.tag-history',
  kind: 'json',
  access: 'admin',
  summary: 'Who a driver tag was linked to, and where it was read (API-117)',
  params: z.object({ id }),
  data: z.object({
    links: z.array(z.object({ user: z.string(), from: instant.nullable(), to: instant.nullable(), by: z.string() })),
    /** The newest, at most 50. */
    readings: z.array(z.object({ at: instant, unit_name: z.string() })),
  }),
  errors: ['DriverTagNotFound'],
});
/** DRV-013. */
export const setLocationInCar = defineEndpoint({
  id: 'drivers.location-in-car',
  kind: 'json',
  access: 'admin',
  summary: 'Where in the car the reader or the unit sits (API-117)',
  body: z.object({ imei, location_in_car: z.string().trim().max(LOCATION_IN_CAR_MAX, msg('TextTooLong')) }),
  data: nothing,
  errors: ['UnitNotFound'],
});
