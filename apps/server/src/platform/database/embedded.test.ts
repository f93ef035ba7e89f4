import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { copyEngine, giveTo } from './embedded-engine.ts';
import { startEmbeddedDatabase, type EmbeddedDatabase } from './embedded.ts';
import { makeTemporaryFolder } from '../program/temporary-folder.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

function temporary(): string {
  const folder = makeTemporaryFolder('spora-embedded-');
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(dataDir: string): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ dataDir, isDurable: false });
  undo.push(() => database.stop());
  return database;
}

/** One for those who only look; each start takes a second of a core. */
const sharedDir = makeTemporaryFolder('spora-embedded-');
let sharing: Promise<EmbeddedDatabase> | undefined;
const shared = (): Promise<EmbeddedDatabase> => (sharing ??= startEmbeddedDatabase({ dataDir: sharedDir, isDurable: false }));
afterAll(async () => {
  await (await sharing)?.stop();
  rmSync(sharedDir, { recursive: true, force: true });
});

async function ask<T extends object>(url: string, query: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  client.on('error', () => {});
  try {
    return (await client.query<T>(query)).rows;
  } finally {
    await client.end();
  }
}

/** Another program that starts the database of `dataDir` and then waits. */
async function startElsewhere(dataDir: string): Promise<{ program: ChildProcess; postgres: number }> {
  const file = join(temporary(), 'program.ts');
  writeFileSync(
    file,
    `
    import { startEmbeddedDatabase } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).pathname)};
    const database = await startEmbeddedDatabase({ dataDir: ${JSON.stringify(dataDir)}, isDurable: false });
    setInterval(() => {}, 1000);
    process.on('SIGTERM', async () => { await database.stop(); process.exit(0); });
    // Last: whoever reads it may end the program at once.
    console.log(database.pid);`,
  );
  const program = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  undo.push(() => program.kill('SIGKILL'));
  const pid = await new Promise<number>((done, fail) => {
    program.once('exit', (code) => fail(new Error(`the program ended with ${code}`)));
    program.stdout?.once('data', (data: Buffer) => done(Number(data.toString())));
  });
  return { program, postgres: pid };
}

const isOwnUser = (uid: number): boolean => uid >= 60_578 && uid < 61_184;
const PASSWORD = /(?<=:\/\/[^:@]+):[^@]+(?=@)/;
const without = (url: string) => url.replace(PASSWORD, '');

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0) && !existsSync('/proc/self')
      ? true
      : readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0] !== 'Z';
  } catch {
    return false;
  }
};

test('it starts twice in a row, keeps what was written, and leaves no socket behind', async () => {
  const dataDir = temporary();
  const first = await start(dataDir);
  await ask(first.urls.owner, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (7)');
  const socketDir = new URL(first.urls.owner).searchParams.get('host') ?? '';
  expect(lstatSync(socketDir).mode & 0o777).toBe(0o700);
  await first.stop();
  expect(existsSync(socketDir)).toBe(false);
  const second = await start(dataDir);
  expect(await ask(second.urls.owner, 'SELECT id FROM kept')).toEqual([{ id: 7 }]);
});

test('SEC-008: the three roles are there, none of them a superuser, and it listens on no port', async () => {
  const { urls } = await shared();
  for (const [name, url] of Object.entries<string>({ ...urls })) {
    expect(await ask(url, 'SELECT current_user AS role, usesuper AS super FROM pg_user WHERE usename = current_user')).toEqual([
      { role: `spora_${name}`, super: false },
    ]);
  }
  expect(await ask(urls.owner, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
});

test('12-A9: nobody is let in without the password of the data folder, which only its owner reads', async () => {
  const { urls, superuserUrl } = await shared();
  for (const url of [superuserUrl, ...Object.values<string>({ ...urls })]) {
    expect(url).toMatch(PASSWORD);
    await expect(ask(without(url), 'SELECT 1')).rejects.toThrow(/password/);
    await expect(ask(url.replace(PASSWORD, ':wrong'), 'SELECT 1')).rejects.toThrow(/password/);
  }
  const file = join(sharedDir, 'postgres.passwords');
  expect(lstatSync(file).mode & 0o777).toBe(0o600);
  const rules = await ask<{ auth_method: string }>(superuserUrl, 'SELECT DISTINCT auth_method FROM pg_hba_file_rules');
  expect(rules).toEqual([{ auth_method: 'scram-sha-256' }]);
});

test('12-A9: a folder of a version without passwords gets them at its next start and keeps what was written', async () => {
  const dataDir = temporary();
  const first = await start(dataDir);
  await ask(first.urls.owner, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (7)');
  await first.stop();
  const cluster = join(dataDir, 'postgres');
  writeFileSync(join(cluster, 'pg_hba.conf'), 'local all all trust\nhost all all 127.0.0.1/32 trust\n');
  for (const path of [join(dataDir, 'postgres.passwords'), join(cluster, 'spora.password')]) rmSync(path);
  if (process.getuid?.() === 0) giveTo(cluster, { uid: 65534, gid: 65534 });
  const second = await start(dataDir);
  expect(second.superuserUrl).not.toBe(first.superuserUrl);
  expect(await ask(second.urls.owner, 'SELECT id FROM kept')).toEqual([{ id: 7 }]);
  await expect(ask(without(second.superuserUrl), 'SELECT 1')).rejects.toThrow(/password/);
  if (process.getuid?.() === 0)
    for (const path of ['', 'PG_VERSION', 'base', 'global/pg_control', 'pg_hba.conf'])
      expect(lstatSync(join(cluster, path)).uid).toSatisfy(isOwnUser);
});

test('12-A9: where the file of passwords is lost, the next start makes another', async () => {
  const dataDir = temporary();
  await (await start(dataDir)).stop();
  rmSync(join(dataDir, 'postgres.passwords'));
  const { urls } = await start(dataDir);
  expect(await ask(urls.api, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test.runIf(process.getuid?.() === 0)(
  '12-A9: started as root, other programs that run as nobody can neither enter the socket nor read the files',
  async () => {
    const { urls } = await shared();
    const socketDir = new URL(urls.owner).searchParams.get('host') ?? '';
    const nobody = { uid: 65534, gid: 65534, cwd: '/' };
    for (const path of [socketDir, join(sharedDir, 'postgres')]) expect(spawnSync('ls', [path], nobody).status, path).not.toBe(0);
    expect(spawnSync('cat', [join(sharedDir, 'postgres.passwords')], nobody).status).not.toBe(0);
    expect(spawnSync('ls', [sharedDir], nobody).status).toBe(0);
  },
);

test('copies beside each other do not meet', async () => {
  const [a, b] = await Promise.all([shared(), start(temporary())]);
  await ask(a.urls.owner, 'CREATE TABLE only_here (id int)');
  expect(await ask(b.urls.owner, `SELECT to_regclass('only_here') AS found`)).toEqual([{ found: null }]);
});

test('after a kill -9 of the program its engine is stopped and a new one takes over what was committed', async () => {
  const dataDir = temporary();
  const { program, postgres } = await startElsewhere(dataDir);
  program.removeAllListeners('exit');
  program.kill('SIGKILL');
  await new Promise((done) => program.once('exit', done));
  expect(isRunning(postgres)).toBe(true);
  const next = await start(dataDir);
  expect(next.isAttached).toBe(false);
  expect(isRunning(postgres)).toBe(false);
  expect(await ask(next.urls.api, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a second program of the same folder shares the engine of the first and does not stop it', async () => {
  const dataDir = temporary();
  const { program, postgres } = await startElsewhere(dataDir);
  const second = await start(dataDir);
  expect(second).toMatchObject({ isAttached: true, pid: postgres });
  await second.stop();
  expect(isRunning(postgres)).toBe(true);
  program.removeAllListeners('exit');
  program.kill('SIGTERM');
  await new Promise((done) => program.once('exit', done));
  expect(isRunning(postgres)).toBe(false);
});

test('an engine that is killed comes back at the same address', async () => {
  const database = await start(temporary());
  await ask(database.urls.owner, 'CREATE TABLE kept (id int)');
  process.kill(database.pid, 'SIGKILL');
  for (let tries = 0; ; tries++) {
    const rows = await ask(database.urls.owner, `SELECT to_regclass('kept')::text AS kept`).catch(() => undefined);
    if (rows) {
      expect(rows).toEqual([{ kept: 'kept' }]);
      break;
    }
    expect(tries).toBeLessThan(200);
    await sleep(50);
  }
});

test('a first start that was interrupted is simply begun again', async () => {
  const dataDir = temporary();
  mkdirSync(join(dataDir, 'postgres.new'));
  writeFileSync(join(dataDir, 'postgres.new', 'half'), '');
  const { urls } = await start(dataDir);
  expect(await ask(urls.api, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a process number that now names another program is no running engine', async () => {
  const dataDir = temporary();
  await (await start(dataDir)).stop();
  writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n${dataDir}\n1\n5432\n/tmp\n\n0 0\nready\n`);
  const { urls } = await start(dataDir);
  expect(await ask(urls.api, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a data folder deep down starts too, although a socket path is short', async () => {
  const dataDir = join(temporary(), 'a-rather-long-folder-name'.repeat(4), 'b'.repeat(60));
  mkdirSync(dataDir, { recursive: true });
  const { urls } = await start(dataDir);
  expect((new URL(urls.api).searchParams.get('host') ?? '').length).toBeLessThan(90);
  expect(await ask(urls.api, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a data folder of another version of PostgreSQL is refused with the way out', async () => {
  const dataDir = temporary();
  await (await start(dataDir)).stop();
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '14\n');
  await expect(startEmbeddedDatabase({ dataDir })).rejects.toThrow(/PostgreSQL 14.*backup/);
});

test('a copy of the engine finds its own libraries, without the package that it was copied from', () => {
  const original = join(temporary(), 'package');
  const copy = join(temporary(), 'engine');
  mkdirSync(join(original, 'native', 'lib'), { recursive: true });
  writeFileSync(join(original, 'native', 'lib', 'libicu.so.60.2'), 'library');
  symlinkSync('libicu.so.60.2', join(original, 'native', 'lib', 'libicu.so.60'));
  copyEngine(original, copy);
  rmSync(original, { recursive: true });
  expect(readFileSync(join(copy, 'native', 'lib', 'libicu.so.60'), 'utf8')).toBe('library');
});

test.runIf(process.getuid?.() === 0)(
  'as root in a home that others cannot enter, the engine runs as a user of its own and the home keeps its mode',
  async () => {
    const home = temporary();
    chmodSync(home, 0o700);
    const dataDir = join(home, 'project', 'data');
    const { urls, superuserUrl, stop } = await start(dataDir);
    const place = join(dataDir, 'postgres');
    expect(lstatSync(place).isSymbolicLink()).toBe(true);
    const [row] = await ask<{ dir: string }>(superuserUrl, `SELECT current_setting('data_directory') AS dir`);
    undo.unshift(() => rmSync(join(row?.dir ?? '', '..'), { recursive: true, force: true }));
    expect(lstatSync(row?.dir ?? '').uid).toSatisfy(isOwnUser);
    expect(await ask(urls.api, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(lstatSync(home).mode & 0o777).toBe(0o700);
    await stop();
    const again = await start(dataDir);
    expect(await ask(again.urls.api, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(readdirSync(dataDir)).not.toContain('postgres.new');
  },
);
