import { type Kysely, sql } from 'kysely';
import type { Db } from './db.generated.ts';

/**
 * Waits until no other transaction has the turn, and keeps it until this one ends: of two who add at once the second counts what the
 * first added. `what` names the turn, `id` whose it is. Locks no row, so it waits for nobody but those who ask for the same turn.
 */
export async function waitForTurn(db: Kysely<Db>, what: string, id: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`spora.${what}`}, ${id}))`.execute(db);
}
