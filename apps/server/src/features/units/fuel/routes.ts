import {
  getCo2,
  getFuelBenefit,
  getFuelConsumption,
  setCo2,
  setFuelBenefit,
  setFuelConsumption,
} from '@spora/contract/units/fuel';
import type { Mount } from '../../../platform/http/mount.ts';
import * as service from './service.ts';

/** API-099: the figures of a unit one by one; the unit's page sends them together. */
export function registerUnitFuelRoutes(mount: Mount): void {
  mount(getCo2, (ctx, { params }) => service.figuresOf(ctx, params.imei));
  mount(setCo2, (ctx, { params, body }) => service.saveFigures(ctx, params.imei, body));
  mount(getFuelConsumption, (ctx, { params }) => service.figuresOf(ctx, params.imei));
  mount(setFuelConsumption, (ctx, { params, body }) => service.saveFigures(ctx, params.imei, body));
  mount(getFuelBenefit, (ctx, { params }) => service.figuresOf(ctx, params.imei));
  mount(setFuelBenefit, (ctx, { params, body }) => service.saveFigures(ctx, params.imei, body));
}
