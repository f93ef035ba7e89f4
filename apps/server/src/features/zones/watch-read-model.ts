import { type RawBuilder, sql } from 'kysely';
import { isInPrivateUse, isWithheldAt, privateBetween } from '../../core/fleet/private-use.ts';
import type { Viewer } from '../../core/fleet/visible-units.ts';
import { int8Array } from '../../platform/database/binary-array.ts';
import type { ZoneDirection } from '@spora/contract/zones/rules';

/** In SQL: since when the circle of a row of `zone_watch` has been the same without a break, whatever else of the zone was changed. */
export const circleBegan = (watch: string): RawBuilder<Date> => {
  const w = (column: string) => sql.ref(`${watch}.${column}`);
  const isSame = sql`(f.lat_e7, f.lon_e7, f.radius_m) = (${w('lat_e7')}, ${w('lon_e7')}, ${w('radius_m')})`;
  return sql<Date>`(SELECT max(f.valid_from) FROM zone_watch f WHERE f.unit_id = ${w('unit_id')} AND f.zone_id = ${w('zone_id')}
    AND f.valid_from <= ${w('valid_from')} AND ${isSame} AND NOT EXISTS (SELECT FROM zone_watch e WHERE e.unit_id = f.unit_id
      AND e.zone_id = f.zone_id AND e.valid_to = f.valid_from AND (e.lat_e7, e.lon_e7, e.radius_m) = (f.lat_e7, f.lon_e7, f.radius_m)))`;
};

export interface LastCrossing {
  readonly zone_id: number;
  readonly unit_id: number;
  readonly at: Date;
  readonly direction: ZoneDirection;
}

/** What each unit crossed last of the zones' circles as they are now; nothing of what is withheld, and of units in somebody else's private use. */
export async function lastCrossingsOf({ db, actor }: Viewer, zoneIds: readonly number[]): Promise<Map<string, LastCrossing>> {
  const { rows } = await sql<LastCrossing>`
    SELECT w.zone_id, w.unit_id, c.at, c.direction FROM zone_watch w, LATERAL (
      SELECT c.at, c.direction FROM zone_crossing c WHERE c.unit_id = w.unit_id AND c.zone_id = w.zone_id
        AND NOT ${isWithheldAt(actor, sql`c.unit_id`, sql`c.at`)} ORDER BY c.at DESC LIMIT 1) c
    WHERE w.account_id = ${actor.accountId} AND w.zone_id = ANY (${int8Array(zoneIds)}::bigint[]) AND w.valid_to IS NULL
      AND w.inactive IS NULL AND c.at >= ${circleBegan('w')}
      AND NOT ${isInPrivateUse(actor, sql`w.unit_id`)} AND NOT ${privateBetween(actor, 'w.unit_id', { from: sql`c.at`, to: sql`'infinity'` })}`.execute(
    db,
  );
  return new Map(rows.map((row) => [`${row.zone_id} ${row.unit_id}`, row]));
}
