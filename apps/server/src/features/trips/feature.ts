import type { Feature } from '../../core/feature.ts';
import { finishedFacts } from './read-model.ts';

declare module '../../platform/events/events.ts' {
  interface DomainEvents {
    /** Told again of a trip that late data changed. */
    'trip-finished': { readonly ids: readonly number[] };
  }
}

export const feature: Feature = {
  name: 'trips',
  webhooks: { 'trip.finished': { 'trip-finished': ({ ids }) => finishedFacts(ids) } },
};
