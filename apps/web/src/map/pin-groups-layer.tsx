import type { GeoJSONSource } from 'maplibre-gl';
import type { Feature } from 'geojson';
import { useEffect } from 'react';
import { useMap } from './map-context.ts';
import { removeOverlays } from './overlays.ts';
import { CHOSEN_PIN, GROUPED_PINS, groupedSource, groupLayers, PIN_LAYERS } from './pin-groups-style.ts';
import { usePress } from './press-group.ts';
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
  const { pins, chosen, onSelect } = props;
  const { map, theme, fonts } = useMap();
  const isQuiet = pins.some(({ id }) => id === chosen);

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

  usePress(map, { source: GROUPED_PINS, layers: LAYERS }, (id) => {
    if (id !== null) onSelect(id);
  });

  return null;
}

const featureOf = ({ id, label, more, sign, lat, lng }: SignedPin): Feature => ({
  type: 'Feature',
  properties: { id, label, more, sign, icon: iconId({ kind: 'signed-pin', sign }) },
  geometry: { type: 'Point', coordinates: [lng, lat] },
});
