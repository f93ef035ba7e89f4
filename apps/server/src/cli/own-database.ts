import { ConfigError, readConfig, type Config } from '../platform/configuration/config.ts';
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
  try {
    const config = readConfig();
    const database = await openConfiguredDatabase(config);
    try {
      if (!database.urls.owner) throw new ConfigError('DATABASE_URL is required: this is done as the owner of the database.');
      await work({ config, url: database.urls.owner });
    } finally {
      await database.close();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
