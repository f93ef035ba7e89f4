import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { id, imei, instant } from '../fields.ts';
import { DISTANCE_FACTOR, HOURS_SOURCES } from './values.ts';

const byImei = z.object({ imei });
const byReading = z.object({ imei, id });

// Readings of odometer and operating hours (SRV-001, UNIT-022, UNIT-023, SRV-006).

/** Kilometres on the dashboard; no vehicle has shown more. */
export const odometerKm = z.number(msg('SpecifyOdometer')).min(0, msg('InvalidOdometer')).max(9_999_999, msg('InvalidOdometer'));
const hours = z.number(msg('SpecifyOperatingTime')).min(0, msg('InvalidOperatingTime')).max(999_999, msg('InvalidOperatingTime'));

export type HoursSource = (typeof HOURS_SOURCES)[number];

/**
 * UNIT-022: below what the unit shows at that time, or more than 2,000 km above or below it. Of a first reading: so far from what the
 * tracker says, or more than hardly any unit ever shows; those two are told before and refused by nobody.
 */
export const READING_WARNINGS = ['fall', 'jump', 'far', 'large'] as const;
export type ReadingWarning = (typeof READING_WARNINGS)[number];

const reading = z.object({
  id: z.number().int(),
  /** Kilometres or hours. */
  value: z.number(),
  time: instant,
  user: z.string(),
  /** A person read it off; or it carries a count over to another source. */
  source: z.enum(['person', 'carried']),
  saved_at: instant,
  /** Taken back: it stays visible and counts no more. */
  removed_at: instant.nullable(),
  removed_by: z.string().nullable(),
});
export type Reading = z.output<typeof reading>;

export const odometerDetails = z.object({
  /** Null: nobody has said, and the tracker has no odometer of its own. */
  current_km: z.number().nullable(),
  /** `reading`: counted on from the last reading; `tracker`: the tracker's own value as it is. */
  current_source: z.enum(['reading', 'tracker']).nullable(),
  /** The newest record that it is counted by. */
  counted_until: instant.nullable(),
  /** Asked for and not yet known (UNIT-003). */
  is_missing: z.boolean(),
  rows: z.array(reading),
  factor: z.object({ value: z.number(), from: instant.nullable() }),
  /** UNIT-023: by two readings; null while they agree or there are too few. */
  factor_proposal: z
    .object({ value: z.number(), from: instant, to: instant, dashboard_km: z.number(), counted_km: z.number() })
    .nullable(),
  can: z.object({ save: z.boolean(), set_factor: z.boolean() }),
});
export type OdometerDetails = z.output<typeof odometerDetails>;

export const getOdometer = defineEndpoint({
  id: 'maintenance.odometer',
  kind: 'json',
  access: 'user',
  summary: 'The odometer of a unit with the history of its readings',
  params: byImei,
  data: odometerDetails,
  errors: ['UnitNotFound', 'UnitLocked'],
});

const odometerInput = z.object({
  /** Kilometres. */
  value: odometerKm,
  /** When it was read off; now when left out. */
  time: instant.optional(),
});

export const previewOdometer = defineEndpoint({
  id: 'maintenance.preview-odometer',
  kind: 'json',
  access: 'user',
  summary: 'The trips whose odometer a reading would change',
  params: byImei,
  body: odometerInput,
  data: z.object({
    /** What the unit shows at that time without the reading. */
    expected_km: z.number().nullable(),
    /** The same, and where there is no reading yet what the tracker itself says; null when nobody knows. */
    shown_km: z.number().nullable(),
    warnings: z.array(z.enum(READING_WARNINGS)),
    /** How many trips change; `trips` holds the newest of them. */
    count: z.number().int(),
    trips: z.array(
      z.object({
        id: z.number().int(),
        /** Midnight of the day where the trip is somebody else's private one. */
        time: instant,
        is_masked: z.boolean(),
        start_before_km: z.number().nullable(),
        start_after_km: z.number(),
        stop_before_km: z.number().nullable(),
        stop_after_km: z.number(),
      }),
    ),
  }),
  errors: ['UnitNotFound', 'UnitLocked', 'ReadingInFuture', 'UnitInPrivateUse'],
});

export const saveOdometer = defineEndpoint({
  id: 'maintenance.save-odometer',
  kind: 'json',
  access: 'user',
  summary: 'Save an odometer reading',
  params: byImei,
  /** A reading that is warned of is saved when it is confirmed. */
  body: odometerInput.extend({ confirmed: z.boolean().default(false) }),
  data: odometerDetails,
  errors: ['UnitNotFound', 'UnitLocked', 'ReadingInFuture', 'ConfirmReading', 'UnitInPrivateUse'],
});

export const removeOdometer = defineEndpoint({
  id: 'maintenance.remove-odometer',
  kind: 'json',
  access: 'user',
  summary: 'Take back an odometer reading; it stays in the history',
  params: byReading,
  data: odometerDetails,
  errors: ['UnitNotFound', 'UnitLocked', 'ReadingNotFound'],
});

export const setDistanceFactor = defineEndpoint({
  id: 'maintenance.set-distance-factor',
  kind: 'json',
  access: 'admin',
  summary: 'Correct the distances of a unit to those of its dashboard',
  params: byImei,
  body: z.object({
    value: z
      .number(msg('InvalidFactor'))
      .min(DISTANCE_FACTOR.min, msg('InvalidFactor'))
      .max(DISTANCE_FACTOR.max, msg('InvalidFactor')),
    /** From when it holds; trips since then are computed again. Now when left out. */
    from: instant.optional(),
  }),
  data: odometerDetails,
  errors: ['UnitNotFound', 'UnitLocked', 'ReadingInFuture', 'UnitInPrivateUse'],
});

export const operatingDetails = z.object({
  /** Null: nobody has said, and no engine counts. */
  current_hours: z.number().nullable(),
  source: z.enum(HOURS_SOURCES),
  counted_until: instant.nullable(),
  is_missing: z.boolean(),
  /** What the unit has reported so far, so that one can choose a source that counts. */
  available: z.array(z.enum(HOURS_SOURCES)),
  rows: z.array(reading),
  can: z.object({ save: z.boolean() }),
});
export type OperatingDetails = z.output<typeof operatingDetails>;

export const getOperatingTime = defineEndpoint({
  id: 'maintenance.operating-time',
  kind: 'json',
  access: 'user',
  summary: 'The operating hours of a unit, what they are counted by, and their history',
  params: byImei,
  data: operatingDetails,
  errors: ['UnitNotFound', 'UnitLocked'],
});

export const saveOperatingTime = defineEndpoint({
  id: 'maintenance.save-operating-time',
  kind: 'json',
  access: 'user',
  summary: 'Save a reading of the operating hours, or what they are counted by',
  params: byImei,
  body: z
    .object({ value: hours.optional(), time: instant.optional(), source: z.enum(HOURS_SOURCES).optional() })
    .refine(({ value, source }) => value !== undefined || source !== undefined, {
      path: ['value'],
      error: msg('SpecifyOperatingTime'),
    }),
  data: operatingDetails,
  errors: ['UnitNotFound', 'UnitLocked', 'ReadingInFuture', 'UnitInPrivateUse'],
});

export const removeOperatingTime = defineEndpoint({
  id: 'maintenance.remove-operating-time',
  kind: 'json',
  access: 'user',
  summary: 'Take back a reading of the operating hours; it stays in the history',
  params: byReading,
  data: operatingDetails,
  errors: ['UnitNotFound', 'UnitLocked', 'ReadingNotFound'],
});
