import { addDays } from '@spora/calendar/days';
import { instantOf } from '@spora/calendar/zones';
import type { Unit } from '@spora/contract/units/endpoints';
import { TRIP_NOTE_MAX, TRIP_PURPOSE_MAX } from '@spora/contract/limits';
import { useState, type FormEvent, type ReactNode } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { isNoClock } from '../../../lib/clock.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
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
import type { TripType } from '../public/trip-search.ts';
import styles from './bulk-dialog.module.css';
import { DriverField, TypeField } from './bulk-fields.tsx';
import { useAct } from './merge-dialog.tsx';
import { unitLabel } from './trip-filters.tsx';

const EMPTY = {
  day: '',
  start: '',
  stop: '',
  start_address: '',
  stop_address: '',
  distance: '',
  odometer: '',
  type: 'business',
  purpose: '',
  note: '',
  driver: '',
};
type Values = typeof EMPTY;

/** TRIP-030: a trip that no tracker recorded. What was typed stays when the server refuses it. */
export function ManualDialog(props: {
  units: readonly Unit[];
  /** The unit that the log is of. */
  first: string | null;
  today: string;
  onClose: () => void;
}): ReactNode {
  const { units, today, onClose } = props;
  const t = useT();
  const send = useSend();
  const errors = useErrorText();
  const { TimeZone } = useUser();
  const fitted = units.flatMap((unit) => (unit.imei === null ? [] : [{ ...unit, imei: unit.imei }]));
  const [imei, setImei] = useState(props.first ?? (fitted.length === 1 ? (fitted[0]?.imei ?? '') : ''));
  const [values, setValues] = useState<Values>({ ...EMPTY, day: today });
  const [isAsked, setAsked] = useState(false);
  const isTyped = (Object.keys(EMPTY) as (keyof Values)[]).some((name) => name !== 'day' && values[name] !== EMPTY[name]);
  const close = useCarefulClose(isTyped, onClose);
  const body = bodyOf(values, imei, TimeZone);
  const act = useAct(
    () => call(send, 'trips.add-manual', { body: body as NonNullable<typeof body> }),
    t('ManualTripAdded'),
    onClose,
  );
  const refused = act.error instanceof ApiError ? errors.fields(act.error) : {};
  const missing = (is: boolean): string | null => (isAsked && is ? t('ManualFieldMissing') : null);
  const timeFault = (time: string): string | null => (isAsked && isNoClock(time) ? t('InvalidTime') : missing(time === ''));
  const field = (name: keyof Values) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (body) act.run();
  };
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
          onChange={(day) => setValues({ ...values, day })}
        />
        <div className={styles['pair']}>
          <TimeField
            label={t('ColumnStartTime')}
            value={values.start}
            error={timeFault(values.start)}
            onChange={(start) => setValues((before) => ({ ...before, start }))}
          />
          <TimeField
            label={t('ColumnStopTime')}
            value={values.stop}
            error={timeFault(values.stop)}
            help={t('ManualStopHelp')}
            onChange={(stop) => setValues((before) => ({ ...before, stop }))}
          />
        </div>
        <TextField
          label={t('ColumnStartAddress')}
          maxLength={200}
          error={missing(values.start_address.trim() === '')}
          {...field('start_address')}
        />
        <TextField
          label={t('ColumnStopAddress')}
          maxLength={200}
          error={missing(values.stop_address.trim() === '')}
          {...field('stop_address')}
        />
        <div className={styles['pair']}>
          <TextField
            label={t('Distance')}
            inputMode="decimal"
            trailing={<span className={styles['km']}>km</span>}
            error={missing(!readNumber(values.distance))}
            {...field('distance')}
          />
          <TextField
            label={t('ColumnStartOdometer')}
            inputMode="decimal"
            trailing={<span className={styles['km']}>km</span>}
            error={isAsked && readNumber(values.odometer) === undefined ? t('InvalidOdometer') : null}
            {...field('odometer')}
          />
        </div>
        <div className={styles['pair']}>
          <TypeField label={t('TripType')} value={values.type} onChange={(type) => setValues({ ...values, type })} />
          <DriverField
            label={t('Driver')}
            {...(imei && { imei })}
            value={values.driver}
            onChange={(driver) => setValues({ ...values, driver })}
          />
        </div>
        <TextField label={t('Purpose')} maxLength={TRIP_PURPOSE_MAX} {...field('purpose')} />
        <TextField label={t('Note')} maxLength={TRIP_NOTE_MAX} {...field('note')} />
        <div className={styles['foot']}>
          {act.error !== null && (
            <p role="alert" className={styles['refusal']}>
              {Object.values(refused)[0] ?? errors.text(act.error)}
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

/** Null while something is missing. A stop by the clock before the start is the next day's. */
export function bodyOf(values: Values, imei: string, timeZone: string) {
  const stopDay = values.stop <= values.start ? addDays(values.day, 1) : values.day;
  const start = instantOf(`${values.day}T${values.start}`, timeZone);
  const stop = instantOf(`${stopDay}T${values.stop}`, timeZone);
  const km = readNumber(values.distance);
  const odometer = readNumber(values.odometer);
  const [from, to] = [values.start_address.trim(), values.stop_address.trim()];
  if (imei === '' || !start || !stop || !km || from === '' || to === '' || odometer === undefined) return null;
  return {
    imei,
    start,
    stop,
    start_address: from,
    stop_address: to,
    distance_m: Math.round(km * 1000),
    start_odometer_km: odometer,
    type: values.type as TripType,
    purpose: values.purpose.trim(),
    note: values.note.trim(),
    driver_id: values.driver === '' ? null : Number(values.driver),
  };
}
