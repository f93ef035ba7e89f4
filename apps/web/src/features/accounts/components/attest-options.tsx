import type { DataOf } from '@spora/contract/endpoint-map';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { saveOptions, useSettingsWrite } from '../settings-queries.ts';
import { useChangeForm } from '../../../ui/use-change-form.ts';
import { ChangeRefusal } from '../../../ui/change-refusal.tsx';
import styles from '../../../ui/settings.module.css';

/** TRIP-023, ATT-010, ATT-014: what a log must have before it is attested, and the monthly reminder. */
export function AttestOptions(props: { options: DataOf<'accounts.options'> }): ReactNode {
  const t = useT();
  const { purpose_required, driver_required, monthly_attest_reminder } = props.options;
  const onOff = (isOn: boolean): string => (isOn ? t('SettingOn') : t('SettingOff'));
  const write = useSettingsWrite(saveOptions);
  const draft = useChangeForm({
    saved: { purpose_required, driver_required, monthly_attest_reminder },
    write,
    send: ({ changes, was }, onSuccess) => write.mutate({ ...changes, was }, { onSuccess }),
    texts: {
      purpose_required: [t('AttestPurposeRequired'), onOff(purpose_required)],
      driver_required: [t('AttestDriverRequired'), onOff(driver_required)],
      monthly_attest_reminder: [t('AttestMonthlyReminder'), onOff(monthly_attest_reminder)],
    },
  });
  const { form, set, submit, place } = draft;
  const box = (field: keyof typeof form, label: string, help: string): ReactNode => (
    <CheckBox name={field} label={label} help={help} checked={form[field]} onChange={(isOn) => set(field, isOn)} />
  );
  return (
    <form ref={place} className={styles['form']} onSubmit={submit} noValidate aria-label={t('AttestOptionsTitle')}>
      {box('purpose_required', t('AttestPurposeRequired'), t('AttestPurposeRequiredHelp'))}
      {box('driver_required', t('AttestDriverRequired'), t('AttestDriverRequiredHelp'))}
      {box('monthly_attest_reminder', t('AttestMonthlyReminder'), t('AttestMonthlyReminderHelp'))}
      <ChangeRefusal draft={draft} failure={write.error} onRetry="submit" />
      <div className={styles['ends']}>
        <Button type="submit" look="primary" isBusy={write.isPending} disabled={!draft.isChanged}>
          {t('Save')}
        </Button>
      </div>
    </form>
  );
}
