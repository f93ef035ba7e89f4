import streetAreas from './data/street-areas.json' with { type: 'json' };
import type { MapPoint } from './shapes.ts';

interface Areas {
  readonly zoom: number;
  readonly rows: Readonly<Record<string, readonly (readonly number[])[]>>;
}

/** `npm run basemap` tells where the embedded map has what: rows of tiles of one zoom. */
function areaTest({ zoom, rows }: Areas): (at: MapPoint) => boolean {
  const runs = new Map(Object.entries(rows).map(([y, of]) => [Number(y), of]));
  const side = 2 ** zoom;
  return ({ lat, lng }) => {
    const x = Math.floor((lng / 360 + 0.5) * side);
    const y = Math.floor((0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)) * side);
    return runs.get(y)?.some(([from = 0, to = -1]) => from <= x && x <= to) ?? false;
  };
}

/** Whether the embedded map has streets around a place, within some ten kilometres. */
export const hasStreets = areaTest(streetAreas);

/** Whether they are all the streets of a town, and not only the roads that lead through. */
export const isTownOfStreets = areaTest(streetAreas.fine);

/** What is drawn under our layers: our own files, or a provider's map with streets everywhere. */
export type BaseKind = 'embedded' | 'provider';

/** Coasts, towns and villages, but no road: closer there is nothing to see. */
const WITHOUT_STREETS = 11;
/** The great roads alone, to some 40 m: closer there is one line, and not quite where it runs. */
const WITH_ROADS = 13;
const WITH_STREETS = 16;

/** How close the map has something to show of a place; nobody is taken closer, though anybody may zoom there. */
export function detailZoom(base: BaseKind, at: MapPoint): number {
  if (base === 'provider') return WITH_STREETS;
  if (isTownOfStreets(at)) return WITH_STREETS;
  return hasStreets(at) ? WITH_ROADS : WITHOUT_STREETS;
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
