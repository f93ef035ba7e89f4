import type { Feature } from '../../core/face.ts';
import { tripsDerived, tripsProjection } from './projector.ts';
import { finishedFacts } from './finished-read-model.ts';
import { tripsHandlers } from './jobs.ts';
import { countDrivenBy } from './personal-data/read-model.ts';
import { tripFiles } from './personal-data/service.ts';
import { registerTripsRoutes } from './routes.ts';

declare module '../../platform/events/events.ts' {
  interface DomainEvents {
    /** Told again of a trip that late data changed. */
    'trip-finished': { readonly ids: readonly number[] };
  }
}

export const feature: Feature = {
  name: 'trips',
  projections: [tripsProjection],
  derived: tripsDerived,
  routes: registerTripsRoutes,
  jobs: { handlers: () => tripsHandlers },
  personalData: {
    files: tripFiles,
    tables: {
      trip: { isToldInFiles: true },
      // A merge and an edit lie within their trips.
      trip_edit: { driversOwn: ['value', 'old_value', 'anchor_at'] },
      trip_merge: { driversOwn: ['first_anchor_at', 'second_anchor_at'] },
    },
  },
  dependents: async (db, accountId, memberId) => ({ trips: await countDrivenBy(db, accountId, memberId) }),
  webhooks: { 'trip.finished': { 'trip-finished': ({ ids }) => finishedFacts(ids) } },
};
