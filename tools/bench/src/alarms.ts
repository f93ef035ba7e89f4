import { setTimeout as sleep } from 'node:timers/promises';
import { hardwareOf } from '@spora/protocols/list';
import { createAppender } from '@spora/server/core/log/appender';
import { createDatabaseLog } from '@spora/server/core/log/log';
import { ensurePartitionsAhead } from '@spora/server/core/log/retention';
import { createProjector } from '@spora/server/core/engine/projector';
import { alarmHandlers } from '@spora/server/features/alarms/jobs';
import { announce } from '@spora/server/features';
import type { Ctx } from '@spora/server/platform/ctx';
import { openPool } from '@spora/server/platform/database/database';
import { type JobHandler, runJobs } from '@spora/server/platform/jobs/jobs';
import { mailHandlers } from '@spora/server/platform/mail/send';
import { createPostgresWake } from '@spora/server/platform/wake/postgres-wake';
import { ENGINE } from '@spora/server/roles/engine';
import type { JobDeps } from '@spora/server/core/face';
import { columnsOf } from '@spora/telemetry/columns';
import type { PositionRecord } from '@spora/telemetry/record';
import { sql } from 'kysely';
import { type BenchDatabase, benchDatabase, numbersOf, silentLog } from './gateway-bench.ts';
import { hold } from './measure.ts';

export const title = 'Alarms: from a record at the gateway to a mail handed over, and a jammer in a depot';
export const small = ['--units', '60', '--rate', '20', '--alarms', '5', '--seconds', '3', '--jammed', '20', '--bursts', '3'];

const now = (): Date => new Date();
/** More is waited for by nobody. */
const PATIENCE_MS = 120_000;

/** When a stage was over, by the number of what went through it: a tracker, a unit, an alarm or a mail. */
class Stages {
  readonly stored = new Map<number, number>();
  readonly projected = new Map<number, number>();
  readonly tellingBegun = new Map<number, number>();
  readonly ordered = new Map<number, number>();
  readonly sendingBegun = new Map<number, number>();
}

/** The first time counts. */
function stamp(stage: Map<number, number>, ids: readonly number[]): void {
  const at = performance.now();
  for (const id of ids) if (!stage.has(id)) stage.set(id, at);
}

interface Bench {
  readonly database: BenchDatabase;
  readonly stages: Stages;
  readonly trackerIds: readonly number[];
  /** When a mail about a unit was handed over, by the unit's name. */
  readonly mailed: Map<string, number>;
  readonly send: (trackerId: number, jammed: boolean, atMs: number) => Promise<void>;
}

/** `--units --rate --alarms --seconds`: records and alarms a second; `--jammed --bursts`: so many units, jammed so many times within a minute. */
export async function run(args: readonly string[]): Promise<void> {
  const options = { units: 10_000, rate: 100, alarms: 5, seconds: 20, jammed: 2000, bursts: 5 };
  const given = numbersOf(args, options) as typeof options;
  const database = await benchDatabase();
  const { pipeline, engine } = database;
  await ensurePartitionsAhead({ db: pipeline, now });
  const trackerIds = await fill(database, given.units);
  const wake = createPostgresWake({ url: engine.urls.pipeline, log: silentLog });
  const appender = createAppender({ store: createDatabaseLog(pipeline), log: silentLog, now, maxPositionMonths: 24 });
  const stages = new Stages();
  const projector = createProjector({
    engine: ENGINE,
    db: pipeline,
    wake,
    log: silentLog,
    now,
    onProjected: ({ events }) => {
      for (const event of events)
        if (event.name === 'conditions-began')
          stamp(
            stages.projected,
            event.conditions.map(({ unit }) => unit.unitId),
          );
    },
  });
  const mailed = new Map<string, number>();
  const pool = openPool(engine.urls.pipeline, { max: 10 });
  const linkTo = (_subsite: number, path: string): string => `https://spora.test${path}`;
  // Apart from each other, as the worker runs them.
  const jobs = await Promise.all(
    [
      { handlers: alarmHandlers({ linkTo } as unknown as JobDeps), concurrency: 4 },
      { handlers: mailHandlers({ linkTo }), concurrency: 3 },
    ].map(({ handlers, concurrency }) =>
      runJobs({ pool, handlers: handlers.map(stamped(stages)), ctx: contextOf(database, mailed), concurrency }),
    ),
  );
  const send = async (trackerId: number, jammed: boolean, atMs: number): Promise<void> => {
    const columns = columnsOf([record(jammed, atMs)]);
    const outcome = await new Promise((settle) => appender.submit({ trackerId, columns, bytes: 100, settle }));
    if (outcome !== 'stored') throw new Error(`a frame was ${String(outcome)}`);
    stamp(stages.stored, [trackerId]);
  };
  try {
    const bench: Bench = { database, stages, trackerIds, mailed, send };
    await underWay(bench, given);
    await jammer(bench, given);
  } finally {
    await projector.stop();
    await appender.stop(1000);
    await Promise.all(jobs.map((each) => each.stop()));
    await pool.end();
    await database.close();
  }
}

/** The same handlers, who note when they begin and end. */
const stamped =
  (stages: Stages) =>
  (handler: JobHandler): JobHandler => ({
    ...handler,
    run: async (ctx, payload, jobRun) => {
      const { alarm_ids = [], mail_id } = payload as { alarm_ids?: number[]; mail_id?: number };
      if (handler.job.name === 'alarms.tell') stamp(stages.tellingBegun, alarm_ids);
      if (mail_id !== undefined) stamp(stages.sendingBegun, [mail_id]);
      await handler.run(ctx, payload, jobRun);
      if (handler.job.name === 'alarms.tell') stamp(stages.ordered, alarm_ids);
    },
  });

/** Every unit with a receiver, who is told by mail. */
async function fill({ owner }: BenchDatabase, units: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH a AS (INSERT INTO account (name) VALUES ('Bench') RETURNING id),
    r AS (INSERT INTO alarm_receiver (account_id, name, email, security, created_at, changed_at)
      SELECT id, 'Bench', 'bench@example.test', true, now(), now() FROM a RETURNING id, account_id),
    u AS (INSERT INTO unit (account_id, name) SELECT a.id, 'Unit ' || i FROM a, generate_series(1, ${units}::int) i RETURNING id, account_id),
    t AS (INSERT INTO tracker (imei, protocol) SELECT '35' || lpad(i::text, 13, '0'), ${hardwareOf().protocol} FROM generate_series(1, ${units}::int) i RETURNING id),
    f AS (INSERT INTO fitting (account_id, unit_id, tracker_id, during)
      SELECT u.account_id, u.id, t.id, '[2020-01-01,)' FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM u) u
      JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM t) t USING (n)),
    g AS (INSERT INTO alarm_receiver_unit (account_id, receiver_id, unit_id) SELECT u.account_id, r.id, u.id FROM u, r)
    SELECT id FROM t ORDER BY id`.execute(owner);
  await sql`ANALYZE`.execute(owner);
  return rows.map(({ id }) => id);
}

/** What jobs are given: a mailer that notes when it was handed a mail, and nobody who knows addresses. */
function contextOf({ pipeline }: BenchDatabase, mailed: Map<string, number>): Ctx<{ readonly kind: 'system' }> {
  const mail = {
    isAvailable: true,
    send: async ({ subject }: { subject: string }) => {
      const unit = /\bUnit \d+/.exec(subject)?.[0];
      if (unit !== undefined && !mailed.has(unit)) mailed.set(unit, performance.now());
    },
    close: async () => {},
  };
  const nobody = { id: 'none', reverse: async () => null, search: async () => [] };
  const ports = { announce, mail, geocoder: { builtIn: nobody }, live: { announce: async () => undefined } };
  return { actor: { kind: 'system' }, db: pipeline, now, log: silentLog, ports: ports as unknown as Ctx['ports'] };
}

const record = (jammed: boolean, timeMs: number): PositionRecord => ({
  timeMs,
  latE7: 593_300_000,
  lonE7: 180_600_000,
  altitudeM: 20,
  headingDeg: 0,
  satellites: 10,
  speedKmh: 0,
  priority: 0,
  eventId: 0,
  io: [
    { id: 239, width: 1, value: 0 },
    { id: 249, width: 1, value: jammed ? 1 : 0 },
  ],
});

/** A fleet that reports, and now and then something happens: how long until a mail of it was handed over. */
async function underWay(
  { database, stages, trackerIds, mailed, send }: Bench,
  { rate, alarms, seconds, jammed }: Record<'rate' | 'alarms' | 'seconds' | 'jammed', number>,
) {
  // The last units are the jammer's.
  const fleet = trackerIds.slice(0, trackerIds.length - jammed);
  const happened = new Map<string, number>();
  const began = performance.now();
  const total = rate * seconds;
  const every = Math.max(1, Math.round(rate / alarms));
  const sent: Promise<void>[] = [];
  for (let i = 0; i < total; i += 1) {
    const dueMs = (i * 1000) / rate;
    const early = dueMs - (performance.now() - began);
    if (early > 0) await sleep(early);
    const unit = i % fleet.length;
    const isAlarm = i % every === 0 && i < fleet.length;
    if (isAlarm) happened.set(`Unit ${unit + 1}`, performance.now());
    sent.push(send(fleet[unit] ?? 0, isAlarm, Date.now()));
  }
  await Promise.all(sent);
  await until(() => [...happened.keys()].every((name) => mailed.has(name)));
  const latencies = [...happened]
    .flatMap(([name, at]) => (mailed.has(name) ? [(mailed.get(name) ?? 0) - at] : []))
    .sort((a, b) => a - b);
  const at = (share: number): string =>
    (latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? NaN).toFixed(0);
  console.log(
    `${trackerIds.length} units, ${rate} records/s for ${seconds} s: ${latencies.length} alarms, record to mail handed over p50 ${at(0.5)} ms, ` +
      `p95 ${at(0.95)} ms, most ${at(1)} ms   goal p95 2000 ms`,
  );
  await tellStages(database, stages, happened, mailed);
  hold('alarms with a mail', latencies.length, { least: happened.size });
}

/** Where the time goes: how long each stage took, waiting for it included. */
async function tellStages(
  { owner }: BenchDatabase,
  stages: Stages,
  happened: ReadonlyMap<string, number>,
  mailed: ReadonlyMap<string, number>,
): Promise<void> {
  const { rows } = await sql<{ id: number; unit_id: number; name: string; tracker_id: number; mail_id: number }>`
    SELECT a.id, a.unit_id, u.name, f.tracker_id, m.mail_id FROM alarm a JOIN unit u ON u.id = a.unit_id JOIN fitting f ON f.unit_id = u.id
    JOIN alarm_message m ON m.alarm_id = a.id WHERE m.mail_id IS NOT NULL`.execute(owner);
  const names = ['stored', 'projected', 'job of telling begun', 'mail ordered', 'job of mail begun', 'handed over'];
  const took = rows.map(({ id, unit_id, name, tracker_id, mail_id }) => {
    const at = [
      happened.get(name),
      stages.stored.get(tracker_id),
      stages.projected.get(unit_id),
      stages.tellingBegun.get(id),
      stages.ordered.get(id),
      stages.sendingBegun.get(mail_id),
      mailed.get(name),
    ];
    return names.map((_, i) => (at[i + 1] ?? NaN) - (at[i] ?? NaN));
  });
  const parts = names.map((name, i) => {
    const sorted = took.map((each) => each[i] ?? NaN).sort((a, b) => a - b);
    const share = (part: number): string => (sorted[Math.floor((sorted.length - 1) * part)] ?? NaN).toFixed(0);
    return `${name} ${share(0.5)} / ${share(0.95)}`;
  });
  console.log(`  stages in ms, p50 / p95: ${parts.join(', ')}`);
}

/** Many units are jammed again and again within a minute: none is lost, and each tells of it once in its quiet time. */
async function jammer(
  { database, trackerIds, mailed, send }: Bench,
  { jammed, bursts }: { jammed: number; bursts: number },
): Promise<void> {
  const units = trackerIds.slice(-jammed);
  const before = mailed.size;
  const began = performance.now();
  const startMs = Date.now() - 60_000;
  for (let burst = 0; burst < bursts * 2; burst += 1)
    await Promise.all(units.map((id) => send(id, burst % 2 === 0, startMs + burst * Math.floor(55_000 / (bursts * 2)))));
  const taken = (performance.now() - began) / 1000;
  const count = async (what: string): Promise<number> => {
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM alarm a JOIN fitting f ON f.unit_id = a.unit_id
      WHERE f.tracker_id = ANY (${units}::bigint[]) AND (${what} = '' OR a.telling = ${what})`.execute(database.owner);
    return rows[0]?.n ?? 0;
  };
  await until(async () => (await count('')) >= jammed * bursts);
  const noticed = (performance.now() - began) / 1000;
  await until(() => mailed.size - before >= jammed);
  // What should not be sent would be by now.
  await sleep(1500);
  console.log(
    `${jammed} units jammed ${bursts} times: taken in ${taken.toFixed(1)} s, all ${jammed * bursts} alarms written after ${noticed.toFixed(1)} s, ` +
      `${jammed} mails handed over after ${((performance.now() - began) / 1000 - 1.5).toFixed(1)} s   goal 10000 alarms in a minute`,
  );
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM alarm_message m JOIN alarm a ON a.id = m.alarm_id
    JOIN fitting f ON f.unit_id = a.unit_id WHERE f.tracker_id = ANY (${units}::bigint[])`.execute(database.owner);
  hold('alarms of the jammer', await count(''), { least: jammed * bursts, most: jammed * bursts });
  hold('of them counted as repeats', await count('repeat'), { least: jammed * (bursts - 1), most: jammed * (bursts - 1) });
  hold('messages of the jammer', rows[0]?.n ?? 0, { least: jammed, most: jammed });
}

async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await isDone())) {
    if (performance.now() - began > PATIENCE_MS) return;
    await sleep(50);
  }
}
