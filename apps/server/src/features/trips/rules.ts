import { DAY_MS } from '@spora/calendar/durations';
import { DISTANCE_FACTOR } from '@spora/contract/maintenance/values';
import type { EndRule, TypeRule } from '@spora/contract/trips/endpoints';
import { TRIP_SETTING_DEFAULTS } from '@spora/contract/units/settings';
import { TRIP_SETTING_LIMITS } from '@spora/contract/units/values';
import type { TripType } from '@spora/contract/units/endpoints';
import { type DaysOff, NO_DAYS_OFF } from '../../core/people/days-off.ts';
import { readWorkingHours, type WorkingHours } from './working-hours/rules.ts';

/**
 * Raised when a change of the rules changes trips; stored with each, so that one can see which rules made it. It computes nothing
 * anew by itself (decision 0030). 2: public holidays and the account's days off are outside working hours. 3: a trip is private by the switch
 * if any of it was.
 */
export const ALGORITHM_VERSION = 3;

/** Somebody else may drive the unit within the span: who follows this topic lays drivers over trips anew. */
export const DRIVERS_DIFFER = 'trips.drivers-differ';

/** What a unit's trips are made by (TRIP-026). Dated, so that a rebuild equals living through it. */
export interface TripSettings {
  /** Standing this long ends a trip. */
  readonly stopTimeoutS: number;
  /** With the ignition off, standing this long does. */
  readonly ignitionOffS: number;
  /** Silence this long always ends a trip. */
  readonly dataGapS: number;
  /** Less than this is no trip. */
  readonly minDistanceM: number;
  readonly defaultTripType: TripType;
  readonly driverMemberId: number | null;
  /** The digital input (1 to 4) that the driver's private switch is wired to; null when there is none. */
  readonly privateSwitchInput: number | null;
  /** UNIT-026. */
  readonly workingHours: WorkingHours | null;
  /** TRIP-036: the account's, as they stand now. */
  readonly daysOff: DaysOff;
  /** UNIT-023: what the tracker's distances are multiplied by, so that they are the dashboard's. */
  readonly distanceFactor: number;
}

export const DEFAULT_SETTINGS: TripSettings = {
  stopTimeoutS: TRIP_SETTING_DEFAULTS.stop_timeout_s,
  ignitionOffS: TRIP_SETTING_DEFAULTS.ignition_off_s,
  dataGapS: TRIP_SETTING_DEFAULTS.data_gap_s,
  minDistanceM: TRIP_SETTING_DEFAULTS.min_distance_m,
  defaultTripType: 'business',
  driverMemberId: null,
  privateSwitchInput: null,
  workingHours: null,
  daysOff: NO_DAYS_OFF,
  distanceFactor: 1,
};

/** Settings and the instant (UTC milliseconds) from which they hold. */
export interface DatedSettings {
  readonly fromMs: number;
  readonly settings: TripSettings;
}

const LIMITS = {
  stopTimeoutS: TRIP_SETTING_LIMITS.stop_timeout_s,
  ignitionOffS: TRIP_SETTING_LIMITS.ignition_off_s,
  dataGapS: TRIP_SETTING_LIMITS.data_gap_s,
  minDistanceM: TRIP_SETTING_LIMITS.min_distance_m,
  privateSwitchInput: TRIP_SETTING_LIMITS.private_switch_input,
  distanceFactor: [DISTANCE_FACTOR.min, DISTANCE_FACTOR.max],
} as const;

/**
 * Settings from what is stored (`unit_setting.settings`): what is absent, of the wrong type or out of its limits falls back to
 * the default, so that a bad row can never stop a unit's trips. `unitDefaults` come from the unit itself.
 */
export function readSettings(stored: unknown, unitDefaults: Partial<TripSettings> = {}): TripSettings {
  const from = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const base = { ...DEFAULT_SETTINGS, ...unitDefaults };
  const number = <K extends keyof typeof LIMITS>(key: K): TripSettings[K] => {
    const value = from[key];
    const [least, most] = LIMITS[key];
    return typeof value === 'number' && value >= least && value <= most ? value : base[key];
  };
  const type = from.defaultTripType;
  const driver = from.driverMemberId;
  return {
    stopTimeoutS: number('stopTimeoutS'),
    ignitionOffS: number('ignitionOffS'),
    dataGapS: number('dataGapS'),
    minDistanceM: number('minDistanceM'),
    privateSwitchInput: number('privateSwitchInput'),
    distanceFactor: number('distanceFactor'),
    defaultTripType: type === 'business' || type === 'private' || type === 'other' ? type : base.defaultTripType,
    driverMemberId: typeof driver === 'number' ? driver : base.driverMemberId,
    workingHours: readWorkingHours(from.workingHours),
    daysOff: base.daysOff,
  };
}

/** The settings in force at an instant; `dated` is sorted by `fromMs`. Before the first of them: the first. */
export function settingsAt(dated: readonly DatedSettings[], timeMs: number): TripSettings {
  for (let i = dated.length - 1; i > 0; i--)
    if ((dated[i] as DatedSettings).fromMs <= timeMs) return (dated[i] as DatedSettings).settings;
  return dated[0]?.settings ?? DEFAULT_SETTINGS;
}

/** What is known about a trip's type when the machine decides it. Place and working-hours rules put their verdict here. */
export interface TypeEvidence {
  readonly switch: TripType | null;
  readonly placeBoth?: TripType | null;
  readonly placeOne?: TripType | null;
  readonly workingHours?: TripType | null;
  readonly default: TripType;
}

/** TRIP-024: the strongest rule that has an opinion. A person's edit stands above all of these and is kept apart. */
export function decideType(evidence: TypeEvidence): { type: TripType; rule: Exclude<TypeRule, 'edit'> } {
  if (evidence.switch) return { type: evidence.switch, rule: 'switch' };
  if (evidence.placeBoth) return { type: evidence.placeBoth, rule: 'place-both' };
  if (evidence.placeOne) return { type: evidence.placeOne, rule: 'place-one' };
  if (evidence.workingHours) return { type: evidence.workingHours, rule: 'working-hours' };
  return { type: evidence.default, rule: 'default' };
}

/** A point in 1e-7 degrees. */
export type PointE7 = readonly [latE7: number, lonE7: number];

/** A trip as the machine made it. */
export interface MachineTrip {
  readonly startMs: number;
  /** While it is ongoing: the time of the newest record. */
  readonly endMs: number;
  readonly endRule: EndRule;
  readonly start: PointE7 | null;
  readonly stop: PointE7 | null;
  readonly startOdometerM: number | null;
  readonly stopOdometerM: number | null;
  readonly distanceM: number;
  readonly distanceSource: 'odometer' | 'positions';
  readonly maxSpeedKmh: number;
  readonly type: TripType;
  readonly typeRule: Exclude<TypeRule, 'edit'>;
  readonly driverMemberId: number | null;
  /** Time since the trip before ended; null for the first. */
  readonly gapBeforeS: number | null;
}

interface Spanned {
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * Which rebuilt trip keeps which stored trip's id: pairs that overlap by half or more of the shorter one, the largest overlap
 * first, each used once. Answers, for each rebuilt trip, the index of the stored one or -1.
 */
export function matchTrips(stored: readonly Spanned[], rebuilt: readonly Spanned[]): number[] {
  const pairs: { old: number; made: number; overlapMs: number }[] = [];
  let first = 0;
  rebuilt.forEach((trip, made) => {
    while (first < stored.length && (stored[first] as Spanned).endMs < trip.startMs) first++;
    for (let old = first; old < stored.length && (stored[old] as Spanned).startMs <= trip.endMs; old++) {
      const other = stored[old] as Spanned;
      const overlapMs = Math.min(other.endMs, trip.endMs) - Math.max(other.startMs, trip.startMs);
      const shorterMs = Math.min(other.endMs - other.startMs, trip.endMs - trip.startMs);
      if (overlapMs > 0 && overlapMs * 2 >= shorterMs) pairs.push({ old, made, overlapMs });
    }
  });
  pairs.sort((a, b) => b.overlapMs - a.overlapMs || a.old - b.old || a.made - b.made);
  const result = rebuilt.map(() => -1);
  const taken = new Set<number>();
  for (const { old, made } of pairs) {
    if (result[made] !== -1 || taken.has(old)) continue;
    result[made] = old;
    taken.add(old);
  }
  return result;
}

/** The instant that an edit of a trip is anchored to: its middle, which small changes of either end leave inside. */
export const anchorOf = (startMs: number, endMs: number): number => Math.floor((startMs + endMs) / 2);

/** Whereabouts in a trip what it is and whose is anchored: near both ends too, so that its parts stay so should the trip be divided (TRIP-032). */
export const PARTS_ANCHORED: readonly number[] = [0.02, 0.5, 0.98];

/**
 * The instants that an edit of a field is anchored to. TRIP-032: what a trip is and whose holds in all its parts, should late records divide it;
 * one that people entered is never divided.
 */
export const anchorsOf = (
  field: string,
  { isManual, fromMs, toMs }: { readonly isManual: boolean; readonly fromMs: number; readonly toMs: number },
): Date[] =>
  !isManual && (field === 'type' || field === 'driver')
    ? PARTS_ANCHORED.map((part) => new Date(Math.floor(fromMs + (toMs - fromMs) * part)))
    : [new Date(anchorOf(fromMs, toMs))];

/** TRIP-031: what was changed later than seven days after a trip is marked. */
export const isLateEdit = (at: Date, tripEnd: Date): boolean => at.getTime() - tripEnd.getTime() > 7 * DAY_MS;

const MERGE_GAP_S = 15 * 60;
/** TRIP-026: two trips with a shorter gap than this are suggested for merging. */
export const isCloseToTheOneBefore = (trip: { readonly gap_before_s: number | null }): boolean =>
  trip.gap_before_s !== null && trip.gap_before_s < MERGE_GAP_S;
