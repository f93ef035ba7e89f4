import type { Feature } from '../../core/face.ts';
import { modesConfirmed, modesFailed, modesOfNewTracker, zonesLeft } from './listeners.ts';
import { confirmedFacts } from './read-model.ts';

interface TheftModeOfUnit {
  readonly accountId: number;
  readonly unitId: number;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  /** Members; null: nobody did, or it goes on. */
  readonly startedBy: number | null;
  readonly endedBy: number | null;
  /** Of one that began as the unit left a zone. */
  readonly zoneName: string;
}

declare module '../../platform/events/events.ts' {
  interface DomainEvents {
    'theft-modes-started': { readonly thefts: readonly TheftModeOfUnit[] };
    'theft-modes-ended': { readonly thefts: readonly TheftModeOfUnit[] };
  }
}

export const feature: Feature = {
  name: 'modes',
  routes: async (mount) => (await import('./routes.ts')).registerModesRoutes(mount),
  jobs: { handlers: async () => (await import('./jobs.ts')).modesHandlers },
  repeated: [{ name: 'modes', everyMs: 15_000, run: async (ctx) => (await import('./theft/watch.ts')).watch(ctx) }],
  listeners: {
    'command-acknowledged': modesConfirmed,
    'command-failed': modesFailed,
    'zones-crossed': zonesLeft,
    'tracker-replaced': modesOfNewTracker,
  },
  // The listener above has noted by then what was confirmed.
  webhooks: { 'mode.changed': { 'command-acknowledged': ({ ids }) => confirmedFacts(ids) } },
};
