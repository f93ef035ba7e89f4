import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { PersonalTable } from '../../../core/face.ts';
import type { AccountId } from '../../../platform/ctx.ts';
import { int8Array } from '../../../platform/database/binary-array.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import type { Named } from './rules.ts';

/** Who a member is, without what opens anything. Undefined for another account's and for one who was removed. */
export const personOf = (db: Kysely<Db>, accountId: AccountId, memberId: number) =>
  db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .where('member.account_id', '=', accountId)
    .where('member.id', '=', memberId)
    .where('member.removed_at', 'is', null)
    .select([
      'account.name as account',
      'member.id',
      'member.full_name',
      'member.first_name',
      'member.last_name',
      'member.email',
      'member.phone',
      'member.registration_id',
      'member.street',
      'member.postal_code',
      'member.city',
      'member.department',
      'member.default_purpose',
      'member.language',
      'member.is_admin',
      'member.rights',
      'member.real_time_map',
      'member.two_factor',
      'member.created_at',
      'member.invited_at',
      'member.password_changed_at',
      'member.alerts_stopped_at',
      'member.push_stopped_at',
      'member.notice_acknowledged_at',
      'member.disabled_at',
    ])
    .executeTakeFirst();

export interface NamingTable {
  readonly name: string;
  /** Columns that name a member, or (of a list) several. */
  readonly columns: readonly string[];
}

/**
 * Every table of accounts that names members, also those made after this was written; `but`: not these. Answers that are held for a day, so
 * that nothing is carried out twice, are copies of what stands elsewhere.
 */
export async function personalTables(db: Kysely<Db>, but: readonly string[]): Promise<NamingTable[]> {
  const { rows } = await sql<NamingTable>`
    SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> ALL (${[...but, 'idempotency']})
      AND (a.attname = 'member_id' OR a.attname LIKE '%\_member\_id' OR a.attname LIKE '%\_by' AND a.atttypid = 'bigint'::regtype
        OR a.attname = 'recipient_ids') AND has_table_privilege(c.oid, 'SELECT')
      AND EXISTS (SELECT FROM pg_attribute b WHERE b.attrelid = c.oid AND b.attname = 'account_id' AND NOT b.attisdropped)
    GROUP BY c.relname ORDER BY c.relname`.execute(db);
  return rows;
}

/** A table's rows that name the member, or are about them, as objects. */
export async function rowsNaming(
  db: Kysely<Db>,
  accountId: AccountId,
  { name, columns }: NamingTable,
  memberId: number,
  { isAbout, isTold = sql`true` }: Pick<PersonalTable, 'isAbout'> & { readonly isTold?: RawBuilder<unknown> | undefined },
): Promise<Record<string, unknown>[]> {
  const isNamed = (column: string) =>
    column.endsWith('_ids') ? sql`${memberId} = ANY (x.${sql.ref(column)})` : sql`x.${sql.ref(column)} = ${memberId}`;
  const names = sql.join([...columns.map(isNamed), ...(isAbout ? [isAbout(memberId)] : [])], sql` OR `);
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    SELECT to_jsonb(x) AS row FROM ${sql.table(name)} x WHERE x.account_id = ${accountId} AND (${names}) AND ${isTold}`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

/** What units and members are called, also those who were removed. */
export async function namesOf(
  db: Kysely<Db>,
  accountId: AccountId,
  { unitIds, memberIds }: { readonly unitIds: readonly number[]; readonly memberIds: readonly number[] },
): Promise<Named> {
  const units = await sql<{ id: number; name: string }>`
    SELECT id, name FROM unit WHERE account_id = ${accountId} AND id = ANY (${int8Array([...new Set(unitIds)])}::bigint[])`.execute(
    db,
  );
  const members = await sql<{ id: number; name: string }>`
    SELECT id, full_name AS name FROM member
    WHERE account_id = ${accountId} AND id = ANY (${int8Array([...new Set(memberIds)])}::bigint[])`.execute(db);
  const byId = (rows: readonly { id: number; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]));
  return { units: byId(units.rows), members: byId(members.rows) };
}
