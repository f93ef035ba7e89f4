import type { Feature } from '../../core/face.ts';

export const feature: Feature = {
  name: 'accounts',
  routes: async (mount, { config, demoSignIns, mailboxUrl, brands, features }) => {
    (await import('./routes.ts')).registerAccountsRoutes(mount, {
      demoSignIns,
      mailboxUrl,
      map: config.map,
      hasStreetAddresses: config.geocoder.kind !== 'none',
      brands,
    });
    (await import('./prices/routes.ts')).registerPriceRoutes(mount);
    (await import('./options/routes.ts')).registerOptionRoutes(mount, config);
    (await import('./removal/routes.ts')).registerRemovalRoutes(mount, features);
    (await import('./guide/routes.ts')).registerGuideRoutes(mount);
  },
  jobs: { handlers: async () => (await import('./jobs.ts')).accountsHandlers },
};
