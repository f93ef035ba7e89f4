import { planDrive } from './drive.ts';
import type { DayPlan, Life, TimedDrive } from './day-plan.ts';
import { findRoute, nearestJunction, type Network } from './network.ts';
import { mannerOf } from './occupation.ts';
import { pathThrough, pathOf, type Path } from './path.ts';
import { randomOf } from './random.ts';

/** Something is taken away from where it stands, and brought back: on the load of another vehicle, its own engine off. */
export interface Outing {
  readonly fromMs: number;
  /** When its way back begins. */
  readonly backMs: number;
  /** Latitude and longitude of where it is taken to: the nearest crossing. */
  readonly to: readonly [number, number];
}

const LOADED_KMH = 40;
const QUIET_MS = 5 * 60_000;

/** A life with one outing in it; what it would have done meanwhile falls out. */
export function withOuting(life: Life, { fromMs, backMs, to }: Outing, network: Network): Life {
  const start = life.planOf(life.dayAt(fromMs)).start;
  const away = wayBetween(network, start, { lat: to[0], lon: to[1] });
  const random = randomOf(network.name, 'outing', fromMs);
  const carry = (path: Path, wantedMs: number): TimedDrive => {
    const drive = planDrive(path, mannerOf('service', random), random);
    const lastsMs = Math.ceil(drive.seconds) * 1000;
    // A day's records end with the day.
    const startMs = Math.min(wantedMs, life.planOf(life.dayAt(wantedMs)).endMs - lastsMs - QUIET_MS);
    return { startMs, endMs: startMs + lastsMs, drive, isCarried: true };
  };
  const out = carry(away, fromMs);
  const back = carry(reversed(away), backMs);
  const there = { lat: away.lat.at(-1) ?? to[0], lon: away.lon.at(-1) ?? to[1] };
  return {
    dayAt: (atMs) => life.dayAt(atMs),
    planOf(day): DayPlan {
      const plan = life.planOf(day);
      if (back.endMs < plan.startMs || out.startMs >= plan.endMs) return plan;
      const own = plan.drives.filter(({ startMs, endMs }) => endMs < out.startMs || startMs > back.endMs);
      const carried = [out, back].filter(({ startMs }) => startMs >= plan.startMs && startMs < plan.endMs);
      const drives = [...own, ...carried].sort((a, b) => a.startMs - b.startMs);
      return {
        ...plan,
        start: out.startMs < plan.startMs ? there : plan.start,
        drives,
        lengthM: drives.reduce((sum, { drive }) => sum + drive.path.lengthM, 0),
      };
    },
  };
}

interface Point {
  readonly lat: number;
  readonly lon: number;
}

/** From door to door: sites lie off the street. */
function wayBetween(network: Network, from: Point, to: Point): Path {
  const steps = findRoute(network, nearestJunction(network, from.lat, from.lon), nearestJunction(network, to.lat, to.lon)) ?? [];
  const street = steps.length === 0 ? [to] : pointsOf(pathOf(network, steps));
  return pathThrough([from, ...street], LOADED_KMH);
}

const pointsOf = ({ lat, lon }: Path): Point[] => Array.from(lat, (value, i) => ({ lat: value, lon: lon[i] ?? 0 }));
const reversed = (path: Path): Path => pathThrough(pointsOf(path).reverse(), LOADED_KMH);
