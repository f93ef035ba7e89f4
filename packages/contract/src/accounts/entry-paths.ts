import type { Path } from '../path.ts';

/** The calls of this feature that the sign-in page makes; that page loads these and no others (NFR-001). */
export const ENTRY_PATHS = {
  'accounts.public-config': ['GET', '/config'],
  'accounts.announcement': ['POST', '/announcement', 'reads'],
  'accounts.contact': ['GET', '/wlsContactAddress'],
} as const satisfies Record<string, Path>;
