import { DAY_MS } from '@spora/calendar/durations';
import type { Format, Instant } from '@spora/messages/format';
import type { Translate } from '@spora/messages/translate';

/** When something was or will be, as one says it: of today the clock is enough, of the days beside it their word. */
export function nearMoment(instant: Instant, now: number, { t, format }: { t: Translate; format: Format }): string {
  const day = format.day(instant);
  const time = format.time(instant);
  if (day === format.day(now)) return time;
  if (day === format.day(now + DAY_MS)) return t('MomentTomorrow', { time });
  if (day === format.day(now - DAY_MS)) return t('MomentYesterday', { time });
  return format.dateTime(instant);
}
