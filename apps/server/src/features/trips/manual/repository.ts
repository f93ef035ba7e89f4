import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

export interface ManualTrip {
  readonly unitId: number;
  readonly start: Date;
  readonly stop: Date;
  readonly distanceM: number;
  readonly type: string;
  readonly startOdometerM: number | null;
  readonly startAddress: string;
  readonly stopAddress: string;
}

/** What already is at the time of a new trip: `attested` where its day is closed for its driver, `trip` where the unit drove. */
export async function obstacleTo(
  db: Kysely<Db>,
  { unitId, start, stop }: ManualTrip,
  { driverId, timeZone }: { driverId: number | null; timeZone: string },
): Promise<'attested' | 'trip' | null> {
  const { rows } = await sql<{ attested: boolean; overlaps: boolean }>`
    SELECT EXISTS (SELECT FROM attestation a WHERE a.unit_id = ${unitId} AND a.reopened_at IS NULL AND coalesce(a.member_id, 0) = ${driverId ?? 0}
        AND (${start}::timestamptz AT TIME ZONE ${timeZone})::date BETWEEN a.from_day AND a.to_day) AS attested,
      EXISTS (SELECT FROM trip t LEFT JOIN trip_under_way w ON w.trip_id = t.id WHERE t.unit_id = ${unitId}
        AND tstzrange(t.started_at, coalesce(w.so_far_at, t.ended_at), '[)') && tstzrange(${start}, ${stop}, '[)')) AS overlaps`.execute(
    db,
  );
  return rows[0]?.attested ? 'attested' : rows[0]?.overlaps ? 'trip' : null;
}

export async function insertManualTrip(db: Kysely<Db>, trip: ManualTrip, now: Date): Promise<number> {
  const stopOdometerM = trip.startOdometerM === null ? null : trip.startOdometerM + trip.distanceM;
  const { rows } = await sql<{ id: number }>`
    SELECT add_manual_trip(${trip.unitId}, ${trip.start}, ${trip.stop}, ${trip.distanceM}, ${trip.type}, NULL, ${trip.startOdometerM},
      ${stopOdometerM}, ${trip.startAddress}, ${trip.stopAddress}, ${now}) AS id`.execute(db);
  return (rows[0] as { id: number }).id;
}

export async function removeManualTrip(db: Kysely<Db>, id: number): Promise<void> {
  await sql`SELECT remove_manual_trip(${id})`.execute(db);
}

export async function isLocked(db: Kysely<Db>, accountId: AccountId, unitId: number): Promise<boolean> {
  const unit = db.selectFrom('unit').where('account_id', '=', accountId).where('id', '=', unitId).select('locked_at');
  return (await unit.executeTakeFirstOrThrow()).locked_at !== null;
}
