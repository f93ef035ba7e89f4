import {
  getReceipt,
  listRefuellings,
  removeReceipt,
  removeRefuelling,
  restoreRefuelling,
  saveRefuelling,
  setReceipt,
} from '@spora/contract/refuelling/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import * as receipts from './receipts.ts';
import * as service from './service.ts';

/** Binds what units are filled and charged with, and its receipts. */
export function registerRefuellingRoutes(mount: Mount): void {
  mount(listRefuellings, (ctx, input) => service.listRefuellings(ctx, input));
  mount(saveRefuelling, (ctx, input) => service.saveRefuelling(ctx, input));
  mount(removeRefuelling, (ctx, input) => service.removeRefuelling(ctx, input));
  mount(restoreRefuelling, (ctx, input) => service.restoreRefuelling(ctx, input));
  mount(setReceipt, (ctx, input) => receipts.setReceipt(ctx, input), {
    transaction: 'none',
    rate: { burst: 20, perSecond: 0.5 },
  });
  mount(removeReceipt, (ctx, { params }) => receipts.removeReceipt(ctx, params));
  mount(getReceipt, (ctx, { params }) => receipts.getReceipt(ctx, params));
}
