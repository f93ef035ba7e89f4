import { type Kysely, sql } from 'kysely';
import type { FactorRequirement } from '@spora/contract/second-factor/endpoints';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';

interface Requirement {
  readonly required_of: FactorRequirement;
  readonly is_mail_enough: boolean;
}
const requirementIn = (db: Kysely<Db>, accountId: AccountId) =>
  db.selectFrom('account').where('id', '=', accountId).select(['second_factor_required', 'mail_code_is_enough']);
const asRequirement = (row: { second_factor_required: string; mail_code_is_enough: boolean }): Requirement => ({
  required_of: row.second_factor_required as FactorRequirement,
  is_mail_enough: row.mail_code_is_enough,
});

export const requirementOf = async (db: Kysely<Db>, accountId: AccountId): Promise<Requirement> =>
  asRequirement(await requirementIn(db, accountId).executeTakeFirstOrThrow());

/** The same, held until the transaction ends: of two that set it one waits. */
export const holdRequirement = async (db: Kysely<Db>, accountId: AccountId): Promise<Requirement> =>
  asRequirement(await requirementIn(db, accountId).forUpdate().executeTakeFirstOrThrow());

export async function updateRequirement(
  db: Kysely<Db>,
  accountId: AccountId,
  { required_of, is_mail_enough }: Requirement,
): Promise<void> {
  await db
    .updateTable('account')
    .set({ second_factor_required: required_of, mail_code_is_enough: is_mail_enough })
    .where('id', '=', accountId)
    .execute();
}

/** Members who sign in and have no factor that would be accepted. */
export async function countWithout(db: Kysely<Db>, accountId: AccountId, isMailEnough: boolean): Promise<number> {
  let query = db
    .selectFrom('member')
    .where('member.account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM authenticator_app x WHERE x.account_id = ${accountId} AND x.member_id = member.id AND x.proven_at IS NOT NULL)`,
    )
    .where(sql<boolean>`NOT EXISTS (SELECT FROM passkey p WHERE p.account_id = ${accountId} AND p.member_id = member.id)`);
  if (isMailEnough) query = query.where('two_factor', '=', false);
  const { n } = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  return Number(n);
}

/** Undefined for another account's member and for one who was removed. */
export const memberById = (db: Kysely<Db>, accountId: AccountId, memberId: number) =>
  db
    .selectFrom('member')
    .where('account_id', '=', accountId)
    .where('id', '=', memberId)
    .where('removed_at', 'is', null)
    .select(['id', 'full_name'])
    .executeTakeFirst();
