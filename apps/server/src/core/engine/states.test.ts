import { columnsOf } from '@spora/telemetry/columns';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeUnit, testDatabase } from '../../testing/database.ts';
import { driveBuilder } from '../../testing/drive.ts';
import { newestState, projectNext, storeLaggingStates } from '../../testing/engine.ts';
import { pictureOf, recordOf } from '../../testing/projector.ts';
import { ENGINE } from '../../roles/engine.ts';
import { prepare } from '../log/appender.ts';
import { append, ensurePartitions } from '../log/segments.ts';
import * as project from './project.ts';
import { type StateMemory, createStateMemory } from './states.ts';

const database = await testDatabase();
const { pipeline, owner } = database;
const NOW = new Date('2026-11-15T12:00:00Z');
let accountId: AccountId;
beforeAll(async () => {
  await ensurePartitions(pipeline, new Date('2026-02-01'), new Date('2026-12-01'));
  accountId = await makeAccount(database);
});
afterAll(() => database.close());

const DRIVE = driveBuilder({ withOdometer: true })
  .stand(300, { ignition: false })
  .drive(1500, 50, { ignition: true })
  .stand(600, { ignition: false }).fixes;

/** Reports one record at a time, each projected at once. */
async function live({ trackerId }: MadeUnit, fixes: typeof DRIVE, memories: readonly (StateMemory | undefined)[], at = NOW) {
  for (const [i, fix] of fixes.entries()) {
    await append(pipeline, prepare([{ trackerId, columns: columnsOf([recordOf(fix)]), bytes: 1, settle: () => {} }], at, 24));
    const memory = memories[i % memories.length];
    await projectNext(pipeline, at, { trackers: 5, segments: 5 }, { among: [trackerId], memory });
  }
}
const storedOf = async ({ unitId }: MadeUnit) =>
  (
    await sql<{ version: number; newest: Date }>`
    SELECT version, newest_record_at AS newest FROM unit_projection WHERE unit_id = ${unitId}`.execute(owner)
  ).rows[0];

let told: string | undefined;
/** What the drive makes when it comes in one piece. */
async function expected(): Promise<string> {
  if (told !== undefined) return told;
  const { trackerId, unitId } = await makeUnit(database, { accountId });
  await append(pipeline, prepare([{ trackerId, columns: columnsOf(DRIVE.map(recordOf)), bytes: 1, settle: () => {} }], NOW, 24));
  await projectNext(pipeline, NOW, { trackers: 5, segments: 5 });
  return (told = JSON.stringify(await pictureOf(database, { unitId })));
}

test('a state is stored now and then, and the unit goes on from its newest one all the same', async () => {
  const unit = await makeUnit(database, { accountId });
  await live(unit, DRIVE, [createStateMemory()]);
  expect(JSON.stringify(await pictureOf(database, unit))).toBe(await expected());
  const stored = await storedOf(unit);
  expect(stored?.version).toBeLessThan(DRIVE.length / 8);
  expect(stored?.version).toBeGreaterThan(1);
});

test('two processes that take turns with a unit, and one that forgets all, make what one makes', async () => {
  const shared = await makeUnit(database, { accountId });
  await live(shared, DRIVE, [createStateMemory(), createStateMemory(), undefined]);
  expect(JSON.stringify(await pictureOf(database, shared))).toBe(await expected());
});

test('what a transaction that failed made of a state is not remembered', async () => {
  const unit = await makeUnit(database, { accountId });
  const memory = createStateMemory();
  await live(unit, DRIVE.slice(0, 90), [memory]);
  await sql`ALTER TABLE unit_latest ADD CONSTRAINT test_refuses CHECK (unit_id <> ${sql.lit(unit.unitId)}) NOT VALID`.execute(
    owner,
  );
  await expect(live(unit, DRIVE.slice(90, 91), [memory])).rejects.toThrow('test_refuses');
  await sql`ALTER TABLE unit_latest DROP CONSTRAINT test_refuses`.execute(owner);
  await projectNext(pipeline, NOW, { trackers: 5, segments: 5 }, { among: [unit.trackerId], memory });
  await live(unit, DRIVE.slice(91), [memory]);
  expect(JSON.stringify(await pictureOf(database, unit))).toBe(await expected());
});

test('the state of a unit that falls silent is stored, so that it outlives its positions', async () => {
  const unit = await makeUnit(database, { accountId });
  await live(unit, DRIVE.slice(0, 100), [createStateMemory()]);
  const newest = await newestState(pipeline, { unitId: unit.unitId, accountId });
  expect((await storedOf(unit))?.newest.getTime()).toBeLessThan(newest.lastMs as number);
  await storeLaggingStates(pipeline, new Date(NOW.getTime() + 60_000));
  expect((await storedOf(unit))?.newest.getTime(), 'heard of a minute ago').toBeLessThan(newest.lastMs as number);
  await storeLaggingStates(pipeline, new Date(NOW.getTime() + 180_000));
  await sql`DELETE FROM position_segment WHERE tracker_id = ${unit.trackerId}`.execute(owner);
  expect(await newestState(pipeline, { unitId: unit.unitId, accountId })).toEqual(newest);
  expect(await storeLaggingStates(pipeline, new Date(NOW.getTime() + 240_000)), 'nothing is left to store').toBe(0);
});

test('a tracker that went on to another unit leaves its former one alone', async () => {
  const [former, next] = [await makeUnit(database, { accountId }), await makeUnit(database, { accountId })];
  const memory = createStateMemory();
  await live(former, DRIVE.slice(0, 90), [memory]);
  const moved = new Date(DRIVE[89]!.timeMs + 1);
  const late = new Date(DRIVE[120]!.timeMs);
  await sql`UPDATE fitting SET during = tstzrange(lower(during), ${moved}) WHERE unit_id = ${former.unitId}`.execute(owner);
  await sql`UPDATE fitting SET during = tstzrange(lower(during), ${moved}) WHERE unit_id = ${next.unitId}`.execute(owner);
  await sql`INSERT INTO fitting (account_id, unit_id, tracker_id, during) VALUES
    (${accountId}, ${next.unitId}, ${former.trackerId}, tstzrange(${moved}, NULL)),
    (${accountId}, ${former.unitId}, ${next.trackerId}, tstzrange(${late}, NULL))`.execute(owner);
  await live(former, DRIVE.slice(90, 130), [memory]);
  const before = await newestState(pipeline, { unitId: former.unitId, accountId });
  expect(before.lastMs).toBe(DRIVE[89]!.timeMs);
  // The unit's new tracker reports, while its former one goes on in the other unit.
  await live(next, DRIVE.slice(130, 150), [memory]);
  const after = await newestState(pipeline, { unitId: former.unitId, accountId });
  expect(after.lastMs).toBe(DRIVE[149]!.timeMs);
  expect((await newestState(pipeline, { unitId: next.unitId, accountId })).lastMs).toBe(DRIVE[129]!.timeMs);
});

test('a unit heard of for the first time has nothing to catch up with: its settings are read once', async () => {
  const { trackerId } = await makeUnit(database, { accountId });
  const read = new Map<string, number>();
  const projections = ENGINE.projections.map((projection) => {
    const { name, inputs } = projection;
    if (typeof inputs !== 'function') return projection;
    const counted: typeof inputs = (...rest) => {
      read.set(name, (read.get(name) ?? 0) + 1);
      return inputs(...rest);
    };
    return { ...projection, inputs: counted };
  });
  await append(pipeline, prepare([{ trackerId, columns: columnsOf(DRIVE.map(recordOf)), bytes: 1, settle: () => {} }], NOW, 24));
  const sizes = { trackers: 5, segments: 5 };
  const { records } = await project.projectNext({ ...ENGINE, projections }, pipeline, NOW, sizes, { among: [trackerId] });
  expect(records).toBe(DRIVE.length);
  expect([...read.values()]).toEqual([...read.values()].map(() => 1));
  expect(read.size).toBeGreaterThan(1);
});
