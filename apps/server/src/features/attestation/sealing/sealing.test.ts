import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountId, MemberCtx } from '../../../platform/ctx.ts';
import { verifyingKeys } from '../../../platform/secrets/seal-keys.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit, type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { testPorts } from '../../../testing/http.ts';
import { makeTrip } from '../../../testing/trips.ts';
import { sealPeriod, verifyLog } from './service.ts';

let database: TestDatabase;
let accountId: AccountId;
let memberId: number;
let unit: MadeUnit;
let tripIds: number[];
let attestationId: number;
const ports = testPorts();
beforeAll(async () => {
  database = await testDatabase();
  accountId = await makeAccount(database);
  memberId = (await makeMember(database, { accountId, fullName: 'Dag Driver' })).id;
});
afterAll(() => database.close());

beforeEach(async () => {
  await sql`TRUNCATE seal, attestation CASCADE`.execute(database.owner);
  await sql`DELETE FROM trip`.execute(database.owner);
  unit = await makeUnit(database, { accountId });
  tripIds = [];
  for (const start of ['2026-03-10T08:00:00Z', '2026-03-11T08:00:00Z'])
    tripIds.push(await makeTrip(database, { accountId, unitId: unit.unitId }, { start, driver: memberId }));
  attestationId = await attest('2026-03-01', '2026-03-31', tripIds);
});

async function attest(from: string, to: string, trips: readonly number[]): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`INSERT INTO attestation (account_id, unit_id, member_id, from_day, to_day, user_attested_at, user_attested_by)
    VALUES (${accountId}, ${unit.unitId}, ${memberId}, ${from}, ${to}, now(), ${memberId}) RETURNING id`.execute(database.owner);
  const id = (rows[0] as { id: number }).id;
  await sql`UPDATE trip SET attestation_id = ${id} WHERE id = ANY (${trips}::bigint[])`.execute(database.owner);
  await sealNow(id);
  return id;
}
const sealNow = (id: number) =>
  database.owner.transaction().execute((db) => {
    const ctx = { db, ports, now: () => new Date('2026-04-02T08:00:00Z'), actor: { kind: 'member', accountId, memberId } };
    return sealPeriod(ctx as unknown as MemberCtx, id);
  });
const verify = async () => verifyLog(database.owner, await verifyingKeys(ports.sealKeys));

test('Seal: an untouched log is found whole', async () => {
  expect(await verify()).toEqual({ units: 1, seals: 1, trips: 2, problems: [] });
});

test('Tamper: a row altered in the database is found, with the trip, the field, what was sealed and what is there now', async () => {
  await sql`UPDATE trip SET distance_m = 9999 WHERE id = ${tripIds[1]}`.execute(database.owner);
  expect((await verify()).problems).toMatchObject([
    { kind: 'trip', tripId: tripIds[1], field: 'distance_m', sealed: 10_000, found: 9999 },
  ]);
});

test.each([
  ['a trip that is deleted', () => sql`DELETE FROM trip WHERE id = ${tripIds[0]}`, { kind: 'trip', field: null, found: null }],
  [
    'a trip that is taken out of the period',
    () => sql`UPDATE trip SET attestation_id = NULL WHERE id = ${tripIds[0]}`,
    { kind: 'trip', found: null },
  ],
  ['an edit put in afterwards', () => lateEdit(), { kind: 'trip', field: 'edits' }],
  ['a sealed value changed', () => tamperDocument(), { kind: 'seal', fault: 'changed' }],
  ['a forged signature', () => sql`UPDATE seal SET signature = sha512('x')`, { kind: 'seal', fault: 'signature' }],
  ['a seal that is deleted', () => sql`DELETE FROM seal`, { kind: 'unsealed' }],
  ['a period opened behind the log', () => sql`UPDATE attestation SET reopened_at = now()`, { kind: 'stray' }],
])('Tamper: %s is found', async (_what, tamper, problem) => {
  await tamper().execute(database.owner);
  expect((await verify()).problems).toContainEqual(expect.objectContaining(problem));
});
const lateEdit = () => sql`INSERT INTO trip_edit (account_id, unit_id, anchor_at, field, value, actor_member_id, at)
  VALUES (${accountId}, ${unit.unitId}, '2026-03-10T08:15:00Z', 'note', 'x', ${memberId}, now())`;
const tamperDocument = () => sql`UPDATE seal SET document = jsonb_set(document, '{rows,0,distance_m,value}', '1')`;

test('Seal: periods of a unit are chained; one taken out of the middle is found', async () => {
  for (const month of ['2026-04', '2026-05']) {
    const id = await makeTrip(database, { accountId, unitId: unit.unitId }, { start: `${month}-05T08:00:00Z`, driver: memberId });
    await attest(`${month}-01`, `${month}-28`, [id]);
  }
  expect(await verify()).toMatchObject({ seals: 3, trips: 4, problems: [] });
  await sql`DELETE FROM seal WHERE number = 2`.execute(database.owner);
  expect((await verify()).problems).toContainEqual(expect.objectContaining({ kind: 'seal', number: 3, fault: 'chain' }));
});

test('ATT-004: attested again by an administrator, the newest seal of the period counts and both stay in the chain', async () => {
  await sql`UPDATE attestation SET admin_attested_at = now(), admin_attested_by = ${memberId}`.execute(database.owner);
  await sealNow(attestationId);
  expect(await verify()).toMatchObject({ seals: 2, trips: 2, problems: [] });
});

test('Seal: somebody’s new name, and a new name of the unit, are no tampering; another person in their place is', async () => {
  const other = (await makeMember(database, { accountId, fullName: 'Eva Ek' })).id;
  await lateEdit().execute(database.owner);
  await sql`TRUNCATE seal CASCADE`.execute(database.owner);
  await sealNow(attestationId);
  await sql`UPDATE member SET full_name = 'Dag Gift' WHERE id = ${memberId}`.execute(database.owner);
  await sql`UPDATE unit SET name = 'Vagn 9' WHERE id = ${unit.unitId}`.execute(database.owner);
  expect((await verify()).problems).toEqual([]);
  await sql`UPDATE trip SET edited_driver_id = ${other} WHERE id = ${tripIds[0]}`.execute(database.owner);
  expect((await verify()).problems).toMatchObject([
    { kind: 'trip', field: 'driver', sealed: 'Dag Driver', found: 'Eva Ek' },
    { kind: 'trip', field: 'driver_id', sealed: memberId, found: other },
  ]);
  await sql`UPDATE trip_edit SET actor_member_id = ${other} WHERE unit_id = ${unit.unitId}`.execute(database.owner);
  expect((await verify()).problems).toContainEqual(expect.objectContaining({ field: 'edits' }));
  await sql`UPDATE member SET full_name = 'Dag Driver' WHERE id = ${memberId}`.execute(database.owner);
});

test('Tamper: days, note and times of an attestation that were altered in the database are found', async () => {
  await sql`UPDATE attestation SET to_day = '2026-03-20', note = 'x', admin_attested_at = '2026-04-03T00:00:00Z' WHERE id = ${attestationId}`.execute(
    database.owner,
  );
  expect((await verify()).problems).toMatchObject([
    { kind: 'period', field: 'to_day', sealed: '2026-03-31', found: '2026-03-20' },
    { kind: 'period', field: 'note', sealed: '', found: 'x' },
    { kind: 'period', field: 'admin_attested_at', sealed: null, found: '2026-04-03T00:00:00.000Z' },
  ]);
});
