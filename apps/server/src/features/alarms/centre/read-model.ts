import {
  ALARM_URGENCIES,
  type AlarmClass,
  type AlarmKind,
  type AlarmUrgency,
  kindsOfUrgency,
  OVERRIDING_KINDS,
  SETTLED_WHEN_OVER,
} from '@spora/contract/alarms/kinds';
import type { AlarmState } from '@spora/contract/alarms/centre';
import type { UnitKind } from '@spora/contract/units/values';
import { HOUR_MS } from '@spora/calendar/durations';
import { type RawBuilder, sql } from 'kysely';
import { isWithheldAt, privateBetween } from '../../../core/fleet/private-use.ts';
import { type Viewer, visibleUnits } from '../../../core/fleet/visible-units.ts';
import { int8Array } from '../../../platform/database/binary-array.ts';
import type { Telling } from '../telling/rules.ts';

export interface AlarmRow {
  readonly id: number;
  readonly kind: AlarmKind;
  readonly class: AlarmClass;
  readonly subject: string;
  readonly unit_id: number | null;
  readonly unit_name: string | null;
  readonly registration_number: string | null;
  readonly unit_kind: UnitKind | null;
  readonly imei: string | null;
  /** As the viewer is told: of what happened in somebody else's private use midnight of its day. */
  readonly shown_at: Date;
  readonly is_day_only: boolean;
  readonly noticed_at: Date;
  readonly at: Date;
  readonly ended_at: Date | null;
  readonly lat_e7: number | null;
  readonly lon_e7: number | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly telling: Telling;
  /** Of a repeat: the alarm that it was counted to. */
  readonly repeats_id: number | null;
  /** Of what comes again and again within the quiet time the first: wherever alarms are counted they are one, for as long as any of them is open. */
  readonly matter_id: number;
  readonly repeated: number;
  readonly state: AlarmState;
  readonly seen_at: Date | null;
  readonly seen_by: string | null;
  readonly handled_at: Date | null;
  readonly handled_by: string | null;
  readonly note: string;
  readonly noted_at: Date | null;
  readonly noted_by: string | null;
  readonly reopened_at: Date | null;
  readonly reopened_by: string | null;
}

/** Where a page begins: after this alarm, by when it is shown. */
export interface PageMark {
  readonly shownAt: Date;
  readonly id: number;
}

export interface AlarmFilter {
  readonly states?: readonly string[];
  readonly classes?: readonly string[];
  readonly kinds?: readonly string[];
  readonly urgencies?: readonly AlarmUrgency[];
  /** Of the units that the viewer sees. */
  readonly unitIds?: readonly number[];
  readonly from?: Date;
  readonly before?: Date;
  readonly ids?: readonly number[];
  /** ALARM-035: what was raised as a security alarm, and what else is urgent: `saidAtOnce` of the brand it was raised at. */
  readonly saidAtOnce?: true;
}

/** The alarms that pass the filter, of units that the viewer sees and, for administrators, of the account as a whole. */
function passing({ db, actor }: Viewer, filter: AlarmFilter): RawBuilder<unknown> {
  const ids = visibleUnits({ db, actor }).select('unit.id');
  const among = (column: string, values: readonly string[] = []) =>
    values.length > 0 ? sql`AND ${sql.ref(column)} = ANY (${[...values]}::text[])` : sql``;
  const numbered = (column: string, values: readonly number[] = []) =>
    values.length > 0 ? sql`AND ${sql.ref(column)} = ANY (${int8Array(values)}::bigint[])` : sql``;
  return sql`a.account_id = ${actor.accountId} AND (a.unit_id IN (${ids}) OR (a.unit_id IS NULL AND ${actor.isAdmin}))
    ${among('a.state', filter.states)} ${among('a.class', filter.classes)} ${among('a.kind', filter.kinds)}
    ${numbered('a.unit_id', filter.unitIds)} ${numbered('a.id', filter.ids)}
    ${filter.saidAtOnce ? sql`AND (a.class = 'security' OR a.kind = ANY (${kindsOfUrgency('urgent')}::text[]))` : sql``}
    ${filter.from ? sql`AND a.at >= ${filter.from}` : sql``} ${filter.before ? sql`AND a.at < ${filter.before}` : sql``}`;
}

/**
 * In SQL: how urgent the alarm `a` is, as `urgencyOf` says it (decision 0079). That it is over is told with its time: of `w.is_day_only`
 * nobody is. Which are so is looked up moment by moment, so it is asked last, of those alone that it makes a difference to.
 */
const URGENCY = sql`CASE WHEN a.kind = ANY (${[...SETTLED_WHEN_OVER]}::text[]) AND a.ended_at IS NOT NULL AND NOT w.is_day_only THEN 'soon'
  WHEN a.kind = ANY (${kindsOfUrgency('urgent')}::text[]) THEN 'urgent' WHEN a.kind = ANY (${kindsOfUrgency('event')}::text[]) THEN 'event' ELSE 'soon' END`;

const ofUrgency = (urgencies: readonly AlarmUrgency[] = []): RawBuilder<unknown> =>
  urgencies.length > 0 ? sql`AND ${URGENCY} = ANY (${[...urgencies]}::text[])` : sql``;

/** In SQL: whether what happened in the alarm is told by its day alone. Of units that were never driven privately an index knows. */
const isDayOnly = ({ actor }: Viewer, alarm: 'a' | 'f'): RawBuilder<unknown> => {
  const [kind, unitId, at] = [sql.ref(`${alarm}.kind`), sql.ref(`${alarm}.unit_id`), sql.ref(`${alarm}.at`)];
  return sql`NOT (${kind} = ANY (${OVERRIDING_KINDS}::text[])) AND ${unitId} IS NOT NULL
      AND EXISTS (SELECT FROM trip p WHERE p.unit_id = ${unitId} AND p.type = 'private') AND ${isWithheldAt(actor, unitId, at)}`;
};

/**
 * In SQL: the first of what comes again, whether it is still open or not; the alarm itself where nobody may know by an hour that it came
 * again. A repeat of what was handled has nobody's message and waits for somebody all the same.
 */
const matterId = (viewer: Viewer): RawBuilder<unknown> =>
  sql`CASE WHEN a.telling = 'repeat' AND NOT w.is_day_only
    THEN coalesce((SELECT f.id FROM alarm f WHERE f.id = a.repeats_id AND NOT (${isDayOnly(viewer, 'f')})), a.id) ELSE a.id END`;

/**
 * The alarms that the viewer is told of. What happened in somebody else's private use is told by its day, and not before that is over
 * (TRIP-032). Of units that were never driven privately, which an index knows, the moments are not looked up one by one; and of days that
 * are over only where it is asked by which time an alarm is told.
 */
function toldAlarms(viewer: Viewer, filter: AlarmFilter, now: Date): RawBuilder<unknown> {
  const { actor } = viewer;
  const zone = actor.timeZone;
  const day = sql`(a.at AT TIME ZONE ${zone})::date`;
  return sql`
    SELECT a.*, w.is_day_only, ${URGENCY} AS urgency, ${matterId(viewer)} AS matter_id, CASE WHEN w.is_day_only THEN ${day}::timestamp AT TIME ZONE ${zone} ELSE a.at END AS shown_at
    FROM alarm a, LATERAL (SELECT ${isDayOnly(viewer, 'a')} AS is_day_only) w
    WHERE ${passing(viewer, filter)} ${ofUrgency(filter.urgencies)} AND (${day} < (${now}::timestamptz AT TIME ZONE ${zone})::date OR NOT w.is_day_only)`;
}

interface Page {
  readonly now: Date;
  readonly limit: number;
  readonly after?: PageMark | undefined;
}

/** Longer lasts no day by any clock: what is told by its day happened no later after its midnight. */
const LONGEST_DAY_MS = 26 * HOUR_MS;

/**
 * The newest first. Which alarms are told by their day is looked up moment by moment, so not of all: of as many of the newest as make the
 * page, and of more where too few of these are told.
 */
export async function listAlarms(viewer: Viewer, filter: AlarmFilter, page: Page): Promise<AlarmRow[]> {
  const { limit, after } = page;
  const before = after && new Date(after.shownAt.getTime() + LONGEST_DAY_MS);
  const near = { ...filter, ...(before && (!filter.before || before < filter.before) ? { before } : {}) };
  for (let among = 2 * limit; ; among *= 8) {
    const reached = await nthNewest(viewer, near, among);
    const rows = await toldSince(viewer, near, page, reached);
    if (rows.length >= limit || reached === null) return rows;
  }
}

/** When the alarm of that rank was, counted from the newest; null where there are fewer. */
async function nthNewest(viewer: Viewer, filter: AlarmFilter, rank: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`SELECT a.at FROM alarm a WHERE ${passing(viewer, filter)}
    ORDER BY a.at DESC, a.id DESC OFFSET ${rank - 1} LIMIT 1`.execute(viewer.db);
  return rows[0]?.at ?? null;
}

/** A page of what is told as `reached` or later: nothing that happened before can be among it. Null: of all. */
async function toldSince(
  viewer: Viewer,
  filter: AlarmFilter,
  { now, limit, after }: Page,
  reached: Date | null,
): Promise<AlarmRow[]> {
  const near = reached && (!filter.from || reached > filter.from) ? { ...filter, from: reached } : filter;
  const onwards = after ? sql`AND (x.shown_at, x.id) < (${after.shownAt}::timestamptz, ${after.id}::bigint)` : sql``;
  const late = reached ? sql`x.shown_at >= ${reached}` : sql`true`;
  const { rows } = await sql<AlarmRow>`
    SELECT x.id, x.kind, x.class, x.subject, x.unit_id, u.name AS unit_name, u.registration_number, u.kind AS unit_kind, f.imei, x.shown_at,
      x.is_day_only, x.noticed_at, x.at, x.ended_at, x.lat_e7, x.lon_e7, x.details, x.telling, x.repeats_id, x.matter_id, x.state, x.seen_at, s.full_name AS seen_by,
      x.handled_at, h.full_name AS handled_by, x.note, x.noted_at, n.full_name AS noted_by,
      x.reopened_at, o.full_name AS reopened_by, (SELECT count(*)::integer FROM alarm r WHERE r.repeats_id = x.id) AS repeated
    FROM (SELECT * FROM (${toldAlarms(viewer, near, now)}) x WHERE ${late} ${onwards}
      ORDER BY x.shown_at DESC, x.id DESC LIMIT ${limit}) x
    LEFT JOIN unit u ON u.id = x.unit_id LEFT JOIN account_trackers() f ON f.unit_id = x.unit_id
    LEFT JOIN member s ON s.id = x.seen_by_member_id LEFT JOIN member h ON h.id = x.handled_by_member_id
    LEFT JOIN member n ON n.id = x.noted_by_member_id LEFT JOIN member o ON o.id = x.reopened_by_member_id
    ORDER BY x.shown_at DESC, x.id DESC`.execute(viewer.db);
  return rows;
}

/** Units with alarms that nobody has handled: how many of each, as far as the viewer is told. */
export async function openOfUnits(
  viewer: Viewer,
  now: Date,
): Promise<{ id: number; imei: string | null; count: number; urgency: AlarmUrgency }[]> {
  const { rows } = await sql<{ id: number; imei: string | null; count: number; urgencies: AlarmUrgency[] }>`
    SELECT x.unit_id AS id, f.imei, count(DISTINCT x.matter_id)::integer AS count, array_agg(DISTINCT x.urgency) AS urgencies
    FROM (${toldAlarms(viewer, { states: ['new', 'seen'] }, now)}) x LEFT JOIN account_trackers() f ON f.unit_id = x.unit_id
    WHERE x.unit_id IS NOT NULL GROUP BY x.unit_id, f.imei ORDER BY x.unit_id`.execute(viewer.db);
  return rows.map(({ urgencies, ...unit }) => ({
    ...unit,
    urgency: ALARM_URGENCIES.find((urgency) => urgencies.includes(urgency)) ?? 'event',
  }));
}

/**
 * Who drove a unit at a time, of a trip that the viewer may see. `is_usual`: nobody checked in or said so, and who usually drives cannot be
 * taken for the driver: it is a security alarm, or of a trip on which the unit was towed or in theft mode.
 */
export async function driverAt(
  { db, actor }: Viewer,
  { unitId, at, isSecurity }: { readonly unitId: number; readonly at: Date; readonly isSecurity: boolean },
): Promise<{ readonly name: string; readonly phone: string; readonly is_usual: boolean } | null> {
  const { rows } = await sql<{ name: string; phone: string; is_usual: boolean }>`
    SELECT m.full_name AS name, m.phone, t.edited_driver_id IS NULL AND t.checked_in_driver_id IS NULL AND (${isSecurity}
        OR EXISTS (SELECT FROM alarm a WHERE a.account_id = t.account_id AND a.unit_id = t.unit_id AND a.kind IN ('towing', 'theft-mode')
          AND (a.at BETWEEN t.started_at AND greatest(t.ended_at, ${at}) OR ${at} BETWEEN a.at AND coalesce(a.ended_at, ${at})))) AS is_usual
    FROM trip t JOIN member m ON m.id = t.driver_member_id
    WHERE t.account_id = ${actor.accountId} AND t.unit_id = ${unitId} AND t.started_at <= ${at} AND (t.is_ongoing OR t.ended_at >= ${at})
      AND NOT ${isWithheldAt(actor, sql.ref('t.unit_id'), sql`${at}::timestamptz`)}
    ORDER BY t.started_at DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** Who ended the theft mode that began at a time; null: nobody did, or it goes on. */
export async function theftEndedBy({ db, actor }: Viewer, unitId: number, startedAt: Date): Promise<string | null> {
  const row = await db
    .selectFrom('theft_mode')
    .innerJoin('member', 'member.id', 'theft_mode.ended_by_member_id')
    .where('theft_mode.account_id', '=', actor.accountId)
    .where('theft_mode.unit_id', '=', unitId)
    .where('theft_mode.started_at', '=', startedAt)
    .select('member.full_name')
    .executeTakeFirst();
  return row?.full_name ?? null;
}

/**
 * When a unit crossed a zone again after a time, the other way; null: it has not, or somebody else's private use lies between, whether that
 * crossed the zone or not (decision 0086).
 */
export async function crossedBackAt(
  { db, actor }: Viewer,
  { unitId, zoneId, at, kind }: { readonly unitId: number; readonly zoneId: number; readonly at: Date; readonly kind: AlarmKind },
): Promise<Date | null> {
  const isTold = sql`NOT ${isWithheldAt(actor, sql.ref('c.unit_id'), sql.ref('c.at'))}
    AND NOT ${privateBetween(actor, 'c.unit_id', { from: sql`${at}::timestamptz`, to: sql.ref('c.at') })}`;
  const { rows } = await sql<{ at: Date | null }>`
    SELECT CASE WHEN ${isTold} THEN c.at END AS at FROM zone_crossing c
    WHERE c.account_id = ${actor.accountId} AND c.unit_id = ${unitId} AND c.zone_id = ${zoneId} AND c.at > ${at}
      AND c.direction = ${kind === 'zone-entered' ? 'left' : 'entered'} ORDER BY c.at LIMIT 1`.execute(db);
  return rows[0]?.at ?? null;
}

/** Whom to ring of a unit: who drives it unless somebody else is known to, with a telephone. */
export async function usualDriver(
  { db, actor }: Viewer,
  unitId: number,
  now: Date,
): Promise<{ name: string; phone: string } | null> {
  const { rows } = await sql<{ name: string; phone: string }>`
    SELECT m.full_name AS name, m.phone FROM member m WHERE m.account_id = ${actor.accountId} AND m.removed_at IS NULL AND m.phone <> ''
      AND m.id = (SELECT (s.settings ->> 'driverMemberId')::bigint FROM unit_setting s
        WHERE s.account_id = ${actor.accountId} AND s.unit_id = ${unitId} AND s.valid_from <= ${now} ORDER BY s.valid_from DESC LIMIT 1)`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** How many pass that are so urgent, as far as the viewer is told; what comes again by the most urgent of it. */
export async function countByUrgency(viewer: Viewer, filter: AlarmFilter, now: Date): Promise<ReadonlyMap<AlarmUrgency, number>> {
  const { rows } = await sql<{ urgency: AlarmUrgency; count: number }>`
    SELECT m.urgency, count(*)::integer AS count
    FROM (SELECT DISTINCT ON (x.matter_id) x.urgency FROM (${toldAlarms(viewer, filter, now)}) x
      ORDER BY x.matter_id, array_position(${[...ALARM_URGENCIES]}::text[], x.urgency)) m GROUP BY m.urgency`.execute(viewer.db);
  return new Map(rows.map(({ urgency, count }) => [urgency, count]));
}

/** How many the viewer is told of that nobody has seen, and that nobody has handled. */
export async function countOpen(viewer: Viewer, now: Date): Promise<{ fresh: number; open: number }> {
  const { rows } = await sql<{ fresh: number; open: number }>`
    SELECT count(DISTINCT x.matter_id) FILTER (WHERE x.state = 'new')::integer AS fresh, count(DISTINCT x.matter_id)::integer AS open
    FROM (${toldAlarms(viewer, { states: ['new', 'seen'] }, now)}) x`.execute(viewer.db);
  return rows[0] ?? { fresh: 0, open: 0 };
}
