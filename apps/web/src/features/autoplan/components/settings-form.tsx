import type { AutoplanSettings } from '@spora/contract/autoplan/endpoints';
import { AUTOPLAN_CUSTOMER_MAX, AUTOPLAN_SECRET_MAX } from '@spora/contract/autoplan/values';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChangeRefusal } from '../../../ui/change-refusal.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import styles from '../../../ui/settings.module.css';
import { TextField } from '../../../ui/text-field.tsx';
import { useChangeForm } from '../../../ui/use-change-form.ts';
import { saveSettings, testSettings, useAutoplanWrite } from '../queries.ts';

/** AUTO-004: on or off, the customer, the password that is never shown, and a try of the connection. */
export function SettingsForm({ settings }: { settings: AutoplanSettings }): ReactNode {
  const t = useT();
  const write = useAutoplanWrite(saveSettings);
  const onOff = (isOn: boolean): string => (isOn ? t('SettingOn') : t('SettingOff'));
  const form = useChangeForm({
    saved: { is_on: settings.is_on, customer_id: settings.customer_id, secret: '' },
    write,
    tidy: (typed) => ({ ...typed, customer_id: typed.customer_id.trim(), secret: typed.secret.trim() }),
    faultsOf: ({ is_on, customer_id, secret }) => ({
      customer_id: is_on && !customer_id.trim() ? 'AutoplanSpecifyCustomer' : null,
      secret: is_on && !secret.trim() && !settings.has_secret ? 'AutoplanSpecifySecret' : null,
    }),
    send: ({ form: { is_on, customer_id, secret }, was }, onSuccess) => {
      // A password is known to nobody: what it was is not compared.
      const { secret: _secret, ...stood } = was ?? {};
      write.mutate({ is_on, customer_id, ...(secret && { secret }), ...(was && { was: stood }) }, { onSuccess });
    },
    texts: {
      is_on: [t('AutoplanOn'), onOff(settings.is_on)],
      customer_id: [t('AutoplanCustomer'), settings.customer_id],
      secret: [t('AutoplanSecret'), ''],
    },
    onStands: () => form.set('secret', ''),
  });
  if (!settings.is_available) return <Banner tone="information">{t('AutoplanUnavailable')}</Banner>;
  return (
    <>
      <form
        ref={form.place}
        className={styles['screen']}
        onSubmit={form.submit}
        noValidate
        aria-label={t('AutoplanSettingsTitle')}
      >
        <CheckBox label={t('AutoplanOn')} checked={form.form.is_on} onChange={(isOn) => form.set('is_on', isOn)} />
        <div className={styles['fields']}>
          <TextField
            label={t('AutoplanCustomer')}
            name="customer_id"
            autoComplete="off"
            maxLength={AUTOPLAN_CUSTOMER_MAX}
            value={form.form.customer_id}
            onChange={({ target }) => form.set('customer_id', target.value)}
            error={form.errorOf('customer_id')}
          />
          <TextField
            label={t('AutoplanSecret')}
            help={settings.has_secret ? t('AutoplanSecretKept') : undefined}
            name="secret"
            type="password"
            autoComplete="new-password"
            maxLength={AUTOPLAN_SECRET_MAX}
            value={form.form.secret}
            onChange={({ target }) => form.set('secret', target.value)}
            error={form.errorOf('secret')}
          />
        </div>
        <ChangeRefusal draft={form} failure={write.error} ownFields={['customer_id', 'secret']} onRetry="submit" />
        <div className={styles['ends']}>
          <Button type="submit" look="primary" isBusy={write.isPending} disabled={!form.isChanged}>
            {t('Save')}
          </Button>
        </div>
      </form>
      {settings.has_secret && <ConnectionTest />}
    </>
  );
}

function ConnectionTest(): ReactNode {
  const t = useT();
  const test = useAutoplanWrite(testSettings);
  return (
    <>
      <div className={styles['ends']}>
        <Button isBusy={test.isPending} onClick={() => test.mutate(undefined)}>
          {t('AutoplanTest')}
        </Button>
      </div>
      <FailureBanner failure={test.error} />
      <div role="status">
        {test.data && (
          <Banner tone={test.data.problem ? 'danger' : 'success'}>
            {test.data.problem ? t(`AutoplanProblem-${test.data.problem}`) : t('AutoplanTestGood')}
          </Banner>
        )}
      </div>
    </>
  );
}
