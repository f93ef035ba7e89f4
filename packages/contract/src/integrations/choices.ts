/** What tokens and webhooks are chosen from, apart from the schemas: a screen that offers it loads none of them. */

/** ADM-019: what a token may do of what its maker may. */
export const TOKEN_RIGHTS = ['read', 'write'] as const;
export type TokenRights = (typeof TOKEN_RIGHTS)[number];
/** How long a token may live, in days; none lives for ever. */
export const TOKEN_DAYS = [30, 90, 365, 730] as const;

/**
 * What a webhook can be told of, in the order of the choices. What is sent of each stands in `webhook-calls.ts`; which rows of which
 * feature it is made of, in that feature's `feature.ts` of the server.
 */
export const WEBHOOK_EVENTS = [
  'trip.finished',
  'command.acknowledged',
  'command.failed',
  'service.due',
  'alarm.raised',
  'zone.crossed',
  'mode.changed',
  'booking.made',
  'booking.changed',
  'booking.deleted',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** How often an event that did not get through is sent again, over about ten hours. */
export const WEBHOOK_RETRIES = 10;
