import { NO_DAYS_OFF } from '../../../core/people/days-off.ts';
import type { TripType } from '@spora/contract/units/endpoints';
import { TRIP_TYPES } from '@spora/contract/units/values';
import { haversineM } from '@spora/telemetry/geometry';
import type { PointE7 } from '../rules.ts';
import { isWithinHours, readWeek, type WeekHours } from '../working-hours/rules.ts';

/** PLACE-007: `start` and `stop` are one end of a trip, `both` its two at this place, `between` one here and one at the other place. */
export type PlaceRuleWhen = 'start' | 'stop' | 'both' | 'between';
const WHENS: readonly PlaceRuleWhen[] = ['start', 'stop', 'both', 'between'];

/** What a trip gets that fits it; null and empty texts set nothing. */
export interface PlaceRule {
  readonly when: PlaceRuleWhen;
  readonly otherPlaceId: number | null;
  /** Null: every unit that the place is for. */
  readonly unitIds: readonly number[] | null;
  readonly type: TripType | null;
  readonly purpose: string;
  readonly project: string;
  readonly note: string;
}

/** A place as it was from `fromMs` until `toMs` (UTC milliseconds, the end excluded; infinite while it holds). */
export interface PlaceVersion {
  readonly placeId: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** When somebody made it; trips that started before it are laid over afterwards. */
  readonly madeMs: number;
  readonly madeBy: number | null;
  /** When the place was removed; infinite while it is there. */
  readonly goneMs: number;
  readonly latE7: number;
  readonly lonE7: number;
  readonly radiusM: number;
  /** PLACE-009: where it stands in the list. */
  readonly position: number;
  /** Null: every unit of the account. */
  readonly unitIds: readonly number[] | null;
  readonly rules: readonly PlaceRule[];
  /** Null: at all times. */
  readonly schedule: WeekHours | null;
}

/** A circle's bounds in 1e-7 degrees, somewhat wide. */
export interface Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** A trip as far as places judge it. */
export interface TripToPlace {
  readonly unitId: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly start: PointE7 | null;
  /** Null while it is under way. */
  readonly stop: PointE7 | null;
  /** What it is without places, and who drove it. */
  readonly computedType: string;
  readonly driverId: number | null;
}

export interface Placing {
  readonly startPlaceId: number | null;
  readonly stopPlaceId: number | null;
  readonly type: TripType | null;
  /** TRIP-024; null when no rule sets the type. */
  readonly rule: 'place-both' | 'place-one' | null;
  readonly purpose: string;
  readonly project: string;
  readonly note: string;
}

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
const asIds = (value: unknown): readonly number[] | null =>
  Array.isArray(value) ? value.filter((id): id is number => typeof id === 'number') : null;

/** Rules from what is stored; one that cannot be read says nothing, so that a bad row can never stop trips. */
export function readRules(stored: unknown): PlaceRule[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((each: unknown): PlaceRule[] => {
    const from = asObject(each);
    const when = WHENS.find((known) => known === from.when);
    if (!when) return [];
    return [
      {
        when,
        otherPlaceId: typeof from.otherPlaceId === 'number' ? from.otherPlaceId : null,
        unitIds: asIds(from.unitIds),
        type: TRIP_TYPES.find((type) => type === from.type) ?? null,
        purpose: asText(from.purpose),
        project: asText(from.project),
        note: asText(from.note),
      },
    ];
  });
}

/** A schedule from what is stored; null for none, and for one that is off unless it is asked for all the same. */
export function readSchedule(stored: unknown, { evenWhenOff = false } = {}): WeekHours | null {
  const from = asObject(stored);
  return from.isActive === true || evenWhenOff ? readWeek(from) : null;
}

const METRES_PER_E7 = 111_195 / 1e7;

/** Whether a point lies in the circle, its edge included; on the sphere, in metres. */
export function isInCircle(
  circle: { readonly latE7: number; readonly lonE7: number; readonly radiusM: number },
  [latE7, lonE7]: PointE7,
): boolean {
  // Most places are far away: a degree of latitude tells it without trigonometry.
  if (Math.abs(latE7 - circle.latE7) * METRES_PER_E7 > circle.radiusM * 1.01) return false;
  return haversineM(circle.latE7 / 1e7, circle.lonE7 / 1e7, latE7 / 1e7, lonE7 / 1e7) <= circle.radiusM;
}

const isFor = (unitIds: readonly number[] | null, unitId: number): boolean => unitIds === null || unitIds.includes(unitId);

/** PLACE-009 among rules of equally many ends: smaller radius, then list order, then the order of the rules. */
export const inOrder = (
  a: { readonly radiusM: number; readonly position: number; readonly placeId: number },
  b: { readonly radiusM: number; readonly position: number; readonly placeId: number },
): number => a.radiusM - b.radiusM || a.position - b.position || a.placeId - b.placeId;

/** Whether a rule is about both ends of a trip. */
export const hasTwoEnds = (when: PlaceRuleWhen): boolean => when === 'both' || when === 'between';

/**
 * What places make of a trip. Those count that hold when it starts and are for its unit; each end bears the name of the smallest
 * that it lies in; one rule decides (PLACE-009). A rule follows the clock at the end that it is about, one about both ends that of
 * the start (PLACE-008).
 */
export function placeTrip(trip: TripToPlace, versions: readonly PlaceVersion[]): Placing {
  const near = withoutReplaced(
    versions
      .filter((version) => version.fromMs <= trip.startMs && trip.startMs < version.toMs && isFor(version.unitIds, trip.unitId))
      .map((version) => ({
        version,
        holdsStart: trip.start !== null && isInCircle(version, trip.start),
        holdsStop: trip.stop !== null && isInCircle(version, trip.stop),
      })),
  )
    .filter(({ holdsStart, holdsStop }) => holdsStart || holdsStop)
    .sort((a, b) => inOrder(a.version, b.version));
  const decisive = decisiveRule(trip, near);
  return {
    startPlaceId: near.find(({ holdsStart }) => holdsStart)?.version.placeId ?? null,
    stopPlaceId: near.find(({ holdsStop }) => holdsStop)?.version.placeId ?? null,
    type: decisive?.type ?? null,
    rule: decisive?.type ? (hasTwoEnds(decisive.when) ? 'place-both' : 'place-one') : null,
    purpose: decisive?.purpose ?? '',
    project: decisive?.project ?? '',
    note: decisive?.note ?? '',
  };
}

interface NearPlace {
  readonly version: PlaceVersion;
  readonly holdsStart: boolean;
  readonly holdsStop: boolean;
}

/**
 * At an end a place that is removed gives way to one that somebody made there afterwards for days gone by. To others it does not: they were
 * there with it, and what was said of a trip then stays.
 */
function withoutReplaced(near: readonly NearPlace[]): readonly NearPlace[] {
  if (near.every(({ version }) => version.goneMs === Infinity)) return near;
  const replaced = (gone: NearPlace, end: 'holdsStart' | 'holdsStop'): boolean =>
    near.some((other) => other[end] && other.version.madeMs >= gone.version.goneMs);
  return near.map((place) => ({
    version: place.version,
    holdsStart: place.holdsStart && !replaced(place, 'holdsStart'),
    holdsStop: place.holdsStop && !replaced(place, 'holdsStop'),
  }));
}

/** `near` in order; the first rule with two ends that fits, else the first with one. */
function decisiveRule(trip: TripToPlace, near: readonly NearPlace[]): PlaceRule | null {
  let one: PlaceRule | null = null;
  for (const place of near)
    for (const rule of place.version.rules) {
      if (!fits(rule, trip, place, near)) continue;
      if (hasTwoEnds(rule.when)) return rule;
      one ??= rule;
    }
  return one;
}

function fits(rule: PlaceRule, trip: TripToPlace, { version, holdsStart, holdsStop }: NearPlace, near: readonly NearPlace[]) {
  if (!isFor(rule.unitIds, trip.unitId) || revealsPrivate(rule, trip, version)) return false;
  const atMs = rule.when === 'stop' ? trip.endMs : trip.startMs;
  // A place's schedule goes by the clock alone: when it counts is not when people work (decision 0030).
  if (version.schedule && !isWithinHours(version.schedule, atMs, NO_DAYS_OFF)) return false;
  if (rule.when === 'start') return holdsStart;
  if (rule.when === 'stop') return holdsStop;
  if (rule.when === 'both') return holdsStart && holdsStop;
  const other = near.find((place) => place.version.placeId === rule.otherPlaceId);
  return other !== undefined && ((holdsStart && other.holdsStop) || (holdsStop && other.holdsStart));
}

/**
 * TRIP-032: a rule that is made afterwards never opens what was somebody else's private trip when it was driven, nor one without a
 * driver, which is somebody's whom nobody has named yet; what is made before a trip is known to who drives it.
 */
const revealsPrivate = (rule: PlaceRule, trip: TripToPlace, { madeMs, madeBy }: PlaceVersion): boolean =>
  rule.type !== null &&
  rule.type !== 'private' &&
  trip.computedType === 'private' &&
  trip.startMs < madeMs &&
  (trip.driverId === null || trip.driverId !== madeBy);

/** Which place a position bears the name of; `versions` are those that hold. */
export const placeAt = (versions: readonly PlaceVersion[], unitId: number, point: PointE7): number | null =>
  versions.filter((version) => isFor(version.unitIds, unitId) && isInCircle(version, point)).sort(inOrder)[0]?.placeId ?? null;
