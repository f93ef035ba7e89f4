import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { day, id, instant, language, nothing, was } from '../fields.ts';
import { OTHER_TRIP_TYPE_MAX, PASSWORD_MAX, POSITION_MONTHS_MAX } from '../limits.ts';
import { FUEL_TYPES } from '../units/values.ts';
import { ACCOUNT_CURRENCIES, REIMBURSED, RATE_KINDS, RATE_SUBJECTS, GUIDE_STEPS, REMINDER_MATTERS } from './values.ts';

export type RateKind = (typeof RATE_KINDS)[number];
export type RateSubject = (typeof RATE_SUBJECTS)[number];

/** ADM-015: a price per litre (electricity: per kWh) or a reimbursement per 10 km, in force from a day until the next one's. */
export const rate = z.object({
  id: z.number().int(),
  kind: z.enum(RATE_KINDS),
  subject: z.enum(RATE_SUBJECTS),
  amount: z.number(),
  currency: z.enum(ACCOUNT_CURRENCIES),
  valid_from: z.string(),
});
export type Rate = z.output<typeof rate>;

const amount = (least: 'more-than-zero' | 'zero') =>
  z
    .number(msg('SpecifyAmount'))
    .max(10_000, msg('AmountTooLarge'))
    .refine((value) => (least === 'zero' ? value >= 0 : value > 0), {
      error: least === 'zero' ? msg('AmountNegative') : msg('AmountMoreThanZero'),
    });

export const getFuelPrice = defineEndpoint({
  id: 'accounts.fuel-price',
  kind: 'json',
  access: 'admin',
  summary: 'Fuel prices and reimbursements, newest day first',
  data: z.object({ rates: z.array(rate), currency: z.enum(ACCOUNT_CURRENCIES), today: z.string() }),
});

export const setFuelPrice = defineEndpoint({
  id: 'accounts.set-fuel-price',
  kind: 'json',
  access: 'admin',
  summary: 'Set a fuel price or a reimbursement from a day on; what was in force before stays in the history',
  body: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('fuel'), subject: z.enum(FUEL_TYPES), amount: amount('zero'), valid_from: day, was }),
    z.object({
      kind: z.literal('reimbursement'),
      subject: z.enum(REIMBURSED),
      amount: amount('more-than-zero'),
      valid_from: day,
      was,
    }),
  ]),
  data: rate,
  errors: ['ChangedMeanwhile'],
});

export const removeFuelPrice = defineEndpoint({
  id: 'accounts.remove-fuel-price',
  kind: 'json',
  access: 'admin',
  summary: 'Take back a price that is not in force yet',
  params: z.object({ id }),
  data: nothing,
  errors: ['RateNotFound', 'RateInForce'],
});

const wholeOrNone = z
  .number()
  .int(msg('SpecifyWholeNumber'))
  .min(0, msg('SpecifyWholeNumber'))
  .max(1_000_000, msg('AmountTooLarge'));

/** REP-006, REP-010, REP-011: what the benefit-value report counts with. Null where the country knows no such line. */
export const carBenefit = z.object({
  valid_from: z.string(),
  benefit_factor: z.number(),
  reduced_line_km: z.number().int().nullable(),
  private_occasions_max: z.number().int().nullable(),
  private_km_max: z.number().int().nullable(),
  /** The country's own figures, which nobody here has set. */
  is_default: z.boolean(),
});
export type CarBenefit = z.output<typeof carBenefit>;

export const getCarBenefit = defineEndpoint({
  id: 'accounts.car-benefit',
  kind: 'json',
  access: 'admin',
  summary: 'What car benefit is counted with, newest day first',
  data: z.object({
    settings: z.array(carBenefit),
    today: z.string(),
    /** Units that are benefit cars, and those whose fuel for private driving the company pays. */
    units: z.array(z.object({ imei: z.string().nullable(), name: z.string(), has_fuel_benefit: z.boolean() })),
  }),
});

export const setCarBenefit = defineEndpoint({
  id: 'accounts.set-car-benefit',
  kind: 'json',
  access: 'admin',
  summary: 'Set what car benefit is counted with from a day on',
  body: z.object({
    valid_from: day,
    benefit_factor: z.number(msg('SpecifyAmount')).gt(0, msg('AmountMoreThanZero')).max(10, msg('AmountTooLarge')),
    reduced_line_km: wholeOrNone.min(1, msg('SpecifyWholeNumber')).nullable(),
    private_occasions_max: wholeOrNone.nullable(),
    private_km_max: wholeOrNone.nullable(),
    was,
  }),
  data: nothing,
  errors: ['ChangedMeanwhile'],
});

export const getOtherTripType = defineEndpoint({
  id: 'accounts.other-trip-type',
  kind: 'json',
  access: 'user',
  summary:
    "The account's own name and colour for trips of the type other, whether these need a purpose and have their routes drawn; an empty name is the product's",
  data: z.object({ name: z.string(), colour: z.string().nullable(), purpose_required: z.boolean(), draws_route: z.boolean() }),
});

export const setOtherTripType = defineEndpoint({
  id: 'accounts.set-other-trip-type',
  kind: 'json',
  access: 'admin',
  summary:
    'Name the trip type other, give it a colour, say whether it needs a purpose and has its route drawn; only what is sent is changed',
  body: z.object({
    name: z.string().trim().max(OTHER_TRIP_TYPE_MAX, msg('TextTooLong')).optional(),
    /** TRIP-004: `#rrggbb`; null brings the product's own back. */
    colour: z
      .string()
      .toLowerCase()
      .regex(/^#[0-9a-f]{6}$/, msg('InvalidColour'))
      .nullable()
      .optional(),
    purpose_required: z.boolean().optional(),
    /** TRIP-011: whether everybody who sees such a trip sees its route, as of business trips. */
    draws_route: z.boolean().optional(),
    was,
  }),
  data: nothing,
  errors: ['ChangedMeanwhile'],
});

/** CONST-045, in the order in which they are offered; the first is the default. */
export const ALERT_TIME_ZONES = ['Europe/Stockholm', 'Europe/London', 'Europe/Oslo', 'Europe/Helsinki'] as const;
/** ROLE-008: for accounts under one parent account of the installation. */
export const EXTRA_TIME_ZONE = 'Asia/Kathmandu';

export const getOptions = defineEndpoint({
  id: 'accounts.options',
  kind: 'json',
  access: 'admin',
  summary: 'In which language and time zone alerts are written, and what is asked of a log that is attested',
  data: z.object({
    alert_language: language,
    alert_time_zone: z.string(),
    alert_time_zones: z.array(z.string()),
    purpose_required: z.boolean(),
    driver_required: z.boolean(),
    monthly_attest_reminder: z.boolean(),
  }),
});

export const setOptions = defineEndpoint({
  id: 'accounts.set-options',
  kind: 'json',
  access: 'admin',
  summary: 'Change the options of the account; only what is sent is changed',
  body: z
    .object({
      alert_language: language.optional(),
      alert_time_zone: z.string(msg('InvalidTimeZone')).max(60, msg('InvalidTimeZone')).optional(),
      /** TRIP-023: business trips need a purpose before they are attested. */
      purpose_required: z.boolean().optional(),
      /** ATT-010: trips need a driver before a unit is attested. */
      driver_required: z.boolean().optional(),
      /** ATT-014: drivers are reminded at the beginning of each month. */
      monthly_attest_reminder: z.boolean().optional(),
      was,
    })
    .refine(({ was: _was, ...body }) => Object.values(body).some((value) => value !== undefined), { error: msg('InvalidInput') }),
  data: nothing,
  errors: ['InvalidTimeZone', 'ChangedMeanwhile'],
});

const months = z.coerce
  .number(msg('InvalidMonths'))
  .int(msg('InvalidMonths'))
  .min(1, msg('InvalidMonths'))
  .max(POSITION_MONTHS_MAX, msg('InvalidMonths'));
const retention = z.object({ position_months: months, private_position_months: months });
const isOrdered = (value: z.output<typeof retention>): boolean => value.private_position_months <= value.position_months;
const disorder = { path: ['private_position_months'], error: msg('PrivateKeptLonger') };

/** ADM-021, CONST-060. */
export const getRetention = defineEndpoint({
  id: 'accounts.retention',
  kind: 'json',
  access: 'admin',
  summary: 'How long things are kept',
  data: z.object({
    position_months: z.number().int(),
    private_position_months: z.number().int(),
    /** The installation's own: nothing is kept longer than this. */
    position_months_max: z.number().int(),
    log_years: z.number().int(),
    audit_months: z.number().int(),
    delivery_log_days: z.number().int(),
  }),
});

/** What would be erased, told before it is saved. Days are the account's. */
export const previewRetention = defineEndpoint({
  id: 'accounts.preview-retention',
  kind: 'json',
  access: 'admin',
  summary: 'What the next night would erase',
  query: retention.refine(isOrdered, disorder),
  data: z.object({
    erased_at: instant,
    positions_before: z.string(),
    private_positions_before: z.string(),
    /** Reports of trackers older than that, about. */
    records: z.number().int(),
    /** Trips whose route on the map goes; the trips stay in the log. */
    routes: z.number().int(),
    private_trips: z.number().int(),
  }),
});

export const setRetention = defineEndpoint({
  id: 'accounts.set-retention',
  kind: 'json',
  access: 'admin',
  summary: 'Change how long positions are kept',
  body: retention.extend({ was }).refine(isOrdered, disorder),
  data: nothing,
  errors: ['KeptTooLong', 'ChangedMeanwhile'],
});

/** SEC-015: all that is stored of a person, as a ZIP file. */
export const exportOwnData = defineEndpoint({
  id: 'accounts.export-own-data',
  kind: 'file',
  access: 'user',
  summary: 'Everything that is stored about you',
  data: nothing,
});

export const exportPersonData = defineEndpoint({
  id: 'accounts.export-person-data',
  kind: 'file',
  access: 'admin',
  summary: 'Everything that is stored of a member; where private trips went is for the driver alone',
  params: z.object({ id }),
  data: nothing,
  errors: ['UserNotFound'],
});

export const getRemoval = defineEndpoint({
  id: 'accounts.removal',
  kind: 'json',
  access: 'admin',
  summary: 'Whether the account is to be removed, and what that erases',
  data: z.object({
    asked_at: instant.nullable(),
    due_at: instant.nullable(),
    asked_by: z.string().nullable(),
    waiting_days: z.number().int(),
    units: z.number().int(),
    users: z.number().int(),
    trips: z.number().int(),
  }),
});

export const askRemoval = defineEndpoint({
  id: 'accounts.ask-removal',
  token: 'shut',
  kind: 'json',
  access: 'admin',
  summary: 'Ask for the account to be removed; it can be undone until then',
  body: z.object({ password: z.string().max(PASSWORD_MAX, msg('WrongPassword')) }),
  data: z.object({ due_at: instant }),
  errors: ['WrongPassword', 'TooManyAttempts', 'RemovalAsked'],
});

export const undoRemoval = defineEndpoint({
  id: 'accounts.undo-removal',
  token: 'shut',
  kind: 'json',
  access: 'admin',
  summary: 'Keep the account after all',
  data: nothing,
});

export type GuideStep = (typeof GUIDE_STEPS)[number];

export const getGuide = defineEndpoint({
  id: 'accounts.guide',
  token: 'shut',
  kind: 'json',
  access: 'admin',
  summary: 'How far the account has come with its first steps, judged by what is there',
  data: z.object({
    is_open: z.boolean(),
    steps: z.array(
      z.object({
        id: z.enum(GUIDE_STEPS),
        is_done: z.boolean(),
        /** Not every company needs it: the guide is finished without. */
        is_optional: z.boolean(),
        /** Nothing to do: phones have no odometer. It counts as done. */
        is_needless: z.literal(true).optional(),
      }),
    ),
    /** The unit that the steps about a unit lead to; null when the caller sees none. */
    unit: z.object({ imei: z.string(), name: z.string() }).nullable(),
    /** The same while no unit of the account has reported a position. */
    waits_for: z
      .object({
        imei: z.string(),
        name: z.string(),
        is_phone: z.boolean(),
        /** False while it bears the number of its tracker, or the name of its account, as registration calls it. */
        is_named: z.boolean(),
      })
      .nullable(),
  }),
});
export type Guide = z.output<(typeof getGuide)['data']>;

export const setGuide = defineEndpoint({
  id: 'accounts.set-guide',
  token: 'shut',
  kind: 'json',
  access: 'admin',
  summary: 'Close the first-run guide for all administrators of the account, or open it again',
  body: z.object({ is_open: z.boolean() }),
  data: nothing,
});

export type ReminderMatter = (typeof REMINDER_MATTERS)[number];

export const listReminders = defineEndpoint({
  id: 'accounts.reminders',
  kind: 'json',
  access: 'admin',
  summary: 'Who has something left to do, and whom a reminder may be sent to now',
  data: z.object({
    matters: z.array(z.object({ matter: z.enum(REMINDER_MATTERS), waiting: z.number().int(), may_remind: z.number().int() })),
  }),
});

export const sendReminders = defineEndpoint({
  id: 'accounts.send-reminders',
  kind: 'json',
  access: 'admin',
  summary: 'Remind everybody whom a matter waits for, each at most once in 24 hours',
  body: z.object({ matter: z.enum(REMINDER_MATTERS) }),
  data: z.object({ sent: z.number().int(), too_soon: z.number().int() }),
  errors: ['MailUnavailable'],
});
