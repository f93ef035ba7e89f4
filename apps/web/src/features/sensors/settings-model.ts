import { OUTSIDE_MAX_MIN, SENSOR_HUMIDITY_PCT, SENSOR_TEMPERATURE_C } from '@spora/contract/sensors/rules';
import type { Sensor, SensorSettings } from '@spora/contract/sensors/endpoints';
import { numberText } from '../../lib/number-text.ts';

/** The settings as they stand in their fields: texts as typed, empty for no limit. */
export interface FormOfSettings {
  readonly name: string;
  readonly temperature_low_c: string;
  readonly temperature_high_c: string;
  readonly humidity_low_pct: string;
  readonly humidity_high_pct: string;
  readonly outside_min: string;
  readonly door_alarm: boolean;
  readonly door_delay_min: string;
  readonly magnet_means: SensorSettings['magnet_means'];
  readonly realarm_hours: string;
}

/** What of a sensor is edited, by the names of the interface (ERR-041). */
export type EditedFacts = SensorSettings & Pick<Sensor, 'name'>;
export const factsOf = ({ name, settings }: Sensor): EditedFacts => ({ name, ...settings });

export const formOf = (name: string, settings: SensorSettings, decimalSign: string): FormOfSettings => ({
  name,
  temperature_low_c: numberText(settings.temperature_low_c, decimalSign),
  temperature_high_c: numberText(settings.temperature_high_c, decimalSign),
  humidity_low_pct: numberText(settings.humidity_low_pct, decimalSign),
  humidity_high_pct: numberText(settings.humidity_high_pct, decimalSign),
  outside_min: String(settings.outside_min),
  door_alarm: settings.door_alarm,
  door_delay_min: String(settings.door_delay_min),
  magnet_means: settings.magnet_means,
  realarm_hours: settings.realarm_hours === null ? '' : String(settings.realarm_hours),
});

/** A number with comma or point, below zero too; null for nothing; NaN for what is no number, which JSON would send as nothing. */
export function readDegrees(text: string): number | null {
  const trimmed = text
    .replace(/[\s\u202f]/g, '')
    .replace('−', '-')
    .replace(',', '.');
  if (trimmed === '') return null;
  return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : NaN;
}

/** What the fields with a number take. */
export const LIMITS = {
  temperature_low_c: SENSOR_TEMPERATURE_C,
  temperature_high_c: SENSOR_TEMPERATURE_C,
  humidity_low_pct: SENSOR_HUMIDITY_PCT,
  humidity_high_pct: SENSOR_HUMIDITY_PCT,
  outside_min: { min: 0, max: OUTSIDE_MAX_MIN },
  door_delay_min: { min: 0, max: OUTSIDE_MAX_MIN },
} as const satisfies Partial<Record<keyof FormOfSettings, { readonly min: number; readonly max: number }>>;
export type LimitedField = keyof typeof LIMITS;

/** Minutes: a whole number, and never nothing. */
const IS_MINUTES: readonly LimitedField[] = ['outside_min', 'door_delay_min'];

/** Also of what is no number; an empty field is no limit, and no number of minutes (DEC-55). */
export function isOutsideLimits(field: LimitedField, text: string): boolean {
  const value = readDegrees(text);
  const { min, max } = LIMITS[field];
  if (value === null) return IS_MINUTES.includes(field);
  return !(value >= min && value <= max) || (IS_MINUTES.includes(field) && !Number.isInteger(value));
}

/** The fields that hold what cannot be sent; what is not asked for is not looked at. */
export const wrongFields = (form: FormOfSettings): LimitedField[] =>
  (Object.keys(LIMITS) as LimitedField[]).filter(
    (field) => (field !== 'door_delay_min' || form.door_alarm) && isOutsideLimits(field, form[field]),
  );

/** What is sent, of a form without wrong fields. */
export const bodyOf = (form: FormOfSettings) => ({
  name: form.name,
  temperature_low_c: readDegrees(form.temperature_low_c),
  temperature_high_c: readDegrees(form.temperature_high_c),
  humidity_low_pct: readDegrees(form.humidity_low_pct),
  humidity_high_pct: readDegrees(form.humidity_high_pct),
  outside_min: readDegrees(form.outside_min) ?? 0,
  door_alarm: form.door_alarm,
  door_delay_min: readDegrees(form.door_delay_min) ?? 0,
  magnet_means: form.magnet_means,
  realarm_hours: form.realarm_hours === '' ? null : (Number(form.realarm_hours) as NonNullable<SensorSettings['realarm_hours']>),
});

/** A form as a refusal of it is about it: of two limits that do not go together, either one that is changed settles it. */
export const pairedIn = (form: FormOfSettings): FormOfSettings => {
  const temperature = `${form.temperature_low_c} ${form.temperature_high_c}`;
  const humidity = `${form.humidity_low_pct} ${form.humidity_high_pct}`;
  return {
    ...form,
    temperature_low_c: temperature,
    temperature_high_c: temperature,
    humidity_low_pct: humidity,
    humidity_high_pct: humidity,
  };
};
