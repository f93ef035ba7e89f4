import { OUTSIDE_MAX_MIN, SENSOR_HUMIDITY_PCT, SENSOR_TEMPERATURE_C } from '@spora/contract/sensors/rules';
import type { SensorSettings } from '@spora/contract/sensors/endpoints';
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

/** A number with comma or point, below zero too; null for nothing; NaN, which no limit takes, for what is no number. */
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

/** Also of what is no number; an empty field is no limit. */
export function isOutsideLimits(text: string, { min, max }: { readonly min: number; readonly max: number }): boolean {
  const value = readDegrees(text);
  return value !== null && !(value >= min && value <= max);
}

/** What is sent; a field that holds no number is refused there, at its place. */
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
