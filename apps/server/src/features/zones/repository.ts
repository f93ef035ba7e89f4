import type { ZoneAlarm } from '@spora/contract/zones/rules';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { AccountId } from '../../platform/ctx.ts';
import { int8Array } from '../../platform/database/binary-array.ts';
import { violates } from '../../platform/database/database.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import type { WeekHours } from '../trips/working-hours/rules.ts';

/** What a zone is, as it is stored. */
export interface ZoneFields {
  readonly name: string;
  readonly address: string;
  readonly latE7: number;
  readonly lonE7: number;
  readonly radiusM: number;
  readonly isActive: boolean;
  readonly alarm: ZoneAlarm;
  readonly theftModeOnLeave: boolean;
  readonly inactive: WeekHours | null;
}

const columnsOf = (fields: ZoneFields) => ({
  name: fields.name,
  address: fields.address,
  lat_e7: fields.latE7,
  lon_e7: fields.lonE7,
  radius_m: fields.radiusM,
  is_active: fields.isActive,
  alarm: fields.alarm,
  theft_mode_on_leave: fields.theftModeOnLeave,
  inactive: fields.inactive && JSON.stringify(fields.inactive),
});

/** The index alone judges whether a name is free, so that two racing calls cannot both have it. */
async function orNameTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (violates(error, 'zone_name_unique')) throw new AppError('ZoneNameTaken', { cause: error });
    throw error;
  }
}

/** Holds a zone until the transaction ends, so that two changes of it are made one after the other. */
export async function lockZone(db: Kysely<Db>, accountId: AccountId, id: number): Promise<void> {
  await sql`SELECT FROM zone WHERE account_id = ${accountId} AND id = ${id} FOR UPDATE`.execute(db);
}

export async function insertZone(
  db: Kysely<Db>,
  accountId: AccountId,
  fields: ZoneFields,
  { at, armedUnitId = null }: { readonly at: Date; readonly armedUnitId?: number | null },
): Promise<number> {
  const { id } = await orNameTaken(
    db
      .insertInto('zone')
      .values({ account_id: accountId, ...columnsOf(fields), armed_unit_id: armedUnitId, created_at: at, changed_at: at })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return id;
}

export async function updateZone(db: Kysely<Db>, accountId: AccountId, id: number, fields: ZoneFields, at: Date): Promise<void> {
  await orNameTaken(
    db
      .updateTable('zone')
      .set({ ...columnsOf(fields), changed_at: at })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute(),
  );
}

/** What zones tell of, all in one statement. */
export async function updateRules(
  db: Kysely<Db>,
  accountId: AccountId,
  rules: readonly { readonly id: number; readonly alarm: ZoneAlarm; readonly theft_mode_on_leave: boolean }[],
  at: Date,
): Promise<void> {
  await sql`UPDATE zone z SET alarm = x.alarm, theft_mode_on_leave = x.theft, changed_at = ${at}
    FROM unnest(${int8Array(rules.map(({ id }) => id))}::bigint[], ${rules.map(({ alarm }) => alarm)}::text[],
      ${rules.map((rule) => rule.theft_mode_on_leave)}::boolean[]) AS x (id, alarm, theft)
    WHERE z.account_id = ${accountId} AND z.id = x.id`.execute(db);
}

export async function markRemoved(db: Kysely<Db>, accountId: AccountId, id: number, at: Date): Promise<void> {
  await db
    .updateTable('zone')
    .set({ removed_at: at, changed_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** It is there again, under its name, which another may have taken meanwhile. */
export async function markStanding(db: Kysely<Db>, accountId: AccountId, id: number, at: Date): Promise<void> {
  await orNameTaken(
    db
      .updateTable('zone')
      .set({ removed_at: null, changed_at: at })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute(),
  );
}

/** The zone is for these units and no other. */
export async function setUnits(db: Kysely<Db>, accountId: AccountId, zoneId: number, unitIds: readonly number[]): Promise<void> {
  const ids = int8Array(unitIds);
  await sql`DELETE FROM zone_unit WHERE account_id = ${accountId} AND zone_id = ${zoneId} AND unit_id <> ALL (${ids}::bigint[])`.execute(
    db,
  );
  await sql`INSERT INTO zone_unit (account_id, zone_id, unit_id) SELECT ${accountId}, ${zoneId}, unit_id FROM unnest(${ids}::bigint[]) AS u (unit_id)
    ON CONFLICT DO NOTHING`.execute(db);
}

/**
 * What the records of the zones' units are held against from `at` on, by what the zones say now; what held until then keeps its time. The
 * caller keeps the projector from the units.
 */
export async function writeWatch(db: Kysely<Db>, accountId: AccountId, zoneIds: readonly number[], at: Date): Promise<void> {
  const ids = int8Array(zoneIds);
  await sql`DELETE FROM zone_watch WHERE account_id = ${accountId} AND zone_id = ANY (${ids}::bigint[]) AND valid_from >= ${at}`.execute(
    db,
  );
  await sql`UPDATE zone_watch SET valid_to = ${at}
    WHERE account_id = ${accountId} AND zone_id = ANY (${ids}::bigint[]) AND valid_to IS NULL`.execute(db);
  await sql`INSERT INTO zone_watch (account_id, unit_id, zone_id, valid_from, lat_e7, lon_e7, radius_m, alarm, inactive)
    SELECT z.account_id, u.unit_id, z.id, ${at}, z.lat_e7, z.lon_e7, z.radius_m, z.alarm, z.inactive
    FROM zone z JOIN zone_unit u ON u.zone_id = z.id
    WHERE z.account_id = ${accountId} AND z.id = ANY (${ids}::bigint[]) AND z.is_active AND z.removed_at IS NULL`.execute(db);
}

/**
 * UNIT-011: the zones of one unit are another's from `at` on, but for the place that it is armed in. The caller keeps the projector from
 * both units.
 */
export async function handOverZones(
  db: Kysely<Db>,
  accountId: AccountId,
  { fromUnitId, unitId, at }: { readonly fromUnitId: number; readonly unitId: number; readonly at: Date },
): Promise<void> {
  const zones = sql`SELECT id FROM zone WHERE account_id = ${accountId} AND armed_unit_id IS NULL AND removed_at IS NULL`;
  await sql`INSERT INTO zone_unit (account_id, zone_id, unit_id) SELECT account_id, zone_id, ${unitId} FROM zone_unit
    WHERE account_id = ${accountId} AND unit_id = ${fromUnitId} AND zone_id IN (${zones})`.execute(db);
  await sql`INSERT INTO zone_watch (account_id, unit_id, zone_id, valid_from, lat_e7, lon_e7, radius_m, alarm, inactive)
    SELECT account_id, ${unitId}, zone_id, ${at}, lat_e7, lon_e7, radius_m, alarm, inactive FROM zone_watch
    WHERE account_id = ${accountId} AND unit_id = ${fromUnitId} AND valid_to IS NULL AND zone_id IN (${zones})`.execute(db);
  await sql`UPDATE zone_watch SET valid_to = greatest(valid_from, ${at}) WHERE account_id = ${accountId} AND unit_id = ${fromUnitId}
    AND valid_to IS NULL AND zone_id IN (${zones})`.execute(db);
  await sql`DELETE FROM zone_unit WHERE account_id = ${accountId} AND unit_id = ${fromUnitId} AND zone_id IN (${zones})`.execute(
    db,
  );
}
