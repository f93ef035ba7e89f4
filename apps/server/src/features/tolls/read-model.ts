import type { TollCorrectionKind } from '@spora/contract/tolls/endpoints';
import type { TripType } from '@spora/contract/units/endpoints';
import { type RawBuilder, sql } from 'kysely';
import { isUntoldTrip, isWithheldAt, isWithheldTrip } from '../../core/fleet/private-use.ts';
import type { Viewer } from '../../core/fleet/visible-units.ts';
import { int8Array, timestamptzArray } from '../../platform/database/binary-array.ts';
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
/** As text without decimals. */
const wholeMs = (column: string) => sql<number>`(extract(epoch FROM ${sql.ref(column)}) * 1000)::bigint`;
const tripFrom = ({ trip_id, type, driver_id }: OnTrip): PassedOn | null =>
  trip_id === null || type === null ? null : { tripId: trip_id, type, driverId: driver_id };

/**
 * What units passed in a period, in order of unit and time; all of it, and what of it the viewer is told one by one. A year of a fleet is a
 * hundred thousand passages on as many trips: both come as one text a unit and are laid together here, since a look-up of the trip for each
 * passage takes ten times as long.
 */
export async function passagesIn(viewer: Asking, filter: PassageFilter): Promise<Passage[]> {
  const { rows } = await sql<{ unit_id: number; list: string }>`
    SELECT p.unit_id, string_agg(concat_ws('|', p.station_id, p.point_id, ${wholeMs('p.at')}, p.is_uncertain::int), ';' ORDER BY p.at, p.station_id) AS list
    FROM toll_passage p WHERE p.account_id = ${viewer.actor.accountId} AND p.unit_id = ANY (${int8Array(filter.unitIds)}::bigint[])
      AND p.at >= ${filter.from} AND p.at < ${filter.before}
    GROUP BY p.unit_id ORDER BY p.unit_id`.execute(viewer.db);
  const trips = await tripsIn(viewer, { ...filter, unitIds: rows.map(({ unit_id }) => unit_id) });
  const passages: Passage[] = [];
  const between: Passage[] = [];
  for (const { unit_id: unitId, list } of rows) {
    const own = trips.get(unitId) ?? [];
    let next = 0;
    for (const text of list.split(';')) {
      const [stationId = '', pointId = '', ms, uncertain] = text.split('|');
      const atMs = Number(ms);
      while (next < own.length && (own[next]?.fromMs ?? 0) <= atMs) next += 1;
      const last = own[next - 1];
      const on = last && last.toMs >= atMs ? last : null;
      if (on?.isUntold) continue;
      const { trip, isWithheld } = on ?? { trip: null, isWithheld: false };
      const passage = { unitId, stationId, pointId, atMs, isUncertain: uncertain === '1', trip, isWithheld };
      passages.push(passage);
      if (on === null) between.push(passage);
    }
  }
  const hidden = await withheldAmong(viewer, between);
  return hidden.size === 0 ? passages : passages.filter((passage) => !hidden.has(passage));
}

interface SpannedTrip {
  readonly fromMs: number;
  readonly toMs: number;
  readonly trip: PassedOn;
  readonly isWithheld: boolean;
  readonly isUntold: boolean;
}

/** The trips of units that touch a period, each unit's in order of time. A trip lasts a week at most. */
async function tripsIn(
  { db, actor, now }: Asking,
  { unitIds, from, before }: PassageFilter,
): Promise<Map<number, SpannedTrip[]>> {
  const { rows } = await sql<{ unit_id: number; list: string }>`
    SELECT t.unit_id, string_agg(concat_ws('|', ${wholeMs('t.started_at')}, CASE WHEN t.is_ongoing THEN 'Infinity' ELSE ${wholeMs('t.ended_at')}::text END,
        coalesce(t.merged_into_id, t.id), t.type, coalesce(t.driver_member_id, 0), ${isWithheldTrip(actor)}::int, ${isUntoldTrip(actor, now())}::int),
        ';' ORDER BY t.started_at, t.id) AS list
    FROM trip t WHERE t.account_id = ${actor.accountId} AND t.unit_id = ANY (${int8Array(unitIds)}::bigint[])
      AND t.started_at >= ${from}::timestamptz - interval '7 days' AND t.started_at < ${before}
    GROUP BY t.unit_id`.execute(db);
  return new Map(
    rows.map(({ unit_id, list }) => [
      unit_id,
      list.split(';').map((text) => {
        const [fromMs, toMs, tripId, type = 'other', driverId, withheld, untold] = text.split('|');
        const trip = { tripId: Number(tripId), type: type as TripType, driverId: Number(driverId) || null };
        return { fromMs: Number(fromMs), toMs: Number(toMs), trip, isWithheld: withheld === '1', isUntold: untold === '1' };
      }),
    ]),
  );
}

/** Those of passages between trips that lie in others' private use: they are nobody's, and nothing is told of them. */
async function withheldAmong({ db, actor }: Asking, passages: readonly Passage[]): Promise<Set<Passage>> {
  if (passages.length === 0) return new Set();
  const { rows } = await sql<{ place: number }>`
    SELECT x.place FROM unnest(${int8Array(passages.map(({ unitId }) => unitId))}::bigint[],
      ${timestamptzArray(passages.map(({ atMs }) => atMs))}::timestamptz[]) WITH ORDINALITY AS x (unit_id, at, place)
    WHERE ${isWithheldAt(actor, sql`x.unit_id`, sql`x.at`)}`.execute(db);
  return new Set(rows.flatMap(({ place }) => passages[place - 1] ?? []));
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
    SELECT u.id, u.name, u.registration_number, u.kind, u.marker_symbol, u.vehicle_type, u.fuel_type, f.imei
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

/** Whether any of the units has its tolls found. */
export async function anyHasTolls({ db }: Viewer, unitIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM unit WHERE id = ANY (${unitIds}::bigint[]) AND 'tolls' = ANY (features)) AS has`.execute(db);
  return rows[0]?.has ?? false;
}
