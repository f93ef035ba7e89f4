import { DAY_MS } from '@spora/calendar/durations';
import {
  ECO_DEFAULTS,
  type EcoKind,
  type EcoSource,
  type EcoThresholds,
  HARSH_KINDS,
  type HarshKind,
  type ValueUnit,
} from '@spora/contract/eco/rules';
import type { NamedValues } from '@spora/protocols/avl/named-values';
import type { Span } from '../../../core/log/spans.ts';

/** What a unit's driving is judged by at a moment. */
export interface EcoJudging {
  readonly thresholds: EcoThresholds;
  readonly idleAfterS: number;
  /** UNIT-018, the same that the over-speed alarm goes by; null: nobody has set one. */
  readonly speedLimitKmh: number | null;
  /** What the tracker's value of a harsh event is in. */
  readonly valueUnit: ValueUnit;
}

/** A change of one of them, from an instant on. */
export interface DatedJudging {
  readonly fromMs: number;
  readonly judging: EcoJudging;
}

/** What a unit is judged by at all times. */
export interface DatedEco {
  /** In order of time. */
  readonly judgings: readonly DatedJudging[];
  /** When nothing of it was to be judged. */
  readonly offSpans: readonly Span[];
}

/** What holds for a unit of which nobody said anything: a car without a speed limit. */
export const USUAL_JUDGING: EcoJudging = {
  thresholds: ECO_DEFAULTS.thresholds.car,
  idleAfterS: ECO_DEFAULTS.idle_after_s,
  speedLimitKmh: null,
  valueUnit: 'g',
};

/** What a unit is judged by at a moment; null: not at all. */
export function judgingAt(dated: DatedEco | undefined, timeMs: number): EcoJudging | null {
  if (!dated) return USUAL_JUDGING;
  for (const { fromMs, toMs } of dated.offSpans) if (timeMs >= fromMs && timeMs < toMs) return null;
  let found = USUAL_JUDGING;
  for (const { fromMs, judging } of dated.judgings) {
    if (fromMs > timeMs) break;
    found = judging;
  }
  return found;
}

interface Place {
  readonly latE7: number;
  readonly lonE7: number;
}
interface EcoFix extends Place {
  readonly timeMs: number;
  readonly speedKmh: number;
  readonly headingDeg: number;
}
/** Something that began and goes on; plain data. */
interface Open {
  readonly beganMs: number;
  /** When it was last known to go on. */
  lastMs: number;
  readonly place: Place | null;
}
interface OpenHarsh extends Open {
  /** The greatest so far, m/s². */
  value: number;
  readonly limit: number;
}
interface OpenSpeeding extends Open {
  readonly source: EcoSource;
  /** The highest so far, km/h. */
  value: number;
  readonly limit: number | null;
  /** It is over when the speed falls below. */
  readonly untilKmh: number;
}
interface OpenIdling extends Open {
  /** The tracker says so itself. */
  isTold: boolean;
}

/** All that is remembered of a unit: plain data of bounded size, stored as JSON. */
export interface EcoState {
  lastMs: number | null;
  /** The newest believed position. */
  fix: EcoFix | null;
  /** How many steps in a row were short enough to tell harsh driving by, at most as many as are asked for. */
  steps: number;
  harsh: Partial<Record<HarshKind, OpenHarsh>>;
  /** When harsh events ended a moment ago. */
  harshEndedMs: Partial<Record<HarshKind, number>>;
  speeding: OpenSpeeding | null;
  /** When the tracker's own ended, a moment ago. */
  speedingEndedMs: number | null;
  idling: OpenIdling | null;
  ignition: boolean | null;
  /** When the tracker last told of harsh driving and of speeding itself. */
  ownHarshMs: number | null;
  ownSpeedingMs: number | null;
  /** How much of the trip under way was told often enough to tell harsh driving by it. */
  dense: { readonly startMs: number; ms: number } | null;
}

/** Nothing told yet. */
export const nothingJudged = (): EcoState => ({
  lastMs: null,
  fix: null,
  steps: 0,
  harsh: {},
  harshEndedMs: {},
  speeding: null,
  speedingEndedMs: null,
  idling: null,
  ignition: null,
  ownHarshMs: null,
  ownSpeedingMs: null,
  dense: null,
});

/** A copy that may be taken on without changing the original. */
export const copyEco = (state: EcoState): EcoState => ({
  ...state,
  harsh: Object.fromEntries(Object.entries(state.harsh).map(([kind, open]) => [kind, { ...open }])),
  harshEndedMs: { ...state.harshEndedMs },
  speeding: state.speeding && { ...state.speeding },
  idling: state.idling && { ...state.idling },
  dense: state.dense && { ...state.dense },
});

/**
 * Something that was noted of the driving. `judged` is none of the driver's doing: of the trip that began at `atMs` so much was told often
 * enough to compute harsh driving from it.
 */
export interface Noted {
  readonly kind: EcoKind | 'judged';
  readonly source: EcoSource;
  readonly atMs: number;
  /** The record that showed it, or that it was over. */
  readonly notedMs: number;
  readonly value: number | null;
  readonly limit: number | null;
  readonly durationMs: number | null;
  readonly latE7: number | null;
  readonly lonE7: number | null;
}

/** A record, as far as driving is judged by it. */
export interface Driven {
  readonly timeMs: number;
  readonly values: NamedValues;
  /** Where the unit is and how fast, null where the position is not to be believed. */
  readonly fix: Omit<EcoFix, 'timeMs'> | null;
  /** Where it was last believed to be. */
  readonly at: Place | null;
  /** Since when it is on a trip; null: it is on none. */
  readonly tripStartMs: number | null;
}

export const MS2_PER_G = 9.806_65;
/** Positions further apart cannot tell harsh driving: what happened between is not invented. */
const DENSE_MS = 3000;
/** A few records close together, as trackers send in a bend, are no such reporting: their headings jump. */
const STEADY_STEPS = 5;
/** Closer together, a speed in whole km/h tells more of its rounding than of the driving. */
const LEAST_STEP_MS = 500;
/** rates-and-rules.md, section 5: an event is over when its value falls 20 % below the threshold. */
const HYSTERESIS = 0.8;
/** The same: at most one of a kind within 3 s. */
const APART_MS = 3000;
/** The same: no vehicle on a road does more; the receiver was wrong (a recorded drive shows 27 m/s²). */
const GLITCH_MS2 = 8;
/** Below these the trackers do not judge either (10 km/h for acceleration and braking, 30 for cornering). */
const LEAST_KMH = 10;
const LEAST_CORNER_KMH = 30;
/** An overtaking is no over-speeding: the over-speed alarm waits as long. */
const SPEEDING_MS = 20_000;
/** Positions further apart say nothing of the time between. */
const SPEEDING_GAP_MS = 120_000;
/** The tracker tells of the beginning and of the end of speeding alike. */
const SPEEDING_END_MS = 60_000;
/** So much slower than when the tracker began to tell of it, speeding is over. */
const SPEEDING_MARGIN_KMH = 5;
/** rates-and-rules.md, section 5. */
const STILL_KMH = 3;
const IDLING_GAP_MS = 15 * 60_000;
/** A tracker that told of such an event itself judges the driving; nothing is computed beside it for so long. */
const OWN_MS = 90 * DAY_MS;

const NO_PLACE = { latE7: null, lonE7: null };
const placeOf = (place: Place | null) => (place ? { latE7: place.latE7, lonE7: place.lonE7 } : NO_PLACE);
const isOwn = (ownMs: number | null, timeMs: number): boolean => ownMs !== null && timeMs - ownMs < OWN_MS;

/**
 * REP-013: takes the state, in place, over a record newer than it, and tells what it shows of the driving: what the tracker says itself
 * (AVL 253 with 254 and 243, 255, 251), and where it says nothing of the kind, what its speed between positions comes to. `judging` null:
 * the driving is not judged at the time, and what was under way is forgotten.
 */
export function judge(state: EcoState, record: Driven, judging: EcoJudging | null, emit: (noted: Noted) => void): void {
  if (!judging) {
    Object.assign(state, nothingJudged(), { lastMs: record.timeMs });
    return;
  }
  if (record.values.ignition !== undefined) state.ignition = record.values.ignition;
  endDense(state, record, emit);
  judgeOwnHarsh(state, record, judging, emit);
  if (record.fix) judgeHarsh(state, record, record.fix, judging, emit);
  judgeSpeeding(state, record, judging, emit);
  judgeIdling(state, record, judging, emit);
  if (record.fix) {
    const step = state.fix ? record.timeMs - state.fix.timeMs : Infinity;
    if (step >= LEAST_STEP_MS) state.fix = { timeMs: record.timeMs, ...record.fix };
  }
  state.lastMs = record.timeMs;
}

function endDense(state: EcoState, { timeMs, tripStartMs }: Driven, emit: (noted: Noted) => void): void {
  const { dense } = state;
  if (!dense || dense.startMs === tripStartMs) return;
  state.dense = null;
  emit({
    ...{ kind: 'judged', source: 'speed', atMs: dense.startMs, notedMs: timeMs, durationMs: dense.ms, value: null, limit: null },
    ...NO_PLACE,
  });
}

function judgeOwnHarsh(
  state: EcoState,
  { timeMs, values, at }: Driven,
  { valueUnit }: EcoJudging,
  emit: (noted: Noted) => void,
): void {
  const kind = values.greenDriving;
  if (kind === undefined) return;
  state.ownHarshMs = timeMs;
  state.harsh = {};
  if (timeMs - (state.harshEndedMs[kind] ?? -Infinity) < APART_MS) return;
  state.harshEndedMs[kind] = timeMs;
  const value = values.greenDrivingValue;
  emit({
    ...{ kind, source: 'tracker', atMs: timeMs, notedMs: timeMs, limit: null },
    value: value === undefined ? null : valueUnit === 'g' ? value * MS2_PER_G : value,
    durationMs: values.greenDrivingMs ?? null,
    ...placeOf(at),
  });
}

/** The angle between two headings, degrees. */
const turnDeg = (a: number, b: number): number => Math.abs(((b - a + 540) % 360) - 180);

/**
 * What a unit did between two positions, m/s²: speeding up and slowing down by the difference of their speeds, cornering by the change of
 * heading times the mean speed. Null: no vehicle does that, the receiver was wrong.
 */
export function accelerationsBetween(
  a: Pick<EcoFix, 'timeMs' | 'speedKmh' | 'headingDeg'>,
  b: Pick<EcoFix, 'timeMs' | 'speedKmh' | 'headingDeg'>,
): Record<HarshKind, number | null> {
  const seconds = (b.timeMs - a.timeMs) / 1000;
  const along = (b.speedKmh - a.speedKmh) / 3.6 / seconds;
  const isFast = Math.max(a.speedKmh, b.speedKmh) >= LEAST_KMH;
  const turns = Math.min(a.speedKmh, b.speedKmh) >= LEAST_CORNER_KMH;
  const aside = turns
    ? (((a.speedKmh + b.speedKmh) / 2 / 3.6) * turnDeg(a.headingDeg, b.headingDeg) * Math.PI) / 180 / seconds
    : 0;
  const isGlitch = Math.abs(along) > GLITCH_MS2;
  return {
    acceleration: isGlitch ? null : isFast ? along : 0,
    braking: isGlitch ? null : isFast ? -along : 0,
    cornering: isGlitch || aside > GLITCH_MS2 ? null : aside,
  };
}

function judgeHarsh(
  state: EcoState,
  { timeMs, tripStartMs }: Driven,
  fix: Omit<EcoFix, 'timeMs'>,
  { thresholds }: EcoJudging,
  emit: (noted: Noted) => void,
): void {
  const before = state.fix;
  for (const kind of HARSH_KINDS) {
    const endedMs = state.harshEndedMs[kind];
    if (endedMs !== undefined && timeMs - endedMs > APART_MS + DENSE_MS) delete state.harshEndedMs[kind];
  }
  if (!before || timeMs - before.timeMs > DENSE_MS) {
    for (const kind of HARSH_KINDS) endHarsh(state, kind, timeMs, emit);
    state.steps = 0;
    return;
  }
  if (timeMs - before.timeMs < LEAST_STEP_MS) return;
  if (state.steps < STEADY_STEPS) {
    state.steps += 1;
    return;
  }
  if (tripStartMs !== null) {
    state.dense ??= { startMs: tripStartMs, ms: 0 };
    state.dense.ms += timeMs - before.timeMs;
  }
  if (isOwn(state.ownHarshMs, timeMs)) return;
  const measured = accelerationsBetween(before, { timeMs, ...fix });
  // A speed that jumps and comes back within the next step is the receiver's, not the vehicle's.
  const [rises, falls] = [state.harsh.acceleration, state.harsh.braking];
  if (isOneStep(rises, before) && (measured.braking ?? 0) > thresholds.braking) {
    delete state.harsh.acceleration;
    measured.braking = null;
  } else if (isOneStep(falls, before) && (measured.acceleration ?? 0) > thresholds.acceleration) {
    delete state.harsh.braking;
    measured.acceleration = null;
  }
  for (const kind of HARSH_KINDS) {
    const value = measured[kind];
    const open = state.harsh[kind];
    if (value === null) delete state.harsh[kind];
    else if (open && value >= open.limit * HYSTERESIS) {
      open.value = Math.max(open.value, value);
      open.lastMs = timeMs;
    } else {
      endHarsh(state, kind, timeMs, emit);
      const endedMs = state.harshEndedMs[kind] ?? -Infinity;
      if (value > thresholds[kind] && before.timeMs - endedMs >= APART_MS)
        state.harsh[kind] = { beganMs: before.timeMs, lastMs: timeMs, value, limit: thresholds[kind], place: placeOfFix(before) };
    }
  }
}

const placeOfFix = ({ latE7, lonE7 }: Place): Place => ({ latE7, lonE7 });
const isOneStep = (open: OpenHarsh | undefined, before: EcoFix): boolean =>
  open !== undefined && open.lastMs === before.timeMs && open.lastMs - open.beganMs <= DENSE_MS;

function endHarsh(state: EcoState, kind: HarshKind, notedMs: number, emit: (noted: Noted) => void): void {
  const open = state.harsh[kind];
  if (!open) return;
  delete state.harsh[kind];
  state.harshEndedMs[kind] = open.lastMs;
  const { beganMs, lastMs, value, limit, place } = open;
  emit({
    ...{ kind, source: 'speed', atMs: beganMs, notedMs, value, limit, durationMs: lastMs - beganMs },
    ...placeOf(place),
  });
}

/**
 * Speeding lasts from the first position above the unit's limit to the last one before it is below again, and counts when it lasted as long
 * as the alarm asks for. A tracker that tells of it is believed by its own limit, which it does not tell: it is over when the unit is a
 * little slower than when it was first told of.
 */
function judgeSpeeding(
  state: EcoState,
  { timeMs, values, fix, at }: Driven,
  { speedLimitKmh }: EcoJudging,
  emit: (noted: Noted) => void,
): void {
  const told = values.overspeedKmh;
  const open = state.speeding;
  if (open && timeMs - open.lastMs > SPEEDING_GAP_MS) endSpeeding(state, open, timeMs, emit);
  if (state.speedingEndedMs !== null && timeMs - state.speedingEndedMs > SPEEDING_END_MS) state.speedingEndedMs = null;
  if (told !== undefined && told > 0) {
    state.ownSpeedingMs = timeMs;
    const going = state.speeding;
    if (going?.source === 'tracker') {
      going.value = Math.max(going.value, told);
      going.lastMs = timeMs;
      if (told < going.untilKmh) endSpeeding(state, going, timeMs, emit);
    } else if (state.speedingEndedMs === null)
      state.speeding = {
        ...{ source: 'tracker', beganMs: timeMs, lastMs: timeMs, value: told, limit: null, place: at && placeOfFix(at) },
        untilKmh: told - SPEEDING_MARGIN_KMH,
      };
    return;
  }
  if (!fix) return;
  const going = state.speeding;
  if (going) {
    if (going.source === 'tracker' ? fix.speedKmh < going.untilKmh : fix.speedKmh <= going.untilKmh) {
      if (going.source === 'tracker') going.lastMs = timeMs;
      endSpeeding(state, going, timeMs, emit);
    } else {
      going.value = Math.max(going.value, fix.speedKmh);
      going.lastMs = timeMs;
    }
  } else if (speedLimitKmh !== null && fix.speedKmh > speedLimitKmh && !isOwn(state.ownSpeedingMs, timeMs))
    state.speeding = {
      ...{ source: 'speed', beganMs: timeMs, lastMs: timeMs, value: fix.speedKmh, limit: speedLimitKmh, place: placeOfFix(fix) },
      untilKmh: speedLimitKmh,
    };
}

function endSpeeding(state: EcoState, open: OpenSpeeding, notedMs: number, emit: (noted: Noted) => void): void {
  state.speeding = null;
  const { source, beganMs, lastMs, value, limit, place } = open;
  if (source === 'tracker') state.speedingEndedMs = lastMs;
  else if (lastMs - beganMs < SPEEDING_MS) return;
  emit({
    ...{ kind: 'speeding', source, atMs: beganMs, notedMs, value, limit, durationMs: lastMs - beganMs },
    ...placeOf(place),
  });
}

/**
 * Idling: the ignition is on and the unit stands, for as long as the account says; or the tracker tells of it, whatever it waited for. It
 * ends when the unit moves or is switched off; of a long silence nothing is known.
 */
function judgeIdling(
  state: EcoState,
  { timeMs, values, fix, at }: Driven,
  { idleAfterS }: EcoJudging,
  emit: (noted: Noted) => void,
): void {
  const isStill = fix ? fix.speedKmh < STILL_KMH : undefined;
  const open = state.idling;
  if (open) {
    const isSilent = timeMs - open.lastMs > IDLING_GAP_MS;
    const isOff = state.ignition === false || (values.idling === false && open.isTold);
    if (!isSilent && isOff) open.lastMs = timeMs;
    if (isSilent || isOff || isStill === false) {
      state.idling = null;
      const { beganMs, lastMs, place, isTold } = open;
      if (isTold || lastMs - beganMs >= idleAfterS * 1000)
        emit({
          ...{ kind: 'idling', source: isTold ? 'tracker' : 'speed', atMs: beganMs, notedMs: timeMs, value: null, limit: null },
          durationMs: lastMs - beganMs,
          ...placeOf(place),
        });
    } else {
      if (isStill || values.idling) open.lastMs = timeMs;
      if (values.idling) open.isTold = true;
      return;
    }
  }
  if (state.ignition === false || isStill === false) return;
  if (values.idling === true || (state.ignition === true && isStill))
    state.idling = { beganMs: timeMs, lastMs: timeMs, isTold: values.idling === true, place: at && placeOfFix(at) };
}
