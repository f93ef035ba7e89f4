import { hardwareOf, PROTOCOLS } from '@spora/protocols/list';
import { fork } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabaseDirectory } from '@spora/server/core/log/directory';
import { createKnownTrackers } from '@spora/server/core/log/known-trackers';
import type { Appender } from '@spora/server/core/log/appender';
import { createTcpService, type TcpService } from '@spora/server/core/log/tcp-session';
import { openDatabase } from '@spora/server/platform/database/database';
import type { Db } from '@spora/server/platform/database/db.generated';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '@spora/server/platform/database/embedded';
import { migrate } from '@spora/server/platform/database/migrate';
import type { StreamLimits } from '@spora/server/platform/network/stream-server';
import { makeTemporaryFolder } from '@spora/server/platform/program/temporary-folder';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import type { LoadOrder, LoadResult } from './ingest-loader.ts';

export interface BenchDatabase {
  readonly engine: EmbeddedDatabase;
  readonly dataDir: string;
  readonly owner: Kysely<Db>;
  readonly pipeline: Kysely<Db>;
  close(): Promise<void>;
}

/** Names a folder with a database of the newest schema, which nobody runs, where several benchmarks follow each other. */
export const PREPARED = 'SPORA_BENCH_PREPARED';

/** Makes such a folder. */
export async function prepareDatabase(): Promise<string> {
  const dataDir = makeTemporaryFolder('spora-bench-');
  const engine = await startEmbeddedDatabase({ dataDir });
  await migrate(engine.urls.owner);
  await engine.stop();
  return dataDir;
}

/**
 * A database of the program's own kind, durable, on the disk; gone afterwards. Where one is prepared it is a copy of that, and in
 * memory if there is room, as whoever prepares one does not measure the disk.
 */
export async function benchDatabase(): Promise<BenchDatabase> {
  const prepared = process.env[PREPARED];
  const dataDir = makeTemporaryFolder('spora-bench-', { isOnDisk: prepared === undefined });
  if (prepared !== undefined) {
    cpSync(prepared, dataDir, { recursive: true });
    // PostgreSQL refuses a folder that others may enter.
    chmodSync(join(dataDir, 'postgres'), 0o700);
  }
  const engine = await startEmbeddedDatabase({ dataDir });
  await migrate(engine.urls.owner);
  const owner = openDatabase(engine.urls.owner, { max: 2 });
  const pipeline = openDatabase(engine.urls.pipeline, { max: 10 });
  return {
    engine,
    dataDir,
    owner,
    pipeline,
    close: async () => {
      await Promise.all([owner.destroy(), pipeline.destroy()]);
      await engine.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Registers so many trackers; answers their IMEIs. */
export async function registerTrackers(owner: Kysely<Db>, count: number): Promise<string[]> {
  const { rows } = await sql<{ imei: string }>`
    INSERT INTO tracker (imei, protocol) SELECT '35' || lpad((random() * 1e9)::int8::text, 9, '0') || lpad(i::text, 4, '0'), ${hardwareOf().protocol} FROM generate_series(1, ${count}) i
    RETURNING imei`.execute(owner);
  return rows.map(({ imei }) => imei);
}

const OPEN_LIMITS: StreamLimits = {
  maxConnections: 20_000,
  maxConnectionsPerAddress: 20_000,
  maxStrangersPerAddress: 20_000,
  greetingMs: 600_000,
  crowdedGreetingMs: 600_000,
  idleMs: 600_000,
  messageMs: 600_000,
  maxBytesPerSecond: 1e9,
  maxMessagesPerSecond: 1e9,
  maxUnsentBytes: 1e6,
};

export const silentLog = pino({ level: 'silent' });

/** The gateway's TCP port before whatever takes the frames. */
export async function openTcp(
  db: Kysely<Db>,
  appender: Pick<Appender, 'submit'>,
): Promise<TcpService & { readonly port: number }> {
  const ignore = () => {};
  const [protocol] = PROTOCOLS;
  const directory = createDatabaseDirectory(db);
  const service = createTcpService({
    transport: protocol.transports[0],
    appender,
    findTracker: createKnownTrackers({ find: (names) => directory.trackers(protocol, names) }),
    strangers: { note: ignore },
    log: silentLog,
    limits: OPEN_LIMITS,
    observe: { connections: ignore, frame: ignore, message: ignore, refused: ignore },
  });
  return { ...service, port: await service.server.listen(0, '127.0.0.1') };
}

export interface LoadFigures extends LoadResult {
  /** CPU time while measuring: of this process, which is the gateway, and of the database. */
  readonly gatewayCpuMs: number;
  readonly databaseCpuMs: number;
}

/** Loads the port from a process of its own. */
export function runLoader(order: LoadOrder, database: Pick<BenchDatabase, 'engine'>): Promise<LoadFigures> {
  const child = fork(new URL('ingest-loader.ts', import.meta.url), [JSON.stringify(order)]);
  const cpu = () => {
    const { user, system } = process.cpuUsage();
    return { gateway: (user + system) / 1000, database: familyCpuMs(database.engine.pid) };
  };
  let before = cpu();
  let after = before;
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      if (message === 'measuring') before = cpu();
      else if (message === 'measured') after = cpu();
      else
        resolve({
          ...(message as LoadResult),
          gatewayCpuMs: after.gateway - before.gateway,
          databaseCpuMs: after.database - before.database,
        });
    });
    child.once('exit', (code) => reject(new Error(`the loader ended with ${code}`)));
    child.once('error', reject);
  });
}

/** `--name value` options with numbers. */
export function numbersOf(args: readonly string[], defaults: Readonly<Record<string, number>>): Record<string, number> {
  const found = { ...defaults };
  for (let i = 0; i < args.length; i += 2) {
    const name = (args[i] ?? '').replace(/^--/, '');
    const value = Number(args[i + 1]);
    if (!(name in defaults) || Number.isNaN(value))
      throw new Error(
        `Unknown option ${args[i]}; there are ${Object.keys(defaults)
          .map((key) => `--${key} N`)
          .join(', ')}.`,
      );
    found[name] = value;
  }
  return found;
}

const TICK_MS = 10;

/** CPU time of a process and its children that live, in ms; 0 where the system does not say (not Linux). */
export function familyCpuMs(pid: number): number {
  try {
    let ticks = 0;
    for (const entry of readdirSync('/proc')) {
      if (!/^\d+$/.test(entry)) continue;
      const fields = readStat(entry);
      if (Number(entry) === pid || Number(fields[1]) === pid) ticks += Number(fields[11]) + Number(fields[12]);
    }
    return ticks * TICK_MS;
  } catch {
    return 0;
  }
}

/** From the state on: the name before it may hold anything. */
function readStat(pid: string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
