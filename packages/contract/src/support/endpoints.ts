import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { signedInUser } from '../auth/endpoints.ts';
import { defineEndpoint } from '../endpoint.ts';
import { email, id, instant, language, nothing, was } from '../fields.ts';
import { CODE_DIGITS, PASSWORD_MAX, SUPPORT_MESSAGE_MAX, USERNAME_MAX } from '../limits.ts';
import { ZONE_RADIUS_M } from '../zones/rules.ts';

/** DEC-73. */
export const SUBSCRIPTIONS = ['Bas', 'Standard', 'Plus'] as const;
const subscription = z.enum(SUBSCRIPTIONS);
const reason = z.string().trim().min(1, msg('SpecifyReason')).max(200, msg('TextTooLong'));
const byId = z.object({ id });
/** Of lists that go back in time: rows older than the one with this id. */
const before = z.object({ before: id.optional() });

const staff = z.object({ full_name: z.string(), email: z.string(), language });

/** DEC-77: the password of support staff; what follows is always the code. */
export const supportSignIn = defineEndpoint({
  id: 'support.sign-in',
  kind: 'json',
  access: 'public',
  summary: 'Sign in as support staff; the answered token waits for the code',
  body: z.object({ email, password: z.string().min(1, msg('SpecifyPassword')).max(PASSWORD_MAX, msg('SpecifyPassword')) }),
  data: z.object({ token: z.string() }),
  errors: ['InvalidLogin', 'TooManyAttempts', 'InvalidMember'],
});

export const supportRequestCode = defineEndpoint({
  id: 'support.request-code',
  kind: 'json',
  access: 'support-pending',
  summary: 'Mail a sign-in code to support staff',
  body: z.object({ lang: language }),
  data: z.object({ wait_s: z.number().int(), sent_to: z.string() }),
  errors: ['InvalidEmail2FA', 'CodeTooSoon', 'TooManyCodes', 'TooManyCodeAttempts'],
});

export const supportVerifyCode = defineEndpoint({
  id: 'support.verify-code',
  kind: 'json',
  access: 'support-pending',
  summary: 'Show the sign-in code of support staff',
  body: z.object({ code: z.string().trim().length(CODE_DIGITS, msg('InvalidCode')) }),
  data: z.object({ token: z.string(), staff }),
  errors: ['InvalidCode', 'ExpiredCode', 'TooManyCodeAttempts', 'InvalidMember'],
});

export const supportSignOut = defineEndpoint({
  id: 'support.sign-out',
  kind: 'json',
  access: 'support',
  summary: 'End the session of support staff, and the visit in it',
  data: nothing,
});

export const supportMe = defineEndpoint({
  id: 'support.me',
  kind: 'json',
  access: 'support',
  summary: 'Who of the support staff is signed in',
  data: z.object({ staff }),
});

const foundAccount = z.object({
  id: z.number().int(),
  name: z.string(),
  city: z.string(),
  subsite_id: z.number().int(),
  is_closed: z.boolean(),
  units: z.number().int(),
  users: z.number().int(),
  /** The address or IMEI that was found; empty when the account's own name was. */
  matched: z.string(),
});

export const findAccounts = defineEndpoint({
  id: 'support.find-accounts',
  kind: 'json',
  access: 'support',
  summary: 'Find an account by its name, its number, a member or a whole IMEI',
  query: z.object({ q: z.string().trim().min(3, msg('SearchTooShort')).max(100, msg('TextTooLong')) }),
  data: z.object({ rows: z.array(foundAccount), has_more: z.boolean() }),
});
export type FoundAccount = z.output<typeof foundAccount>;

/** ROLE-011: the token opens the customer's pages as an administrator sees them, read only, for an hour. */
export const openAccount = defineEndpoint({
  id: 'support.open-account',
  kind: 'json',
  access: 'support',
  summary: "Open a customer's account; it stands in their log, with the reason",
  params: byId,
  body: z.object({ reason }),
  data: z.object({ token: z.string(), user: signedInUser }),
  errors: ['NotFound'],
});

const supportAccount = z.object({
  id: z.number().int(),
  name: z.string(),
  subsite_id: z.number().int(),
  country: z.string(),
  currency: z.string(),
  created_at: instant,
  is_closed: z.boolean(),
  car_schedule: z.boolean(),
  safe_return_home: z.boolean(),
  real_time_map: z.boolean(),
  /** DEC-01: in metres. */
  geofence_min_radius: z.number().int(),
  /** DEC-21. */
  parent_id: z.string(),
  users: z.number().int(),
  sms_balance: z.number().int(),
  units: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      imei: z.string(),
      is_locked: z.boolean(),
      subscription_type: subscription,
    }),
  ),
});
export type SupportAccount = z.output<typeof supportAccount>;

export const getSupportAccount = defineEndpoint({
  id: 'support.account',
  kind: 'json',
  access: 'support',
  summary: 'Flags, subscriptions and balance of the account that is open',
  params: byId,
  data: supportAccount,
  errors: ['OpenAccountFirst'],
});

export const updateSupportAccount = defineEndpoint({
  id: 'support.update-account',
  kind: 'json',
  access: 'support',
  summary: "Change an account's flags and its parent; only what is sent is changed",
  params: byId,
  body: z.strictObject({
    car_schedule: z.boolean().optional(),
    safe_return_home: z.boolean().optional(),
    real_time_map: z.boolean().optional(),
    geofence_min_radius: z
      .number(msg('ZoneLeastRadius'))
      .int(msg('ZoneLeastRadius'))
      .min(ZONE_RADIUS_M.minWhereAllowed, msg('ZoneLeastRadius'))
      .max(ZONE_RADIUS_M.min, msg('ZoneLeastRadius'))
      .optional(),
    parent_id: z.string().trim().max(50, msg('TextTooLong')).optional(),
    was,
  }),
  data: nothing,
  errors: ['OpenAccountFirst', 'ChangedMeanwhile'],
});

export const setSubscription = defineEndpoint({
  id: 'support.set-subscription',
  kind: 'json',
  access: 'support',
  summary: "Change a unit's subscription",
  params: byId,
  body: z.object({ unit_id: id, subscription_type: subscription }),
  data: nothing,
  errors: ['OpenAccountFirst', 'UnitNotFound'],
});

/**
 * For a member who can read the address no more and has forgotten the password. It counts once it is proven; private trips and locks
 * stay closed until the address before agrees, or the member does with the password from before (decision 0039).
 */
export const changeMemberEmail = defineEndpoint({
  id: 'support.change-email',
  kind: 'json',
  access: 'support',
  summary: 'Give a member another e-mail address; both are told, with the reason',
  params: byId,
  body: z.object({
    /** What the member signs in with. */
    email: z.string().trim().toLowerCase().min(1, msg('EmailNotEmpty')).max(USERNAME_MAX, msg('EnterValidEmail')),
    new_email: email,
    reason,
  }),
  data: nothing,
  errors: ['OpenAccountFirst', 'UserNotFound', 'MailUnavailable'],
});

const mailRow = z.object({
  id: z.number().int(),
  template: z.string(),
  recipient: z.string(),
  state: z.enum(['queued', 'sent', 'failed', 'expired']),
  attempts: z.number().int(),
  last_error: z.string(),
  queued_at: instant,
  ended_at: instant.nullable(),
});

/** What became of mail; never what stood in it. */
export const listMails = defineEndpoint({
  id: 'support.mails',
  kind: 'json',
  access: 'support',
  summary: 'The delivery log of an account: to whom, when, what became of it',
  params: byId,
  query: before,
  data: z.object({ rows: z.array(mailRow), has_more: z.boolean() }),
  errors: ['OpenAccountFirst'],
});
export type MailRow = z.output<typeof mailRow>;

const creditRow = z.object({
  id: z.number().int(),
  at: instant,
  amount: z.number().int(),
  reason: z.string(),
  /** Empty: used by the system. */
  actor: z.string(),
});

export const listCredits = defineEndpoint({
  id: 'support.credits',
  kind: 'json',
  access: 'support',
  summary: 'Text messages bought and used by an account',
  params: byId,
  query: before,
  data: z.object({ balance: z.number().int(), rows: z.array(creditRow), has_more: z.boolean() }),
  errors: ['OpenAccountFirst'],
});

export const addCredit = defineEndpoint({
  id: 'support.add-credit',
  kind: 'json',
  access: 'support',
  summary: 'Enter text messages bought, or taken back',
  params: byId,
  body: z.object({
    amount: z
      .number(msg('SpecifyMessages'))
      .int(msg('SpecifyMessages'))
      .min(-100_000, msg('SpecifyMessages'))
      .max(100_000, msg('SpecifyMessages'))
      .refine((amount) => amount !== 0, { error: msg('SpecifyMessages') }),
    reason,
  }),
  data: z.object({ balance: z.number().int() }),
  errors: ['OpenAccountFirst', 'BalanceTooLow'],
});

/** Issue 12, A4: for who lost their telephone and has no administrator to ask. The member and the administrators are told. */
export const supportResetFactor = defineEndpoint({
  id: 'support.reset-second-factor',
  kind: 'json',
  access: 'support',
  summary: 'Reset the second factor of a member',
  params: byId,
  body: z.object({ email, reason }),
  data: nothing,
  errors: ['OpenAccountFirst', 'UserNotFound'],
});

const supportCase = z.object({
  id: z.number().int(),
  case: z.string(),
  account_id: z.number().int(),
  account_name: z.string(),
  subsite_id: z.number().int(),
  sender: z.string(),
  sender_email: z.string(),
  at: instant,
  message: z.string(),
  page: z.string(),
  imei: z.string(),
  version: z.string(),
  language: z.string(),
  answered_at: instant.nullable(),
  answer: z.string(),
  answered_by: z.string(),
});
export type SupportCase = z.output<typeof supportCase>;

export const listCases = defineEndpoint({
  id: 'support.cases',
  kind: 'json',
  access: 'support',
  summary: 'What customers have written to support',
  query: before.extend({ state: z.enum(['open', 'answered']).default('open') }),
  data: z.object({ rows: z.array(supportCase), has_more: z.boolean() }),
});

export const answerCase = defineEndpoint({
  id: 'support.answer-case',
  kind: 'json',
  access: 'support',
  summary: 'Answer a case; the answer is mailed to whoever wrote it',
  params: byId,
  body: z.object({
    answer: z
      .string()
      .trim()
      .min(1, msg('SpecifyAnswer'))
      .max(SUPPORT_MESSAGE_MAX * 2, msg('TextTooLong')),
  }),
  data: nothing,
  errors: ['NotFound', 'AlreadyAnswered'],
});
