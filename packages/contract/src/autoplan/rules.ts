import { addDays, addMonths, monthOf } from '@spora/calendar/days';
import { dayIn, startOfDay } from '@spora/calendar/zones';

/** AUTO-002, CONST-017, DEC-64: kilometres are reported from the first day of a month to this one, by the clocks of Stockholm. */
export const AUTOPLAN_LAST_DAY = 4;
export const AUTOPLAN_ZONE = 'Europe/Stockholm';
/** AUTO-007: on these days administrators are reminded of what is not reported yet. */
export const AUTOPLAN_REMINDER_DAYS: readonly number[] = [1, 3];

export interface AutoplanWindow {
  readonly isOpen: boolean;
  /** The month that is reported, `YYYY-MM`: the one before that of `now`, or of the next window. */
  readonly month: string;
  /** When this window closes, or the next one opens. */
  readonly changesAt: Date;
}

/** Whether kilometres can be reported at an instant, of which month, and until or from when. */
export function autoplanWindow(now: Date): AutoplanWindow {
  const today = dayIn(now, AUTOPLAN_ZONE);
  const first = `${monthOf(today)}-01`;
  const isOpen = Number(today.slice(-2)) <= AUTOPLAN_LAST_DAY;
  const next = addMonths(first, 1);
  return {
    isOpen,
    month: isOpen ? monthOf(addDays(first, -1)) : monthOf(first),
    changesAt: startOfDay(isOpen ? addDays(first, AUTOPLAN_LAST_DAY) : next, AUTOPLAN_ZONE),
  };
}

/** AUTO-009: a registration number as it is compared: upper case, without spaces and hyphens. */
export const plateOf = (text: string): string => text.toUpperCase().replaceAll(/[\s\u2010-\u2015-]/g, '');
