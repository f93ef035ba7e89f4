import {
  checkTripTypes,
  getSpeedAddress,
  getTripSettings,
  getWorkingHours,
  saveSpeedAddress,
  saveTripSettings,
  saveWorkingHours,
} from '@spora/contract/units/settings';
import type { Mount } from '../../../platform/http/mount.ts';
import * as service from './service.ts';

/** Binds what a unit's trips are made by, what is shown of it, and its working hours. */
export function registerUnitSettingsRoutes(mount: Mount): void {
  mount(getTripSettings, (ctx, { params }) => service.getTripSettings(ctx, params.imei));
  mount(saveTripSettings, (ctx, input) => service.saveTripSettings(ctx, input));
  mount(getSpeedAddress, (ctx, { params }) => service.getSpeedAddress(ctx, params.imei));
  mount(saveSpeedAddress, (ctx, input) => service.saveSpeedAddress(ctx, input));
  mount(getWorkingHours, (ctx, { params }) => service.getWorkingHours(ctx, params.imei));
  mount(saveWorkingHours, (ctx, input) => service.saveWorkingHours(ctx, input));
  mount(checkTripTypes, (ctx, input) => service.checkTripTypes(ctx, input));
}
