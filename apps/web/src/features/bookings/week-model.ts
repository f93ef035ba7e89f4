import { addDays, monthOf, weekSpan } from '@spora/calendar/days';
import type { ScheduleItem, ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { BOOKINGS_IN_CELL, MONTH_CELLS } from '@spora/contract/bookings/limits';
import { compareNames } from '@spora/messages/name-order';
import type { BookingSearch, VehicleOrder, VehicleSort } from './search.ts';
import { at, fromCall, type Local, minutesBetween, type Span } from './time-model.ts';
import { finder } from '../../lib/names.ts';

/** `2026-10-26` to `2026-11-01`. */
export const weekDays = (monday: string): readonly string[] => Array.from({ length: 7 }, (_, i) => addDays(monday, i));

/** BOOK-004: the week that holds the oldest booking, or this one where there is none. */
export const oldestWeek = (oldest: string | null, today: string): string => {
  const current = weekSpan(today).from;
  const first = oldest === null ? current : weekSpan(oldest).from;
  return first < current ? first : current;
};

/** The day that a booking of no cell is proposed for: the one that is looked at, or the first of the week that can be booked. */
export function proposedDay({ monday, today, chosen }: { monday: string; today: string; chosen: string | null }): string {
  const looked = shownDay({ monday, today, chosen });
  return looked > today ? looked : today;
}

/** The day of a week that is looked at: the chosen one, or today where it is of that week, or else the first. */
export const shownDay = ({ monday, today, chosen }: { monday: string; today: string; chosen: string | null }): string =>
  weekDays(monday).find((day) => day === (chosen ?? today)) ?? monday;

/** The month of the week, or of the day, that is looked at: this one where it is of that week, or else the one that has most of its days. */
export function lookedMonth({ monday, today, chosen }: { monday: string; today: string; chosen: string | null }): string {
  const days = weekDays(monday);
  return monthOf(days.find((day) => day === chosen) ?? days.find((day) => day === today) ?? addDays(monday, 3));
}

/** The day of a month that is looked at next: the one before, where it is of that month, today, or else its first. */
export const dayOfMonth = (month: string, day: string, today: string): string =>
  [day, today].find((each) => monthOf(each) === month) ?? `${month}-01`;

/** DEC-73, BOOK-002. */
const isBasic = ({ SubscriptionType }: ScheduleVehicle): boolean => SubscriptionType.toLowerCase() === 'bas';

const STATE_ORDER = { 'in-use': 0, 'in-service': 1, 'no-contact': 2, 'never-reported': 3, 'no-position': 4, free: 5 } as const;
const SORTED_BY: Record<VehicleSort, (one: ScheduleVehicle, other: ScheduleVehicle) => number> = {
  name: (one, other) => compareNames(one.Name, other.Name),
  plate: (one, other) => compareNames(one.RegistrationNumber, other.RegistrationNumber),
  model: (one, other) => compareNames(one.Model, other.Model),
  state: (one, other) => STATE_ORDER[one.state] - STATE_ORDER[other.state],
};

/** BOOK-002, BOOK-005, BOOK-006: the vehicles that the address leaves, in its order. */
export function shownVehicles(
  vehicles: readonly ScheduleVehicle[],
  search: Pick<BookingSearch, 'q' | 'sort'>,
): readonly ScheduleVehicle[] {
  const isFound = finder(search.q ?? '');
  const order: VehicleOrder = search.sort ?? 'name';
  const isDown = order.startsWith('-');
  const compare = SORTED_BY[order.replace('-', '') as VehicleSort];
  return vehicles
    .filter((vehicle) => !isBasic(vehicle))
    .filter(({ Imei, Name, RegistrationNumber }) => isFound(Name, RegistrationNumber, Imei))
    .toSorted((one, other) => (compare(one, other) || SORTED_BY.name(one, other)) * (isDown ? -1 : 1));
}

export const bookable = (vehicles: readonly ScheduleVehicle[]): readonly ScheduleVehicle[] =>
  vehicles.filter((vehicle) => !isBasic(vehicle));

/** BOOK-007: of a day, by start. */
export const itemsOf = (schedule: readonly ScheduleItem[], day: string): readonly ScheduleItem[] =>
  schedule
    .filter(({ date }) => date === day)
    .toSorted((one, other) => one.start_time.localeCompare(other.start_time) || one.booking_id - other.booking_id);

/** BOOK-007, CONST-029: what a cell shows, and how many more there are. */
export const cellOf = (items: readonly ScheduleItem[]): { readonly shown: readonly ScheduleItem[]; readonly more: number } => ({
  shown: items.slice(0, BOOKINGS_IN_CELL),
  more: Math.max(0, items.length - BOOKINGS_IN_CELL),
});

/** The wall-clock end of a day's part: `24:00:00` is the next midnight. */
const endOf = ({ date, end_time: time }: ScheduleItem): Local =>
  time.startsWith('24') ? at(addDays(date, 1), '00:00') : at(date, time.slice(0, 5));

export const partOf = (item: ScheduleItem): Span => ({ start: at(item.date, item.start_time.slice(0, 5)), end: endOf(item) });

/** DEC-29: a booking's days joined again; null where part of it lies outside what was loaded. */
export function wholeOf(schedule: readonly ScheduleItem[], bookingId: number): Span | null {
  const parts = schedule.filter(({ booking_id }) => booking_id === bookingId).toSorted((a, b) => a.date.localeCompare(b.date));
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last || first.continues_before || last.continues_after) return null;
  return { start: partOf(first).start, end: partOf(last).end };
}

/** The bookings that are not over, soonest first, each by its first and last day of those that were loaded. */
export function nextOf(
  schedule: readonly ScheduleItem[],
  now: Local,
): readonly { readonly item: ScheduleItem; readonly last: ScheduleItem }[] {
  const left = schedule.filter((item) => item.state !== 'released' && item.returned_date === null && partOf(item).end > now);
  const ids = [...new Set(left.map(({ booking_id }) => booking_id))];
  return ids
    .flatMap((id) => {
      const parts = schedule.filter(({ booking_id }) => booking_id === id).toSorted((a, b) => a.date.localeCompare(b.date));
      const [item, last] = [parts[0], parts.at(-1)];
      return item && last ? [{ item, last }] : [];
    })
    .toSorted((a, b) => partOf(a.item).start.localeCompare(partOf(b.item).start));
}

/** DEC-22: as far as what is loaded tells; the server judges. */
export function hasBegun(schedule: readonly ScheduleItem[], bookingId: number, now: Local): boolean {
  const parts = schedule.filter(({ booking_id }) => booking_id === bookingId).toSorted((a, b) => a.date.localeCompare(b.date));
  const first = parts[0];
  return first === undefined || partOf(first).start <= now;
}

/** BOOK-044, DEC-22: why a booking cannot be moved; null: it can be, as one's own, or anybody's for those who may, while it has not begun. */
export function whyFixed(
  item: ScheduleItem,
  schedule: readonly ScheduleItem[],
  now: Local,
): 'ErrEditPastDateMsg' | 'CannotEditOthersBooking' | null {
  if (hasBegun(schedule, item.booking_id, now)) return 'ErrEditPastDateMsg';
  return item.is_editable ? null : 'CannotEditOthersBooking';
}

export const isMovable = (item: ScheduleItem, schedule: readonly ScheduleItem[], now: Local): boolean =>
  whyFixed(item, schedule, now) === null;

/** Half of what a day's part says: where it goes on from or into another day there is an arrow instead of a time (BOOK-041). */
export const clockOf = (item: ScheduleItem): { readonly from: string | null; readonly to: string | null } => ({
  from: item.continues_before ? null : item.start_time.slice(0, 5),
  to: item.continues_after ? null : item.end_time.slice(0, 5),
});

/** How a day's part is drawn with the parts of the days beside it. */
export interface Joint {
  /** `joined`: one bar with the part on that side; `open`: the booking goes on there, in another line or another week. */
  readonly before: 'joined' | 'open' | null;
  readonly after: 'joined' | 'open' | null;
  /** So many days of the bar there are from here on, this one among them. */
  readonly days: number;
}

/** BOOK-041: a booking over several days is one bar where it stands at the top of each of them, as nothing else of its vehicle can be beside it. */
export function jointOf(schedule: readonly ScheduleItem[], days: readonly string[], item: ScheduleItem): Joint {
  const isAtTop = (column: number): boolean =>
    days[column] !== undefined && itemsOf(schedule, days[column])[0]?.booking_id === item.booking_id;
  const column = days.indexOf(item.date);
  const isJoined = (left: number): boolean => isAtTop(left) && isAtTop(left + 1);
  const sideOf = (goesOn: boolean, left: number): Joint['before'] => (goesOn ? (isJoined(left) ? 'joined' : 'open') : null);
  let last = column;
  if (item.continues_after) while (isJoined(last)) last += 1;
  return {
    before: sideOf(item.continues_before, column - 1),
    after: sideOf(item.continues_after, column),
    days: last - column + 1,
  };
}

export interface MonthDay {
  readonly day: string;
  readonly isInMonth: boolean;
  readonly isWeekend: boolean;
  readonly isPast: boolean;
  readonly isToday: boolean;
}

/** BOOK-012, CONST-030: the 42 days of a month's page, Monday first. */
export function monthDays(month: string, today: string): readonly MonthDay[] {
  const first = weekSpan(`${month}-01`).from;
  return Array.from({ length: MONTH_CELLS }, (_, i) => {
    const day = addDays(first, i);
    return { day, isInMonth: monthOf(day) === month, isWeekend: i % 7 > 4, isPast: day < today, isToday: day === today };
  });
}

export interface MonthItem extends ScheduleItem {
  readonly plate: string;
  /** Of the vehicle; empty where it stands in place of the plate. */
  readonly vehicle: string;
}
/** BOOK-011: what stands on each day of the month, with the vehicle's plate, or its name where it has none. */
export function monthItems(vehicles: readonly ScheduleVehicle[]): ReadonlyMap<string, readonly MonthItem[]> {
  const days = new Map<string, MonthItem[]>();
  for (const vehicle of vehicles)
    for (const item of vehicle.Schedule) {
      const items = days.get(item.date) ?? [];
      const plate = vehicle.RegistrationNumber;
      items.push({ ...item, plate: plate || vehicle.Name, vehicle: plate ? vehicle.Name : '' });
      days.set(item.date, items);
    }
  for (const items of days.values())
    items.sort((one, other) => one.start_time.localeCompare(other.start_time) || compareNames(one.plate, other.plate));
  return days;
}

/** BOOK-010: before this month there is nothing. */
export const oldestMonth = (oldest: string | null, today: string): string =>
  oldest !== null && oldest < today ? monthOf(oldest) : monthOf(today);

/** What came of a booking, as it is marked. */
export const OUTCOMES = ['driven', 'late', 'returned', 'not-driven', 'released'] as const;
export type BookingOutcome = (typeof OUTCOMES)[number];

/** Null: it has not come to anything yet, or one is not told. A booking over several days says it on its last. */
export function outcomeOf(item: ScheduleItem): BookingOutcome | null {
  if (item.continues_after) return null;
  if (item.state === 'released') return 'released';
  if (item.driven_until !== null) return 'late';
  if (item.returned_date !== null) return 'returned';
  return item.was_driven === null ? null : item.was_driven ? 'driven' : 'not-driven';
}

/** So many minutes beyond its end it was driven; null where it was not. */
export const lateMinutes = (item: ScheduleItem): number | null =>
  outcomeOf(item) === 'late' && item.driven_until !== null ? minutesBetween(partOf(item).end, fromCall(item.driven_until)) : null;

/** So many minutes after its beginning its vehicle was driven off; null where that was not late, and of a booking over several days but on its first. */
export const fetchedLateMinutes = (item: ScheduleItem): number | null =>
  item.fetched === null || item.continues_before ? null : minutesBetween(partOf(item).start, fromCall(item.fetched));

export interface WeekSum {
  /** Drives, those that were released among them. */
  readonly bookings: number;
  /** Of a week, by what came of them; without those of none. */
  readonly outcomes: readonly (readonly [BookingOutcome, number])[];
  /** Of those that were driven, how many vehicles were fetched late. */
  readonly fetchedLate: number;
}

/** What came of the bookings of a week. */
export function weekSum(vehicles: readonly ScheduleVehicle[]): WeekSum {
  const drives = vehicles.flatMap(({ Schedule }) => Schedule).filter(({ kind }) => kind === 'drive');
  const told = drives.map(outcomeOf);
  return {
    bookings: new Set(drives.map(({ booking_id: id }) => id)).size,
    outcomes: OUTCOMES.map((outcome) => [outcome, told.filter((each) => each === outcome).length] as const).filter(
      ([, count]) => count > 0,
    ),
    fetchedLate: drives.filter((item) => fetchedLateMinutes(item) !== null).length,
  };
}
