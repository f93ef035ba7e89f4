import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import type { ParentAccounts } from '../../core/people/parent-rights.ts';

export interface SignInCandidate {
  readonly memberId: number;
  readonly accountId: number;
  readonly passwordHash: string;
  readonly subsiteId: number;
  readonly isDisabled: boolean;
  readonly isClosed: boolean;
  readonly hasTwoFactor: boolean;
}

interface CandidateRow {
  readonly member_id: number;
  readonly account_id: number;
  readonly password_hash: string;
  readonly subsite_id: number;
  readonly disabled: boolean;
  readonly closed: boolean;
  readonly two_factor: boolean;
}

/** Whom a name belongs to, in whatever account: nobody is signed in yet. */
export async function candidateByName(db: Kysely<Db>, username: string): Promise<SignInCandidate | undefined> {
  const { rows } = await sql<CandidateRow>`
    SELECT member_id, account_id, password_hash, subsite_id, disabled, closed, two_factor
    FROM find_member_for_sign_in(${username})`.execute(db);
  const row = rows[0];
  return (
    row && {
      memberId: row.member_id,
      accountId: row.account_id,
      passwordHash: row.password_hash,
      subsiteId: row.subsite_id,
      isDisabled: row.disabled,
      isClosed: row.closed,
      hasTwoFactor: row.two_factor,
    }
  );
}

/** Why a sign-in was refused, on the account's record; an unknown name costs a row as well, so that the time tells nothing. */
export async function noteRefusal(db: Kysely<Db>, memberId: number | undefined, now: Date, reason: string): Promise<void> {
  await sql`SELECT note_refused_sign_in(${memberId ?? null}, ${now}, ${reason})`.execute(db);
}

export const profileOf = (db: Kysely<Db>, accountId: AccountId, memberId: number) =>
  db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .where('member.account_id', '=', accountId)
    .where('member.id', '=', memberId)
    .select([
      'member.id',
      'member.full_name',
      'member.email',
      'member.is_admin',
      'member.language',
      'member.two_factor',
      'account.time_zone',
      'account.currency',
      'account.subsite_id',
      'account.parent_id',
      'account.name as account_name',
      'account.notice_required_at',
      'account.other_trip_type',
      'account.other_trip_colour',
      'account.other_trip_purpose_required',
      'account.removal_due_at',
      'account.guide',
      'member.notice_acknowledged_at',
    ])
    .executeTakeFirstOrThrow();

export const accountOf = (db: Kysely<Db>, accountId: AccountId) =>
  db
    .selectFrom('account')
    .where('id', '=', accountId)
    .select([
      'name',
      'time_zone',
      'currency',
      'subsite_id',
      'parent_id',
      'other_trip_type',
      'other_trip_colour',
      'other_trip_purpose_required',
      'removal_due_at',
    ])
    .executeTakeFirstOrThrow();

/**
 * ADM-024: at the first sign-in of an administrator it is settled whether the account is new: then its guide is open. One that has
 * trips, or is the demo's, has no need of it.
 */
export async function settleGuide(db: Kysely<Db>, accountId: AccountId): Promise<void> {
  await sql`UPDATE account SET guide = CASE WHEN is_demo OR EXISTS (SELECT FROM trip WHERE trip.account_id = account.id)
    THEN 'closed' ELSE 'open' END WHERE id = ${accountId} AND guide IS NULL`.execute(db);
}

/** Ends a visit of support staff; false when it had ended before. */
export async function endVisit(db: Kysely<Db>, visitId: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`SELECT end_support_visit(${visitId}, ${now}) AS ended`.execute(db);
  return rows[0]?.ended ?? false;
}

const ALERT_NUMBERS = 'alertNumbersParentId';
const EXTRA_TIME_ZONE = 'extraTimezoneParentId';

/** DEC-21: the two parent accounts as support entered them; what was never entered is as the installation was configured. */
export async function parentAccounts(db: Kysely<Db>, configured: ParentAccounts): Promise<ParentAccounts> {
  const rows = await db
    .selectFrom('installation_setting')
    .where('key', 'in', [ALERT_NUMBERS, EXTRA_TIME_ZONE])
    .select(['key', 'value'])
    .execute();
  const entered = (key: string, otherwise: string): string => {
    const value = rows.find((row) => row.key === key)?.value;
    return typeof value === 'string' ? value : otherwise;
  };
  return {
    alertNumbers: entered(ALERT_NUMBERS, configured.alertNumbers),
    extraTimeZone: entered(EXTRA_TIME_ZONE, configured.extraTimeZone),
  };
}

export async function saveParentAccounts(db: Kysely<Db>, { alertNumbers, extraTimeZone }: ParentAccounts): Promise<void> {
  await db
    .insertInto('installation_setting')
    .values([
      { key: ALERT_NUMBERS, value: JSON.stringify(alertNumbers) },
      { key: EXTRA_TIME_ZONE, value: JSON.stringify(extraTimeZone) },
    ])
    .onConflict((conflict) =>
      conflict.constraint('installation_setting_pk').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
    )
    .execute();
}
