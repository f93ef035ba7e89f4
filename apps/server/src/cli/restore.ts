import { resolve } from 'node:path';
import { restoreBackup } from '../platform/backup/restore.ts';
import { withOwnDatabase } from './own-database.ts';

/** `npm run restore -- folder`, into an empty database. */
await withOwnDatabase(async ({ config, url }) => {
  const folder = process.argv[2];
  if (!folder) throw new Error('Say which backup: npm run restore -- <folder>');
  const { tables, createdAt } = await restoreBackup({ ownerUrl: url, dataDir: config.dataDir, folder: resolve(folder) });
  console.log(
    `Restored ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables, as they were at ${createdAt}`,
  );
});
