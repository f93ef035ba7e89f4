import type { UnitKind } from '@spora/contract/units/values';
import type { Translate } from '@spora/messages/translate';
import { typeKindOf } from '../../lib/kind-texts.ts';
import { useT } from '../../lib/i18n.tsx';
import type { FormField, UnitForm } from './form-model.ts';

/** What the fields of a unit's forms are called. */
export function useUnitFieldNames(kind: UnitKind): Readonly<Record<FormField, string>> {
  const t = useT();
  return {
    name: t('UnitName'),
    kind: t('Kind'),
    vehicle_type: t('UnitVehicleType', { kind: typeKindOf(kind) }),
    fuel_type: t('UnitFuelType'),
    seats: t('UnitSeats'),
    department: t('Department'),
    project: t('Project'),
    default_purpose: t('UnitDefaultPurpose'),
    tags: t('UnitTags'),
    location_in_car: t('UnitLocationInCar'),
    note: t('UnitNote'),
    colour: t('UnitColour'),
    marker_symbol: t('UnitSymbol'),
    icon: t('UnitIcon'),
    consumption_per_10km: t('UnitConsumption'),
    co2_g_per_km: t('UnitCo2'),
    features: t('UnitTab-features'),
  };
}

/** What a field of a unit's forms says, in the words of the form. */
export function unitFieldText(values: UnitForm, field: FormField, t: Translate): string {
  switch (field) {
    case 'kind':
      return t(`Kind-${values.kind}`);
    case 'fuel_type':
      return values.fuel_type === '' ? t('UnitNotStated') : t(`Fuel-${values.fuel_type}`);
    case 'marker_symbol':
      return t(`Symbol-${values.marker_symbol}`);
    case 'icon':
      return values.icon === '' ? t('UnitIconAsSymbol') : t(`Symbol-${values.icon}`);
    case 'tags':
      return values.tags.join(', ') || '–';
    case 'features':
      return values.features.map((feature) => t(`Feature-${feature}`)).join(', ') || '–';
    default:
      return values[field] || '–';
  }
}
