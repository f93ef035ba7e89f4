import { type RawBuilder, sql } from 'kysely';
import { isWithheldAt, NO_VIEWER } from '../../../core/fleet/private-use.ts';
import { int8Array } from '../../../platform/database/binary-array.ts';

/**
 * What webhooks are told of alarms: no places, and nothing of private use, of security alarms neither. Those override it for receivers, who
 * are people with a name, and each of them is put on record (MAP-032).
 */
export const raisedFacts = (ids: readonly number[]): RawBuilder<unknown> => sql`
  SELECT a.account_id, a.unit_id, 'alarm-' || a.id AS event_id, a.at AS occurred_at, jsonb_build_object('alarm_id', a.id, 'kind', a.kind,
    'class', a.class, 'subject', a.subject, 'noticed_at', a.noticed_at) AS data
  FROM alarm a WHERE a.id = ANY (${int8Array(ids)}::bigint[]) AND a.unit_id IS NOT NULL
    AND NOT ${isWithheldAt(NO_VIEWER, sql.ref('a.unit_id'), sql.ref('a.at'))}`;
