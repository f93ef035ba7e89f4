import type { Marker } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { useMap } from './map-context.ts';
import type { MapPoint, MapTheme } from './shapes.ts';
import { bodyPath, ICON_SIZE } from './unit-icons.ts';

const [INK, PAPER] = ['#10201f', '#ffffff'];

/**
 * Where the playback stands (MAP-029). An element over the map and no symbol of it: those go through MapLibre's worker, and what moves on
 * with every frame would be drawn where it was, or on a map that goes after it not at all.
 */
export function useTrackCursor(place: (MapPoint & { readonly headingDeg: number }) | null): void {
  const { map, engine, theme } = useMap();
  const marker = useRef<Marker | null>(null);
  const isShown = place !== null;
  useEffect(() => {
    if (!isShown) return undefined;
    const made = new engine.Marker({ element: cursorElement(theme), rotationAlignment: 'map' });
    marker.current = made;
    return () => {
      marker.current = null;
      made.remove();
    };
  }, [engine, theme, isShown]);
  useEffect(() => {
    const made = marker.current;
    if (!place || !made) return;
    made.setLngLat(place).setRotation(place.headingDeg);
    if (!made.getElement().isConnected) made.addTo(map);
  }, [map, theme, place]);
}

function cursorElement(theme: MapTheme): HTMLElement {
  const element = document.createElement('div');
  element.setAttribute('role', 'presentation');
  element.setAttribute('aria-hidden', 'true');
  element.dataset['cursor'] = '';
  element.style.pointerEvents = 'none';
  const [fill, stroke] = theme === 'dark' ? [PAPER, INK] : [INK, PAPER];
  element.innerHTML = `<svg width="${ICON_SIZE}" height="${ICON_SIZE}" viewBox="0 0 ${ICON_SIZE} ${ICON_SIZE}" style="display:block;filter:drop-shadow(0 0 2px rgb(6 20 24 / 0.45))"><path d="${bodyPath('pointer', 8)}" fill="${fill}" stroke="${stroke}" stroke-width="4" stroke-linejoin="round" paint-order="stroke"/></svg>`;
  return element;
}
