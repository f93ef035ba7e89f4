import { AppError } from '../../../platform/app-error.ts';
import type { MemberActor } from '../../../platform/ctx.ts';

/** What the rules of who may do what with a member ask of them. */
export interface MemberFacts {
  readonly id: number;
  readonly isAdmin: boolean;
  readonly isDisabled: boolean;
}

/** What an administrator may do with a member, sent along as `can`. */
export interface MemberCan {
  readonly edit: boolean;
  readonly disable: boolean;
  readonly remove: boolean;
  readonly change_admin: boolean;
  readonly reset_factor: boolean;
}

const isLastAdmin = (member: MemberFacts, activeAdmins: number): boolean =>
  member.isAdmin && !member.isDisabled && activeAdmins <= 1;

/** ADM-003: nobody removes, disables or degrades themselves. ADM-004: an account keeps an administrator. */
export function memberCan(actor: MemberActor, member: MemberFacts, activeAdmins: number): MemberCan {
  const isFree = actor.isAdmin && member.id !== actor.memberId && !isLastAdmin(member, activeAdmins);
  return {
    edit: actor.isAdmin,
    disable: isFree,
    remove: isFree,
    change_admin: isFree,
    reset_factor: actor.isAdmin && member.id !== actor.memberId,
  };
}

/** Throws Forbidden, NotYourself or LastAdministrator. */
export function requireMayTakeOff(actor: MemberActor, member: MemberFacts, activeAdmins: number): void {
  if (!actor.isAdmin) throw new AppError('Forbidden');
  if (member.id === actor.memberId) throw new AppError('NotYourself');
  if (isLastAdmin(member, activeAdmins)) throw new AppError('LastAdministrator');
}
