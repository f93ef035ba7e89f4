import { askFirst, readCommand } from '../../../../scripts/command-line.mjs';
import type { BackupManifest } from '../platform/backup/manifest.ts';
import { checkBackup, restoreBackup } from '../platform/backup/restore.ts';
import { databaseName, withOwnDatabase, withSentence } from './own-database.ts';

const line = readCommand('restore');
const [folder = ''] = line.positionals;
if (line.values.check) await withSentence(async () => console.log(`${told(await checkBackup(folder))} The backup is sound.`));
else await restore();

function told({ tables, createdAt, postgres, keys }: BackupManifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${tables.length} tables and ${keys.length} key files, as they were at ${createdAt} on PostgreSQL ${postgres}.`;
}

async function restore(): Promise<void> {
  await withOwnDatabase(async ({ config, url }) => {
    await askFirst(`This fills ${databaseName(config, url)} from ${folder}.`, line);
    console.log(`Restored ${told(await restoreBackup({ ownerUrl: url, dataDir: config.dataDir, folder }))}`);
  });
}
