import { type Kysely, sql } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';

export interface NewAct {
  readonly action: string;
  readonly subject?: string;
  /** Without it: about no account. */
  readonly accountId?: number;
}

/** What the staff did outside of accounts, and which they opened; what they do in one stands in that account's own log. */
export async function noteAct(db: Kysely<Db>, staffId: number, at: Date, act: NewAct): Promise<void> {
  await sql`SELECT note_support_act(${staffId}, ${at}, ${act.action}, ${act.subject ?? ''}, ${act.accountId ?? null})`.execute(
    db,
  );
}

export interface Act {
  readonly id: number;
  readonly at: Date;
  readonly full_name: string;
  readonly action: string;
  readonly subject: string;
  readonly account_id: number | null;
  readonly account_name: string | null;
  /** Of an account that was opened: when the visit was ended, and when it ends by itself. */
  readonly visit_ended_at: Date | null;
  readonly visit_expires_at: Date | null;
}

export interface ActFilter {
  /** Only the accounts that who is in force has opened. */
  readonly isOwnVisits: boolean;
  /** Who did it, the account by name or number, or what it was about; empty: all. */
  readonly find: string;
  readonly from: Date | null;
  /** Exclusive. */
  readonly to: Date | null;
}

/** The newest first. */
export async function actsBefore(
  db: Kysely<Db>,
  page: ActFilter & { readonly before: number | undefined },
  limit: number,
): Promise<Act[]> {
  const { rows } = await sql<Act>`
    SELECT id, at, full_name, action, subject, account_id, account_name, visit_ended_at, visit_expires_at
    FROM support_acts(${page.before ?? null}, ${limit}, ${page.isOwnVisits}, ${page.find}, ${page.from}, ${page.to})`.execute(db);
  return rows;
}
