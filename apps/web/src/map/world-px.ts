import type { MapPoint } from './shapes.ts';

const TILE_PX = 512;

/** Pixels from the world's north-western corner at a zoom, as the map projects it (Web Mercator). */
export function worldPx({ lat, lng }: MapPoint, zoom: number): readonly [x: number, y: number] {
  const size = TILE_PX * 2 ** zoom;
  const sine = Math.sin((lat * Math.PI) / 180);
  return [(size * (lng + 180)) / 360, size * (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI))];
}

/** The place that `worldPx` puts there. */
export function fromWorldPx(x: number, y: number, zoom: number): MapPoint {
  const size = TILE_PX * 2 ** zoom;
  return {
    lat: (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / size))) * 180) / Math.PI,
    lng: (x / size) * 360 - 180,
  };
}

/** A cell of the world as one number: at the closest zoom there are fewer rows than that. */
export const cellKey = (column: number, row: number): number => column * 2 ** 26 + row;

/** A rectangle of the world in its pixels at a zoom. */
export interface ViewPx {
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly south: number;
  /** The width of the world, which the map repeats. */
  readonly world: number;
}

interface Bounds {
  readonly getNorthWest: () => MapPoint;
  readonly getSouthEast: () => MapPoint;
}

/** What a map shows, and `around` times as much to each side. */
export function viewPx(bounds: Bounds, zoom: number, around = 0): ViewPx {
  const [west, north] = worldPx(bounds.getNorthWest(), zoom);
  const [east, south] = worldPx(bounds.getSouthEast(), zoom);
  const [width, height] = [(east - west) * around, (south - north) * around];
  return { west: west - width, north: north - height, east: east + width, south: south + height, world: TILE_PX * 2 ** zoom };
}

/** Whether it lies in the view, in whichever of the worlds beside each other. */
export const isInside = ({ west, north, east, south, world }: ViewPx, x: number, y: number): boolean =>
  y >= north && y <= south && [0, -world, world].some((by) => x + by >= west && x + by <= east);
