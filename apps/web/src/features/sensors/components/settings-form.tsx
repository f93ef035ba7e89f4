import type { Sensor } from '@spora/contract/sensors/endpoints';
import {
  DOOR_MAGNET_CM,
  REALARM_HOURS,
  SENSOR_HUMIDITY_PCT,
  SENSOR_NAME_MAX,
  SENSOR_TEMPERATURE_C,
} from '@spora/contract/sensors/rules';
import { LANGUAGE_FACTS } from '@spora/messages/languages';
import { useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useFormat, useLanguage, useT } from '../../../lib/i18n.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { useFirstError } from '../../../lib/use-first-error.ts';
import { Button } from '../../../ui/button.tsx';
import { isChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useSensorWrite } from '../queries.ts';
import {
  bodyOf,
  factsOf,
  formOf,
  type FormOfSettings,
  isOutsideLimits,
  type LimitedField,
  LIMITS,
  type EditedFacts,
  pairedIn,
  wrongFields,
} from '../settings-model.ts';
import { SensorChanged } from './sensor-changed.tsx';
import { leftAlone } from '../../../lib/with-theirs.ts';
import styles from './sensors.module.css';

/** BLE-015. A tag has a name alone. */
export function SettingsForm({ sensor }: { sensor: Sensor }): ReactNode {
  const t = useT();
  const format = useFormat();
  const toasts = useToasts();
  const { decimalSign } = LANGUAGE_FACTS[useLanguage().language];
  const [changes, setChanges] = useState<Partial<FormOfSettings>>({});
  /** How often it was sent with faults. */
  const [tries, setTries] = useState(0);
  useUnsavedChanges(Object.keys(changes).length > 0);
  const form: FormOfSettings = { ...formOf(sensor.name, sensor.settings, decimalSign), ...changes };
  const set = (change: Partial<FormOfSettings>): void => setChanges((before) => ({ ...before, ...change }));
  const save = useSensorWrite((send, { isOver }: { isOver: boolean }) =>
    call(send, 'sensors.save', {
      params: { id: sensor.id },
      body: { ...bodyOf(form), ...(isOver ? {} : { was: factsOf(sensor) }) },
    }),
  );
  // What it was as it was sent: the page goes on.
  const [sent, setSent] = useState<EditedFacts | null>(null);
  const theirs = sent !== null && isChangedMeanwhile(save.error);
  const fields = useRefusals(save.error, pairedIn(form));
  const place = useFirstError<HTMLFormElement>(save.error ?? tries);
  // What was heard without a magnet ever stands at no door.
  const hasDoor = sensor.value === null || sensor.value.is_open !== null || sensor.settings.door_alarm;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    store(false);
  };
  const store = (isOver: boolean): void => {
    if (wrongFields(form).length > 0) {
      setTries((before) => before + 1);
      return;
    }
    setSent(factsOf(sensor));
    save.mutate(
      { isOver },
      {
        onSuccess: ({ name }) => {
          setChanges({});
          setTries(0);
          toasts.show({ text: t('SensorSaved', { name }) });
        },
      },
    );
  };
  // What is wrong names the limits, as long as what stands there lies outside of them.
  const errorOf = (field: LimitedField): string | null => {
    const refused = fields[field] ?? null;
    if (refused !== null && refused !== t('OutOfLimits')) return refused;
    const { min, max } = LIMITS[field];
    return (tries > 0 || refused !== null) && isOutsideLimits(field, form[field])
      ? t('SettingBetween', { least: format.number(min), most: format.number(max) })
      : null;
  };
  const number = (field: LimitedField, label: string): ReactNode => (
    <TextField
      label={label}
      inputMode="decimal"
      value={form[field]}
      error={errorOf(field)}
      onChange={({ target }) => set({ [field]: target.value })}
    />
  );
  const limits = (of: { readonly min: number; readonly max: number }): ReactNode => (
    <p className={styles['soft']}>{t('SensorLimitHelp', { min: format.number(of.min), max: format.number(of.max) })}</p>
  );
  return (
    <form ref={place} onSubmit={submit} noValidate>
      <fieldset className={styles['fields']} disabled={!sensor.can.edit}>
        <TextField
          label={t('NameOnly')}
          value={form.name}
          maxLength={SENSOR_NAME_MAX}
          error={fields['name'] ?? null}
          onChange={({ target }) => set({ name: target.value })}
        />
        {sensor.kind === 'sensor' && (
          <>
            <div className={styles['pair']}>
              {number('temperature_low_c', t('SensorTemperatureLow'))}
              {number('temperature_high_c', t('SensorTemperatureHigh'))}
            </div>
            {limits(SENSOR_TEMPERATURE_C)}
            <div className={styles['pair']}>
              {number('humidity_low_pct', t('SensorHumidityLow'))}
              {number('humidity_high_pct', t('SensorHumidityHigh'))}
            </div>
            {limits(SENSOR_HUMIDITY_PCT)}
            {number('outside_min', t('SensorOutside'))}
            {hasDoor && (
              <>
                <CheckBox label={t('SensorDoorAlarm')} checked={form.door_alarm} onChange={(door_alarm) => set({ door_alarm })} />
                {form.door_alarm && number('door_delay_min', t('SensorDoorDelay'))}
                <SelectField
                  label={t('SensorMagnet')}
                  help={t('SensorMagnetHelp', { cm: format.number(DOOR_MAGNET_CM) })}
                  value={form.magnet_means}
                  onChange={({ target }) => set({ magnet_means: target.value === 'open' ? 'open' : 'closed' })}
                >
                  <option value="closed">{t('SensorMagnet-closed')}</option>
                  <option value="open">{t('SensorMagnet-open')}</option>
                </SelectField>
              </>
            )}
            <SelectField
              label={t('SensorRealarm')}
              value={form.realarm_hours}
              onChange={({ target }) => set({ realarm_hours: target.value })}
            >
              <option value="">{t('SensorRealarmNever')}</option>
              {REALARM_HOURS.map((hours) => (
                <option key={hours} value={String(hours)}>
                  {t('SensorRealarmHours', { count: hours })}
                </option>
              ))}
            </SelectField>
          </>
        )}
        {theirs && (
          <SensorChanged
            was={sent}
            sensor={sensor}
            onTakeTheirs={() => {
              const theirForm = formOf(sensor.name, sensor.settings, decimalSign);
              setChanges(leftAlone(changes, formOf(sent.name, sent, decimalSign), theirForm));
              save.reset();
            }}
            onOverwrite={() => store(true)}
          />
        )}
        {!theirs && Object.keys(fields).length === 0 && <FailureBanner failure={save.error} onRetry="submit" />}
        {sensor.can.edit && (
          <div className={styles['ends']}>
            <Button type="submit" look="primary" isBusy={save.isPending} disabled={Object.keys(changes).length === 0}>
              {t('Save')}
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  );
}
