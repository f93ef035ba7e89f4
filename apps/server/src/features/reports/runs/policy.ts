import { AppError } from '../../../platform/app-error.ts';
import type { MemberActor } from '../../../platform/ctx.ts';

/** Whoever looks at the account for support orders no report in somebody's name, and is handed none of theirs. */
export function requireOrderer({ visit }: Pick<MemberActor, 'visit'>): void {
  if (visit) throw new AppError('Forbidden', { status: 403 });
}
