import { type Kysely, sql } from 'kysely';
import type { TokenRights } from '@spora/contract/integrations/choices';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { waitForTurn } from '../../../platform/database/turns.ts';

export interface NewToken {
  readonly accountId: AccountId;
  readonly memberId: number;
  readonly name: string;
  readonly rights: TokenRights;
  readonly hash: Buffer;
  readonly hint: string;
  readonly at: Date;
  readonly until: Date;
}

export async function insertToken(db: Kysely<Db>, token: NewToken): Promise<number> {
  const row = await db
    .insertInto('api_token')
    .values({
      account_id: token.accountId,
      member_id: token.memberId,
      name: token.name,
      rights: token.rights,
      token_hash: token.hash,
      hint: token.hint,
      created_at: token.at,
      expires_at: token.until,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Newest first. Those that are over stay, since the log names them. */
export const tokensOf = (db: Kysely<Db>, accountId: AccountId) =>
  db
    .selectFrom('api_token')
    .innerJoin('member', 'member.id', 'api_token.member_id')
    .where('api_token.account_id', '=', accountId)
    .select([
      'api_token.id',
      'api_token.name',
      'api_token.rights',
      'api_token.hint',
      'api_token.created_at',
      'api_token.expires_at',
      'api_token.last_used_at',
      'api_token.revoked_at',
      'member.full_name',
      sql<boolean>`member.is_admin AND member.disabled_at IS NULL AND member.removed_at IS NULL`.as('may_act'),
    ])
    .orderBy('api_token.id', 'desc')
    .execute();

/** Waits for whoever makes one at the same time. */
export async function countLive(db: Kysely<Db>, accountId: AccountId, now: Date): Promise<number> {
  await waitForTurn(db, 'api-token', accountId);
  const { n } = await db
    .selectFrom('api_token')
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .select((of) => of.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Answers the token's name; undefined when there is none that is still to be revoked. */
export async function revokeToken(db: Kysely<Db>, accountId: AccountId, id: number, at: Date): Promise<string | undefined> {
  const row = await db
    .updateTable('api_token')
    .set({ revoked_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

export async function accountName(db: Kysely<Db>, accountId: AccountId): Promise<string> {
  return (await db.selectFrom('account').where('id', '=', accountId).select('name').executeTakeFirstOrThrow()).name;
}
