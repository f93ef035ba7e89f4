import type { DaysOffOfYear } from '@spora/contract/days-off/endpoints';
import { DAY_OFF_NAME_MAX } from '@spora/contract/days-off/values';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useUnsavedChanges } from '../../lib/unsaved.ts';
import { useRefusals } from '../../lib/use-refusals.ts';
import { Button } from '../../ui/button.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { MadePrivate } from './made-private.tsx';
import { saveDayOff, useDayOffWrite } from './queries.ts';
import styles from '../../ui/settings.module.css';

/** A day off of the account's own. */
export function DayOffForm({ data, onAdded }: { data: DaysOffOfYear; onAdded: (day: string) => void }): ReactNode {
  const t = useT();
  const toasts = useToasts();
  const [day, setDay] = useState('');
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const write = useDayOffWrite(saveDayOff);
  const fields = useRefusals(write.error, { day, name });
  useUnsavedChanges(day !== '' || name !== '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setMissing(day === '');
    if (day === '' || write.isPending) return;
    write.mutate(
      { day, is_off: true, name },
      {
        onSuccess: () => {
          onAdded(day);
          setDay('');
          setName('');
          toasts.show({ text: t('DaysOffAdded', { day }) });
        },
      },
    );
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate aria-label={t('DaysOffAdd')}>
      <h3>{t('DaysOffAdd')}</h3>
      <div className={styles['fields']}>
        <DayField
          label={t('DaysOffDay')}
          value={day}
          min={data.first_day}
          max={data.last_day}
          onChange={(next) => {
            setDay(next);
            setMissing(false);
          }}
          help={day !== '' && day <= data.today ? t('DaysOffPast', { count: data.units_with_hours }) : undefined}
          error={isMissing ? t('InvalidDate') : (fields['day'] ?? null)}
          texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
        />
        <TextField
          label={t('DaysOffName')}
          name="name"
          autoComplete="off"
          maxLength={DAY_OFF_NAME_MAX}
          value={name}
          help={t('DaysOffNameHelp')}
          onChange={(event) => setName(event.target.value)}
          error={fields['name'] ?? null}
        />
      </div>
      {day !== '' && day <= data.today && data.units_with_hours > 0 && <MadePrivate day={day} isOff />}
      <FailureBanner failure={write.error} ownFields={['day', 'name']} onRetry="submit" />
      <div className={styles['ends']}>
        <Button type="submit" look="primary" isBusy={write.isPending}>
          {t('DaysOffAdd')}
        </Button>
      </div>
    </form>
  );
}
