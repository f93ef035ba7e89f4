import { mapConfig, publicConfig } from '@spora/contract/accounts';
import type { Mount } from '../../platform/mount.ts';
import type { InstallationOptions } from './service.ts';
import * as service from './service.ts';

export function registerAccountsRoutes(mount: Mount, options: InstallationOptions): void {
  mount(publicConfig, (_ctx, _input, facts) => service.readPublicConfig(options, facts), { transaction: 'none' });
  mount(mapConfig, () => service.readMapConfig(options), { transaction: 'none' });
}
