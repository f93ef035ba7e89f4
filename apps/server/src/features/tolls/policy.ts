import { AppError } from '../../platform/app-error.ts';
import type { MemberActor } from '../../platform/ctx.ts';

type Corrector = Pick<MemberActor, 'isAdmin' | 'visit'>;

/** REP-014: passages are corrected by administrators, and not by support staff on a visit. */
export const mayCorrect = ({ isAdmin, visit }: Corrector): boolean => isAdmin && !visit;

export function requireMayCorrect(actor: Corrector): void {
  if (!mayCorrect(actor)) throw new AppError('Forbidden', { status: 403 });
}
