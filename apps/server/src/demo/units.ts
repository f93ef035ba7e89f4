import type { MarkerSymbol, TripType } from '@spora/contract/units/endpoints';
import type { UnitKind } from '@spora/contract/units/values';
import { hardwareOf } from '@spora/protocols/list';
import type { Kysely } from 'kysely';
import type { Db } from '../platform/database/db.generated.ts';

export interface NewUnit {
  readonly imei: string;
  readonly name: string;
  readonly kind?: UnitKind;
  readonly registrationNumber?: string;
  readonly symbol?: MarkerSymbol;
  readonly colour?: string;
  readonly department?: string;
  readonly vehicleType?: string;
  readonly fuel?: 'petrol' | 'diesel' | 'electric' | 'gas' | 'other';
  readonly tags?: readonly string[];
  readonly tripType?: TripType;
  /** The tracker's model family; the ordinary one unless told otherwise. */
  readonly family?: string;
}

/** Adds units with their trackers, fitted since `from`, as the owner; those whose IMEI is known already are left as they are. Answers how many are new. */
export async function registerUnits(
  owner: Kysely<Db>,
  accountId: number,
  units: readonly NewUnit[],
  from: Date,
): Promise<number> {
  if (units.length === 0) return 0;
  return owner.transaction().execute(async (tx) => {
    const trackers = await tx
      .insertInto('tracker')
      .values(units.map(({ imei, family }) => ({ imei, protocol: hardwareOf(family).protocol })))
      .onConflict((conflict) => conflict.column('imei').doNothing())
      .returning(['id', 'imei'])
      .execute();
    const trackerIds = new Map(trackers.map(({ id, imei }) => [imei, id]));
    const added = units.filter(({ imei }) => trackerIds.has(imei));
    if (added.length === 0) return 0;
    await tx
      .insertInto('tracker_family')
      .values(
        added.map(({ imei, family }) => ({
          tracker_id: trackerIds.get(imei) ?? 0,
          valid_from: from,
          family: hardwareOf(family).family,
        })),
      )
      .execute();
    const rows = await tx
      .insertInto('unit')
      .values(
        added.map((unit) => ({
          account_id: accountId,
          name: unit.name,
          kind: unit.kind ?? 'vehicle',
          registration_number: unit.registrationNumber ?? null,
          marker_symbol: unit.symbol ?? 'car',
          colour: unit.colour ?? '#2f6fdb',
          department: unit.department ?? null,
          vehicle_type: unit.vehicleType ?? null,
          fuel_type: unit.fuel ?? null,
          tags: [...(unit.tags ?? [])],
          default_trip_type: unit.tripType ?? 'business',
        })),
      )
      .returning('id')
      .execute();
    const fittings = added.map(({ imei }, i) => ({
      account_id: accountId,
      unit_id: rows[i]?.id ?? 0,
      tracker_id: trackerIds.get(imei) ?? 0,
      during: `[${from.toISOString()},)`,
    }));
    await tx.insertInto('fitting').values(fittings).execute();
    return added.length;
  });
}
