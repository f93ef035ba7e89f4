import { monthOf } from '@spora/calendar/days';
import type { Schedule } from '@spora/contract/bookings/endpoints';
import type { Span } from './time-model.ts';
import { type MonthItem, monthItems, partOf } from './week-model.ts';

/** A booking of a list, under one day. */
export interface ListedBooking {
  readonly day: string;
  readonly item: MonthItem;
  /** All of a booking over several days; null for one of a day, and where a part of it lies outside what was loaded. */
  readonly span: Span | null;
}

/**
 * The bookings of some months that were loaded, each once, in order: what is to come under its first day from today on, what is over under
 * its last.
 */
export function listedBookings(loaded: readonly Schedule[], months: readonly string[], today: string): readonly ListedBooking[] {
  const parts = new Map<string, Map<string, MonthItem>>();
  for (const { BookingSchedules } of loaded)
    for (const item of [...monthItems(BookingSchedules).values()].flat()) {
      const key = `${item.booking_id} ${item.imei}`;
      parts.set(key, (parts.get(key) ?? new Map<string, MonthItem>()).set(item.date, item));
    }
  return [...parts.values()]
    .flatMap((byDay): ListedBooking[] => {
      const all = [...byDay.values()].toSorted((one, other) => one.date.localeCompare(other.date));
      const shown = all.filter(({ date }) => months.includes(monthOf(date)));
      const part = shown.find(({ date }) => date >= today) ?? shown.at(-1);
      if (!part) return [];
      const whole = joined(all);
      return [{ day: part.date, item: whole?.item ?? part, span: whole?.span ?? null }];
    })
    .toSorted((one, other) => startOf(one).localeCompare(startOf(other)));
}

/** By the day it stands under, and then by when it begins on it. */
const startOf = ({ day, item }: ListedBooking): string => `${day} ${item.date < day ? '' : item.start_time}`;

/** Several parts as the one booking that they are: it begins as the first does, and what came of it the last one says. */
function joined(all: readonly MonthItem[]): { readonly item: MonthItem; readonly span: Span } | null {
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last || first === last || first.continues_before || last.continues_after) return null;
  const { date, start_time, continues_before, fetched } = first;
  return {
    item: { ...last, date, start_time, continues_before, fetched },
    span: { start: partOf(first).start, end: partOf(last).end },
  };
}
