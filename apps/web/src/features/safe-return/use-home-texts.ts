import type { SafeHome } from '@spora/contract/safe-return/endpoints';
import { createFormat, type Format } from '@spora/messages/format';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { isSameDay } from './model.ts';

/** Times of a home are told by the clock that its schedule was told by (DEC-35). */
export function useHomeTexts() {
  const t = useT();
  const { language } = useLanguage();
  const user = useUser();
  const clockOf = (zone: string | null): Format => createFormat(language, zone ?? user.TimeZone);
  const moment = (at: string, zone: string | null): string => {
    const format = clockOf(zone);
    const now = Date.now();
    const day = format.day(at);
    return isSameDay(at, now, format.timeZone)
      ? t('SafeHomeToday', { time: format.time(at) })
      : `${format.weekday(day)} ${day} ${format.time(at)}`;
  };
  return {
    moment,
    /** On which day the next check is, by the clock of its schedule; null without one. */
    nextDay: ({ next_checks: [next], time_zone: zone }: SafeHome): string | null => (next ? clockOf(zone).day(next.at) : null),
    next: ({ next_checks: [next], time_zone: zone }: SafeHome): string | null =>
      next ? t(next.is_skipped ? 'SafeHomeNextSkipped' : 'SafeHomeNext', { time: moment(next.at, zone) }) : null,
    last: ({ last_check: last, time_zone: zone }: SafeHome): string | null => {
      if (!last) return null;
      const text = t(`SafeHomeResult-${last.result}`, { time: moment(last.at, zone) });
      return last.home_at ? `${text} ${t('SafeHomeCameHome', { time: moment(last.home_at, zone) })}` : text;
    },
  };
}
