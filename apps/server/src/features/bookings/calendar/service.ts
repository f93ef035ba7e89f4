import { DAY_MS } from '@spora/calendar/durations';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type {
  listBookingCalendars as listEndpoint,
  openBookingCalendar as openEndpoint,
} from '@spora/contract/bookings/endpoints';
import { pathOf } from '@spora/contract/paths';
import { audit } from '../../../core/people/audit.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { MemberCtx, StrangerCtx } from '../../../platform/ctx.ts';
import { calendarFile, newCalendar, newCalendarToken, readerOfCalendar } from '../../../platform/documents/calendar-address.ts';
import type { FileAnswer } from '../../../platform/http/mount.ts';
import { bookerOf, findBookable, requireEnabled } from '../access.ts';
import * as readModel from '../read-model.ts';
import { ownOf } from '../schedule.ts';
import * as repository from './repository.ts';
import { fillCalendar } from './rules.ts';

/** What a calendar holds around the moment it is asked. */
const BEFORE_MS = 90 * DAY_MS;
const AFTER_MS = 730 * DAY_MS;

export async function listCalendars(ctx: MemberCtx): Promise<HandlerData<typeof listEndpoint>> {
  await requireEnabled(ctx);
  const rows = await repository.calendarsOf(ctx.db, ctx.actor);
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}

/** BOOK-046: a new address; the one before it of the same calendar opens nothing any more. */
export async function openCalendar(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof openEndpoint>,
): Promise<HandlerData<typeof openEndpoint>> {
  await requireEnabled(ctx);
  const unit = body.imei === null ? null : await findBookable(ctx, body.imei);
  const { token, hash } = newCalendarToken();
  const id = await repository.replaceCalendar(ctx.db, ctx.actor, { unitId: unit?.id ?? null, hash }, ctx.now());
  await audit(ctx, 'booking-calendar-opened', unit?.name ?? '');
  return { id, path: pathOf('bookings.calendar', { token }) };
}

export async function closeCalendar(ctx: MemberCtx, id: number): Promise<Record<never, never>> {
  await requireEnabled(ctx);
  if (!(await repository.deleteCalendar(ctx.db, ctx.actor, id))) throw new AppError('CalendarNotFound', { status: 404 });
  await audit(ctx, 'booking-calendar-closed');
  return {};
}

/** What its member may see at this moment: a calendar of a unit that they lost tells nothing more. */
export async function readCalendar(ctx: StrangerCtx, token: string): Promise<FileAnswer> {
  const { db, now } = ctx;
  const reader = await readerOfCalendar(db, 'member_of_booking_calendar', token);
  if (!reader) throw new AppError('NotFound');
  const { actor, language } = reader;
  if (!(await readModel.isEnabled(db, actor.accountId))) throw new AppError('NotFound');
  const unitId = await repository.unitOfCalendar(db, token);
  const units = (await readModel.unitsOf({ db, actor }, { imeis: [], bookable: true })).filter(
    ({ id }) => unitId === null || id === unitId,
  );
  const nowMs = now().getTime();
  const rows = await readModel.heldWithin(
    { db, actor },
    units.map(({ id }) => id),
    { fromMs: nowMs - BEFORE_MS, toMs: nowMs + AFTER_MS },
    unitId === null ? { own: ownOf({ actor }) } : {},
  );
  const calendar = newCalendar('', 'Bookings', language);
  fillCalendar(calendar, rows, { units, booker: await bookerOf({ db, actor }), language, now: now(), ofUnit: unitId !== null });
  return calendarFile(calendar, 'bookings');
}
