import { addDays } from '@spora/calendar/days';
import { BOOKING_WEEKS_MAX } from '@spora/contract/bookings/limits';
import { type Language, LANGUAGE_FACTS } from '@spora/messages/languages';
import type { ReactNode } from 'react';
import { useFormat, useLanguage, useT } from '../../../lib/i18n.tsx';
import { listText } from '../../../lib/names.ts';
import { SelectField } from '../../../ui/select-field.tsx';

const EVERY = [1, 2, 4] as const;
/** How many there are once it is repeated: about a month. */
const FIRST_COUNT = 4;

/** BOOK-050: how often and until when, with the day of each before anything is booked. `startDay` is '' until there is one. */
export function WeeksField(props: {
  weeks: number;
  everyWeeks: number;
  startDay: string;
  today: string;
  error: string | null;
  onChange: (chosen: { weeks: number; everyWeeks: number }) => void;
}): ReactNode {
  const { weeks, everyWeeks, startDay, today, onChange } = props;
  const t = useT();
  const format = useFormat();
  const { language } = useLanguage();
  const dayAt = (index: number): string => addDays(startDay, 7 * everyWeeks * index);
  const days = startDay === '' || weeks === 1 ? [] : Array.from({ length: weeks }, (_, index) => dayAt(index));
  const last = days.at(-1);
  const isRepeated = weeks > 1;
  return (
    <>
      <SelectField
        label={t('BookingWeeks')}
        value={isRepeated ? String(everyWeeks) : ''}
        error={isRepeated ? null : props.error}
        onChange={({ target }) =>
          onChange(
            target.value === ''
              ? { weeks: 1, everyWeeks: 1 }
              : { weeks: isRepeated ? weeks : FIRST_COUNT, everyWeeks: Number(target.value) },
          )
        }
      >
        <option value="">{t('BookingWeeksOnce')}</option>
        {EVERY.map((each) => (
          <option key={each} value={each}>
            {t(`BookingWeeksEvery-${each}`)}
          </option>
        ))}
      </SelectField>
      {isRepeated && (
        <SelectField
          label={t('BookingWeeksUntil')}
          value={String(weeks)}
          error={props.error}
          help={
            last &&
            t('BookingWeeksDays', {
              last: format.longDay(last, today),
              days: listText(
                days.map((day) => shortDay(day, language)),
                language,
              ),
            })
          }
          onChange={({ target }) => onChange({ weeks: Number(target.value), everyWeeks })}
        >
          {Array.from({ length: BOOKING_WEEKS_MAX - 1 }, (_, i) => i + 2).map((count) => (
            <option key={count} value={count}>
              {startDay === ''
                ? t('BookingWeeksTimes', { count })
                : t('BookingWeeksUntilDay', { day: format.longDay(dayAt(count - 1), today), count })}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}

/** `1 dec`, which does not break within. */
const shortDay = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(LANGUAGE_FACTS[language].locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
    .format(new Date(`${day}T12:00:00Z`))
    .replace(/\.$/, '')
    .replaceAll(' ', '\u00a0');
