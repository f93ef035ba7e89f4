/** What the rules of merging ask of a trip. */
export interface Mergeable {
  readonly unitId: number;
  /** Its calendar day in the account's zone, `YYYY-MM-DD` or any other text that is the same for the same day. */
  readonly day: string;
  readonly driverMemberId: number | null;
  readonly type: string;
  readonly isMerged: boolean;
}

export type MergeRefusal =
  'MergeDifferentUnit' | 'MergeDifferentDate' | 'MergeDifferentDriver' | 'MergeDifferentType' | 'MergeAlreadyMerged';

/** TRIP-007, TRIP-008, DEC-45: why two trips may not be shown as one; null when they may. */
export function mergeRefusal(a: Mergeable, b: Mergeable): MergeRefusal | null {
  if (a.isMerged || b.isMerged) return 'MergeAlreadyMerged';
  if (a.unitId !== b.unitId) return 'MergeDifferentUnit';
  if (a.day !== b.day) return 'MergeDifferentDate';
  if (a.driverMemberId !== b.driverMemberId) return 'MergeDifferentDriver';
  return a.type === b.type ? null : 'MergeDifferentType';
}
