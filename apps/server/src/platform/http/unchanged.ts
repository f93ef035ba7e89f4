import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../app-error.ts';

/**
 * ERR-041: what a form that is saved began with, as it was told, against what stands now: where somebody else has changed one of these
 * fields meanwhile nothing is overwritten unseen. Whoever sends none of it overwrites. The caller holds the row.
 */
export function requireUnchanged(stands: object, was: Readonly<Record<string, unknown>> | undefined): void {
  for (const [field, value] of Object.entries(was ?? {}))
    if (!isDeepStrictEqual((stands as Readonly<Record<string, unknown>>)[field] ?? null, value ?? null))
      throw new AppError('ChangedMeanwhile', { status: 409 });
}
