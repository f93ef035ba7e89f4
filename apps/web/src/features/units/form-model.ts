import type { MessageKey } from '@spora/messages/keys';
import { SEATS_MAX } from '@spora/contract/bookings/limits';
import { ECO_FAMILIES, UNIT_NAME_MAX } from '@spora/contract/limits';
import type { UnitFeature } from '@spora/contract/units/features';
import {
  UNIT_FEATURES,
  askedOf,
  type FUEL_TYPES,
  isWatercraft,
  MARKER_SYMBOLS,
  type OpenMatter,
  type UnitKind,
} from '@spora/contract/units/values';
import type { MarkerSymbol, UnitDetails, UnitEdit } from '@spora/contract/units/endpoints';
import { NAUTICAL_MILE_M } from '@spora/messages/format';
import { numberText, readNumber } from '../../lib/number-text.ts';

export { readNumber };

export type FuelType = (typeof FUEL_TYPES)[number];

/** What the tabs edit, as it stands in their fields: texts as typed, empty for nothing. */
export interface UnitForm {
  readonly name: string;
  readonly kind: UnitKind;
  readonly vehicle_type: string;
  readonly fuel_type: FuelType | '';
  readonly seats: string;
  readonly department: string;
  readonly project: string;
  readonly default_purpose: string;
  readonly tags: readonly string[];
  readonly location_in_car: string;
  readonly note: string;
  readonly colour: string;
  readonly marker_symbol: MarkerSymbol;
  /** MAP-006: what the map draws in place of the symbol; empty: the symbol. */
  readonly icon: MarkerSymbol | '';
  readonly consumption_per_10km: string;
  readonly co2_g_per_km: string;
  readonly features: readonly UnitFeature[];
}
export type FormField = keyof UnitForm;
export type Changes = Partial<UnitForm>;

/** UNIT-020: the tabs with a form, and whose fields they are. */
export const TAB_FIELDS = {
  general: [
    'name',
    'kind',
    'vehicle_type',
    'fuel_type',
    'seats',
    'department',
    'project',
    'default_purpose',
    'tags',
    'location_in_car',
    'note',
  ],
  appearance: ['colour', 'marker_symbol', 'icon'],
  fuel: ['consumption_per_10km', 'co2_g_per_km'],
  features: ['features'],
} as const satisfies Record<string, readonly FormField[]>;
export type FormTab = keyof typeof TAB_FIELDS;

/** UNIT-020: the tabs in the order they are shown, and what they belong together by. */
export const TAB_GROUPS = {
  unit: ['overview', 'general', 'appearance', 'object', 'history'],
  driving: ['trip-log', 'working-hours', 'fuel', 'refuelling', 'odometer', 'service', 'eco', 'features'],
  tracker: ['connection', 'mode', 'bluetooth', 'io', 'geo-data'],
  safety: ['access', 'alarms', 'zones', 'theft'],
} as const satisfies Record<string, readonly string[]>;
export type TabGroup = keyof typeof TAB_GROUPS;
export type UnitTab = (typeof TAB_GROUPS)[TabGroup][number];
export const TABS: readonly UnitTab[] = Object.values(TAB_GROUPS).flat();
/** Phones have neither inputs nor outputs, and are sent nothing. */
export const takesCommands = (unit: Pick<UnitDetails, 'tracker'>): boolean =>
  unit.tracker !== null && unit.tracker.family !== 'phone';

/**
 * UNIT-020: which tabs a unit or the viewer can use, by what the server says of them; those without a rule are for every unit.
 * A new tab that is not for everybody gets its line here.
 */
const isOn =
  (feature: UnitFeature) =>
  (unit: Pick<UnitDetails, 'has_trip_log' | 'features'>): boolean =>
    !unit.has_trip_log || unit.features.includes(feature);
/** A phone is carried: it has no tank, no meter and nothing to be serviced. */
const isNoPhone = (unit: Pick<UnitDetails, 'kind'>): boolean => unit.kind !== 'phone';
/** Nor does a sensor run on anything. */
const hasTank = (unit: Pick<UnitDetails, 'kind'>): boolean => isNoPhone(unit) && unit.kind !== 'sensor';
const TAB_RULES: Readonly<Partial<Record<UnitTab, (unit: UnitDetails) => boolean>>> = {
  features: (unit) => unit.has_trip_log,
  'geo-data': (unit) => unit.can.geo_data,
  alarms: (unit) => unit.can.alarms,
  connection: (unit) => unit.tracker !== null,
  // FEAT-001: what is switched off is not there; what was written stays to be read where it is part of the log.
  fuel: hasTank,
  refuelling: hasTank,
  odometer: isNoPhone,
  service: (unit) => isNoPhone(unit) && isOn('service')(unit),
  theft: isOn('theft'),
  zones: (unit) => unit.tracker !== null && isOn('zones')(unit),
  mode: (unit) => takesCommands(unit) && !unit.is_retired,
  io: (unit) => takesCommands(unit) && isOn('outputs')(unit),
  bluetooth: (unit) => takesCommands(unit) && isOn('sensors')(unit),
  // At sea nothing brakes and nothing corners.
  eco: (unit) => !isWatercraft(unit.kind) && isOn('eco')(unit) && ECO_FAMILIES.includes(unit.tracker?.family ?? ''),
};
export const tabsOf = (unit: UnitDetails): readonly UnitTab[] => TABS.filter((tab) => TAB_RULES[tab]?.(unit) ?? true);
/** The same, in their groups; a group of which none can be used is left out. */
export const tabGroupsOf = (unit: UnitDetails): readonly { readonly group: TabGroup; readonly tabs: readonly UnitTab[] }[] => {
  const usable = tabsOf(unit);
  return (Object.keys(TAB_GROUPS) as TabGroup[])
    .map((group) => ({ group, tabs: usable.filter((tab) => TAB_GROUPS[group].some((each) => each === tab)) }))
    .filter(({ tabs }) => tabs.length > 0);
};
/** The tab of an address; the overview when it is unknown, or not to be used. */
export const readTab = (text: string | undefined, tabs: readonly UnitTab[] = TABS): UnitTab =>
  tabs.find((tab) => tab === text) ?? 'overview';

export const formOf = (unit: UnitDetails, decimalSign: string): UnitForm => ({
  name: unit.name,
  kind: unit.kind,
  vehicle_type: unit.vehicle_type ?? '',
  fuel_type: unit.fuel_type ?? '',
  seats: unit.seats === null ? '' : String(unit.seats),
  department: unit.department ?? '',
  project: unit.project ?? '',
  default_purpose: unit.default_purpose,
  tags: unit.tags,
  location_in_car: unit.location_in_car ?? '',
  note: unit.note,
  colour: unit.colour,
  marker_symbol: unit.marker_symbol,
  icon: MARKER_SYMBOLS.find((known) => known === unit.icon) ?? '',
  consumption_per_10km: numberText(unit.consumption_per_10km, decimalSign),
  co2_g_per_km: numberText(unit.co2_g_per_km, decimalSign),
  features: unit.features,
});

const isSame = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((value, i) => value === b[i]) : a === b;

/** The changes with one more; a field that is back at what is saved is no change. */
export function withChange<F extends FormField>(changes: Changes, saved: UnitForm, field: F, value: UnitForm[F]): Changes {
  const { [field]: _before, ...rest } = changes;
  return isSame(value, saved[field]) ? rest : { ...rest, [field]: value };
}

export function pick(changes: Changes, fields: readonly FormField[]): Changes {
  return Object.fromEntries(Object.entries(changes).filter(([field]) => fields.includes(field as FormField)));
}
export const without = (changes: Changes, fields: readonly FormField[]): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([field]) => !fields.includes(field as FormField)));

/** The most that the server takes of each number. */
const NUMBER_MAX = { consumption_per_10km: 1000, co2_g_per_km: 5000 } as const;

const isSeats = (text: string): boolean =>
  text.trim() === '' || (/^\d{1,3}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= SEATS_MAX);

/** What is wrong with the changes, per field, before anything is sent. */
export function faultsOf(changes: Changes): Partial<Record<FormField, MessageKey>> {
  const faults: Partial<Record<FormField, MessageKey>> = {};
  if (changes.name?.trim() === '') faults.name = 'SpecifyName';
  else if ((changes.name?.trim().length ?? 0) > UNIT_NAME_MAX) faults.name = 'NameLength';
  for (const field of ['consumption_per_10km', 'co2_g_per_km'] as const) {
    const value = readNumber(changes[field] ?? '');
    if (value === undefined || (value ?? 0) > NUMBER_MAX[field]) faults[field] = 'UnitNumberInvalid';
  }
  if (!isSeats(changes.seats ?? '')) faults.seats = 'SeatsLimits';
  if (changes.colour !== undefined && !/^#[0-9a-f]{6}$/i.test(changes.colour)) faults.colour = 'InvalidColour';
  return faults;
}

/** UNIT-003: what the tab has to state of the unit, and which tab states what. */
const MATTER_FIELDS = { consumption: 'consumption_per_10km', co2: 'co2_g_per_km' } as const;
const MATTER_TABS = {
  name: 'general',
  registration: 'general',
  consumption: 'fuel',
  co2: 'fuel',
  odometer: 'odometer',
  hours: 'odometer',
} as const;
/** The tab that states it; null when the unit has no such tab. */
export const tabOfMatter = (matter: OpenMatter, tabs: readonly UnitTab[]): UnitTab | null =>
  tabs.find((tab) => tab === MATTER_TABS[matter]) ?? null;

/** UNIT-003: required on the first save of the form and ever after, where it is asked of the unit. */
export function missingOf(tab: FormTab, values: UnitForm): Partial<Record<FormField, MessageKey>> {
  if (tab !== 'fuel') return {};
  const asked = askedOf({ kind: values.kind, fuel_type: values.fuel_type || null });
  const fields = (['consumption', 'co2'] as const)
    .filter((matter) => asked.includes(matter))
    .map((matter) => MATTER_FIELDS[matter]);
  return Object.fromEntries(
    fields.filter((field) => values[field].trim() === '').map((field) => [field, 'SpecifyValue' as const]),
  );
}

/** Tax, tolls and driving style are matters of the road. */
const OF_ROADS: readonly UnitFeature[] = ['benefit', 'tolls', 'eco', 'autoplan'];
/** What can be switched on of units of a kind; what is not offered stays as it is. */
export const featuresFor = (kind: UnitKind | null): readonly UnitFeature[] =>
  isWatercraft(kind) ? UNIT_FEATURES.filter((feature) => !OF_ROADS.includes(feature)) : UNIT_FEATURES;

/** Features with one switched, in the order of the list. */
export const withFeature = (features: readonly UnitFeature[], feature: UnitFeature, isOn: boolean): UnitFeature[] =>
  UNIT_FEATURES.filter((each) => (each === feature ? isOn : features.includes(each)));

/** The changes as they are sent: empty texts and choices are null where the unit may be without. */
export function editOf(changes: Changes): UnitEdit {
  const { fuel_type, seats, icon, tags, features, consumption_per_10km, co2_g_per_km, ...rest } = changes;
  const orNull = (text: string | undefined) => (text === undefined ? undefined : text.trim() || null);
  const number = (text: string | undefined) => (text === undefined ? undefined : (readNumber(text) ?? null));
  const edit = {
    ...rest,
    vehicle_type: orNull(rest.vehicle_type),
    department: orNull(rest.department),
    project: orNull(rest.project),
    location_in_car: orNull(rest.location_in_car),
    icon: icon === undefined ? undefined : icon || null,
    fuel_type: fuel_type === undefined ? undefined : fuel_type || null,
    seats: number(seats),
    tags: tags === undefined ? undefined : [...tags],
    features: features === undefined ? undefined : [...features],
    consumption_per_10km: number(consumption_per_10km),
    co2_g_per_km: number(co2_g_per_km),
  };
  return Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
}

/** What consumption is counted in, by fuel. */
export const fuelUnitOf = (fuel: FuelType | ''): 'l' | 'kWh' | 'kg' =>
  fuel === 'electric' ? 'kWh' : fuel === 'gas' ? 'kg' : 'l';

const PER_NAUTICAL_MILE = NAUTICAL_MILE_M / 10_000;
const converted = (text: string, factor: number, decimalSign: string): string => {
  const value = readNumber(text);
  // What is no number is left as it was typed, to be told so.
  return typeof value === 'number' ? numberText(Math.round(value * factor * 1000) / 1000, decimalSign) : text;
};
/** A consumption per 10 km, as it is kept, per nautical mile; both as texts. */
export const consumptionAtSea = (per10Km: string, decimalSign: string): string =>
  converted(per10Km, PER_NAUTICAL_MILE, decimalSign);
/** And the way back. */
export const consumptionFromSea = (perMile: string, decimalSign: string): string =>
  converted(perMile, 1 / PER_NAUTICAL_MILE, decimalSign);

/** Colours that are told apart on the light, the dark and the satellite map. */
export const SWATCHES = [
  '#0b6478',
  '#2961c4',
  '#2f9e44',
  '#7a3fb0',
  '#c2255c',
  '#c92a2a',
  '#d9480f',
  '#e8a30c',
  '#5c940d',
  '#495057',
  '#111827',
  '#f1f3f5',
] as const;
