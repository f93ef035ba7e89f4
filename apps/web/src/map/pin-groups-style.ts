import type { AddLayerObject, ExpressionSpecification, GeoJSONSourceSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import { OVERLAY } from './overlays.ts';
import { PIN_LOOKS } from './pin-signs.ts';
import { type MapTheme, PIN_SIGNS } from './shapes.ts';
import { ICON_SIZE } from './unit-icons.ts';

type SymbolLayout = NonNullable<SymbolLayerSpecification['layout']>;

export const GROUPED_PINS = `${OVERLAY}grouped-pins`;
export const CHOSEN_PIN = `${OVERLAY}chosen-pin`;

/** From below: names lie under all pins, and what is chosen above them. */
export const PIN_LAYERS = {
  name: `${GROUPED_PINS}-name`,
  chosenName: `${CHOSEN_PIN}-name`,
  body: `${GROUPED_PINS}-body`,
  group: `${GROUPED_PINS}-group`,
  count: `${GROUPED_PINS}-count`,
  chosenRing: `${CHOSEN_PIN}-ring`,
  chosenBody: `${CHOSEN_PIN}-body`,
} as const;

/** Pins nearer to each other would hide one another. */
const GROUP_RADIUS_PX = 44;
/** Closer there is nothing more to see of where it was; what lies on each other still is drawn so. */
const GROUP_MAX_ZOOM = 17;
/** Farther away so many names would be left that none is read. */
const NAMES_FROM_ZOOM = 13;
const TEXT_PX = 12.5;
/** More than a name's own room, or its pin would push it away. */
const CLEAR_EM = 0.4;
const CHOSEN_SIZE = 1.3;
const QUIET = 0.5;
/** From the point of a pin up to the middle of its head, and the head's radius, logical pixels. */
const HEAD = { upPx: 23.5, radiusPx: 10.5 } as const;
/** Of the number of a group: as far as its disc reaches. */
const DISC_PX = 14;

/** Names find a place around the image of their pin that no other has: below it, above, to the right or to the left. */
function besidePin(size: number): SymbolLayout {
  const em = (px: number): number => (px * size) / TEXT_PX;
  return {
    'text-variable-anchor-offset': [
      ...['top', [0, CLEAR_EM]],
      ...['bottom', [0, -em(ICON_SIZE) - CLEAR_EM]],
      ...['left', [em(ICON_SIZE / 2) + CLEAR_EM, -em(HEAD.upPx)]],
      ...['right', [-em(ICON_SIZE / 2) - CLEAR_EM, -em(HEAD.upPx)]],
    ] as unknown as NonNullable<SymbolLayout['text-variable-anchor-offset']>,
    'text-justify': 'auto',
  };
}

export const groupedSource: GeoJSONSourceSpecification = {
  type: 'geojson',
  data: { type: 'FeatureCollection', features: [] },
  cluster: true,
  clusterRadius: GROUP_RADIUS_PX,
  clusterMaxZoom: GROUP_MAX_ZOOM,
  clusterProperties: Object.fromEntries(
    PIN_SIGNS.map((sign) => [sign, ['+', ['case', ['==', ['get', 'sign'], sign], 1, 0]] as ExpressionSpecification]),
  ),
};

/** The layers in the order in which they are added; `isQuiet`: one of the pins is chosen. */
export function groupLayers(options: {
  readonly theme: MapTheme;
  readonly fonts: string[];
  readonly isQuiet: boolean;
}): AddLayerObject[] {
  const { theme, fonts, isQuiet } = options;
  const surface = theme === 'dark' ? '#10181b' : '#ffffff';
  const ink = theme === 'dark' ? '#e8eeee' : '#10201f';
  const neutral = theme === 'dark' ? '#9fb0b2' : '#5c6d6e';
  const accent = theme === 'dark' ? '#58bdd6' : '#0b6478';
  const isOfMany: ExpressionSpecification = ['has', 'point_count'];
  const opacity = isQuiet ? QUIET : 1;
  const ofOneKind = PIN_SIGNS.flatMap((sign) => [['==', ['get', sign], ['get', 'point_count']], PIN_LOOKS[sign].colour]);
  const text = { 'text-font': fonts, 'text-size': TEXT_PX, 'text-max-width': 14, 'text-padding': 3 } satisfies SymbolLayout;
  const paint = { 'text-color': ink, 'text-halo-color': surface, 'text-halo-width': 1.8 };
  // Every pin is drawn, and keeps its room from names: those of the map as well as ours.
  const always = { 'icon-allow-overlap': true, 'icon-ignore-placement': false, 'icon-padding': 0 } satisfies SymbolLayout;
  const body = {
    'icon-image': ['get', 'icon'] as ExpressionSpecification,
    'icon-anchor': 'bottom',
    ...always,
  } satisfies SymbolLayout;
  const names: AddLayerObject = {
    id: PIN_LAYERS.name,
    source: GROUPED_PINS,
    type: 'symbol',
    filter: ['!', isOfMany],
    minzoom: NAMES_FROM_ZOOM,
    layout: { ...text, ...besidePin(1), 'text-field': ['get', 'label'] },
    paint,
  };
  return [
    // Beside the chosen one the others' names would only be in the way.
    ...(isQuiet ? [] : [names]),
    {
      id: PIN_LAYERS.chosenName,
      source: CHOSEN_PIN,
      type: 'symbol',
      layout: {
        ...text,
        ...besidePin(CHOSEN_SIZE),
        'text-field': ['format', ['get', 'label'], {}, '\n', {}, ['get', 'more'], {}],
        // A small map has room for so much at either side.
        'text-max-width': 10,
        // Only where there is no room anywhere around it.
        'text-allow-overlap': true,
      },
      paint: { ...paint, 'text-halo-width': 2.4 },
    },
    {
      id: PIN_LAYERS.body,
      source: GROUPED_PINS,
      type: 'symbol',
      filter: ['!', isOfMany],
      layout: body,
      paint: { 'icon-opacity': opacity },
    },
    {
      id: PIN_LAYERS.group,
      source: GROUPED_PINS,
      type: 'circle',
      filter: isOfMany,
      paint: {
        'circle-radius': ['step', ['get', 'point_count'], 13, 10, 15, 100, 18],
        'circle-color': surface,
        'circle-stroke-color': ['case', ...ofOneKind, neutral] as unknown as ExpressionSpecification,
        'circle-stroke-width': 3.5,
        'circle-opacity': opacity,
        'circle-stroke-opacity': opacity,
      },
    },
    {
      id: PIN_LAYERS.count,
      source: GROUPED_PINS,
      type: 'symbol',
      filter: isOfMany,
      layout: {
        'text-field': ['get', 'point_count_abbreviated'],
        'text-font': fonts,
        'text-size': TEXT_PX,
        'text-allow-overlap': true,
        // The name of the town beneath steps aside.
        'text-ignore-placement': false,
        'text-padding': DISC_PX - TEXT_PX / 2,
      },
      paint: { 'text-color': ink, 'text-opacity': isQuiet ? 0.75 : 1 },
    },
    {
      id: PIN_LAYERS.chosenRing,
      source: CHOSEN_PIN,
      type: 'circle',
      paint: {
        'circle-radius': HEAD.radiusPx * CHOSEN_SIZE + 6,
        'circle-translate': [0, -HEAD.upPx * CHOSEN_SIZE],
        'circle-color': accent,
        'circle-opacity': 0.22,
        'circle-stroke-color': accent,
        'circle-stroke-width': 3,
      },
    },
    {
      id: PIN_LAYERS.chosenBody,
      source: CHOSEN_PIN,
      type: 'symbol',
      layout: { ...body, 'icon-size': CHOSEN_SIZE },
    },
  ];
}
