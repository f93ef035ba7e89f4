import { type Kysely, sql } from 'kysely';
import type { ReportId } from '@spora/contract/reports/tables';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountId, MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { waitForTurn } from '../../../platform/database/turns.ts';
import { violates } from '../../../platform/database/database.ts';

export interface PresetRow {
  readonly id: number;
  readonly member_id: number;
  readonly report: ReportId;
  readonly name: string;
  readonly search: Record<string, string>;
  readonly is_shared: boolean;
  readonly owner: string;
}

/** One's own and what others share, one's own first. */
export async function presetsFor(db: Kysely<Db>, { accountId, memberId }: MemberActor): Promise<PresetRow[]> {
  const { rows } = await sql<PresetRow>`
    SELECT p.id, p.member_id, p.report, p.name, p.search, p.is_shared, m.full_name AS owner
    FROM report_preset p JOIN member m ON m.id = p.member_id
    WHERE p.account_id = ${accountId} AND (p.member_id = ${memberId} OR (p.is_shared AND m.removed_at IS NULL))
    ORDER BY p.member_id <> ${memberId}, lower(p.name), p.id`.execute(db);
  return rows;
}

export async function presetById(db: Kysely<Db>, accountId: AccountId, id: number) {
  return db
    .selectFrom('report_preset')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .select(['id', 'member_id', 'is_shared'])
    .executeTakeFirst();
}

/** Waits for whoever adds one at the same time. */
export async function countOf(db: Kysely<Db>, accountId: AccountId, memberId: number): Promise<number> {
  await waitForTurn(db, 'report-preset', memberId);
  const { n } = await db
    .selectFrom('report_preset')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export interface NewPreset {
  readonly report: ReportId;
  readonly name: string;
  readonly search: Record<string, string>;
  readonly is_shared: boolean;
}

/** Throws PresetNameTaken. */
export async function insertPreset(
  db: Kysely<Db>,
  { accountId, memberId }: MemberActor,
  preset: NewPreset,
  at: Date,
): Promise<number> {
  const row = { ...preset, search: JSON.stringify(preset.search), account_id: accountId, member_id: memberId, changed_at: at };
  return nameFree(async () => (await db.insertInto('report_preset').values(row).returning('id').executeTakeFirstOrThrow()).id);
}

/** Throws PresetNameTaken. */
export async function updatePreset(
  db: Kysely<Db>,
  accountId: AccountId,
  id: number,
  { name, is_shared, at }: { name: string | undefined; is_shared: boolean | undefined; at: Date },
): Promise<void> {
  const set = { changed_at: at, ...(name === undefined ? {} : { name }), ...(is_shared === undefined ? {} : { is_shared }) };
  await nameFree(() =>
    db.updateTable('report_preset').set(set).where('account_id', '=', accountId).where('id', '=', id).execute(),
  );
}

async function nameFree<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (violates(error, 'report_preset_name')) throw new AppError('PresetNameTaken', { cause: error });
    throw error;
  }
}

export async function deletePreset(db: Kysely<Db>, accountId: AccountId, id: number): Promise<void> {
  await db.deleteFrom('report_preset').where('account_id', '=', accountId).where('id', '=', id).execute();
}
