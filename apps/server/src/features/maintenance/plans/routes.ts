import {
  addServicePicture,
  closeCalendar,
  getServicePicture,
  listPlans,
  openCalendar,
  readCalendar,
  recordService,
  removePlan,
  removeServicePicture,
  restorePlan,
  savePlan,
  serviceHistory,
  serviceOverview,
  takeBackEntry,
} from '@spora/contract/maintenance/endpoints';
import type { Mount } from '../../../platform/http/mount.ts';
import * as calendar from './calendar/service.ts';
import * as overview from './overview.ts';
import * as pictures from './pictures.ts';
import * as service from './service.ts';

/** Nobody guesses 256 bits; the rate keeps somebody from making us look for them. */
const CALENDAR_RATE = { burst: 60, perSecond: 0.5 };

/** Binds what is due on units, what was done, the overview of all of them and its calendar. */
export function registerServicePlanRoutes(mount: Mount): void {
  mount(listPlans, (ctx, { params, query }) => service.listPlans(ctx, params.imei, query.on));
  mount(savePlan, (ctx, input) => service.savePlan(ctx, input));
  mount(removePlan, (ctx, input) => service.removePlan(ctx, input));
  mount(restorePlan, (ctx, input) => service.restorePlan(ctx, input));
  mount(serviceHistory, (ctx, { params }) => service.readHistory(ctx, params.imei));
  mount(recordService, (ctx, input) => service.recordService(ctx, input));
  mount(takeBackEntry, (ctx, input) => service.takeBackEntry(ctx, input));
  mount(addServicePicture, (ctx, input) => pictures.addPicture(ctx, input), {
    transaction: 'none',
    rate: { burst: 20, perSecond: 0.5 },
  });
  mount(removeServicePicture, (ctx, { params }) => pictures.removePicture(ctx, params));
  mount(getServicePicture, (ctx, { params }) => pictures.getPicture(ctx, params));
  mount(serviceOverview, (ctx) => overview.readOverview(ctx));
  mount(openCalendar, (ctx) => calendar.openCalendar(ctx));
  mount(closeCalendar, (ctx) => calendar.closeCalendar(ctx));
  mount(readCalendar, (ctx, { params }) => calendar.readCalendar(ctx, params.token), { rate: CALENDAR_RATE });
}
