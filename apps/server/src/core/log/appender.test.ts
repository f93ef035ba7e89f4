import { setTimeout as sleep } from 'node:timers/promises';
import { columnsOf, recordsOf } from '@spora/telemetry/columns';
import { decodeSegment } from '@spora/telemetry/segment';
import pg from 'pg';
import { pino } from 'pino';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../platform/database/database.ts';
import { makeAccount, makeUnit, testDatabase } from '../../testing/database.ts';
import { makeRecords } from '../../testing/tracker.ts';
import { readTrackerRange } from './read-log.ts';
import { createDatabaseLog } from './log.ts';
import { LOG_CHANNEL, failureOf } from './segments.ts';
import { type AppenderOptions, createAppender, type FrameOutcome, prepare } from './appender.ts';

const database = await testDatabase();
afterAll(() => database.close());
const accountId = await makeAccount(database);
const NOW = new Date('2026-03-10T12:00:00Z');
const log = pino({ level: 'silent' });

const appenderOn = (options: Partial<AppenderOptions> = {}) =>
  createAppender({ store: createDatabaseLog(database.pipeline), log, now: () => NOW, maxPositionMonths: 24, ...options });

function frameOf(trackerId: number, count: number, fromMs: number) {
  const records = makeRecords(count, fromMs);
  const outcome = Promise.withResolvers<FrameOutcome>();
  return {
    frame: { trackerId, columns: columnsOf(records), bytes: count * 55, settle: outcome.resolve },
    outcome: outcome.promise,
    records,
  };
}
type Made = ReturnType<typeof frameOf>;
const storedOf = async (trackerId: number) =>
  recordsOf(await readTrackerRange(database.pipeline, trackerId, { fromMs: 0, toMs: NOW.getTime() * 2 }));

test('The log: frames that come while a commit is under way go together in the next, one row a tracker', async () => {
  const commits: { frames: number; rows: number }[] = [];
  const appender = appenderOn({
    observe: { committed: (figures) => commits.push(figures), quarantined: () => {}, failed: () => {} },
  });
  const { trackerId } = await makeUnit(database, { accountId });
  const first = frameOf(trackerId, 2, NOW.getTime());
  appender.submit(first.frame);
  await new Promise((resolve) => setImmediate(resolve));
  const others = Array.from({ length: 10 }, (_, i) => frameOf(trackerId, 3, NOW.getTime() + 10_000 * (i + 1)));
  for (const { frame } of others) appender.submit(frame);
  expect(await Promise.all([first, ...others].map(({ outcome }) => outcome))).toEqual(Array(11).fill('stored'));
  expect(commits).toMatchObject([
    { frames: 1, rows: 1 },
    { frames: 10, rows: 1 },
  ]);
  expect(await storedOf(trackerId)).toHaveLength(32);
});

test('The log: a frame that can never be stored is refused alone, those of its batch are stored', async () => {
  const appender = appenderOn();
  const units = await Promise.all([1, 2, 3].map(() => makeUnit(database, { accountId })));
  const good = units.map(({ trackerId }) => frameOf(trackerId, 2, NOW.getTime()));
  const gone = frameOf(999_999_999, 2, NOW.getTime());
  for (const { frame } of [good[0]!, gone, good[1]!, good[2]!]) appender.submit(frame);
  expect(await gone.outcome).toBe('refused');
  expect(await Promise.all(good.map(({ outcome }) => outcome))).toEqual(['stored', 'stored', 'stored']);
  expect(await storedOf(units[2]!.trackerId)).toEqual(good[2]!.records);
});

test('The log: a fault of ours in one frame does not hold up the others for ever', async () => {
  await sql`CREATE FUNCTION fail_on_append() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.n = 13 THEN EXECUTE 'SELECT no_such_column'; END IF; RETURN NEW; END $$`.execute(database.owner);
  await sql`CREATE TRIGGER fail_on_append BEFORE INSERT ON position_segment FOR EACH ROW EXECUTE FUNCTION fail_on_append()`.execute(
    database.owner,
  );
  const appender = appenderOn();
  const units = await Promise.all([1, 2, 3].map(() => makeUnit(database, { accountId })));
  const [first, bad, last] = units.map(({ trackerId }, i) => frameOf(trackerId, i === 1 ? 13 : 2, NOW.getTime())) as [
    Made,
    Made,
    Made,
  ];
  for (const { frame } of [first, bad, last]) appender.submit(frame);
  expect(await Promise.all([first, bad, last].map(({ outcome }) => outcome))).toEqual(['stored', 'refused', 'stored']);
  expect(appender.isDatabaseReachable).toBe(true);
  await sql`DROP TRIGGER fail_on_append ON position_segment`.execute(database.owner);
});

test('The log: what failed because of the database is tried again, what failed because of us is looked into', () => {
  const ofDatabase = (code: string) => Object.assign(new pg.DatabaseError('', 0, 'error'), { code });
  for (const code of ['08006', '25006', '40P01', '53200', '55P03', '57P01', '58030', 'XX000'])
    expect(failureOf(ofDatabase(code))).toBe('away');
  expect(failureOf(ofDatabase('53100'))).toBe('disk-full');
  for (const code of ['42703', '42P01', '54000', '21000', 'P0001']) expect(failureOf(ofDatabase(code))).toBe('fault');
  for (const error of [new TypeError('x'), new RangeError('x')]) expect(failureOf(error)).toBe('fault');
  expect(failureOf(new Error('Connection terminated unexpectedly'))).toBe('away');
  expect(failureOf(ofDatabase('22003'))).toBe('bad-data');
});

test('12-A7: an answer that fails is missed by whoever waited for it alone; the log goes on', async () => {
  const appender = appenderOn();
  const { trackerId } = await makeUnit(database, { accountId });
  const [first, second] = [frameOf(trackerId, 2, NOW.getTime()), frameOf(trackerId, 2, NOW.getTime() + 10_000)];
  appender.submit({
    ...first.frame,
    settle: () => {
      throw new RangeError('port 0 cannot be answered');
    },
  });
  appender.submit(second.frame);
  expect(await second.outcome).toBe('stored');
  expect(await storedOf(trackerId)).toHaveLength(4);
  expect(appender).toMatchObject({ queuedBytes: 0, queuedFrames: 0 });
});

/**
 * PostgreSQL says that its disk is full, until the function that is answered is called. A row says so and not the trigger's being there:
 * taking a trigger away waits for the log's insertions, which wait for it, until the database ends one of the two.
 */
async function fillDisk(): Promise<() => Promise<void>> {
  await sql`INSERT INTO full_disk DEFAULT VALUES`.execute(database.owner);
  return async () => void (await sql`DELETE FROM full_disk`.execute(database.owner));
}
beforeAll(async () => {
  await sql`CREATE TABLE full_disk (is_full boolean DEFAULT true)`.execute(database.owner);
  await sql`CREATE FUNCTION refuse_room() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF EXISTS (SELECT FROM full_disk) THEN
        RAISE EXCEPTION 'could not extend file "base/5/16420": No space left on device' USING ERRCODE = 'disk_full';
      END IF;
      RETURN NEW;
    END $$`.execute(database.owner);
  await sql`CREATE TRIGGER full_disk BEFORE INSERT ON position_segment FOR EACH ROW EXECUTE FUNCTION refuse_room()`.execute(
    database.owner,
  );
});

test('12-B12: a full disk is named once, the ports stop at once, nothing is acknowledged, and it is stored when there is room', async () => {
  const events: string[] = [];
  const lines: string[] = [];
  const appender = appenderOn({
    calmMs: 300,
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) }),
    onFull: () => events.push('full'),
    onRoom: () => events.push('room'),
  });
  const { trackerId } = await makeUnit(database, { accountId });
  const hasRoom = await fillDisk();
  let settled = 0;
  const frames = Array.from({ length: 5 }, (_, i) => frameOf(trackerId, 2, NOW.getTime() + i * 10_000));
  try {
    for (const { frame, outcome } of frames) {
      appender.submit(frame);
      void outcome.then(() => settled++);
    }
    await sleep(1_000);
    expect({ settled, events, isFull: appender.isFull }).toEqual({ settled: 0, events: ['full'], isFull: true });
    expect(lines).toEqual([expect.stringContaining('the disk of the database is full: make room')]);
  } finally {
    await hasRoom();
  }
  expect(new Set(await Promise.all(frames.map(({ outcome }) => outcome)))).toEqual(new Set(['stored']));
  expect(events, 'not before it has gone well for a while').toEqual(['full']);
  await expect.poll(() => events).toEqual(['full', 'room']);
  expect(lines).toEqual([expect.stringContaining('the disk of the database is full'), 'positions are stored again']);
  expect(await storedOf(trackerId)).toHaveLength(10);
});

test('12-B12: a disk that is full again soon after it had room is waited for longer each time', async () => {
  const events: { what: string; atMs: number }[] = [];
  const note = (what: string) => () => void events.push({ what, atMs: performance.now() });
  const appender = appenderOn({ calmMs: 150, onFull: note('full'), onRoom: note('room') });
  const { trackerId } = await makeUnit(database, { accountId });
  for (let round = 0; round < 3; round++) {
    const hasRoom = await fillDisk();
    const { frame, outcome } = frameOf(trackerId, 1, NOW.getTime() + round * 10_000);
    // Noted when it happens: on a busy machine it is stored while this test still waits for the room that it made.
    const stored = outcome.then((what) => ({ what, atMs: performance.now() }));
    appender.submit(frame);
    await expect.poll(() => events.at(-1)?.what).toBe('full');
    await hasRoom();
    const { what, atMs } = await stored;
    expect(what).toBe('stored');
    await expect.poll(() => events.at(-1)?.what, { timeout: 5_000 }).toBe('room');
    expect((events.at(-1)?.atMs ?? 0) - atMs).toBeGreaterThan(150 * 2 ** round - 60);
  }
  expect(events.map(({ what }) => what)).toEqual(Array(3).fill(['full', 'room']).flat());
});

test('The log: while the database is away nothing is settled and memory is bounded; it is stored when the database is back', async () => {
  const events: string[] = [];
  const db = openDatabase(database.urls.pipeline, { max: 2 });
  const appender = appenderOn({
    store: createDatabaseLog(db),
    maxQueuedBytes: 20_000,
    onFull: () => events.push('full'),
    onRoom: () => events.push('room'),
  });
  const { trackerId } = await makeUnit(database, { accountId });
  const name = new URL(database.superuserUrl).pathname.slice(1);
  const admin = openDatabase(database.superuserUrl.replace(name, 'postgres'), { max: 1 });
  const allow = (isAllowed: boolean) =>
    sql`ALTER DATABASE ${sql.id(name)} ALLOW_CONNECTIONS ${sql.lit(isAllowed)}`.execute(admin);
  await allow(false);
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name}`.execute(admin);
  let settled = 0;
  const frames = Array.from({ length: 40 }, (_, i) => frameOf(trackerId, 2, NOW.getTime() + i * 10_000));
  try {
    for (const { frame, outcome } of frames) {
      appender.submit(frame);
      void outcome.then(() => settled++);
    }
    await sleep(400);
    expect(settled).toBe(0);
    expect(appender.isDatabaseReachable).toBe(false);
    expect(appender.isFull).toBe(true);
    expect(events).toEqual(['full']);
  } finally {
    await allow(true);
    await admin.destroy();
  }
  expect(new Set(await Promise.all(frames.map(({ outcome }) => outcome)))).toEqual(new Set(['stored']));
  expect(events).toEqual(['full', 'room']);
  expect(appender).toMatchObject({ isDatabaseReachable: true, queuedBytes: 0, queuedFrames: 0 });
  expect(await storedOf(trackerId)).toHaveLength(80);
  await db.destroy();
});

test('The log: a stopping program stores what it has taken, and what comes after is not settled as stored', async () => {
  const appender = appenderOn();
  const { trackerId } = await makeUnit(database, { accountId });
  const before = frameOf(trackerId, 2, NOW.getTime());
  appender.submit(before.frame);
  await appender.stop(5000);
  const after = frameOf(trackerId, 2, NOW.getTime());
  appender.submit(after.frame);
  expect([await before.outcome, await after.outcome]).toEqual(['stored', 'stopped']);
});

test('The log: a commit tells the projector which trackers it holds', async () => {
  const client = await openListener();
  const appender = appenderOn();
  const units = await Promise.all([1, 2].map(() => makeUnit(database, { accountId })));
  const frames = units.map(({ trackerId }) => frameOf(trackerId, 1, NOW.getTime()));
  for (const { frame } of frames) appender.submit(frame);
  await Promise.all(frames.map(({ outcome }) => outcome));
  await expect
    .poll(() => client.heard.join().split(',').map(Number).toSorted())
    .toEqual(units.map(({ trackerId }) => trackerId).toSorted());
  await client.close();
});

async function openListener() {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: database.urls.pipeline });
  const heard: string[] = [];
  await client.connect();
  client.on('notification', ({ payload }) => heard.push(payload ?? ''));
  await client.query(`LISTEN ${LOG_CHANNEL.name}`);
  return { heard, close: () => client.end() };
}

test('The log: frames of one commit are sorted, united and divided by UTC day', () => {
  const midnight = Date.parse('2026-03-10T00:00:00Z');
  const frames = [frameOf(7, 3, midnight), frameOf(7, 3, midnight - 2000), frameOf(7, 3, midnight)].map(({ frame }) => frame);
  const { segments, trackerIds } = prepare(frames, NOW, 24);
  expect(trackerIds).toEqual([7]);
  expect(segments.map(({ t0Ms, t1Ms, n }) => [t0Ms - midnight, t1Ms - midnight, n])).toEqual([
    [-2000, -1000, 2],
    // The third record of the second frame differs from the first of the others in all but its time.
    [0, 2000, 4],
  ]);
  expect(decodeSegment(segments[1]!.data).n).toBe(4);
});
