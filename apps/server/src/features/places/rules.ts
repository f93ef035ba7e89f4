import type { CONFLICT_DECISIONS, Place, PlaceRule as RuleInput, PlaceSchedule } from '@spora/contract/places/endpoints';
import { haversineM } from '@spora/telemetry/geometry';
import {
  type Box,
  hasTwoEnds,
  inOrder,
  isInCircle,
  type PlaceRule,
  type PlaceVersion,
  readSchedule,
} from '../trips/placing/rules.ts';
import type { WeekHours } from '../trips/working-hours/rules.ts';
import { shownInterval, storedInterval } from '../units/settings/rules.ts';

/** Degrees as 1e-7 degrees. */
export const e7 = (degrees: number): number => Math.round(degrees * 1e7);

/** A schedule as it is stored, in the zone whose clock it was told by; null while it is off. What was told stays with it. */
export const storedSchedule = (schedule: PlaceSchedule, timeZone: string): (WeekHours & { isActive: boolean }) | null =>
  schedule.intervals.length === 0
    ? null
    : { isActive: schedule.is_active, timeZone, intervals: schedule.intervals.map(storedInterval) };

/** What a form shows of a stored schedule. */
export function shownSchedule(stored: unknown): Place['schedule'] {
  const hours = readSchedule(stored, { evenWhenOff: true });
  return {
    is_active: readSchedule(stored) !== null,
    intervals: hours ? hours.intervals.map(shownInterval) : [],
  };
}

/** A rule as it is stored; `unitIds` are what its IMEIs mean. */
export const storedRule = (rule: RuleInput, unitIds: readonly number[] | null): PlaceRule => ({
  when: rule.when,
  otherPlaceId: rule.when === 'between' ? rule.other_place_id : null,
  unitIds,
  type: rule.type,
  purpose: rule.purpose,
  project: rule.project,
  note: rule.note,
});

const METRES_PER_DEGREE = 111_195;

/** Bounds of a circle, a little wide; across the date line the whole parallel. */
export function boxOf({ latE7, lonE7, radiusM }: { latE7: number; lonE7: number; radiusM: number }): Box {
  const latitude = (radiusM * 1.02) / METRES_PER_DEGREE;
  const longitude = latitude / Math.max(0.01, Math.cos((Math.abs(latE7 / 1e7) + latitude) * (Math.PI / 180)));
  const [west, east] = [lonE7 - longitude * 1e7, lonE7 + longitude * 1e7];
  const isAcross = west < -1.8e9 || east > 1.8e9;
  return {
    south: latE7 - latitude * 1e7,
    north: latE7 + latitude * 1e7,
    west: isAcross ? -1.8e9 : west,
    east: isAcross ? 1.8e9 : east,
  };
}

export interface Conflict {
  /** Which of the draft's rules. */
  readonly rule: number;
  readonly otherPlaceId: number;
  readonly other: PlaceRule;
  readonly decidedBy: (typeof CONFLICT_DECISIONS)[number];
  readonly wins: boolean;
}

/**
 * PLACE-009: rules of as many ends that can fit the same trip and say different things of it, with the one that decides. That two
 * ends stand above one is no conflict: it is what rules with two ends are made for. `others` are the places that hold.
 */
export function conflictsOf(draft: PlaceVersion, others: readonly PlaceVersion[]): Conflict[] {
  return draft.rules.flatMap((rule, index) => [
    ...draft.rules.flatMap((other, i): Conflict[] =>
      i !== index && canMeet(draft, rule, draft, other) && saysElse(rule, other)
        ? [{ rule: index, otherPlaceId: draft.placeId, other, decidedBy: 'order', wins: index < i }]
        : [],
    ),
    ...others.flatMap((place) =>
      place.rules
        .filter((other) => canMeet(draft, rule, place, other) && saysElse(rule, other))
        .map((other): Conflict => ({
          rule: index,
          otherPlaceId: place.placeId,
          other,
          decidedBy: place.radiusM === draft.radiusM ? 'order' : 'radius',
          wins: inOrder(draft, place) < 0,
        })),
    ),
  ]);
}

const saysElse = (a: PlaceRule, b: PlaceRule): boolean =>
  a.type !== b.type || a.purpose !== b.purpose || a.project !== b.project || a.note !== b.note;

/** Whether a trip can be that both rules fit. */
function canMeet(placeA: PlaceVersion, a: PlaceRule, placeB: PlaceVersion, b: PlaceRule): boolean {
  if (hasTwoEnds(a.when) !== hasTwoEnds(b.when)) return false;
  if (!shareUnit(placeA.unitIds, placeB.unitIds) || !shareUnit(a.unitIds, b.unitIds)) return false;
  const touch = placeA.placeId === placeB.placeId || doTouch(placeA, placeB);
  if (a.when === 'between' && b.when === 'between') {
    const isSamePair = a.otherPlaceId === placeB.placeId && b.otherPlaceId === placeA.placeId;
    if (!isSamePair && !(touch && a.otherPlaceId === b.otherPlaceId)) return false;
  } else if (a.when === 'start' && b.when === 'stop') return true;
  else if (a.when === 'stop' && b.when === 'start') return true;
  else if (!touch) return false;
  return doSchedulesMeet(placeA.schedule, placeB.schedule);
}

const shareUnit = (a: readonly number[] | null, b: readonly number[] | null): boolean =>
  a === null || b === null || a.some((id) => b.includes(id));

const doTouch = (a: PlaceVersion, b: PlaceVersion): boolean =>
  isInCircle(a, [b.latE7, b.lonE7]) ||
  haversineM(a.latE7 / 1e7, a.lonE7 / 1e7, b.latE7 / 1e7, b.lonE7 / 1e7) < a.radiusM + b.radiusM;

const DAY_MIN = 1440;
const WEEK_MIN = 7 * DAY_MIN;

/** Stretches of the week in minutes from Sunday's midnight; those past the week's end come twice. */
const stretchesOf = ({ intervals }: WeekHours): [from: number, to: number][] =>
  intervals.flatMap(({ weekdays, fromMin, toMin }) =>
    weekdays.flatMap((day): [number, number][] => {
      const from = day * DAY_MIN + fromMin;
      const to = day * DAY_MIN + (toMin > fromMin ? toMin : toMin + DAY_MIN);
      return to > WEEK_MIN
        ? [
            [from, to],
            [from - WEEK_MIN, to - WEEK_MIN],
          ]
        : [[from, to]];
    }),
  );

/** Zones are taken to be the account's. */
function doSchedulesMeet(a: WeekHours | null, b: WeekHours | null): boolean {
  if (!a || !b) return true;
  const others = stretchesOf(b);
  return stretchesOf(a).some(([from, to]) => others.some(([otherFrom, otherTo]) => from < otherTo && otherFrom < to));
}
