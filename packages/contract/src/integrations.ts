import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, nothing } from './fields.ts';
import { TOKEN_NAME_MAX } from './limits.ts';

/** ADM-019: what a token may do of what its maker may. */
export const TOKEN_RIGHTS = ['read', 'write'] as const;
export type TokenRights = (typeof TOKEN_RIGHTS)[number];
/** How long a token may live, in days; none lives for ever. */
export const TOKEN_DAYS = [30, 90, 365, 730] as const;

export const apiToken = z.object({
  id: z.number().int(),
  name: z.string(),
  rights: z.enum(TOKEN_RIGHTS),
  /** The last characters, by which a person tells it from others. */
  hint: z.string(),
  created_at: instant,
  created_by: z.string(),
  expires_at: instant,
  last_used_at: instant.nullable(),
  revoked_at: instant.nullable(),
  /** `idle`: its maker is no administrator any more, so it opens nothing. */
  state: z.enum(['active', 'expired', 'revoked', 'idle']),
});
export type ApiToken = z.output<typeof apiToken>;

export const listTokens = defineEndpoint({
  id: 'integrations.tokens',
  kind: 'json',
  access: 'admin',
  summary: 'The tokens of the account, newest first; never the tokens themselves',
  data: z.object({ tokens: z.array(apiToken) }),
});

export const createToken = defineEndpoint({
  id: 'integrations.create-token',
  kind: 'json',
  access: 'admin',
  summary: 'Make a token for another program; it is answered once and never again',
  body: z.object({
    name: z.string().trim().min(1, msg('SpecifyName')).max(TOKEN_NAME_MAX, msg('TextTooLong')),
    rights: z.enum(TOKEN_RIGHTS, msg('InvalidInput')),
    days: z
      .number(msg('InvalidInput'))
      .refine((days) => (TOKEN_DAYS as readonly number[]).includes(days), { error: msg('InvalidInput') }),
  }),
  data: z.object({ id: z.number().int(), token: z.string() }),
  errors: ['TooManyTokens'],
});

export const revokeToken = defineEndpoint({
  id: 'integrations.revoke-token',
  kind: 'json',
  access: 'admin',
  summary: 'End a token at once',
  params: z.object({ id }),
  data: nothing,
  errors: ['TokenNotFound'],
});

export const tokenSelf = defineEndpoint({
  id: 'integrations.token',
  kind: 'json',
  access: 'token',
  summary: 'What the token of this call is: a first call to try it with',
  data: z.object({
    account: z.string(),
    name: z.string(),
    rights: z.enum(TOKEN_RIGHTS),
    time_zone: z.string(),
  }),
});
