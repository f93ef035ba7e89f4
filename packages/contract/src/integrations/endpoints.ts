import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { id, instant, nothing } from '../fields.ts';
import { TOKEN_NAME_MAX, WEBHOOK_URL_MAX } from '../limits.ts';
import { TOKEN_DAYS, TOKEN_RIGHTS, WEBHOOK_EVENTS } from './choices.ts';

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
  summary: 'Create a token for another program; it is shown only in this response',
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
  summary: 'The account, name and rights of the token that makes the call: a good first call',
  data: z.object({
    account: z.string(),
    name: z.string(),
    rights: z.enum(TOKEN_RIGHTS),
    time_zone: z.string(),
  }),
});

/** Sent by an administrator to try a webhook; no webhook has to ask for it. */
export const TEST_EVENT = 'test';

const webhookInput = {
  url: z
    .url({ protocol: /^https?$/, error: msg('InvalidWebhookUrl') })
    .max(WEBHOOK_URL_MAX, msg('TextTooLong'))
    .refine((text) => !URL.canParse(text) || (new URL(text).username === '' && new URL(text).password === ''), {
      error: msg('InvalidWebhookUrl'),
    }),
  events: z
    .array(z.enum(WEBHOOK_EVENTS, msg('InvalidInput')), msg('InvalidInput'))
    .min(1, msg('SpecifyEvents'))
    .max(WEBHOOK_EVENTS.length, msg('InvalidInput')),
};

export const webhook = z.object({
  id: z.number().int(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  created_at: instant,
  /** Since when nothing has got through; null while it works. */
  failing_since: instant.nullable(),
  paused_at: instant.nullable(),
  /** `failures`: by the product, after it had failed for a day. */
  paused_by: z.enum(['member', 'failures']).nullable(),
});
export type Webhook = z.output<typeof webhook>;

export const listWebhooks = defineEndpoint({
  id: 'integrations.webhooks',
  kind: 'json',
  access: 'admin',
  summary: 'The webhooks of the account; never their secrets',
  data: z.object({ webhooks: z.array(webhook) }),
});

export const createWebhook = defineEndpoint({
  id: 'integrations.create-webhook',
  kind: 'json',
  access: 'admin',
  summary: 'Have an address called when something happens; the secret that signs the calls is answered once',
  body: z.object(webhookInput),
  data: z.object({ id: z.number().int(), secret: z.string() }),
  errors: ['TooManyWebhooks', 'WebhookNeedsHttps', 'WebhookPrivateAddress', 'WebhookPort'],
});

export const updateWebhook = defineEndpoint({
  id: 'integrations.update-webhook',
  kind: 'json',
  access: 'admin',
  summary: 'Change what a webhook is told of, or pause it and let it go on',
  params: z.object({ id }),
  body: z.object({ events: webhookInput.events, is_paused: z.boolean(msg('InvalidInput')) }),
  data: nothing,
  errors: ['WebhookNotFound'],
});

export const removeWebhook = defineEndpoint({
  id: 'integrations.remove-webhook',
  kind: 'json',
  access: 'admin',
  summary: 'Remove a webhook and its delivery log',
  params: z.object({ id }),
  data: nothing,
  errors: ['WebhookNotFound'],
});

export const testWebhook = defineEndpoint({
  id: 'integrations.test-webhook',
  kind: 'json',
  access: 'admin',
  summary: 'Call a webhook once to try it; the delivery log tells how it went',
  params: z.object({ id }),
  data: nothing,
  errors: ['WebhookNotFound'],
});

export const delivery = z.object({
  id: z.number().int(),
  event: z.string(),
  event_id: z.string(),
  created_at: instant,
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number().int(),
  last_attempt_at: instant.nullable(),
  status: z.number().int().nullable(),
  problem: z.string().nullable(),
});
export type Delivery = z.output<typeof delivery>;

export const listDeliveries = defineEndpoint({
  id: 'integrations.deliveries',
  kind: 'json',
  access: 'admin',
  summary: 'What a webhook was told in the last 90 days and how it fared, newest first',
  params: z.object({ id }),
  query: z.object({ before: id.optional() }),
  data: z.object({ deliveries: z.array(delivery), has_more: z.boolean() }),
  errors: ['WebhookNotFound'],
});
