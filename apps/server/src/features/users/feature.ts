import type { Feature } from '../../core/face.ts';
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
