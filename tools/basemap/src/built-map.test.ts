import { readFileSync, statSync } from 'node:fs';
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { PMTiles, type Source } from 'pmtiles';
import { expect, test } from 'vitest';
import { drawable, plainlyDrawable } from './drawable.ts';

const archive = (name: string): PMTiles => {
  const bytes = readFileSync(new URL(`../../../apps/web/public/map/${name}.pmtiles`, import.meta.url));
  const source: Source = {
    getKey: () => name,
    getBytes: async (offset, length) => ({ data: Uint8Array.from(bytes.subarray(offset, offset + length)).buffer }),
  };
  return new PMTiles(source);
};
const maps = {
  north: archive('north'),
  world: archive('world'),
  roads: archive('roads'),
  streets: archive('streets'),
  towns: archive('towns'),
};

const unit = (lng: number, lat: number) =>
  [lng / 360 + 0.5, 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)] as const;
async function tileAt(map: PMTiles, lng: number, lat: number, z: number) {
  const [x, y] = unit(lng, lat).map((share) => share * 2 ** z) as [number, number];
  const tile = await map.getZxy(z, Math.floor(x), Math.floor(y));
  const at = [(x % 1) * 4096, (y % 1) * 4096] as const;
  return { at, layers: tile ? new VectorTile(new PbfReader(new Uint8Array(tile.data))).layers : {} };
}
/** Even-odd over all rings of all polygons. */
async function isWater(map: PMTiles, lng: number, lat: number, z: number): Promise<boolean> {
  const {
    at: [x, y],
    layers,
  } = await tileAt(map, lng, lat, z);
  const water = layers['water'];
  const covers = (feature: VectorTileFeature) =>
    feature.loadGeometry().reduce((isIn, ring) => {
      for (const [i, a] of ring.entries()) {
        const b = ring[(i + 1) % ring.length]!;
        if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) isIn = !isIn;
      }
      return isIn;
    }, false);
  return water !== undefined && Array.from({ length: water.length }, (_, i) => water.feature(i)).some(covers);
}
const namesAt = async (map: PMTiles, lng: number, lat: number, z: number, layer = 'place') => {
  const found = (await tileAt(map, lng, lat, z)).layers[layer];
  return found ? Array.from({ length: found.length }, (_, i) => found.feature(i).properties) : [];
};

const LAND = {
  Stockholm: [18.055, 59.335],
  Göteborg: [11.985, 57.705],
  Oslo: [10.735, 59.925],
  Kiruna: [20.23, 67.86],
  London: [-0.14, 51.515],
  Bergen: [5.345, 60.375],
  Reykjavík: [-21.8, 64.11],
} as const;
const WATER = {
  Vänern: [13.2, 58.85],
  Vättern: [14.55, 58.3],
  Mälaren: [17.47, 59.38],
  'the Baltic': [19.2, 57.9],
  Kattegat: [11.4, 56.8],
  'the North Sea': [3, 56],
  Inarijärvi: [28.1, 69.05],
} as const;

test.each(Object.entries(LAND))('%s lies on land, near and far', async (name, [lng, lat]) => {
  for (const z of name === 'Reykjavík' ? [] : [6, 8]) expect(await isWater(maps.north, lng, lat, z)).toBe(false);
  expect(await isWater(maps.world, lng, lat, 4)).toBe(false);
});

test.each(Object.entries(WATER))('%s is water, near and far', async (_, [lng, lat]) => {
  for (const z of [6, 8]) expect(await isWater(maps.north, lng, lat, z)).toBe(true);
  expect(await isWater(maps.world, lng, lat, 4)).toBe(true);
});

test.each([
  ['Funen', 10.4, 55.35],
  ['the north of Zealand', 12.3, 55.93],
  ['Zealand', 11.8, 55.4],
  ['Gotland', 18.5, 57.5],
  ['Öland', 16.65, 56.75],
] as const)('%s is an island at every zoom', async (_, lng, lat) => {
  for (const z of [5, 6, 7, 8]) expect(await isWater(maps.north, lng, lat, z), `zoom ${z}`).toBe(false);
});

test('Scandinavia is not flooded: a grid of inland points is dry at the zoom of the first view', async () => {
  for (const [lng, lat] of [
    [16.0, 60.3],
    [15.3, 63.9],
    [18.45, 64.95],
    [9.5, 61.8],
    [25.7, 66.2],
    [24.5, 61.2],
    [-1.5, 52.6],
    [9.2, 56.2],
  ] as const)
    expect(await isWater(maps.world, lng, lat, 4)).toBe(false);
});

test('places, countries and seas have labels, in three languages where they differ', async () => {
  expect((await namesAt(maps.world, 18, 59.3, 4)).map((p) => p['name'])).toEqual(
    expect.arrayContaining(['Stockholm', 'Oslo', 'Göteborg', 'Sweden']),
  );
  expect((await namesAt(maps.world, 18, 59.3, 4)).find((p) => p['name'] === 'Sweden')).toMatchObject({
    'name:sv': 'Sverige',
    'name:no': 'Sverige',
    class: 'country',
  });
  expect((await namesAt(maps.north, 20.23, 67.86, 6)).map((p) => p['name'])).toContain('Kiruna');
  expect((await namesAt(maps.north, 11.97, 57.7, 8)).find((p) => p['name'] === 'Göteborg')).toMatchObject({
    'name:en': 'Gothenburg',
  });
  expect((await namesAt(maps.north, 18.9, 56.6, 6, 'water_name')).map((p) => p['name:sv'])).toContain('Östersjön');
});

test('13-A1: the towns of the demo have roads, and the file of them is small', async () => {
  for (const [lng, lat] of [LAND.Stockholm, LAND.Göteborg, LAND.Oslo, LAND.Bergen])
    expect((await tileAt(maps.streets, lng, lat, 12)).layers['transportation']!.length).toBeGreaterThan(1);
  const { size } = statSync(new URL('../../../apps/web/public/map/streets.pmtiles', import.meta.url));
  expect(size).toBeLessThan(500_000);
});

test.each([
  ['Linköping', 15.62, 58.41],
  ['Växjö', 14.81, 56.88],
  ['Trondheim', 10.39, 63.43],
  ['Tromsø', 18.95, 69.65],
  ['Århus', 10.2, 56.16],
  ['Tampere', 23.76, 61.5],
  ['Leeds', -1.55, 53.8],
] as const)('MAP-026: %s, where no streets are known, has its main roads within five kilometres', async (_, lng, lat) => {
  const {
    at: [x, y],
    layers,
  } = await tileAt(maps.roads, lng, lat, 9);
  const roads = layers['transportation']!;
  const points = Array.from({ length: roads.length }, (_, i) => roads.feature(i).loadGeometry()).flat(2);
  // A tile is some 40 km wide in the north and 46 in England.
  expect(points.filter((point) => Math.hypot(point.x - x, point.y - y) < (4096 / 46) * 5).length).toBeGreaterThan(3);
  expect(statSync(new URL('../../../apps/web/public/map/roads.pmtiles', import.meta.url)).size).toBeLessThan(700_000);
});

test('13-A1: the roads of Göteborg are no staircases', async () => {
  const { layers } = await tileAt(maps.streets, ...LAND.Göteborg, 12);
  const roads = layers['transportation']!;
  const lines = Array.from({ length: roads.length }, (_, i) => roads.feature(i).loadGeometry()).flat();
  const steps = lines.flatMap((line) => line.slice(1).map((to, i) => [Math.abs(to.x - line[i]!.x), Math.abs(to.y - line[i]!.y)]));
  const level = steps.filter(([dx = 0, dy = 0]) => dx + dy > 20 && Math.min(dx, dy) <= 1);
  expect(steps.length).toBeGreaterThan(100);
  expect(level.length / steps.length).toBeLessThan(0.1);
});

test('the file of the waters around towns is small', () => {
  const { size } = statSync(new URL('../../../apps/web/public/map/towns.pmtiles', import.meta.url));
  expect(size).toBeLessThan(100_000);
});

test('both files are a few megabytes', async () => {
  const sizes = ['north', 'world'].map(
    (name) => readFileSync(new URL(`../../../apps/web/public/map/${name}.pmtiles`, import.meta.url)).length,
  );
  expect(Math.max(...sizes)).toBeLessThan(4_000_000);
});

test.each([
  ['Riddarfjärden', 18.045, 59.324, true],
  ['Årstaviken', 18.05, 59.306, true],
  ['Strömmen', 18.075, 59.326, true],
  ['Essingesundet', 18.005, 59.322, true],
  ['Oslo’s harbour', 10.73, 59.9, true],
  ['Byfjorden', 5.27, 60.41, true],
  ['Gamla stan', 18.07, 59.3255, false],
  ['Södermalm', 18.07, 59.315, false],
  ['Kungsholmen', 18.03, 59.331, false],
  ['Göteborg’s centre', 11.97, 57.705, false],
] as const)('MAP-026: around the streets of a town, %s is water or ground as it is', async (_, lng, lat, isWet) => {
  expect(await isWater(maps.towns, lng, lat, 10)).toBe(isWet);
  expect(Object.keys((await tileAt(maps.towns, lng, lat, 10)).layers)).toContain('ground');
});

test('18: each corner of a shore is drawn with each frame, so the first view has no more of them than it shows', async () => {
  const cornersOf = async (map: PMTiles, z: number) => {
    const water = await Promise.all(
      [
        [8, 61],
        [8, 57],
        [17, 61],
        [17, 57],
      ].map(async ([lng, lat]) => (await tileAt(map, lng!, lat!, z)).layers['water']),
    );
    const rings = water.flatMap((layer) =>
      Array.from({ length: layer?.length ?? 0 }, (_, i) => layer!.feature(i).loadGeometry()).flat(),
    );
    return rings.reduce((sum, ring) => sum + ring.length, 0);
  };
  // Four tiles, 512 pixels wide each: there were 71,624 and 52,704.
  expect(await cornersOf(maps.north, 5)).toBeLessThan(27_000);
  expect(await cornersOf(maps.world, 5)).toBeLessThan(23_000);
});

test('a shore is told with fewer points, but not where it would then cross an island; specks are left out', () => {
  // A row of steps of three units, which is less than half a pixel.
  const stairs = Array.from({ length: 400 }, (_, i): [number, number] => [100 + i * 3, 100 + (i % 2) * 3]);
  const shore: [number, number][] = [...stairs, [1400, 1400], [100, 1400], [100, 100]];
  const box = (x: number, y: number, side: number): [number, number][] => [
    [x, y],
    [x, y + side],
    [x + side, y + side],
    [x + side, y],
    [x, y],
  ];
  const tags = { class: 'ocean' };
  const [plain] = plainlyDrawable({ type: 3, geometry: [shore, box(600, 600, 50), box(900, 900, 6)], tags });
  const [outer, island, ...others] = plain!.geometry as [number, number][][];
  expect(outer!.length).toBeLessThan(20);
  expect(island).toHaveLength(5);
  expect(others).toEqual([]);
  expect(plainlyDrawable({ type: 3, geometry: [box(10, 10, 6).toReversed()], tags })).toEqual([]);
  // A strait half a pixel wide: straightened, the far shore would lie across the near one.
  const narrow: [number, number][] = [
    [0, 0],
    [2000, 0],
    [2000, 3],
    [1000, 1],
    [0, 3],
    [0, 0],
  ];
  expect(plainlyDrawable({ type: 3, geometry: [narrow], tags }).flatMap(({ geometry }) => geometry)).toEqual([narrow]);
});

test('a polygon that crosses itself is traced anew into polygons that do not, with the same area', () => {
  const square = [
    [0, 0],
    [1000, 0],
    [1000, 1000],
    [0, 1000],
    [0, 0],
  ] as [number, number][];
  // An island that reaches over the shore.
  const island = [
    [900, 400],
    [900, 600],
    [1400, 600],
    [1400, 400],
    [900, 400],
  ] as [number, number][];
  const feature = { type: 3, geometry: [square, island], tags: { class: 'ocean' } } as const;
  const pieces = drawable(feature).map((piece) => piece.geometry as [number, number][][]);
  expect(pieces.flat().length).toBeGreaterThan(0);
  const area = (ring: [number, number][]) =>
    ring.slice(1).reduce((sum, [x, y], i) => sum + ring[i]![0] * y - x * ring[i]![1], 0) / 2;
  // The water without the part of the island that lies in it.
  expect(pieces.flat().reduce((sum, ring) => sum + area(ring), 0)).toBeCloseTo(1_000_000 - 20_000, -4);
  const whole = drawable({ ...feature, geometry: [square] });
  expect(whole).toHaveLength(1);
  expect(whole[0]!.geometry).toEqual([square]);
});

test('an island that simplifying turned inside out takes no other island with it', () => {
  const box = (x: number, y: number, side: number): [number, number][] => [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
    [x, y],
  ];
  const island = box(600, 600, 300).toReversed();
  const turned = box(100, 100, 4);
  const pieces = drawable({ type: 3, geometry: [box(0, 0, 1_000), turned, island], tags: {} }).map(({ geometry }) => geometry);
  // The shore, then its islands, the largest first, which all run the other way.
  expect(pieces).toEqual([[box(0, 0, 1_000), island, turned.toReversed()]]);
});
