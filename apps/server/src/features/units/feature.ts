import type { Feature } from '../../core/face.ts';
import { namesLockedBy } from './locks/repository.ts';
import { trackerHost } from './rules.ts';

export const feature: Feature = {
  name: 'units',
  routes: async (mount, { config, portOf }) => {
    (await import('./routes.ts')).registerUnitsRoutes(mount, {
      serverOf: (protocol, { hostname }) => ({ host: trackerHost(config.publicUrl, hostname), port: portOf(protocol) }),
    });
    (await import('./administration/routes.ts')).registerUnitAdministrationRoutes(mount);
    (await import('./settings/routes.ts')).registerUnitSettingsRoutes(mount);
    (await import('./batteries/routes.ts')).registerBatteryRoutes(mount);
    (await import('./fuel/routes.ts')).registerUnitFuelRoutes(mount);
  },
  dependents: async (db, accountId, memberId) => ({ locked_units: await namesLockedBy(db, accountId, memberId) }),
};
