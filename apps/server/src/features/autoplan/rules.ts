import type { AutoplanDoubt, AutoplanProblem, AutoplanState } from '@spora/contract/autoplan/endpoints';

/** AUTO-006: more than this in a month since the last report (km) is unlikely. */
export const UNLIKELY_KM_PER_MONTH = 12_000;

export interface Odometers {
  readonly startKm: number | null;
  readonly endKm: number | null;
}

/** What was reported last, of an earlier month. */
export interface LastReport {
  readonly endKm: number;
  /** How many months ago it was; 1: the month before. */
  readonly monthsAgo: number;
}

/**
 * AUTO-006: what somebody is to look at before odometers are reported: `fell` where they go backwards, within the month or against the last report;
 * `jumped` where they went further than a car does in the time. Null: nothing.
 */
export function doubtOf({ startKm, endKm }: Odometers, last: LastReport | null): AutoplanDoubt | null {
  if (startKm === null || endKm === null) return null;
  if (endKm < startKm || (last !== null && endKm < last.endKm)) return 'fell';
  const since = last === null ? { km: endKm - startKm, months: 1 } : { km: endKm - last.endKm, months: last.monthsAgo };
  return since.km > UNLIKELY_KM_PER_MONTH * since.months ? 'jumped' : null;
}

interface Stored {
  readonly state: 'sending' | 'reported' | 'failed' | 'not-needed';
  readonly problem: string | null;
}

/** AUTO-005: how a unit stands. One without plate or odometer cannot be reported, and says why. */
export function stateOf(
  stored: Stored | undefined,
  { hasPlate, isOpen }: { readonly hasPlate: boolean; readonly isOpen: boolean },
): { readonly state: AutoplanState; readonly problem: AutoplanProblem | null } {
  if (stored) return { state: stored.state, problem: stored.problem as AutoplanProblem | null };
  if (!hasPlate) return { state: isOpen ? 'failed' : 'not-due', problem: 'no-registration-number' };
  return { state: isOpen ? 'ready' : 'not-due', problem: null };
}

/** What becomes of a report that the service refused (AUTO-003). */
export const stateAfter = (problem: AutoplanProblem): 'reported' | 'not-needed' | 'failed' =>
  problem === 'already-reported' ? 'reported' : problem === 'service-car' ? 'not-needed' : 'failed';
