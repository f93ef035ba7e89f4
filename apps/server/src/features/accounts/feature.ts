import type { GroupKind } from '@spora/contract/accounts/endpoints';
import type { Feature } from '../../core/face.ts';
import type { AccountId } from '../../platform/ctx.ts';

declare module '../../platform/events/events.ts' {
  interface DomainEvents {
    /** ADM-013: a department, project, tag or purpose is called otherwise from now on, also by being merged into another. Under the account. */
    'group-renamed': {
      readonly accountId: AccountId;
      readonly memberId: number;
      readonly kind: GroupKind;
      readonly from: string;
      readonly to: string;
    };
  }
}

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
