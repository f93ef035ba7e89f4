import {
  ECO_LIMITS,
  type EcoSettings,
  HARSH_KINDS,
  VALUE_FAMILIES,
  VALUE_UNITS,
  VEHICLE_CLASSES,
} from '@spora/contract/eco/rules';
import { LANGUAGE_FACTS } from '@spora/messages/languages';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { numberText, readNumber } from '../../lib/number-text.ts';
import { useSend } from '../../lib/send-context.tsx';
import { mayLeave, useUnsavedChanges } from '../../lib/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useToasts } from '../../ui/toast.tsx';
import styles from './eco.module.css';
import { settingsQuery } from './queries.ts';

/** REP-013: an administrator settles what harsh driving is, by type of vehicle. */
export function SettingsSheet({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const close = (): void => void mayLeave().then((isYes) => isYes && onClose());
  return (
    <Sheet title={t('EcoSettings')} closeLabel={t('Close')} isOpen onClose={close} isWide>
      <Loaded query={useQuery(settingsQuery(useSend()))}>
        {({ settings }) => <SettingsForm settings={settings} onClose={onClose} />}
      </Loaded>
    </Sheet>
  );
}

/** What was typed, by the path of its field; what was not touched is not in it. */
type Typed = Readonly<Record<string, string>>;

function SettingsForm({ settings, onClose }: { settings: EcoSettings; onClose: () => void }): ReactNode {
  const t = useT();
  const send = useSend();
  const toasts = useToasts();
  const client = useQueryClient();
  const { language } = useLanguage();
  const [typed, setTyped] = useState<Typed>({});
  const [units, setUnits] = useState(settings.value_units);
  const [wasTried, setWasTried] = useState(false);
  useUnsavedChanges(Object.keys(typed).length > 0 || units !== settings.value_units);
  const save = useMutation({
    mutationFn: (wanted: EcoSettings) => call(send, 'eco.save-settings', { body: { settings: wanted, was: { ...settings } } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['eco.settings'] });
      await client.invalidateQueries({ queryKey: ['eco.green-driving'] });
      toasts.show({ text: t('EcoSettingsSaved') });
      onClose();
    },
  });
  const sign = LANGUAGE_FACTS[language].decimalSign;
  const textOf = (path: string, stored: number): string => typed[path] ?? numberText(stored, sign);
  /** The number in a field; undefined where it is none that is allowed. */
  const numberIn = (path: string, stored: number, { min, max }: { min: number; max: number }): number | undefined => {
    const value = readNumber(textOf(path, stored));
    return typeof value === 'number' && value >= min && value <= max ? value : undefined;
  };
  const field = (
    path: string,
    stored: number,
    range: { min: number; max: number },
    texts: { label: string; unit?: string; wrong: string },
  ): ReactNode => (
    <TextField
      key={path}
      label={texts.label}
      inputMode="decimal"
      autoComplete="off"
      trailing={texts.unit && <span className={styles['unit']}>{texts.unit}</span>}
      value={textOf(path, stored)}
      onChange={(event) => setTyped({ ...typed, [path]: event.target.value })}
      error={wasTried && numberIn(path, stored, range) === undefined ? texts.wrong : null}
    />
  );
  const read = (): EcoSettings | null => {
    let isGood = true;
    const take = (path: string, stored: number, range: { min: number; max: number }): number => {
      const value = numberIn(path, stored, range);
      isGood &&= value !== undefined;
      return value ?? stored;
    };
    const harsh = (path: string, stored: EcoSettings['weights'], range: { min: number; max: number }) => ({
      acceleration: take(`${path}.acceleration`, stored.acceleration, range),
      braking: take(`${path}.braking`, stored.braking, range),
      cornering: take(`${path}.cornering`, stored.cornering, range),
    });
    const of = (vehicle: (typeof VEHICLE_CLASSES)[number]) => harsh(vehicle, settings.thresholds[vehicle], ECO_LIMITS.threshold);
    const wanted: EcoSettings = {
      thresholds: { car: of('car'), van: of('van'), truck: of('truck'), bus: of('bus') },
      weights: harsh('weights', settings.weights, ECO_LIMITS.weight),
      idle_after_s: Math.round(take('idle', settings.idle_after_s, ECO_LIMITS.idleAfterS)),
      value_units: units,
    };
    return isGood ? wanted : null;
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setWasTried(true);
    const wanted = read();
    if (wanted && !save.isPending) save.mutate(wanted);
  };
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <p className={styles['soft']}>{t('EcoSettingsLead')}</p>
      <p className={styles['soft']}>{t('EcoSettingsOwn')}</p>
      {VEHICLE_CLASSES.map((vehicle) => (
        <fieldset key={vehicle} className={styles['group']}>
          <legend>{t(`EcoClass-${vehicle}`)}</legend>
          <div className={styles['three']}>
            {HARSH_KINDS.map((kind) =>
              field(`${vehicle}.${kind}`, settings.thresholds[vehicle][kind], ECO_LIMITS.threshold, {
                label: t(`EcoKind-${kind}`),
                unit: t('EcoUnitMs2'),
                wrong: t('EcoThresholdRange'),
              }),
            )}
          </div>
        </fieldset>
      ))}
      <fieldset className={styles['group']}>
        <legend>{t('EcoWeights')}</legend>
        <div className={styles['three']}>
          {HARSH_KINDS.map((kind) =>
            field(`weights.${kind}`, settings.weights[kind], ECO_LIMITS.weight, {
              label: t(`EcoKind-${kind}`),
              wrong: t('EcoWeightRange'),
            }),
          )}
        </div>
      </fieldset>
      {field('idle', settings.idle_after_s, ECO_LIMITS.idleAfterS, {
        label: t('EcoIdleAfter'),
        unit: t('EcoUnitSeconds'),
        wrong: t('EcoIdleRange'),
      })}
      <fieldset className={styles['group']}>
        <legend>{t('EcoValueUnits')}</legend>
        <div className={styles['three']}>
          {VALUE_FAMILIES.map((family) => (
            <SelectField
              key={family}
              label={t(`EcoFamily-${family}`)}
              value={units[family]}
              onChange={(event) =>
                setUnits({ ...units, [family]: VALUE_UNITS.find((unit) => unit === event.target.value) ?? units[family] })
              }
            >
              {VALUE_UNITS.map((unit) => (
                <option key={unit} value={unit}>
                  {t(`EcoValueUnit-${unit}`)}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
      </fieldset>
      {save.error && <FailureBanner failure={save.error} onRetry="submit" />}
      <div className={styles['actions']}>
        <Button type="submit" look="primary" isBusy={save.isPending}>
          {t('EcoSave')}
        </Button>
      </div>
    </form>
  );
}
