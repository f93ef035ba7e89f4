import type { Kysely } from 'kysely';
import { WEBHOOK_EVENTS, type WebhookEvent } from '@spora/contract/integrations/endpoints';
import { z } from 'zod';
import type { Db } from '../../../platform/database/db.generated.ts';
import { addJob, defineJob } from '../../../platform/jobs/jobs.ts';
import * as repository from './repository.ts';

const payload = z.object({ delivery_id: z.number().int() });

/** Ten attempts with growing pauses are spread over about ten hours. */
export const deliverWebhook = defineJob({ name: 'webhooks.deliver', payload, retry: { attempts: 10 } });
/** A test call is made once: the person waits for it. */
export const tryWebhook = defineJob({ name: 'webhooks.try', payload, retry: { attempts: 1 } });

/** What the interface's role noticed and may not tell itself: it cannot read what an event says of a unit. */
export const tellLater = defineJob({
  name: 'webhooks.tell',
  payload: z.object({ event: z.enum(WEBHOOK_EVENTS), ids: z.array(z.number().int()) }),
  retry: { attempts: 10 },
});

/**
 * Tells the webhooks of the accounts concerned what has just happened, in the caller's transaction: they hear of it if and only if
 * that commits. `ids` are those of the trips, commands or service plans. A rebuild never calls this.
 */
export async function tellWebhooks(db: Kysely<Db>, event: WebhookEvent, ids: readonly number[], now: Date): Promise<void> {
  for (const id of await repository.insertDeliveries(db, event, ids, now)) await addJob(db, deliverWebhook, { delivery_id: id });
}

/** The same from a call of the interface: the worker tells, if and only if the call's transaction commits. */
export async function tellWebhooksLater(db: Kysely<Db>, event: WebhookEvent, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await addJob(db, tellLater, { event, ids: [...ids] });
}
