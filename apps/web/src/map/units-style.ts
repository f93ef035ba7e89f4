import { UNIT_STATES } from '@spora/contract/tracking/values';
import type { AddLayerObject, ExpressionSpecification, GeoJSONSourceSpecification } from 'maplibre-gl';
import { CLUSTER_MAX_ZOOM } from './clusters.ts';
import { OVERLAY } from './overlays.ts';
import type { MapTheme } from './shapes.ts';
import { CLUSTER_SHARES, iconId, SHARE_PARTS, SHARES, STATE_COLOURS } from './unit-icons.ts';

export const FLEET = `${OVERLAY}fleet`;
export const ACTIVE = `${OVERLAY}active`;
/** Where nothing is clustered, names from here on: farther away there are more than anybody reads. */
const TITLES_MIN_ZOOM = 10;
export const TITLES_MAX_ZOOM = 24;
/** Beside clusters those that stand alone are few, and a mark without a name says nothing of which it is. */
export const titlesFrom = (isClustered: boolean): number => (isClustered ? 0 : TITLES_MIN_ZOOM);

export const UNIT_LAYERS = {
  cluster: `${FLEET}-cluster`,
  shares: `${FLEET}-shares`,
  count: `${FLEET}-count`,
  worst: `${FLEET}-worst`,
  body: `${FLEET}-body`,
  glyph: `${FLEET}-glyph`,
  clear: `${FLEET}-clear`,
  title: `${FLEET}-title`,
  ring: `${FLEET}-ring`,
  activeClear: `${ACTIVE}-clear`,
  activeRing: `${ACTIVE}-ring`,
  activeBody: `${ACTIVE}-body`,
  activeGlyph: `${ACTIVE}-glyph`,
  activeTitle: `${ACTIVE}-title`,
  stack: `${ACTIVE}-stack`,
  chosenRing: `${ACTIVE}-chosen-ring`,
  chosenBody: `${ACTIVE}-chosen-body`,
  chosenGlyph: `${ACTIVE}-chosen-glyph`,
  chosenStack: `${ACTIVE}-chosen-stack`,
  chosenTitle: `${ACTIVE}-chosen-title`,
} as const;

/** What clusters are drawn with. */
export const CLUSTER_LAYERS = [UNIT_LAYERS.cluster, UNIT_LAYERS.shares, UNIT_LAYERS.count, UNIT_LAYERS.worst] as const;

/** The number of a stack stands at the upper right of its symbol, away from the sign of its state. */
const STACK_AT: [number, number] = [13, -13];
const STACK_MOST = 99;

/** The image of a cluster's ring; a share that is there has a part, however small it is. */
const sharesImage: ExpressionSpecification = [
  'concat',
  iconId({ kind: 'shares', parts: [] }),
  ...CLUSTER_SHARES.flatMap(({ name }): ExpressionSpecification[] => [
    ['literal', '|'] as unknown as ExpressionSpecification,
    ['to-string', ['ceil', ['/', ['*', SHARE_PARTS, ['get', name]], ['get', 'point_count']]]],
  ]),
];

/** Circles are made by `clusters.ts`. */
export const fleetSource: GeoJSONSourceSpecification = {
  type: 'geojson',
  data: { type: 'FeatureCollection', features: [] },
  maxzoom: CLUSTER_MAX_ZOOM + 1,
};
export const activeSource: GeoJSONSourceSpecification = {
  type: 'geojson',
  data: { type: 'FeatureCollection', features: [] },
  maxzoom: 16,
};

const isCluster: ExpressionSpecification = ['has', 'point_count'];

/** Units outside of clusters that are not drawn by the active source. */
export const loneUnits = (activeIds: readonly number[]): ExpressionSpecification => [
  'all',
  ['!', isCluster],
  ['!', ['in', ['id'], ['literal', [...activeIds]]]],
];

/** Those that stand, on what the map writes: a name that moves aside for one that drives by would flicker. */
export const standing = (filter: ExpressionSpecification | true): ExpressionSpecification =>
  ['all', filter, ['!', ['has', 'glyph']]] as ExpressionSpecification;

/** Rank 0: chosen or followed; drawn after all others, label and number with it. */
const isChosen: ExpressionSpecification = ['==', ['get', 'rank'], 0];
const isOther: ExpressionSpecification = ['!', isChosen];

export interface UnitsStyleOptions {
  readonly theme: MapTheme;
  readonly fonts: string[];
  readonly showTitles: boolean;
  readonly isClustered: boolean;
}

export function unitLayers({ theme, fonts, showTitles, isClustered }: UnitsStyleOptions): AddLayerObject[] {
  const surface = theme === 'dark' ? '#1b2427' : '#ffffff';
  const text = theme === 'dark' ? '#e8eeee' : '#10201f';
  const worstColour: ExpressionSpecification = [
    'match',
    ['get', 'worst'],
    ...UNIT_STATES.flatMap((state, i) => [i, STATE_COLOURS[state]]),
    STATE_COLOURS.parked,
  ] as unknown as ExpressionSpecification;
  const worstBadge: ExpressionSpecification = [
    'match',
    ['get', 'worst'],
    ...UNIT_STATES.flatMap((state, i) => [i, iconId({ kind: 'badge', state })]),
    '',
  ] as unknown as ExpressionSpecification;
  const bySize = (value: (radius: number) => number): ExpressionSpecification => [
    'step',
    ['get', 'point_count'],
    value(15),
    ...[10, 17, 50, 20, 200, 24, 1000, 29].map((number, i) => (i % 2 === 0 ? number : value(number))),
  ];
  const radius = bySize((size) => size);
  const notable = UNIT_STATES.indexOf('pending');

  const body = (id: string, source: string): AddLayerObject => ({
    id,
    source,
    type: 'symbol',
    layout: {
      'icon-image': ['get', 'icon'],
      'icon-rotate': ['get', 'turn'],
      'icon-rotation-alignment': 'map',
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
      'icon-padding': 0,
      'symbol-sort-key': ['get', 'severity'],
      'icon-size': ['interpolate', ['linear'], ['zoom'], 5, 0.72, 10, 0.9, 13, 1],
    },
  });
  /** Nothing to see: the map's names step aside for the symbols. Lowest, so that no name of a unit has to. */
  const clear = (id: string, source: string): AddLayerObject => {
    const seen = body(id, source);
    return {
      ...seen,
      layout: { ...('layout' in seen ? seen.layout : {}), 'icon-ignore-placement': false },
      paint: { 'icon-opacity': 0 },
    } as AddLayerObject;
  };
  const glyph = (id: string, source: string): AddLayerObject => ({
    id,
    source,
    type: 'symbol',
    layout: {
      'icon-image': ['coalesce', ['get', 'glyph'], ''],
      'icon-rotation-alignment': 'viewport',
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
      'icon-padding': 0,
      'icon-size': ['interpolate', ['linear'], ['zoom'], 5, 0.72, 10, 0.9, 13, 1],
    },
  });
  /** MapLibre gives room from the highest layer down: what is written always, others step aside for. */
  const title = (id: string, source: string, minzoom: number, isAlways: boolean): AddLayerObject => ({
    id,
    source,
    type: 'symbol',
    minzoom,
    layout: {
      'text-field': ['get', 'title'],
      'text-font': fonts,
      'text-size': 12,
      'text-anchor': 'top',
      'text-offset': [0, 1.45],
      'text-max-width': 12,
      'text-allow-overlap': isAlways,
      'text-padding': 2,
      visibility: showTitles ? 'visible' : 'none',
    },
    paint: { 'text-color': text, 'text-halo-color': surface, 'text-halo-width': 1.8, 'text-halo-blur': 0.3 },
  });
  const stack = (id: string, which: ExpressionSpecification): AddLayerObject => ({
    id,
    source: ACTIVE,
    type: 'symbol',
    filter: ['all', which, ['has', 'count']],
    layout: {
      'icon-image': iconId({ kind: 'count', theme }),
      'text-field': ['case', ['>', ['get', 'count'], STACK_MOST], `${STACK_MOST}+`, ['to-string', ['get', 'count']]],
      'text-font': fonts,
      'text-size': 11,
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
      'text-allow-overlap': true,
      'text-ignore-placement': true,
    },
    paint: { 'icon-translate': STACK_AT, 'text-translate': STACK_AT, 'text-color': theme === 'dark' ? '#10201f' : '#ffffff' },
  });

  return [
    { ...clear(UNIT_LAYERS.clear, FLEET), filter: standing(loneUnits([])) } as AddLayerObject,
    { ...clear(UNIT_LAYERS.activeClear, ACTIVE), filter: standing(true) } as AddLayerObject,
    { ...title(UNIT_LAYERS.title, FLEET, titlesFrom(isClustered), false), filter: loneUnits([]) } as AddLayerObject,
    { ...ring(UNIT_LAYERS.ring, FLEET, theme), filter: loneUnits([]) } as AddLayerObject,
    { ...body(UNIT_LAYERS.body, FLEET), filter: loneUnits([]) } as AddLayerObject,
    { ...glyph(UNIT_LAYERS.glyph, FLEET), filter: ['all', loneUnits([]), ['has', 'glyph']] } as AddLayerObject,
    {
      id: UNIT_LAYERS.cluster,
      source: FLEET,
      type: 'circle',
      filter: isCluster,
      paint: {
        'circle-radius': radius,
        'circle-color': surface,
        'circle-stroke-color': worstColour,
        'circle-stroke-width': ['case', ['boolean', ['feature-state', 'hover'], false], 5, 3.5],
      },
    },
    {
      id: UNIT_LAYERS.shares,
      source: FLEET,
      type: 'symbol',
      filter: isCluster,
      layout: {
        'icon-image': sharesImage,
        'icon-size': bySize((size) => (size + SHARES.width / 2) / SHARES.radius),
        'icon-allow-overlap': true,
        // The name of the town beneath steps aside.
        'icon-ignore-placement': false,
        'icon-padding': 0,
      },
    },
    {
      id: UNIT_LAYERS.count,
      source: FLEET,
      type: 'symbol',
      filter: isCluster,
      layout: {
        'text-field': ['get', 'point_count_abbreviated'],
        'text-font': fonts,
        'text-size': ['step', ['get', 'point_count'], 12.5, 50, 13.5, 200, 15],
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': text },
    },
    {
      id: UNIT_LAYERS.worst,
      source: FLEET,
      type: 'symbol',
      filter: ['all', isCluster, ['>=', ['get', 'worst'], notable]],
      layout: {
        'icon-image': worstBadge,
        'icon-offset': [
          'step',
          ['get', 'point_count'],
          ['literal', [13, -13]],
          50,
          ['literal', [16, -16]],
          200,
          ['literal', [19, -19]],
        ],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
    },
    { ...ring(UNIT_LAYERS.activeRing, ACTIVE, theme), filter: isOther } as AddLayerObject,
    { ...body(UNIT_LAYERS.activeBody, ACTIVE), filter: isOther } as AddLayerObject,
    { ...glyph(UNIT_LAYERS.activeGlyph, ACTIVE), filter: ['all', isOther, ['has', 'glyph']] } as AddLayerObject,
    { ...title(UNIT_LAYERS.activeTitle, ACTIVE, 0, false), filter: isOther } as AddLayerObject,
    stack(UNIT_LAYERS.stack, isOther),
    { ...ring(UNIT_LAYERS.chosenRing, ACTIVE, theme), filter: isChosen } as AddLayerObject,
    { ...body(UNIT_LAYERS.chosenBody, ACTIVE), filter: isChosen } as AddLayerObject,
    { ...glyph(UNIT_LAYERS.chosenGlyph, ACTIVE), filter: ['all', isChosen, ['has', 'glyph']] } as AddLayerObject,
    stack(UNIT_LAYERS.chosenStack, isChosen),
    { ...title(UNIT_LAYERS.chosenTitle, ACTIVE, 0, true), filter: isChosen } as AddLayerObject,
  ];
}

/** Hover and selection are feature states: no data travel for them. */
function ring(id: string, source: string, theme: MapTheme): AddLayerObject {
  const is = (state: string): ExpressionSpecification => ['boolean', ['feature-state', state], false];
  const shown: ExpressionSpecification = ['case', is('selected'), 1, is('hover'), 0.55, 0];
  const accent = theme === 'dark' ? '#58bdd6' : '#0b6478';
  return {
    id,
    source,
    type: 'circle',
    paint: {
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 5, 15, 10, 18, 13, 20],
      'circle-color': accent,
      'circle-opacity': ['case', is('selected'), 0.22, is('hover'), 0.12, 0],
      'circle-stroke-color': accent,
      'circle-stroke-width': 2.5,
      'circle-stroke-opacity': shown,
    },
  };
}
