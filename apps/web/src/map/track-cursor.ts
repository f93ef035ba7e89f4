import type { Marker } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { useMap } from './map-context.ts';
import type { MapPoint, MapTheme } from './shapes.ts';
import { bodyPath, ICON_SIZE } from './unit-icons.ts';

const [INK, PAPER] = ['#10201f', '#ffffff'] as const;

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

const SVG = 'http://www.w3.org/2000/svg';

function cursorElement(theme: MapTheme): HTMLElement {
  const [fill, stroke] = theme === 'dark' ? [PAPER, INK] : [INK, PAPER];
  const path = partOf('path', {
    ...{ d: bodyPath('pointer', 8), fill, stroke },
    ...{ 'stroke-width': '4', 'stroke-linejoin': 'round', 'paint-order': 'stroke' },
  });
  const size = String(ICON_SIZE);
  const picture = partOf('svg', { width: size, height: size, viewBox: `0 0 ${size} ${size}` });
  picture.style.display = 'block';
  picture.style.filter = 'drop-shadow(0 0 2px rgb(6 20 24 / 0.45))';
  picture.append(path);
  const element = document.createElement('div');
  element.setAttribute('role', 'presentation');
  element.setAttribute('aria-hidden', 'true');
  element.dataset['cursor'] = '';
  element.style.pointerEvents = 'none';
  element.append(picture);
  return element;
}

function partOf<K extends 'svg' | 'path'>(name: K, attributes: Readonly<Record<string, string>>): SVGElementTagNameMap[K] {
  const part = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
  return part;
}
