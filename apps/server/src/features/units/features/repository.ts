import type { Kysely } from 'kysely';
import type { UnitFeature } from '@spora/contract/units/features';
import type { AccountId } from '../../../platform/ctx.ts';
import { violates } from '../../../platform/database/database.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { InputError } from '../../../platform/http/envelope.ts';
import { byName } from '../../../platform/database/name-order.ts';

export interface ProfileRow {
  readonly id: number;
  readonly name: string;
  readonly features: string[];
}
interface ProfileFields {
  readonly name: string;
  readonly features: readonly UnitFeature[];
}

export async function defaultFeatures(db: Kysely<Db>, accountId: AccountId): Promise<string[]> {
  const row = await db.selectFrom('account').where('id', '=', accountId).select('default_features').executeTakeFirstOrThrow();
  return row.default_features;
}

export async function saveDefaultFeatures(db: Kysely<Db>, accountId: AccountId, features: readonly UnitFeature[]): Promise<void> {
  await db
    .updateTable('account')
    .set({ default_features: [...features] })
    .where('id', '=', accountId)
    .execute();
}

const profiles = (db: Kysely<Db>, accountId: AccountId) =>
  db.selectFrom('feature_profile').where('account_id', '=', accountId).select(['id', 'name', 'features']);

export const listProfiles = (db: Kysely<Db>, accountId: AccountId): Promise<ProfileRow[]> =>
  profiles(db, accountId).orderBy(byName('name')).execute();

export const profileById = (db: Kysely<Db>, accountId: AccountId, id: number): Promise<ProfileRow | undefined> =>
  profiles(db, accountId).where('id', '=', id).executeTakeFirst();

/** The profile, until the end of the transaction nobody else's to change. */
export const lockProfile = (db: Kysely<Db>, accountId: AccountId, id: number): Promise<ProfileRow | undefined> =>
  profiles(db, accountId).where('id', '=', id).forUpdate().executeTakeFirst();

/** The unique index alone judges the name, so of two who save one at once one is told. */
async function telling<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (violates(error, 'feature_profile_name_unique')) throw new InputError({ name: ['NameExists'] });
    throw error;
  }
}

export const insertProfile = (db: Kysely<Db>, accountId: AccountId, { name, features }: ProfileFields): Promise<ProfileRow> =>
  telling(
    db
      .insertInto('feature_profile')
      .values({ account_id: accountId, name, features: [...features] })
      .returning(['id', 'name', 'features'])
      .executeTakeFirstOrThrow(),
  );

export const updateProfile = (
  db: Kysely<Db>,
  accountId: AccountId,
  id: number,
  { name, features }: ProfileFields,
): Promise<ProfileRow | undefined> =>
  telling(
    db
      .updateTable('feature_profile')
      .set({ name, features: [...features] })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returning(['id', 'name', 'features'])
      .executeTakeFirst(),
  );

export const deleteProfile = (db: Kysely<Db>, accountId: AccountId, id: number): Promise<{ name: string } | undefined> =>
  db.deleteFrom('feature_profile').where('account_id', '=', accountId).where('id', '=', id).returning('name').executeTakeFirst();
