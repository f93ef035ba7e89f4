import type { DataOf } from '@spora/contract/endpoint-map';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { saveOptions, useSettingsWrite } from '../settings-queries.ts';
import styles from '../../../ui/settings.module.css';

const FIELDS = ['purpose_required', 'driver_required', 'monthly_attest_reminder'] as const;

/** TRIP-023, ATT-010, ATT-014: what a log must have before it is attested, and the monthly reminder. */
export function AttestOptions(props: { options: DataOf<'accounts.options'> }): ReactNode {
  const t = useT();
  const toasts = useToasts();
  const [before, setBefore] = useState(props.options);
  const [options, setOptions] = useState(before);
  const write = useSettingsWrite(saveOptions);
  const changed = FIELDS.filter((field) => options[field] !== before[field]);
  const isDirty = changed.length > 0;
  useUnsavedChanges(isDirty);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isDirty || write.isPending) return;
    write.mutate(Object.fromEntries(changed.map((field) => [field, options[field]])), {
      onSuccess: () => {
        setBefore(options);
        toasts.show({ text: t('Saved') });
      },
    });
  };
  const box = (field: (typeof FIELDS)[number], label: string, help: string): ReactNode => (
    <CheckBox
      name={field}
      label={label}
      help={help}
      checked={options[field]}
      onChange={(isOn) => setOptions({ ...options, [field]: isOn })}
    />
  );
  return (
    <form className={styles['form']} onSubmit={submit} noValidate aria-label={t('AttestOptionsTitle')}>
      {box('purpose_required', t('AttestPurposeRequired'), t('AttestPurposeRequiredHelp'))}
      {box('driver_required', t('AttestDriverRequired'), t('AttestDriverRequiredHelp'))}
      {box('monthly_attest_reminder', t('AttestMonthlyReminder'), t('AttestMonthlyReminderHelp'))}
      <FailureBanner failure={write.error} />
      <div className={styles['ends']}>
        <Button type="submit" look="primary" isBusy={write.isPending} disabled={!isDirty}>
          {t('Save')}
        </Button>
      </div>
    </form>
  );
}
