import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { instant, was } from '../fields.ts';
import { inOrder, reportFilter } from '../reports/filter.ts';
import {
  ECO_EVENTS_MAX,
  ECO_KINDS,
  ECO_LIMITS,
  ECO_SOURCES,
  HARSH_KINDS,
  SCORE_BANDS,
  VALUE_FAMILIES,
  VALUE_UNITS,
  VEHICLE_CLASSES,
} from './rules.ts';
import { ECO_LEFT_OUT } from './values.ts';

export const ECO_GROUPS = ['unit', 'driver'] as const;

/** Points that were taken off 100, not rounded, by what for. */
const lost = z.object({
  acceleration: z.number(),
  braking: z.number(),
  cornering: z.number(),
  speeding: z.number(),
  idling: z.number(),
});
export type EcoLost = z.output<typeof lost>;

const figures = z.object({
  /** 0 to 100; null: driven too little, or the units report too seldom to tell harsh driving. */
  score: z.number().int().nullable(),
  band: z.enum(SCORE_BANDS).nullable(),
  /** What the points below 100 are for; null where there is no score. */
  lost: lost.nullable(),
  trips: z.number().int(),
  distance_m: z.number(),
  /** What of these boats went: it is told in nautical miles. */
  at_sea_m: z.number().optional(),
  /** Of it what was driven with units that tell harsh driving: what the score is of. */
  judged_m: z.number(),
  /** Seconds of the trips. */
  driving_s: z.number(),
  acceleration: z.number().int(),
  braking: z.number().int(),
  cornering: z.number().int(),
  speeding: z.number().int(),
  idling: z.number().int(),
  idle_s: z.number(),
  /** Seconds of driving, and of idling beside trips, of units that tell whether they idle: what idling is a share of. 0: none of them does. */
  engine_s: z.number(),
  speeding_s: z.number(),
});
export type EcoFigures = z.output<typeof figures>;

const row = z.object({
  /** Of the unit or the member; null: trips without a driver. */
  id: z.number().int().nullable(),
  name: z.string(),
  registration_number: z.string().nullable(),
  imei: z.string().nullable(),
  /** One for each of `months`. */
  months: z.array(figures),
  total: figures,
  /** Where its harsh events come from: of what it drove. */
  sources: z.array(z.enum(ECO_SOURCES)),
  /** The tab of the unit on which its tracker is told to judge the driving, or to report more often; null: it can be told neither. */
  set_up: z.enum(['eco', 'mode']).nullable(),
  /** False: no unit of it has a speed limit, and none told of speeding. */
  has_speed_limit: z.boolean(),
});
export type EcoRow = z.output<typeof row>;

const leftOut = z.object({
  id: z.number().int(),
  name: z.string(),
  registration_number: z.string().nullable(),
  why: z.enum(ECO_LEFT_OUT),
});
export type EcoLeftOut = z.output<typeof leftOut>;

/**
 * REP-013, API-074. Of units that the caller sees (DEC-48 leaves a lock two other reports). Others' private driving is not scored, and
 * nothing of it is in here (TRIP-032).
 */
export const greenDriving = defineEndpoint({
  id: 'eco.green-driving',
  kind: 'json',
  access: 'user',
  summary: 'How each unit or driver drove: scores, events and shares, month by month (API-074)',
  body: inOrder(reportFilter.extend({ group_by: z.enum(ECO_GROUPS).default('unit') })),
  data: z.object({
    time_zone: z.string(),
    /** `YYYY-MM`, in order: those that the period touches. */
    months: z.array(z.string()),
    rows: z.array(row),
    totals: z.object({ months: z.array(figures), total: figures }),
    /** How many rows have a score of 0 to 10, 11 to 20, ... 91 to 100. */
    distribution: z.array(z.number().int()),
    /** By name, the units asked for that have no row; empty where rows are of drivers or of some drivers only. */
    left_out: z.array(leftOut),
  }),
  errors: ['PeriodMaxMonths', 'UnitNotFound', 'BasicSubscription'],
});
export type EcoReport = z.output<typeof greenDriving.data>;

const event = z.object({
  key: z.string(),
  at: instant,
  kind: z.enum(ECO_KINDS),
  source: z.enum(ECO_SOURCES),
  /** m/s² of harsh driving, the highest km/h of speeding; null: not told. */
  value: z.number().nullable(),
  /** What it was held against: m/s² or km/h; null: the tracker's own judgement. */
  limit: z.number().nullable(),
  duration_s: z.number().nullable(),
  /** Null: not known, or no longer kept. */
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  trip_id: z.number().int(),
  unit: z.object({
    id: z.number().int(),
    name: z.string(),
    registration_number: z.string().nullable(),
    imei: z.string().nullable(),
  }),
  /** Empty: nobody is known to have driven. */
  driver: z.string(),
});
export type EcoEvent = z.output<typeof event>;

export const ecoEvents = defineEndpoint({
  id: 'eco.events',
  kind: 'json',
  access: 'user',
  summary: 'The events that a green-driving report counts, the newest first',
  body: inOrder(
    reportFilter.extend({
      /** Trips that nobody is known to have driven. */
      driver_missing: z.boolean().default(false),
      kinds: z.array(z.enum(ECO_KINDS)).default([]),
      limit: z.number().int().min(1).max(ECO_EVENTS_MAX).default(200),
      /** Where the answer before ended. */
      after: z.string().max(60).optional(),
    }),
  ),
  data: z.object({ events: z.array(event), next: z.string().nullable() }),
  errors: ['PeriodMaxMonths', 'UnitNotFound', 'BasicSubscription', 'InvalidInput'],
});

const threshold = z
  .number(msg('EcoThresholdRange'))
  .min(ECO_LIMITS.threshold.min, msg('EcoThresholdRange'))
  .max(ECO_LIMITS.threshold.max, msg('EcoThresholdRange'));
const weight = z
  .number(msg('EcoWeightRange'))
  .min(ECO_LIMITS.weight.min, msg('EcoWeightRange'))
  .max(ECO_LIMITS.weight.max, msg('EcoWeightRange'));

export const ecoSettings = z.object({
  thresholds: z.record(z.enum(VEHICLE_CLASSES), z.record(z.enum(HARSH_KINDS), threshold)),
  weights: z.record(z.enum(HARSH_KINDS), weight),
  idle_after_s: z
    .number(msg('EcoIdleRange'))
    .int(msg('EcoIdleRange'))
    .min(ECO_LIMITS.idleAfterS.min, msg('EcoIdleRange'))
    .max(ECO_LIMITS.idleAfterS.max, msg('EcoIdleRange')),
  value_units: z.record(z.enum(VALUE_FAMILIES), z.enum(VALUE_UNITS)),
});

const settingsData = z.object({
  settings: ecoSettings,
  /** Since when they hold; null: always, nobody has changed them. */
  valid_from: instant.nullable(),
});

export const getEcoSettings = defineEndpoint({
  id: 'eco.settings',
  kind: 'json',
  access: 'admin',
  summary: 'What driving is judged by: thresholds by vehicle type, weights and idling',
  data: settingsData,
});

export const saveEcoSettings = defineEndpoint({
  id: 'eco.save-settings',
  kind: 'json',
  access: 'admin',
  summary: 'Change what driving is judged by, from now on; what was judged before stays',
  body: z.object({ settings: ecoSettings, was }),
  data: settingsData,
  errors: ['ChangedMeanwhile'],
});
