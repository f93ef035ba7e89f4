import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeAccount, makeMember, makeUnit, testDatabase } from '../../testing/database.ts';
import { dropExpiredRoutes, dropOldEditsAndDays, dropOldRows } from './retention-repository.ts';

const database = await testDatabase();
afterAll(() => database.close());
const BEFORE = new Date('2019-11-02T02:00:00Z');

test('CONST-060, ADM-021: rows of the log go after seven years, with their edits and days; younger ones stay', async () => {
  const accountId = await makeAccount(database);
  const { unitId } = await makeUnit(database, { accountId });
  const { id: memberId } = await makeMember(database, { accountId });
  for (const at of ['2019-10-30T10:00:00Z', '2019-11-05T10:00:00Z']) {
    await sql`INSERT INTO trip (account_id, unit_id, started_at, ended_at, is_ongoing, distance_m, distance_source, max_speed_kmh, end_rule,
        computed_type, computed_rule, algorithm_version)
      VALUES (${accountId}, ${unitId}, ${at}, ${at}::timestamptz + interval '1 hour', false, 1, 'positions', 1, 'still', 'business', 'default', 1)`.execute(
      database.owner,
    );
    await sql`INSERT INTO trip_edit (account_id, unit_id, anchor_at, field, value, actor_member_id, at)
      VALUES (${accountId}, ${unitId}, ${at}, 'note', ${at}, ${memberId}, ${at})`.execute(database.owner);
    await sql`INSERT INTO unit_day (unit_id, account_id, day, trips, driving_s, business_m, private_m, other_m, max_speed_kmh)
      VALUES (${unitId}, ${accountId}, ${at.slice(0, 10)}, 1, 1, 1, 0, 0, 1)`.execute(database.owner);
  }
  expect(await dropOldRows(database.pipeline, BEFORE, 1000)).toBe(1);
  await dropOldEditsAndDays(database.pipeline, BEFORE);
  const left = async (table: 'trip' | 'trip_edit' | 'unit_day') =>
    (await database.owner.selectFrom(table).select('unit_id').execute()).length;
  expect([await left('trip'), await left('trip_edit'), await left('unit_day')]).toEqual([1, 1, 1]);
  expect(await dropOldRows(database.pipeline, BEFORE, 1000)).toBe(0);
});

test('ADM-021: the route of a private trip goes with private positions, a month before the others', async () => {
  const accountId = await makeAccount(database);
  const { unitId } = await makeUnit(database, { accountId });
  for (const [type, at] of [
    ['private', '2026-09-20T10:00:00Z'],
    ['business', '2026-09-21T10:00:00Z'],
  ])
    await sql`INSERT INTO trip (account_id, unit_id, started_at, ended_at, is_ongoing, distance_m, distance_source, max_speed_kmh, end_rule,
        computed_type, computed_rule, algorithm_version, route)
      VALUES (${accountId}, ${unitId}, ${at}, ${at}::timestamptz + interval '1 hour', false, 1, 'positions', 1, 'still', ${type}, 'default', 1, '\\x00')`.execute(
      database.owner,
    );
  expect(await dropExpiredRoutes(database.pipeline, new Date('2026-11-02T02:00:00Z'), 1000)).toBe(1);
  const kept = await database.owner.selectFrom('trip').select('type').where('route', 'is not', null).execute();
  expect(kept).toEqual([{ type: 'business' }]);
});
