import type { DaySpan } from '@spora/calendar/days';
import { type Kysely, sql } from 'kysely';
import type { Db } from '../../../platform/database/db.generated.ts';
import { waitForTurn } from '../../../platform/database/turns.ts';
import { featureIsOn } from '../../../core/fleet/unit-features.ts';
import { HAS_TRIP_LOG, IS_SEEN_BY_MEMBER } from '../../../core/fleet/visible-units.ts';

/**
 * Takes the right to remind a member of a period: true once in 24 hours, also for two who ask at the same time. `notSince` is the
 * moment after which nothing may have been sent of the same period.
 */
export async function takeTurn(
  db: Kysely<Db>,
  accountId: number,
  { memberId, from, to, at, notSince }: DaySpan & { memberId: number; at: Date; notSince: Date },
): Promise<boolean> {
  await waitForTurn(db, 'attest-reminder', memberId);
  const { rows } = await sql`
    INSERT INTO attest_reminder (account_id, member_id, from_day, to_day, at)
    SELECT ${accountId}, ${memberId}, ${from}::date, ${to}::date, ${at}
    WHERE NOT EXISTS (SELECT FROM attest_reminder r WHERE r.member_id = ${memberId} AND r.from_day = ${from}::date AND r.to_day = ${to}::date
      AND r.at > ${notSince})
    RETURNING 1`.execute(db);
  return rows.length > 0;
}

/** When the member was reminded of the period last. */
export async function remindedLast(db: Kysely<Db>, { memberId, from, to }: DaySpan & { memberId: number }): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`SELECT max(at) AS at FROM attest_reminder
    WHERE member_id = ${memberId} AND from_day = ${from}::date AND to_day = ${to}::date`.execute(db);
  return rows[0]?.at ?? null;
}

export interface Forgetful {
  readonly account_id: number;
  readonly account_name: string;
  readonly subsite_id: number;
  readonly member_id: number;
  readonly full_name: string;
  readonly email: string;
  readonly language: string;
}

export interface RemindedAccount {
  readonly id: number;
  readonly time_zone: string;
}

/** Accounts that want their drivers reminded each month. */
export const remindedAccounts = (db: Kysely<Db>): Promise<RemindedAccount[]> =>
  db.selectFrom('account').where('monthly_attest_reminder', '=', true).select(['id', 'time_zone']).orderBy('id').execute();

/** Members who drove in the days and have not attested all of it, of units that they see still: of others they cannot. */
export async function driversWithOpenTrips(
  db: Kysely<Db>,
  account: RemindedAccount,
  { from, to }: DaySpan,
): Promise<Forgetful[]> {
  const { rows } = await sql<Forgetful>`
    SELECT c.id AS account_id, c.name AS account_name, c.subsite_id, m.id AS member_id, m.full_name, m.email, m.language
    FROM member m JOIN account c ON c.id = m.account_id
    WHERE c.id = ${account.id} AND m.removed_at IS NULL AND m.disabled_at IS NULL AND EXISTS (
      SELECT FROM trip t JOIN unit u ON u.id = t.unit_id AND ${HAS_TRIP_LOG} AND ${featureIsOn('attestation')} AND ${IS_SEEN_BY_MEMBER}
      WHERE t.account_id = c.id AND t.driver_member_id = m.id AND t.attestation_id IS NULL AND NOT t.is_ongoing
        AND t.started_at >= ${from}::timestamp AT TIME ZONE c.time_zone AND t.started_at < (${to}::date + 1)::timestamp AT TIME ZONE c.time_zone)
    ORDER BY m.id`.execute(db);
  return rows;
}
