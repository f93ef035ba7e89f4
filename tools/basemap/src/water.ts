import type { Feature, Polygon, Position } from 'geojson';
import { areaKm2, type Box, boxOf, clipPolygon, isInside, overlaps, roundRing, simplifyRing } from './rings.ts';
import { smoothLakes } from './lakes.ts';
import { EUROPE } from './regions.ts';

/** The three parts of the water source: rivers, lakes, sea, each a list of polygons. */
export interface WaterSource {
  readonly geometries: readonly { readonly coordinates: Position[][][] }[];
}

export interface WaterDetail {
  /** Smaller inland waters are left out. */
  readonly leastLakeKm2: number;
  /** Smaller islands are left out. */
  readonly leastIslandKm2: number;
  /** Degrees, in Europe and elsewhere. */
  readonly tolerance: number;
  readonly toleranceAfar: number;
  /** How often the corners of the coast are cut, which doubles its points each time; none where they are smaller than a pixel. */
  readonly roundings?: number;
}

/** Smaller inland waters fade above zoom 8, where their source is too coarse to be believed. */
const LARGE_LAKE_KM2 = 12;

/** The sea is one polygon of the source that spans the world, its islands the holes; all else is inland. */
export function seaIn(source: WaterSource, box: Box, detail: WaterDetail): Feature<Polygon>[] {
  const seas = source.geometries.flatMap(({ coordinates }) => coordinates).filter((polygon) => spans(polygon) > SEA_SPAN);
  return seas.flatMap((polygon) => {
    const coordinates = simplified(clipPolygon(polygon, box), detail);
    return coordinates.length === 0
      ? []
      : [{ type: 'Feature', properties: { class: 'ocean' }, geometry: { type: 'Polygon', coordinates } }];
  });
}

/** Lakes and wide rivers in `box`, their shores smoothed. */
export function lakesIn(source: WaterSource, box: Box, detail: WaterDetail): Feature<Polygon>[] {
  const inland = source.geometries
    .flatMap(({ coordinates }) => coordinates)
    .filter((polygon) => spans(polygon) <= SEA_SPAN && overlaps(boxOf(polygon[0] ?? []), box));
  return smoothLakes(inland, box, detail.leastLakeKm2).map(({ geometry, km2 }) => ({
    type: 'Feature',
    properties: { class: 'lake', ...(km2 < LARGE_LAKE_KM2 && { minor: 1 }) },
    geometry,
  }));
}

/** Lakes as the source has them: for zooms at which its steps are smaller than a pixel. */
export function plainLakesIn(source: WaterSource, detail: WaterDetail): Feature<Polygon>[] {
  return source.geometries
    .flatMap(({ coordinates }) => coordinates)
    .filter((polygon) => {
      const [outer = []] = polygon;
      return spans(polygon) <= SEA_SPAN && areaKm2(outer) >= detail.leastLakeKm2 * (isInside(EUROPE, outer[0] ?? []) ? 1 : 10);
    })
    .map((polygon) => ({
      type: 'Feature',
      properties: { class: 'lake' },
      geometry: { type: 'Polygon', coordinates: simplified(polygon, detail) },
    }));
}

/** Degrees of longitude; no lake is as wide. */
const SEA_SPAN = 100;
function spans([outer = []]: readonly Position[][]): number {
  const { west, east } = boxOf(outer);
  return east - west;
}

function simplified([outer = [], ...islands]: readonly Position[][], detail: WaterDetail): Position[][] {
  const toleranceAt = (p: Position) => (isInside(EUROPE, p) ? detail.tolerance : detail.toleranceAfar);
  const isKept = (island: Position[]) => areaKm2(island) >= detail.leastIslandKm2 * (isInside(EUROPE, island[0] ?? []) ? 1 : 20);
  const rings = [outer, ...islands.filter(isKept)]
    .map((ring) => simplifyRing(ring, toleranceAt))
    .filter((ring) => ring.length >= 4);
  return rings.map((ring) => (detail.roundings ? roundRing(ring, detail.roundings) : ring));
}
