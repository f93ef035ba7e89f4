import { type Kysely, sql } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';

/** Stops a member's own alerts, where no account is in force; answers the account, null when the member is no longer there. */
export async function stopAlerts(
  db: Kysely<Db>,
  { memberId, at, withPush }: { memberId: number; at: Date; withPush: boolean },
): Promise<number | null> {
  const { rows } = await sql<{ account: number | null }>`
    SELECT stop_alerts(${memberId}, ${at}, ${withPush}) AS account`.execute(db);
  return rows[0]?.account ?? null;
}
