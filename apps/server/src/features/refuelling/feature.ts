import type { Feature } from '../../core/face.ts';

export const feature: Feature = {
  name: 'refuelling',
  routes: async (mount) => (await import('./routes.ts')).registerRefuellingRoutes(mount),
  jobs: { handlers: async () => (await import('./jobs.ts')).refuellingHandlers },
  personalData: {
    files: async (...args) => (await import('./personal-data.ts')).refuellingFiles(...args),
    tables: { refuelling: { isToldInFiles: true } },
  },
};
