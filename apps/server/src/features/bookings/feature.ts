import type { Feature } from '../../core/face.ts';
import { countToCome } from './read-model.ts';

export const feature: Feature = {
  name: 'bookings',
  routes: async (mount) => (await import('./routes.ts')).registerBookingsRoutes(mount),
  jobs: { handlers: async () => (await import('./jobs.ts')).bookingsHandlers },
  dependents: async (db, accountId, memberId) => ({ bookings: await countToCome(db, accountId, memberId) }),
};
