import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { writeBackup } from '../platform/backup/backup.ts';
import { withOwnDatabase } from './own-database.ts';

/** `npm run backup [-- folder]`; without a folder, one named by the time under `<DATA_DIR>/backups`. */
await withOwnDatabase(async ({ config, url }) => {
  const now = new Date();
  const folder = process.argv[2]
    ? resolve(process.argv[2])
    : join(config.dataDir, 'backups', now.toISOString().replaceAll(':', '-').slice(0, 19));
  mkdirSync(dirname(folder), { recursive: true });
  const { tables } = await writeBackup({ ownerUrl: url, dataDir: config.dataDir, folder }, now);
  console.log(`Backed up ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables to ${folder}`);
});
