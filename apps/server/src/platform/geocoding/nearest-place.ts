import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { fold } from '@spora/messages/fold';
import { distanceToSegmentM, haversineM } from '@spora/telemetry/geometry';
import type { GeoAddress, Geocoder } from '../ports.ts';

export interface NamedPlace {
  readonly name: string;
  readonly countryCode: string;
  readonly lat: number;
  readonly lon: number;
  readonly population: number;
}

/** Farther away than this a place is told with how far it is: one is not there. */
const THERE_KM = 10;

/** All of one street in one town. */
export interface NamedStreet {
  readonly town: string;
  readonly name: string;
  /** Each as latitude and longitude in turn, in degrees. */
  readonly lines: readonly (readonly number[])[];
}

/** Farther from the middle of a street another one may be meant, which the table need not have. */
const BESIDE_STREET_M = 35;
/** Nobody lives in a tunnel or on a slip road: any street within reach is the better address. */
const WAY_THROUGH = /(tunnel(n|en)?|(av|på)fart(en)?|rampe?n?)($|\s)/i;
/** Streets are looked for by points along them, which lie no farther apart. */
const LOOK_EVERY_M = 40;

/** Beyond this the nearest place says nothing about a point at sea or in the mountains. */
const FARTHEST_KM = 150;

/**
 * The built-in geocoder: the nearest place of a table, and the street where the point lies beside one of a table. Needs no network; every
 * answer is approximate, and screens say "near Solna", "43 km from Kiruna" or "near Hagavägen, Stockholm" in their own language.
 */
export function createNearestPlace(places: readonly NamedPlace[], streets: readonly NamedStreet[] = []): Geocoder {
  const index = new KDBush(places.length);
  for (const place of places) index.add(place.lon, place.lat);
  index.finish();
  const folded = places.map((place) => fold(place.name));
  const foldedStreets = streets.map(({ name }) => fold(name));
  const streetBeside = createStreetLookup(streets);
  const placeNear = (lat: number, lon: number): NamedPlace | undefined => {
    const [found] = around(index, lon, lat, 1, FARTHEST_KM);
    return found === undefined ? undefined : places[found];
  };
  const onStreet = (place: NamedPlace, street: NamedStreet): GeoAddress => ({
    ...toAddress(place),
    label: `${street.name}, ${street.town}`,
    city: street.town,
  });
  /** A street as a place to go to: its middle. */
  const streetAddress = (street: NamedStreet): GeoAddress | null => {
    const [lat = 0, lon = 0] = middleOf(street);
    const place = placeNear(lat, lon);
    return place ? { ...onStreet(place, street), lat, lon } : null;
  };
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
      const place = placeNear(point.lat, point.lon);
      if (!place) return null;
      const street = streetBeside(point.lat, point.lon);
      if (street) return onStreet(place, street);
      const km = haversineM(point.lat, point.lon, place.lat, place.lon) / 1000;
      return { ...toAddress(place), ...(km < THERE_KM ? {} : { label: `${place.name} (${Math.round(km)} km)` }) };
    },
    async search(text, { near, limit }) {
      const wanted = fold(text).trim();
      const farFrom = (point: { lat: number; lon: number }): number =>
        near ? haversineM(near.lat, near.lon, point.lat, point.lon) : 0;
      const roads = (isMeant: (street: NamedStreet, name: string) => boolean): GeoAddress[] =>
        streets
          .flatMap((street, i) => (isMeant(street, foldedStreets[i] ?? '') ? (streetAddress(street) ?? []) : []))
          .toSorted((a, b) => farFrom(a) - farFrom(b));
      // A street with its number or town is that street, not all of the town.
      const addressed = roads((street, name) => isAddressOn(wanted, name, fold(street.town)));
      if (addressed.length > 0) return addressed.slice(0, limit);
      const begins = places.filter((_, i) => folded[i]?.startsWith(wanted));
      const matches = begins.length > 0 ? begins : placeAmong(wanted);
      // The place that is called so comes before larger ones that begin so.
      const rank = (place: NamedPlace): number =>
        (fold(place.name) === wanted ? 100 : 0) + Math.log10(place.population + 10) - farFrom(place) / 200_000;
      const towns = matches.toSorted((a, b) => rank(b) - rank(a)).map(toAddress);
      return [...towns, ...roads((_, name) => name.startsWith(wanted))].slice(0, limit);
    },
  };
}

function createStreetLookup(streets: readonly NamedStreet[]): (lat: number, lon: number) => NamedStreet | undefined {
  const stretches = streets.flatMap((street) => street.lines.flatMap((line) => stretchesOf(street, line)));
  if (stretches.length === 0) return () => undefined;
  const index = new KDBush(stretches.length);
  for (const { a, b } of stretches) index.add((a.lon + b.lon) / 2, (a.lat + b.lat) / 2);
  index.finish();
  return (lat, lon) => {
    let [street, least]: [NamedStreet | undefined, number] = [undefined, Infinity];
    for (const i of around(index, lon, lat, Infinity, (BESIDE_STREET_M + LOOK_EVERY_M / 2) / 1000)) {
      const stretch = stretches[i];
      const beside = stretch ? distanceToSegmentM({ lat, lon }, stretch.a, stretch.b) : Infinity;
      if (!stretch || beside >= BESIDE_STREET_M) continue;
      const distance = beside + (WAY_THROUGH.test(stretch.street.name) ? BESIDE_STREET_M : 0);
      if (distance < least) [street, least] = [stretch.street, distance];
    }
    return street;
  };
}

/** A line in straight stretches of at most `LOOK_EVERY_M`. */
function stretchesOf(street: NamedStreet, line: readonly number[]) {
  return Array.from({ length: line.length / 2 - 1 }, (_, i) => {
    const [aLat = 0, aLon = 0, bLat = 0, bLon = 0] = line.slice(2 * i, 2 * i + 4);
    const parts = Math.max(1, Math.ceil(haversineM(aLat, aLon, bLat, bLon) / LOOK_EVERY_M));
    const at = (part: number) => ({ lat: aLat + ((bLat - aLat) * part) / parts, lon: aLon + ((bLon - aLon) * part) / parts });
    return Array.from({ length: parts }, (_unused, part) => ({ street, a: at(part), b: at(part + 1) }));
  }).flat();
}

/** The point of a street that lies nearest to the middle of all its points. */
function middleOf({ lines }: NamedStreet): readonly [lat: number, lon: number] {
  const points = lines.flatMap((line) =>
    Array.from({ length: line.length / 2 }, (_, i) => [line[2 * i] ?? 0, line[2 * i + 1] ?? 0] as const),
  );
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [lat, lon] = [mean(0), mean(1)];
  const far = (point: readonly [number, number]) => haversineM(lat, lon, point[0], point[1]);
  return points.toSorted((a, b) => far(a) - far(b))[0] ?? [0, 0];
}

/** "Sveavägen 10", "Sveavägen, Stockholm", "Sveavägen 10 B, 111 57 Stockholm, Sverige": a street with something that tells it apart. */
function isAddressOn(wanted: string, street: string, town: string): boolean {
  if (!wanted.startsWith(street) || !/^[\s,]/.test(wanted.slice(street.length))) return false;
  // House numbers and postal codes stand in no table; the letter of a stairway is none of the town's.
  const words = wanted
    .slice(street.length)
    .split(/[\s,]+/)
    .filter((word) => word.length > 1 && !/\d/.test(word));
  const rest = words.join(' ');
  return rest === '' || town.startsWith(rest) || ` ${rest} `.includes(` ${town} `);
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
