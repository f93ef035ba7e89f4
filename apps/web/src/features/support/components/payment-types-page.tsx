import type { PaymentType } from '@spora/contract/support/back-office';
import { LANGUAGE_FACTS } from '@spora/messages/languages';
import { WRITTEN_LANGUAGES } from '@spora/messages/written-languages';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { useT } from '../../../lib/i18n.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { useSupport, useSupportWrite } from '../queries.ts';
import styles from '../support.module.css';

const NEW: PaymentType = { id: null, label_en: '', label_sv: '', label_no: '', is_active: true };

/** ADM-028: the ways to pay that customers choose from, in this order. */
export function PaymentTypesPage(): ReactNode {
  const t = useT();
  const types = useSupport('support.payment-types', {});
  return (
    <div className={styles['screen']}>
      <h1>{t('Support_payment-types')}</h1>
      <p className={styles['soft']}>{t('PaymentTypesLead')}</p>
      <Loaded query={types} heights={rowsOf(44)} className={styles['rows']}>
        {({ rows }) => <PaymentTypes key={rows.map(({ id }) => id).join()} rows={rows} />}
      </Loaded>
    </div>
  );
}

function PaymentTypes(props: { rows: readonly PaymentType[] }): ReactNode {
  const t = useT();
  const toasts = useToasts();
  const [before, setBefore] = useState(props.rows);
  const [rows, setRows] = useState(before);
  const save = useSupportWrite('support.save-payment-types');
  const isDirty = JSON.stringify(rows) !== JSON.stringify(before);
  useUnsavedChanges(isDirty);
  const fields = useRefusals(save.error, { rows });
  const change = (at: number, patch: Partial<PaymentType>): void =>
    setRows((now) => now.map((row, index) => (index === at ? { ...row, ...patch } : row)));
  const moveUp = (at: number): void =>
    setRows((now) => now.map((row, index) => (index === at ? (now[at - 1] ?? row) : index === at - 1 ? (now[at] ?? row) : row)));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isDirty || save.isPending) return;
    save.mutate(
      { body: { rows: [...rows] } },
      {
        onSuccess: () => {
          setBefore(rows);
          toasts.show({ text: t('Saved') });
        },
      },
    );
  };
  return (
    <form className={styles['rows']} noValidate onSubmit={submit}>
      {rows.map((row, at) => (
        <fieldset key={row.id ?? `new-${at}`} className={styles['case']}>
          <legend className="visually-hidden">{row.label_sv || t('AddPaymentType')}</legend>
          <div className={styles['three']}>
            {WRITTEN_LANGUAGES.map((language) => (
              <TextField
                key={language}
                label={LANGUAGE_FACTS[language].name}
                maxLength={100}
                value={row[`label_${language}`]}
                onChange={(event) => change(at, { [`label_${language}`]: event.target.value })}
                error={fields[`rows.${at}.label_${language}`] ?? null}
              />
            ))}
          </div>
          <div className={styles['line']}>
            <Switch label={t('PaymentTypeActive')} isOn={row.is_active} onChange={(is_active) => change(at, { is_active })} />
            {at > 0 && (
              <Button isSmall onClick={() => moveUp(at)}>
                {t('MoveUp')}
              </Button>
            )}
            {row.id === null && (
              <IconButton
                icon="close"
                isSmall
                label={t('Cancel')}
                onClick={() => setRows((now) => now.filter((_, index) => index !== at))}
              />
            )}
          </div>
        </fieldset>
      ))}
      <div>
        <Button icon="plus" onClick={() => setRows((now) => [...now, NEW])}>
          {t('AddPaymentType')}
        </Button>
      </div>
      <FailureBanner
        failure={save.error}
        ownFields={rows.flatMap((_, at) => WRITTEN_LANGUAGES.map((each) => `rows.${at}.label_${each}`))}
        onRetry="submit"
      />
      <div className={styles['ends']}>
        {isDirty && <span className={styles['soft']}>{t('NotSaved')}</span>}
        {isDirty && <Button onClick={() => setRows(before)}>{t('DiscardChanges')}</Button>}
        <Button type="submit" look="primary" isBusy={save.isPending} disabled={!isDirty}>
          {t('Save')}
        </Button>
      </div>
    </form>
  );
}
