import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { hold } from './measure.ts';
import { CHROMIUM_FLAGS, findChromium } from '@spora/e2e/chromium';

export const title = 'Web: sizes of the built pages, first paint on a slow phone';
export const small = ['--built'];

const WEB = fileURLToPath(new URL('../../../apps/web/', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly isEntry?: boolean;
}
type Manifest = Readonly<Record<string, Chunk>>;

/** Each page's own files, over and above those of the pages before it; `isAlone`: nobody comes to it from another. */
const PAGES: readonly {
  readonly name: string;
  readonly goalKb?: number;
  readonly mostFiles?: number;
  readonly entries: readonly string[];
  readonly isAlone?: true;
}[] = [
  { name: 'sign-in', goalKb: 90, entries: ['start', 'sign-in', '../../packages/messages/src/entry/sv.ts'] },
  { name: 'all texts', entries: ['../../packages/messages/src/sv.ts'] },
  {
    name: 'shared position, before its map',
    goalKb: 60,
    entries: ['start', 'src/features/sharing/watch/page.ts', '../../packages/messages/src/shared-position/sv.ts'],
    isAlone: true,
  },
  {
    name: 'alarm by link, before its map',
    goalKb: 60,
    entries: ['start', 'src/features/alarms/by-link/page.ts', '../../packages/messages/src/alarm-link/sv.ts'],
    isAlone: true,
  },
  { name: 'shell, behind the sign-in', mostFiles: 5, entries: ['src/app/signed-in.tsx'] },
  { name: 'map page, own code', mostFiles: 20, entries: ['src/features/tracking/page.tsx'] },
  { name: 'trip log, own code', mostFiles: 20, entries: ['src/features/trips/page.tsx'] },
  { name: 'map engine', entries: ['src/map/engine.ts'] },
];

/** Builds unless told `--built`, then weighs and paints; `--dist FOLDER` takes a build made elsewhere with a manifest. */
export async function run(args: readonly string[]): Promise<void> {
  const given = args.indexOf('--dist');
  const dist = given >= 0 ? (args[given + 1] ?? '') : join(WEB, 'dist');
  if (given < 0 && !args.includes('--built')) build();
  weigh(dist);
  await paint(dist);
}

function build(): void {
  const made = spawnSync('npx', ['vite', 'build', '--manifest'], { cwd: WEB, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`the web application could not be built:\n${made.stderr}`);
}

function weigh(dist: string): void {
  const path = join(dist, '.vite', 'manifest.json');
  if (!existsSync(path)) throw new Error('the build has no manifest: run without --built');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  const seen = new Set<string>();
  console.log('  page                          files   raw kB    gz kB    br kB');
  for (const { name, entries, goalKb, mostFiles, isAlone = false } of PAGES) {
    const files = entries.flatMap((entry) => filesOf(manifest, entry)).filter((file) => isAlone || !seen.has(file));
    if (!isAlone) for (const file of files) seen.add(file);
    const contents = [...new Set(files)];
    const sum = (form: '' | '.br' | '.gz'): number =>
      contents.reduce((total, file) => total + sizeOf(dist, file, form), 0) / 1000;
    const [raw, gz, br] = [sum(''), sum('.gz'), sum('.br')];
    const figures = [raw, gz, br];
    // As every browser of the support matrix is sent it (NFR-001).
    if (goalKb !== undefined) hold(`kB of the page "${name}", as it is sent`, br, { most: goalKb });
    if (mostFiles !== undefined) hold(`files of the page "${name}"`, contents.length, { most: mostFiles });
    const goal = goalKb === undefined ? '' : `   goal ${goalKb} kB as sent: ${(br / goalKb).toFixed(2)}`;
    console.log(
      `  ${name.padEnd(28)} ${String(contents.length).padStart(5)} ${figures.map((kb) => kb.toFixed(1).padStart(8)).join(' ')}${goal}`,
    );
  }
  const assets = readdirSync(join(dist, 'assets')).filter((file) => !/\.(?:br|gz)$/.test(file)).length;
  console.log(`  ${assets} files in all`);
}

/** The bytes of a file in the form in which it is sent; one that is too small to be packed goes as it is. */
function sizeOf(dist: string, file: string, form: '' | '.br' | '.gz'): number {
  const path = join(dist, file);
  return statSync(existsSync(`${path}${form}`) ? `${path}${form}` : path).size;
}

/** A chunk by its source or its own name, its styles, and what it imports before it runs. */
function filesOf(manifest: Manifest, entry: string, seen = new Set<string>()): string[] {
  const chunk = manifest[entry] ?? Object.values(manifest).find(({ file, name }) => name === entry && file.endsWith('.js'));
  if (!chunk) throw new Error(`the build has no chunk for ${entry}`);
  if (seen.has(entry)) return [];
  seen.add(entry);
  return [chunk.file, ...(chunk.css ?? []), ...(chunk.imports ?? []).flatMap((next) => filesOf(manifest, next, seen))];
}

/** Slow 4G as Lighthouse simulates it, and a processor four times slower. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: (1.6e6 / 8) * 0.9, uploadThroughput: (750e3 / 8) * 0.9 };
const CPU_SLOWDOWN = 4;
const ROUNDS = 3;
const GOAL_MS = 2_500;

async function paint(dist: string): Promise<void> {
  const server = await serve(dist);
  const { port } = server.address() as { port: number };
  const found = await findChromium();
  const browser = await chromium.launch({
    executablePath: found.path,
    args: [...CHROMIUM_FLAGS],
    env: { ...process.env, ...found.env },
  });
  try {
    const rounds: { paintMs: number; usableMs: number; kb: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const context = await browser.newContext({
        viewport: { width: 390, height: 800 },
        isMobile: true,
        hasTouch: true,
        locale: 'sv-SE',
      });
      const page = await context.newPage();
      const cdp = await context.newCDPSession(page);
      await cdp.send('Network.enable');
      await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
      const begin = performance.now();
      await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'commit' });
      await page.locator('input[type=password]').waitFor();
      const usableMs = performance.now() - begin;
      const [paintMs, kb] = await page.evaluate(
        () =>
          [
            performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
            performance
              .getEntriesByType('resource')
              .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize, 0) / 1000,
          ] as const,
      );
      rounds.push({ paintMs, usableMs, kb });
      await context.close();
    }
    const median = rounds.toSorted((a, b) => a.usableMs - b.usableMs)[Math.floor(ROUNDS / 2)];
    if (!median) return;
    console.log(
      `  sign-in on a slow phone (4x slower, slow 4G), median of ${ROUNDS}: first paint ${median.paintMs.toFixed(0)} ms, ` +
        `usable ${median.usableMs.toFixed(0)} ms (goal ${GOAL_MS}: ${(median.usableMs / GOAL_MS).toFixed(2)}), ${median.kb.toFixed(0)} kB received`,
    );
  } finally {
    await browser.close();
    server.close();
  }
}

/** The built files, packed as our server sends them; calls to the interface are not found. */
async function serve(dist: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = join(dist, path === '/' ? 'index.html' : path);
    const type = TYPES[extname(file)];
    if (!file.startsWith(dist) || !existsSync(file) || !type) return void response.writeHead(404).end();
    response.setHeader('Content-Type', type);
    if (type === 'font/woff2') return void createReadStream(file).pipe(response);
    const isPacked = existsSync(`${file}.br`);
    response.setHeader('Content-Encoding', isPacked ? 'br' : 'gzip');
    response.end(isPacked ? readFileSync(`${file}.br`) : gzipSync(readFileSync(file), { level: 9 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
