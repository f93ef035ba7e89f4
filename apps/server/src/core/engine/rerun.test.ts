import { DAY_MS, HOUR_MS } from '@spora/calendar/durations';
import { columnsOf } from '@spora/telemetry/columns';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeUnit, testDatabase } from '../../testing/database.ts';
import { driveBuilder } from '../../testing/drive.ts';
import { pictureOf, recordOf } from '../../testing/projector.ts';
import { dropExpiredSnapshots } from './snapshots.ts';
import { append, ensurePartitions } from '../log/segments.ts';
import { dropExpired, erasePrivateTrips } from '../log/retention.ts';
import { prepare } from '../log/appender.ts';
import type { Fix } from '../../features/trips/projection.ts';
import { projectNext, rebuildTracker } from '../../testing/engine.ts';

const database = await testDatabase();
const { pipeline, owner } = database;
const NOW = new Date('2026-11-15T12:00:00Z');
/** Positions are kept for three months: of March nothing is left, of October everything. */
const MARCH = Date.UTC(2026, 2, 10, 8);
const OCTOBER = Date.UTC(2026, 9, 10, 8);
let accountId: AccountId;
beforeAll(async () => {
  await ensurePartitions(pipeline, new Date('2026-02-01'), new Date('2026-12-01'));
  accountId = await makeAccount(database);
});
afterAll(() => database.close());

async function project({ trackerId }: MadeUnit, fixes: readonly Fix[]): Promise<void> {
  const frame = { trackerId, columns: columnsOf(fixes.map(recordOf)), bytes: 1, settle: () => {} };
  await append(pipeline, prepare([frame], NOW, 24));
  while ((await projectNext(pipeline, NOW, { trackers: 10, segments: 10 }, { among: [trackerId] })).trackers > 0) continue;
}

const driveFrom = (startMs: number) =>
  driveBuilder({ startMs }).stand(300, { ignition: false }).drive(900, 50, { ignition: true }).stand(900, { ignition: false })
    .fixes;

test('late data from before what the log still holds takes no trip away whose positions have expired', async () => {
  const unit = await makeUnit(database, { accountId });
  for (const startMs of [MARCH, OCTOBER]) await project(unit, driveFrom(startMs));
  const before = await pictureOf(database, unit, { withIds: true });
  expect(before.trips).toHaveLength(2);
  await dropExpired({ db: pipeline, now: () => NOW });
  await project(unit, driveFrom(MARCH - DAY_MS));
  const after = await pictureOf(database, unit, { withIds: true });
  expect(after.trips).toHaveLength(3);
  // Only what the unit had driven before it has grown by the trip that came to light.
  expect(after.trips[1]).toEqual({ ...before.trips[0], counter_m: after.trips[0]?.distance_m });
  expect(after.days).toMatchObject([{ day: '2026-03-09' }, { day: '2026-03-10' }, { day: '2026-10-10' }]);
});

test('ADM-021: of the states from before what an account keeps of positions only the newest stays, and late data is taken up from it', async () => {
  const unit = await makeUnit(database, { accountId });
  const october = [OCTOBER, OCTOBER + 6 * HOUR_MS];
  for (const startMs of [MARCH, MARCH + 6 * HOUR_MS, MARCH + 12 * HOUR_MS, ...october]) await project(unit, driveFrom(startMs));
  const { trips } = await pictureOf(database, unit, { withIds: true });
  const kept = () => owner.selectFrom('unit_snapshot').select('at').where('unit_id', '=', unit.unitId).orderBy('at').execute();
  const before = await kept();
  expect(before).toHaveLength(5);
  await dropExpired({ db: pipeline, now: () => NOW });
  await dropExpiredSnapshots(pipeline, NOW);
  expect(await kept()).toEqual(before.slice(2));
  await project(unit, driveFrom(OCTOBER + 3 * HOUR_MS));
  const after = (await pictureOf(database, unit, { withIds: true })).trips;
  expect(after.map((trip) => trip.distance_m)).toEqual(
    [...trips.slice(0, 4), trips[3]!, trips[4]!].map((trip) => trip.distance_m),
  );
});

test('what is sent again after its positions have expired makes no second trip beside the kept one', async () => {
  const unit = await makeUnit(database, { accountId });
  for (const startMs of [MARCH, OCTOBER]) await project(unit, driveFrom(startMs));
  const { trips } = await pictureOf(database, unit, { withIds: true });
  await dropExpired({ db: pipeline, now: () => NOW });
  await project(unit, driveFrom(MARCH).slice(40, 80));
  expect((await pictureOf(database, unit, { withIds: true })).trips.map((trip) => trip.distance_m)).toEqual(
    trips.map((trip) => trip.distance_m),
  );
});

test('a rebuild keeps the trips whose positions have expired, also where the tracker has an older log in another account', async () => {
  const unit = await makeUnit(database, { accountId });
  for (const startMs of [MARCH, OCTOBER]) await project(unit, driveFrom(startMs));
  const before = await pictureOf(database, unit, { withIds: true });
  await dropExpired({ db: pipeline, now: () => NOW });
  const seller = await makeAccount(database);
  const sold = await owner
    .insertInto('unit')
    .values({ account_id: seller, name: 'sold' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const soldAt = new Date(MARCH - DAY_MS);
  await owner
    .updateTable('fitting')
    .set({ during: `[${soldAt.toISOString()},)` })
    .where('tracker_id', '=', unit.trackerId)
    .execute();
  await owner
    .insertInto('fitting')
    .values({ account_id: seller, unit_id: sold.id, tracker_id: unit.trackerId, during: `[2026-01-01,${soldAt.toISOString()})` })
    .execute();
  await project(unit, driveFrom(MARCH - 3 * DAY_MS));
  await rebuildTracker(pipeline, unit.imei, NOW);
  const after = await pictureOf(database, unit, { withIds: true });
  // How often it used to report is learned from all that was there; the rest is as it was.
  const shown = (trip: Record<string, unknown>) => ({ ...trip, machine_state: null });
  expect(after.trips.map(shown)).toEqual(before.trips.map(shown));
  expect(after.days).toEqual(before.days);
  expect((await pictureOf(database, { unitId: sold.id })).trips).toHaveLength(1);
});

/** As a change of car does it: from then on the tracker sits in another unit of the account. */
async function fitElsewhereFrom(unit: MadeUnit, atMs: number): Promise<number> {
  const at = new Date(atMs).toISOString();
  await owner
    .updateTable('fitting')
    .set({ during: `[2026-01-01,${at})` })
    .where('tracker_id', '=', unit.trackerId)
    .execute();
  const { id } = await owner
    .insertInto('unit')
    .values({ account_id: accountId, name: 'next' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await owner
    .insertInto('fitting')
    .values({ account_id: accountId, unit_id: id, tracker_id: unit.trackerId, during: `[${at},)` })
    .execute();
  return id;
}

test('UNIT-011: after a change of car in the past the trips since are the new vehicle’s alone, of the older ones none is lost', async () => {
  const unit = await makeUnit(database, { accountId });
  for (const startMs of [MARCH, OCTOBER, OCTOBER + 6 * 3600_000]) await project(unit, driveFrom(startMs));
  await dropExpired({ db: pipeline, now: () => NOW });
  const next = await fitElsewhereFrom(unit, OCTOBER + 3 * 3600_000);
  await rebuildTracker(pipeline, unit.imei, NOW);
  expect((await pictureOf(database, unit)).trips).toHaveLength(2);
  expect((await pictureOf(database, { unitId: next })).trips).toHaveLength(1);
});

test('UNIT-011: a vehicle that the tracker had left before it ever drove keeps no trip', async () => {
  const unit = await makeUnit(database, { accountId });
  await project(unit, driveFrom(OCTOBER));
  const next = await fitElsewhereFrom(unit, OCTOBER - 3 * 3600_000);
  await rebuildTracker(pipeline, unit.imei, NOW);
  expect(await pictureOf(database, unit)).toMatchObject({ trips: [], days: [] });
  expect((await pictureOf(database, { unitId: next })).trips).toHaveLength(1);
});

test('ADM-021, SRV-006: operating hours of a day stand when the positions of a private trip on it are gone, whatever is computed again', async () => {
  const unit = await makeUnit(database, { accountId });
  const afternoon = OCTOBER + 6 * 3600_000;
  for (const startMs of [OCTOBER, afternoon, NOW.getTime() - DAY_MS]) await project(unit, driveFrom(startMs));
  const { trips } = await pictureOf(database, unit, { withIds: true });
  await owner.updateTable('trip').set({ edited_type: 'private' }).where('id', '=', Number(trips[1]!['id'])).execute();
  const days = () =>
    owner
      .selectFrom('unit_running_day')
      .select(['day', 'ignition_s'])
      .where('unit_id', '=', unit.unitId)
      .orderBy('day')
      .execute();
  const before = await days();
  expect(before.map(({ ignition_s }) => ignition_s)).toEqual([expect.closeTo(1800, -3), expect.any(Number)]);
  expect(await erasePrivateTrips({ db: pipeline, now: () => NOW })).toBe(1);
  await rebuildTracker(pipeline, unit.imei, NOW);
  expect(await days()).toEqual(before);
  await project(unit, driveFrom(OCTOBER + 3 * 3600_000));
  expect((await days())[0]!.ignition_s).toBeGreaterThanOrEqual(before[0]!.ignition_s);
  expect((await pictureOf(database, unit, { withIds: true })).trips.map(({ distance_m }) => distance_m)).toContain(
    trips[1]!.distance_m,
  );
});
