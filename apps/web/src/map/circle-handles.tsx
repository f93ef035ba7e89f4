import { bearingDeg } from '@spora/telemetry/geometry';
import type { Marker } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { pointAt, type RadiusLimits, radiusThrough } from './circle.ts';
import styles from './circle-handles.module.css';
import { useMap } from './map-context.ts';
import type { MapPoint } from './shapes.ts';

export interface CircleHandlesProps {
  readonly center: MapPoint;
  /** Null while what was typed is no radius: the edge cannot be held then. */
  readonly radiusM: number | null;
  readonly limits: RadiusLimits;
  readonly onCenter: (center: MapPoint) => void;
  /** The centre was let go: time to ask what is there. */
  readonly onCenterEnd: (center: MapPoint) => void;
  readonly onRadius: (radiusM: number) => void;
  readonly labels: { readonly center: string; readonly edge: string };
}

const EAST = 90;
const STEP_M = 10;
const LARGE_STEP_M = 100;
const ARROWS: Readonly<Record<string, { readonly bearing: number; readonly grows: 1 | -1 }>> = {
  ArrowUp: { bearing: 0, grows: 1 },
  ArrowRight: { bearing: 90, grows: 1 },
  ArrowDown: { bearing: 180, grows: -1 },
  ArrowLeft: { bearing: 270, grows: -1 },
};

/** GEO-013, SAFE-014: the centre and the edge of a circle, to be dragged, or moved by the arrow keys (with Shift ten times as far). */
export function CircleHandles(props: CircleHandlesProps) {
  const { center, radiusM, limits, labels } = props;
  const { map, engine } = useMap();
  const current = useRef(props);
  useEffect(() => {
    current.current = props;
  });
  const held = useRef<{ center: Marker; edge: Marker; bearing: number } | null>(null);

  useEffect(() => {
    const markerOf = (kind: 'center' | 'edge', onKey: (event: KeyboardEvent) => boolean): Marker => {
      const element = document.createElement('button');
      element.type = 'button';
      element.className = `${styles['handle']} ${styles[kind]}`;
      // A press is no click on the map; the keys do not move the map either.
      element.addEventListener('click', (event) => event.stopPropagation());
      element.addEventListener('keydown', (event) => {
        if (!onKey(event)) return;
        event.preventDefault();
        event.stopPropagation();
      });
      return new engine.Marker({ element, draggable: true });
    };
    const stepOf = (event: KeyboardEvent) => (event.shiftKey ? LARGE_STEP_M : STEP_M);
    let isMovedByKeys = false;
    const centerMarker = markerOf('center', (event) => {
      const arrow = ARROWS[event.key];
      if (!arrow || event.altKey || event.ctrlKey || event.metaKey) return false;
      isMovedByKeys = true;
      current.current.onCenter(pointAt(current.current.center, stepOf(event), arrow.bearing));
      return true;
    });
    const edgeMarker = markerOf('edge', (event) => {
      const arrow = ARROWS[event.key];
      if (!arrow || event.altKey || event.ctrlKey || event.metaKey) return false;
      const { min, max } = current.current.limits;
      const radius = (current.current.radiusM ?? min) + arrow.grows * stepOf(event);
      current.current.onRadius(Math.min(max, Math.max(min, radius)));
      return true;
    });
    const pointOf = (marker: Marker): MapPoint => ({ lat: marker.getLngLat().lat, lng: marker.getLngLat().lng });
    const state = { center: centerMarker, edge: edgeMarker, bearing: EAST };
    centerMarker.on('drag', () => current.current.onCenter(pointOf(centerMarker)));
    centerMarker.on('dragend', () => current.current.onCenterEnd(pointOf(centerMarker)));
    const endKeys = () => {
      if (isMovedByKeys) current.current.onCenterEnd(current.current.center);
      isMovedByKeys = false;
    };
    centerMarker.getElement().addEventListener('keyup', endKeys);
    edgeMarker.on('drag', () => {
      const from = current.current.center;
      const to = pointOf(edgeMarker);
      // The handle stays under the finger, wherever along the edge that is.
      state.bearing = bearingDeg(from.lat, from.lng, to.lat, to.lng);
      current.current.onRadius(radiusThrough(from, to, current.current.limits));
    });
    held.current = state;
    centerMarker.setLngLat(current.current.center).addTo(map);
    edgeMarker.setLngLat(current.current.center).addTo(map);
    edgeMarker.getElement().setAttribute('role', 'slider');
    return () => {
      held.current = null;
      centerMarker.remove();
      edgeMarker.remove();
    };
  }, [map, engine]);

  useEffect(() => {
    const state = held.current;
    if (!state) return;
    state.center.setLngLat(center);
    const centerElement = state.center.getElement();
    const edgeElement = state.edge.getElement();
    centerElement.setAttribute('aria-label', labels.center);
    centerElement.title = labels.center;
    edgeElement.hidden = radiusM === null;
    if (radiusM === null) return;
    state.edge.setLngLat(pointAt(center, radiusM, state.bearing));
    edgeElement.setAttribute('aria-label', labels.edge);
    edgeElement.title = labels.edge;
    edgeElement.setAttribute('aria-valuemin', String(limits.min));
    edgeElement.setAttribute('aria-valuemax', String(limits.max));
    edgeElement.setAttribute('aria-valuenow', String(radiusM));
    edgeElement.setAttribute('aria-valuetext', `${radiusM} m`);
  }, [map, engine, center, radiusM, limits, labels.center, labels.edge]);
  return null;
}
