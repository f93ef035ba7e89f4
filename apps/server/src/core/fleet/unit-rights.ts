import type { UnitDetails } from '@spora/contract/units/endpoints';
import { AppError } from '../../platform/app-error.ts';
import { type MemberActor, seesAs } from '../../platform/ctx.ts';

/** What the rules of who may do what with a unit ask of it and of the actor's part in it. */
export interface UnitFacts {
  readonly hasAccess: boolean;
  readonly isRetired: boolean;
  readonly isFitted: boolean;
  readonly lockedByMemberId: number | null;
  /** The actor's right `edit-units`. */
  readonly mayEditUnits: boolean;
}

/**
 * LOCK-005, LOCK-006: a locked unit is open to its locker and to those who were given it; an administrator without is shut out, and so
 * is who signs in by an address that the member has not agreed to (decision 0039).
 */
export const isShutOut = (
  actor: Pick<MemberActor, 'memberId' | 'isPrivateClosed'>,
  unit: Pick<UnitFacts, 'hasAccess' | 'lockedByMemberId'>,
): boolean =>
  unit.lockedByMemberId !== null && (actor.isPrivateClosed || (unit.lockedByMemberId !== actor.memberId && !unit.hasAccess));

/** UNIT-024, DEC-69: a member with access edits looks and trip-log defaults; the rest is the administrators', or by right. */
export function unitCan(actor: MemberActor, unit: UnitFacts): UnitDetails['can'] {
  const isOpen = !actor.visit && !isShutOut(actor, unit) && !unit.isRetired;
  const editAll = isOpen && (actor.isAdmin || unit.mayEditUnits);
  const isLocked = unit.lockedByMemberId !== null;
  return {
    edit_looks: isOpen,
    edit_all: editAll,
    change_registration: editAll,
    lock: isOpen && !isLocked && (actor.isAdmin || unit.hasAccess),
    unlock: isLocked && (unit.lockedByMemberId === seesAs(actor) || actor.visit !== undefined),
    replace: actor.isAdmin && isOpen && unit.isFitted,
    retire: actor.isAdmin && isOpen && !isLocked,
    geo_data: isOpen && unit.isFitted && actor.mayUseMap,
    alarms: actor.isAdmin && !isShutOut(actor, unit) && !unit.isRetired,
  };
}

export function requireCan(can: UnitDetails['can'], what: keyof UnitDetails['can']): void {
  if (!can[what]) throw new AppError('Forbidden');
}
