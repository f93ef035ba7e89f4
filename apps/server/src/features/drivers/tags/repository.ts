import { type Kysely, sql } from 'kysely';
import { AppError } from '../../../platform/app-error.ts';
import type { MemberActor } from '../../../platform/ctx.ts';
import { violates } from '../../../platform/database/database.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { isWithheldAt } from '../../../core/fleet/private-use.ts';

interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: MemberActor;
}

export interface TagRow {
  id: number;
  tag: string;
  name: string;
  user_id: number | null;
  user_name: string | null;
  last_read_at: Date | null;
  last_read_unit: string | null;
  unassigned_trips: number;
}

/**
 * TRIP-032: when a tag was read in a unit, as the actor is told. It is shown as a trip begins: in somebody else's private use only the
 * day is told.
 */
const readAt = (
  actor: MemberActor,
  at: ReturnType<typeof sql>,
  unitId: ReturnType<typeof sql>,
) => sql<Date>`CASE WHEN ${isWithheldAt(actor, unitId, at)}
  THEN (${at} AT TIME ZONE ${actor.timeZone})::date::timestamp AT TIME ZONE ${actor.timeZone} ELSE ${at} END`;

/**
 * Tags, those that nobody knows among them, the newest readings first; `ids` undefined: all. One that was taken off the list and is
 * read again is on it again. Of readings in units that the actor does not see nothing is told (LOCK-005).
 */
export async function tagsOf({ db, actor }: Viewer, visible: readonly number[], ids?: readonly number[]): Promise<TagRow[]> {
  const { rows } = await sql<TagRow>`
    SELECT t.id, t.tag, t.name, m.id AS user_id, m.full_name AS user_name,
      CASE WHEN u.id IS NOT NULL THEN ${readAt(actor, sql`t.last_read_at`, sql`u.id`)} END AS last_read_at, u.name AS last_read_unit,
      CASE WHEN m.id IS NULL THEN (
        SELECT count(DISTINCT r.id)::int FROM driver_event e JOIN trip r ON r.unit_id = e.unit_id AND r.started_at >= e.at
          AND r.checked_in_driver_id = 0 AND r.driver_member_id IS NULL AND r.merged_into_id IS NULL AND r.type <> 'private'
        WHERE e.account_id = t.account_id AND e.source = 'tag' AND e.tag = t.tag AND e.superseded_at IS NULL AND e.unit_id = ANY (${visible}::bigint[])
          AND NOT EXISTS (SELECT FROM driver_event n WHERE n.unit_id = e.unit_id AND n.superseded_at IS NULL AND n.at > e.at AND n.at <= r.started_at)
      ) ELSE 0 END AS unassigned_trips
    FROM driver_tag t
    LEFT JOIN driver_tag_link l ON l.tag_id = t.id AND upper_inf(l.during)
    LEFT JOIN member m ON m.id = l.member_id AND m.removed_at IS NULL
    LEFT JOIN unit u ON u.id = t.last_read_unit_id AND u.id = ANY (${visible}::bigint[])
    WHERE t.account_id = ${actor.accountId} AND (t.removed_at IS NULL OR t.last_read_at > t.removed_at)
      ${ids ? sql`AND t.id = ANY (${ids}::bigint[])` : sql``}
    ORDER BY 6 DESC NULLS LAST, t.id DESC`.execute(db);
  return rows;
}

/** Adds a tag, or brings one back that was taken off the list. */
export async function insertTag({ db, actor }: Viewer, tag: string, name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    UPDATE driver_tag SET removed_at = NULL, name = ${name}
    WHERE account_id = ${actor.accountId} AND tag = ${tag} AND removed_at IS NOT NULL RETURNING id`.execute(db);
  if (rows[0]) return rows[0].id;
  try {
    const made = await db
      .insertInto('driver_tag')
      .values({ account_id: actor.accountId, tag, name })
      .returning('id')
      .executeTakeFirstOrThrow();
    return made.id;
  } catch (error) {
    if (violates(error, 'driver_tag_once')) throw new AppError('DriverTagExists', { cause: error });
    throw error;
  }
}

export async function renameTag({ db, actor }: Viewer, id: number, name: string): Promise<void> {
  await db
    .updateTable('driver_tag')
    .set({ name, removed_at: null })
    .where('account_id', '=', actor.accountId)
    .where('id', '=', id)
    .execute();
}

export async function hideTag({ db, actor }: Viewer, id: number, at: Date): Promise<void> {
  await db
    .updateTable('driver_tag')
    .set({ removed_at: at })
    .where('account_id', '=', actor.accountId)
    .where('id', '=', id)
    .execute();
}

/** Ends the link that a tag has now. */
export async function endLink({ db, actor }: Viewer, tagId: number, at: Date): Promise<void> {
  await sql`UPDATE driver_tag_link SET during = tstzrange(lower(during), greatest(${at}::timestamptz, lower(during)))
    WHERE account_id = ${actor.accountId} AND tag_id = ${tagId} AND upper_inf(during)`.execute(db);
}

/**
 * Links a tag from where its last link ended, so that what was driven with it meanwhile has a driver (DRV-012); the first one from
 * the beginning. Answers that instant; null: the beginning.
 */
export async function insertLink({ db, actor }: Viewer, tagId: number, memberId: number): Promise<Date | null> {
  const { rows } = await sql<{ from_at: Date | null }>`
    INSERT INTO driver_tag_link (account_id, tag_id, member_id, during, actor_member_id)
    SELECT ${actor.accountId}, ${tagId}, ${memberId},
      tstzrange((SELECT max(upper(during)) FROM driver_tag_link WHERE tag_id = ${tagId}), NULL), ${actor.memberId}
    RETURNING lower(during) AS from_at`.execute(db);
  return rows[0]?.from_at ?? null;
}

/** The units that read a tag since an instant, and when each did first. */
export async function unitsThatRead(
  { db, actor }: Viewer,
  tag: string,
  since: Date | null,
): Promise<{ unit_id: number; from_at: Date }[]> {
  const { rows } = await sql<{ unit_id: number; from_at: Date }>`
    SELECT unit_id, min(at) AS from_at FROM driver_event WHERE account_id = ${actor.accountId} AND source = 'tag' AND tag = ${tag}
      AND at >= coalesce(${since}::timestamptz, '-infinity') GROUP BY unit_id`.execute(db);
  return rows;
}

export interface KeptTrip {
  id: number;
  unit_id: number;
  started_at: Date;
  ended_at: Date;
  is_manual: boolean;
}

/**
 * Trips of units without a driver, since each read a tag, that a link to a member must not give away: private ones to who makes the
 * link, who would see where they went (TRIP-032), and those of a day that the member has attested (ATT-003).
 */
export async function tripsToKeep(
  { db, actor }: Viewer,
  read: readonly { readonly unit_id: number; readonly from_at: Date }[],
  memberId: number,
): Promise<KeptTrip[]> {
  const { rows } = await sql<KeptTrip>`
    SELECT t.id, t.unit_id, t.started_at, t.ended_at, t.is_manual
    FROM unnest(${read.map((one) => one.unit_id)}::bigint[], ${read.map((one) => one.from_at)}::timestamptz[]) AS r (unit_id, from_at)
    JOIN trip t ON t.unit_id = r.unit_id AND t.started_at >= r.from_at
    WHERE t.account_id = ${actor.accountId} AND t.driver_member_id IS NULL AND t.edited_driver_id IS NULL AND t.attestation_id IS NULL
      AND ((t.type = 'private' AND ${memberId}::bigint = ${actor.memberId}::bigint) OR EXISTS (SELECT FROM attestation a
        WHERE a.unit_id = t.unit_id AND a.reopened_at IS NULL AND a.member_id = ${memberId}
          AND (t.started_at AT TIME ZONE ${actor.timeZone})::date BETWEEN a.from_day AND a.to_day))`.execute(db);
  return rows;
}

/** Those of the trips that a member drives by now. */
export async function drivenAmong({ db }: Viewer, tripIds: readonly number[], memberId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('trip')
    .where('id', 'in', [0, ...tripIds])
    .where('driver_member_id', '=', memberId)
    .select('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** How many trips of units have a driver, whoever it is: what a link changes is counted before and after. */
export async function tripsDrivenBy({ db, actor }: Viewer, unitIds: readonly number[], memberId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM trip WHERE account_id = ${actor.accountId} AND unit_id = ANY (${unitIds}::bigint[])
      AND driver_member_id = ${memberId} AND merged_into_id IS NULL`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function historyOf({ db, actor }: Viewer, visible: readonly number[], tagId: number) {
  const links = await sql<{ user: string; from_at: Date | null; to_at: Date | null; by: string }>`
    SELECT m.full_name AS user, lower(l.during) AS from_at, upper(l.during) AS to_at, coalesce(a.full_name, '') AS by
    FROM driver_tag_link l JOIN member m ON m.id = l.member_id LEFT JOIN member a ON a.id = l.actor_member_id
    WHERE l.account_id = ${actor.accountId} AND l.tag_id = ${tagId} ORDER BY lower(l.during) DESC NULLS LAST, l.id DESC`.execute(
    db,
  );
  const readings = await sql<{ at: Date; unit_name: string }>`
    SELECT ${readAt(actor, sql`e.read_at`, sql`e.unit_id`)} AS at, u.name AS unit_name
    FROM driver_event e JOIN unit u ON u.id = e.unit_id AND u.id = ANY (${visible}::bigint[]) JOIN driver_tag t ON t.tag = e.tag
    WHERE t.id = ${tagId} AND e.account_id = ${actor.accountId} AND e.source = 'tag' ORDER BY 1 DESC, e.id DESC LIMIT 50`.execute(
    db,
  );
  return { links: links.rows, readings: readings.rows };
}
