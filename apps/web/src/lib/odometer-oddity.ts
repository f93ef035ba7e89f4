/** UNIT-022: more than this above what is known is to be confirmed. */
const JUMP_KM = 2000;
/** A dashboard shows whole kilometres. */
const ROUNDING_KM = 1;

/**
 * What is odd about an odometer that was read off, by what it should show or, where that is not known, by the least it can show; the key
 * of what is said of it.
 */
export function oddityOf(
  typed: number | null,
  knownKm: number | null,
  leastKm: number | null = null,
): 'BookingOdometerFall' | 'BookingOdometerJump' | null {
  if (typed === null) return null;
  if (knownKm === null) return leastKm !== null && typed < leastKm - ROUNDING_KM ? 'BookingOdometerFall' : null;
  if (typed < knownKm - ROUNDING_KM) return 'BookingOdometerFall';
  return typed > knownKm + JUMP_KM ? 'BookingOdometerJump' : null;
}
