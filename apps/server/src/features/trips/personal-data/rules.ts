import { ODOMETER_REASONS } from '@spora/contract/trips/values';

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
  readonly project: string;
  readonly visited: string;
  readonly passengers: string;
  readonly odometer_explanation: string;
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
    project: '',
    visited: '',
    passengers: '',
    odometer_explanation: '',
    isMasked: true,
  };
}

/** Why the odometer differs, apart from what was added to it; a reason that nobody knows any more stays in what was added. */
export function reasonOf(explanation: string): {
  readonly reason: (typeof ODOMETER_REASONS)[number] | null;
  readonly note: string;
} {
  const reason = ODOMETER_REASONS.find((each) => explanation === each || explanation.startsWith(`${each}: `)) ?? null;
  return { reason, note: reason === null ? explanation : explanation.slice(reason.length + 2) };
}
