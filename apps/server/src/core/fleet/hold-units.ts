import { type Kysely, sql } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';

/** Keeps the projector from the units until the transaction ends; what is read of their trips after this stands. */
export async function lockUnits(db: Kysely<Db>, unitIds: readonly number[]): Promise<void> {
  await sql`SELECT lock_units(${[...new Set(unitIds)]}::bigint[])`.execute(db);
}
