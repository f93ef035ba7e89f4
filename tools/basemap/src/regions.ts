import type { Box } from './rings.ts';

/**
 * The Nordics, the British Isles and their neighbours: drawn closely from an archive of its own. Its edges are edges of
 * zoom 5 tiles, so that neither archive has tiles the other should draw.
 */
export const NORTH: Box = { west: -11.25, south: 48.92249926375824, east: 33.75, north: 74.01954331150228 };
export const NORTH_MAX_ZOOM = 8;

/** Where the world archive keeps the coast as it is; elsewhere it is coarser. */
export const EUROPE: Box = { west: -25, south: 34, east: 45, north: 74.1 };
export const WORLD: Box = { west: -180, south: -85.0511, east: 180, north: 85.0511 };
export const WORLD_MAX_ZOOM = 6;

/** Both archives overlap by this much, in degrees, so that no seam shows. */
const OVERLAP = 0.03;

/** The world without `NORTH`, as boxes that overlap a little. */
export const AROUND_NORTH: readonly Box[] = [
  { ...WORLD, east: NORTH.west + OVERLAP },
  { ...WORLD, west: NORTH.east - OVERLAP },
  { ...WORLD, west: NORTH.west - OVERLAP, east: NORTH.east + OVERLAP, south: NORTH.north - OVERLAP },
  { ...WORLD, west: NORTH.west - OVERLAP, east: NORTH.east + OVERLAP, north: NORTH.south + OVERLAP },
];
