import type { Feature } from '../../core/face.ts';
import { benefitFace } from './benefit/face.ts';
import { fuelFace } from './fuel/face.ts';
import { fuelProjection } from './fuel/projector.ts';
import { summaryFace } from './summary-face.ts';

export const feature: Feature = {
  name: 'reports',
  projections: [fuelProjection],
  routes: async (mount, deps) => (await import('./routes.ts')).registerReportsRoutes(mount, deps),
  jobs: {
    handlers: async ({ api, features }) => {
      const { reportsOf } = await import('./files/api.ts');
      return (await import('./runs/jobs.ts')).runHandlers({ api, reports: reportsOf(features) });
    },
  },
  reports: [summaryFace, benefitFace, fuelFace],
};
