import { wasHeardBetween } from '../../../core/log/heard.ts';
import { DAY_MS } from '@spora/calendar/durations';
import { decodeSegment } from '@spora/telemetry/segment';
import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

export interface TripEdge {
  readonly id: number;
  readonly started_at: Date;
  readonly ended_at: Date;
  readonly is_ongoing: boolean;
  readonly type: string;
  readonly driver_member_id: number | null;
  readonly stop_lat_e7: number | null;
  readonly stop_lon_e7: number | null;
  readonly stop_address: string | null;
  readonly stop_address_is_approximate: boolean;
  readonly stop_place: string | null;
  readonly start_lat_e7: number | null;
  readonly start_lon_e7: number | null;
  readonly start_address: string | null;
  readonly start_address_is_approximate: boolean;
  readonly start_place: string | null;
}

/** The trips that touch a period, with the last one before it and the first one after it, in order of time: stops are what lies between them. */
export async function tripEdges(db: Kysely<Db>, accountId: AccountId, unitId: number, from: Date, to: Date): Promise<TripEdge[]> {
  const { rows } = await sql<TripEdge>`
    SELECT id, started_at, coalesce((SELECT so_far_at FROM trip_under_way w WHERE w.trip_id = trip.id), ended_at) AS ended_at, is_ongoing, type, driver_member_id, stop_lat_e7, stop_lon_e7, nullif(stop_address, '') AS stop_address, stop_address_is_approximate,
      (SELECT label FROM place p WHERE p.id = trip.stop_place_id) AS stop_place,
      start_lat_e7, start_lon_e7, nullif(start_address, '') AS start_address, start_address_is_approximate,
      (SELECT label FROM place p WHERE p.id = trip.start_place_id) AS start_place
    FROM trip
    WHERE account_id = ${accountId} AND unit_id = ${unitId}
      AND started_at >= coalesce((
        SELECT max(started_at) FROM trip WHERE account_id = ${accountId} AND unit_id = ${unitId} AND started_at < ${from}), ${from})
      AND started_at <= coalesce((
        SELECT min(started_at) FROM trip WHERE account_id = ${accountId} AND unit_id = ${unitId} AND started_at >= ${to}), ${to})
    ORDER BY started_at`.execute(db);
  return rows;
}

/** When the unit reported first after an instant. */
export async function firstHeardAfter(db: Kysely<Db>, unitId: number, at: Date): Promise<Date | null> {
  const { rows } = await sql<{ fitted_from: Date | number | null; data: Uint8Array }>`
    SELECT fitted_from, data FROM unit_segments(${unitId}, ${at}, 'infinity') LIMIT 1`.execute(db);
  const [first] = rows;
  if (!first) return null;
  const sinceMs = Math.max(at.getTime(), Number(first.fitted_from ?? -Infinity));
  const timeMs = decodeSegment(first.data).timeMs.find((each) => each >= sinceMs);
  return timeMs === undefined ? null : new Date(timeMs);
}

/** Whether the unit reported in the day before an instant. */
export const wasHeardBefore = (db: Kysely<Db>, unitId: number, at: Date): Promise<boolean> =>
  wasHeardBetween(db, unitId, new Date(at.getTime() - DAY_MS), at);
