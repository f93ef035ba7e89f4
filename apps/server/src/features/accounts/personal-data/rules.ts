/** What opens something, or is nobody's to read: never in an export. */
const SECRET = /hash|token|secret|password|^code$/i;

/** A row as it may be handed out; columns that are empty are left out with those that are secret. */
export const withoutSecrets = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([column, value]) => value !== null && !SECRET.test(column)));

/**
 * Columns by table that would tell when or where a private trip went, or what was written on it (TRIP-032): a tag is shown as a trip
 * begins, a merge and an edit lie within their trips.
 */
const DRIVERS_OWN: Readonly<Record<string, readonly string[]>> = {
  trip_edit: ['value', 'old_value', 'anchor_at'],
  trip_merge: ['first_anchor_at', 'second_anchor_at'],
  driver_event: ['at', 'read_at', 'recorded_at', 'lat_e7', 'lon_e7'],
};

/** A row of a table as an administrator gets it of somebody else. */
export const withoutOwn = (table: string, row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !DRIVERS_OWN[table]?.includes(column)));

export interface TripPlaces {
  readonly type: string;
  /** Midnight of the day it started, in the account's zone. */
  readonly day_at: Date;
  readonly started_at: Date;
  readonly ended_at: Date;
  readonly max_speed_kmh: number | null;
  readonly hides_speed: boolean;
  readonly start_address: string | null;
  readonly stop_address: string | null;
  readonly start_odometer_m: number | null;
  readonly stop_odometer_m: number | null;
  readonly purpose: string;
  readonly note: string;
}

/**
 * TRIP-032, SEC-015: where and at what time a private trip went is its driver's alone, also in the file that an administrator asks
 * for: of it the day and the distance stay. UNIT-018: a hidden speed is nobody's.
 */
export function maskedFor<T extends TripPlaces>(trip: T, isDriver: boolean): T & { readonly isMasked: boolean } {
  const told = trip.hides_speed ? { ...trip, max_speed_kmh: null } : trip;
  if (trip.type !== 'private' || isDriver) return { ...told, isMasked: false };
  const { day_at } = trip;
  return {
    ...told,
    started_at: day_at,
    ended_at: day_at,
    max_speed_kmh: null,
    start_address: null,
    stop_address: null,
    purpose: '',
    note: '',
    isMasked: true,
  };
}
