import { type Kysely, sql } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';

/** What the staff did outside of accounts; what they do in one stands in that account's own log. */
export async function noteAct(db: Kysely<Db>, staffId: number, at: Date, action: string, subject = ''): Promise<void> {
  await sql`SELECT note_support_act(${staffId}, ${at}, ${action}, ${subject})`.execute(db);
}

export interface Act {
  readonly id: number;
  readonly at: Date;
  readonly full_name: string;
  readonly action: string;
  readonly subject: string;
}

/** The newest first. */
export async function actsBefore(db: Kysely<Db>, before: number | undefined, limit: number): Promise<Act[]> {
  const { rows } =
    await sql<Act>`SELECT id, at, full_name, action, subject FROM support_acts(${before ?? null}, ${limit})`.execute(db);
  return rows;
}
