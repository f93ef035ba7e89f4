import { haversineM } from '@spora/telemetry/geometry';
import type { Feature, FeatureCollection } from 'geojson';
import type { AddLayerObject, GeoJSONSource } from 'maplibre-gl';
import { useEffect } from 'react';
import { useMap } from './map-context.ts';
import { OVERLAY, removeOverlays } from './overlays.ts';
import { routeColour } from './route-colours.ts';
import type { MapPoint, MapTheme, TripRoute } from './shapes.ts';
import { iconId } from './unit-icons.ts';
import { UNIT_LAYERS } from './units-style.ts';

export interface TripRouteLayerProps {
  readonly routes: readonly TripRoute[];
}

const ROUTES = `${OVERLAY}routes`;
const LAYERS = {
  gap: `${ROUTES}-gap`,
  casing: `${ROUTES}-casing`,
  line: `${ROUTES}-line`,
  arrow: `${ROUTES}-arrow`,
  end: `${ROUTES}-end`,
  sign: `${ROUTES}-sign`,
} as const;
const COLOURS = {
  light: { casing: '#ffffff', gap: '#5c6d6e' },
  dark: { casing: '#10181b', gap: '#93a3a6' },
} as const;

const ARROW_SIZE = 0.7;
/** Ways on one road lie beside each other by the width of a line, and none so far out that it looks like another road. */
const BESIDE_PX = 4;
const BESIDE_MOST_PX = 14;

/**
 * How far a way lies to the right of its road, seen as it goes: further for each number, and never to the left, where it would meet one that
 * goes the other way.
 */
const besidePx = (number: number, count: number): number =>
  count < 2 ? 0 : number * Math.min(BESIDE_PX, BESIDE_MOST_PX / (count - 1));

/** Routes of trips with start and stop markers (the trip log's map). */
export function TripRouteLayer({ routes }: TripRouteLayerProps) {
  const { map, theme } = useMap();

  useEffect(() => {
    map.addSource(ROUTES, { type: 'geojson', data: { type: 'FeatureCollection', features: [] }, tolerance: 0.2 });
    return () => removeOverlays(map, Object.values(LAYERS), [ROUTES]);
  }, [map]);

  useEffect(() => {
    const colours = COLOURS[theme];
    const faint = (of: number) => ['case', ['get', 'isFaint'], of, 1] as ['case', ['get', string], number, number];
    const kindIs = (kind: string) => ['==', ['get', 'kind'], kind] as ['==', ['get', string], string];
    const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
    // A unit stands on its way, not beneath it.
    const above = map.getLayer(UNIT_LAYERS.title) ? UNIT_LAYERS.title : undefined;
    const add = (layer: AddLayerObject): unknown => map.addLayer(layer, above);
    add({
      id: LAYERS.gap,
      source: ROUTES,
      type: 'line',
      filter: kindIs('gap'),
      paint: { 'line-color': colours.gap, 'line-width': 2.5, 'line-dasharray': [1.6, 1.6], 'line-opacity': faint(0.3) },
    });
    add({
      id: LAYERS.casing,
      source: ROUTES,
      type: 'line',
      filter: kindIs('part'),
      layout: { ...round, 'line-sort-key': ['get', 'order'] },
      paint: { 'line-color': colours.casing, 'line-width': 8, 'line-opacity': faint(0), 'line-offset': ['get', 'offset'] },
    });
    add({
      id: LAYERS.line,
      source: ROUTES,
      type: 'line',
      filter: kindIs('part'),
      layout: { ...round, 'line-sort-key': ['get', 'order'] },
      paint: {
        'line-color': ['get', 'colour'],
        'line-width': 4.5,
        'line-opacity': faint(0.3),
        'line-offset': ['get', 'offset'],
      },
    });
    add({
      id: LAYERS.arrow,
      source: ROUTES,
      type: 'symbol',
      filter: ['all', kindIs('part'), ['!', ['get', 'isFaint']]],
      minzoom: 9,
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 120,
        'icon-image': iconId({ kind: 'arrow', theme }),
        'icon-rotate': 90,
        'icon-size': ARROW_SIZE,
        'icon-offset': ['get', 'arrowOffset'],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
    });
    add({
      id: LAYERS.end,
      source: ROUTES,
      type: 'circle',
      filter: kindIs('end'),
      paint: {
        'circle-radius': 4.5,
        'circle-color': ['get', 'colour'],
        'circle-stroke-width': 2,
        'circle-stroke-color': colours.casing,
        'circle-opacity': faint(0.3),
        'circle-stroke-opacity': faint(0),
      },
    });
    add({
      id: LAYERS.sign,
      source: ROUTES,
      type: 'symbol',
      filter: kindIs('sign'),
      layout: {
        'icon-image': ['get', 'icon'],
        // Where it stood is where the point of its pin is.
        'icon-anchor': ['coalesce', ['get', 'anchor'], 'center'],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
    });
    return () => removeOverlays(map, Object.values(LAYERS));
  }, [map, theme]);

  useEffect(() => {
    void map.getSource<GeoJSONSource>(ROUTES)?.setData(routeFeatures(routes, theme));
  }, [map, routes, theme]);

  return null;
}

/** Nearer to each other two parts lie at one place: a line between them would be a dot, and nobody sees what its legend is about. */
const GAP_MIN_M = 50;

/** What lies between parts of a route, which is drawn dashed: of two ends alone nobody knows the way. */
function gapsOf(parts: TripRoute['parts']): (readonly [MapPoint, MapPoint])[] {
  const drawn = parts.filter((part) => part.length > 0);
  // A line between two ends alone would go over land and water as if somebody knew the way.
  if (drawn.length < 2 || drawn.every((part) => part.length === 1)) return [];
  return drawn.slice(1).flatMap((part, i) => {
    const [from, to] = [drawn[i]?.at(-1), part[0]];
    return from && to && haversineM(from.lat, from.lng, to.lat, to.lng) >= GAP_MIN_M ? [[from, to] as const] : [];
  });
}

/** Whether a dashed line stands between parts of a route. */
export const hasGap = (parts: TripRoute['parts']): boolean => gapsOf(parts).length > 0;

/**
 * Parts as solid lines, of several ways beside each other, what lies between them as `gap`, start and end as signs; of several ways as points of their colour, since the
 * signs of some would lie over those of others, unless they are the ones looked at.
 */
export function routeFeatures(routes: readonly TripRoute[], theme: MapTheme): FeatureCollection {
  const at = ({ lng, lat }: MapPoint): [number, number] => [lng, lat];
  const isOneLookedAt = routes.some(({ isFaint }) => isFaint);
  const count = new Set(routes.flatMap(({ number }) => number ?? [])).size;
  const features = routes.flatMap(({ parts, stops = [], isOngoing, isStretch = false, number, isFaint = false }): Feature[] => {
    const hasSigns = number === undefined || (isOneLookedAt && !isFaint);
    const offset = besidePx(number ?? 0, count);
    // The sign is turned by a quarter: what is beside the way is ahead in it.
    const arrowOffset = [offset / ARROW_SIZE, 0];
    const look = { colour: routeColour(number ?? 0, theme), isFaint, order: isFaint ? 0 : 1, offset, arrowOffset };
    const drawn = parts.filter((part) => part.length > 0);
    const line = (kind: string, points: readonly MapPoint[]): Feature => ({
      type: 'Feature',
      properties: { kind, ...look },
      geometry: { type: 'LineString', coordinates: points.map(at) },
    });
    const sign = (kind: 'start' | 'end', point: MapPoint | undefined): Feature[] =>
      point
        ? [
            {
              type: 'Feature',
              properties: hasSigns ? { kind: 'sign', icon: iconId({ kind, theme }) } : { kind: 'end', ...look },
              geometry: { type: 'Point', coordinates: at(point) },
            },
          ]
        : [];
    return [
      ...gapsOf(drawn).map((ends) => line('gap', ends)),
      ...drawn.filter((part) => part.length > 1).map((part) => line('part', part)),
      ...stops.map((stop): Feature => ({
        type: 'Feature',
        properties: { kind: 'sign', icon: iconId({ kind: 'signed-pin', sign: 'pause' }), anchor: 'bottom' },
        geometry: { type: 'Point', coordinates: at(stop) },
      })),
      ...(isOngoing || isStretch ? [] : sign('end', drawn.at(-1)?.at(-1))),
      ...(isStretch ? [] : sign('start', drawn[0]?.[0])),
    ];
  });
  return { type: 'FeatureCollection', features };
}
