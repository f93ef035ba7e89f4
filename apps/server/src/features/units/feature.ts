import type { Feature } from '../../core/face.ts';
import type { AccountId } from '../../platform/ctx.ts';
import { namesLockedBy } from './locks/repository.ts';
import { trackerHost } from './rules.ts';

declare module '../../platform/events/events.ts' {
  interface DomainEvents {
    /** UNIT-012: another tracker sits in the unit, which knows nothing yet of what its forerunner was told. Under the account. */
    'tracker-replaced': { readonly accountId: AccountId; readonly unitId: number; readonly memberId: number };
    /** UNIT-011: the tracker of the one unit sits in the other, which is new; before the first is taken out of use. Under the account. */
    'car-changed': { readonly accountId: AccountId; readonly fromUnitId: number; readonly unitId: number };
    /** UNIT-011, ADM-025: no tracker sits in the unit any more, and none will. Under the account. */
    'unit-retired': { readonly accountId: AccountId; readonly unitId: number; readonly memberId: number };
  }
}

export const feature: Feature = {
  name: 'units',
  routes: async (mount, { config, portOf, features }) => {
    (await import('./routes.ts')).registerUnitsRoutes(mount, {
      serverOf: (protocol, { hostname }) => ({ host: trackerHost(config.publicUrl, hostname), port: portOf(protocol) }),
    });
    (await import('./administration/routes.ts')).registerUnitAdministrationRoutes(mount, features);
    (await import('./settings/routes.ts')).registerUnitSettingsRoutes(mount);
    (await import('./batteries/routes.ts')).registerBatteryRoutes(mount);
    (await import('./fuel/routes.ts')).registerUnitFuelRoutes(mount);
  },
  today: async (ctx) => (await import('./administration/today.ts')).unitsToday(ctx),
  dependents: async (db, accountId, memberId) => ({ locked_units: await namesLockedBy(db, accountId, memberId) }),
};
