import { AppError } from '../../platform/app-error.ts';
import type { MemberActor } from '../../platform/ctx.ts';
import type { OutputSettings } from './rules.ts';

/** Support looks at an account and helps; what is done to a vehicle is done by its own people. */
const isOneOfThem = (actor: MemberActor): boolean => actor.visit === undefined;

/** What is connected and who may switch it is said by administrators: else a member could give the right to himself. */
export const mayEditIo = (actor: MemberActor, unit: { readonly isRetired: boolean }): boolean =>
  isOneOfThem(actor) && actor.isAdmin && !unit.isRetired;

/** OUT-006, OUT-008: administrators, or all who were given the unit. Who sees the unit at all, and its lock, is judged before. */
export const maySwitch = (
  actor: MemberActor,
  unit: { readonly isRetired: boolean },
  output: Pick<OutputSettings, 'who'>,
): boolean => isOneOfThem(actor) && !unit.isRetired && (actor.isAdmin || output.who === 'users');

export function requireMay(may: boolean): void {
  if (!may) throw new AppError('Forbidden');
}

/** Thresholds are part of what may be edited of the whole unit. */
export const maySetEco = (actor: MemberActor, mayEditAll: boolean): boolean => isOneOfThem(actor) && mayEditAll;
