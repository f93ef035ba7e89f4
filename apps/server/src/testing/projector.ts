import type { PositionRecord, RawIo } from '@spora/telemetry/record';
import { sql } from 'kysely';
import type { TestDatabase } from './database.ts';
import type { Fix } from '../features/trips/projection.ts';
import type { AccountId } from '../platform/ctx.ts';
import { newestState } from './engine.ts';

/** A fix of a generated drive as a tracker reports it: ignition, movement and odometer as io. */
export function recordOf(fix: Fix): PositionRecord {
  const io: RawIo[] = [];
  if (fix.ignition !== undefined) io.push({ id: 239, width: 1, value: fix.ignition ? 1 : 0 });
  if (fix.movement !== undefined) io.push({ id: 240, width: 1, value: fix.movement ? 1 : 0 });
  if (fix.odometerM !== undefined) io.push({ id: 16, width: 4, value: fix.odometerM });
  const { timeMs, latE7, lonE7, speedKmh, satellites } = fix;
  return { timeMs, latE7, lonE7, speedKmh, satellites, altitudeM: 12, headingDeg: 90, priority: 0, eventId: 0, io };
}

/** Everything that is projected of a unit, but for what differs between any two units: ids and times of writing. */
export async function pictureOf(
  { owner }: Pick<TestDatabase, 'owner'>,
  { unitId }: { readonly unitId: number },
  { withIds = false } = {},
) {
  const trips = await sql<
    Record<string, unknown>
  >`SELECT ${withIds ? sql`id,` : sql``} started_at, ended_at, is_ongoing, start_lat_e7, start_lon_e7, stop_lat_e7, stop_lon_e7,
    start_odometer_m, stop_odometer_m, distance_m, distance_source, max_speed_kmh, end_rule, computed_type, computed_rule, edited_type, purpose, note, type,
    driver_member_id, encode(coalesce((SELECT w.route FROM trip_under_way w WHERE w.trip_id = trip.id), route), 'hex') AS route, gap_before_s, counter_m,
    (SELECT s.state FROM unit_snapshot s WHERE s.unit_id = trip.unit_id AND s.at >= trip.ended_at AND NOT is_ongoing ORDER BY s.at LIMIT 1) AS machine_state
    FROM trip WHERE unit_id = ${unitId} ORDER BY started_at`.execute(owner);
  const days = await sql<
    Record<string, unknown>
  >`SELECT day, trips, driving_s, business_m, private_m, other_m, max_speed_kmh, first_start_at, last_stop_at
    FROM unit_day WHERE unit_id = ${unitId} ORDER BY day`.execute(owner);
  const ran = await sql<
    Record<string, unknown>
  >`SELECT day, ignition_s, input1_s, engine_s FROM unit_running_day WHERE unit_id = ${unitId} ORDER BY day`.execute(owner);
  const latest = await sql<
    Record<string, unknown>
  >`SELECT time, lat_e7, lon_e7, speed_kmh, state, state_since, report_interval_s, named FROM unit_latest WHERE unit_id = ${unitId}`.execute(
    owner,
  );
  const { account_id } = await owner.selectFrom('unit').select('account_id').where('id', '=', unitId).executeTakeFirstOrThrow();
  const state = await newestState(owner, { unitId, accountId: account_id as AccountId });
  return { trips: trips.rows, days: days.rows, ran: ran.rows, latest: latest.rows, state: state.lastMs === null ? [] : [state] };
}
