import type { Place } from '@spora/contract/places/endpoints';
import type { Format } from '@spora/messages/format';
import { weekdaysText } from '../../../lib/weekdays-text.ts';
import type { WorkInterval } from '@spora/contract/units/settings';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TimeField } from '../../../ui/time-field.tsx';
import { type PlaceForm, USUAL_HOURS } from '../model.ts';
import styles from './places.module.css';

/** Monday first. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];
/** A day that is such a weekday, for its name: 4 January 1970 was a Sunday. */
const dayOf = (weekday: number): string => `1970-01-${String(4 + weekday).padStart(2, '0')}`;

/** When rules hold, `mån–fre 07:00–18:00`; empty: always. */
export const scheduleText = ({ is_active, intervals }: Place['schedule'], format: Format): string =>
  is_active
    ? intervals
        .map(({ weekdays, from, to }) => `${weekdaysText(weekdays, (day) => format.weekday(dayOf(day)))} ${from}–${to}`)
        .join(' · ')
    : '';

/** PLACE-008: the hours in which the rules hold. */
export function ScheduleFields(props: {
  form: PlaceForm;
  set: (patch: Partial<PlaceForm>) => void;
  errorOf: (key: string) => string | null;
}): ReactNode {
  const { form, set, errorOf } = props;
  const t = useT();
  const format = useFormat();
  if (form.rules.length === 0) return null;
  const change = (index: number, patch: Partial<WorkInterval>): void =>
    set({ intervals: form.intervals.map((each, i) => (i === index ? { ...each, ...patch } : each)) });
  return (
    <fieldset className={styles['group']}>
      <legend>{t('PlaceSchedule')}</legend>
      <Switch
        label={t('PlaceScheduleOn')}
        isOn={form.hasHours}
        onChange={(hasHours) => set({ hasHours, intervals: form.intervals.length > 0 ? form.intervals : USUAL_HOURS })}
      />
      {form.hasHours &&
        form.intervals.map((interval, index) => (
          <div key={index} className={styles['rule']} role="group" aria-label={t('HoursInterval', { number: String(index + 1) })}>
            <div className={styles['days']}>
              {WEEK.map((weekday) => (
                <label key={weekday} className={styles['day']}>
                  <input
                    type="checkbox"
                    checked={interval.weekdays.includes(weekday)}
                    aria-invalid={errorOf(`schedule.intervals.${index}.weekdays`) !== null || undefined}
                    onChange={(event) =>
                      change(index, {
                        weekdays: event.target.checked
                          ? [...interval.weekdays, weekday]
                          : interval.weekdays.filter((each) => each !== weekday),
                      })
                    }
                  />
                  {format.weekday(dayOf(weekday))}
                </label>
              ))}
            </div>
            <Refused text={errorOf(`schedule.intervals.${index}.weekdays`)} />
            <div className={styles['times']}>
              <TimeField
                label={t('HoursFrom')}
                value={interval.from}
                onChange={(from) => change(index, { from })}
                error={errorOf(`schedule.intervals.${index}.from`)}
              />
              <TimeField
                label={t('HoursTo')}
                value={interval.to === '24:00' ? '00:00' : interval.to}
                onChange={(to) => change(index, { to: to === '00:00' ? '24:00' : to })}
                error={errorOf(`schedule.intervals.${index}.to`)}
              />
              <IconButton
                icon="close"
                label={t('HoursRemove', { number: String(index + 1) })}
                onClick={() => set({ intervals: form.intervals.filter((_, i) => i !== index) })}
              />
            </div>
          </div>
        ))}
      <Refused text={errorOf('schedule.intervals')} />
      {form.hasHours && (
        <div>
          <Button isSmall icon="plus" onClick={() => set({ intervals: [...form.intervals, ...USUAL_HOURS] })}>
            {t('HoursAdd')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** Why the server did not take what stands above. */
function Refused({ text }: { text: string | null }): ReactNode {
  if (text === null) return null;
  return (
    <p className={styles['error']} role="alert">
      {text}
    </p>
  );
}
