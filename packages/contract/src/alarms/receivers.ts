import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { id, imei, instant, language, nothing, was } from '../fields.ts';
import { ACCOUNT_FIELD_MAX, USERNAME_MAX } from '../limits.ts';
import { ALARM_CLASSES, ALARM_KIND_NAMES, type AlarmKind } from './kinds.ts';
import { receiverPhoneFault } from './receiver-phone.ts';

/** ALARM-036: how long a security alarm waits to be handled before the next receiver is told. */
export const ESCALATE_MIN = { min: 1, max: 1440, usual: 15 } as const;
export const RECEIVERS_MAX = 500;
const RECEIVER_UNITS_MAX = 20_000;

/** ALARM-027: `ble` are sensors. */
export const RECEIVER_DEVICES = ['gps', 'ble'] as const;
export const RECEIVER_CHANNELS = ['email', 'sms', 'push'] as const;
export type ReceiverChannel = (typeof RECEIVER_CHANNELS)[number];
/**
 * Whether the receiver is told anything: `removed` and `disabled` are users who no longer sign in, `stopped` is who stopped their own
 * alerts by e-mail and SMS (OPT-001), by the link of a message where they are no user (ALARM-039).
 */
export const RECEIVER_STATES = ['active', 'removed', 'disabled', 'stopped'] as const;
export type ReceiverState = (typeof RECEIVER_STATES)[number];

const flag = z.union([z.literal(0), z.literal(1)]);
/** What is switched comes as 0 or 1; true and false are taken too. */
const switched = z.union([flag, z.boolean()]).transform(Boolean);
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, msg('InvalidTime'));

export const alarmReceiver = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Empty where there is none. */
  email: z.string(),
  /** Digits, without plus; empty where there is no phone. */
  country_code: z.string(),
  /** After the country code. */
  phone: z.string(),
  /** The provider says that it takes no text messages. */
  is_number_dead: z.boolean(),
  /** A mail server says that there is no such address. */
  is_address_refused: z.boolean(),
  /** Null of who is no user. */
  member_id: z.number().int().nullable(),
  push_notification: flag,
  security_alarm: flag,
  function_alarm: flag,
  /** Of the units that the viewer may choose. */
  total_units: z.number().int(),
  total_ble_units: z.number().int(),
  /** The name of the one unit that the receiver is told of; null of several, of none, and where sensors are among them. */
  only_unit: z.string().nullable(),
  /** `push_id` is null where the user has no device that takes push notifications. */
  member: z.object({ id: z.number().int(), name: z.string(), push_id: z.string().nullable() }).nullable(),
  state: z.enum(RECEIVER_STATES),
  /** Since when who is told stops alarms themselves; null unless `state` is `stopped`. */
  stopped_at: instant.nullable(),
  /** By the clock of the account's alerts; both or neither. */
  quiet_from: z.string().nullable(),
  quiet_to: z.string().nullable(),
  escalate_after_min: z.number().int().nullable(),
  escalate_to: z.number().int().nullable(),
});
export type AlarmReceiver = z.output<typeof alarmReceiver>;

/** ALARM-027: a receiver as one of those of one unit. */
export const unitReceiver = alarmReceiver.extend({ terminal_id: z.number().int(), device_type: z.enum(RECEIVER_DEVICES) });

export const listReceivers = defineEndpoint({
  id: 'alarms.receivers',
  kind: 'json',
  access: 'admin',
  summary: 'Who is told of alarms, and how many SMS are left',
  data: z.object({ alarmReceivers: z.array(alarmReceiver), SmsCredits: z.number().int() }),
});

export const listUnitReceivers = defineEndpoint({
  id: 'alarms.unit-receivers',
  kind: 'json',
  access: 'admin',
  summary: 'Who is told of the alarms of a unit; by the id of the unit',
  params: z.object({ deviceId: id }),
  data: z.object({
    alarmReceivers: z.array(unitReceiver),
    SmsCredits: z.number().int(),
    can: z.object({ add: z.boolean() }),
  }),
  errors: ['UnitNotFound'],
});

export const listSensorReceivers = defineEndpoint({
  id: 'alarms.sensor-receivers',
  kind: 'json',
  access: 'admin',
  summary: 'Who is told of the alarms of a Bluetooth sensor; nobody: whoever is told of those of its unit',
  params: z.object({ deviceId: id }),
  data: z.object({
    alarmReceivers: z.array(unitReceiver),
    SmsCredits: z.number().int(),
    can: z.object({ add: z.boolean() }),
  }),
  errors: ['SensorNotRegistered'],
});

const phoneDigits = z.union([z.string(), z.number()]).transform((text) => String(text).replace(/\D/g, ''));

/** ALARM-015, ALARM-019: in a change, what is absent stays; null clears. */
export const receiverInput = z
  .object({
    /** Null, 0 or absent: a new one. */
    id: z
      .union([z.literal(0), id])
      .nullish()
      .transform((value) => value || null),
    member_id: z
      .union([z.literal(0), id])
      .nullable()
      .transform((value) => value || null)
      .optional(),
    name: z.string(msg('SpecifyName')).trim().min(1, msg('SpecifyName')).max(ACCOUNT_FIELD_MAX, msg('NameLength')),
    email: z
      .string()
      .trim()
      .toLowerCase()
      .max(USERNAME_MAX, msg('EnterValidEmail'))
      .refine((value) => value === '' || z.email().safeParse(value).success, { error: msg('EnterValidEmail') })
      .nullable()
      .transform((value) => value ?? '')
      .optional(),
    /** With or without plus. */
    country_code: phoneDigits
      .nullable()
      .transform((value) => value ?? '')
      .optional(),
    phone: phoneDigits
      .nullable()
      .transform((value) => value ?? '')
      .optional(),
    push_notification: switched.optional(),
    security_alarm: switched.optional(),
    function_alarm: switched.optional(),
    quiet_from: clock.nullish(),
    quiet_to: clock.nullish(),
    escalate_after_min: z
      .number(msg('ReceiverEscalateMinutes'))
      .int(msg('ReceiverEscalateMinutes'))
      .min(ESCALATE_MIN.min, msg('ReceiverEscalateMinutes'))
      .max(ESCALATE_MIN.max, msg('ReceiverEscalateMinutes'))
      .nullish(),
    escalate_to: id.nullish(),
    /** With `device_type`: the receiver is told of this unit's alarms too. */
    terminal_id: id.nullish(),
    device_type: z.enum(RECEIVER_DEVICES, msg('InvalidInput')).nullish(),
    was,
  })
  .check(({ value, issues }) => {
    const { phone, country_code: dialCode } = value;
    if (!phone) return;
    const fault = receiverPhoneFault({ dialCode: dialCode ?? '', national: phone });
    if (fault) issues.push({ code: 'custom', path: ['phone'], input: phone, message: fault });
  })
  .refine(({ quiet_from, quiet_to }) => (quiet_from ?? null) === null || quiet_from !== quiet_to, {
    path: ['quiet_to'],
    error: msg('ReceiverQuietSame'),
  })
  .refine(({ quiet_from, quiet_to }) => ((quiet_from ?? null) === null) === ((quiet_to ?? null) === null), {
    path: ['quiet_to'],
    error: msg('ReceiverQuietBoth'),
  })
  .refine((value) => ((value.escalate_to ?? null) === null) === ((value.escalate_after_min ?? null) === null), {
    path: ['escalate_to'],
    error: msg('ReceiverEscalateBoth'),
  });
export type ReceiverInput = z.input<typeof receiverInput>;

export const saveReceiver = defineEndpoint({
  id: 'alarms.save-receiver',
  kind: 'json',
  access: 'admin',
  summary: 'Add an alarm receiver or change one',
  body: receiverInput,
  data: z.object({ id: z.number().int() }),
  errors: [
    ...(['ReceiverNotFound', 'UserNotFound', 'UnitNotFound', 'UnitLocked', 'ReceiversMany', 'ChangedMeanwhile'] as const),
    'SensorNotRegistered',
  ],
});

/** DEC-40: a write by GET, as the specification has it. It is never fetched ahead and never kept. */
export const deleteReceiver = defineEndpoint({
  id: 'alarms.delete-receiver',
  kind: 'json',
  access: 'admin',
  summary: 'Remove an alarm receiver; the same as DELETE',
  params: z.object({ id }),
  data: nothing,
  errors: ['ReceiverNotFound'],
});

export const removeReceiver = defineEndpoint({
  id: 'alarms.remove-receiver',
  kind: 'json',
  access: 'admin',
  summary: 'Remove an alarm receiver',
  params: z.object({ id }),
  data: nothing,
  errors: ['ReceiverNotFound'],
});

export const assignableUnit = z.object({
  ID: z.number().int(),
  Name: z.string(),
  Imei: z.string(),
  registration_number: z.string().nullable(),
  IsSelected: z.boolean(),
  /** LOCK-013: shown, and not to be chosen. */
  isLocked: z.boolean(),
});
export type AssignableUnit = z.output<typeof assignableUnit>;

export const assignableSensor = z.object({
  id: z.number().int(),
  Name: z.string(),
  SerialNumber: z.string(),
  IsSelected: z.boolean(),
});
export type AssignableSensor = z.output<typeof assignableSensor>;

export const listReceiverUnits = defineEndpoint({
  id: 'alarms.receiver-units',
  kind: 'json',
  access: 'admin',
  summary: 'Which units a receiver can be told of, and which it is told of',
  body: z.object({ memberId: id.nullish(), receiverId: z.union([z.literal(0), id]).nullish() }),
  data: z.object({
    gps: z.array(assignableUnit),
    /** `SerialNumber` is the MAC address. */
    ble: z.array(assignableSensor),
  }),
  errors: ['ReceiverNotFound'],
});

export const assignReceiverUnits = defineEndpoint({
  id: 'alarms.assign-units',
  kind: 'json',
  access: 'admin',
  summary: 'Say which units a receiver is told of: these, and no others of those that can be chosen',
  body: z.object({
    receiver_id: id,
    terminals: z
      .array(z.object({ terminal_id: id, device_type: z.enum(RECEIVER_DEVICES, msg('InvalidInput')) }), msg('ReceiverSelectUnit'))
      .min(1, msg('ReceiverSelectUnit'))
      .max(RECEIVER_UNITS_MAX, msg('InvalidInput')),
  }),
  data: nothing,
  errors: ['ReceiverNotFound', 'UnitNotFound', 'UnitLocked', 'SensorNotRegistered'],
});

/** ALARM-029: the unit's own page adds and removes one receiver. */
const receiverOfUnit = z.object({ id, unitId: id });

export const addUnitReceiver = defineEndpoint({
  id: 'alarms.add-unit-receiver',
  kind: 'json',
  access: 'admin',
  summary: "Tell a receiver of a unit's alarms too",
  params: receiverOfUnit,
  data: nothing,
  errors: ['ReceiverNotFound', 'UnitNotFound', 'UnitLocked'],
});

export const removeUnitReceiver = defineEndpoint({
  id: 'alarms.remove-unit-receiver',
  kind: 'json',
  access: 'admin',
  summary: "Tell a receiver of a unit's alarms no longer; of its last unit it is told until it is removed",
  params: receiverOfUnit,
  data: nothing,
  errors: ['ReceiverNotFound', 'UnitNotFound', 'UnitLocked', 'ReceiverSelectUnit'],
});

/** ALARM-029: the sensor's own page does the same. */
const receiverOfSensor = z.object({ id, deviceId: id });

export const addSensorReceiver = defineEndpoint({
  id: 'alarms.add-sensor-receiver',
  kind: 'json',
  access: 'admin',
  summary: "Tell a receiver of a Bluetooth sensor's alarms",
  params: receiverOfSensor,
  data: nothing,
  errors: ['ReceiverNotFound', 'SensorNotRegistered'],
});

export const removeSensorReceiver = defineEndpoint({
  id: 'alarms.remove-sensor-receiver',
  kind: 'json',
  access: 'admin',
  summary: "Tell a receiver of a Bluetooth sensor's alarms no longer",
  params: receiverOfSensor,
  data: nothing,
  errors: ['ReceiverNotFound', 'SensorNotRegistered'],
});

export const toggleReceiver = defineEndpoint({
  id: 'alarms.toggle-receiver',
  kind: 'json',
  access: 'admin',
  summary: 'Switch security or function alarms of a receiver',
  body: z.object({ receiverId: id, type: z.enum(ALARM_CLASSES, msg('InvalidInput')), state: switched }),
  data: nothing,
  errors: ['ReceiverNotFound'],
});

/**
 * What became of a message; `sending` is in the outbox of its channel. `sent` has left us: of a text message the network may report later that
 * it was `delivered`, or `undelivered`.
 */
export const MESSAGE_STATES = [
  'waiting',
  'sending',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'expired',
  'no-credits',
  'day-limit',
  'no-device',
  'dropped',
] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

export const MESSAGE_PURPOSES = ['alarm', 'summary', 'escalation', 'over', 'test'] as const;

export const testReceiver = defineEndpoint({
  id: 'alarms.test-receiver',
  kind: 'json',
  access: 'admin',
  summary: 'Send a test by a channel; the delivery log tells what became of it',
  params: z.object({ id }),
  body: z.object({ channel: z.enum(RECEIVER_CHANNELS, msg('InvalidInput')) }),
  data: z.object({ state: z.enum(MESSAGE_STATES) }),
  errors: ['ReceiverNotFound', 'ReceiverNoEmail', 'ReceiverNoPhone', 'ReceiverTestsMany', 'MailUnavailable'],
});

export const receiverMessage = z.object({
  id: z.number().int(),
  at: instant,
  purpose: z.enum(MESSAGE_PURPOSES),
  channel: z.enum(RECEIVER_CHANNELS),
  recipient: z.string(),
  state: z.enum(MESSAGE_STATES),
  /** What the receiving mail server said, where it failed. */
  reason: z.string().nullable(),
  /** It was sent again because nobody knows whether the attempt before had been taken. */
  perhaps_twice: z.boolean(),
  /** Null of a test. */
  kind: z.enum(ALARM_KIND_NAMES).nullable(),
  unit: z.string().nullable(),
});
export type ReceiverMessage = z.output<typeof receiverMessage>;

export const listReceiverMessages = defineEndpoint({
  id: 'alarms.receiver-messages',
  kind: 'json',
  access: 'admin',
  summary: 'What was sent to a receiver in the last 90 days, newest first; nothing of moments that are not told to the caller',
  params: z.object({ id }),
  query: z.object({ before: id.optional() }),
  data: z.object({ messages: z.array(receiverMessage), has_more: z.boolean() }),
  errors: ['ReceiverNotFound'],
});

/** What other pages set up an alarm for, so that they say where nobody would be told of it. */
export const SET_UP_KINDS = ['zone-left', 'zone-entered', 'safe-home-missed'] as const satisfies readonly AlarmKind[];

export const listUntold = defineEndpoint({
  id: 'alarms.untold',
  kind: 'json',
  access: 'user',
  summary: 'Of which units nobody is told that they leave or enter a zone, or are not home in time',
  data: z.object({
    units: z.array(
      z.object({
        imei,
        kind: z.enum(SET_UP_KINDS),
        /**
         * off: the unit raises no such alarm. nobody: no receiver who is sent anything has the unit and its class of alarms. no-credits:
         * its receivers have text messages alone, of which none are left. no-device: they have push alone, which no device takes.
         */
        reason: z.enum(['off', 'nobody', 'no-credits', 'no-device']),
      }),
    ),
  }),
});

/** API-014: the same as `accounts.options` tells, by the names of the specification. */
export const getAlertLanguage = defineEndpoint({
  id: 'alarms.alert-language',
  kind: 'json',
  access: 'admin',
  summary: 'In which language and time zone alerts are written',
  /** `TimeZones` are those that can be chosen. */
  data: z.object({ Language: language, TimeZone: z.string(), TimeZones: z.array(z.string()) }),
});

export const setAlertLanguage = defineEndpoint({
  id: 'alarms.set-alert-language',
  kind: 'json',
  access: 'admin',
  summary: 'Change the language and the time zone of alerts',
  body: z.object({ language, timezone: z.string(msg('InvalidTimeZone')).max(60, msg('InvalidTimeZone')), was }),
  data: nothing,
  errors: ['InvalidTimeZone', 'ChangedMeanwhile'],
});

export const getAlertConfig = defineEndpoint({
  id: 'alarms.alert-config',
  kind: 'json',
  access: 'admin',
  summary: 'How many SMS are left',
  data: z.object({ sms_credit: z.number().int() }),
});
