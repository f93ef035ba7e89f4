import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { describeSchema, SCHEMA_DESCRIPTION } from './migrate-description.ts';
import { testDatabase } from '../../testing/database.ts';

const database = await testDatabase();
afterAll(() => database.close());

test('the migrations build exactly the schema that is described, so that each change of it is seen (npm run db:types writes it)', async () => {
  expect(await describeSchema(database.owner)).toBe(readFileSync(SCHEMA_DESCRIPTION, 'utf8').replaceAll('\r\n', '\n'));
});

test('every constraint is named by us, since errors are told by their names', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname || '.' || k.conname AS name FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition AND k.contype <> 'n' AND k.conname ~ '(_pkey|_fkey|_key|_check|_excl)[0-9]*$'`.execute(
    database.owner,
  );
  expect(rows).toEqual([]);
});

test('every table has a primary key', async () => {
  const { rows } = await sql<{ relname: string }>`
    SELECT relname FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'p')`.execute(database.owner);
  expect(rows).toEqual([]);
});

test('times are instants: no column is a timestamp without zone', async () => {
  const { rows } = await sql`
    SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' AND data_type IN ('timestamp without time zone', 'time without time zone')`.execute(
    database.owner,
  );
  expect(rows).toEqual([]);
});

test('the row types are those of the schema (npm run db:types writes them)', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name IN (SELECT relname FROM pg_class WHERE NOT relispartition)`.execute(
    database.owner,
  );
  const types = readFileSync(new URL('./db.generated.ts', import.meta.url), 'utf8');
  const interfaces = new Map(
    [...types.matchAll(/^export interface (\w+) \{\n([^}]*)\}/gm)].map(([, name, body]) => [name, body ?? '']),
  );
  const tables = new Map(
    [...(interfaces.get('DB') ?? '').matchAll(/^ {2}(\w+): (\w+);/gm)].map(([, table, name]) => [table, name]),
  );
  const described = [...tables].flatMap(([table, name]) =>
    [...(interfaces.get(name) ?? '').matchAll(/^ {2}(\w+):/gm)].map(([, column]) => `${table}.${column}`),
  );
  expect(described.toSorted()).toEqual(rows.map(({ table, column }) => `${table}.${column}`).toSorted());
});
