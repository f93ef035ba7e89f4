import type { AddProtocolAction } from 'maplibre-gl';
import { PMTiles } from 'pmtiles';

/** Addresses of tile archives in our styles: `spora-tiles://<address of the file>/{z}/{x}/{y}`. */
export const ARCHIVE_SCHEME = 'spora-tiles';

const archives = new Map<string, PMTiles>();
let isRegistered = false;

export function archiveAt(url: string): PMTiles {
  let archive = archives.get(url);
  if (!archive) archives.set(url, (archive = new PMTiles(url)));
  return archive;
}

/** MapLibre draws the parent tile, enlarged, where a tile answers 404: so the archive need not hold every zoom everywhere. */
class NoSuchTile extends Error {
  readonly status = 404;
}

export function registerArchiveProtocol(addProtocol: (scheme: string, action: AddProtocolAction) => void): void {
  if (isRegistered) return;
  isRegistered = true;
  addProtocol(ARCHIVE_SCHEME, async (request, abort) => {
    const match = /^[a-z-]+:\/\/(.+)\/(\d+)\/(\d+)\/(\d+)$/.exec(request.url);
    if (!match?.[1]) throw new Error(`Not the address of a tile: ${request.url}`);
    const tile = await archiveAt(match[1]).getZxy(Number(match[2]), Number(match[3]), Number(match[4]), abort.signal);
    if (!tile) throw new NoSuchTile('no such tile');
    return { data: tile.data, cacheControl: tile.cacheControl, expires: tile.expires };
  });
}
