import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from './endpoint.ts';
import { nothing } from './fields.ts';
import { PASSWORD_MAX, USERNAME_MAX } from './limits.ts';

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
});
export type SignedInUser = z.output<typeof signedInUser>;

export const signIn = defineEndpoint({
  id: 'auth.sign-in',
  kind: 'json',
  access: 'public',
  summary: 'Sign in',
  body: z.object({
    username: z.string().trim().toLowerCase().min(1, msg('SpecifyUsername')).max(USERNAME_MAX, msg('SpecifyUsername')),
    password: z.string().min(1, msg('SpecifyPassword')).max(PASSWORD_MAX, msg('SpecifyPassword')),
    subsiteid: z.number().int().min(0).max(7).default(0),
    remember_me: z.boolean().default(true),
  }),
  data: z.object({ user: signedInUser.extend({ token: z.string() }) }),
  errors: ['InvalidLogin', 'TooManyAttempts'],
});

export const signOut = defineEndpoint({
  id: 'auth.sign-out',
  kind: 'json',
  access: 'user',
  summary: 'End this session',
  data: nothing,
});

export const me = defineEndpoint({
  id: 'auth.me',
  kind: 'json',
  access: 'user',
  summary: 'The signed-in user',
  data: z.object({ user: signedInUser }),
});
