import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { LANGUAGES } from '@spora/messages/languages';
import { defineEndpoint } from '../endpoint.ts';
import { day, id, instant, nothing, was } from '../fields.ts';
import { SCHEDULE_NAME_MAX, SCHEDULE_RECIPIENTS_MAX } from '../limits.ts';
import { SUMMARY_GROUPS } from '../reports/endpoints.ts';
import { REPORT_IDS } from '../reports/tables.ts';
import { tripFilter } from '../trips/endpoints.ts';
import { SCHEDULE_EVERY } from './values.ts';

export type ScheduleEvery = (typeof SCHEDULE_EVERY)[number];
export const SCHEDULE_FORMATS = ['csv', 'xlsx', 'pdf'] as const;
export type ScheduleFormat = (typeof SCHEDULE_FORMATS)[number];
/** `link`: what was too large for a mail is had from the log. */
export const SCHEDULE_OUTCOMES = ['sent', 'empty', 'link', 'failed'] as const;
const MAIL_STATES = ['queued', 'sent', 'failed', 'expired'] as const;

/** The log's filter without its days: those follow from the calendar. */
const scheduleFilter = tripFilter
  .omit({ from: true, to: true })
  /** Of a report. */
  .extend({ group_by: z.enum(SUMMARY_GROUPS).optional() });
const scheduleInput = z.object({
  name: z.string().trim().min(1, msg('ScheduleNameMissing')).max(SCHEDULE_NAME_MAX, msg('TextTooLong')),
  every: z.enum(SCHEDULE_EVERY),
  format: z.enum(SCHEDULE_FORMATS),
  language: z.enum(LANGUAGES),
  /** Members of the account; oneself too only when named. */
  recipient_ids: z
    .array(id)
    .min(1, msg('SelectRecipient'))
    .max(SCHEDULE_RECIPIENTS_MAX, msg('TooManyRecipients'))
    .refine((ids) => new Set(ids).size === ids.length, { error: msg('InvalidInput') }),
  is_paused: z.boolean().default(false),
});
export type ScheduleInput = z.output<typeof scheduleInput>;

/** The trip log, or one of the reports (REP-015). */
export const SCHEDULED = ['log', ...REPORT_IDS] as const;
export type Scheduled = (typeof SCHEDULED)[number];
const outcome = z.enum(SCHEDULE_OUTCOMES);

const person = z.object({ id: z.number().int(), name: z.string() });
export const schedule = z.object({
  id: z.number().int(),
  report: z.enum(SCHEDULED),
  name: z.string(),
  every: z.enum(SCHEDULE_EVERY),
  format: z.enum(SCHEDULE_FORMATS),
  language: z.enum(LANGUAGES),
  is_paused: z.boolean(),
  /** With whose rights it is made. */
  owner: person,
  recipients: z.array(person),
  /** What narrows it, in the reader's words; empty: all that its owner may see. */
  filter: z.array(z.string()),
  next_on: day,
  last: z
    .object({
      from: day,
      to: day,
      at: instant,
      outcome,
      /** A key that says why nothing was sent. */
      error: z.string().nullable(),
      mails: z.array(z.object({ name: z.string(), state: z.enum(MAIL_STATES) })),
    })
    .nullable(),
  /** What became of the newest periods, the newest first. */
  history: z.array(z.object({ from: day, to: day, at: instant, outcome })),
  test: z.object({ at: instant, state: z.enum(MAIL_STATES) }).nullable(),
  can: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type Schedule = z.output<typeof schedule>;

export const listSchedules = defineEndpoint({
  id: 'exports.schedules',
  kind: 'json',
  access: 'user',
  summary: 'The logs that are sent by mail: one’s own; to administrators all of the account',
  data: z.object({
    schedules: z.array(schedule),
    /** To whom one may send. */
    members: z.array(person),
    /** False where no mail leaves this installation. */
    can_send: z.boolean(),
  }),
});

export const addSchedule = defineEndpoint({
  id: 'exports.add-schedule',
  token: 'shut',
  kind: 'json',
  access: 'user',
  summary: 'Send the log or a report by mail every day, week or month (TRIP-016)',
  body: scheduleInput.extend({ report: z.enum(SCHEDULED).default('log'), filter: scheduleFilter }),
  data: z.object({ id: z.number().int() }),
  errors: ['UnitNotFound', 'UserNotFound', 'TooManySchedules', 'ReportNotOffered'],
});

export const updateSchedule = defineEndpoint({
  id: 'exports.update-schedule',
  token: 'shut',
  kind: 'json',
  access: 'user',
  summary: 'Change what is sent, when and to whom; without a filter that stays',
  params: z.object({ id }),
  body: scheduleInput.extend({ filter: scheduleFilter.optional(), was }),
  data: z.object({ id: z.number().int() }),
  errors: ['ScheduleNotFound', 'UnitNotFound', 'UserNotFound', 'ChangedMeanwhile'],
});

export const removeSchedule = defineEndpoint({
  id: 'exports.remove-schedule',
  token: 'shut',
  kind: 'json',
  access: 'user',
  summary: 'Send it no longer',
  params: z.object({ id }),
  data: z.object({ id: z.number().int() }),
  errors: ['ScheduleNotFound'],
});

export const testSchedule = defineEndpoint({
  id: 'exports.test-schedule',
  token: 'shut',
  kind: 'json',
  access: 'user',
  summary: 'Send it now, of the period before, to yourself alone',
  params: z.object({ id }),
  data: z.object({
    /** The member's own address. */
    to: z.string(),
    outcome: z.enum(['sent', 'empty', 'link']),
  }),
  errors: ['ScheduleNotFound', 'ScheduleNoUnit', 'MailNotAvailable'],
});

export const tripCalendarSince = defineEndpoint({
  id: 'exports.calendar-since',
  token: 'shut',
  kind: 'json',
  access: 'user',
  summary: 'Since when your calendar of trips has an address',
  data: z.object({ since: instant.nullable() }),
});

export const openTripCalendar = defineEndpoint({
  id: 'exports.open-calendar',
  token: 'shut',
  kind: 'json',
  access: 'user',
  summary: 'A new address of your calendar of trips; an earlier one ends',
  /** Told once: only its hash is kept. Relative to where the interface answers. */
  data: z.object({ path: z.string() }),
});

export const closeTripCalendar = defineEndpoint({
  id: 'exports.close-calendar',
  token: 'shut',
  kind: 'json',
  access: 'user',
  summary: 'End the address of your calendar of trips',
  data: nothing,
});

export const readTripCalendar = defineEndpoint({
  id: 'exports.calendar',
  kind: 'file',
  access: 'public',
  summary: 'The trips behind an address, as iCalendar (RFC 5545)',
  params: z.object({ token: z.string().max(100) }),
  data: z.string(),
  errors: ['NotFound'],
});
