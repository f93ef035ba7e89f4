import { type Kysely, sql } from 'kysely';
import type { Scheduled, ScheduleEvery, ScheduleFormat, ScheduleInput } from '@spora/contract/exports/schedules';
import type { TripFilter } from '@spora/contract/trips/endpoints';
import type { Language } from '@spora/messages/languages';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { waitForTurn } from '../../../platform/database/turns.ts';

/** The log's filter as it is kept: units and not trackers, which change places. Null: all that its owner may see. */
export type KeptFilter = Omit<TripFilter, 'from' | 'to' | 'imeis'> & {
  readonly unit_ids: readonly number[] | null;
  /** Of a report. */
  readonly group_by?: 'unit' | 'driver' | undefined;
};

export interface KeptSchedule {
  readonly id: number;
  readonly account_id: AccountId;
  readonly member_id: number;
  readonly report: Scheduled;
  readonly name: string;
  readonly every: ScheduleEvery;
  readonly format: ScheduleFormat;
  readonly language: Language;
  readonly recipient_ids: readonly number[];
  readonly filter: KeptFilter;
  /** `yyyy-MM-dd`. */
  readonly next_on: string;
  readonly is_paused: boolean;
  readonly changed_at: Date;
}
/** Ids as numbers: arrays of them would come as texts. */
export const KEPT = sql.raw(
  's.id, s.account_id, s.member_id, s.report, s.name, s.every, s.format, s.language, to_jsonb(s.recipient_ids) AS recipient_ids, s.filter, s.next_on, s.is_paused, s.changed_at',
);

export async function scheduleById(db: Kysely<Db>, accountId: AccountId, id: number): Promise<KeptSchedule | undefined> {
  const { rows } = await sql<KeptSchedule>`
    SELECT ${KEPT} FROM export_schedule s WHERE s.account_id = ${accountId} AND s.id = ${id} FOR UPDATE`.execute(db);
  return rows[0];
}

/** Those of the ids who are members of the account and sign in. */
export async function membersAmong(db: Kysely<Db>, accountId: AccountId, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('member')
    .where('account_id', '=', accountId)
    .where('id', 'in', [0, ...ids])
    .where('disabled_at', 'is', null)
    .where('removed_at', 'is', null)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Waits for whoever adds one at the same time. */
export async function countOf(db: Kysely<Db>, accountId: AccountId, memberId: number): Promise<number> {
  await waitForTurn(db, 'export-schedule', memberId);
  const { n } = await db
    .selectFrom('export_schedule')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

type Written = ScheduleInput & { readonly filter: KeptFilter; readonly nextOn: string; readonly at: Date };

const columnsOf = ({ name, every, format, language, recipient_ids, is_paused, filter, nextOn, at }: Written) => ({
  name,
  every,
  format,
  language,
  recipient_ids,
  is_paused,
  filter: JSON.stringify(filter),
  next_on: nextOn,
  changed_at: at,
});

export async function insertSchedule(
  db: Kysely<Db>,
  accountId: AccountId,
  memberId: number,
  { report, ...written }: Written & { readonly report: Scheduled },
): Promise<number> {
  const { id } = await db
    .insertInto('export_schedule')
    .values({ account_id: accountId, member_id: memberId, report, created_at: written.at, ...columnsOf(written) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What was under way with the old one ends without effect. */
export async function updateSchedule(db: Kysely<Db>, accountId: AccountId, id: number, written: Written): Promise<void> {
  await db
    .updateTable('export_schedule')
    .set({ ...columnsOf(written), working_until: null, attempts: 0 })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function deleteSchedule(db: Kysely<Db>, accountId: AccountId, id: number): Promise<void> {
  await db.deleteFrom('export_schedule').where('account_id', '=', accountId).where('id', '=', id).execute();
}

export async function noteTest(
  db: Kysely<Db>,
  accountId: AccountId,
  id: number,
  { at, mailId }: { at: Date; mailId: number | null },
) {
  await db
    .updateTable('export_schedule')
    .set({ tested_at: at, test_mail_id: mailId })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}
