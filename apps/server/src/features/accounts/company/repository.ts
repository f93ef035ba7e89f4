import type { Kysely } from 'kysely';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

const FIELDS = [
  'name',
  'registration_id',
  'contact_person',
  'street',
  'postal_code',
  'city',
  'phone',
  'invoice_email',
  'currency',
  'members_may_create_groups',
  'check_in_without_access',
] as const;
export type CompanyChange = Partial<
  Record<Exclude<(typeof FIELDS)[number], 'members_may_create_groups' | 'check_in_without_access'>, string>
> & {
  members_may_create_groups?: boolean;
  check_in_without_access?: boolean;
};

export const readCompany = (db: Kysely<Db>, accountId: AccountId) =>
  db
    .selectFrom('account')
    .where('id', '=', accountId)
    .select([...FIELDS, 'kind', 'country', 'time_zone'])
    .executeTakeFirstOrThrow();

export async function updateCompany(db: Kysely<Db>, accountId: AccountId, change: CompanyChange): Promise<void> {
  await db.updateTable('account').set(change).where('id', '=', accountId).execute();
}
