import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { WebhookEvent } from '@spora/contract/integrations/choices';
import type { Db } from '../../../platform/database/db.generated.ts';

/** What every event tells of the unit that it is about. */
const UNIT = sql`jsonb_build_object('id', u.id, 'name', u.name, 'registration_number', u.registration_number, 'imei', unit_imei(u.id))`;

/**
 * Writes a delivery for each webhook that asked for the event, once for each event. Nothing is told of a locked unit (LOCK-005), nor
 * of what was over before the webhook was made, as in late records. `happened` are rows of a feature's `webhooks`. Answers the
 * deliveries' ids.
 */
export async function insertDeliveries(
  db: Kysely<Db>,
  event: WebhookEvent,
  happened: RawBuilder<unknown>,
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO webhook_delivery (account_id, webhook_id, event, event_id, occurred_at, data, created_at)
    SELECT w.account_id, w.id, ${event}, e.event_id, e.occurred_at, e.data || jsonb_build_object('unit', ${UNIT}), ${now}
    FROM (${happened}) AS e JOIN unit u ON u.id = e.unit_id AND u.locked_at IS NULL
    JOIN webhook w ON w.account_id = e.account_id AND w.paused_at IS NULL AND ${event} = ANY (w.events) AND w.created_at <= e.occurred_at
    ON CONFLICT ON CONSTRAINT webhook_delivery_once DO NOTHING RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}
