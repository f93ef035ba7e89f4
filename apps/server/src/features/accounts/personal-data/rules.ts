/** What opens something, or is nobody's to read: never in an export. */
const SECRET = /hash|token|secret|password|^code$/i;

/** A row as it may be handed out; columns that are empty are left out with those that are secret. */
export const withoutSecrets = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([column, value]) => value !== null && !SECRET.test(column)));

export interface TripPlaces {
  readonly type: string;
  readonly start_address: string | null;
  readonly stop_address: string | null;
  readonly start_odometer_m: number | null;
  readonly stop_odometer_m: number | null;
  readonly purpose: string;
  readonly note: string;
}

/** TRIP-032, SEC-015: where a private trip went is its driver's alone, also in the file that an administrator asks for. */
export const maskedFor = <T extends TripPlaces>(trip: T, isDriver: boolean): T & { readonly isMasked: boolean } =>
  trip.type === 'private' && !isDriver
    ? { ...trip, start_address: null, stop_address: null, purpose: '', note: '', isMasked: true }
    : { ...trip, isMasked: false };
