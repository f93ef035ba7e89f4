import { WEBHOOK_RETRIES, type WebhookEvent } from '@spora/contract/integrations/choices';
import type { Kysely, RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../platform/database/db.generated.ts';
import { addJob, defineJob } from '../../../platform/jobs/jobs.ts';
import * as repository from './repository.ts';

const payload = z.object({ delivery_id: z.number().int() });

export const deliverWebhook = defineJob({ name: 'webhooks.deliver', payload, retry: { attempts: 1 + WEBHOOK_RETRIES } });
/** A test call is made once: the person waits for it. */
export const tryWebhook = defineJob({ name: 'webhooks.try', payload, retry: { attempts: 1 } });

/**
 * Tells the webhooks of the accounts concerned what has just happened, in the caller's transaction: they hear of it if and only if
 * that commits.
 */
export async function tellWebhooks(db: Kysely<Db>, event: WebhookEvent, happened: RawBuilder<unknown>, now: Date): Promise<void> {
  for (const id of await repository.insertDeliveries(db, event, happened, now))
    await addJob(db, deliverWebhook, { delivery_id: id });
}
