import { sql } from 'kysely';
import type { TestDatabase } from './database.ts';

/**
 * How many connections of the test's own database wait for what another transaction holds. Not to be asked inside a transaction: there
 * `pg_stat_activity` stays as it was at the first look, without the connections that were opened since.
 */
export async function waitingForLocks({ owner }: Pick<TestDatabase, 'owner'>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(DISTINCT l.pid)::int AS n FROM pg_locks l JOIN pg_stat_activity a USING (pid)
    WHERE NOT l.granted AND a.datname = current_database()`.execute(owner);
  return rows[0]?.n ?? 0;
}
