// @vitest-environment jsdom
import type { GeoJSONSourceSpecification, StyleSpecification } from 'maplibre-gl';
import { createExpression, validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { expect, test } from 'vitest';
import { contrastOf } from '../lib/trip-type-colour.ts';
import { BASE_PALETTES } from './base-palette.ts';
import { embeddedStyle, styleOf } from './base-source.ts';
import { chooseBase } from './choose-base.ts';
import { fontsOf, keepOverlays } from './overlays.ts';
import { UNIT_LAYERS, unitLayers } from './units-style.ts';

const EMPTY: GeoJSONSourceSpecification = { type: 'geojson', data: { type: 'FeatureCollection', features: [] } };
const choice = { theme: 'light', language: 'sv' } as const;
const online = { id: 'online', kind: 'vector', url: 'https://tiles.example/planet', attribution: '' } as const;
const embedded = { id: 'embedded', kind: 'embedded', url: '/map', attribution: '' } as const;

test('the base style is valid, light and dark, and names no glyph or sprite files', () => {
  for (const theme of ['light', 'dark'] as const) {
    const style = embeddedStyle({ ...choice, theme });
    expect(validateStyleMin(style)).toEqual([]);
    expect(style).not.toHaveProperty('glyphs');
    expect(style).not.toHaveProperty('sprite');
  }
});

test('land and water are told apart, and what is written on them is read, light and dark', () => {
  for (const theme of ['light', 'dark'] as const) {
    const { land, water, waterText, text, textSoft } = BASE_PALETTES[theme];
    expect(contrastOf(land, water), theme).toBeGreaterThan(1.25);
    expect(contrastOf(waterText, water), theme).toBeGreaterThan(3);
    for (const written of [text, textSoft]) expect(contrastOf(written, land), theme).toBeGreaterThan(4);
  }
});

test('MAP-026: the name of a town or quarter steps aside for what stands on it, and is in its middle otherwise', () => {
  const { layers } = styleOf(online, choice) as StyleSpecification;
  for (const name of ['quarter', 'village', 'town', 'city', 'capital']) {
    const layout = layers.find(({ id }) => new RegExp(`\\b${name}$`).test(id))?.layout as Record<string, unknown> | undefined;
    const anchors = layout?.['text-variable-anchor-offset'] as unknown[] | undefined;
    expect(anchors?.slice(0, 2), name).toEqual(['center', [0, 0]]);
    expect(anchors?.length, name).toBeGreaterThan(4);
  }
});

test('MAP-026: a circle that counts units keeps its room among the names of the map', () => {
  const layers = unitLayers({ theme: 'dark', fonts: ['Geist Variable'], showTitles: true, isClustered: true });
  expect(layers.find(({ id }) => id === UNIT_LAYERS.shares)).toMatchObject({ layout: { 'icon-ignore-placement': false } });
});

test('the layers of the units are valid on top of it', () => {
  const style = embeddedStyle(choice);
  const layers = unitLayers({
    theme: 'dark',
    fonts: ['Geist Variable'],
    showTitles: true,
    isClustered: true,
  }) as StyleSpecification['layers'];
  expect(
    validateStyleMin({
      ...style,
      sources: { ...style.sources, 'spora-fleet': EMPTY, 'spora-active': EMPTY },
      layers: [...style.layers, ...layers],
    }),
  ).toEqual([]);
});

test('every source of ours carries its attribution', () => {
  for (const source of Object.values(embeddedStyle(choice).sources))
    expect(source).toMatchObject({ attribution: expect.stringContaining('OpenStreetMap') });
  const style = styleOf({ ...online, attribution: '© Somebody' }, choice) as StyleSpecification;
  expect(style.sources['online']).toMatchObject({ attribution: '© Somebody' });
});

test('13-A1: the embedded map draws the roads of its own file and their names, and nothing else of it', () => {
  const layers = embeddedStyle(choice).layers.filter((layer) => 'source' in layer && layer.source === 'embedded-streets');
  expect(layers.length).toBeGreaterThan(5);
  expect(new Set(layers.map((layer) => 'source-layer' in layer && layer['source-layer']))).toEqual(
    new Set(['transportation', 'transportation_name']),
  );
});

test('MAP-026: of the main roads of a country no more layers are drawn than there are kinds of them, under the streets of a town', () => {
  const { layers } = embeddedStyle(choice);
  const of = (source: string) => layers.filter((layer) => 'source' in layer && layer.source === `embedded-${source}`);
  expect(of('roads').map(({ id }) => id.replace('embedded-roads-', ''))).toEqual([
    'primary-tunnel',
    'motorway-tunnel',
    'primary-casing',
    'motorway-casing',
    'primary',
    'motorway',
  ]);
  expect(layers.indexOf(of('roads').at(-1)!)).toBeLessThan(layers.indexOf(of('streets')[0]!));
});

test('MAP-026: the ground of a town covers the coarse waters, its own waters lie on it, and the roads over both', () => {
  const { layers } = embeddedStyle(choice);
  const at = (id: string) => layers.findIndex((layer) => layer.id === id);
  const order = ['embedded-world-water', 'embedded-north-water', 'embedded-towns-ground', 'embedded-towns-water'].map(at);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order[0]).toBeGreaterThan(0);
  expect(order.at(-1)).toBeLessThan(at('embedded-roads-primary-tunnel'));
  const paints = [layers[0]!, layers[order[2]!]!].map(({ paint }) => Object.values(paint ?? {})[0] as string);
  expect(paints[1]).toBe(paints[0]);
});

test('13-A1: a road goes on through its tunnel at every zoom that it is drawn at', () => {
  const shown = (zoom: number, brunnel?: string) =>
    embeddedStyle(choice).layers.flatMap((layer) => {
      if (!('source' in layer) || layer.source !== 'embedded-streets' || !('filter' in layer) || layer.type !== 'line') return [];
      if ((layer.minzoom ?? 0) > zoom || (layer.maxzoom ?? 24) <= zoom || layer.id.endsWith('casing')) return [];
      const made = createExpression(layer.filter, { type: 'boolean' } as never);
      if (made.result === 'error') throw new Error(made.value[0]?.message);
      const passes = (name: string) =>
        made.value.evaluate({ zoom }, { type: 2, properties: { class: name, ...(brunnel ? { brunnel } : {}) } } as never) ===
        true;
      return ['motorway', 'trunk', 'primary', 'secondary', 'tertiary', 'minor'].filter(passes);
    });
  for (const zoom of [8, 9, 10, 10.9, 11, 12]) {
    expect(shown(zoom).length, String(zoom)).toBeGreaterThan(0);
    expect(new Set(shown(zoom, 'tunnel')), String(zoom)).toEqual(new Set(shown(zoom)));
  }
});

test('13-A1: the coarse coast of the embedded map fades where one looks at streets', () => {
  const water = embeddedStyle(choice).layers.find(({ id }) => id === 'embedded-north-water');
  const made = createExpression((water!.paint as { 'fill-opacity': unknown })['fill-opacity'], { type: 'number' } as never);
  if (made.result === 'error') throw new Error(made.value[0]?.message);
  const opacity = (zoom: number) =>
    made.value.evaluate({ zoom }, { type: 3, properties: { class: 'ocean' } } as never) as unknown as number;
  expect([8, 11].map(opacity)).toEqual([1, 1]);
  expect(opacity(14)).toBeLessThan(0.5);
});

test('a street file that begins at zoom 8 leaves the zooms above to the embedded map', () => {
  const style = styleOf({ id: 'own', kind: 'pmtiles', url: '/api/map.pmtiles', attribution: '' }, choice, {
    minZoom: 8,
  }) as StyleSpecification;
  const below = style.layers.filter((layer) => 'source' in layer && layer.source.startsWith('embedded'));
  expect(below.length).toBeGreaterThan(0);
  expect(below.every((layer) => (layer.maxzoom ?? 24) <= 8)).toBe(true);
});

test('a change of the base map keeps our layers, in order, on top', () => {
  const before = embeddedStyle(choice);
  const overlay = { id: 'spora-track-run', type: 'line', source: 'spora-track' } as const;
  const kept = keepOverlays(
    { ...before, sources: { ...before.sources, 'spora-track': EMPTY }, layers: [...before.layers, overlay] },
    embeddedStyle({ ...choice, theme: 'dark' }),
  );
  expect(kept.layers.at(-1)).toEqual(overlay);
  expect(kept.sources['spora-track']).toEqual(EMPTY);
  expect(kept.name).toBe('Spora dark');
});

test('13-A2: a line that lay under the names of the old base map lies under those of the new one', () => {
  const before = embeddedStyle(choice);
  const isName = ({ type, ...rest }: StyleSpecification['layers'][number]) =>
    type === 'symbol' && (rest as { layout?: Record<string, unknown> }).layout?.['text-field'] !== undefined;
  const line = { id: 'spora-track-run', type: 'line', source: 'spora-track' } as const;
  const sign = { id: 'spora-track-signs', type: 'symbol', source: 'spora-track', layout: { 'text-field': 'x' } } as const;
  const names = before.layers.findIndex(isName);
  const layers = [...before.layers.toSpliced(names, 0, line), sign];
  const kept = keepOverlays(
    { ...before, sources: { ...before.sources, 'spora-track': EMPTY }, layers },
    embeddedStyle({ ...choice, theme: 'dark' }),
  );
  const ids = kept.layers.map(({ id }) => id);
  expect(ids.indexOf(line.id)).toBe(kept.layers.findIndex(isName) - 1);
  expect(ids.at(-1)).toBe(sign.id);
});

test('a style with glyph files is labelled with fonts it has', () => {
  const layers: StyleSpecification['layers'] = [
    { id: 'a', type: 'symbol', source: 's', layout: { 'text-font': ['Open Sans Bold'] } },
  ];
  expect(fontsOf({ version: 8, glyphs: 'https://x/{fontstack}/{range}.pbf', sources: {}, layers })).toEqual(['Open Sans Bold']);
  expect(fontsOf(embeddedStyle(choice))[1]).toBe('Geist Variable');
});

test('the first provider that answers is drawn; one that does not leaves the embedded map', async () => {
  const reader = { readJson: async () => ({}), askTile: async () => true, readArchive: async () => ({ minZoom: 0 }) };
  const never = new AbortController().signal;
  expect((await chooseBase([online, embedded], choice, never, reader))?.style.sources).toHaveProperty('online');
  const silent = { ...reader, readJson: () => Promise.reject(new Error('offline')) };
  expect(await chooseBase([online, embedded], choice, never, silent)).toBeNull();
  expect(
    await chooseBase([online, { ...online, id: 'second', kind: 'pmtiles', url: '/own.pmtiles' }], choice, never, silent),
  ).toHaveProperty('style.sources.archive');
  expect(await chooseBase([embedded, online], choice, never, reader)).toBeNull();
  expect(await chooseBase([{ ...online, kind: 'style' }], choice, never, reader)).toBeNull();
});
