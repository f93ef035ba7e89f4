import { closeTripCalendar, openTripCalendar, readTripCalendar, tripCalendarSince } from '@spora/contract/exports/schedules';
import type { Mount } from '../../../platform/http/mount.ts';
import * as service from './service.ts';

/** Nobody guesses 256 bits; the rate keeps somebody from making us look for them. */
const CALENDAR_RATE = { burst: 60, perSecond: 0.5 };

/** Binds the calendar of trips and its address. */
export function registerTripCalendarRoutes(mount: Mount): void {
  mount(tripCalendarSince, (ctx) => service.calendarSince(ctx));
  mount(openTripCalendar, (ctx) => service.openCalendar(ctx));
  mount(closeTripCalendar, (ctx) => service.closeCalendar(ctx));
  mount(readTripCalendar, (ctx, { params }) => service.readCalendar(ctx, params.token), { rate: CALENDAR_RATE });
}
