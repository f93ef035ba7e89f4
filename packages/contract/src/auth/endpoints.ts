import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { email, id, instant, language, newPassword, nothing, subsite } from '../fields.ts';
import { CODE_DIGITS, PASSWORD_MAX, USERNAME_MAX } from '../limits.ts';
import { passkeyAnswer } from './proof.ts';

/** AUTH-016: the signed-in user record. */
export const signedInUser = z.object({
  ID: z.number().int(),
  FullName: z.string(),
  Email: z.string(),
  IsAdmin: z.boolean(),
  RealTimeMap: z.boolean(),
  ParentID: z.string(),
  EnableTwoFactorAuth: z.boolean(),
  userHasOnlyBasSubscription: z.boolean(),
  TimeZone: z.string(),
  Currency: z.string(),
  AccountName: z.string(),
  /** The brand of the account. */
  SubsiteID: z.number().int(),
  /** DEC-21: whether `ParentID` is the installation's parent account for alert numbers, and the one for the extra time zone. */
  HasAlertNumbers: z.boolean().default(false),
  HasExtraTimeZone: z.boolean().default(false),
  /** SEC-016: the account asks for the notice for drivers to be read before anything else is shown. */
  MustAcknowledgeNotice: z.boolean().default(false),
  /** Decision 0038: the account requires a second factor, and until one is set up nothing else opens. */
  MustSetUpFactor: z.boolean().default(false),
  /** TRIP-003: what the account calls trips of the type other; empty for the product's name. */
  OtherTripType: z.string().default(''),
  /** TRIP-004: `#rrggbb`, or null for the product's; and whether such a trip without a purpose is an open matter. */
  OtherTripColour: z.string().nullable().default(null),
  OtherTripPurposeRequired: z.boolean().default(false),
  /** For administrators: when the account is to be removed, unless one of them undoes it. */
  RemovalDueAt: instant.nullable().default(null),
  /** What is the member's alone is closed until they agree, on their profile, to how they sign in. */
  PrivateIsClosed: z.boolean().optional(),
  /** ADM-024: for administrators: the guide to the first steps is open. */
  GuideIsOpen: z.boolean().default(false),
  /** ADM-030: for administrators: they want to begin with what waits for them today. */
  StartsWithToday: z.boolean().optional(),
  /** The account is a person's own, not a company's. */
  IsPrivatePerson: z.boolean().optional(),
  /** The account is a person's own, with nobody else in it. */
  IsAlone: z.boolean().optional(),
  /** The member sees units in use, and all of them are boats, machines or sensors: nothing that pays tolls or is judged by how it drives. */
  HasNoRoadVehicle: z.boolean().optional(),
  /** DEC-69: no administrator, but may add and change places all the same. */
  MayEditPlaces: z.boolean().optional(),
  /** DEC-27: may change and cancel bookings of others; administrators may. Always sent. */
  CanEditAllBookings: z.boolean().optional(),
  /** ROLE-011: one of the support staff looks at this account, until then; absent for members. */
  Support: z.object({ Name: z.string(), Until: z.string() }).optional(),
});
export type SignedInUser = z.output<typeof signedInUser>;

const session = signedInUser.extend({ token: z.string() });

/** What the second step answers. */
const signedIn = z.object({
  user: session,
  /** Of a browser that is trusted from now on; told once. */
  device_token: z.string().nullable(),
  device_expires_at: instant.nullable(),
});

/** Ways to take the second step of a sign-in. */
export const SIGN_IN_FACTORS = ['passkey', 'app', 'mail', 'recovery'] as const;
export type SignInFactor = (typeof SIGN_IN_FACTORS)[number];

/** AUTH-006, DEC-03: an e-mail address, or a name of a-z, 0-9, - and _. */
export const username = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, msg('SpecifyUsername'))
  .max(USERNAME_MAX, msg('SpecifyUsername'))
  .refine((name) => name === '' || name.includes('@') || /^[a-z0-9_-]+$/.test(name), { error: msg('InvalidUsername') });

export const signIn = defineEndpoint({
  id: 'auth.sign-in',
  kind: 'json',
  access: 'public',
  summary: 'Sign in',
  body: z.object({
    username,
    password: z.string().min(1, msg('SpecifyPassword')).max(PASSWORD_MAX, msg('SpecifyPassword')),
    subsiteid: subsite.default(0),
    remember_me: z.boolean().default(true),
  }),
  data: z.discriminatedUnion('pending', [
    z.object({ pending: z.literal(false), user: session }),
    /** SEC-006: the token opens the calls of the second step and nothing else; a name and an account are not told yet. */
    z.object({
      pending: z.literal(true),
      user: z.object({ ID: z.number().int(), EnableTwoFactorAuth: z.literal(true), token: z.string() }),
      /** What this member can take the second step with; the first is offered at once. */
      factors: z.array(z.enum(SIGN_IN_FACTORS)),
    }),
  ]),
  errors: ['InvalidLogin', 'TooManyAttempts', 'InvalidUserSubsite', 'InvalidSiteAccess', 'InvalidMember', 'SignInByOrganisation'],
});

export const signOut = defineEndpoint({
  id: 'auth.sign-out',
  kind: 'json',
  access: 'user',
  summary: 'End this session',
  withoutFactor: 'open',
  visit: 'open',
  data: nothing,
});

export const me = defineEndpoint({
  id: 'auth.me',
  kind: 'json',
  access: 'user',
  summary: 'The signed-in user',
  withoutFactor: 'open',
  data: z.object({ user: signedInUser }),
});

export const requestCode = defineEndpoint({
  id: 'auth.request-code',
  kind: 'json',
  access: 'pending',
  summary: 'Send a sign-in code by e-mail',
  body: z.object({ lang: language, user_id: id }),
  /** `wait_s`: seconds until another may be asked for. `sent_to`: the address, masked. */
  data: z.object({ wait_s: z.number().int(), sent_to: z.string() }),
  errors: ['InvalidEmail2FA', 'CodeTooSoon', 'TooManyCodes', 'TooManyCodeAttempts', 'FactorNotAvailable'],
});

export const verifyCode = defineEndpoint({
  id: 'auth.verify-code',
  kind: 'json',
  access: 'pending',
  summary: 'Verify a sign-in code and open the session',
  body: z.object({
    /** Spaces and dashes that people paste are taken out. */
    code: z
      .string()
      .max(40, msg('InvalidCode'))
      .transform((text) => text.replace(/[\s-]/g, ''))
      .pipe(z.string().regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), msg('InvalidCode'))),
    user_id: id,
    trust_browser: z.boolean().default(false),
  }),
  data: signedIn,
  errors: ['InvalidCode', 'ExpiredCode', 'TooManyCodeAttempts'],
});

export const verifyFactor = defineEndpoint({
  id: 'auth.verify-factor',
  kind: 'json',
  access: 'pending',
  summary: 'Verify a code of the authenticator app, or a recovery code, and open the session',
  body: z.object({
    code: z.string().trim().min(1, msg('WrongFactorCode')).max(40, msg('WrongFactorCode')),
    user_id: id,
    trust_browser: z.boolean().default(false),
  }),
  data: signedIn,
  errors: ['WrongFactorCode', 'TooManyCodeAttempts'],
});

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn, handed to the browser as it is. */
const requestOptions = z.object({ options: z.record(z.string(), z.unknown()) });

export const passkeyStep = defineEndpoint({
  id: 'auth.passkey-step',
  kind: 'json',
  access: 'pending',
  summary: 'What a passkey is to sign for the second step',
  body: z.object({ user_id: id }),
  data: requestOptions,
  errors: ['FactorNotAvailable', 'PasskeyNotHere'],
});

export const verifyPasskey = defineEndpoint({
  id: 'auth.verify-passkey',
  kind: 'json',
  access: 'pending',
  summary: 'Verify a passkey as the second step and open the session',
  body: z.object({ passkey: passkeyAnswer, user_id: id, trust_browser: z.boolean().default(false) }),
  data: signedIn,
  errors: ['PasskeyRefused'],
});

export const passkeyOptions = defineEndpoint({
  id: 'auth.passkey-options',
  kind: 'json',
  access: 'public',
  summary: 'What a passkey is to sign for a sign-in without password',
  data: requestOptions,
  errors: ['PasskeyNotHere'],
});

export const passkeySignIn = defineEndpoint({
  id: 'auth.passkey-sign-in',
  kind: 'json',
  access: 'public',
  summary: 'Sign in with a passkey',
  body: z.object({ passkey: passkeyAnswer, subsiteid: subsite.default(0), remember_me: z.boolean().default(true) }),
  data: z.object({ user: session }),
  errors: ['PasskeyRefused', 'InvalidUserSubsite', 'InvalidSiteAccess', 'InvalidMember', 'SignInByOrganisation'],
});

export const forgotPassword = defineEndpoint({
  id: 'auth.forgot-password',
  kind: 'json',
  access: 'public',
  summary: 'Send a link to set a new password',
  body: z.object({
    subsite_id: subsite.default(0),
    email_address: email,
    lang: language,
  }),
  /** PWD-005: the same for an address that is known and one that is not. */
  data: nothing,
});

const resetCode = z.string().min(1, msg('InvalidResetLink')).max(200, msg('InvalidResetLink'));

export const readResetLink = defineEndpoint({
  id: 'auth.reset-link',
  kind: 'json',
  access: 'public',
  summary: 'Whose password a link sets',
  body: z.object({ code: resetCode }),
  data: z.object({ username: z.string(), account_name: z.string() }),
  errors: [],
});

export const resetPassword = defineEndpoint({
  id: 'auth.reset-password',
  kind: 'json',
  access: 'public',
  summary: 'Set a new password by a link',
  body: z
    .object({
      subsite_id: subsite.default(0),
      code: resetCode,
      password: newPassword,
      password_confirmation: z.string().max(PASSWORD_MAX, msg('PasswordNotMatch')),
    })
    .refine((body) => body.password === body.password_confirmation, {
      path: ['password_confirmation'],
      error: msg('PasswordNotMatch'),
    }),
  data: z.object({ username: z.string() }),
  errors: [],
});

export const changePassword = defineEndpoint({
  id: 'auth.change-password',
  kind: 'json',
  access: 'user',
  summary: 'Change your own password',
  body: z.object({
    userId: id,
    email: z.string().max(USERNAME_MAX, msg('EnterValidEmail')),
    password: newPassword,
    /** DEC-56: an extra property, which this server asks for (rates-and-rules.md section 9). */
    current_password: z.string().max(PASSWORD_MAX, msg('WrongPassword')).default(''),
    end_other_sessions: z.boolean().default(true),
  }),
  data: nothing,
  errors: ['WrongPassword', 'TooManyAttempts'],
});

/** A session or a trusted browser as its owner sees it; `browser` is made from the user agent ("Firefox, Windows"). */
const browserSession = z.object({
  id: z.number().int(),
  browser: z.string(),
  is_this: z.boolean(),
  created_at: instant,
  last_used_at: instant,
  expires_at: instant,
});
export type BrowserSession = z.output<typeof browserSession>;

export const listSessions = defineEndpoint({
  id: 'auth.list-sessions',
  visit: 'shut',
  kind: 'json',
  access: 'user',
  summary: 'Your own sessions and trusted browsers',
  data: z.object({ sessions: z.array(browserSession), trusted_browsers: z.array(browserSession) }),
});

export const endSession = defineEndpoint({
  id: 'auth.end-session',
  kind: 'json',
  access: 'user',
  summary: 'End one of your own sessions',
  params: z.object({ id }),
  data: nothing,
  errors: ['NotFound'],
});

export const endOtherSessions = defineEndpoint({
  id: 'auth.end-other-sessions',
  kind: 'json',
  access: 'user',
  summary: 'Sign out everywhere else',
  data: z.object({ ended: z.number().int() }),
});

export const forgetBrowser = defineEndpoint({
  id: 'auth.forget-browser',
  kind: 'json',
  access: 'user',
  summary: 'Trust a browser no longer',
  params: z.object({ id }),
  data: nothing,
  errors: ['NotFound'],
});

export const forgetBrowsers = defineEndpoint({
  id: 'auth.forget-browsers',
  kind: 'json',
  access: 'user',
  summary: 'Trust no browser any longer',
  data: z.object({ ended: z.number().int() }),
});
