import type { GeoJSONSource, Map as MapLibreMap, MapGeoJSONFeature, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { isAlive } from './overlays.ts';

/** How far from a symbol a finger may be. */
const REACH_PX = 5;

/** What of these layers lies under a press, the uppermost of it. */
const metBy = (
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

const isGroup = ({ properties }: MapGeoJSONFeature): boolean => properties['cluster_id'] !== undefined;

/** Comes near enough to a group of this source that it falls apart. */
async function openGroup(map: MapLibreMap, source: string, { geometry, properties }: MapGeoJSONFeature): Promise<void> {
  if (geometry.type !== 'Point') return;
  const [lng = 0, lat = 0] = geometry.coordinates;
  const zoom = await map.getSource<GeoJSONSource>(source)?.getClusterExpansionZoom(Number(properties['cluster_id']));
  if (zoom !== undefined && isAlive(map)) map.easeTo({ center: [lng, lat], zoom: zoom + 0.3, duration: 350 });
}

/**
 * Presses on what these layers (a constant) draw of one source: a group falls apart, anything else is told by its `id`; `null` with the
 * place where nothing of them was met. What can be pressed has a hand.
 */
export function usePress(
  map: MapLibreMap,
  { source, layers }: { readonly source: string; readonly layers: readonly string[] },
  onPress: (id: string | null, at: { readonly lat: number; readonly lng: number }) => void,
): void {
  const current = useRef(onPress);
  useEffect(() => {
    current.current = onPress;
  });
  useEffect(() => {
    const onClick = ({ point, lngLat: { lat, lng } }: MapMouseEvent) => {
      const met = metBy(map, point, layers);
      if (met && isGroup(met)) void openGroup(map, source, met);
      else current.current(met ? String(met.properties['id']) : null, { lat, lng });
    };
    const onMove = ({ point }: MapMouseEvent) => {
      map.getCanvas().style.cursor = metBy(map, point, layers) ? 'pointer' : '';
    };
    map.on('click', onClick);
    map.on('mousemove', onMove);
    return () => {
      if (!isAlive(map)) return;
      map.off('click', onClick);
      map.off('mousemove', onMove);
      map.getCanvas().style.cursor = '';
    };
  }, [map, source, layers]);
}
