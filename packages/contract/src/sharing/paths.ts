import type { Path } from '../path.ts';

export const PATHS = {
  'sharing.list': ['GET', '/user/share-link'],
  'sharing.make': ['POST', '/user/share-link'],
  'sharing.preview': ['POST', '/user/share-link/preview', 'reads'],
  'sharing.revoke': ['DELETE', '/user/share-link/{id}'],
  'sharing.watch': ['POST', '/shared/position', 'reads'],
} as const satisfies Record<string, Path>;
