import type { Position } from 'geojson';
import { type Box, boxOf, isInside, isWithin } from './rings.ts';

export interface Raster {
  readonly box: Box;
  /** The size of a cell, in the units of the box. */
  readonly cell: { readonly x: number; readonly y: number };
  readonly width: number;
  readonly height: number;
  readonly cells: Float32Array;
}

export function createRaster(box: Box, cell: Raster['cell']): Raster {
  const width = Math.ceil((box.east - box.west) / cell.x) + 2;
  const height = Math.ceil((box.north - box.south) / cell.y) + 2;
  return { box, cell, width, height, cells: new Float32Array(width * height) };
}

/** Scan lines through the middles of the cells, even-odd, so holes stay dry. The border stays empty: contours must close. */
export function paint({ box, cell, width, height, cells }: Raster, polygon: readonly Position[][]): void {
  const extent = boxOf(polygon[0] ?? []);
  const firstRow = Math.max(1, Math.floor((extent.south - box.south) / cell.y));
  const lastRow = Math.min(height - 2, Math.ceil((extent.north - box.south) / cell.y));
  for (let row = firstRow; row <= lastRow; row += 1) {
    const lat = box.south + (row + 0.5) * cell.y;
    const crossings: number[] = [];
    for (const ring of polygon) {
      for (let i = 0; i + 1 < ring.length; i += 1) {
        const [ax = 0, ay = 0] = ring[i] ?? [];
        const [bx = 0, by = 0] = ring[i + 1] ?? [];
        if (ay > lat !== by > lat) crossings.push(ax + ((lat - ay) / (by - ay)) * (bx - ax));
      }
    }
    crossings.sort((a, b) => a - b);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const from = Math.max(1, Math.round(((crossings[i] ?? 0) - box.west) / cell.x));
      const to = Math.min(width - 1, Math.round(((crossings[i + 1] ?? 0) - box.west) / cell.x));
      for (let column = from; column < to; column += 1) cells[row * width + column] = 1;
    }
  }
}

/** A box blur along rows, then along columns, by running sums. */
export function blur({ width, height, cells }: Raster, radius: number): void {
  const span = 2 * radius + 1;
  const along = (count: number, start: number, step: number, line: Float32Array) => {
    let sum = 0;
    for (let i = 0; i < count; i += 1) line[i] = cells[start + i * step] ?? 0;
    for (let i = -radius; i < count; i += 1) {
      sum += (line[i + radius] ?? 0) - (line[i - radius - 1] ?? 0);
      if (i >= 0) cells[start + i * step] = sum / span;
    }
  };
  const row = new Float32Array(width);
  for (let y = 0; y < height; y += 1) along(width, y * width, 1, row);
  const column = new Float32Array(height);
  for (let x = 0; x < width; x += 1) along(height, x, width, column);
}

/** Polygons (outer ring first) of what is at least `level`; they never cross themselves or each other. */
export const trace = (raster: Raster, level: number): Position[][][] => polygonsOf(contours(raster, level));

/** Marching squares between the middles of the cells: closed rings with the painted on the left. */
function contours({ box, cell, width, height, cells }: Raster, level: number): Position[][] {
  const next = new Map<number, number>();
  const points = new Map<number, Position>();
  const value = (x: number, y: number) => cells[y * width + x] ?? 0;
  // An edge of the lattice has one number: even for the one to the right of a cell, odd for the one above it.
  const edge = (x: number, y: number, isUp: boolean) => {
    const id = (y * width + x) * 2 + (isUp ? 1 : 0);
    if (!points.has(id)) {
      const [from, to] = [value(x, y), isUp ? value(x, y + 1) : value(x + 1, y)];
      const share = (level - from) / (to - from);
      points.set(id, [box.west + (x + 0.5 + (isUp ? 0 : share)) * cell.x, box.south + (y + 0.5 + (isUp ? share : 0)) * cell.y]);
    }
    return id;
  };
  for (let y = 0; y + 1 < height; y += 1) {
    for (let x = 0; x + 1 < width; x += 1) {
      const [a, b, c, d] = [
        value(x, y) >= level,
        value(x + 1, y) >= level,
        value(x + 1, y + 1) >= level,
        value(x, y + 1) >= level,
      ];
      if (a === b && b === c && c === d) continue;
      const south = () => edge(x, y, false);
      const east = () => edge(x + 1, y, true);
      const north = () => edge(x, y + 1, false);
      const west = () => edge(x, y, true);
      // Leave the square where the water on the left ends: from the edge with dry land before, to the one after.
      if (a && !b) next.set(south(), !c && !d ? west() : c && !d ? east() : !c && d ? north() : east());
      if (b && !c) next.set(east(), !d && !a ? south() : d && !a ? north() : !d && a ? west() : north());
      if (c && !d) next.set(north(), !a && !b ? east() : a && !b ? west() : !a && b ? south() : west());
      if (d && !a) next.set(west(), !b && !c ? north() : b && !c ? south() : !b && c ? east() : south());
    }
  }
  const rings: Position[][] = [];
  for (const start of [...next.keys()]) {
    const ring: Position[] = [];
    for (let at: number | undefined = start; at !== undefined;) {
      const point = points.get(at);
      const to = next.get(at);
      if (!point || to === undefined) break;
      next.delete(at);
      ring.push(point);
      at = to;
    }
    const [first] = ring;
    if (first && ring.length > 3) rings.push([...ring, first]);
  }
  return rings;
}

/** Rings that run one way are shores, the others islands, each given to the smallest shore around it. */
function polygonsOf(rings: readonly Position[][]): Position[][][] {
  const outers = rings.filter((ring) => signedArea(ring) > 0).map((ring) => ({ extent: boxOf(ring), rings: [ring] }));
  const bySize = outers.toSorted((a, b) => a.extent.east - a.extent.west - (b.extent.east - b.extent.west));
  for (const island of rings) {
    if (signedArea(island) >= 0) continue;
    const [at = []] = island;
    // Round it, not only with its box round it: a bent inlet would take an island of the sea beside it, and the sea would flood that.
    bySize.find(({ extent, rings: [shore = []] }) => isInside(extent, at) && isWithin(shore, at))?.rings.push(island);
  }
  return outers.map((outer) => outer.rings);
}

function signedArea(ring: readonly Position[]): number {
  let twice = 0;
  for (let i = 0; i + 1 < ring.length; i += 1) {
    const [ax = 0, ay = 0] = ring[i] ?? [];
    const [bx = 0, by = 0] = ring[i + 1] ?? [];
    twice += ax * by - bx * ay;
  }
  return twice / 2;
}
