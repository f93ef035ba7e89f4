import { createEngine } from '../core/engine/engine.ts';
import type { Derived, Projection } from '../core/engine/projections.ts';
import { announce, FEATURES } from '../features.ts';
import { announceAll } from '../platform/live/hub.ts';
import type { DomainEvent } from '../platform/events/events.ts';

/** What is computed from what trackers report; each may use those before it. */
export const PROJECTIONS: readonly Projection[] = FEATURES.flatMap(({ projections }) => projections ?? []);

/** What is derived from that and from what people said, in this order. */
export const DERIVED: readonly Derived[] = FEATURES.flatMap(({ derived }) => derived ?? []);

/** How many trips are finished by what happened. */
export const tripsFinished = (events: readonly DomainEvent[]): number =>
  events.reduce((sum, event) => sum + (event.name === 'trip-finished' ? event.ids.length : 0), 0);

/** The engine of the product, for the projector, the worker's rebuilds and the commands. */
export const ENGINE = createEngine({ projections: PROJECTIONS, derived: DERIVED, announce, live: { announce: announceAll } });
