import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { email, imei, language, newPassword, nothing, subsite } from '../fields.ts';
import { ACCOUNT_FIELD_MAX, COMMENT_MAX, RESELLER_MAX } from '../limits.ts';

const text = (max: number) => z.string().trim().max(max, msg('TextTooLong')).default('');

/**
 * REG-002. What is required depends on the account's kind, its country and its brand and is judged by the server with the rules
 * of `identity.ts`, which the forms use too.
 */
export const registrationBody = z.object({
  Imei: imei,
  personal_org_number: text(ACCOUNT_FIELD_MAX),
  address: text(ACCOUNT_FIELD_MAX),
  city: text(ACCOUNT_FIELD_MAX),
  comment: text(COMMENT_MAX),
  companyName: text(ACCOUNT_FIELD_MAX),
  contactPerson: text(ACCOUNT_FIELD_MAX),
  country: z.enum(['se', 'no', 'gb'], msg('SpecifyCountry')),
  fullName: text(ACCOUNT_FIELD_MAX),
  paymentType: text(ACCOUNT_FIELD_MAX),
  phone: text(20),
  reseller: text(RESELLER_MAX),
  subsiteID: subsite.default(0),
  terms: z.literal(true, msg('MustAcceptTerms')),
  userName: email,
  userPassword: newPassword,
  userPassword_confirmation: z.string(),
  zipCode: text(10),
  is_private_account: z.union([z.literal(0), z.literal(1)], msg('InvalidInput')),
  acc_company_phone: text(ACCOUNT_FIELD_MAX),
  countryDialCode: text(4),
  /** Not of the specification: in which language the person registers; mail is written in it. */
  lang: language.default('sv'),
});
export type RegistrationBody = z.input<typeof registrationBody>;

export const register = defineEndpoint({
  id: 'registration.register',
  kind: 'json',
  access: 'public',
  summary: 'Register a customer with a unit',
  body: registrationBody.refine((body) => body.userPassword === body.userPassword_confirmation, {
    path: ['userPassword_confirmation'],
    error: msg('PasswordNotMatch'),
  }),
  data: nothing,
  errors: ['IdempotencyConflict'],
});

export const paymentTypes = defineEndpoint({
  id: 'registration.payment-types',
  kind: 'json',
  access: 'public',
  summary: 'The ways to pay for a unit, as labels',
  body: z.object({ imei, lang: language, subsiteID: subsite.default(0) }),
  data: z.array(z.string()),
});

export const checkImei = defineEndpoint({
  id: 'registration.check-imei',
  kind: 'json',
  access: 'public',
  summary: 'Whether a unit can be registered',
  query: z.object({ imei, subsiteID: subsite.default(0) }),
  data: nothing,
  errors: ['ImeiNumberError', 'ImeiInUse'],
});

export const checkEmail = defineEndpoint({
  id: 'registration.check-email',
  kind: 'json',
  access: 'public',
  summary: 'Whether an e-mail address is free',
  query: z.object({ email }),
  data: nothing,
  errors: ['EmailInUse'],
});
