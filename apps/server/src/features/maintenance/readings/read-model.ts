import { type Kysely, sql } from 'kysely';
import type { HoursSource } from '@spora/contract/maintenance/readings';
import type { MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import {
  isInPrivateUse,
  isUntoldTrip,
  isWithheldAt,
  toldHours,
  toldOdometer,
  toldTrackerOdometer,
  type Viewer as PrivateViewer,
} from '../../../core/fleet/private-use.ts';
import type { ReadingKind } from './repository.ts';
import { type CountedReading, RUNNING_COLUMN } from './rules.ts';

interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: MemberActor;
}

/** A moment of a reading as the actor is told: of somebody else's private use only the day. */
const toldMoment = (
  actor: MemberActor,
  column: string,
) => sql`CASE WHEN ${isWithheldAt(actor, sql.ref('reading.unit_id'), sql.ref(column))}
  THEN (${sql.ref(column)} AT TIME ZONE ${actor.timeZone})::date::timestamp AT TIME ZONE ${actor.timeZone} ELSE ${sql.ref(column)} END`;

/** All readings of a kind, those taken back too: by when they were read off, newest first. */
export async function readingsOf({ db, actor }: Viewer, unitId: number, kind: ReadingKind) {
  return db
    .selectFrom('unit_reading as reading')
    .leftJoin('member', 'member.id', 'reading.member_id')
    .leftJoin('member as remover', 'remover.id', 'reading.removed_by_member_id')
    .where('reading.account_id', '=', actor.accountId)
    .where('reading.unit_id', '=', unitId)
    .where('reading.kind', '=', kind)
    .select([
      'reading.id',
      sql<Date>`${toldMoment(actor, 'reading.taken_at')}`.as('taken_at'),
      'reading.value',
      'reading.source',
      sql<Date>`${toldMoment(actor, 'reading.saved_at')}`.as('saved_at'),
      'reading.removed_at',
      'reading.hours_source',
      'member.full_name',
      'remover.full_name as remover_name',
    ])
    .orderBy('reading.taken_at', 'desc')
    .orderBy('reading.id', 'desc')
    .execute();
}

/** When the tracker reported last; of somebody else's private use it is not told. */
const contactTold = (actor: MemberActor) =>
  sql`CASE WHEN ${isInPrivateUse(actor, sql.ref('u.id'))} THEN NULL ELSE l.last_contact_at END`;

export interface OdometerNow {
  /** By the readings; null without any. */
  readonly odometer_m: number | null;
  /** What the tracker itself says. */
  readonly tracker_m: number | null;
  readonly newest_at: Date | null;
}

export async function odometerNow({ db, actor }: Viewer, unitId: number, now: Date): Promise<OdometerNow> {
  const { rows } = await sql<OdometerNow>`
    SELECT ${toldOdometer(actor, sql.ref('u.id'), now)} AS odometer_m,
      ${toldTrackerOdometer(actor, sql.ref('u.id'), now, sql`l.named ->> 'odometer_m'`)} AS tracker_m, ${contactTold(actor)} AS newest_at
    FROM unit u LEFT JOIN unit_latest l ON l.unit_id = u.id WHERE u.account_id = ${actor.accountId} AND u.id = ${unitId}`.execute(
    db,
  );
  return rows[0] ?? { odometer_m: null, tracker_m: null, newest_at: null };
}

/** Nobody reads off more exactly when it was: what is read then is read now. */
const NOW_MS = 15 * 60_000;

/** What the tracker itself says at an instant, metres: of now its newest value, before that what the last told trip until then ended with. */
export async function trackerAt(viewer: Viewer & { readonly now: () => Date }, unitId: number, at: Date): Promise<number | null> {
  const { db, actor } = viewer;
  const now = viewer.now();
  if (now.getTime() - at.getTime() < NOW_MS) return (await odometerNow(viewer, unitId, now)).tracker_m;
  const { rows } = await sql<{ tracker_m: number | null }>`
    SELECT t.stop_odometer_m AS tracker_m FROM trip t
    WHERE t.account_id = ${actor.accountId} AND t.unit_id = ${unitId} AND NOT t.is_ongoing AND NOT t.is_manual AND t.ended_at <= ${at}
      AND NOT ${isUntoldTrip(actor, now)} ORDER BY t.started_at DESC LIMIT 1`.execute(db);
  return rows[0]?.tracker_m ?? null;
}

/** What the unit shows at an instant by its readings, and what the readings around it say; metres. */
export async function aroundReading(
  { db, actor }: Viewer,
  unitId: number,
  at: Date,
): Promise<{ expectedM: number | null; beforeM: number | null; afterM: number | null }> {
  const { rows } = await sql<{ expected_m: number | null; before_m: number | null; after_m: number | null }>`
    SELECT odometer_of(${unitId}, ${at}, counter_at(${unitId}, ${at})) AS expected_m,
      (SELECT r.value FROM unit_reading r WHERE r.account_id = ${actor.accountId} AND r.unit_id = ${unitId} AND r.kind = 'odometer'
        AND r.removed_at IS NULL AND r.taken_at < ${at} ORDER BY r.taken_at DESC, r.id DESC LIMIT 1) AS before_m,
      (SELECT r.value FROM unit_reading r WHERE r.account_id = ${actor.accountId} AND r.unit_id = ${unitId} AND r.kind = 'odometer'
        AND r.removed_at IS NULL AND r.taken_at > ${at} ORDER BY r.taken_at, r.id DESC LIMIT 1) AS after_m`.execute(db);
  const [row] = rows;
  return { expectedM: row?.expected_m ?? null, beforeM: row?.before_m ?? null, afterM: row?.after_m ?? null };
}

export interface ChangedTrip {
  readonly id: number;
  readonly started_at: Date;
  readonly day_at: Date;
  readonly type: string;
  readonly driver_member_id: number | null;
  readonly start_before_m: number | null;
  readonly stop_before_m: number | null;
  readonly start_after_m: number;
  readonly stop_after_m: number;
  readonly count: number;
}

/**
 * UNIT-022: the trips that a reading would give another odometer, newest first: those from it to the next reading, and before it
 * those that no earlier one counts.
 */
export async function tripsChangedBy(
  { db, actor, now }: Viewer & { readonly now: () => Date },
  { unitId, at, valueM, limit }: { unitId: number; at: Date; valueM: number; limit: number },
): Promise<ChangedTrip[]> {
  const reading = sql`SELECT FROM unit_reading r WHERE r.unit_id = t.unit_id AND r.kind = 'odometer' AND r.removed_at IS NULL`;
  const { rows } = await sql<ChangedTrip>`
    SELECT *, count(*) OVER ()::int AS count FROM (
      SELECT t.id, t.started_at, (t.started_at AT TIME ZONE ${actor.timeZone})::date::timestamp AT TIME ZONE ${actor.timeZone} AS day_at, t.type,
        t.driver_member_id, coalesce(o.start_m, t.start_odometer_m) AS start_before_m,
        CASE WHEN o.start_m IS NULL THEN t.stop_odometer_m ELSE o.start_m + t.distance_m END AS stop_before_m,
        greatest(0, ${valueM}::bigint + t.counter_m - at.counter_m) AS start_after_m,
        greatest(0, ${valueM}::bigint + t.counter_m - at.counter_m) + t.distance_m AS stop_after_m
      FROM trip t, LATERAL (SELECT odometer_of(t.unit_id, t.started_at, t.counter_m) AS start_m) o,
        (SELECT counter_at(${unitId}, ${at}) AS counter_m) at
      WHERE t.account_id = ${actor.accountId} AND t.unit_id = ${unitId} AND NOT t.is_ongoing
        AND NOT ${isUntoldTrip(actor, now())} AND t.counter_m IS NOT NULL AND NOT (t.is_manual AND t.start_odometer_m IS NOT NULL) AND (
        (t.started_at >= ${at} AND NOT EXISTS (${reading} AND r.taken_at > ${at} AND r.taken_at <= t.started_at))
        OR (t.started_at < ${at} AND NOT EXISTS (${reading} AND r.taken_at <= t.started_at)
          AND NOT EXISTS (${reading} AND r.taken_at > t.started_at AND r.taken_at < ${at})))
    ) changed
    WHERE (start_before_m, stop_before_m) IS DISTINCT FROM (start_after_m, stop_after_m)
    ORDER BY started_at DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** The readings that count and that are told, oldest first, with what the unit had driven by then. */
export async function countedReadings({ db, actor }: Viewer, unitId: number): Promise<CountedReading[]> {
  const { rows } = await sql<{ taken_at: Date; value: number; counter_m: number }>`
    SELECT r.taken_at, r.value, counter_at(r.unit_id, r.taken_at) AS counter_m FROM unit_reading r
    WHERE r.account_id = ${actor.accountId} AND r.unit_id = ${unitId} AND r.kind = 'odometer' AND r.removed_at IS NULL
      AND NOT ${isWithheldAt(actor, sql.ref('r.unit_id'), sql.ref('r.taken_at'))}
    ORDER BY r.taken_at, r.id`.execute(db);
  return rows.map((row) => ({ timeMs: row.taken_at.getTime(), valueM: row.value, counterM: row.counter_m }));
}

/** The factor in force and since when; null where it never was another than 1. */
export async function factorAt({ db, actor }: Viewer, unitId: number, at: Date): Promise<{ value: number; from: Date } | null> {
  const { rows } = await sql<{ value: number; since: Date }>`
    WITH dated AS (
      SELECT valid_from, coalesce((settings ->> 'distanceFactor')::float8, 1) AS value FROM unit_setting
      WHERE account_id = ${actor.accountId} AND unit_id = ${unitId} AND valid_from <= ${at}
    ), changed AS (
      SELECT valid_from, value, lag(value, 1, 1::float8) OVER (ORDER BY valid_from) AS before FROM dated
    )
    SELECT value, valid_from AS since FROM changed WHERE value <> before ORDER BY valid_from DESC LIMIT 1`.execute(db);
  const [row] = rows;
  return row ? { value: row.value, from: row.since } : null;
}

export interface HoursNow {
  readonly hours_s: number | null;
  readonly source: HoursSource;
  readonly newest_at: Date | null;
  readonly available: HoursSource[];
}

/** The operating hours, seconds, by the unit's source, and the sources that ever counted in the last 90 days. */
export async function hoursNow({ db, actor }: Viewer, unitId: number, now: Date): Promise<HoursNow> {
  const { rows } = await sql<HoursNow>`
    SELECT ${toldHours(actor, sql.ref('u.id'), now)} AS hours_s, u.hours_source AS source, ${contactTold(actor)} AS newest_at, coalesce((
      SELECT array_remove(ARRAY[CASE WHEN sum(d.ignition_s) > 0 THEN 'ignition' END, CASE WHEN sum(d.input1_s) > 0 THEN 'input1' END,
        CASE WHEN sum(d.input2_s) > 0 THEN 'input2' END, CASE WHEN sum(d.input3_s) > 0 THEN 'input3' END,
        CASE WHEN sum(d.input4_s) > 0 THEN 'input4' END, CASE WHEN count(d.engine_total_s) > 0 THEN 'engine' END], NULL)
      FROM unit_running_day d WHERE d.unit_id = u.id AND d.day > ${now}::date - 90), '{}') AS available
    FROM unit u LEFT JOIN unit_latest l ON l.unit_id = u.id WHERE u.account_id = ${actor.accountId} AND u.id = ${unitId}`.execute(
    db,
  );
  return rows[0] ?? { hours_s: null, source: 'ignition', newest_at: null, available: [] };
}

/** What a source counted on the UTC day of an instant, seconds. */
export async function runOnDay({ db, actor }: Viewer, unitId: number, source: HoursSource, at: Date): Promise<number> {
  const { rows } = await sql<{ run_s: number }>`
    SELECT ${sql.ref(RUNNING_COLUMN[source])} AS run_s FROM unit_running_day
    WHERE account_id = ${actor.accountId} AND unit_id = ${unitId} AND day = (${at}::timestamptz AT TIME ZONE 'UTC')::date`.execute(
    db,
  );
  return rows[0]?.run_s ?? 0;
}

/** What the meters of a unit show; metres and seconds. */
export interface UnitMeters {
  readonly odometerM: number | null;
  readonly hoursS: number | null;
}

/** Of several units at once, by id, as the actor is told: by their readings, or what the tracker itself says where there are none. */
export async function metersOf(
  db: Kysely<Db>,
  actor: PrivateViewer['actor'] & { readonly accountId: number },
  unitIds: readonly number[],
  now: Date,
): Promise<Map<number, UnitMeters>> {
  if (unitIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; odometer_m: number | null; hours_s: number | null }>`
    SELECT u.id, coalesce(${toldOdometer(actor, sql.ref('u.id'), now)},
        ${toldTrackerOdometer(actor, sql.ref('u.id'), now, sql`l.named ->> 'odometer_m'`)}) AS odometer_m,
      ${toldHours(actor, sql.ref('u.id'), now)} AS hours_s
    FROM unit u LEFT JOIN unit_latest l ON l.unit_id = u.id
    WHERE u.account_id = ${actor.accountId} AND u.id = ANY (${unitIds}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, { odometerM: row.odometer_m, hoursS: row.hours_s }]));
}
