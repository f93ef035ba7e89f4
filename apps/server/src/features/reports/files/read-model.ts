import type { Kysely } from 'kysely';
import type { MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

/** Whose report it is and who makes it. */
export const makerOf = ({ db, actor }: { readonly db: Kysely<Db>; readonly actor: MemberActor }) =>
  db
    .selectFrom('account')
    .innerJoin('member', 'member.account_id', 'account.id')
    .where('account.id', '=', actor.accountId)
    .where('member.id', '=', actor.memberId)
    .select(['account.name as account', 'member.full_name'])
    .executeTakeFirstOrThrow();
