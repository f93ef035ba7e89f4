import { z } from 'zod';
import { instant } from '../fields.ts';
import { ALARM_CLASSES, ALARM_KIND_NAMES } from '../alarms/kinds.ts';
import { BOOKING_KINDS, BOOKING_STATES } from '../bookings/limits.ts';
import { PLAN_KINDS } from '../maintenance/endpoints.ts';
import { TRIP_TYPES } from '../units/endpoints.ts';

/** The unit that something happened to, as it is called then. */
const calledUnit = z.object({
  id: z.number().int(),
  name: z.string(),
  registration_number: z.string().nullable(),
  imei: z.string().nullable(),
});
const call = <T extends string, D extends z.ZodType>(type: T, data: D) =>
  z.object({
    type: z.literal(type),
    /** When it happened, not when it is told. */
    timestamp: instant,
    data,
  });
const settledCommand = z.object({
  unit: calledUnit,
  command_id: z.number().int(),
  kind: z.string(),
  subject: z.string(),
  state: z.enum(['acknowledged', 'failed', 'timed-out', 'expired']),
});

const booking = z.object({
  unit: calledUnit,
  booking_id: z.number().int(),
  kind: z.enum(BOOKING_KINDS),
  state: z.enum(BOOKING_STATES),
  starts_at: instant,
  ends_at: instant,
  /** Null where nobody can drive. */
  driver: z.object({ id: z.number().int(), name: z.string() }).nullable(),
});

/** Bodies of webhook calls, by what they tell; `test` is sent when somebody tries the address. Nothing is told of a private trip. */
export const WEBHOOK_CALLS = {
  'trip.finished': call(
    'trip.finished',
    z.object({
      unit: calledUnit,
      trip_id: z.number().int(),
      started_at: instant,
      ended_at: instant,
      type: z.enum(TRIP_TYPES),
      distance_m: z.number(),
    }),
  ),
  'command.acknowledged': call('command.acknowledged', settledCommand),
  'command.failed': call('command.failed', settledCommand),
  'service.due': call(
    'service.due',
    z.object({
      unit: calledUnit,
      plan_id: z.number().int(),
      name: z.string(),
      kind: z.enum(PLAN_KINDS),
      state: z.enum(['due-soon', 'overdue']),
    }),
  ),
  'alarm.raised': call(
    'alarm.raised',
    z.object({
      unit: calledUnit,
      alarm_id: z.number().int(),
      kind: z.enum(ALARM_KIND_NAMES),
      class: z.enum(ALARM_CLASSES),
      subject: z.string(),
      noticed_at: instant,
    }),
  ),
  'booking.made': call('booking.made', booking),
  'booking.changed': call('booking.changed', booking),
  'booking.deleted': call('booking.deleted', booking),
  test: call('test', z.object({})),
} as const;
