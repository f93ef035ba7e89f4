import { AppError } from '../../../platform/app-error.ts';
import type { MemberActor } from '../../../platform/ctx.ts';

/** UNIT-024, DEC-69: readings are for those who may edit all of the unit; the factor changes distances and is the administrators'. */
export const readingsCan = (actor: Pick<MemberActor, 'isAdmin'>, unit: { readonly edit_all: boolean }) => ({
  save: unit.edit_all,
  set_factor: unit.edit_all && actor.isAdmin,
});

export function requireMay(isAllowed: boolean): void {
  if (!isAllowed) throw new AppError('Forbidden');
}
