import type { TollCorrection } from '@spora/contract/tolls/endpoints';
import { instantOf } from '@spora/calendar/zones';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useErrorText, useFormat, useT } from '../../lib/i18n.tsx';
import { readNumber } from '../../lib/number-text.ts';
import { useSend } from '../../lib/send-context.tsx';
import { mayLeave, useUnsavedChanges } from '../../lib/unsaved.ts';
import { useRefusals } from '../../lib/use-refusals.ts';
import { Button } from '../../ui/button.tsx';
import { MomentField } from '../../ui/day-field.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { PickField } from '../../ui/pick-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { CorrectionHistory } from './correction-history.tsx';
import { type Passage, withNowPaid } from './model.ts';
import { Amount, Mark, Why } from './passage-parts.tsx';
import { stationsQuery, unitsQuery, useCorrections } from './queries.ts';
import styles from './tolls.module.css';

const REASON_MAX = 200;
type Kind = TollCorrection['kind'];

/** REP-014: an administrator says what a passage cost, that nobody passed, or that somebody did unnoticed; and takes it back. */
export function CorrectionSheet({ row, onClose }: { row: Passage | null; onClose: () => void }): ReactNode {
  const t = useT();
  const format = useFormat();
  const close = (): void => void mayLeave().then((isYes) => isYes && onClose());
  return (
    <Sheet title={row ? t('TollsCorrectTitle') : t('TollsAdd')} closeLabel={t('Close')} isOpen onClose={close}>
      {row && (
        <div className={styles['passage']}>
          <p>
            <strong>{row.station}</strong>
            <span className={styles['soft']}>
              {[format.dateTime(row.at), row.unit.name, row.driver].filter(Boolean).join(' · ')}
            </span>
          </p>
          <p>
            {t('TollsNow')} <Amount row={row} />
            {row.rule === 'amount' && <span className={styles['soft']}>{t('TollRule-amount')}</span>}
            <Why row={row} />
            <span className={styles['soft']}>
              <Mark row={row} />
            </span>
          </p>
        </div>
      )}
      {row && row.corrections.length > 0 && <CorrectionHistory row={row} mayUndo />}
      {/* What nobody passed is taken back before anything else is said of it. */}
      {!row?.is_withdrawn && <CorrectionForm row={row} onCancel={close} onSaved={onClose} />}
    </Sheet>
  );
}

function CorrectionForm(props: { row: Passage | null; onCancel: () => void; onSaved: () => void }): ReactNode {
  const { row } = props;
  const t = useT();
  const { timeZone, dateTime } = useFormat();
  const errors = useErrorText();
  const toasts = useToasts();
  const send = useSend();
  const stations = useQuery({ ...stationsQuery(send), enabled: row === null }).data?.stations ?? [];
  const units = useQuery({ ...unitsQuery(send), enabled: row === null }).data?.units ?? [];
  const [began] = useState(() => dateTime(row?.at ?? Date.now()).replace(' ', 'T'));
  const [kind, setKind] = useState<Kind>(row ? 'amount' : 'passed');
  const [form, setForm] = useState({
    imei: row?.unit.imei ?? '',
    station: row?.station_id ?? '',
    at: began,
    amount: '',
    reason: '',
  });
  const [fault, setFault] = useState<Partial<Record<keyof typeof form, string>>>({});
  const { correct, undo } = useCorrections();
  const failed = (error: unknown) => toasts.show({ text: errors.text(error), tone: 'danger' });
  useUnsavedChanges((form.reason !== '' || form.amount !== '') && !correct.isSuccess);
  const set = (field: keyof typeof form, value: string): void => setForm((before) => ({ ...before, [field]: value }));
  const currency = row?.currency ?? stations.find(({ id }) => id === form.station)?.currency ?? 'SEK';
  const refused = useRefusals(correct.error, form);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const amount = readNumber(form.amount);
    const at = row?.at ?? instantOf(form.at, timeZone);
    const faults: typeof fault = {
      ...(form.imei === '' ? { imei: t('ChooseUnit') } : {}),
      ...(form.station === '' ? { station: t('TollsChooseStation') } : {}),
      ...(at === null ? { at: t('InvalidTime') } : {}),
      ...(kind === 'amount' && amount === null ? { amount: t('TollSpecifyAmount') } : {}),
      ...(amount === undefined ? { amount: t('TollAmountWrong') } : {}),
      ...(form.reason.trim() === '' ? { reason: t('TollSpecifyReason') } : {}),
    };
    setFault(faults);
    if (Object.keys(faults).length > 0 || at === null || amount === undefined || correct.isPending) return;
    const what = { imei: form.imei, station_id: form.station, at, kind, reason: form.reason.trim() };
    correct.mutate(
      { ...what, amount: kind === 'not-passed' ? null : amount },
      {
        onSuccess: ({ id, now_paid }) => {
          toasts.show({
            text: withNowPaid(t(row ? 'TollsSaved' : 'TollsAdded'), now_paid, t),
            action: { label: t('Undo'), run: () => void undo.mutateAsync(id).catch(failed) },
          });
          props.onSaved();
        },
      },
    );
  };
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      {row ? (
        <SelectField label={t('TollsWhat')} value={kind} onChange={(event) => setKind(event.target.value as Kind)}>
          <option value="amount">{t('TollsWhat-amount')}</option>
          <option value="not-passed">{t('TollsWhat-not-passed')}</option>
        </SelectField>
      ) : (
        <>
          <PickField
            label={t('TollsUnit')}
            value={form.imei}
            noneText={t('ChooseUnit')}
            options={units.flatMap(({ imei, name }) => (imei === null ? [] : [{ value: imei, label: name }]))}
            onChange={(value) => set('imei', value)}
            error={fault.imei ?? null}
          />
          <PickField
            label={t('TollsStation')}
            value={form.station}
            noneText={t('TollsChooseStation')}
            options={stations.map(({ id, name, area }) => ({ value: id, label: `${name} (${t(`TollArea-${area}`)})` }))}
            onChange={(value) => set('station', value)}
            error={fault.station ?? null}
          />
          <MomentField
            label={t('TollsTime')}
            value={form.at}
            onChange={(at) => set('at', at)}
            error={fault.at ?? null}
            texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
          />
        </>
      )}
      {kind !== 'not-passed' && (
        <TextField
          label={row ? t('TollsRightAmount', { currency }) : t('TollsOwnAmount', { currency })}
          inputMode="decimal"
          autoComplete="off"
          value={form.amount}
          error={fault.amount ?? refused['amount'] ?? null}
          onChange={(event) => set('amount', event.target.value)}
        />
      )}
      <TextField
        label={t('TollsReason')}
        autoComplete="off"
        maxLength={REASON_MAX}
        value={form.reason}
        error={fault.reason ?? refused['reason'] ?? null}
        onChange={(event) => set('reason', event.target.value)}
      />
      {correct.error !== null && Object.keys(errors.fields(correct.error)).length === 0 && (
        <FailureBanner failure={correct.error} onRetry="submit" />
      )}
      <div className={styles['ends']}>
        <Button onClick={props.onCancel}>{t('Cancel')}</Button>
        <Button type="submit" look="primary" isBusy={correct.isPending}>
          {correct.isPending ? t('Saving') : t('Save')}
        </Button>
      </div>
    </form>
  );
}
