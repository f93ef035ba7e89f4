import type { Language } from '@spora/messages/languages';
import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  RasterSourceSpecification,
  StyleSpecification,
  VectorSourceSpecification,
} from 'maplibre-gl';
import { BASE_PALETTES, type BasePalette } from './base-palette.ts';
import type { MapTheme } from './shapes.ts';

/** Vector tiles in the OpenMapTiles schema. */
export interface BaseSource {
  readonly id: string;
  readonly spec: VectorSourceSpecification;
  /** Where another source takes over. */
  readonly maxZoom?: number;
  /** Our own files: coarse inland water. */
  readonly isCoarse?: boolean;
  /** Some of our own files hold nothing else: waters with the ground around them, main roads without names, roads with names. */
  readonly only?: 'waters' | 'main-roads' | 'roads';
}

export interface BaseStyleOptions {
  readonly theme: MapTheme;
  readonly language: Language;
  readonly sources: readonly BaseSource[];
}

/** The family bundled with the application; the style names no glyph files, so the browser's own font engine draws the text. */
const FAMILY = 'Geist Variable';
/** The first name exists nowhere: MapLibre reads the weight out of it and then falls back to the family. */
export const FONTS = { regular: [FAMILY], medium: [`${FAMILY} Medium`, FAMILY], semibold: [`${FAMILY} Semibold`, FAMILY] };

export function buildBaseStyle({ theme, language, sources }: BaseStyleOptions): StyleSpecification {
  const palette = BASE_PALETTES[theme];
  const parts = [
    (source: BaseSource) =>
      source.only === 'waters' ? closeWaters(palette) : source.only ? [] : areas(palette, source.isCoarse ?? false),
    (source: BaseSource) => lines(palette).filter((layer) => isIn(layer, source)),
    (source: BaseSource) => labels(palette, language).filter((layer) => isIn(layer, source)),
  ];
  const inOrder = parts.flatMap((part) => sources.flatMap((source) => part(source).map((layer) => placed(layer, source))));
  return {
    version: 8,
    name: `Spora ${theme}`,
    sources: Object.fromEntries(sources.map((source) => [source.id, source.spec])),
    layers: [{ id: 'land', type: 'background', paint: { 'background-color': palette.land } }, ...inOrder],
  };
}

/** Each layer costs something, though there is nothing in it. */
function isIn(layer: Drawn, { only }: BaseSource): boolean {
  if (only === undefined) return true;
  if (only === 'waters') return false;
  return only === 'roads' ? layer['source-layer'].startsWith('transportation') : MAIN_ROADS.test(layer.id);
}

/** Under pictures that have not come yet. */
const BEHIND_PICTURES = '#1a2125';

/** Pictures, and the names of our own sources over them, light on dark as on any picture from above. */
export function buildRasterStyle(
  pictures: RasterSourceSpecification,
  { language, names }: { readonly language: Language; readonly names: readonly BaseSource[] },
): StyleSpecification {
  const palette = {
    ...BASE_PALETTES.dark,
    text: '#ffffff',
    textSoft: '#e6ecee',
    waterText: '#ffffff',
    halo: '#0b1113',
    water: '#0b1113',
  };
  const named = names.filter((source) => !source.only);
  return {
    version: 8,
    name: 'Spora pictures',
    sources: { pictures, ...Object.fromEntries(named.map((source) => [source.id, source.spec])) },
    layers: [
      { id: 'land', type: 'background', paint: { 'background-color': BEHIND_PICTURES } },
      { id: 'pictures', type: 'raster', source: 'pictures' },
      ...named.flatMap((source) => labels(palette, language).map((layer) => placed(layer, source))),
    ],
  };
}

/** A layer without its source; the same layers are drawn for every source. */
type Drawn = { id: string; 'source-layer': string } & Omit<
  Extract<LayerSpecification, { type: 'fill' | 'line' | 'symbol' | 'fill-extrusion' }>,
  'id' | 'source' | 'source-layer'
>;

function placed(layer: Drawn, source: BaseSource): LayerSpecification {
  const maxzoom = Math.min(layer.maxzoom ?? 24, source.maxZoom ?? 24);
  return { ...layer, id: `${source.id}-${layer.id}`, source: source.id, ...(maxzoom < 24 && { maxzoom }) } as LayerSpecification;
}

const byZoom = (...stops: readonly (number | string)[]): ExpressionSpecification =>
  ['interpolate', ['exponential', 1.4], ['zoom'], ...stops] as unknown as ExpressionSpecification;
const classIs = (...classes: readonly string[]): ExpressionSpecification => ['in', ['get', 'class'], ['literal', [...classes]]];

/** The embedded map's waters come from a coarse grid: they must not pretend to detail when one looks closely, beside exact roads. */
const COARSE_WATER: ExpressionSpecification = [
  'interpolate',
  ['linear'],
  ['zoom'],
  7.5,
  1,
  9,
  ['case', ['has', 'minor'], 0, 1],
  11,
  ['case', ['has', 'minor'], 0, ['==', ['get', 'class'], 'lake'], 0.5, 1],
  13.5,
  ['case', ['has', 'minor'], 0, ['==', ['get', 'class'], 'lake'], 0.25, 0.45],
];

/** The ground covers the coarse waters of the files below. */
const closeWaters = (c: BasePalette): Drawn[] => [
  { id: 'ground', type: 'fill', 'source-layer': 'ground', paint: { 'fill-color': c.land, 'fill-antialias': false } },
  { id: 'water', type: 'fill', 'source-layer': 'water', paint: { 'fill-color': c.water } },
];

function areas(c: BasePalette, isCoarse: boolean): Drawn[] {
  const isTunnel: ExpressionSpecification = ['==', ['get', 'brunnel'], 'tunnel'];
  return [
    {
      id: 'wood',
      type: 'fill',
      'source-layer': 'landcover',
      filter: classIs('wood', 'forest'),
      paint: { 'fill-color': c.wood, 'fill-opacity': byZoom(5, 0.4, 9, 0.9) },
    },
    {
      id: 'grass',
      type: 'fill',
      'source-layer': 'landcover',
      filter: classIs('grass', 'farmland', 'wetland'),
      minzoom: 9,
      paint: { 'fill-color': c.grass, 'fill-opacity': 0.6 },
    },
    { id: 'ice', type: 'fill', 'source-layer': 'landcover', filter: classIs('ice'), paint: { 'fill-color': c.ice } },
    {
      id: 'built-up',
      type: 'fill',
      'source-layer': 'landuse',
      filter: classIs('residential', 'suburb', 'neighbourhood'),
      paint: { 'fill-color': c.builtUp },
    },
    {
      id: 'industry',
      type: 'fill',
      'source-layer': 'landuse',
      filter: classIs('industrial', 'commercial', 'retail', 'railway', 'quarry', 'military'),
      paint: { 'fill-color': c.industry },
    },
    {
      id: 'green',
      type: 'fill',
      'source-layer': 'landuse',
      filter: classIs('cemetery', 'pitch', 'stadium', 'playground'),
      paint: { 'fill-color': c.grass },
    },
    { id: 'park', type: 'fill', 'source-layer': 'park', minzoom: 8, paint: { 'fill-color': c.wood, 'fill-opacity': 0.7 } },
    {
      id: 'water',
      type: 'fill',
      'source-layer': 'water',
      filter: ['!', isTunnel],
      paint: { 'fill-color': c.water, 'fill-opacity': isCoarse ? COARSE_WATER : 1 },
    },
    {
      id: 'waterway',
      type: 'line',
      'source-layer': 'waterway',
      filter: ['!', isTunnel],
      minzoom: 8,
      paint: { 'line-color': c.waterLine, 'line-width': byZoom(8, 0.5, 13, 1.4, 18, 5) },
    },
    {
      id: 'building',
      type: 'fill',
      'source-layer': 'building',
      minzoom: 13,
      paint: {
        'fill-color': c.building,
        'fill-outline-color': c.buildingLine,
        'fill-opacity': ['interpolate', ['linear'], ['zoom'], 13, 0, 14.5, 1],
      },
    },
  ];
}

type RoadKind = { id: string; classes: readonly string[]; minzoom: number; width: readonly number[]; colour: keyof BasePalette };
const ROADS: readonly RoadKind[] = [
  { id: 'service', classes: ['service', 'track'], minzoom: 13.5, width: [13.5, 0.4, 16, 2.5, 19, 9], colour: 'minor' },
  {
    id: 'minor',
    classes: ['minor', 'unclassified', 'residential', 'busway', 'raceway'],
    minzoom: 11.5,
    width: [11.5, 0.4, 14, 2.4, 16, 6, 19, 22],
    colour: 'minor',
  },
  { id: 'tertiary', classes: ['tertiary'], minzoom: 10, width: [10, 0.6, 14, 4, 16, 9, 19, 28], colour: 'major' },
  { id: 'secondary', classes: ['secondary'], minzoom: 8, width: [8, 0.5, 12, 2.4, 14, 5, 16, 10, 19, 32], colour: 'major' },
  { id: 'primary', classes: ['primary'], minzoom: 6, width: [6, 0.4, 10, 1.6, 14, 6, 16, 12, 19, 36], colour: 'major' },
  {
    id: 'motorway',
    classes: ['motorway', 'trunk'],
    minzoom: 4.5,
    width: [4.5, 0.5, 8, 1.2, 12, 2.8, 14, 6, 16, 13, 19, 40],
    colour: 'motorway',
  },
];
const MAIN_ROADS = /^(?:motorway|primary)(?:-|$)/;
/** Dashes thinner than this are not seen. */
const seen = (width: readonly number[]): number[] => width.map((value, i) => (i % 2 === 0 ? value : Math.max(1.2, value)));
const wider = (width: readonly number[]): number[] => width.map((value, i) => (i % 2 === 0 ? value : value + 1.4));

function lines(c: BasePalette): Drawn[] {
  const source = 'transportation';
  const isSurface: ExpressionSpecification = ['!=', ['get', 'brunnel'], 'tunnel'];
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
  return [
    {
      id: 'aeroway',
      type: 'line',
      'source-layer': 'aeroway',
      minzoom: 10,
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': c.casing, 'line-width': byZoom(10, 0.8, 14, 10, 17, 50) },
    },
    {
      id: 'path',
      type: 'line',
      'source-layer': source,
      minzoom: 14,
      filter: classIs('path'),
      paint: { 'line-color': c.path, 'line-width': byZoom(14, 0.6, 18, 2), 'line-dasharray': [2, 1.5] },
    },
    {
      id: 'rail',
      type: 'line',
      'source-layer': source,
      minzoom: 9,
      filter: ['all', classIs('rail', 'transit'), isSurface],
      paint: { 'line-color': c.rail, 'line-width': byZoom(9, 0.5, 14, 1.1, 18, 2.4) },
    },
    {
      id: 'ferry',
      type: 'line',
      'source-layer': source,
      minzoom: 8,
      filter: classIs('ferry'),
      paint: { 'line-color': c.waterText, 'line-opacity': 0.45, 'line-width': 1, 'line-dasharray': [4, 4] },
    },
    // Tunnels show dashed and under everything: a position in one is not on the street above. From as far as their roads: without them a
    // motorway would end at the mountain and begin again behind it.
    ...ROADS.slice(1).map((road): Drawn => ({
      id: `${road.id}-tunnel`,
      type: 'line',
      'source-layer': source,
      minzoom: road.minzoom,
      filter: ['all', classIs(...road.classes), ['==', ['get', 'brunnel'], 'tunnel']],
      paint: { 'line-color': c.tunnel, 'line-width': byZoom(...seen(road.width)), 'line-dasharray': [1.6, 0.8] },
    })),
    ...ROADS.map((road): Drawn => ({
      id: `${road.id}-casing`,
      type: 'line',
      'source-layer': source,
      minzoom: road.minzoom,
      layout: round,
      filter: ['all', classIs(...road.classes), isSurface],
      paint: {
        'line-color': c.casing,
        'line-width': byZoom(...wider(road.width)),
        'line-opacity': ['interpolate', ['linear'], ['zoom'], road.minzoom, 0.4, road.minzoom + 2, 1],
      },
    })),
    ...ROADS.map((road): Drawn => ({
      id: road.id,
      type: 'line',
      'source-layer': source,
      minzoom: road.minzoom,
      layout: round,
      filter: ['all', classIs(...road.classes), isSurface],
      paint: { 'line-color': c[road.colour], 'line-width': byZoom(...road.width) },
    })),
    {
      id: 'border',
      type: 'line',
      'source-layer': 'boundary',
      filter: ['all', ['<=', ['get', 'admin_level'], 2], ['!=', ['get', 'maritime'], 1]],
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': c.border,
        'line-width': byZoom(3, 0.7, 8, 1.4, 14, 2.4),
        'line-dasharray': [3, 2],
        'line-opacity': 0.75,
      },
    },
  ];
}

function labels(c: BasePalette, language: BaseStyleOptions['language']): Drawn[] {
  const name: ExpressionSpecification = [
    'coalesce',
    ['get', `name:${language}`],
    ['get', `name_${language}`],
    ['get', 'name:latin'],
    ['get', 'name'],
  ];
  const road: ExpressionSpecification = ['coalesce', ['get', 'name:latin'], ['get', 'name']];
  const text = (size: ExpressionSpecification | number, fonts: string[] = FONTS.regular) => ({
    'text-field': name,
    'text-font': fonts,
    'text-size': size,
    'text-max-width': 8,
    'text-padding': 6,
  });
  const paint = { 'text-color': c.text, 'text-halo-color': c.halo, 'text-halo-width': 1.4, 'text-halo-blur': 0.4 };
  const ranked = { 'symbol-sort-key': ['coalesce', ['get', 'rank'], 99] as ExpressionSpecification };
  // A name beneath a pin steps aside: what stands on the map is placed first.
  const aside = {
    'text-variable-anchor-offset': ['center', [0, 0], 'top', [0, 2], 'bottom', [0, -2], 'left', [2.2, 0], 'right', [-2.2, 0]] as (
      'center' | 'top' | 'bottom' | 'left' | 'right' | [number, number]
    )[],
  };
  const populated = (...classes: string[]): FilterSpecification => classIs(...classes);
  return [
    {
      id: 'road-name',
      type: 'symbol',
      'source-layer': 'transportation_name',
      minzoom: 12.5,
      layout: {
        ...text(byZoom(12.5, 10, 18, 13)),
        'text-field': road,
        'symbol-placement': 'line',
        'text-rotation-alignment': 'map',
        'symbol-spacing': 320,
        'text-padding': 12,
      },
      paint: { ...paint, 'text-color': c.textSoft },
    },
    {
      id: 'house-number',
      type: 'symbol',
      'source-layer': 'housenumber',
      minzoom: 17,
      layout: { ...text(10), 'text-field': ['get', 'housenumber'] },
      paint: { ...paint, 'text-color': c.textSoft },
    },
    {
      id: 'water-name',
      type: 'symbol',
      'source-layer': 'water_name',
      filter: ['==', ['geometry-type'], 'Point'],
      layout: { ...text(byZoom(3, 11, 9, 14)), 'text-letter-spacing': 0.08, 'text-max-width': 6 },
      paint: { 'text-color': c.waterText, 'text-halo-color': c.water, 'text-halo-width': 1 },
    },
    {
      id: 'quarter',
      type: 'symbol',
      'source-layer': 'place',
      minzoom: 12,
      maxzoom: 16,
      filter: populated('suburb', 'quarter', 'neighbourhood', 'island'),
      layout: { ...text(byZoom(12, 10.5, 16, 13)), ...ranked, ...aside, 'text-letter-spacing': 0.03 },
      paint: { ...paint, 'text-color': c.textSoft },
    },
    {
      id: 'village',
      type: 'symbol',
      'source-layer': 'place',
      minzoom: 7,
      filter: populated('village', 'hamlet'),
      layout: { ...text(byZoom(7, 10, 14, 14)), ...ranked, ...aside },
      paint: { ...paint, 'text-color': c.textSoft },
    },
    {
      id: 'town',
      type: 'symbol',
      'source-layer': 'place',
      minzoom: 4.5,
      filter: populated('town'),
      layout: { ...text(byZoom(5, 10.5, 8, 12, 14, 17)), ...ranked, ...aside },
      paint: { ...paint, 'text-opacity': ['interpolate', ['linear'], ['zoom'], 14.5, 1, 16, 0.5] },
    },
    {
      id: 'city',
      type: 'symbol',
      'source-layer': 'place',
      minzoom: 3,
      filter: ['all', classIs('city'), ['!=', ['get', 'capital'], 2]],
      layout: { ...text(byZoom(4, 11, 8, 14, 14, 20), FONTS.medium), ...ranked, ...aside },
      paint: { ...paint, 'text-opacity': ['interpolate', ['linear'], ['zoom'], 14, 1, 16, 0.4] },
    },
    {
      id: 'capital',
      type: 'symbol',
      'source-layer': 'place',
      minzoom: 3,
      filter: ['==', ['get', 'capital'], 2],
      layout: { ...text(byZoom(3.5, 11.5, 8, 16, 14, 22), FONTS.semibold), ...ranked, ...aside },
      paint: { ...paint, 'text-opacity': ['interpolate', ['linear'], ['zoom'], 14, 1, 16, 0.4] },
    },
    {
      id: 'country',
      type: 'symbol',
      'source-layer': 'place',
      maxzoom: 7.5,
      filter: classIs('country'),
      layout: {
        ...text(byZoom(2, 10, 6, 15), FONTS.medium),
        ...ranked,
        'text-letter-spacing': 0.14,
        'text-transform': 'uppercase',
        'text-max-width': 7,
      },
      paint: { ...paint, 'text-color': c.textSoft, 'text-opacity': ['interpolate', ['linear'], ['zoom'], 6, 1, 7.4, 0] },
    },
  ];
}
