import type { Feature } from '../../core/face.ts';
import { registerGuideRoutes } from './guide/routes.ts';
import { accountsHandlers } from './jobs.ts';
import { registerOptionRoutes } from './options/routes.ts';
import { registerPriceRoutes } from './prices/routes.ts';
import { registerRemovalRoutes } from './removal/routes.ts';
import { registerAccountsRoutes } from './routes.ts';

export const feature: Feature = {
  name: 'accounts',
  routes: (mount, { config, demoSignIns, mailboxUrl, brands, features }) => {
    registerAccountsRoutes(mount, { demoSignIns, mailboxUrl, map: config.map, brands });
    registerPriceRoutes(mount);
    registerOptionRoutes(mount, config);
    registerRemovalRoutes(mount, features);
    registerGuideRoutes(mount);
  },
  jobs: { handlers: () => accountsHandlers },
};
