import type { Polygon, Position } from 'geojson';
import { blur, createRaster, paint, trace } from './raster.ts';
import { areaKm2, type Box, simplifyRing } from './rings.ts';

/** Degrees of a cell: about 450 m either way at 60 degrees north. */
const CELL = { x: 0.008, y: 0.004 };
/** Cells: wide enough to melt the steps of the source's grid (0.044 by 0.022 degrees), narrow enough to keep long lakes. */
const BLUR = 2;
const BLUR_PASSES = 2;
/** Of a cell's neighbourhood that is water; below one half, so that blurring does not eat narrow lakes. */
const SHORE = 0.38;

export interface Lake {
  readonly km2: number;
  readonly geometry: Polygon;
}

/**
 * The source cuts inland waters at the edges of a grid and leaves steps and triangles. They are painted on a fine raster,
 * blurred, and their shore is traced again: smooth outlines in one piece, in the right place.
 */
export function smoothLakes(polygons: readonly Position[][][], box: Box, leastKm2: number): Lake[] {
  const raster = createRaster(box, CELL);
  for (const polygon of polygons) paint(raster, polygon);
  for (let pass = 0; pass < BLUR_PASSES; pass += 1) blur(raster, BLUR);
  return trace(raster, SHORE).flatMap((rings) => {
    const [outer = [], ...islands] = rings;
    const km2 = areaKm2(outer);
    if (km2 < leastKm2) return [];
    const kept = [outer, ...islands.filter((island) => areaKm2(island) > 0.5)].map((ring) => simplifyRing(ring, () => 0.0006));
    return [{ km2, geometry: { type: 'Polygon', coordinates: kept } }];
  });
}
