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

/** Nearer than this a point is said to be in the place, farther away to be near it. */
const IN_PLACE_M = 1_500;
/** Beyond this the nearest place says nothing about a point at sea or in the mountains. */
const FARTHEST_KM = 150;

/**
 * The built-in geocoder: the nearest place of a table, "Solna" or "4 km NE Solna". Needs no network; every answer is
 * approximate. Directions are left as compass letters N, NE, E, ... which the three languages translate on display.
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
      return place ? toAddress(place, labelFor(place, point)) : null;
    },
    async search(text, { near, limit }) {
      const wanted = fold(text);
      const matches = places.filter((_, i) => folded[i]?.startsWith(wanted));
      const rank = (place: NamedPlace): number =>
        Math.log10(place.population + 10) - (near ? haversineM(near.lat, near.lon, place.lat, place.lon) / 200_000 : 0);
      return matches
        .toSorted((a, b) => rank(b) - rank(a))
        .slice(0, limit)
        .map((place) => toAddress(place, place.name));
    },
  };
}

function labelFor(place: NamedPlace, point: { lat: number; lon: number }): string {
  const distanceM = haversineM(place.lat, place.lon, point.lat, point.lon);
  if (distanceM < IN_PLACE_M) return place.name;
  return `${Math.round(distanceM / 1000)} km ${compass(place, point)} ${place.name}`;
}

const WINDS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;

function compass(from: { lat: number; lon: number }, to: { lat: number; lon: number }): string {
  const east = (to.lon - from.lon) * Math.cos((from.lat * Math.PI) / 180);
  const degrees = (Math.atan2(east, to.lat - from.lat) * 180) / Math.PI;
  return WINDS[Math.round(((degrees + 360) % 360) / 45) % 8] ?? 'N';
}

const toAddress = (place: NamedPlace, label: string): GeoAddress => ({
  label,
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
