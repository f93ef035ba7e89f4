import fc from 'fast-check';
import { LATEST_FLAGS } from '@spora/telemetry/packed-positions';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { MemberActor } from '../../platform/ctx.ts';
import { makeAccount, makeMember, makeUnit, testDatabase } from '../../testing/database.ts';
import { makeTrip } from '../../testing/trips.ts';
import { waitingForLocks } from '../../testing/waiting.ts';
import { latestPositions } from './packed-read-model.ts';

const database = await testDatabase();
afterAll(() => database.close());
const { owner } = database;
const accountId = await makeAccount(database);
const driver = await makeMember(database, { accountId });
const units = [await makeUnit(database, { accountId }), await makeUnit(database, { accountId })].map(({ unitId }) => unitId);

const heard = (unitId: number) =>
  sql`
  INSERT INTO unit_latest (unit_id, account_id, last_contact_at, report_interval_s, state) VALUES (${unitId}, ${accountId}, now(), 60, 'parked')
  ON CONFLICT (unit_id) DO NOTHING`.execute(owner);
const start = (hour: number): string => new Date(Date.UTC(2026, 2, 10, hour)).toISOString();

/** What is noted of the units beside what their trips say. */
async function notedAndSo(): Promise<readonly [unknown, unknown]> {
  const { rows } = await sql<{ noted: unknown; so: unknown }>`
    SELECT l.private_use_of AS noted, CASE WHEN t.type = 'private' THEN coalesce(t.driver_member_id, -1) END AS so FROM unit_latest l
    LEFT JOIN LATERAL (SELECT * FROM trip t WHERE t.unit_id = l.unit_id ORDER BY t.started_at DESC LIMIT 1) t ON true ORDER BY l.unit_id`.execute(
    owner,
  );
  return [rows.map(({ noted }) => noted), rows.map(({ so }) => so)];
}

const anyUnit = fc.constantFrom(...units);
const anyType = fc.constantFrom('private', 'business', 'other');
const anyHour = fc.integer({ min: 0, max: 6 });
const lastOf = (unitId: number) => sql`(SELECT max(started_at) FROM trip WHERE unit_id = ${unitId})`;
/** What may happen to the trips of a unit. */
const anyAct: fc.Arbitrary<() => Promise<unknown>> = fc.oneof(
  fc.tuple(anyUnit, anyHour, anyType, fc.constantFrom(driver.id, null)).map(([unitId, hour, type, who]) => async () => {
    await sql`DELETE FROM trip WHERE unit_id = ${unitId} AND started_at = ${start(hour)}`.execute(owner);
    await makeTrip(database, { accountId, unitId }, { start: start(hour), minutes: 30, type, driver: who });
  }),
  fc.tuple(anyUnit, anyHour).map(
    ([unitId, hour]) =>
      () =>
        sql`DELETE FROM trip WHERE unit_id = ${unitId} AND started_at >= ${start(hour)}`.execute(owner),
  ),
  fc.tuple(anyUnit, fc.option(anyType)).map(
    ([unitId, type]) =>
      () =>
        sql`UPDATE trip SET edited_type = ${type} WHERE unit_id = ${unitId} AND started_at = ${lastOf(unitId)}`.execute(owner),
  ),
  fc.tuple(anyUnit, fc.constantFrom(driver.id, 0, null)).map(
    ([unitId, who]) =>
      () =>
        sql`UPDATE trip SET edited_driver_id = ${who} WHERE unit_id = ${unitId}`.execute(owner),
  ),
  anyUnit.map(
    (unitId) => () =>
      sql`UPDATE trip SET started_at = started_at - interval '1 day', ended_at = ended_at - interval '1 day'
        WHERE unit_id = ${unitId} AND started_at = ${lastOf(unitId)}`.execute(owner),
  ),
  anyUnit.map((unitId) => () => heard(unitId)),
);

test('12-A1, MAP-031: whatever happens to trips, the last one of each unit is the one by which it is in private use', async () => {
  const seen = new Set<unknown>();
  await fc.assert(
    fc.asyncProperty(fc.array(anyAct, { minLength: 4, maxLength: 14 }), async (acts) => {
      await sql`DELETE FROM trip`.execute(owner);
      await sql`DELETE FROM unit_latest`.execute(owner);
      for (const act of acts) {
        await act();
        const [noted, so] = await notedAndSo();
        expect(noted).toEqual(so);
        for (const each of so as unknown[]) seen.add(each);
      }
    }),
    { numRuns: 25, seed: 13 },
  );
  expect([...seen]).toEqual(expect.arrayContaining([null, -1, driver.id]));
}, 60_000);

test('12-A1, MAP-031: of two who change trips of a unit at once, the later one goes by what the earlier one did', async () => {
  const [unitId] = units as [number];
  const of = { accountId, unitId };
  await sql`DELETE FROM trip`.execute(owner);
  await heard(unitId);
  const earlier = await makeTrip(database, of, { start: start(1), driver: driver.id });
  const last = await makeTrip(database, of, { start: start(2) });
  const { promise: isDeleted, resolve: deleted } = Promise.withResolvers<void>();
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const removal = database.pipeline.transaction().execute(async (tx) => {
    await sql`DELETE FROM trip WHERE id = ${last}`.execute(tx);
    deleted();
    await mayCommit;
  });
  await isDeleted;
  const change = sql`UPDATE trip SET edited_type = 'private' WHERE id = ${earlier}`.execute(owner);
  await expect.poll(() => waitingForLocks(database)).toBe(1);
  commit();
  await Promise.all([removal, change]);
  const [noted, so] = await notedAndSo();
  expect(noted).toEqual(so);
  expect(so).toContain(driver.id);
});

test('12-A1, MAP-031: a private trip of nobody known is packed for nobody, also not for who sees as nobody', async () => {
  const [unitId] = units as [number];
  await sql`DELETE FROM trip`.execute(owner);
  await heard(unitId);
  await sql`UPDATE unit_latest SET time = now(), lat_e7 = 593000000, lon_e7 = 180000000 WHERE unit_id = ${unitId}`.execute(owner);
  const told = async (isPrivateClosed: boolean) => {
    const actor = { accountId, memberId: driver.id, isPrivateClosed } as MemberActor;
    const found = await latestPositions({ db: owner, actor }, { unitIds: [unitId] }, Date.now(), new Set());
    return [found.flags[0], found.timeMs[0] !== 0];
  };
  await makeTrip(database, { accountId, unitId }, { start: start(1), type: 'private', driver: null });
  expect([await told(true), await told(false)]).toEqual([
    [LATEST_FLAGS.private, false],
    [LATEST_FLAGS.private, false],
  ]);
  await sql`UPDATE trip SET edited_driver_id = ${driver.id}`.execute(owner);
  expect([await told(true), await told(false)]).toEqual([
    [LATEST_FLAGS.private, false],
    [0, true],
  ]);
});
