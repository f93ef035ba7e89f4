import type { InputOf } from '@spora/contract/endpoint-map';
import type { Booking } from '@spora/contract/bookings/endpoints';
import { BOOKING_PURPOSE_MAX, type BookingKind } from '@spora/contract/bookings/limits';
import type { MessageKey } from '@spora/messages/keys';
import {
  at,
  corrected,
  dayOf,
  later,
  type Local,
  minutesBetween,
  type Span,
  spanFaults,
  spanOf,
  timeOf,
  toCall,
} from './time-model.ts';

const DAY_MINUTES = 24 * 60;

/** BOOK-025, as somebody fills it in. */
export interface BookingForm {
  readonly imei: string;
  readonly driverId: number | null;
  readonly purpose: string;
  readonly startDay: string;
  readonly startTime: string;
  readonly endDay: string;
  readonly endTime: string;
  readonly kind: BookingKind;
  readonly weeks: number;
  readonly skipTaken: boolean;
}

export const timesOf = ({ start, end }: Span): Pick<BookingForm, 'startDay' | 'startTime' | 'endDay' | 'endTime'> => ({
  startDay: dayOf(start),
  startTime: timeOf(start),
  endDay: dayOf(end),
  endTime: timeOf(end),
});

/** Null while a day is not whole. */
export const formSpan = ({ startDay, startTime, endDay, endTime }: BookingForm): Span | null =>
  startDay === '' || endDay === '' ? null : { start: at(startDay, startTime), end: at(endDay, endTime) };

export const newForm = (parts: { imei: string; driverId: number | null; span: Span; purpose?: string }): BookingForm => ({
  imei: parts.imei,
  driverId: parts.driverId,
  purpose: parts.purpose ?? '',
  ...timesOf(parts.span),
  kind: 'drive',
  weeks: 1,
  skipTaken: false,
});

export const formOf = (booking: Booking, proposal: { imei: string; span: Span } | null): BookingForm => ({
  imei: proposal?.imei ?? booking.imei,
  driverId: booking.driver_id,
  purpose: booking.purpose ?? '',
  ...timesOf(proposal?.span ?? spanOf(booking)),
  kind: booking.kind,
  weeks: 1,
  skipTaken: false,
});

/** An end at midnight is the end of the day that it closes: another time for it is one of that day. */
function withEndTime(form: BookingForm, { endTime, endDay }: Partial<BookingForm>): Partial<BookingForm> {
  const span = formSpan(form);
  const closesDay = span !== null && span.end === at(dayOf(later(at(form.startDay, '00:00'), DAY_MINUTES)), '00:00');
  return closesDay && endDay === undefined && endTime !== undefined && endTime > form.startTime ? { endDay: form.startDay } : {};
}

/** A start that was moved behind the end takes the end along; times of today that have passed are put right (DEC-24). */
export function withTimes(
  form: BookingForm,
  part: Partial<BookingForm>,
  now: Local,
): { readonly form: BookingForm; readonly told: 'SetToCurrentTime' | 'SetToOneHourAhead' | null } {
  const typed = { ...form, ...part, ...withEndTime(form, part) };
  const [before, span] = [formSpan(form), formSpan(typed)];
  if (!span) return { form: typed, told: null };
  const isStart = part.startDay !== undefined || part.startTime !== undefined;
  const right = corrected(span, now);
  const length = before ? Math.max(minutesBetween(before.start, before.end), 0) : 0;
  const end = isStart && right.end <= right.start && length > 0 ? later(right.start, length) : right.end;
  return { form: { ...typed, ...timesOf({ start: right.start, end }) }, told: right.told };
}

/** BOOK-032: text beyond the limit is refused. */
export const cutPurpose = (text: string): { readonly purpose: string; readonly isFull: boolean } => ({
  purpose: text.slice(0, BOOKING_PURPOSE_MAX),
  isFull: text.length > BOOKING_PURPOSE_MAX,
});

/** BOOK-027 to BOOK-033, as they are told when it is saved (DEC-25). */
export function formFaults(
  form: BookingForm,
  now: Local,
): Record<'imei' | 'driver_id' | 'purpose' | 'start_date' | 'end_date', MessageKey | null> {
  const span = formSpan(form);
  const times = span
    ? spanFaults(span, now)
    : {
        start_date: form.startDay === '' ? ('InvalidDate' as const) : null,
        end_date: form.endDay === '' ? ('InvalidDate' as const) : null,
      };
  return {
    imei: form.imei === '' ? 'SelectImei' : null,
    driver_id: form.kind === 'drive' && form.driverId === null ? 'SelectDriver' : null,
    purpose: form.purpose.trim() === '' ? 'SpecifyPurpose' : null,
    start_date: times.start_date === 'ErrPastDateMsg' ? 'ErrSavePastDateMsg' : times.start_date,
    end_date: times.end_date,
  };
}

type Body = InputOf<'bookings.update'>['body'];
/** BOOK-022. */
export const bodyOf = (form: BookingForm): Omit<Body, 'id' | 'was'> => ({
  imei: form.imei,
  start_date: toCall(at(form.startDay, form.startTime)),
  end_date: toCall(at(form.endDay, form.endTime)),
  purpose: form.purpose.trim(),
  driver_id: form.kind === 'drive' ? form.driverId : null,
  kind: form.kind,
});

/** ERR-041: what it was as the form began. */
export const wasOf = ({ imei, start_date, end_date, purpose, driver_id, kind }: Booking): Record<string, unknown> => ({
  imei,
  start_date,
  end_date,
  purpose,
  driver_id,
  kind,
});

/** A booking as it was, for undo. */
export const bodyOfBooking = ({ imei, start_date, end_date, purpose, driver_id, kind }: Booking): Omit<Body, 'id' | 'was'> => ({
  imei,
  start_date,
  end_date,
  purpose: purpose ?? '',
  driver_id,
  kind,
});
