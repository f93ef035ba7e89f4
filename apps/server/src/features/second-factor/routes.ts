import {
  addPasskey,
  confirmApp,
  getFactors,
  getRequirement,
  passkeyCreation,
  proofOptions,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
  resetFactors,
  setRequirement,
  startApp,
} from '@spora/contract/second-factor/endpoints';
import type { Mount, MountOptions } from '../../platform/http/mount.ts';
import * as requirement from './requirement.ts';
import * as service from './service.ts';

/** Wrong passwords and codes are counted although the call is refused. */
const PROVEN: MountOptions = { transaction: 'none' };

export function registerSecondFactorRoutes(mount: Mount): void {
  mount(getFactors, (ctx) => service.readFactors(ctx));
  mount(startApp, (ctx, input) => service.startApp(ctx, input), PROVEN);
  mount(confirmApp, (ctx, input) => service.confirmApp(ctx, input), PROVEN);
  mount(removeApp, (ctx, input) => service.removeApp(ctx, input), PROVEN);
  mount(passkeyCreation, (ctx, input, facts) => service.passkeyCreation(ctx, input, facts), PROVEN);
  mount(addPasskey, (ctx, input, facts) => service.addPasskey(ctx, input, facts), PROVEN);
  mount(removePasskey, (ctx, input) => service.removePasskey(ctx, input), PROVEN);
  mount(renewRecoveryCodes, (ctx, input) => service.renewRecoveryCodes(ctx, input), PROVEN);
  mount(proofOptions, (ctx, _input, facts) => service.proofOptions(ctx, facts), { rate: { burst: 20, perSecond: 0.2 } });
  mount(getRequirement, (ctx) => requirement.readRequirement(ctx));
  mount(setRequirement, (ctx, input) => requirement.setRequirement(ctx, input), PROVEN);
  mount(resetFactors, (ctx, input) => requirement.resetFactors(ctx, input), PROVEN);
}
