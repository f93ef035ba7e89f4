import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AccountId, MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

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
      'member.email',
      'member.phone',
      'member.registration_id',
      'member.street',
      'member.postal_code',
      'member.city',
      'member.department',
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

export interface DrivenTrip {
  readonly id: number;
  readonly unit: string;
  readonly registration_number: string | null;
  /** Midnight of the day it started, in the account's zone. */
  readonly day_at: Date;
  readonly started_at: Date;
  readonly ended_at: Date;
  readonly type: string;
  readonly start_address: string | null;
  readonly stop_address: string | null;
  readonly start_odometer_m: number | null;
  readonly stop_odometer_m: number | null;
  readonly distance_m: number;
  readonly max_speed_kmh: number | null;
  readonly hides_speed: boolean;
  readonly purpose: string;
  readonly note: string;
  readonly route: Buffer | null;
}

/** The trips that a member drove, oldest first; `unitIds`: of these units only, null for all. */
export async function tripsDrivenBy(
  db: Kysely<Db>,
  { accountId, timeZone }: Pick<MemberActor, 'accountId' | 'timeZone'>,
  memberId: number,
  unitIds: readonly number[] | null,
): Promise<DrivenTrip[]> {
  const { rows } = await sql<DrivenTrip>`
    SELECT t.id, u.name AS unit, u.registration_number, u.hides_speed, t.started_at, t.ended_at, t.type,
      (t.started_at AT TIME ZONE ${timeZone})::date::timestamp AT TIME ZONE ${timeZone} AS day_at, t.start_address, t.stop_address,
      t.start_odometer_m, t.stop_odometer_m, t.distance_m, t.max_speed_kmh, t.purpose, t.note, t.route
    FROM trip t JOIN unit u ON u.id = t.unit_id
    WHERE t.account_id = ${accountId} AND t.driver_member_id = ${memberId}
      ${unitIds ? sql`AND t.unit_id = ANY (${unitIds}::bigint[])` : sql``} ORDER BY t.started_at, t.id`.execute(db);
  return rows;
}

/** Told in files of their own, or only with what belongs to somebody else taken out. */
const TOLD_OTHERWISE = ['member', 'trip', 'refuelling'];

export interface PersonalTable {
  readonly name: string;
  /** Columns that name a member, or (of a list) several. */
  readonly columns: readonly string[];
}

/** That a row is about who drove with a tag stands in no column of it. */
const NAMED_OTHERWISE: Readonly<Record<string, (memberId: number) => RawBuilder<unknown>>> = {
  driver_event: (memberId) => sql`driver_of(x) = ${memberId}`,
};

/** Every table of accounts that names members, also those made after this was written. */
export async function personalTables(db: Kysely<Db>): Promise<PersonalTable[]> {
  const { rows } = await sql<PersonalTable>`
    SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> ALL (${TOLD_OTHERWISE})
      AND (a.attname = 'member_id' OR a.attname LIKE '%\_member\_id' OR a.attname LIKE '%\_by' AND a.atttypid = 'bigint'::regtype
        OR a.attname = 'recipient_ids') AND has_table_privilege(c.oid, 'SELECT')
      AND EXISTS (SELECT FROM pg_attribute b WHERE b.attrelid = c.oid AND b.attname = 'account_id' AND NOT b.attisdropped)
    GROUP BY c.relname ORDER BY c.relname`.execute(db);
  return rows;
}

/** A table's rows that name the member, as objects. */
export async function rowsNaming(
  db: Kysely<Db>,
  accountId: AccountId,
  { name, columns }: PersonalTable,
  memberId: number,
): Promise<Record<string, unknown>[]> {
  const isNamed = (column: string) =>
    column.endsWith('_ids') ? sql`${memberId} = ANY (x.${sql.ref(column)})` : sql`x.${sql.ref(column)} = ${memberId}`;
  const otherwise = NAMED_OTHERWISE[name];
  const names = sql.join([...columns.map(isNamed), ...(otherwise ? [otherwise(memberId)] : [])], sql` OR `);
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    SELECT to_jsonb(x) AS row FROM ${sql.table(name)} x WHERE x.account_id = ${accountId} AND (${names})`.execute(db);
  return rows.map(({ row }) => row);
}
