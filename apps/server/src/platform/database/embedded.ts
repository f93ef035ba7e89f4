import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectClient } from './database.ts';
import {
  closeCluster,
  type EnginePasswords,
  ensurePasswords,
  isClosed,
  readPasswords,
  scramVerifier,
  SUPERUSER,
} from './embedded-access.ts';
import {
  engineAt,
  engineUserFor,
  giveTo,
  isReachable,
  namedUser,
  npmEngine,
  sharedFolder,
  type Engine,
  type EngineUser,
} from './embedded-engine.ts';
import {
  isAlive,
  readHolder,
  readPostmaster,
  removeHolder,
  withStartLock,
  writeHolder,
  type Postmaster,
} from './embedded-processes.ts';

export interface DatabaseUrls {
  /** Owns and migrates; never serves. */
  readonly owner: string;
  /** The interface, under row-level security. */
  readonly api: string;
  /** Gateway, projector and worker. */
  readonly pipeline: string;
}

export interface EmbeddedDatabase {
  readonly urls: DatabaseUrls;
  /** True when a living program of this data folder had started it already; then `stop` leaves it running. */
  readonly isAttached: boolean;
  /** Of the first start; a restarted engine has another. */
  readonly pid: number;
  /** PostgreSQL's own superuser; for making databases and roles in tests, never for serving. */
  readonly superuserUrl: string;
  /** Lets open transactions end by rollback and stops the engine cleanly; safe to call twice. */
  readonly stop: () => Promise<void>;
}

export interface EmbeddedDatabaseOptions {
  readonly dataDir: string;
  /** An engine other than the one from npm, e.g. `/usr/lib/postgresql/15/bin`. */
  readonly binDir?: string;
  /** False only in tests: the files need not survive a power cut. */
  readonly isDurable?: boolean;
}

const DATABASE = 'spora';
const START_TIMEOUT_MS = 60_000;

/**
 * Starts PostgreSQL on `<dataDir>/postgres`, making it the first time, with the roles of `roles.sql` and a database
 * owned by `spora_owner`. Reached over a socket in a private folder, so that copies beside each other never meet, and with the
 * passwords of the data folder only. An engine that a killed program left behind is stopped first; one whose program lives is
 * shared.
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  return withStartLock(dataDir, async () => {
    const user = engineUserFor(clusterPath(dataDir));
    const cluster = placeCluster(dataDir, user);
    const engine = options.binDir ? engineAt(options.binDir, user) : npmEngine(user);
    const running = readPostmaster(cluster);
    if (running) {
      if (readHolder(dataDir)) return attach(await waitUntilReady(cluster, dataDir), readPasswords(dataDir));
      await stopProcess(running.pid);
    }
    if (!existsSync(join(cluster, 'PG_VERSION'))) initialise(engine, cluster, options.isDurable ?? true);
    assertSameMajor(engine, cluster);
    const passwords = ensurePasswords(dataDir);
    takeOver(engine, cluster, user, passwords);
    return launch({ engine, cluster, dataDir, user, passwords, isDurable: options.isDurable ?? true });
  });
}

/** Where the cluster is: in the data folder, unless a link there points to where the engine's user can reach it. */
function clusterPath(dataDir: string): string {
  const path = join(dataDir, 'postgres');
  return isLink(path) ? readlinkSync(path) : path;
}

const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

function placeCluster(dataDir: string, user: EngineUser | undefined): string {
  const path = clusterPath(dataDir);
  if (existsSync(path) || isReachable(dataDir, user)) return path;
  // Root in a home folder of mode 0700: "nobody" cannot pass it, and its mode is not ours to change.
  const place = mkdtempSync(join(sharedFolder(), 'data-'));
  chmodSync(place, 0o755);
  const cluster = join(place, 'postgres');
  rmSync(join(dataDir, 'postgres'), { force: true });
  symlinkSync(cluster, join(dataDir, 'postgres'));
  return cluster;
}

const engineEnvironment = { LC_ALL: 'C', TZ: 'UTC' };

/**
 * Builds the cluster beside its place and renames it, so that an interrupted first start is simply begun again. It lets nobody in
 * before it has a password.
 */
function initialise(engine: Engine, cluster: string, isDurable: boolean): void {
  const user = namedUser(engineUserFor(cluster));
  const building = `${cluster}.new`;
  rmSync(building, { recursive: true, force: true });
  mkdirSync(building, { mode: 0o700 });
  if (user) chownSync(building, user.uid, user.gid);
  const locale =
    engine.major >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--lc-collate=C', '--lc-ctype=C.UTF-8'];
  const answer = spawnSync(
    join(engine.binDir, 'initdb'),
    ['-D', building, '-U', SUPERUSER, '--auth=reject', '-E', 'UTF8', ...locale, ...(isDurable ? [] : ['--no-sync'])],
    { ...user, cwd: building, env: engineEnvironment, encoding: 'utf8' },
  );
  if (answer.status !== 0) throw new Error(`initdb failed: ${answer.stderr || answer.error?.message || answer.stdout}`);
  renameSync(building, cluster);
}

/** Gives the files to whom the engine runs as, and the superuser the password of the data folder. */
function takeOver({ binDir }: Engine, cluster: string, user: EngineUser | undefined, passwords: EnginePasswords): void {
  if (!isClosed(cluster, passwords)) {
    const named = namedUser(user);
    if (named?.uid !== user?.uid) giveTo(cluster, named);
    closeCluster({ cluster, binDir, passwords, user: named });
  }
  if (user && statSync(join(cluster, 'PG_VERSION')).uid !== user.uid) giveTo(cluster, user);
}

function assertSameMajor(engine: Engine, cluster: string): void {
  const major = Number(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'));
  if (major === engine.major) return;
  throw new Error(
    `${cluster} was made by PostgreSQL ${major}, this version brings ${engine.major}. Go back to the version of Spora that made it, run "npm run backup", then restore with this one.`,
  );
}

interface Launch {
  readonly engine: Engine;
  readonly cluster: string;
  readonly dataDir: string;
  readonly user: EngineUser | undefined;
  readonly passwords: EnginePasswords;
  readonly isDurable: boolean;
}

async function launch({ engine, cluster, dataDir, user, passwords, isDurable }: Launch): Promise<EmbeddedDatabase> {
  const logFile = join(dataDir, 'postgres.log');
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000) renameSync(logFile, `${logFile}.1`);
  const socketDir = makeSocketFolder(dataDir, user);
  const address = socketDir ? ['-k', socketDir, '-h', ''] : ['-h', '127.0.0.1', '-p', String(await freePort())];
  let postmaster: Postmaster | undefined;
  let stopping: Promise<void> | undefined;

  const run = async (): Promise<Postmaster> => {
    const log = openSync(logFile, 'a');
    // Detached: Ctrl-C reaches the program, which drains before it stops the engine itself.
    const child = spawn(join(engine.binDir, 'postgres'), ['-D', cluster, ...address, ...tuning(isDurable)], {
      ...user,
      cwd: cluster,
      env: engineEnvironment,
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    let failure: string | undefined;
    child.once('error', (error) => (failure = error.message));
    child.once('exit', (code, signal) => {
      failure = `it ended with ${signal ?? code}`;
      // Out of memory, or somebody's kill: the log is on disk, so the engine comes back by itself and the pools reconnect.
      if (postmaster && !stopping) void restart();
    });
    child.unref();
    return waitUntilReady(cluster, dataDir, () => failure);
  };
  const restart = async (): Promise<void> => {
    postmaster = undefined;
    for (let waitMs = 100; !stopping; waitMs = Math.min(waitMs * 2, 10_000)) {
      await sleep(waitMs, undefined, { ref: false });
      try {
        postmaster = await run();
        return;
      } catch {
        // Its shared memory may still be held by the old one's children; the engine's log says more.
      }
    }
  };

  postmaster = await run();
  writeHolder(dataDir);
  // Should the program end without draining, the engine still gets its clean stop.
  const stopAtExit = () => {
    if (postmaster && isAlive(postmaster.pid)) process.kill(postmaster.pid, 'SIGINT');
  };
  process.once('exit', stopAtExit);
  const stop = async () => {
    const last = postmaster ?? readPostmaster(cluster);
    if (last) await stopProcess(last.pid);
    process.removeListener('exit', stopAtExit);
    removeHolder(dataDir);
    if (socketDir) rmSync(socketDir, { recursive: true, force: true });
  };
  const database = { ...describe(postmaster, passwords), isAttached: false, stop: () => (stopping ??= stop()) };
  try {
    await prepareRoles(database.superuserUrl, passwords);
  } catch (error) {
    await database.stop();
    throw error;
  }
  return database;
}

/** `passwords` is undefined where the engine was started by a version that knew none. */
const attach = (postmaster: Postmaster, passwords: EnginePasswords | undefined): EmbeddedDatabase => ({
  ...describe(postmaster, passwords),
  isAttached: true,
  stop: async () => {},
});

function describe({ pid, port, socketDir }: Postmaster, passwords: EnginePasswords | undefined) {
  const url = (role: keyof EnginePasswords, database: string) => {
    const who = passwords ? `${role}:${passwords[role]}` : role;
    return socketDir
      ? `postgres://${who}@localhost:${port}/${database}?host=${encodeURIComponent(socketDir)}`
      : `postgres://${who}@127.0.0.1:${port}/${database}`;
  };
  return {
    pid,
    urls: { owner: url('spora_owner', DATABASE), api: url('spora_api', DATABASE), pipeline: url('spora_pipeline', DATABASE) },
    superuserUrl: url(SUPERUSER, 'postgres'),
  };
}

async function prepareRoles(superuserUrl: string, { app: _, ...passwords }: EnginePasswords): Promise<void> {
  const client = await connectClient({ connectionString: superuserUrl });
  try {
    await client.query(readFileSync(new URL('../../../roles.sql', import.meta.url), 'utf8'));
    for (const [role, password] of Object.entries(passwords))
      await client.query(`ALTER ROLE ${role} PASSWORD '${scramVerifier(password)}'`);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE} OWNER spora_owner`);
  } finally {
    await client.end();
  }
}

/**
 * Only its owner may enter it. In the temporary folder because a socket's path has room for about 100 characters, which a
 * project deep down would exceed. Windows has none: loopback is used there.
 */
function makeSocketFolder(dataDir: string, user: EngineUser | undefined): string | undefined {
  if (process.platform === 'win32') return undefined;
  const temporary = tmpdir().length > 60 ? '/tmp' : tmpdir();
  const owner = user?.uid ?? process.getuid?.();
  const path = join(temporary, `spora-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`);
  try {
    mkdirSync(path, { mode: 0o700 });
    if (user) chownSync(path, user.uid, user.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const found = lstatSync(path);
    if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
      // Somebody else's: leave it alone. The engine's own file says where the socket is.
      const other = mkdtempSync(`${path}-`);
      if (user) chownSync(other, user.uid, user.gid);
      return other;
    }
  }
  return path;
}

function tuning(isDurable: boolean): string[] {
  const memoryMb = totalmem() / 2 ** 20;
  const settings: Record<string, string> = {
    shared_buffers: `${Math.round(Math.min(1024, Math.max(64, memoryMb / 8)))}MB`,
    effective_cache_size: `${Math.round(Math.max(256, memoryMb / 2))}MB`,
    maintenance_work_mem: '128MB',
    work_mem: '8MB',
    max_connections: '120',
    max_wal_size: '2GB',
    wal_compression: 'on',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A failed statement's text holds values a person owns.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  };
  if (!isDurable)
    Object.assign(settings, {
      fsync: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      shared_buffers: '128MB',
      // It would come between, ten minutes after the start, and no test waits for it.
      autovacuum: 'off',
    });
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function waitUntilReady(
  cluster: string,
  dataDir: string,
  failure: () => string | undefined = () => undefined,
): Promise<Postmaster> {
  const until = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < until) {
    const postmaster = readPostmaster(cluster);
    if (postmaster?.isReady) return postmaster;
    const why = failure();
    if (why)
      throw new Error(
        `The embedded PostgreSQL did not start: ${why}. The end of ${join(dataDir, 'postgres.log')}:\n${logEnd(dataDir)}`,
      );
    await sleep(15);
  }
  throw new Error(
    `The embedded PostgreSQL was not ready within a minute. The end of ${join(dataDir, 'postgres.log')}:\n${logEnd(dataDir)}`,
  );
}

const logEnd = (dataDir: string) => readFileSync(join(dataDir, 'postgres.log'), 'utf8').split('\n').slice(-12).join('\n');

/** SIGINT rolls back what is open and ends with a check point; each harder signal only after patience with the last. */
async function stopProcess(pid: number): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!isAlive(pid)) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    for (const until = Date.now() + patienceMs; Date.now() < until && isAlive(pid);) await sleep(15);
  }
}

const freePort = () =>
  new Promise<number>((done, fail) => {
    const probe = createServer()
      .once('error', fail)
      .listen(0, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
      });
  });
