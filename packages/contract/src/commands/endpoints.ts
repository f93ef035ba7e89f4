import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { id, imei, instant, nothing, was } from '../fields.ts';
import { COMMAND_HISTORY_MAX, ECO_SPEED_MAX_KMH, ECO_THRESHOLD_MS2, IO_NAME_MAX, PULSE_MAX_S } from '../limits.ts';
import { OUTPUT_TYPES, INPUT_MEANINGS } from './values.ts';

export const OUTPUT_NUMBERS = [1, 2, 3] as const;
/** CONST-008; the first input is the ignition's. */
export const INPUT_NUMBERS = [2, 3] as const;

/**
 * waiting: not yet sent. sent: on its way, unanswered. queued: the tracker has it and carries it out when it stands still.
 * acknowledged: done. failed: the tracker refused. timed-out: sent, and not confirmed within 90 s. expired: never sent, and never will be.
 * withdrawn: taken back before it was sent.
 */
export const COMMAND_STATES = [
  'waiting',
  'sent',
  'queued',
  'acknowledged',
  'failed',
  'timed-out',
  'expired',
  'withdrawn',
] as const;
export type CommandState = (typeof COMMAND_STATES)[number];

/** What is ordered from a tracker; `mode` how often it reports, `sensors` which Bluetooth sensors it listens to. */
export const COMMAND_KINDS = ['output', 'eco-driving', 'mode', 'active-tracking', 'sensors'] as const;
export type CommandKind = (typeof COMMAND_KINDS)[number];

export const command = z.object({
  id: z.number().int(),
  kind: z.enum(COMMAND_KINDS),
  /** Of kind `output`: which, and whether on is wished. */
  output: z.number().int().nullable(),
  wish: z.boolean().nullable(),
  state: z.enum(COMMAND_STATES),
  reason: z.string(),
  /** Who ordered it. */
  by: z.string(),
  at: instant,
  sent_at: instant.nullable(),
  /** Until when a confirmation is waited for; null while the tracker is not connected and may take days. */
  confirm_by: instant.nullable(),
  /** Not sent after this. */
  expires_at: instant,
  ended_at: instant.nullable(),
  /** What the tracker said. */
  answer: z.string(),
  can: z.object({ withdraw: z.boolean() }),
});
export type Command = z.output<typeof command>;

/** Where a profile comes from, and whether the vendor's own pages confirm it. */
const profile = z.object({ is_confirmed: z.boolean(), source: z.string() });

const outputSettings = z.object({
  name: z.string(),
  type: z.enum(OUTPUT_TYPES),
  /** How it stands when nobody has done anything. */
  normal_state: z.boolean(),
  /** It falls back by itself after so long. */
  pulse_s: z.number().int().nullable(),
  who: z.enum(['administrators', 'users']),
});
/** OUT-007. */
export const ALARM_DELAY_MAX_S = 3600;
const inputSettings = z.object({
  name: z.string(),
  active_high: z.boolean(),
  meaning: z.enum(INPUT_MEANINGS),
  /** OUT-007: so long it must have been active before it raises an alarm. */
  alarm_delay_s: z.number().int(),
});

export const ioData = z.object({
  profile: profile.nullable(),
  inputs: z.array(
    inputSettings.extend({
      number: z.number().int(),
      /** Null: the tracker has not told. */
      is_active: z.boolean().nullable(),
      as_of: instant.nullable(),
    }),
  ),
  outputs: z.array(
    outputSettings.extend({
      number: z.number().int(),
      /** False: nobody has said what is connected, so it is treated as one that can stop the vehicle. */
      is_configured: z.boolean(),
      /** OUT-010: as the tracker last confirmed or reported it; null: it has not told. */
      is_on: z.boolean().nullable(),
      as_of: instant.nullable(),
      /** The newest change. */
      last: command.nullable(),
      /** OUT-003, DEC-52: the last change is unconfirmed; a new one needs a person's word. */
      needs_confirmation: z.boolean(),
      /** OUT-008: which wish needs a second confirmation with a reason; null: neither. */
      dangerous_wish: z.boolean().nullable(),
      can: z.object({ switch: z.boolean() }),
    }),
  ),
  /** Above 5 km/h, as far as is known. */
  is_moving: z.boolean(),
  can: z.object({ edit: z.boolean() }),
});
export type IoData = z.output<typeof ioData>;

const byImei = z.object({ imei });
const alarmDelay = z
  .number(msg('InvalidInput'))
  .int(msg('InvalidInput'))
  .min(0, msg('OutOfLimits'))
  .max(ALARM_DELAY_MAX_S, msg('OutOfLimits'))
  .default(0);
const ioName = z.string().trim().max(IO_NAME_MAX, msg('IoNameLength'));

/** API-096, OUT-005. */
export const getIo = defineEndpoint({
  id: 'commands.io',
  kind: 'json',
  access: 'user',
  summary: 'Inputs and outputs of a unit: settings, state and last change',
  params: byImei,
  data: ioData,
  errors: ['FeatureOff', 'UnitNotFound', 'UnitLocked'],
});

export const saveIo = defineEndpoint({
  id: 'commands.save-io',
  kind: 'json',
  access: 'user',
  summary: 'Settings of digital inputs and relays; only those sent are changed',
  params: byImei,
  body: z.object({
    inputs: z
      .array(
        inputSettings.extend({
          number: z.literal([...INPUT_NUMBERS], msg('InvalidInput')),
          name: ioName,
          alarm_delay_s: alarmDelay,
          was,
        }),
      )
      .max(INPUT_NUMBERS.length),
    outputs: z
      .array(
        outputSettings.extend({
          number: z.literal([...OUTPUT_NUMBERS], msg('InvalidInput')),
          name: ioName,
          pulse_s: z.number().int(msg('PulseLength')).min(1, msg('PulseLength')).max(PULSE_MAX_S, msg('PulseLength')).nullable(),
          was,
        }),
      )
      .max(OUTPUT_NUMBERS.length),
  }),
  data: ioData,
  errors: ['FeatureOff', 'UnitNotFound', 'UnitLocked', 'ChangedMeanwhile'],
});

const confirm = z.boolean().default(false);

/** API-097. */
export const switchOutput = defineEndpoint({
  id: 'commands.switch-output',
  kind: 'json',
  access: 'user',
  summary: 'Switch a digital output',
  params: z.object({ imei, n: z.coerce.number(msg('InvalidInput')).pipe(z.literal([...OUTPUT_NUMBERS], msg('InvalidInput'))) }),
  body: z.object({
    state: z.boolean(),
    confirm,
    reason: z.string().trim().max(200, msg('TextTooLong')).default(''),
    /** OUT-008: carried out by the tracker itself as soon as it is at 5 km/h or less. */
    when_standing_still: z.boolean().default(false),
  }),
  data: z.object({ command_id: z.number().int() }),
  errors: [
    'FeatureOff',
    'UnitNotFound',
    'UnitLocked',
    'CommandNotSupported',
    'CommandPending',
    'DeviceDidNotConfirm',
    'ConfirmSwitch',
    'SpecifySwitchReason',
    'UnitMoving',
    'OutputInPrivateUse',
  ],
});

const threshold = z
  .number(msg('EcoThreshold'))
  .min(ECO_THRESHOLD_MS2.min, msg('EcoThreshold'))
  .max(ECO_THRESHOLD_MS2.max, msg('EcoThreshold'))
  .overwrite((value) => Math.round(value * 10) / 10);

export const ecoThresholds = z.object({
  is_on: z.boolean(),
  /** m/s². */
  acceleration_ms2: threshold,
  braking_ms2: threshold,
  cornering_ms2: threshold,
  /** Null: speeding is not judged by the tracker. */
  max_speed_kmh: z.number().int(msg('EcoSpeed')).min(1, msg('EcoSpeed')).max(ECO_SPEED_MAX_KMH, msg('EcoSpeed')).nullable(),
});
export type EcoThresholds = z.output<typeof ecoThresholds>;

const ecoData = z.object({
  profile: profile.nullable(),
  /** What the tracker last acknowledged; null: nothing was ever sent from here. */
  thresholds: ecoThresholds.nullable(),
  /** UNIT-021: what waits for the tracker. */
  wished: ecoThresholds.nullable(),
  last: command.nullable(),
  needs_confirmation: z.boolean(),
  can: z.object({ send: z.boolean() }),
});
export type EcoData = z.output<typeof ecoData>;

export const getEcoDriving = defineEndpoint({
  id: 'commands.eco-driving',
  kind: 'json',
  access: 'user',
  summary: "A unit's eco-driving thresholds and the last change of them",
  params: byImei,
  data: ecoData,
  errors: ['FeatureOff', 'UnitNotFound', 'UnitLocked'],
});

/** API-104, UNIT-029. */
export const setEcoDriving = defineEndpoint({
  id: 'commands.set-eco-driving',
  kind: 'json',
  access: 'user',
  summary: 'Send eco-driving thresholds to a unit',
  params: byImei,
  body: ecoThresholds.extend({ confirm, was }),
  data: z.object({ command_id: z.number().int() }),
  errors: [
    ...(['FeatureOff', 'UnitNotFound', 'UnitLocked', 'CommandNotSupported', 'CommandPending', 'DeviceDidNotConfirm'] as const),
    'ChangedMeanwhile',
  ],
});

/** OUT-009, UNIT-021: newest first. */
export const listCommands = defineEndpoint({
  id: 'commands.list',
  kind: 'json',
  access: 'user',
  summary: 'What was sent to the tracker of a unit, and what still waits',
  params: byImei,
  query: z.object({ limit: z.coerce.number().int().min(1).max(COMMAND_HISTORY_MAX).default(COMMAND_HISTORY_MAX) }),
  data: z.object({ rows: z.array(command.extend({ output_name: z.string() })), pending: z.number().int() }),
  errors: ['UnitNotFound', 'UnitLocked'],
});

/** OUT-010: only while it is not yet sent. */
export const withdrawCommand = defineEndpoint({
  id: 'commands.withdraw',
  kind: 'json',
  access: 'user',
  summary: 'Take back a command that is not yet sent',
  params: z.object({ imei, id }),
  data: nothing,
  errors: ['UnitNotFound', 'UnitLocked', 'NotFound', 'CommandIsSent'],
});
