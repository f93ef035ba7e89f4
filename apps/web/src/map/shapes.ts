import type { UnitState } from '@spora/contract/tracking/endpoints';
import type { MarkerSymbol } from '@spora/contract/units/endpoints';

export type { UnitState, MarkerSymbol };

/** Degrees, WGS 84. */
export interface MapPoint {
  readonly lat: number;
  readonly lng: number;
}

/** A unit as the map draws it; features turn their own objects into this. */
export interface MapUnit extends MapPoint {
  readonly id: number;
  /** When the position was taken; an older one never replaces a newer one. */
  readonly timeMs: number;
  /** Degrees clockwise from north. */
  readonly headingDeg: number;
  readonly speedKmh: number;
  readonly state: UnitState;
  /** A CSS hex colour, `#1f6feb`. */
  readonly colour: string;
  readonly symbol: MarkerSymbol;
  readonly title: string;
}

export interface MapBounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The smallest box around points, in a loop: the circles of a whole account are more points than a call takes arguments. */
export function boundsOf(points: readonly MapPoint[]): MapBounds | null {
  const [first] = points;
  if (!first) return null;
  let [west, south, east, north] = [first.lng, first.lat, first.lng, first.lat];
  for (const { lat, lng } of points) {
    west = Math.min(west, lng);
    south = Math.min(south, lat);
    east = Math.max(east, lng);
    north = Math.max(north, lat);
  }
  return { west, south, east, north };
}

/** Pixels along each edge of a map that controls stand on. */
export interface MapEdges {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
  /** More at the right, for the names of towns beside groups of units. */
  readonly townNames?: number;
}

/** A unit that need not be shown; below the name of one that drives stands how fast. */
export interface OtherPoint extends MapPoint {
  readonly isMoving?: boolean;
}

/** Where the map looks when it is first drawn. */
export type MapView =
  | { readonly center: MapPoint; readonly zoom: number }
  | {
      readonly bounds: MapBounds;
      readonly isLabelled?: boolean;
      /** Left outside, where they are not half seen. */
      readonly others?: readonly OtherPoint[];
    };

export interface TrackPoint extends MapPoint {
  readonly timeMs: number;
  readonly speedKmh: number;
  readonly headingDeg: number;
}

/** A stretch without positions: drawn dashed between the points on both sides, or not at all where they are withheld. */
export interface TrackGap {
  readonly fromMs: number;
  readonly toMs: number;
  readonly isWithheld?: boolean;
}

export interface TrackStop extends MapPoint {
  /** Written beside the marker, "25 min": the feature formats it. */
  readonly label: string;
  /** Of a boat, which lies there. */
  readonly isBerth?: boolean;
  /** The one that is looked at: its label is seen, whatever else is written there. */
  readonly isChosen?: boolean;
}

/** A dot on the track that asks for attention (an alarm); placed at the nearest point in time. */
export interface TrackMark {
  readonly timeMs: number;
  readonly kind: 'alarm' | 'note';
  /** Written beside it, where there is room. */
  readonly label?: string;
}

/** One trip: its parts are drawn solid, the gaps between them dashed. */
export interface TripRoute {
  readonly parts: readonly (readonly MapPoint[])[];
  /** An ongoing trip has no end marker. */
  readonly isOngoing: boolean;
  /** Where it stood on its way. */
  readonly stops?: readonly MapPoint[];
  /** A stretch of a longer way: it neither starts nor ends there. */
  readonly isStretch?: boolean;
  /** One of several on a map: its number, by which it has its colour (`route-colours.ts`). */
  readonly number?: number;
  /** Another of them is looked at. */
  readonly isFaint?: boolean;
}

export const PIN_SIGNS = ['speed-up', 'slow-down', 'turn', 'gauge', 'pause'] as const;
/** What a pin's head carries where pins of several kinds stand on one map. */
export type PinSign = (typeof PIN_SIGNS)[number];

export interface MapPin extends MapPoint {
  readonly id: string;
  readonly label: string;
  readonly kind: 'address' | 'place' | 'me' | 'alarm';
}

/** One of many pins of several kinds on one map. */
export interface SignedPin extends MapPoint {
  readonly id: string;
  readonly label: string;
  /** Lines below the label of the one that is chosen. */
  readonly more: string;
  readonly sign: PinSign;
}

/** An area by the symbol that stands for it while it is too small to be seen. */
export interface MapMark extends MapPoint {
  readonly id: string;
  readonly label: string;
  readonly kind: 'area-leave' | 'area-enter' | 'area-both' | 'area-off';
  readonly radiusM: number;
}

export type MapTheme = 'light' | 'dark';
