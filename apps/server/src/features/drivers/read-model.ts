import { type Kysely, sql } from 'kysely';
import type { MemberActor } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { isWithheldAt, isWithheldTrip } from '../../core/fleet/private-use.ts';
import { featureIsOn } from '../../core/fleet/unit-features.ts';
import { NAME_ORDER } from '../../platform/database/name-order.ts';

interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: MemberActor;
}

/**
 * TRIP-032: when an event was, as the actor is told. A tag is shown as a trip begins, and a check-in may count from a trip's start:
 * within somebody else's private use only the day is told.
 */
const toldAt = (actor: MemberActor) => sql`CASE WHEN ${isWithheldAt(actor, sql.ref('e.unit_id'), sql.ref('e.at'))}
  THEN (e.at AT TIME ZONE ${actor.timeZone})::date::timestamp AT TIME ZONE ${actor.timeZone} ELSE e.at END`;

export interface EventRow {
  id: number;
  at: Date;
  told_at: Date;
  source: 'member' | 'qr' | 'tag';
  /** Null: nobody from here on. 0: a tag that is nobody's. */
  driver_id: number | null;
  driver: string | null;
}

const eventColumns = (actor: MemberActor) =>
  sql`e.id, e.at, ${toldAt(actor)} AS told_at, e.source, driver_of(e) AS driver_id, m.full_name AS driver`;

/** Who drives a unit at an instant, by the newest event. */
export async function eventAt({ db, actor }: Viewer, unitId: number, at: Date): Promise<EventRow | null> {
  const { rows } = await sql<EventRow>`
    SELECT ${eventColumns(actor)} FROM driver_event e LEFT JOIN member m ON m.id = driver_of(e)
    WHERE e.id = newest_driver_event(${unitId}, ${at})`.execute(db);
  return rows[0] ?? null;
}

/** The events of a unit after an instant that still count, in order. */
export async function eventsAfter({ db, actor }: Viewer, unitId: number, at: Date): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    SELECT ${eventColumns(actor)} FROM driver_event e LEFT JOIN member m ON m.id = driver_of(e)
    WHERE e.unit_id = ${unitId} AND e.superseded_at IS NULL AND e.at > ${at} ORDER BY e.at, e.source <> 'tag', e.id`.execute(db);
  return rows;
}

export interface ForwardTrip {
  id: number;
  started_at: Date;
  ended_at: Date;
  day_at: Date;
  distance_m: number;
  driver_member_id: number | null;
  edited_driver_id: number | null;
  usual_driver_id: number | null;
  is_attested: boolean;
  /** It is not attested, but its day is for who would drive it now. */
  is_closed: boolean;
  is_private: boolean;
  /** Who would drive it now was no member yet when it began. */
  is_before_member: boolean;
  is_manual: boolean;
  /** The second of two merged trips: changed with the first, not counted. */
  is_second: boolean;
}

/** The trips of a unit from an instant on, ongoing ones included, in order. */
export async function tripsFrom(
  { db, actor }: Viewer,
  unitId: number,
  from: Date,
  memberId: number | null,
): Promise<ForwardTrip[]> {
  const { rows } = await sql<ForwardTrip>`
    SELECT id, started_at, ended_at, (started_at AT TIME ZONE ${actor.timeZone})::date::timestamp AT TIME ZONE ${actor.timeZone} AS day_at,
      distance_m, driver_member_id, edited_driver_id, computed_driver_id AS usual_driver_id, attestation_id IS NOT NULL AS is_attested,
      attestation_id IS NULL AND ${memberId}::bigint IS NOT NULL AND EXISTS (SELECT FROM attestation a WHERE a.unit_id = trip.unit_id
        AND a.reopened_at IS NULL AND a.member_id = ${memberId}::bigint
        AND (started_at AT TIME ZONE ${actor.timeZone})::date BETWEEN a.from_day AND a.to_day) AS is_closed,
      type = 'private' AS is_private, coalesce(started_at < (SELECT m.created_at FROM member m WHERE m.id = ${memberId}::bigint), false)
        AS is_before_member, is_manual, merged_into_id IS NOT NULL AS is_second
    FROM trip WHERE account_id = ${actor.accountId} AND unit_id = ${unitId} AND started_at >= ${from} ORDER BY started_at`.execute(
    db,
  );
  return rows;
}

export interface CheckedInRow {
  unit_id: number;
  imei: string | null;
  unit_name: string;
  registration_number: string | null;
  driver_id: number;
  driver: string;
  since: Date;
  told_at: Date;
  recorded_at: Date;
  source: 'member' | 'qr' | 'tag';
  gives_card: boolean;
  driven_at: Date | null;
  is_driving: boolean;
}

/** Who is checked in now: on the units given, and wherever the actor is. */
export async function checkedIn({ db, actor }: Viewer, unitIds: readonly number[], now: Date): Promise<CheckedInRow[]> {
  const { rows } = await sql<CheckedInRow>`
    SELECT u.id AS unit_id, f.imei, u.name AS unit_name, u.registration_number, m.id AS driver_id, m.full_name AS driver, e.at AS since,
      ${toldAt(actor)} AS told_at, e.recorded_at, e.source, e.gives_card, last.ended_at AS driven_at, coalesce(last.is_ongoing, false) AS is_driving
    FROM unit u
    JOIN driver_event e ON e.id = newest_driver_event(u.id, ${now})
    JOIN member m ON m.id = driver_of(e) AND m.removed_at IS NULL
    LEFT JOIN LATERAL (SELECT coalesce(w.so_far_at, t.ended_at) AS ended_at, t.is_ongoing
      FROM trip t LEFT JOIN trip_under_way w ON w.trip_id = t.id
      WHERE t.unit_id = u.id AND NOT ${isWithheldTrip(actor)} ORDER BY t.started_at DESC LIMIT 1) last ON true
    LEFT JOIN account_trackers() f ON f.unit_id = u.id
    WHERE u.account_id = ${actor.accountId} AND u.retired_at IS NULL AND (u.id = ANY (${unitIds}::bigint[]) OR m.id = ${actor.memberId})
    ORDER BY u.name ${NAME_ORDER}, u.id`.execute(db);
  return rows;
}

/** The same of the units given, without what they have driven. */
export async function driversNow(
  { db, actor }: Viewer,
  unitIds: readonly number[],
  now: Date,
): Promise<{ unit_id: number; id: number; name: string }[]> {
  const { rows } = await sql<{ unit_id: number; id: number; name: string }>`
    SELECT u.id AS unit_id, m.id, m.full_name AS name FROM unit u JOIN driver_event e ON e.id = newest_driver_event(u.id, ${now})
    JOIN member m ON m.id = driver_of(e) AND m.removed_at IS NULL
    WHERE u.account_id = ${actor.accountId} AND u.id = ANY (${unitIds}::bigint[])`.execute(db);
  return rows;
}

export interface CodeRow {
  unit_id: number;
  imei: string;
  unit_name: string;
  registration_number: string | null;
  code: string;
}

/** The printed codes of the units given, those with a tracker. */
export async function codesOf({ db, actor }: Viewer, unitIds: readonly number[]): Promise<CodeRow[]> {
  const { rows } = await sql<CodeRow>`
    SELECT u.id AS unit_id, f.imei, u.name AS unit_name, u.registration_number, u.check_in_code AS code
    FROM unit u JOIN account_trackers() f ON f.unit_id = u.id
    WHERE u.account_id = ${actor.accountId} AND u.id = ANY (${unitIds}::bigint[]) AND u.retired_at IS NULL AND ${featureIsOn('check-in')}
    ORDER BY u.name ${NAME_ORDER}, u.id`.execute(db);
  return rows;
}

/** The account's unit with this code; another account's looks like none. */
export async function unitByCode(
  { db, actor }: Viewer,
  code: string,
): Promise<{ id: number; name: string; registration_number: string | null; locked_at: Date | null } | null> {
  const row = await db
    .selectFrom('unit')
    .where('account_id', '=', actor.accountId)
    .where('check_in_code', '=', code)
    .where('retired_at', 'is', null)
    .select(['id', 'name', 'registration_number', 'locked_at'])
    .executeTakeFirst();
  return row ?? null;
}

/** ADM-008. */
export async function opensWithoutAccess({ db, actor }: Viewer): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .where('id', '=', actor.accountId)
    .select('check_in_without_access')
    .executeTakeFirstOrThrow();
  return row.check_in_without_access;
}

export interface SuggestionRow {
  trip_id: number;
  driver_id: number;
  driver: string;
  reason: 'booking' | 'same-day' | 'usual-hours' | 'usual-driver' | 'last-driver';
  purpose: string | null;
}

/**
 * DRV-014: for each trip the best guess, strongest first: who had it booked for most of the trip (BOOK-048), who drove the unit otherwise that day, who drove it most on such weekdays
 * and hours in the eight weeks around, the unit's usual driver, who drove it last. Private trips tell nothing (TRIP-032).
 */
export async function suggestionsFor({ db, actor }: Viewer, tripIds: readonly number[]): Promise<SuggestionRow[]> {
  const local = (column: string) => sql`(${sql.ref(column)} AT TIME ZONE ${actor.timeZone})`;
  const others = sql`o.unit_id = t.unit_id AND o.id <> t.id AND o.type <> 'private' AND o.driver_member_id IS NOT NULL`;
  const { rows } = await sql<SuggestionRow>`
    SELECT DISTINCT ON (t.started_at, t.id) t.id AS trip_id, m.id AS driver_id, m.full_name AS driver, g.reason, g.purpose
    FROM trip t CROSS JOIN LATERAL (
      (SELECT 0 AS place, 'booking' AS reason, b.driver_id AS id, b.purpose FROM booking b
        WHERE b.unit_id = t.unit_id AND b.kind = 'drive' AND b.state = 'booked' AND b.during && tstzrange(t.started_at, t.ended_at, '[]')
        ORDER BY upper(b.during * tstzrange(t.started_at, t.ended_at, '[]')) - lower(b.during * tstzrange(t.started_at, t.ended_at, '[]')) DESC LIMIT 1)
      UNION ALL
      (SELECT 1, 'same-day', o.driver_member_id, NULL FROM trip o WHERE ${others}
        AND o.started_at BETWEEN t.started_at - interval '1 day' AND t.started_at + interval '1 day'
        AND ${local('o.started_at')}::date = ${local('t.started_at')}::date
        ORDER BY abs(extract(epoch FROM o.started_at - t.started_at)) LIMIT 1)
      UNION ALL
      (SELECT 2, 'usual-hours', o.driver_member_id, NULL FROM trip o WHERE ${others}
        AND o.started_at BETWEEN t.started_at - interval '28 days' AND t.started_at + interval '28 days'
        AND extract(isodow FROM ${local('o.started_at')}) = extract(isodow FROM ${local('t.started_at')})
        AND abs(extract(epoch FROM ${local('o.started_at')}::time - ${local('t.started_at')}::time)) <= 7200
        GROUP BY o.driver_member_id HAVING count(*) >= 2 ORDER BY count(*) DESC, o.driver_member_id LIMIT 1)
      UNION ALL
      (SELECT 3, 'usual-driver', (s.settings ->> 'driverMemberId')::bigint, NULL FROM unit_setting s WHERE s.unit_id = t.unit_id
        ORDER BY s.valid_from DESC LIMIT 1)
      UNION ALL
      (SELECT 4, 'last-driver', o.driver_member_id, NULL FROM trip o WHERE ${others} AND o.started_at < t.started_at
        ORDER BY o.started_at DESC LIMIT 1)
    ) g JOIN member m ON m.id = g.id AND m.account_id = t.account_id AND m.removed_at IS NULL
    WHERE t.account_id = ${actor.accountId} AND t.id = ANY (${tripIds}::bigint[]) ORDER BY t.started_at, t.id, g.place`.execute(
    db,
  );
  return rows;
}

export interface DriverRow {
  id: number;
  name: string;
  is_disabled: boolean;
  tags: { id: number; tag: string; name: string }[];
  usual_units: { unit_id: number; imei: string | null; unit_name: string; registration_number: string | null }[];
  trips: number;
}

/**
 * The members with their tags, which of the units given they drive as a rule, and how many trips they drove with those from one day to
 * another, both counted. Private trips are nobody's to count, and one under way is no trip yet (TRIP-032).
 */
export async function driversOf(
  { db, actor }: Viewer,
  unitIds: readonly number[],
  days: { readonly from: string; readonly to: string },
): Promise<DriverRow[]> {
  const startOf = (day: string) => sql`(${day}::date::timestamp AT TIME ZONE ${actor.timeZone})`;
  const { rows } = await sql<DriverRow>`
    WITH usual AS (
      SELECT (s.settings ->> 'driverMemberId')::bigint AS member_id, jsonb_agg(jsonb_build_object('unit_id', u.id, 'imei', f.imei,
        'unit_name', u.name, 'registration_number', u.registration_number) ORDER BY u.name ${NAME_ORDER}, u.id) AS units
      FROM unit u
      CROSS JOIN LATERAL (SELECT settings FROM unit_setting WHERE unit_id = u.id ORDER BY valid_from DESC LIMIT 1) s
      LEFT JOIN account_trackers() f ON f.unit_id = u.id
      WHERE u.account_id = ${actor.accountId} AND u.id = ANY (${unitIds}::bigint[]) AND u.retired_at IS NULL GROUP BY 1
    ), tags AS (
      SELECT l.member_id, jsonb_agg(jsonb_build_object('id', t.id, 'tag', t.tag, 'name', t.name) ORDER BY t.name ${NAME_ORDER}, t.tag) AS tags
      FROM driver_tag t JOIN driver_tag_link l ON l.tag_id = t.id AND upper_inf(l.during)
      WHERE t.account_id = ${actor.accountId} AND (t.removed_at IS NULL OR t.last_read_at > t.removed_at) GROUP BY 1
    ), driven AS (
      SELECT t.driver_member_id AS member_id, count(*)::int AS trips FROM trip t
      WHERE t.account_id = ${actor.accountId} AND t.unit_id = ANY (${unitIds}::bigint[]) AND t.type <> 'private' AND NOT t.is_ongoing
        AND t.merged_into_id IS NULL AND t.started_at >= ${startOf(days.from)} AND t.started_at < ${startOf(days.to)} + interval '1 day' GROUP BY 1
    )
    SELECT m.id, m.full_name AS name, m.disabled_at IS NOT NULL AS is_disabled, coalesce(tags.tags, '[]') AS tags,
      coalesce(usual.units, '[]') AS usual_units, coalesce(driven.trips, 0) AS trips
    FROM member m LEFT JOIN usual ON usual.member_id = m.id LEFT JOIN tags ON tags.member_id = m.id
      LEFT JOIN driven ON driven.member_id = m.id
    WHERE m.account_id = ${actor.accountId} AND m.removed_at IS NULL ORDER BY m.full_name ${NAME_ORDER}, m.id`.execute(db);
  return rows;
}
