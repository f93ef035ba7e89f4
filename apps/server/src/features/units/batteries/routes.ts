import { getLowBattery, saveBatteryThresholds, voltageHistory } from '@spora/contract/units/settings';
import type { Mount } from '../../../platform/http/mount.ts';
import * as service from './service.ts';

/** Binds the page of low batteries. */
export function registerBatteryRoutes(mount: Mount): void {
  mount(getLowBattery, (ctx) => service.listBatteries(ctx));
  mount(saveBatteryThresholds, (ctx, input) => service.saveThresholds(ctx, input));
  mount(voltageHistory, (ctx, input) => service.readVoltages(ctx, input));
}
