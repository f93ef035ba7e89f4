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
  type Proposal,
  type StoredTrip,
  type TripRow,
  type UnitSpan,
  countTrips,
  deleteTrips,
  insertTrips,
  layOver,
  proposeChanges,
  recomputeUnitDays,
  tripsStartingAt,
  unitsWithOverlays,
  updateTrips,
} from './repository.ts';
