import { gunzipSync } from 'node:zlib';
import { PMTiles, type Source, zxyToTileId } from 'pmtiles';
import { expect, test } from 'vitest';
import { type ArchiveTile, tileIdOf, writeArchive } from './archive.ts';

const sourceOf = (bytes: Uint8Array): Source => ({
  getKey: () => 'memory',
  getBytes: async (offset, length) => ({ data: bytes.slice(offset, offset + length).buffer }),
});
const info = {
  bounds: [-10, 50, 30, 70],
  center: [15, 60, 4],
  minZoom: 0,
  maxZoom: 8,
  metadata: { name: 'test', vector_layers: [] },
} as const;
const text = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes);

test('numbers tiles along the Hilbert curve as the reader does', () => {
  for (const [z, x, y] of [
    [0, 0, 0],
    [1, 1, 0],
    [3, 5, 2],
    [8, 140, 77],
    [12, 2253, 1204],
  ] as const)
    expect(tileIdOf(z, x, y)).toBe(zxyToTileId(z, x, y));
});

test('what is written the pmtiles reader reads: header, metadata and tiles', async () => {
  const tiles = [
    { z: 0, x: 0, y: 0, data: new TextEncoder().encode('world') },
    { z: 2, x: 2, y: 1, data: new TextEncoder().encode('part') },
  ];
  const archive = new PMTiles(sourceOf(writeArchive(tiles, info)));
  expect(await archive.getHeader()).toMatchObject({
    specVersion: 3,
    clustered: true,
    minZoom: 0,
    maxZoom: 8,
    minLon: -10,
    maxLat: 70,
    centerZoom: 4,
  });
  expect(await archive.getMetadata()).toEqual(info.metadata);
  expect(text((await archive.getZxy(0, 0, 0))!.data)).toBe('world');
  expect(text((await archive.getZxy(2, 2, 1))!.data)).toBe('part');
  expect(await archive.getZxy(2, 3, 1)).toBeUndefined();
});

test('equal tiles are stored once, and many tiles go through leaf directories', async () => {
  const tiles: ArchiveTile[] = [];
  for (let x = 0; x < 128; x += 1)
    for (let y = 0; y < 128; y += 1)
      tiles.push({ z: 7, x, y, data: new TextEncoder().encode((x + y) % 3 === 0 ? 'sea' : `${x}/${y}`) });
  const bytes = writeArchive(tiles, info);
  const archive = new PMTiles(sourceOf(bytes));
  const header = await archive.getHeader();
  expect(header.leafDirectoryLength).toBeGreaterThan(0);
  expect(header.numAddressedTiles).toBe(128 * 128);
  expect(header.numTileContents).toBeLessThan(128 * 128 * 0.7);
  for (const [x, y] of [
    [0, 0],
    [1, 0],
    [127, 126],
    [64, 63],
  ] as const)
    expect(text((await archive.getZxy(7, x, y))!.data)).toBe((x + y) % 3 === 0 ? 'sea' : `${x}/${y}`);
  const first = bytes.slice(header.tileDataOffset);
  expect(() => gunzipSync(first.subarray(0, 60))).toThrow(); // cut off, but gzip: the magic number is there
  expect([first[0], first[1]]).toEqual([0x1f, 0x8b]);
});
