import { addDays } from '@spora/calendar/days';
import type { ScheduleItem } from '@spora/contract/bookings/endpoints';
import { BOOKING_STEP_MINUTES } from '@spora/contract/bookings/limits';
import { at, dayOf, later, type Local, minutesBetween, roundedUp, type Span } from './time-model.ts';
import { itemsOf, partOf } from './week-model.ts';

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;
/** When a day begins for who names no time of it. */
const MORNING = '08:00';

/** The hours of a day, as the scale above it names them. */
export const HOURS: readonly string[] = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

const wholeDay = (day: string): Span => ({ start: at(day, '00:00'), end: at(addDays(day, 1), '00:00') });

/** Where something lies on the scale of a day, from 0 to 1; what reaches beyond the day is cut off. */
export function onScale({ start, end }: Span, day: string): { readonly from: number; readonly length: number } {
  const shareOf = (local: Local): number => Math.min(1, Math.max(0, minutesBetween(at(day, '00:00'), local) / DAY_MINUTES));
  const from = shareOf(start);
  return { from, length: shareOf(end) - from };
}

/** What stands in a vehicle's day, in its order: a booking, or a time that can be booked. */
export type DayStop = { readonly span: Span; readonly item: ScheduleItem | null };

/** The bookings of a day and the free times between them, as far as these are still to come and long enough to be booked. */
export function dayStops(schedule: readonly ScheduleItem[], day: string, now: Local): readonly DayStop[] {
  const { start: midnight, end } = wholeDay(day);
  const items = itemsOf(schedule, day);
  const first = midnight > now ? midnight : roundedUp(now);
  const stops: DayStop[] = [];
  let free = first;
  const addFree = (until: Local): void => {
    if (free < until && minutesBetween(free, until) >= BOOKING_STEP_MINUTES)
      stops.push({ span: { start: free, end: until }, item: null });
  };
  for (const item of items) {
    const span = partOf(item);
    addFree(span.start);
    stops.push({ span, item });
    if (span.end > free) free = span.end;
  }
  addFree(end);
  return stops;
}

/** The quarter of an hour at a share of the day's scale. */
export function quarterAt(share: number, day: string): Local {
  const last = DAY_MINUTES - BOOKING_STEP_MINUTES;
  const minutes = Math.floor((share * DAY_MINUTES) / BOOKING_STEP_MINUTES) * BOOKING_STEP_MINUTES;
  return later(at(day, '00:00'), Math.min(last, Math.max(0, minutes)));
}

const within = (local: Local, { start, end }: Span): Local => (local < start ? start : local > end ? end : local);

/** An hour of a free time, as far as it has one: from the half hour that was pressed; without one in the morning, or else as it begins. */
export function hourIn(free: Span, pressed: Local | null): Span {
  const half = pressed && later(pressed, -(minutesBetween(at(dayOf(pressed), '00:00'), pressed) % 30));
  const latest = later(free.end, -BOOKING_STEP_MINUTES);
  const start = within(half ?? at(dayOf(free.start), MORNING), { start: free.start, end: latest });
  // Who named no time means one that is to be had, also late in the evening.
  const begin = half === null && start === latest ? free.start : start;
  return { start: begin, end: within(later(begin, HOUR_MINUTES), free) };
}

/** From one quarter of an hour to another, both of them included, as far as it is free. */
export function draggedIn(free: Span, one: Local, other: Local): Span {
  const [first, last] = one < other ? [one, other] : [other, one];
  return { start: within(first, free), end: within(later(last, BOOKING_STEP_MINUTES), free) };
}

/**
 * BOOK-044: by how many minutes a booking is moved that is dragged over a share of the day's scale, or its end alone: to a quarter of an hour of
 * that day, at least as long as a booking has to be.
 */
export function movedWithin(item: ScheduleItem, mode: 'move' | 'lengthen' | 'fixed', share: number): number {
  const { start, end } = partOf(item);
  const { start: midnight, end: next } = wholeDay(item.date);
  const held = mode === 'lengthen' ? end : start;
  const since = minutesBetween(midnight, held) + share * DAY_MINUTES;
  const wanted = later(midnight, Math.round(since / BOOKING_STEP_MINUTES) * BOOKING_STEP_MINUTES);
  if (mode === 'lengthen') {
    const least = later(start, BOOKING_STEP_MINUTES);
    return minutesBetween(held, within(wanted, { start: least < next ? least : next, end: next }));
  }
  // What comes from the day before or goes on into the next is not held within this one.
  const earliest = item.continues_before ? wanted : midnight;
  const latest = item.continues_after ? wanted : later(next, -minutesBetween(start, end));
  return minutesBetween(held, within(wanted, { start: earliest, end: latest < earliest ? earliest : latest }));
}

/** Shorter than this a booking has no room on the scale for a word. */
const LEGIBLE_MINUTES = 120;
/** With so much room after it, it is told there. */
const BESIDE_MINUTES = 105;

/** By booking, which of a day are told after themselves, as they are too short for a word: with so many minutes of free room. */
export function toldBeside(schedule: readonly ScheduleItem[], day: string): ReadonlyMap<number, number> {
  const items = itemsOf(schedule, day);
  const { end: next } = wholeDay(day);
  const told = new Map<number, number>();
  for (const [index, item] of items.entries()) {
    const { start, end } = partOf(item);
    const room = minutesBetween(end, items[index + 1] ? partOf(items[index + 1]!).start : next);
    if (minutesBetween(start, end) < LEGIBLE_MINUTES && room >= BESIDE_MINUTES) told.set(item.booking_id, room);
  }
  return told;
}
