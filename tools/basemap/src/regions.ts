import type { Box } from './rings.ts';

/**
 * The Nordics, the British Isles and their neighbours: drawn closely from an archive of its own, from zoom 5. Its edges
 * are edges of zoom 5 tiles, so that beyond them each tile belongs to one archive.
 */
export const NORTH: Box = { west: -11.25, south: 48.92249926375824, east: 33.75, north: 74.01954331150228 };
export const NORTH_MIN_ZOOM = 5;
export const NORTH_MAX_ZOOM = 8;
/** The north with what its outermost tiles show of the neighbourhood. */
export const NORTH_AND_EDGE: Box = { west: -11.6, south: 48.7, east: 34.1, north: 74.2 };

/** Through this zoom the world archive draws the north too: the north's own tiles come on top of it, so nothing flashes between. */
export const WORLD_COVERS_NORTH_ZOOM = 5;

/** Where the world archive keeps the coast as it is; elsewhere it is coarser. */
export const EUROPE: Box = { west: -25, south: 34, east: 45, north: 74.1 };
export const WORLD: Box = { west: -180, south: -85.0511, east: 180, north: 85.0511 };
export const WORLD_MAX_ZOOM = 6;
