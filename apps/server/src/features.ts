import type { Feature } from './core/feature.ts';
import { feature as commands } from './features/commands/feature.ts';
import { webhookListener } from './features/integrations/listeners.ts';
import { feature as maintenance } from './features/maintenance/feature.ts';
import { feature as trips } from './features/trips/feature.ts';
import { type Announce, createAnnounce, listenerOf } from './platform/events/events.ts';

/** The one list of features; those that listen are told in this order. */
export const FEATURES: readonly Feature[] = [trips, commands, maintenance];

/** Tells all features what happened. */
export const announce: Announce = createAnnounce([
  ...FEATURES.map(({ listeners = {} }) => listenerOf(listeners)),
  webhookListener(FEATURES),
]);
