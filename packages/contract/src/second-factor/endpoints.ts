import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { freshProof, PROOF_ERRORS } from '../auth/proof.ts';
import { defineEndpoint } from '../endpoint.ts';
import { id, instant, nothing, was } from '../fields.ts';
import { FACTOR_REASON_MAX, PASSKEY_NAME_MAX } from '../limits.ts';
import { FACTOR_REQUIREMENTS } from './values.ts';

const passkey = z.object({
  id: z.number().int(),
  name: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
});
export type Passkey = z.output<typeof passkey>;

const ownFactors = z.object({
  app: z.object({ since: instant, last_used_at: instant.nullable() }).nullable(),
  passkeys: z.array(passkey),
  recovery_codes_left: z.number().int(),
  /** Codes by mail are asked for (TFA-020); switched by `users.set-own-two-factor`. */
  mail: z.boolean(),
  is_required: z.boolean(),
  is_mail_enough: z.boolean(),
  /** A fresh proof of this member takes a code or a passkey beside the password. */
  needs_code: z.boolean(),
});
export type OwnFactors = z.output<typeof ownFactors>;

/** Ten codes, told once; null where the member has some already. */
const withCodes = z.object({ factors: ownFactors, recovery_codes: z.array(z.string()).nullable() });

export const getFactors = defineEndpoint({
  id: 'second-factor.get',
  kind: 'json',
  access: 'user',
  visit: 'shut',
  withoutFactor: 'open',
  summary: 'Your own second factors',
  data: ownFactors,
});

export const startApp = defineEndpoint({
  id: 'second-factor.start-app',
  kind: 'json',
  access: 'user',
  withoutFactor: 'open',
  summary: 'Begin to set up an authenticator app',
  body: z.object({ ...freshProof.shape }),
  /** `uri` is what the QR code says. */
  data: z.object({ key: z.string(), uri: z.string() }),
  errors: [...PROOF_ERRORS, 'AgreeFirst'],
});

export const confirmApp = defineEndpoint({
  id: 'second-factor.confirm-app',
  kind: 'json',
  access: 'user',
  withoutFactor: 'open',
  summary: 'Show a first code, from which on the app counts',
  body: z.object({ code: z.string().trim().min(1, msg('WrongFirstCode')).max(40, msg('WrongFirstCode')) }),
  data: withCodes,
  errors: ['WrongFirstCode', 'TooManyCodeAttempts', 'SetUpOver', 'AgreeFirst'],
});

export const removeApp = defineEndpoint({
  id: 'second-factor.remove-app',
  kind: 'json',
  access: 'user',
  summary: 'Take the authenticator app away',
  body: z.object({ ...freshProof.shape }),
  data: ownFactors,
  errors: [...PROOF_ERRORS, 'LastFactorRequired', 'NotFound'],
});

export const passkeyCreation = defineEndpoint({
  id: 'second-factor.passkey-options',
  kind: 'json',
  access: 'user',
  withoutFactor: 'open',
  summary: 'Begin to add a passkey',
  body: z.object({ ...freshProof.shape }),
  /** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn, handed to the browser as it is. */
  data: z.object({ options: z.record(z.string(), z.unknown()) }),
  errors: [...PROOF_ERRORS, 'PasskeyNotHere', 'TooManyPasskeys', 'AgreeFirst'],
});

const base64Url = (max: number) =>
  z
    .string()
    .max(max, msg('PasskeyRefused'))
    .regex(/^[A-Za-z0-9_-]*$/, msg('PasskeyRefused'));

/** What `navigator.credentials.create` answers, as JSON (`RegistrationResponseJSON`); what is not named here is not looked at. */
const newPasskey = z.object(
  {
    id: base64Url(2000),
    rawId: base64Url(2000),
    type: z.literal('public-key', msg('PasskeyRefused')),
    response: z.object(
      {
        clientDataJSON: base64Url(8000),
        attestationObject: base64Url(20_000),
        transports: z
          .array(z.string().max(30, msg('PasskeyRefused')))
          .max(10, msg('PasskeyRefused'))
          .optional(),
      },
      msg('PasskeyRefused'),
    ),
  },
  msg('PasskeyRefused'),
);

export type PasskeyCreation = z.output<typeof newPasskey>;

export const addPasskey = defineEndpoint({
  id: 'second-factor.add-passkey',
  kind: 'json',
  access: 'user',
  withoutFactor: 'open',
  summary: 'Add the passkey that the browser made',
  body: z.object({
    name: z.string().trim().min(1, msg('SpecifyName')).max(PASSKEY_NAME_MAX, msg('NameLength')),
    passkey: newPasskey,
  }),
  data: withCodes,
  errors: ['PasskeyRefused', 'PasskeyNotHere', 'PasskeyKnown', 'TooManyPasskeys', 'AgreeFirst'],
});

export const removePasskey = defineEndpoint({
  id: 'second-factor.remove-passkey',
  kind: 'json',
  access: 'user',
  summary: 'Take a passkey away',
  params: z.object({ id }),
  body: z.object({ ...freshProof.shape }),
  data: ownFactors,
  errors: [...PROOF_ERRORS, 'LastFactorRequired', 'NotFound'],
});

export const renewRecoveryCodes = defineEndpoint({
  id: 'second-factor.renew-recovery-codes',
  kind: 'json',
  access: 'user',
  withoutFactor: 'open',
  summary: 'Make new recovery codes; those before them end',
  body: z.object({ ...freshProof.shape }),
  data: withCodes,
  errors: [...PROOF_ERRORS, 'FactorNotAvailable', 'AgreeFirst'],
});

export const proofOptions = defineEndpoint({
  id: 'second-factor.proof-options',
  kind: 'json',
  access: 'user',
  summary: 'What a passkey is to sign for a fresh proof',
  data: z.object({ options: z.record(z.string(), z.unknown()) }),
  errors: ['FactorNotAvailable', 'PasskeyNotHere'],
});

export type FactorRequirement = (typeof FACTOR_REQUIREMENTS)[number];

const requirement = z.object({
  required_of: z.enum(FACTOR_REQUIREMENTS, msg('InvalidInput')),
  /** A code by mail counts as the factor that is required. */
  is_mail_enough: z.boolean(),
});
const requirementFacts = requirement.extend({
  /** Members who sign in and have nothing that would be accepted, were everybody asked. */
  without: z.number().int(),
  /** The caller has what would be accepted. */
  is_own_set_up: z.boolean(),
});
export type RequirementFacts = z.output<typeof requirementFacts>;

export const getRequirement = defineEndpoint({
  id: 'second-factor.get-requirement',
  kind: 'json',
  access: 'admin',
  summary: 'Whom the account requires a second factor of',
  data: requirementFacts,
});

export const setRequirement = defineEndpoint({
  id: 'second-factor.set-requirement',
  kind: 'json',
  access: 'admin',
  summary: 'Require a second factor of nobody, of administrators or of everybody',
  body: requirement.extend({ ...freshProof.shape, was }),
  data: requirementFacts,
  errors: [...PROOF_ERRORS, 'OwnFactorFirst', 'ChangedMeanwhile'],
});

export const factorReason = z.string().trim().min(1, msg('SpecifyReason')).max(FACTOR_REASON_MAX, msg('SpecifyReason'));

export const resetFactors = defineEndpoint({
  id: 'second-factor.reset',
  kind: 'json',
  access: 'admin',
  summary: 'Reset the second factor of a member who lost it',
  params: z.object({ id }),
  body: z.object({ reason: factorReason, ...freshProof.shape }),
  data: nothing,
  errors: [...PROOF_ERRORS, 'UserNotFound', 'OwnTwoFactor'],
});
