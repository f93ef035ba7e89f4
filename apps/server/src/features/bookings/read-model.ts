import { DAY_MS } from '@spora/calendar/durations';
import {
  BOOKING_AHEAD_MAX_DAYS,
  BOOKING_MAX_DAYS,
  type BookingKind,
  type BookingState,
  OVERDUE_PLANS,
  type OverduePlan,
} from '@spora/contract/bookings/limits';
import type { BookingLoss } from '@spora/contract/bookings/endpoints';
import type { Unit } from '@spora/contract/units/endpoints';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { featureIsOn } from '../../core/fleet/unit-features.ts';
import { isUntoldTrip, isWithheldTrip } from '../../core/fleet/private-use.ts';
import { fittedTrackers, HAS_TRIP_LOG, type Viewer, visibleUnits } from '../../core/fleet/visible-units.ts';
import type { AccountId } from '../../platform/ctx.ts';
import { int8Array } from '../../platform/database/binary-array.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { type Drive, drivenUntilMs, fetchedLateMs, type Span } from './rules.ts';
import { byName, NAME_ORDER } from '../../platform/database/name-order.ts';

export async function isEnabled(db: Kysely<Db>, accountId: AccountId): Promise<boolean> {
  const row = await db.selectFrom('account').where('id', '=', accountId).select('car_schedule').executeTakeFirstOrThrow();
  return row.car_schedule;
}

export interface BookableUnit {
  readonly id: number;
  readonly imei: string;
  readonly name: string;
  readonly registration_number: string | null;
  readonly kind: string;
  readonly marker_symbol: string;
  readonly model: string;
  readonly subscription_type: string;
  readonly features: readonly string[];
  readonly seats: number | null;
  readonly fuel_type: Unit['fuel_type'];
  readonly department: string | null;
  /** What of its service plan is overdue, where that was asked; null: nothing. */
  readonly overdue?: readonly OverduePlan[] | null;
}

/** In SQL, of a service plan `p`: it is overdue, and of a kind that is told to who books. */
const IS_OVERDUE = sql<boolean>`p.kind = ANY (${[...OVERDUE_PLANS]}::text[]) AND p.removed_at IS NULL AND p.watched_state = 'overdue'`;

/** The vehicles, boats and machines that the viewer sees, by name. `bookable`: only those that can be booked (DEC-73, FEAT-001). `tellsOverdue`: for the answer to have it. */
export async function unitsOf(
  viewer: Viewer,
  { imeis, bookable = false, tellsOverdue = false }: { imeis: readonly string[]; bookable?: boolean; tellsOverdue?: boolean },
): Promise<BookableUnit[]> {
  const rows = await visibleUnits(viewer)
    .innerJoin(fittedTrackers.as('fitted'), 'fitted.unit_id', 'unit.id')
    .innerJoin('unit as u', 'u.id', 'unit.id')
    .leftJoin('object_description as o', 'o.unit_id', 'unit.id')
    .where('unit.retired_at', 'is', null)
    .where('unit.kind', 'in', ['vehicle', 'boat', 'water-jet', 'machine', 'other'])
    .$if(imeis.length > 0, (units) => units.where('fitted.imei', 'in', [...imeis]))
    .$if(bookable, (units) => units.where(HAS_TRIP_LOG).where(featureIsOn('booking')))
    .$if(tellsOverdue, (units) =>
      units.select(
        sql<OverduePlan[] | null>`(SELECT array_agg(DISTINCT p.kind ORDER BY p.kind) FROM service_plan p
          WHERE p.account_id = unit.account_id AND p.unit_id = unit.id AND ${IS_OVERDUE})`.as('overdue'),
      ),
    )
    .select([
      'unit.id',
      'fitted.imei',
      'unit.name',
      'unit.registration_number',
      'unit.kind',
      'u.marker_symbol',
      'unit.subscription_type',
      'unit.features',
      'unit.seats',
      'unit.fuel_type',
      'unit.department',
      sql<string>`coalesce(nullif(trim(concat_ws(' ', o.manufacturer, o.model)), ''), unit.vehicle_type, '')`.as('model'),
    ])
    .orderBy(byName('unit.name'))
    .orderBy('unit.id')
    .execute();
  return rows as BookableUnit[];
}

export interface BookingRow {
  readonly id: number;
  readonly unit_id: number;
  readonly kind: BookingKind;
  readonly state: BookingState;
  readonly driver_id: number | null;
  readonly driver_name: string;
  readonly booked_by: number;
  readonly booked_by_name: string;
  readonly purpose: string;
  readonly from_ms: number;
  readonly to_ms: number;
  readonly row_id: number | null;
}

const MS = (at: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(extract(epoch FROM ${at}) * 1000)::float8`;
const COLUMNS = sql`b.id, b.unit_id, b.kind, b.state, b.driver_id, coalesce(d.full_name, '') AS driver_name, b.booked_by,
  coalesce(m.full_name, '') AS booked_by_name, b.purpose, ${MS(sql`b.starts_at`)} AS from_ms, ${MS(sql`b.ends_at`)} AS to_ms, b.row_id`;
const NAMES = sql`LEFT JOIN member d ON d.id = b.driver_id LEFT JOIN member m ON m.id = b.booked_by`;
const range = ({ fromMs, toMs }: Span): RawBuilder<string> =>
  sql<string>`tstzrange(${new Date(fromMs)}::timestamptz, ${new Date(toMs)}::timestamptz)`;

/** In SQL: what shares a moment with a span, found by when it begins: none is longer than is allowed (`BOOKING_MAX_DAYS`). */
const within = ({ fromMs, toMs }: Span): RawBuilder<boolean> => {
  const earliest = new Date(fromMs - (BOOKING_MAX_DAYS + 1) * DAY_MS);
  return sql<boolean>`(b.starts_at < ${new Date(toMs)} AND b.starts_at > ${earliest} AND b.ends_at > ${new Date(fromMs)})`;
};

/** `ofMember`: what a member drives or made; `drivenBy`: what they drive. */
export type OwnOnly = { readonly ofMember: number } | { readonly drivenBy: number };

const ownOnly = (own: OwnOnly | undefined): RawBuilder<unknown> => {
  if (!own) return sql``;
  if ('drivenBy' in own) return sql`AND b.driver_id = ${own.drivenBy}`;
  return sql`AND (b.driver_id = ${own.ofMember} OR b.booked_by = ${own.ofMember})`;
};

/** What holds time of these units within a span, in order; `releasedBy`: also what was let go and is over by then. */
export async function heldWithin(
  { db, actor }: Viewer,
  unitIds: readonly number[],
  span: Span,
  { own, releasedBy }: { own?: OwnOnly | undefined; releasedBy?: Date | undefined } = {},
): Promise<BookingRow[]> {
  const states = sql`b.state IN ('requested', 'booked')`;
  const { rows } = await sql<BookingRow>`SELECT ${COLUMNS} FROM booking b ${NAMES}
    WHERE b.account_id = ${actor.accountId} AND ${within(span)} AND ${releasedBy ? sql`(${states} OR b.state = 'released' AND b.ends_at <= ${releasedBy})` : states}
      AND b.unit_id = ANY (${int8Array(unitIds)}::bigint[]) ${ownOnly(own)} ORDER BY b.starts_at, b.id`.execute(db);
  return rows;
}

export interface Outcome {
  readonly was_driven: boolean | null;
  /** When it was driven off, where that was late. */
  readonly fetched_ms: number | null;
  /** Until when it was driven, where that was too long. */
  readonly driven_until_ms: number | null;
  readonly returned_at: Date | null;
}

type Trip = readonly [
  fromMs: number,
  untilMs: number | null,
  driverId: number | null,
  isUsual: boolean,
  ...places: (number | null)[],
];
interface OutcomeRow extends Omit<Outcome, 'fetched_ms' | 'driven_until_ms'> {
  readonly id: number;
  readonly from_ms: number;
  readonly to_ms: number;
  readonly driver_id: number | null;
  readonly is_told: boolean;
  readonly is_day_told: boolean;
  readonly next_ms: number | null;
  readonly own_next_ms: number | null;
  readonly trips: readonly Trip[];
}
const placeOf = (latE7: number | null | undefined, lonE7: number | null | undefined): Drive['start'] =>
  typeof latE7 === 'number' && typeof lonE7 === 'number' ? { lat: latE7 / 1e7, lon: lonE7 / 1e7 } : null;
const toDrive = ([fromMs, untilMs, driverId, isUsual, ...at]: Trip): Drive => {
  return { fromMs, untilMs, driverId, isUsual, start: placeOf(at[0], at[1]), stop: placeOf(at[2], at[3]) };
};

/**
 * What came of bookings that are over, by their ids. That nothing was driven, or late, is told only where nothing is withheld on any of its
 * days by the account's clock, and the former not of today: it would tell when somebody's private trip was. What follows from trips follows
 * from those that the viewer is told of.
 */
export async function outcomesOf({ db, actor }: Viewer, bookingIds: readonly number[], now: Date): Promise<Map<number, Outcome>> {
  if (bookingIds.length === 0) return new Map();
  const told = sql`NOT ${isWithheldTrip(actor)} AND NOT ${isUntoldTrip(actor, now)}`;
  const dayOf = (at: RawBuilder<unknown>) =>
    sql`(date_trunc('day', ${at} AT TIME ZONE ${actor.timeZone}) AT TIME ZONE ${actor.timeZone})`;
  const ofUnit = sql`t.unit_id = b.unit_id AND t.account_id = b.account_id`;
  const next = sql`SELECT min(n.starts_at) FROM booking n WHERE n.unit_id = b.unit_id AND n.id <> b.id AND n.state = 'booked' AND n.starts_at >= b.ends_at`;
  const { rows } = await sql<OutcomeRow>`
    SELECT b.id, b.returned_at, ${MS(sql`b.starts_at`)} AS from_ms, ${MS(sql`b.ends_at`)} AS to_ms, b.driver_id,
      b.kind = 'drive' AND b.state = 'booked' AS is_told, hidden.is_none AS is_day_told, ${MS(sql`(${next})`)} AS next_ms,
      ${MS(sql`(${next} AND n.driver_id = b.driver_id)`)} AS own_next_ms,
      CASE WHEN b.kind <> 'drive' OR b.state = 'requested' THEN NULL WHEN met.driven THEN true
        WHEN b.ends_at >= ${dayOf(sql`${now}::timestamptz`)} OR NOT hidden.is_none THEN NULL ELSE false END AS was_driven,
      coalesce(met.trips, '[]') AS trips
    FROM booking b
    LEFT JOIN LATERAL (SELECT coalesce(bool_or(t.started_at < b.ends_at AND t.ended_at > b.starts_at), false) AS driven,
        jsonb_agg(jsonb_build_array(${MS(sql`t.started_at`)}, CASE WHEN NOT t.is_ongoing THEN ${MS(sql`t.ended_at`)} END, t.driver_member_id,
          coalesce(t.driver_member_id = t.computed_driver_id, false),
          t.start_lat_e7, t.start_lon_e7, t.stop_lat_e7, t.stop_lon_e7) ORDER BY t.started_at) AS trips
      FROM trip t WHERE ${ofUnit} AND t.started_at < b.ends_at + interval '12 hours' AND t.ended_at > b.starts_at - interval '3 hours'
        AND t.started_at > b.starts_at - interval '2 days' AND t.merged_into_id IS NULL AND ${told}) met ON true
    CROSS JOIN LATERAL (SELECT NOT EXISTS (SELECT FROM trip t WHERE ${ofUnit}
      AND t.started_at < ${dayOf(sql`b.ends_at`)} + interval '26 hours' AND t.ended_at > ${dayOf(sql`b.starts_at`)}
      AND t.started_at > b.starts_at - interval '3 days' AND ${isWithheldTrip(actor)}) AS is_none) hidden
    WHERE b.account_id = ${actor.accountId} AND b.ends_at <= ${now} AND b.id = ANY (${int8Array(bookingIds)}::bigint[])`.execute(
    db,
  );
  return new Map(
    rows.map(({ id, was_driven, returned_at, ...row }) => {
      const drives = row.trips.map(toDrive);
      const time = { fromMs: row.from_ms, toMs: row.to_ms };
      const whole = { ...time, driverId: row.driver_id, nextMs: row.next_ms, ownNextMs: row.own_next_ms };
      return [
        id,
        {
          was_driven,
          returned_at,
          fetched_ms: row.is_told && row.is_day_told ? fetchedLateMs(time, drives) : null,
          driven_until_ms: row.is_told && returned_at === null ? drivenUntilMs(whole, drives) : null,
        },
      ];
    }),
  );
}

export interface RemovedRow {
  readonly unit_name: string;
  readonly driver_name: string;
  readonly purpose: string;
  readonly from: Date;
  readonly to: Date;
  readonly removed_by: string;
  readonly at: Date;
}

/**
 * By the audit log, what would have held time of units of these names within a span; nothing is booked further ahead than is allowed. What was
 * booked again as it was, as Undo does, was not cancelled in the end, whatever became of it after that.
 */
export async function removedWithin(
  { db, actor }: Viewer,
  unitNames: readonly string[],
  { fromMs, toMs }: Span,
): Promise<RemovedRow[]> {
  const [from, to] = [new Date(fromMs), new Date(toMs)];
  const earliest = new Date(fromMs - (BOOKING_AHEAD_MAX_DAYS + BOOKING_MAX_DAYS) * DAY_MS);
  const { rows } = await sql<RemovedRow>`
    WITH told AS MATERIALIZED (SELECT e.id, e.at, e.action, e.subject, e.actor_member_id, e.actor_name, (e.details ->> 'from')::timestamptz AS starts_at,
        (e.details ->> 'to')::timestamptz AS ends_at, e.details ->> 'purpose' AS purpose, e.details ->> 'user' AS driver_id
      FROM audit_entry e WHERE e.account_id = ${actor.accountId} AND e.at > ${earliest} AND e.action IN ('booking-deleted', 'booking-made')
        AND e.details ->> 'from' < ${to.toISOString()})
    SELECT e.subject AS unit_name, coalesce(d.full_name, '') AS driver_name, coalesce(e.purpose, '') AS purpose, e.starts_at AS from,
      e.ends_at AS to, coalesce(m.full_name, e.actor_name) AS removed_by, e.at
    FROM told e LEFT JOIN member m ON m.id = e.actor_member_id AND m.account_id = ${actor.accountId}
      LEFT JOIN member d ON d.id::text = e.driver_id AND d.account_id = ${actor.accountId}
    WHERE e.action = 'booking-deleted' AND e.starts_at < ${to} AND e.ends_at > ${from} AND e.subject = ANY (${[...unitNames]}::text[])
      AND NOT EXISTS (SELECT FROM told again WHERE again.action = 'booking-made' AND again.id > e.id AND again.subject = e.subject
        AND again.starts_at = e.starts_at AND again.ends_at = e.ends_at AND again.purpose = e.purpose
        AND again.driver_id IS NOT DISTINCT FROM e.driver_id)
    ORDER BY e.starts_at, e.id`.execute(db);
  return rows;
}

/** DEC-26: what else a driver has within a span. */
export async function drivenWithin(
  { db, actor }: Viewer,
  driverId: number,
  span: Span,
): Promise<(BookingRow & { unit_name: string })[]> {
  const { rows } = await sql<BookingRow & { unit_name: string }>`SELECT ${COLUMNS}, u.name AS unit_name FROM booking b ${NAMES}
    JOIN unit u ON u.id = b.unit_id
    WHERE b.account_id = ${actor.accountId} AND b.driver_id = ${driverId} AND ${within(span)}
      AND b.state IN ('requested', 'booked') ORDER BY b.starts_at, b.id`.execute(db);
  return rows;
}

/** BOOK-004: when the oldest booking of these units begins; null before there is one. */
export async function oldestOf({ db, actor }: Viewer, unitIds: readonly number[]): Promise<number | null> {
  const { rows } = await sql<{ from_ms: number }>`SELECT ${MS(sql`b.starts_at`)} AS from_ms FROM booking b
    WHERE b.account_id = ${actor.accountId} AND b.state IN ('requested', 'booked') AND b.unit_id = ANY (${int8Array(unitIds)}::bigint[])
    ORDER BY b.starts_at LIMIT 1`.execute(db);
  return rows[0]?.from_ms ?? null;
}

export interface WholeBooking extends BookingRow {
  readonly imei: string;
  readonly unit_name: string;
  readonly registration_number: string | null;
  readonly returned_at: Date | null;
  readonly reason: string | null;
  readonly in_row: number;
  readonly note: string | null;
  readonly odometer_km: number | null;
  readonly fuel_pct: number | null;
  readonly handed_over_by: string | null;
  readonly handed_over_at: Date | null;
  readonly has_picture: boolean;
}

/** Bookings of units that the viewer sees, whole: by their ids, or all that wait for an approver. */
export async function wholeBookings(
  viewer: Viewer,
  which: { readonly id: number } | 'requested',
  now: Date,
): Promise<WholeBooking[]> {
  const { db, actor } = viewer;
  const units = visibleUnits(viewer).select('unit.id');
  const { rows } =
    await sql<WholeBooking>`SELECT ${COLUMNS}, f.imei, u.name AS unit_name, u.registration_number, b.returned_at, b.reason,
      CASE WHEN b.row_id IS NULL THEN 1 ELSE (SELECT count(*)::int FROM booking r WHERE r.row_id = b.row_id AND r.state IN ('requested', 'booked')
        AND r.starts_at >= b.starts_at AND r.starts_at > ${now}) END AS in_row,
      h.note, h.odometer_km, h.fuel_pct, g.full_name AS handed_over_by, h.at AS handed_over_at,
      EXISTS (SELECT FROM booking_picture p WHERE p.booking_id = b.id) AS has_picture
    FROM booking b ${NAMES} JOIN unit u ON u.id = b.unit_id LEFT JOIN ${fittedTrackers} f ON f.unit_id = u.id
    LEFT JOIN booking_hand_over h ON h.booking_id = b.id LEFT JOIN member g ON g.id = h.member_id
    WHERE b.account_id = ${actor.accountId} AND b.unit_id IN (${units})
      AND ${which === 'requested' ? sql`b.state = 'requested'` : sql`b.id = ${which.id}`} ORDER BY b.starts_at, b.id`.execute(db);
  return rows;
}

/** A booking among others of its row. */
export interface BookingInRow extends BookingRow {
  readonly imei: string | null;
  readonly unit_name: string;
}

/**
 * The others of a booking's row that hold time of units that the viewer sees and begin at `fromMs` or later, in order; with `isHeld` they are
 * held until the transaction ends.
 */
export async function othersInRow(
  viewer: Viewer,
  { id, row_id }: BookingRow,
  { fromMs, isHeld }: { readonly fromMs: number; readonly isHeld: boolean },
): Promise<BookingInRow[]> {
  if (row_id === null) return [];
  const { rows } = await sql<BookingInRow>`SELECT ${COLUMNS}, f.imei, u.name AS unit_name FROM booking b ${NAMES}
    JOIN unit u ON u.id = b.unit_id LEFT JOIN ${fittedTrackers} f ON f.unit_id = u.id
    WHERE b.account_id = ${viewer.actor.accountId} AND b.row_id = ${row_id} AND b.id <> ${id} AND b.starts_at >= ${new Date(fromMs)}
      AND b.state IN ('requested', 'booked') AND b.unit_id IN (${visibleUnits(viewer).select('unit.id')})
    ORDER BY b.starts_at, b.id ${isHeld ? sql`FOR UPDATE OF b` : sql``}`.execute(viewer.db);
  return rows;
}

/**
 * BOOK-050: of these rows those that hold more than one booking of units that the viewer sees. What was released is of its row all the same:
 * whether a booking is one of several says nothing of what was driven.
 */
export async function repeatedRows(viewer: Viewer, rowIds: readonly (number | null)[]): Promise<ReadonlySet<number>> {
  const ids = [...new Set(rowIds.filter((id) => id !== null))];
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ row_id: number }>`SELECT b.row_id FROM booking b WHERE b.account_id = ${viewer.actor.accountId}
    AND b.row_id = ANY (${int8Array(ids)}::bigint[]) AND b.state <> 'refused' AND b.unit_id IN (${visibleUnits(viewer).select('unit.id')})
    GROUP BY b.row_id HAVING count(*) > 1`.execute(viewer.db);
  return new Set(rows.map(({ row_id }) => row_id));
}

export interface Driven {
  readonly trips: number;
  readonly distance_m: number;
  readonly from_ms: number | null;
  readonly until_ms: number | null;
  /** It had been driven shortly before. */
  readonly was_out: boolean;
  /** By a check-in, a tag or a correction; whoever drives the unit as a rule is a guess, and nobody's word. */
  readonly drivers: readonly string[];
  readonly driver_ids: readonly number[];
  /** As the log has it, however that is known. */
  readonly log_drivers: readonly string[];
  readonly log_driver_ids: readonly number[];
  /** Of some of its trips the log names nobody. */
  readonly has_undriven: boolean;
}

/** In SQL: the driver `m` of a trip `t` is one by a check-in, a tag or a correction. */
const isKnown = sql`m.id = coalesce(t.edited_driver_id, t.checked_in_driver_id)`;
const namesOf = (which: RawBuilder<unknown>) =>
  sql`coalesce(array_agg(DISTINCT m.full_name ${NAME_ORDER} ORDER BY m.full_name ${NAME_ORDER}) FILTER (WHERE m.id IS NOT NULL AND ${which}), '{}')`;
const idsOf = (which: RawBuilder<unknown>) =>
  sql`coalesce(array_agg(DISTINCT m.id::float8) FILTER (WHERE m.id IS NOT NULL AND ${which}), '{}')`;

/** What was driven in a span of a unit, of trips that the viewer is told of. */
export async function drivenIn({ db, actor }: Viewer, unitId: number, { fromMs, toMs }: Span, now: Date): Promise<Driven> {
  const { rows } = await sql<Driven>`
    SELECT (count(*) FILTER (WHERE t.merged_into_id IS NULL))::int AS trips, coalesce(sum(t.distance_m), 0)::float8 AS distance_m,
      ${MS(sql`min(t.started_at)`)} AS from_ms, CASE WHEN NOT coalesce(bool_or(t.is_ongoing), false) THEN ${MS(sql`max(t.ended_at)`)} END AS until_ms,
      EXISTS (SELECT FROM trip t WHERE t.unit_id = ${unitId} AND t.account_id = ${actor.accountId} AND t.started_at < ${new Date(fromMs)}
        AND t.started_at > ${new Date(fromMs)}::timestamptz - interval '1 day' AND t.ended_at > ${new Date(fromMs)}::timestamptz - interval '3 hours'
        AND NOT ${isWithheldTrip(actor)} AND NOT ${isUntoldTrip(actor, now)}) AS was_out,
      ${namesOf(isKnown)} AS drivers, ${idsOf(isKnown)} AS driver_ids, ${namesOf(sql`true`)} AS log_drivers, ${idsOf(sql`true`)} AS log_driver_ids,
      coalesce(bool_or(t.driver_member_id IS NULL), false) AS has_undriven
    FROM trip t LEFT JOIN member m ON m.id = t.driver_member_id
    WHERE t.unit_id = ${unitId} AND t.account_id = ${actor.accountId} AND t.started_at < ${new Date(toMs)} AND t.ended_at > ${new Date(fromMs)}
      AND t.started_at > ${new Date(fromMs)}::timestamptz - interval '2 days'
      AND NOT ${isWithheldTrip(actor)} AND NOT ${isUntoldTrip(actor, now)}`.execute(db);
  const nobody = { drivers: [], driver_ids: [], log_drivers: [], log_driver_ids: [], has_undriven: false };
  return rows[0] ?? { trips: 0, distance_m: 0, from_ms: null, until_ms: null, was_out: false, ...nobody };
}

/** The department of the actor; null: none. */
export async function departmentOf({ db, actor }: Viewer): Promise<string | null> {
  const row = await db.selectFrom('member').where('id', '=', actor.memberId).select('department').executeTakeFirst();
  return row?.department || null;
}

export interface Driver {
  readonly id: number;
  readonly full_name: string;
}

/** Of a member `m` and a unit `u` of the same account: those who were given it, and administrators whom no lock shuts out, see it and can therefore drive it. */
const MAY_DRIVE = sql<boolean>`m.removed_at IS NULL AND m.disabled_at IS NULL
  AND ((m.is_admin AND (u.locked_at IS NULL OR u.locked_by_member_id = m.id))
    OR EXISTS (SELECT FROM unit_access a WHERE a.unit_id = u.id AND a.member_id = m.id))`;

/** Who can drive a unit by booking. */
export async function driversOf({ db, actor }: Viewer, unitId: number): Promise<Driver[]> {
  const { rows } = await sql<Driver>`
    SELECT m.id, m.full_name FROM member m, unit u
    WHERE m.account_id = ${actor.accountId} AND u.id = ${unitId} AND u.account_id = m.account_id AND ${MAY_DRIVE}
    ORDER BY m.full_name ${NAME_ORDER}, m.id`.execute(db);
  return rows;
}

/** The units that a member can drive by booking; null where there is no such member. */
export async function drivableBy({ db, actor }: Viewer, memberId: number): Promise<ReadonlySet<number> | null> {
  const { rows } = await sql<{ unit_id: number | null }>`
    SELECT u.id AS unit_id FROM member m LEFT JOIN unit u ON u.account_id = m.account_id AND ${MAY_DRIVE}
    WHERE m.account_id = ${actor.accountId} AND m.id = ${memberId} AND m.removed_at IS NULL`.execute(db);
  return rows.length === 0 ? null : new Set(rows.flatMap(({ unit_id: id }) => id ?? []));
}

/** Hours that units are booked for within a span, by unit; those of none are not in it. */
export async function bookedHours({ db, actor }: Viewer, unitIds: readonly number[], span: Span): Promise<Map<number, number>> {
  const { rows } = await sql<{ unit_id: number; hours: number }>`
    SELECT b.unit_id, sum(extract(epoch FROM upper(b.during * ${range(span)}) - lower(b.during * ${range(span)})) / 3600)::float8 AS hours
    FROM booking b WHERE b.account_id = ${actor.accountId} AND b.kind = 'drive' AND b.state IN ('requested', 'booked') AND ${within(span)}
      AND b.unit_id = ANY (${int8Array(unitIds)}::bigint[]) GROUP BY b.unit_id`.execute(db);
  return new Map(rows.map(({ unit_id, hours }) => [unit_id, hours]));
}

/** ADM-011: what a member is to drive and has not begun: what goes with them. */
export async function countToCome(db: Kysely<Db>, accountId: AccountId, memberId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM booking b WHERE b.account_id = ${accountId}
    AND b.driver_id = ${memberId} AND b.state IN ('requested', 'booked') AND b.starts_at > now()`.execute(db);
  return rows[0]?.n ?? 0;
}

/** What of the units' service plans is overdue, by unit; those of which nothing is are not in it. */
export async function overduePlans(
  db: Kysely<Db>,
  accountId: AccountId,
  unitIds: readonly number[],
): Promise<Map<number, readonly OverduePlan[]>> {
  const { rows } = await sql<{ unit_id: number; kinds: OverduePlan[] }>`
    SELECT p.unit_id, array_agg(DISTINCT p.kind ORDER BY p.kind) AS kinds FROM service_plan p
    WHERE p.account_id = ${accountId} AND p.unit_id = ANY (${int8Array(unitIds)}::bigint[]) AND ${IS_OVERDUE} GROUP BY p.unit_id`.execute(
    db,
  );
  return new Map(rows.map(({ unit_id, kinds }) => [unit_id, kinds]));
}

/**
 * How many bookings to come would go if these members lost these units. An administrator keeps all units; but of those that somebody locks
 * (`lockedBy`) only they, and whoever was given the unit.
 */
export async function countLosses(
  db: Kysely<Db>,
  accountId: AccountId,
  { losses, now, lockedBy }: { losses: readonly BookingLoss[]; now: Date; lockedBy: number | null },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(DISTINCT b.id)::int AS n
    FROM unnest(${losses.map(({ unit_id }) => unit_id)}::bigint[], ${losses.map(({ user_id }) => user_id)}::bigint[]) AS l (unit_id, member_id)
    JOIN booking b ON b.unit_id = l.unit_id AND (l.member_id IS NULL OR b.driver_id = l.member_id) JOIN member d ON d.id = b.driver_id
    WHERE b.account_id = ${accountId} AND b.kind = 'drive' AND b.state IN ('requested', 'booked') AND b.starts_at > ${now}
      AND (l.member_id IS NULL OR NOT d.is_admin)
      AND (${lockedBy}::bigint IS NULL OR d.id <> ${lockedBy} AND NOT EXISTS (SELECT FROM unit_access a WHERE a.unit_id = b.unit_id AND a.member_id = d.id))`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** What webhooks are told of bookings, whose purposes are nobody else's business. */
export const toldFacts = (ids: readonly number[], now: Date): RawBuilder<unknown> => sql`
  SELECT b.account_id, b.unit_id, 'booking-' || b.id || '-' || (extract(epoch FROM ${now}::timestamptz) * 1000)::bigint AS event_id,
    ${now}::timestamptz AS occurred_at,
    jsonb_build_object('booking_id', b.id, 'kind', b.kind, 'state', b.state, 'starts_at', b.starts_at, 'ends_at', b.ends_at,
      'driver', CASE WHEN m.id IS NOT NULL THEN jsonb_build_object('id', m.id, 'name', m.full_name) END) AS data
  FROM booking b LEFT JOIN member m ON m.id = b.driver_id WHERE b.id = ANY (${ids}::bigint[])`;
