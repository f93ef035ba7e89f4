import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/**
 * Writes a PMTiles archive, version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md): header,
 * root directory, metadata, leaf directories, tiles; directories and tiles gzipped, tiles in Hilbert order, equal tiles once.
 */
export interface ArchiveTile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  /** The tile before compression. */
  readonly data: Uint8Array;
}

export interface ArchiveInfo {
  readonly bounds: readonly [west: number, south: number, east: number, north: number];
  readonly center: readonly [lng: number, lat: number, zoom: number];
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface Entry {
  readonly tileId: number;
  readonly offset: number;
  readonly length: number;
  runLength: number;
}

const HEADER_BYTES = 127;
/** Header and root directory must fit the first 16 KiB, which a reader fetches at once. */
const ROOT_MAX_BYTES = 16_384 - HEADER_BYTES;
const LEAF_ENTRIES = 2_048;
const GZIP = 2;
const VECTOR_TILES = 1;

export function writeArchive(tiles: readonly ArchiveTile[], info: ArchiveInfo): Uint8Array {
  const { entries, blobs, dataBytes } = layOut(tiles);
  const { root, leaves } = directories(entries);
  const metadata = compress(new TextEncoder().encode(JSON.stringify(info.metadata)));
  const rootAt = HEADER_BYTES;
  const metadataAt = rootAt + root.length;
  const leavesAt = metadataAt + metadata.length;
  const dataAt = leavesAt + leaves.length;

  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  new TextEncoder().encodeInto('PMTiles', new Uint8Array(header.buffer));
  header.setUint8(7, 3);
  const sections = [rootAt, root.length, metadataAt, metadata.length, leavesAt, leaves.length, dataAt, dataBytes];
  const counts = [tiles.length, entries.length, blobs.length];
  for (const [i, value] of [...sections, ...counts].entries()) header.setBigUint64(8 + 8 * i, BigInt(value), true);
  const isClustered = 1;
  for (const [i, value] of [isClustered, GZIP, GZIP, VECTOR_TILES, info.minZoom, info.maxZoom].entries())
    header.setUint8(96 + i, value);
  for (const [i, degrees] of info.bounds.entries()) header.setInt32(102 + 4 * i, Math.round(degrees * 1e7), true);
  header.setUint8(118, info.center[2]);
  header.setInt32(119, Math.round(info.center[0] * 1e7), true);
  header.setInt32(123, Math.round(info.center[1] * 1e7), true);
  return concat([new Uint8Array(header.buffer), root, metadata, leaves, ...blobs]);
}

/** The number of a tile along the Hilbert curve, all zooms before it counted. */
export function tileIdOf(z: number, x: number, y: number): number {
  let id = (4 ** z - 1) / 3;
  let [tx, ty] = [x, y];
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const rx = (tx & side) > 0 ? 1 : 0;
    const ry = (ty & side) > 0 ? 1 : 0;
    id += side * side * ((3 * rx) ^ ry);
    if (ry === 0) {
      if (rx === 1) [tx, ty] = [side - 1 - (tx & (side - 1)), side - 1 - (ty & (side - 1))];
      [tx, ty] = [ty, tx];
    }
  }
  return id;
}

function layOut(tiles: readonly ArchiveTile[]): { entries: Entry[]; blobs: Uint8Array[]; dataBytes: number } {
  const sorted = tiles
    .map((tile) => ({ tile, tileId: tileIdOf(tile.z, tile.x, tile.y) }))
    .toSorted((a, b) => a.tileId - b.tileId);
  const known = new Map<string, { offset: number; length: number }>();
  const entries: Entry[] = [];
  const blobs: Uint8Array[] = [];
  let dataBytes = 0;
  for (const { tile, tileId } of sorted) {
    const digest = createHash('sha1').update(tile.data).digest('base64');
    let place = known.get(digest);
    if (!place) {
      const blob = compress(tile.data);
      known.set(digest, (place = { offset: dataBytes, length: blob.length }));
      blobs.push(blob);
      dataBytes += blob.length;
    }
    const last = entries.at(-1);
    if (last && last.offset === place.offset && tileId === last.tileId + last.runLength) last.runLength += 1;
    else entries.push({ tileId, ...place, runLength: 1 });
  }
  return { entries, blobs, dataBytes };
}

function directories(entries: readonly Entry[]): { root: Uint8Array; leaves: Uint8Array } {
  const whole = directory(entries);
  if (whole.length <= ROOT_MAX_BYTES) return { root: whole, leaves: new Uint8Array() };
  const leaves: Uint8Array[] = [];
  const pointers: Entry[] = [];
  let offset = 0;
  for (let at = 0; at < entries.length; at += LEAF_ENTRIES) {
    const part = entries.slice(at, at + LEAF_ENTRIES);
    const leaf = directory(part);
    const isLeaf = 0;
    pointers.push({ tileId: part[0]?.tileId ?? 0, offset, length: leaf.length, runLength: isLeaf });
    leaves.push(leaf);
    offset += leaf.length;
  }
  return { root: directory(pointers), leaves: concat(leaves) };
}

/** Columns of varints: ids as deltas, runs, lengths, offsets (0: right after the one before). */
function directory(entries: readonly Entry[]): Uint8Array {
  const bytes: number[] = [];
  pushVarint(bytes, entries.length);
  let lastId = 0;
  for (const entry of entries) {
    pushVarint(bytes, entry.tileId - lastId);
    lastId = entry.tileId;
  }
  for (const entry of entries) pushVarint(bytes, entry.runLength);
  for (const entry of entries) pushVarint(bytes, entry.length);
  for (const [i, entry] of entries.entries()) {
    const before = entries[i - 1];
    pushVarint(bytes, before && entry.offset === before.offset + before.length ? 0 : entry.offset + 1);
  }
  return compress(Uint8Array.from(bytes));
}

function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
}

const compress = (bytes: Uint8Array): Uint8Array => gzipSync(bytes, { level: 9 });

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
