import type { InputOf } from '@spora/contract/endpoint-map';
import type { Rate, RateKind, RateSubject } from '@spora/contract/accounts/settings';
import { useState, type ReactNode } from 'react';
import { readAmount } from '../../../lib/amount.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { Button } from '../../../ui/button.tsx';
import { ChangedMeanwhile, isChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
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

/** A new price from a day on. What was in force before stays in the history; what somebody else set for the same day is told (ERR-041). */
export function RateForm(props: { kind: RateKind; rates: readonly Rate[]; currency: string; today: string }): ReactNode {
  const { kind, rates, currency, today } = props;
  const t = useT();
  const format = useFormat();
  const toasts = useToasts();
  const write = useSettingsWrite(saveRate);
  // The prices that were shown when typing began.
  const [seen, setSeen] = useState(rates);
  const draft = useDraftForm({
    first: { subject: SUBJECTS[kind][0] as RateSubject, amount: '', valid_from: today },
    faultsOf: (form) => ({ amount: readAmount(form.amount) === null ? 'SpecifyAmount' : null }),
    write,
    send: (form) => save(form, { amount: rateOf(seen, form)?.amount ?? null }),
  });
  const { form, set, change, restart, errorOf, submit, place } = draft;
  const { subject, amount, valid_from: from } = form;
  useUnsavedChanges(amount !== '');
  const rateOf = (of: readonly Rate[], on: typeof form): Rate | undefined =>
    of.find((rate) => rate.kind === kind && rate.subject === on.subject && rate.valid_from === on.valid_from);
  const save = (typed: typeof form, was?: { amount: number | null }): void =>
    write.mutate({ kind, ...typed, amount: readAmount(typed.amount), was } as InputOf<'accounts.set-fuel-price'>['body'], {
      onSuccess: (saved) => {
        restart({ ...typed, amount: '' });
        toasts.show({ text: t('RateSaved', { subject: subjectText(subject, t), day: saved.valid_from }) });
      },
    });
  const theirs = rateOf(rates, form);
  const unit = kind === 'reimbursement' ? t('RatePer10Km') : subject === 'electric' ? t('RatePerKwh') : t('RatePerLitre');
  return (
    <form ref={place} className={styles['form']} onSubmit={submit} noValidate aria-label={t(`RateNew-${kind}`)}>
      <h3>{t(`RateNew-${kind}`)}</h3>
      <div className={styles['fields']}>
        <SelectField
          label={t(`RateSubject-${kind}`)}
          name="subject"
          value={subject}
          onChange={(event) => set('subject', event.target.value as RateSubject)}
        >
          {SUBJECTS[kind].map((each) => (
            <option key={each} value={each}>
              {subjectText(each, t)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t(`RateAmount-${kind}`)}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          trailing={<span className={styles['unit']}>{`${currency} ${unit}`}</span>}
          value={amount}
          onChange={(event) => {
            if (amount === '') setSeen(rates);
            set('amount', event.target.value);
          }}
          error={errorOf('amount')}
        />
        <DayField
          label={t('RateFrom')}
          value={from}
          // A day that is not whole yet leaves the one before.
          onChange={(day) => day !== '' && set('valid_from', day)}
          help={from < today ? t('RateFromPast') : undefined}
          error={errorOf('valid_from')}
          texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
        />
      </div>
      {isChangedMeanwhile(write.error) ? (
        <ChangedMeanwhile
          changes={[
            {
              label: t('RateOfDay', { subject: subjectText(subject, t), day: from }),
              value: theirs ? format.money(theirs.amount, theirs.currency) : '–',
            },
          ]}
          onTakeTheirs={() => {
            change({ amount: '' });
            write.reset();
          }}
          onOverwrite={() => save(form)}
        />
      ) : (
        <FailureBanner failure={write.error} ownFields={['amount', 'valid_from']} onRetry="submit" />
      )}
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
