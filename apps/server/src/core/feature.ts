import type { WebhookEvent } from '@spora/contract/integrations/endpoints';
import type { RawBuilder } from 'kysely';
import type { ByEvent, Listeners } from '../platform/events/events.ts';

/**
 * What webhooks can be told of, and what they are told when an event happens: rows of (account_id, unit_id, event_id, occurred_at,
 * data). `event_id` is the same however often it is told; `data` says nothing of private trips (a call as one ends says when somebody
 * came home, TRIP-032), and of others no places: who needs them asks with a token.
 */
export type Webhooks = { readonly [W in WebhookEvent]?: ByEvent<[now: Date], RawBuilder<unknown>> };

/** The face of a feature: all that the roles know of it. */
export interface Feature {
  readonly name: string;
  /** What it does when something has happened. */
  readonly listeners?: Listeners;
  readonly webhooks?: Webhooks;
}
