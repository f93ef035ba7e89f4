import {
  getOdometer,
  getOperatingTime,
  previewOdometer,
  removeOdometer,
  removeOperatingTime,
  saveOdometer,
  saveOperatingTime,
  setDistanceFactor,
} from '@spora/contract/maintenance/readings';
import type { Mount } from '../../../platform/http/mount.ts';
import * as service from './service.ts';

/** Binds the readings of odometer and operating hours. */
export function registerReadingsRoutes(mount: Mount): void {
  mount(getOdometer, (ctx, { params }) => service.getOdometer(ctx, params.imei));
  mount(saveOdometer, (ctx, input) => service.saveOdometer(ctx, input));
  mount(previewOdometer, (ctx, input) => service.previewOdometer(ctx, input));
  mount(removeOdometer, (ctx, input) => service.removeOdometer(ctx, input));
  mount(setDistanceFactor, (ctx, input) => service.setDistanceFactor(ctx, input));
  mount(getOperatingTime, (ctx, { params }) => service.getOperatingTime(ctx, params.imei));
  mount(saveOperatingTime, (ctx, input) => service.saveOperatingTime(ctx, input));
  mount(removeOperatingTime, (ctx, input) => service.removeOperatingTime(ctx, input));
}
