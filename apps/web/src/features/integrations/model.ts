import { WEBHOOK_EVENTS } from '@spora/contract/integrations/choices';
import type { DataOf } from '@spora/contract/endpoint-map';
import type { Translate } from '@spora/messages/translate';

/** Why a webhook got no answer, as the server words it. */
export const WEBHOOK_PROBLEMS = ['private-address', 'timeout', 'unreachable', 'paused'] as const;

/** What was told, in words; an event that this page does not know yet is shown by its name. */
export function eventText(event: string, t: Translate): string {
  const known = ([...WEBHOOK_EVENTS, 'test'] as const).find((id) => id === event);
  return known === undefined ? event : t(`WebhookEvent-${known}`);
}

/** Whether something may change by itself. */
export const isUnderWay = (deliveries: DataOf<'integrations.deliveries'>['deliveries']): boolean =>
  deliveries.some(({ state, attempts }) => state === 'waiting' && attempts === 0);
