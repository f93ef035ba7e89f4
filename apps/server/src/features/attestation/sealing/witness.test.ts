import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attest, batchAttest, toggleAttestation } from '@spora/contract/attestation/endpoints';
import { verifySeal } from '@spora/seal/seal';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../../platform/ctx.ts';
import { JOBS_SCHEMA } from '../../../platform/database/queue-schema.ts';
import { verifyingKeys } from '../../../platform/secrets/seal-keys.ts';
import { openSealWitness, WITNESS_FILE } from '../../../platform/secrets/seal-witness.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { type Caller, testApp, testPorts } from '../../../testing/http.ts';
import { eraseDueAccounts } from '../../accounts/removal/service.ts';
import { dropOldEditsAndDays, dropOldRows } from '../../trips/retention-repository.ts';
import { makeTrip, type NewTrip } from '../../../testing/trips.ts';
import { chainOf } from './repository.ts';
import { forgetOldDocuments, tellWitness, verifyLog, witnessRest } from './service.ts';

const folder = await mkdtemp(join(tmpdir(), 'spora-witness-'));
const ports = testPorts({ sealWitness: openSealWitness(join(folder, WITNESS_FILE)) });
const app = await testApp({ ports });
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});
const { owner, pipeline } = app.database;
const keys = await verifyingKeys(ports.sealKeys);

let accountId: AccountId;
let admin: Caller;
let driver: Caller;
let driverId: number;
let unit: MadeUnit;
beforeEach(async () => {
  app.clock.now = new Date('2026-06-03T08:00:00Z');
  await sql`TRUNCATE seal, attestation CASCADE`.execute(owner);
  await sql`DELETE FROM trip`.execute(owner);
  await rm(join(folder, WITNESS_FILE), { force: true });
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId, fullName: 'Ada Admin' }));
  const dag = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  [driver, driverId] = [await app.signInAs(dag), dag.id];
  unit = await makeUnit(app.database, { accountId, visibleTo: [driverId] });
});

const trip = (start: string, over: Partial<NewTrip> = {}) =>
  makeTrip(app.database, { accountId, unitId: unit.unitId }, { start, driver: driverId, ...over });
const attested = async (month: string): Promise<number> => {
  const body = { from: `${month}-01`, to: `${month}-28`, imei: unit.imei };
  const { id } = (await driver.call(attest, { body })).data!.attested[0]!;
  await work();
  return id;
};
/** What the worker does of what waits for the witness. */
async function work(): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    WITH done AS (DELETE FROM ${sql.raw(JOBS_SCHEMA)}._private_jobs j USING ${sql.raw(JOBS_SCHEMA)}._private_tasks t
      WHERE t.id = j.task_id AND t.identifier = 'trips.witness-period' RETURNING j.payload)
    SELECT (payload ->> 'attestation_id')::bigint AS id FROM done`.execute(owner);
  for (const { id } of rows) await tellWitness(pipeline, ports.sealWitness, id);
}
const testimony = () => ports.sealWitness.read();
const verify = async (keptSince?: Date) =>
  (await verifyLog(owner, keys, { testimony: await testimony(), ...(keptSince ? { keptSince } : {}) })).problems;
/** As somebody would who may write to the database: the newest seals, their attestations and every mark of them. */
async function takeAway(attestationIds: readonly number[]): Promise<void> {
  await sql`DELETE FROM seal WHERE attestation_id = ANY (${attestationIds}::bigint[])`.execute(owner);
  await sql`UPDATE trip SET attestation_id = NULL, attested_start_odometer_m = NULL, attested_stop_odometer_m = NULL
    WHERE attestation_id = ANY (${attestationIds}::bigint[])`.execute(owner);
  await sql`DELETE FROM attestation WHERE id = ANY (${attestationIds}::bigint[])`.execute(owner);
}

test('Seal: every way of attesting tells the witness, outside the database', async () => {
  await trip('2026-03-10T08:00:00Z');
  const id = await attested('2026-03');
  expect((await testimony()).seals).toMatchObject([{ account: accountId, unit: unit.unitId, number: 1 }]);
  await admin.call(toggleAttestation, { body: { id, attested: true } });
  await work();
  await trip('2026-04-10T08:00:00Z');
  const row = { attestation_id: null, unit_id: unit.unitId, user_id: driverId, from: '2026-04-01', to: '2026-04-30' };
  await admin.call(batchAttest, { body: { rows: [row] } });
  await work();
  expect((await testimony()).seals.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(await verify()).toEqual([]);
});

test('Tamper: the newest seals of a unit deleted together with their attestations are found; also when all of them go', async () => {
  const ids = [];
  for (const month of ['2026-03', '2026-04', '2026-05']) {
    await trip(`${month}-10T08:00:00Z`);
    ids.push(await attested(month));
  }
  await takeAway(ids.slice(1));
  expect((await verifyLog(owner, keys)).problems, 'without a witness the chain simply ends earlier').toEqual([]);
  expect(await verify()).toMatchObject([
    { kind: 'gone', unitId: unit.unitId, number: 2, at: '2026-06-03T08:00:00.000Z' },
    { kind: 'gone', number: 3 },
  ]);
  await takeAway(ids.slice(0, 1));
  expect(await verify()).toHaveLength(3);
});

test('Tamper: a seal made in the place of one that was taken away does not hide it, and nor does the witness’s catching up', async () => {
  await trip('2026-03-10T08:00:00Z');
  await takeAway([await attested('2026-03')]);
  await sql`UPDATE trip SET distance_m = 1`.execute(owner);
  await attested('2026-03');
  expect(await witnessRest(pipeline, ports.sealWitness, keys)).toBe(0);
  expect(await verify()).toMatchObject([{ kind: 'gone', number: 1 }]);
});

test('Seal: the witness catches up with what it was not told when the machine stopped, once, and not with what no key has signed', async () => {
  await trip('2026-03-10T08:00:00Z');
  await attested('2026-03');
  await trip('2026-04-10T08:00:00Z');
  const told = await testimony();
  await attested('2026-04');
  const whole = await testimony();
  await rm(join(folder, WITNESS_FILE), { force: true });
  await ports.sealWitness.append(told.seals);
  expect(await verify()).toEqual([]);
  const run = () => witnessRest(pipeline, ports.sealWitness, keys);
  expect([await run(), await run()]).toEqual([1, 0]);
  expect((await testimony()).seals).toEqual(whole.seals);
  await rm(join(folder, WITNESS_FILE), { force: true });
  await sql`UPDATE seal SET signature = sha512('x') WHERE number = 2`.execute(owner);
  expect(await run()).toBe(1);
});

test('ADM-022: an account that was erased takes its chain along; one that only says so does not', async () => {
  await trip('2026-03-10T08:00:00Z');
  const id = await attested('2026-03');
  await takeAway([id]);
  await sql`UPDATE account SET erased_at = now() WHERE id = ${accountId}`.execute(owner);
  expect(await verify()).toMatchObject([{ kind: 'gone' }]);
  await sql`UPDATE account SET erased_at = NULL, removal_asked_at = now(), removal_due_at = ${app.clock.now} WHERE id = ${accountId}`.execute(
    owner,
  );
  const log = pino({ level: 'silent' });
  expect(await eraseDueAccounts({ actor: { kind: 'system' }, db: pipeline, now: () => app.clock.now, ports, log })).toBe(1);
  expect(await verify()).toEqual([]);
});

const LATER = new Date('2033-05-01T02:00:00Z');
const years = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear() - 7, at.getUTCMonth(), at.getUTCDate()));
const night = async (before: Date): Promise<void> => {
  await dropOldRows(pipeline, before, 1000);
  await dropOldEditsAndDays(pipeline, before);
  await forgetOldDocuments(pipeline, before);
};
const documents = async () => JSON.stringify((await chainOf(owner, unit.unitId)).map(({ document }) => document));

test('CONST-060: rows that are kept no longer leave nothing personal in what was sealed, and the chain still verifies', async () => {
  for (const month of ['2026-03', '2026-04', '2026-05']) await trip(`${month}-10T08:00:00Z`);
  const id = (await driver.call(attest, { body: { from: '2026-03-01', to: '2026-03-31', imei: unit.imei, note: 'Sjuk i mars' } }))
    .data!.attested[0]!.id;
  await attested('2026-04');
  await attested('2026-05');
  await night(years(LATER));
  const chain = await chainOf(owner, unit.unitId);
  for (const word of ['Hornsgatan', 'Dag Driver', 'Sjuk', '2026-03-10'])
    expect(JSON.stringify(chain.slice(0, 1))).not.toContain(word);
  expect(JSON.stringify(chain.slice(2))).toContain('Hornsgatan');
  for (const [i, one] of chain.entries()) expect((await verifySeal(one, keys, chain[i - 1]?.seal ?? null)).faults).toEqual([]);
  expect(await verify(years(LATER))).toEqual([]);
  expect(await owner.selectFrom('attestation').select('note').where('id', '=', id).executeTakeFirst()).toEqual({ note: '' });
  const once = await documents();
  await night(years(LATER));
  expect(await documents()).toBe(once);
});

test('CONST-060: of a period that is half over its old rows go first, and the rest when it is over', async () => {
  const [early, late] = [await trip('2026-04-10T08:00:00Z'), await trip('2026-04-20T08:00:00Z')];
  await driver.call(attest, { body: { from: '2026-04-01', to: '2026-04-30', imei: unit.imei } });
  const half = new Date('2026-04-15T00:00:00Z');
  await night(half);
  expect(await owner.selectFrom('trip').select('id').where('unit_id', '=', unit.unitId).execute()).toEqual([{ id: late }]);
  expect(await verify(half)).toEqual([]);
  expect((await documents()).split('Hornsgatan')).toHaveLength(2);
  expect(await verify(new Date('2026-04-01T00:00:00Z')), 'before it is time a trip that is gone is found').toContainEqual(
    expect.objectContaining({ kind: 'trip', tripId: early, found: null }),
  );
  await night(years(new Date('2033-05-03T00:00:00Z')));
  expect(await documents()).not.toContain('2026-04-20T');
  expect(await verify(years(new Date('2033-05-03T00:00:00Z')))).toEqual([]);
});

test('Tamper: a value that is withheld in the database so that a change of it cannot be seen is found', async () => {
  const id = await trip('2026-03-10T08:00:00Z');
  await attested('2026-03');
  await forgetOldDocuments(owner, new Date('2026-04-15T00:00:00Z'));
  await sql`UPDATE trip SET distance_m = 1 WHERE id = ${id}`.execute(owner);
  expect(await verify(new Date('2026-02-15T00:00:00Z'))).toContainEqual(expect.objectContaining({ kind: 'withheld', number: 1 }));
});
