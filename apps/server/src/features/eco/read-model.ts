import { addDays } from '@spora/calendar/days';
import { startOfDay } from '@spora/calendar/zones';
import { ECO_TRIP_MIN_M, type EcoKind, type EcoSource } from '@spora/contract/eco/rules';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isWatercraftKind } from '../../core/fleet/watercraft.ts';
import { offSpansOf } from '../../core/fleet/unit-features.ts';
import { isWithheldTrip } from '../../core/fleet/private-use.ts';
import type { MemberActor } from '../../platform/ctx.ts';
import { int8Array, timestamptzArray } from '../../platform/database/binary-array.ts';
import type { Db } from '../../platform/database/db.generated.ts';

export interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: MemberActor;
}

export interface EcoFilter {
  readonly from: string;
  readonly to: string;
  readonly unitIds: readonly number[];
  /** Empty: whoever drove. Null among them: nobody is known to have driven. */
  readonly driverIds: readonly (number | null)[];
}

/** What was driven and noted, by unit, driver and span. */
export interface EcoSums {
  readonly unit_id: number;
  readonly driver_id: number | null;
  readonly span: number;
  readonly trips: number;
  readonly distance_m: number;
  /** Of it the trips told often enough to compute harsh driving. */
  readonly dense_m: number;
  readonly driving_s: number;
  readonly acceleration: number;
  readonly braking: number;
  readonly cornering: number;
  readonly speeding: number;
  readonly idling: number;
  readonly own: number;
  readonly speeding_s: number;
  readonly idle_s: number;
  readonly idle_outside_s: number;
}

/**
 * Which trips are scored for the viewer: those that are over, at least a kilometre long (two merged trips together), none of somebody
 * else's private ones (TRIP-032), and none of a time at which the feature was off (FEAT-001).
 */
async function scoredTrips({ db, actor }: Viewer, { from, to, unitIds, driverIds }: EcoFilter): Promise<RawBuilder<unknown>> {
  const off = [...(await offSpansOf(db, unitIds, 'eco'))].flatMap(([unitId, spans]) =>
    spans.map((span) => ({ unitId, ...span })),
  );
  const known = driverIds.filter((id) => id !== null);
  const isTheirs = sql`(t.driver_member_id = ANY (${int8Array(known)}::bigint[]) OR (${driverIds.includes(null)} AND t.driver_member_id IS NULL))`;
  const time = (ms: number): string => (Number.isFinite(ms) ? new Date(ms).toISOString() : ms < 0 ? '-infinity' : 'infinity');
  return sql`t.account_id = ${actor.accountId} AND t.unit_id = ANY (${int8Array(unitIds)}::bigint[]) AND NOT t.is_ongoing
    AND t.started_at >= ${startOfDay(from, actor.timeZone)}::timestamptz AND t.started_at < ${startOfDay(addDays(to, 1), actor.timeZone)}::timestamptz
    AND NOT ${isWithheldTrip(actor)} ${driverIds.length > 0 ? sql`AND ${isTheirs}` : sql``}
    AND (t.distance_m >= ${ECO_TRIP_MIN_M} OR (SELECT sum(m.distance_m) FROM trip m WHERE m.merged_into_id = coalesce(t.merged_into_id, t.id)
      OR m.id = coalesce(t.merged_into_id, t.id)) >= ${ECO_TRIP_MIN_M})
    ${
      off.length === 0
        ? sql``
        : sql`AND NOT EXISTS (SELECT FROM unnest(${int8Array(off.map(({ unitId }) => unitId))}::bigint[],
          ${off.map(({ fromMs }) => time(fromMs))}::timestamptz[], ${off.map(({ toMs }) => time(toMs))}::timestamptz[]) AS o (unit_id, from_at, to_at)
          WHERE o.unit_id = t.unit_id AND o.from_at <= t.started_at AND o.to_at > t.started_at)`
    }`;
}

/**
 * What was driven and noted in a period, in the spans that begin at `starts`. How long somebody idled before or after a trip is told where
 * the viewer is told of that time: the end of idling is when somebody left (TRIP-032).
 */
export async function ecoSums(viewer: Viewer, filter: EcoFilter, starts: readonly Date[]): Promise<EcoSums[]> {
  const { db, actor } = viewer;
  const scored = await scoredTrips(viewer, filter);
  const before = sql`CASE WHEN t.id IN (SELECT id FROM after_private) THEN 0 ELSE e.idle_before_s END`;
  const after = sql`CASE WHEN t.id IN (SELECT id FROM before_private) THEN 0 ELSE e.idle_after_s END`;
  const { rows } = await sql<EcoSums>`
    WITH ${besidePrivate(viewer, filter.unitIds)}, driven AS (
      SELECT t.unit_id, t.driver_member_id AS driver_id, width_bucket(t.started_at, ${timestamptzArray(starts.map(Number))}::timestamptz[]) - 1 AS span,
        t.merged_into_id, t.distance_m, extract(epoch FROM t.ended_at - t.started_at)::float8 AS driving_s, e.*, ${before} AS before_s, ${after} AS after_s
      FROM trip t LEFT JOIN (SELECT trip_id, accelerations, brakings, cornerings, speedings, idlings, own, speeding_s, idle_s, idle_before_s, idle_after_s,
        judged_s FROM eco_trip WHERE account_id = ${actor.accountId}) e ON e.trip_id = t.id
      WHERE ${scored}
    )
    SELECT unit_id, driver_id, span, (count(*) FILTER (WHERE merged_into_id IS NULL))::int AS trips, sum(distance_m)::float8 AS distance_m,
      coalesce(sum(distance_m) FILTER (WHERE judged_s * 2 >= driving_s), 0)::float8 AS dense_m, sum(driving_s)::float8 AS driving_s,
      coalesce(sum(accelerations), 0)::int AS acceleration, coalesce(sum(brakings), 0)::int AS braking, coalesce(sum(cornerings), 0)::int AS cornering,
      coalesce(sum(speedings), 0)::int AS speeding,
      (count(*) FILTER (WHERE idlings > 0 AND idle_s + before_s + after_s > 0))::int AS idling, coalesce(sum(own), 0)::int AS own,
      coalesce(sum(speeding_s), 0)::float8 AS speeding_s, coalesce(sum(idle_s + before_s + after_s), 0)::float8 AS idle_s,
      coalesce(sum(before_s + after_s), 0)::float8 AS idle_outside_s
    FROM driven GROUP BY 1, 2, 3`.execute(db);
  return rows;
}

/**
 * In SQL: the trips before and after those that are withheld from the viewer. What lies between them and those is withheld as well: when
 * idling after a trip ended is when the private one began.
 */
const besidePrivate = ({ actor }: Viewer, unitIds: readonly number[]): RawBuilder<unknown> => sql`
  withheld AS MATERIALIZED (SELECT t.unit_id, t.started_at FROM trip t
    WHERE t.account_id = ${actor.accountId} AND t.unit_id = ANY (${int8Array(unitIds)}::bigint[]) AND t.type = 'private' AND ${isWithheldTrip(actor)}),
  before_private AS MATERIALIZED (SELECT b.id FROM withheld w, LATERAL (SELECT t.id FROM trip t WHERE t.unit_id = w.unit_id
    AND t.started_at < w.started_at ORDER BY t.started_at DESC LIMIT 1) b),
  after_private AS MATERIALIZED (SELECT a.id FROM withheld w, LATERAL (SELECT t.id FROM trip t WHERE t.unit_id = w.unit_id
    AND t.started_at > w.started_at ORDER BY t.started_at LIMIT 1) a)`;

/** What is to be known of units to read what they told. */
export interface JudgedUnit {
  readonly id: number;
  /** Its tracker judges the driving: it told so, or it confirmed the thresholds that it was sent. */
  readonly is_own: boolean;
  readonly has_speed_limit: boolean;
  readonly is_boat: boolean;
  /** It tells whether its ignition is on, or that it idles: without either there is no saying how long it idled. */
  readonly tells_idling: boolean;
}

/** Of some units those that somebody drives: a trailer goes where it is towed, and what a machine does on its tracks is no driving. */
export async function drivenUnits({ db }: Viewer, unitIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM unit WHERE id = ANY (${int8Array(unitIds)}::bigint[]) AND kind <> 'machine' AND marker_symbol <> 'trailer'`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Of some units: which judge by themselves, by what they told up to 90 days before the period or later, and which have a speed limit now. */
export async function judgedUnits({ db }: Viewer, unitIds: readonly number[], from: Date): Promise<JudgedUnit[]> {
  const { rows } = await sql<JudgedUnit>`
    SELECT u.id, (EXISTS (SELECT FROM eco_event e WHERE e.unit_id = u.id AND e.kind IN ('acceleration', 'braking', 'cornering')
        AND e.noted_at >= ${from}::timestamptz - interval '90 days' AND e.source = 'tracker')
      OR coalesce((SELECT (c.parameters ->> 'is_on')::boolean FROM command c WHERE c.unit_id = u.id AND c.kind = 'eco-driving' AND c.state = 'acknowledged'
        ORDER BY c.id DESC LIMIT 1), false)) AS is_own,
      coalesce((SELECT s.settings ->> 'speedLimitKmh' FROM unit_setting s WHERE s.unit_id = u.id AND s.settings ? 'speedLimitKmh'
        ORDER BY s.valid_from DESC LIMIT 1), '') <> '' AS has_speed_limit,
      EXISTS (SELECT FROM unit b WHERE b.id = u.id AND ${isWatercraftKind('b.kind')}) AS is_boat,
      EXISTS (SELECT FROM unit_latest l WHERE l.unit_id = u.id AND l.named ->> 'ignition' IS NOT NULL) AS tells_idling
    FROM unnest(${int8Array(unitIds)}::bigint[]) AS u (id)`.execute(db);
  return rows;
}

export interface NamedRow {
  readonly id: number;
  readonly name: string;
  readonly registration_number: string | null;
  readonly imei: string | null;
}

export async function namesOfUnits(db: Kysely<Db>, ids: readonly number[]): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    SELECT u.id, u.name, u.registration_number, f.imei FROM unit u LEFT JOIN unit_trackers(${ids}::bigint[]) f ON f.unit_id = u.id
    WHERE u.id = ANY (${ids}::bigint[])`.execute(db);
  return rows;
}

/** Of some units those that are still in use. */
export async function unitsInUse(
  db: Kysely<Db>,
  ids: readonly number[],
): Promise<Pick<NamedRow, 'id' | 'name' | 'registration_number'>[]> {
  const { rows } = await sql<Pick<NamedRow, 'id' | 'name' | 'registration_number'>>`
    SELECT id, name, registration_number FROM unit WHERE id = ANY (${int8Array(ids)}::bigint[]) AND retired_at IS NULL`.execute(
    db,
  );
  return rows;
}

export async function namesOfMembers(db: Kysely<Db>, ids: readonly number[]): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    SELECT id, full_name AS name, NULL::text AS registration_number, NULL::text AS imei FROM member WHERE id = ANY (${ids}::bigint[])`.execute(
    db,
  );
  return rows;
}

export interface EventRow {
  readonly unit_id: number;
  readonly unit_name: string;
  readonly registration_number: string | null;
  readonly imei: string | null;
  readonly trip_id: number;
  readonly driver: string | null;
  readonly kind: EcoKind;
  readonly source: EcoSource;
  readonly at: Date;
  readonly noted_at: Date;
  readonly value: number | null;
  readonly limit_value: number | null;
  readonly duration_ms: number | null;
  readonly lat_e7: number | null;
  readonly lon_e7: number | null;
}

/** Where a page begins: after this event. */
export interface PageMark {
  readonly at: Date;
  readonly unitId: number;
  readonly kind: string;
}

/** The events of the trips that a report counts, the newest first; nothing of a time that is withheld from the viewer, nor of its edge. */
export async function ecoEvents(
  viewer: Viewer,
  filter: EcoFilter,
  { kinds, limit, after }: { readonly kinds: readonly string[]; readonly limit: number; readonly after: PageMark | undefined },
): Promise<EventRow[]> {
  const { db } = viewer;
  const scored = await scoredTrips(viewer, filter);
  const until = sql`e.at + coalesce(e.duration_ms, 0) * interval '1 ms'`;
  const { rows } = await sql<EventRow>`
    WITH ${besidePrivate(viewer, filter.unitIds)}, scored AS MATERIALIZED (
      SELECT t.id, t.unit_id, t.driver_member_id, t.started_at, t.ended_at, t.started_at - interval '1 day' AS from_at,
        t.ended_at + interval '5 minutes' AS until_at, t.id IN (SELECT id FROM after_private) AS is_after_private,
        t.id IN (SELECT id FROM before_private) AS is_before_private
      FROM trip t WHERE ${scored})
    SELECT e.unit_id, u.name AS unit_name, u.registration_number, f.imei, e.trip_id, m.full_name AS driver, e.kind, e.source, e.at, e.noted_at, e.value,
      e.limit_value, e.duration_ms, e.lat_e7, e.lon_e7
    FROM (
      SELECT DISTINCT ON (e.at, e.unit_id, e.kind) e.*, t.id AS trip_id, t.driver_member_id
      FROM scored t JOIN eco_event e ON e.unit_id = t.unit_id AND e.at >= t.from_at AND e.at <= t.until_at
      WHERE e.kind <> 'judged' ${kinds.length > 0 ? sql`AND e.kind = ANY (${[...kinds]}::text[])` : sql``}
        AND (e.kind = 'idling' OR e.at BETWEEN t.started_at AND t.ended_at)
        AND (e.at >= t.started_at OR (${until} >= t.started_at - interval '5 minutes' AND NOT t.is_after_private AND NOT EXISTS (
          SELECT FROM trip b WHERE b.unit_id = t.unit_id AND b.started_at <= e.at AND b.ended_at >= e.at - interval '5 minutes')))
        AND NOT (t.is_before_private AND ${until} > t.ended_at)
        ${after ? sql`AND (e.at, e.unit_id, e.kind) < (${after.at}::timestamptz, ${after.unitId}::bigint, ${after.kind}::text)` : sql``}
      ORDER BY e.at DESC, e.unit_id DESC, e.kind DESC, t.started_at <= e.at DESC, abs(extract(epoch FROM t.started_at - e.at)) LIMIT ${limit}) e
    JOIN unit u ON u.id = e.unit_id LEFT JOIN account_trackers() f ON f.unit_id = e.unit_id LEFT JOIN member m ON m.id = e.driver_member_id
    ORDER BY e.at DESC, e.unit_id DESC, e.kind DESC`.execute(db);
  return rows;
}

/** What the account's driving is judged by, at all times, in order; empty: nobody has changed anything. */
export async function settingsOf({ db, actor }: Viewer): Promise<{ valid_from: Date; settings: unknown }[]> {
  return db
    .selectFrom('eco_setting')
    .where('account_id', '=', actor.accountId)
    .select(['valid_from', 'settings'])
    .orderBy('valid_from')
    .execute();
}
