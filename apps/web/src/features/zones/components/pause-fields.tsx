import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TimeField } from '../../../ui/time-field.tsx';
import { isOverMidnight, type ZoneForm } from '../model.ts';
import { dayOfWeekday, WEEK } from '../use-zone-texts.ts';
import styles from './zones.module.css';

/** GEO-016: the weekdays and the hours in which the zone is inactive. */
export function PauseFields(props: {
  form: ZoneForm;
  change: (part: Partial<ZoneForm>) => void;
  errorOf: (field: 'days' | 'from' | 'to') => string | null;
  timeZone: string | null;
}): ReactNode {
  const { form, change, errorOf } = props;
  const t = useT();
  const format = useFormat();
  const user = useUser();
  return (
    <fieldset className={styles['group']}>
      <legend>{t('ZonePause')}</legend>
      <Switch label={t('ZonePauseOn')} isOn={form.hasPause} onChange={(hasPause) => change({ hasPause })} />
      {form.hasPause && (
        <>
          <div className={styles['days']} role="group" aria-label={t('ZonePauseDaysLabel')}>
            {WEEK.map((weekday) => (
              <label key={weekday} className={styles['day']}>
                <input
                  type="checkbox"
                  checked={form.days.includes(weekday)}
                  onChange={({ target }) =>
                    change({ days: target.checked ? [...form.days, weekday] : form.days.filter((each) => each !== weekday) })
                  }
                />
                {format.weekday(dayOfWeekday(weekday))}
              </label>
            ))}
          </div>
          {errorOf('days') && (
            <p className={styles['error']} role="alert">
              {errorOf('days')}
            </p>
          )}
          <div className={styles['pair']}>
            <TimeField label={t('HoursFrom')} value={form.from} onChange={(from) => change({ from })} error={errorOf('from')} />
            <TimeField
              label={t('HoursTo')}
              value={form.to === '24:00' ? '00:00' : form.to}
              onChange={(to) => change({ to: to === '00:00' ? '24:00' : to })}
              error={errorOf('to')}
            />
          </div>
          <p className={styles['soft']}>
            {isOverMidnight(form) && `${t('ZonePauseOverMidnight')} `}
            {t('ZonePauseZone', { zone: props.timeZone ?? user.TimeZone })}
          </p>
        </>
      )}
    </fieldset>
  );
}
