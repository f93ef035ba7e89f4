import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { RECEIVER_CHANNELS } from '../alarms/receivers.ts';
import { command } from '../commands/endpoints.ts';
import { defineEndpoint } from '../endpoint.ts';
import { id, imei, instant, nothing } from '../fields.ts';
import { CHOSEN_MODES, MODES, THEFT_HOURS } from './modes.ts';

const mode = z.enum(MODES);
const chosenMode = z.enum(CHOSEN_MODES, msg('InvalidInput'));
const byImei = z.object({ imei });

/** MODE-008: what waits for the unit. */
const pendingMode = z.object({
  mode,
  since: instant,
  by: z.string(),
  /** MODE-007: at the latest; null: nothing tells when the unit reports next. */
  expected_at: instant.nullable(),
  /** Waits: it may be taken back. Sent: the unit has it and has not answered. Refused: it will not come. */
  state: z.enum(['waiting', 'sent', 'refused']),
});

/** MODE-009, MODE-010. */
export const theftMode = z.object({
  since: instant,
  /** Null: until somebody ends it. */
  ends_at: instant.nullable(),
  by: z.string(),
  cause: z.enum(['person', 'zone']),
  /** Of cause `zone`: what it is called. */
  zone: z.string(),
  /** DEC-51: what follows it; null: its tracker takes no mode. */
  mode_after: mode.nullable(),
  /** How often it reports then while it stands, seconds: as the mode says, and no seldomer than it did before where that was seen. */
  resting_after_s: z.number().int().nullable(),
  /** Whether `mode_after` had been set from here before; else nobody knows how the tracker was set up, only how the unit was seen to report. */
  was_set: z.boolean(),
  /** False: if it ended now, the unit would go on reporting as it does, since its tracker has not got theft mode and no mode was set before. */
  changes_reporting: z.boolean(),
});

/** How often it reports while it stands, seconds: after theft mode that may be more often than its mode says. */
const restingS = z.number().int();

/** How a unit that was never set from here was seen to report over its last days, seconds between reports. */
const rates = z.object({
  /** While it moves; null: too few reports to tell. */
  moving_s: z.number().int().nullable(),
  /** While it stands; null: too few reports to tell. */
  resting_s: z.number().int().nullable(),
});
export type Rates = z.output<typeof rates>;

export const modeData = z.object({
  /** Null: nothing is known to be obeyed by its tracker, so that no mode can be chosen. */
  profile: z.object({ is_confirmed: z.boolean(), source: z.string() }).nullable(),
  /** What the unit last confirmed; null: never ordered from here. */
  current: z.object({ mode, resting_s: restingS, since: instant }).nullable(),
  pending: pendingMode.nullable(),
  theft: theftMode.nullable(),
  /** DEC-51: what would follow theft mode if it were turned on now; null: it is on, or its tracker takes no mode. */
  after_theft: z.object({ mode, resting_s: restingS, was_set: z.boolean() }).nullable(),
  /** How often it reports by what it was seen to do, seconds; null: not seen yet, or only in its first day, which is too short to know. */
  interval_s: z.number().int().nullable(),
  /** How it usually reports where it was never set from here; null: it was, or that is not known yet, or not told while it is in private use. */
  rates: rates.nullable(),
  /** How many are told of its security alarms, which theft mode is one of. */
  security_receivers: z.number().int(),
  /** Who that is, where it is one: of whoever may see receivers, or of oneself. */
  only_security_receiver: z
    .object({
      name: z.string(),
      is_own: z.boolean(),
      /** How; a text message only while the account has some left, a push notification only where a browser takes it. */
      ways: z.array(z.enum(RECEIVER_CHANNELS)),
    })
    .nullable(),
  /** Who they are, where they are few and whoever asks may see receivers; empty otherwise. */
  security_receiver_names: z.array(z.string()),
  last_contact: instant.nullable(),
  /** The vehicle feeds its tracker: how long a battery lasts says nothing of it. */
  is_powered: z.boolean(),
  /** When a change asked for now would be in force at the latest. */
  expected_at: instant.nullable(),
  /** The modes that its tracker can be set to. */
  modes: z.array(mode),
  can: z.object({ set: z.boolean(), theft: z.boolean(), track: z.boolean() }),
});
export type ModeData = z.output<typeof modeData>;
export type PendingMode = z.output<typeof pendingMode>;
export type TheftMode = z.output<typeof theftMode>;

export const getMode = defineEndpoint({
  id: 'modes.get',
  kind: 'json',
  access: 'user',
  summary: 'How often a unit reports, what is asked of it, and theft mode',
  params: byImei,
  data: modeData,
  errors: ['UnitNotFound', 'UnitLocked'],
});

const MODE_ERRORS = ['UnitNotFound', 'UnitLocked', 'ModeNotSupported', 'FeatureOff'] as const;

/** API-106. */
export const setMode = defineEndpoint({
  id: 'modes.set',
  kind: 'json',
  access: 'user',
  summary: 'Change how often a unit reports; a newer request takes the place of one that waits',
  params: byImei,
  body: z.object({ mode: chosenMode }),
  data: z.object({ pending: z.boolean(), expected_at: instant.nullable() }),
  errors: [...MODE_ERRORS, 'TheftModeIsOn'],
});

export const cancelMode = defineEndpoint({
  id: 'modes.cancel',
  kind: 'json',
  access: 'user',
  summary: 'Take back a change of mode that the unit has not got yet',
  params: byImei,
  data: nothing,
  errors: ['UnitNotFound', 'UnitLocked', 'CommandIsSent', 'TheftModeIsOn'],
});

/** MODE-009. */
export const startTheftMode = defineEndpoint({
  id: 'modes.start-theft',
  kind: 'json',
  access: 'user',
  summary: 'Turn theft mode on; one that is on already gets the new end',
  params: byImei,
  body: z.object({
    /** SEC-014: a person has read what follows. */
    confirm: z.boolean().default(false),
    hours: z.literal([...THEFT_HOURS], msg('InvalidInput')),
  }),
  data: z.object({ theft: theftMode, expected_at: instant.nullable() }),
  errors: ['UnitNotFound', 'UnitLocked', 'FeatureOff', 'ConfirmTheftMode'],
});

/** MODE-011. */
export const endTheftMode = defineEndpoint({
  id: 'modes.end-theft',
  kind: 'json',
  access: 'user',
  summary: 'Turn theft mode off; the mode before comes back (DEC-51)',
  params: byImei,
  data: nothing,
  errors: ['UnitNotFound', 'UnitLocked'],
});

export const listThefts = defineEndpoint({
  id: 'modes.thefts',
  kind: 'json',
  access: 'user',
  summary: 'The units that the user may see whose theft mode is on',
  data: z.object({
    units: z.array(theftMode.extend({ id, imei: imei.nullable(), name: z.string(), can: z.object({ end: z.boolean() }) })),
  }),
});

const bulkBody = z.object({ imeis: z.array(imei).min(1, msg('SelectUnit')).max(2000), mode: chosenMode });
export const BULK_REFUSALS = ['locked', 'not-supported', 'theft', 'same'] as const;
/** What would become of each unit. */
export const previewModes = defineEndpoint({
  id: 'modes.bulk-preview',
  kind: 'json',
  access: 'user',
  summary: 'What a change of mode would do to each of many units',
  body: bulkBody,
  data: z.object({
    units: z.array(
      z.object({
        imei,
        name: z.string(),
        current: mode.nullable(),
        expected_at: instant.nullable(),
        refused: z.enum(BULK_REFUSALS).nullable(),
        /** The modes that its tracker can be set to. */
        modes: z.array(mode),
      }),
    ),
  }),
  errors: ['UnitNotFound'],
});
export const setModes = defineEndpoint({
  id: 'modes.bulk',
  kind: 'json',
  access: 'user',
  summary: 'Change how often many units report; those that cannot are left as they are',
  body: bulkBody,
  data: z.object({ changed: z.number().int(), left: z.number().int() }),
  errors: ['UnitNotFound'],
});

/** API-057: the same change by the name that the map gives it. */
export const setReportFrequency = defineEndpoint({
  id: 'modes.report-frequency',
  kind: 'json',
  access: 'user',
  summary: 'Change how often a unit reports, from the map',
  body: z.object({ imei, frequency: chosenMode }),
  data: z.object({ pending: z.boolean(), expected_at: instant.nullable() }),
  errors: [...MODE_ERRORS, 'TheftModeIsOn'],
});

/** API-059, MAP-010. */
export const setActiveTracking = defineEndpoint({
  id: 'modes.active-tracking',
  kind: 'json',
  access: 'user',
  summary: 'Ask a unit for a position every few seconds for a while, or end that',
  body: z.object({ imei, state: z.union([z.literal(0), z.literal(1)], msg('InvalidInput')) }),
  data: z.object({
    command_id: z.number().int(),
    /** The unit is to answer until then. */
    confirm_by: instant,
    /** It goes on by itself for so long, seconds. */
    lasts_s: z.number().int(),
  }),
  errors: ['UnitNotFound', 'UnitLocked', 'TrackingNotSupported', 'CommandPending'],
});

export const getActiveTracking = defineEndpoint({
  id: 'modes.active-tracking-state',
  kind: 'json',
  access: 'user',
  summary: 'How the last active tracking of a unit stands',
  params: byImei,
  data: z.object({ command: command.nullable() }),
  errors: ['UnitNotFound', 'UnitLocked'],
});
