import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { WebhookEvent } from '@spora/contract/integrations/endpoints';
import type { Db } from '../../../platform/database/db.generated.ts';

/** What every event tells of the unit that it is about. */
const UNIT = sql`jsonb_build_object('id', u.id, 'name', u.name, 'registration_number', u.registration_number, 'imei',
  (SELECT t.imei FROM fitting f JOIN tracker t ON t.id = f.tracker_id WHERE f.unit_id = u.id AND upper_inf(f.during) LIMIT 1))`;

/**
 * The one list of events: rows of (account_id, unit_id, event_id, occurred_at, data) for the ids of what happened. Private trips are
 * not told at all: a call as one ends says when somebody came home (TRIP-032). Of others no places: who needs them asks with a token.
 */
const SOURCES: Readonly<Record<WebhookEvent, (ids: readonly number[], now: Date) => RawBuilder<unknown>>> = {
  'trip.finished': (ids) => sql`
    SELECT x.account_id, u.id AS unit_id, 'trip-' || x.id AS event_id, x.ended_at AS occurred_at, jsonb_build_object('trip_id', x.id,
      'unit', ${UNIT}, 'started_at', x.started_at, 'ended_at', x.ended_at, 'type', x.type,
      'distance_m', x.distance_m) AS data
    FROM trip x JOIN unit u ON u.id = x.unit_id WHERE x.id = ANY (${ids}::bigint[]) AND NOT x.is_ongoing AND x.type <> 'private'`,
  'command.acknowledged': (ids, now) => commands(ids, now, ['acknowledged']),
  'command.failed': (ids, now) => commands(ids, now, ['failed', 'timed-out', 'expired']),
  'service.due': (ids, now) => sql`
    SELECT p.account_id, u.id AS unit_id, 'service-' || p.id || '-' || p.watched_state || '-' || extract(epoch FROM ${now}::timestamptz)::bigint
      AS event_id, ${now}::timestamptz AS occurred_at,
      jsonb_build_object('plan_id', p.id, 'unit', ${UNIT}, 'name', p.name, 'kind', p.kind, 'state', p.watched_state) AS data
    FROM service_plan p JOIN unit u ON u.id = p.unit_id WHERE p.id = ANY (${ids}::bigint[]) AND p.watched_state IN ('due-soon', 'overdue')`,
};

const commands = (ids: readonly number[], now: Date, states: readonly string[]) => sql`
  SELECT c.account_id, u.id AS unit_id, 'command-' || c.id || '-' || c.state AS event_id, ${now}::timestamptz AS occurred_at,
    jsonb_build_object('command_id', c.id, 'unit', ${UNIT}, 'kind', c.kind, 'subject', c.subject, 'state', c.state) AS data
  FROM command c JOIN unit u ON u.id = c.unit_id WHERE c.id = ANY (${ids}::bigint[]) AND c.state = ANY (${states}::text[])`;

/**
 * Writes a delivery for each webhook that asked for the event, once for each event. Nothing is told of a locked unit (LOCK-005), nor
 * of what was over before the webhook was made, as in late records. Answers the deliveries' ids.
 */
export async function insertDeliveries(
  db: Kysely<Db>,
  event: WebhookEvent,
  ids: readonly number[],
  now: Date,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    INSERT INTO webhook_delivery (account_id, webhook_id, event, event_id, occurred_at, data, created_at)
    SELECT w.account_id, w.id, ${event}, e.event_id, e.occurred_at, e.data, ${now}
    FROM (${SOURCES[event](ids, now)}) AS e JOIN unit u ON u.id = e.unit_id AND u.locked_at IS NULL
    JOIN webhook w ON w.account_id = e.account_id AND w.paused_at IS NULL AND ${event} = ANY (w.events) AND w.created_at <= e.occurred_at
    ON CONFLICT ON CONSTRAINT webhook_delivery_once DO NOTHING RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}
