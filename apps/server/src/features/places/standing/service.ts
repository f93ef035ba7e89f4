import type { MemberCtx } from '../../../platform/ctx.ts';
import { boxOf } from '../rules.ts';
import { unitsStandingIn } from './repository.ts';

/**
 * PLACE-012: an open map says at once what became of a place, not only when a unit that stands there reports next. `circles` are
 * where it was and where it is. Who may see a unit is decided when it is read.
 */
export async function tellMaps({ db, actor, ports }: MemberCtx, circles: readonly Parameters<typeof boxOf>[0][]): Promise<void> {
  const units = await unitsStandingIn(db, actor.accountId, circles.map(boxOf));
  await ports.live.announce(
    db,
    units.map((unitId) => ({ accountId: actor.accountId, unitId, kind: 'position' as const })),
  );
}
