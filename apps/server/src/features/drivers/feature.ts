import type { Feature } from '../../core/face.ts';
import { tagsProjection } from './projector.ts';
import { sql } from 'kysely';

export const feature: Feature = {
  name: 'drivers',
  projections: [tagsProjection],
  routes: async (mount) => (await import('./routes.ts')).registerDriverRoutes(mount),
  jobs: { handlers: async () => (await import('./jobs.ts')).driversHandlers },
  personalData: {
    tables: {
      driver_event: {
        isAbout: (memberId) => sql`driver_of(x) = ${memberId}`,
        // A tag is shown as a trip begins.
        driversOwn: ['at', 'read_at', 'recorded_at', 'lat_e7', 'lon_e7'],
      },
    },
  },
};
