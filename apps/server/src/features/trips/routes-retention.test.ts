import { encodeRoute } from '@spora/telemetry/route';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeAccount, makeUnit, testDatabase } from '../../testing/database.ts';
import { dropExpiredRoutes } from './retention-repository.ts';

const database = await testDatabase();
afterAll(() => database.close());

const at = new Date('2026-11-02T02:00:00Z');
const route = encodeRoute([
  [
    { timeMs: 0, lat: 59, lon: 18, speedKmh: 30 },
    { timeMs: 60_000, lat: 59.01, lon: 18, speedKmh: 30 },
  ],
]);

async function makeTrip(accountId: Awaited<ReturnType<typeof makeAccount>>, unitId: number, started: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO trip (account_id, unit_id, started_at, ended_at, is_ongoing, distance_m, distance_source, max_speed_kmh, end_rule, computed_type,
      computed_rule, algorithm_version, route, start_address)
    VALUES (${accountId}, ${unitId}, ${started}, ${started}::timestamptz + interval '1 hour', false, 1200, 'positions', 50, 'still', 'business',
      'default', 1, ${Buffer.from(route)}, 'Storgatan 1') RETURNING id`.execute(database.owner);
  return rows[0]?.id ?? 0;
}

test('Retention: the route of a trip goes with the positions of its account, the row with its address and distance stays', async () => {
  const accountId = await makeAccount(database);
  const other = await makeAccount(database);
  await database.owner.updateTable('account').set({ position_months: 24 }).where('id', '=', other).execute();
  const { unitId } = await makeUnit(database, { accountId });
  const { unitId: otherUnitId } = await makeUnit(database, { accountId: other });
  const expired = await makeTrip(accountId, unitId, '2026-07-30T10:00:00Z');
  const recent = await makeTrip(accountId, unitId, '2026-08-10T10:00:00Z');
  const kept = await makeTrip(other, otherUnitId, '2026-07-30T10:00:00Z');

  expect(await dropExpiredRoutes(database.pipeline, at, 1000)).toBe(1);
  const trips = await database.owner
    .selectFrom('trip')
    .select(['id', 'distance_m', 'start_address', sql<boolean>`route IS NULL`.as('bare')])
    .orderBy('account_id')
    .orderBy('started_at')
    .execute();
  const row = (id: number, bare: boolean) => ({ id, distance_m: 1200, start_address: 'Storgatan 1', bare });
  expect(trips).toEqual([row(expired, true), row(recent, false), row(kept, false)]);
  expect(await dropExpiredRoutes(database.pipeline, at, 1000)).toBe(0);
});
