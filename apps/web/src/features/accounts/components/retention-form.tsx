import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { type Retention, retentionPreviewQuery, retentionQuery, saveRetention, useSettingsWrite } from '../settings-queries.ts';
import { useChangeForm } from '../../../ui/use-change-form.ts';
import { ChangeRefusal } from '../../../ui/change-refusal.tsx';
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
  const write = useSettingsWrite(saveRetention);
  const { position_months, private_position_months } = retention;
  const draft = useChangeForm<Retention>({
    saved: { position_months, private_position_months },
    write,
    send: ({ form, was }, onSuccess) => write.mutate({ ...form, was }, { onSuccess }),
    texts: {
      position_months: [t('RetentionPositions'), t('Months', { count: position_months })],
      private_position_months: [t('RetentionPrivate'), t('Months', { count: private_position_months })],
    },
  });
  const { form: chosen, first, set, change, errorOf, submit, place, isChanged } = draft;
  const isShorter =
    chosen.position_months < first.position_months || chosen.private_position_months < first.private_position_months;
  const months = (most: number) =>
    upTo(most).map((count) => (
      <option key={count} value={count}>
        {t('Months', { count })}
      </option>
    ));
  return (
    <form ref={place} className={styles['form']} onSubmit={submit} noValidate aria-label={t('RetentionTitle')}>
      <p className={frame['soft']}>{t('RetentionLead')}</p>
      <div className={styles['fields']}>
        <SelectField
          label={t('RetentionPositions')}
          name="position_months"
          value={chosen.position_months}
          onChange={(event) => {
            const months = Number(event.target.value);
            change({ position_months: months, private_position_months: Math.min(chosen.private_position_months, months) });
          }}
          error={errorOf('position_months')}
        >
          {months(Math.max(retention.position_months_max, position_months))}
        </SelectField>
        <SelectField
          label={t('RetentionPrivate')}
          name="private_position_months"
          value={chosen.private_position_months}
          onChange={(event) => set('private_position_months', Number(event.target.value))}
          error={errorOf('private_position_months')}
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
      {isChanged && (isShorter ? <Consequence chosen={chosen} /> : <Banner tone="information">{t('RetentionLonger')}</Banner>)}
      <ChangeRefusal
        draft={draft}
        failure={write.error}
        ownFields={['position_months', 'private_position_months']}
        onRetry="submit"
      />
      <div className={styles['ends']}>
        <Button type="submit" look={isShorter ? 'danger' : 'primary'} isBusy={write.isPending} disabled={!isChanged}>
          {isShorter ? t('RetentionSaveShorter') : t('Save')}
        </Button>
        {isChanged && <Button onClick={draft.discard}>{t('DiscardChanges')}</Button>}
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
