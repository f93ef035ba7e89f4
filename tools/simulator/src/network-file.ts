import { decodePolyline } from '@spora/telemetry/polyline';
import { readFileSync } from 'node:fs';
import { lengthOf, type Network, type Road, type RoadClass } from './network.ts';

/** The project's own network file: junctions and bends as encoded polylines of 1e-5 degrees. */
export interface NetworkFile {
  readonly attribution: string;
  readonly source: string;
  readonly networks: readonly {
    readonly name: string;
    /** The urban area that its named streets lie in. */
    readonly town?: string;
    readonly timeZone: string;
    /** Encoded polyline of the junctions. */
    readonly nodes: string;
    readonly classes: readonly RoadClass[];
    /** Of its streets, where they are known. */
    readonly names?: readonly string[];
    /** from, to, flags (1 one-way, 2 tunnel), class index, km/h, encoded polyline of the bends between, index of the name if it has one. */
    readonly roads: readonly (readonly [number, number, number, number, number, string, number?])[];
    readonly places: readonly number[];
  }[];
}

/** A street graph as `--graph` takes it: coordinates as whole 1e-5 degrees, longitude first. */
interface GraphFile {
  readonly precision?: number;
  readonly classes: readonly string[];
  readonly nodes: readonly number[];
  readonly edges: readonly (readonly [number, number, number, number, number, number, number, readonly number[]])[];
}

interface RouteCollection {
  readonly features: readonly {
    readonly properties?: { readonly kmh?: number } | null;
    readonly geometry: { readonly type: string; readonly coordinates: readonly (readonly number[])[] };
  }[];
}

const OWN_FILE = new URL('../data/streets.json', import.meta.url);
let own: ReadonlyMap<string, Network> | undefined;

/** The networks that come with the project, by name. */
export function ownNetworks(): ReadonlyMap<string, Network> {
  own ??= new Map(
    readNetworks(JSON.parse(readFileSync(OWN_FILE, 'utf8')) as NetworkFile).map((network) => [network.name, network]),
  );
  return own;
}

/** One of the project's networks; throws when it has none of that name. */
export function ownNetwork(name: string): Network {
  const network = ownNetworks().get(name);
  if (network === undefined) throw new Error(`no network is called ${name}; there are ${[...ownNetworks().keys()].join(', ')}`);
  return network;
}

export function readNetworks(file: NetworkFile): Network[] {
  return file.networks.map((source) => {
    const nodes = decodePolyline(source.nodes);
    const { lat, lon } = splitPairs(nodes);
    const roads = source.roads.map(([from, to, flags, classIndex, kmh, bends, nameIndex]) =>
      roadOf({
        from,
        to,
        isOneway: (flags & 1) !== 0,
        isTunnel: (flags & 2) !== 0,
        roadClass: source.classes[classIndex] ?? 'street',
        streetName: nameIndex === undefined ? null : (source.names?.[nameIndex] ?? null),
        kmh,
        points: [lat[from]!, lon[from]!, ...decodePolyline(bends), lat[to]!, lon[to]!],
      }),
    );
    return {
      name: source.name,
      town: source.town ?? null,
      timeZone: source.timeZone,
      lat,
      lon,
      roads,
      places: underTheSky(source.places, roads),
    };
  });
}

/** Nobody lives or parks in a tunnel: whoever did would be seen where it begins, and its way would never be the odometer's. */
function underTheSky(places: readonly number[], roads: readonly Road[]): number[] {
  const covered = new Set(roads.flatMap(({ isTunnel, from, to }) => (isTunnel ? [from, to] : [])));
  return places.filter((place) => !covered.has(place));
}

/** Reads a street graph: `nodes` flat `[lon, lat, ...]`, `edges` `[from, to, oneway, class, km/h, name, metres, bends as deltas]`. */
export function readGraph(text: string, name: string, timeZone: string): Network {
  const graph = JSON.parse(text) as GraphFile;
  const scale = graph.precision ?? 100_000;
  const count = graph.nodes.length / 2;
  const lat = new Float64Array(count);
  const lon = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    lon[i] = graph.nodes[2 * i]! / scale;
    lat[i] = graph.nodes[2 * i + 1]! / scale;
  }
  const places = new Set<number>();
  const roads = graph.edges.map(([from, to, oneway, classIndex, kmh, , , deltas]) => {
    const points = [lat[from]!, lon[from]!];
    let x = graph.nodes[2 * from]!;
    let y = graph.nodes[2 * from + 1]!;
    for (let i = 0; i + 1 < deltas.length; i += 2) points.push((y += deltas[i + 1]!) / scale, (x += deltas[i]!) / scale);
    points.push(lat[to]!, lon[to]!);
    const roadClass = classOf(graph.classes[classIndex] ?? '');
    if (roadClass === 'street') places.add(from).add(to);
    return roadOf({ from, to, isOneway: oneway === 1, isTunnel: false, roadClass, kmh: kmh > 0 ? kmh : 40, points });
  });
  if (roads.length === 0) throw new Error(`${name}: the graph has no edges`);
  return {
    name,
    town: null,
    timeZone,
    lat,
    lon,
    roads,
    places: places.size > 1 ? [...places] : [...new Set(roads.map((road) => road.from))],
  };
}

/** Reads long routes as GeoJSON lines; each becomes a network of its own that is driven there and back. */
export function readRoutes(text: string, timeZone: string): Network[] {
  const collection = JSON.parse(text) as RouteCollection;
  return collection.features.flatMap((feature, index) => {
    if (feature.geometry.type !== 'LineString' || feature.geometry.coordinates.length < 2) return [];
    const points = feature.geometry.coordinates.flatMap(([lon, lat]) => [lat!, lon!]);
    const { lat, lon } = splitPairs(points);
    const roads: Road[] = [];
    for (let i = 1; i < lat.length; i++) {
      const kmh = feature.properties?.kmh ?? (Math.min(i, lat.length - i) < 4 ? 60 : 100);
      roads.push(
        roadOf({
          from: i - 1,
          to: i,
          isOneway: false,
          isTunnel: false,
          roadClass: 'trunk',
          kmh,
          points: [lat[i - 1]!, lon[i - 1]!, lat[i]!, lon[i]!],
        }),
      );
    }
    return [{ name: `route ${index + 1}`, town: null, timeZone, lat, lon, roads, places: [0, lat.length - 1] }];
  });
}

function roadOf(road: Omit<Road, 'points' | 'lengthM' | 'streetName'> & { points: number[]; streetName?: string | null }): Road {
  const points = Float64Array.from(road.points);
  return { streetName: null, ...road, points, lengthM: lengthOf(points) };
}

function splitPairs(pairs: readonly number[]): { lat: Float64Array; lon: Float64Array } {
  return {
    lat: Float64Array.from(pairs.filter((_, i) => i % 2 === 0)),
    lon: Float64Array.from(pairs.filter((_, i) => i % 2 === 1)),
  };
}

function classOf(name: string): RoadClass {
  const base = name.replace('_link', '');
  return base === 'motorway' || base === 'trunk' || base === 'primary' || base === 'secondary' || base === 'tertiary'
    ? base
    : 'street';
}
