import { createWriteStream, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { connectClient } from '../database/database.ts';
import { to as copyTo } from 'pg-copy-streams';
import { BACKUP_FORMAT, BackupError, MANIFEST, sha256OfFile, type BackupManifest } from './manifest.ts';
import { WITNESS_FILE } from '../secrets/seal-witness.ts';
import { JOBS_SCHEMA } from '../database/queue-schema.ts';

/** The job queue's own bookkeeping is made by its installation, ours by migrate. */
export const NOT_BACKED_UP = [`${JOBS_SCHEMA}.migrations`, 'public.migration'];

export interface BackupPlace {
  readonly ownerUrl: string;
  /** Its `keys` folder goes along. */
  readonly dataDir: string;
  /** The folder to make, or to read. */
  readonly folder: string;
}

/**
 * Writes everything into a new folder: each table as compressed COPY text from one snapshot, sequences, keys and a manifest
 * with versions, row counts and checksums. The program may keep running meanwhile. Throws BackupError if the folder exists.
 */
export async function writeBackup({ ownerUrl, dataDir, folder }: BackupPlace, now: Date): Promise<BackupManifest> {
  if (existsSync(folder)) throw new BackupError(`${folder} exists already.`);
  const writing = `${folder}.partial`;
  await rm(writing, { recursive: true, force: true });
  // It holds keys, password hashes and everybody's positions.
  await mkdir(join(writing, 'tables'), { recursive: true, mode: 0o700 });
  const client = await connectClient({ connectionString: ownerUrl, application_name: 'spora backup', statement_timeout: 0 });
  try {
    // Before the snapshot: the witness must know no seal that the backup lacks. Keys after it: it must lack none that sealed.
    const witness = await copyFromKeys(dataDir, writing, (name) => name === WITNESS_FILE);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tables: BackupManifest['tables'] = [];
    for (const table of await tablesInOrder(client)) tables.push(await writeTable(client, writing, table));
    const manifest: BackupManifest = {
      format: BACKUP_FORMAT,
      createdAt: now.toISOString(),
      postgres: await valueOf(client, `SELECT current_setting('server_version')`),
      migrations: (await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migration ORDER BY name'))
        .rows,
      tables,
      sequences: await sequencesOf(client),
      log: await spanOfLog(client),
      keys: [...witness, ...(await copyFromKeys(dataDir, writing, (name) => name !== WITNESS_FILE))],
    };
    await client.query('COMMIT');
    await writeFile(join(writing, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    await rename(writing, folder);
    return manifest;
  } finally {
    await client.end();
  }
}

interface TableShape {
  readonly schema: string;
  readonly name: string;
  readonly columns: string[];
}

const quoted = (name: string) => pg.escapeIdentifier(name);
/** `"schema"."name"` */
export const qualified = ({ schema, name }: { schema: string; name: string }): string => `${quoted(schema)}.${quoted(name)}`;

async function valueOf(client: pg.Client, query: string): Promise<string> {
  const { rows } = await client.query<[string]>({ text: query, rowMode: 'array' });
  return rows[0]?.[0] ?? '';
}

/** Tables with the columns that are stored and not computed, each after those it refers to. A partitioned one stands for its parts. */
export async function tablesInOrder(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape & { refers: string[] }>(
    `SELECT n.nspname AS schema, c.relname AS name,
      (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
      (SELECT coalesce(array_agg(DISTINCT rn.nspname || '.' || r.relname), '{}') FROM pg_constraint k
        JOIN pg_class r ON r.oid = k.confrelid JOIN pg_namespace rn ON rn.oid = r.relnamespace
        WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS refers
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('public', $1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND n.nspname || '.' || c.relname <> ALL ($2)
     ORDER BY 1, 2`,
    [JOBS_SCHEMA, NOT_BACKED_UP],
  );
  const ordered: TableShape[] = [];
  const placed = new Set<string>();
  for (let waiting = rows; waiting.length > 0;) {
    const ready = waiting.filter(({ refers }) => refers.every((name) => placed.has(name)));
    if (ready.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${waiting.map(({ name }) => name).join(', ')}`);
    for (const { schema, name, columns } of ready) {
      ordered.push({ schema, name, columns });
      placed.add(`${schema}.${name}`);
    }
    waiting = waiting.filter(({ schema, name }) => !placed.has(`${schema}.${name}`));
  }
  return ordered;
}

async function writeTable(client: pg.Client, folder: string, table: TableShape): Promise<BackupManifest['tables'][number]> {
  const path = `tables/${table.schema}.${table.name}.copy.gz`;
  // A query rather than the table: that also reads a partitioned one, and obeys row-level security instead of refusing.
  const copy = client.query(copyTo(`COPY (SELECT ${table.columns.map(quoted).join(', ')} FROM ${qualified(table)}) TO STDOUT`));
  await pipeline(copy, createGzip({ level: 4 }), createWriteStream(join(folder, path), { mode: 0o600 }));
  return { ...table, path, rows: copy.rowCount, sha256: await sha256OfFile(join(folder, path)) };
}

async function sequencesOf(client: pg.Client): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `SELECT schemaname AS schema, sequencename AS name FROM pg_sequences WHERE schemaname IN ('public', $1) ORDER BY 1, 2`,
    [JOBS_SCHEMA],
  );
  const sequences: BackupManifest['sequences'] = [];
  for (const row of rows) {
    const { rows: state } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${qualified(row)}`,
    );
    if (state[0]) sequences.push({ ...row, ...state[0] });
  }
  return sequences;
}

async function spanOfLog(client: pg.Client): Promise<BackupManifest['log']> {
  const { rows } = await client.query<{ from: Date | null; to: Date | null }>(
    'SELECT min(t0) AS from, max(t0) AS to FROM position_segment',
  );
  const { from, to } = rows[0] ?? {};
  return from && to ? { from: from.toISOString(), to: to.toISOString() } : null;
}

async function copyFromKeys(
  dataDir: string,
  folder: string,
  isMeant: (name: string) => boolean,
): Promise<BackupManifest['keys']> {
  const source = join(dataDir, 'keys');
  if (!existsSync(source)) return [];
  await mkdir(join(folder, 'keys'), { recursive: true, mode: 0o700 });
  const keys: BackupManifest['keys'] = [];
  for (const name of (await readdir(source)).filter(isMeant).toSorted()) {
    await copyFile(join(source, name), join(folder, 'keys', name));
    keys.push({ path: `keys/${name}`, sha256: await sha256OfFile(join(folder, 'keys', name)) });
  }
  return keys;
}
