import type { MemberCtx } from '../../platform/ctx.ts';
import { AppError } from '../../platform/app-error.ts';
import { hasRight } from '../../core/fleet/member-rights.ts';

/**
 * ROLE-006, MAP-008: administrators, and members who were given the right. Support looks at an account and helps; what is done to a
 * vehicle is done by its own people.
 */
export async function mayChangeReporting(ctx: MemberCtx): Promise<boolean> {
  if (ctx.actor.visit) return false;
  return ctx.actor.isAdmin || (await hasRight(ctx, 'report-frequency'));
}

export async function requireMayChangeReporting(ctx: MemberCtx): Promise<void> {
  if (!(await mayChangeReporting(ctx))) throw new AppError('Forbidden');
}
