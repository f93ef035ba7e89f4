/** UNIT-022: more than this above what is known is to be confirmed. */
const JUMP_KM = 2000;
/** A dashboard shows whole kilometres. */
const ROUNDING_KM = 1;

/** What is odd about an odometer that was read off, where it is known what it should show; the key of what is said of it. */
export function oddityOf(typed: number | null, knownKm: number | null): 'BookingOdometerFall' | 'BookingOdometerJump' | null {
  if (typed === null || knownKm === null) return null;
  if (typed < knownKm - ROUNDING_KM) return 'BookingOdometerFall';
  return typed > knownKm + JUMP_KM ? 'BookingOdometerJump' : null;
}
