import type { TripRoute } from './shapes.ts';

export interface TripRouteLayerProps {
  readonly routes: readonly TripRoute[];
}

/** Routes of trips with start and stop markers (the trip log's map). */
export function TripRouteLayer(_props: TripRouteLayerProps) {
  return null;
}
