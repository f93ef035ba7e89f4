import type { Feature } from '../../core/feature.ts';
import { registerUserAdministrationRoutes } from './administration/routes.ts';
import { registerUsersRoutes } from './routes.ts';

export const feature: Feature = {
  name: 'users',
  routes: (mount, { features }) => {
    registerUsersRoutes(mount);
    registerUserAdministrationRoutes(mount, features);
  },
  personalData: { tables: { member: { isToldInFiles: true } } },
};
