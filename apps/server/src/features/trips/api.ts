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
export { daysOffAsSettled, daysOffOf } from '../days-off/repository.ts';
export { isMasked } from './policy.ts';
export { type DecidedBy, keepPrivate, keepTripsPrivate } from './privacy/api.ts';
export { finishedFacts, isMaskedTrip } from './read-model.ts';
export { CO2, CONSUMPTION, fuelJoins } from './fuel/api.ts';
export { findVisibleTrip } from './service.ts';
export { type Reading, replaceReadings, saveReadings } from '../drivers/repository.ts';
export { isPlacedAnew, type PlacedTrip, placeVersions, savePlacings, tripsInBoxes } from './placing/api.ts';
export { type RoutePiece, joinRoute } from './candidate-rules.ts';
export {
  type Proposal,
  type StoredTrip,
  type TripRow,
  type UnitSpan,
  countTrips,
  deleteTrips,
  insertTrips,
  layMerges,
  layOver,
  layOverChanged,
  lockUnits,
  proposeChanges,
  recomputeUnitDays,
  tripsStartingAt,
  updateTrips,
} from './repository.ts';
