import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { KEPT } from './kept-queries.ts';

const database = await testDatabase();
afterAll(() => database.close());

test('13-C: a query that is to be kept is prepared once by its connection, whatever its values, and others are not', async () => {
  await database.api.connection().execute(async (db) => {
    for (const value of [1, 2, 3, 4, 5, 6, 7]) {
      const { rows } = await sql<{ n: number }>`SELECT ${value}::integer + 1 AS n ${KEPT}`.execute(db);
      expect(rows).toEqual([{ n: value + 1 }]);
    }
    await sql`SELECT ${1}::integer`.execute(db);
    const { rows } = await sql<{ statement: string; calls: number }>`
      SELECT statement, (generic_plans + custom_plans)::integer AS calls FROM pg_prepared_statements`.execute(db);
    expect(rows).toEqual([{ statement: 'SELECT $1::integer + 1 AS n /* kept */', calls: 7 }]);
  });
});
