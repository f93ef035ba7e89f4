import { AppError } from '../../platform/app-error.ts';
import type { MemberActor } from '../../platform/ctx.ts';

/** Who changes sensors; `mayEditUnits` is the member's right `edit-units`. */
export type SensorEditor = Pick<MemberActor, 'isAdmin' | 'visit'> & { readonly mayEditUnits: boolean };

/**
 * BLE-010, LOCK-012: a sensor is part of its unit, so who edits units edits their sensors; those of units that they do not see are not
 * theirs to see at all. Support looks on.
 */
export const mayEditSensors = (actor: SensorEditor): boolean => !actor.visit && (actor.isAdmin || actor.mayEditUnits);

export function requireMayEditSensors(actor: SensorEditor): void {
  if (!mayEditSensors(actor)) throw new AppError('Forbidden');
}
