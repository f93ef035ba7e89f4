import type { MemberRight } from '@spora/contract/users/endpoints';
import type { Kysely } from 'kysely';
import type { MemberActor } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';

/** DEC-69: whether the member was given a right. Administrators may without any; that is asked apart. */
export async function hasRight(
  { db, actor }: { readonly db: Kysely<Db>; readonly actor: MemberActor },
  right: MemberRight,
): Promise<boolean> {
  const row = await db
    .selectFrom('member')
    .where('account_id', '=', actor.accountId)
    .where('id', '=', actor.memberId)
    .select('rights')
    .executeTakeFirst();
  return row?.rights.includes(right) ?? false;
}
