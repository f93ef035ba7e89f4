import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { commaList, day, id, imei, instant, nothing } from '../fields.ts';
import { ALARM_NOTE_MAX, ALARM_PAGE_MAX } from '../limits.ts';
import { UNIT_KINDS } from '../units/values.ts';
import { MESSAGE_PURPOSES, MESSAGE_STATES, RECEIVER_CHANNELS } from './receivers.ts';
import { ALARM_CLASSES, ALARM_KIND_NAMES, ALARM_URGENCIES } from './kinds.ts';

/** ALARM-035. */
export const ALARM_STATES = ['new', 'seen', 'handled'] as const;
export type AlarmState = (typeof ALARM_STATES)[number];

/**
 * What became of the message. told: receivers were sent one. repeat: counted to the one before (ALARM-033). muted: a person had muted the
 * unit. late: older than 24 hours when it came to light (ALARM-034).
 */
export const ALARM_TELLINGS = ['told', 'repeat', 'muted', 'late'] as const;

const done = z.object({ at: instant, by: z.string() }).nullable();

export const alarm = z.object({
  id: z.number().int(),
  kind: z.enum(ALARM_KIND_NAMES),
  class: z.enum(ALARM_CLASSES),
  /** What of the kind: the number of an input, the name of a zone or plan; empty where there is but one. */
  subject: z.string(),
  /** Null of what concerns the account as a whole. */
  unit: z
    .object({
      id: z.number().int(),
      imei: z.string().nullable(),
      name: z.string(),
      registration_number: z.string().nullable(),
      kind: z.enum(UNIT_KINDS),
    })
    .nullable(),
  /** Of `is_day_only` midnight of its day: it happened in somebody else's private use (TRIP-032). */
  at: instant,
  is_day_only: z.boolean(),
  /** MAP-004: the unit was hidden from administrators, and this is no security alarm: no place. */
  is_place_hidden: z.boolean(),
  /** It came to light more than 15 minutes later. */
  is_delayed: z.boolean(),
  /** Since when it was so, of what raises an alarm only once it has lasted; null: as `at`, or not told. */
  began_at: instant.nullable(),
  /** Null while it lasts, and of what has no duration. */
  ended_at: instant.nullable(),
  is_lasting: z.boolean(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  /** PLACE-012: the account's name for where it was, else an address; null where neither is known. */
  place: z.string().nullable(),
  /** SAFE-029: of a unit that was to be home, and of which nobody knew where it was. Its place is null. */
  is_position_unknown: z.boolean(),
  /** What was measured at worst, and what it was held against. */
  value: z.number().nullable(),
  limit: z.number().nullable(),
  telling: z.enum(ALARM_TELLINGS),
  /** How many of the same came in the quiet time after it. */
  repeats: z.number().int(),
  state: z.enum(ALARM_STATES),
  seen: done,
  handled: done,
  note: z.string(),
  noted: done,
  reopened: done,
});
export type Alarm = z.output<typeof alarm>;

const filter = z.object({
  states: commaList,
  classes: commaList,
  urgencies: commaList,
  kinds: commaList,
  imeis: commaList,
  from: day.optional(),
  to: day.optional(),
});

export const listAlarms = defineEndpoint({
  id: 'alarms.list',
  kind: 'json',
  access: 'user',
  summary: 'The alarms of the units the user may see, the newest first',
  query: filter.extend({
    /** `next` of the answer before. */
    after: z.string().max(60, msg('InvalidInput')).optional(),
    limit: z.coerce
      .number(msg('InvalidInput'))
      .int(msg('InvalidInput'))
      .min(1, msg('InvalidInput'))
      .max(ALARM_PAGE_MAX, msg('InvalidInput'))
      .default(50),
  }),
  data: z.object({ alarms: z.array(alarm), next: z.string().nullable() }),
  errors: ['UnitNotFound', 'InvalidInput'],
});

/** What the badge and the toast need: how many wait for somebody, and the newest of `saidAtOnce` that nobody has seen. */
export const openAlarms = defineEndpoint({
  id: 'alarms.open',
  kind: 'json',
  access: 'user',
  token: 'shut',
  summary: 'How many alarms nobody has handled, of which units, and the newest security or urgent alarm that nobody has seen',
  data: z.object({
    new_count: z.number().int(),
    open_count: z.number().int(),
    newest: alarm.nullable(),
    /** MAP-021: of which units, for marks on the map and in lists. `urgency` is that of the most urgent one. */
    units: z.array(
      z.object({
        id: z.number().int(),
        imei: z.string().nullable(),
        count: z.number().int(),
        urgency: z.enum(ALARM_URGENCIES),
      }),
    ),
  }),
});

const message = z.object({
  id: z.number().int(),
  at: instant,
  /** The receiver; once that is removed, the address or number. */
  to: z.string(),
  /** Where the receiver can be called, with the dial code and without its plus; null where no number is known. */
  phone: z.string().nullable(),
  purpose: z.enum(MESSAGE_PURPOSES),
  channel: z.enum(RECEIVER_CHANNELS),
  state: z.enum(MESSAGE_STATES),
});

export const getAlarm = defineEndpoint({
  id: 'alarms.get',
  kind: 'json',
  access: 'user',
  summary: 'One alarm',
  params: z.object({ id }),
  data: alarm.extend({
    /** ALARM-036: until when nobody is sent anything of the unit; null: it is not muted. */
    muted_until: instant.nullable(),
    can: z.object({ mute: z.boolean() }),
    /** When it came to light; null where its time is not told. */
    noticed_at: instant.nullable(),
    /** Who ended it by hand, of theft mode; null: nobody has, or it is not told. */
    ended_by: z.string().nullable(),
    /** When the unit crossed the zone of the alarm the other way next, in again or out again; null: it has not, or it is not told. */
    crossed_back_at: instant.nullable(),
    /**
     * Who drove then, of a trip that the caller may see: who had checked in, shown a tag or been entered, and where nothing speaks against it
     * who usually drives; null: nobody, or it is not told.
     */
    driver: z.string().nullable(),
    /** Who usually drives, of a security alarm on a trip of which nobody said who drove: no driver of it. Null otherwise. */
    usual_driver: z.string().nullable(),
    /** Of `repeat`: the alarm that it was counted to, and as `messages` who was sent that one. */
    repeats_of: z.object({ id: z.number().int(), at: instant, messages: z.array(message).nullable() }).nullable(),
    /** Of an alarm that a Bluetooth sensor raised. */
    sensor_id: z.number().int().nullable(),
    /** Told to administrators: the messages that were ordered about it in the last 90 days, the oldest first; null to others, and of what is told by its day. */
    messages: z.array(message).nullable(),
    /** Told as `messages` are: whom it goes on to unless somebody handles it before, after how many minutes and when; the next one first. */
    escalations: z.array(z.object({ to: z.string(), after_min: z.number().int(), at: instant })).nullable(),
    /** Who drove then or usually drives the unit, and has a telephone: told to administrators, who read the numbers of members anyway. */
    call: z.object({ name: z.string(), phone: z.string() }).nullable(),
  }),
  errors: ['AlarmNotFound'],
});

/** Who says that they have seen or handled it is written down with the time; back to `new` forgets both. */
export const setAlarmState = defineEndpoint({
  id: 'alarms.set-state',
  kind: 'json',
  access: 'user',
  summary: 'Say that alarms are seen or handled, with a note',
  body: z.object({
    ids: z.array(id).min(1, msg('InvalidInput')).max(ALARM_PAGE_MAX, msg('InvalidInput')),
    state: z.enum(ALARM_STATES, msg('InvalidInput')),
    note: z.string().trim().max(ALARM_NOTE_MAX, msg('TextTooLong')).optional(),
  }),
  data: z.object({ alarms: z.array(alarm) }),
  errors: ['AlarmNotFound'],
});

/** ALARM-036: the alarm centre shows the alarms of a muted unit all the same. */
export const muteUnit = defineEndpoint({
  id: 'alarms.mute',
  kind: 'json',
  access: 'user',
  summary: 'Send nobody anything of a unit until a time, at most 30 days ahead; null: send again',
  params: z.object({ imei }),
  body: z.object({ until: instant.nullable() }),
  data: nothing,
  errors: ['UnitNotFound', 'UnitLocked', 'MuteUntil'],
});
