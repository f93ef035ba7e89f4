import { type ChildProcess, fork, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hashPassword } from '@spora/server/platform/secrets/password';
import { sql } from 'kysely';
import { type BenchDatabase, benchDatabase, numbersOf } from './gateway-bench.ts';
import { freePort } from './kill-tracker.ts';
import { hold } from './measure.ts';
import type { FloodOrder, FloodResult } from './sign-in-flood-peer.ts';

export const title = 'Sign-in flood: how long known users wait while strangers try passwords from thousands of addresses';
export const small = ['--rate', '300', '--addresses', '300', '--seconds', '4', '--check', '1'];

const MAIN = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url));
const PASSWORD = 'a good pass phrase';
const KNOWN = 4;
const GOAL_MS = 2000;

/**
 * `--rate --addresses --seconds`: hostile sign-ins a second to the program's own interface, over loopback addresses of their own, with
 * known users' among them. It stops by itself, and nothing leaves the machine. `--check`: also holds what a known user is owed.
 */
export async function run(args: readonly string[]): Promise<void> {
  const options = { rate: 2000, addresses: 2000, seconds: 15, check: 0 };
  const { rate, addresses, seconds, check } = numbersOf(args, options) as typeof options;
  const database = await benchDatabase();
  const port = await freePort();
  const program = startProgram(database, port);
  try {
    await fill(database);
    await listening(port);
    const calm = await flood({ port, rate: 0, addresses: 0, seconds: 3, known: KNOWN, password: PASSWORD });
    print('nobody else', calm);
    const found = await flood({ port, rate, addresses, seconds, known: KNOWN, password: PASSWORD });
    print(`${rate} hostile sign-ins a second from ${addresses} addresses`, found);
    if (check > 0) {
      hold('sign-ins of known users that were refused', countOf(found.refused), { most: 0 });
      hold('sign-ins of known users', found.latenciesMs.length, { least: 1 });
    }
  } finally {
    program.kill('SIGTERM');
    await Promise.race([new Promise((resolve) => program.once('exit', resolve)), sleep(5000)]);
    program.kill('SIGKILL');
    await database.close();
  }
}

function startProgram({ engine, dataDir }: BenchDatabase, port: number): ChildProcess {
  return spawn(process.execPath, [MAIN, '--roles', 'api'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: join(dataDir, 'program'),
      DATABASE_URL: engine.urls.owner,
      DATABASE_API_URL: engine.urls.api,
      DATABASE_PIPELINE_URL: engine.urls.pipeline,
      HOST: '127.0.0.1',
      PORT: String(port),
      MAIL_MODE: 'none',
    },
  });
}

/** The users whose sign-in is measured, and some whose names the hostile ones try. */
async function fill({ owner }: BenchDatabase): Promise<void> {
  const hash = await hashPassword(PASSWORD);
  await sql`WITH a AS (INSERT INTO account (name) VALUES ('Bench') RETURNING id)
    INSERT INTO member (account_id, email, full_name, password_hash, is_admin)
    SELECT a.id, name || i || '@example.test', 'Bench', ${hash}, true FROM a, generate_series(0, 199) i, unnest(ARRAY['known', 'target']) name`.execute(
    owner,
  );
}

async function listening(port: number): Promise<void> {
  for (let i = 0; i < 300; i += 1) {
    const isUp = await fetch(`http://127.0.0.1:${port}/api/config`).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await sleep(100);
  }
  throw new Error('the program did not start');
}

function flood(order: FloodOrder): Promise<FloodResult> {
  const child = fork(new URL('sign-in-flood-peer.ts', import.meta.url), [JSON.stringify(order)]);
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as FloodResult));
    child.once('exit', (code) => reject(new Error(`the other side ended with ${code}`)));
    child.once('error', reject);
  });
}

const percentile = (values: readonly number[], p: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil((values.length * p) / 100) - 1)] ?? Infinity;

const countOf = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((sum, each) => sum + each, 0);

function print(what: string, { latenciesMs, refused, hostile, seconds }: FloodResult): void {
  const [p50, p95, worst] = [50, 95, 100].map((p) => Math.round(percentile(latenciesMs, p)));
  console.log(
    `${what}: ${latenciesMs.length} sign-ins of known users, p50 ${p50} ms, p95 ${p95} ms (goal ${GOAL_MS}), worst ${worst} ms`,
  );
  console.log(`  ${countOf(refused)} of them refused${countOf(refused) > 0 ? ` ${JSON.stringify(refused)}` : ''}`);
  const told = Object.entries(hostile).map(([status, count]) => `${status}: ${(count / seconds).toFixed(0)}`);
  if (told.length > 0) console.log(`  hostile ones answered a second, by status: ${told.join(', ')}`);
}
