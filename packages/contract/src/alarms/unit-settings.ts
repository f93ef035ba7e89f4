import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { imei } from '../fields.ts';
import { ALARM_CLASSES, ALARM_KIND_NAMES, type AlarmKind } from './kinds.ts';

/** ALARM-042: what a unit can be told to raise; the rest is the account's, or is raised by nothing yet. */
const NOT_OF_A_UNIT: readonly AlarmKind[] = ['sms-credits', 'theft-mode', 'tamper'];
export const UNIT_ALARM_KINDS = ALARM_KIND_NAMES.filter((kind) => !NOT_OF_A_UNIT.includes(kind)) as [AlarmKind, ...AlarmKind[]];

const byImei = z.object({ imei });

export const unitAlarmSettings = z.object({
  kinds: z.array(z.object({ kind: z.enum(ALARM_KIND_NAMES), class: z.enum(ALARM_CLASSES), is_on: z.boolean() })),
  /** UNIT-018: without one there is no over-speed alarm. */
  speed_limit_kmh: z.number().int().nullable(),
  /** UNIT-026: without working hours there is no alarm of use outside of them. */
  has_working_hours: z.boolean(),
  can: z.object({ edit: z.boolean() }),
});
export type UnitAlarmSettings = z.output<typeof unitAlarmSettings>;

/** API-110. */
export const getUnitAlarms = defineEndpoint({
  id: 'alarms.unit-settings',
  kind: 'json',
  access: 'admin',
  summary: 'Which alarms a unit raises',
  params: byImei,
  data: unitAlarmSettings,
  errors: ['UnitNotFound', 'UnitLocked'],
});

/** API-110: only what is sent is changed, from now on. */
export const setUnitAlarms = defineEndpoint({
  id: 'alarms.set-unit-settings',
  kind: 'json',
  access: 'admin',
  summary: 'Switch alarms of a unit on or off',
  params: byImei,
  body: z.object({
    kinds: z
      .array(z.object({ kind: z.enum(UNIT_ALARM_KINDS, msg('InvalidInput')), is_on: z.boolean(msg('InvalidInput')) }))
      .min(1, msg('InvalidInput'))
      .max(UNIT_ALARM_KINDS.length, msg('InvalidInput')),
  }),
  data: unitAlarmSettings,
  errors: ['UnitNotFound', 'UnitLocked'],
});
