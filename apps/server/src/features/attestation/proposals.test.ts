import { columnsOf } from '@spora/telemetry/columns';
import { attest, dismissProposal, listProposals, reopenForProposal, attestStatus } from '@spora/contract/attestation/endpoints';
import { generateTrips, updateTrip } from '@spora/contract/trips/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp } from '../../testing/http.ts';
import { recordOf } from '../../testing/projector.ts';
import { append, ensurePartitions } from '../../core/log/segments.ts';
import { prepare } from '../../core/log/appender.ts';
import { driveBuilder } from '../../testing/drive.ts';
import type { Fix } from '../trips/projection.ts';
import { projectNext, rebuildTracker } from '../../testing/engine.ts';

const app = await testApp();
afterAll(() => app.close());
const { owner, pipeline } = app.database;
const NOW = new Date('2026-04-03T08:00:00Z');
const MARCH = { from: '2026-03-01', to: '2026-03-31' };

let accountId: AccountId;
let admin: Caller;
let driver: Caller;
let unit: MadeUnit;
beforeAll(async () => {
  app.clock.now = NOW;
  await ensurePartitions(pipeline, new Date('2026-02-01'), new Date('2026-05-01'));
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId }));
});

async function send(fixes: readonly Fix[]): Promise<void> {
  const frame = { trackerId: unit.trackerId, columns: columnsOf(fixes.map(recordOf)), bytes: 1, settle: () => {} };
  await append(pipeline, prepare([frame], NOW, 24));
  while ((await projectNext(pipeline, NOW, { trackers: 50, segments: 4 })).trackers > 0) continue;
}
const log = async (caller = admin) =>
  (await caller.call(generateTrips, { body: { ...MARCH, imeis: [unit.imei], descending: false } })).data!.trips;
const proposals = async () => (await admin.call(listProposals)).data!.proposals.filter((one) => one.unit_id === unit.unitId);

const DRIVE = driveBuilder({ startMs: Date.UTC(2026, 2, 10, 8) })
  .stand(300, { ignition: false })
  .drive(900, 50, { ignition: true })
  .drive(600, 70, { ignition: true, turn: 0.2 })
  .stand(900, { ignition: false }).fixes;
/** What a phone that lost its coverage on the way keeps for later. */
const HELD_BACK = DRIVE.filter((_, index) => index > DRIVE.length * 0.35 && index < DRIVE.length * 0.6);

beforeEach(async () => {
  const member = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  driver = await app.signInAs(member);
  unit = await makeUnit(app.database, { accountId, visibleTo: [member.id] });
  await send(DRIVE.filter((fix) => !HELD_BACK.includes(fix)));
  const { id } = (await log())[0]!;
  await admin.call(updateTrip, { params: { id }, body: { driver_id: member.id } });
  expect((await driver.call(attest, { body: { ...MARCH, imei: unit.imei } })).status).toBe(200);
});

test('TRIP-029, ATT-012: late data changes nothing of an attested trip; it is proposed to the administrator', async () => {
  const before = await log();
  await send(HELD_BACK);
  expect(await log()).toEqual(before);
  const [proposal] = await proposals();
  expect(proposal).toMatchObject({
    trip_id: before[0]!.id,
    user_name: 'Dag Driver',
    day: '2026-03-10',
    attested_distance_m: before[0]!.distance_m,
  });
  expect(proposal!.distance_m).not.toBe(before[0]!.distance_m);
  expect(proposal!.attestation_id).not.toBeNull();
});

test('TRIP-029: a dismissed proposal is gone, the attested trip stays, and the same data proposes nothing again', async () => {
  const before = await log();
  await send(HELD_BACK);
  const [proposal] = await proposals();
  expect((await driver.call(dismissProposal, { params: { id: proposal!.id } })).status).toBe(403);
  expect((await admin.call(dismissProposal, { params: { id: proposal!.id } })).status).toBe(200);
  await rebuildTracker(pipeline, unit.imei, NOW);
  expect(await proposals()).toEqual([]);
  expect(await log()).toEqual(before);
  expect((await admin.call(dismissProposal, { params: { id: proposal!.id } })).errors).toBe('ProposalNotFound');
});

test('TRIP-029: reopened for a proposal, the period is open with its reason, and the log is computed with the late data', async () => {
  await send(HELD_BACK);
  const [proposal] = await proposals();
  const call = { params: { id: proposal!.id }, body: { reason: 'Sena positioner' } };
  expect((await admin.call(reopenForProposal, call)).status).toBe(200);
  expect(await proposals()).toEqual([]);
  const jobs = await sql<{
    n: number;
  }>`SELECT count(*)::int AS n FROM graphile_worker.jobs WHERE task_identifier = 'telemetry.refit'`.execute(owner);
  expect(jobs.rows[0]!.n).toBeGreaterThan(0);
  await rebuildTracker(pipeline, unit.imei, NOW);
  expect((await log())[0]).toMatchObject({ distance_m: proposal!.distance_m, attested_by: null });
  const { rows } = (await admin.call(attestStatus, { query: { month: '2026-03', unit_id: unit.unitId } })).data!;
  expect(rows[0]).toMatchObject({ state: 'reopened', reopened_reason: 'Sena positioner' });
});

test('TRIP-032: of a private trip a proposal tells the administrator its day and distances, not its times or driver', async () => {
  await sql`UPDATE trip SET edited_type = 'private' WHERE unit_id = ${unit.unitId}`.execute(owner);
  await send(HELD_BACK);
  expect((await proposals())[0]).toMatchObject({
    day: '2026-03-10',
    user_name: null,
    start: null,
    stop: null,
    attested_start: null,
    attested_stop: null,
  });
});

test('SEC-008: proposals of another account are neither listed nor settled', async () => {
  await send(HELD_BACK);
  const { id } = (await proposals())[0]!;
  const foreign = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
  expect((await foreign.call(listProposals)).data!.proposals).toEqual([]);
  expect((await foreign.call(dismissProposal, { params: { id } })).errors).toBe('ProposalNotFound');
  expect((await foreign.call(reopenForProposal, { params: { id }, body: { reason: 'x' } })).errors).toBe('ProposalNotFound');
});
