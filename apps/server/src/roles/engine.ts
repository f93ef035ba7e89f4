import { createEngine } from '../core/engine/engine.ts';
import type { Derived, Projection } from '../core/engine/projections.ts';
import { announce } from '../features.ts';
import { tagsProjection } from '../features/drivers/projector.ts';
import { hoursProjection } from '../features/maintenance/projector.ts';
import { latestProjection } from '../features/tracking/projector.ts';
import { tripsDerived, tripsProjection } from '../features/trips/projector.ts';
import type { DomainEvent } from '../platform/events/events.ts';

/** What is computed from what trackers report; each may use those before it. */
export const PROJECTIONS: readonly Projection[] = [tripsProjection, latestProjection, hoursProjection, tagsProjection];

/** What is derived from that and from what people said, in this order. */
export const DERIVED: readonly Derived[] = [...tripsDerived];

/** How many trips are finished by what happened. */
export const tripsFinished = (events: readonly DomainEvent[]): number =>
  events.reduce((sum, event) => sum + (event.name === 'trip-finished' ? event.ids.length : 0), 0);

/** The engine of the product, for the projector, the worker's rebuilds and the commands. */
export const ENGINE = createEngine({ projections: PROJECTIONS, derived: DERIVED, announce });
