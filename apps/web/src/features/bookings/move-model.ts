import { daysBetween } from '@spora/calendar/days';
import type { ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { BOOKING_STEP_MINUTES } from '@spora/contract/bookings/limits';
import { dayOf, later, type Local, overlaps, type Span } from './time-model.ts';
import { partOf } from './week-model.ts';

/** Where a booking stands: on which vehicle, and when. */
export interface Place {
  readonly imei: string;
  readonly span: Span;
}
/** BOOK-044: by how much it is moved, or its end alone. */
export interface Shift {
  readonly days?: number;
  readonly minutes?: number;
  readonly rows?: number;
  readonly endDays?: number;
  readonly endMinutes?: number;
}

const DAY_MINUTES = 24 * 60;

/** Where it stands then, also where nothing can be had; null where no vehicle is there. */
export function placeAfter(place: Place, shift: Shift, imeis: readonly string[]): Place | null {
  const { days = 0, minutes = 0, rows = 0, endDays = 0, endMinutes = 0 } = shift;
  const imei = rows === 0 ? place.imei : imeis[imeis.indexOf(place.imei) + rows];
  if (imei === undefined) return null;
  const by = days * DAY_MINUTES + minutes;
  const span = { start: later(place.span.start, by), end: later(place.span.end, by + endDays * DAY_MINUTES + endMinutes) };
  return { imei, span };
}

const isPast = ({ span }: Place, now: Local): boolean => span.start <= now;

/** The same; null also where that has passed, or would leave no time. */
export function shifted(place: Place, shift: Shift, imeis: readonly string[], now: Local): Place | null {
  const to = placeAfter(place, shift, imeis);
  return to === null || isPast(to, now) || later(to.span.start, BOOKING_STEP_MINUTES) > to.span.end ? null : to;
}

/** Why something that is moved cannot be had where it is held, as far as the week tells; null: nothing is known against it. */
export function againstIt(
  place: Place,
  bookingId: number,
  vehicles: readonly ScheduleVehicle[],
  now: Local,
  /** Vehicles to which its driver has no access. */
  shut: ReadonlySet<string>,
): 'past' | 'shut' | 'taken' | null {
  if (isPast(place, now)) return 'past';
  if (shut.has(place.imei)) return 'shut';
  const schedule = vehicles.find(({ Imei }) => Imei === place.imei)?.Schedule ?? [];
  const others = schedule.filter(({ booking_id, state }) => booking_id !== bookingId && state !== 'released');
  return others.some((item) => overlaps(partOf(item), place.span)) ? 'taken' : null;
}

/** The columns that a time covers, first and last; null outside the week. A midnight ends the day before it. */
export function columnsOf({ start, end }: Span, monday: string): readonly [number, number] | null {
  const from = daysBetween(monday, dayOf(start));
  const to = daysBetween(monday, dayOf(later(end, -1)));
  return to < 0 || from > 6 ? null : [Math.max(0, from), Math.min(6, to)];
}

/** What the arrows mean with Alt, and with Shift too: in the week up and down lengthen by the clock, in the day left and right go by it. */
const SHIFTS: Record<'week' | 'day', Record<'moves' | 'lengthens', Record<string, Shift>>> = {
  week: {
    moves: { ArrowRight: { days: 1 }, ArrowLeft: { days: -1 }, ArrowDown: { rows: 1 }, ArrowUp: { rows: -1 } },
    lengthens: {
      ArrowRight: { endDays: 1 },
      ArrowLeft: { endDays: -1 },
      ArrowDown: { endMinutes: BOOKING_STEP_MINUTES },
      ArrowUp: { endMinutes: -BOOKING_STEP_MINUTES },
    },
  },
  day: {
    moves: {
      ArrowRight: { minutes: BOOKING_STEP_MINUTES },
      ArrowLeft: { minutes: -BOOKING_STEP_MINUTES },
      ArrowDown: { rows: 1 },
      ArrowUp: { rows: -1 },
    },
    lengthens: { ArrowRight: { endMinutes: BOOKING_STEP_MINUTES }, ArrowLeft: { endMinutes: -BOOKING_STEP_MINUTES } },
  },
};

export const shiftOf = (
  event: { readonly key: string; readonly altKey: boolean; readonly shiftKey: boolean },
  scale: 'week' | 'day' = 'week',
): Shift | null => (event.altKey ? (SHIFTS[scale][event.shiftKey ? 'lengthens' : 'moves'][event.key] ?? null) : null);
