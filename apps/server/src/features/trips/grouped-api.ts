import { sql } from 'kysely';
import type { MemberCtx } from '../../platform/ctx.ts';
import { lockUnits } from '../../core/fleet/hold-units.ts';

/** What of a trip names a group of the account. */
export type GroupField = 'purpose' | 'project';

/**
 * ADM-013 (decision 0097): open trips that bear one name bear another from now on, as an edit of whoever asks, so that a rebuild keeps it
 * and the history of each tells it. Attested ones keep what was signed, private ones what their drivers said (TRIP-032). Answers how many.
 */
export async function renameOnTrips(
  { db, actor, ports, now }: MemberCtx,
  field: GroupField,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<number> {
  const { accountId } = actor;
  const at = now();
  const units = await db.selectFrom('unit').where('account_id', '=', accountId).select('id').execute();
  await lockUnits(
    db,
    units.map(({ id }) => id),
  );
  const column = sql.ref(field);
  const { rows } = await sql<{ unit_id: number }>`
    WITH due AS (
      SELECT id, unit_id, started_at + (ended_at - started_at) / 2 AS anchor_at, CASE WHEN is_manual THEN id END AS manual_trip_id
      FROM trip WHERE account_id = ${accountId} AND ${column} = ${from} AND type <> 'private' AND attestation_id IS NULL
    ), said AS (
      INSERT INTO trip_edit (account_id, unit_id, anchor_at, field, old_value, value, manual_trip_id, actor_member_id, at)
      SELECT ${accountId}, unit_id, anchor_at, ${field}, ${from}, ${to}, manual_trip_id, ${actor.memberId}, ${at} FROM due
    )
    UPDATE trip SET ${column} = ${to}, edited_at = ${at} FROM due WHERE trip.id = due.id RETURNING trip.unit_id`.execute(db);
  await ports.live.announce(
    db,
    [...new Set(rows.map(({ unit_id }) => unit_id))].map((unitId) => ({ accountId, unitId, kind: 'trip' as const })),
  );
  return rows.length;
}
