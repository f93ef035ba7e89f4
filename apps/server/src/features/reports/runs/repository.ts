import { type Kysely, sql } from 'kysely';
import type { ReportFormat, RunState } from '@spora/contract/reports/files';
import type { ReportId } from '@spora/contract/reports/tables';
import type { Language } from '@spora/messages/languages';
import type { ReportAsked } from '../../../core/reports.ts';
import type { AccountId, MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { waitForTurn } from '../../../platform/database/turns.ts';

export interface NewRun {
  readonly report: ReportId;
  readonly format: ReportFormat;
  readonly language: Language;
  readonly asked: ReportAsked;
}

export interface RunRow {
  readonly id: number;
  readonly report: ReportId;
  readonly format: ReportFormat;
  readonly from: string;
  readonly to: string;
  readonly state: RunState;
  readonly progress: number;
  readonly rows: number | null;
  readonly bytes: number | null;
  readonly error: string | null;
  readonly asked_at: Date;
  readonly ended_at: Date | null;
  readonly kept_until: Date | null;
}

/** One's own, the newest first. */
export async function runsOf(db: Kysely<Db>, { accountId, memberId }: MemberActor): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    SELECT id, report, format, asked->>'from' AS "from", asked->>'to' AS "to", state, progress, rows, octet_length(file) AS bytes, error,
      asked_at, ended_at, kept_until
    FROM report_run WHERE account_id = ${accountId} AND member_id = ${memberId} ORDER BY id DESC`.execute(db);
  return rows;
}

/** Waits for whoever orders one at the same time. */
export async function countOf(db: Kysely<Db>, accountId: AccountId, memberId: number): Promise<number> {
  await waitForTurn(db, 'report-run', memberId);
  const { n } = await db
    .selectFrom('report_run')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function insertRun(db: Kysely<Db>, { accountId, memberId }: MemberActor, run: NewRun, at: Date): Promise<number> {
  const row = { ...run, asked: JSON.stringify(run.asked), account_id: accountId, member_id: memberId, asked_at: at };
  const { id } = await db
    .insertInto('report_run')
    .values({ ...row, state: 'queued', progress: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const fileOfRun = (db: Kysely<Db>, { accountId, memberId }: MemberActor, id: number) =>
  db
    .selectFrom('report_run')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .where('state', '=', 'done')
    .select(['format', 'file_name', 'file'])
    .executeTakeFirst();

/** False where there is none of the member. */
export async function deleteRun(db: Kysely<Db>, { accountId, memberId }: MemberActor, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('report_run')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export interface TakenRun extends NewRun {
  readonly id: number;
  readonly account_id: AccountId;
  readonly member_id: number;
  readonly time_zone: string;
  readonly is_admin: boolean;
  readonly is_closed: boolean;
}

/** Begins one that has not ended, with its owner's rights as they are now; undefined when it was cancelled, or its owner is gone. */
export async function takeRun(db: Kysely<Db>, id: number): Promise<TakenRun | undefined> {
  const { rows } = await sql<TakenRun>`
    UPDATE report_run r SET state = 'reading', progress = 10
    FROM account a, member m
    WHERE r.id = ${id} AND r.state NOT IN ('done', 'failed') AND a.id = r.account_id AND m.id = r.member_id
      AND a.closed_at IS NULL AND m.disabled_at IS NULL AND m.removed_at IS NULL
    RETURNING r.id, r.account_id, r.member_id, r.report, r.format, r.language, r.asked, a.time_zone, m.is_admin,
      is_private_closed(m.id) AS is_closed`.execute(db);
  return rows[0];
}

/** False when it was cancelled meanwhile. */
export async function noteWriting(db: Kysely<Db>, id: number, rowCount: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('report_run')
    .set({ state: 'writing', progress: 60, rows: rowCount })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function endRun(
  db: Kysely<Db>,
  id: number,
  end: { readonly at: Date; readonly keptUntil: Date } & (
    { readonly name: string; readonly data: Buffer } | { readonly error: string }
  ),
): Promise<void> {
  const { at, keptUntil } = end;
  const outcome =
    'error' in end
      ? { state: 'failed', error: end.error }
      : { state: 'done', progress: 100, file_name: end.name, file: end.data };
  await db
    .updateTable('report_run')
    .set({ ...outcome, ended_at: at, kept_until: keptUntil })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** Files that are kept no longer, and what nobody works at any more. */
export async function dropRuns(db: Kysely<Db>, now: Date, forgottenBefore: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('report_run')
    .where((eb) =>
      eb.or([eb('kept_until', '<', now), eb.and([eb('kept_until', 'is', null), eb('asked_at', '<', forgottenBefore)])]),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
