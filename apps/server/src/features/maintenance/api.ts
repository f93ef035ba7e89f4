import type { MemberCtx } from '../../platform/ctx.ts';
import { insertChanges } from '../../core/fleet/unit-history.ts';
import { insertReading } from './readings/repository.ts';

/** UNIT-011: the first reading of a vehicle that nothing is known of yet, with a line in its history. Who may add it is the caller's to judge. */
export async function addFirstOdometer(ctx: MemberCtx, unitId: number, { km, at }: { km: number; at: Date }): Promise<void> {
  const { db, actor, now } = ctx;
  await insertReading(db, actor, { unitId, kind: 'odometer', takenAt: at, value: Math.round(km * 1000) }, now());
  await insertChanges(db, actor, unitId, now(), [{ field: 'odometer', before: '', after: String(km) }]);
}
