import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Db } from '../platform/database/db.generated.ts';
import { hashPassword } from '../platform/secrets/password.ts';
import { emailOf } from './drivers.ts';
import type { DemoAccount } from './roster.ts';

/**
 * Makes the drivers of an account and says what each usually drives, as the owner and before the first trip: the interface dates
 * a usual driver from now on. Nobody knows their password; whoever wants to be one of them asks for a new one.
 */
export async function insertDrivers(
  owner: Kysely<Db>,
  accountId: number,
  { members, drivers = {} }: DemoAccount,
  from: Date,
): Promise<void> {
  const names = [...new Set(Object.values(drivers))];
  if (names.length === 0) return;
  const known = new Set(members.map(({ fullName }) => fullName));
  const passwordHash = await hashPassword(randomBytes(24).toString('base64url'));
  const made = names
    .filter((name) => !known.has(name))
    .map((name) => ({
      account_id: accountId,
      email: emailOf(name),
      full_name: name,
      is_admin: false,
      password_hash: passwordHash,
      language: 'sv',
      created_at: from,
    }));
  if (made.length > 0) await owner.insertInto('member').values(made).execute();
  const people = await owner
    .selectFrom('member')
    .where('account_id', '=', accountId)
    .select(['id', 'full_name', 'is_admin'])
    .execute();
  const units = await owner.selectFrom('unit').where('account_id', '=', accountId).select(['id', 'name']).execute();
  const pairs = units.flatMap((unit) =>
    people.filter((one) => one.full_name === drivers[unit.name]).map((one) => ({ unit, one })),
  );
  await owner
    .insertInto('unit_setting')
    .values(
      pairs.map(({ unit, one }) => ({
        account_id: accountId,
        unit_id: unit.id,
        valid_from: from,
        settings: JSON.stringify({ driverMemberId: one.id }),
      })),
    )
    .execute();
  const given = pairs.filter(({ one }) => !one.is_admin);
  if (given.length === 0) return;
  await owner
    .insertInto('unit_access')
    .values(given.map(({ unit, one }) => ({ account_id: accountId, member_id: one.id, unit_id: unit.id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
