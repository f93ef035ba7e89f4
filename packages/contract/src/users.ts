import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from './endpoint.ts';
import { email, id, instant, language, nothing } from './fields.ts';
import { ACCOUNT_FIELD_MAX, PASSWORD_MAX } from './limits.ts';

/** ADM-027: what a member may see and change of themselves. */
export const profile = z.object({
  full_name: z.string(),
  phone: z.string(),
  email: z.string(),
  language,
  two_factor: z.boolean(),
  /** False when stopped by the opt-out page; switched on again here. */
  alerts: z.boolean(),
  push: z.boolean(),
});
export type Profile = z.output<typeof profile>;

export const getProfile = defineEndpoint({
  id: 'users.profile',
  kind: 'json',
  access: 'user',
  summary: "One's own profile",
  data: profile,
});

export const updateProfile = defineEndpoint({
  id: 'users.update-profile',
  kind: 'json',
  access: 'user',
  summary: "Change one's own profile",
  /** Only what is sent is changed. */
  body: z.object({
    full_name: z.string().trim().min(1, msg('SpecifyName')).max(ACCOUNT_FIELD_MAX, msg('NameLength')).optional(),
    phone: z
      .string()
      .transform((text) => text.replace(/\(0\)|[\s()+-]/g, ''))
      .pipe(z.string().regex(/^(\d{8,15})?$/, msg('InvalidPhone')))
      .optional(),
    language: language.optional(),
    alerts: z.boolean().optional(),
    push: z.boolean().optional(),
  }),
  data: profile,
});

export const changeEmail = defineEndpoint({
  id: 'users.change-email',
  kind: 'json',
  access: 'user',
  summary: "Change one's own e-mail address, with the password again",
  body: z.object({ email, password: z.string().min(1, msg('SpecifyPassword')).max(PASSWORD_MAX, msg('SpecifyPassword')) }),
  data: profile,
  errors: ['WrongPassword', 'TooManyAttempts'],
});

export const setOwnTwoFactor = defineEndpoint({
  id: 'users.set-own-two-factor',
  kind: 'json',
  access: 'user',
  summary: "Switch one's own two-factor sign-in, with the password again",
  body: z.object({
    enabled: z.boolean(),
    password: z.string().min(1, msg('SpecifyPassword')).max(PASSWORD_MAX, msg('SpecifyPassword')),
  }),
  data: profile,
  errors: ['WrongPassword', 'TooManyAttempts', 'InvalidEmail2FA'],
});

/** SEC-016: what differs between accounts in the notice for drivers; the screens have its words. */
export const notice = z.object({
  /** Positions are kept at most this long. */
  position_months: z.number().int(),
  /** Whether the account asks everybody to read it before anything else. */
  required: z.boolean(),
  acknowledged_at: instant.nullable(),
});
export type Notice = z.output<typeof notice>;

export const getNotice = defineEndpoint({
  id: 'users.notice',
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
export const PREFERENCE_NAMES = ['theme', 'side-menu', 'map-layer', 'trip-columns', 'panel-sizes'] as const;
export type PreferenceName = (typeof PREFERENCE_NAMES)[number];
const preferenceValue = z.union([z.string().max(2000), z.number(), z.boolean(), z.array(z.string().max(80)).max(60), z.null()]);
const preferences = z.partialRecord(z.enum(PREFERENCE_NAMES), preferenceValue);
export type Preferences = z.output<typeof preferences>;

export const getPreferences = defineEndpoint({
  id: 'users.preferences',
  kind: 'json',
  access: 'user',
  summary: "One's own settings of the screens",
  data: z.object({ preferences }),
});

export const savePreferences = defineEndpoint({
  id: 'users.save-preferences',
  kind: 'json',
  access: 'user',
  summary: "Save some of one's own settings of the screens",
  body: z.object({ preferences }),
  data: nothing,
});

/** ERR-044: a page stopped working. The person was shown the reference; the server's log holds the rest under it. */
export const reportCrash = defineEndpoint({
  id: 'users.report-crash',
  kind: 'json',
  access: 'user',
  summary: 'Report that a page stopped working',
  body: z.object({
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
  email: z.string(),
  is_admin: z.boolean(),
  two_factor: z.boolean(),
  is_disabled: z.boolean(),
  last_seen_at: z.string().nullable(),
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
