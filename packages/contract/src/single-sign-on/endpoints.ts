import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { signIn } from '../auth/endpoints.ts';
import { freshProof, PROOF_ERRORS } from '../auth/proof.ts';
import { defineEndpoint } from '../endpoint.ts';
import { id, instant, nothing, subsite, was } from '../fields.ts';
import { SIGN_ON_CLIENT_MAX, SIGN_ON_ISSUER_MAX, SIGN_ON_SECRET_MAX, USERNAME_MAX } from '../limits.ts';

export const beginSignOn = defineEndpoint({
  id: 'single-sign-on.begin',
  kind: 'json',
  access: 'public',
  summary: 'Begin a sign-in by the organisation that an e-mail address belongs to',
  body: z.object({
    /** An e-mail address, or its domain; of the former only the domain is looked at. */
    address: z.string().trim().min(1, msg('SignOnSpecifyAddress')).max(USERNAME_MAX, msg('SignOnSpecifyAddress')),
    subsiteid: subsite.default(0),
  }),
  /** `url`: where the browser goes. `flow`: what it shows when it comes back, so that nobody else can end what it began. */
  data: z.object({ url: z.string(), flow: z.string() }),
  errors: ['SignOnUnknown', 'SignOnUnreachable'],
});

/** What the provider may put into an address; longer is nothing of ours. */
const ANSWER_MAX = 4000;

export const finishSignOn = defineEndpoint({
  id: 'single-sign-on.finish',
  kind: 'json',
  access: 'public',
  summary: 'Sign in by what the provider answered, or be asked for the second factor',
  body: z.object({
    flow: z.string().regex(/^[\w-]{43}$/, msg('SignOnOver')),
    /** The query that the browser came back with, as it is. */
    answer: z.string().min(1, msg('SignOnOver')).max(ANSWER_MAX, msg('SignOnOver')),
  }),
  data: signIn.data,
  errors: [
    'SignOnOver',
    'SignOnDeclined',
    'SignOnRefused',
    'SignOnUnreachable',
    'SignOnUnverified',
    'SignOnNoMember',
    'SignOnLinkedToAnother',
    'InvalidMember',
    'InvalidSiteAccess',
    'InvalidLogin',
  ],
});

const domain = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The TXT record that shows whose the domain is. */
  record_name: z.string(),
  record_text: z.string(),
  proven_at: instant.nullable(),
});
export type SignOnDomain = z.output<typeof domain>;

export const signOnSettings = defineEndpoint({
  id: 'single-sign-on.settings',
  visit: 'shut',
  kind: 'json',
  access: 'admin',
  summary: 'How members sign in by their organisation; never the secret',
  data: z.object({
    issuer: z.string(),
    client_id: z.string(),
    has_secret: z.boolean(),
    is_on: z.boolean(),
    is_only_way: z.boolean(),
    asks_second_factor: z.boolean(),
    /** What the provider is to be told as the one address to return to. */
    redirect_uri: z.string(),
    domains: z.array(domain),
    links: z.array(z.object({ member_id: z.number().int(), name: z.string(), linked_at: instant, last_used_at: instant })),
  }),
});

export const saveSignOn = defineEndpoint({
  id: 'single-sign-on.save',
  kind: 'json',
  access: 'admin',
  summary: 'Set how members sign in by their organisation',
  /** Whoever sets the provider decides who is let in as whom: not on a screen left open. */
  body: freshProof.extend({
    issuer: z
      .string()
      .trim()
      .max(SIGN_ON_ISSUER_MAX, msg('SignOnIssuerInvalid'))
      .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !/[?#@]/.test(text), {
        error: msg('SignOnIssuerInvalid'),
      }),
    client_id: z.string().trim().min(1, msg('SignOnSpecifyClient')).max(SIGN_ON_CLIENT_MAX, msg('TextTooLong')),
    /** Absent keeps the stored one. */
    client_secret: z.string().trim().min(1, msg('SignOnSpecifySecret')).max(SIGN_ON_SECRET_MAX, msg('TextTooLong')).optional(),
    is_on: z.boolean(),
    is_only_way: z.boolean(),
    asks_second_factor: z.boolean(),
    was,
  }),
  data: nothing,
  errors: [
    ...(['SignOnIssuerNeedsHttps', 'SignOnIssuerPrivate', 'SignOnSpecifySecret', 'SignOnNeedsDomain'] as const),
    ...PROOF_ERRORS,
    'ChangedMeanwhile',
  ],
});

/** What a test looks at, in this order; after one that failed the rest is not looked at. */
export const SIGN_ON_CHECKS = ['domain', 'provider', 'keys', 'client'] as const;
export const SIGN_ON_PROBLEMS = [
  'no-domain',
  'private-address',
  'timeout',
  'unreachable',
  'too-large',
  'redirect',
  'not-found',
  'other-issuer',
  'incomplete',
  'no-code-flow',
  'no-keys',
  'wrong-client',
  'unclear',
] as const;

export const testSignOn = defineEndpoint({
  id: 'single-sign-on.test',
  kind: 'json',
  access: 'admin',
  summary: 'Ask the provider whether the settings are right, and say what is wrong',
  data: z.object({
    checks: z.array(z.object({ check: z.enum(SIGN_ON_CHECKS), problem: z.enum(SIGN_ON_PROBLEMS).nullable() })),
  }),
  errors: ['SignOnNotSet'],
});

export const addDomain = defineEndpoint({
  id: 'single-sign-on.add-domain',
  kind: 'json',
  access: 'admin',
  summary: 'Name a domain whose addresses sign in by the organisation; it counts once it is proven',
  body: z.object({ name: z.string().trim().min(1, msg('SignOnDomainInvalid')).max(253, msg('SignOnDomainInvalid')) }),
  data: z.object({ id: z.number().int() }),
  errors: ['SignOnDomainInvalid', 'SignOnDomainThere', 'SignOnTooManyDomains'],
});

export const proveDomain = defineEndpoint({
  id: 'single-sign-on.prove-domain',
  kind: 'json',
  access: 'admin',
  summary: 'Look for the TXT record of a domain',
  params: z.object({ id }),
  body: freshProof,
  data: nothing,
  errors: ['SignOnDomainNotFound', 'SignOnDomainUnproven', 'SignOnDomainUnanswered', 'SignOnDomainTaken', ...PROOF_ERRORS],
});

export const removeDomain = defineEndpoint({
  id: 'single-sign-on.remove-domain',
  kind: 'json',
  access: 'admin',
  summary: 'Let a domain count no more',
  params: z.object({ id }),
  body: freshProof,
  data: nothing,
  errors: ['SignOnDomainNotFound', 'SignOnNeedsDomain', ...PROOF_ERRORS],
});

export const unlinkSignOn = defineEndpoint({
  id: 'single-sign-on.unlink',
  kind: 'json',
  access: 'admin',
  summary: "Forget who a member is at the provider; the next sign-in goes by the member's address again",
  params: z.object({ id }),
  body: freshProof,
  data: nothing,
  errors: ['UserNotFound', ...PROOF_ERRORS],
});
