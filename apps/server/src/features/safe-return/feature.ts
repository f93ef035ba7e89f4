import type { Feature } from '../../core/face.ts';
import type { AwayBeforeCheck, HomeOver, MissedHome } from './check/service.ts';

declare module '../../platform/events/events.ts' {
  interface DomainEvents {
    /** Units are away shortly before they are to be home. */
    'safe-homes-soon': { readonly away: readonly AwayBeforeCheck[] };
    /** Units were not home when they were to be. */
    'safe-homes-missed': { readonly missed: readonly MissedHome[] };
    /** Units that had not been home are, or are waited for no more. */
    'safe-homes-over': { readonly over: readonly HomeOver[] };
  }
}

export const feature: Feature = {
  name: 'safe-return',
  routes: async (mount) => (await import('./routes.ts')).registerSafeReturnRoutes(mount),
  jobs: { handlers: async () => (await import('./jobs.ts')).safeReturnHandlers },
  personalData: {
    tables: { safe_home_check: { driversOwn: ['at', 'result', 'home_at', 'judged_at'], momentColumn: 'at' } },
  },
};
