import { columnsOf } from '@spora/telemetry/columns';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { createLog } from '../../platform/observing/log.ts';
import { createPostgresWake } from '../../platform/wake/postgres-wake.ts';
import { type MadeUnit, makeAccount, makeUnit, testDatabase } from '../../testing/database.ts';
import { driveBuilder } from '../../testing/drive.ts';
import { pictureOf, recordOf } from '../../testing/projector.ts';
import { append, ensurePartitions } from '../log/segments.ts';
import { prepare } from '../log/appender.ts';
import { createProjector } from '../../testing/engine.ts';

const database = await testDatabase();
const { pipeline, owner } = database;
const log = createLog({ logLevel: 'silent' });
const NOW = new Date('2026-11-15T12:00:00Z');
let accountId: AccountId;
beforeAll(async () => {
  await ensurePartitions(pipeline, new Date('2026-02-01'), new Date('2026-12-01'));
  accountId = await makeAccount(database);
});
afterAll(() => database.close());

async function send(units: readonly MadeUnit[]): Promise<void> {
  const columns = columnsOf(driveBuilder().drive(900, 50, { ignition: true }).fixes.map(recordOf));
  const frames = units.map(({ trackerId }) => ({ trackerId, columns, bytes: 1, settle: () => {} }));
  await append(pipeline, prepare(frames, NOW, 24));
}
const isProjected = async (unit: MadeUnit) => (await pictureOf(database, unit)).trips.length === 1;

test('a tracker whose log cannot be projected holds up nobody else, and is tried again', async () => {
  const [bad, ...others] = await Promise.all(Array.from({ length: 4 }, () => makeUnit(database, { accountId })));
  if (!bad) throw new Error('no unit');
  await sql`ALTER TABLE unit_latest ADD CONSTRAINT test_refuses CHECK (unit_id <> ${sql.lit(bad.unitId)}) NOT VALID`.execute(
    owner,
  );
  await send([bad, ...others]);
  const projector = createProjector({
    db: pipeline,
    wake: createPostgresWake({ url: database.urls.pipeline, log }),
    log,
    now: () => NOW,
    pollMs: 100,
    passOverMs: 300,
  });
  try {
    await expect.poll(async () => (await Promise.all(others.map(isProjected))).every(Boolean), { timeout: 10_000 }).toBe(true);
    expect(await isProjected(bad)).toBe(false);
    await sql`ALTER TABLE unit_latest DROP CONSTRAINT test_refuses`.execute(owner);
    await expect.poll(() => isProjected(bad), { timeout: 10_000 }).toBe(true);
  } finally {
    await projector.stop();
  }
});
