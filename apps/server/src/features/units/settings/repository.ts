import { type Kysely, sql } from 'kysely';
import type { Db } from '../../../platform/database/db.generated.ts';
import { changeFrom, type UnitKey } from '../../../core/fleet/unit-settings.ts';
import { NAME_ORDER } from '../../../platform/database/name-order.ts';

/**
 * The usual trip type used to be the unit's alone. Before it is changed, what it was is written into every dated setting that
 * leaned on it, so that trips made by it stay as they are when they are computed again.
 */
export async function keepUsualType(db: Kysely<Db>, { accountId, unitId }: UnitKey): Promise<void> {
  const before = sql`jsonb_build_object('defaultTripType', u.default_trip_type)`;
  await sql`UPDATE unit_setting s SET settings = ${before} || s.settings FROM unit u
    WHERE u.id = s.unit_id AND s.account_id = ${accountId} AND s.unit_id = ${unitId} AND s.settings ->> 'defaultTripType' IS NULL`.execute(
    db,
  );
  await sql`INSERT INTO unit_setting (account_id, unit_id, valid_from, settings)
    SELECT u.account_id, u.id, to_timestamp(0), ${before} FROM unit u WHERE u.account_id = ${accountId} AND u.id = ${unitId}
    ON CONFLICT (unit_id, valid_from) DO NOTHING`.execute(db);
}

/** UNIT-020: from `from` on new trips have another usual type. */
export async function changeUsualType(db: Kysely<Db>, key: UnitKey, from: Date, type: string): Promise<void> {
  await keepUsualType(db, key);
  await changeFrom(db, key, from, { defaultTripType: type });
  await db
    .updateTable('unit')
    .set({ default_trip_type: type })
    .where('account_id', '=', key.accountId)
    .where('id', '=', key.unitId)
    .execute();
}

export interface SpeedAddressFields {
  hides_speed?: boolean;
  speed_limit_kmh?: number | null;
  resolves_addresses?: boolean;
}

export function speedAddressOf(db: Kysely<Db>, { accountId, unitId }: UnitKey) {
  return db
    .selectFrom('unit')
    .where('account_id', '=', accountId)
    .where('id', '=', unitId)
    .select(['hides_speed', 'speed_limit_kmh', 'resolves_addresses'])
    .executeTakeFirstOrThrow();
}

export async function updateSpeedAddress(
  db: Kysely<Db>,
  { accountId, unitId }: UnitKey,
  fields: SpeedAddressFields,
): Promise<void> {
  if (Object.keys(fields).length === 0) return;
  await db.updateTable('unit').set(fields).where('account_id', '=', accountId).where('id', '=', unitId).execute();
}

/** The address that is shown of where the unit is now; that of ended trips stays with them. */
export async function forgetAddress(db: Kysely<Db>, { accountId, unitId }: UnitKey): Promise<void> {
  await db
    .updateTable('unit_latest')
    .set({ address: null, address_is_approximate: true, address_lat_e7: null, address_lon_e7: null })
    .where('account_id', '=', accountId)
    .where('unit_id', '=', unitId)
    .execute();
}

/** What maps show of the unit is other from now on: those that ask for changes are answered with it. */
export async function touchLatest(db: Kysely<Db>, { accountId, unitId }: UnitKey, now: Date): Promise<void> {
  await db
    .updateTable('unit_latest')
    .set({ changed_at: now })
    .where('account_id', '=', accountId)
    .where('unit_id', '=', unitId)
    .execute();
}

/** Members who may be named as the unit's driver: who was given it, and administrators as long as it is not locked. */
export async function possibleDrivers(
  db: Kysely<Db>,
  { accountId, unitId }: UnitKey,
  { isLocked, driverId }: { isLocked: boolean; driverId: number | null },
): Promise<{ id: number; full_name: string }[]> {
  const { rows } = await sql<{ id: number; full_name: string }>`
    SELECT m.id, m.full_name FROM member m
    WHERE m.account_id = ${accountId} AND (m.id = ${driverId} OR (m.removed_at IS NULL AND m.disabled_at IS NULL
      AND (${isLocked ? sql`false` : sql`m.is_admin`} OR EXISTS (
        SELECT FROM unit_access a WHERE a.account_id = ${accountId} AND a.member_id = m.id AND a.unit_id = ${unitId}))))
    ORDER BY m.full_name ${NAME_ORDER}, m.id`.execute(db);
  return rows;
}
