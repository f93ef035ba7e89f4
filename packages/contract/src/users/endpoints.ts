import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { freshProof, PROOF_ERRORS } from '../auth/proof.ts';
import { defineEndpoint } from '../endpoint.ts';
import { email, id, instant, language, nothing, phone, was } from '../fields.ts';
import { ACCOUNT_FIELD_MAX, TRIP_PURPOSE_MAX } from '../limits.ts';
import { pendingEmail } from './pending-email.ts';
import { MEMBER_RIGHTS } from './values.ts';

/** ADM-002: what `full_name` is made of. Whoever sends `full_name` alone has it divided. */
const nameParts = {
  first_name: z.string().trim().min(1, msg('SpecifyName')).max(ACCOUNT_FIELD_MAX, msg('NameLength')),
  last_name: z.string().trim().max(ACCOUNT_FIELD_MAX, msg('NameLength')),
};
/** WIZ-009, DEC-83: together as long as one name, the space counts. */
const fitsTogether = (names: { first_name?: string | undefined; last_name?: string | undefined }): boolean =>
  `${names.first_name ?? ''} ${names.last_name ?? ''}`.trim().length <= ACCOUNT_FIELD_MAX;
const TOO_LONG = { path: ['last_name'], error: msg('NameLength') };

/** ADM-027: what a member may see and change of themselves. */
const defaultPurpose = z.string().trim().max(TRIP_PURPOSE_MAX, msg('PurposeLength'));

export const profile = z.object({
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string(),
  email: z.string(),
  language,
  two_factor: z.boolean(),
  /** False when stopped by the opt-out page; switched on again here. */
  alerts: z.boolean(),
  push: z.boolean(),
  pending_email: pendingEmail.nullable(),
  /** The organisation's provider signs the member in, who has not agreed to it: their private trips and locks are closed. */
  sign_on_waits: z.boolean(),
  /** ADM-014: what new trips that the member drives get; empty: what their unit says. */
  default_purpose: z.string(),
});
export type Profile = z.output<typeof profile>;

export const getProfile = defineEndpoint({
  id: 'users.profile',
  visit: 'shut',
  kind: 'json',
  access: 'user',
  summary: 'Your own profile',
  data: profile,
});

export const updateProfile = defineEndpoint({
  id: 'users.update-profile',
  kind: 'json',
  access: 'user',
  summary: 'Change your own profile',
  /** Only what is sent is changed. */
  body: z
    .object({
      full_name: z.string().trim().min(1, msg('SpecifyName')).max(ACCOUNT_FIELD_MAX, msg('NameLength')).optional(),
      first_name: nameParts.first_name.optional(),
      last_name: nameParts.last_name.optional(),
      phone: phone.optional(),
      language: language.optional(),
      alerts: z.boolean().optional(),
      push: z.boolean().optional(),
      default_purpose: defaultPurpose.optional(),
      was,
    })
    .refine(fitsTogether, TOO_LONG),
  data: profile,
  errors: ['ChangedMeanwhile'],
});

export const changeEmail = defineEndpoint({
  id: 'users.change-email',
  kind: 'json',
  access: 'user',
  summary: 'Ask for another e-mail address of your own, with the password again; it counts once it is proven',
  body: z.object({ email, ...freshProof.shape }),
  data: profile,
  errors: [...PROOF_ERRORS, 'MailUnavailable', 'AddressNotConfirmed'],
});

export const setOwnTwoFactor = defineEndpoint({
  id: 'users.set-own-two-factor',
  kind: 'json',
  access: 'user',
  summary: 'Switch your own two-factor sign-in, with the password again',
  body: z.object({ enabled: z.boolean(), ...freshProof.shape }),
  data: profile,
  errors: [...PROOF_ERRORS, 'InvalidEmail2FA'],
});

/** SEC-016: what differs between accounts in the notice for drivers; the screens have its words. */
export const notice = z.object({
  /** Positions are kept at most this long. */
  position_months: z.number().int(),
  /** Those of private trips at most this long. */
  private_position_months: z.number().int(),
  /** Whether the account asks everybody to read it before anything else. */
  required: z.boolean(),
  acknowledged_at: instant.nullable(),
});
export type Notice = z.output<typeof notice>;

export const getNotice = defineEndpoint({
  id: 'users.notice',
  visit: 'shut',
  kind: 'json',
  access: 'user',
  summary: 'What drivers are told about what is collected',
  data: notice,
});

export const acknowledgeNotice = defineEndpoint({
  id: 'users.acknowledge-notice',
  kind: 'json',
  access: 'user',
  summary: 'Say that one has read the notice for drivers',
  data: notice,
});

export const requireNotice = defineEndpoint({
  id: 'users.require-notice',
  kind: 'json',
  access: 'admin',
  summary: 'Ask every member to read the notice for drivers, or no longer',
  body: z.object({ required: z.boolean() }),
  data: notice,
});

/** STORE-010: small settings of the screens, by name; a browser keeps a copy. */
export const PREFERENCE_NAMES = [
  'theme',
  'side-menu',
  'map-layer',
  'trip-columns',
  'unit-columns',
  'panel-sizes',
  'alarm-sound',
  'first-page',
] as const;
export type PreferenceName = (typeof PREFERENCE_NAMES)[number];
const preferenceValue = z.union([z.string().max(2000), z.number(), z.boolean(), z.array(z.string().max(80)).max(60), z.null()]);
const preferences = z.partialRecord(z.enum(PREFERENCE_NAMES), preferenceValue);
export type Preferences = z.output<typeof preferences>;

export const getPreferences = defineEndpoint({
  id: 'users.preferences',
  kind: 'json',
  access: 'user',
  summary: 'Your own settings of the screens',
  data: z.object({ preferences }),
});

export const savePreferences = defineEndpoint({
  id: 'users.save-preferences',
  kind: 'json',
  access: 'user',
  summary: 'Save some of your own settings of the screens',
  body: z.object({ preferences }),
  data: nothing,
});

export type MemberRight = (typeof MEMBER_RIGHTS)[number];
/**
 * API-119, ERR-044: a page stopped working. The person was shown the reference; the server's log, and nothing else, holds the rest under it:
 * places in the code, never what somebody typed.
 */
export const reportCrash = defineEndpoint({
  id: 'users.report-crash',
  visit: 'open',
  kind: 'json',
  access: 'user',
  summary: 'Tell the developers that a page stopped working',
  body: z.object({
    version: z.string().max(50),
    reference: z.string().regex(/^[A-Z0-9]{8}$/, msg('InvalidInput')),
    error: z.string().max(80),
    /** Places in the code, the innermost first; never the error's text. */
    places: z.array(z.string().max(200)).max(12),
    /** Without what follows the question mark. */
    page: z.string().max(200),
  }),
  data: nothing,
});

export const userRow = z.object({
  id: z.number().int(),
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  is_admin: z.boolean(),
  two_factor: z.boolean(),
  /** Has an authenticator app or a passkey. */
  has_strong_factor: z.boolean(),
  is_disabled: z.boolean(),
  /** `invited`: has not set a password yet. */
  status: z.enum(['active', 'invited', 'disabled']),
  department: z.string(),
  rights: z.array(z.enum(MEMBER_RIGHTS)),
  /** How many units the member was given; an administrator sees all without. */
  units: z.number().int(),
  last_seen_at: z.string().nullable(),
  pending_email: pendingEmail.nullable(),
  /** What the viewer may do with this member; decided on the server. */
  can: z.object({
    edit: z.boolean(),
    disable: z.boolean(),
    remove: z.boolean(),
    change_admin: z.boolean(),
    reset_factor: z.boolean(),
  }),
});
export type UserRow = z.output<typeof userRow>;

export const listUsers = defineEndpoint({
  id: 'users.list',
  kind: 'json',
  access: 'admin',
  summary: 'The members of the account',
  /** `-1`: all of them (API-024). */
  query: z.object({ limit: z.coerce.number().int().min(-1).max(1000).default(-1) }),
  data: z.object({ user: z.array(userRow) }),
});

export const setTwoFactor = defineEndpoint({
  id: 'users.set-two-factor',
  kind: 'json',
  access: 'admin',
  summary: "Switch a member's two-factor sign-in",
  params: z.object({ id }),
  body: z.object({ enabled: z.boolean() }),
  data: userRow,
  errors: ['UserNotFound', 'OwnTwoFactor', 'InvalidEmail2FA'],
});

const optionalText = (max: number) => z.string().trim().max(max, msg('TextTooLong'));

/** ADM-002; no defaults, so that a change touches only what was sent. A password is never among them: it is set by the link of the invitation. */
const userFields = z.object({
  full_name: z.string().trim().min(1, msg('SpecifyName')).max(ACCOUNT_FIELD_MAX, msg('NameLength')),
  ...nameParts,
  email,
  phone,
  is_admin: z.boolean(),
  language: language,
  department: optionalText(ACCOUNT_FIELD_MAX),
  registration_id: optionalText(ACCOUNT_FIELD_MAX),
  street: optionalText(ACCOUNT_FIELD_MAX),
  postal_code: optionalText(10),
  city: optionalText(ACCOUNT_FIELD_MAX),
  rights: z.array(z.enum(MEMBER_RIGHTS)).max(MEMBER_RIGHTS.length),
  default_purpose: defaultPurpose,
});

export const user = userRow.extend({
  language,
  /** Masked: YYYYMMDD-••••. */
  registration_id: z.string(),
  street: z.string(),
  postal_code: z.string(),
  city: z.string(),
  default_purpose: z.string(),
  unit_ids: z.array(z.number().int()),
});
export type User = z.output<typeof user>;

export const getUser = defineEndpoint({
  id: 'users.get',
  kind: 'json',
  access: 'admin',
  summary: 'A member of the account',
  params: z.object({ id }),
  data: user,
  errors: ['UserNotFound'],
});

export const inviteUser = defineEndpoint({
  id: 'users.invite',
  kind: 'json',
  access: 'admin',
  summary: 'Invite somebody by mail',
  body: userFields
    .partial()
    .required({ email: true })
    .extend({ unit_ids: z.array(id).max(5000).default([]) })
    .refine(fitsTogether, TOO_LONG)
    .refine(({ full_name, first_name }) => full_name !== undefined || first_name !== undefined, {
      path: ['full_name'],
      error: msg('SpecifyName'),
    }),
  data: user,
  errors: ['MailUnavailable', 'UnitLocked'],
});

export const updateUser = defineEndpoint({
  id: 'users.update',
  kind: 'json',
  access: 'admin',
  summary: 'Change a member; only what is sent is changed',
  params: z.object({ id }),
  body: userFields.partial().extend({ is_disabled: z.boolean().optional(), was }).refine(fitsTogether, TOO_LONG),
  data: user,
  errors: ['ChangedMeanwhile', 'UserNotFound', 'LastAdministrator', 'NotYourself', 'MailUnavailable', 'AddressNotConfirmed'],
});

/** ADM-011: what depends on a member, told before they are removed. */
export const userDependents = defineEndpoint({
  id: 'users.dependents',
  kind: 'json',
  access: 'admin',
  summary: 'What depends on a member',
  params: z.object({ id }),
  data: z.object({
    trips: z.number().int(),
    locked_units: z.array(z.string()),
    sessions: z.number().int(),
    bookings: z.number().int(),
    /** Of so many units they are told when there is an alarm. */
    alarm_units: z.number().int(),
    /** Names of units whose new trips are theirs: as usual driver, or checked in. Of locked ones nothing is told. */
    driven_units: z.array(z.string()),
  }),
  errors: ['UserNotFound'],
});

export const removeUser = defineEndpoint({
  id: 'users.remove',
  kind: 'json',
  access: 'admin',
  summary: 'Remove a member; what they drove stays under their name',
  params: z.object({ id }),
  data: nothing,
  errors: ['UserNotFound', 'LastAdministrator', 'NotYourself'],
});

/** ASVS 7.4.5: after a phone was lost, say. Members end their own by `auth.end-other-sessions`. */
export const endUserSessions = defineEndpoint({
  id: 'users.end-sessions',
  kind: 'json',
  access: 'admin',
  summary: "End a member's sessions everywhere, and forget the browsers that are trusted",
  params: z.object({ id }),
  /** Sessions that were open. */
  data: z.object({ ended: z.number().int() }),
  errors: ['UserNotFound', 'NotYourself'],
});

export const resendInvitation = defineEndpoint({
  id: 'users.resend-invitation',
  kind: 'json',
  access: 'admin',
  summary: 'Send the invitation again, at most once an hour',
  params: z.object({ id }),
  data: nothing,
  errors: ['UserNotFound', 'AlreadySignedIn', 'InvitationJustSent'],
});

export const accessMatrix = defineEndpoint({
  id: 'users.access-matrix',
  kind: 'json',
  access: 'admin',
  summary: 'Who has access to which unit',
  data: z.object({
    users: z.array(z.object({ id: z.number().int(), full_name: z.string(), is_admin: z.boolean(), department: z.string() })),
    units: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        registration_number: z.string().nullable(),
        department: z.string().nullable(),
        locked_by: z.number().int().nullable(),
      }),
    ),
    /** Pairs of user and unit. */
    access: z.array(z.tuple([z.number().int(), z.number().int()])),
  }),
});

const accessPair = z.object({ user_id: id, unit_id: id });
export const changeAccess = defineEndpoint({
  id: 'users.change-access',
  kind: 'json',
  access: 'admin',
  summary: 'Give and take access to units',
  body: z.object({ give: z.array(accessPair).max(20_000).default([]), take: z.array(accessPair).max(20_000).default([]) }),
  /**
   * `refused`: pairs that stay as they are, with the reason (LOCK-010: UnlockFirst; of a unit that shuts the actor out: UnitLocked).
   * `bookings`: how many to come are cancelled with what was taken, within a minute.
   */
  data: z.object({
    given: z.number().int(),
    taken: z.number().int(),
    bookings: z.number().int(),
    refused: z.array(z.object({ user_id: z.number().int(), unit_id: z.number().int(), reason: z.string() })),
  }),
  errors: ['UserNotFound', 'UnitNotFound'],
});

/** ADM-010: the first line names the columns: name (or first name and last name), email, phone, admin, department, units (registration numbers or IMEIs). */
export const importUsers = defineEndpoint({
  id: 'users.import',
  kind: 'json',
  access: 'admin',
  summary: 'Invite many from a CSV text; a preview unless committed',
  body: z.object({ csv: z.string().min(1, msg('CsvEmpty')).max(200_000, msg('CsvTooLong')), commit: z.boolean().default(false) }),
  data: z.object({
    rows: z.array(
      z.object({
        line: z.number().int(),
        full_name: z.string(),
        email: z.string(),
        units: z.number().int(),
        /** Invited as an administrator. */
        is_admin: z.boolean(),
        /** Keys of the texts that say what is wrong; empty when the row is good. */
        errors: z.array(z.string()),
        invited: z.boolean(),
      }),
    ),
    /** Headings that mean nothing here: what stands under them is left out. */
    unread: z.array(z.string()),
  }),
  errors: ['CsvColumns', 'MailUnavailable'],
});
