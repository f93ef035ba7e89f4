import { personalJson } from '../../core/personal-csv.ts';
import { personalTable } from '../../core/personal-table.ts';
import type { Feature, PersonalFiles } from '../../core/face.ts';
import { zonesProjection } from './judging/projector.ts';
import type { UnitCrossing } from './judging/repository.ts';
import { eventsOfDriver } from './kept-repository.ts';
import { zonesOfChangedCar } from './listeners.ts';
import { crossedFacts } from './webhook-read-model.ts';

declare module '../../platform/events/events.ts' {
  interface DomainEvents {
    /** Units left or entered zones that they have. Of a return within the guard time too: `isTold` says what the zone tells of. */
    'zones-crossed': { readonly crossings: readonly (UnitCrossing & { readonly zoneName: string; readonly isArmed: boolean })[] };
  }
}

export const feature: Feature = {
  name: 'zones',
  projections: [zonesProjection],
  routes: async (mount) => (await import('./routes.ts')).registerZonesRoutes(mount),
  jobs: { handlers: async () => (await import('./jobs.ts')).zonesHandlers },
  listeners: { 'car-changed': zonesOfChangedCar },
  webhooks: { 'zone.crossed': { 'zones-crossed': crossedFacts } },
  personalData: {
    files: async (ctx, memberId, unitIds, words): Promise<PersonalFiles> => {
      const events = await eventsOfDriver(ctx, ctx.actor.accountId, memberId, unitIds);
      const files: Record<string, Uint8Array> = {};
      if (events.length > 0) {
        files['zone-events.csv'] = personalTable(events, words);
        files['zone-events.json'] = personalJson(events);
      }
      return { files };
    },
  },
};
