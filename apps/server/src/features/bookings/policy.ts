import { AppError } from '../../platform/app-error.ts';
import type { MemberActor } from '../../platform/ctx.ts';

/** Who asks, and whether they were given the right `edit-all-bookings` (DEC-27). */
export type Booker = Pick<MemberActor, 'memberId' | 'isAdmin' | 'visit'> & { readonly mayEditAll: boolean };

/** Whose a booking is. */
export interface Owned {
  readonly driverId: number | null;
  readonly bookedBy: number;
}

/** BOOK-036, DEC-27: one's own, or anybody's by right; the support staff looks on. */
export const mayEditBooking = (actor: Booker, { driverId, bookedBy }: Owned): boolean =>
  !actor.visit && (actor.isAdmin || actor.mayEditAll || driverId === actor.memberId || bookedBy === actor.memberId);

/** The same of what it is for: a time when nobody can drive is the administrators' alone. */
export const mayChangeBooking = (actor: Booker, booking: Owned & { readonly kind: string }): boolean =>
  mayEditBooking(actor, booking) && (actor.isAdmin || booking.kind === 'drive');

/** BOOK-043: what others write of their driving is their own and the administrators', and of who may change it (DEC-27). */
export const maySeePurpose = (
  actor: Pick<MemberActor, 'memberId' | 'isAdmin'> & { readonly mayEditAll?: boolean },
  { driverId, bookedBy, kind }: Owned & { readonly kind: string },
): boolean =>
  actor.isAdmin || actor.mayEditAll === true || kind !== 'drive' || driverId === actor.memberId || bookedBy === actor.memberId;

/** Say when a unit cannot be driven, decide on requests, change how booking works. */
export const mayAdminister = (actor: Pick<MemberActor, 'isAdmin' | 'visit'>): boolean => actor.isAdmin && !actor.visit;

/** The one who was named, or any administrator where nobody was. */
export const mayDecide = (
  actor: Pick<MemberActor, 'memberId' | 'isAdmin' | 'visit'>,
  { approverId }: { readonly approverId: number | null },
): boolean => !actor.visit && (approverId === null ? actor.isAdmin : actor.memberId === approverId || actor.isAdmin);

/** BOOK-037: an administrator for anybody, others for themselves, and never when nobody can drive. */
export function requireMayBook(
  actor: Pick<MemberActor, 'memberId' | 'isAdmin'>,
  { driverId, kind, keeps }: { readonly driverId: number | null; readonly kind: string; readonly keeps?: number | null },
): void {
  if (actor.isAdmin) return;
  if (kind !== 'drive' || (driverId !== actor.memberId && driverId !== keeps)) throw new AppError('Forbidden');
}
