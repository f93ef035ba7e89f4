import { daysBetween } from '@spora/calendar/days';
import { BOOKING_STEP_MINUTES } from '@spora/contract/bookings/limits';
import { dayOf, later, type Local, type Span } from './time-model.ts';

/** Where a booking stands: on which vehicle, and when. */
export interface Place {
  readonly imei: string;
  readonly span: Span;
}
/** BOOK-044: by how much it is moved, or its end alone. */
export interface Shift {
  readonly days?: number;
  readonly rows?: number;
  readonly endDays?: number;
  readonly endSteps?: number;
}

const DAY_MINUTES = 24 * 60;

/** Where it stands then; null where that has passed, would leave no time, or no vehicle is there. */
export function shifted(place: Place, shift: Shift, imeis: readonly string[], now: Local): Place | null {
  const { days = 0, rows = 0, endDays = 0, endSteps = 0 } = shift;
  const imei = rows === 0 ? place.imei : imeis[imeis.indexOf(place.imei) + rows];
  const start = later(place.span.start, days * DAY_MINUTES);
  const end = later(place.span.end, (days + endDays) * DAY_MINUTES + endSteps * BOOKING_STEP_MINUTES);
  if (imei === undefined || start <= now || later(start, BOOKING_STEP_MINUTES) > end) return null;
  return { imei, span: { start, end } };
}

/** The columns that a time covers, first and last; null outside the week. A midnight ends the day before it. */
export function columnsOf({ start, end }: Span, monday: string): readonly [number, number] | null {
  const from = daysBetween(monday, dayOf(start));
  const to = daysBetween(monday, dayOf(later(end, -1)));
  return to < 0 || from > 6 ? null : [Math.max(0, from), Math.min(6, to)];
}

/** What the arrows mean with Alt, and with Shift too. */
export function shiftOf(event: { readonly key: string; readonly altKey: boolean; readonly shiftKey: boolean }): Shift | null {
  if (!event.altKey) return null;
  const lengthens: Record<string, Shift> = {
    ArrowRight: { endDays: 1 },
    ArrowLeft: { endDays: -1 },
    ArrowDown: { endSteps: 1 },
    ArrowUp: { endSteps: -1 },
  };
  const moves: Record<string, Shift> = {
    ArrowRight: { days: 1 },
    ArrowLeft: { days: -1 },
    ArrowDown: { rows: 1 },
    ArrowUp: { rows: -1 },
  };
  return (event.shiftKey ? lengthens : moves)[event.key] ?? null;
}
