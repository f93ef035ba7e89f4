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
  /** From one of them to the next. */
  readonly everyWeeks: number;
  readonly skipTaken: boolean;
}

export type Times = Pick<BookingForm, 'startDay' | 'startTime' | 'endDay' | 'endTime'>;

export const timesOf = ({ start, end }: Span): Times => ({
  startDay: dayOf(start),
  startTime: timeOf(start),
  endDay: dayOf(end),
  endTime: timeOf(end),
});

/** Null while a day is not whole. */
export const formSpan = ({ startDay, startTime, endDay, endTime }: Times): Span | null =>
  startDay === '' || endDay === '' ? null : { start: at(startDay, startTime), end: at(endDay, endTime) };

export const newForm = (parts: { imei: string; driverId: number | null; span: Span; purpose?: string }): BookingForm => ({
  imei: parts.imei,
  driverId: parts.driverId,
  purpose: parts.purpose ?? '',
  ...timesOf(parts.span),
  kind: 'drive',
  weeks: 1,
  everyWeeks: 1,
  skipTaken: false,
});

export const formOf = (booking: Booking, proposal: { imei: string; span: Span } | null): BookingForm => ({
  imei: proposal?.imei ?? booking.imei,
  driverId: booking.driver_id,
  purpose: booking.purpose ?? '',
  ...timesOf(proposal?.span ?? spanOf(booking)),
  kind: booking.kind,
  weeks: 1,
  everyWeeks: 1,
  skipTaken: false,
});

/**
 * What was chosen, beside what the form shows of it. A day that is typed passes through others ("28" begins as the 2nd), and a time may have
 * passed today and not on the day that is chosen next: what follows from them is reckoned from here, not from what was shown meanwhile.
 */
export interface ChosenTimes {
  /** What the form showed then: where it shows something else, somebody else has filled it in. */
  readonly shown: Times;
  /** What was chosen, before times that have passed were put right. */
  readonly wished: Times;
  /** Which part is being changed, and what was chosen before it was. */
  readonly part: string;
  readonly before: Times;
  /** How long it was when it could last be told. */
  readonly minutes: number;
}

const isSame = (one: Times, other: Times): boolean =>
  one.startDay === other.startDay &&
  one.startTime === other.startTime &&
  one.endDay === other.endDay &&
  one.endTime === other.endTime;

/** An end at midnight is the end of the day that it closes: another time for it is one of that day. */
function withEndTime(times: Times, { endTime, endDay }: Partial<Times>): Partial<Times> {
  const span = formSpan(times);
  const closesDay = span !== null && span.end === at(dayOf(later(at(times.startDay, '00:00'), DAY_MINUTES)), '00:00');
  return closesDay && endDay === undefined && endTime !== undefined && endTime > times.startTime
    ? { endDay: times.startDay }
    : {};
}

/** Null of a time that cannot be booked: how long it is says nothing. */
function minutesOf(times: Times, today: string): number | null {
  const span = formSpan(times);
  return span && span.end > span.start && dayOf(span.start) >= today ? minutesBetween(span.start, span.end) : null;
}

/** A start takes the end along: the booking keeps its length. */
const withEndBehind = ({ start, end }: Span, minutes: number): Span => ({
  start,
  end: minutes > 0 ? later(start, minutes) : end,
});

/** A start that is moved takes the end along, whichever way; times of today that have passed are put right (DEC-24). */
export function withTimes(
  form: BookingForm,
  part: Partial<Times>,
  now: Local,
  memory: ChosenTimes | null = null,
): {
  readonly form: BookingForm;
  readonly told: 'SetToCurrentTime' | 'SetToOneHourAhead' | null;
  readonly chosen: ChosenTimes;
} {
  const known = memory && isSame(memory.shown, form) ? memory : null;
  const changing = Object.keys(part).toSorted().join(' ');
  const isStart = part.startDay !== undefined || part.startTime !== undefined;
  const today = dayOf(now);
  const { before, minutes } =
    known?.part === changing
      ? known
      : known
        ? {
            before: otherAsShown(known, isStart),
            minutes: minutesOf(known.wished, today) ?? minutesOf(known.shown, today) ?? known.minutes,
          }
        : { before: form, minutes: minutesOf(form, today) ?? 0 };
  const typed = { ...before, ...part, ...withEndTime(before, part) };
  const span = formSpan(typed);
  const wished = span && isStart ? timesOf(withEndBehind(span, minutes)) : typed;
  const wishedSpan = formSpan(wished);
  const right = wishedSpan && corrected(wishedSpan, now, { isStartChosen: isStart });
  const shown = right ? timesOf(isStart ? withEndBehind(right, minutes) : right) : wished;
  return {
    form: { ...form, ...shown },
    told: right?.told ?? null,
    chosen: { shown: pick(shown), wished: pick(wished), part: changing, before: pick(before), minutes },
  };
}

/** What was put right of a start is taken back as its day or time changes, not as the end's does; and the other way about. */
const otherAsShown = ({ shown, wished }: ChosenTimes, isStart: boolean): Times =>
  isStart
    ? { ...shown, startDay: wished.startDay, startTime: wished.startTime }
    : { ...shown, endDay: wished.endDay, endTime: wished.endTime };

const pick = ({ startDay, startTime, endDay, endTime }: Times): Times => ({ startDay, startTime, endDay, endTime });

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
