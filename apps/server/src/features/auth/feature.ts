import type { Feature } from '../../core/face.ts';
import { countSessions } from './repository.ts';

export const feature: Feature = {
  name: 'auth',
  routes: async (mount, { config }) => (await import('./routes.ts')).registerAuthRoutes(mount, config),
  jobs: { handlers: async () => (await import('./jobs.ts')).authHandlers },
  dependents: async (db, accountId, memberId) => ({ sessions: await countSessions(db, accountId, memberId) }),
};
