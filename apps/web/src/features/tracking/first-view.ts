import { boundsOf, type MapPoint, type MapView } from '../../map/shapes.ts';
import type { HistoryPoint } from './history-model.ts';
import type { ShownUnit } from './model.ts';

export const pointsOf = (units: readonly ShownUnit[]): MapPoint[] =>
  units.flatMap(({ position }) => (position ? { lat: position.lat, lng: position.lng } : []));

/** Close enough to tell the street. */
export const UNIT_ZOOM = 13;

/** Where the map opens: a link to a history where that was, one to a unit where that is, else where the fleet is. */
export function firstView(
  units: readonly ShownUnit[],
  selectedId: number | null,
  track: readonly HistoryPoint[] = [],
): MapView | null {
  const drawn = track.filter((point) => !point.isImplausible);
  const linked = pointsOf(units.filter((unit) => unit.id === selectedId));
  const [unit] = linked;
  if (unit && drawn.length === 0) return { center: unit, zoom: UNIT_ZOOM };
  const bounds = boundsOf(drawn.length > 0 ? drawn : pointsOf(units));
  return bounds && { bounds };
}
