import { addDays, monthOf, monthSpan, previousMonth, weekSpan } from '@spora/calendar/days';

/** The periods that lists offer at one press, in the order in which they do. */
export const USUAL_PERIODS = ['today', 'yesterday', 'this-week', 'last-week', 'this-month', 'last-month'] as const;
export type UsualPeriod = (typeof USUAL_PERIODS)[number];

export const PERIOD_TEXTS = {
  today: 'PeriodToday',
  yesterday: 'PeriodYesterday',
  'this-week': 'PeriodThisWeek',
  'last-week': 'PeriodLastWeek',
  'this-month': 'PeriodThisMonth',
  'last-month': 'PeriodLastMonth',
} as const satisfies Record<UsualPeriod, string>;

/** The first and the last day of a period, `yyyy-MM-dd`, counted from the account's today. */
export function usualSpan(period: UsualPeriod, today: string): { from: string; to: string } {
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'this-week':
      return weekSpan(today);
    case 'last-week':
      return weekSpan(addDays(today, -7));
    case 'this-month':
      return monthSpan(monthOf(today));
    case 'last-month':
      return previousMonth(today);
  }
}
