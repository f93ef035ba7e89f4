import { DAY_MS } from '@spora/calendar/durations';
import { SETTINGS_PAST_DAYS } from '@spora/contract/units/values';
import { useState, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { DayField } from '../../../ui/day-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import styles from './unit-page.module.css';

/** From when a setting holds: now, or a day that has been. `value` is that day, empty for now. */
export function FromField(props: { value: string; onChange: (day: string) => void; error?: string | null }): ReactNode {
  const { value, onChange, error } = props;
  const t = useT();
  const format = useFormat();
  const [now] = useState(() => Date.now());
  const today = format.day(now);
  const yesterday = format.day(now - DAY_MS);
  return (
    <div className={styles['pair']}>
      <SelectField
        label={t('SettingFrom')}
        value={value === '' ? 'now' : 'day'}
        onChange={(event) => onChange(event.target.value === 'day' ? yesterday : '')}
      >
        <option value="now">{t('SettingFromNow')}</option>
        <option value="day">{t('SettingFromDay')}</option>
      </SelectField>
      {value !== '' && (
        <DayField
          label={t('SettingDay')}
          value={value}
          // A day that is not whole yet leaves the one before.
          onChange={(day) => day !== '' && onChange(day)}
          min={format.day(now - (SETTINGS_PAST_DAYS - 1) * DAY_MS)}
          max={today}
          help={t('SettingFromHelp')}
          error={error ?? null}
          texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
        />
      )}
    </div>
  );
}
