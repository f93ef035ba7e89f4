import type { WebhookEvent } from '@spora/contract/integrations/choices';
import type { Webhooks } from '../../core/face.ts';
import { answerTo, type Listener } from '../../platform/events/events.ts';
import { tellWebhooks } from './events/service.ts';

/** Tells webhooks of all that the features say can be told. */
export function webhookListener(features: readonly { readonly webhooks?: Webhooks }[]): Listener {
  const all = features.flatMap(({ webhooks = {} }) => Object.entries(webhooks)) as [WebhookEvent, Webhooks[WebhookEvent] & {}][];
  return async (event, db, now) => {
    for (const [webhook, answers] of all) {
      const happened = answerTo(answers, event, now);
      if (happened) await tellWebhooks(db, webhook, happened, now);
    }
  };
}
