import { fold } from '../../lib/names.ts';

const wordsOf = (text: string): string[] => text.split(/[\s,]+/).flatMap((word) => fold(word) || []);

/**
 * The one place that a typed text means: the only one found, or the only one that is called just that. `another`: what was found is not what
 * was typed, such as the town of a street that is not known.
 */
export function onlyMeant<P extends { readonly label: string }>(
  typed: string,
  places: readonly P[],
): P | 'none' | 'many' | 'another' {
  if (places.length === 0) return 'none';
  const sure = places.filter(({ label }) => wordsOf(typed).every((word) => fold(label).includes(word)));
  const same = sure.filter(({ label }) => fold(label) === fold(typed));
  const [only, ...more] = same.length > 0 ? same : sure;
  if (!only) return 'another';
  return more.length > 0 ? 'many' : only;
}
