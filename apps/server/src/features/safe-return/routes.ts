import {
  listSafeHomes,
  removeHome,
  safeHomePosition,
  saveHome,
  saveSchedule,
  skipCheck,
  switchSafeHome,
} from '@spora/contract/safe-return/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import * as service from './service.ts';

/** Binds when units are to be home, and where that is. */
export function registerSafeReturnRoutes(mount: Mount): void {
  mount(listSafeHomes, (ctx) => service.listSafeHomes(ctx));
  mount(safeHomePosition, (ctx, input) => service.latestPosition(ctx, input));
  mount(switchSafeHome, (ctx, input) => service.switchSafeHome(ctx, input));
  mount(saveHome, (ctx, input) => service.saveHome(ctx, input));
  mount(removeHome, (ctx, input) => service.removeHome(ctx, input));
  mount(saveSchedule, (ctx, input) => service.saveSchedule(ctx, input));
  mount(skipCheck, (ctx, input) => service.skipCheck(ctx, input));
}
