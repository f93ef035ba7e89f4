import type { DaySpan } from '@spora/calendar/days';
import { type Kysely, sql } from 'kysely';
import type { Language } from '@spora/messages/languages';
import type { Db } from '../../../../platform/database/db.generated.ts';
import { KEPT, type KeptSchedule } from '../repository.ts';
import { SENT_AT_HOUR } from '../rules.ts';

export interface DueSchedule extends KeptSchedule {
  readonly attempts: number;
  /** Which of the workers' turns this is. */
  readonly working_until: Date;
  readonly time_zone: string;
  readonly subsite_id: number;
  readonly owner_name: string;
  readonly owner_is_admin: boolean;
  readonly owner_is_closed: boolean;
}

/** Takes one that is due for a while: of two workers each gets another one, and one that died is followed after `until`. */
export async function takeDue(db: Kysely<Db>, now: Date, until: Date): Promise<DueSchedule | undefined> {
  const { rows } = await sql<DueSchedule>`
    UPDATE export_schedule s SET working_until = ${until}, attempts = s.attempts + 1
    FROM account a, member m
    WHERE a.id = s.account_id AND m.id = s.member_id AND s.id = (
      SELECT d.id FROM export_schedule d JOIN account b ON b.id = d.account_id JOIN member o ON o.id = d.member_id
      WHERE NOT d.is_paused AND o.disabled_at IS NULL AND o.removed_at IS NULL AND b.closed_at IS NULL
        AND (d.next_on + make_interval(hours => ${SENT_AT_HOUR}))::timestamp AT TIME ZONE b.time_zone <= ${now}
        AND (d.working_until IS NULL OR d.working_until <= ${now})
      ORDER BY d.next_on, d.id LIMIT 1 FOR UPDATE OF d SKIP LOCKED)
    RETURNING ${KEPT}, s.attempts, s.working_until, a.time_zone, a.subsite_id, m.full_name AS owner_name, m.is_admin AS owner_is_admin, is_private_closed(m.id) AS owner_is_closed`.execute(
    db,
  );
  return rows[0];
}

/** What is not sent because its owner may not sign in now is not made up when they may again; of those who are gone nothing remains. */
export async function passOver(db: Kysely<Db>, now: Date): Promise<void> {
  await sql`DELETE FROM export_schedule s USING member m WHERE m.id = s.member_id AND m.removed_at IS NOT NULL`.execute(db);
  await sql`
    UPDATE export_schedule s SET next_on = CASE s.every
        WHEN 'day' THEN l.today + 1
        WHEN 'week' THEN (date_trunc('week', l.today::timestamp) + interval '7 days')::date
        ELSE (date_trunc('month', l.today::timestamp) + interval '1 month')::date END
    FROM member m JOIN account a ON a.id = m.account_id CROSS JOIN LATERAL (SELECT (${now}::timestamptz AT TIME ZONE a.time_zone)::date AS today) l
    WHERE m.id = s.member_id AND (m.disabled_at IS NOT NULL OR a.closed_at IS NOT NULL) AND s.next_on <= l.today`.execute(db);
}

/** The trackers that sit in the units now. */
export async function imeisOf(db: Kysely<Db>, unitIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{
    imei: string;
  }>`SELECT imei FROM unit_trackers(${unitIds}::bigint[]) WHERE imei IS NOT NULL ORDER BY unit_id`.execute(db);
  return rows.map(({ imei }) => imei);
}

export interface Receiver {
  readonly id: number;
  readonly full_name: string;
  readonly email: string;
  readonly language: Language;
}

/** Those of the recipients who still belong to the account. */
export async function receiversOf(db: Kysely<Db>, accountId: number, ids: readonly number[]): Promise<Receiver[]> {
  const rows = await db
    .selectFrom('member')
    .where('account_id', '=', accountId)
    .where('id', 'in', [0, ...ids])
    .where('disabled_at', 'is', null)
    .where('removed_at', 'is', null)
    .select(['id', 'full_name', 'email', 'language'])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, language: row.language as Language }));
}

export interface Settled {
  readonly span: DaySpan;
  readonly nextOn: string;
  readonly at: Date;
  readonly outcome: 'sent' | 'empty' | 'link' | 'failed';
  readonly error: string | null;
}

/**
 * Ends a period, once: false when it was changed, removed or settled by another in the meantime. In the transaction that orders its
 * mails.
 */
export async function settle(db: Kysely<Db>, due: DueSchedule, { span, nextOn, at, outcome, error }: Settled): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('export_schedule')
    .set({
      next_on: nextOn,
      working_until: null,
      attempts: 0,
      last_sent_at: at,
      last_from: span.from,
      last_to: span.to,
      last_outcome: outcome,
      last_error: error,
      last_mail_ids: [],
      history: sql`jsonb_path_query_array(${JSON.stringify([{ ...span, at: at.toISOString(), outcome }])}::jsonb || history, '$[0 to 11]')`,
    })
    .where('id', '=', due.id)
    .where('next_on', '=', due.next_on)
    .where('changed_at', '=', due.changed_at)
    .where('working_until', '=', due.working_until)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function noteMails(db: Kysely<Db>, id: number, mailIds: readonly number[]): Promise<void> {
  await db
    .updateTable('export_schedule')
    .set({ last_mail_ids: [...mailIds] })
    .where('id', '=', id)
    .execute();
}
