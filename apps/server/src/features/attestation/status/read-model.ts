import type { DaySpan } from '@spora/calendar/days';
import { type Kysely, sql } from 'kysely';
import { IS_SEEN_BY_MEMBER } from '../../../core/fleet/visible-units.ts';
import type { MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { NAME_ORDER } from '../../../platform/database/name-order.ts';
import type { Stamps } from '../rules.ts';

interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: MemberActor;
}

/** An attestation as the lists show it; names as they are now. */
export interface AttestationLine extends Stamps {
  id: number;
  unit_id: number;
  member_id: number | null;
  user_name: string | null;
  from_day: string;
  to_day: string;
  note: string;
  user_attested_by: string | null;
  admin_attested_by: string | null;
  reopened_by: string | null;
  reopened_reason: string;
}

const MOST_LINES = 500;
const LINE = sql`a.id, a.unit_id, a.member_id, m.full_name AS user_name, a.from_day::text AS from_day, a.to_day::text AS to_day, a.note,
  a.user_attested_at, x.full_name AS user_attested_by, a.admin_attested_at, y.full_name AS admin_attested_by,
  a.reopened_at, z.full_name AS reopened_by, a.reopened_reason`;
const PEOPLE = sql`LEFT JOIN member m ON m.id = a.member_id LEFT JOIN member x ON x.id = a.user_attested_by
  LEFT JOIN member y ON y.id = a.admin_attested_by LEFT JOIN member z ON z.id = a.reopened_by`;
/** Members see what is theirs. */
const own = (actor: MemberActor) => (actor.isAdmin ? sql`` : sql`AND a.member_id = ${actor.memberId}`);

/** Every attestation that shares a day with the span, those opened again among them. */
export async function linesIn(
  { db, actor }: Viewer,
  unitIds: readonly number[],
  { from, to }: DaySpan,
): Promise<AttestationLine[]> {
  const { rows } = await sql<AttestationLine>`
    SELECT ${LINE} FROM attestation a ${PEOPLE}
    WHERE a.account_id = ${actor.accountId} AND a.unit_id = ANY (${unitIds}::bigint[]) ${own(actor)}
      AND daterange(a.from_day, a.to_day, '[]') && daterange(${from}::date, ${to}::date, '[]') ORDER BY a.from_day, a.id`.execute(
    db,
  );
  return rows;
}

/** The newest happenings first. */
export async function history(
  { db, actor }: Viewer,
  unitIds: readonly number[],
  { userId, unitId }: { userId: number | undefined; unitId: number | undefined },
): Promise<AttestationLine[]> {
  const { rows } = await sql<AttestationLine>`
    SELECT ${LINE} FROM attestation a ${PEOPLE}
    WHERE a.account_id = ${actor.accountId} AND a.unit_id = ANY (${unitIds}::bigint[]) ${own(actor)}
      ${userId === undefined ? sql`` : sql`AND a.member_id = ${userId}`} ${unitId === undefined ? sql`` : sql`AND a.unit_id = ${unitId}`}
    ORDER BY greatest(a.user_attested_at, a.admin_attested_at, a.reopened_at) DESC, a.id DESC LIMIT ${MOST_LINES}`.execute(db);
  return rows;
}

/** A day's rows of the log of one driver and unit; metres. */
export interface DaySums {
  unit_id: number;
  member_id: number | null;
  user_name: string | null;
  attestation_id: number | null;
  day: string;
  trips: number;
  distance_m: number;
  business_m: number;
  private_m: number;
  other_m: number;
}

/** TRIP-032: somebody else's private trips are left out: whose they are is nobody's business. Their driver sees all of theirs. */
export async function daySums(
  { db, actor }: Viewer,
  unitIds: readonly number[],
  { from, to }: DaySpan,
  attestationIds: readonly number[],
): Promise<DaySums[]> {
  const { rows } = await sql<DaySums>`
    WITH own AS (
      SELECT t.*, (t.started_at AT TIME ZONE ${actor.timeZone})::date AS day, t.distance_m + coalesce(s.distance_m, 0) AS whole_m
      FROM trip t LEFT JOIN trip s ON s.merged_into_id = t.id
      WHERE t.account_id = ${actor.accountId} AND t.unit_id = ANY (${unitIds}::bigint[]) AND NOT t.is_ongoing AND t.merged_into_id IS NULL
        AND NOT (t.type = 'private' AND t.driver_member_id IS DISTINCT FROM ${actor.memberId})
        ${actor.isAdmin ? sql`` : sql`AND t.driver_member_id = ${actor.memberId}`}
        AND (t.attestation_id = ANY (${attestationIds}::bigint[]) OR (t.attestation_id IS NULL
          AND t.started_at >= ${from}::timestamp AT TIME ZONE ${actor.timeZone}
          AND t.started_at < (${to}::date + 1)::timestamp AT TIME ZONE ${actor.timeZone}))
    )
    SELECT o.unit_id, o.driver_member_id AS member_id, m.full_name AS user_name, o.attestation_id, o.day::text AS day, count(*)::int AS trips,
      sum(o.whole_m)::float8 AS distance_m, coalesce(sum(o.whole_m) FILTER (WHERE o.type = 'business'), 0)::float8 AS business_m,
      coalesce(sum(o.whole_m) FILTER (WHERE o.type = 'private'), 0)::float8 AS private_m,
      coalesce(sum(o.whole_m) FILTER (WHERE o.type = 'other'), 0)::float8 AS other_m
    FROM own o LEFT JOIN member m ON m.id = o.driver_member_id
    GROUP BY o.unit_id, o.driver_member_id, m.full_name, o.attestation_id, o.day ORDER BY o.day`.execute(db);
  return rows;
}

export interface UnitLine {
  unit_id: number;
  unit_name: string;
  registration_number: string | null;
  imei: string | null;
  department: string | null;
}

export async function unitLines({ db, actor }: Viewer, unitIds: readonly number[]): Promise<Map<number, UnitLine>> {
  const { rows } = await sql<UnitLine>`
    SELECT u.id AS unit_id, u.name AS unit_name, u.registration_number, k.imei, u.department
    FROM unit u LEFT JOIN unit_trackers(${[...unitIds]}::bigint[]) k ON k.unit_id = u.id
    WHERE u.account_id = ${actor.accountId} AND u.id = ANY (${[...unitIds]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.unit_id, row]));
}

/** ATT-014, ERR-043: when members were reminded last of exactly these days, those since a moment, by `reminderKey`. */
export async function remindedOf({ db, actor }: Viewer, { from, to }: DaySpan, since: Date): Promise<Map<string, Date>> {
  const { rows } = await sql<{ member_id: number; from_day: string; to_day: string; at: Date }>`
    SELECT member_id, from_day::text AS from_day, to_day::text AS to_day, max(at) AS at FROM attest_reminder
    WHERE account_id = ${actor.accountId} AND at > ${since}
      AND daterange(from_day, to_day, '[]') && daterange(${from}::date, ${to}::date, '[]') GROUP BY 1, 2, 3`.execute(db);
  return new Map(rows.map((row) => [reminderKey(row.member_id, { from: row.from_day, to: row.to_day }), row.at]));
}

/** Who can attest a unit of the account as its driver, by `attesterKey`: active members who see it. */
export async function attestersOf({ db, actor }: Viewer, unitIds: readonly number[]): Promise<Set<string>> {
  const { rows } = await sql<{ unit_id: number; member_id: number }>`
    SELECT u.id AS unit_id, m.id AS member_id
    FROM unit u JOIN member m ON m.account_id = u.account_id AND m.removed_at IS NULL AND m.disabled_at IS NULL AND ${IS_SEEN_BY_MEMBER}
    WHERE u.account_id = ${actor.accountId} AND u.id = ANY (${unitIds}::bigint[])`.execute(db);
  return new Set(rows.map((row) => attesterKey(row.unit_id, row.member_id)));
}

export const attesterKey = (unitId: number, memberId: number): string => `${unitId} ${memberId}`;

export const reminderKey = (memberId: number, { from, to }: DaySpan): string => `${memberId} ${from} ${to}`;

/** When each member was last reminded of a period that shares a day with the span. */
export async function remindedAt({ db, actor }: Viewer, { from, to }: DaySpan): Promise<Map<number, Date>> {
  const { rows } = await sql<{ member_id: number; at: Date }>`
    SELECT member_id, max(at) AS at FROM attest_reminder WHERE account_id = ${actor.accountId}
      AND daterange(from_day, to_day, '[]') && daterange(${from}::date, ${to}::date, '[]') GROUP BY member_id`.execute(db);
  return new Map(rows.map((row) => [row.member_id, row.at]));
}

/** The last attested day of each unit of a member's driving. */
export async function lastDays(
  { db, actor }: Viewer,
  unitIds: readonly number[],
  memberId: number,
): Promise<{ unit_id: number; unit_name: string; last_day: string }[]> {
  const { rows } = await sql<{ unit_id: number; unit_name: string; last_day: string }>`
    SELECT a.unit_id, u.name AS unit_name, max(a.to_day)::text AS last_day FROM attestation a JOIN unit u ON u.id = a.unit_id
    WHERE a.account_id = ${actor.accountId} AND a.unit_id = ANY (${unitIds}::bigint[]) AND a.member_id = ${memberId} AND a.reopened_at IS NULL
    GROUP BY a.unit_id, u.name ORDER BY u.name ${NAME_ORDER}, a.unit_id`.execute(db);
  return rows;
}

/** A day on which a member drove a unit trips that are not attested. */
export interface OpenDay {
  readonly unit_id: number;
  readonly member_id: number | null;
  readonly day: string;
  readonly trips: number;
  /** Those of them that are not private. */
  readonly not_private: number;
}

/**
 * The days of a span with trips that are not attested, as `daySums` counts them and without their sums: told by the index of the log alone.
 * Of units that are not among `byDay` all trips stand on the first day: which day a trip was costs more than to find it.
 */
export async function openDays(
  { db, actor }: Viewer,
  unitIds: readonly number[],
  { from, to }: DaySpan,
  byDay: readonly number[],
): Promise<OpenDay[]> {
  const { rows } = await sql<OpenDay>`
    SELECT x.unit_id, x.member_id, x.day::text AS day, count(*)::int AS trips,
      (count(*) FILTER (WHERE x.type <> 'private'))::int AS not_private FROM (
      SELECT t.unit_id, t.type, t.driver_member_id AS member_id, CASE WHEN t.unit_id = ANY (${byDay}::bigint[])
        THEN (t.started_at AT TIME ZONE ${actor.timeZone})::date ELSE ${from}::date END AS day
      FROM trip t
      WHERE t.account_id = ${actor.accountId} AND t.unit_id = ANY (${unitIds}::bigint[]) AND NOT t.is_ongoing AND t.merged_into_id IS NULL
        AND t.attestation_id IS NULL AND NOT (t.type = 'private' AND t.driver_member_id IS DISTINCT FROM ${actor.memberId})
        ${actor.isAdmin ? sql`` : sql`AND t.driver_member_id = ${actor.memberId}`}
        AND t.started_at >= ${from}::timestamp AT TIME ZONE ${actor.timeZone}
        AND t.started_at < (${to}::date + 1)::timestamp AT TIME ZONE ${actor.timeZone}) x
    GROUP BY x.unit_id, x.member_id, x.day`.execute(db);
  return rows;
}

/** Days of a driver's trips with a unit, and since when they are open again. */
export interface ReopenedPart extends DaySpan {
  readonly unitId: number;
  readonly memberId: number | null;
  readonly since: Date;
}

/**
 * ATT-015: how many trips of each part were changed since, in the order of the parts. One that was given to another driver was a trip of
 * the part; others' private trips are left out.
 */
export async function changedIn({ db, actor }: Viewer, parts: readonly ReopenedPart[]): Promise<number[]> {
  if (parts.length === 0) return [];
  const { rows } = await sql<{ part: number; trips: number }>`
    SELECT p.part::int AS part, count(*)::int AS trips
    FROM unnest(${parts.map(({ unitId }) => unitId)}::bigint[], ${parts.map(({ memberId }) => memberId)}::bigint[],
      ${parts.map(({ from }) => from)}::date[], ${parts.map(({ to }) => to)}::date[],
      ${parts.map(({ since }) => since.toISOString())}::timestamptz[]) WITH ORDINALITY AS p (unit_id, member_id, from_day, to_day, since, part)
    JOIN trip t ON t.unit_id = p.unit_id AND t.edited_at > p.since
      AND t.started_at >= p.from_day::timestamp AT TIME ZONE ${actor.timeZone}
      AND t.started_at < (p.to_day + 1)::timestamp AT TIME ZONE ${actor.timeZone}
    WHERE t.account_id = ${actor.accountId} AND NOT t.is_ongoing AND t.merged_into_id IS NULL
      AND NOT (t.type = 'private' AND t.driver_member_id IS DISTINCT FROM ${actor.memberId})
      AND (t.driver_member_id IS NOT DISTINCT FROM p.member_id
        OR EXISTS (SELECT FROM trip_edit e WHERE e.unit_id = t.unit_id AND e.anchor_at BETWEEN t.started_at AND t.ended_at
          AND e.field = 'driver' AND e.at > p.since AND nullif(e.old_value, '')::bigint = p.member_id))
    GROUP BY p.part`.execute(db);
  const counts = new Map(rows.map(({ part, trips }) => [part, trips]));
  return parts.map((_, index) => counts.get(index + 1) ?? 0);
}

export interface Held {
  readonly trips: number;
  readonly distance_m: number;
}

/** How many trips attestations hold, and how far they went, those of others' private driving left out. */
export async function heldBy({ db, actor }: Viewer, attestationIds: readonly number[]): Promise<Map<number, Held>> {
  if (attestationIds.length === 0) return new Map();
  const { rows } = await sql<Held & { id: number }>`
    SELECT t.attestation_id AS id, count(*)::int AS trips, sum(t.distance_m + coalesce(s.distance_m, 0))::float8 AS distance_m
    FROM trip t LEFT JOIN trip s ON s.merged_into_id = t.id
    WHERE t.account_id = ${actor.accountId} AND t.attestation_id = ANY (${attestationIds}::bigint[]) AND t.merged_into_id IS NULL
      AND NOT (t.type = 'private' AND t.driver_member_id IS DISTINCT FROM ${actor.memberId}) GROUP BY 1`.execute(db);
  return new Map(rows.map(({ id, trips, distance_m }) => [id, { trips, distance_m }]));
}
