import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { instant } from '../fields.ts';

/** A browser that push goes to. */
export const pushBrowser = z.object({
  id: z.number().int(),
  /** Such as "Firefox, Windows"; empty for one that is not recognised. */
  browser: z.string(),
  /** SHA-256 of its address at the push service in base64url: a browser finds itself by it. */
  fingerprint: z.string(),
  since: instant,
  /** When a push last reached its push service. */
  last_ok_at: instant.nullable(),
  /** What became of the newest push to it. */
  last: z.enum(['queued', 'sent', 'failed', 'gone', 'expired']).nullable(),
});
export type PushBrowser = z.infer<typeof pushBrowser>;

const pushState = z.object({
  /** Our public key (RFC 8292), with which a browser subscribes, in base64url. */
  key: z.string(),
  browsers: z.array(pushBrowser),
  /** As which receivers of alarms the member is told, and of what; none: nobody tells them of alarms. */
  receivers: z.array(
    z.object({
      /** Empty where there is none. */
      email: z.string(),
      /** With plus and country code; empty where there is none. */
      phone: z.string(),
      security_alarm: z.boolean(),
      function_alarm: z.boolean(),
    }),
  ),
});

export const listPushBrowsers = defineEndpoint({
  id: 'alarms.push-browsers',
  visit: 'shut',
  kind: 'json',
  access: 'user',
  summary: 'The browsers that push goes to, with the key to subscribe with',
  data: pushState,
});

/** As `PushSubscription.toJSON()` of a browser says it. */
export const subscribePush = defineEndpoint({
  id: 'alarms.push',
  kind: 'json',
  access: 'user',
  summary: 'Have push sent to this browser',
  body: z.object({
    endpoint: z.url(msg('PushRefused')).max(1000, msg('PushRefused')),
    keys: z.object({
      p256dh: z.string().regex(/^B[A-Za-z0-9_-]{86}=?$/, msg('PushRefused')),
      auth: z.string().regex(/^[A-Za-z0-9_-]{22}(==)?$/, msg('PushRefused')),
    }),
  }),
  data: pushState,
  errors: ['PushRefused'],
});

export const unsubscribePush = defineEndpoint({
  id: 'alarms.push-off',
  kind: 'json',
  access: 'user',
  summary: 'Have no more push sent to a browser',
  params: z.object({ id: z.coerce.number().int() }),
  data: pushState,
  errors: ['NotFound'],
});

export const testPush = defineEndpoint({
  id: 'alarms.push-test',
  kind: 'json',
  access: 'user',
  summary: 'Send a push to your own browsers, to see that it arrives',
  /** How many browsers it was ordered for. */
  data: z.object({ ordered: z.number().int() }),
});
