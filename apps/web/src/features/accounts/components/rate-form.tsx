import type { InputOf } from '@spora/contract/endpoint-map';
import type { RateKind, RateSubject } from '@spora/contract/accounts/settings';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { readAmount } from '../../../lib/amount.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { DayField } from '../../../ui/day-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { SUBJECTS } from '../settings-model.ts';
import { saveRate, useSettingsWrite } from '../settings-queries.ts';
import frame from '../../../ui/section.module.css';
import styles from '../../../ui/settings.module.css';
import { subjectText } from '../rate-texts.ts';

/** A new price from a day on. What was in force before stays in the history. */
export function RateForm(props: { kind: RateKind; currency: string; today: string }): ReactNode {
  const { kind, currency, today } = props;
  const t = useT();
  const format = useFormat();
  const errors = useErrorText();
  const toasts = useToasts();
  const [subject, setSubject] = useState<RateSubject>(SUBJECTS[kind][0] as RateSubject);
  const [amount, setAmount] = useState('');
  const [from, setFrom] = useState(today);
  const [isMissing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const write = useSettingsWrite(saveRate);
  const fields = errors.fields(write.error);
  useUnsavedChanges(amount !== '');
  const save = (value: number): void =>
    write.mutate({ kind, subject, amount: value, valid_from: from } as InputOf<'accounts.set-fuel-price'>['body'], {
      onSuccess: (saved) => {
        setAmount('');
        toasts.show({ text: t('RateSaved', { subject: subjectText(subject, t), day: saved.valid_from }) });
      },
      onError: () => input.current?.focus(),
    });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const value = readAmount(amount);
    setMissing(value === null);
    if (value === null) input.current?.focus();
    else if (!write.isPending) save(value);
  };
  const unit = kind === 'reimbursement' ? t('RatePer10Km') : subject === 'electric' ? t('RatePerKwh') : t('RatePerLitre');
  return (
    <form className={styles['form']} onSubmit={submit} noValidate aria-label={t(`RateNew-${kind}`)}>
      <h3>{t(`RateNew-${kind}`)}</h3>
      <div className={styles['fields']}>
        <SelectField
          label={t(`RateSubject-${kind}`)}
          name="subject"
          value={subject}
          onChange={(event) => setSubject(event.target.value as RateSubject)}
        >
          {SUBJECTS[kind].map((each) => (
            <option key={each} value={each}>
              {subjectText(each, t)}
            </option>
          ))}
        </SelectField>
        <TextField
          ref={input}
          label={t(`RateAmount-${kind}`)}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          trailing={<span className={styles['unit']}>{`${currency} ${unit}`}</span>}
          value={amount}
          onChange={(event) => {
            setAmount(event.target.value);
            setMissing(false);
          }}
          error={isMissing ? t('SpecifyAmount') : (fields['amount'] ?? null)}
        />
        <DayField
          label={t('RateFrom')}
          value={from}
          // A day that is not whole yet leaves the one before.
          onChange={(day) => day !== '' && setFrom(day)}
          help={from < today ? t('RateFromPast') : undefined}
          error={fields['valid_from'] ?? null}
          texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
        />
      </div>
      <FailureBanner failure={write.error} ownFields={['amount', 'valid_from']} />
      <div className={styles['ends']}>
        <Button type="submit" look="primary" isBusy={write.isPending}>
          {t('Save')}
        </Button>
        {readAmount(amount) !== null && from !== '' && (
          <span className={frame['soft']}>
            {t('RateWillBe', { amount: format.money(readAmount(amount) as number, currency), unit, day: from })}
          </span>
        )}
      </div>
    </form>
  );
}
