/** REP-013: what is counted of somebody's driving. */
export const ECO_KINDS = ['acceleration', 'braking', 'cornering', 'speeding', 'idling'] as const;
export type EcoKind = (typeof ECO_KINDS)[number];
/** Those that happen in an instant. */
export const HARSH_KINDS = ['acceleration', 'braking', 'cornering'] as const;
export type HarshKind = (typeof HARSH_KINDS)[number];

/** Whether the tracker told of it, or it was computed from the speed of its positions. */
export const ECO_SOURCES = ['tracker', 'speed'] as const;
export type EcoSource = (typeof ECO_SOURCES)[number];

/** What thresholds differ by. */
export const VEHICLE_CLASSES = ['car', 'van', 'truck', 'bus'] as const;
export type VehicleClass = (typeof VEHICLE_CLASSES)[number];

/** Families of trackers whose value of a harsh event is in g or in m/s², which the vendor's pages do not settle. */
export const VALUE_FAMILIES = ['A', 'B', 'C', 'FT'] as const;
export type ValueFamily = (typeof VALUE_FAMILIES)[number];
export const VALUE_UNITS = ['g', 'ms2'] as const;
export type ValueUnit = (typeof VALUE_UNITS)[number];

/** m/s² above which something is an event, by vehicle class. */
export type EcoThresholds = Readonly<Record<HarshKind, number>>;

/** What an account's driving is judged by, from an instant on. */
export interface EcoSettings {
  readonly thresholds: Readonly<Record<VehicleClass, EcoThresholds>>;
  /** Points off the score for one event per 100 km. */
  readonly weights: Readonly<Record<HarshKind, number>>;
  /** Seconds of standing with the engine on that count as idling. */
  readonly idle_after_s: number;
  readonly value_units: Readonly<Record<ValueFamily, ValueUnit>>;
}

/**
 * What holds until an administrator says otherwise. Cars: the defaults of FMB trackers (parameters 11004 to 11006). Vans: those
 * times the ratio of the second to the first class at GPS Insight (0.35/0.37, 0.36/0.38, 0.35/0.38 g). No public figures were found for heavier
 * vehicles: theirs are a decision of this product (0068), a truck's about the FM36's 0.20 to 0.25 g, a bus's lower since people stand in it.
 * Weights: those of Motive for acceleration, braking and cornering. Idling: 180 s. Values: g, as the vendor's table of ids has them.
 */
export const ECO_DEFAULTS: EcoSettings = {
  thresholds: {
    car: { acceleration: 2.5, braking: 2.7, cornering: 3.4 },
    van: { acceleration: 2.4, braking: 2.6, cornering: 3.1 },
    truck: { acceleration: 2, braking: 2.5, cornering: 2.5 },
    bus: { acceleration: 1.6, braking: 2, cornering: 2 },
  },
  weights: { acceleration: 1, braking: 4, cornering: 2 },
  idle_after_s: 180,
  value_units: { A: 'g', B: 'g', C: 'g', FT: 'g' },
};

/** The same range as the trackers' own thresholds take, m/s². */
export const ECO_LIMITS = {
  threshold: { min: 0.5, max: 8 },
  weight: { min: 0, max: 20 },
  idleAfterS: { min: 30, max: 3600 },
} as const;

/** REP-013: shorter trips are left out, metres. */
export const ECO_TRIP_MIN_M = 1000;
/** Less driving than this has no score, metres (rates-and-rules.md, section 5). */
export const ECO_SCORE_MIN_M = 10_000;

/** ABAX's bands: 0 to 40, 41 to 80, 81 to 100. */
export const SCORE_BANDS = ['low', 'middle', 'high'] as const;
export type ScoreBand = (typeof SCORE_BANDS)[number];
/** The band of a score, which is whole. */
export const bandOf = (score: number): ScoreBand => (score <= 40 ? 'low' : score <= 80 ? 'middle' : 'high');

/** Most events that one answer lists. */
export const ECO_EVENTS_MAX = 500;

/** How many there were on 100 km; null where nothing was driven. */
export const per100Km = (count: number, distanceM: number): number | null =>
  distanceM > 0 ? (count * 100_000) / distanceM : null;

/** A part of a time in percent, at most 100; null where there was no time. */
export const sharePercent = (partS: number, wholeS: number): number | null =>
  wholeS > 0 ? Math.min(100, (100 * partS) / wholeS) : null;
