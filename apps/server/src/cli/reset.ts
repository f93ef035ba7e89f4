import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { JOBS_SCHEMA } from '../platform/database/queue-schema.ts';
import { migrate } from '../platform/database/migrate.ts';
import { withOwnDatabase } from './own-database.ts';

/** Empties the database and builds it anew. Your own database is spared unless `--yes` says that you mean it. */
await withOwnDatabase(async ({ config, url }) => {
  if (!config.isDemo && !process.argv.includes('--yes'))
    throw new Error('This would delete everything in your own database. Add --yes if you mean it.');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
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
