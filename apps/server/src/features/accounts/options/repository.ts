import type { Kysely } from 'kysely';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

export const optionsOf = (db: Kysely<Db>, accountId: AccountId) =>
  db
    .selectFrom('account')
    .where('id', '=', accountId)
    .select([
      'other_trip_type',
      'other_trip_colour',
      'other_trip_purpose_required',
      'other_trip_draws_route',
      'alert_language',
      'alert_time_zone',
      'parent_id',
      'purpose_required',
      'driver_required',
      'monthly_attest_reminder',
    ])
    .executeTakeFirstOrThrow();

export async function updateOptions(
  db: Kysely<Db>,
  accountId: AccountId,
  change: {
    other_trip_type?: string;
    other_trip_colour?: string | null;
    other_trip_purpose_required?: boolean;
    other_trip_draws_route?: boolean;
    alert_language?: string;
    alert_time_zone?: string;
    purpose_required?: boolean;
    driver_required?: boolean;
    monthly_attest_reminder?: boolean;
  },
): Promise<void> {
  await db.updateTable('account').set(change).where('id', '=', accountId).execute();
}
