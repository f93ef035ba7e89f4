import { type EcoLost, ecoSettings } from '@spora/contract/eco/endpoints';
import {
  ECO_DEFAULTS,
  ECO_SCORE_MIN_M,
  type EcoSettings,
  type HarshKind,
  type ValueFamily,
  type ValueUnit,
  type VehicleClass,
} from '@spora/contract/eco/rules';

/**
 * Words of a vehicle type, as people write it in three languages, by the class that they make it; the first that is found counts. Whole
 * words or ends of them: a "skåpbil" is a van, a "lastbil" a truck.
 */
const CLASS_WORDS: readonly (readonly [VehicleClass, RegExp])[] = [
  ['bus', /(^|[^a-zåäöæø])(mini)?(buss|bus|coach)($|[^a-zåäöæø])/],
  ['truck', /(lastbil|lorry|truck|tractor|dragbil|trekkvogn|trekkbil|tung|hgv)/],
  ['van', /(skåpbil|varebil|kassebil|transportbil|lätt lastbil|light goods|(^|[^a-zåäöæø])(van|pickup|minibuss)($|[^a-zåäöæø]))/],
];

/** What a vehicle's thresholds go by, read from the type that people wrote; a car where it says nothing else. */
export function classOf(vehicleType: string | null): VehicleClass {
  const text = vehicleType?.trim().toLowerCase() ?? '';
  // A light lorry is driven, and registered, as a van.
  if (/(lätt lastbil|lett lastebil|light (goods|lorry|truck))/.test(text)) return 'van';
  if (/lastebil/.test(text)) return 'truck';
  return CLASS_WORDS.find(([, words]) => words.test(text))?.[0] ?? 'car';
}

/** Stored settings; the usual ones where what is stored cannot be read. */
export function readSettings(stored: unknown): EcoSettings {
  const read = ecoSettings.safeParse(stored);
  return read.success ? read.data : ECO_DEFAULTS;
}

/** What trackers of a family tell values of harsh events in. */
export const familyUnitOf = (settings: EcoSettings, family: string | null): ValueUnit =>
  settings.value_units[family as ValueFamily] ?? 'g';

/** What was driven and noted in some span in which weights did not change. */
export interface EcoPart {
  readonly trips: number;
  readonly distanceM: number;
  /** Of it what was driven with units that tell harsh driving. */
  readonly judgedM: number;
  readonly drivingS: number;
  readonly acceleration: number;
  readonly braking: number;
  readonly cornering: number;
  readonly speeding: number;
  readonly idling: number;
  readonly idleS: number;
  /** Seconds with the engine on, driving or idling beside trips, of units that tell how long they idle; 0 for others. */
  readonly engineS: number;
  readonly speedingS: number;
  /** The account's at the time. */
  readonly weights: EcoSettings['weights'];
}

const sum = (parts: readonly EcoPart[], of: (part: EcoPart) => number): number =>
  parts.reduce((total, part) => total + of(part), 0);

/**
 * REP-013 (rates-and-rules.md, section 5): 100 less the weighted harsh events per 100 km, less the share of idling in the time that the
 * engine was on, less the share of speeding in the time of driving, both in percent; whole, from 0 to 100. Null for less than 10 km of
 * which harsh driving can be told. What it cannot be told of at all counts for nothing: the hours of a boat would make the idling of a car
 * seem less.
 */
export const scoreOf = (parts: readonly EcoPart[]): number | null => scoreLess(lostOf(parts));

function scoreLess(lost: EcoLost | null): number | null {
  return lost === null ? null : Math.min(100, Math.max(0, Math.round(100 - Object.values(lost).reduce((a, b) => a + b, 0))));
}

/** What the points that `scoreOf` takes off are for, not rounded; null where there is no score. */
export function lostOf(all: readonly EcoPart[]): EcoLost | null {
  const parts = all.filter((part) => part.judgedM > 0);
  const judgedM = sum(parts, (part) => part.judgedM);
  if (judgedM < ECO_SCORE_MIN_M) return null;
  const harsh = (kind: HarshKind): number => sum(parts, (part) => part.weights[kind] * part[kind]) / (judgedM / 100_000);
  return {
    acceleration: harsh('acceleration'),
    braking: harsh('braking'),
    cornering: harsh('cornering'),
    speeding: percentOf(
      sum(parts, (part) => part.speedingS),
      sum(parts, (part) => part.drivingS),
    ),
    idling: idlePercentOf(parts),
  };
}

const percentOf = (part: number, whole: number): number => (whole > 0 ? Math.min(100, (100 * part) / whole) : 0);
const idlePercentOf = (parts: readonly EcoPart[]): number =>
  percentOf(
    sum(parts, (part) => part.idleS),
    sum(parts, (part) => part.engineS),
  );

/** Sums of parts, with their score. */
export function figuresOf(parts: readonly EcoPart[]) {
  const lost = lostOf(parts);
  return {
    score: scoreLess(lost),
    lost,
    trips: sum(parts, (part) => part.trips),
    distance_m: sum(parts, (part) => part.distanceM),
    judged_m: sum(parts, (part) => part.judgedM),
    driving_s: sum(parts, (part) => part.drivingS),
    acceleration: sum(parts, (part) => part.acceleration),
    braking: sum(parts, (part) => part.braking),
    cornering: sum(parts, (part) => part.cornering),
    speeding: sum(parts, (part) => part.speeding),
    idling: sum(parts, (part) => part.idling),
    idle_s: sum(parts, (part) => part.idleS),
    engine_s: sum(parts, (part) => part.engineS),
    speeding_s: sum(parts, (part) => part.speedingS),
  };
}

/** How many of the scores are 0 to 10, 11 to 20, and so on to 91 to 100: the bands end with a ten. */
export function distributionOf(scores: readonly (number | null)[]): number[] {
  const counts = Array.from({ length: 10 }, () => 0);
  for (const score of scores) if (score !== null) counts[Math.max(0, Math.ceil(score / 10) - 1)]! += 1;
  return counts;
}
