import { LOG_MAX_MONTHS } from '@spora/contract/limits';
import type { TollCorrectionKind } from '@spora/contract/tolls/endpoints';
import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { waitForTurn } from '../../platform/database/turns.ts';

export interface NewCorrection {
  readonly accountId: AccountId;
  readonly unitId: number;
  readonly stationId: string;
  readonly at: Date;
  readonly kind: TollCorrectionKind;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly reason: string;
  readonly memberId: number;
  readonly madeAt: Date;
}

export async function insertCorrection(db: Kysely<Db>, row: NewCorrection): Promise<number> {
  const [id = 0] = await insertCorrections(db, [row]);
  return id;
}

/** Their numbers, in their order. */
export async function insertCorrections(db: Kysely<Db>, rows: readonly NewCorrection[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const made = await db
    .insertInto('toll_correction')
    .values(
      rows.map((row) => ({
        account_id: row.accountId,
        unit_id: row.unitId,
        station_id: row.stationId,
        at: row.at,
        kind: row.kind,
        amount: row.amount,
        currency: row.currency,
        reason: row.reason,
        made_by: row.memberId,
        made_at: row.madeAt,
      })),
    )
    .returning('id')
    .execute();
  return made.map(({ id }) => id);
}

/** One review of an account at a time, until the transaction ends: the same one sent twice finds what the first said. */
export const holdReviews = (db: Kysely<Db>, accountId: AccountId): Promise<void> => waitForTurn(db, 'toll-review', accountId);

/** Those of these corrections that stand, held until the transaction ends. */
export async function holdCorrections(
  db: Kysely<Db>,
  accountId: AccountId,
  ids: readonly number[],
): Promise<{ readonly id: number; readonly unit_id: number; readonly at: Date }[]> {
  return db
    .selectFrom('toll_correction')
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .where('undone_at', 'is', null)
    .select(['id', 'unit_id', 'at'])
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** A correction that stands, held until the transaction ends. */
export async function holdCorrection(
  db: Kysely<Db>,
  accountId: AccountId,
  id: number,
): Promise<{ readonly unit_id: number; readonly at: Date } | undefined> {
  return db
    .selectFrom('toll_correction')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .select(['unit_id', 'at'])
    .forUpdate()
    .executeTakeFirst();
}

export async function undoCorrections(
  db: Kysely<Db>,
  accountId: AccountId,
  ids: readonly number[],
  { memberId, at }: { readonly memberId: number; readonly at: Date },
): Promise<void> {
  await db
    .updateTable('toll_correction')
    .set({ undone_by: memberId, undone_at: at })
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .where('undone_at', 'is', null)
    .execute();
}

/** A year is settled in the months after it. */
const SETTLING_MONTHS = 3;

/**
 * CONST-060, SEC-015: where a unit passed goes with its positions; that it passed a station stays for the year that the reports reach back and
 * the three months in which that is settled, and at least three months longer than positions. What somebody asked to be erased goes with
 * what was said of it.
 */
export async function forgetPassages(db: Kysely<Db>, now: Date): Promise<void> {
  for (const table of ['toll_passage', 'toll_correction'] as const)
    await sql`DELETE FROM ${sql.table(table)} p USING trip t WHERE t.unit_id = p.unit_id AND t.positions_erased AND t.erasure_asked_at IS NOT NULL
      AND p.at BETWEEN t.started_at AND t.ended_at`.execute(db);
  await sql`UPDATE toll_passage p SET lat_e7 = NULL, lon_e7 = NULL FROM account a
    WHERE a.id = p.account_id AND p.lat_e7 IS NOT NULL AND (p.at < ${now}::timestamptz - make_interval(months => a.position_months)
      OR EXISTS (SELECT FROM trip t WHERE t.unit_id = p.unit_id AND t.positions_erased AND p.at BETWEEN t.started_at AND t.ended_at))`.execute(
    db,
  );
  for (const table of ['toll_passage', 'toll_correction'] as const)
    await sql`DELETE FROM ${sql.table(table)} p USING account a WHERE a.id = p.account_id
      AND p.at < ${now}::timestamptz - make_interval(months => greatest(a.position_months, ${LOG_MAX_MONTHS}::integer) + ${SETTLING_MONTHS}::integer)`.execute(
      db,
    );
}
