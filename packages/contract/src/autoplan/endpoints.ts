import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { imei, instant, was } from '../fields.ts';
import { BULK_MAX } from '../limits.ts';
import { AUTOPLAN_CUSTOMER_MAX, AUTOPLAN_SECRET_MAX } from './values.ts';

/**
 * AUTO-005. `not-due`: the window is closed and nothing was reported of the month; `ready`: it can be reported; `sending`: on its way;
 * `not-needed`: the service says that the car need not be reported.
 */
export const AUTOPLAN_STATES = ['not-due', 'ready', 'sending', 'reported', 'failed', 'not-needed'] as const;
export type AutoplanState = (typeof AUTOPLAN_STATES)[number];

/** AUTO-003: why a report did not come about; each has a text `AutoplanProblem-...`. */
export const AUTOPLAN_PROBLEMS = [
  'window-closed',
  'already-reported',
  'no-answer',
  'no-registration-number',
  'no-matching-unit',
  'service-car',
  'refused',
  'credentials',
] as const;
export type AutoplanProblem = (typeof AUTOPLAN_PROBLEMS)[number];

/** AUTO-006: what is to be looked at before the kilometres are sent. */
export const AUTOPLAN_DOUBTS = ['fell', 'jumped'] as const;
export type AutoplanDoubt = (typeof AUTOPLAN_DOUBTS)[number];

const settings = z.object({
  is_on: z.boolean(),
  customer_id: z.string(),
  /** The secret itself is never told. */
  has_secret: z.boolean(),
  /** False: this installation has no address of the service (`AUTOPLAN_URL`). */
  is_available: z.boolean(),
});

export const autoplanSettings = defineEndpoint({
  id: 'autoplan.settings',
  kind: 'json',
  access: 'admin',
  summary: 'Whether kilometres are reported to Autoplan, and as which customer; never the secret (API-114)',
  data: settings,
});
export type AutoplanSettings = z.output<typeof settings>;

export const saveAutoplanSettings = defineEndpoint({
  id: 'autoplan.save-settings',
  kind: 'json',
  access: 'admin',
  summary: 'Turn reporting to Autoplan on or off, and say as which customer',
  body: z.object({
    is_on: z.boolean(),
    customer_id: z.string().trim().max(AUTOPLAN_CUSTOMER_MAX, msg('TextTooLong')),
    /** Left out: the one that is kept. */
    secret: z.string().trim().min(1, msg('AutoplanSpecifySecret')).max(AUTOPLAN_SECRET_MAX, msg('TextTooLong')).optional(),
    was,
  }),
  data: settings,
  errors: ['AutoplanSpecifyCustomer', 'AutoplanSpecifySecret'],
});

export const testAutoplan = defineEndpoint({
  id: 'autoplan.test',
  kind: 'json',
  access: 'admin',
  summary: 'Ask Autoplan whether it knows the customer; reports nothing',
  data: z.object({ problem: z.enum(AUTOPLAN_PROBLEMS).nullable() }),
  errors: ['AutoplanNotSet'],
});

export const autoplanUnit = z.object({
  imei: z.string().nullable(),
  name: z.string(),
  registration_number: z.string().nullable(),
  state: z.enum(AUTOPLAN_STATES),
  problem: z.enum(AUTOPLAN_PROBLEMS).nullable(),
  /** Of the month, km; null where no trip tells it. */
  odometer_start_km: z.number().nullable(),
  odometer_end_km: z.number().nullable(),
  business_km: z.number(),
  private_km: z.number(),
  /** What the service says that it registered. */
  registered_km: z.number().nullable(),
  reported_at: instant.nullable(),
  /** What is to be confirmed before it is sent. */
  doubt: z.enum(AUTOPLAN_DOUBTS).nullable(),
  /** What was reported as the odometer last time, km. */
  last_odometer_km: z.number().nullable(),
});
export type AutoplanUnit = z.output<typeof autoplanUnit>;

const status = z.object({
  /** `YYYY-MM`: the month that is reported now or next. */
  month: z.string(),
  is_open: z.boolean(),
  /** When the window closes, or opens next. */
  changes_at: instant,
  is_on: z.boolean(),
  units: z.array(autoplanUnit),
});

export const autoplanStatus = defineEndpoint({
  id: 'autoplan.status',
  kind: 'json',
  access: 'admin',
  summary: 'What is to be reported to Autoplan of the month, unit by unit, and what became of it',
  data: status,
});
export type AutoplanStatus = z.output<typeof status>;

export const reportToAutoplan = defineEndpoint({
  id: 'autoplan.report',
  kind: 'json',
  access: 'admin',
  summary: 'Report the kilometres of the month before for these units; a month is never registered twice',
  body: z.object({
    imeis: z.array(imei).min(1, msg('SelectUnit')).max(BULK_MAX),
    /** Those whose odometer somebody has looked at and found right. */
    confirmed_imeis: z.array(imei).max(BULK_MAX).default([]),
  }),
  data: status,
  errors: ['AutoplanWindowClosed', 'AutoplanNotSet', 'AutoplanConfirmOdometer', 'UnitNotFound'],
});
