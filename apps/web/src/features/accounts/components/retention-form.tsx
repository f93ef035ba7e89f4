import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { type Retention, retentionPreviewQuery, retentionQuery, saveRetention, useSettingsWrite } from '../settings-queries.ts';
import frame from '../../../ui/section.module.css';
import styles from '../../../ui/settings.module.css';
import { Loaded } from '../../../ui/loaded.tsx';

/** ADM-021: how long positions are kept. What a shorter time erases stands there before it is saved. */
export function RetentionForm(): ReactNode {
  return <Loaded query={useQuery(retentionQuery(useSend()))}>{(retention) => <Form retention={retention} />}</Loaded>;
}

const upTo = (most: number): number[] => Array.from({ length: most }, (_, index) => index + 1);

function Form(props: { retention: DataOf<'accounts.retention'> }): ReactNode {
  const { retention } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const saved: Retention = {
    position_months: retention.position_months,
    private_position_months: retention.private_position_months,
  };
  const [chosen, setChosen] = useState(saved);
  const write = useSettingsWrite(saveRetention);
  const fields = errors.fields(write.error);
  const isDirty =
    chosen.position_months !== saved.position_months || chosen.private_position_months !== saved.private_position_months;
  const isShorter =
    chosen.position_months < saved.position_months || chosen.private_position_months < saved.private_position_months;
  useUnsavedChanges(isDirty);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isDirty && !write.isPending) write.mutate(chosen, { onSuccess: () => toasts.show({ text: t('Saved') }) });
  };
  const months = (most: number) =>
    upTo(most).map((count) => (
      <option key={count} value={count}>
        {t('Months', { count })}
      </option>
    ));
  return (
    <form className={styles['form']} onSubmit={submit} noValidate aria-label={t('RetentionTitle')}>
      <p className={frame['soft']}>{t('RetentionLead')}</p>
      <div className={styles['fields']}>
        <SelectField
          label={t('RetentionPositions')}
          name="position_months"
          value={chosen.position_months}
          onChange={(event) => {
            const position_months = Number(event.target.value);
            setChosen({
              position_months,
              private_position_months: Math.min(chosen.private_position_months, position_months),
            });
          }}
          error={fields['position_months'] ?? null}
        >
          {months(Math.max(retention.position_months_max, saved.position_months))}
        </SelectField>
        <SelectField
          label={t('RetentionPrivate')}
          name="private_position_months"
          value={chosen.private_position_months}
          onChange={(event) => setChosen({ ...chosen, private_position_months: Number(event.target.value) })}
          error={fields['private_position_months'] ?? null}
        >
          {months(chosen.position_months)}
        </SelectField>
      </div>
      <dl className={styles['facts']}>
        <div>
          <dt>{t('RetentionLog')}</dt>
          <dd>{t('Years', { count: retention.log_years })}</dd>
        </div>
        <div>
          <dt>{t('RetentionAudit')}</dt>
          <dd>{t('Months', { count: retention.audit_months })}</dd>
        </div>
        <div>
          <dt>{t('RetentionMail')}</dt>
          <dd>{t('Days', { count: retention.delivery_log_days })}</dd>
        </div>
      </dl>
      {isDirty && (isShorter ? <Consequence chosen={chosen} /> : <Banner tone="information">{t('RetentionLonger')}</Banner>)}
      <FailureBanner failure={write.error} ownFields={['position_months', 'private_position_months']} />
      <div className={styles['ends']}>
        <Button type="submit" look={isShorter ? 'danger' : 'primary'} isBusy={write.isPending} disabled={!isDirty}>
          {isShorter ? t('RetentionSaveShorter') : t('Save')}
        </Button>
        {isDirty && <Button onClick={() => setChosen(saved)}>{t('DiscardChanges')}</Button>}
      </div>
    </form>
  );
}

function Consequence(props: { chosen: Retention }): ReactNode {
  const t = useT();
  const format = useFormat();
  const errors = useErrorText();
  const { data, error } = useQuery(retentionPreviewQuery(useSend(), props.chosen));
  if (error) return <Banner tone="danger">{errors.text(error)}</Banner>;
  if (!data) return <p className={frame['soft']}>{t('RetentionCounting')}</p>;
  return (
    <Banner tone="warning">
      <p>{t('RetentionErases', { time: format.dateTime(data.erased_at) })}</p>
      <ul className={styles['list']}>
        <li>{t('RetentionErasesPositions', { day: data.positions_before, count: data.records })}</li>
        <li>{t('RetentionErasesPrivate', { day: data.private_positions_before, count: data.private_trips })}</li>
        <li>{t('RetentionErasesRoutes', { count: data.routes })}</li>
      </ul>
      <p>{t('RetentionKeeps')}</p>
    </Banner>
  );
}
