import { checkDayOff, listDaysOff, resetDayOff, setDayOff } from '@spora/contract/days-off/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import * as service from './service.ts';

export function registerDaysOffRoutes(mount: Mount): void {
  mount(listDaysOff, service.listDaysOff);
  mount(checkDayOff, service.checkDayOff);
  mount(setDayOff, service.setDayOff);
  mount(resetDayOff, service.resetDayOff);
}
