import {
  countLosses,
  getBookingPicture,
  removeBookingPicture,
  setBookingPicture,
  checkBooking,
  decideBooking,
  deleteBooking,
  exportBookings,
  findVehicles,
  getBooking,
  getBookingSettings,
  listBookingDrivers,
  listDrivableVehicles,
  listRequests,
  monthOfBookings,
  returnVehicle,
  saveBooking,
  saveBookingSettings,
  saveHandOver,
  updateBooking,
  weekOfBookings,
} from '@spora/contract/bookings/endpoints';
import { checkRow, listRow, saveRow, updateRow } from '@spora/contract/bookings/rows';
import type { Mount } from '../../platform/http/mount.ts';
import * as approval from './approval.ts';
import { registerBookingCalendarRoutes } from './calendar/routes.ts';
import * as check from './check.ts';
import { exportMonth } from './export.ts';
import * as pictures from './pictures.ts';
import * as row from './row.ts';
import * as schedule from './schedule.ts';
import * as service from './service.ts';
import * as settings from './settings.ts';

/** Binds booking: who has which vehicle when. */
export function registerBookingsRoutes(mount: Mount): void {
  mount(weekOfBookings, (ctx, input) => schedule.readWeek(ctx, input));
  mount(monthOfBookings, (ctx, input) => schedule.readMonth(ctx, input));
  mount(setBookingPicture, (ctx, input) => pictures.setPicture(ctx, input), {
    transaction: 'none',
    rate: { burst: 20, perSecond: 0.5 },
  });
  mount(removeBookingPicture, (ctx, { params }) => pictures.removePicture(ctx, params));
  mount(getBookingPicture, (ctx, { params }) => pictures.getPicture(ctx, params));
  mount(countLosses, (ctx, input) => service.countLosses(ctx, input));
  mount(listBookingDrivers, (ctx, input) => service.listDrivers(ctx, input));
  mount(listDrivableVehicles, (ctx, input) => service.listDrivable(ctx, input));
  mount(saveBooking, (ctx, input) => service.saveBooking(ctx, input));
  mount(updateBooking, (ctx, input) => service.updateBooking(ctx, input));
  mount(deleteBooking, (ctx, input) => service.deleteBooking(ctx, input));
  mount(getBooking, (ctx, { params }) => service.getBooking(ctx, params.id));
  mount(listRow, (ctx, input) => row.listRow(ctx, input));
  mount(updateRow, (ctx, input) => row.updateRow(ctx, input));
  mount(checkRow, (ctx, input) => row.checkRow(ctx, input));
  mount(saveRow, (ctx, input) => row.saveRow(ctx, input));
  mount(returnVehicle, (ctx, input) => service.returnVehicle(ctx, input));
  mount(saveHandOver, (ctx, input) => service.saveHandOver(ctx, input));
  mount(checkBooking, (ctx, input) => check.checkBooking(ctx, input));
  mount(findVehicles, (ctx, input) => check.findVehicles(ctx, input));
  mount(exportBookings, (ctx, input, facts) => exportMonth(ctx, input, facts));
  registerBookingCalendarRoutes(mount);
  mount(listRequests, (ctx) => approval.listRequests(ctx));
  mount(decideBooking, (ctx, input) => approval.decideBooking(ctx, input));
  mount(getBookingSettings, (ctx) => settings.getSettings(ctx));
  mount(saveBookingSettings, (ctx, input) => settings.saveSettings(ctx, input));
}
