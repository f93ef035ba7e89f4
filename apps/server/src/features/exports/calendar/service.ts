import { addDays } from '@spora/calendar/days';
import type { HandlerData } from '@spora/contract/endpoint';
import { tripFilter } from '@spora/contract/trips/endpoints';
import { pathOf } from '@spora/contract/paths';
import type { openTripCalendar as openEndpoint, tripCalendarSince as sinceEndpoint } from '@spora/contract/exports/schedules';
import { AppError } from '../../../platform/app-error.ts';
import { audit } from '../../../core/people/audit.ts';
import { calendarFile, newCalendar, newCalendarToken, readerOfCalendar } from '../../../platform/documents/calendar-address.ts';
import type { MemberCtx, StrangerCtx } from '../../../platform/ctx.ts';
import type { FileAnswer } from '../../../platform/http/mount.ts';
import { pageOf, select } from '../../trips/selection-api.ts';
import { boatsAmong } from '../read-model.ts';
import { wordsIn } from '../rules.ts';
import * as repository from './repository.ts';
import { CALENDAR_MOST, fillCalendar } from './rules.ts';
import { visibleUnitIds } from '../../../core/fleet/visible-units.ts';
import { todayOf } from '../../../core/people/account-clock.ts';
import { otherTypeName } from '../../../core/people/other-trip-type.ts';
import { toTrip } from '../../trips/shown-trip-api.ts';

/** Nobody drives as this member: a calendar is shown to others, so every private trip in it is masked. */
const NOBODY = 0;

export const calendarSince = async ({ db, actor }: MemberCtx): Promise<HandlerData<typeof sinceEndpoint>> => ({
  since: (await repository.calendarSince(db, actor))?.toISOString() ?? null,
});

/** A new address; the one before it opens nothing any more. */
export async function openCalendar(ctx: MemberCtx): Promise<HandlerData<typeof openEndpoint>> {
  const { db, actor, now } = ctx;
  const { token, hash } = newCalendarToken();
  await repository.deleteCalendar(db, actor);
  await repository.insertCalendar(db, actor, hash, now());
  await audit(ctx, 'trip-calendar-opened');
  return { path: pathOf('exports.calendar', { token }) };
}

export async function closeCalendar(ctx: MemberCtx): Promise<Record<never, never>> {
  if (await repository.deleteCalendar(ctx.db, ctx.actor)) await audit(ctx, 'trip-calendar-closed');
  return {};
}

/** TRIP-016: the last 12 months of the units that its member may see at this moment, newest first. */
export async function readCalendar(ctx: StrangerCtx, token: string): Promise<FileAnswer> {
  const { db, now } = ctx;
  const reader = await readerOfCalendar(db, 'member_of_trip_calendar', token);
  if (!reader) throw new AppError('NotFound');
  const { language, actor } = reader;
  const unitIds = await visibleUnitIds({ db, actor });
  const today = todayOf({ actor, now });
  const seen = { ...actor, memberId: NOBODY };
  const filter = { ...tripFilter.parse({ from: addDays(today, -365), to: today }), unitIds };
  const viewer = { db, actor: seen, now };
  const newest = { sort: 'time', descending: true, number: 1, size: CALENDAR_MOST, count: Infinity } as const;
  const { trips: rows } = await pageOf(viewer, await select(viewer, filter), newest);
  const words = wordsIn(language, actor.timeZone, await otherTypeName({ db, actor }));
  const calendar = newCalendar('', 'Trips', language);
  const trips = rows.map((row) => toTrip(seen, row));
  fillCalendar(calendar, trips, words, { now: now(), boatIds: await boatsAmong({ db, actor }, unitIds) });
  return calendarFile(calendar, 'trips');
}
