import { spawnSync } from 'node:child_process';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommand } from '../../../../scripts/command-line.mjs';
import { openDatabase } from '../platform/database/database.ts';
import { startEmbeddedDatabase } from '../platform/database/embedded.ts';
import { describeSchema, SCHEMA_DESCRIPTION } from '../platform/database/migrate-description.ts';
import { migrate } from '../platform/database/migrate.ts';
import { makeTemporaryFolder } from '../platform/program/temporary-folder.ts';

readCommand('db:types');

/** Writes the row types (`platform/database/db.generated.ts`) and the description of the schema from a freshly migrated database. */
const outFile = fileURLToPath(new URL('../platform/database/db.generated.ts', import.meta.url));
const codegen = join(dirname(createRequire(import.meta.url).resolve('kysely-codegen/package.json')), 'dist', 'cli', 'bin.js');
const dataDir = makeTemporaryFolder('spora-types-');
const database = await startEmbeddedDatabase({ dataDir, isDurable: false });
try {
  await migrate(database.urls.owner);
  const { status } = spawnSync(
    process.execPath,
    [
      codegen,
      '--dialect',
      'postgres',
      '--url',
      database.urls.owner,
      '--default-schema',
      'public',
      '--include-pattern',
      'public.*',
      '--date-parser',
      'string',
      '--numeric-parser',
      'number',
      '--type-mapping',
      JSON.stringify({ int8: 'number', tstzrange: 'string' }),
      '--out-file',
      outFile,
      '--log-level',
      'error',
    ],
    { stdio: 'inherit' },
  );
  if (status !== 0) throw new Error('kysely-codegen failed');
  appendFileSync(outFile, '\nexport type Db = DB;\n');
  const db = openDatabase(database.urls.owner, { max: 1 });
  writeFileSync(SCHEMA_DESCRIPTION, await describeSchema(db));
  await db.destroy();
} finally {
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
