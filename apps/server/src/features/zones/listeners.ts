import type { Kysely } from 'kysely';
import { lockUnits } from '../../core/fleet/hold-units.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import type { EventOf } from '../../platform/events/events.ts';
import { handOverZones } from './repository.ts';

/** UNIT-011: what watched the vehicle before watches the one that the tracker sits in now. */
export async function zonesOfChangedCar(
  { accountId, fromUnitId, unitId }: EventOf<'car-changed'>,
  db: Kysely<Db>,
  at: Date,
): Promise<void> {
  await lockUnits(db, [fromUnitId, unitId]);
  await handOverZones(db, accountId, { fromUnitId, unitId, at });
}
