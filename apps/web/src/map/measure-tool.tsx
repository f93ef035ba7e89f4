import { haversineM } from '@spora/telemetry/geometry';
import type { FeatureCollection } from 'geojson';
import type { GeoJSONSource, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { useMap } from './map-context.ts';
import { isAlive, OVERLAY, removeOverlays } from './overlays.ts';
import type { MapPoint } from './shapes.ts';

export interface MeasureToolProps {
  readonly points: readonly MapPoint[];
  readonly onChange: (points: readonly MapPoint[]) => void;
  /** Escape ends measuring. */
  readonly onEnd: () => void;
}

const MEASURE = `${OVERLAY}measure`;
const LAYERS = { line: `${MEASURE}-line`, point: `${MEASURE}-point` } as const;

/**
 * Distance measuring (MAP-027): a click, or Enter for the middle of the map, sets a point; Backspace takes the last one
 * back. Mount it to measure, unmount it to clear.
 */
export function MeasureTool(props: MeasureToolProps) {
  const { map, theme } = useMap();
  const current = useRef(props);
  useEffect(() => {
    current.current = props;
  });

  useEffect(() => {
    map.addSource(MEASURE, { type: 'geojson', data: featuresOf([]) });
    const add = ({ lat, lng }: MapPoint) => current.current.onChange([...current.current.points, { lat, lng }]);
    const onClick = ({ lngLat }: MapMouseEvent) => add(lngLat);
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') current.current.onEnd();
      else if (event.key === 'Enter') add(map.getCenter());
      else if (event.key === 'Backspace') current.current.onChange(current.current.points.slice(0, -1));
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    const canvas = map.getCanvas();
    canvas.style.cursor = 'crosshair';
    map.doubleClickZoom.disable();
    map.on('click', onClick);
    canvas.addEventListener('keydown', onKey);
    canvas.focus();
    return () => {
      canvas.removeEventListener('keydown', onKey);
      if (!isAlive(map)) return;
      map.off('click', onClick);
      map.doubleClickZoom.enable();
      canvas.style.cursor = '';
      removeOverlays(map, Object.values(LAYERS), [MEASURE]);
    };
  }, [map]);

  const { points } = props;
  useEffect(() => {
    void map.getSource<GeoJSONSource>(MEASURE)?.setData(featuresOf(points));
  }, [map, points]);

  useEffect(() => {
    const [ink, paper] = theme === 'dark' ? ['#ffffff', '#10201f'] : ['#10201f', '#ffffff'];
    map.addLayer({
      id: LAYERS.line,
      source: MEASURE,
      type: 'line',
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': ink, 'line-width': 2.5, 'line-dasharray': [2, 1] },
    });
    map.addLayer({
      id: LAYERS.point,
      source: MEASURE,
      type: 'circle',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: { 'circle-radius': 4.5, 'circle-color': paper, 'circle-stroke-color': ink, 'circle-stroke-width': 2.5 },
    });
    return () => removeOverlays(map, Object.values(LAYERS));
  }, [map, theme]);

  return null;
}

/** The length of the line through the points, in metres along the ground. */
export function lengthM(points: readonly MapPoint[]): number {
  return points.reduce((sum, to, i) => {
    const from = points[i - 1];
    return from ? sum + haversineM(from.lat, from.lng, to.lat, to.lng) : 0;
  }, 0);
}

function featuresOf(points: readonly MapPoint[]): FeatureCollection {
  const coordinates = points.map(({ lng, lat }) => [lng, lat]);
  return {
    type: 'FeatureCollection',
    features: [
      ...(points.length > 1
        ? [{ type: 'Feature' as const, properties: {}, geometry: { type: 'LineString' as const, coordinates } }]
        : []),
      ...coordinates.map((at) => ({
        type: 'Feature' as const,
        properties: {},
        geometry: { type: 'Point' as const, coordinates: at },
      })),
    ],
  };
}
