import { tripFilter } from '@spora/contract/trips/endpoints';
import { type Kysely, sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { type MemberActor, setAccount } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { makeAccount, makeMember, makeUnit, testDatabase } from '../../testing/database.ts';
import { holdTrips, insert } from '../attestation/repository.ts';
import { idsOf, pageOf, totalsOf } from './api.ts';
import { layOver } from './overlay-api.ts';

const database = await testDatabase();
afterAll(() => database.close());

/** Six units with four trips a day for a year, and an administrator who sees them. */
async function fleetOfAYear() {
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
    isPrivateClosed: false,
    timeZone: 'Europe/Stockholm',
  };
  return { actor, unitIds };
}

/** Rows of the log that the transaction has read so far, of the table or through an index. */
async function rowsRead(db: Kysely<Db>): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    SELECT (seq_tup_read + idx_tup_fetch)::float8 AS read FROM pg_stat_xact_user_tables WHERE relname = 'trip'`.execute(db);
  return rows[0]?.read ?? 0;
}

test('TRIP-034: a year of a fleet is counted and ordered without reading its rows; those of the page are, once each, in order', async () => {
  const { actor, unitIds } = await fleetOfAYear();
  const filter = { ...tripFilter.parse({ from: '2025-11-01', to: '2026-10-31', purpose_missing: true }), unitIds };
  const now = () => new Date('2026-10-31T12:00:00Z');
  const page = { sort: 'distance', descending: true, number: 3, size: 50 } as const;
  await database.api.transaction().execute(async (db) => {
    await setAccount(db, actor.accountId);
    expect(await totalsOf({ db, actor, now }, filter)).toMatchObject({ count: 8760, purpose_missing: 8760 });
    const ids = (await idsOf({ db, actor, now }, filter, page)).map((row) => row.id);
    expect(await rowsRead(db)).toBeLessThan(100);
    expect((await pageOf({ db, actor, now }, filter, page)).map((row) => row.id)).toEqual(ids.slice(100, 150));
    expect(await rowsRead(db)).toBeLessThan(1000);
  });
});

test('TRIP-034, ATT-001: what was changed of a trip, and a month that is attested, are written without reading the rest of the year', async () => {
  const { actor, unitIds } = await fleetOfAYear();
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
    expect(await holdTrips(db, id, scope, actor.timeZone)).toBe(124);
    // The month with two days on either side, and each of its trips once more to write it.
    expect((await rowsRead(db)) - before).toBeLessThan(700);
  });
});
