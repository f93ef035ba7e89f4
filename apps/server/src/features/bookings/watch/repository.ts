import { BOOKING_LATE_MINUTES, NO_SHOW_AFTER_MINUTES } from '@spora/contract/bookings/limits';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { featureIsOn } from '../../../core/fleet/unit-features.ts';
import { hasTripLogAs } from '../../../core/fleet/visible-units.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { type Letter, LETTER, LETTER_OF, REACHED } from '../letters.ts';

/** In SQL: a minute count as an interval. */
const minutes = (count: RawBuilder<unknown> | number): RawBuilder<unknown> => sql`make_interval(mins => ${count}::int)`;
/** Of the account of a booking `b`: how it books, with what holds where it never chose. */
const START_MIN = sql`coalesce((SELECT s.remind_before_start_min FROM booking_settings s WHERE s.account_id = b.account_id), 30)`;
const END_MIN = sql`coalesce((SELECT s.remind_before_end_min FROM booking_settings s WHERE s.account_id = b.account_id), 15)`;
/** Nobody is reminded earlier than this (`REMINDER_MINUTES`). */
const LONGEST_MIN = 1440;
/** NAV-017: of an account that does not book nothing is reminded of, told or released. */
const HELD = sql`b.state = 'booked' AND b.kind = 'drive' AND EXISTS (SELECT FROM account y WHERE y.id = b.account_id AND y.car_schedule)`;

/** BOOK-047: marks bookings that begin soon and answers their drivers. Who booked when it was already that soon knows. */
export async function markStarting(db: Kysely<Db>, now: Date): Promise<Letter[]> {
  const { rows } = await sql<Letter>`WITH due AS (
      UPDATE booking b SET start_reminded_at = ${now} WHERE ${HELD} AND b.start_reminded_at IS NULL
        AND b.starts_at > ${now} AND b.starts_at <= ${now}::timestamptz + ${minutes(LONGEST_MIN)}
        AND ${START_MIN} > 0 AND b.starts_at <= ${now}::timestamptz + ${minutes(START_MIN)}
        AND b.created_at < b.starts_at - ${minutes(START_MIN)} RETURNING b.*)
    SELECT ${LETTER} FROM due b JOIN member m ON m.id = b.driver_id ${LETTER_OF} WHERE ${REACHED}`.execute(db);
  return rows;
}

/** BOOK-047: the same of those that end soon; one that is as short as the reminder is early needs none. */
export async function markEnding(db: Kysely<Db>, now: Date): Promise<Letter[]> {
  const { rows } = await sql<Letter>`WITH due AS (
      UPDATE booking b SET end_reminded_at = ${now} WHERE ${HELD} AND b.end_reminded_at IS NULL
        AND b.ends_at > ${now} AND b.ends_at <= ${now}::timestamptz + ${minutes(LONGEST_MIN)}
        AND ${END_MIN} > 0 AND b.ends_at <= ${now}::timestamptz + ${minutes(END_MIN)}
        AND b.ends_at - b.starts_at > ${minutes(sql`2 * ${END_MIN}`)} RETURNING b.*)
    SELECT ${LETTER} FROM due b JOIN member m ON m.id = b.driver_id ${LETTER_OF} WHERE ${REACHED}`.execute(db);
  return rows;
}

/**
 * BOOK-047: releases what was not driven for half an hour, where the account wants it. A unit that was not heard of since may well be
 * driven: it keeps its booking.
 */
export async function releaseNoShows(db: Kysely<Db>, now: Date): Promise<Letter[]> {
  const { rows } = await sql<Letter>`WITH released AS (
      UPDATE booking b SET state = 'released', changed_at = ${now}
      FROM booking_settings s, unit_latest l
      WHERE s.account_id = b.account_id AND s.releases_no_shows AND l.unit_id = b.unit_id AND ${HELD}
        AND b.starts_at <= ${now}::timestamptz - ${minutes(NO_SHOW_AFTER_MINUTES)} AND b.ends_at > ${now}
        AND l.last_contact_at > b.starts_at
        AND NOT EXISTS (SELECT FROM trip t WHERE t.unit_id = b.unit_id AND t.started_at < ${now}
          AND t.started_at > b.starts_at - interval '2 days' AND (t.is_ongoing OR t.ended_at > b.starts_at))
      RETURNING b.*)
    SELECT ${LETTER} FROM released b JOIN member m ON m.id = b.driver_id ${LETTER_OF} WHERE ${REACHED}`.execute(db);
  return rows;
}

/** So many minutes before the next one's start its driver is told. */
const TOLD_BEFORE_MIN = 30;

/**
 * Marks bookings whose unit the one before still drives, and answers who is to be told, with the name of who has it. Of driving that
 * the next driver may not see nothing is told (TRIP-032).
 */
export async function markLate(db: Kysely<Db>, now: Date): Promise<(Letter & { late_name: string })[]> {
  const { rows } = await sql<Letter & { late_name: string }>`WITH late AS (
      UPDATE booking b SET late_told_at = ${now} FROM booking p, member h
      WHERE ${HELD} AND b.late_told_at IS NULL AND b.ends_at > ${now}
        AND b.starts_at <= ${now}::timestamptz + ${minutes(TOLD_BEFORE_MIN)}
        AND p.unit_id = b.unit_id AND p.state = 'booked' AND p.kind = 'drive' AND h.id = p.driver_id AND p.driver_id <> b.driver_id
        AND p.ends_at <= b.starts_at AND p.ends_at <= ${now}::timestamptz - ${minutes(BOOKING_LATE_MINUTES)}
        AND p.ends_at > ${now}::timestamptz - interval '12 hours'
        AND EXISTS (SELECT FROM trip t WHERE t.unit_id = b.unit_id AND t.is_ongoing AND t.started_at < p.ends_at
          AND t.started_at >= p.starts_at AND NOT is_withheld_trip(t.type, t.driver_member_id, b.driver_id))
      RETURNING b.*, h.full_name AS late_name)
    SELECT ${LETTER}, b.late_name FROM late b JOIN member m ON m.id = b.driver_id ${LETTER_OF} WHERE ${REACHED}`.execute(db);
  return rows;
}

/** In SQL: whether the member `o` can no longer take the unit `v`, or nobody can book it any more. */
const IS_LOST = sql`(o.removed_at IS NOT NULL OR o.disabled_at IS NOT NULL OR v.retired_at IS NOT NULL
  OR NOT ${hasTripLogAs('v')} OR NOT ${featureIsOn('booking', 'v')}
  OR NOT ((o.is_admin AND (v.locked_at IS NULL OR v.locked_by_member_id = o.id))
    OR EXISTS (SELECT FROM unit_access a WHERE a.unit_id = v.id AND a.member_id = o.id)))`;

/** What its driver can no longer take, held: removed or disabled, shut out of the unit, or the unit is retired or no longer booked. */
export async function lostBookings(db: Kysely<Db>, now: Date): Promise<(Letter & { is_reached: boolean })[]> {
  const { rows } = await sql<Letter & { is_reached: boolean }>`WITH lost AS MATERIALIZED (
      SELECT b.* FROM booking b JOIN member o ON o.id = b.driver_id JOIN unit v ON v.id = b.unit_id
      WHERE b.kind = 'drive' AND b.state IN ('requested', 'booked') AND b.starts_at > ${now} AND ${IS_LOST} FOR UPDATE OF b)
    SELECT ${LETTER}, (${REACHED}) AS is_reached FROM lost b JOIN member m ON m.id = b.driver_id ${LETTER_OF}`.execute(db);
  return rows;
}

export async function deleteBookings(db: Kysely<Db>, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('booking').where('id', 'in', ids).execute();
}
