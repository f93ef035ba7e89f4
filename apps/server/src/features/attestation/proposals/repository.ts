import { type Kysely, sql } from 'kysely';
import type { MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

export interface ProposalRow {
  id: number;
  unit_id: number;
  trip_id: number | null;
  attestation_id: number | null;
  user_name: string | null;
  day: string;
  started_at: Date;
  ended_at: Date;
  distance_m: number;
  at: Date;
  is_masked: boolean;
  attested_distance_m: number | null;
  attested_started_at: Date | null;
  attested_ended_at: Date | null;
}

interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: MemberActor;
}

/** The period that a proposal is about: its trip's, else the one of its unit that holds its day, the oldest first. */
const attestationOf = (timeZone: string) => sql`coalesce(t.attestation_id, (SELECT a.id FROM attestation a
  WHERE a.unit_id = p.unit_id AND a.reopened_at IS NULL AND (p.started_at AT TIME ZONE ${timeZone})::date BETWEEN a.from_day AND a.to_day
  ORDER BY a.id LIMIT 1))`;

/** Proposals of the units that wait for an administrator, oldest trip first. A trip that is not in the log has no driver: it is masked. */
export async function waiting({ db, actor }: Viewer, unitIds: readonly number[]): Promise<ProposalRow[]> {
  const { rows } = await sql<ProposalRow>`
    SELECT p.id, p.unit_id, p.trip_id, ${attestationOf(actor.timeZone)} AS attestation_id,
      CASE WHEN t.type = 'private' AND t.driver_member_id IS DISTINCT FROM ${actor.memberId} THEN NULL ELSE m.full_name END AS user_name,
      (p.started_at AT TIME ZONE ${actor.timeZone})::date::text AS day, p.started_at, p.ended_at, p.distance_m, p.at,
      (t.id IS NULL OR (t.type = 'private' AND t.driver_member_id IS DISTINCT FROM ${actor.memberId})) AS is_masked,
      t.distance_m AS attested_distance_m, t.started_at AS attested_started_at, t.ended_at AS attested_ended_at
    FROM trip_proposal p LEFT JOIN trip t ON t.id = p.trip_id LEFT JOIN member m ON m.id = t.driver_member_id
    WHERE p.account_id = ${actor.accountId} AND p.unit_id = ANY (${unitIds}::bigint[]) AND p.settled_at IS NULL
    ORDER BY p.started_at, p.id`.execute(db);
  return rows;
}

export async function settle(db: Kysely<Db>, actor: MemberActor, id: number, at: Date): Promise<void> {
  await db
    .updateTable('trip_proposal')
    .set({ settled_at: at, settled_by: actor.memberId, verdict: 'dismissed' })
    .where('account_id', '=', actor.accountId)
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .execute();
}

/** Settles all that wait about the trips or the days of an attested period; answers whether late data ever proposed anything to it. */
export async function settleOpen(
  db: Kysely<Db>,
  actor: MemberActor,
  attestationId: number,
  { verdict, at }: { verdict: 'dismissed' | 'reopened'; at: Date },
): Promise<boolean> {
  const about = sql`a.id = ${attestationId} AND a.account_id = ${actor.accountId} AND p.unit_id = a.unit_id
    AND (EXISTS (SELECT FROM trip t WHERE t.id = p.trip_id AND t.attestation_id = a.id)
      OR (p.trip_id IS NULL AND (p.started_at AT TIME ZONE ${actor.timeZone})::date BETWEEN a.from_day AND a.to_day))`;
  const { rows } = await sql`SELECT FROM trip_proposal p, attestation a WHERE ${about} LIMIT 1`.execute(db);
  await sql`UPDATE trip_proposal p SET settled_at = ${at}, settled_by = ${actor.memberId}, verdict = ${verdict}
    FROM attestation a WHERE p.settled_at IS NULL AND ${about}`.execute(db);
  return rows.length > 0;
}
