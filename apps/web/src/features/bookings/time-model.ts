import { addDays } from '@spora/calendar/days';
import { DAY_MS, MINUTE_MS } from '@spora/calendar/durations';
import {
  BOOKING_AHEAD_MAX_DAYS,
  BOOKING_MAX_DAYS,
  BOOKING_MIN_MINUTES,
  BOOKING_STEP_MINUTES,
  IN_USE_MATTERS_MINUTES,
} from '@spora/contract/bookings/limits';
import type { MessageKey } from '@spora/messages/keys';

/** What the account's clocks show, `yyyy-MM-ddTHH:mm` (DEC-30); reckoned with as it stands on the wall (BOOK-042). */
export type Local = string;
export interface Span {
  readonly start: Local;
  readonly end: Local;
}

const HOUR_MINUTES = 60;
const msOf = (local: Local): number => Date.parse(`${local.slice(0, 16)}Z`);
const localOf = (ms: number): Local => new Date(ms).toISOString().slice(0, 16);

export const dayOf = (local: Local): string => local.slice(0, 10);
export const timeOf = (local: Local): string => local.slice(11, 16);
export const at = (day: string, time: string): Local => `${day}T${time}`;
export const later = (local: Local, minutes: number): Local => localOf(msOf(local) + minutes * MINUTE_MS);
/** Who uses a vehicle now is in the way of what begins then. */
export const isSoon = (start: Local, now: Local): boolean => Math.abs(minutesBetween(now, start)) <= IN_USE_MATTERS_MINUTES;
export const minutesBetween = (from: Local, to: Local): number => Math.round((msOf(to) - msOf(from)) / MINUTE_MS);

/** DEC-30: as the calls have it. */
export const toCall = (local: Local): string => `${local.replace('T', ' ')}:00`;
export const fromCall = (text: string): Local => text.slice(0, 16).replace(' ', 'T');
export const spanOf = (booking: { readonly start_date: string; readonly end_date: string }): Span => ({
  start: fromCall(booking.start_date),
  end: fromCall(booking.end_date),
});

/** BOOK-021, CONST-031: the times of a picker. */
export const TIMES: readonly string[] = Array.from({ length: (24 * HOUR_MINUTES) / BOOKING_STEP_MINUTES }, (_, i) =>
  timeOf(later('2026-01-01T00:00', i * BOOKING_STEP_MINUTES)),
);

/** The next quarter hour, or the moment itself where it is one. */
export const roundedUp = (local: Local): Local => {
  const step = BOOKING_STEP_MINUTES * MINUTE_MS;
  return localOf(Math.ceil(msOf(local) / step) * step);
};

/** DEC-26: half open, so that one may begin as another ends. */
export const overlaps = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end;

const DAY_HOURS = 24;
/** When a day's bookings begin, where the wanted hour and those after it are taken, or it is an hour of the evening. */
const MORNING_HOUR = 8;
const EVENING_HOUR = 17;

/** The hours of a day in the order in which they are proposed: the wanted one and those after it, those of the day before it, the night. */
function hoursFrom(wanted: number): readonly number[] {
  const all = Array.from({ length: DAY_HOURS }, (_, hour) => hour);
  const since = (first: number): number[] => all.filter((hour) => hour >= first);
  return [...new Set([...since(wanted), ...since(MORNING_HOUR), ...all.toReversed()])];
}

/**
 * BOOK-019, BOOK-020, CONST-032: the next full hour, or its clock time on a later day: who books in the evening for another day means its
 * morning (decision 0091). Where that is taken, the next free hour of the same day, or else an earlier one: whoever pressed a day means that
 * one, and is told in the form where all of it is taken.
 */
export function defaultSpan(day: string, now: Local, taken: readonly Span[]): Span {
  const next = later(`${now.slice(0, 13)}:00`, HOUR_MINUTES);
  const spanAt = (start: Local): Span => ({ start, end: later(start, HOUR_MINUTES) });
  const isFree = (span: Span): boolean => !taken.some((each) => overlaps(each, span));
  const nextHour = Number(next.slice(11, 13));
  if (day <= dayOf(now)) {
    const rest = Array.from({ length: DAY_HOURS - nextHour }, (_, i) => spanAt(later(next, i * HOUR_MINUTES)));
    return rest.find(isFree) ?? spanAt(next);
  }
  const spanOfHour = (hour: number): Span => spanAt(later(at(day, '00:00'), hour * HOUR_MINUTES));
  const wanted = nextHour >= MORNING_HOUR && nextHour < EVENING_HOUR ? nextHour : MORNING_HOUR;
  return hoursFrom(wanted).map(spanOfHour).find(isFree) ?? spanOfHour(wanted);
}

/** What the hours of a drag over whole days are. */
const DAY_BEGINS = '08:00';
const DAY_ENDS = '17:00';

/** At night nobody looks for a vehicle of that hour: what is looked for is the morning. */
const isNight = (now: Local): boolean => timeOf(now) >= '20:00' || timeOf(now) < '06:00';

/** The day on which people who are up at night work next, Saturdays and Sundays left out. */
function nextWorkingDay(now: Local): string {
  const days = Array.from({ length: 4 }, (_, ahead) => addDays(dayOf(now), ahead));
  const isOpen = (day: string): boolean => ![0, 6].includes(new Date(day).getUTCDay()) && at(day, DAY_BEGINS) > now;
  return days.find(isOpen) ?? dayOf(now);
}

/**
 * What a search for a free vehicle begins with. Who looks today most often wants it at once; of a day to come it is the hour of a new booking
 * (BOOK-020). At night it is the morning of the day, or else of the next working day; "now" stays one press away.
 */
export function firstSpan(day: string, now: Local): Span {
  const isLater = day > dayOf(now);
  const hourFrom = (start: Local): Span => ({ start, end: later(start, HOUR_MINUTES) });
  if (isNight(now)) return hourFrom(at(isLater ? day : nextWorkingDay(now), DAY_BEGINS));
  return isLater ? defaultSpan(day, now, []) : hourFrom(roundedUp(now));
}

/** BOOK-044: days that were chosen by dragging; today from the next full hour on. */
export function daysSpan(from: string, to: string, now: Local): Span {
  const first = from <= dayOf(now) ? later(`${now.slice(0, 13)}:00`, HOUR_MINUTES) : at(from, DAY_BEGINS);
  const end = at(to, DAY_ENDS);
  return { start: first, end: end > first ? end : later(first, HOUR_MINUTES) };
}

const NOON_ENDS = '13:00';
/** Less of an afternoon is not offered. */
const LEAST_AFTERNOON_MINUTES = HOUR_MINUTES;
export type QuickTime = 'now' | 'afternoon' | 'tomorrow';

/** The times that are asked for most, one press away: an hour from now, what is left of the afternoon, the next day. */
export function quickTimes(now: Local): readonly { readonly key: QuickTime; readonly span: Span }[] {
  const today = dayOf(now);
  const start = roundedUp(now);
  const noon = at(today, NOON_ENDS);
  const afternoon = { start: start > noon ? start : noon, end: at(today, DAY_ENDS) };
  const tomorrow = dayOf(later(at(today, '12:00'), 24 * HOUR_MINUTES));
  return [
    { key: 'now', span: { start: now, end: later(now, HOUR_MINUTES) } },
    ...(minutesBetween(afternoon.start, afternoon.end) >= LEAST_AFTERNOON_MINUTES
      ? [{ key: 'afternoon', span: afternoon } as const]
      : []),
    { key: 'tomorrow', span: { start: at(tomorrow, DAY_BEGINS), end: at(tomorrow, DAY_ENDS) } },
  ];
}

/** The quarter of an hour that runs is not past, as for the server: who books "now" fills in the rest of a form meanwhile. */
const isStartOver = (start: Local, now: Local): boolean => start <= later(now, -BOOKING_STEP_MINUTES);

/** Whether a time is one that is offered; one from now on stays it while the minutes pass. */
export const isQuickTime = (key: QuickTime, offered: Span, chosen: Span | null, now: Local): boolean =>
  chosen !== null &&
  (key === 'now'
    ? chosen.start <= now && !isStartOver(chosen.start, now) && minutesBetween(chosen.start, chosen.end) === HOUR_MINUTES
    : chosen.start === offered.start && chosen.end === offered.end);

/** DEC-24, BOOK-028: times of today that have passed are put right, and said. A start that is not `chosen` now keeps what the server takes. */
export function corrected(
  span: Span,
  now: Local,
  { isStartChosen = true }: { isStartChosen?: boolean } = {},
): Span & { readonly told: 'SetToCurrentTime' | 'SetToOneHourAhead' | null } {
  const today = dayOf(now);
  const isStartPast = dayOf(span.start) === today && (isStartChosen ? span.start < now : isStartOver(span.start, now));
  const isEndPast = dayOf(span.end) === today && span.end < now;
  return {
    start: isStartPast ? roundedUp(now) : span.start,
    end: isEndPast ? roundedUp(later(now, HOUR_MINUTES)) : span.end,
    told: isStartPast ? 'SetToCurrentTime' : isEndPast ? 'SetToOneHourAhead' : null,
  };
}

/** BOOK-027 to BOOK-031, DEC-23: what is wrong with a time, by the end of it that is. */
export function spanFaults({ start, end }: Span, now: Local): { start_date: MessageKey | null; end_date: MessageKey | null } {
  const start_date = startFault(start, now);
  return { start_date, end_date: endFault({ start, end }, now) };
}

function startFault(start: Local, now: Local): MessageKey | null {
  if (dayOf(start) === '') return 'InvalidDate';
  if (isStartOver(start, now)) return 'ErrPastDateMsg';
  return msOf(start) > msOf(now) + BOOKING_AHEAD_MAX_DAYS * DAY_MS ? 'BookingTooFarAhead' : null;
}

function endFault({ start, end }: Span, now: Local): MessageKey | null {
  if (dayOf(end) === '') return 'InvalidDate';
  if (start === end) return 'StartTimeAndEndTimeCannotBeSame';
  if (end < start) return end < now && start >= now ? 'ErrPastDateMsg' : 'EndDateMustBeAfterStart';
  const minutes = minutesBetween(start, end);
  if (minutes < BOOKING_MIN_MINUTES) return 'BookingMinimumTenMinutes';
  return minutes * MINUTE_MS > BOOKING_MAX_DAYS * DAY_MS ? 'BookingTooLong' : null;
}
