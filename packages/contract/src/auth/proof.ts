import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { PASSWORD_MAX } from '../limits.ts';

const base64Url = (max: number) =>
  z
    .string()
    .max(max, msg('PasskeyRefused'))
    .regex(/^[A-Za-z0-9_-]*$/, msg('PasskeyRefused'));

/** What `navigator.credentials.get` answers, as JSON (WebAuthn level 3, `AuthenticationResponseJSON`). */
export const passkeyAnswer = z.object(
  {
    id: base64Url(2000),
    rawId: base64Url(2000),
    type: z.literal('public-key', msg('PasskeyRefused')),
    response: z.object(
      {
        clientDataJSON: base64Url(8000),
        authenticatorData: base64Url(8000),
        signature: base64Url(4000),
        userHandle: base64Url(200).optional(),
      },
      msg('PasskeyRefused'),
    ),
  },
  msg('PasskeyRefused'),
);
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/**
 * Of who is signed in, before something that must not happen on a screen left open: part of a call's body. The password, and from who
 * has an app or a passkey either a code (of the app, or a recovery code) or a passkey's answer.
 */
export const freshProof = z.object({
  password: z.string().max(PASSWORD_MAX, msg('WrongPassword')).default(''),
  code: z.string().trim().max(40, msg('InvalidCode')).optional(),
  passkey: passkeyAnswer.optional(),
});
export type FreshProof = z.output<typeof freshProof>;

/** What a call with a fresh proof may refuse it with, beside the fields' own. */
export const PROOF_ERRORS = [
  'WrongPassword',
  'TooManyAttempts',
  'SecondFactorNeeded',
  'WrongFactorCode',
  'TooManyCodeAttempts',
  'PasskeyRefused',
] as const;
