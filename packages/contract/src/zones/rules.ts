/** CONST-002, DEC-01: metres; `min` unless the account was given `minWhereAllowed`. */
export const ZONE_RADIUS_M = { min: 300, minWhereAllowed: 50, max: 9999, usual: 300 } as const;
/** CONST-001. */
export const ZONES_PER_UNIT = 5;
export const ZONES_PER_ACCOUNT = 2000;
/** GEO-014. */
export const ZONE_NAME_MAX = 50;
export const ZONE_ADDRESS_MAX = 300;
/** GEO-019: who is back within so long of leaving is told of to nobody anew. */
export const ZONE_GUARD_S = 300;
/** One page of the event log. */
export const ZONE_LOG_PAGE_MAX = 200;
/** The most rows of the event log in one file. */
export const ZONE_LOG_FILE_MAX = 20_000;

/** GEO-018. */
export const ZONE_ALARMS = ['leave', 'enter', 'both'] as const;
export type ZoneAlarm = (typeof ZONE_ALARMS)[number];

export const ZONE_DIRECTIONS = ['left', 'entered'] as const;
export type ZoneDirection = (typeof ZONE_DIRECTIONS)[number];

/**
 * GEO-011. saved: the server judges the zone, and the unit knows nothing of it: its model takes no zones. waiting: on its way to the unit.
 * applied: the unit has confirmed it. rejected: the unit refused it, or never answered. The server judges the zone in each case.
 */
export const ZONE_DEVICE_STATES = ['saved', 'waiting', 'applied', 'rejected'] as const;
export type ZoneDeviceState = (typeof ZONE_DEVICE_STATES)[number];

/** What a satellite receiver is off by under a free sky, and between houses; metres. */
export const TYPICAL_ACCURACY_M = 15;
/** A vehicle in a town covers so much in a second. */
const TOWN_MS = 50 / 3.6;

export type ZoneWarning = 'accuracy' | 'interval';

/**
 * GEO-020: what a radius is small for. `accuracy`: a unit that stands at the edge seems to cross it. `interval`: at 50 km/h the unit drives
 * through the whole zone between two of its reports, so that it may be noticed late or not at all. `intervalS` is null where it is not known.
 */
export function zoneWarnings(
  radiusM: number,
  unit: { readonly intervalS: number | null; readonly accuracyM?: number | null },
): ZoneWarning[] {
  const accuracyM = Math.max(TYPICAL_ACCURACY_M, unit.accuracyM ?? 0);
  return [
    ...(radiusM < 5 * accuracyM ? (['accuracy'] as const) : []),
    ...(unit.intervalS !== null && 2 * radiusM < unit.intervalS * TOWN_MS ? (['interval'] as const) : []),
  ];
}

/**
 * GEO-020: the least round radius that `zoneWarnings` has nothing against for this unit, in metres: full fifties, full hundreds from a
 * kilometre on. Null where even the largest zone is too small.
 */
export function sufficientRadiusM(unit: {
  readonly intervalS: number | null;
  readonly accuracyM?: number | null;
}): number | null {
  const accuracyM = Math.max(TYPICAL_ACCURACY_M, unit.accuracyM ?? 0);
  const leastM = Math.max(5 * accuracyM, ((unit.intervalS ?? 0) * TOWN_MS) / 2);
  if (leastM > ZONE_RADIUS_M.max) return null;
  const step = leastM > 1_000 ? 100 : 50;
  return Math.min(ZONE_RADIUS_M.max, Math.ceil(leastM / step) * step);
}
