import type { Feature } from '../../core/face.ts';

export const feature: Feature = {
  name: 'users',
  routes: async (mount, { features }) => {
    (await import('./routes.ts')).registerUsersRoutes(mount);
    (await import('./administration/routes.ts')).registerUserAdministrationRoutes(mount, features);
  },
  personalData: { tables: { member: { isToldInFiles: true } } },
};
