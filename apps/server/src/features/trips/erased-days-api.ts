import { sql } from 'kysely';

/**
 * Whether records of a UTC day are no longer all there, since those of a private trip were erased (ADM-021): what was counted while they
 * were stands. `d` is a row with `unit_id` and `day`.
 */
export const isErasedDay = sql`EXISTS (SELECT FROM trip t WHERE t.unit_id = d.unit_id AND t.positions_erased
  AND t.started_at >= (d.day - 7)::timestamp AT TIME ZONE 'UTC' AND t.started_at < (d.day + 1)::timestamp AT TIME ZONE 'UTC'
  AND t.ended_at >= d.day::timestamp AT TIME ZONE 'UTC')`;
