import type { TollPassage } from './endpoints.ts';

/** The one thing that is to be known of a passage, by the key of its word. */
export type TollMark = 'TollsUncertain' | 'TollsConfirmed' | 'TollsWithdrawn' | 'TollsEntered' | 'TollsCorrected';

/** REP-014: what a person said of a passage, or that it may have cost something and is not sure to have been. */
export function markOf(row: Pick<TollPassage, 'is_withdrawn' | 'is_uncertain' | 'is_free' | 'corrections'>): TollMark | null {
  if (row.is_withdrawn) return 'TollsWithdrawn';
  const said = row.corrections.find(({ undone_at }) => undone_at === null);
  if (said?.kind === 'passed') return row.is_uncertain ? 'TollsConfirmed' : 'TollsEntered';
  if (said) return 'TollsCorrected';
  return row.is_uncertain && !row.is_free ? 'TollsUncertain' : null;
}
