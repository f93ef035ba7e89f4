import { TRIP_NOTE_MAX, TRIP_PURPOSE_MAX } from '@spora/contract/limits';
import type { Unit } from '@spora/contract/units/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { isNoClock } from '../../../lib/clock.ts';
import { useT } from '../../../lib/i18n.tsx';
import { readNumber } from '../../../lib/number-text.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { DayField } from '../../../ui/day-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PickField } from '../../../ui/pick-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TimeField } from '../../../ui/time-field.tsx';
import { unitPurposesQuery } from '../queries.ts';
import { bodyOf, EMPTY, isTyped, type ManualValues, useAdd, useAround } from '../use-manual.ts';
import type { TripEdits } from '../use-trip-edits.ts';
import styles from './bulk-dialog.module.css';
import { DriverField, TypeField } from './bulk-fields.tsx';
import { EndField } from './end-field.tsx';
import { SuggestField } from './suggest-field.tsx';
import { unitLabel } from './trip-filters.tsx';

type TextName = 'start' | 'stop' | 'distance' | 'odometer' | 'note';

/** TRIP-030: a trip that no tracker recorded. What was typed stays when the server refuses it. */
export function ManualDialog(props: {
  units: readonly Unit[];
  /** The unit that the log is of. */
  first: string | null;
  today: string;
  edits: Pick<TripEdits, 'took'>;
  onClose: () => void;
}): ReactNode {
  const { units, today, onClose } = props;
  const t = useT();
  const { TimeZone } = useUser();
  const fitted = units.flatMap((unit) => (unit.imei === null ? [] : [{ ...unit, imei: unit.imei }]));
  const [imei, setImei] = useState(props.first ?? (fitted.length === 1 ? (fitted[0]?.imei ?? '') : ''));
  const [values, setValues] = useState<ManualValues>({ ...EMPTY, day: today });
  const [isAsked, setAsked] = useState(false);
  const close = useCarefulClose(isTyped(values), onClose);
  const around = useAround(values, imei);
  const driver = values.driver ?? around.driver;
  const body = bodyOf({ ...values, driver }, imei, TimeZone);
  const act = useAdd(body, { edits: props.edits, onDone: onClose });
  const set = (over: Partial<ManualValues>): void => setValues((before) => ({ ...before, ...over }));
  const missing = (is: boolean): string | null => (isAsked && is ? t('ManualFieldMissing') : null);
  const timeFault = (time: string): string | null => (isAsked && isNoClock(time) ? t('InvalidTime') : missing(time === ''));
  const field = (name: TextName) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (body) act.run();
  };
  const optional = (label: string): string => t('OptionalField', { field: label });
  return (
    <Dialog title={t('AddTrip')} closeLabel={t('Close')} isOpen onClose={close}>
      <form className={styles['form']} noValidate onSubmit={submit}>
        <p className={styles['lead']}>{t('AddTripLead')}</p>
        <PickField
          label={t('Unit')}
          value={imei}
          noneText={t('ChooseUnit')}
          options={fitted.map((unit) => ({ value: unit.imei, label: unitLabel(unit) }))}
          error={missing(imei === '')}
          onChange={setImei}
        />
        <DayField
          label={t('Day')}
          value={values.day}
          max={today}
          error={missing(values.day === '')}
          texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
          onChange={(day) => set({ day })}
        />
        <div className={styles['pair']}>
          <TimeField
            label={t('ColumnStartTime')}
            value={values.start}
            error={timeFault(values.start)}
            onChange={(start) => set({ start })}
          />
          <TimeField
            label={t('ColumnStopTime')}
            value={values.stop}
            error={timeFault(values.stop)}
            help={t('ManualStopHelp')}
            onChange={(stop) => set({ stop })}
          />
        </div>
        {around.clash !== null && act.error === null && (
          <p role="status" className={styles['refusal']}>
            {around.clash}
          </p>
        )}
        <EndField
          label={t('ColumnStartAddress')}
          end={values.start_address}
          likely={around.stood}
          error={missing(values.start_address.text.trim() === '')}
          onChange={(end) => set({ start_address: end })}
        />
        <EndField
          label={t('ColumnStopAddress')}
          end={values.stop_address}
          likely={[]}
          error={missing(values.stop_address.text.trim() === '')}
          onChange={(end) => set({ stop_address: end })}
        />
        <TextField
          label={t('Distance')}
          inputMode="decimal"
          trailing={<span className={styles['km']}>km</span>}
          help={around.straight}
          error={missing(!readNumber(values.distance))}
          {...field('distance')}
        />
        <TextField
          label={optional(t('ColumnStartOdometer'))}
          inputMode="decimal"
          trailing={<span className={styles['km']}>km</span>}
          help={around.odometer}
          error={isAsked && readNumber(values.odometer) === undefined ? t('InvalidOdometer') : null}
          {...field('odometer')}
        />
        <div className={styles['pair']}>
          <TypeField label={t('TripType')} value={values.type} onChange={(type) => set({ type })} />
          <DriverField
            label={t('Driver')}
            {...(imei && { imei })}
            value={driver}
            onChange={(chosen) => set({ driver: chosen })}
          />
        </div>
        <ManualPurpose imei={imei} value={values.purpose} onChange={(purpose) => set({ purpose })} />
        <TextField label={optional(t('Note'))} maxLength={TRIP_NOTE_MAX} {...field('note')} />
        <div className={styles['foot']}>
          {act.error !== null && (
            <p role="alert" className={styles['refusal']}>
              {act.isClash && around.clash !== null ? around.clash : act.errorText}
            </p>
          )}
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" isBusy={act.isBusy}>
            {t('AddTrip')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The purpose with what is usual of the unit and of whoever writes it. */
function ManualPurpose(props: { imei: string; value: string; onChange: (value: string) => void }): ReactNode {
  const t = useT();
  const purposes = useQuery(unitPurposesQuery(useSend(), props.imei)).data?.purposes ?? [];
  return (
    <SuggestField
      label={t('Purpose')}
      help={t('ManualPurposeHelp')}
      error={null}
      maxLength={TRIP_PURPOSE_MAX}
      value={props.value}
      suggestions={purposes.map(({ text, source }) => ({ text, hint: t(`PurposeSource-${source}`) }))}
      onChange={props.onChange}
    />
  );
}
