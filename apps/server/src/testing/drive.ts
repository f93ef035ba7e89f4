import type { Fix } from '../features/trips/projection.ts';

/** Generated drives for tests: a straight or round way over a plane near Stockholm, one call per stretch. */
export interface DriveBuilder {
  readonly fixes: Fix[];
  readonly timeMs: number;
  /** Drives `seconds` at `kmh`, one record each `everyS`; `turn` degrees a second make loops. */
  drive(seconds: number, kmh: number, options?: Partial<Fix> & { everyS?: number; turn?: number }): DriveBuilder;
  /** Stands; positions scatter by `jitterM`. */
  stand(seconds: number, options?: Partial<Fix> & { everyS?: number; jitterM?: number }): DriveBuilder;
  /** Says nothing while it goes on at `kmh` (0: stands). */
  silent(seconds: number, kmh?: number): DriveBuilder;
}

export const T0 = Date.UTC(2026, 2, 10, 8);
const ORIGIN = { latE7: 593_000_000, lonE7: 180_000_000 };
const E7_PER_M = 1e7 / 111_195;

/** A repeatable stream of numbers from 0 to 1. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function driveBuilder(options: { startMs?: number; seed?: number; withOdometer?: boolean } = {}): DriveBuilder {
  const random = randomFrom(options.seed ?? 1);
  const fixes: Fix[] = [];
  let [x, y, heading, odometer, timeMs] = [0, 0, 30, 1_000_000, options.startMs ?? T0];
  const push = (speedKmh: number, jitterM: number, extra: Partial<Fix>) => {
    const [dx, dy] = [(random() - 0.5) * 2 * jitterM, (random() - 0.5) * 2 * jitterM];
    fixes.push({
      timeMs,
      speedKmh,
      satellites: 9,
      latE7: Math.round(ORIGIN.latE7 + (y + dy) * E7_PER_M),
      lonE7: Math.round(ORIGIN.lonE7 + ((x + dx) * E7_PER_M) / Math.cos((59.3 * Math.PI) / 180)),
      ...(options.withOdometer ? { odometerM: Math.round(odometer) } : {}),
      ...extra,
    });
  };
  const move = (seconds: number, kmh: number, turn: number) => {
    for (let s = 0; s < seconds; s++) {
      heading += turn;
      x += (kmh / 3.6) * Math.sin((heading * Math.PI) / 180);
      y += (kmh / 3.6) * Math.cos((heading * Math.PI) / 180);
      odometer += kmh / 3.6;
    }
    timeMs += seconds * 1000;
  };
  const builder: DriveBuilder = {
    fixes,
    get timeMs() {
      return timeMs;
    },
    drive(seconds, kmh, { everyS = 10, turn = 0, ...extra } = {}) {
      for (let s = 0; s < seconds; s += everyS) {
        move(everyS, kmh, turn);
        push(kmh, 0, extra);
      }
      return builder;
    },
    stand(seconds, { everyS = 30, jitterM = 0, ...extra } = {}) {
      for (let s = 0; s < seconds; s += everyS) {
        timeMs += everyS * 1000;
        push(0, jitterM, extra);
      }
      return builder;
    },
    silent(seconds, kmh = 0) {
      move(seconds, kmh, 0);
      return builder;
    },
  };
  return builder;
}
