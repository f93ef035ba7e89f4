import { columnsOf } from '@spora/telemetry/columns';
import { type KyselyPlugin, type PluginTransformQueryArgs, type PluginTransformResultArgs, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { createLog } from '../../platform/observing/log.ts';
import { createPostgresWake } from '../../platform/wake/postgres-wake.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit, testDatabase } from '../../testing/database.ts';
import { driveBuilder, randomFrom } from '../../testing/drive.ts';
import { silentWithTrip } from '../../features/trips/repository.ts';
import { pictureOf, recordOf } from '../../testing/projector.ts';
import { append, ensurePartitions } from '../log/segments.ts';
import { prepare } from '../log/appender.ts';
import type { Fix } from '../../features/trips/projection.ts';
import { createProjector, projectNext, rebuildTracker, settleSilentUnits } from '../../testing/engine.ts';

const database = await testDatabase();
const { pipeline, owner } = database;
const log = createLog({ logLevel: 'silent' });
const SIZES = { trackers: 50, segments: 4 };
const START = Date.UTC(2026, 2, 10, 8);
const LATER = new Date('2026-11-15T12:00:00Z');
let accountId: AccountId;
beforeAll(async () => {
  await ensurePartitions(pipeline, new Date('2026-02-01'), new Date('2026-12-01'));
  accountId = await makeAccount(database);
});
afterAll(() => database.close());

const ON = { ignition: true };
const OFF = { ignition: false };

async function send({ trackerId }: MadeUnit, fixes: readonly Fix[]): Promise<void> {
  const frame = { trackerId, columns: columnsOf(fixes.map(recordOf)), bytes: 1, settle: () => {} };
  await append(pipeline, prepare([frame], LATER, 24));
}
async function project(): Promise<void> {
  while ((await projectNext(pipeline, LATER, SIZES)).trackers > 0) continue;
}
const newUnit = (options: Partial<Parameters<typeof makeUnit>[1]> = {}) => makeUnit(database, { accountId, ...options });

const twoTrips = () =>
  driveBuilder({ withOdometer: true })
    .stand(300, OFF)
    .drive(900, 50, ON)
    .stand(1200, OFF)
    .drive(700, 70, { ...ON, turn: 0.2 })
    .stand(600, OFF).fixes;

test('TRIP-028: a trip is in the log while it lasts, and closed when it is over, one row all the time', async () => {
  const unit = await newUnit();
  const fixes = twoTrips();
  const driving = fixes.findIndex((fix) => fix.speedKmh > 0) + 40;
  await send(unit, fixes.slice(0, driving));
  await project();
  const [ongoing] = (await pictureOf(database, unit, { withIds: true })).trips;
  expect(ongoing).toMatchObject({ is_ongoing: true, end_rule: 'open', max_speed_kmh: 50 });
  await send(unit, fixes.slice(driving));
  await project();
  const { trips, latest } = await pictureOf(database, unit, { withIds: true });
  expect(trips).toMatchObject([
    { id: ongoing?.id, is_ongoing: false, end_rule: 'ignition-off', distance_source: 'odometer', distance_m: 12_500 },
    { is_ongoing: false, end_rule: 'ignition-off', gap_before_s: 1180 },
  ]);
  expect(latest).toMatchObject([{ state: 'parked', speed_kmh: 0, named: { ignition: false, odometer_m: 1_026_111 } }]);
});

test('a history in one piece, in any split, twice and shuffled gives the same trips, days and latest, byte for byte', async () => {
  const fixes = [
    ...twoTrips(),
    ...driveBuilder({ startMs: START + 90_000_000, seed: 4 })
      .stand(400, OFF)
      .drive(1000, 60, ON)
      .silent(700, 5)
      .drive(400, 40, ON)
      .stand(900, OFF).fixes,
  ];
  const whole = await newUnit();
  await send(whole, fixes);
  await project();
  const expected = JSON.stringify(await pictureOf(database, whole));

  const random = randomFrom(7);
  const split = await newUnit();
  for (let at = 0; at < fixes.length;) {
    const size = 1 + Math.floor(random() * 25);
    await send(split, fixes.slice(at, at + size));
    await project();
    at += size;
  }
  expect(JSON.stringify(await pictureOf(database, split))).toBe(expected);

  const twice = await newUnit();
  for (const part of [fixes.slice(0, 200), fixes, fixes.slice(50), fixes.slice(30, 90)]) {
    await send(twice, part);
    await project();
  }
  expect(JSON.stringify(await pictureOf(database, twice))).toBe(expected);

  const shuffled = await newUnit();
  const pieces = Array.from({ length: Math.ceil(fixes.length / 9) }, (_, i) => fixes.slice(i * 9, i * 9 + 9));
  pieces.sort(() => random() - 0.5);
  for (const [i, piece] of pieces.entries()) {
    await send(shuffled, piece);
    if (i % 3 === 0) await project();
  }
  await project();
  expect(JSON.stringify(await pictureOf(database, shuffled))).toBe(expected);
});

test('MAP-023: a late position changes the trip it belongs to, never the newest position', async () => {
  const unit = await newUnit();
  const fixes = twoTrips();
  const late = fixes.slice(40, 60);
  await send(unit, [...fixes.slice(0, 40), ...fixes.slice(60)]);
  await project();
  const before = await pictureOf(database, unit, { withIds: true });
  await send(unit, late);
  await project();
  const after = await pictureOf(database, unit, { withIds: true });
  expect(after.latest).toEqual(before.latest);
  expect(after.trips.map((trip) => trip.id)).toEqual(before.trips.map((trip) => trip.id));
  expect(after.trips[0]?.route).not.toBe(before.trips[0]?.route);
  const whole = await newUnit();
  await send(whole, fixes);
  await project();
  expect(await pictureOf(database, whole)).toEqual(await pictureOf(database, unit));
});

test('an edit stays with its trip through late data and rebuilds; one whose trip is gone stays as an event', async () => {
  const unit = await newUnit();
  const { id: memberId } = await makeMember(database, { accountId });
  const fixes = twoTrips();
  await send(
    unit,
    fixes.filter((_, i) => i % 3 !== 0),
  );
  await project();
  const { trips } = await pictureOf(database, unit, { withIds: true });
  const [first] = trips as { id: number; started_at: Date; ended_at: Date }[];
  const anchor = new Date((first!.started_at.getTime() + first!.ended_at.getTime()) / 2);
  await owner
    .insertInto('trip_edit')
    .values({
      account_id: accountId,
      unit_id: unit.unitId,
      anchor_at: anchor,
      field: 'type',
      value: 'private',
      actor_member_id: memberId,
      at: LATER,
    })
    .execute();
  await owner
    .insertInto('trip_edit')
    .values({
      account_id: accountId,
      unit_id: unit.unitId,
      anchor_at: new Date(START - 9e8),
      field: 'note',
      value: 'nowhere',
      actor_member_id: memberId,
      at: LATER,
    })
    .execute();
  await send(
    unit,
    fixes.filter((_, i) => i % 3 === 0),
  );
  await project();
  const late = await pictureOf(database, unit, { withIds: true });
  expect(late.trips).toMatchObject([
    { id: first!.id, type: 'private' },
    { type: 'business', note: '' },
  ]);
  expect(late.days).toMatchObject([{ trips: 2, private_m: 12_500 }]);
  await rebuildTracker(pipeline, unit.imei, LATER);
  expect(await pictureOf(database, unit, { withIds: true })).toEqual(late);
});

test('a rebuild gives the same as having lived through it, and announces nothing', async () => {
  const unit = await newUnit();
  const fixes = twoTrips();
  for (let at = 0; at < fixes.length; at += 17) {
    await send(unit, fixes.slice(at, at + 17));
    await project();
  }
  const lived = await pictureOf(database, unit, { withIds: true });
  await owner.updateTable('trip').set({ distance_m: 1 }).where('unit_id', '=', unit.unitId).execute();
  await owner.deleteFrom('unit_day').where('unit_id', '=', unit.unitId).execute();
  await owner.deleteFrom('live_event').execute();
  expect(await rebuildTracker(pipeline, unit.imei, LATER)).toEqual([{ unitId: unit.unitId, trips: 2 }]);
  expect(await pictureOf(database, unit, { withIds: true })).toEqual(lived);
  expect(await owner.selectFrom('live_event').select('seq').execute()).toEqual([]);
});

test('TRIP-025: a trip over midnight is divided between the days of the account, and counted on the day of its start', async () => {
  const unit = await newUnit();
  const midnight = Date.UTC(2026, 2, 11, 23);
  await send(
    unit,
    driveBuilder({ startMs: midnight - 1_800_000 })
      .stand(900, OFF)
      .drive(3600, 50, ON)
      .stand(600, OFF).fixes,
  );
  await project();
  const { days, trips } = await pictureOf(database, unit);
  expect(days).toMatchObject([
    { day: '2026-03-11', trips: 1, driving_s: 890 },
    { day: '2026-03-12', trips: 0 },
  ]);
  expect(days.reduce((sum, day) => sum + (day.business_m as number), 0)).toBe(trips[0]?.distance_m);
});

test('TRIP-025: the day of a clock change has 23 or 25 hours', async () => {
  for (const [day, hours] of [
    ['2026-03-29', 23],
    ['2026-10-25', 25],
  ] as const) {
    const unit = await newUnit();
    // All day and some more on both sides.
    const startMs = Date.parse(`${day}T00:00:00Z`) - 4 * 3_600_000;
    await send(
      unit,
      driveBuilder({ startMs })
        .drive(34 * 3600, 40, { ...ON, everyS: 60, turn: 0.5 })
        .stand(600, OFF).fixes,
    );
    await project();
    const { days } = await pictureOf(database, unit);
    expect(days.find((row) => row.day === day)).toMatchObject({ driving_s: hours * 3600 });
  }
});

test('a record belongs to the unit that its tracker sat in at the record own time', async () => {
  const unit = await newUnit();
  const other = await owner
    .insertInto('unit')
    .values({ account_id: accountId, name: 'next car' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const fixes = twoTrips();
  const change = new Date(START + 1_800_000);
  await sql`UPDATE fitting SET during = tstzrange(lower(during), ${change}) WHERE tracker_id = ${unit.trackerId}`.execute(owner);
  await sql`INSERT INTO fitting (account_id, unit_id, tracker_id, during) VALUES (${accountId}, ${other.id}, ${unit.trackerId}, tstzrange(${change}, null))`.execute(
    owner,
  );
  await send(unit, fixes);
  await project();
  expect((await pictureOf(database, unit)).trips).toHaveLength(1);
  expect((await pictureOf(database, { ...unit, unitId: other.id })).trips).toHaveLength(1);
});

test('TRIP-026: the clock closes trips a limited number at a time, and passes over none', async () => {
  const units = [await newUnit(), await newUnit(), await newUnit()];
  const builder = driveBuilder().drive(900, 50, ON);
  for (const unit of units) await send(unit, builder.fixes);
  await project();
  const only = units.map((unit) => unit.unitId);
  const over = new Date(builder.timeMs + 61 * 60_000);
  expect(await silentWithTrip(pipeline, over, { only, after: 0, limit: 2 })).toHaveLength(2);
  expect(await settleSilentUnits(pipeline, new Date(builder.timeMs + 60_000), { only, atOnce: 1 })).toBe(0);
  expect(await settleSilentUnits(pipeline, over, { only, atOnce: 1 })).toBe(3);
});

test('TRIP-026: a unit that falls silent has its trip closed by the clock, and opened again by a backlog', async () => {
  const unit = await newUnit();
  const builder = driveBuilder().drive(900, 50, ON);
  await send(unit, builder.fixes);
  await project();
  const [open] = (await pictureOf(database, unit, { withIds: true })).trips;
  expect(await settleSilentUnits(pipeline, new Date(builder.timeMs + 30 * 60_000), { only: [unit.unitId] })).toBe(0);
  expect(await settleSilentUnits(pipeline, new Date(builder.timeMs + 61 * 60_000), { only: [unit.unitId] })).toBe(1);
  const silent = await pictureOf(database, unit, { withIds: true });
  expect(silent.trips).toMatchObject([{ id: open?.id, is_ongoing: false, end_rule: 'gap' }]);
  expect(silent.days).toMatchObject([{ trips: 1 }]);
  expect(silent.latest).toMatchObject([{ state: 'parked' }]);
  const known = builder.fixes.length;
  await send(unit, builder.drive(600, 50, ON).fixes.slice(known));
  await project();
  const again = await pictureOf(database, unit, { withIds: true });
  expect(again.trips).toMatchObject([{ id: open?.id, is_ongoing: true, end_rule: 'open' }]);
  expect(again.days).toEqual([]);
});

test('two projectors side by side, woken by the log, project each record once and stop cleanly', async () => {
  const units = await Promise.all(Array.from({ length: 12 }, () => newUnit()));
  const wake = createPostgresWake({ url: database.urls.pipeline, log });
  const options = { db: pipeline, wake, log, now: () => LATER, pollMs: 500 };
  const projectors = [createProjector(options), createProjector(options)];
  const fixes = twoTrips();
  for (let at = 0; at < fixes.length; at += 40) await Promise.all(units.map((unit) => send(unit, fixes.slice(at, at + 40))));
  const isDone = async () =>
    (
      await sql<{
        n: number;
      }>`SELECT count(*)::int AS n FROM tracker t JOIN projection_checkpoint c ON c.tracker_id = t.id WHERE t.next_seq = c.seq + 1
    AND t.id = ANY (${units.map((unit) => unit.trackerId)}::bigint[])`.execute(owner)
    ).rows[0]?.n === units.length;
  for (const end = Date.now() + 10_000; !(await isDone());) {
    if (Date.now() > end) throw new Error('the projectors did not keep up');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await Promise.all(projectors.map((projector) => projector.stop()));
  const first = await pictureOf(database, units[0]!);
  expect(first.trips).toHaveLength(2);
  for (const unit of units) expect(await pictureOf(database, unit)).toEqual(first);
});

/** Notes of each look for news whether it was at all trackers or at those that were named. */
class NoteLooks implements KyselyPlugin {
  readonly looks: ('all' | 'named')[] = [];
  transformQuery({ node }: PluginTransformQueryArgs) {
    const text = JSON.stringify(node);
    if (text.includes('AS last_seq FROM tracker t')) this.looks.push(text.includes('AND t.id = ANY') ? 'named' : 'all');
    return node;
  }
  async transformResult({ result }: PluginTransformResultArgs) {
    return result;
  }
}

test('after one look at all trackers a projector looks at those that had news, and at all again only when it left some out', async () => {
  const units = await Promise.all(Array.from({ length: 3 }, () => newUnit()));
  const fixes = twoTrips();
  const deaf = { listen: () => ({ begun: Promise.resolve(), stop: async () => {} }) };
  const options = { wake: deaf, log, now: () => LATER, pollMs: 3_600_000, segments: 1 };
  for (const [trackers, expected] of [
    [50, ['all', 'named', 'named']],
    [3, ['all', 'all', 'all']],
  ] as const) {
    for (const part of [fixes.slice(0, 40), fixes.slice(40, 80)]) for (const unit of units) await send(unit, part);
    const noted = new NoteLooks();
    const projector = createProjector({ ...options, trackers, db: pipeline.withPlugin(noted) });
    await expect.poll(() => noted.looks).toEqual(expected);
    await projector.stop();
    await project();
  }
});

test('what fails half way leaves nothing behind: neither trips nor the check point', async () => {
  const unit = await newUnit();
  await send(unit, twoTrips());
  await sql`ALTER TABLE unit_latest ADD CONSTRAINT test_refuses CHECK (unit_id <> ${sql.lit(unit.unitId)}) NOT VALID`.execute(
    owner,
  );
  await expect(projectNext(pipeline, LATER, SIZES, { among: [unit.trackerId] })).rejects.toThrow('test_refuses');
  expect(await pictureOf(database, unit)).toEqual({ trips: [], days: [], ran: [], latest: [], state: [] });
  await sql`ALTER TABLE unit_latest DROP CONSTRAINT test_refuses`.execute(owner);
  await project();
  expect((await pictureOf(database, unit)).trips).toHaveLength(2);
});
