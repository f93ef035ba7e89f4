import { ENTRY_PATHS } from '@spora/contract/entry-paths';
import type { Path } from '@spora/contract/path';
import type { PathId } from '@spora/contract/paths';

let known: Partial<Record<PathId, Path>> = ENTRY_PATHS;

/** The method and path of a call, when it is known already: on the sign-in page its own calls, later all. */
export const knownPath = (id: PathId): Path | undefined => known[id];

/** From now on these are known. */
export function learnPaths(all: Readonly<Record<PathId, Path>>): void {
  known = all;
}

/** The same for any call; the table of all is fetched when the first one beyond the sign-in page is made. */
export async function loadPath(id: PathId): Promise<Path> {
  const { PATHS: all } = await import('@spora/contract/paths');
  learnPaths(all);
  return all[id];
}
