import type { Kysely } from 'kysely';
import type { AccountId, MemberActor } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';

export interface UnitFields {
  name?: string;
  kind?: string;
  registration_number?: string | null;
  vehicle_type?: string | null;
  fuel_type?: string | null;
  consumption_per_10km?: number | null;
  co2_g_per_km?: number | null;
  colour?: string;
  marker_symbol?: string;
  icon?: string | null;
  department?: string | null;
  project?: string | null;
  tags?: string[];
  location_in_car?: string | null;
  default_trip_type?: string;
  note?: string;
  is_benefit_car?: boolean;
  has_fuel_benefit?: boolean;
  payment_type?: string;
  inspection_period_months?: number | null;
  service_interval_km?: number | null;
  features?: string[];
  retired_at?: Date;
  locked_at?: Date | null;
  locked_by_member_id?: number | null;
}

export async function updateUnit(db: Kysely<Db>, accountId: AccountId, unitId: number, fields: UnitFields): Promise<void> {
  if (Object.keys(fields).length === 0) return;
  await db.updateTable('unit').set(fields).where('account_id', '=', accountId).where('id', '=', unitId).execute();
}

export async function insertUnit(
  db: Kysely<Db>,
  accountId: AccountId,
  fields: UnitFields & { name: string; subscription_type: string },
): Promise<number> {
  const { id } = await db
    .insertInto('unit')
    .values({ account_id: accountId, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Holds the unit's row, so that what is judged of it stays true until the transaction ends. */
export async function lockRow(db: Kysely<Db>, accountId: AccountId, unitId: number): Promise<void> {
  await db.selectFrom('unit').where('account_id', '=', accountId).where('id', '=', unitId).select('id').forUpdate().execute();
}

export interface Change {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** Writes what changed; a value that stayed leaves no row. */
export async function insertChanges(
  db: Kysely<Db>,
  actor: Pick<MemberActor, 'accountId' | 'memberId' | 'visit'>,
  unitId: number,
  at: Date,
  changes: readonly Change[],
): Promise<void> {
  const real = changes.filter(({ before, after }) => before !== after);
  if (real.length === 0) return;
  await db
    .insertInto('unit_change')
    .values(
      real.map(({ field, before, after }) => ({
        account_id: actor.accountId,
        unit_id: unitId,
        at,
        member_id: actor.visit ? null : actor.memberId,
        actor_name: actor.visit?.staffName ?? '',
        field,
        old_value: before,
        new_value: after,
      })),
    )
    .execute();
}

/** When the registration number was changed, newest first. */
export async function registrationChanges(db: Kysely<Db>, accountId: AccountId, unitId: number, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('unit_change')
    .where('account_id', '=', accountId)
    .where('unit_id', '=', unitId)
    .where('field', '=', 'registration_number')
    .where('at', '>', since)
    .select('at')
    .orderBy('at', 'desc')
    .execute();
  return rows.map(({ at }) => at);
}

/** A department, project or tag that is new becomes one of the account's groups. */
export async function ensureGroups(
  db: Kysely<Db>,
  accountId: AccountId,
  groups: readonly { kind: 'departments' | 'projects' | 'tags'; name: string }[],
): Promise<void> {
  if (groups.length === 0) return;
  await db
    .insertInto('account_group')
    .values(groups.map((group) => ({ account_id: accountId, ...group })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
