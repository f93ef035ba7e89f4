import type * as Engine from './engine.ts';

/** The part that draws maps, fetched once; a page with a map begins with it before the map is in sight. */
export const loadEngine = (): Promise<typeof Engine> => import('./engine.ts');
