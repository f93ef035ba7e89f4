import type { Feature } from '../../core/face.ts';
import { pairOnAcknowledgement, pairWithNewTracker, unpairOfRetired, unpairOnFailure } from './listeners.ts';
import type { LostSensor } from './silence-repository.ts';
import { sensorsProjection, type ToldCondition } from './projector.ts';

declare module '../../platform/events/events.ts' {
  interface DomainEvents {
    /** What Bluetooth sensors tell that somebody is to know: a value outside its limits, a door that stays open, and when that is over. */
    'sensor-conditions': { readonly conditions: readonly ToldCondition[] };
    /** Somebody looked which sensors are not heard any more by units that are heard themselves: each of them until it is heard again. */
    'sensors-watched': { readonly lost: readonly LostSensor[] };
  }
}

export const feature: Feature = {
  name: 'sensors',
  projections: [sensorsProjection],
  routes: async (mount) => (await import('./routes.ts')).registerSensorsRoutes(mount),
  jobs: { handlers: async () => (await import('./jobs.ts')).sensorsHandlers },
  listeners: {
    'command-acknowledged': pairOnAcknowledgement,
    'command-failed': unpairOnFailure,
    'tracker-replaced': pairWithNewTracker,
    'unit-retired': unpairOfRetired,
  },
};
