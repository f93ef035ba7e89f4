import { MINUTE_MS } from '@spora/calendar/durations';
import { localTimeIn } from '@spora/calendar/zones';
import { INTERCHANGE, isInInterchange, isMainLine, isOnAxis, passesGate } from './interchange.ts';
import { distanceM, isInside, type PointE7 } from './plane.ts';
import { type Hit, hitsOn, isFarFromStations } from './station-grid.ts';
import { stationOf, ZONES } from './stations.ts';
import type { Station, Zone } from './types.ts';

/** Beyond this from every point of its stations a passage is over, m; from where the true place may be, if it is known roughly. */
const AWAY_M = 300;
/** So long after the last moment near it is over as well, and so long after the first in any case. */
const OVER_AFTER_MS = 120_000;
const OVER_AT_LAST_MS = 600_000;
/** A vehicle that never left by so much has not come again, however long ago it was: it is parked there. */
const LEFT_M = 100;
/**
 * Between two fixes as far apart as this, in time and way, the way is a guess: the passage is uncertain. A tracker that is set to ten
 * seconds, as most are, is sure enough, and reports a second late now and then.
 */
const SPARSE_MS = 12_000;
const SPARSE_M = 50;
const LONG_M = 300;
/** Between two fixes as far apart as this no way is known at all. */
const GAP_MS = 600_000;
const GAP_M = 5000;
/** Nothing on the road is faster, m/s: a position jumped. */
const JUMP_M_PER_S = 70;
/** Stations that differ by less than this cannot be told apart. */
const RIVAL_M = 10;
/** What moved less than this in a zone stood still. */
const MOVED_M = 150;

export interface Fix extends PointE7 {
  readonly timeMs: number;
}

interface Candidate {
  stationId: string;
  pointId: string;
  distanceM: number;
  timeMs: number;
  latE7: number;
  lonE7: number;
  isUncertain: boolean;
}

/** Stations near at the same time, of which one was passed. */
interface Cluster {
  sinceMs: number;
  nearMs: number;
  /** Driven since a station was near. */
  pathM: number;
  /** In the interchange, once its main line was near: whether it was that, a ramp, or does not show yet. */
  way: 'main' | 'ramp' | 'open' | null;
  candidates: Candidate[];
}

/** A station just passed, not to be counted again before the vehicle has left it. */
interface Passed {
  stationId: string;
  nearMs: number;
}

interface InZone {
  zoneId: string;
  /** What was told last: a day and the part of it. */
  toldOf: string;
  isInside: boolean;
  /** The part of a day in which it is not known yet whether the vehicle moves, and where it stood as that began. */
  waitsIn: string;
  latE7: number;
  lonE7: number;
}

/** What is kept between two fixes. Plain JSON; some hundred bytes near a station, less elsewhere. */
export interface FinderState {
  timeMs: number | null;
  latE7: number;
  lonE7: number;
  open: Cluster | null;
  passed: Passed[];
  /** Driven since the gate of the interchange, along its main line; null: not come that way. */
  gateM: number | null;
  zones: InZone[];
}

export interface FoundPassage {
  /** A station's id, or a zone's. */
  readonly stationId: string;
  /** The control point; empty for a zone. */
  readonly pointId: string;
  readonly timeMs: number;
  readonly latE7: number;
  readonly lonE7: number;
  readonly isUncertain: boolean;
}

type Emit = (passage: FoundPassage) => void;

/** The state before the first fix. */
export const nothingFound = (): FinderState => ({
  timeMs: null,
  latE7: 0,
  lonE7: 0,
  open: null,
  passed: [],
  gateM: null,
  zones: [],
});

/** A copy that shares nothing with its original. */
export const copyFinder = (state: FinderState): FinderState => ({
  ...state,
  open: state.open && { ...state.open, candidates: state.open.candidates.map((candidate) => ({ ...candidate })) },
  passed: state.passed.map((passed) => ({ ...passed })),
  zones: state.zones.map((zone) => ({ ...zone })),
});

const awayM = ({ withinM, isApproximate }: Station): number => (isApproximate ? withinM + AWAY_M : AWAY_M);

function distanceToStation(station: Station, at: PointE7): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const point of station.points) nearest = Math.min(nearest, distanceM(point, at));
  return nearest;
}

/** A station of the state; one that was taken out of the list since is nowhere near. */
function isWithin(stationId: string, at: PointE7, metresOf: (station: Station) => number): boolean {
  const station = stationOf(stationId);
  return station !== undefined && distanceToStation(station, at) <= metresOf(station);
}

/** The candidate that was passed. */
function winnerOf({ candidates, way }: Cluster): Candidate | undefined {
  const byDistance = candidates.toSorted((a, b) => a.distanceM - b.distanceM);
  const main = byDistance.find(({ stationId, pointId }) => isMainLine(stationId, pointId));
  if (main && way === 'main') return main;
  const [nearest, second] = main && way === 'ramp' ? byDistance.filter((candidate) => candidate !== main) : byDistance;
  if (main && way === 'ramp' && !nearest)
    return { ...main, stationId: INTERCHANGE.ramps.stationId, pointId: INTERCHANGE.ramps.beside[main.pointId] ?? main.pointId };
  if (!nearest) return undefined;
  const isDoubtful =
    (main !== undefined && way === 'open') ||
    (second !== undefined && second.stationId !== nearest.stationId && second.distanceM - nearest.distanceM < RIVAL_M);
  return isDoubtful ? { ...nearest, isUncertain: true } : nearest;
}

/** Tells of the open passage and remembers its stations, so that they do not count again at once. */
function close(state: FinderState, emit: Emit): void {
  const cluster = state.open;
  if (!cluster) return;
  state.open = null;
  for (const { stationId } of cluster.candidates)
    if (!state.passed.some((passed) => passed.stationId === stationId)) state.passed.push({ stationId, nearMs: cluster.nearMs });
  const winner = winnerOf(cluster);
  if (!winner) return;
  const { stationId, pointId, timeMs, latE7, lonE7, isUncertain } = winner;
  emit({ stationId, pointId, timeMs, latE7, lonE7, isUncertain: isUncertain || (stationOf(stationId)?.isApproximate ?? false) });
}

/** Whether two candidates compete: at the same time only one of them was passed. */
const compete = (hit: Hit, candidate: Candidate): boolean =>
  candidate.stationId === hit.station.id ||
  (isInInterchange(candidate.stationId) && isInInterchange(hit.station.id)) ||
  distanceM(hit.point, candidate) <= AWAY_M;

/** One candidate a station, the nearest point; the main line of the interchange is one by itself. */
function consider(cluster: Cluster, candidate: Candidate): void {
  const isMain = isMainLine(candidate.stationId, candidate.pointId);
  const index = cluster.candidates.findIndex(
    ({ stationId, pointId }) => stationId === candidate.stationId && isMainLine(stationId, pointId) === isMain,
  );
  if (index < 0) cluster.candidates.push(candidate);
  else if (candidate.distanceM < (cluster.candidates[index]?.distanceM ?? 0)) cluster.candidates[index] = candidate;
}

interface Stretch {
  readonly from: Fix;
  readonly to: Fix;
  readonly isUncertain: boolean;
  /** It passes the gate of the interchange, or comes from there along the main line. */
  readonly isAlongMain: boolean;
}

function meet(state: FinderState, hit: Hit, { from, to, isUncertain, isAlongMain }: Stretch, emit: Emit): void {
  const timeMs = Math.round(from.timeMs + hit.along * (to.timeMs - from.timeMs));
  const passed = state.passed.find(({ stationId }) => stationId === hit.station.id);
  if (passed) {
    passed.nearMs = timeMs;
    return;
  }
  if (state.open && !state.open.candidates.some((candidate) => compete(hit, candidate))) close(state, emit);
  state.open ??= { sinceMs: timeMs, nearMs: timeMs, pathM: 0, way: null, candidates: [] };
  state.open.nearMs = timeMs;
  state.open.pathM = 0;
  consider(state.open, {
    stationId: hit.station.id,
    pointId: hit.point.id,
    distanceM: Math.round(hit.distanceM * 100) / 100,
    timeMs,
    latE7: Math.round(from.latE7 + hit.along * (to.latE7 - from.latE7)),
    lonE7: Math.round(from.lonE7 + hit.along * (to.lonE7 - from.lonE7)),
    isUncertain,
  });
  if (state.open.way === null && isMainLine(hit.station.id, hit.point.id)) state.open.way = isAlongMain ? 'main' : 'open';
}

/** Follows the main line of the interchange: past its gate, or off it. */
function followMainLine(state: FinderState, from: Fix, to: Fix, lengthM: number): void {
  const atGate = passesGate(from, to);
  if (atGate) state.gateM = 0;
  else if (state.gateM !== null) {
    state.gateM += lengthM;
    if (state.gateM > INTERCHANGE.decidedWithinM || !isOnAxis(to)) state.gateM = null;
  }
  if (state.open?.way !== 'open') return;
  if (atGate) state.open.way = 'main';
  else if (!isOnAxis(to)) state.open.way = 'ramp';
}

/** Whether the open passage is over at a fix. */
function isOver({ candidates, nearMs, sinceMs, pathM, way }: Cluster, fix: Fix): boolean {
  if (fix.timeMs - sinceMs >= OVER_AT_LAST_MS) return true;
  if (way === 'open') return pathM > INTERCHANGE.decidedWithinM;
  return fix.timeMs - nearMs >= OVER_AFTER_MS || candidates.every(({ stationId }) => !isWithin(stationId, fix, awayM));
}

/** Whether a station may be passed again: the vehicle has left it. */
function hasLeft({ stationId, nearMs }: Passed, fix: Fix): boolean {
  if (!isWithin(stationId, fix, awayM)) return true;
  return fix.timeMs - nearMs >= OVER_AFTER_MS && !isWithin(stationId, fix, ({ withinM }) => withinM + LEFT_M);
}

function findStations(state: FinderState, last: Fix | null, fix: Fix, emit: Emit): void {
  // Most of the earth, most of the time.
  if (!state.open && state.passed.length === 0 && state.gateM === null && last && isFarFromStations(last, fix)) return;
  const lengthM = last ? distanceM(last, fix) : 0;
  const durationMs = last ? fix.timeMs - last.timeMs : 0;
  if (lengthM * 1000 > JUMP_M_PER_S * durationMs && lengthM > LONG_M) return;
  const isGap = !last || durationMs > GAP_MS || lengthM > GAP_M;
  const from = isGap ? fix : last;
  const hits = hitsOn(from, fix);
  if (state.open) state.open.pathM += lengthM;
  const cameFromGate = state.gateM !== null;
  followMainLine(state, from, fix, lengthM);
  if (hits.length > 0) {
    const isUncertain = isGap || (durationMs >= SPARSE_MS && lengthM > SPARSE_M) || lengthM > LONG_M;
    const isAlongMain = cameFromGate || state.gateM !== null;
    for (const hit of hits) meet(state, hit, { from, to: fix, isUncertain, isAlongMain }, emit);
    followMainLine(state, fix, fix, 0);
  }
  if (state.open && isOver(state.open, fix)) close(state, emit);
  if (state.passed.length > 0) state.passed = state.passed.filter((passed) => !hasLeft(passed, fix));
}

interface Bounds {
  readonly zone: Zone;
  readonly minLat: number;
  readonly maxLat: number;
  readonly minLon: number;
  readonly maxLon: number;
}

const BOUNDS: readonly Bounds[] = ZONES.map((zone) => ({
  zone,
  minLat: Math.min(...zone.polygon.map(([lat]) => lat)),
  maxLat: Math.max(...zone.polygon.map(([lat]) => lat)),
  minLon: Math.min(...zone.polygon.map(([, lon]) => lon)),
  maxLon: Math.max(...zone.polygon.map(([, lon]) => lon)),
}));

/** By zone the minute looked at last and its part of the day: fixes come many to a minute. */
const lastParts = new Map<Zone, { readonly minute: number; readonly part: string }>();

/** The local day and which part of it, by the hours at which a zone counts anew. */
function partOfDay(zone: Zone, timeMs: number): string {
  const minute = Math.floor(timeMs / MINUTE_MS);
  const last = lastParts.get(zone);
  if (last?.minute === minute) return last.part;
  const local = localTimeIn(timeMs, zone.timeZone);
  const part = `${local.slice(0, 10)} ${zone.countedAnewAt.filter((hour) => hour <= local.slice(11, 16)).length}`;
  lastParts.set(zone, { minute, part });
  return part;
}

function findZone(state: FinderState, { zone, minLat, maxLat, minLon, maxLon }: Bounds, fix: Fix, emit: Emit): void {
  const { latE7, lonE7, timeMs } = fix;
  const isNear = latE7 >= minLat && latE7 <= maxLat && lonE7 >= minLon && lonE7 <= maxLon;
  if (!isNear && state.zones.length === 0) return;
  const known = state.zones.find(({ zoneId }) => zoneId === zone.id);
  if (!isNear || !isInside(fix, zone.polygon)) {
    if (known) known.isInside = false;
    return;
  }
  const part = partOfDay(zone, timeMs);
  const wasOutside = state.timeMs !== null && !known?.isInside;
  const entry = known ?? { zoneId: zone.id, toldOf: '', isInside: true, waitsIn: '', latE7, lonE7 };
  if (!known) state.zones.push(entry);
  entry.isInside = true;
  if (entry.toldOf === part) return;
  if (!wasOutside && entry.waitsIn !== part) {
    entry.waitsIn = part;
    entry.latE7 = latE7;
    entry.lonE7 = lonE7;
    return;
  }
  if (!wasOutside && distanceM(entry, fix) < MOVED_M) return;
  entry.toldOf = part;
  emit({ stationId: zone.id, pointId: '', timeMs, latE7, lonE7, isUncertain: zone.isApproximate });
}

/**
 * Takes the next fix and tells of the passages that it settles: at their moment or later, never before. A zone is told of at the first
 * moment of a local day in which the vehicle is driven there, and anew at the hours of `Zone.countedAnewAt`, since a charge may begin there. A
 * fix that is not later than the one before is left out. The same passages come of any split of a stream.
 */
export function find(state: FinderState, fix: Fix, emit: Emit): void {
  if (state.timeMs !== null && fix.timeMs <= state.timeMs) return;
  const last: Fix | null = state.timeMs === null ? null : { timeMs: state.timeMs, latE7: state.latE7, lonE7: state.lonE7 };
  findStations(state, last, fix, emit);
  for (const bounds of BOUNDS) findZone(state, bounds, fix, emit);
  state.timeMs = fix.timeMs;
  state.latE7 = fix.latE7;
  state.lonE7 = fix.lonE7;
}

/** Settles what is open: the trip ends. A passage that ends where the vehicle stops is uncertain. */
export function flush(state: FinderState, emit: Emit): void {
  for (const candidate of state.open?.candidates ?? [])
    if (isWithin(candidate.stationId, state, ({ withinM }) => withinM)) candidate.isUncertain = true;
  close(state, emit);
}
