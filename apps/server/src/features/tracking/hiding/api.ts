import type { Kysely } from 'kysely';
import type { MemberActor, MemberCtx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { maskedSpans } from '../history/rules.ts';
import { isHiddenFrom } from '../policy.ts';
import type { Span } from '../rules.ts';
import { datedHidings, hiddenMoments, type HiddenUnit, theftSince, type UnitMoment } from './read-model.ts';
import { hiddenSpans } from '../../trips/working-hours/rules.ts';
import { NO_DAYS_OFF } from '../../../core/people/days-off.ts';
import { withheldSpans } from '../../../core/fleet/private-use.ts';
import { daysOffAsSettled } from '../../../core/people/account-days-off.ts';

/** MAP-004: when, within a period, the unit was hidden from the actor. */
export async function hiddenBetween({ db, actor }: MemberCtx, unitId: number, fromMs: number, toMs: number): Promise<Span[]> {
  if (!actor.isAdmin) return [];
  const dated = await datedHidings(db, actor.accountId, unitId);
  if (dated.every(({ hiding }) => hiding === null)) return [];
  const fromActor = dated.map((each) => (isHiddenFrom(actor, each.driverMemberId) ? each : { ...each, hiding: null }));
  const daysOff = (await daysOffAsSettled(db, [actor.accountId])).get(actor.accountId) ?? NO_DAYS_OFF;
  const since = (await theftSince(db, unitId))?.getTime() ?? Infinity;
  return since <= fromMs ? [] : hiddenSpans(fromActor, fromMs, Math.min(toMs, since), daysOff);
}

/** MAP-031, MAP-004: of what in a period the actor is told nothing: somebody else's private use, and when the unit was hidden. */
export async function maskedBetween(ctx: MemberCtx, unitId: number, from: Date, to: Date): Promise<Span[]> {
  return maskedSpans(await withheldSpans(ctx, unitId, from, to), await hiddenBetween(ctx, unitId, from.getTime(), to.getTime()));
}

/** MAP-004: of these moments those in which administrators were not to see where the unit was, but for who drove it. */
export const hiddenAt = <T extends UnitMoment>(db: Kysely<Db>, moments: readonly T[]): Promise<ReadonlyMap<T, HiddenUnit>> =>
  hiddenMoments(db, moments);

/** MAP-004: those of the moments in which the unit was hidden from the actor. */
export async function hiddenFromActor<T extends UnitMoment>(
  { db, actor }: { readonly db: Kysely<Db>; readonly actor: MemberActor },
  moments: readonly T[],
): Promise<ReadonlySet<T>> {
  if (!actor.isAdmin) return new Set();
  const hidden = await hiddenMoments(db, moments);
  return new Set([...hidden].filter(([, { driverMemberId }]) => isHiddenFrom(actor, driverMemberId)).map(([moment]) => moment));
}
