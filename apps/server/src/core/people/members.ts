import type { Kysely } from 'kysely';
import type { AccountId, MemberCtx } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { byName } from '../../platform/database/name-order.ts';

export const matrixUsers = (db: Kysely<Db>, accountId: AccountId) =>
  db
    .selectFrom('member')
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .select(['id', 'full_name', 'is_admin', 'department'])
    .orderBy(byName('full_name'))
    .orderBy('id')
    .execute();

/** The names of the account's members by their id. */
export async function memberNames({ db, actor }: MemberCtx): Promise<ReadonlyMap<number, string>> {
  return new Map((await matrixUsers(db, actor.accountId)).map(({ id, full_name }) => [id, full_name]));
}

/** Those of the ids that are members of the account, removed ones left out. */
export const findMembers = async (
  { db, actor }: MemberCtx,
  ids: readonly number[],
): Promise<{ id: number; full_name: string }[]> =>
  (await matrixUsers(db, actor.accountId)).filter((member) => ids.includes(member.id));

export interface Recipient {
  readonly id: number;
  readonly full_name: string;
  readonly email: string;
  readonly language: string;
}

/** Members who can be written to. */
export const recipients = (db: Kysely<Db>, accountId: AccountId, ids: readonly number[]): Promise<Recipient[]> =>
  db
    .selectFrom('member')
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where('id', 'in', [0, ...ids])
    .select(['id', 'full_name', 'email', 'language'])
    .execute();

export const accountOf = (db: Kysely<Db>, accountId: AccountId) =>
  db.selectFrom('account').where('id', '=', accountId).select(['name', 'subsite_id']).executeTakeFirstOrThrow();
