import type { TollCorrectionKind } from '@spora/contract/tolls/endpoints';
import type { TripType } from '@spora/contract/units/endpoints';
import { type RawBuilder, sql } from 'kysely';
import { isUntoldTrip, isWithheldAt, isWithheldTrip } from '../../core/fleet/private-use.ts';
import type { Viewer } from '../../core/fleet/visible-units.ts';
import { int8Array } from '../../platform/database/binary-array.ts';
import type { Correction, Passage, PassedOn, TolledUnit } from './rules.ts';

export interface PassageFilter {
  readonly unitIds: readonly number[];
  readonly from: Date;
  readonly before: Date;
}
type Asking = Viewer & { readonly now: () => Date };

interface OnTrip {
  readonly trip_id: number | null;
  readonly type: TripType | null;
  readonly driver_id: number | null;
  readonly is_withheld: boolean;
}

/**
 * The trip of a moment of a unit. What lies between two trips is nobody's, and nothing of it is told within others' private use; of two
 * merged trips the log has one. Trips that are not told of yet are left out with what happened on them (TRIP-032).
 */
const tripOf = ({ actor, now }: Asking, unitId: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<OnTrip> => sql<OnTrip>`
  SELECT here.id AS trip_id, here.type, here.driver_id, here.is_withheld FROM (SELECT) one LEFT JOIN LATERAL (
    SELECT coalesce(t.merged_into_id, t.id) AS id, t.type, t.driver_member_id AS driver_id, ${isWithheldTrip(actor)} AS is_withheld,
      ${isUntoldTrip(actor, now())} AS is_untold, t.is_ongoing OR t.ended_at >= ${at} AS covers
    FROM trip t WHERE t.unit_id = ${unitId} AND t.started_at <= ${at} ORDER BY t.started_at DESC LIMIT 1) here ON here.covers
  WHERE here.id IS NOT NULL AND NOT here.is_untold OR here.id IS NULL AND NOT ${isWithheldAt(actor, unitId, at)}`;

const msOf = (column: string) => sql<number>`(extract(epoch FROM ${sql.ref(column)}) * 1000)::float8`;
const tripFrom = ({ trip_id, type, driver_id }: OnTrip): PassedOn | null =>
  trip_id === null || type === null ? null : { tripId: trip_id, type, driverId: driver_id };

/** What units passed in a period, in order of unit and time; all of it, and what of it the viewer is told one by one. */
export async function passagesIn(viewer: Asking, { unitIds, from, before }: PassageFilter): Promise<Passage[]> {
  const { rows } = await sql<
    OnTrip & {
      readonly unit_id: number;
      readonly station_id: string;
      readonly point_id: string;
      readonly at_ms: number;
      readonly is_uncertain: boolean;
    }
  >`
    SELECT p.unit_id, p.station_id, p.point_id, ${msOf('p.at')} AS at_ms, p.is_uncertain, t.*
    FROM toll_passage p CROSS JOIN LATERAL (${tripOf(viewer, sql`p.unit_id`, sql`p.at`)}) t
    WHERE p.account_id = ${viewer.actor.accountId} AND p.unit_id = ANY (${int8Array(unitIds)}::bigint[]) AND p.at >= ${from} AND p.at < ${before}
    ORDER BY p.unit_id, p.at, p.station_id`.execute(viewer.db);
  return rows.map((row) => ({
    unitId: row.unit_id,
    stationId: row.station_id,
    pointId: row.point_id,
    atMs: row.at_ms,
    isUncertain: row.is_uncertain,
    trip: tripFrom(row),
    isWithheld: row.is_withheld ?? false,
  }));
}

export type StoredCorrection = Correction & Pick<Passage, 'trip' | 'isWithheld'>;

/** What was said of passages in a period, with the trip of its moment. */
export async function correctionsIn(viewer: Asking, { unitIds, from, before }: PassageFilter): Promise<StoredCorrection[]> {
  const { rows } = await sql<
    OnTrip & {
      readonly id: number;
      readonly unit_id: number;
      readonly station_id: string;
      readonly at_ms: number;
      readonly kind: TollCorrectionKind;
      readonly amount: number | null;
      readonly reason: string;
      readonly made_by: string;
      readonly made_ms: number;
      readonly undone_by: string | null;
      readonly undone_ms: number | null;
    }
  >`
    SELECT c.id, c.unit_id, c.station_id, ${msOf('c.at')} AS at_ms, c.kind, c.amount, c.reason, m.full_name AS made_by, ${msOf('c.made_at')} AS made_ms,
      u.full_name AS undone_by, ${msOf('c.undone_at')} AS undone_ms, t.*
    FROM toll_correction c JOIN member m ON m.id = c.made_by LEFT JOIN member u ON u.id = c.undone_by
    CROSS JOIN LATERAL (${tripOf(viewer, sql`c.unit_id`, sql`c.at`)}) t
    WHERE c.account_id = ${viewer.actor.accountId} AND c.unit_id = ANY (${int8Array(unitIds)}::bigint[]) AND c.at >= ${from} AND c.at < ${before}
    ORDER BY c.id`.execute(viewer.db);
  return rows.map((row) => ({
    id: row.id,
    unitId: row.unit_id,
    stationId: row.station_id,
    atMs: row.at_ms,
    kind: row.kind,
    amount: row.amount,
    reason: row.reason,
    by: row.made_by,
    madeMs: row.made_ms,
    undoneBy: row.undone_by,
    undoneMs: row.undone_ms,
    trip: tripFrom(row),
    isWithheld: row.is_withheld ?? false,
  }));
}

export interface NamedUnit extends TolledUnit {
  readonly id: number;
  readonly name: string;
  readonly registration_number: string | null;
  readonly imei: string | null;
}

/** What units are called, and what is stated of them that a tariff asks for. */
export async function unitsById({ db, actor }: Viewer, ids: readonly number[]): Promise<Map<number, NamedUnit>> {
  const { rows } = await sql<NamedUnit>`
    SELECT u.id, u.name, u.registration_number, u.kind, u.vehicle_type, u.fuel_type, f.imei
    FROM unit u LEFT JOIN unit_trackers(${int8Array(ids)}::bigint[]) f ON f.unit_id = u.id
    WHERE u.account_id = ${actor.accountId} AND u.id = ANY (${int8Array(ids)}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function namesOfDrivers({ db, actor }: Viewer, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; full_name: string }>`
    SELECT id, full_name FROM member WHERE account_id = ${actor.accountId} AND id = ANY (${int8Array(ids)}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, full_name }) => [id, full_name]));
}
