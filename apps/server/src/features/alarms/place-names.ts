import { type Kysely, sql } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';
import { isInCircle } from '../trips/placing/rules.ts';

/** Where an alarm was raised. */
export interface AlarmPoint {
  readonly id: number;
  readonly unitId: number | null;
  readonly latE7: number;
  readonly lonE7: number;
}

interface PlaceCircle {
  readonly label: string;
  readonly latE7: number;
  readonly lonE7: number;
  readonly radiusM: number;
  readonly unitIds: readonly number[] | null;
}

/** PLACE-012: the account's own names of where alarms were raised, by their ids; where it has none, an address has to do. */
export async function placeNamesOf(
  db: Kysely<Db>,
  accountId: number,
  points: readonly AlarmPoint[],
): Promise<Map<number, string>> {
  if (points.length === 0) return new Map();
  // The smallest first: the order in which places give a position its name (PLACE-009).
  const { rows } = await sql<PlaceCircle>`
    SELECT label, lat_e7 AS "latE7", lon_e7 AS "lonE7", radius_m AS "radiusM", to_jsonb(unit_ids) AS "unitIds" FROM place
    WHERE account_id = ${accountId} AND removed_at IS NULL AND is_active ORDER BY radius_m, position, id`.execute(db);
  return new Map(
    points.flatMap(({ id, unitId, latE7, lonE7 }): [number, string][] => {
      const found = rows.find(
        (place) =>
          (place.unitIds === null || (unitId !== null && place.unitIds.includes(unitId))) && isInCircle(place, [latE7, lonE7]),
      );
      return found ? [[id, found.label]] : [];
    }),
  );
}
