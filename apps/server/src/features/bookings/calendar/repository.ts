import { type Kysely, sql } from 'kysely';
import type { MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { hashOfCalendar } from '../../../platform/documents/calendar-address.ts';
import { NAME_ORDER } from '../../../platform/database/name-order.ts';

type Whose = Pick<MemberActor, 'accountId' | 'memberId'>;

export interface CalendarRow {
  readonly id: number;
  readonly imei: string | null;
  readonly unit_name: string | null;
  readonly since: Date;
}

export async function calendarsOf(db: Kysely<Db>, { accountId, memberId }: Whose): Promise<CalendarRow[]> {
  const { rows } = await sql<CalendarRow>`SELECT c.id, f.imei, u.name AS unit_name, c.created_at AS since
    FROM booking_calendar c LEFT JOIN unit u ON u.id = c.unit_id LEFT JOIN account_trackers() f ON f.unit_id = c.unit_id
    WHERE c.account_id = ${accountId} AND c.member_id = ${memberId} ORDER BY u.name ${NAME_ORDER} NULLS FIRST, c.id`.execute(db);
  return rows;
}

export async function replaceCalendar(
  db: Kysely<Db>,
  { accountId, memberId }: Whose,
  { unitId, hash }: { readonly unitId: number | null; readonly hash: Buffer },
  at: Date,
): Promise<number> {
  await db
    .deleteFrom('booking_calendar')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .where('unit_id', 'is not distinct from', unitId)
    .execute();
  const { id } = await db
    .insertInto('booking_calendar')
    .values({ account_id: accountId, member_id: memberId, unit_id: unitId, token_hash: hash, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteCalendar(db: Kysely<Db>, { accountId, memberId }: Whose, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('booking_calendar')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Null: the calendar is of its member's own bookings. The account is in force. */
export async function unitOfCalendar(db: Kysely<Db>, token: string): Promise<number | null> {
  const hash = hashOfCalendar(token);
  if (!hash) return null;
  const row = await db.selectFrom('booking_calendar').where('token_hash', '=', hash).select('unit_id').executeTakeFirst();
  return row?.unit_id ?? null;
}
