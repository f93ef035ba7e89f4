import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { assertMigrated, listedMigrations, migrate, type Migration } from './migrate.ts';
import { testDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
let listed: Migration[];
beforeAll(async () => {
  database = await testDatabase({ template: null });
  listed = await listedMigrations();
});
afterAll(() => database.close());

test('two programs that migrate an empty database at once both end well, and each migration ran once', async () => {
  const ran = await Promise.all([migrate(database.urls.owner), migrate(database.urls.owner)]);
  expect(ran.flat()).toEqual(listed.map(({ name }) => name));
  await expect(assertMigrated(database.api)).resolves.toBeUndefined();
});

test('a migration that was edited after it ran is refused; other line ends are no edit', async () => {
  const edited = listed.map((migration) => ({ ...migration, sql: `${migration.sql}-- later\n` }));
  await expect(migrate(database.urls.owner, edited)).rejects.toThrow(/has been edited/);
  const windows = listed.map((migration) => ({ ...migration, sql: migration.sql.replaceAll('\n', '\r\n') }));
  await expect(migrate(database.urls.owner, windows)).resolves.toEqual([]);
});

test('a database of another version is refused', async () => {
  await expect(migrate(database.urls.owner, [])).rejects.toThrow(/another version of Spora/);
});

test('a migration that fails leaves nothing behind and can be run again when mended', async () => {
  const broken = { name: '9999-broken.sql', sql: 'CREATE TABLE half (id int); SELECT 1/0;' };
  await expect(migrate(database.urls.owner, [...listed, broken])).rejects.toThrow('9999-broken.sql failed: division by zero');
  const { rows } = await sql`SELECT to_regclass('half') AS half`.execute(database.owner);
  expect(rows).toEqual([{ half: null }]);
  await expect(migrate(database.urls.owner, [...listed, { ...broken, sql: 'SELECT 1' }])).resolves.toEqual(['9999-broken.sql']);
});

test('a process that may not migrate says which migrations are missing', async () => {
  const empty = await testDatabase({ template: null });
  try {
    await migrate(empty.urls.owner, []);
    await expect(assertMigrated(empty.pipeline)).rejects.toThrow(/lacks the migrations 0001-foundation\.sql.*db:migrate/);
  } finally {
    await empty.close();
  }
});
