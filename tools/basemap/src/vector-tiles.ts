import * as geojsonVt from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature } from 'geojson';

/** A feature in the units of a tile; type 3 is an area, its rings in order. */
export interface TileFeature {
  readonly type: 1 | 2 | 3;
  readonly geometry: readonly unknown[];
  readonly tags: Readonly<Record<string, string | number>> | null;
}
export interface Tile {
  readonly features: readonly TileFeature[];
}
export interface TileIndex {
  getTile(z: number, x: number, y: number): Tile | null;
}
export interface TileIndexOptions {
  readonly maxZoom: number;
  readonly indexMaxZoom: number;
  readonly indexMaxPoints?: number;
  readonly tolerance?: number;
  readonly extent: number;
  readonly buffer: number;
}

// The package's own types import one another without file endings, which this project's resolution cannot follow.
const { GeoJSONVT } = geojsonVt as unknown as { GeoJSONVT: new (data: object, options: TileIndexOptions) => TileIndex };
const encode = fromGeojsonVt as unknown as (
  layers: Record<string, Tile>,
  options: { version: number; extent: number },
) => Uint8Array;

export const indexOf = (features: readonly Feature[], options: TileIndexOptions): TileIndex =>
  new GeoJSONVT({ type: 'FeatureCollection', features }, options);

export const encodeTile = (layers: Record<string, Tile>, extent: number): Uint8Array => encode(layers, { version: 2, extent });
