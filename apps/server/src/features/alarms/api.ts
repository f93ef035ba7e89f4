import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { MAY_BE_TOLD } from './telling/repository.ts';

/** How many receivers are told of security alarms of a unit. */
export async function countSecurityReceivers(db: Kysely<Db>, accountId: AccountId, unitId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM alarm_receiver r JOIN unit u ON u.id = ${unitId} AND u.account_id = r.account_id
      LEFT JOIN member m ON m.id = r.member_id
    WHERE r.account_id = ${accountId} AND r.security AND ${MAY_BE_TOLD} AND (r.is_alert_number
      OR EXISTS (SELECT FROM alarm_receiver_unit g WHERE g.receiver_id = r.id AND g.unit_id = u.id))`.execute(db);
  return rows[0]?.count ?? 0;
}
