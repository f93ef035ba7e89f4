import type { Kysely } from 'kysely';
import type { PreferenceName } from '@spora/contract/users/endpoints';
import type { AccountId, MemberActor } from '../../platform/ctx.ts';
import type { Db, Json } from '../../platform/database/db.generated.ts';

/** What a member is, with the brand of the account, which their mail bears; undefined for another account's. */
export const memberById = (db: Kysely<Db>, accountId: AccountId, memberId: number) =>
  db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .where('member.account_id', '=', accountId)
    .where('member.id', '=', memberId)
    .select([
      'member.id',
      'member.full_name',
      'member.first_name',
      'member.last_name',
      'member.phone',
      'member.email',
      'member.language',
      'member.is_admin',
      'member.two_factor',
      'member.disabled_at',
      'member.alerts_stopped_at',
      'member.push_stopped_at',
      'member.sign_on_closed_at',
      'member.default_purpose',
      'account.subsite_id',
      'account.country',
    ])
    .executeTakeFirst();
export type MemberRow = NonNullable<Awaited<ReturnType<typeof memberById>>>;

export interface MemberChange {
  readonly full_name?: string | undefined;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly phone?: string | undefined;
  readonly language?: string | undefined;
  readonly alerts_stopped_at?: Date | null | undefined;
  readonly push_stopped_at?: Date | null | undefined;
  readonly default_purpose?: string | undefined;
  readonly default_purpose_by?: number | undefined;
  readonly default_purpose_since?: Date | undefined;
}

/** Changes the columns that are given. */
export async function updateMember(db: Kysely<Db>, actor: MemberActor, change: MemberChange): Promise<void> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length === 0) return;
  await db.updateTable('member').set(given).where('account_id', '=', actor.accountId).where('id', '=', actor.memberId).execute();
}

/** False when nothing waited. */
export async function openAfterSignOn(db: Kysely<Db>, accountId: AccountId, memberId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('member')
    .set({ sign_on_closed_at: null })
    .where('account_id', '=', accountId)
    .where('id', '=', memberId)
    .where('sign_on_closed_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether that changed anything: false when it was so already. */
export async function updateTwoFactor(
  db: Kysely<Db>,
  accountId: AccountId,
  memberId: number,
  isEnabled: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('member')
    .set({ two_factor: isEnabled })
    .where('account_id', '=', accountId)
    .where('id', '=', memberId)
    .where('two_factor', '=', !isEnabled)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const PREFIX = 'preference.';

export async function preferencesOf(db: Kysely<Db>, actor: MemberActor): Promise<[name: string, value: Json][]> {
  const rows = await db
    .selectFrom('member_setting')
    .where('account_id', '=', actor.accountId)
    .where('member_id', '=', actor.memberId)
    .where('key', 'like', `${PREFIX}%`)
    .select(['key', 'value'])
    .execute();
  return rows.map(({ key, value }) => [key.slice(PREFIX.length), value]);
}

/** Replaces one setting; null forgets it. */
export async function savePreference(
  db: Kysely<Db>,
  actor: MemberActor,
  name: PreferenceName,
  value: unknown,
  now: Date,
): Promise<void> {
  const key = PREFIX + name;
  if (value === null) {
    await db
      .deleteFrom('member_setting')
      .where('account_id', '=', actor.accountId)
      .where('member_id', '=', actor.memberId)
      .where('key', '=', key)
      .execute();
    return;
  }
  const text = JSON.stringify(value);
  await db
    .insertInto('member_setting')
    .values({ account_id: actor.accountId, member_id: actor.memberId, key, value: text, updated_at: now })
    .onConflict((conflict) => conflict.columns(['member_id', 'key']).doUpdateSet({ value: text, updated_at: now }))
    .execute();
}
