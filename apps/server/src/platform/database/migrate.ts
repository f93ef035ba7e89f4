import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql, type Kysely } from 'kysely';
import type pg from 'pg';
import { connectClient } from './database.ts';
import { MIGRATIONS } from '../../../migrations/list.ts';
import type { Db } from './db.generated.ts';
import { installJobs } from './queue-schema.ts';

const FOLDER = new URL('../../../migrations/', import.meta.url);

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** The migrations of `migrations/list.ts`, in order. */
export const listedMigrations = (): Promise<Migration[]> =>
  Promise.all(MIGRATIONS.map(async (name) => ({ name, sql: await readFile(new URL(name, FOLDER), 'utf8') })));

/**
 * Brings the database of `ownerUrl` to the newest schema and answers the names of what it ran. Two programs may call it at once:
 * an advisory lock makes the second wait and find nothing to do. Each migration is one transaction, recorded with the checksum
 * of its text. Throws when a recorded one has changed or is not listed any more.
 */
export async function migrate(ownerUrl: string, migrations?: readonly Migration[]): Promise<string[]> {
  const client = await connectClient({ connectionString: ownerUrl, application_name: 'spora migrate' });
  try {
    await client.query(`SELECT pg_advisory_lock(hashtext('spora.migrate'))`);
    await client.query(`CREATE TABLE IF NOT EXISTS migration (
      name text NOT NULL CONSTRAINT migration_pk PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    await client.query('GRANT SELECT ON migration TO spora_api, spora_pipeline');
    const { rows } = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migration ORDER BY name');
    const listed = migrations ?? (await listedMigrations());
    assertUnchanged(rows, listed);
    const waiting = listed.slice(rows.length);
    for (const migration of waiting) await apply(client, migration);
    await installJobs(client, ownerUrl);
    return waiting.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Throws unless the database that `db` reaches has exactly this version's migrations; for processes that may not migrate. */
export async function assertMigrated(db: Kysely<Db>): Promise<void> {
  const { rows: found } = await sql<{ isThere: boolean }>`SELECT to_regclass('migration') IS NOT NULL AS "isThere"`.execute(db);
  const rows = found[0]?.isThere ? await db.selectFrom('migration').select(['name', 'checksum']).orderBy('name').execute() : [];
  const listed = await listedMigrations();
  assertUnchanged(rows, listed);
  const [first, ...more] = listed.slice(rows.length).map(({ name }) => name);
  if (first === undefined) return;
  const missing = more.length === 0 ? `migration ${first}` : `migrations ${first} to ${more.at(-1)}`;
  const how = 'start Spora, or run "npm run db:migrate" (with DATABASE_URL set, if the database is your own)';
  throw new Error(`The database lacks the ${missing}: ${how}.`);
}

const checksumOf = (text: string) => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');

function assertUnchanged(applied: readonly { name: string; checksum: string }[], listed: readonly Migration[]): void {
  applied.forEach(({ name, checksum }, i) => {
    const migration = listed[i];
    if (migration?.name !== name) {
      throw new Error(
        `The database has the migration ${name}, which this version does not list at that place: it was made by another version of Spora.`,
      );
    }
    if (checksumOf(migration.sql) !== checksum) {
      throw new Error(
        `The migration ${name} has been edited since it ran here. Add a new migration instead (in development: npm run db:reset).`,
      );
    }
  });
}

async function apply(client: pg.Client, { name, sql: text }: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(text);
    await client.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [name, checksumOf(text)]);
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK');
    throw new Error(`The migration ${name} failed: ${(cause as Error).message}`, { cause });
  }
}
