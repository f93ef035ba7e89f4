import type { Feature, Position } from 'geojson';
import type { ArchiveTile } from './archive.ts';
import { drawable, plainlyDrawable } from './drawable.ts';
import type { Label } from './places.ts';
import type { Box } from './rings.ts';
import { encodeTile, indexOf, type Tile } from './vector-tiles.ts';

const EXTENT = 4096;
/** Tile units around a tile: enough for fills and for names near the edge. */
const BUFFER = 64;

export interface TileLayers {
  /** Areas and lines by the name of their layer. */
  readonly shapes: Readonly<Record<string, Feature[]>>;
  readonly labels: readonly Label[];
}

export interface TileRange {
  readonly area: Box;
  readonly minZoom: number;
  readonly maxZoom: number;
  /** Tile units that a line may be told wrong by where it is drawn closer in other tiles. */
  readonly tolerance?: number;
  /** Which layers a tile takes; the middle of the tile decides where. All when absent. */
  readonly takes?: (layer: string, z: number, middle: Position) => boolean;
}

/** Every tile of the range that has something in it. */
export function cutTiles(
  { shapes, labels }: TileLayers,
  { area, minZoom, maxZoom, tolerance = 1.5, takes = () => true }: TileRange,
): ArchiveTile[] {
  const indexes = Object.entries(shapes).map(([layer, features]) => {
    const options = { maxZoom, indexMaxZoom: 4, indexMaxPoints: 0, tolerance, extent: EXTENT, buffer: BUFFER };
    return { layer, index: indexOf(features, options) };
  });
  const tiles: ArchiveTile[] = [];
  for (let z = minZoom; z <= maxZoom; z += 1) {
    const names = (['place', 'water_name'] as const).map((layer) => {
      const features = labels.filter((label) => label.layer === layer && label.minZoom <= z).map((label) => label.feature);
      return { layer, index: indexOf(features, { maxZoom: z, indexMaxZoom: z, extent: EXTENT, buffer: BUFFER }) };
    });
    for (const [x, y] of tilesOf(area, z)) {
      const layers: Record<string, Tile> = {};
      for (const { layer, index } of [...indexes, ...names]) {
        if (!takes(layer, z, middleOf(z, x, y))) continue;
        const tile = index.getTile(z, x, y);
        if (tile && tile.features.length > 0)
          layers[layer] =
            layer === 'water' ? { ...tile, features: tile.features.flatMap(z < maxZoom ? plainlyDrawable : drawable) } : tile;
      }
      if (Object.keys(layers).length > 0) tiles.push({ z, x, y, data: encodeTile(layers, EXTENT) });
    }
  }
  return tiles;
}

function* tilesOf(area: Box, z: number): Generator<[number, number]> {
  const side = 2 ** z;
  const column = (lng: number) => (lng / 360 + 0.5) * side;
  const row = (lat: number) => (0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)) * side;
  const edge = 1e-6;
  for (let x = Math.floor(column(area.west) + edge); x < Math.min(side, column(area.east) - edge); x += 1)
    for (let y = Math.max(0, Math.floor(row(area.north) + edge)); y < Math.min(side, row(area.south) - edge); y += 1)
      yield [x, y];
}

function middleOf(z: number, x: number, y: number): Position {
  const side = 2 ** z;
  return [((x + 0.5) / side) * 360 - 180, (Math.atan(Math.sinh(Math.PI * (1 - (2 * (y + 0.5)) / side))) * 180) / Math.PI];
}
