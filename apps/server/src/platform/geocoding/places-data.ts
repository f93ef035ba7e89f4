import { readFileSync } from 'node:fs';
import { decodePolyline } from '@spora/telemetry/polyline';
import type { NamedPlace, NamedStreet } from './nearest-place.ts';

/**
 * The table that `npm run basemap` writes from GeoNames (CC BY 4.0): all places of the Nordic countries and Great
 * Britain, towns of their neighbours. About 8,000 rows; read once when the geocoder is built.
 */
export function readPlaces(): NamedPlace[] {
  const table = readFileSync(new URL('./places-data.tsv', import.meta.url), 'utf8');
  return table
    .trimEnd()
    .split('\n')
    .map((row) => {
      const [countryCode = '', lat, lon, population, name = ''] = row.split('\t');
      return { name, countryCode, lat: Number(lat) / 1e4, lon: Number(lon) / 1e4, population: Number(population) };
    });
}

/**
 * The table that `npm run basemap` writes from the project's own street network (OpenStreetMap, ODbL): the streets that the embedded map
 * draws with their names, of a few towns. About 700 rows.
 */
export function readStreets(): NamedStreet[] {
  const table = readFileSync(new URL('./streets-data.tsv', import.meta.url), 'utf8');
  return table
    .trimEnd()
    .split('\n')
    .map((row) => {
      const [town = '', name = '', ...lines] = row.split('\t');
      return { town, name, lines: lines.map(decodePolyline) };
    });
}
