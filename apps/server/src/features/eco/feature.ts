import { personalJson } from '../../core/personal-csv.ts';
import { personalTable } from '../../core/personal-table.ts';
import type { Feature, PersonalFiles } from '../../core/face.ts';
import { ECO_NOTED, ecoProjection } from './judging/projector.ts';
import { eventsOfDriver } from './kept-repository.ts';
import { greenDrivingFace } from './report-face.ts';
import { countEcoTrips } from './trips-repository.ts';

/** Closed trips are different: the trips feature says so. */
const TRIPS_CLOSED = 'trips.closed';

export const feature: Feature = {
  name: 'eco',
  projections: [ecoProjection],
  derived: [
    {
      name: 'eco-trips',
      topics: [TRIPS_CLOSED, ECO_NOTED],
      follow: (db, changes, now) =>
        countEcoTrips(
          db,
          changes.map(({ unit, fromMs, toMs }) => ({ unitId: unit.unitId, fromMs, toMs })),
          now,
        ),
    },
  ],
  routes: async (mount) => (await import('./routes.ts')).registerEcoRoutes(mount),
  jobs: { handlers: async () => (await import('./jobs.ts')).ecoHandlers },
  reports: [greenDrivingFace],
  personalData: {
    files: async (ctx, memberId, unitIds, words): Promise<PersonalFiles> => {
      const events = await eventsOfDriver(ctx, ctx.actor.accountId, memberId, unitIds);
      const files: Record<string, Uint8Array> = {};
      if (events.length > 0) {
        files['eco-driving-events.csv'] = personalTable(events, words);
        files['eco-driving-events.json'] = personalJson(events);
      }
      return { files };
    },
  },
};
