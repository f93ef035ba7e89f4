import type { AddLayerObject, GeoJSONSource, Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { useMap } from './map-context.ts';
import { firstOverlay, isAlive, OVERLAY, removeOverlays } from './overlays.ts';
import type { MapPin } from './shapes.ts';
import { iconId } from './unit-icons.ts';

/** Ours that somebody may mean; a circle is drawn around what it tells about. */
const pressedLayers = (map: MapLibreMap): string[] =>
  map
    .getStyle()
    .layers.filter((layer) => layer.type === 'symbol' && 'source' in layer && layer.source.startsWith(OVERLAY))
    .map(({ id }) => id);

export interface PinLayerProps {
  readonly pins: readonly MapPin[];
  readonly onSelect?: (id: string) => void;
  /** Under the units and tracks that are drawn already. */
  readonly isBelow?: boolean;
}

/** Addresses found, own location, a place: pins with a label. More than one of these layers may be mounted with its own `name`. */
export function PinLayer(
  props: PinLayerProps & {
    readonly name?: string;
    /** Farther away nothing is drawn: a pin without its name says nothing of what it is. */
    readonly fromZoom?: number;
  },
) {
  const { pins, name = 'pins', fromZoom = 0, isBelow = false } = props;
  const { map, theme, fonts } = useMap();
  const id = `${OVERLAY}${name}`;
  const current = useRef(props);
  useEffect(() => {
    current.current = props;
  });

  useEffect(() => {
    map.addSource(id, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
    return () => removeOverlays(map, [id], [id]);
  }, [map, id]);

  useEffect(() => {
    const layer: AddLayerObject = {
      id,
      source: id,
      type: 'symbol',
      minzoom: fromZoom,
      layout: {
        'icon-image': ['get', 'icon'],
        'icon-anchor': ['get', 'anchor'],
        'icon-allow-overlap': true,
        // The map's names step aside or make room: half of one beneath a pin says nothing.
        'icon-ignore-placement': false,
        'text-field': ['get', 'label'],
        'text-font': fonts,
        'text-size': 12.5,
        'text-anchor': 'top',
        'text-offset': [0, 0.4],
        'text-max-width': 14,
        'text-optional': true,
      },
      paint: {
        'text-color': theme === 'dark' ? '#e8eeee' : '#10201f',
        'text-halo-color': theme === 'dark' ? '#10181b' : '#ffffff',
        'text-halo-width': 1.8,
      },
    };
    map.addLayer(layer, isBelow ? firstOverlay(map) : undefined);
    return () => removeOverlays(map, [id]);
  }, [map, id, theme, fonts, fromZoom, isBelow]);

  useEffect(() => {
    const features = pins.map((pin) => {
      const icon = pin.kind === 'me' ? 'me' : pin.kind === 'alarm' ? 'mark-alarm' : 'pin';
      const properties = {
        id: pin.id,
        label: pin.label,
        icon: iconId({ kind: icon, theme }),
        anchor: icon === 'pin' ? 'bottom' : 'center',
      };
      return { type: 'Feature' as const, properties, geometry: { type: 'Point' as const, coordinates: [pin.lng, pin.lat] } };
    });
    void map.getSource<GeoJSONSource>(id)?.setData({ type: 'FeatureCollection', features });
  }, [map, id, pins, theme]);

  useEffect(() => {
    const onClick = (event: MapMouseEvent) => {
      const { onSelect, isBelow: liesBelow = false } = current.current;
      if (!onSelect || !map.getLayer(id)) return;
      // What lies under a unit or a cluster is not what was pressed.
      const layers = liesBelow ? pressedLayers(map) : [id];
      const [met] = map.queryRenderedFeatures(event.point, { layers });
      if (met?.layer.id === id) onSelect(String(met.properties['id']));
    };
    map.on('click', onClick);
    return () => {
      if (isAlive(map)) map.off('click', onClick);
    };
  }, [map, id]);

  return null;
}
