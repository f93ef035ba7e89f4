import { z } from 'zod';
import { ALARM_KIND_NAMES } from '../alarms/kinds.ts';
import { BOOKING_KINDS } from '../bookings/limits.ts';
import { defineEndpoint } from '../endpoint.ts';
import { day, instant } from '../fields.ts';
import { PLAN_KINDS } from '../maintenance/values.ts';
import { OPEN_MATTERS } from '../units/values.ts';
import type { TODAY_LINES } from './lines.ts';

const count = z.number().int();

const unit = z.object({
  id: z.number().int(),
  /** Null when no tracker sits in the unit now. */
  imei: z.string().nullable(),
  name: z.string(),
  registration_number: z.string().nullable(),
});
export type TodayUnit = z.output<typeof unit>;

/** A line tells how many there are and names the first of them; what both are filtered by, the page behind its link takes as well. */
const lineOf = <const Names extends readonly (typeof TODAY_LINES)[number][], const Shape extends z.ZodRawShape>(
  names: Names,
  item: Shape,
) => z.object({ name: z.enum(names), count, items: z.array(z.object(item)) });

const alarms = lineOf(['alarms-urgent', 'alarms-soon', 'alarms-event'], {
  id: z.number().int(),
  kind: z.enum(ALARM_KIND_NAMES),
  /** What of the kind; empty where there is but one, or where it is not told. */
  subject: z.string(),
  /** Null of what concerns the account as a whole. */
  unit: unit.nullable(),
  /** Of `is_day_only` midnight of its day (TRIP-032). */
  at: instant,
  is_day_only: z.boolean(),
  /** How many of the same unit and kind wait, this one the newest of them, as the alarm centre puts them together. */
  times: count,
}).extend({
  /** Alarms beside these that say what is due: the lines of service name it. */
  due: count,
});

/** Trips of these days that are not attested. */
const trips = lineOf(['trips-purpose', 'trips-driver'], { unit, trips: count }).extend({ from: day, to: day });

/** Of a month that is over. */
const attest = lineOf(['attest-open', 'attest-reopened', 'attest-user'], {
  unit,
  user_id: z.number().int().nullable(),
  user_name: z.string().nullable(),
  trips: count,
}).extend({ month: z.string() });

const missing = lineOf(['units-missing'], { unit, matters: z.array(z.enum(OPEN_MATTERS)) });

const silent = lineOf(['units-silent'], { unit, last_contact_at: instant.nullable() });

/** Units of whose security alarms no receiver is sent anything. */
const untold = lineOf(['alarms-untold'], {
  unit,
  /** As `alarms.untold` tells it. */
  reason: z.enum(['nobody', 'no-credits', 'no-device']),
});

const service = lineOf(['service-overdue', 'service-due-soon'], {
  unit,
  plan_id: z.number().int(),
  kind: z.enum(PLAN_KINDS),
  plan_name: z.string(),
  /** When it is likely to be due, or was; null: nobody can tell. */
  expected_on: day.nullable(),
});

const bookings = lineOf(['bookings-requested', 'bookings-today'], {
  id: z.number().int(),
  unit,
  kind: z.enum(BOOKING_KINDS),
  driver_name: z.string(),
  starts_at: instant,
  ends_at: instant,
});

const line = z.discriminatedUnion('name', [alarms, trips, attest, missing, silent, untold, service, bookings]);
export type TodayLine = z.output<typeof line>;
/** The line of a name. */
export type TodayLineOf<Name, Line = TodayLine> = Line extends { readonly name: infer Names }
  ? Name extends Names
    ? Line
    : never
  : never;

/** ADM-030. */
export const getToday = defineEndpoint({
  id: 'today.get',
  kind: 'json',
  access: 'admin',
  summary: 'What waits for an administrator today, the most urgent first; what waits for nobody is left out',
  data: z.object({ today: day, lines: z.array(line) }),
});
