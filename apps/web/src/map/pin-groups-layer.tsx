import type { GeoJSONSource, MapMouseEvent } from 'maplibre-gl';
import type { Feature } from 'geojson';
import { useEffect, useRef } from 'react';
import { useMap } from './map-context.ts';
import { isAlive, removeOverlays } from './overlays.ts';
import { CHOSEN_PIN, GROUPED_PINS, groupedSource, groupLayers, PIN_LAYERS } from './pin-groups-style.ts';
import { isGroup, metBy, openGroup } from './press-group.ts';
import type { SignedPin } from './shapes.ts';
import { iconId } from './unit-icons.ts';

const LAYERS = Object.values(PIN_LAYERS);

/**
 * Many pins of several kinds: those near each other are one number, in the colour of their kind where they have one, and fall apart on
 * coming nearer. The chosen one stands outside of every number, ringed, with what it is; the others are quiet then.
 */
export function PinGroupsLayer(props: {
  readonly pins: readonly SignedPin[];
  readonly chosen: string | null;
  readonly onSelect: (id: string) => void;
}) {
  const { pins, chosen } = props;
  const { map, theme, fonts } = useMap();
  const isQuiet = pins.some(({ id }) => id === chosen);
  const current = useRef(props);
  useEffect(() => {
    current.current = props;
  });

  useEffect(() => {
    map.addSource(GROUPED_PINS, groupedSource);
    map.addSource(CHOSEN_PIN, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
    // Also the layers: a source in use stays where it is.
    return () => removeOverlays(map, LAYERS, [GROUPED_PINS, CHOSEN_PIN]);
  }, [map]);

  useEffect(() => {
    for (const layer of groupLayers({ theme, fonts, isQuiet })) map.addLayer(layer);
    return () => removeOverlays(map, LAYERS);
  }, [map, theme, fonts, isQuiet]);

  useEffect(() => {
    const show = (source: string, shown: readonly SignedPin[]): void =>
      void map.getSource<GeoJSONSource>(source)?.setData({ type: 'FeatureCollection', features: shown.map(featureOf) });
    show(
      GROUPED_PINS,
      pins.filter(({ id }) => id !== chosen),
    );
    show(
      CHOSEN_PIN,
      pins.filter(({ id }) => id === chosen),
    );
  }, [map, pins, chosen]);

  useEffect(() => {
    const hit = ({ point }: MapMouseEvent) => metBy(map, point, LAYERS);
    const onClick = (event: MapMouseEvent) => {
      const met = hit(event);
      if (!met) return;
      if (isGroup(met)) void openGroup(map, GROUPED_PINS, met);
      else current.current.onSelect(String(met.properties['id']));
    };
    const onMove = (event: MapMouseEvent) => {
      map.getCanvas().style.cursor = hit(event) ? 'pointer' : '';
    };
    map.on('click', onClick);
    map.on('mousemove', onMove);
    return () => {
      if (!isAlive(map)) return;
      map.off('click', onClick);
      map.off('mousemove', onMove);
      map.getCanvas().style.cursor = '';
    };
  }, [map]);

  return null;
}

const featureOf = ({ id, label, more, sign, lat, lng }: SignedPin): Feature => ({
  type: 'Feature',
  properties: { id, label, more, sign, icon: iconId({ kind: 'signed-pin', sign }) },
  geometry: { type: 'Point', coordinates: [lng, lat] },
});
