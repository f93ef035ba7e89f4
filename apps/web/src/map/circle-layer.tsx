import type { FeatureCollection } from 'geojson';
import type { GeoJSONSource, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { useMap } from './map-context.ts';
import { firstOverlay, isAlive, OVERLAY, removeOverlays } from './overlays.ts';
import type { MapPoint } from './shapes.ts';

const COLOURS = { light: '#0b6478', dark: '#58bdd6' } as const;
/** Of what is switched off. */
const OFF_COLOURS = { light: '#5c6d6e', dark: '#9aa7b0' } as const;

interface Ring {
  readonly points: readonly MapPoint[];
  readonly isFaint: boolean;
  /** Watches nothing: grey and dashed. */
  readonly isOff?: boolean;
}

/** Circles as closed rings, the one that is edited stronger than the others; a click tells where. */
export function CircleLayer(props: {
  readonly rings: readonly Ring[];
  readonly onPick?: ((point: MapPoint) => void) | undefined;
  /** Under the units and tracks that are drawn already. */
  readonly isBelow?: boolean;
  /** Of several such layers on one map each has its own. */
  readonly name?: string;
}) {
  const { rings, onPick, isBelow = false, name = 'circles' } = props;
  const { map, theme } = useMap();
  const source = `${OVERLAY}${name}`;
  const pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
  });

  useEffect(() => {
    const [fill, line, dashed] = [`${source}-fill`, `${source}-line`, `${source}-dashed`];
    map.addSource(source, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
    const colour = ['case', ['get', 'off'], OFF_COLOURS[theme], COLOURS[theme]] as ['case', ['get', string], string, string];
    const first = isBelow ? firstOverlay(map) : undefined;
    const strength = (strong: number, faint: number) =>
      ['case', ['get', 'faint'], faint, strong] as ['case', ['get', string], number, number];
    map.addLayer(
      { id: fill, source, type: 'fill', paint: { 'fill-color': colour, 'fill-opacity': strength(0.18, 0.06) } },
      first,
    );
    const paint = { 'line-color': colour, 'line-width': 2, 'line-opacity': strength(1, 0.4) };
    map.addLayer({ id: line, source, type: 'line', filter: ['!', ['get', 'off']], paint }, first);
    map.addLayer(
      { id: dashed, source, type: 'line', filter: ['get', 'off'], paint: { ...paint, 'line-dasharray': [2, 2] } },
      first,
    );
    return () => removeOverlays(map, [fill, line, dashed], [source]);
  }, [map, theme, isBelow, source]);

  useEffect(() => {
    const data: FeatureCollection = {
      type: 'FeatureCollection',
      features: rings.map(({ points, isFaint, isOff = false }) => ({
        type: 'Feature',
        properties: { faint: isFaint, off: isOff },
        geometry: { type: 'Polygon', coordinates: [points.map(({ lng, lat }) => [lng, lat])] },
      })),
    };
    void map.getSource<GeoJSONSource>(source)?.setData(data);
  }, [map, rings, theme, source]);

  useEffect(() => {
    const onClick = ({ lngLat }: MapMouseEvent) => pick.current?.({ lat: lngLat.lat, lng: lngLat.lng });
    map.on('click', onClick);
    return () => {
      if (isAlive(map)) map.off('click', onClick);
    };
  }, [map]);
  return null;
}
