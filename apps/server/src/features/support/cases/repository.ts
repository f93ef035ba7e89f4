import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

export interface CaseRow {
  readonly id: number;
  readonly account_id: number;
  readonly account_name: string;
  readonly subsite_id: number;
  readonly sender: string;
  readonly sender_email: string;
  readonly at: Date;
  readonly message: string;
  readonly context: Record<string, string>;
  readonly answered_at: Date | null;
  readonly answer: string;
  readonly answered_by: string;
}

/** The newest first. */
export async function casesBefore(
  db: Kysely<Db>,
  isOpen: boolean,
  before: number | undefined,
  limit: number,
): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`SELECT * FROM support_list_cases(${isOpen}, ${before ?? null}, ${limit})`.execute(db);
  return rows;
}

/** With whoever wrote it, held until the transaction ends. */
export const caseToAnswer = (db: Kysely<Db>, accountId: AccountId, id: number) =>
  db
    .selectFrom('support_case')
    .innerJoin('account', 'account.id', 'support_case.account_id')
    .innerJoin('member', 'member.id', 'support_case.member_id')
    .where('support_case.account_id', '=', accountId)
    .where('support_case.id', '=', id)
    .select([
      'support_case.message',
      'support_case.answered_at',
      'member.full_name',
      'member.email',
      'member.language',
      'account.subsite_id',
    ])
    .forUpdate('support_case')
    .executeTakeFirst();

export async function keepAnswer(
  db: Kysely<Db>,
  accountId: AccountId,
  id: number,
  answer: { at: Date; text: string; by: string },
): Promise<void> {
  await db
    .updateTable('support_case')
    .set({ answered_at: answer.at, answer: answer.text, answered_by: answer.by })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}
