import { type Kysely, sql } from 'kysely';
import type { ReminderMatter } from '@spora/contract/accounts/settings';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { NAME_ORDER } from '../../../platform/database/name-order.ts';

export interface Waiting {
  readonly id: number;
  readonly full_name: string;
  readonly email: string;
  readonly language: string;
  readonly sent_at: Date | null;
}

/** Whom a matter waits for: members who may sign in and have not read the notice, or those whose invitation is not taken up. */
export async function waitingFor(db: Kysely<Db>, accountId: AccountId, matter: ReminderMatter): Promise<Waiting[]> {
  const isWaiting =
    matter === 'notice'
      ? sql`a.notice_required_at IS NOT NULL AND (m.notice_acknowledged_at IS NULL OR m.notice_acknowledged_at < a.notice_required_at)
          AND (m.invited_at IS NULL OR m.password_changed_at IS NOT NULL)`
      : sql`m.invited_at IS NOT NULL AND m.password_changed_at IS NULL`;
  // An invitation is a reminder's first: the day between counts from whichever went last.
  const { rows } = await sql<Waiting>`
    SELECT m.id, m.full_name, m.email, m.language,
      greatest(r.sent_at, ${matter === 'invitation' ? sql`m.invited_at` : sql`NULL::timestamptz`}) AS sent_at
    FROM member m JOIN account a ON a.id = m.account_id
    LEFT JOIN member_reminder r ON r.member_id = m.id AND r.matter = ${matter}
    WHERE m.account_id = ${accountId} AND m.disabled_at IS NULL AND m.removed_at IS NULL AND ${isWaiting}
    ORDER BY m.full_name ${NAME_ORDER}, m.id`.execute(db);
  return rows;
}

/**
 * Takes the right to remind somebody of a matter: true once in 24 hours, also for two who ask at the same time. `notSince` is the moment
 * after which nothing may have been sent.
 */
export async function takeTurn(
  db: Kysely<Db>,
  accountId: AccountId,
  { memberId, matter, at, notSince }: { memberId: number; matter: ReminderMatter; at: Date; notSince: Date },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO member_reminder AS r (account_id, member_id, matter, sent_at) VALUES (${accountId}, ${memberId}, ${matter}, ${at})
    ON CONFLICT ON CONSTRAINT member_reminder_pk DO UPDATE SET sent_at = excluded.sent_at WHERE r.sent_at <= ${notSince}
    RETURNING 1`.execute(db);
  return rows.length > 0;
}

export const accountOf = (db: Kysely<Db>, accountId: AccountId) =>
  db.selectFrom('account').where('id', '=', accountId).select(['name', 'subsite_id']).executeTakeFirstOrThrow();
