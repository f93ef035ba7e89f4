import type { Feature } from '../../core/face.ts';
import { pairOnAcknowledgement, unpairOnFailure } from './listeners.ts';
import { sensorsProjection, type ToldCondition } from './projector.ts';

declare module '../../platform/events/events.ts' {
  interface DomainEvents {
    /** What Bluetooth sensors tell that somebody is to know: a value outside its limits, a door that stays open, and when that is over. */
    'sensor-conditions': { readonly conditions: readonly ToldCondition[] };
  }
}

export const feature: Feature = {
  name: 'sensors',
  projections: [sensorsProjection],
  routes: async (mount) => (await import('./routes.ts')).registerSensorsRoutes(mount),
  jobs: { handlers: async () => (await import('./jobs.ts')).sensorsHandlers },
  listeners: { 'command-acknowledged': pairOnAcknowledgement, 'command-failed': unpairOnFailure },
};
