import type { Feature } from '../../core/face.ts';
import { announceBookings } from './listeners.ts';
import { countToCome, toldFacts } from './read-model.ts';

declare module '../../platform/events/events.ts' {
  interface DomainEvents {
    'bookings-made': { readonly ids: readonly number[] };
    /** Also approved, refused, released or given back. */
    'bookings-changed': { readonly ids: readonly number[] };
    /** Told while they are still there. */
    'bookings-deleted': { readonly ids: readonly number[] };
  }
}

export const feature: Feature = {
  name: 'bookings',
  routes: async (mount) => (await import('./routes.ts')).registerBookingsRoutes(mount),
  jobs: { handlers: async () => (await import('./jobs.ts')).bookingsHandlers },
  dependents: async (db, accountId, memberId) => ({ bookings: await countToCome(db, accountId, memberId) }),
  bookingsLost: async (ctx, losses) =>
    (await (await import('./service.ts')).countLosses(ctx, { body: { losses: [...losses], by_lock: false } })).bookings,
  today: async (ctx) => (await import('./today.ts')).bookingsToday(ctx),
  listeners: {
    'bookings-made': announceBookings,
    'bookings-changed': announceBookings,
    'bookings-deleted': announceBookings,
  },
  webhooks: {
    'booking.made': { 'bookings-made': ({ ids }, now) => toldFacts(ids, now) },
    'booking.changed': { 'bookings-changed': ({ ids }, now) => toldFacts(ids, now) },
    'booking.deleted': { 'bookings-deleted': ({ ids }, now) => toldFacts(ids, now) },
  },
};
