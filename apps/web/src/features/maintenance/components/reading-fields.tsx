import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { MomentField } from '../../../ui/day-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { ReadingFaults, ReadingForm } from '../reading-model.ts';
import styles from './readings.module.css';

/** What was read off, and when; an empty time is now. */
export function ReadingFields(props: {
  label: string;
  unit: string;
  form: ReadingForm;
  onChange: (form: ReadingForm) => void;
  faults: ReadingFaults;
  told: Readonly<Record<string, string>>;
}): ReactNode {
  const { form, onChange, faults, told } = props;
  const t = useT();
  const { timeZone } = useFormat();
  return (
    <div className={styles['pair']}>
      <TextField
        label={props.label}
        inputMode="decimal"
        autoComplete="off"
        trailing={<span className={styles['unit']}>{props.unit}</span>}
        value={form.value}
        onChange={(event) => onChange({ ...form, value: event.target.value })}
        error={faults.value ? t(faults.value) : (told['value'] ?? null)}
      />
      <MomentField
        label={t('ReadingTime')}
        help={t('ReadingTimeHelp', { zone: timeZone })}
        value={form.time}
        onChange={(time) => onChange({ ...form, time })}
        error={faults.time ? t(faults.time) : (told['time'] ?? null)}
        texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
      />
    </div>
  );
}
