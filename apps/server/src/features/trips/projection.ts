import type { RoutePiece } from '@spora/telemetry/route';
import { type JudgedFix, NOTHING_JUDGED, QUALITY, type QualityMemory, judgeFix } from '@spora/telemetry/quality';
import type { EndRule } from '@spora/contract/trips/endpoints';
import type { TripType } from '@spora/contract/units/endpoints';
import {
  type Candidate,
  type Mark,
  beginCandidate,
  countLeg,
  creep,
  distanceOf,
  metresBetween,
  noteOdometer,
  takeRoute,
  thinTail,
} from './candidate-rules.ts';
import { type DatedSettings, type MachineTrip, type TripSettings, decideType, settingsAt } from './rules.ts';
import { typeByHours } from './working-hours/rules.ts';

/** One record as the machine reads it. What the tracker did not say is undefined. Records of one instant are joined before. */
export interface Fix extends JudgedFix {
  readonly ignition?: boolean | undefined;
  readonly movement?: boolean | undefined;
  readonly odometerM?: number | undefined;
  /** The tracker itself says that a trip has ended. */
  readonly isTripStop?: boolean | undefined;
  /** What the driver's switch says; null: it says nothing any more. */
  readonly switchType?: TripType | null | undefined;
}

export type Activity = 'moving' | 'stopped' | 'parked';

/** All that the machine remembers of a unit: plain data of bounded size, stored as JSON. */
export interface MotionState {
  lastMs: number | null;
  quality: QualityMemory;
  /** The newest good position. */
  fix: Mark | null;
  /** Where the unit was last known to have got to; within a circle around it, slow positions are jitter. */
  anchor: { latE7: number; lonE7: number } | null;
  /** The first still moment of the present stand; null while moving. */
  stillSinceMs: number | null;
  ignition: boolean | null;
  /** An input that was never on is not connected. */
  hasIgnition: boolean;
  offSinceMs: number | null;
  movement: boolean | null;
  hasSpeed: boolean;
  odometerM: number | null;
  /** When the tracker said that the trip is over; null once it moves. */
  tripStopMs: number | null;
  switchType: TripType | null;
  /** Silence between records since the newest good position. */
  unseenMs: number;
  lastEndMs: number | null;
  activity: Activity;
  activitySinceMs: number | null;
  candidate: Candidate | null;
  /** The odometer at `fix`, while the newest records have no good position; undefined: it is `odometerM`. Not stored then. */
  fixOdometerM?: number | null | undefined;
}

export type TripEffect =
  | { readonly kind: 'route'; readonly startMs: number; readonly piece: RoutePiece }
  /** `state` is the machine's after the record that closed the trip: late data re-runs from here. */
  | { readonly kind: 'closed'; readonly trip: MachineTrip; state: MotionState };

export const NO_MOTION: MotionState = {
  lastMs: null,
  quality: NOTHING_JUDGED,
  fix: null,
  anchor: null,
  stillSinceMs: null,
  ignition: null,
  hasIgnition: false,
  offSinceMs: null,
  movement: null,
  hasSpeed: false,
  odometerM: null,
  tripStopMs: null,
  switchType: null,
  unseenMs: 0,
  lastEndMs: null,
  activity: 'parked',
  activitySinceMs: null,
  candidate: null,
  fixOdometerM: undefined,
};

/** Slower than this is standing, as far as the reported speed goes. */
const FAST_KMH = 5;
/** Slower than this there is no telling from jitter. */
const CREEP_KMH = 2;
/** A movement sensor that says "still" outweighs a lower speed than this. */
const SURELY_FAST_KMH = 15;
/** The circle in which slow positions are jitter: where the unit reports a speed, where it reports none, where its sensors say still. */
const JITTER_M = { slow: 50, speedless: 100, sensorsSayStill: 150 } as const;
/** Over a silence, the slowest that a candidate is taken to have gone on at; what remains of the time was a stand. */
const BRIDGE_MPS = 5;
const SILENCE_MS = 120_000;
/** With the ignition known to be off it takes this much more distance to be a trip: towing and ferries, never jitter. */
const UNPOWERED_FACTOR = 5;
/** A leap this long, borne out by several positions, is a trip even where the reported speed stays zero. */
const SPEEDLESS_TRIP_M = 1000;

/**
 * The trip machine. `fixes` are sorted by time, one per instant, all newer than the state; `dated` are the unit's settings.
 * Pure: the same fixes give the same trips however they are cut into calls.
 */
export function advance(
  state: MotionState,
  fixes: readonly Fix[],
  dated: readonly DatedSettings[],
): { state: MotionState; effects: TripEffect[] } {
  const next = copyOf(state);
  const effects: TripEffect[] = [];
  for (const fix of fixes) takeFix(next, fix, dated, effects);
  return { state: next, effects };
}

/** A copy that shares only what is never changed in place. */
export const copyOf = (state: MotionState): MotionState => ({
  ...state,
  candidate: state.candidate && { ...state.candidate, tail: state.candidate.tail.slice() },
});

/** One step of `advance` on a state of the caller's own, changed in place: for the hot path. */
export function takeFix(state: MotionState, fix: Fix, dated: readonly DatedSettings[], effects: TripEffect[]): void {
  const settings = settingsAt(dated, fix.timeMs);
  const judged = judgeFix(state.quality, fix);
  const isGood = judged.quality === QUALITY.good;
  const silenceMs = state.lastMs === null ? 0 : fix.timeMs - state.lastMs;
  if (silenceMs > SILENCE_MS) state.unseenMs += silenceMs;
  let closed: TripEffect | null = null;
  if (state.candidate) {
    const rule = endRule(state, fix, isGood, settings);
    if (rule) closed = endCandidate(state, rule, dated, effects);
  }
  state.quality = judged.memory;
  readInputs(state, fix);
  if (isGood) followPosition(state, fix, settings);
  else followSensors(state, fix);
  const { candidate } = state;
  if (candidate) {
    if (fix.odometerM !== undefined) noteOdometer(candidate, fix.odometerM, fix.timeMs);
    // TRIP-032: what was private of it stays so, whatever the switch says before it is over.
    if (state.switchType && candidate.switchType !== 'private') candidate.switchType = state.switchType;
    if (!candidate.isTrip) {
      candidate.isTrip = isTripByNow(state, candidate, settings);
      if (!candidate.isTrip) thinTail(candidate);
    }
    const piece = candidate.isTrip ? takeRoute(candidate, false) : null;
    if (piece) effects.push({ kind: 'route', startMs: candidate.startMs, piece });
  }
  if (isGood) state.fixOdometerM = undefined;
  else if (state.fixOdometerM === undefined) state.fixOdometerM = state.odometerM;
  if (fix.odometerM !== undefined) state.odometerM = fix.odometerM;
  if (isGood) {
    state.fix = { timeMs: fix.timeMs, latE7: fix.latE7, lonE7: fix.lonE7 };
    state.unseenMs = 0;
  }
  state.lastMs = fix.timeMs;
  noteActivity(state, fix.timeMs);
  if (closed?.kind === 'closed') closed.state = copyOf(state);
}

const isOff = (state: MotionState): boolean => state.hasIgnition && state.ignition === false;

function readInputs(state: MotionState, fix: Fix): void {
  if (fix.ignition !== undefined) {
    if (fix.ignition) {
      state.hasIgnition = true;
      state.offSinceMs = null;
    } else if (state.ignition !== false) state.offSinceMs = fix.timeMs;
    state.ignition = fix.ignition;
  }
  if (fix.movement !== undefined) state.movement = fix.movement;
  if (fix.switchType !== undefined) state.switchType = fix.switchType;
  if (fix.isTripStop) state.tripStopMs = fix.timeMs;
}

function followPosition(state: MotionState, fix: Fix, settings: TripSettings): void {
  if (fix.speedKmh > 0) state.hasSpeed = true;
  const sensorsSayStill = state.movement === false || isOff(state);
  const isFast = fix.speedKmh >= (state.movement === false ? SURELY_FAST_KMH : FAST_KMH);
  const circleM = sensorsSayStill
    ? JITTER_M.sensorsSayStill
    : state.hasSpeed && fix.speedKmh === 0
      ? JITTER_M.speedless
      : JITTER_M.slow;
  const hasLeft = state.anchor !== null && metresBetween(state.anchor, fix) > circleM;
  if (isFast || hasLeft) {
    state.candidate ??= departure(state, fix, isFast, settings);
    countLeg(state.candidate, fix, settings.minDistanceM, isFast, state.fixOdometerM !== undefined);
    state.anchor = { latE7: fix.latE7, lonE7: fix.lonE7 };
    // Having got here does not mean to be moving still.
    state.stillSinceMs = isFast ? null : fix.timeMs;
    state.tripStopMs = null;
  } else {
    state.anchor ??= { latE7: fix.latE7, lonE7: fix.lonE7 };
    if (state.stillSinceMs === null) {
      if (state.candidate) countLeg(state.candidate, fix, settings.minDistanceM, false, state.fixOdometerM !== undefined);
      state.stillSinceMs = fix.timeMs;
    } else if (state.candidate && fix.speedKmh >= CREEP_KMH && !sensorsSayStill) creep(state.candidate, fix);
  }
}

/** Without a position: the ignition and the movement sensor can still tell that it stands, the odometer that it moves. */
function followSensors(state: MotionState, fix: Fix): void {
  const hasRolled = fix.odometerM !== undefined && state.odometerM !== null && fix.odometerM - state.odometerM > JITTER_M.slow;
  if (hasRolled) state.stillSinceMs = null;
  else if (state.stillSinceMs === null && fix.speedKmh < FAST_KMH && (isOff(state) || state.movement === false))
    state.stillSinceMs = fix.timeMs;
}

/** Walks back to the first moving moment; way and odometer are counted from where the unit stood, if it was seen there. */
function departure(state: MotionState, fix: Fix, isFast: boolean, settings: TripSettings): Candidate {
  const before = state.fix;
  const isRecent = before !== null && fix.timeMs - before.timeMs <= settings.stopTimeoutS * 1000;
  const from = before && (isRecent || metresBetween(before, fix) <= JITTER_M.slow) ? before : fix;
  // Seen to have left its circle without a speed: it set out after the position before.
  const firstMs = !isFast && isRecent ? before.timeMs : fix.timeMs;
  const startMs = Math.max(firstMs, state.lastEndMs ?? -Infinity);
  const gapBeforeS = state.lastEndMs === null ? null : Math.round((startMs - state.lastEndMs) / 1000);
  const odometerBefore = state.fixOdometerM === undefined ? state.odometerM : state.fixOdometerM;
  const odometerM = from === before ? odometerBefore : (fix.odometerM ?? null);
  return beginCandidate(startMs, { ...from, timeMs: Math.min(from.timeMs, fix.timeMs) }, odometerM, gapBeforeS);
}

function isTripByNow(state: MotionState, candidate: Candidate, settings: TripSettings): boolean {
  const needM = settings.minDistanceM * (isOff(state) ? UNPOWERED_FACTOR : 1);
  const goesSomewhere = candidate.extentM >= Math.min(needM, JITTER_M.slow);
  if (goesSomewhere && candidate.drivenM >= needM && candidate.fastFixes >= 2) return true;
  if (candidate.extentM < needM || candidate.farFixes === 0) return false;
  return candidate.fastFixes >= 2 || (candidate.farFixes >= 3 && (!state.hasSpeed || candidate.extentM >= SPEEDLESS_TRIP_M));
}

/**
 * The rule that ended the candidate before this record, or null when it goes on. `fix` may be a mere clock (`settle`), then `isGood`
 * is false.
 */
function endRule(
  state: MotionState,
  fix: { timeMs: number; latE7: number; lonE7: number; odometerM?: number | undefined },
  isGood: boolean,
  settings: TripSettings,
): Exclude<EndRule, 'open'> | null {
  const lastMs = state.lastMs ?? fix.timeMs;
  const rolledM = fix.odometerM !== undefined && state.odometerM !== null ? fix.odometerM - state.odometerM : 0;
  const farM = Math.max(isGood && state.fix ? metresBetween(state.fix, fix) : 0, rolledM);
  const bridgeMs = (farM / BRIDGE_MPS) * 1000;
  const hasMoved = farM > JITTER_M.speedless;
  // How long it can have stood: all the time if it is still here, else what the way since leaves.
  const stoodUntilMs = hasMoved ? lastMs + Math.max(0, fix.timeMs - lastMs - bridgeMs) : fix.timeMs;
  const stopMs = settings.stopTimeoutS * 1000;
  const offMs = settings.ignitionOffS * 1000;
  if (state.stillSinceMs !== null) {
    const stoodMs = stoodUntilMs - state.stillSinceMs;
    if (
      isOff(state) &&
      state.offSinceMs !== null &&
      stoodMs >= 0 &&
      stoodUntilMs - Math.max(state.offSinceMs, state.stillSinceMs) >= offMs
    )
      return 'ignition-off';
    if (state.tripStopMs !== null && stoodMs >= offMs) return 'tracker-event';
    if (stoodMs >= stopMs) return hasMoved && lastMs - state.stillSinceMs < stopMs ? 'gap' : 'still';
    if (!state.candidate?.isTrip && stoodMs >= offMs) return 'still';
  }
  const gapMs = settings.dataGapS * 1000;
  if (fix.timeMs - lastMs > gapMs || (state.fix && fix.timeMs - state.fix.timeMs > gapMs)) return 'gap';
  return isGood && state.unseenMs - bridgeMs > stopMs ? 'gap' : null;
}

/** When the candidate ended: its first still moment, or the last that was seen of it. */
const endOf = (state: MotionState, candidate: Candidate): number =>
  Math.max(candidate.startMs, state.stillSinceMs ?? state.fix?.timeMs ?? state.lastMs ?? candidate.startMs);

function endCandidate(
  state: MotionState,
  rule: Exclude<EndRule, 'open'>,
  dated: readonly DatedSettings[],
  effects: TripEffect[],
): TripEffect | null {
  const { candidate } = state;
  if (!candidate) return null;
  const endMs = endOf(state, candidate);
  let closed: TripEffect | null = null;
  if (candidate.isTrip && endMs > candidate.startMs) {
    const piece = takeRoute(candidate, true);
    if (piece) effects.push({ kind: 'route', startMs: candidate.startMs, piece });
    closed = { kind: 'closed', trip: tripOf(candidate, rule, endMs, dated), state };
    effects.push(closed);
    state.lastEndMs = endMs;
  }
  state.stillSinceMs ??= endMs;
  if (state.fix) state.anchor = { latE7: state.fix.latE7, lonE7: state.fix.lonE7 };
  state.candidate = null;
  state.tripStopMs = null;
  state.unseenMs = 0;
  return closed;
}

function tripOf(candidate: Candidate, rule: EndRule, endMs: number, dated: readonly DatedSettings[]): MachineTrip {
  const settings = settingsAt(dated, candidate.startMs);
  const { distanceM, source } = distanceOf(candidate);
  const { type, rule: typeRule } = decideType({
    switch: candidate.switchType,
    workingHours: typeByHours(settings.workingHours, candidate.startMs, settings.daysOff),
    default: settings.defaultTripType,
  });
  const stop = candidate.counted;
  return {
    startMs: candidate.startMs,
    endMs,
    endRule: rule,
    start: candidate.start,
    stop: stop && [stop.latE7, stop.lonE7],
    startOdometerM: candidate.startOdometerM,
    stopOdometerM: candidate.isOdometerSound ? candidate.odometerM : null,
    distanceM: Math.round(distanceM * settings.distanceFactor),
    distanceSource: source,
    maxSpeedKmh: candidate.maxSpeedKmh,
    type,
    typeRule,
    driverMemberId: settings.driverMemberId,
    gapBeforeS: candidate.gapBeforeS,
  };
}

/** The trip under way, as far as it is known; null when there is none. */
export function openTrip(state: MotionState, dated: readonly DatedSettings[]): MachineTrip | null {
  const { candidate } = state;
  return candidate?.isTrip ? tripOf(candidate, 'open', Math.max(candidate.startMs, state.lastMs ?? 0), dated) : null;
}

/**
 * What the clock alone tells at `nowMs` of a unit that says nothing more: a trip that is over by now, shown as such before the
 * next record proves it. The state itself stays: a backlog may still show that the candidate went on.
 */
export function settle(
  state: MotionState,
  nowMs: number,
  dated: readonly DatedSettings[],
): { trip: MachineTrip | null; activity: Activity } {
  const { candidate } = state;
  if (!candidate || state.lastMs === null || nowMs <= state.lastMs) return { trip: null, activity: state.activity };
  const rule = endRule(state, { timeMs: nowMs, latE7: 0, lonE7: 0 }, false, settingsAt(dated, nowMs));
  if (!rule) return { trip: null, activity: state.activity };
  return { trip: candidate.isTrip ? tripOf(candidate, rule, endOf(state, candidate), dated) : null, activity: 'parked' };
}

function noteActivity(state: MotionState, timeMs: number): void {
  const { candidate } = state;
  // Without reported speeds a stand shows only after a while.
  const moves = state.stillSinceMs === null || (candidate !== null && !state.hasSpeed && timeMs - state.stillSinceMs < 60_000);
  const isUnderWay = candidate !== null && moves && (candidate.isTrip || (state.ignition !== false && candidate.fastFixes > 0));
  const stands = candidate?.isTrip === true || state.ignition === true;
  const activity: Activity = isUnderWay ? 'moving' : stands ? 'stopped' : 'parked';
  if (activity === state.activity && state.activitySinceMs !== null) return;
  state.activitySinceMs = activity === 'moving' ? timeMs : (state.stillSinceMs ?? timeMs);
  state.activity = activity;
}
