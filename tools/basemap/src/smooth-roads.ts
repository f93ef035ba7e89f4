import type { Network, Road } from '@spora/simulator/network';
import { haversineM } from '@spora/telemetry/geometry';
import { simplifyLine } from './rings.ts';

/** Bends of networks outside of the inner cities lie on a grid of this width: what is straight in the country is a staircase in them. */
const GRID_M = 40;
/** Nothing is moved farther than the grid had moved it. */
const FARTHEST_M = 0.75 * GRID_M;
const STEP_M = 60;
/** Each moves a point half-way between those beside it; so many even out the longest steps of a staircase. */
const PASSES = 40;
/** Degrees; some 5 m. */
const TOLERANCE = 0.00005;
const DEGREE_M = 111_320;

/** Whether a network knows its roads to a few metres: those of inner cities, which have streets with names. */
export const isFine = (network: Network): boolean => network.town !== null;

interface Vertex {
  readonly lat: number;
  readonly lng: number;
  readonly beside: Set<Vertex>;
  shown: readonly [lat: number, lng: number];
}

/** The roads of a coarse network as they run in the country; across junctions, at which most of them end. Fairways keep clear of coasts. */
export function smoothRoads(network: Network): readonly Road[] {
  if (isFine(network)) return network.roads;
  const known = new Map<string, Vertex>();
  const vertexAt = (lat: number, lng: number): Vertex => {
    const key = `${lat.toFixed(6)},${lng.toFixed(6)}`;
    const vertex = known.get(key) ?? { lat, lng, beside: new Set(), shown: [lat, lng] };
    known.set(key, vertex);
    return vertex;
  };
  const lines = network.roads.map((road) => {
    if (road.roadClass === 'fairway') return null;
    const line = inSteps(road.points).map(([lat, lng]) => vertexAt(lat, lng));
    for (const [i, to] of line.entries()) {
      const from = line[i - 1];
      if (!from || from === to) continue;
      from.beside.add(to);
      to.beside.add(from);
    }
    return line;
  });
  const inner = [...known.values()].filter(({ beside }) => beside.size > 1);
  for (let pass = 0; pass < PASSES; pass += 1) {
    const next = inner.map(evened);
    for (const [i, vertex] of inner.entries()) vertex.shown = next[i] ?? vertex.shown;
  }
  return network.roads.map((road, i) => {
    const line = lines[i];
    if (!line) return road;
    const points = simplifyLine(
      line.map(({ shown }) => [...shown]),
      TOLERANCE,
    );
    return { ...road, points: Float64Array.from(points.flat()) };
  });
}

/** Half-way to the middle of its neighbours, but no farther from where it was told to be than the grid explains. */
function evened({ lat, lng, beside, shown }: Vertex): readonly [number, number] {
  let [latSum, lngSum] = [0, 0];
  for (const other of beside) {
    latSum += other.shown[0];
    lngSum += other.shown[1];
  }
  const narrow = Math.cos((lat * Math.PI) / 180);
  const dLat = (shown[0] + latSum / beside.size) / 2 - lat;
  const dLng = (shown[1] + lngSum / beside.size) / 2 - lng;
  const metres = Math.hypot(dLat, dLng * narrow) * DEGREE_M;
  const share = metres > FARTHEST_M ? FARTHEST_M / metres : 1;
  return [lat + dLat * share, lng + dLng * share];
}

/** A line of latitude and longitude in turn, with a point at least every `STEP_M`. */
function inSteps(points: Float64Array): [lat: number, lng: number][] {
  const out: [number, number][] = [[points[0] ?? 0, points[1] ?? 0]];
  for (let i = 2; i < points.length; i += 2) {
    const [fromLat = 0, fromLng = 0, lat = 0, lng = 0] = points.subarray(i - 2, i + 2);
    const steps = Math.max(1, Math.ceil(haversineM(fromLat, fromLng, lat, lng) / STEP_M));
    for (let step = 1; step <= steps; step += 1)
      out.push([fromLat + ((lat - fromLat) * step) / steps, fromLng + ((lng - fromLng) * step) / steps]);
  }
  return out;
}
