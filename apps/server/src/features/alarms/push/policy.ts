import { AppError } from '../../../platform/app-error.ts';
import type { MemberActor } from '../../../platform/ctx.ts';

/** Push goes to the member who asks: support staff on a visit and programs have no browser of the account's. */
export function requireOwnPush({ visit, token }: MemberActor): void {
  if (visit || token) throw new AppError('Forbidden');
}
