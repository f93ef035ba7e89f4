import { encodeRoute } from '@spora/telemetry/route';
import type { TestDatabase } from './database.ts';
import { recomputeUnitDays } from '../features/trips/unit-days-api.ts';

const ROUTE = encodeRoute([
  [
    { timeMs: 1_800_000_000_000, lat: 59.3, lon: 18, speedKmh: 0 },
    { timeMs: 1_800_000_060_000, lat: 59.31, lon: 18.02, speedKmh: 50 },
  ],
]);

/** A trip for a test: what is left out is a business trip of half an hour and ten kilometres. */
export interface NewTrip {
  readonly start: string;
  readonly minutes?: number;
  readonly distanceM?: number;
  readonly type?: string;
  readonly driver?: number | null;
  readonly isOngoing?: boolean;
  readonly route?: Uint8Array | null;
  readonly stopAddress?: string;
}
/** Writes a finished or ongoing trip as the projector would, and counts its days; answers its id. */
export async function makeTrip(
  { owner }: Pick<TestDatabase, 'owner'>,
  { accountId, unitId }: { accountId: number; unitId: number },
  trip: NewTrip,
): Promise<number> {
  const start = new Date(trip.start);
  const end = new Date(start.getTime() + (trip.minutes ?? 30) * 60_000);
  const { id } = await owner
    .insertInto('trip')
    .values({
      account_id: accountId,
      unit_id: unitId,
      started_at: start,
      ended_at: end,
      is_ongoing: trip.isOngoing ?? false,
      start_lat_e7: 593_000_000,
      start_lon_e7: 180_000_000,
      stop_lat_e7: 593_100_000,
      stop_lon_e7: 180_200_000,
      start_odometer_m: 1_000_000,
      stop_odometer_m: 1_010_000,
      distance_m: trip.distanceM ?? 10_000,
      distance_source: 'odometer',
      max_speed_kmh: 71,
      end_rule: trip.isOngoing ? 'open' : 'ignition-off',
      computed_type: trip.type ?? 'business',
      computed_rule: 'default',
      computed_driver_id: trip.driver === undefined ? null : trip.driver,
      start_address: 'Hornsgatan 84, Stockholm',
      stop_address: trip.stopAddress ?? 'Sveavägen 1, Stockholm',
      route: trip.route === undefined ? Buffer.from(ROUTE) : trip.route && Buffer.from(trip.route),
      algorithm_version: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!trip.isOngoing) await recomputeUnitDays(owner, [{ unitId, fromMs: start.getTime(), toMs: end.getTime() }]);
  return id;
}
