import { compareNames } from '@spora/messages/name-order';
export type BulkAction = 'add' | 'remove' | 'replace';

/** UNIT-014: what a list of values is after the action; sorted, each once. */
export function afterAction(before: readonly string[], action: BulkAction, values: readonly string[]): string[] {
  const kept = action === 'replace' ? [] : action === 'remove' ? before.filter((value) => !values.includes(value)) : before;
  const added = action === 'remove' ? [] : values;
  return [...new Set([...kept, ...added])].sort(compareNames);
}

/** The same for a field that holds one value: the last of `values`, or nothing. */
export function singleAfter(before: string | null, action: BulkAction, values: readonly string[]): string | null {
  if (action === 'remove') return before !== null && (values.length === 0 || values.includes(before)) ? null : before;
  return values.at(-1) ?? null;
}
