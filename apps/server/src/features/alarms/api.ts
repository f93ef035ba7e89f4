import type { ReceiverChannel } from '@spora/contract/alarms/receivers';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { NAME_ORDER } from '../../platform/database/name-order.ts';
import { MAY_BE_TOLD } from './telling/repository.ts';

export interface SecurityReceivers {
  readonly count: number;
  /** The one, where it is one; the member it belongs to, if it is a member's. */
  readonly only: { readonly name: string; readonly memberId: number | null; readonly ways: readonly ReceiverChannel[] } | null;
  /** By name, where they are few. */
  readonly names: readonly string[];
}

const NAMED_MAX = 3;

/** Who is told of security alarms of a unit: how many, and who where they are few. */
export async function securityReceiversOf(db: Kysely<Db>, accountId: AccountId, unitId: number): Promise<SecurityReceivers> {
  const { rows } = await sql<{ name: string; memberId: number | null; ways: ReceiverChannel[] }>`
    SELECT coalesce(m.full_name, r.name) AS name, r.member_id::int AS "memberId",
        array_remove(ARRAY[CASE WHEN r.email <> '' THEN 'email' END,
          CASE WHEN r.phone <> '' AND (SELECT coalesce(sum(c.amount), 0) FROM sms_credit c WHERE c.account_id = r.account_id) > 0 THEN 'sms' END,
          CASE WHEN r.push AND m.push_stopped_at IS NULL AND EXISTS (SELECT FROM push_subscription s WHERE s.account_id = r.account_id AND s.member_id = m.id AND s.gone_at IS NULL) THEN 'push' END], NULL) AS ways
      FROM alarm_receiver r JOIN unit u ON u.id = ${unitId} AND u.account_id = r.account_id
      LEFT JOIN member m ON m.id = r.member_id
    WHERE r.account_id = ${accountId} AND r.security AND ${MAY_BE_TOLD} AND (r.is_alert_number
      OR EXISTS (SELECT FROM alarm_receiver_unit g WHERE g.receiver_id = r.id AND g.unit_id = u.id))
    ORDER BY coalesce(m.full_name, r.name) ${NAME_ORDER}, r.id`.execute(db);
  const [first] = rows;
  return {
    count: rows.length,
    only: rows.length === 1 && first ? first : null,
    names: rows.length <= NAMED_MAX ? rows.map(({ name }) => name) : [],
  };
}
