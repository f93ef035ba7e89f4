import { haversineM, simplifyTrack } from '@spora/telemetry/geometry';
import type { RoutePiece, RoutePoint } from '@spora/telemetry/route';
import type { TripType } from '@spora/contract/units/endpoints';
import type { PointE7 } from './rules.ts';

/** A good position: UTC milliseconds, 1e-7 degrees. */
export interface Mark {
  readonly timeMs: number;
  readonly latE7: number;
  readonly lonE7: number;
}

/** What a candidate takes from one record. */
export interface Leg extends Mark {
  readonly speedKmh: number;
}

/**
 * A movement under way. It becomes a trip when it has shown to be one; until then it leaves no trace. Plain data of bounded size:
 * the route is handed out in pieces and only its newest points are held here.
 */
export interface Candidate {
  isTrip: boolean;
  startMs: number;
  start: PointE7 | null;
  startOdometerM: number | null;
  odometerM: number | null;
  odometerMs: number;
  isOdometerSound: boolean;
  /** Filtered positions, straight stretches over silence included. */
  distanceM: number;
  /** The straight stretches over silence alone: here the odometer may rightly say more. */
  bridgedM: number;
  /** Distance that the reported speed bears out. */
  drivenM: number;
  /** The farthest that any position was from the start. */
  extentM: number;
  fastFixes: number;
  /** Consecutive positions at least the minimum distance from the start. */
  farFixes: number;
  maxSpeedKmh: number;
  counted: Mark | null;
  /** How far it has crept since within its circle; counted only when it goes on from there. */
  creepM: number;
  crept: Mark | null;
  switchType: TripType | null;
  gapBeforeS: number | null;
  /** Newest route points, flat: time, latitude, longitude, speed, 1 where a new part begins. */
  tail: number[];
}

/** Numbers that a point of the tail takes. */
export const POINT = 5;
/** Raw points held before they are simplified and handed out. */
const TAIL_POINTS = 64;
const ROUTE_TOLERANCE_M = 5;
/** Silence of this length in which the unit got this far is a gap in the drawing. */
const PART_GAP = { ms: 120_000, m: 300 } as const;
/** So does one in which it reported without a position, as in a tunnel, and got as far: MAP-029's gap, drawn dashed. */
const BLIND_MS = 30_000;
/** Legs longer than this say nothing about the speed along them. */
const BORNE_OUT_MS = 180_000;
const MAX_ODOMETER_MPS = 70;

/** A candidate that begins at `startMs`; `from` is where the unit stood before, if that is known. */
export function beginCandidate(startMs: number, from: Mark, odometerM: number | null, gapBeforeS: number | null): Candidate {
  const candidate: Candidate = {
    isTrip: false,
    startMs,
    start: [from.latE7, from.lonE7],
    startOdometerM: odometerM,
    odometerM,
    odometerMs: from.timeMs,
    isOdometerSound: true,
    distanceM: 0,
    bridgedM: 0,
    drivenM: 0,
    extentM: 0,
    fastFixes: 0,
    farFixes: 0,
    maxSpeedKmh: 0,
    counted: from,
    creepM: 0,
    crept: null,
    switchType: null,
    gapBeforeS,
    tail: [],
  };
  pushPoint(candidate, { ...from, speedKmh: 0 }, true);
  return candidate;
}

/** Great-circle distance of two marks in metres. */
export const metresBetween = (a: { latE7: number; lonE7: number }, b: { latE7: number; lonE7: number }): number =>
  haversineM(a.latE7 / 1e7, a.lonE7 / 1e7, b.latE7 / 1e7, b.lonE7 / 1e7);

/** Adds the leg from the last counted position to this one; `isBlind`: records without a position lie between. */
export function countLeg(candidate: Candidate, leg: Leg, minDistanceM: number, isFast: boolean, isBlind: boolean): void {
  const from = candidate.crept ?? candidate.counted;
  const lengthM = from ? metresBetween(from, leg) : 0;
  const durationMs = from ? leg.timeMs - from.timeMs : 0;
  const isGap = durationMs > PART_GAP.ms && lengthM > PART_GAP.m;
  candidate.distanceM += lengthM + candidate.creepM;
  candidate.creepM = 0;
  candidate.crept = null;
  if (isGap) candidate.bridgedM += lengthM;
  if (isFast) {
    candidate.fastFixes++;
    if (leg.speedKmh > candidate.maxSpeedKmh) candidate.maxSpeedKmh = leg.speedKmh;
    if (durationMs <= BORNE_OUT_MS && lengthM * 3 >= (leg.speedKmh / 3.6) * (durationMs / 1000) * 0.5)
      candidate.drivenM += lengthM;
  }
  if (!candidate.isTrip && candidate.start) {
    const fromStartM = metresBetween({ latE7: candidate.start[0], lonE7: candidate.start[1] }, leg);
    if (fromStartM > candidate.extentM) candidate.extentM = fromStartM;
    candidate.farFixes = fromStartM >= minDistanceM ? candidate.farFixes + 1 : 0;
  }
  candidate.counted = { timeMs: leg.timeMs, latE7: leg.latE7, lonE7: leg.lonE7 };
  pushPoint(candidate, leg, isGap || (isBlind && durationMs > BLIND_MS && lengthM > PART_GAP.m));
}

/** Notes a slow position within the circle: the way of a queue, if the candidate goes on. */
export function creep(candidate: Candidate, leg: Leg): void {
  const from = candidate.crept ?? candidate.counted;
  if (from) candidate.creepM += metresBetween(from, leg);
  candidate.crept = { timeMs: leg.timeMs, latE7: leg.latE7, lonE7: leg.lonE7 };
}

/** Takes note of an odometer reading; one that falls back or leaps makes it unsound for this candidate. */
export function noteOdometer(candidate: Candidate, odometerM: number, timeMs: number): void {
  if (candidate.startOdometerM === null) {
    // Only a reading from the very beginning says how much of the way it covers.
    if (candidate.distanceM < 50) candidate.startOdometerM = odometerM;
    else candidate.isOdometerSound = false;
  } else if (candidate.odometerM !== null) {
    const delta = odometerM - candidate.odometerM;
    if (delta < 0 || delta > ((timeMs - candidate.odometerMs) / 1000 + 60) * MAX_ODOMETER_MPS) candidate.isOdometerSound = false;
  }
  candidate.odometerM = odometerM;
  candidate.odometerMs = timeMs;
}

/** The distance to believe: the odometer's when it ran on without reset and agrees with the positions, else the positions'. */
export function distanceOf(candidate: Candidate): { distanceM: number; source: 'odometer' | 'positions' } {
  const byPositions = Math.round(candidate.distanceM);
  const { startOdometerM, odometerM } = candidate;
  if (!candidate.isOdometerSound || startOdometerM === null || odometerM === null)
    return { distanceM: byPositions, source: 'positions' };
  const byOdometer = Math.round(odometerM - startOdometerM);
  const least = byPositions - Math.max(100, byPositions * 0.15);
  const most = byPositions + Math.max(200, byPositions * 0.25) + candidate.bridgedM;
  return byOdometer > 0 && byOdometer >= least && byOdometer <= most
    ? { distanceM: byOdometer, source: 'odometer' }
    : { distanceM: byPositions, source: 'positions' };
}

function pushPoint(candidate: Candidate, leg: Leg, beginsPart: boolean): void {
  candidate.tail.push(leg.timeMs, leg.latE7, leg.lonE7, leg.speedKmh, beginsPart ? 1 : 0);
}

/**
 * The tail as simplified pieces when it is full, or in any case when the candidate `isOver`. What is cut depends on the points alone
 * and not on how they were fed, so that every way of feeding gives the same route.
 */
export function takeRoute(candidate: Candidate, isOver: boolean): RoutePiece | null {
  const { tail } = candidate;
  if (tail.length === 0 || (!isOver && tail.length < TAIL_POINTS * POINT)) return null;
  const raw: RoutePoint[][] = [];
  for (let i = 0; i < tail.length; i += POINT) {
    if (i === 0 || tail[i + 4] === 1) raw.push([]);
    raw.at(-1)?.push({
      timeMs: tail[i] as number,
      lat: (tail[i + 1] as number) / 1e7,
      lon: (tail[i + 2] as number) / 1e7,
      speedKmh: tail[i + 3] as number,
    });
  }
  const continues = tail[4] !== 1;
  const parts = raw.map((part) => simplifyTrack(part, ROUTE_TOLERANCE_M));
  if (isOver) candidate.tail = [];
  else {
    // The last point is held back: it is where the next stretch is measured from.
    const last = tail.slice(-POINT);
    const isAlone = parts.at(-1)?.length === 1;
    parts.at(-1)?.pop();
    if (!isAlone) last[4] = 0;
    candidate.tail = last;
    if (isAlone) parts.pop();
  }
  return parts.some((part) => part.length > 0) ? { parts, continues } : null;
}

/** Thins a tail that grows before the candidate has shown to be a trip, so that its size stays bounded. */
export function thinTail(candidate: Candidate): void {
  if (candidate.tail.length < TAIL_POINTS * 4 * POINT) return;
  const kept: number[] = [];
  for (let i = 0; i < candidate.tail.length; i += POINT) {
    if (i === 0 || (i / POINT) % 2 === 1 || candidate.tail[i + 4] === 1) kept.push(...candidate.tail.slice(i, i + POINT));
  }
  candidate.tail = kept;
}
