import { haversineM } from '@spora/telemetry/geometry';
import { boundsOf, type MapEdges, type MapPoint, type MapView } from '../../map/shapes.ts';
import type { HistoryPoint } from './history-model.ts';
import type { ShownUnit } from './model.ts';

/** What somebody searched for and chose. */
export interface FoundPlace {
  readonly label: string;
  readonly city?: string | undefined;
  readonly country_code?: string | undefined;
  readonly lat: number;
  readonly lng: number;
  /** It was looked for with a house number, which is not known: the street or the town is. */
  readonly lacksNumber?: boolean;
}

/** A place as it was found for a text. */
export const foundFor = (text: string, place: FoundPlace & { readonly is_approximate: boolean }): FoundPlace => ({
  ...place,
  lacksNumber: place.is_approximate && /\d/.test(text) && !/\d/.test(place.label),
});

export const pointsOf = (units: readonly ShownUnit[]): MapPoint[] =>
  units.flatMap(({ position }) => (position ? { lat: position.lat, lng: position.lng } : []));

/** The search and the buttons, what the map says of itself below, and the button that hides the list. */
const TRACK_EDGES = {
  wide: { top: 48, right: 56, bottom: 28, left: 40 },
  phone: { top: 56, right: 56, bottom: 60, left: 4 },
} as const satisfies Record<string, MapEdges>;
/** The name of a town, which the map writes to the right of a group of units that stands in it. */
const TOWN_NAME_PX = 72;
/** The name of a unit and how fast it drives, below its symbol. */
const UNIT_NAME_PX = 16;
const withNames = (edges: MapEdges): MapEdges => ({
  ...edges,
  townNames: TOWN_NAME_PX,
  bottom: edges.bottom + UNIT_NAME_PX,
});
/** The card of what was found, below the search: as wide as it, and folded on a phone. */
const CARD_PX = { right: 360, bottom: 148 } as const;
/** Half the name of a unit, beyond its symbol. */
const HALF_NAME_PX = 36;
const EDGES = {
  track: TRACK_EDGES,
  fleet: {
    wide: withNames(TRACK_EDGES.wide),
    // Below a symbol its name is wider, and at the edge of a narrow map it would be cut; more would leave the fleet too little room.
    phone: { ...withNames(TRACK_EDGES.phone), left: HALF_NAME_PX / 2 },
  },
  found: {
    // Beside the card there is no room for the name of a town as well.
    wide: { ...withNames(TRACK_EDGES.wide), left: CARD_PX.right, townNames: HALF_NAME_PX },
    phone: { ...withNames(TRACK_EDGES.phone), top: CARD_PX.bottom },
  },
};

/** What is shown, and what is written beside it, stays inside of these; the same object each time. */
export const edgesOf = (width: 'wide' | 'phone', shown: keyof typeof EDGES): MapEdges => EDGES[shown][width];

/** What stands on the map just now: also a group that is opened beside the card of a found place parts where it can be seen. */
export const standing = ({ isPast, hasPin }: { isPast: boolean; hasPin: boolean }): keyof typeof EDGES =>
  isPast ? 'track' : hasPin ? 'found' : 'fleet';

/** Close enough to tell the street. */
export const UNIT_ZOOM = 13;

/** Where the map opens: a link to a history where that was, one to a unit where that is, else where the fleet is. */
export function firstView(
  units: readonly ShownUnit[],
  selectedId: number | null,
  track: readonly HistoryPoint[] = [],
): MapView | null {
  const drawn = track.filter((point) => !point.isImplausible);
  const linked = pointsOf(units.filter((unit) => unit.id === selectedId));
  const [unit] = linked;
  if (unit && drawn.length === 0) return { center: unit, zoom: UNIT_ZOOM };
  if (drawn.length > 0) {
    const bounds = boundsOf(drawn);
    return bounds && { bounds, isLabelled: true };
  }
  const { most, others } = mostOf(
    units.flatMap(({ position, state }) => (position ? { lat: position.lat, lng: position.lng, state } : [])),
  );
  const bounds = boundsOf(most);
  if (others.length === 0) return bounds && { bounds };
  return bounds && { bounds, others: others.map(({ lat, lng, state }) => ({ lat, lng, isMoving: state === 'moving' })) };
}

/**
 * How close each kind of what is searched for is shown; a town a little closer where its units lie closely, and from farther where the map
 * has no street of it: there the roads that lead to it tell where one is.
 */
const FOUND_ZOOM = { townWithoutStreets: 10, town: 11, townOfUnits: 12, street: 15, address: 16 } as const;
/** Units so near to the middle of a town are those in it. */
const IN_TOWN_M = 15_000;

/** What of a found place is shown. */
export interface FoundView {
  /** The place, and what is to be seen with it. */
  readonly points: readonly MapPoint[];
  readonly zoom: number;
}

/** "Uppsala" and "Uppsala, Uppsala", of which the map has the name. */
function isTown({ label, city }: FoundPlace): boolean {
  const [first = ''] = label.split(',');
  return first.trim() === city?.trim();
}

/** What is written beside the pin of a found place; a town's name is on the map already. */
export const pinLabel = (place: FoundPlace): string => (isTown(place) ? '' : place.label);

/**
 * MAP-027: a town is shown as a town with the units in it, a street as a street, an address as a house; none closer than `detailZoom`, up
 * to which the map has something to show there.
 */
export function foundView(place: FoundPlace, units: readonly ShownUnit[], detailZoom: number): FoundView {
  const [first = ''] = place.label.split(',');
  if (!isTown(place)) {
    const zoom = /\d/.test(first) ? FOUND_ZOOM.address : FOUND_ZOOM.street;
    return { points: [place], zoom: Math.min(zoom, detailZoom) };
  }
  const inside = pointsOf(units).filter((at) => haversineM(place.lat, place.lng, at.lat, at.lng) <= IN_TOWN_M);
  const zoom = inside.length > 0 ? FOUND_ZOOM.townOfUnits : FOUND_ZOOM.town;
  return {
    points: [place, ...inside],
    zoom: detailZoom > FOUND_ZOOM.town ? Math.min(zoom, detailZoom) : FOUND_ZOOM.townWithoutStreets,
  };
}

/** So many of the fleet may lie outside of the first view. */
const FAR_SHARE = 0.15;
/** Left out only where the others are then seen so much closer, */
const MUCH_CLOSER = 0.65;
/** and no more than it takes. */
const AS_CLOSE = 1.1;

/** Where most are: without the farthest few, if the frame is much smaller then. All are a press of a button away (MAP-027). */
function mostOf<Point extends MapPoint>(points: readonly Point[]): { most: readonly Point[]; others: readonly Point[] } {
  const all = { most: points, others: [] };
  const farthest = Math.floor(points.length * FAR_SHARE);
  if (farthest === 0) return all;
  const middleOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const [lat, lng] = [middleOf(points.map((point) => point.lat)), middleOf(points.map((point) => point.lng))];
  // A degree of longitude is the shorter the further north; the map draws it as long as one of latitude is there.
  const narrow = Math.cos((lat * Math.PI) / 180);
  const fromMiddle = (point: Point): number => Math.hypot(point.lat - lat, (point.lng - lng) * narrow);
  const nearFirst = points
    .map((point) => ({ point, far: fromMiddle(point) }))
    .toSorted((a, b) => a.far - b.far)
    .map(({ point }) => point);
  const sizeWithout = (count: number): number => {
    const bounds = boundsOf(nearFirst.slice(0, points.length - count));
    return bounds ? bounds.north - bounds.south + (bounds.east - bounds.west) * narrow : 0;
  };
  const [whole, least] = [sizeWithout(0), sizeWithout(farthest)];
  if (least > whole * MUCH_CLOSER) return all;
  let count = farthest;
  while (count > 1 && sizeWithout(count - 1) <= least * AS_CLOSE) count -= 1;
  const shown = points.length - count;
  return { most: nearFirst.slice(0, shown), others: nearFirst.slice(shown) };
}
