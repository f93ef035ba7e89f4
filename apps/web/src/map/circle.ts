import { EARTH_RADIUS_M, haversineM } from '@spora/telemetry/geometry';
import { boundsOf, type MapPoint } from './shapes.ts';

const DEGREES = 180 / Math.PI;

/** The point that lies so many metres from another in a direction, in degrees clockwise from north. */
export function pointAt({ lat, lng }: MapPoint, distanceM: number, bearing: number): MapPoint {
  const angle = distanceM / EARTH_RADIUS_M;
  const phi = lat / DEGREES;
  const theta = bearing / DEGREES;
  const to = Math.asin(Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(theta));
  const east = Math.atan2(Math.sin(theta) * Math.sin(angle) * Math.cos(phi), Math.cos(angle) - Math.sin(phi) * Math.sin(to));
  return { lat: to * DEGREES, lng: lng + east * DEGREES };
}

/** A circle on the sphere as a closed ring of points, for drawing. */
export const ringOf = (center: MapPoint, radiusM: number, points = 64): MapPoint[] =>
  Array.from({ length: points + 1 }, (_, i) => pointAt(center, radiusM, (i / points) * 360));

/** A shape so many times as large around its own middle: what shall be in view with it. */
export function widened(points: readonly MapPoint[], times: number): MapPoint[] {
  const bounds = boundsOf(points);
  if (!bounds) return [];
  const [lat, lng] = [(bounds.north + bounds.south) / 2, (bounds.east + bounds.west) / 2];
  return points.map((each) => ({ lat: lat + (each.lat - lat) * times, lng: lng + (each.lng - lng) * times }));
}

export interface RadiusLimits {
  readonly min: number;
  readonly max: number;
}

/** The radius whose edge runs through a point, in whole metres within what is allowed. */
export const radiusThrough = (center: MapPoint, edge: MapPoint, { min, max }: RadiusLimits): number =>
  Math.min(max, Math.max(min, Math.round(haversineM(center.lat, center.lng, edge.lat, edge.lng))));

/** `59,3293; 18.0686` or `59.3293 18.0686`, as people copy it from elsewhere; null for anything that is no point on earth. */
export function readCoordinates(text: string): MapPoint | null {
  const found =
    /^\s*(-?\d{1,2}(?:[.,]\d+)?)°?\s*(?:[;\s]|,\s)\s*(-?\d{1,3}(?:[.,]\d+)?)°?\s*$|^\s*(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(
      text,
    );
  if (!found) return null;
  const [lat, lng] = [found[1] ?? found[3], found[2] ?? found[4]].map((each) => Number(each?.replace(',', '.')));
  return lat !== undefined && lng !== undefined && Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
}

/** As `readCoordinates` reads it: six decimals are a tenth of a metre. */
export const coordinatesText = ({ lat, lng }: MapPoint): string => `${lat.toFixed(6)}, ${lng.toFixed(6)}`;
