import { ConfigError, readConfig, type Config } from '../platform/configuration/config.ts';
import { openDatabase } from '../platform/database/database.ts';
import { assertMigrated } from '../platform/database/migrate.ts';
import { sentenceOf } from '../platform/program/start-faults.ts';
import { openConfiguredDatabase } from '../platform/program/program.ts';

export interface CommandDatabase {
  readonly config: Config;
  /** As the owner. */
  readonly url: string;
}

/**
 * Runs a command against the configured database, as its owner; the embedded one is started for it unless it already runs.
 * What people must know is told in a sentence, not a stack.
 */
export async function withOwnDatabase(work: (database: CommandDatabase) => Promise<void>): Promise<void> {
  await withSentence(async () => {
    const config = readConfig(process.env, 'command');
    const database = await openConfiguredDatabase(config);
    try {
      if (!database.urls.owner) throw new ConfigError('DATABASE_URL is required: this is done as the owner of the database.');
      await work({ config, url: database.urls.owner });
    } finally {
      await database.close();
    }
  });
}

/** The same for what works with the tables of this version: says what to do where they are not there yet, or are another version's. */
export const withMigratedDatabase = (work: (database: CommandDatabase) => Promise<void>): Promise<void> =>
  withOwnDatabase(async (database) => {
    const owner = openDatabase(database.url, { max: 1 });
    await assertMigrated(owner).finally(() => owner.destroy());
    await work(database);
  });

/** Tells what people must know in a sentence, not a stack. */
export async function withSentence(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(sentenceOf(error));
    process.exitCode = 1;
  }
}

/** The database as its operator knows it, without its password. */
export const databaseName = ({ isDemo, dataDir }: Config, url: string): string =>
  isDemo ? `the demo's database in ${dataDir}` : `the database ${new URL(url).pathname.slice(1)} on ${new URL(url).host}`;
