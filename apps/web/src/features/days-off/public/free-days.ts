import { useQueries } from '@tanstack/react-query';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { daysOffQuery } from '../queries.ts';
import { useDayOffName } from '../use-day-off-name.ts';

/** A day off, by what it is called alone, and with what it is. */
export interface FreeDay {
  readonly name: string;
  readonly text: string;
}

/** What tells of a day whether it is a day off of the company, and which: `Day off: Christmas Day`. Asked for by the years of `days`. */
export function useFreeDays(days: readonly string[]): (day: string) => FreeDay | null {
  const t = useT();
  const send = useSend();
  const nameOf = useDayOffName();
  const years = [...new Set(days.map((day) => Number(day.slice(0, 4))))];
  const answers = useQueries({ queries: years.map((year) => daysOffQuery(send, year)) });
  const found = new Map(answers.flatMap(({ data }) => data?.days ?? []).map((each) => [each.day, each]));
  return (day) => {
    const off = found.get(day);
    if (!off?.is_off) return null;
    const isNamed = off.name !== '' || off.holiday !== null;
    const name = nameOf(off);
    return { name, text: isNamed ? t('DaysOffMark', { name }) : name };
  };
}
