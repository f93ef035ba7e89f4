import { type Announce, createEngine } from '../core/engine/engine.ts';
import type { Derived, DomainEvent, Projection } from '../core/engine/projection.ts';
import { tellWebhooks } from '../features/integrations/api.ts';
import { hoursProjection } from '../features/maintenance/projector.ts';
import { latestProjection } from '../features/tracking/projector.ts';
import { tagsProjection } from '../features/trips/drivers/projector.ts';
import { tripsDerived, tripsProjection } from '../features/trips/projector.ts';

/** What is computed from what trackers report; each may use those before it. */
export const PROJECTIONS: readonly Projection[] = [tripsProjection, latestProjection, hoursProjection, tagsProjection];

/** What is derived from that and from what people said, in this order. */
export const DERIVED: readonly Derived[] = [...tripsDerived];

/** The ids of what happened under one name. */
export const idsOf = (events: readonly DomainEvent[], name: string): number[] =>
  events.filter((event) => event.name === name).flatMap(({ ids }) => ids);

const announce: Announce = (db, events, now) => tellWebhooks(db, 'trip.finished', idsOf(events, 'trip.finished'), now);

/** The engine of the product, for the projector, the worker's rebuilds and the commands. */
export const ENGINE = createEngine({ projections: PROJECTIONS, derived: DERIVED, announce });
