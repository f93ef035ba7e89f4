import { z } from 'zod';
import { instant } from '../fields.ts';
import { ALARM_CLASSES, ALARM_KIND_NAMES } from '../alarms/kinds.ts';
import { BOOKING_KINDS, BOOKING_STATES } from '../bookings/limits.ts';
import { PLAN_KINDS } from '../maintenance/values.ts';
import { MODES } from '../modes/modes.ts';
import type { WebhookEvent } from './choices.ts';
import { TRIP_TYPES } from '../units/values.ts';
import { ZONE_DIRECTIONS } from '../zones/rules.ts';

/** The unit that something happened to, as it is called then. */
const calledUnit = z.object({
  id: z.number().int().describe('Number of the unit, as `units.list` tells it; it stays when the tracker is changed'),
  name: z.string().describe('Name, as people see it'),
  registration_number: z.string().nullable().describe('Number plate; null where it has none'),
  imei: z.string().nullable().describe("The 15 digits of the unit's tracker; null while it has none"),
});
const call = <T extends string, D extends z.ZodType>(type: T, data: D) =>
  z.object({
    type: z.literal(type).describe('What happened'),
    timestamp: instant.describe('When it happened, not when it is sent'),
    data,
  });
const settledCommand = z.object({
  unit: calledUnit,
  command_id: z.number().int().describe('Number of the command, as `commands.list` tells it'),
  kind: z.string().describe('What the tracker was told, such as `mode` or `output`'),
  subject: z.string().describe('What of it, such as the number of the output; empty where there is only one'),
  state: z
    .enum(['acknowledged', 'failed', 'timed-out', 'expired'])
    .describe('How it ended: carried out, refused by the tracker, never answered, or never sent'),
});

const booking = z.object({
  unit: calledUnit,
  booking_id: z.number().int().describe('Number of the booking'),
  kind: z.enum(BOOKING_KINDS).describe('`drive`: somebody drives. The others: nobody can, and why'),
  state: z
    .enum(BOOKING_STATES)
    .describe('`requested` waits for an approver and holds its time; `refused` and `released` hold none'),
  starts_at: instant.describe('From when the vehicle is taken'),
  ends_at: instant.describe('Until when'),
  driver: z
    .object({ id: z.number().int(), name: z.string() })
    .nullable()
    .describe('Who drives, with the number that `users.list` tells; null where nobody can'),
});

/** Bodies of webhook calls, by what they tell; `test` is sent when somebody tries the address. Nothing is told of a private trip. */
export const WEBHOOK_CALLS = {
  'trip.finished': call(
    'trip.finished',
    z.object({
      unit: calledUnit,
      trip_id: z.number().int().describe('Number of the trip: `trips.get` tells its driver, places and purpose'),
      started_at: instant.describe('The first moment of moving'),
      ended_at: instant.describe('When it came to rest'),
      type: z.enum(TRIP_TYPES).describe('What the trip counts as; never `private`, since nothing is sent of private trips'),
      distance_m: z.number().describe('How far it went, in metres, as the log shows it'),
    }),
  ),
  'command.acknowledged': call('command.acknowledged', settledCommand),
  'command.failed': call('command.failed', settledCommand),
  'service.due': call(
    'service.due',
    z.object({
      unit: calledUnit,
      plan_id: z.number().int().describe('Number of the service plan, as `maintenance.plans` tells it'),
      name: z.string().describe('Name of the plan; may be empty'),
      kind: z.enum(PLAN_KINDS).describe('What is due'),
      state: z.enum(['due-soon', 'overdue']).describe('Whether there is time left'),
    }),
  ),
  'alarm.raised': call(
    'alarm.raised',
    z.object({
      unit: calledUnit,
      alarm_id: z.number().int().describe('Number of the alarm: `alarms.get` tells the rest'),
      kind: z.enum(ALARM_KIND_NAMES).describe('What happened'),
      class: z.enum(ALARM_CLASSES).describe('Who is told: the receivers of `security` or of `function` alarms'),
      subject: z.string().describe('What it is about, such as the name of the zone or the sensor; may be empty'),
      noticed_at: instant.describe('When it was noticed: later than it happened where the unit had no contact'),
    }),
  ),
  'zone.crossed': call(
    'zone.crossed',
    z.object({
      unit: calledUnit,
      zone_id: z.number().int().describe('Number of the zone, as `zones.list` tells it'),
      zone: z.string().describe('Name of the zone'),
      direction: z.enum(ZONE_DIRECTIONS).describe('Whether the unit left the zone or entered it'),
    }),
  ),
  'mode.changed': call(
    'mode.changed',
    z.object({
      unit: calledUnit,
      mode: z.enum(MODES).describe('How often the unit reports from now on, as `modes.get` tells it'),
    }),
  ),
  'booking.made': call('booking.made', booking),
  'booking.changed': call('booking.changed', booking),
  'booking.deleted': call('booking.deleted', booking),
  test: call('test', z.object({})),
} as const satisfies Readonly<Record<WebhookEvent | 'test', z.ZodType>>;

const van = { id: 12, name: 'Van 4', registration_number: 'ABC 123', imei: '356307042441013' };
const bookingExample = {
  unit: van,
  booking_id: 912,
  kind: 'drive' as const,
  state: 'booked' as const,
  starts_at: '2026-11-24T07:00:00.000Z',
  ends_at: '2026-11-24T11:30:00.000Z',
  driver: { id: 31, name: 'Anna Berg' },
};
const commandExample = { unit: van, command_id: 507, kind: 'output', subject: '1' };

/** A body of each call, as it could be sent: for who reads the description and for their tests. */
export const WEBHOOK_EXAMPLES: { readonly [E in keyof typeof WEBHOOK_CALLS]: z.output<(typeof WEBHOOK_CALLS)[E]> } = {
  'trip.finished': {
    type: 'trip.finished',
    timestamp: '2026-11-23T07:21:40.000Z',
    data: {
      unit: van,
      trip_id: 48_213,
      started_at: '2026-11-23T07:00:40.000Z',
      ended_at: '2026-11-23T07:21:40.000Z',
      type: 'business',
      distance_m: 12_400,
    },
  },
  'command.acknowledged': {
    type: 'command.acknowledged',
    timestamp: '2026-11-23T07:30:12.000Z',
    data: { ...commandExample, state: 'acknowledged' },
  },
  'command.failed': {
    type: 'command.failed',
    timestamp: '2026-11-23T07:45:00.000Z',
    data: { ...commandExample, state: 'timed-out' },
  },
  'service.due': {
    type: 'service.due',
    timestamp: '2026-11-23T05:00:00.000Z',
    data: { unit: van, plan_id: 77, name: 'Oil change', kind: 'service', state: 'due-soon' },
  },
  'alarm.raised': {
    type: 'alarm.raised',
    timestamp: '2026-11-23T02:14:05.000Z',
    data: {
      unit: van,
      alarm_id: 3_301,
      kind: 'zone-left',
      class: 'security',
      subject: 'Depot',
      noticed_at: '2026-11-23T02:14:07.000Z',
    },
  },
  'zone.crossed': {
    type: 'zone.crossed',
    timestamp: '2026-11-23T06:58:20.000Z',
    data: { unit: van, zone_id: 64, zone: 'Depot', direction: 'left' },
  },
  'mode.changed': { type: 'mode.changed', timestamp: '2026-11-23T07:30:12.000Z', data: { unit: van, mode: 'realtime-1' } },
  'booking.made': { type: 'booking.made', timestamp: '2026-11-23T09:12:30.000Z', data: bookingExample },
  'booking.changed': {
    type: 'booking.changed',
    timestamp: '2026-11-23T09:20:00.000Z',
    data: { ...bookingExample, ends_at: '2026-11-24T13:00:00.000Z' },
  },
  'booking.deleted': { type: 'booking.deleted', timestamp: '2026-11-23T10:02:00.000Z', data: bookingExample },
  test: { type: 'test', timestamp: '2026-11-23T08:00:00.000Z', data: {} },
};
