import type { Feature } from '../../core/face.ts';
import { tripsDerived, tripsProjection } from './projector.ts';
import { finishedFacts } from './finished-read-model.ts';
import { giveUsualPurpose } from './usual-purpose.ts';
import { countDrivenBy, unitsDrivenBy } from './personal-data/read-model.ts';

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
  routes: async (mount) => (await import('./routes.ts')).registerTripsRoutes(mount),
  jobs: { handlers: async () => (await import('./jobs.ts')).tripsHandlers },
  personalData: {
    files: async (...args) => (await import('./personal-data/service.ts')).tripFiles(...args),
    tables: {
      trip: { isToldInFiles: true },
      // A merge and an edit lie within their trips.
      trip_edit: { driversOwn: ['value', 'old_value', 'anchor_at'], momentColumn: 'anchor_at' },
      trip_merge: { driversOwn: ['first_anchor_at', 'second_anchor_at'], momentColumn: 'first_anchor_at' },
    },
  },
  dependents: async (db, accountId, memberId) => ({
    trips: await countDrivenBy(db, accountId, memberId),
    driven_units: await unitsDrivenBy(db, accountId, memberId),
  }),
  today: async (ctx) => (await import('./today.ts')).tripsToday(ctx),
  listeners: { 'trip-finished': ({ ids }, db, now) => giveUsualPurpose(db, ids, now) },
  webhooks: { 'trip.finished': { 'trip-finished': ({ ids }) => finishedFacts(ids) } },
};
