import { tripFilter } from '@spora/contract/trips';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { MemberActor } from '../../platform/ctx.ts';
import { setAccount } from '../../platform/database.ts';
import { makeAccount, makeMember, makeUnit, testDatabase } from '../../platform/testing.ts';
import { idsOf, pageOf, totalsOf } from './read-model.ts';

const database = await testDatabase();
afterAll(() => database.close());

test('TRIP-034: a year of a fleet is counted and ordered without reading its rows; those of the page are, once each, in order', async () => {
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
  await sql`VACUUM ANALYZE trip`.execute(database.owner);
  const actor: MemberActor = {
    kind: 'member',
    accountId: accountId,
    memberId,
    sessionId: 1,
    isAdmin: true,
    mayUseMap: true,
    timeZone: 'Europe/Stockholm',
  };
  const filter = { ...tripFilter.parse({ from: '2025-11-01', to: '2026-10-31', purpose_missing: true }), unitIds };
  const page = { sort: 'distance', descending: true, number: 3, size: 50 } as const;
  await database.api.transaction().execute(async (db) => {
    await setAccount(db, actor.accountId);
    const read = async () => {
      const { rows } = await sql<{ read: number }>`
        SELECT (seq_tup_read + idx_tup_fetch)::float8 AS read FROM pg_stat_xact_user_tables WHERE relname = 'trip'`.execute(db);
      return rows[0]?.read ?? 0;
    };
    expect(await totalsOf({ db, actor }, filter)).toMatchObject({ count: 8760, purpose_missing: 8760 });
    const ids = (await idsOf({ db, actor }, filter, page)).map((row) => row.id);
    expect(await read()).toBeLessThan(100);
    expect((await pageOf({ db, actor }, filter, page)).map((row) => row.id)).toEqual(ids.slice(100, 150));
    expect(await read()).toBeLessThan(1000);
  });
});
