import { askFirst, readCommand } from '../../../../scripts/command-line.mjs';
import { restoreBackup } from '../platform/backup/restore.ts';
import { withOwnDatabase } from './own-database.ts';

const line = readCommand('restore');
const [folder = ''] = line.positionals;
await askFirst(`This fills the database from ${folder}.`, line);

await withOwnDatabase(async ({ config, url }) => {
  const { tables, createdAt } = await restoreBackup({ ownerUrl: url, dataDir: config.dataDir, folder });
  console.log(
    `Restored ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables, as they were at ${createdAt}`,
  );
});
