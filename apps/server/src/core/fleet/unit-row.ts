import type { Kysely } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';

export interface UnitFields {
  name?: string;
  kind?: string;
  registration_number?: string | null;
  vehicle_type?: string | null;
  fuel_type?: string | null;
  seats?: number | null;
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
  default_purpose?: string;
  default_purpose_by?: number;
  default_purpose_since?: Date;
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
