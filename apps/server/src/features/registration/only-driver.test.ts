import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeAccount, makeMember, makeUnit, testDatabase } from '../../testing/database.ts';
import { makeTrip } from '../../testing/trips.ts';

const database = await testDatabase();
afterAll(() => database.close());
const { owner } = database;

/** An account with so many members, then a unit; answers who drives it. */
async function drivenIn(kind: 'private' | 'company', members: number) {
  const accountId = await makeAccount(database);
  await owner.updateTable('account').set({ kind }).where('id', '=', accountId).execute();
  const ids: number[] = [];
  for (let i = 0; i < members; i += 1) ids.push((await makeMember(database, { accountId })).id);
  const { unitId } = await makeUnit(database, { accountId });
  return { accountId, unitId, ids, drivers: await driversOf(unitId) };
}
const driversOf = async (unitId: number): Promise<unknown[]> =>
  (await owner.selectFrom('unit_setting').where('unit_id', '=', unitId).select('settings').orderBy('valid_from').execute()).map(
    ({ settings }) => (settings as { driverMemberId?: number }).driverMemberId ?? null,
  );

test('12-A2: the units of a private account are driven by its only member, from registration on; no others are given a driver', async () => {
  const own = await drivenIn('private', 1);
  expect(own.drivers).toEqual(own.ids);
  expect((await drivenIn('private', 2)).drivers).toEqual([]);
  expect((await drivenIn('company', 1)).drivers).toEqual([]);
});

test('12-A2: what is there already gets its only driver too: settings that say nothing of one, and trips that are not attested', async () => {
  const text = await readFile(new URL('../../../migrations/0030-private-use.sql', import.meta.url), 'utf8');
  const backfill = text.slice(text.indexOf('WITH owned AS'), text.indexOf('AND t.attestation_id IS NULL;') + 29);
  const old = await drivenIn('company', 1);
  const said = await drivenIn('company', 1);
  const many = await drivenIn('company', 2);
  for (const each of [old, said, many]) {
    await owner.updateTable('account').set({ kind: 'private' }).where('id', '=', each.accountId).execute();
    await makeTrip(database, each, { start: '2026-03-10T08:00:00Z', type: 'private' });
  }
  const setting = (unitId: number, accountId: number, settings: object) =>
    sql`INSERT INTO unit_setting (account_id, unit_id, valid_from, settings) VALUES (${accountId}, ${unitId}, '2026-01-01', ${JSON.stringify(settings)})`.execute(
      owner,
    );
  await setting(old.unitId, old.accountId, { stopTimeoutS: 300 });
  await setting(said.unitId, said.accountId, { driverMemberId: null });
  await sql.raw(backfill).execute(owner);
  const tripDriver = async (unitId: number) =>
    (await owner.selectFrom('trip').where('unit_id', '=', unitId).select('driver_member_id').executeTakeFirstOrThrow())
      .driver_member_id;
  expect(await driversOf(old.unitId)).toEqual([old.ids[0], old.ids[0]]);
  expect(await tripDriver(old.unitId)).toBe(old.ids[0]);
  expect([await tripDriver(said.unitId), await tripDriver(many.unitId)]).toEqual([null, null]);
});
