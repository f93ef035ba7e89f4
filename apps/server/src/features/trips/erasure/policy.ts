import { AppError } from '../../../platform/app-error.ts';
import type { MemberActor } from '../../../platform/ctx.ts';

/** Where somebody drove privately is theirs alone: support that looks at the account drove nothing. */
export function requireOneself(actor: Pick<MemberActor, 'visit'>): void {
  if (actor.visit) throw new AppError('Forbidden');
}
