import { dayNumberOf, dayOfFeast, type Feast, isHoliday, weekdayOf, yearOf } from './feasts.ts';
import { AREAS } from './areas.ts';
import type { DayOfYear, DayRule, TariffFacts, YearSpan } from './tariff-facts.ts';

/** What a tariff says of a day. */
export interface DayFacts {
  /** Null: it is charged. */
  readonly free: 'free-day' | 'july' | null;
  /** The season that it lies in, by name. */
  readonly season: string;
  readonly isRest: boolean;
}

/** The name of what no season covers, in `PriceTable.seasons`. */
export const REST_OF_YEAR = 'rest-of-year';

const FRIDAY = 5;

/** The day number of a date of every year, in one year. */
export function dayOfYear(text: DayOfYear, year: number): number {
  if (/^\d/.test(text)) return dayNumberOf(`${year}-${text}`);
  const [, feast, shift] = /^([a-z-]+?)([+-]\d+)?$/.exec(text) ?? [];
  return dayOfFeast(feast as Feast, year) + Number(shift ?? 0);
}

function isInSpan({ from, to, exceptFirstWeekdays = 0 }: YearSpan, day: number): boolean {
  const year = yearOf(day);
  const first = dayOfYear(from, year);
  if (day < first || day > dayOfYear(to, year)) return false;
  if (exceptFirstWeekdays === 0 || weekdayOf(day) > FRIDAY) return true;
  let weekdays = 0;
  for (let before = first; before <= day; before++) if (weekdayOf(before) <= FRIDAY) weekdays++;
  return weekdays > exceptFirstWeekdays;
}

/** By which part of a rule a day is meant; null if by none. */
function meant(rule: DayRule, { area }: TariffFacts, day: number): 'free-day' | 'july' | null {
  const { calendar } = AREAS[area];
  const isEve = (): boolean =>
    isHoliday(calendar, day + 1) && !rule.exceptEvesOf?.some((feast) => dayOfFeast(feast, yearOf(day + 1)) === day + 1);
  if (rule.weekdays.includes(weekdayOf(day)) || (rule.holidays && isHoliday(calendar, day)) || (rule.eves && isEve()))
    return 'free-day';
  const span = rule.spans.find((one) => isInSpan(one, day));
  return span ? (span.rule ?? 'free-day') : null;
}

/** What a tariff says of a day (`YYYY-MM-DD`): whether it is free, its season, whether the prices of days of rest hold. */
export function dayFacts(tariff: TariffFacts, day: string): DayFacts {
  const number = dayNumberOf(day);
  return {
    free: meant(tariff.freeDays, tariff, number),
    season: tariff.seasons.find(({ spans }) => spans.some((span) => isInSpan(span, number)))?.name ?? REST_OF_YEAR,
    isRest: tariff.restDays !== undefined && meant(tariff.restDays, tariff, number) !== null,
  };
}
