import { lengthOf, type Network } from '@spora/simulator/network';
import { haversineM } from '@spora/telemetry/geometry';
import { encodePolyline } from '@spora/telemetry/polyline';
import { readFileSync } from 'node:fs';

/** By town of a network, what lies around it. */
interface TownsAround {
  /** Parts and neighbours: place, the town whose streets lie there, longitude and latitude in degrees. */
  readonly around: Readonly<Record<string, readonly Place[]>>;
  /** Streets beside a border: the town of each. */
  readonly named: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
type Place = readonly [place: string, town: string, lng: number, lat: number];

/** The file that comes with the project. */
const ownTownsAround = (): TownsAround =>
  JSON.parse(readFileSync(new URL('../data/towns-around.json', import.meta.url), 'utf8')) as TownsAround;

/** A smaller part of a street so near to the larger one goes on with it across a border ... */
const GOES_ON_M = 1000;
/** ... where it is less than this share: of one that is divided in earnest both towns have a part. */
const SMALL_SHARE = 0.4;

interface StreetPart {
  readonly town: string;
  readonly line: string;
  readonly lengthM: number;
  /** Latitude and longitude in turn, in degrees. */
  readonly points: Float64Array;
}

/**
 * The server's table of streets for "near Sveavägen, Stockholm": lines of town, name and encoded polylines, tab separated. A street is all
 * roads of one name in one town of a network. The town is the network's own unless its neighbours are told (`data/towns-around.json`): the
 * nearest of all places may lie across a water from its street.
 */
export function nearestStreetTable(networks: readonly Network[]): string {
  const { around, named: known } = ownTownsAround();
  const rows = networks.flatMap(({ town, roads }) => {
    if (town === null) return [];
    const named = roads.flatMap(({ streetName, points }) =>
      streetName === null ? [] : { streetName, part: partOf(points, town, around[town] ?? []) },
    );
    return [...Map.groupBy(named, ({ streetName }) => streetName)].flatMap(([name, roadsOf]) =>
      [...byTown(roadsOf.map(({ part }) => ({ ...part, town: known[town]?.[name] ?? part.town })))].map(([inTown, parts]) =>
        // A road that is driven both ways stands once.
        [inTown, name, ...new Set(parts.map(({ line }) => line))].join('\t'),
      ),
    );
  });
  return rows.toSorted().join('\n') + '\n';
}

function partOf(points: Float64Array, ownTown: string, around: readonly Place[]): StreetPart {
  const middle = (points.length >> 2) * 2;
  const lengthM = lengthOf(points);
  const [lat = 0, lon = 0] = points.subarray(middle);
  const farM = ([, , lng, placeLat]: Place): number => haversineM(lat, lon, placeLat, lng);
  const nearest = around.toSorted((a, b) => farM(a) - farM(b))[0];
  return { town: nearest?.[1] ?? ownTown, line: encodePolyline(points), lengthM, points };
}

/** The parts of one name by the town that each is told in. */
function byTown(parts: readonly StreetPart[]): Map<string, StreetPart[]> {
  const towns = Map.groupBy(parts, ({ town }) => town);
  const total = (some: readonly StreetPart[]): number => some.reduce((sum, { lengthM }) => sum + lengthM, 0);
  const [largest, ...smaller] = [...towns.keys()].toSorted((a, b) => total(towns.get(b)!) - total(towns.get(a)!));
  const main = towns.get(largest!)!;
  const whole = total(parts);
  for (const town of smaller) {
    const some = towns.get(town)!;
    if (total(some) >= whole * SMALL_SHARE || !some.some((part) => main.some((other) => isNear(part, other)))) continue;
    main.push(...some);
    towns.delete(town);
  }
  return towns;
}

function isNear({ points: a }: StreetPart, { points: b }: StreetPart): boolean {
  for (let i = 0; i < a.length; i += 2)
    for (let j = 0; j < b.length; j += 2) if (haversineM(a[i]!, a[i + 1]!, b[j]!, b[j + 1]!) < GOES_ON_M) return true;
  return false;
}
