import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { day, id, imei, instant, nothing, was } from '../fields.ts';
import { PICTURE_MAX_BYTES } from '../limits.ts';
import { UNIT_KINDS } from '../units/values.ts';
import { PLAN_KINDS, PLAN_STATES, PLAN_WARNING, PLAN_MAX, CURRENCIES } from './values.ts';

const byImei = z.object({ imei });
const byEntry = z.object({ imei, id });

// Service plans: what is due when, and what was done (SRV-001 to 005, SRV-007).

export type PlanKind = (typeof PLAN_KINDS)[number];
export type PlanState = (typeof PLAN_STATES)[number];
export const PLAN_NAME_MAX = 60;
export const SERVICE_NOTE_MAX = 1000;

const whole = (max: number) =>
  z
    .number(msg('ServiceNumberInvalid'))
    .int(msg('ServiceNumberInvalid'))
    .min(1, msg('ServiceNumberInvalid'))
    .max(max, msg('ServiceNumberInvalid'));
const ahead = (max: number) =>
  z
    .number(msg('ServiceNumberInvalid'))
    .int(msg('ServiceNumberInvalid'))
    .min(0, msg('ServiceNumberInvalid'))
    .max(max, msg('ServiceNumberInvalid'));
/** Kilometres or hours on the unit's meter. */
const meterValue = z
  .number(msg('ServiceNumberInvalid'))
  .min(0, msg('ServiceNumberInvalid'))
  .max(10_000_000, msg('ServiceNumberInvalid'));
/** A reading that lies further ahead of the meter than `READING_AHEAD`, or of what was done as far behind it, is saved when it is confirmed. */
const confirmed = z.boolean().default(false);
const serviceNote = z.string().trim().max(SERVICE_NOTE_MAX, msg('TextTooLong'));

/** SRV-002: which comes first of distance, hours and months since it was last done. */
export const planInput = z
  .object({
    /** Absent: a new plan. */
    id: id.optional(),
    kind: z.enum(PLAN_KINDS, msg('InvalidInput')),
    name: z.string().trim().max(PLAN_NAME_MAX, msg('TextTooLong')).default(''),
    interval_km: whole(PLAN_MAX.km).nullable().default(null),
    interval_hours: whole(PLAN_MAX.hours).nullable().default(null),
    interval_months: whole(PLAN_MAX.months).nullable().default(null),
    repeats: z.boolean().default(true),
    last_done_on: day.nullable().default(null),
    last_done_km: meterValue.nullable().default(null),
    last_done_hours: meterValue.nullable().default(null),
    warn_km: ahead(PLAN_MAX.km).default(PLAN_WARNING.km),
    warn_hours: ahead(PLAN_MAX.hours).default(PLAN_WARNING.hours),
    warn_days: ahead(PLAN_MAX.warnDays).default(PLAN_WARNING.days),
    note: serviceNote.default(''),
    confirmed,
    was,
  })
  .refine((plan) => plan.kind !== 'other' || plan.name !== '', { path: ['name'], error: msg('SpecifyName') })
  .refine((plan) => plan.interval_km !== null || plan.interval_hours !== null || plan.interval_months !== null, {
    path: ['interval_km'],
    error: msg('SpecifyInterval'),
  })
  .refine((plan) => plan.interval_months === null || plan.last_done_on !== null, {
    path: ['last_done_on'],
    error: msg('SpecifyLastDone'),
  })
  .refine((plan) => plan.interval_km === null || plan.last_done_km !== null, {
    path: ['last_done_km'],
    error: msg('SpecifyReading'),
  })
  .refine((plan) => plan.interval_hours === null || plan.last_done_hours !== null, {
    path: ['last_done_hours'],
    error: msg('SpecifyReading'),
  });
export type PlanInput = z.input<typeof planInput>;

/** A plan with what can be said of it today. Distances are kilometres on the unit's meter, hours its operating hours. */
export const servicePlan = z.object({
  id: z.number().int(),
  kind: z.enum(PLAN_KINDS),
  name: z.string(),
  interval_km: z.number().int().nullable(),
  interval_hours: z.number().int().nullable(),
  interval_months: z.number().int().nullable(),
  repeats: z.boolean(),
  last_done_on: day.nullable(),
  last_done_km: z.number().nullable(),
  last_done_hours: z.number().nullable(),
  warn_km: z.number().int(),
  warn_hours: z.number().int(),
  warn_days: z.number().int(),
  note: z.string(),
  state: z.enum(PLAN_STATES),
  due_km: z.number().nullable(),
  due_hours: z.number().nullable(),
  /** By the months alone. */
  due_on: day.nullable(),
  /** Negative: so much past it. */
  remaining_km: z.number().nullable(),
  remaining_hours: z.number().nullable(),
  remaining_days: z.number().int().nullable(),
  /** The earliest of what the months, the distance and the hours make likely; null when nothing is known of either. */
  forecast_on: day.nullable(),
  /** What the plan counts in and the unit does not tell. */
  missing: z.array(z.enum(['km', 'hours'])),
});
export type ServicePlan = z.output<typeof servicePlan>;

export const serviceEntry = z.object({
  id: z.number().int(),
  plan_id: z.number().int(),
  kind: z.enum(PLAN_KINDS),
  name: z.string(),
  done_on: day,
  km: z.number().nullable(),
  hours: z.number().nullable(),
  workshop: z.string(),
  cost: z.number().nullable(),
  currency: z.string().nullable(),
  note: z.string(),
  recorded_by: z.string(),
  recorded_at: instant,
  /** SRV-004: in the order in which they were added. */
  pictures: z.array(z.object({ id: z.number().int(), width: z.number().int(), height: z.number().int() })),
  can: z.object({ take_back: z.boolean() }),
});
export type ServiceEntry = z.output<typeof serviceEntry>;

export const servicePlans = z.object({
  plans: z.array(servicePlan),
  /** What the unit's meters show now; null when it tells neither. */
  now: z.object({ day, km: z.number().nullable(), hours: z.number().nullable() }),
  /** What they showed as the day ended that was asked for: what has been driven since is taken off. */
  then: z.object({ day, km: z.number().nullable(), hours: z.number().nullable() }).optional(),
  /** SRV-003: mean of up to 90 days; null before there is a week to judge by. */
  per_day: z.object({ km: z.number().nullable(), hours: z.number().nullable() }),
  currency: z.string(),
  can: z.object({ edit: z.boolean(), record: z.boolean() }),
});
export type ServicePlans = z.output<typeof servicePlans>;

export const listPlans = defineEndpoint({
  id: 'maintenance.plans',
  kind: 'json',
  access: 'user',
  summary: 'What is to be done on a unit, and when it is due',
  params: byImei,
  query: z.object({ on: day.optional() }),
  data: servicePlans,
  errors: ['FeatureOff', 'UnitNotFound', 'UnitLocked'],
});

export const savePlan = defineEndpoint({
  id: 'maintenance.save-plan',
  kind: 'json',
  access: 'user',
  summary: 'Add a service plan to a unit, or change one',
  params: byImei,
  body: planInput,
  data: servicePlans,
  errors: [
    ...(['FeatureOff', 'UnitNotFound', 'UnitLocked', 'PlanNotFound', 'TooManyPlans', 'DateInFuture'] as const),
    ...(['ChangedMeanwhile', 'ConfirmReading'] as const),
  ],
});

export const removePlan = defineEndpoint({
  id: 'maintenance.remove-plan',
  kind: 'json',
  access: 'user',
  summary: 'Take a service plan away; what was done stays in the history',
  params: byEntry,
  data: servicePlans,
  errors: ['FeatureOff', 'UnitNotFound', 'UnitLocked', 'PlanNotFound'],
});

export const restorePlan = defineEndpoint({
  id: 'maintenance.restore-plan',
  kind: 'json',
  access: 'user',
  summary: 'Bring a service plan back that was taken away',
  params: byEntry,
  data: servicePlans,
  errors: ['FeatureOff', 'UnitNotFound', 'UnitLocked', 'PlanNotFound', 'TooManyPlans'],
});

/** SRV-004. */
export const entryInput = z.object({
  plan_id: id,
  done_on: day,
  km: meterValue.nullable().default(null),
  hours: meterValue.nullable().default(null),
  workshop: z.string().trim().max(100, msg('TextTooLong')).default(''),
  cost: z
    .number(msg('ServiceNumberInvalid'))
    .min(0, msg('ServiceNumberInvalid'))
    .max(1e9, msg('ServiceNumberInvalid'))
    .nullable()
    .default(null),
  /** Of the cost; absent: the account's. */
  currency: z.enum(CURRENCIES, msg('InvalidInput')).optional(),
  note: serviceNote.default(''),
  confirmed,
});
export type EntryInput = z.input<typeof entryInput>;

export const serviceHistory = defineEndpoint({
  id: 'maintenance.history',
  kind: 'json',
  access: 'user',
  summary: 'What was done on a unit, newest first',
  params: byImei,
  data: z.object({ rows: z.array(serviceEntry) }),
  errors: ['UnitNotFound', 'UnitLocked'],
});

export const recordService = defineEndpoint({
  id: 'maintenance.record',
  kind: 'json',
  access: 'user',
  summary: 'Record that a plan was done; its interval starts again from the reading',
  params: byImei,
  body: entryInput,
  data: z.object({ id: z.number().int() }),
  errors: [
    ...(['FeatureOff', 'UnitNotFound', 'UnitLocked', 'PlanNotFound', 'PlanIsDone', 'DateInFuture'] as const),
    ...(['SpecifyReading', 'ConfirmReading'] as const),
  ],
});

export const takeBackEntry = defineEndpoint({
  id: 'maintenance.take-back',
  kind: 'json',
  access: 'user',
  summary: 'Take back an entry of the service history that was a mistake',
  params: byEntry,
  data: nothing,
  errors: ['FeatureOff', 'UnitNotFound', 'UnitLocked', 'EntryNotFound'],
});

const byPicture = byEntry.extend({ picture: id });

/** SRV-004: at most five to an entry. */
export const addServicePicture = defineEndpoint({
  id: 'maintenance.add-picture',
  kind: 'json',
  access: 'user',
  summary: 'Add a picture to an entry of the service history',
  params: byEntry,
  upload: {
    types: ['image/png', 'image/jpeg'],
    maxBytes: PICTURE_MAX_BYTES,
    tooLarge: 'ImageTooLarge',
    wrongType: 'ImageWrongType',
  },
  data: z.object({ id: z.number().int() }),
  errors: [
    ...(['FeatureOff', 'UnitNotFound', 'UnitLocked', 'EntryNotFound', 'PicturesMax'] as const),
    ...(['ImageTooLarge', 'ImageWrongType', 'ImageTooManyPixels', 'ImageBroken'] as const),
  ],
});

export const removeServicePicture = defineEndpoint({
  id: 'maintenance.remove-picture',
  kind: 'json',
  access: 'user',
  summary: 'Delete a picture of the service history',
  params: byPicture,
  data: nothing,
  errors: ['UnitNotFound', 'UnitLocked', 'EntryNotFound', 'PictureNotFound'],
});

export const getServicePicture = defineEndpoint({
  id: 'maintenance.picture',
  kind: 'file',
  access: 'user',
  summary: 'A picture of the service history',
  params: byPicture,
  data: nothing,
  errors: ['UnitNotFound', 'UnitLocked', 'PictureNotFound'],
});

const overviewUnit = z.object({
  id: z.number().int(),
  kind: z.enum(UNIT_KINDS),
  imei: z.string().nullable(),
  name: z.string(),
  registration_number: z.string().nullable(),
  department: z.string().nullable(),
});
export type OverviewUnit = z.output<typeof overviewUnit>;

/** SRV-007: a line of the overview. */
export const overviewRow = z.object({ unit: overviewUnit, plan: servicePlan });
export type OverviewRow = z.output<typeof overviewRow>;

export const serviceOverview = defineEndpoint({
  id: 'maintenance.overview',
  kind: 'json',
  access: 'user',
  summary: 'What is due on all units that the signed-in user may see',
  data: z.object({
    rows: z.array(overviewRow),
    /** Units in use that have no plan: how many, and which, by name. */
    without_plan: z.number().int(),
    unplanned: z.array(overviewUnit),
    today: day,
    /** Since when the member's calendar address is open; null: there is none. */
    calendar_since: instant.nullable(),
  }),
});

export const openCalendar = defineEndpoint({
  id: 'maintenance.open-calendar',
  token: 'shut',
  kind: 'json',
  access: 'user',
  summary: 'A new address of your service calendar; an earlier one ends',
  /** Told once: only its hash is kept. Relative to where the interface answers. */
  data: z.object({ path: z.string() }),
});

export const closeCalendar = defineEndpoint({
  id: 'maintenance.close-calendar',
  token: 'shut',
  kind: 'json',
  access: 'user',
  summary: 'End the address of your service calendar',
  data: nothing,
});

export const readCalendar = defineEndpoint({
  id: 'maintenance.calendar',
  kind: 'file',
  access: 'public',
  summary: 'The service calendar behind an address, as iCalendar (RFC 5545)',
  params: z.object({ token: z.string().max(100) }),
  data: z.string(),
  errors: ['NotFound'],
});
