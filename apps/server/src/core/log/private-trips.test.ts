import { columnsOf, recordsOf } from '@spora/telemetry/columns';
import { encodeRoute } from '@spora/telemetry/route';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { makeAccount, makeUnit, testDatabase } from '../../testing/database.ts';
import { makeRecords } from '../../testing/tracker.ts';
import { readTrackerRange } from './read-log.ts';
import { createAppender } from './appender.ts';
import { createDatabaseLog } from './log.ts';
import { erasePositionsOf, erasePrivateTrips } from './retention.ts';

const database = await testDatabase();
afterAll(() => database.close());
const NOW = new Date('2026-03-10T12:00:00Z');
const now = () => NOW;
const deps = { db: database.pipeline, now };
const appender = createAppender({
  store: createDatabaseLog(deps.db),
  now,
  log: pino({ level: 'silent' }),
  maxPositionMonths: 24,
});
const report = (trackerId: number, records: ReturnType<typeof makeRecords>) =>
  new Promise<void>((settle) => appender.submit({ trackerId, columns: columnsOf(records), bytes: 100, settle: () => settle() }));
const timesIn = async (trackerId: number) =>
  recordsOf(await readTrackerRange(database.pipeline, trackerId, { fromMs: 0, toMs: NOW.getTime() * 2 })).map(
    ({ timeMs }) => timeMs,
  );

const route = Buffer.from(encodeRoute([[{ timeMs: 0, lat: 59, lon: 18, speedKmh: 30 }]]));
const makeTrip = async (
  accountId: AccountId,
  unitId: number,
  type: string,
  from: number,
  to: number,
  driver: number | null = null,
) =>
  (
    await sql<{ id: number }>`
      INSERT INTO trip (account_id, unit_id, started_at, ended_at, is_ongoing, distance_m, distance_source, max_speed_kmh, end_rule,
        computed_type, computed_rule, algorithm_version, route, start_address, computed_driver_id)
      VALUES (${accountId}, ${unitId}, ${new Date(from)}, ${new Date(to)}, false, 1200, 'positions', 50, 'still', ${type}, 'default', 1,
        ${route}, 'Storgatan 1', ${driver}) RETURNING id`.execute(database.owner)
  ).rows[0]!.id;
const tripRow = (id: number) =>
  database.owner
    .selectFrom('trip')
    .select(['distance_m', 'start_address', 'positions_erased', sql<boolean>`route IS NOT NULL`.as('has_route')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('ADM-021, SEC-015: after a month the positions of a private trip go, from its first record to its last; the trip stays in the log and what lies around it in the track', async () => {
  const accountId = await makeAccount(database);
  const { trackerId, unitId } = await makeUnit(database, { accountId });
  const start = Date.parse('2026-02-05T08:00:00Z');
  const records = makeRecords(20, start);
  await report(trackerId, records.slice(0, 12));
  await report(trackerId, records.slice(12));
  const business = await makeTrip(accountId, unitId, 'business', start, start + 4000);
  const own = await makeTrip(accountId, unitId, 'private', start + 6000, start + 14_000);
  expect(await erasePrivateTrips(deps)).toBe(1);
  expect((await timesIn(trackerId)).map((at) => (at - start) / 1000)).toEqual([0, 1, 2, 3, 4, 5, 15, 16, 17, 18, 19]);
  expect(await tripRow(own)).toEqual({
    distance_m: 1200,
    start_address: 'Storgatan 1',
    positions_erased: true,
    has_route: false,
  });
  expect(await tripRow(business)).toMatchObject({ positions_erased: false, has_route: true });
  expect(await erasePrivateTrips(deps)).toBe(0);
});

test('ADM-021: the account’s own choice rules, and a trip of the last days stays whole', async () => {
  const patient = await makeAccount(database);
  await database.owner
    .updateTable('account')
    .set({ position_months: 6, private_position_months: 3 })
    .where('id', '=', patient)
    .execute();
  const { trackerId, unitId } = await makeUnit(database, { accountId: patient });
  const gone = Date.parse('2025-12-09T08:00:00Z');
  const kept = Date.parse('2025-12-10T08:00:00Z');
  for (const start of [gone, kept]) {
    await report(trackerId, makeRecords(5, start));
    await makeTrip(patient, unitId, 'private', start, start + 4000);
  }
  const young = await makeAccount(database);
  const other = await makeUnit(database, { accountId: young });
  const recent = Date.parse('2026-02-10T08:00:00Z');
  await report(other.trackerId, makeRecords(5, recent));
  await makeTrip(young, other.unitId, 'private', recent, recent + 4000);
  expect(await erasePrivateTrips(deps)).toBe(1);
  expect(await timesIn(trackerId)).toEqual(makeRecords(5, kept).map(({ timeMs }) => timeMs));
  expect(await timesIn(other.trackerId)).toHaveLength(5);
});

test('ADM-021: a business trip that its driver later calls private is treated as one the next night', async () => {
  const accountId = await makeAccount(database);
  const { trackerId, unitId } = await makeUnit(database, { accountId });
  const start = Date.parse('2026-02-06T08:00:00Z');
  await report(trackerId, makeRecords(5, start));
  const trip = await makeTrip(accountId, unitId, 'business', start, start + 4000);
  expect(await erasePrivateTrips(deps)).toBe(0);
  await database.owner.updateTable('trip').set({ edited_type: 'private' }).where('id', '=', trip).execute();
  expect(await erasePrivateTrips(deps)).toBe(1);
  expect(await timesIn(trackerId)).toEqual([]);
});

test('SEC-015: with an account its trackers’ positions go; what another account had of the same tracker, on the same day too, stays', async () => {
  const leaving = await makeAccount(database);
  const before = await makeAccount(database);
  const { trackerId, unitId } = await makeUnit(database, { accountId: leaving });
  const { unitId: earlierUnit } = await makeUnit(database, { accountId: before });
  const handOver = Date.parse('2026-03-01T08:00:05Z');
  await sql`DELETE FROM fitting WHERE unit_id = ${earlierUnit}`.execute(database.owner);
  await sql`UPDATE fitting SET during = tstzrange(${new Date(handOver)}, NULL) WHERE unit_id = ${unitId}`.execute(database.owner);
  await sql`INSERT INTO fitting (account_id, unit_id, tracker_id, during) VALUES (${before}, ${earlierUnit}, ${trackerId}, tstzrange(NULL, ${new Date(handOver)}))`.execute(
    database.owner,
  );
  await report(trackerId, makeRecords(10, handOver - 5000));
  await erasePositionsOf(deps, leaving);
  expect((await timesIn(trackerId)).map((at) => (at - handOver) / 1000)).toEqual([-5, -4, -3, -2, -1]);
});
