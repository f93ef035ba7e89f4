import { AppError } from '../../platform/app-error.ts';
import type { MemberActor } from '../../platform/ctx.ts';
import type { MemberFactors } from '../../core/people/factors.ts';

/** Who looks at an account has no factors of their own there. Throws Forbidden. */
export function requireOwnFactors(actor: MemberActor): void {
  if (actor.visit || actor.token) throw new AppError('Forbidden');
}

/**
 * Nor does somebody add one who signed in by an address that the member has not agreed to (decision 0039): it would be a way in that
 * outlives the address. Throws Forbidden or AgreeFirst.
 */
export function requireMayAddFactors(actor: MemberActor): void {
  requireOwnFactors(actor);
  if (actor.isPrivateClosed) throw new AppError('AgreeFirst', { status: 403 });
}

/** What the account settles for itself is its administrators'. Throws Forbidden. */
export function requireMayRequireFactors(actor: MemberActor): void {
  if (!actor.isAdmin) throw new AppError('Forbidden');
}

/** One's own are changed in the profile. Throws Forbidden or OwnTwoFactor. */
export function requireMayReset(actor: MemberActor, memberId: number): void {
  if (!actor.isAdmin) throw new AppError('Forbidden');
  if (actor.memberId === memberId) throw new AppError('OwnTwoFactor', { status: 409 });
}

/** Throws LastFactorRequired for a member of whom one is required and who would have none left. */
export function requireMayRemove(left: Omit<MemberFactors, 'isMet'>): void {
  const isMet = left.app || left.passkey || (left.mail && left.isMailEnough);
  if (left.isRequired && !isMet) throw new AppError('LastFactorRequired');
}

/** Nobody asks others for what would shut themselves out. Throws OwnFactorFirst. */
export function requireOwnFirst(
  own: MemberFactors,
  wanted: { readonly required_of: string; readonly is_mail_enough: boolean },
): void {
  const isMet = own.app || own.passkey || (own.mail && wanted.is_mail_enough);
  if (wanted.required_of !== 'nobody' && !isMet) throw new AppError('OwnFactorFirst');
}
