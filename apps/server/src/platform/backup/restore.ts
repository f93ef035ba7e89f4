import { createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { connectClient } from '../database/database.ts';
import { from as copyFrom } from 'pg-copy-streams';
import { BackupError, readVerifiedManifest, type BackupManifest } from './manifest.ts';
import { NOT_BACKED_UP, qualified, tablesInOrder, type BackupPlace } from './backup.ts';
import { JOBS_SCHEMA } from '../database/queue-schema.ts';
import { listedMigrations, migrate } from '../database/migrate.ts';

/** What the migrations fill with a beginning; the backup's rows take its place. */
const SEEDED = ['payment_type', 'terms'];
const isSeeded = ({ schema, name }: { schema: string; name: string }) => schema === 'public' && SEEDED.includes(name);

/**
 * Fills an empty database from a backup: builds the schema the backup was made of, loads everything in one transaction, then
 * migrates to this version's. Throws BackupError, before it changes a row, when a file is damaged, the database holds anything,
 * a key file would be overwritten, or the backup is newer than this version.
 */
export async function restoreBackup({ ownerUrl, dataDir, folder }: BackupPlace): Promise<BackupManifest> {
  const manifest = await readVerifiedManifest(folder);
  const listed = await assertKnown(manifest);
  const keyPaths = manifest.keys.map(({ path }) => ({ from: join(folder, path), to: join(dataDir, 'keys', basename(path)) }));
  for (const { to } of keyPaths) if (existsSync(to)) throw new BackupError(`${to} exists already; nothing was restored.`);

  await migrate(ownerUrl, listed.slice(0, manifest.migrations.length));
  const client = await connectClient({ connectionString: ownerUrl, application_name: 'spora restore' });
  try {
    await assertEmpty(client);
    await client.query('BEGIN');
    await load(client, folder, manifest);
    await client.query('COMMIT');
  } finally {
    // Ends the transaction too, if it is still open.
    await client.end();
  }
  if (keyPaths.length > 0) await mkdir(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
  for (const { from, to } of keyPaths) {
    await copyFile(from, to);
    await chmod(to, 0o600);
  }
  await migrate(ownerUrl);
  return manifest;
}

/** The migrations of this version; throws BackupError when the backup has others. */
async function assertKnown({ migrations }: BackupManifest): ReturnType<typeof listedMigrations> {
  const listed = await listedMigrations();
  const unknown = migrations.find(({ name }, i) => listed[i]?.name !== name);
  if (unknown)
    throw new BackupError(
      `The backup has the migration ${unknown.name}, which this version does not know: restore it with the version that wrote it, or a newer one.`,
    );
  return listed;
}

/**
 * Reads a backup whole and changes nothing: every file against its checksum, every table unpacked, its rows and their columns
 * counted. Throws BackupError naming the first fault.
 */
export async function checkBackup(folder: string): Promise<BackupManifest> {
  const manifest = await readVerifiedManifest(folder);
  await assertKnown(manifest);
  for (const table of manifest.tables) {
    const { rows, strayRow } = await countRows(join(folder, table.path), table.columns.length);
    if (strayRow !== undefined)
      throw new BackupError(`Row ${strayRow} of ${table.name} does not have the ${table.columns.length} columns of its table.`);
    if (rows !== table.rows) throw new BackupError(`${table.name} should have ${table.rows} rows and has ${rows}.`);
  }
  return manifest;
}

/** COPY text: a line is a row, whose line ends and tabs are escaped. */
async function countRows(path: string, columns: number): Promise<{ rows: number; strayRow?: number }> {
  let rows = 0;
  let tabs = 0;
  try {
    for await (const chunk of createReadStream(path).pipe(createGunzip()) as AsyncIterable<Buffer>)
      for (const byte of chunk) {
        if (byte === TAB) tabs += 1;
        if (byte !== LINE_END) continue;
        rows += 1;
        // A table without a column has empty lines.
        if (tabs !== Math.max(0, columns - 1)) return { rows, strayRow: rows };
        tabs = 0;
      }
  } catch (cause) {
    throw new BackupError(`${path} cannot be unpacked.`, { cause });
  }
  return { rows };
}

const TAB = 9;
const LINE_END = 10;

async function assertEmpty(client: pg.Client): Promise<void> {
  for (const table of await tablesInOrder(client)) {
    // Names of kinds of jobs and slots; a program that ran for a moment leaves some.
    if (table.schema === JOBS_SCHEMA || isSeeded(table)) continue;
    const { rowCount } = await client.query(`SELECT FROM ${qualified(table)} LIMIT 1`);
    if (rowCount)
      throw new BackupError(
        `The database is not empty (${table.name}); nothing was restored. Use a new one, or "npm run db:reset".`,
      );
  }
}

async function load(client: pg.Client, folder: string, manifest: BackupManifest): Promise<void> {
  const filled = manifest.tables.filter((table) => table.schema === JOBS_SCHEMA || isSeeded(table)).map(qualified);
  if (filled.length > 0) await client.query(`TRUNCATE ${filled.join(', ')}`);
  if (manifest.log)
    await client.query(`SELECT ensure_segment_partitions($1, $2::timestamptz + interval '1 month')`, [
      manifest.log.from,
      manifest.log.to,
    ]);

  // COPY refuses a table whose policies bind even its owner; the transaction hides that they do not for a moment.
  const forced = await forcedTables(client);
  for (const table of forced) await client.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
  // What triggers write is in the backup too, and is not written twice.
  const triggered = await tablesWithTriggers(client);
  for (const table of triggered) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  for (const table of manifest.tables) {
    const rows = await loadTable(client, folder, table);
    if (rows !== table.rows)
      throw new BackupError(`${table.name} should have ${table.rows} rows and got ${rows}; nothing was restored.`);
  }
  for (const table of triggered) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  for (const table of forced) await client.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
  for (const sequence of manifest.sequences) {
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [
      qualified(sequence),
      sequence.lastValue,
      sequence.isCalled,
    ]);
  }
  // Whoever ran a job at the time of the backup does not run it here.
  await client.query(`UPDATE ${JOBS_SCHEMA}._private_jobs SET locked_at = NULL, locked_by = NULL WHERE locked_at IS NOT NULL`);
  await client.query(
    `UPDATE ${JOBS_SCHEMA}._private_job_queues SET locked_at = NULL, locked_by = NULL WHERE locked_at IS NOT NULL`,
  );
}

async function tablesWithTriggers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `SELECT DISTINCT n.nspname AS schema, c.relname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND NOT t.tgisinternal AND t.tgparentid = 0 AND t.tgenabled = 'O'`,
  );
  return rows.map(qualified);
}

async function forcedTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('public', $1) AND c.relforcerowsecurity AND n.nspname || '.' || c.relname <> ALL ($2)`,
    [JOBS_SCHEMA, NOT_BACKED_UP],
  );
  return rows.map(qualified);
}

async function loadTable(client: pg.Client, folder: string, table: BackupManifest['tables'][number]): Promise<number> {
  const columns = table.columns.map((name) => pg.escapeIdentifier(name)).join(', ');
  const copy = client.query(copyFrom(`COPY ${qualified(table)} (${columns}) FROM STDIN`));
  await pipeline(createReadStream(join(folder, table.path)), createGunzip(), copy);
  return copy.rowCount;
}
