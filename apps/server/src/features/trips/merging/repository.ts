import { type Kysely, sql } from 'kysely';
import type { MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

export interface NewMerge {
  readonly unitId: number;
  readonly first: Date;
  readonly second: Date;
}

export async function insertMerge(db: Kysely<Db>, actor: MemberActor, merge: NewMerge, at: Date): Promise<void> {
  await db
    .insertInto('trip_merge')
    .values({
      account_id: actor.accountId,
      unit_id: merge.unitId,
      first_anchor_at: merge.first,
      second_anchor_at: merge.second,
      actor_member_id: actor.memberId,
      at,
    })
    .execute();
}

/** Ends the merges whose second trip covers the span given. */
export async function endMerges(db: Kysely<Db>, unitId: number, second: { from: Date; to: Date }, at: Date): Promise<void> {
  await db
    .updateTable('trip_merge')
    .set({ ended_at: at })
    .where('unit_id', '=', unitId)
    .where('ended_at', 'is', null)
    .where('second_anchor_at', '>=', second.from)
    .where('second_anchor_at', '<=', second.to)
    .execute();
}

export interface TripBetween {
  readonly id: number;
  readonly started_at: Date;
  readonly ended_at: Date;
  /** Midnight of the day it started, in the account's zone. */
  readonly day_at: Date;
  readonly distance_m: number;
  readonly type: string;
  readonly driver_member_id: number | null;
}

/** The finished trips of a unit that lie between two instants, in order. */
export async function tripsBetween(
  { db, actor }: { readonly db: Kysely<Db>; readonly actor: MemberActor },
  unitId: number,
  from: Date,
  to: Date,
): Promise<TripBetween[]> {
  const { rows } = await sql<TripBetween>`
    SELECT id, started_at, ended_at, distance_m, type, driver_member_id,
      (started_at AT TIME ZONE ${actor.timeZone})::date::timestamp AT TIME ZONE ${actor.timeZone} AS day_at
    FROM trip WHERE unit_id = ${unitId} AND started_at >= ${from} AND ended_at <= ${to} AND NOT is_ongoing ORDER BY started_at`.execute(
    db,
  );
  return rows;
}

/** Those of the trips that are the second of a merge. */
export async function mergedAmong(db: Kysely<Db>, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('trip')
    .where('id', 'in', [...ids])
    .where('merged_into_id', 'is not', null)
    .select('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}
