import { type Kysely, sql } from 'kysely';
import type { Language } from '@spora/messages/languages';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { endLinks } from '../../../core/people/reset-links.ts';

/** Sets a member's password; links to set another end with it. */
export async function setPassword(
  db: Kysely<Db>,
  accountId: AccountId,
  memberId: number,
  hash: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('member')
    .set({ password_hash: hash, password_changed_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', memberId)
    .execute();
  await endLinks(db, memberId, now);
}

/** Whom a link is mailed to, as the worker sees it; undefined when nothing opens for the member. */
export const recipientOf = (db: Kysely<Db>, memberId: number) =>
  db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .where('member.id', '=', memberId)
    .where('member.disabled_at', 'is', null)
    // Decision 0038: after a factor was reset a mailed link opens nothing.
    .where('member.factor_reset_at', 'is', null)
    .where('account.closed_at', 'is', null)
    .select(['member.account_id', 'member.email', 'account.subsite_id'])
    .executeTakeFirst();

export const hasLinkOf = async (db: Kysely<Db>, memberId: number, at: Date): Promise<boolean> =>
  (await db
    .selectFrom('password_reset')
    .where('member_id', '=', memberId)
    .where('created_at', '=', at)
    .select('id')
    .executeTakeFirst()) !== undefined;

export async function insertLink(
  db: Kysely<Db>,
  link: { accountId: number; memberId: number; tokenHash: Buffer; at: Date; until: Date },
): Promise<void> {
  await db
    .insertInto('password_reset')
    .values({
      account_id: link.accountId,
      member_id: link.memberId,
      token_hash: link.tokenHash,
      created_at: link.at,
      expires_at: link.until,
    })
    .execute();
}

/** The member that a live link belongs to. */
export async function linkBy(
  db: Kysely<Db>,
  tokenHash: Buffer,
  now: Date,
): Promise<{ email: string; full_name: string; account_name: string } | undefined> {
  const { rows } = await sql<{ email: string; full_name: string; account_name: string }>`
    SELECT f.email, w.full_name, w.account_name
    FROM find_password_reset(${tokenHash}, ${now}) f CROSS JOIN words_of_reset(${tokenHash}, ${now}) w`.execute(db);
  return rows[0];
}

export interface ResetMember {
  readonly member_id: number;
  readonly account_id: number;
  readonly email: string;
  readonly full_name: string;
  readonly language: Language;
  readonly subsite_id: number;
}

/** Uses the link up; undefined when another call was faster. Sessions and trusted browsers of the member end with it. */
export async function useLink(db: Kysely<Db>, tokenHash: Buffer, newHash: string, now: Date): Promise<ResetMember | undefined> {
  const { rows } = await sql<ResetMember>`
    SELECT member_id, account_id, email, full_name, language, subsite_id FROM reset_password(${tokenHash}, ${newHash}, ${now})`.execute(
    db,
  );
  return rows[0];
}
