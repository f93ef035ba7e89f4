import type { Feature } from '../../core/face.ts';
import { registerUnitAdministrationRoutes } from './administration/routes.ts';
import { registerBatteryRoutes } from './batteries/routes.ts';
import { registerUnitFuelRoutes } from './fuel/routes.ts';
import { namesLockedBy } from './locks/repository.ts';
import { registerUnitsRoutes } from './routes.ts';
import { phoneServerUrl } from './rules.ts';
import { registerUnitSettingsRoutes } from './settings/routes.ts';

export const feature: Feature = {
  name: 'units',
  routes: (mount, { config, phonePort }) => {
    registerUnitsRoutes(mount, { phoneServerUrl: ({ hostname }) => phoneServerUrl(config.publicUrl, hostname, phonePort()) });
    registerUnitAdministrationRoutes(mount);
    registerUnitSettingsRoutes(mount);
    registerBatteryRoutes(mount);
    registerUnitFuelRoutes(mount);
  },
  dependents: async (db, accountId, memberId) => ({ locked_units: await namesLockedBy(db, accountId, memberId) }),
};
