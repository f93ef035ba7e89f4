import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { checkBackup, restoreBackup } from './restore.ts';
import { writeBackup } from './backup.ts';
import { addJob, defineJob } from '../jobs/jobs.ts';
import { listedMigrations, migrate } from '../database/migrate.ts';
import { makeAccount, makeMember, makeUnit, testDatabase, type TestDatabase } from '../../testing/database.ts';
import { setAccount } from '../ctx.ts';

const source = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'spora-backup-'));
const now = new Date('2026-03-15T12:00:00Z');
afterAll(async () => {
  await source.close();
  rmSync(folder, { recursive: true, force: true });
});

const accountId = await makeAccount(source, { name: 'Åkeri\tmed\nradbrytning \\ och "citat"' });
const { id: memberId } = await makeMember(source, { accountId });
const { unitId, trackerId } = await makeUnit(source, { accountId, visibleTo: [memberId] });
await sql`SELECT ensure_segment_partitions('2025-11-01', '2026-04-01')`.execute(source.owner);
for (const [seq, day] of [
  [1, '2025-12-31'],
  [2, '2026-01-01'],
  [3, '2026-03-15'],
] as const) {
  await source.pipeline
    .insertInto('position_segment')
    .values({
      tracker_id: trackerId,
      seq,
      t0: `${day}T10:00:00Z`,
      t1: `${day}T11:00:00Z`,
      n: 2,
      digest: Buffer.from([seq, 0, 255]),
      data: Buffer.from([0, 10, 13, 92, 255, seq]),
    })
    .execute();
}
await source.owner
  .insertInto('trip')
  .values({
    account_id: accountId,
    unit_id: unitId,
    started_at: '2026-03-15T10:00:00Z',
    ended_at: '2026-03-15T11:00:00Z',
    is_ongoing: false,
    distance_m: 12_300,
    distance_source: 'positions',
    max_speed_kmh: 88,
    end_rule: 'still',
    computed_type: 'business',
    computed_rule: 'default',
    edited_type: 'private',
    algorithm_version: 1,
    passengers: JSON.stringify([{ a: [1, null, 'x'] }]),
    route: Buffer.from([1, 2, 3]),
  })
  .execute();
// What the migrations begin with, as the operator changed it.
await source.owner.deleteFrom('payment_type').where('position', '=', 2).execute();
const remember = defineJob({ name: 'test.remember', payload: z.object({ tripId: z.number() }), retry: { attempts: 3 } });
await addJob(source.pipeline, remember, { tripId: 1 }, { key: 'later', runAt: new Date('2030-01-01T00:00:00Z') });
mkdirSync(join(folder, 'from', 'keys'), { recursive: true });
writeFileSync(join(folder, 'from', 'keys', 'seal-1.pem'), 'not a real key');

const backup = (name: string) =>
  writeBackup({ ownerUrl: source.urls.owner, dataDir: join(folder, 'from'), folder: join(folder, name) }, now);
const restore = (into: TestDatabase, name: string, dataDir: string) =>
  restoreBackup({ ownerUrl: into.urls.owner, dataDir: join(folder, dataDir), folder: join(folder, name) });

async function contents(database: TestDatabase): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('public', 'graphile_worker') AND c.relkind IN ('r', 'p') AND c.relname NOT IN ('migration', 'migrations') ORDER BY 1`.execute(
    database.owner,
  );
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{
      row: unknown;
    }>`SELECT to_jsonb(t) AS row FROM ${sql.raw(name)} t ORDER BY to_jsonb(t)::text`.execute(database.owner);
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

test('a restored database holds what the backed-up one held, table by table, with the keys beside it', async () => {
  const manifest = await backup('whole');
  expect(manifest.tables.find(({ name }) => name === 'position_segment')).toMatchObject({ rows: 3 });
  const target = await testDatabase({ template: null });
  try {
    await restore(target, 'whole', 'to');
    const [before, after] = [await contents(source), await contents(target)];
    expect(before['trip']).toHaveLength(1);
    for (const name of Object.keys(before)) if (before[name]?.length) expect([name, after[name]]).toEqual([name, before[name]]);
    expect(readFileSync(join(folder, 'to', 'keys', 'seal-1.pem'), 'utf8')).toBe('not a real key');
  } finally {
    await target.close();
  }
});

test('a restored database goes on: new ids follow the old ones, positions find their partition, policies hold, jobs wait', async () => {
  await backup('going-on');
  const target = await testDatabase({ template: null });
  try {
    await restore(target, 'going-on', 'to-going-on');
    const next = await makeUnit(target, { accountId });
    expect(next.unitId).toBe(unitId + 1);
    expect(await target.api.selectFrom('unit').select('id').execute()).toEqual([]);
    await expect(target.owner.updateTable('account').set({ name: 'x' }).execute()).resolves.toBeDefined();
    const seen = await target.api.transaction().execute(async (tx) => {
      await setAccount(tx, accountId);
      return tx.selectFrom('trip').select('type').execute();
    });
    expect(seen).toEqual([{ type: 'private' }]);
    const { rows } = await sql`SELECT relname FROM pg_class WHERE relname = 'trip' AND relforcerowsecurity`.execute(target.owner);
    expect(rows).toHaveLength(1);
    const jobs = await sql`SELECT key, locked_at FROM graphile_worker._private_jobs`.execute(target.owner);
    expect(jobs.rows).toEqual([{ key: 'test.remember:later', locked_at: null }]);
    expect(await migrate(target.urls.owner)).toEqual([]);
  } finally {
    await target.close();
  }
});

test('a backup of the first version is restored by this one and brought to the newest, with what later migrations begin with', async () => {
  const [first] = await listedMigrations();
  const [old, target] = [await testDatabase({ template: null }), await testDatabase({ template: null })];
  try {
    await migrate(old.urls.owner, [first!]);
    const { id } = await makeMember(old, { accountId: await makeAccount(old), email: 'anna@before.test' });
    await writeBackup({ ownerUrl: old.urls.owner, dataDir: join(folder, 'old'), folder: join(folder, 'first') }, now);
    await restore(target, 'first', 'to-first');
    const { rows } = await sql`SELECT member_id, two_factor FROM find_member_for_sign_in('anna@before.test')`.execute(target.api);
    expect(rows).toEqual([{ member_id: id, two_factor: false }]);
    expect(await target.owner.selectFrom('payment_type').select('position').orderBy('position').execute()).toHaveLength(3);
    expect(await migrate(target.urls.owner)).toEqual([]);
  } finally {
    await Promise.all([old.close(), target.close()]);
  }
});

test('a damaged backup is refused before a row is changed', async () => {
  await backup('damaged');
  writeFileSync(join(folder, 'damaged', 'tables', 'public.member.copy.gz'), 'x');
  const target = await testDatabase();
  try {
    await expect(restore(target, 'damaged', 'to-damaged')).rejects.toThrow(/member.* damaged/);
    expect(await target.owner.selectFrom('account').select('id').execute()).toEqual([]);
  } finally {
    await target.close();
  }
});

test('a database that holds anything is not restored into, and a folder that exists is not written over', async () => {
  await backup('refused');
  await expect(backup('refused')).rejects.toThrow(/exists already/);
  await expect(restore(source, 'refused', 'to-refused')).rejects.toThrow(/not empty/);
});

test('a folder without a manifest is no backup', async () => {
  mkdirSync(join(folder, 'half', 'tables'), { recursive: true });
  await expect(restore(source, 'half', 'to-half')).rejects.toThrow(/no complete backup/);
});

test('12-B12: a check reads a backup whole without a database and names what is wrong with it', async () => {
  const made = await backup('checked');
  expect(await checkBackup(join(folder, 'checked'))).toEqual(made);
  const file = join(folder, 'checked', 'manifest.json');
  const whole = readFileSync(file, 'utf8');
  const table = join(folder, 'checked', 'tables', 'public.account.copy.gz');
  const told = async (change: () => void): Promise<string> => {
    change();
    const fault = await checkBackup(join(folder, 'checked')).then(
      () => 'sound',
      (error: unknown) => String(error),
    );
    writeFileSync(file, whole);
    return fault;
  };
  const bend = (bytes: Buffer) => () => {
    const manifest = JSON.parse(whole) as { tables: { path: string; sha256: string }[] };
    writeFileSync(table, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    for (const each of manifest.tables) if (each.path.endsWith('public.account.copy.gz')) each.sha256 = sha256;
    writeFileSync(file, JSON.stringify(manifest));
  };
  const bytes = readFileSync(table);
  const text = gunzipSync(bytes).toString();
  expect(await told(() => writeFileSync(file, whole.slice(0, 100)))).toContain('format that this version does not read');
  expect(await told(() => writeFileSync(file, whole.replace('0001-foundation', '0001-other')))).toContain('0001-other');
  expect(await told(() => writeFileSync(table, bytes.subarray(1)))).toContain('damaged');
  expect(await told(bend(bytes.subarray(0, bytes.length - 10)))).toContain('cannot be unpacked');
  expect(await told(bend(gzipSync(text + text)))).toContain('account should have 1 rows and has 2');
  expect(await told(bend(gzipSync(text.replace('\t', ''))))).toContain('Row 1 of account does not have the');
  expect(await told(() => rmSync(table))).toContain('missing');
});
