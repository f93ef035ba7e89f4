import { AppError } from '../../platform/app-error.ts';
import type { MemberActor } from '../../platform/ctx.ts';

type Who = Pick<MemberActor, 'memberId' | 'isAdmin'>;

/** ATT-008: administrators attest, open again and remind for others, and for trips without a driver. */
export const mayAttestFor = (actor: Who, memberId: number | null): boolean => actor.isAdmin || memberId === actor.memberId;

export function requireMayAttestFor(actor: Who, memberId: number | null): void {
  if (!mayAttestFor(actor, memberId)) throw new AppError('Forbidden', { status: 403 });
}

export function requireMayRunAttestation(actor: Who): void {
  if (!actor.isAdmin) throw new AppError('Forbidden', { status: 403 });
}

/** Somebody attests as a user what they drove themselves; everything else an administrator attests as such. */
export const levelOf = (actor: Who, memberId: number | null): 'user' | 'admin' =>
  memberId === actor.memberId ? 'user' : 'admin';
