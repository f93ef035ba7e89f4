import type { Map as MapLibreMap } from 'maplibre-gl';
import type { MapEngine } from './engine.ts';
import type { MapHandle } from './map-context.ts';

/** MapLibre needs WebGL 2; asked once, before it is loaded. */
export function canDrawMaps(): boolean {
  try {
    const context = document.createElement('canvas').getContext('webgl2');
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}

const FIT_MAX_ZOOM = 15;

export function createHandle(map: MapLibreMap, engine: MapEngine): MapHandle {
  return {
    fit(points, { maxZoom = FIT_MAX_ZOOM, isInstant = false } = {}) {
      if (points.length === 0) return;
      const bounds = new engine.LngLatBounds();
      for (const { lng, lat } of points) bounds.extend([lng, lat]);
      map.fitBounds(bounds, { padding: fitPadding(map), maxZoom, animate: !isInstant });
    },
    moveTo(point, { zoom, isInstant = false } = {}) {
      const target = { center: [point.lng, point.lat] as [number, number], ...(zoom !== undefined && { zoom }) };
      if (isInstant) map.jumpTo(target);
      else map.easeTo({ ...target, duration: 400 });
    },
    zoomBy: (steps) => void map.zoomTo(map.getZoom() + steps, { duration: 200 }),
    bounds() {
      const bounds = map.getBounds();
      return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() };
    },
    zoom: () => map.getZoom(),
    center: () => ({ lat: map.getCenter().lat, lng: map.getCenter().lng }),
  };
}

/** Symbols stand clear of the edge, also on a phone. */
function fitPadding(map: MapLibreMap): number {
  const { clientWidth, clientHeight } = map.getContainer();
  return Math.max(16, Math.min(64, Math.floor(Math.min(clientWidth, clientHeight) / 6)));
}
