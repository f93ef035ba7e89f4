import { type Kysely, sql } from 'kysely';
import type { Language } from '@spora/messages/translate';
import type { AccountId, MemberActor } from '../../../../platform/ctx.ts';
import type { Db } from '../../../../platform/db.generated.ts';

/**
 * The member whose calendar an address is, or null. A gate of its own beside the sessions': what it makes is for reading the one
 * calendar and goes nowhere else.
 */
export async function readerOfCalendar(
  db: Kysely<Db>,
  tokenHash: Buffer,
): Promise<{ actor: MemberActor; language: Language } | null> {
  const { rows } = await sql<{
    member_id: number;
    account_id: number;
    is_admin: boolean;
    real_time_map: boolean;
    time_zone: string;
    language: Language;
  }>`SELECT member_id, account_id, is_admin, real_time_map, time_zone, language FROM member_of_calendar(${tokenHash})`.execute(
    db,
  );
  const row = rows[0];
  if (!row) return null;
  const actor = {
    kind: 'member',
    accountId: row.account_id as AccountId,
    memberId: row.member_id,
    sessionId: 0,
    isAdmin: row.is_admin,
    mayUseMap: row.real_time_map,
    timeZone: row.time_zone,
  } as const;
  return { actor, language: row.language };
}
