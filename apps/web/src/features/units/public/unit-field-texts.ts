import { type FieldTextKey, type FieldTexts, UNIT_FIELD_TEXTS } from '@spora/contract/accounts/audit-fields';
import { HOURS_SOURCES } from '@spora/contract/maintenance/values';
import { MODES } from '@spora/contract/modes/modes';
import type { MarkerSymbol, TripType } from '@spora/contract/units/endpoints';
import { FUEL_TYPES, TRIP_TYPES, UNIT_KINDS, type UnitKind, UNIT_FEATURES, MAP_HIDING } from '@spora/contract/units/values';
import type { Format } from '@spora/messages/format';
import type { Translate } from '@spora/messages/translate';
import { typeKindOf } from '../../../lib/kind-texts.ts';
import { GLYPHS } from '../../../map/unit-icons.ts';
import { objectTypeText } from '../../object-description/public/object-types.ts';
import { dayOfWeekday, hoursLine } from '../settings-model.ts';

/** How a field is called; of what depends on it, by the kind of the unit. */
export const fieldName = (key: FieldTextKey, t: Translate, kind: UnitKind = 'vehicle'): string =>
  key === 'UnitVehicleType' ? t(key, { kind: typeKindOf(kind) }) : t(key);

/** What of a unit can be changed, in words, by the names that its history keeps. */
export function unitFieldText(field: string, t: Translate, kind: UnitKind): string | undefined {
  const output = /^output_([123])$/.exec(field)?.[1];
  if (output) return t('IoOutput', { n: output });
  const key = (UNIT_FIELD_TEXTS as FieldTexts)[field];
  return key && fieldName(key, t, kind);
}

const SECONDS = ['stop_timeout_s', 'ignition_off_s', 'data_gap_s'];
const PLAN_KINDS = ['service', 'inspection', 'other'] as const;
export const RETIRE_REASONS = ['removed', 'returned', 'sold'] as const;

/** What a value of a unit says, by the text that its history and the audit log keep. */
export function unitValueText(
  field: string,
  text: string,
  { t, format, typeText }: { readonly t: Translate; readonly format: Format; readonly typeText: (type: TripType) => string },
): string {
  if (field === 'lock') return text === 'locked' ? t('UnitLogLocked') : t('UnitLogUnlocked');
  if (FLAGS.includes(field)) return text === 'true' ? t('UnitYes') : t('UnitNo');
  if (field === 'theft_mode') return text === 'on' ? t('IoOn') : t('IoOff');
  if (text === '') return t('BulkNothing');
  const plan = PLAN_KINDS.find((each) => each === text);
  if (field === 'service' && plan) return t(`PlanKind-${plan}`);
  if (field.startsWith('output_') || field === 'bluetooth') return text === 'on' ? t('IoOn') : t('IoOff');
  if (field === 'features')
    return UNIT_FEATURES.filter((each) => text.split(', ').includes(each))
      .map((each) => t(`Feature-${each}`))
      .join(', ');
  const kind = UNIT_KINDS.find((each) => each === text);
  if (field === 'kind' && kind) return t(`Kind-${kind}`);
  const fuel = FUEL_TYPES.find((each) => each === text);
  if (field === 'fuel_type' && fuel) return t(`Fuel-${fuel}`);
  const trip = TRIP_TYPES.find((each) => each === text);
  if (['default_trip_type', 'inside_type', 'outside_type'].includes(field) && trip) return typeText(trip);
  if (field === 'marker_symbol' && text in GLYPHS) return t(`Symbol-${text as MarkerSymbol}`);
  const source = HOURS_SOURCES.find((each) => each === text);
  if (field === 'hours_source' && source) return t(`HoursSource-${source}`);
  if (field === 'working_hours') return hoursLine(text, (weekday) => format.weekday(dayOfWeekday(weekday)));
  const hiding = MAP_HIDING.find((each) => each === text);
  if (field === 'hide_from_admins' && hiding) return t(`HoursHide-${hiding}`);
  if (SECONDS.includes(field)) return format.duration(Number(text));
  if (field === 'min_distance_m') return `${format.number(Number(text))} m`;
  if (field === 'speed_limit_kmh') return format.speed(Number(text));
  const reason = RETIRE_REASONS.find((each) => each === text);
  if (field === 'retired' && reason) return t(`Retire-${reason}`);
  if (field === 'object_type') return objectTypeText(text, t);
  const mode = MODES.find((each) => each === text);
  if (field === 'mode' && mode) return t(`Mode-${mode}`);
  const unit = MEASURED[field];
  const number = Number(text);
  if (unit && Number.isFinite(number))
    return `${format.number(number, Number.isInteger(number) ? 0 : 1)}${unit === '' ? '' : `\u00a0${unit}`}`;
  if (field === 'operating_hours' && Number.isFinite(number)) return format.hours(number, 1);
  return text;
}

const MEASURED: Readonly<Record<string, string>> = {
  service_interval_km: 'km',
  odometer: 'km',
  co2_g_per_km: 'g/km',
};
const FLAGS = ['is_benefit_car', 'has_fuel_benefit', 'hides_speed', 'resolves_addresses'];
