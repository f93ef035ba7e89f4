import { HARSH_KINDS, VALUE_FAMILIES, VEHICLE_CLASSES } from '../eco/rules.ts';
import type { AuditAction } from './audit-actions.ts';

/**
 * What the audit log and a unit's history keep of a change by a field's name, with the key of the text that readers are told it by. Of
 * `UnitVehicleType` the text depends on the kind of the unit.
 */
export const UNIT_FIELD_TEXTS = {
  name: 'UnitName',
  registration_number: 'RegistrationNumber',
  kind: 'Kind',
  vehicle_type: 'UnitVehicleType',
  fuel_type: 'UnitFuelType',
  seats: 'UnitSeats',
  consumption_per_10km: 'UnitConsumption',
  co2_g_per_km: 'UnitCo2',
  colour: 'UnitColour',
  marker_symbol: 'UnitSymbol',
  department: 'Department',
  project: 'Project',
  tags: 'UnitTags',
  location_in_car: 'UnitLocationInCar',
  default_trip_type: 'UnitDefaultTripType',
  default_purpose: 'UnitDefaultPurpose',
  icon: 'UnitIcon',
  note: 'UnitNote',
  is_benefit_car: 'UnitBenefitCar',
  has_fuel_benefit: 'UnitFuelBenefit',
  inspection_period_months: 'UnitInspectionPeriod',
  service_interval_km: 'UnitServiceInterval',
  odometer: 'Odometer',
  distance_factor: 'FactorTitle',
  operating_hours: 'HoursTitle',
  hours_source: 'HoursSource',
  lock: 'UnitLock',
  sensor: 'SensorKind-sensor',
  bluetooth: 'Bluetooth',
  service: 'UnitHistory-service',
  features: 'UnitTab-features',
  tracker: 'UnitHistory-tracker',
  retired: 'UnitRetired',
  object_type: 'ObjectType',
  object_manufacturer: 'ObjectManufacturer',
  object_model: 'ObjectModel',
  object_year: 'ObjectYear',
  object_hull_number: 'ObjectHullNumber',
  object_motor_number: 'ObjectMotorNumber',
  object_chassis_number: 'ObjectChassisNumber',
  object_serial_number: 'ObjectSerialNumber',
  object_insurance_company: 'ObjectInsuranceCompany',
  object_insurance_number: 'ObjectInsuranceNumber',
  object_links: 'ObjectLinks',
  stop_timeout_s: 'SettingStop',
  ignition_off_s: 'SettingIgnition',
  data_gap_s: 'SettingGap',
  min_distance_m: 'SettingDistance',
  driver_id: 'SettingDriver',
  private_switch_input: 'SettingSwitch',
  hides_speed: 'SettingHideSpeed',
  speed_limit_kmh: 'SettingSpeedLimit',
  resolves_addresses: 'SettingAddresses',
  working_hours: 'UnitTab-working-hours',
  inside_type: 'HoursInside',
  outside_type: 'HoursOutside',
  hide_from_admins: 'HoursHide',
  alarms: 'UnitAlarms',
  mode: 'FrequencyLabel',
  theft_mode: 'TheftMode',
} as const;

const PERSON_FIELD_TEXTS = {
  full_name: 'UserName',
  first_name: 'FirstNameLabel',
  last_name: 'LastNameLabel',
  name: 'UserName',
  email: 'Email',
  phone: 'ProfilePhone',
  is_admin: 'UserRole',
  language: 'Language',
  department: 'Department',
  rights: 'UserRights',
  registration_id: 'UserRegistrationId',
  street: 'StreetLabel',
  postal_code: 'PostalCodeLabel',
  city: 'CityLabel',
  contact_person: 'ContactPersonLabel',
  invoice_email: 'CompanyInvoiceEmail',
  currency: 'CompanyCurrency',
  members_may_create_groups: 'CompanyMembersCreate',
  check_in_without_access: 'CompanyCheckIn',
  disabled_at: 'UserDisabled',
  tags: 'TagsTitle',
  tag: 'TagsTitle',
  departments: 'DepartmentsTitle',
  projects: 'ProjectsTitle',
  project: 'ProjectsTitle',
  access: 'AccessTitle',
  default_purpose: 'UnitDefaultPurpose',
} as const;

const BOOKING_FIELD_TEXTS = {
  vehicle: 'AuditVehicle',
  time: 'AuditTime',
  booking_kind: 'BookingKind',
  user: 'AuditLabel-user',
  purpose: 'BookingPurpose',
} as const;

const PLAN_FIELD_TEXTS = {
  kind: 'PlanKind',
  name: 'PlanName',
  interval_km: 'PlanInterval',
  interval_hours: 'PlanInterval',
  interval_months: 'PlanInterval',
  repeats: 'PlanRepeats',
  last_done_on: 'PlanLastDone',
  last_done_km: 'PlanLastDone',
  last_done_hours: 'PlanLastDone',
  warn_km: 'PlanWarn',
  warn_hours: 'PlanWarn',
  warn_days: 'PlanWarn',
  note: 'UnitNote',
} as const;

const ZONE_FIELD_TEXTS = {
  name: 'UserName',
  position: 'AuditPosition',
  radius_m: 'AuditRadius',
  active: 'AuditLabel-active',
  zone_alarm: 'AuditZoneRule',
  theft_mode_on_leave: 'ZoneTheftMode',
  inactive: 'ZonePause',
  units: 'AuditUnitsChosen',
} as const;

const HOME_FIELD_TEXTS = {
  schedule: 'AuditHomeTimes',
  start_date: 'SafeHomeStart',
  time_zone: 'CompanyTimeZone',
  radius_m: 'AuditRadius',
  position: 'AuditPosition',
} as const;

const OPTION_FIELD_TEXTS = {
  name: 'UserName',
  colour: 'AuditLabel-colour',
  purpose_required: 'AuditLabel-purpose_required',
  draws_route: 'AuditLabel-draws_route',
  alert_language: 'AuditLabel-alert_language',
  alert_time_zone: 'AuditLabel-alert_time_zone',
  driver_required: 'AuditLabel-driver_required',
  monthly_attest_reminder: 'AuditLabel-monthly_attest_reminder',
} as const;

const REFUELLING_FIELD_TEXTS = {
  at: 'RefuellingTime',
  fuel_type: 'RefuellingFuel',
  amount: 'RefuellingAmount',
  price: 'RefuellingPrice',
  currency: 'RefuellingCurrency',
  odometer_m: 'RefuellingOdometer',
  station: 'RefuellingStation',
  note: 'UnitNote',
  receipt: 'RefuellingReceipt',
} as const;

const RECEIVER_FIELD_TEXTS = {
  name: 'UserName',
  email: 'Email',
  phone: 'ProfilePhone',
  push: 'ReceiverPush',
  security_alarm: 'SecurityAlarms',
  function_alarm: 'FunctionAlarms',
  quiet_hours: 'ReceiverQuiet',
  escalation: 'ReceiverEscalation',
  user: 'ReceiverUser',
} as const;

const SENSOR_FIELD_TEXTS = {
  name: 'UserName',
  temperature_low_c: 'SensorTemperatureLow',
  temperature_high_c: 'SensorTemperatureHigh',
  humidity_low_pct: 'SensorHumidityLow',
  humidity_high_pct: 'SensorHumidityHigh',
  outside_min: 'SensorOutside',
  door_alarm: 'SensorDoorAlarm',
  door_delay_min: 'SensorDoorDelay',
  magnet_means: 'SensorMagnet',
  realarm_hours: 'SensorRealarm',
} as const;

const BOOKING_SETTING_TEXTS = {
  needs_approval: 'BookingSettingApproval',
  user: 'BookingSettingApprover',
  releases_no_shows: 'BookingSettingNoShow',
  only_working_hours: 'BookingSettingHours',
  only_inspected: 'BookingSettingInspected',
  remind_before_start_min: 'BookingSettingBeforeStart',
  remind_before_end_min: 'BookingSettingBeforeEnd',
} as const;

const CAR_BENEFIT_TEXTS = {
  benefit_factor: 'BenefitShort-benefit_factor',
  reduced_line_km: 'BenefitShort-reduced_line_km',
  private_occasions_max: 'BenefitShort-private_occasions_max',
  private_km_max: 'BenefitShort-private_km_max',
} as const;

type TextsOf<T> = T[keyof T];
/** A key of the catalogues that names a field. */
export type FieldTextKey =
  | TextsOf<typeof UNIT_FIELD_TEXTS>
  | TextsOf<typeof PERSON_FIELD_TEXTS>
  | TextsOf<typeof BOOKING_FIELD_TEXTS>
  | TextsOf<typeof PLAN_FIELD_TEXTS>
  | TextsOf<typeof ZONE_FIELD_TEXTS>
  | TextsOf<typeof HOME_FIELD_TEXTS>
  | TextsOf<typeof OPTION_FIELD_TEXTS>
  | TextsOf<typeof REFUELLING_FIELD_TEXTS>
  | TextsOf<typeof RECEIVER_FIELD_TEXTS>
  | TextsOf<typeof SENSOR_FIELD_TEXTS>
  | TextsOf<typeof BOOKING_SETTING_TEXTS>
  | TextsOf<typeof CAR_BENEFIT_TEXTS>;
export type FieldTexts = Readonly<Partial<Record<string, FieldTextKey>>>;

const ACTS_WITH_FIELDS: readonly { readonly actions: readonly AuditAction[]; readonly texts: FieldTexts }[] = [
  { actions: ['booking-changed'], texts: BOOKING_FIELD_TEXTS },
  { actions: ['service-plan-changed', 'service-plan-added'], texts: PLAN_FIELD_TEXTS },
  { actions: ['zone-saved', 'zone-removed'], texts: ZONE_FIELD_TEXTS },
  { actions: ['safe-home-changed'], texts: HOME_FIELD_TEXTS },
  { actions: ['options-changed', 'trip-type-named'], texts: OPTION_FIELD_TEXTS },
  { actions: ['refuelling-changed'], texts: REFUELLING_FIELD_TEXTS },
  { actions: ['alarm-receiver-added', 'alarm-receiver-changed', 'alarm-receiver-switched'], texts: RECEIVER_FIELD_TEXTS },
  { actions: ['alarm-receiver-units'], texts: { units: ZONE_FIELD_TEXTS.units } },
  { actions: ['sensor-changed'], texts: SENSOR_FIELD_TEXTS },
  { actions: ['booking-settings-changed'], texts: BOOKING_SETTING_TEXTS },
  { actions: ['car-benefit-set'], texts: CAR_BENEFIT_TEXTS },
];

const OF_UNITS: FieldTexts = { ...PERSON_FIELD_TEXTS, ...UNIT_FIELD_TEXTS };
const OF_OTHERS: FieldTexts = { ...UNIT_FIELD_TEXTS, ...PERSON_FIELD_TEXTS };

/** How the fields of an act are called: by names of their own, or as those of a unit or of a person and the company, whichever it is of. */
export function fieldTextsOf(action: string): FieldTexts {
  const own = ACTS_WITH_FIELDS.find(({ actions }) => actions.some((each) => each === action));
  return own?.texts ?? (action.startsWith('unit') ? OF_UNITS : OF_OTHERS);
}

type EcoTextKey =
  | 'EcoIdleAfter'
  | 'EcoWeights'
  | `EcoClass-${(typeof VEHICLE_CLASSES)[number]}`
  | `EcoKind-${(typeof HARSH_KINDS)[number]}`
  | `EcoFamily-${(typeof VALUE_FAMILIES)[number]}`;

/** What driving is judged by, one name for each figure, with the keys of the texts that together name it. */
export const ECO_FIELD_TEXTS: readonly (readonly [field: string, keys: readonly EcoTextKey[]])[] = [
  ...VEHICLE_CLASSES.flatMap((of) =>
    HARSH_KINDS.map((kind) => [`${of}.${kind}`, [`EcoClass-${of}`, `EcoKind-${kind}`]] as const),
  ),
  ...HARSH_KINDS.map((kind) => [`weights.${kind}`, ['EcoWeights', `EcoKind-${kind}`]] as const),
  ['idle_after_s', ['EcoIdleAfter']],
  ...VALUE_FAMILIES.map((family) => [`value_units.${family}`, [`EcoFamily-${family}`]] as const),
];
