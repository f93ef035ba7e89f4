import { type RawBuilder, sql } from 'kysely';

/** What webhooks are told of finished trips: nothing of private ones. */
export const finishedFacts = (tripIds: readonly number[]): RawBuilder<unknown> => sql`
  SELECT x.account_id, x.unit_id, 'trip-' || x.id AS event_id, x.ended_at AS occurred_at, jsonb_build_object('trip_id', x.id,
    'started_at', x.started_at, 'ended_at', x.ended_at, 'type', x.type, 'distance_m', x.distance_m) AS data
  FROM trip x WHERE x.id = ANY (${tripIds}::bigint[]) AND NOT x.is_ongoing AND x.type <> 'private'`;
