import { DAY_MS } from '@spora/calendar/durations';
import { columnsOf } from '@spora/telemetry/columns';
import { projectNext } from '@spora/server/core/engine/project';
import { createStateMemory } from '@spora/server/core/engine/states';
import { prepare } from '@spora/server/core/log/appender';
import { append, ensurePartitions } from '@spora/server/core/log/segments';
import { ENGINE } from '@spora/server/roles/engine';
import { type Kysely, sql } from 'kysely';
import type { Db } from '@spora/server/platform/database/db.generated';
import { openDatabase } from '@spora/server/platform/database/database';
import { type BenchDatabase, benchDatabase, numbersOf } from './gateway-bench.ts';
import { makeFleet, workingDay } from './projector.ts';

export const title = 'Live load: what is written a record when trackers report one at a time';
export const small = ['--units', '15', '--rounds', '140', '--check', '1'];

/** Held by the small mode, without what the planner notes from time to time. */
const MOST_WAL_BYTES = 700;
const LEAST_HOT_SHARE = 0.95;
/** Of the rows of trips under way, updates a record: none but of one whose type or driver becomes another. */
const MOST_TRIP_UPDATES = 0.001;
/** Told however seldom they are written: a trip under way, and what stands beside it. */
const OF_TRIPS = ['trip', 'trip_under_way'];
/** Reports that are stored in one commit when a hundred come in a second. */
const TOGETHER = 2;
const WARM_UP_ROUNDS = 30;

interface Counts {
  readonly relname: string;
  readonly ins: number;
  readonly upd: number;
  readonly hot: number;
}

/**
 * `--units --rounds`: each unit reports once in a round, as fast as it goes, two reports in a commit and projected at once. Prints the
 * write-ahead log, rows and share of HOT updates a record, of units that are all on their way, and how much larger than need be the tables
 * are that are updated all the time. Of 3,000 units that report every 30 s an hour is 120 rounds.
 */
export async function run(args: readonly string[]): Promise<void> {
  const options = { units: 3000, rounds: 40, check: 0 };
  const { units, rounds, check } = numbersOf(args, options) as typeof options;
  const database = await benchDatabase();
  try {
    const { owner, pipeline } = database;
    if (check > 0) await leaveStatistics(database);
    const trackers = await makeFleet(owner, units);
    const days = trackers.map((_, i) => workingDay(i, WARM_UP_ROUNDS + rounds));
    const first = days[0]?.[0]?.timeMs ?? 0;
    await ensurePartitions(pipeline, new Date(first), new Date(first + 40 * DAY_MS));
    const memory = createStateMemory();
    const report = async (round: number, from: number, count: number) => {
      const now = new Date(days[0]?.[round]?.timeMs ?? 0);
      const frames = trackers.slice(from, from + count).flatMap((trackerId, i) => {
        const record = days[from + i]?.[round];
        return record ? [{ trackerId, columns: columnsOf([record]), bytes: 1, settle: () => {} }] : [];
      });
      await append(pipeline, prepare(frames, now, 24));
      await projectNext(
        ENGINE,
        pipeline,
        now,
        { trackers: 256, segments: 64 },
        { among: trackers.slice(from, from + count), memory },
      );
    };
    for (let round = 0; round < WARM_UP_ROUNDS; round++)
      for (let at = 0; at < units; at += 200) await report(round, at, Math.min(200, units - at));
    const before = { at: await walAt(owner), counts: await countsOf(database), images: await imagesOf(owner) };
    for (let round = WARM_UP_ROUNDS; round < WARM_UP_ROUNDS + rounds; round++)
      for (let at = 0; at < units; at += TOGETHER) await report(round, at, Math.min(TOGETHER, units - at));
    const records = units * rounds;
    const walBytes = ((await walAt(owner)) - before.at) / records;
    const { share, shareUnderWay, ofTrips } = print(records, walBytes, before.counts, await countsOf(database));
    console.log(`  ${(((await imagesOf(owner)) - before.images) / records).toFixed(2)} images of whole pages a record`);
    for (const { name, bytes, leastBytes } of await bloatOf(database, before.counts, records))
      console.log(
        `  ${name}: ${(bytes / 1e6).toFixed(1)} MB with its indexes, ${(bytes / leastBytes).toFixed(2)} times the least   goal 2`,
      );
    if (
      check > 0 &&
      (walBytes > MOST_WAL_BYTES || Math.min(share, shareUnderWay) < LEAST_HOT_SHARE || ofTrips > MOST_TRIP_UPDATES)
    )
      throw new Error(
        `${Math.round(walBytes)} bytes of WAL a record (most ${MOST_WAL_BYTES}), ${share.toFixed(2)} HOT, of trips under way ${shareUnderWay.toFixed(2)}, ${ofTrips.toFixed(4)} updates of trips`,
      );
  } finally {
    await database.close();
  }
}

/** The planner's statistics are written as time goes, not by records: a short run has more or fewer of them by chance. */
async function leaveStatistics({ engine }: BenchDatabase): Promise<void> {
  const superuser = openDatabase(engine.superuserUrl, { max: 1 });
  await sql`ALTER SYSTEM SET autovacuum = off`.execute(superuser);
  await sql`SELECT pg_reload_conf()`.execute(superuser);
  await superuser.destroy();
}

/** Answers the share of HOT among all updates and among those of trips under way, and how many updates of trips there are a record. */
function print(
  records: number,
  walBytes: number,
  before: readonly Counts[],
  after: readonly Counts[],
): { readonly share: number; readonly shareUnderWay: number; readonly ofTrips: number } {
  console.log(`${records} records, one a segment: ${Math.round(walBytes)} bytes of WAL a record   goal 700`);
  let [updates, hot, ofTrips, shareUnderWay] = [0, 0, 0, 1];
  for (const now of after) {
    const was = before.find(({ relname }) => relname === now.relname);
    const [ins, upd, ofThem] = [now.ins - (was?.ins ?? 0), now.upd - (was?.upd ?? 0), now.hot - (was?.hot ?? 0)];
    updates += upd;
    hot += ofThem;
    if (now.relname === 'trip') ofTrips = upd / records;
    if (now.relname === 'trip_under_way' && upd > 0) shareUnderWay = ofThem / upd;
    if (!OF_TRIPS.includes(now.relname) && ins + upd < records / 50) continue;
    const share = upd === 0 ? '' : `, ${((ofThem / upd) * 100).toFixed(0)} % HOT`;
    console.log(`  ${now.relname}: ${(ins / records).toFixed(2)} rows added, ${(upd / records).toFixed(3)} updated${share}`);
  }
  return { share: updates === 0 ? 1 : hot / updates, shareUnderWay, ofTrips };
}

/** The tables whose rows are updated all the time, as large as they are now and as `VACUUM FULL` leaves them. */
async function bloatOf(database: BenchDatabase, before: readonly Counts[], records: number) {
  const updated = (await countsOf(database)).filter(
    ({ relname, upd }) => upd - (before.find((was) => was.relname === relname)?.upd ?? 0) > records / 50,
  );
  const sizeOf = async (name: string): Promise<number> => {
    const { rows } = await sql<{ bytes: number }>`SELECT pg_total_relation_size(${name}::regclass)::float8 AS bytes`.execute(
      database.owner,
    );
    return rows[0]?.bytes ?? 0;
  };
  const sizes: { readonly name: string; readonly bytes: number; readonly leastBytes: number }[] = [];
  for (const { relname: name } of updated) {
    const bytes = await sizeOf(name);
    await sql`VACUUM FULL ${sql.table(name)}`.execute(database.owner);
    sizes.push({ name, bytes, leastBytes: await sizeOf(name) });
  }
  return sizes;
}

async function walAt(db: Kysely<Db>): Promise<number> {
  const { rows } = await sql<{ at: number }>`SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 AS at`.execute(db);
  return rows[0]?.at ?? 0;
}

/** Pages that were written whole, as each is the first time that it changes after a check point of the database. */
async function imagesOf(db: Kysely<Db>): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT wal_fpi::float8 AS n FROM pg_stat_wal`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Statistics are told a second late, or when a connection is asked to: each is. */
async function countsOf({ owner, pipeline }: BenchDatabase): Promise<Counts[]> {
  await Promise.all(Array.from({ length: 10 }, () => sql`SELECT pg_stat_force_next_flush(), pg_sleep(0.2)`.execute(pipeline)));
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const { rows } =
    await sql<Counts>`SELECT relname, n_tup_ins::float8 AS ins, n_tup_upd::float8 AS upd, n_tup_hot_upd::float8 AS hot
    FROM pg_stat_user_tables WHERE schemaname = 'public' ORDER BY relname`.execute(owner);
  return rows;
}
