import { bearingDeg, haversineM } from '@spora/telemetry/geometry';
import { degreeOf, type Network, type RoadClass, type Step } from './network.ts';
import { hashOf } from './random.ts';

/** The line a vehicle follows: vertices with the metres to them, and what holds on the stretch that follows each. */
export interface Path {
  readonly lat: Float64Array;
  readonly lon: Float64Array;
  /** Metres from the start to each vertex. */
  readonly metres: Float64Array;
  /** Limit of the stretch that begins at the vertex, km/h. */
  readonly kmh: Float64Array;
  readonly isTunnel: Uint8Array;
  /** Traffic lights stand at these vertices. */
  readonly lights: readonly number[];
  readonly lengthM: number;
}

export interface Whereabouts {
  readonly lat: number;
  readonly lon: number;
  readonly headingDeg: number;
  readonly isTunnel: boolean;
}

const LIGHT_CLASSES: ReadonlySet<RoadClass> = new Set(['primary', 'secondary', 'tertiary']);
const LIGHT_SHARE = 0.35;

/** Joins the roads of a route into one line; junctions of the larger streets carry lights, always the same ones. */
export function pathOf(network: Network, steps: readonly Step[]): Path {
  const draft = createDraft();
  for (const { road, isReversed } of steps) {
    const count = road.points.length / 2;
    for (let i = 0; i < count; i++) {
      const at = isReversed ? count - 1 - i : i;
      draft.add(road.points[2 * at]!, road.points[2 * at + 1]!, road.kmh, road.isTunnel);
    }
    const junction = isReversed ? road.from : road.to;
    const isLit = LIGHT_CLASSES.has(road.roadClass) && degreeOf(network, junction) > 2;
    if (isLit && hashOf(network.name, junction) % 1000 < LIGHT_SHARE * 1000) draft.addLight();
  }
  return draft.path();
}

/** A line through points, all at one speed limit. */
export function pathThrough(points: readonly { readonly lat: number; readonly lon: number }[], kmh: number): Path {
  const draft = createDraft();
  for (const { lat, lon } of points) draft.add(lat, lon, kmh, false);
  return draft.path();
}

/** Where a vehicle is after so many metres. */
export function whereAfter(path: Path, metres: number): Whereabouts {
  let low = 0;
  let high = path.metres.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (path.metres[middle]! <= metres) low = middle;
    else high = middle - 1;
  }
  const span = path.metres[low + 1]! - path.metres[low]!;
  const share = Math.max(0, Math.min(1, (metres - path.metres[low]!) / span));
  const [aLat, aLon, bLat, bLon] = [path.lat[low]!, path.lon[low]!, path.lat[low + 1]!, path.lon[low + 1]!];
  return {
    lat: aLat + (bLat - aLat) * share,
    lon: aLon + (bLon - aLon) * share,
    headingDeg: Math.round(bearingDeg(aLat, aLon, bLat, bLon)) % 360,
    isTunnel: path.isTunnel[low] === 1,
  };
}

function createDraft() {
  const lat: number[] = [];
  const lon: number[] = [];
  const metres: number[] = [];
  const kmh: number[] = [];
  const isTunnel: number[] = [];
  const lights: number[] = [];
  return {
    add(pointLat: number, pointLon: number, limit: number, tunnel: boolean): void {
      const last = lat.length - 1;
      const step = last < 0 ? 0 : haversineM(lat[last]!, lon[last]!, pointLat, pointLon);
      if (last >= 0 && step < 0.5) {
        kmh[last] = limit;
        isTunnel[last] = tunnel ? 1 : 0;
        return;
      }
      lat.push(pointLat);
      lon.push(pointLon);
      metres.push(last < 0 ? 0 : metres[last]! + step);
      kmh.push(limit);
      isTunnel.push(tunnel ? 1 : 0);
    },
    addLight(): void {
      if (lights.at(-1) !== lat.length - 1) lights.push(lat.length - 1);
    },
    path(): Path {
      if (lat.length < 2) throw new Error('a path needs two points that differ');
      return {
        lat: Float64Array.from(lat),
        lon: Float64Array.from(lon),
        metres: Float64Array.from(metres),
        kmh: Float64Array.from(kmh),
        isTunnel: Uint8Array.from(isTunnel),
        lights,
        lengthM: metres.at(-1)!,
      };
    },
  };
}
