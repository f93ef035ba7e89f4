import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { haversineM } from '@spora/telemetry/geometry';
import type { GeoAddress, Geocoder } from '../ports.ts';

export interface NamedPlace {
  readonly name: string;
  readonly countryCode: string;
  readonly lat: number;
  readonly lon: number;
  readonly population: number;
}

/** Beyond this the nearest place says nothing about a point at sea or in the mountains. */
const FARTHEST_KM = 150;

/**
 * The built-in geocoder: the name of the nearest place of a table. Needs no network; every answer is approximate, and
 * screens say "near Solna" in their own language.
 */
export function createNearestPlace(places: readonly NamedPlace[]): Geocoder {
  const index = new KDBush(places.length);
  for (const place of places) index.add(place.lon, place.lat);
  index.finish();
  const folded = places.map((place) => fold(place.name));
  return {
    id: 'nearest-place',
    async reverse(point) {
      const [found] = around(index, point.lon, point.lat, 1, FARTHEST_KM);
      const place = found === undefined ? undefined : places[found];
      return place ? toAddress(place) : null;
    },
    async search(text, { near, limit }) {
      const wanted = fold(text);
      const matches = places.filter((_, i) => folded[i]?.startsWith(wanted));
      const rank = (place: NamedPlace): number =>
        Math.log10(place.population + 10) - (near ? haversineM(near.lat, near.lon, place.lat, place.lon) / 200_000 : 0);
      return matches
        .toSorted((a, b) => rank(b) - rank(a))
        .slice(0, limit)
        .map(toAddress);
    },
  };
}

const toAddress = (place: NamedPlace): GeoAddress => ({
  label: place.name,
  city: place.name,
  countryCode: place.countryCode,
  lat: place.lat,
  lon: place.lon,
  isApproximate: true,
  providerId: 'nearest-place',
});

/** Search forgives case and diacritics. */
const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/ø/gi, 'o').replace(/æ/gi, 'ae').toLowerCase();
