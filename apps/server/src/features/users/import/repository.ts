import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

/** Units by their registration number and by their tracker's IMEI, without spaces and hyphens, upper case. */
export async function unitIdsByName(db: Kysely<Db>, accountId: AccountId): Promise<ReadonlyMap<string, number>> {
  const trackers = sql<{ unit_id: number; imei: string }>`account_trackers()`;
  const rows = await db
    .selectFrom('unit')
    .leftJoin(trackers.as('fitted'), 'fitted.unit_id', 'unit.id')
    .where('unit.account_id', '=', accountId)
    .where('unit.retired_at', 'is', null)
    .select(['unit.id', 'unit.registration_number', 'fitted.imei'])
    .execute();
  const byName = new Map<string, number>();
  for (const { id, registration_number, imei } of rows) {
    if (registration_number) byName.set(registration_number.replace(/[\s-]/g, '').toUpperCase(), id);
    if (imei) byName.set(imei, id);
  }
  return byName;
}

/** Those of the addresses that members of the account sign in with, in small letters. */
export async function emailsOfColleagues(
  db: Kysely<Db>,
  accountId: AccountId,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set();
  const email = sql<string>`lower(member.email)`;
  const rows = await db
    .selectFrom('member')
    .select(email.as('email'))
    .where('account_id', '=', accountId)
    .where(email, 'in', [...new Set(emails)])
    .execute();
  return new Set(rows.map((row) => row.email));
}

/** Those of the addresses that somebody, of whatever account, signs in with. */
export async function emailsTaken(db: Kysely<Db>, emails: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`SELECT email FROM emails_taken(${[...new Set(emails)]}::text[])`.execute(db);
  return new Set(rows.map(({ email }) => email));
}
