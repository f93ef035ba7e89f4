import { rmSync } from 'node:fs';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedDatabase, type DatabaseUrls } from '../platform/database/embedded.ts';
import { migrate } from '../platform/database/migrate.ts';
import { makeTemporaryFolder } from '../platform/program/temporary-folder.ts';

export const TEMPLATE = 'spora_template';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { urls: DatabaseUrls; superuserUrl: string };
  }
}

let stop = async (): Promise<void> => {};

/**
 * Starts one PostgreSQL for the whole run, under the temporary folder, with a migrated template that `testDatabase` clones.
 * `SPORA_TEST_PG_BIN` names another engine (Debian's 15).
 */
export async function setup(project: TestProject): Promise<void> {
  const dataDir = makeTemporaryFolder('spora-test-');
  const server = await startEmbeddedDatabase({ dataDir, isDurable: false, binDir: process.env['SPORA_TEST_PG_BIN'] });
  stop = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const client = new pg.Client({ connectionString: server.superuserUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE} OWNER spora_owner`);
  await client.end();
  const url = new URL(server.urls.owner);
  url.pathname = `/${TEMPLATE}`;
  await migrate(url.href);
  project.provide('postgres', { urls: server.urls, superuserUrl: server.superuserUrl });
}

export const teardown = (): Promise<void> => stop();
