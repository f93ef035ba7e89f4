import type { TollPassage } from './endpoints.ts';

/** The one thing that is to be known of a passage, by the key of its word. */
export type TollMark = 'TollsUncertain' | 'TollsConfirmed' | 'TollsWithdrawn' | 'TollsEntered' | 'TollsCorrected';

/** Why an amount is only about right, by the key of its sentence. */
export type TollAbout = 'TollsLastKnownWhy' | 'TollsOldWhy' | 'TollsEstimateWhy';

type Marked = Pick<TollPassage, 'is_withdrawn' | 'is_uncertain' | 'is_free' | 'corrections'>;

/** Why an amount is only about right, if it is: its price or its station's place is old, or its figure is not sure. */
export function aboutOf(
  row: Marked & Pick<TollPassage, 'amount' | 'rule' | 'price_year' | 'as_of_year' | 'is_estimate'>,
): readonly TollAbout[] {
  if (!row.amount || row.rule === 'corrected') return [];
  const old = [
    ...(row.price_year === null ? [] : (['TollsLastKnownWhy'] as const)),
    ...(row.as_of_year === null ? [] : (['TollsOldWhy'] as const)),
  ];
  if (old.length > 0) return old;
  return row.is_estimate && markOf(row) !== 'TollsUncertain' ? ['TollsEstimateWhy'] : [];
}

/** The same in a few words: the years of price and place; null where the amount is right. */
export function aboutText(row: Parameters<typeof aboutOf>[0]): TollAboutText | null {
  const abouts = aboutOf(row);
  const [price, station] = [String(row.price_year), String(row.as_of_year)];
  if (abouts.length > 1) return { key: 'TollsFromBoth', values: { price, station } };
  if (abouts[0] === 'TollsOldWhy') return { key: 'TollsFromStation', values: { year: station } };
  if (abouts[0] === 'TollsLastKnownWhy') return { key: 'TollsFromPrice', values: { year: price } };
  return abouts.length === 0 ? null : { key: 'TollsFromRough' };
}
export type TollAboutText =
  | { readonly key: 'TollsFromBoth'; readonly values: { readonly price: string; readonly station: string } }
  | { readonly key: 'TollsFromStation' | 'TollsFromPrice'; readonly values: { readonly year: string } }
  | { readonly key: 'TollsFromRough'; readonly values?: undefined };

/** REP-014: what a person said of a passage, or that it may have cost something and is not sure to have been. */
export function markOf(row: Marked): TollMark | null {
  if (row.is_withdrawn) return 'TollsWithdrawn';
  const said = row.corrections.find(({ undone_at }) => undone_at === null);
  if (said?.kind === 'passed') return row.is_uncertain ? 'TollsConfirmed' : 'TollsEntered';
  if (said) return 'TollsCorrected';
  return row.is_uncertain && !row.is_free ? 'TollsUncertain' : null;
}
