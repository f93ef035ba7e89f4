export const UNIT_KINDS = ['vehicle', 'boat', 'water-jet', 'machine', 'sensor', 'phone', 'other'] as const;

export type UnitKind = (typeof UNIT_KINDS)[number];

/** What goes on water: in nautical miles and knots, and no road and no charge for one concerns it. */
export const WATERCRAFT = ['boat', 'water-jet'] as const satisfies readonly UnitKind[];
/** Whether a unit of this kind goes on water. */
export const isWatercraft = (kind: string | null | undefined): boolean => WATERCRAFT.some((each) => each === kind);

export const FUEL_TYPES = ['petrol', 'diesel', 'electric', 'gas', 'other'] as const;

export const TRIP_TYPES = ['business', 'private', 'other'] as const;

/** The marker symbols of the map (MAP-006). */
export const MARKER_SYMBOLS = [
  'car',
  'van',
  'truck',
  'bus',
  'motorcycle',
  'trailer',
  'excavator',
  'boat',
  'jet',
  'tag',
  'phone',
  'dot',
] as const;

/** What a unit of each kind is drawn with unless somebody chose otherwise. */
export const SYMBOL_OF_KIND: Readonly<Record<UnitKind, (typeof MARKER_SYMBOLS)[number]>> = {
  vehicle: 'car',
  boat: 'boat',
  'water-jet': 'jet',
  machine: 'excavator',
  sensor: 'tag',
  phone: 'phone',
  other: 'dot',
};

/** As many tags one unit can have, set one by one or for many at once. */
export const UNIT_TAGS_MAX = 30;

/** DEC-12: kinds that may go without a registration number. */
export const KINDS_WITHOUT_PLATE: readonly UnitKind[] = ['boat', 'water-jet', 'machine', 'sensor', 'phone', 'other'];

/** UNIT-003: what has to be stated of a unit and is not yet; decision 0019 says of which units. */
export const OPEN_MATTERS = ['name', 'registration', 'consumption', 'co2', 'odometer', 'hours'] as const;

export type OpenMatter = (typeof OPEN_MATTERS)[number];

/**
 * UNIT-003: what is asked of a unit (decision 0019). Vehicles have a registration number (UNIT-002), an odometer, consumption and CO2; machines, water jets, and
 * boats with an engine (a fuel is stated), count hours; sensors, phones and what is none of these have none of it. The tracker's name is everybody's.
 */
export function askedOf({
  kind,
  fuel_type,
}: {
  readonly kind: string;
  readonly fuel_type: string | null;
}): readonly OpenMatter[] {
  if (kind === 'vehicle') return ['name', 'registration', 'odometer', 'consumption', 'co2'];
  if (kind === 'machine' || kind === 'water-jet' || (kind === 'boat' && fuel_type !== null)) return ['name', 'hours'];
  return ['name'];
}

/**
 * FEAT-001: what can be switched on or off per unit, a closed list (decision 0019): the parts of specification section 1 that
 * concern one unit and live from its trip log. Order is that of the screens.
 */
export const UNIT_FEATURES = [
  'attestation',
  'check-in',
  'driver-id',
  'benefit',
  'tolls',
  'fuel',
  'eco',
  'autoplan',
  'service',
  'booking',
  'safe-return',
  'theft',
  'sensors',
  'outputs',
  'zones',
] as const;

/** TRIP-026: least and most of what a unit's trips are made by. Seconds and metres. */
export const TRIP_SETTING_LIMITS = {
  stop_timeout_s: [30, 7200],
  ignition_off_s: [0, 7200],
  data_gap_s: [600, 86_400],
  min_distance_m: [20, 10_000],
  private_switch_input: [1, 4],
} as const;

/** How far back a setting may reach, in days: as far as a trip log is asked for. */
export const SETTINGS_PAST_DAYS = 366;

/** UNIT-018: of the speed limit, km/h. */
export const SPEED_LIMIT_KMH = { min: 10, max: 300 } as const;

export const WORK_INTERVALS_MAX = 20;

/** DEC-49. */
export const MAP_HIDING = ['off', 'during', 'outside'] as const;

/** UNIT-028: a vehicle of 12 or 24 V, or what is built into the tracker. */
export const BATTERY_KINDS = ['12', '24', 'built-in'] as const;

export type BatteryKind = (typeof BATTERY_KINDS)[number];

export const BATTERY_THRESHOLD_LIMITS: Readonly<Record<BatteryKind, readonly [least: number, most: number]>> = {
  '12': [9, 13.5],
  '24': [18, 27],
  'built-in': [2.5, 4.5],
};
