import type { Feature, Polygon, Position } from 'geojson';
import { areaKm2, type Box, boxOf, clipPolygon, isInside, overlaps, simplifyRing } from './rings.ts';
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
}

/** Smaller inland waters fade above zoom 8, where their source (a grid of about 2 km) is too coarse to be believed. */
const LARGE_LAKE_KM2 = 12;

export function waterIn(source: WaterSource, box: Box, detail: WaterDetail): Feature<Polygon>[] {
  const features: Feature<Polygon>[] = [];
  for (const { coordinates } of source.geometries) {
    for (const polygon of coordinates) {
      const outer = polygon[0] ?? [];
      const extent = boxOf(outer);
      if (!overlaps(extent, box)) continue;
      const isOcean = extent.east - extent.west > 100;
      const area = isOcean ? Infinity : areaKm2(outer);
      const scale = isInside(EUROPE, outer[0] ?? []) ? 1 : 10;
      if (area < detail.leastLakeKm2 * scale) continue;
      const coordinates = simplified(isOcean ? clipPolygon(polygon, box) : polygon, detail);
      if (coordinates.length === 0) continue;
      const properties = { class: isOcean ? 'ocean' : 'lake', ...(area < LARGE_LAKE_KM2 && { minor: 1 }) };
      features.push({ type: 'Feature', properties, geometry: { type: 'Polygon', coordinates } });
    }
  }
  return features;
}

function simplified([outer = [], ...islands]: readonly Position[][], detail: WaterDetail): Position[][] {
  const toleranceAt = (p: Position) => (isInside(EUROPE, p) ? detail.tolerance : detail.toleranceAfar);
  const isKept = (island: Position[]) => areaKm2(island) >= detail.leastIslandKm2 * (isInside(EUROPE, island[0] ?? []) ? 1 : 20);
  return [outer, ...islands.filter(isKept)].map((ring) => simplifyRing(ring, toleranceAt)).filter((ring) => ring.length >= 4);
}
