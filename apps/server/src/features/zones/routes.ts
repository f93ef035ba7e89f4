import {
  armedZone,
  armZone,
  disarmZone,
  downloadZoneLog,
  getZone,
  listZones,
  orderState,
  removeZone,
  restoreZone,
  saveZone,
  saveZoneRules,
  setAlertDays,
  setZoneState,
  zoneLog,
  zoneRules,
  zoneUnits,
} from '@spora/contract/zones/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import * as arming from './arming.ts';
import * as log from './log/service.ts';
import * as service from './service.ts';

/** Binds zones: what they are, who is armed where, and what crossed them. */
export function registerZonesRoutes(mount: Mount): void {
  mount(listZones, service.listZones);
  mount(getZone, async (ctx, { params }) => ({
    geofence: await service.getZone(ctx, params.id),
    min_radius: await service.minRadiusOf(ctx),
  }));
  mount(saveZone, service.saveZone);
  mount(removeZone, (ctx, { params }) => service.removeZone(ctx, params.id));
  mount(restoreZone, async (ctx, { params }) => ({ geofence: await service.restoreZone(ctx, params.id) }));
  mount(setZoneState, service.setState);
  mount(setAlertDays, service.setAlertDays);
  mount(zoneUnits, service.listUnits);
  mount(zoneRules, (ctx) => service.listRules(ctx));
  mount(saveZoneRules, service.saveRules);
  mount(orderState, (ctx, { params }) => service.orderState(ctx, params.commandId));
  mount(armZone, arming.arm);
  mount(disarmZone, arming.disarm);
  mount(armedZone, (ctx, { params }) => arming.armedZone(ctx, params.imei));
  mount(zoneLog, log.listEvents);
  mount(downloadZoneLog, log.downloadEvents);
}
