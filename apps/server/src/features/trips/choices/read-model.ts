import { type Kysely, type SqlBool, sql } from 'kysely';
import { type MemberActor, seesAs } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { NAME_ORDER } from '../../../platform/database/name-order.ts';

interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: MemberActor;
}

/** How far back purposes and projects are looked for: what was said of trips since. */
const REMEMBERED = sql`now() - interval '12 months'`;
/** TRIP-032: what is said of somebody else's private trip is theirs; no suggestion may tell of it. */
const open = (actor: MemberActor) => sql`(t.type <> 'private' OR t.driver_member_id = ${seesAs(actor)})`;
/** Two ends are the same place when both lie in one named place, or within some 150 metres of each other. */
const NEAR_E7 = 15_000;
const sameEnd = (which: 'start' | 'stop') => {
  const [place, lat, lon] = [`${which}_place_id`, `${which}_lat_e7`, `${which}_lon_e7`].map((column) => [
    sql.ref(`t.${column}`),
    sql.ref(`this.${column}`),
  ]) as [[unknown, unknown], [unknown, unknown], [unknown, unknown]];
  return sql`(${place[0]} = ${place[1]} OR (abs(${lat[0]} - ${lat[1]}) < ${NEAR_E7}
    AND abs(${lon[0]} - ${lon[1]}) < ${NEAR_E7} / greatest(cos(radians(${lat[0]} / 1e7)), 0.1)))`;
};

/** TRIP-022: purposes of trips of a unit between the places of one of its trips, the last one first. */
export async function purposesBetween({ db, actor }: Viewer, tripId: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ purpose: string }>`
    SELECT t.purpose FROM trip this JOIN trip t ON t.unit_id = this.unit_id AND t.id <> this.id
    WHERE this.id = ${tripId} AND this.account_id = ${actor.accountId} AND t.purpose <> '' AND ${open(actor)}
      AND t.started_at > ${REMEMBERED} AND ${sameEnd('start')} AND ${sameEnd('stop')}
    GROUP BY t.purpose ORDER BY max(t.started_at) DESC LIMIT ${limit}`.execute(db);
  return rows.map((row) => row.purpose);
}

/** What the member wrote last, the newest first. */
export async function purposesWritten({ db, actor }: Viewer, limit: number): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    SELECT e.value FROM trip_edit e
    WHERE e.account_id = ${actor.accountId} AND e.actor_member_id = ${actor.memberId} AND e.field = 'purpose' AND e.value <> ''
      AND e.at > ${REMEMBERED}
    GROUP BY e.value ORDER BY max(e.at) DESC LIMIT ${limit}`.execute(db);
  return rows.map((row) => row.value);
}

/** ADM-013: a usual purpose that the account has archived is not offered, as new trips do not get it. */
const isKept = (
  actor: MemberActor,
) => sql<SqlBool>`NOT EXISTS (SELECT FROM account_group g WHERE g.account_id = ${actor.accountId} AND g.kind = 'purposes'
  AND g.archived_at IS NOT NULL AND lower(g.name) = lower(default_purpose))`;

/** ADM-014: what new trips of the units get. */
export async function usualPurposesOf({ db, actor }: Viewer, unitIds: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('unit')
    .where('account_id', '=', actor.accountId)
    .where('id', 'in', [0, ...unitIds])
    .where('default_purpose', '<>', '')
    .where(isKept(actor))
    .select('default_purpose')
    .execute();
  return rows.map((row) => row.default_purpose);
}

/** ADM-014: what new trips of the actor get; none while it is not said. */
export async function ownUsualPurpose({ db, actor }: Viewer): Promise<string[]> {
  const row = await db
    .selectFrom('member')
    .where('account_id', '=', actor.accountId)
    .where('id', '=', actor.memberId)
    .where('default_purpose', '<>', '')
    .where(isKept(actor))
    .select('default_purpose')
    .executeTakeFirst();
  return row ? [row.default_purpose] : [];
}

/** ADM: the purposes that the account keeps, for trips of every type or of the one given. */
export async function purposesKept({ db, actor }: Viewer, type: string | null): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM account_group WHERE account_id = ${actor.accountId} AND kind = 'purposes' AND archived_at IS NULL
      AND (trip_type IS NULL OR ${type}::text IS NULL OR trip_type = ${type}) ORDER BY name ${NAME_ORDER}`.execute(db);
  return rows.map((row) => row.name);
}

/** What is written most of the units given, by anybody. */
export async function purposesOfUnits({ db, actor }: Viewer, unitIds: readonly number[], limit: number): Promise<string[]> {
  const { rows } = await sql<{ purpose: string }>`
    SELECT t.purpose FROM trip t
    WHERE t.account_id = ${actor.accountId} AND t.unit_id = ANY (${unitIds}::bigint[]) AND t.purpose <> '' AND ${open(actor)}
      AND t.started_at > ${REMEMBERED}
    GROUP BY t.purpose ORDER BY count(*) DESC, t.purpose LIMIT ${limit}`.execute(db);
  return rows.map((row) => row.purpose);
}

/** Members with access to any of the units, and administrators, by name. */
export async function driversOf({ db, actor }: Viewer, unitIds: readonly number[]): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT m.id, m.full_name AS name FROM member m
    WHERE m.account_id = ${actor.accountId} AND m.removed_at IS NULL AND (m.is_admin OR m.id = ${actor.memberId} OR EXISTS (
      SELECT FROM unit_access a WHERE a.member_id = m.id AND a.unit_id = ANY (${unitIds}::bigint[])))
    ORDER BY m.full_name ${NAME_ORDER}, m.id`.execute(db);
  return rows;
}

export async function projectsOf({ db, actor }: Viewer, unitIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ project: string }>`
    SELECT DISTINCT t.project FROM trip t
    WHERE t.account_id = ${actor.accountId} AND t.unit_id = ANY (${unitIds}::bigint[]) AND t.project <> '' AND ${open(actor)}
      AND t.started_at > ${REMEMBERED}
    UNION SELECT u.project FROM unit u WHERE u.id = ANY (${unitIds}::bigint[]) AND u.project <> ''
    UNION SELECT g.name FROM account_group g WHERE g.account_id = ${actor.accountId} AND g.kind = 'projects' AND g.archived_at IS NULL
    ORDER BY 1 LIMIT 500`.execute(db);
  return rows.map((row) => row.project);
}

export async function groupsOf({ db }: Viewer, unitIds: readonly number[]): Promise<{ departments: string[]; tags: string[] }> {
  const { rows } = await sql<{ departments: string[]; tags: string[] }>`
    SELECT coalesce((SELECT array_agg(DISTINCT u.department ORDER BY u.department) FROM unit u
        WHERE u.id = ANY (${unitIds}::bigint[]) AND u.department <> ''), '{}') AS departments,
      coalesce((SELECT array_agg(DISTINCT tag ORDER BY tag) FROM unit u, unnest(u.tags) AS tag WHERE u.id = ANY (${unitIds}::bigint[])), '{}') AS tags`.execute(
    db,
  );
  return rows[0] ?? { departments: [], tags: [] };
}

/** PLACE: those of the account that count for one of the units. */
export async function placesOf({ db, actor }: Viewer, unitIds: readonly number[]): Promise<{ id: number; label: string }[]> {
  const { rows } = await sql<{ id: number; label: string }>`
    SELECT id, label FROM place WHERE account_id = ${actor.accountId} AND removed_at IS NULL
      AND (unit_ids IS NULL OR unit_ids && ${unitIds}::bigint[]) ORDER BY label ${NAME_ORDER}`.execute(db);
  return rows;
}
