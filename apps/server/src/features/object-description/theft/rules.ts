import { simplifyTrack, type LatLon } from '@spora/telemetry/geometry';

/** More are not told apart on a page of paper. */
const POINTS_MAX = 4000;
const TOLERANCES_M = [10, 25, 60, 150, 400, 1000];

const round = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

/**
 * The parts of a track as runs of `[lat, lng, ...]` in degrees, simplified until there are at most some
 * thousand points; a part that never left its place is none.
 */
export function trackToKeep(parts: readonly (readonly LatLon[])[]): number[][] {
  let kept: LatLon[][] = [];
  for (const tolerance of TOLERANCES_M) {
    kept = parts.map((part) => simplifyTrack(part, tolerance));
    if (kept.reduce((sum, part) => sum + part.length, 0) <= POINTS_MAX) break;
  }
  return kept
    .map((part) => part.flatMap(({ lat, lon }) => [round(lat), round(lon)]))
    .filter((run) => run.some((degrees, i) => degrees !== run[i % 2]));
}

export interface Town extends LatLon {
  readonly name: string;
  readonly population: number;
}
const TOWNS_MAX = 12;

/**
 * The largest towns in and around a track, so that somebody finds their way in its drawing: at most a dozen, spread out, none
 * closer to another than a tenth of the drawing.
 */
export function townsNear(points: readonly LatLon[], towns: readonly Town[]): { name: string; lat: number; lng: number }[] {
  if (points.length === 0) return [];
  const lats = points.map(({ lat }) => lat);
  const lons = points.map(({ lon }) => lon);
  const [south, north, west, east] = [least(lats), most(lats), least(lons), most(lons)];
  const [padLat, padLon] = [Math.max(0.02, (north - south) * 0.08), Math.max(0.04, (east - west) * 0.08)];
  const [highest, widest] = [north - south + 2 * padLat, east - west + 2 * padLon];
  const inside = towns
    .filter(({ lat, lon }) => lat >= south - padLat && lat <= north + padLat && lon >= west - padLon && lon <= east + padLon)
    .sort((a, b) => b.population - a.population);
  const chosen: Town[] = [];
  for (const town of inside) {
    if (chosen.length >= TOWNS_MAX) break;
    const isCrowded = chosen.some(
      (other) => Math.abs(other.lat - town.lat) < highest / 10 && Math.abs(other.lon - town.lon) < widest / 5,
    );
    if (!isCrowded) chosen.push(town);
  }
  return chosen.map(({ name, lat, lon }) => ({ name, lat, lng: lon }));
}

const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);
const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), -Infinity);

/** The points of a kept track one by one. */
export const pointsOf = (track: readonly (readonly number[])[]): LatLon[] =>
  track.flatMap((part) => {
    const points: LatLon[] = [];
    for (let i = 0; i + 1 < part.length; i += 2) points.push({ lat: part[i] ?? 0, lon: part[i + 1] ?? 0 });
    return points;
  });

/** A day is in the future when it has not begun yet where the account is. `day` and `today` are `yyyy-MM-dd`. */
export const isInFuture = (day: string | null, today: string): boolean => day !== null && day > today;
