import type { Kysely } from 'kysely';
import type { MemberCtx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.generated.ts';
import { announceAll } from '../../../platform/live-hub.ts';
import { hiddenSpans } from '../../trips/rules.ts';
import { isHiddenFrom } from '../policy.ts';
import type { Span } from '../rules.ts';
import { datedHidings, hidingChanges, touchLatest } from './read-model.ts';

const MINUTE_MS = 60_000;

/**
 * MAP-004: working hours begin and end without a word from the unit. Tells the maps of the units that became hidden or seen in the
 * minute that ends at `slot`. Answers how many.
 */
export async function announceHidingChanges(db: Kysely<Db>, slot: Date): Promise<number> {
  const changed = await hidingChanges(db, new Date(slot.getTime() - MINUTE_MS), slot);
  if (changed.length === 0) return 0;
  await db.transaction().execute(async (tx) => {
    await touchLatest(
      tx,
      changed.map(({ unitId }) => unitId),
      slot,
    );
    await announceAll(
      tx,
      changed.map(({ accountId, unitId }) => ({ accountId, unitId, kind: 'position' as const })),
    );
  });
  return changed.length;
}

/** MAP-004: when, within a period, the unit was hidden from the actor. */
export async function hiddenBetween({ db, actor }: MemberCtx, unitId: number, fromMs: number, toMs: number): Promise<Span[]> {
  if (!actor.isAdmin) return [];
  const dated = await datedHidings(db, actor.accountId, unitId);
  if (dated.every(({ hiding }) => hiding === null)) return [];
  const fromActor = dated.map((each) => (isHiddenFrom(actor, each.driverMemberId) ? each : { ...each, hiding: null }));
  return hiddenSpans(fromActor, fromMs, toMs);
}
