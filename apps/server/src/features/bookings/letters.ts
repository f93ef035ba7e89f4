import { type Kysely, sql } from 'kysely';
import type { Language } from '@spora/messages/languages';
import type { MemberCtx } from '../../platform/ctx.ts';
import { int8Array } from '../../platform/database/binary-array.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { type BookingNews, orderMail } from '../../platform/mail/order.ts';
import { settingsOf } from './settings-repository.ts';

/** A person to write to, and the booking as their letter tells it. */
export interface Letter {
  readonly booking_id: number;
  readonly account_id: number;
  readonly member_id: number;
  readonly email: string;
  readonly full_name: string;
  readonly language: Language;
  readonly subsite_id: number;
  readonly time_zone: string;
  readonly unit_name: string;
  readonly from_at: Date;
  readonly to_at: Date;
  readonly driver_name: string;
  readonly reason: string | null;
  readonly purpose: string;
}

/** What a booking was before it was changed. */
export interface Was {
  readonly from_ms: number;
  readonly to_ms: number;
  readonly unit_name: string;
  readonly purpose: string;
}

/** In SQL: what a letter needs, of a booking `b` and the member `m` who is written to. */
export const LETTER = sql`b.id AS booking_id, b.account_id, m.id AS member_id, m.email, m.full_name, m.language, a.subsite_id, a.time_zone,
  u.name AS unit_name, b.starts_at AS from_at, b.ends_at AS to_at, coalesce(d.full_name, '') AS driver_name, b.reason, b.purpose`;
export const LETTER_OF = sql`JOIN account a ON a.id = b.account_id JOIN unit u ON u.id = b.unit_id LEFT JOIN member d ON d.id = b.driver_id`;

/** Orders the letter in the caller's transaction, so that it goes out if and only if what it tells of is so. */
export async function write(
  db: Kysely<Db>,
  letter: Letter,
  {
    news,
    otherName,
    at,
    dedupKey,
    more = [],
    stays = [],
    was,
  }: {
    news: BookingNews;
    otherName: string;
    at: Date;
    dedupKey?: string;
    more?: readonly Date[];
    stays?: readonly Date[];
    was?: Was | undefined;
  },
): Promise<void> {
  await orderMail(db, {
    template: 'booking',
    params: {
      fullName: letter.full_name,
      unitName: letter.unit_name,
      booking: {
        id: letter.booking_id,
        news,
        from: letter.from_at.toISOString(),
        to: letter.to_at.toISOString(),
        timeZone: letter.time_zone,
        ...(more.length > 0 && { more: more.map((each) => each.toISOString()) }),
        ...(stays.length > 0 && { stays: stays.map((each) => each.toISOString()) }),
        ...(letter.purpose !== '' && { purpose: letter.purpose }),
        ...(was && {
          was: {
            from: new Date(was.from_ms).toISOString(),
            to: new Date(was.to_ms).toISOString(),
            unitName: was.unit_name,
            purpose: was.purpose,
          },
        }),
      },
      otherName,
      reason: news === 'refused' ? (letter.reason ?? '') : '',
    },
    to: letter.email,
    language: letter.language,
    subsiteId: letter.subsite_id,
    accountId: letter.account_id,
    at,
    ...(dedupKey !== undefined && { dedupKey }),
  });
}

/** In SQL: whether the member `m` still has an address here. */
export const REACHED = sql`m.removed_at IS NULL AND m.disabled_at IS NULL AND m.email <> ''`;

/** When bookings of the account begin, in order. */
async function startsOf({ db, actor }: MemberCtx, ids: readonly number[]): Promise<Date[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ starts_at: Date }>`SELECT starts_at FROM booking
    WHERE account_id = ${actor.accountId} AND id = ANY (${int8Array(ids)}::bigint[]) ORDER BY starts_at`.execute(db);
  return rows.map((row) => row.starts_at);
}

/** What somebody else did with a booking, and with others of its row of weeks, to its driver; with what it was, and what of its row stays. */
export async function tellDriver(
  ctx: MemberCtx,
  [bookingId, ...others]: readonly [number, ...number[]],
  news: 'made' | 'changed' | 'deleted' | 'approved' | 'refused',
  told: { readonly was?: Was | undefined; readonly stays?: readonly Date[] } = {},
): Promise<void> {
  const { db, actor, now } = ctx;
  const { rows } = await sql<Letter & { by_name: string }>`SELECT ${LETTER},
      coalesce((SELECT o.full_name FROM member o WHERE o.id = ${actor.memberId}), '') AS by_name
    FROM booking b JOIN member m ON m.id = b.driver_id ${LETTER_OF}
    WHERE b.account_id = ${actor.accountId} AND b.id = ${bookingId} AND b.kind = 'drive' AND m.id <> ${actor.memberId} AND ${REACHED}`.execute(
    db,
  );
  for (const letter of rows)
    await write(db, letter, { news, otherName: letter.by_name, at: now(), more: await startsOf(ctx, others), ...told });
}

/** A booking that waits, and others of its row, to who may approve it: the one who was named, or all administrators who see the unit. */
export async function announceRequest(ctx: MemberCtx, [bookingId, ...others]: readonly [number, ...number[]]): Promise<void> {
  const { db, actor, now } = ctx;
  const { approver_id } = await settingsOf(db, actor.accountId);
  const { rows } = await sql<
    Letter & { is_admin: boolean }
  >`SELECT ${LETTER}, m.is_admin FROM booking b JOIN member m ON m.account_id = b.account_id ${LETTER_OF}
    WHERE b.account_id = ${actor.accountId} AND b.id = ${bookingId} AND m.id <> ${actor.memberId} AND ${REACHED}
      AND CASE WHEN ${approver_id}::bigint IS NULL THEN m.is_admin AND (u.locked_at IS NULL OR u.locked_by_member_id = m.id
          OR EXISTS (SELECT FROM unit_access x WHERE x.unit_id = u.id AND x.member_id = m.id)) ELSE m.id = ${approver_id} END
    ORDER BY m.id`.execute(db);
  const more = await startsOf(ctx, others);
  // BOOK-043: who approves without administering decides by who and when.
  for (const { is_admin: isAdmin, ...letter } of rows)
    await write(
      db,
      { ...letter, purpose: isAdmin ? letter.purpose : '' },
      { news: 'requested', otherName: letter.driver_name, at: now(), more },
    );
}
