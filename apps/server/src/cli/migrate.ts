import { readCommand } from '../../../../scripts/command-line.mjs';
import { migrate } from '../platform/database/migrate.ts';
import { withOwnDatabase } from './own-database.ts';

readCommand('db:migrate');
await withOwnDatabase(async ({ url }) => {
  const names = await migrate(url);
  console.log(names.length > 0 ? `Migrated: ${names.join(', ')}.` : 'The database is up to date.');
});
