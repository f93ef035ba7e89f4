import type { Booking } from '@spora/contract/bookings/endpoints';
import { sql } from 'kysely';
import { toldOdometer, toldTrackerOdometer, withheldSpans } from '../../core/fleet/private-use.ts';
import type { Viewer } from '../../core/fleet/visible-units.ts';
import type { Span } from './rules.ts';

/** What a unit shows now, metres: by its readings, else by its own tracker; null where nothing tells. */
export async function odometerNow({ db, actor }: Viewer, unitId: number, now: Date): Promise<number | null> {
  const { rows } = await sql<{ odometer_m: number | null }>`
    SELECT coalesce(${toldOdometer(actor, sql.ref('u.id'), now)},
      ${toldTrackerOdometer(actor, sql.ref('u.id'), now, sql`l.named ->> 'odometer_m'`)}) AS odometer_m
    FROM unit u LEFT JOIN unit_latest l ON l.unit_id = u.id WHERE u.account_id = ${actor.accountId} AND u.id = ${unitId}`.execute(
    db,
  );
  return rows[0]?.odometer_m ?? null;
}

/**
 * What it showed as a booking of it ended, metres: what it shows now, less what it was driven since. Null where some of that is withheld from
 * the viewer: it would tell how far somebody had driven privately by then.
 */
export async function odometerThen(viewer: Viewer, unitId: number, { fromMs, toMs }: Span, now: Date): Promise<number | null> {
  if ((await withheldSpans(viewer, unitId, new Date(fromMs), now)).length > 0) return null;
  const nowM = await odometerNow(viewer, unitId, now);
  if (nowM === null) return null;
  const { rows } = await sql<{ since_m: number }>`
    SELECT (counter_at(${unitId}, ${now}) - counter_at(${unitId}, ${new Date(toMs)}))::float8 AS since_m`.execute(viewer.db);
  return nowM - (rows[0]?.since_m ?? 0);
}

interface HandOverBefore {
  readonly booking_id: number;
  readonly note: string;
  readonly odometer_km: number | null;
  readonly fuel_pct: number | null;
  readonly by_name: string;
  readonly at: Date;
  readonly has_picture: boolean;
}

/** How far back one is looked for: what was written before has long been seen to. */
const LOOKED_BACK = sql`interval '92 days'`;

/** How a unit was left last, by a booking that began before a moment; a picture alone is told as of the driver, at the end. Null: nobody said. */
async function handOverBefore(
  { db, actor }: Viewer,
  { unitId, from, exceptId, now }: { unitId: number; from: Date; exceptId: number | null; now: Date },
): Promise<HandOverBefore | null> {
  const { rows } = await sql<HandOverBefore>`
    SELECT b.id AS booking_id, coalesce(h.note, '') AS note, h.odometer_km, h.fuel_pct, coalesce(g.full_name, d.full_name, '') AS by_name,
      coalesce(h.at, least(b.ends_at, ${now})) AS at, p.booking_id IS NOT NULL AS has_picture
    FROM booking b LEFT JOIN booking_hand_over h ON h.booking_id = b.id LEFT JOIN booking_picture p ON p.booking_id = b.id
      LEFT JOIN member g ON g.id = h.member_id LEFT JOIN member d ON d.id = b.driver_id
    WHERE b.account_id = ${actor.accountId} AND b.unit_id = ${unitId} AND b.id IS DISTINCT FROM ${exceptId}::bigint AND b.starts_at < ${from}
      AND b.starts_at > ${from}::timestamptz - ${LOOKED_BACK} AND (p.booking_id IS NOT NULL OR h.booking_id IS NOT NULL
        AND (h.note <> '' OR h.odometer_km IS NOT NULL OR h.fuel_pct IS NOT NULL))
    ORDER BY b.starts_at DESC, b.id DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** The same, as calls tell it. */
export async function toldHandOverBefore(...asked: Parameters<typeof handOverBefore>): Promise<Booking['hand_over_before']> {
  const before = await handOverBefore(...asked);
  return before && { ...before, at: before.at.toISOString() };
}
