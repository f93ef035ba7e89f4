import { generateTrips as generateTripsEndpoint, tripFilter } from '@spora/contract/trips/endpoints';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type MemberActor, setAccount } from '../../platform/ctx.ts';
import type { Ports } from '../../platform/ports.ts';
import { openDatabase } from '../../platform/database/database.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { makeAccount, makeMember, makeUnit, type TestDatabase, testDatabase } from '../../testing/database.ts';
import { holdTrips, insert } from '../attestation/repository.ts';
import { idsOf, pageIdsOf, pageOf, select, totalsOf } from './selection-api.ts';
import { layOver } from './overlay-api.ts';
import { generateTrips } from './service.ts';

/** Six units with four trips a day for a year, and an administrator who sees them. */
async function makeFleet(database: TestDatabase) {
  const accountId = await makeAccount(database);
  const { id: memberId } = await makeMember(database, { accountId });
  const unitIds: number[] = [];
  for (let i = 0; i < 6; i++) unitIds.push((await makeUnit(database, { accountId })).unitId);
  await sql`INSERT INTO trip (account_id, unit_id, started_at, ended_at, is_ongoing, distance_m, distance_source, max_speed_kmh, end_rule,
      computed_type, computed_rule, algorithm_version, route)
    SELECT ${accountId}, u, d + n * interval '2 hours', d + n * interval '2 hours' + interval '1 hour', false, 1000 + n, 'positions', 50, 'still',
      'business', 'default', 1, decode(repeat('00', 900), 'hex')
    FROM generate_series(timestamptz '2025-11-01 06:00+00', '2026-10-31 06:00+00', '1 day') d, unnest(${unitIds}::bigint[]) u, generate_series(0, 3) n`.execute(
    database.owner,
  );
  const actor: MemberActor = {
    kind: 'member',
    accountId: accountId,
    memberId,
    sessionId: 1,
    isAdmin: true,
    mayUseMap: true,
    isPrivateClosed: false,
    timeZone: 'Europe/Stockholm',
  };
  return { actor, unitIds };
}

/** Two such fleets, written once: each test changes a copy of its own, of one of them, which lies on the disk as this does. */
const written = await testDatabase();
afterAll(() => written.close());
await makeFleet(written);
const fleet = await makeFleet(written);
await sql`VACUUM ANALYZE trip`.execute(written.owner);
// What has a connection cannot be copied.
await Promise.all([written.owner, written.api, written.pipeline].map((handle) => handle.destroy()));

async function fleetOfAYear() {
  const database = await testDatabase({ template: new URL(written.urls.owner).pathname.slice(1) });
  onTestFinished(() => database.close());
  return { database, ...fleet };
}

/** Rows of the log that the transaction has read so far, of the table or through an index. */
async function rowsRead(db: Kysely<Db>, table = 'trip'): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    SELECT (seq_tup_read + idx_tup_fetch)::float8 AS read FROM pg_stat_xact_user_tables WHERE relname = ${table}`.execute(db);
  return rows[0]?.read ?? 0;
}

test('TRIP-034: a year of a fleet is counted and ordered without reading its rows; those of the page are, once each, in order', async () => {
  const { database, actor, unitIds } = await fleetOfAYear();
  const filter = { ...tripFilter.parse({ from: '2025-11-01', to: '2026-10-31', purpose_missing: true }), unitIds };
  const now = () => new Date('2026-10-31T12:00:00Z');
  const page = { sort: 'distance', descending: true, number: 3, size: 50, count: 8760 } as const;
  await database.api.transaction().execute(async (db) => {
    await setAccount(db, actor.accountId);
    const viewer = { db, actor, now };
    const selection = await select(viewer, filter);
    expect(await totalsOf(viewer, selection)).toMatchObject({ count: 8760, purpose_missing: 8760 });
    const ids = (await idsOf(viewer, selection, page)).map((row) => row.id);
    expect(await rowsRead(db)).toBeLessThan(100);
    expect((await pageOf(viewer, selection, page)).trips.map((row) => row.id)).toEqual(ids.slice(100, 150));
    expect(await rowsRead(db)).toBeLessThan(1000);
  });
});

test('TRIP-034, ATT-001: what was changed of a trip, and a month that is attested, are written without reading the rest of the year', async () => {
  const { database, actor, unitIds } = await fleetOfAYear();
  const [unitId = 0] = unitIds;
  await database.api.transaction().execute(async (db) => {
    await setAccount(db, actor.accountId);
    // The counter is of the connection: what the test before read may be in it still.
    const before = await rowsRead(db);
    const at = Date.parse('2026-05-04T10:00:00Z');
    await layOver(db, [{ unitId, fromMs: at, toMs: at + 3_600_000 }]);
    expect((await rowsRead(db)) - before).toBeLessThan(100);
    const scope = { unitId, memberId: null, from: '2026-05-01', to: '2026-05-31' };
    const id = await insert(db, actor, { ...scope, level: 'admin', note: '' }, new Date('2026-06-02T08:00:00Z'));
    expect((await holdTrips(db, id, scope, actor.timeZone)).countFor(actor.memberId)).toBe(124);
    // The month with two days on either side, and each of its trips once more to write it.
    expect((await rowsRead(db)) - before).toBeLessThan(700);
  });
});

const now = () => new Date('2026-10-31T12:00:00Z');

test('13-C: each page in order of time is cut from the one order of all trips, from either end, with trips that are told on another hour of their day', async () => {
  const { database, actor, unitIds } = await fleetOfAYear();
  const { id: driverId } = await makeMember(database, { accountId: actor.accountId });
  // Private driving of somebody else moves a trip up to the end of the one before it, or to midnight.
  await sql`UPDATE trip SET edited_type = 'private', edited_driver_id = ${driverId} WHERE account_id = ${actor.accountId} AND id % 3 = 0`.execute(
    database.owner,
  );
  const filter = { ...tripFilter.parse({ from: '2026-03-01', to: '2026-04-30' }), unitIds };
  await database.api.transaction().execute(async (db) => {
    await setAccount(db, actor.accountId);
    const viewer = { db, actor, now };
    const selection = await select(viewer, filter);
    const { count } = await totalsOf(viewer, selection);
    for (const descending of [false, true]) {
      const all = (await idsOf(viewer, selection, { sort: 'time', descending })).map(({ id }) => id);
      expect(all).toHaveLength(count);
      const size = 97;
      const paged: number[] = [];
      for (let number = 1; number <= Math.ceil(count / size) + 1; number++)
        paged.push(...(await pageIdsOf(viewer, selection, { sort: 'time', descending, number, size, count })));
      expect(paged).toEqual(all);
    }
  });
});

test('13-C: a text is found in what is said of a trip, be it said of few or of thousands, and follows what is changed', async () => {
  const { database, actor, unitIds } = await fleetOfAYear();
  const say = (words: string, which: ReturnType<typeof sql>) =>
    sql`UPDATE trip SET note = ${words} WHERE account_id = ${actor.accountId} AND ${which}`.execute(database.owner);
  await say('Till Ängsgatan 7 med 100 % last', sql`started_at < '2026-06-01'`);
  const found = (search: string) =>
    database.api.transaction().execute(async (db) => {
      await setAccount(db, actor.accountId);
      const viewer = { db, actor, now };
      const filter = { ...tripFilter.parse({ from: '2026-04-01', to: '2026-10-31', search }), unitIds };
      const selection = await select(viewer, filter);
      const { count } = await totalsOf(viewer, selection);
      const page = await pageIdsOf(viewer, selection, { sort: 'time', descending: true, number: 1, size: 10, count });
      return [count, page.length];
    });
  // April and May: 61 days with four trips of six units; all of them would be more than are asked for by their ids.
  expect(await found('ängsgatan')).toEqual([61 * 24, 10]);
  expect(await found('100 % LAST')).toEqual([61 * 24, 10]);
  expect(await found('100 x last')).toEqual([0, 0]);
  await say('', sql`started_at >= '2026-04-03'`);
  await say('Till Ängsgatan 8', sql`started_at BETWEEN '2026-10-01' AND '2026-10-02'`);
  // The first two days of April by the account's clock, and one of October.
  expect(await found('Ängsgatan')).toEqual([2 * 24 + 24, 10]);
  expect(await found('ÄNGSGATAN 8')).toEqual([24, 10]);
});

test('13-C: a page of a year and its totals are told from the index and the rows of the page, a rare word from those that say it', async () => {
  const { database, actor, unitIds } = await fleetOfAYear();
  await sql`UPDATE trip SET note = 'Haparanda' WHERE id IN (SELECT id FROM trip WHERE account_id = ${actor.accountId} ORDER BY started_at LIMIT 5)`.execute(
    database.owner,
  );
  await sql`VACUUM ANALYZE trip`.execute(database.owner);
  const read = (more: object) =>
    database.api.transaction().execute(async (db) => {
      await setAccount(db, actor.accountId);
      const before = await rowsRead(db);
      const viewer = { db, actor, now };
      const selection = await select(viewer, { ...tripFilter.parse({ from: '2025-11-01', to: '2026-10-31', ...more }), unitIds });
      const { count } = await totalsOf(viewer, selection);
      await pageOf(viewer, selection, { sort: 'time', descending: true, number: 1, size: 50, count });
      return (await rowsRead(db)) - before;
    });
  // The rows of the page, once. Before PostgreSQL 17 an index is not walked in order over a list of units: the page is read of each.
  const { rows } = await sql<{ major: number }>`SELECT current_setting('server_version_num')::integer / 10000 AS major`.execute(
    database.owner,
  );
  const most = (rows[0]?.major ?? 0) >= 17 ? 200 : 50 * unitIds.length + 100;
  expect(await read({})).toBeLessThan(most);
  expect(await read({ odometer_gap: true })).toBeLessThan(most);
  expect(await read({ search: 'haparanda' })).toBeLessThan(100);
});

test('13-C: of a text that is in every trip, the newest trips tell so, and no index is asked for all of them', async () => {
  const { database, actor, unitIds } = await fleetOfAYear();
  await sql`UPDATE trip SET note = 'Storgatan 3' WHERE account_id = ${actor.accountId}`.execute(database.owner);
  await database.api.transaction().execute(async (db) => {
    await setAccount(db, actor.accountId);
    const viewer = { db, actor, now };
    const before = await rowsRead(db, 'trip_words');
    const filter = { ...tripFilter.parse({ from: '2025-11-01', to: '2026-10-31', search: 'storgatan' }), unitIds };
    const selection = await select(viewer, filter);
    expect((await rowsRead(db, 'trip_words')) - before).toBeLessThan(300);
    expect(await totalsOf(viewer, selection)).toMatchObject({ count: 8760 });
  });
});

test('13-C: a month of one unit takes four queries, and from the sixth reading on none of them is planned again', async () => {
  const { database, actor, unitIds } = await fleetOfAYear();
  const { rows: units } = await sql<{ imei: string }>`
    SELECT k.imei FROM fitting f JOIN tracker k ON k.id = f.tracker_id WHERE f.unit_id = ${unitIds[0]}`.execute(database.owner);
  const body = generateTripsEndpoint.body.parse({
    from: '2026-10-01',
    to: '2026-10-31',
    imeis: units.map(({ imei }) => imei),
    page_size: 500,
  });
  // A connection of its own: what others have it keep would be counted, too.
  const api = openDatabase(database.urls.api, { max: 1 });
  for (let reading = 1; reading <= 9; reading++)
    await api.transaction().execute(async (db) => {
      await setAccount(db, actor.accountId);
      const { trips, totals } = await generateTrips(
        { db, actor, now, ports: {} as Ports, log: pino({ level: 'silent' }) },
        { body },
      );
      expect([trips.length, totals.count]).toEqual([31 * 4, 31 * 4]);
    });
  const { rows } = await sql<{ planned: number; readings: number }>`
    SELECT custom_plans::integer AS planned, (custom_plans + generic_plans)::integer AS readings FROM pg_prepared_statements`.execute(
    api,
  );
  await api.destroy();
  expect(rows).toEqual(Array.from({ length: 4 }, () => ({ planned: 5, readings: 9 })));
});
