import { MINUTE_MS } from '@spora/calendar/durations';
import type { Ctx } from '../../../platform/ctx.ts';
import { hidingChanges, touchLatest } from './read-model.ts';

/**
 * MAP-004: working hours begin and end without a word from the unit. Tells the maps of the units that became hidden or seen in the
 * minute that ends at `slot`. Answers how many.
 */
export async function announceHidingChanges({ db, ports }: Pick<Ctx, 'db' | 'ports'>, slot: Date): Promise<number> {
  const changed = await hidingChanges(db, new Date(slot.getTime() - MINUTE_MS), slot);
  if (changed.length === 0) return 0;
  await db.transaction().execute(async (tx) => {
    await touchLatest(
      tx,
      changed.map(({ unitId }) => unitId),
      slot,
    );
    await ports.live.announce(
      tx,
      changed.map(({ accountId, unitId }) => ({ accountId, unitId, kind: 'position' as const })),
    );
  });
  return changed.length;
}
