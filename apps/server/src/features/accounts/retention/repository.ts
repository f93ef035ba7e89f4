import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

export interface Retention {
  readonly position_months: number;
  readonly private_position_months: number;
}

export const retentionOf = (db: Kysely<Db>, accountId: AccountId): Promise<Retention> =>
  db
    .selectFrom('account')
    .where('id', '=', accountId)
    .select(['position_months', 'private_position_months'])
    .executeTakeFirstOrThrow();

export async function updateRetention(db: Kysely<Db>, accountId: AccountId, retention: Retention): Promise<void> {
  await db.updateTable('account').set(retention).where('id', '=', accountId).execute();
}

export interface Outlook {
  readonly positions_before: Date;
  readonly private_positions_before: Date;
  readonly records: number;
  readonly routes: number;
  readonly private_trips: number;
}

/** What the job of that night takes, counted as it counts: whole UTC days, months as PostgreSQL has them. */
export async function outlookOf(db: Kysely<Db>, accountId: AccountId, retention: Retention, at: Date): Promise<Outlook> {
  const before = (months: number) => sql`date_trunc('day', ${at}::timestamptz - make_interval(months => ${months}), 'UTC')`;
  const { rows } = await sql<Outlook>`
    SELECT b.positions_before, b.private_positions_before, count_records_before(b.positions_before)::float8 AS records,
      (SELECT count(*)::int FROM trip t WHERE t.account_id = ${accountId} AND NOT t.is_ongoing AND t.route IS NOT NULL
        AND t.ended_at < CASE t.type WHEN 'private' THEN b.private_positions_before ELSE b.positions_before END) AS routes,
      (SELECT count(*)::int FROM trip t WHERE t.account_id = ${accountId} AND NOT t.is_ongoing AND t.type = 'private'
        AND NOT t.positions_erased AND t.ended_at < b.private_positions_before AND t.ended_at >= b.positions_before) AS private_trips
    FROM (SELECT ${before(retention.position_months)} AS positions_before,
      ${before(retention.private_position_months)} AS private_positions_before) b`.execute(db);
  return rows[0] as Outlook;
}
