import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readCommand } from '../../../../scripts/command-line.mjs';
import { writeBackup } from '../platform/backup/backup.ts';
import { withOwnDatabase } from './own-database.ts';

const { positionals } = readCommand('backup');

await withOwnDatabase(async ({ config, url }) => {
  const now = new Date();
  const folder = positionals[0] ?? join(config.dataDir, 'backups', now.toISOString().replaceAll(':', '-').slice(0, 19));
  mkdirSync(dirname(folder), { recursive: true });
  const { tables } = await writeBackup({ ownerUrl: url, dataDir: config.dataDir, folder }, now);
  console.log(`Backed up ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables to ${folder}`);
});
