import { PROTOCOLS } from '@spora/protocols/list';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTemporaryFolder } from '@spora/server/platform/program/temporary-folder';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const MAIN = join(PROJECT, 'apps/server/src/main.ts');
const BUILD = join(PROJECT, 'scripts/build.mjs');
const START_LIMIT_MS = 300_000;

export interface Product {
  readonly url: string;
  readonly trackerPort: number;
  readonly phonePort: number;
  /** Passwords by user name. */
  readonly passwords: Readonly<Record<string, string>>;
  /** IMEIs that customers of every brand can register, as the start tells them. */
  readonly stock: readonly string[];
  /** Its folder, for commands beside it as whoever runs the program gives them. */
  readonly dataDir: string;
  readonly stop: () => Promise<void>;
}

/**
 * The whole program as a newcomer starts it, its pages as the sources have them now, with a folder and ports of its own; offline, as a test must be. Without the
 * gateway among its roles nothing drives, so it costs little.
 */
export async function startProduct(
  roles: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const { status } = spawnSync(process.execPath, [BUILD], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the web application could not be built');
  const dataDir = makeTemporaryFolder('spora-e2e-');
  const child = spawn(process.execPath, [MAIN, ...(roles.length > 0 ? ['--roles', roles.join(',')] : [])], {
    cwd: PROJECT,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      ...Object.fromEntries(PROTOCOLS.map(({ port }) => [port.setting, '0'])),
      MAP_MODE: 'embedded',
      LOG_LEVEL: 'warn',
      // The provider of the journey stands on this machine.
      SIGN_ON_ALLOW_PRIVATE: 'true',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const find = (pattern: RegExp): string | undefined => pattern.exec(output)?.[1];
  // It tells all of it at once; with the gateway the phones' port stands last.
  const isStarted = (): boolean =>
    find(/(Mail of the demo: \S+\n)/) !== undefined && (roles.length > 0 || find(/Phones[^\n]*port (\d+)/) !== undefined);
  try {
    await until(isStarted, child, () => output);
  } catch (error) {
    await stop(child, dataDir);
    throw error;
  }
  const passwords = Object.fromEntries(
    [...output.matchAll(/Sign in (?:at \S+ )?as (\S+@\S+) with (\S+)/g)].map((match) => [match[1], match[2]]),
  );
  return {
    url: find(/answers at (\S+)/) ?? '',
    trackerPort: Number(find(/Trackers[^\n]*port (\d+)/)),
    phonePort: Number(find(/Phones[^\n]*port (\d+)/)),
    passwords: passwords as Record<string, string>,
    // Those of one brand alone stand with its name on a line of their own.
    stock: [...output.matchAll(/^ +(\d{15}(?:, \d{15})*)$/gm)].flatMap((match) => match[1]?.split(', ') ?? []),
    dataDir,
    stop: () => stop(child, dataDir),
  };
}

async function until(isReady: () => boolean, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (!isReady()) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`the product did not start:\n${output().slice(-4000)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function stop(child: ChildProcess, dataDir: string): Promise<void> {
  if (child.exitCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    await ended;
  }
  rmSync(dataDir, { recursive: true, force: true });
}
