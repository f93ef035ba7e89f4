import { columnsOf, recordsOf } from '@spora/telemetry/columns';
import type { PositionRecord } from '@spora/telemetry/record';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { makeAccount, makeUnit, testDatabase } from '../../testing/database.ts';
import { makeRecords } from '../../testing/tracker.ts';
import { readLog, readTrackerRange, readUnitRange } from './read-log.ts';
import { createAppender } from './appender.ts';
import { createDatabaseLog } from './log.ts';
import { dropExpired, mergeClosedDays } from './retention.ts';
import { setAccount } from '../../platform/ctx.ts';

const database = await testDatabase();
afterAll(() => database.close());
const accountId = await makeAccount(database);
const NOW = new Date('2026-03-10T12:00:00Z');
const now = () => NOW;
const deps = { db: database.pipeline, now };
const appender = createAppender({
  store: createDatabaseLog(deps.db),
  now,
  log: pino({ level: 'silent' }),
  maxPositionMonths: 24,
});

/** Each frame a commit of its own. */
async function report(trackerId: number, ...frames: PositionRecord[][]): Promise<void> {
  for (const records of frames)
    await new Promise((settle) => appender.submit({ trackerId, columns: columnsOf(records), bytes: 100, settle }));
}
const projectTo = (trackerId: number, seq: number) =>
  sql`INSERT INTO projection_checkpoint VALUES (${trackerId}, ${seq}) ON CONFLICT (tracker_id) DO UPDATE SET seq = excluded.seq`.execute(
    database.pipeline,
  );
const rowsOf = async (trackerId: number) =>
  (
    await sql<{
      seq: number;
      n: number;
    }>`SELECT seq, n FROM position_segment WHERE tracker_id = ${trackerId} ORDER BY seq, t0`.execute(database.owner)
  ).rows;
const all = { fromMs: 0, toMs: NOW.getTime() * 2 };
const recordsIn = async (trackerId: number) => recordsOf(await readTrackerRange(database.pipeline, trackerId, all));

const yesterday = Date.parse('2026-03-09T08:00:00Z');
const cut = (records: PositionRecord[], size: number) =>
  Array.from({ length: Math.ceil(records.length / size) }, (_, i) => records.slice(i * size, (i + 1) * size));

test('The log: the nightly merge leaves few rows with the highest number, and what is read before and after is the same', async () => {
  const { trackerId } = await makeUnit(database, { accountId });
  const records = makeRecords(50, yesterday);
  await report(trackerId, ...cut(records, 10), records.slice(5, 25), makeRecords(3, NOW.getTime()));
  await projectTo(trackerId, 7);
  const before = await recordsIn(trackerId);
  await mergeClosedDays(deps);
  expect(await rowsOf(trackerId)).toEqual([
    { seq: 6, n: 50 },
    { seq: 7, n: 3 },
  ]);
  expect(await recordsIn(trackerId)).toEqual(before);
  expect((await mergeClosedDays(deps)).days).toBe(0);

  const [late] = makeRecords(1, yesterday + 500);
  await report(trackerId, [late!]);
  await projectTo(trackerId, 8);
  await mergeClosedDays(deps);
  expect(await rowsOf(trackerId)).toEqual([
    { seq: 7, n: 3 },
    { seq: 8, n: 51 },
  ]);
});

test('The log: the merge leaves alone what is not projected, and today', async () => {
  const { trackerId } = await makeUnit(database, { accountId });
  const records = makeRecords(30, yesterday);
  await report(trackerId, ...cut(records, 10), makeRecords(2, NOW.getTime()), makeRecords(2, NOW.getTime() + 5000));
  await mergeClosedDays(deps);
  expect(await rowsOf(trackerId)).toHaveLength(5);
  await projectTo(trackerId, 2);
  await mergeClosedDays(deps);
  expect((await rowsOf(trackerId)).map(({ seq }) => seq)).toEqual([2, 3, 4, 5]);
  expect((await recordsIn(trackerId)).slice(0, 30)).toEqual(records);
});

test('The log: a reader that pages through while a day is merged misses nothing', async () => {
  const { trackerId } = await makeUnit(database, { accountId });
  const records = makeRecords(40, yesterday);
  await report(trackerId, ...cut(records, 10));
  await projectTo(trackerId, 4);
  const first = await readLog(database.pipeline, trackerId, 0, 2);
  await mergeClosedDays(deps);
  const rest = await readLog(database.pipeline, trackerId, first.at(-1)!.seq, 2);
  const seen = new Set([...first, ...rest].flatMap(({ columns }) => [...columns.timeMs]));
  expect(seen.size).toBe(40);
});

test('The log: a page never ends within one number', async () => {
  const { trackerId } = await makeUnit(database, { accountId });
  await report(trackerId, ...cut(makeRecords(9000, yesterday), 1500));
  await projectTo(trackerId, 6);
  await mergeClosedDays(deps);
  const page = await readLog(database.pipeline, trackerId, 0, 1);
  expect(page.map(({ seq }) => seq)).toEqual([6, 6, 6]);
  expect(await readLog(database.pipeline, trackerId, 6, 1)).toEqual([]);
});

test('The log: merging beside appending loses nothing', async () => {
  const { trackerId } = await makeUnit(database, { accountId });
  const records = makeRecords(60, yesterday);
  await report(trackerId, ...cut(records.slice(0, 30), 5));
  await projectTo(trackerId, 6);
  await Promise.all([mergeClosedDays(deps), mergeClosedDays(deps), report(trackerId, ...cut(records.slice(30), 5))]);
  expect(await recordsIn(trackerId)).toEqual(records);
});

test('Retention: an account’s expired days go, another’s stay, and a day on which the tracker changed hands is divided', async () => {
  const other = await makeAccount(database);
  const { trackerId, unitId } = await makeUnit(database, { accountId });
  const { unitId: otherUnitId } = await makeUnit(database, { accountId: other });
  await database.owner.updateTable('account').set({ position_months: 24 }).where('id', '=', other).execute();
  const handOver = '2025-11-20T12:00:00Z';
  await sql`UPDATE fitting SET during = tstzrange('2025-01-01', ${handOver}) WHERE unit_id = ${unitId}`.execute(database.owner);
  await sql`DELETE FROM fitting WHERE unit_id = ${otherUnitId}`.execute(database.owner);
  await sql`INSERT INTO fitting (account_id, unit_id, tracker_id, during) VALUES (${other}, ${otherUnitId}, ${trackerId}, tstzrange(${handOver}, NULL))`.execute(
    database.owner,
  );
  const expired = makeRecords(10, Date.parse('2025-11-19T12:00:00Z'));
  const divided = makeRecords(10, Date.parse(handOver) - 4000);
  const kept = makeRecords(10, Date.parse('2025-11-21T12:00:00Z'));
  await report(trackerId, expired, divided, kept);

  expect(await dropExpired(deps)).toEqual({ rows: 0, rewritten: 0 });
  await projectTo(trackerId, 3);
  expect(await dropExpired(deps)).toEqual({ rows: 1, rewritten: 1 });
  expect(await recordsIn(trackerId)).toEqual([...divided.slice(4), ...kept]);
  expect(await dropExpired(deps)).toEqual({ rows: 0, rewritten: 0 });
});

test('Retention: trackers are cleared a few at a time, so that one that is held up does not hold up the rest', async () => {
  const first = await makeUnit(database, { accountId });
  const held = await makeUnit(database, { accountId });
  for (const { trackerId } of [first, held]) {
    await report(trackerId, makeRecords(2, Date.parse('2025-11-19T12:00:00Z')));
    await projectTo(trackerId, 1);
  }
  let dropping: Promise<unknown> | undefined;
  await database.owner.transaction().execute(async (other) => {
    await sql`SELECT FROM position_segment WHERE tracker_id = ${held.trackerId} FOR UPDATE`.execute(other);
    dropping = dropExpired({ ...deps, trackersAtOnce: 1 });
    await expect.poll(() => rowsOf(first.trackerId), { timeout: 3000 }).toEqual([]);
    expect(await rowsOf(held.trackerId)).toHaveLength(1);
  });
  expect(await dropping).toEqual({ rows: 2, rewritten: 0 });
});

test('Retention: the account’s last day is kept whole', async () => {
  const { trackerId } = await makeUnit(database, { accountId });
  const gone = makeRecords(2, Date.parse('2025-12-09T23:59:50Z'));
  const kept = makeRecords(2, Date.parse('2025-12-10T00:00:00Z'));
  await report(trackerId, gone, kept);
  await projectTo(trackerId, 2);
  await dropExpired(deps);
  expect(await recordsIn(trackerId)).toEqual(kept);
});

test('API: a unit’s records are those of its trackers while they were fitted, and nobody else’s', async () => {
  const stranger = await makeAccount(database);
  const { trackerId, unitId } = await makeUnit(database, { accountId });
  const { trackerId: secondId, unitId: spareUnitId } = await makeUnit(database, { accountId });
  await sql`UPDATE fitting SET during = tstzrange('2025-01-01', ${new Date(yesterday + 5000)}) WHERE unit_id = ${unitId}`.execute(
    database.owner,
  );
  await sql`DELETE FROM fitting WHERE unit_id = ${spareUnitId}`.execute(database.owner);
  await sql`INSERT INTO fitting (account_id, unit_id, tracker_id, during) VALUES (${accountId}, ${unitId}, ${secondId}, tstzrange(${new Date(yesterday + 5000)}, NULL))`.execute(
    database.owner,
  );
  const records = makeRecords(10, yesterday);
  await report(trackerId, records, records);
  await report(
    secondId,
    records.map((record) => ({ ...record, latE7: record.latE7 + 7 })),
  );
  const read = (account: typeof accountId, from: number, to: number) =>
    database.api.transaction().execute(async (tx) => {
      await setAccount(tx, account);
      return recordsOf(await readUnitRange(tx, unitId, new Date(from), new Date(to)));
    });
  const seen = await read(accountId, yesterday + 2000, yesterday + 8000);
  expect(
    seen.map(({ timeMs, latE7 }) => [(timeMs - yesterday) / 1000, latE7 - 593_293_000 - ((timeMs - yesterday) / 1000) * 900]),
  ).toEqual([
    [2, 0],
    [3, 0],
    [4, 0],
    [5, 7],
    [6, 7],
    [7, 7],
  ]);
  expect(await read(stranger, yesterday, yesterday + 8000)).toEqual([]);
});

test('SEC-015: the planner keeps no copies of positions and routes, which nobody would erase', async () => {
  const { trackerId } = await makeUnit(database, { accountId });
  await report(trackerId, ...cut(makeRecords(50, yesterday), 1));
  await sql`ANALYZE`.execute(database.owner);
  const { rows } = await sql<{ kept: string }>`SELECT tablename || '.' || attname AS kept FROM pg_stats
    WHERE tablename LIKE 'position%' OR tablename LIKE 'trip%' OR tablename = 'unit_projection'`.execute(database.owner);
  const kept = rows.map((row) => row.kept);
  expect(kept).toContain('position_segment_202603.t0');
  expect(kept.filter((name) => /\.(data|digest|route|state|seqs)$/.test(name))).toEqual([]);
});
