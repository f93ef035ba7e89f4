import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { freshProof, PROOF_ERRORS } from '../auth/proof.ts';
import { defineEndpoint } from '../endpoint.ts';
import { id, instant } from '../fields.ts';
import { PASSWORD_MAX } from '../limits.ts';
import { profile, userRow } from './endpoints.ts';

/*
 * Whose address it is (decision 0039). An e-mail address that is to be a member's counts when who reads it has opened the link sent
 * there, and the member has agreed: by the link sent to the address before, or by their password.
 */

export const withdrawEmail = defineEndpoint({
  id: 'users.withdraw-email',
  kind: 'json',
  access: 'user',
  summary: 'Withdraw a change of your own e-mail address that waits',
  data: profile,
  errors: ['NoEmailWaits'],
});

export const resendEmail = defineEndpoint({
  id: 'users.resend-email',
  kind: 'json',
  access: 'user',
  summary: 'Send the links of a change of your own e-mail address again',
  data: profile,
  errors: ['NoEmailWaits', 'LinkJustSent'],
});

export const agreeToEmail = defineEndpoint({
  id: 'users.agree-to-email',
  kind: 'json',
  access: 'user',
  summary: 'Agree to a change of your own e-mail address that somebody else asked for, with the password again',
  body: freshProof,
  data: profile,
  errors: [...PROOF_ERRORS, 'NoEmailWaits', 'AgreeByMail'],
});

export const agreeToSignOn = defineEndpoint({
  id: 'users.agree-to-sign-on',
  kind: 'json',
  access: 'user',
  summary: 'Agree that your organisation signs you in (decision 0040), with a proof of your own: what was closed opens',
  body: freshProof,
  data: profile,
  errors: [...PROOF_ERRORS],
});

export const withdrawUserEmail = defineEndpoint({
  id: 'users.withdraw-user-email',
  kind: 'json',
  access: 'admin',
  summary: "Withdraw a change of a member's e-mail address that waits",
  params: z.object({ id }),
  data: userRow,
  errors: ['UserNotFound', 'NoEmailWaits'],
});

export const resendUserEmail = defineEndpoint({
  id: 'users.resend-user-email',
  kind: 'json',
  access: 'admin',
  summary: "Send the links of a change of a member's e-mail address again",
  params: z.object({ id }),
  data: userRow,
  errors: ['UserNotFound', 'NoEmailWaits', 'LinkJustSent'],
});

const code = z.string().min(1, msg('InvalidEmailLink')).max(200, msg('InvalidEmailLink'));

/** What a link of the mail is about; it opens nothing else. */
const emailChange = z.object({
  /** Which of the two addresses the link was sent to: the one that is to be, or the one before. */
  side: z.enum(['new', 'old']),
  full_name: z.string(),
  new_email: z.string(),
  ordered_by: z.enum(['member', 'administrator', 'support']),
  by_name: z.string(),
  reason: z.string(),
  expires_at: instant,
  is_proven: z.boolean(),
  is_agreed: z.boolean(),
  is_in_force: z.boolean(),
  /** Whether the member may agree on this page with their password. */
  takes_password: z.boolean(),
});
export type EmailChange = z.output<typeof emailChange>;

export const lookAtEmailChange = defineEndpoint({
  id: 'users.look-at-email-change',
  kind: 'json',
  access: 'public',
  summary: 'What a link about an e-mail address is about',
  body: z.object({ code }),
  data: emailChange,
});

export const answerEmailChange = defineEndpoint({
  id: 'users.answer-email-change',
  kind: 'json',
  access: 'public',
  summary: 'Agree to an e-mail address by a link, or refuse it',
  body: z.object({
    code,
    agrees: z.boolean(),
    /** Of the member, who agrees with it where they cannot read the address before. */
    password: z.string().max(PASSWORD_MAX, msg('WrongPassword')).default(''),
  }),
  /** `changed`: the address is in force; `waiting`: for the other side; `refused`: nothing of it is left. */
  data: z.object({ state: z.enum(['changed', 'waiting', 'refused']) }),
  errors: ['TooManyAttempts', 'AgreeByMail'],
});
