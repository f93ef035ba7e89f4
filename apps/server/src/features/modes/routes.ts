import {
  cancelMode,
  endTheftMode,
  getActiveTracking,
  getMode,
  listThefts,
  previewModes,
  setActiveTracking,
  setMode,
  setModes,
  setReportFrequency,
  startTheftMode,
} from '@spora/contract/modes/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import * as service from './service.ts';
import * as theft from './theft/service.ts';
import * as tracking from './tracking.ts';

export function registerModesRoutes(mount: Mount): void {
  mount(getMode, (ctx, { params }) => service.readMode(ctx, params.imei));
  mount(setMode, (ctx, { params, body }) => service.setMode(ctx, params.imei, body.mode));
  mount(cancelMode, (ctx, input) => service.cancelMode(ctx, input));
  mount(startTheftMode, (ctx, input) => theft.startTheft(ctx, input));
  mount(endTheftMode, (ctx, input) => theft.endTheft(ctx, input));
  mount(listThefts, (ctx) => theft.listThefts(ctx));
  mount(previewModes, (ctx, input) => service.previewModes(ctx, input));
  mount(setModes, (ctx, input) => service.setModes(ctx, input));
  mount(setReportFrequency, (ctx, { body }) => service.setMode(ctx, body.imei, body.frequency));
  mount(setActiveTracking, (ctx, input) => tracking.setActiveTracking(ctx, input));
  mount(getActiveTracking, (ctx, input) => tracking.readActiveTracking(ctx, input));
}
