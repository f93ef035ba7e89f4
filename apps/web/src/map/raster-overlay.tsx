import type { MapProvider } from '@spora/contract/accounts/endpoints';
import { useEffect } from 'react';
import { rasterSource } from './base-source.ts';
import { useMap } from './map-context.ts';
import { firstOverlay, OVERLAY, removeOverlays } from './overlays.ts';

/** Traffic or sea marks over the map, under everything of ours. Its maker stands among the map's sources while it is drawn. */
export function RasterOverlay({ provider }: { readonly provider: MapProvider }) {
  const { map } = useMap();
  useEffect(() => {
    const id = `${OVERLAY}over-${provider.id}`;
    const below = firstOverlay(map);
    map.addSource(id, rasterSource(provider));
    map.addLayer({ id, source: id, type: 'raster' }, below);
    return () => removeOverlays(map, [id], [id]);
  }, [map, provider]);
  return null;
}
