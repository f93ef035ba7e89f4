import type { Feature } from '../../core/face.ts';
import { createCourier } from './delivery/service.ts';
import { commandsSettled } from './listeners.ts';
import { settledFacts } from './read-model.ts';

declare module '../../platform/events/events.ts' {
  interface DomainEvents {
    'command-acknowledged': { readonly ids: readonly number[] };
    /** Refused by the tracker, unanswered, or never sent. */
    'command-failed': { readonly ids: readonly number[] };
  }
}

export const feature: Feature = {
  name: 'commands',
  courier: createCourier,
  routes: async (mount) => (await import('./routes.ts')).registerCommandsRoutes(mount),
  jobs: { handlers: async () => (await import('./jobs.ts')).commandsHandlers },
  listeners: { 'command-acknowledged': commandsSettled, 'command-failed': commandsSettled },
  webhooks: {
    'command.acknowledged': { 'command-acknowledged': ({ ids }, now) => settledFacts(ids, ['acknowledged'], now) },
    'command.failed': { 'command-failed': ({ ids }, now) => settledFacts(ids, ['failed', 'timed-out', 'expired'], now) },
  },
};
