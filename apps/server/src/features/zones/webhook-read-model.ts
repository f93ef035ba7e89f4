import { type RawBuilder, sql } from 'kysely';
import { isWithheldAt, NO_VIEWER } from '../../core/fleet/private-use.ts';
import { int8Array, timestamptzArray } from '../../platform/database/binary-array.ts';
import type { EventOf } from '../../platform/events/events.ts';

/**
 * What webhooks are told of units that left or entered zones, as the log of the zones has it: nothing of private use. That a unit left the
 * place where it was armed is an alarm, and that place has no name of its own.
 */
export const crossedFacts = ({ crossings }: EventOf<'zones-crossed'>): RawBuilder<unknown> => sql`
  SELECT c.account_id, c.unit_id, 'zone-' || c.zone_id || '-' || c.unit_id || '-' || (extract(epoch FROM c.at) * 1000)::bigint AS event_id,
    c.at AS occurred_at, jsonb_build_object('zone_id', z.id, 'zone', z.name, 'direction', c.direction) AS data
  FROM unnest(${int8Array(crossings.map(({ unit }) => unit.unitId))}::bigint[], ${int8Array(crossings.map(({ zoneId }) => zoneId))}::bigint[],
      ${timestamptzArray(crossings.map(({ at }) => at.timeMs))}::timestamptz[]) AS x (unit_id, zone_id, at)
    JOIN zone_crossing c ON c.unit_id = x.unit_id AND c.zone_id = x.zone_id AND c.at = x.at
    JOIN zone z ON z.id = c.zone_id AND z.armed_unit_id IS NULL
  WHERE NOT ${isWithheldAt(NO_VIEWER, sql.ref('c.unit_id'), sql.ref('c.at'))}`;
