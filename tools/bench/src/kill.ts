import { PROTOCOLS } from '@spora/protocols/list';
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readTrackerRange } from '@spora/server/core/log/read-log';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '@spora/server/platform/database/embedded';
import { sql } from 'kysely';
import { type BenchDatabase, benchDatabase, numbersOf, registerTrackers } from './gateway-bench.ts';
import { freePort, startTracker, type SimpleTracker } from './kill-tracker.ts';

export const title = 'Kill: the program and the database die under load; what was acknowledged is there, once';
export const small = ['--kills', '1', '--stops', '1', '--trackers', '5'];

const MAIN = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url));

/** `--kills --stops --trackers --away` (seconds without a database). */
export async function run(args: readonly string[]): Promise<void> {
  const { kills = 5, stops = 2, trackers = 40, away = 0 } = numbersOf(args, { kills: 5, stops: 2, trackers: 40, away: 0 });
  const database = await benchDatabase();
  const port = await freePort();
  let engine: EmbeddedDatabase = database.engine;
  let program = startProgram(engine, port);
  const imeis = await registerTrackers(database.owner, trackers);
  const fleet = imeis.map((imei, index) => startTracker({ port, imei, index }));
  const failures: string[] = [];
  try {
    await firstAck(fleet);
    const restarts: number[] = [];
    for (let i = 0; i < kills; i++) {
      await sleep(50 + Math.random() * 450);
      program.kill('SIGKILL');
      await exitOf(program);
      const begunMs = performance.now();
      program = startProgram(engine, port);
      restarts.push((await firstAck(fleet)) - begunMs);
    }
    report('kill -9 of the program', 'start to first acknowledgement', restarts);

    const recoveries: number[] = [];
    for (let i = 0; i < stops; i++) {
      await sleep(50 + Math.random() * 450);
      const begunMs = performance.now();
      // PostgreSQL's "immediate": no check point; its launcher starts it again, and it recovers from its log.
      process.kill(enginePid(database), 'SIGQUIT');
      await quiet(fleet);
      recoveries.push((await firstAck(fleet)) - begunMs);
    }
    report('immediate stop of the database', 'stop to next acknowledgement', recoveries);

    if (away > 0) engine = await withoutDatabase({ database, engine, fleet, program, seconds: away, failures });
    await Promise.all(fleet.map((tracker) => tracker.stop()));
  } finally {
    program.kill('SIGTERM');
    await exitOf(program);
  }
  failures.push(...(await compare(database, fleet)));
  await database.close();
  await engine.stop();
  for (const failure of failures) console.log(`FAILED: ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
}

function startProgram(engine: EmbeddedDatabase, port: number): ChildProcess {
  return spawn(process.execPath, [MAIN, '--roles', 'gateway'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATABASE_API_URL: engine.urls.api,
      DATABASE_PIPELINE_URL: engine.urls.pipeline,
      MAIL_MODE: 'none',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      ...Object.fromEntries(PROTOCOLS.map(({ port }) => [port.setting, '0'])),
      [PROTOCOLS[0].port.setting]: String(port),
    },
  });
}

const exitOf = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((resolve) => child.once('exit', () => resolve()));

/** Of the engine that runs now: its launcher starts another when it dies. */
const enginePid = ({ dataDir }: BenchDatabase) =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'latin1').split('\n')[0]);

/** Until what was committed before is acknowledged and nothing more comes. */
async function quiet(fleet: readonly SimpleTracker[], forMs = 80): Promise<void> {
  let sum = sumOf(fleet);
  for (let sinceMs = performance.now(); performance.now() - sinceMs < forMs; await sleep(5)) {
    if (sumOf(fleet) === sum) continue;
    sum = sumOf(fleet);
    sinceMs = performance.now();
  }
}

/** The instant of the next acknowledgement that any tracker gets. */
async function firstAck(fleet: readonly SimpleTracker[]): Promise<number> {
  const before = sumOf(fleet);
  while (sumOf(fleet) === before) await sleep(2);
  return performance.now();
}
const sumOf = (fleet: readonly SimpleTracker[]) => fleet.reduce((sum, { acknowledged }) => sum + acknowledged(), 0);

interface Absence {
  readonly database: BenchDatabase;
  readonly engine: EmbeddedDatabase;
  readonly fleet: readonly SimpleTracker[];
  readonly program: ChildProcess;
  readonly seconds: number;
  readonly failures: string[];
}

async function withoutDatabase({ database, engine, fleet, program, seconds, failures }: Absence): Promise<EmbeddedDatabase> {
  const memoryBefore = residentMb(program);
  // Through its launcher, which would start it again if it merely died.
  await engine.stop();
  await quiet(fleet, 1000);
  const acknowledged = sumOf(fleet);
  let memoryMost = 0;
  for (const until = performance.now() + seconds * 1000; performance.now() < until; await sleep(250))
    memoryMost = Math.max(memoryMost, residentMb(program));
  const meanwhile = sumOf(fleet) - acknowledged;
  if (meanwhile > 0) failures.push('acknowledged while the database was away');
  const before = fleet.map((tracker) => tracker.acknowledged());
  const begunMs = performance.now();
  const started = await startEmbeddedDatabase({ dataDir: database.dataDir });
  while (fleet.some((tracker, i) => tracker.acknowledged() === before[i])) await sleep(5);
  console.log(
    `database away for ${seconds} s: ${meanwhile} records acknowledged meanwhile, every tracker acknowledged again ${((performance.now() - begunMs) / 1000).toFixed(1)} s after its start; memory ${memoryBefore} -> at most ${memoryMost} MB`,
  );
  return started;
}

function residentMb({ pid }: ChildProcess): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1000);
  } catch {
    return 0;
  }
}

/** What was acknowledged against what is read, record by record; and the order's numbers without a gap. */
async function compare(database: BenchDatabase, fleet: readonly SimpleTracker[]): Promise<string[]> {
  let [acknowledged, lost, twice, foreign, gaps, rows] = [0, 0, 0, 0, 0, 0];
  const ids = new Map(
    (await database.owner.selectFrom('tracker').select(['id', 'imei']).execute()).map(({ id, imei }) => [imei, id]),
  );
  for (const { imei, acknowledgedTimes, isMine } of fleet) {
    const trackerId = ids.get(imei) ?? 0;
    const { timeMs } = await readTrackerRange(database.pipeline, trackerId, { fromMs: 0, toMs: Date.now() * 2 });
    const read = new Map<number, number>();
    for (const at of timeMs) read.set(at, (read.get(at) ?? 0) + 1);
    for (const at of acknowledgedTimes()) {
      acknowledged++;
      if (!read.has(at)) lost++;
    }
    for (const [at, times] of read) {
      if (times > 1) twice++;
      if (!isMine(at)) foreign++;
    }
    const { rows: segments } = await sql<{
      seq: number;
    }>`SELECT seq FROM position_segment WHERE tracker_id = ${trackerId} ORDER BY seq`.execute(database.owner);
    rows += segments.length;
    segments.forEach(({ seq }, i) => seq !== i + 1 && gaps++);
  }
  console.log(
    `${acknowledged} acknowledged records in ${rows} rows: ${lost} lost, ${twice} duplicates, ${foreign} never sent, ${gaps} gaps in the order`,
  );
  return lost + twice + foreign + gaps > 0 ? ['the log is not what was acknowledged'] : [];
}

function report(what: string, measure: string, times: readonly number[]): void {
  if (times.length === 0) return;
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => `${Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)} ms`;
  console.log(`${times.length} x ${what}: ${measure} p50 ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)}`);
}
