import type { UnitDetails } from '@spora/contract/units/endpoints';
import { AppError } from '../../platform/app-error.ts';
import type { MemberActor } from '../../platform/ctx.ts';

/** UNIT-024: whoever may change the unit's looks describes it; a theft report also tells where it was, so it takes the map. */
export const objectCan = (actor: Pick<MemberActor, 'mayUseMap'>, unit: Pick<UnitDetails['can'], 'edit_looks'>) => ({
  edit: unit.edit_looks,
  report: unit.edit_looks && actor.mayUseMap,
});

/** FEAT-001. */
export function requireTheft({ hasTheft }: { readonly hasTheft: boolean }): void {
  if (!hasTheft) throw new AppError('FeatureOff', { status: 403 });
}

export function requireCan(can: ReturnType<typeof objectCan>, what: keyof ReturnType<typeof objectCan>): void {
  if (!can[what]) throw new AppError('Forbidden');
}
