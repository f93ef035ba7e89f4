import { UNIT_FEATURES, type UnitFeature } from '@spora/contract/units/features';

/**
 * FEAT-001: a sensor has no trips, and the subscription Bas has a log without trips (TRIP-033, DEC-73). The trigger
 * `unit_default_features` judges new units by the same rule.
 */
export const hasTripLog = (unit: { readonly kind: string; readonly subscription_type: string }): boolean =>
  unit.kind !== 'sensor' && unit.subscription_type.toLowerCase() !== 'bas';

/** Stored texts as the closed list, in its order; what an older version stored and is no more is left out. */
export const knownFeatures = (stored: readonly string[]): UnitFeature[] =>
  UNIT_FEATURES.filter((feature) => stored.includes(feature));

/** FEAT-003: what a unit gains and loses when it gets exactly `wanted`. */
export function featureDifference(
  before: readonly string[],
  wanted: readonly UnitFeature[],
): { readonly added: UnitFeature[]; readonly removed: UnitFeature[] } {
  return {
    added: wanted.filter((feature) => !before.includes(feature)),
    removed: knownFeatures(before).filter((feature) => !wanted.includes(feature)),
  };
}
