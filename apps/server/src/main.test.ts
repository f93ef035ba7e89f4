import { PROTOCOLS } from '@spora/protocols/list';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { makeTemporaryFolder } from './platform/program/temporary-folder.ts';
import { testDatabase } from './testing/database.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
/** For what never comes: a whole start takes seconds, and where the machine has much other work a minute. */
const WHOLE_START_MS = 180_000;
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

function temporary(): string {
  const folder = makeTemporaryFolder('spora-main-');
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Program {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly code: Promise<number | null>;
  /** Resolves with the first match in what it prints. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
}

function start(args: readonly string[], env: Record<string, string>): Program {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (output += data.toString()));
  const code = new Promise<number | null>((done) => child.once('exit', done));
  undo.push(async () => {
    child.kill('SIGKILL');
    await code;
  });
  const until = async (pattern: RegExp) => {
    for (const end = Date.now() + WHOLE_START_MS - 10_000; Date.now() < end; await new Promise((done) => setTimeout(done, 25))) {
      const match = pattern.exec(output);
      if (match) return match;
      if (child.exitCode !== null) break;
    }
    throw new Error(`${pattern} was not printed:\n${output}`);
  };
  return { child, output: () => output, code, until };
}

test('a wrong configuration stops the start with a sentence and no stack', async () => {
  const program = start([], { PORT: 'eighty', DATA_DIR: temporary() });
  expect(await program.code).toBe(1);
  expect(program.output()).toBe('PORT must be a whole number.\n');
  const other = start(['--roles', 'api,gatway'], { DATA_DIR: temporary() });
  expect(await other.code).toBe(2);
  expect(other.output()).toContain('not "gatway".');
});

test(
  'the demo starts from an empty folder, says how to sign in and what a tax log lacks, is found by a second start, and drains when it is asked to',
  { timeout: WHOLE_START_MS },
  async () => {
    const dataDir = temporary();
    const env = { DATA_DIR: dataDir, PORT: '0', ...Object.fromEntries(PROTOCOLS.map(({ port }) => [port.setting, '0'])) };
    const program = start([], env);
    const [, address] = await program.until(/answers at (http:\/\/localhost:\d+)/);
    await program.until(/Sign in as \S+@\S+\.example with \S+ /);
    const [, mailbox] = await program.until(/Mail of the demo: (http:\/\/localhost:\d+\/mailbox)/);
    await program.until(/Phones/);
    await program.until(/street addresses, which GEOCODER and GEOCODER_URL turn on/);
    expect((await fetch(mailbox ?? '')).status).toBe(200);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);

    const second = start([], env);
    expect(await second.code).toBe(0);
    expect(second.output()).toContain(`already runs from this folder: ${address}`);

    program.child.kill('SIGTERM');
    program.child.kill('SIGINT');
    expect(await program.code).toBe(0);
    expect(program.output()).not.toMatch(/"level":"(error|fatal)"/);
    expect(existsSync(join(dataDir, 'address'))).toBe(false);
  },
);

test(
  'in the real mode roles run apart, answer for their health, and one that may not migrate refuses an unprepared database',
  { timeout: WHOLE_START_MS },
  async () => {
    const database = await testDatabase();
    const bare = await testDatabase({ template: null });
    undo.push(
      () => database.close(),
      () => bare.close(),
    );
    const env = { DATA_DIR: temporary(), MAIL_MODE: 'none', HOST: '127.0.0.1', LOG_LEVEL: 'info', HEALTH_PORT: '0' };
    const refused = start(['--roles', 'worker'], {
      ...env,
      DATABASE_API_URL: bare.urls.api,
      DATABASE_PIPELINE_URL: bare.urls.pipeline,
    });
    expect(await refused.code).toBe(1);
    expect(refused.output()).toContain('npm run db:migrate');

    const worker = start(['--roles', 'worker'], {
      ...env,
      DATABASE_API_URL: database.urls.api,
      DATABASE_PIPELINE_URL: database.urls.pipeline,
    });
    const [, port] = await worker.until(/"healthPort":(\d+)/);
    expect(await (await fetch(`http://127.0.0.1:${port}/readyz`)).text()).toBe('ready');
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toMatch(
      /spora_process_cpu[^]*^spora_disk_free_bytes \d{6,}$/m,
    );
    expect(await database.owner.selectFrom('account').select('id').execute()).toEqual([]);
    worker.child.kill('SIGTERM');
    expect(await worker.code).toBe(0);
  },
);

test('12-B12: a start that cannot end well says why, a line for each fault, and has not migrated yet', async () => {
  const bare = await testDatabase({ template: null });
  undo.push(() => bare.close());
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  undo.push(() => other.close());
  const port = String((other.address() as { port: number }).port);
  const { owner, api } = bare.urls;
  const program = start([], {
    DATA_DIR: temporary(),
    MAIL_MODE: 'none',
    HOST: '127.0.0.1',
    PORT: port,
    DATABASE_URL: owner,
    DATABASE_API_URL: api,
    DATABASE_PIPELINE_URL: api,
  });
  expect(await program.code).toBe(1);
  expect(program.output().trim().split('\n')).toEqual([
    'DATABASE_PIPELINE_URL signs in as spora_api: it must be the role spora_pipeline, whose rights are its own.',
    `PORT ${port} is in use by another program: end that one, or set PORT to another port.`,
  ]);
  const { rows } = await sql<{ found: string | null }>`SELECT to_regclass('migration')::text AS found`.execute(bare.owner);
  expect(rows).toEqual([{ found: null }]);
});
