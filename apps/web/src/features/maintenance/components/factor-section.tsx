import { instantOf } from '@spora/calendar/zones';
import type { OdometerDetails } from '@spora/contract/maintenance/readings';
import { DISTANCE_FACTOR } from '@spora/contract/maintenance/values';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useIsBoat, useUnitMeasures } from '../../../lib/unit-measures.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { MomentField } from '../../../ui/day-field.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { Section } from '../../../ui/section.tsx';
import { readNumber } from '../reading-model.ts';
import { useOdometerChange } from '../reading-queries.ts';
import { Unbroken } from '../../../ui/unbroken.tsx';
import frame from '../../../ui/section.module.css';
import styles from './readings.module.css';

/** UNIT-023: the tracker's distances made those of the dashboard, from a day on. */
export function FactorSection(props: { imei: string; odometer: OdometerDetails; onChanged: () => void }): ReactNode {
  const { imei, odometer } = props;
  const { factor, factor_proposal: proposal } = odometer;
  const t = useT();
  const errors = useErrorText();
  const format = useFormat();
  const toasts = useToasts();
  const isBoat = useIsBoat();
  const measures = useUnitMeasures();
  const [typed, setTyped] = useState<{ value: string; from: string } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const change = useOdometerChange(
    imei,
    (send, body: { value: number; from?: string }) => call(send, 'maintenance.set-distance-factor', { params: { imei }, body }),
    props.onChanged,
  );
  useUnsavedChanges(typed !== null);
  const save = (body: { value: number; from?: string }): void =>
    change.mutate(body, {
      onSuccess: () => {
        toasts.show({ text: t('FactorSaved') });
        setTyped(null);
      },
    });
  const submit = (): void => {
    if (!typed || change.isPending) return;
    const value = readNumber(typed.value);
    const from = typed.from === '' ? undefined : instantOf(typed.from, format.timeZone);
    if (!value || value < DISTANCE_FACTOR.min || value > DISTANCE_FACTOR.max) setFault(t('InvalidFactor'));
    else if (from !== null) save(from === undefined ? { value } : { value, from });
  };
  const told = errors.fields(change.error);
  const set = (next: Partial<{ value: string; from: string }>): void => {
    setTyped((before) => ({ value: format.number(factor.value, 3), from: '', ...before, ...next }));
    setFault(null);
    change.reset();
  };
  return (
    <Section title={t('FactorTitle')}>
      <p className={frame['soft']}>{t('FactorLead', { unit: isBoat ? 'boat' : 'other' })}</p>
      <div className={styles['now']}>
        <span className={styles['value']}>{format.number(factor.value, 3)}</span>
        <span className={frame['soft']}>
          <Unbroken>{factor.from ? t('FactorSince', { time: format.dateTime(factor.from) }) : t('FactorNever')}</Unbroken>
        </span>
      </div>
      {proposal && (
        <Banner
          tone="information"
          action={
            odometer.can.set_factor && (
              <Button isSmall isBusy={change.isPending} onClick={() => save({ value: proposal.value, from: proposal.from })}>
                {t('FactorUse', { value: format.number(proposal.value, 3) })}
              </Button>
            )
          }
        >
          <Unbroken>
            {t('FactorProposal', {
              from: format.day(proposal.from),
              to: format.day(proposal.to),
              dashboard: measures.odometer(proposal.dashboard_km * 1000),
              counted: measures.odometer(proposal.counted_km * 1000),
              value: format.number(proposal.value, 3),
            })}
          </Unbroken>
        </Banner>
      )}
      {odometer.can.set_factor && (
        <form
          className={frame['form']}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <div className={styles['pair']}>
            <TextField
              label={t('Factor')}
              inputMode="decimal"
              autoComplete="off"
              help={t('FactorHelp', { min: format.number(DISTANCE_FACTOR.min, 2), max: format.number(DISTANCE_FACTOR.max, 2) })}
              value={typed?.value ?? format.number(factor.value, 3)}
              onChange={(event) => set({ value: event.target.value })}
              error={fault ?? told['value'] ?? null}
            />
            <MomentField
              label={t('FactorFrom')}
              help={t('FactorFromHelp')}
              value={typed?.from ?? ''}
              onChange={(from) => set({ from })}
              error={told['from'] ?? null}
              texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
            />
          </div>
          {change.error && Object.keys(told).length === 0 && <FailureBanner failure={change.error} onRetry="submit" />}
          <div className={styles['buttons']}>
            <Button type="submit" disabled={typed === null} isBusy={change.isPending}>
              {t('FactorSave')}
            </Button>
          </div>
        </form>
      )}
    </Section>
  );
}
