import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { connectClient } from '../platform/database/database.ts';
import { askFirst, readCommand } from '../../../../scripts/command-line.mjs';
import { JOBS_SCHEMA } from '../platform/database/queue-schema.ts';
import { migrate } from '../platform/database/migrate.ts';
import { databaseName, withOwnDatabase } from './own-database.ts';

const line = readCommand('db:reset');

/** Empties the database and builds it anew. */
await withOwnDatabase(async ({ config, url }) => {
  await askFirst(`This deletes everything in ${databaseName(config, url)}.`, line);
  const client = await connectClient({ connectionString: url });
  try {
    await client.query(`DROP SCHEMA IF EXISTS ${JOBS_SCHEMA} CASCADE`);
    await client.query('DROP SCHEMA public CASCADE');
    await client.query('CREATE SCHEMA public');
    await client.query('GRANT USAGE ON SCHEMA public TO PUBLIC');
  } finally {
    await client.end();
  }
  await migrate(url);
  rmSync(join(config.dataDir, 'demo'), { recursive: true, force: true });
  console.log('The database is empty and up to date.');
});
