import streetAreas from './data/street-areas.json' with { type: 'json' };
import type { MapPoint } from './shapes.ts';

/** `npm run basemap` tells where the embedded map has streets: rows of tiles of one zoom. */
const ROWS = new Map(Object.entries(streetAreas.rows).map(([y, runs]) => [Number(y), runs]));

/** Whether the embedded map has streets around a place, within some ten kilometres. */
export function hasStreets({ lat, lng }: MapPoint): boolean {
  const side = 2 ** streetAreas.zoom;
  const x = Math.floor((lng / 360 + 0.5) * side);
  const y = Math.floor((0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)) * side);
  return ROWS.get(y)?.some(([from = 0, to = -1]) => from <= x && x <= to) ?? false;
}

/** What is drawn under our layers: our own files, or a provider's map with streets everywhere. */
export type BaseKind = 'embedded' | 'provider';

/** Coasts, towns and villages, but no road: closer there is nothing to see. */
const WITHOUT_STREETS = 11;
const WITH_STREETS = 16;

/** How close the map has something to show of a place; nobody is taken closer, though anybody may zoom there. */
export function detailZoom(base: BaseKind, at: MapPoint): number {
  if (base === 'provider') return WITH_STREETS;
  return hasStreets(at) ? WITH_STREETS : WITHOUT_STREETS;
}

/** From here on an empty map is said to be one. */
export const isBeyondDetail = (base: BaseKind, at: MapPoint, zoom: number): boolean =>
  base === 'embedded' && zoom > WITHOUT_STREETS + 1 && !hasStreets(at);

/** Where a map was opened, for what base. */
export interface Placed {
  readonly base: BaseKind;
  /** Since then; where somebody is, or was taken, they stay. */
  readonly hasMoved: boolean;
}

/** A map was opened as close as a provider would have shown it, and the provider does not answer. */
export const mustPlaceAgain = (placed: Placed, base: BaseKind): boolean =>
  !placed.hasMoved && placed.base === 'provider' && base === 'embedded';
