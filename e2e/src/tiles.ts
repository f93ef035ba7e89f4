import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One grey pixel: enough for a map to draw. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkaGj4DwAEAgIBVAaBjwAAAABJRU5ErkJggg==',
  'base64',
);
const STYLE = { version: 8, name: 'street', sources: {}, layers: [] };

export interface TileServer {
  readonly url: string;
  /** What was asked for, as `/satellite/6/35/19.png?key=...`. */
  readonly asked: readonly string[];
  readonly stop: () => void;
}

/** A provider of maps on this machine: a style, and pictures of any kind but those that it refuses. */
export async function startTiles(refused: string): Promise<TileServer> {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const isRefused = url.startsWith(`/${refused}/`);
    const isStyle = url === '/style.json';
    response.writeHead(isRefused ? 403 : 200, {
      'access-control-allow-origin': '*',
      'content-type': isStyle ? 'application/json' : 'image/png',
    });
    response.end(isRefused ? undefined : isStyle ? JSON.stringify(STYLE) : PIXEL);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
