import type { Kysely } from 'kysely';
import type { WebhookEvent } from '@spora/contract/integrations';
import type { Db } from '../../../platform/db.generated.ts';
import { addJob } from '../../../platform/jobs.ts';
import { deliverWebhook, tellLater } from '../webhooks/rules.ts';
import * as repository from './repository.ts';

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
