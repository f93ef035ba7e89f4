import { AppError } from '../../../platform/app-error.ts';

type PlanCan = { readonly edit: boolean; readonly record: boolean };

/** Throws Forbidden for a viewer who may see the plans and not do this. */
export function requirePlanCan(can: PlanCan, what: keyof PlanCan): void {
  if (!can[what]) throw new AppError('Forbidden');
}

/** A mistaken entry is taken back by who made it, or by who may change the plans. */
export function requireMayTakeBack(
  can: PlanCan,
  entry: { readonly memberId: number },
  actor: { readonly memberId: number },
): void {
  if (!can.edit && entry.memberId !== actor.memberId) throw new AppError('Forbidden');
}
