import { haversineM } from '@spora/telemetry/geometry';

/** How a road is driven; `fairway` is water. */
export type RoadClass = 'motorway' | 'trunk' | 'primary' | 'secondary' | 'tertiary' | 'street' | 'fairway';

/** A stretch between two junctions. `points` is lat, lon, lat, lon, ... with both ends. */
export interface Road {
  readonly from: number;
  readonly to: number;
  readonly isOneway: boolean;
  readonly roadClass: RoadClass;
  /** null: it has none, or it is not known. */
  readonly streetName: string | null;
  readonly kmh: number;
  readonly isTunnel: boolean;
  readonly points: Float64Array;
  readonly lengthM: number;
}

/** A street network, or water to sail: junctions and what joins them. */
export interface Network {
  readonly name: string;
  /** The urban area that its named streets lie in; null: they have no names. */
  readonly town: string | null;
  /** IANA name; working hours follow it. */
  readonly timeZone: string;
  readonly lat: Float64Array;
  readonly lon: Float64Array;
  readonly roads: readonly Road[];
  /** Junctions at which people live, work or moor. */
  readonly places: readonly number[];
}

/** A road driven in one of its directions. */
export interface Step {
  readonly road: Road;
  readonly isReversed: boolean;
}

interface Arc extends Step {
  readonly target: number;
  readonly seconds: number;
}

const FASTEST_MPS = 130 / 3.6;
const arcsOf = new WeakMap<Network, readonly (readonly Arc[])[]>();

function outgoing(network: Network): readonly (readonly Arc[])[] {
  const known = arcsOf.get(network);
  if (known !== undefined) return known;
  const arcs: Arc[][] = Array.from({ length: network.lat.length }, () => []);
  for (const road of network.roads) {
    const seconds = road.lengthM / (road.kmh / 3.6);
    arcs[road.from]?.push({ road, isReversed: false, target: road.to, seconds });
    if (!road.isOneway) arcs[road.to]?.push({ road, isReversed: true, target: road.from, seconds });
  }
  arcsOf.set(network, arcs);
  return arcs;
}

/** How many roads meet at a junction, either way. */
export function degreeOf(network: Network, junction: number): number {
  return outgoing(network)[junction]?.length ?? 0;
}

export function lengthOf(points: Float64Array): number {
  let sum = 0;
  for (let i = 3; i < points.length; i += 2) sum += haversineM(points[i - 3]!, points[i - 2]!, points[i - 1]!, points[i]!);
  return sum;
}

/** The quickest way by the roads' speeds (A*, straight line at 130 km/h as the bound); undefined when there is none. */
export function findRoute(network: Network, from: number, to: number): readonly Step[] | undefined {
  const arcs = outgoing(network);
  const goalLat = network.lat[to]!;
  const goalLon = network.lon[to]!;
  const best = new Map<number, { cost: number; arc: Arc | undefined; before: number }>([
    [from, { cost: 0, arc: undefined, before: -1 }],
  ]);
  const settled = new Set<number>();
  const queue = createQueue();
  queue.push(from, 0);
  for (let here = queue.pop(); here !== undefined; here = queue.pop()) {
    if (here === to) break;
    if (settled.has(here)) continue;
    settled.add(here);
    const cost = best.get(here)!.cost;
    for (const arc of arcs[here] ?? []) {
      const reached = cost + arc.seconds;
      const known = best.get(arc.target);
      if (known !== undefined && known.cost <= reached) continue;
      best.set(arc.target, { cost: reached, arc, before: here });
      queue.push(
        arc.target,
        reached + haversineM(network.lat[arc.target]!, network.lon[arc.target]!, goalLat, goalLon) / FASTEST_MPS,
      );
    }
  }
  if (!best.has(to)) return undefined;
  const steps: Step[] = [];
  for (let node = best.get(to)!; node.arc !== undefined; node = best.get(node.before)!) steps.push(node.arc);
  return steps.reverse();
}

/** The junction nearest to a point; among `candidates` when given. */
export function nearestJunction(network: Network, lat: number, lon: number, candidates?: readonly number[]): number {
  let nearest = 0;
  let least = Infinity;
  const shrink = Math.cos((lat * Math.PI) / 180);
  const test = (junction: number): void => {
    const distance = Math.hypot(network.lat[junction]! - lat, (network.lon[junction]! - lon) * shrink);
    if (distance < least) {
      least = distance;
      nearest = junction;
    }
  };
  if (candidates !== undefined) for (const junction of candidates) test(junction);
  else for (let junction = 0; junction < network.lat.length; junction++) test(junction);
  return nearest;
}

function createQueue(): { push(item: number, key: number): void; pop(): number | undefined } {
  const items: number[] = [];
  const keys: number[] = [];
  const swap = (a: number, b: number): void => {
    [items[a], items[b]] = [items[b]!, items[a]!];
    [keys[a], keys[b]] = [keys[b]!, keys[a]!];
  };
  return {
    push(item, key) {
      let at = items.push(item) - 1;
      keys.push(key);
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (keys[parent]! <= key) break;
        swap(at, parent);
        at = parent;
      }
    },
    pop() {
      const first = items[0];
      if (first === undefined) return undefined;
      swap(0, items.length - 1);
      items.pop();
      keys.pop();
      for (let at = 0; ;) {
        const left = 2 * at + 1;
        if (left >= items.length) break;
        const least = left + 1 < items.length && keys[left + 1]! < keys[left]! ? left + 1 : left;
        if (keys[at]! <= keys[least]!) break;
        swap(at, least);
        at = least;
      }
      return first;
    },
  };
}
