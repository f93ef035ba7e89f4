export {
  type Activity,
  type Fix,
  type MotionState,
  NO_MOTION,
  type TripEffect,
  copyOf,
  openTrip,
  settle,
  takeFix,
} from './projection.ts';
export { isMasked } from './policy.ts';
export { type RoutePiece, joinRoute } from './journey/rules.ts';
export {
  type StoredTrip,
  type TripRow,
  type UnitSpan,
  applyEdits,
  countTrips,
  deleteTrips,
  insertTrips,
  recomputeUnitDays,
  tripsStartingAt,
  updateTrips,
} from './repository.ts';
