import { SELDOM } from './seldom-pages.ts';

/*
 * A page is a file of its own, which a busy machine takes its time to read: longer than a test waits for anything that is shown. Tests of
 * whole pages read those files before the first of them.
 */

/** Reads what is shown before signing in, and what stands around every page after it. */
export const readPublicPages = (): Promise<unknown> =>
  Promise.all([
    import('../features/registration/screen.tsx'),
    import('../features/auth/forgot-password-screen.tsx'),
    import('../features/auth/reset-password-screen.tsx'),
    import('./signed-in.tsx'),
    import('./track-art.tsx'),
    ...Object.values(SELDOM).map((load) => load()),
  ]);

const PAGES = import.meta.glob([
  '../features/*/{screen,page}.tsx',
  '../features/*/*-{screen,page}.tsx',
  '../features/alarms/*/{screen,alert-numbers}.tsx',
]);

/** Reads every page that there is. */
export const readAllPages = (): Promise<unknown> =>
  Promise.all([readPublicPages(), ...Object.values(PAGES).map((load) => load())]);
