import { whereAfter, type Path, type Whereabouts } from './path.ts';
import type { Random } from './random.ts';

/** How somebody drives. Accelerations in m/s2; `pace` multiplies the limit. */
export interface DriverManner {
  readonly pace: number;
  readonly accelerate: number;
  readonly brake: number;
  /** What the vehicle can do at all, km/h. */
  readonly topKmh: number;
  /** Up to what share slower than that it goes from one stretch of road to the next, as a plough by the snow that lies there. */
  readonly unsteady?: number;
  /** Chance that a light is red. */
  readonly redShare: number;
}

/** A stop on the way that is no end: seconds at a metre mark. */
export interface Halt {
  readonly metre: number;
  readonly seconds: number;
}

export interface Motion extends Whereabouts {
  readonly metres: number;
  readonly mps: number;
}

/** One drive from a standstill to a standstill. Times are seconds from its start. */
export interface Drive {
  readonly path: Path;
  readonly seconds: number;
  readonly at: (second: number) => Motion;
}

/** So long is a stretch of the same snow. */
const STRETCH_M = 900;
/** The sideways acceleration a calm driver accepts in a bend, m/s2. */
const BEND_ACCELERATION = 2.2;
const SLOWEST_BEND_MPS = 3;
const RED_SECONDS = { low: 6, high: 48 };

/** A stretch of one acceleration. */
interface Phase {
  readonly second: number;
  readonly metre: number;
  readonly mps: number;
  readonly acceleration: number;
}

/**
 * Plans a drive: the speed at each vertex is what limit, bend, red light and halt allow, reachable by the manner's
 * accelerations (one pass back, one forth); between vertices the speed rises, holds and falls.
 */
export function planDrive(path: Path, manner: DriverManner, random: Random, halts: readonly Halt[] = []): Drive {
  const { marks, waits } = marksOf(path, manner, random, halts);
  const phases: Phase[] = [];
  let second = 0;
  for (let i = 0; i + 1 < marks.length; i++) {
    const wait = waits.get(i);
    if (wait !== undefined && marks[i]!.mps === 0) {
      phases.push({ second, metre: marks[i]!.metre, mps: 0, acceleration: 0 });
      second += wait;
    }
    second = addStretch(phases, second, marks[i]!, marks[i + 1]!, manner);
  }
  const lastWait = waits.get(marks.length - 1) ?? 0;
  const end = second + lastWait;
  return { path, seconds: end, at: (asked) => motionAt(path, phases, second, asked) };
}

interface Mark {
  readonly metre: number;
  mps: number;
  /** Greatest speed on the stretch that follows. */
  readonly limit: number;
}

function marksOf(
  path: Path,
  manner: DriverManner,
  random: Random,
  halts: readonly Halt[],
): { marks: Mark[]; waits: Map<number, number> } {
  const stops = new Map<number, number>();
  for (const light of path.lights)
    if (random.chance(manner.redShare)) stops.set(path.metres[light]!, random.between(RED_SECONDS.low, RED_SECONDS.high));
  for (const halt of halts) stops.set(Math.max(0, Math.min(path.lengthM, halt.metre)), halt.seconds);
  const metres = [...new Set([...path.metres, ...stops.keys()])].sort((a, b) => a - b);
  const marks: Mark[] = [];
  const waits = new Map<number, number>();
  let vertex = 0;
  let stretch = -1;
  let topKmh = manner.topKmh;
  for (const metre of metres) {
    while (vertex + 1 < path.metres.length && path.metres[vertex + 1]! <= metre) vertex++;
    if (manner.unsteady !== undefined && Math.floor(metre / STRETCH_M) !== stretch) {
      stretch = Math.floor(metre / STRETCH_M);
      topKmh = manner.topKmh * (1 - random.between(0, manner.unsteady));
    }
    const limit = Math.min(topKmh, path.kmh[Math.min(vertex, path.kmh.length - 2)]! * manner.pace) / 3.6;
    const before = marks.at(-1)?.limit ?? 0;
    const bend = path.metres[vertex] === metre ? bendSpeed(path, vertex) : Infinity;
    const wait = stops.get(metre);
    if (wait !== undefined) waits.set(marks.length, wait);
    const isEnd = metre === 0 || metre === path.lengthM;
    marks.push({ metre, limit, mps: wait !== undefined || isEnd ? 0 : Math.min(limit, before, bend) });
  }
  for (let i = marks.length - 2; i >= 0; i--)
    marks[i]!.mps = Math.min(marks[i]!.mps, reachable(marks[i + 1]!, marks[i]!, manner.brake));
  for (let i = 1; i < marks.length; i++)
    marks[i]!.mps = Math.min(marks[i]!.mps, reachable(marks[i - 1]!, marks[i]!, manner.accelerate));
  return { marks, waits };
}

const reachable = (from: Mark, to: Mark, acceleration: number): number =>
  Math.sqrt(from.mps ** 2 + 2 * acceleration * Math.abs(to.metre - from.metre));

/** The speed of a vertex by the turn and the room there is for it. */
function bendSpeed(path: Path, vertex: number): number {
  if (vertex === 0 || vertex >= path.lat.length - 1) return Infinity;
  const shrink = Math.cos((path.lat[vertex]! * Math.PI) / 180);
  const inX = (path.lon[vertex]! - path.lon[vertex - 1]!) * shrink;
  const inY = path.lat[vertex]! - path.lat[vertex - 1]!;
  const outX = (path.lon[vertex + 1]! - path.lon[vertex]!) * shrink;
  const outY = path.lat[vertex + 1]! - path.lat[vertex]!;
  const turn = Math.abs(Math.atan2(inX * outY - inY * outX, inX * outX + inY * outY));
  if (turn < 0.05) return Infinity;
  const room = Math.min(path.metres[vertex]! - path.metres[vertex - 1]!, path.metres[vertex + 1]! - path.metres[vertex]!, 120);
  const radius = room / 2 / Math.tan(Math.min(turn, 3) / 2);
  return Math.max(SLOWEST_BEND_MPS, Math.sqrt(BEND_ACCELERATION * Math.max(radius, 6)));
}

/** From one mark's speed to the next's, as fast as the limit between allows; answers the second it ends. */
function addStretch(phases: Phase[], start: number, from: Mark, to: Mark, manner: DriverManner): number {
  const length = to.metre - from.metre;
  const { accelerate, brake } = manner;
  const peak = Math.sqrt(
    (2 * accelerate * brake * length + brake * from.mps ** 2 + accelerate * to.mps ** 2) / (accelerate + brake),
  );
  const top = Math.max(from.mps, to.mps, Math.min(peak, from.limit));
  const rise = (top ** 2 - from.mps ** 2) / (2 * accelerate);
  const fall = (top ** 2 - to.mps ** 2) / (2 * brake);
  const hold = Math.max(0, length - rise - fall);
  let second = start;
  if (rise > 1e-6) {
    phases.push({ second, metre: from.metre, mps: from.mps, acceleration: accelerate });
    second += (top - from.mps) / accelerate;
  }
  if (hold > 1e-6) {
    phases.push({ second, metre: from.metre + rise, mps: top, acceleration: 0 });
    second += hold / top;
  }
  if (fall > 1e-6) {
    phases.push({ second, metre: to.metre - fall, mps: top, acceleration: -brake });
    second += (top - to.mps) / brake;
  }
  return second;
}

function motionAt(path: Path, phases: readonly Phase[], end: number, asked: number): Motion {
  if (asked >= end) return { ...whereAfter(path, path.lengthM), metres: path.lengthM, mps: 0 };
  let low = 0;
  let high = phases.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (phases[middle]!.second <= asked) low = middle;
    else high = middle - 1;
  }
  const phase = phases[low]!;
  const elapsed = Math.max(0, asked - phase.second);
  const mps = Math.max(0, phase.mps + phase.acceleration * elapsed);
  const metres = Math.min(path.lengthM, phase.metre + phase.mps * elapsed + (phase.acceleration * elapsed ** 2) / 2);
  return { ...whereAfter(path, metres), metres, mps };
}
