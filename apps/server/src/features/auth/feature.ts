import type { Feature } from '../../core/face.ts';
import { authHandlers } from './jobs.ts';
import { countSessions } from './repository.ts';
import { registerAuthRoutes } from './routes.ts';

export const feature: Feature = {
  name: 'auth',
  routes: (mount, { config }) => registerAuthRoutes(mount, config),
  jobs: { handlers: () => authHandlers },
  dependents: async (db, accountId, memberId) => ({ sessions: await countSessions(db, accountId, memberId) }),
};
