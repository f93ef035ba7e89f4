import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  chmodSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { chromium } from '@playwright/test';
import tar from 'tar-fs';

export interface Browser {
  readonly path: string;
  /** What the browser needs in its environment besides ours. */
  readonly env: Readonly<Record<string, string>>;
  /** Where it was found, for the log. */
  readonly origin: string;
}

/** WebGL without a graphics card, no calls home, and no sandbox, which root and containers do not have. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'];

/** A Chromium to test with: `CHROMIUM_PATH`, the system's, Playwright's own, else the one that npm brings. */
export async function findChromium(): Promise<Browser> {
  const asked = process.env['CHROMIUM_PATH'];
  if (asked) return { path: asked, env: {}, origin: 'CHROMIUM_PATH' };
  const system = SYSTEM.find((path) => existsSync(path));
  if (system) return { path: system, env: {}, origin: 'the system' };
  if (existsSync(chromium.executablePath())) return { path: chromium.executablePath(), env: {}, origin: 'Playwright' };
  return unpack();
}

/** Unpacks the packaged browser once per version; a half-made folder is never used. */
async function unpack(): Promise<Browser> {
  const require = createRequire(import.meta.url);
  const root = findPackageRoot(require.resolve('@sparticuz/chromium'));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const owner = process.getuid?.() ?? 0;
  const target = join(tmpdir(), `spora-chromium-${version}-${owner}`);
  if (!existsSync(target)) {
    const draft = `${target}.${process.pid}`;
    mkdirSync(draft, { recursive: true });
    const packed = (name: string) => createReadStream(join(root, 'bin', name)).pipe(createBrotliDecompress());
    await pipeline(packed('chromium.br'), createWriteStream(join(draft, 'chromium')));
    chmodSync(join(draft, 'chromium'), 0o755);
    for (const name of ['swiftshader.tar.br', 'al2023.tar.br', 'fonts.tar.br']) {
      const folder = join(draft, name === 'swiftshader.tar.br' ? '' : name.replace('.tar.br', ''));
      mkdirSync(folder, { recursive: true });
      await pipeline(packed(name), tar.extract(folder));
    }
    writeFonts(draft, target);
    try {
      renameSync(draft, target);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      if (!existsSync(target)) throw error;
    }
  }
  const env = { LD_LIBRARY_PATH: join(target, 'al2023', 'lib'), FONTCONFIG_PATH: join(target, 'fontconfig') };
  return { path: join(target, 'chromium'), env, origin: `the npm package, version ${version}` };
}

function findPackageRoot(entry: string): string {
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'bin', 'chromium.br'))) return folder;
  }
  throw new Error('the packaged browser is incomplete: remove node_modules and install again');
}

/** The packaged font configuration finds no font, and the browser then crashes on text; this one names the folder. */
function writeFonts(draft: string, target: string): void {
  mkdirSync(join(draft, 'fontconfig'), { recursive: true });
  const fonts = join(target, 'fonts');
  const cache = join(target, 'font-cache');
  writeFileSync(
    join(draft, 'fontconfig', 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>`,
  );
}
