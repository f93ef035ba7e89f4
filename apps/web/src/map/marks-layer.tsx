import type { AddLayerObject, ExpressionSpecification, GeoJSONSource, SymbolLayerSpecification } from 'maplibre-gl';
import { useEffect } from 'react';
import { useMap } from './map-context.ts';
import { OVERLAY, removeOverlays } from './overlays.ts';
import { usePress } from './press-group.ts';
import type { MapMark, MapPoint } from './shapes.ts';
import { iconId } from './unit-icons.ts';

type SymbolLayout = NonNullable<SymbolLayerSpecification['layout']>;

const SOURCE = `${OVERLAY}marks`;
export const MARK_LAYERS = {
  name: `${SOURCE}-name`,
  body: `${SOURCE}-body`,
  group: `${SOURCE}-group`,
  count: `${SOURCE}-count`,
  groupNames: `${SOURCE}-group-names`,
} as const;
const LAYERS = Object.values(MARK_LAYERS);

/** An area of this radius on the screen speaks for itself. */
const LEAST_RADIUS_PX = 14;
/** Marks nearer to each other would hide one another. */
const GROUP_RADIUS_PX = 22;
const GROUP_MAX_ZOOM = 11;
const GROUP_PX = 13;
/** So few are named also while they are counted. */
const NAMED_GROUP = 3;
/** Of the whole world at zoom 0, a tile of 512 pixels, at the equator. */
const METRES_PER_PX = 78_271.517;

/** The zoom from which on an area is large enough on the screen to need no symbol. */
export const visibleFromZoom = ({ lat, radiusM }: { readonly lat: number; readonly radiusM: number }): number =>
  Math.log2((LEAST_RADIUS_PX * METRES_PER_PX * Math.cos((lat * Math.PI) / 180)) / radiusM);

/** What areas are marked by while they are too small to be seen, with their names where there is room; many near each other are counted. */
export function MarksLayer(props: {
  readonly marks: readonly MapMark[];
  readonly onSelect: (id: string) => void;
  /** A click beside all of them. */
  readonly onClickElsewhere: (point: MapPoint) => void;
}) {
  const { marks, onSelect, onClickElsewhere } = props;
  const { map, theme, fonts } = useMap();

  useEffect(() => {
    map.addSource(SOURCE, {
      type: 'geojson',
      data: { type: 'FeatureCollection', features: [] },
      cluster: true,
      clusterRadius: GROUP_RADIUS_PX,
      clusterMaxZoom: GROUP_MAX_ZOOM,
      clusterProperties: {
        names: [
          ['concat', ['accumulated'], '\n', ['get', 'names']],
          ['get', 'label'],
        ],
      },
    });
    // Also the layers: a source in use stays where it is.
    return () => removeOverlays(map, LAYERS, [SOURCE]);
  }, [map]);

  useEffect(() => {
    for (const layer of layersOf(theme, fonts)) map.addLayer(layer);
    return () => removeOverlays(map, LAYERS);
  }, [map, theme, fonts]);

  useEffect(() => {
    const features = marks.map((mark) => ({
      type: 'Feature' as const,
      properties: {
        id: mark.id,
        label: mark.label,
        icon: iconId({ kind: mark.kind, theme }),
        until: visibleFromZoom(mark),
      },
      geometry: { type: 'Point' as const, coordinates: [mark.lng, mark.lat] },
    }));
    void map.getSource<GeoJSONSource>(SOURCE)?.setData({ type: 'FeatureCollection', features });
  }, [map, marks, theme]);

  usePress(map, { source: SOURCE, layers: LAYERS }, (id, at) => (id === null ? onClickElsewhere(at) : onSelect(id)));

  return null;
}

const BESIDE = { 'text-variable-anchor': ['top', 'bottom', 'left', 'right'], 'text-justify': 'auto' } satisfies SymbolLayout;

function layersOf(theme: 'light' | 'dark', fonts: string[]): AddLayerObject[] {
  const accent = theme === 'dark' ? '#58bdd6' : '#0b6478';
  const surface = theme === 'dark' ? '#10181b' : '#ffffff';
  const text = theme === 'dark' ? '#e8eeee' : '#10201f';
  const isOfMany: ExpressionSpecification = ['has', 'point_count'];
  const isSmall: ExpressionSpecification = ['<', ['zoom'], ['get', 'until']];
  const label = {
    'text-field': ['get', 'label'] as ExpressionSpecification,
    'text-font': fonts,
    'text-size': 12.5,
    'text-max-width': 11,
    'text-padding': 3,
  };
  const paint = { 'text-color': text, 'text-halo-color': surface, 'text-halo-width': 1.8 };
  return [
    // Within an area that is large enough its name stands in the middle.
    {
      id: MARK_LAYERS.name,
      source: SOURCE,
      type: 'symbol',
      filter: ['all', ['!', isOfMany], ['!', isSmall]],
      layout: label,
      paint,
    },
    {
      id: MARK_LAYERS.body,
      source: SOURCE,
      type: 'symbol',
      filter: ['all', ['!', isOfMany], isSmall],
      layout: {
        ...label,
        'icon-image': ['get', 'icon'],
        'icon-allow-overlap': true,
        'icon-padding': 0,
        'text-optional': true,
        ...BESIDE,
        'text-radial-offset': 1.1,
      },
      paint,
    },
    {
      id: MARK_LAYERS.group,
      source: SOURCE,
      type: 'circle',
      filter: isOfMany,
      paint: { 'circle-radius': GROUP_PX, 'circle-color': surface, 'circle-stroke-color': accent, 'circle-stroke-width': 3 },
    },
    {
      id: MARK_LAYERS.count,
      source: SOURCE,
      type: 'symbol',
      filter: isOfMany,
      layout: {
        'text-field': ['get', 'point_count_abbreviated'],
        'text-font': fonts,
        'text-size': 12.5,
        'text-allow-overlap': true,
        // The names of the map step aside for the whole circle, not for the number in it alone.
        'text-ignore-placement': false,
        'text-padding': GROUP_PX,
      },
      paint: { 'text-color': text },
    },
    {
      id: MARK_LAYERS.groupNames,
      source: SOURCE,
      type: 'symbol',
      filter: ['all', isOfMany, ['<=', ['get', 'point_count'], NAMED_GROUP]],
      layout: { ...label, ...BESIDE, 'text-field': ['get', 'names'], 'text-radial-offset': 1.5 },
      paint,
    },
  ];
}
