import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { day, id, instant, imei, nothing } from '../fields.ts';
import { ATTEST_NOTE_MAX, BULK_MAX, TRIP_PAGE_MAX } from '../limits.ts';
import { ATTEST_STATES } from './values.ts';

export type AttestState = (typeof ATTEST_STATES)[number];
/** ATT-010: what asks for somebody before a period is attested. */
export const ATTEST_MATTERS = ['ongoing', 'purpose-missing', 'driver-missing', 'odometer-gap', 'proposals'] as const;
export type AttestMatter = (typeof ATTEST_MATTERS)[number];

/** Those that an attested period can have been attested with. */
export const HELD_MATTERS = ['purpose-missing', 'driver-missing', 'odometer-gap'] as const satisfies readonly AttestMatter[];
export type HeldMatter = (typeof HELD_MATTERS)[number];

const note = z.string().trim().max(ATTEST_NOTE_MAX, msg('AttestNoteLength')).default('');
const reason = z.string().trim().min(1, msg('SpecifyReason')).max(ATTEST_NOTE_MAX, msg('AttestReasonLength'));
/** Null: trips without a driver, which administrators attest. */
const driver = id.nullable();
const isInOrder = (span: { from: string; to: string }): boolean => span.to >= span.from;
const OUT_OF_ORDER = { path: ['to'], error: msg('EndDateMustBeAfterStart') };

/** Whose trips of which unit; no unit: every unit that the driver drove. No driver: the caller's own driving. */
const scope = { imei: imei.optional(), unit_id: id.optional(), user_id: driver.optional(), from: day, to: day };

const sums = {
  trips: z.number().int(),
  distance_m: z.number(),
  business_m: z.number(),
  private_m: z.number(),
  other_m: z.number(),
};
const unitFields = {
  unit_id: z.number().int(),
  imei: z.string().nullable(),
  unit_name: z.string(),
  registration_number: z.string().nullable(),
};
const stamps = {
  user_attested_at: z.string().nullable(),
  user_attested_by: z.string().nullable(),
  admin_attested_at: z.string().nullable(),
  admin_attested_by: z.string().nullable(),
  reopened_at: z.string().nullable(),
  reopened_by: z.string().nullable(),
  reopened_reason: z.string(),
  note: z.string(),
};

/** ATT-010, API-116: what would be attested, and what is open in it. */
export const checkAttestation = defineEndpoint({
  id: 'attestation.check',
  kind: 'json',
  access: 'user',
  summary: 'What a period holds and what is open in it, before it is attested (API-116)',
  body: z.object(scope).refine(isInOrder, OUT_OF_ORDER),
  data: z.object({
    from: z.string(),
    to: z.string(),
    /** ATT-011: the period is over; before that nobody attests it. */
    is_over: z.boolean(),
    /** Trips that would be attested. Private trips of somebody else are attested with the rest, and not counted here (TRIP-032). */
    totals: z.object(sums),
    units: z.array(z.object({ ...unitFields, ...sums })),
    /** Trips of the period that are attested already. */
    attested_trips: z.number().int(),
    matters: z.array(
      z.object({
        kind: z.enum(ATTEST_MATTERS),
        unit_id: z.number().int(),
        imei: z.string().nullable(),
        unit_name: z.string(),
        count: z.number().int(),
        trip_ids: z.array(z.number().int()),
        /** Nothing is attested until it is settled. */
        is_blocking: z.boolean(),
      }),
    ),
    /** DEC-47: the driver has not attested; an administrator may all the same. */
    is_without_user: z.boolean(),
    can: z.object({ attest: z.boolean() }),
  }),
  errors: ['FeatureOff', 'UnitNotFound', 'UserNotFound', 'Forbidden', 'PeriodMaxMonths', 'BasicSubscription'],
});

/** ATT-001, ATT-002, API-116: of one's own driving as its driver, of anybody else's as an administrator. */
export const attest = defineEndpoint({
  id: 'attestation.attest',
  kind: 'json',
  access: 'user',
  summary: 'Attest the trips of a period (API-116)',
  body: z.object({ ...scope, note }).refine(isInOrder, OUT_OF_ORDER),
  data: z.object({
    attested: z.array(z.object({ id: z.number().int(), unit_id: z.number().int(), trips: z.number().int() })),
    state: z.enum(['user', 'admin']),
  }),
  errors: [
    'FeatureOff',
    'UnitNotFound',
    'UserNotFound',
    'Forbidden',
    'PeriodMaxMonths',
    'AttestNotOver',
    'AttestNothing',
    'AttestAlready',
    'AttestOpenMatters',
    'BasicSubscription',
  ],
});

/** ATT-013: rows as the status list shows them; each answers for itself. */
export const batchAttest = defineEndpoint({
  id: 'attestation.attest-batch',
  kind: 'json',
  access: 'admin',
  summary: 'Attest many periods as an administrator (API-116)',
  body: z.object({
    rows: z
      .array(
        z
          .object({ attestation_id: id.nullable().default(null), unit_id: id, user_id: driver, from: day, to: day })
          .refine(isInOrder, OUT_OF_ORDER),
      )
      .min(1, msg('SelectRow'))
      .max(BULK_MAX),
    note,
  }),
  data: z.object({
    results: z.array(
      z.discriminatedUnion('success', [
        /** DEC-47: `without_user` tells that its driver had not attested it. */
        z.object({ row: z.number().int(), success: z.literal(true), id: z.number().int(), without_user: z.boolean() }),
        z.object({ row: z.number().int(), success: z.literal(false), error: z.string() }),
      ]),
    ),
  }),
});

/** API-116: attests what a driver has attested, or opens it again. */
export const toggleAttestation = defineEndpoint({
  id: 'attestation.toggle',
  kind: 'json',
  access: 'admin',
  summary: 'Attest a period as an administrator, or open it again (API-116)',
  body: z.discriminatedUnion('attested', [
    z.object({ id, attested: z.literal(true) }),
    z.object({ id, attested: z.literal(false), reason }),
  ]),
  data: z.object({ state: z.enum(['admin', 'reopened']) }),
  errors: ['FeatureOff', 'AttestNotFound', 'AttestAlready', 'AttestReopened', 'BasicSubscription'],
});

/** ATT-004, ATT-015: its driver may edit again and is told why. */
export const unattest = defineEndpoint({
  id: 'attestation.unattest',
  kind: 'json',
  access: 'admin',
  summary: 'Open an attested period again (API-116)',
  body: z.object({ id, reason }),
  data: z.object({ state: z.literal('reopened') }),
  errors: ['AttestNotFound', 'AttestReopened', 'BasicSubscription'],
});

/** ATT-014: at most one for a person and period in 24 hours. */
export const remindToAttest = defineEndpoint({
  id: 'attestation.remind',
  kind: 'json',
  access: 'admin',
  summary: 'Remind drivers to attest (API-116)',
  body: z.object({
    rows: z
      .array(z.object({ user_id: id, from: day, to: day }).refine(isInOrder, OUT_OF_ORDER))
      .min(1, msg('SelectRow'))
      .max(BULK_MAX),
  }),
  data: z.object({
    results: z.array(
      z.discriminatedUnion('success', [
        z.object({ row: z.number().int(), success: z.literal(true) }),
        z.object({
          row: z.number().int(),
          success: z.literal(false),
          error: z.string(),
          /** ERR-043: of one that came too soon, seconds until it may be sent; null of others. */
          retry_after_s: z.number().int().nullable(),
        }),
      ]),
    ),
  }),
  errors: ['AttestReminderFailed'],
});

/** What was missing of it when it was attested, as the trips that it holds still say; nothing of one that was opened again. */
const attestedWith = z.array(z.object({ kind: z.enum(HELD_MATTERS), count: z.number().int() }));

const attestRow = z.object({
  /** Null while nothing of it is attested. */
  attestation_id: z.number().int().nullable(),
  ...unitFields,
  department: z.string().nullable(),
  user_id: z.number().int().nullable(),
  user_name: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  ...sums,
  /** Trips that came into the period after it was attested (TRIP-029). */
  late_trips: z.number().int(),
  /** ATT-015: how many of its trips were changed since it was opened again, those that became another driver's among them; null where it was not. */
  changed_trips: z.number().int().nullable(),
  /** ATT-010: what is open in it while nobody has attested it. */
  matters: z.array(z.object({ kind: z.enum(ATTEST_MATTERS), count: z.number().int(), is_blocking: z.boolean() })),
  attested_with: attestedWith,
  state: z.enum(ATTEST_STATES),
  ...stamps,
  reminded_at: z.string().nullable(),
  /** ERR-043: from when somebody may be reminded of exactly these days again; null: at once. */
  remind_from: instant.nullable(),
  can: z.object({ attest: z.boolean(), reopen: z.boolean(), remind: z.boolean() }),
});
export type AttestRow = z.output<typeof attestRow>;

/** ATT-005, ATT-009, ATT-013. Members see their own rows only. */
export const attestStatus = defineEndpoint({
  id: 'attestation.status',
  kind: 'json',
  access: 'user',
  summary: 'Who has attested what of a month (API-115)',
  query: z.object({
    /** `yyyy-MM`; the month before this one unless given. */
    month: z
      .string()
      .regex(/^2\d{3}-(0[1-9]|1[0-2])$/, msg('InvalidDate'))
      .optional(),
    department: z.string().trim().max(100).optional(),
    user_id: id.optional(),
    unit_id: id.optional(),
    state: z.enum(ATTEST_STATES).optional(),
    /** Only rows that miss something before they are attested. */
    lacking: z.stringbool().default(false),
  }),
  data: z.object({
    month: z.string(),
    rows: z.array(attestRow),
    /** Of the rows before the filters of states and of what is missing; `lacking` are those that miss something, whatever their state. */
    counts: z.object({
      open: z.number().int(),
      user: z.number().int(),
      admin: z.number().int(),
      reopened: z.number().int(),
      lacking: z.number().int(),
    }),
    /** What the month can be narrowed to. */
    choices: z.object({
      departments: z.array(z.string()),
      users: z.array(z.object({ id: z.number().int(), name: z.string() })),
      units: z.array(z.object({ id: z.number().int(), name: z.string() })),
    }),
    /** Units without a row: nobody drove them that month, or they are not attested (FEAT-001). */
    left_out: z.object({ not_driven: z.number().int(), not_attested: z.number().int() }),
  }),
  errors: ['BasicSubscription'],
});

/** ATT-005, ATT-015: every attestation with what became of it, newest first. */
export const attestHistory = defineEndpoint({
  id: 'attestation.history',
  kind: 'json',
  access: 'user',
  summary: 'What was attested and opened again (API-115)',
  query: z.object({ user_id: id.optional(), unit_id: id.optional() }),
  data: z.object({
    rows: z.array(
      z.object({
        id: z.number().int(),
        ...unitFields,
        user_id: z.number().int().nullable(),
        user_name: z.string().nullable(),
        from: z.string(),
        to: z.string(),
        state: z.enum(ATTEST_STATES),
        /** Trips that it holds, others' private ones left out (TRIP-032); null of one that was opened again. */
        trips: z.number().int().nullable(),
        /** How far they went; null as `trips` is. */
        distance_m: z.number().nullable(),
        attested_with: attestedWith,
        ...stamps,
      }),
    ),
  }),
});

/** ATT-011: where the next period begins. */
export const lastAttested = defineEndpoint({
  id: 'attestation.last',
  kind: 'json',
  access: 'user',
  summary: 'The last attested day of each unit, and the period to attest next (API-115)',
  query: z.object({ imei: imei.optional(), unit_id: id.optional(), user_id: id.optional() }),
  data: z.object({
    rows: z.array(z.object({ unit_id: z.number().int(), unit_name: z.string(), last_day: z.string() })),
    /** Null when everything that is over is attested. */
    period: z.object({ from: z.string(), to: z.string() }).nullable(),
  }),
  errors: ['UnitNotFound', 'UserNotFound', 'Forbidden'],
});

/** TRIP-029: what late data would make of attested trips, for an administrator to settle. */
export const listProposals = defineEndpoint({
  id: 'attestation.proposals',
  kind: 'json',
  access: 'admin',
  summary: 'Corrections that late data proposes to attested periods',
  data: z.object({
    proposals: z.array(
      z.object({
        id: z.number().int(),
        ...unitFields,
        trip_id: z.number().int().nullable(),
        attestation_id: z.number().int().nullable(),
        user_name: z.string().nullable(),
        /** The day it starts on, in the account's zone; times only where the trip is not masked. */
        day: z.string(),
        start: z.string().nullable(),
        stop: z.string().nullable(),
        distance_m: z.number(),
        /** What is attested now; null: no such trip is in the log. */
        attested_distance_m: z.number().nullable(),
        attested_start: z.string().nullable(),
        attested_stop: z.string().nullable(),
        found_at: z.string(),
      }),
    ),
  }),
});

/** TRIP-029: what of the attested trips that are shown is not as it was sealed, by whatever way past the program. */
export const listAltered = defineEndpoint({
  id: 'attestation.altered',
  kind: 'json',
  access: 'user',
  summary: 'Which sealed fields of the periods of shown trips are not as they were sealed',
  body: z.object({ trip_ids: z.array(id).max(TRIP_PAGE_MAX) }),
  data: z.object({
    altered: z.array(
      z.object({
        unit_name: z.string(),
        from: z.string(),
        to: z.string(),
        /** Null of the period itself. */
        trip_id: z.number().int().nullable(),
        /** The day on which the trip was sealed to start; null of the period itself, and of a trip that was not sealed. */
        day: z.string().nullable(),
        what: z.enum(['field', 'missing', 'added']),
        /** The name of the sealed field; null of a whole trip. */
        field: z.string().nullable(),
      }),
    ),
  }),
});

export const dismissProposal = defineEndpoint({
  id: 'attestation.dismiss-proposal',
  kind: 'json',
  access: 'admin',
  summary: 'Leave the attested trip as it is',
  params: z.object({ id }),
  data: nothing,
  errors: ['ProposalNotFound'],
});

/** Opens the period that the proposal is about; the log is then computed with the late data. */
export const reopenForProposal = defineEndpoint({
  id: 'attestation.reopen-for-proposal',
  kind: 'json',
  access: 'admin',
  summary: 'Open the attested period, so that the late data is taken in',
  params: z.object({ id }),
  body: z.object({ reason }),
  data: nothing,
  errors: ['ProposalNotFound', 'AttestReopened', 'BasicSubscription'],
});
