import { addDays, monthOf, monthSpan, previousMonth, weekSpan } from '@spora/calendar/days';

/** The periods that lists offer at one press, in the order in which they do. */
export const USUAL_PERIODS = ['today', 'yesterday', 'this-week', 'last-week', 'this-month', 'last-month'] as const;
/** And where a season is looked back on. */
export const LONG_PERIODS = ['this-year', 'last-year'] as const;
export type UsualPeriod = (typeof USUAL_PERIODS)[number];
export type LongPeriod = (typeof LONG_PERIODS)[number];

export const PERIOD_TEXTS = {
  today: 'PeriodToday',
  yesterday: 'PeriodYesterday',
  'this-week': 'PeriodThisWeek',
  'last-week': 'PeriodLastWeek',
  'this-month': 'PeriodThisMonth',
  'last-month': 'PeriodLastMonth',
  'this-year': 'SummaryThisYear',
  'last-year': 'SummaryLastYear',
} as const satisfies Record<UsualPeriod | LongPeriod, string>;

const yearSpan = (year: number): { from: string; to: string } => ({ from: `${year}-01-01`, to: `${year}-12-31` });

/** The first and the last day of a period, `yyyy-MM-dd`, counted from the account's today. */
export function usualSpan(period: UsualPeriod | LongPeriod, today: string): { from: string; to: string } {
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
    case 'this-year':
      return yearSpan(Number(today.slice(0, 4)));
    case 'last-year':
      return yearSpan(Number(today.slice(0, 4)) - 1);
  }
}
