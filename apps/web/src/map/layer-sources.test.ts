import type { MapProvider } from '@spora/contract/accounts/endpoints';
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { styleOf } from './base-source.ts';
import { chooseBase, isReachable } from './choose-base.ts';
import { basesFor, basesOf, overlaysOf } from './layer-choice.ts';
import { hasNames, withoutNames } from './overlays.ts';

/** A provider of pictures on this machine; its name tells how it answers. */
const tiles = createServer((request, response) => {
  const [, kind = ''] = /^\/(\w+)\/0\/0\/0\.png/.exec(request.url ?? '') ?? [];
  const status = { there: 200, empty: 404, refused: 403, broken: 503 }[kind] ?? 500;
  response.writeHead(status, { 'content-type': 'image/png' }).end();
});
let origin = '';
beforeAll(async () => {
  // Our own files are named from the page's address.
  Object.assign(globalThis, { location: new URL('http://localhost/') });
  await new Promise<void>((resolve) => tiles.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`;
});
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'location');
  tiles.close();
});

const choice = { theme: 'light', language: 'sv' } as const;
const never = new AbortController().signal;
const EMBEDDED: MapProvider = { id: 'embedded', kind: 'embedded', url: '/map', attribution: '' };
const pictures = (layer: NonNullable<MapProvider['layer']>, kind: string, more: Partial<MapProvider> = {}): MapProvider => ({
  ...{ id: layer, layer, kind: 'raster', url: `${origin}/${kind}/{z}/{x}/{y}.png`, attribution: `© ${layer}` },
  probe_url: `${origin}/${kind}/0/0/0.png`,
  ...more,
});

test('MAP-026: what answers is offered; what is refused, broken or out of reach is not', async () => {
  const gone = { url: 'http://127.0.0.1:9/{z}/{x}/{y}.png', probe_url: 'http://127.0.0.1:9/0/0/0.png' };
  const all = [
    pictures('satellite', 'there'),
    pictures('sea-chart', 'empty'),
    pictures('hybrid', 'refused'),
    pictures('terrain', 'broken'),
    pictures('traffic', 'there', gone),
    EMBEDDED,
  ];
  const answers = await Promise.all(all.map((provider) => isReachable(provider, choice, never)));
  const found = all.filter((_, i) => answers[i]);
  expect(found.map(({ id }) => id)).toEqual(['satellite', 'sea-chart']);
  expect(basesOf(found)).toEqual(['satellite', 'simple']);
  expect(overlaysOf(found).map(({ layer }) => layer)).toEqual(['sea-chart']);
});

test('MAP-026: the chosen map is drawn, and the embedded one where it does not answer', async () => {
  const providers = [pictures('satellite', 'there'), pictures('terrain', 'refused'), EMBEDDED];
  const drawn = await chooseBase(basesFor(providers, 'satellite'), choice, never);
  expect(drawn?.style.sources).toMatchObject({
    pictures: { type: 'raster', tiles: [`${origin}/there/{z}/{x}/{y}.png`], attribution: '© satellite' },
  });
  expect(await chooseBase(basesFor(providers, 'terrain'), choice, never)).toBeNull();
  expect(await chooseBase(basesFor(providers, 'simple'), choice, never)).toBeNull();
});

test('MAP-026: names of our own lie over pictures where the provider has none, and can be left out', () => {
  const plain = styleOf(pictures('satellite', 'there', { max_zoom: 17 }), choice);
  const named = styleOf(pictures('hybrid', 'there', { has_own_names: true }), choice);
  if (typeof plain === 'string' || typeof named === 'string') throw new Error('a style of its own');
  for (const style of [plain, named, withoutNames(named)]) expect(validateStyleMin(style)).toEqual([]);
  expect(plain.sources['pictures']).toMatchObject({ maxzoom: 17 });
  expect([hasNames(plain), hasNames(named), hasNames(withoutNames(named))]).toEqual([false, true, false]);
  expect(withoutNames(named).layers.map(({ id }) => id)).toEqual(['land', 'pictures']);
});
