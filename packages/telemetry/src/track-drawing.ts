import { EARTH_RADIUS_M, type LatLon } from './geometry.ts';

/** Where things stand in a drawing of a stretch of land, north up: x to the right, y down, in units of the drawing. */
export interface DrawingFrame {
  readonly x: (lon: number) => number;
  readonly y: (lat: number) => number;
  readonly metresPerUnit: number;
}

export interface DrawingBox {
  readonly width: number;
  readonly height: number;
  /** Kept free on every side. */
  readonly margin: number;
}

const METRES_PER_DEGREE = (EARTH_RADIUS_M * Math.PI) / 180;
/** A parked object is drawn with some land around it (domain: maps, a frame of 500 m). */
const LEAST_SPAN_M = 500;

/**
 * Fits points into a box, with the same scale both ways: longitudes shrink with the latitude of the middle, which is right
 * to a per cent over some hundred kilometres. Null without points.
 */
export function frameOf(points: readonly LatLon[], box: DrawingBox): DrawingFrame | null {
  let [south, north, west, east] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { lat, lon } of points) {
    south = Math.min(south, lat);
    north = Math.max(north, lat);
    west = Math.min(west, lon);
    east = Math.max(east, lon);
  }
  if (south > north) return null;
  const [midLat, midLon] = [(south + north) / 2, (west + east) / 2];
  const lonScale = METRES_PER_DEGREE * Math.max(0.01, Math.cos((midLat * Math.PI) / 180));
  const wideM = Math.max(LEAST_SPAN_M, (east - west) * lonScale);
  const highM = Math.max(LEAST_SPAN_M, (north - south) * METRES_PER_DEGREE);
  const metresPerUnit = Math.max(wideM / (box.width - 2 * box.margin), highM / (box.height - 2 * box.margin));
  return {
    x: (lon) => box.width / 2 + ((lon - midLon) * lonScale) / metresPerUnit,
    y: (lat) => box.height / 2 - ((lat - midLat) * METRES_PER_DEGREE) / metresPerUnit,
    metresPerUnit,
  };
}

/** The longest round length (1, 2 or 5 times a power of ten metres) that is no wider than `maxUnits` in the drawing. */
export function scaleBarOf(
  { metresPerUnit }: Pick<DrawingFrame, 'metresPerUnit'>,
  maxUnits: number,
): { metres: number; units: number } {
  const most = metresPerUnit * maxUnits;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = ([5, 2, 1].find((step) => step * power <= most) ?? 1) * power;
  return { metres, units: metres / metresPerUnit };
}
