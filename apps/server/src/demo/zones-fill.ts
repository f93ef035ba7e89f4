import type { Kysely } from 'kysely';
import type { Db } from '../platform/database/db.generated.ts';
import type { DemoAccount } from './roster.ts';

/**
 * Draws the zones of an account, as the owner and before the fleet's past: the interface guards from now on, and would find nothing in it.
 * None begins theft mode yet: that of the past is filled in with its own times (`fillTheft`), and the story turns it on once that is told.
 */
export async function insertZones(owner: Kysely<Db>, accountId: number, { zones = [] }: DemoAccount, from: Date): Promise<void> {
  for (const { name, at, radiusM, alarm, units } of zones) {
    const circle = {
      account_id: accountId,
      lat_e7: Math.round(at[0] * 1e7),
      lon_e7: Math.round(at[1] * 1e7),
      radius_m: radiusM,
      alarm,
    };
    const { id } = await owner
      .insertInto('zone')
      .values({ ...circle, name, created_at: from, changed_at: from })
      .returning('id')
      .executeTakeFirstOrThrow();
    const guarded = await owner
      .selectFrom('unit')
      .where('account_id', '=', accountId)
      .where('name', 'in', units)
      .select('id')
      .execute();
    for (const { id: unitId } of guarded) {
      await owner.insertInto('zone_unit').values({ account_id: accountId, zone_id: id, unit_id: unitId }).execute();
      await owner
        .insertInto('zone_watch')
        .values({ ...circle, unit_id: unitId, zone_id: id, valid_from: from })
        .execute();
    }
  }
}
