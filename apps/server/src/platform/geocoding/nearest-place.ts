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
  /** The places of the first part of an address, as it is written, that names one. */
  const placeAmong = (address: string): NamedPlace[] => {
    for (const part of partsOf(address)) {
      const named = places.filter((_, i) => folded[i] === part);
      if (named.length > 0) return named;
    }
    return [];
  };
  return {
    id: 'nearest-place',
    async reverse(point) {
      const [found] = around(index, point.lon, point.lat, 1, FARTHEST_KM);
      const place = found === undefined ? undefined : places[found];
      return place ? toAddress(place) : null;
    },
    async search(text, { near, limit }) {
      const wanted = fold(text);
      const begins = places.filter((_, i) => folded[i]?.startsWith(wanted));
      const matches = begins.length > 0 ? begins : placeAmong(wanted);
      const rank = (place: NamedPlace): number =>
        Math.log10(place.population + 10) - (near ? haversineM(near.lat, near.lon, place.lat, place.lon) / 200_000 : 0);
      return matches
        .toSorted((a, b) => rank(b) - rank(a))
        .slice(0, limit)
        .map(toAddress);
    },
  };
}

/** The town of an address stands last in it, but for the country: "Sergels torg, 111 57 Stockholm, Sverige". */
function partsOf(address: string): string[] {
  return address
    .split(',')
    .toReversed()
    .flatMap((part) => {
      const words = part.trim().split(/\s+/);
      return words.map((_, i) => words.slice(i).join(' ')).filter((name) => name !== '');
    });
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
