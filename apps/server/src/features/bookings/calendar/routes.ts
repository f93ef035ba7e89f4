import {
  closeBookingCalendar,
  listBookingCalendars,
  openBookingCalendar,
  readBookingCalendar,
} from '@spora/contract/bookings/endpoints';
import type { Mount } from '../../../platform/http/mount.ts';
import * as service from './service.ts';

/** Nobody guesses 256 bits; the rate keeps somebody from making us look for them. */
const CALENDAR_RATE = { burst: 60, perSecond: 0.5 };

/** Binds the calendars of bookings and their addresses. */
export function registerBookingCalendarRoutes(mount: Mount): void {
  mount(listBookingCalendars, (ctx) => service.listCalendars(ctx));
  mount(openBookingCalendar, (ctx, input) => service.openCalendar(ctx, input));
  mount(closeBookingCalendar, (ctx, { params }) => service.closeCalendar(ctx, params.id));
  mount(readBookingCalendar, (ctx, { params }) => service.readCalendar(ctx, params.token), { rate: CALENDAR_RATE });
}
