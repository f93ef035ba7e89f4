import { haversineM, simplifyTrack } from '@spora/telemetry/geometry';
import type { RoutePoint } from '@spora/telemetry/route';
import type { TripType } from '@spora/contract/units/endpoints';
import type { PointE7 } from './rules.ts';

/** A good position: UTC milliseconds, 1e-7 degrees. */
export interface Mark {
  readonly timeMs: number;
  readonly latE7: number;
  readonly lonE7: number;
}

/** What a journey takes from one record. */
export interface Leg extends Mark {
  readonly speedKmh: number;
}

/**
 * A movement under way. It becomes a trip when it has shown to be one; until then it leaves no trace. Plain data of bounded size:
 * the route is handed out in pieces and only its newest points are held here.
 */
export interface Journey {
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
/** Legs longer than this say nothing about the speed along them. */
const BORNE_OUT_MS = 180_000;
const MAX_ODOMETER_MPS = 70;

/** A journey that begins at `startMs`; `from` is where the unit stood before, if that is known. */
export function beginJourney(startMs: number, from: Mark, odometerM: number | null, gapBeforeS: number | null): Journey {
  const journey: Journey = {
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
  pushPoint(journey, { ...from, speedKmh: 0 }, true);
  return journey;
}

/** Great-circle distance of two marks in metres. */
export const metresBetween = (a: { latE7: number; lonE7: number }, b: { latE7: number; lonE7: number }): number =>
  haversineM(a.latE7 / 1e7, a.lonE7 / 1e7, b.latE7 / 1e7, b.lonE7 / 1e7);

/** Adds the leg from the last counted position to this one. */
export function countLeg(journey: Journey, leg: Leg, minDistanceM: number, isFast: boolean): void {
  const from = journey.crept ?? journey.counted;
  const lengthM = from ? metresBetween(from, leg) : 0;
  const durationMs = from ? leg.timeMs - from.timeMs : 0;
  const isGap = durationMs > PART_GAP.ms && lengthM > PART_GAP.m;
  journey.distanceM += lengthM + journey.creepM;
  journey.creepM = 0;
  journey.crept = null;
  if (isGap) journey.bridgedM += lengthM;
  if (isFast) {
    journey.fastFixes++;
    if (leg.speedKmh > journey.maxSpeedKmh) journey.maxSpeedKmh = leg.speedKmh;
    if (durationMs <= BORNE_OUT_MS && lengthM * 3 >= (leg.speedKmh / 3.6) * (durationMs / 1000) * 0.5) journey.drivenM += lengthM;
  }
  if (!journey.isTrip && journey.start) {
    const fromStartM = metresBetween({ latE7: journey.start[0], lonE7: journey.start[1] }, leg);
    if (fromStartM > journey.extentM) journey.extentM = fromStartM;
    journey.farFixes = fromStartM >= minDistanceM ? journey.farFixes + 1 : 0;
  }
  journey.counted = { timeMs: leg.timeMs, latE7: leg.latE7, lonE7: leg.lonE7 };
  pushPoint(journey, leg, isGap);
}

/** Notes a slow position within the circle: the way of a queue, if the journey goes on. */
export function creep(journey: Journey, leg: Leg): void {
  const from = journey.crept ?? journey.counted;
  if (from) journey.creepM += metresBetween(from, leg);
  journey.crept = { timeMs: leg.timeMs, latE7: leg.latE7, lonE7: leg.lonE7 };
}

/** Takes note of an odometer reading; one that falls back or leaps makes it unsound for this journey. */
export function noteOdometer(journey: Journey, odometerM: number, timeMs: number): void {
  if (journey.startOdometerM === null) {
    // Only a reading from the very beginning says how much of the way it covers.
    if (journey.distanceM < 50) journey.startOdometerM = odometerM;
    else journey.isOdometerSound = false;
  } else if (journey.odometerM !== null) {
    const delta = odometerM - journey.odometerM;
    if (delta < 0 || delta > ((timeMs - journey.odometerMs) / 1000 + 60) * MAX_ODOMETER_MPS) journey.isOdometerSound = false;
  }
  journey.odometerM = odometerM;
  journey.odometerMs = timeMs;
}

/** The distance to believe: the odometer's when it ran on without reset and agrees with the positions, else the positions'. */
export function distanceOf(journey: Journey): { distanceM: number; source: 'odometer' | 'positions' } {
  const byPositions = Math.round(journey.distanceM);
  const { startOdometerM, odometerM } = journey;
  if (!journey.isOdometerSound || startOdometerM === null || odometerM === null)
    return { distanceM: byPositions, source: 'positions' };
  const byOdometer = Math.round(odometerM - startOdometerM);
  const least = byPositions - Math.max(100, byPositions * 0.15);
  const most = byPositions + Math.max(200, byPositions * 0.25) + journey.bridgedM;
  return byOdometer > 0 && byOdometer >= least && byOdometer <= most
    ? { distanceM: byOdometer, source: 'odometer' }
    : { distanceM: byPositions, source: 'positions' };
}

function pushPoint(journey: Journey, leg: Leg, beginsPart: boolean): void {
  journey.tail.push(leg.timeMs, leg.latE7, leg.lonE7, leg.speedKmh, beginsPart ? 1 : 0);
}

/** A piece of route to be joined to what was handed out before. */
export interface RoutePiece {
  readonly parts: RoutePoint[][];
  /** Whether the first part goes on from the last one handed out. */
  readonly continues: boolean;
}

/**
 * The tail as simplified pieces when it is full, or in any case when the journey `isOver`. What is cut depends on the points alone
 * and not on how they were fed, so that every way of feeding gives the same route.
 */
export function takeRoute(journey: Journey, isOver: boolean): RoutePiece | null {
  const { tail } = journey;
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
  if (isOver) journey.tail = [];
  else {
    // The last point is held back: it is where the next stretch is measured from.
    const last = tail.slice(-POINT);
    const isAlone = parts.at(-1)?.length === 1;
    parts.at(-1)?.pop();
    if (!isAlone) last[4] = 0;
    journey.tail = last;
    if (isAlone) parts.pop();
  }
  return parts.some((part) => part.length > 0) ? { parts, continues } : null;
}

/** Thins a tail that grows before the journey has shown to be a trip, so that its size stays bounded. */
export function thinTail(journey: Journey): void {
  if (journey.tail.length < TAIL_POINTS * 4 * POINT) return;
  const kept: number[] = [];
  for (let i = 0; i < journey.tail.length; i += POINT) {
    if (i === 0 || (i / POINT) % 2 === 1 || journey.tail[i + 4] === 1) kept.push(...journey.tail.slice(i, i + POINT));
  }
  journey.tail = kept;
}

/** Joins a piece to the parts handed out before. */
export function joinRoute(parts: RoutePoint[][], piece: RoutePiece): RoutePoint[][] {
  const last = parts.at(-1);
  if (!piece.continues || !last) return [...parts, ...piece.parts.map((part) => [...part])];
  return [...parts.slice(0, -1), [...last, ...(piece.parts[0] ?? [])], ...piece.parts.slice(1).map((part) => [...part])];
}
