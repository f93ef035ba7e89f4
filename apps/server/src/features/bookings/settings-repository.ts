import type { Kysely } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';

export interface Settings {
  readonly needs_approval: boolean;
  readonly approver_id: number | null;
  readonly releases_no_shows: boolean;
  readonly only_working_hours: boolean;
  readonly only_inspected: boolean;
  readonly remind_before_start_min: number;
  readonly remind_before_end_min: number;
}

/** Of an account that never chose; the same as the defaults of the table. */
const USUAL: Settings = {
  needs_approval: false,
  approver_id: null,
  releases_no_shows: false,
  only_working_hours: false,
  only_inspected: false,
  remind_before_start_min: 30,
  remind_before_end_min: 15,
};

const COLUMNS = [
  'needs_approval',
  'releases_no_shows',
  'only_working_hours',
  'only_inspected',
  'remind_before_start_min',
  'remind_before_end_min',
] as const;

/** An approver who no longer signs in here is none: what waits is all administrators'. */
export async function settingsOf(db: Kysely<Db>, accountId: AccountId): Promise<Settings> {
  const row = await db
    .selectFrom('booking_settings')
    .leftJoin('member', (join) =>
      join
        .onRef('member.account_id', '=', 'booking_settings.account_id')
        .onRef('member.id', '=', 'booking_settings.approver_id')
        .on('member.removed_at', 'is', null)
        .on('member.disabled_at', 'is', null),
    )
    .where('booking_settings.account_id', '=', accountId)
    .select([...COLUMNS, 'member.id as approver_id'])
    .executeTakeFirst();
  return row ?? USUAL;
}

export const saveSettings = (db: Kysely<Db>, accountId: AccountId, settings: Settings) =>
  db
    .insertInto('booking_settings')
    .values({ account_id: accountId, ...settings })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(settings))
    .execute();

export async function isMember(db: Kysely<Db>, accountId: AccountId, memberId: number): Promise<boolean> {
  const row = await db
    .selectFrom('member')
    .where('account_id', '=', accountId)
    .where('id', '=', memberId)
    .where('removed_at', 'is', null)
    .where('disabled_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}
