import { ENTRY_PATHS as accounts } from './accounts/entry-paths.ts';
import { ENTRY_PATHS as auth } from './auth/entry-paths.ts';
import { ENTRY_PATHS as users } from './users/entry-paths.ts';
import type { Path } from './path.ts';

/** The calls that the sign-in page makes, apart from the others so that it need not load the table of all (NFR-001). */
export const ENTRY_PATHS = { ...accounts, ...auth, ...users } as const satisfies Record<string, Path>;
