import { type RawBuilder, sql } from 'kysely';
import { SEALED_HEAD_FIELDS, SEALED_ROW_FIELDS, type SealedHeadField, type SealedRowField } from '@spora/seal/fields';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountId, MemberCtx } from '../../../platform/ctx.ts';
import { verifyingKeys } from '../../../platform/secrets/seal-keys.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit, type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { testPorts } from '../../../testing/http.ts';
import { makeTrip } from '../../../testing/trips.ts';
import { sealPeriods, verifyLog } from './service.ts';

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

async function attest(from: string, to: string, trips: readonly number[], of: MadeUnit = unit): Promise<number> {
  const id = await hold(from, to, trips, of);
  await sealNow(id);
  return id;
}
/** An attestation that is not sealed yet. */
async function hold(from: string, to: string, trips: readonly number[], of: MadeUnit): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`INSERT INTO attestation (account_id, unit_id, member_id, from_day, to_day, user_attested_at, user_attested_by)
    VALUES (${accountId}, ${of.unitId}, ${memberId}, ${from}, ${to}, now(), ${memberId}) RETURNING id`.execute(database.owner);
  const id = (rows[0] as { id: number }).id;
  await sql`UPDATE trip SET attestation_id = ${id} WHERE id = ANY (${trips}::bigint[])`.execute(database.owner);
  return id;
}
const sealNow = (...ids: readonly number[]) =>
  database.owner.transaction().execute((db) => {
    const ctx = { db, ports, now: () => new Date('2026-04-02T08:00:00Z'), actor: { kind: 'member', accountId, memberId } };
    return sealPeriods(ctx as unknown as MemberCtx, ids);
  });
const verify = async () => verifyLog(database.owner, await verifyingKeys(ports.sealKeys));

test('Seal: an untouched log is found whole', async () => {
  expect(await verify()).toEqual({ units: 1, seals: 1, trips: 2, problems: [], renamed: [] });
});

test('Tamper: a row altered in the database is found, with the trip, the field, what was sealed and what is there now', async () => {
  await sql`UPDATE trip SET distance_m = 9999 WHERE id = ${tripIds[1]}`.execute(database.owner);
  expect((await verify()).problems).toMatchObject([
    { kind: 'period', field: 'business_m', sealed: 20_000, found: 19_999 },
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

test('ATT-013: periods of several units sealed at once, two of one unit among them, are each the next of its own unit’s chain', async () => {
  const other = await makeUnit(database, { accountId });
  const ids = [];
  for (const [of, month] of [
    [unit, '04'],
    [other, '04'],
    [unit, '05'],
  ] as const) {
    const start = `2026-${month}-10T08:00:00Z`;
    const trip = await makeTrip(database, { accountId, unitId: of.unitId }, { start, driver: memberId });
    ids.push(await hold(`2026-${month}-01`, `2026-${month}-28`, [trip], of));
  }
  await sealNow(...ids);
  const { rows } = await sql<{ unit_id: number; number: number; attestation_id: number }>`
    SELECT unit_id, number, attestation_id FROM seal ORDER BY unit_id, number`.execute(database.owner);
  expect(rows).toEqual([
    { unit_id: unit.unitId, number: 1, attestation_id: attestationId },
    { unit_id: unit.unitId, number: 2, attestation_id: ids[0] },
    { unit_id: unit.unitId, number: 3, attestation_id: ids[2] },
    { unit_id: other.unitId, number: 1, attestation_id: ids[1] },
  ]);
  expect(await verify()).toEqual({ units: 2, seals: 4, trips: 5, problems: [], renamed: [] });
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

type Alteration = RawBuilder<unknown>;
const ofTrip = (set: RawBuilder<unknown>): Alteration => sql`UPDATE trip SET ${set} WHERE id = ${tripIds[0]}`;
const ofAttestation = (set: RawBuilder<unknown>): Alteration => sql`UPDATE attestation SET ${set} WHERE id = ${attestationId}`;
const ofMember = sql`UPDATE member SET full_name = 'Dag Gift' WHERE id = (SELECT max(id) FROM member WHERE full_name = 'Dag Driver')`;
const somebodyElse = sql`(SELECT id FROM member WHERE full_name = 'Else Annan')`;

/** How each sealed field is altered behind the program's back; a field that is sealed from now on is asked for by its type. */
const ROW_ALTERATIONS: Readonly<Record<SealedRowField, () => Alteration>> = {
  id: () => ofTrip(sql`id = DEFAULT`),
  started_at: () => ofTrip(sql`started_at = started_at - interval '1 minute'`),
  ended_at: () => ofTrip(sql`ended_at = ended_at + interval '1 second'`),
  start_address: () => ofTrip(sql`start_address = 'Forged Street 666'`),
  stop_address: () => ofTrip(sql`stop_address = NULL`),
  start_odometer_m: () => ofTrip(sql`attested_start_odometer_m = 5`),
  stop_odometer_m: () => ofTrip(sql`attested_stop_odometer_m = 5`),
  distance_m: () => ofTrip(sql`distance_m = distance_m + 1`),
  type: () => ofTrip(sql`edited_type = 'private'`),
  driver: () => ofMember,
  driver_id: () => ofTrip(sql`edited_driver_id = ${somebodyElse}`),
  purpose: () => ofTrip(sql`purpose = 'x'`),
  project: () => ofTrip(sql`project = 'x'`),
  note: () => ofTrip(sql`note = 'x'`),
  visited: () => ofTrip(sql`visited = 'x'`),
  passengers: () => ofTrip(sql`passengers = '[{"name":"x"}]'`),
  is_manual: () => ofTrip(sql`is_manual = true`),
  merged_into_id: () => ofTrip(sql`merged_into_id = ${tripIds[1]}`),
  edits: () => lateEdit(),
};
const HEAD_ALTERATIONS: Readonly<Record<SealedHeadField, () => Alteration>> = {
  account: () => sql`UPDATE account SET name = 'x' WHERE id = ${accountId}`,
  unit: () => sql`UPDATE unit SET name = 'x' WHERE id = ${unit.unitId}`,
  registration_number: () => sql`UPDATE unit SET registration_number = 'XXX999' WHERE id = ${unit.unitId}`,
  driver: () => ofMember,
  driver_id: () => ofAttestation(sql`member_id = ${somebodyElse}`),
  from_day: () => ofAttestation(sql`from_day = from_day - 1`),
  to_day: () => ofAttestation(sql`to_day = to_day - 1`),
  time_zone: () => sql`UPDATE account SET time_zone = 'Europe/Helsinki' WHERE id = ${accountId}`,
  note: () => ofAttestation(sql`note = 'x'`),
  user_attested_at: () => ofAttestation(sql`user_attested_at = user_attested_at - interval '1 day'`),
  user_attested_by: () => ofMember,
  user_attested_by_id: () => ofAttestation(sql`user_attested_by = ${somebodyElse}`),
  admin_attested_at: () => ofAttestation(sql`admin_attested_at = now()`),
  admin_attested_by: () => ofAttestation(sql`admin_attested_by = ${somebodyElse}`),
  admin_attested_by_id: () => ofAttestation(sql`admin_attested_by = ${somebodyElse}`),
  trips: () => sql`DELETE FROM trip WHERE id = ${tripIds[0]}`,
  business_m: () => ofTrip(sql`distance_m = 1`),
  private_m: () => ofTrip(sql`edited_type = 'private'`),
  other_m: () => ofTrip(sql`edited_type = 'other'`),
  start_odometer_m: () => ofTrip(sql`attested_start_odometer_m = 5`),
  stop_odometer_m: () => sql`UPDATE trip SET attested_stop_odometer_m = 5 WHERE id = ${tripIds[1]}`,
};
/** What may lawfully be called otherwise is told beside the problems. */
const RENAMED: ReadonlySet<string> = new Set([
  'account',
  'unit',
  'registration_number',
  'time_zone',
  'driver',
  'user_attested_by',
]);

async function foundAfter(alteration: Alteration) {
  const keys = await verifyingKeys(ports.sealKeys);
  const tx = await database.owner.startTransaction().execute();
  try {
    await alteration.execute(tx);
    return await verifyLog(tx, keys);
  } finally {
    await tx.rollback().execute();
  }
}

test('12-A8: each field of a sealed document, altered once in the database, is named with its row', async () => {
  await makeMember(database, { accountId, fullName: 'Else Annan' });
  const { document } = await database.owner.selectFrom('seal').select('document').executeTakeFirstOrThrow();
  const { head, rows } = document as { head: object; rows: [object, object] };
  // In the order of the document's own schema: what is sealed is altered here.
  expect(Object.keys(head).toSorted()).toEqual(SEALED_HEAD_FIELDS.toSorted());
  expect(Object.keys(rows[0]).toSorted()).toEqual(SEALED_ROW_FIELDS.toSorted());
  for (const field of SEALED_ROW_FIELDS) {
    const { problems, renamed } = await foundAfter(ROW_ALTERATIONS[field]());
    const expected =
      field === 'id'
        ? { kind: 'trip', tripId: tripIds[0], field: null, found: null }
        : { kind: 'trip', tripId: tripIds[0], field };
    expect(RENAMED.has(field) ? renamed : problems, field).toContainEqual(expect.objectContaining(expected));
    if (field === 'id') expect(problems).toContainEqual(expect.objectContaining({ kind: 'trip', field: null, found: 'found' }));
  }
  for (const field of SEALED_HEAD_FIELDS) {
    const { problems, renamed } = await foundAfter(HEAD_ALTERATIONS[field]());
    expect(RENAMED.has(field) ? renamed : problems, field).toContainEqual(expect.objectContaining({ kind: 'period', field }));
  }
  expect(await verify()).toMatchObject({ problems: [], renamed: [] });
});

test('12-A8: each field of a sealed document, altered once in the document, breaks its seal', async () => {
  const { document } = await database.owner.selectFrom('seal').select('document').executeTakeFirstOrThrow();
  const { head, rows } = document as { head: object; rows: [object, object] };
  const paths = [...Object.keys(head).map((name) => ['head', name]), ...Object.keys(rows[1]).map((name) => ['rows', '1', name])];
  for (const path of paths) {
    const { problems } = await foundAfter(
      sql`UPDATE seal SET document = jsonb_set(document, ${[...path, 'value']}::text[], '"altered"')`,
    );
    expect(problems, path.join('/')).toContainEqual(expect.objectContaining({ kind: 'seal', fault: 'changed' }));
  }
  const { problems } = await foundAfter(sql`UPDATE seal SET document = document - 'rows'`);
  expect(problems).toContainEqual(expect.objectContaining({ kind: 'seal', fault: 'malformed' }));
});
