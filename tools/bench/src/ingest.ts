import type { Frame } from '@spora/server/core/log/appender';
import { createDatabaseLog } from '@spora/server/core/log/log';
import { createAppender } from '@spora/server/core/log/appender';
import { ensurePartitionsAhead } from '@spora/server/core/log/retention';
import type { Db } from '@spora/server/platform/database/db.generated';
import { type Kysely, sql } from 'kysely';
import {
  type BenchDatabase,
  benchDatabase,
  numbersOf,
  openTcp,
  registerTrackers,
  runLoader,
  silentLog,
  type LoadFigures,
} from './gateway-bench.ts';
import { hold } from './measure.ts';

export const title = 'Ingest: socket, check sum, decode, commit, acknowledge';
export const small = ['--rounds', '1', '--seconds', '1', '--connections', '40'];

type Take = (frame: Frame) => void;

interface Variant {
  readonly name: string;
  readonly recordsPerFrame: number;
  readonly open: (database: BenchDatabase) => { readonly take: Take; readonly stop: () => Promise<void> };
}

/** The product's own way. */
const stored = (database: BenchDatabase) => {
  const appender = createAppender({
    store: createDatabaseLog(database.pipeline),
    log: silentLog,
    now: () => new Date(),
    maxPositionMonths: 24,
  });
  return { take: (frame: Frame) => appender.submit(frame), stop: () => appender.stop(10_000) };
};

/** Decoded and acknowledged at the end of the turn, kept nowhere: what the sockets and the codec alone can do. */
const decodedOnly = () => {
  let waiting: Frame[] = [];
  const take: Take = (frame) => {
    if (waiting.push(frame) > 1) return;
    setImmediate(() => {
      const batch = waiting;
      waiting = [];
      for (const each of batch) each.settle('stored');
    });
  };
  return { take, stop: async () => {} };
};

/** For comparison: the same group commit, a row for each record. */
const rowEach = (database: BenchDatabase) => {
  let waiting: Frame[] = [];
  let isWriting = false;
  const write = async () => {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, 512);
      await insertRows(database.pipeline, batch);
      for (const frame of batch) frame.settle('stored');
    }
    isWriting = false;
  };
  const take: Take = (frame) => {
    waiting.push(frame);
    if (!isWriting) {
      isWriting = true;
      setImmediate(() => void write());
    }
  };
  return {
    take,
    stop: async () => {
      waiting = [];
      while (isWriting) await new Promise((resolve) => setTimeout(resolve, 20));
    },
  };
};

async function insertRows(db: Kysely<Db>, frames: readonly Frame[]): Promise<void> {
  const columns: (number | string)[][] = [[], [], [], [], [], [], [], []];
  for (const { trackerId, columns: c } of frames)
    for (let i = 0; i < c.n; i++) {
      const io: string[] = [];
      for (let e = c.ioStart[i] as number; e < (c.ioStart[i + 1] as number); e++) io.push(`"${c.ioId[e]}":${c.ioLow[e]}`);
      [trackerId, (c.timeMs[i] as number) / 1000, c.latE7[i], c.lonE7[i], c.speedKmh[i], c.headingDeg[i], c.altitudeM[i]].forEach(
        (value, k) => columns[k]?.push(value as number),
      );
      columns[7]?.push(`{${io.join()}}`);
    }
  const [ids, times, lats, lons, speeds, headings, altitudes, ios] = columns;
  await sql`INSERT INTO bench_position (tracker_id, at, lat_e7, lon_e7, speed, heading, altitude, io)
    SELECT id, to_timestamp(at), lat, lon, speed, heading, altitude, io FROM unnest(${ids}::int8[], ${times}::float8[], ${lats}::int4[], ${lons}::int4[],
      ${speeds}::int2[], ${headings}::int2[], ${altitudes}::int2[], ${ios}::jsonb[]) AS r (id, at, lat, lon, speed, heading, altitude, io)`.execute(
    db,
  );
}

const VARIANTS: readonly Variant[] = [
  { name: 'stored, 20 a frame', recordsPerFrame: 20, open: stored },
  { name: 'decoded only, 20 a frame', recordsPerFrame: 20, open: decodedOnly },
  { name: 'a row each, 20 a frame', recordsPerFrame: 20, open: rowEach },
  { name: 'stored, 1 a frame', recordsPerFrame: 1, open: stored },
  { name: 'decoded only, 1 a frame', recordsPerFrame: 1, open: decodedOnly },
];

/** `--rounds --seconds --connections --inFlight --only` (index of a variant). Variants take turns, so that a noisy machine is fair to all. */
export async function run(args: readonly string[]): Promise<void> {
  const options = numbersOf(args, { rounds: 3, seconds: 4, connections: 1000, inFlight: 1, only: -1 });
  const { rounds = 3, seconds = 4, connections = 1000, inFlight = 1, only = -1 } = options;
  const database = await benchDatabase();
  const results = new Map<string, LoadFigures[]>();
  try {
    await ensurePartitionsAhead({ db: database.pipeline, now: () => new Date() });
    await sql`CREATE TABLE bench_position (tracker_id int8, at timestamptz, lat_e7 int4, lon_e7 int4, speed int2, heading int2, altitude int2, io jsonb)`.execute(
      database.owner,
    );
    await sql`CREATE INDEX ON bench_position (tracker_id, at)`.execute(database.owner);
    await sql`GRANT INSERT ON bench_position TO spora_pipeline`.execute(database.owner);
    const imeis = await registerTrackers(database.owner, connections);
    const variants = VARIANTS.filter((_, index) => only < 0 || index === only);
    for (let round = 0; round < rounds; round++)
      for (const variant of variants) {
        const result = await measure(database, variant, imeis, { inFlight, seconds });
        results.set(variant.name, [...(results.get(variant.name) ?? []), result]);
        await sql`TRUNCATE bench_position, position_segment`.execute(database.owner);
        await sql`CHECKPOINT`.execute(database.owner).catch(() => {});
      }
  } finally {
    await database.close();
  }
  print(results);
}

async function measure(
  database: BenchDatabase,
  variant: Variant,
  imeis: readonly string[],
  { inFlight, seconds }: { inFlight: number; seconds: number },
): Promise<LoadFigures> {
  const { take, stop } = variant.open(database);
  const tcp = await openTcp(database.pipeline, { submit: take });
  const result = await runLoader(
    {
      port: tcp.port,
      imeis,
      recordsPerFrame: variant.recordsPerFrame,
      inFlight,
      warmUpMs: 1000,
      measureMs: seconds * 1000,
    },
    database,
  );
  await tcp.server.close();
  await stop();
  if (variant.open === stored) await holdStored(database, result.records);
  return result;
}

/** What was acknowledged while measuring is in the log. */
async function holdStored({ owner }: BenchDatabase, acknowledged: number): Promise<void> {
  const { rows } = await sql<{ records: number }>`SELECT coalesce(sum(n), 0)::float8 AS records FROM position_segment`.execute(
    owner,
  );
  hold('records in the log', rows[0]?.records ?? 0, { least: acknowledged });
}

const rate = (count: number, ms: number) => (count / ms) * 1000;
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const thousands = (value: number) => `${(value / 1000).toFixed(1)} k`;

function print(results: ReadonlyMap<string, readonly LoadFigures[]>): void {
  const recordsOf = (name: string) => median((results.get(name) ?? []).map((r) => rate(r.records, r.ms)));
  for (const [name, all] of results) {
    const frames = median(all.map((r) => rate(r.frames, r.ms)));
    const p50 = median(all.map((r) => r.ackP50Ms));
    const p99 = median(all.map((r) => r.ackP99Ms));
    const cpu = (of: 'gatewayCpuMs' | 'databaseCpuMs' | 'cpuMs') => median(all.map((r) => (r[of] / r.frames) * 1000)).toFixed(0);
    console.log(
      `${name.padEnd(26)} ${thousands(recordsOf(name)).padStart(9)} records/s ${thousands(frames).padStart(8)} frames/s   ack p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms   CPU a frame: gateway ${cpu('gatewayCpuMs')} us, database ${cpu('databaseCpuMs')} us, loader ${cpu('cpuMs')} us`,
    );
  }
  const ratio = (a: string, b: string) => `${((recordsOf(a) / recordsOf(b)) * 100).toFixed(0)} %`;
  console.log(
    `stored / decoded only: ${ratio('stored, 20 a frame', 'decoded only, 20 a frame')} at 20, ${ratio('stored, 1 a frame', 'decoded only, 1 a frame')} at 1`,
  );
  console.log(`stored / a row each: ${ratio('stored, 20 a frame', 'a row each, 20 a frame')}`);
}
