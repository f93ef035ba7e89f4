import { attest } from '@spora/contract/attestation/endpoints';
import { checkInDriver } from '@spora/contract/drivers/endpoints';
import { mergeTrips, updateTrip } from '@spora/contract/trips/endpoints';
import { columnsOf } from '@spora/telemetry/columns';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { verifyingKeys } from '../../platform/secrets/seal-keys.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp, testPorts } from '../../testing/http.ts';
import { recordOf } from '../../testing/projector.ts';
import { append, ensurePartitions } from '../../core/log/segments.ts';
import { prepare } from '../../core/log/appender.ts';
import { driveBuilder } from '../../testing/drive.ts';
import { makeTrip } from '../../testing/trips.ts';
import { waitingForLocks } from '../../testing/waiting.ts';
import { verifyLog } from '../attestation/sealing/service.ts';
import type { Fix } from './projection.ts';
import { projectNext, rebuildTracker } from '../../testing/engine.ts';

const ports = testPorts();
const app = await testApp({ ports });
afterAll(() => app.close());
const { owner, pipeline } = app.database;
const NOW = new Date('2026-04-03T08:00:00Z');
const MARCH = { from: '2026-03-01', to: '2026-03-31' };

let accountId: AccountId;
let admin: Caller;
let driver: Caller;
let driverId: number;
let otherId: number;
let unit: MadeUnit;
beforeAll(() => ensurePartitions(pipeline, new Date('2026-02-01'), new Date('2026-05-01')));
beforeEach(async () => {
  app.clock.now = NOW;
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId }));
  const dag = await makeMember(app.database, { accountId, isAdmin: false });
  [driver, driverId] = [await app.signInAs(dag), dag.id];
  otherId = (await makeMember(app.database, { accountId, isAdmin: false })).id;
  unit = await makeUnit(app.database, { accountId, visibleTo: [driverId, otherId] });
});

const trip = (start: string) => makeTrip(app.database, { accountId, unitId: unit.unitId }, { start, driver: driverId });
const problems = async () =>
  (await verifyLog(owner, await verifyingKeys(ports.sealKeys))).problems.filter(({ unitId }) => unitId === unit.unitId);

/**
 * Starts all while somebody holds the unit's trips and lets go when every one of them waits, on connections of their own: each has
 * then read what it reads before the first may write, unless something else makes them take turns.
 */
async function together<T extends readonly unknown[]>(...starts: { [K in keyof T]: () => Promise<T[K]> }): Promise<T> {
  let running: Promise<T> | undefined;
  await owner.transaction().execute(async (tx) => {
    await sql`SELECT FROM trip WHERE unit_id = ${unit.unitId} FOR UPDATE`.execute(tx);
    running = Promise.all(starts.map((start) => start())) as unknown as Promise<T>;
    await expect.poll(() => waitingForLocks(app.database)).toBe(starts.length);
  });
  return running as Promise<T>;
}

test('ATT-003: of an edit and an attestation at once the edit is in what is sealed, or refused', async () => {
  const id = await trip('2026-03-10T08:00:00Z');
  const [attested, edited] = await together(
    () => driver.call(attest, { body: { ...MARCH, imei: unit.imei } }),
    () => admin.call(updateTrip, { params: { id }, body: { note: 'Meanwhile' } }),
  );
  expect(attested.status).toBe(200);
  const { note } = await owner.selectFrom('trip').where('id', '=', id).select('note').executeTakeFirstOrThrow();
  expect([edited.errors, note]).toEqual(edited.status === 200 ? [undefined, 'Meanwhile'] : ['TripIsAttested', '']);
  const edits = await owner.selectFrom('trip_edit').where('unit_id', '=', unit.unitId).select('id').execute();
  expect(edits).toHaveLength(edited.status === 200 ? 1 : 0);
  expect(await problems()).toEqual([]);
});

test('TRIP-007: of two who merge the same trips at once one is told that it is done already', async () => {
  const ids = [await trip('2026-03-10T08:00:00Z'), await trip('2026-03-10T09:00:00Z')];
  const third = await trip('2026-03-10T10:00:00Z');
  const merge = (...trip_ids: number[]) => admin.call(mergeTrips, { body: { trip_ids } });
  const [one, two, chain] = await together(
    () => merge(...ids),
    () => merge(...ids),
    () => merge(ids[1]!, third),
  );
  expect([one, two, chain].filter(({ status }) => status === 200)).toHaveLength(1);
  const merges = await owner.selectFrom('trip_merge').where('unit_id', '=', unit.unitId).select('id').execute();
  expect(merges).toHaveLength(1);
});

test('DRV-002: of two who check in at once the later takes the unit from the earlier, and its trips say so', async () => {
  const id = await trip('2026-03-10T08:00:00Z');
  const checkIn = (driver_id: number) => () =>
    admin.call(checkInDriver, { body: { imei: unit.imei, driver_id, from_trip_id: id, extent: 'all' } });
  const answers = await together(checkIn(driverId), checkIn(otherId));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const handed = answers.flatMap(({ data }) => (data?.checked_out ? [data.checked_out.id] : []));
  expect(handed, 'the second knows of the first').toHaveLength(1);
  const { driver_member_id } = await owner
    .selectFrom('trip')
    .where('id', '=', id)
    .select('driver_member_id')
    .executeTakeFirstOrThrow();
  expect([driverId, otherId].filter((one) => one !== handed[0])).toEqual([driver_member_id]);
});

const DRIVE = driveBuilder({ startMs: Date.UTC(2026, 2, 10, 8) })
  .stand(300, { ignition: false })
  .drive(900, 50, { ignition: true })
  .drive(600, 70, { ignition: true, turn: 0.2 })
  .stand(900, { ignition: false }).fixes;
const HELD_BACK = DRIVE.filter((_, index) => index > DRIVE.length * 0.35 && index < DRIVE.length * 0.6);
const receive = async (fixes: readonly Fix[]): Promise<void> => {
  const frame = { trackerId: unit.trackerId, columns: columnsOf(fixes.map(recordOf)), bytes: 1, settle: () => {} };
  await append(pipeline, prepare([frame], NOW, 24));
};
const project = async (): Promise<void> => {
  while ((await projectNext(pipeline, NOW, { trackers: 50, segments: 4 })).trackers > 0) continue;
};

test.each(['late data', 'a rebuild'] as const)(
  'TRIP-029, ATT-012: of an attestation and %s at once what is sealed is what stands',
  async (what) => {
    await receive(DRIVE.filter((fix) => !HELD_BACK.includes(fix)));
    await project();
    const found = () =>
      owner.selectFrom('trip').where('unit_id', '=', unit.unitId).select(['id', 'distance_m', 'attestation_id']).execute();
    const [before] = await found();
    await admin.call(updateTrip, { params: { id: before!.id }, body: { driver_id: driverId } });
    if (what === 'late data') await receive(HELD_BACK);
    const [attested] = await together(
      () => driver.call(attest, { body: { ...MARCH, imei: unit.imei } }),
      () => (what === 'late data' ? project() : rebuildTracker(pipeline, unit.imei, NOW).then(() => undefined)),
    );
    expect(attested.status).toBe(200);
    const after = await found();
    expect(after).toMatchObject([{ id: before!.id, attestation_id: attested.data!.attested[0]!.id }]);
    const proposals = await owner.selectFrom('trip_proposal').where('unit_id', '=', unit.unitId).select('id').execute();
    expect(proposals, 'late data either came first, or waits').toHaveLength(
      what === 'late data' && after[0]!.distance_m === before!.distance_m ? 1 : 0,
    );
    expect(await problems()).toEqual([]);
  },
);
