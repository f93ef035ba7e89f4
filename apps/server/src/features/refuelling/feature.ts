import type { Feature } from '../../core/face.ts';
import { refuellingHandlers } from './jobs.ts';
import { refuellingFiles } from './personal-data.ts';
import { registerRefuellingRoutes } from './routes.ts';

export const feature: Feature = {
  name: 'refuelling',
  routes: registerRefuellingRoutes,
  jobs: { handlers: () => refuellingHandlers },
  personalData: { files: refuellingFiles, tables: { refuelling: { isToldInFiles: true } } },
};
