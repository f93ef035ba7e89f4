import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeAccount, makeUnit, testDatabase } from '../../testing/database.ts';

import { makeTrip } from '../../testing/trips.ts';
import { recomputeUnitDays } from './unit-days-api.ts';
import { setAccount } from '../../platform/ctx.ts';

const database = await testDatabase();
afterAll(() => database.close());

const spanOf = (unitId: number, day: string) => ({
  unitId,
  fromMs: Date.parse(`${day}T10:00:00Z`),
  toMs: Date.parse(`${day}T10:30:00Z`),
});

test('TRIP-034: the sum of a day is counted from the trips of that day, however long the log and the fleet are', async () => {
  const accountId = await makeAccount(database);
  const units = [];
  for (let i = 0; i < 5; i++) units.push((await makeUnit(database, { accountId })).unitId);
  const [first = 0, second = 0] = units;
  await sql`INSERT INTO trip (account_id, unit_id, started_at, ended_at, is_ongoing, distance_m, distance_source, max_speed_kmh, end_rule,
      computed_type, computed_rule, algorithm_version)
    SELECT ${accountId}, u, d + n * interval '2 hours', d + n * interval '2 hours' + interval '1 hour', false, 1000, 'positions', 50, 'still',
      'business', 'default', 1
    FROM unnest(${units}::bigint[]) u, generate_series(timestamptz '2025-11-01 06:00+00', '2026-10-31 06:00+00', '1 day') d, generate_series(0, 3) n`.execute(
    database.owner,
  );
  await sql`ANALYZE trip`.execute(database.owner);
  const readBy = async (pool: typeof database.api) =>
    pool.transaction().execute(async (tx) => {
      await setAccount(tx, accountId);
      await recomputeUnitDays(tx, [spanOf(first, '2026-03-04'), spanOf(second, '2026-09-20')]);
      const { rows } = await sql<{ read: number }>`
        SELECT (seq_tup_read + idx_tup_fetch)::float8 AS read FROM pg_stat_xact_user_tables WHERE relname = 'trip'`.execute(tx);
      return rows[0]?.read ?? 0;
    });
  // Of over 7000 trips a few of each day, by whichever index.
  expect(await readBy(database.pipeline)).toBeLessThan(100);
  expect(await readBy(database.api)).toBeLessThan(100);
  const days = await database.owner.selectFrom('unit_day').select(['day', 'trips', 'business_m']).orderBy('day').execute();
  expect(days.map(({ trips, business_m }) => [trips, business_m])).toEqual([
    [4, 4000],
    [4, 4000],
  ]);
});

test('TRIP-025: a trip of the tracker and one entered by hand, each over midnights, are divided among the days they touch', async () => {
  const accountId = await makeAccount(database);
  const { unitId } = await makeUnit(database, { accountId });
  const trip = { accountId, unitId };
  await makeTrip(database, trip, { start: '2026-06-01T20:00:00Z', minutes: 48 * 60, distanceM: 48_000 });
  const byHand = await makeTrip(database, trip, { start: '2026-06-05T20:00:00Z', minutes: 48 * 60, distanceM: 48_000 });
  await database.owner.updateTable('trip').set({ is_manual: true }).where('id', '=', byHand).execute();
  await makeTrip(database, trip, { start: '2026-06-09T20:00:00Z', minutes: 1, distanceM: 500 });
  await database.owner.deleteFrom('unit_day').where('unit_id', '=', unitId).execute();
  // Days in between, each by itself; and one on which nothing was driven.
  for (const day of ['2026-06-02', '2026-06-03', '2026-06-04', '2026-06-06', '2026-06-07'])
    await recomputeUnitDays(database.owner, [spanOf(unitId, day)]);
  const { rows } = await sql<{ day: string; trips: number; metres: number }>`
    SELECT day::text, trips, business_m::float8 AS metres FROM unit_day WHERE unit_id = ${unitId} ORDER BY day`.execute(
    database.owner,
  );
  expect(rows).toEqual([
    { day: '2026-06-02', trips: 0, metres: 24_000 },
    { day: '2026-06-03', trips: 0, metres: 22_000 },
    { day: '2026-06-06', trips: 0, metres: 24_000 },
    { day: '2026-06-07', trips: 0, metres: 22_000 },
  ]);
});
