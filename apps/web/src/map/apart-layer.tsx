import type { GeoJSONSource } from 'maplibre-gl';
import { useEffect } from 'react';
import { useMap } from './map-context.ts';
import { firstOverlay, OVERLAY, removeOverlays } from './overlays.ts';
import type { MapPoint } from './shapes.ts';

const ID = `${OVERLAY}apart`;
const COLOURS = { light: '#33464a', dark: '#b8c6c8' } as const;

/** A broken line from one point to another: how they lie, not the way between them. Null: none. */
export function ApartLayer({ from, to }: { readonly from: MapPoint; readonly to: MapPoint | null }) {
  const { map, theme } = useMap();
  useEffect(() => {
    map.addSource(ID, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
    const paint = { 'line-color': COLOURS[theme], 'line-width': 2, 'line-dasharray': [2, 2] };
    map.addLayer({ id: ID, source: ID, type: 'line', paint }, firstOverlay(map));
    return () => removeOverlays(map, [ID], [ID]);
  }, [map, theme]);
  const [lng, lat, toLng, toLat] = [from.lng, from.lat, to?.lng, to?.lat];
  useEffect(() => {
    const coordinates =
      toLng === undefined || toLat === undefined
        ? []
        : [
            [lng, lat],
            [toLng, toLat],
          ];
    void map
      .getSource<GeoJSONSource>(ID)
      ?.setData({ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } });
  }, [map, theme, lng, lat, toLng, toLat]);
  return null;
}
