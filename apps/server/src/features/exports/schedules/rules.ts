import { addDays, type DaySpan, monthOf, monthSpan, previousMonth, weekSpan } from '@spora/calendar/days';
import type { ScheduleEvery } from '@spora/contract/exports/schedules';

/** When it is sent, on the account's own clock: the night's trips are in, and it is there when work begins. */
export const SENT_AT_HOUR = 6;
/** After a standstill so many days are made up; a daily log of before that is nothing that anybody waits for. */
const MADE_UP_DAYS = 7;

/** The whole day, ISO week or calendar month before the one that `day` lies in. */
export function periodBefore(every: ScheduleEvery, day: string): DaySpan {
  if (every === 'day') return { from: addDays(day, -1), to: addDays(day, -1) };
  if (every === 'month') return previousMonth(day);
  return weekSpan(addDays(day, -7));
}

/** The first day after `day` on which a period has ended: tomorrow, a Monday, the first of a month. */
export function nextDay(every: ScheduleEvery, day: string): string {
  if (every === 'day') return addDays(day, 1);
  return addDays((every === 'week' ? weekSpan(day) : monthSpan(monthOf(day))).to, 1);
}

/** The day that is sent for now, of one that was due on `nextOn`. */
export const dueDay = (every: ScheduleEvery, nextOn: string, today: string): string =>
  every === 'day' && nextOn < addDays(today, -MADE_UP_DAYS) ? addDays(today, -MADE_UP_DAYS) : nextOn;
