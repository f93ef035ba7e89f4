import type { GeoJSONSource, Map as MapLibreMap, MapGeoJSONFeature } from 'maplibre-gl';
import { isAlive } from './overlays.ts';

/** How far from a symbol a finger may be. */
const REACH_PX = 5;

/** What of these layers lies under a press, the uppermost of it. */
export const metBy = (
  map: MapLibreMap,
  { x, y }: { readonly x: number; readonly y: number },
  layers: readonly string[],
): MapGeoJSONFeature | undefined =>
  map.queryRenderedFeatures(
    [
      [x - REACH_PX, y - REACH_PX],
      [x + REACH_PX, y + REACH_PX],
    ],
    { layers: layers.filter((id) => map.getLayer(id)) },
  )[0];

export const isGroup = ({ properties }: MapGeoJSONFeature): boolean => properties['cluster_id'] !== undefined;

/** Comes near enough to a group of this source that it falls apart. */
export async function openGroup(map: MapLibreMap, source: string, { geometry, properties }: MapGeoJSONFeature): Promise<void> {
  if (geometry.type !== 'Point') return;
  const [lng = 0, lat = 0] = geometry.coordinates;
  const zoom = await map.getSource<GeoJSONSource>(source)?.getClusterExpansionZoom(Number(properties['cluster_id']));
  if (zoom !== undefined && isAlive(map)) map.easeTo({ center: [lng, lat], zoom: zoom + 0.3, duration: 350 });
}
