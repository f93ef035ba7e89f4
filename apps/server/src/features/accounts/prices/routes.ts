import { getCarBenefit, getFuelPrice, removeFuelPrice, setCarBenefit, setFuelPrice } from '@spora/contract/accounts/settings';
import type { Mount } from '../../../platform/http/mount.ts';
import * as service from './service.ts';

export function registerPriceRoutes(mount: Mount): void {
  mount(getFuelPrice, (ctx) => service.getFuelPrice(ctx));
  mount(setFuelPrice, (ctx, input) => service.setFuelPrice(ctx, input));
  mount(removeFuelPrice, (ctx, { params }) => service.removeFuelPrice(ctx, params.id));
  mount(getCarBenefit, (ctx) => service.getCarBenefit(ctx));
  mount(setCarBenefit, (ctx, input) => service.setCarBenefit(ctx, input));
}
