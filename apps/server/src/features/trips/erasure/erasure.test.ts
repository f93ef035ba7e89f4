import { readAudit } from '@spora/contract/accounts/endpoints';
import { attest, unattest } from '@spora/contract/attestation/endpoints';
import { erasePrivateTrips as eraseEndpoint, generateTrips, setTripType } from '@spora/contract/trips/endpoints';
import { columnsOf, recordsOf } from '@spora/telemetry/columns';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { holdUnit } from '../../../core/engine/holds.ts';
import { changeFrom } from '../../../core/fleet/unit-settings.ts';
import { prepare } from '../../../core/log/appender.ts';
import { readTrackerRange } from '../../../core/log/read-log.ts';
import { erasePrivateTrips } from '../../../core/log/retention.ts';
import { append, ensurePartitions } from '../../../core/log/segments.ts';
import type { AccountId } from '../../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { driveBuilder } from '../../../testing/drive.ts';
import { projectNext, rebuildTracker } from '../../../testing/engine.ts';
import { type Caller, testApp, type TestApp } from '../../../testing/http.ts';
import { recordOf } from '../../../testing/projector.ts';

const START = Date.UTC(2026, 2, 10, 8);
const LATER = new Date('2026-03-12T12:00:00Z');
const DAYS = { from: '2026-03-10', to: '2026-03-10' };
let app: TestApp;
let accountId: AccountId;
let admin: Caller;
let driver: Caller;
let driverId: number;
beforeAll(async () => {
  app = await testApp();
  await ensurePartitions(app.database.pipeline, new Date('2026-02-01'), new Date('2026-04-01'));
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId, fullName: 'Ada Admin' }));
  const dag = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  driverId = dag.id;
  driver = await app.signInAs(dag);
});
afterAll(() => app.close());
beforeEach(() => void (app.clock.now = LATER));

/** A business trip, a private one and a business one again, as a unit of the driver's reported them. */
async function driven(): Promise<MadeUnit> {
  const unit = await makeUnit(app.database, { accountId, visibleTo: [driverId] });
  await changeFrom(app.database.owner, { accountId, unitId: unit.unitId }, new Date(0), { driverMemberId: driverId });
  const { fixes } = driveBuilder({ startMs: START, withOdometer: true })
    .stand(300, { ignition: false })
    .drive(900, 50, { ignition: true })
    .stand(1800, { ignition: false })
    .drive(900, 60, { ignition: true })
    .stand(1800, { ignition: false })
    .drive(900, 70, { ignition: true })
    .stand(1800, { ignition: false });
  const frame = { trackerId: unit.trackerId, columns: columnsOf(fixes.map(recordOf)), bytes: 1, settle: () => {} };
  await append(app.database.pipeline, prepare([frame], LATER, 24));
  while ((await projectNext(app.database.pipeline, LATER, { trackers: 50, segments: 4 })).trackers > 0) continue;
  await sql`UPDATE trip SET start_address = 'Från', stop_address = 'Till' WHERE unit_id = ${unit.unitId}`.execute(
    app.database.owner,
  );
  const second = (await rowsOf(unit))[1]!;
  await driver.call(setTripType, { body: { trip_ids: [second.id], type: 'private' } });
  return unit;
}
const rowsOf = ({ unitId }: MadeUnit) =>
  app.database.owner
    .selectFrom('trip')
    .where('unit_id', '=', unitId)
    .select([
      'id',
      'type',
      'started_at',
      'ended_at',
      'distance_m',
      'start_lat_e7',
      'stop_lon_e7',
      'start_address',
      'stop_address',
    ])
    .select(sql<boolean>`route IS NOT NULL`.as('has_route'))
    .orderBy('started_at')
    .execute();
const timesOf = async ({ trackerId }: MadeUnit) =>
  recordsOf(await readTrackerRange(app.database.pipeline, trackerId, { fromMs: 0, toMs: LATER.getTime() })).map(
    ({ timeMs }) => timeMs,
  );
const erase = (caller: Caller, commit = true) => caller.call(eraseEndpoint, { body: { ...DAYS, commit } });
const work = () => erasePrivateTrips({ db: app.database.pipeline, now: () => LATER, hold: holdUnit });

test('SEC-015: a driver asks, and where they drove privately is gone for good; day and distance stay, other trips whole, and a rebuild brings nothing back', async () => {
  const unit = await driven();
  const [first, own, last] = await rowsOf(unit);
  const inside = (at: number) => at >= own!.started_at.getTime() && at <= own!.ended_at.getTime();
  const before = await timesOf(unit);
  expect(before.some(inside)).toBe(true);
  expect((await erase(driver, false)).data).toEqual({ trips: 1, attested: 0 });
  expect(await work(), 'a look is no ask').toBe(0);
  expect((await erase(admin)).data, 'nobody asks for another').toEqual({ trips: 0, attested: 0 });
  expect((await erase(driver)).data).toEqual({ trips: 1, attested: 0 });
  expect(await work()).toBe(1);
  expect(await timesOf(unit)).toEqual(before.filter((at) => !inside(at)));
  const gone = { start_lat_e7: null, stop_lon_e7: null, start_address: null, stop_address: null, has_route: false };
  const expected = [first, { ...own, ...gone }, last];
  expect(await rowsOf(unit)).toEqual(expected);
  const { rows: states } = await sql`SELECT at FROM unit_snapshot WHERE unit_id = ${unit.unitId}
    AND at BETWEEN ${own!.started_at} AND ${own!.ended_at}`.execute(app.database.owner);
  expect(states).toEqual([]);
  expect((await erase(driver, false)).data).toEqual({ trips: 0, attested: 0 });
  await rebuildTracker(app.database.pipeline, unit.imei, LATER);
  const rebuilt = await rowsOf(unit);
  expect(rebuilt.find(({ id }) => id === own!.id)).toEqual(expected[1]);
  expect(rebuilt.map(({ type, distance_m }) => [type, distance_m])).toEqual(expected.map((row) => [row!.type, row!.distance_m]));
  expect((await timesOf(unit)).some(inside)).toBe(false);
  const log = (await driver.call(generateTrips, { body: { ...DAYS, imeis: [unit.imei], descending: false } })).data!;
  expect(log.trips.map(({ type }) => type)).toEqual(['business', 'private', 'business']);
  // The audit says that it was asked, and nothing of when or how many.
  const audit = (await admin.call(readAudit, { query: { action: 'private-positions-erased' } })).data!.rows;
  expect(audit).toMatchObject([{ actor: 'Dag Driver', subject: '', details: {} }]);
});

test('SEC-015: an attested trip loses positions and route, and keeps the addresses that its seal covers until its period is opened again', async () => {
  const unit = await driven();
  const [, own] = await rowsOf(unit);
  await sql`UPDATE trip SET purpose = 'Kund' WHERE unit_id = ${unit.unitId}`.execute(app.database.owner);
  const made = await driver.call(attest, { body: { imei: unit.imei, ...DAYS } });
  expect(made.status).toBe(200);
  expect((await erase(driver)).data).toEqual({ trips: 1, attested: 1 });
  expect(await work()).toBe(1);
  expect(await work(), 'what is attested is not tried each night').toBe(0);
  expect((await rowsOf(unit))[1]).toMatchObject({ start_address: 'Från', stop_address: 'Till', has_route: false });
  const inside = (at: number) => at >= own!.started_at.getTime() && at <= own!.ended_at.getTime();
  expect((await timesOf(unit)).some(inside)).toBe(false);
  await admin.call(unattest, { body: { id: made.data!.attested[0]!.id, reason: 'Fel' } });
  expect(await work()).toBe(1);
  expect((await rowsOf(unit))[1]).toMatchObject({ type: 'private', start_address: null, stop_address: null, start_lat_e7: null });
});

test('SEC-015: a trip that is private by a rule stays private when nothing tells any more where it went', async () => {
  const unit = await driven();
  const [, own] = await rowsOf(unit);
  await sql`UPDATE trip SET edited_type = NULL, place_type = 'private' WHERE id = ${own!.id}`.execute(app.database.owner);
  await sql`DELETE FROM trip_edit WHERE unit_id = ${unit.unitId}`.execute(app.database.owner);
  expect((await erase(driver)).data?.trips).toBe(1);
  expect(await work()).toBe(1);
  await rebuildTracker(app.database.pipeline, unit.imei, LATER);
  expect((await rowsOf(unit)).map(({ type }) => type)).toEqual(['business', 'private', 'business']);
});
