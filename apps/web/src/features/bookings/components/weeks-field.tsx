import { addDays } from '@spora/calendar/days';
import { BOOKING_WEEKS_MAX } from '@spora/contract/bookings/limits';
import { type Language, LANGUAGE_FACTS } from '@spora/messages/languages';
import type { ReactNode } from 'react';
import { useFormat, useLanguage, useT } from '../../../lib/i18n.tsx';
import { listText } from '../../../lib/names.ts';
import { SelectField } from '../../../ui/select-field.tsx';

/** BOOK-050: how many weeks in a row, with the day of each before anything is booked. `startDay` is '' until there is one. */
export function WeeksField(props: {
  weeks: number;
  startDay: string;
  today: string;
  error: string | null;
  onChange: (weeks: number) => void;
}): ReactNode {
  const { weeks, startDay } = props;
  const t = useT();
  const format = useFormat();
  const { language } = useLanguage();
  const days = startDay === '' || weeks === 1 ? [] : Array.from({ length: weeks }, (_, week) => addDays(startDay, 7 * week));
  const last = days.at(-1);
  return (
    <SelectField
      label={t('BookingWeeks')}
      value={String(weeks)}
      error={props.error}
      help={
        last &&
        t('BookingWeeksDays', {
          last: format.longDay(last, props.today),
          days: listText(
            days.map((day) => shortDay(day, language)),
            language,
          ),
        })
      }
      onChange={({ target }) => props.onChange(Number(target.value))}
    >
      {Array.from({ length: BOOKING_WEEKS_MAX }, (_, i) => (
        <option key={i} value={i + 1}>
          {i === 0 ? t('BookingWeeksOnce') : t('BookingWeeksCount', { count: i + 1 })}
        </option>
      ))}
    </SelectField>
  );
}

/** `1 dec`, which does not break within. */
const shortDay = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(LANGUAGE_FACTS[language].locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
    .format(new Date(`${day}T12:00:00Z`))
    .replace(/\.$/, '')
    .replaceAll(' ', '\u00a0');
