import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Smaller files gain nothing that a packet would notice. */
const LEAST_BYTES = 1024;
/** The best takes a second for each megabyte. */
const MOST_BYTES_AT_BEST = 300_000;
const COMPRESSED = /\.(?:js|css|svg|json)$/;

/**
 * Puts the compressed forms of each file beside it, which the server sends as they are (NFR-001): packed once with time to spare, the
 * sign-in page is a seventh smaller than packed for each request.
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const assets = join(dir, 'assets');
      for (const name of await readdir(assets)) {
        const path = join(assets, name);
        if (!COMPRESSED.test(name) || (await stat(path)).size < LEAST_BYTES) continue;
        const bytes = await readFile(path);
        const quality = bytes.length > MOST_BYTES_AT_BEST ? 9 : constants.BROTLI_MAX_QUALITY;
        const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes, { params }), promisify(gzip)(bytes, { level: 9 })]);
        await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
      }
    },
  };
}
