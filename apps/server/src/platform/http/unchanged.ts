import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../app-error.ts';

/**
 * ERR-041: what a form that is saved began with, as it was told, against what stands now: where somebody else has changed one of these
 * fields meanwhile nothing is overwritten unseen. What stands as it is wanted is no conflict, whoever made it so: whoever saves once more
 * because the first answer was lost would else be told that somebody else had changed it. Whoever sends none of it overwrites. The caller
 * holds the row.
 */
export function requireUnchanged(stands: object, wanted: { readonly was?: Readonly<Record<string, unknown>> | undefined }): void {
  const now = stands as Readonly<Record<string, unknown>>;
  const sent = wanted as Readonly<Record<string, unknown>>;
  for (const [field, value] of Object.entries(wanted.was ?? {})) {
    const isAsItWas = isDeepStrictEqual(now[field] ?? null, value ?? null);
    const isAsWanted = sent[field] !== undefined && isDeepStrictEqual(now[field] ?? null, sent[field]);
    if (!isAsItWas && !isAsWanted) throw new AppError('ChangedMeanwhile', { status: 409 });
  }
}
