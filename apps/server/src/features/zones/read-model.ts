import { type Mode, MODE_FACTS } from '@spora/contract/modes/modes';
import type { ZoneAlarm, ZoneDirection } from '@spora/contract/zones/rules';
import { type Kysely, sql } from 'kysely';
import { isInPrivateUse, isWithheldAt } from '../../core/fleet/private-use.ts';
import { featureIsOn } from '../../core/fleet/unit-features.ts';
import type { Viewer } from '../../core/fleet/visible-units.ts';
import type { AccountId } from '../../platform/ctx.ts';
import { int8Array } from '../../platform/database/binary-array.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { NAME_ORDER } from '../../platform/database/name-order.ts';

export interface ZoneRow {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly latE7: number;
  readonly lonE7: number;
  readonly radiusM: number;
  readonly isActive: boolean;
  readonly alarm: ZoneAlarm;
  readonly theftModeOnLeave: boolean;
  /** As stored. */
  readonly inactive: unknown;
  readonly armedUnitId: number | null;
  readonly armedSince: Date | null;
  readonly unitIds: readonly number[];
}

export interface ZoneChoice {
  readonly ids?: readonly number[] | undefined;
  /** With this unit among theirs. */
  readonly unitId?: number | undefined;
  readonly armedUnitId?: number | undefined;
  /** Of those that were removed since then, and not of those that stand. */
  readonly removedSince?: Date;
}

/** The zones of an account by name, those that were removed left out unless they are asked for. */
export async function zonesOf(
  db: Kysely<Db>,
  accountId: AccountId,
  { ids, unitId, armedUnitId, removedSince }: ZoneChoice = {},
): Promise<ZoneRow[]> {
  const { rows } = await sql<ZoneRow>`
    SELECT z.id, z.name, z.address, z.lat_e7 AS "latE7", z.lon_e7 AS "lonE7", z.radius_m AS "radiusM", z.is_active AS "isActive", z.alarm,
      z.theft_mode_on_leave AS "theftModeOnLeave", z.inactive, z.armed_unit_id AS "armedUnitId",
      CASE WHEN z.armed_unit_id IS NOT NULL AND z.is_active THEN (
        SELECT max(w.valid_from) FROM zone_watch w WHERE w.zone_id = z.id AND w.unit_id = z.armed_unit_id
          AND NOT EXISTS (SELECT FROM zone_watch b WHERE b.zone_id = w.zone_id AND b.unit_id = w.unit_id AND b.valid_to = w.valid_from)
      ) END AS "armedSince",
      coalesce((SELECT jsonb_agg(u.unit_id ORDER BY u.unit_id) FROM zone_unit u WHERE u.zone_id = z.id), '[]') AS "unitIds"
    FROM zone z WHERE z.account_id = ${accountId}
      AND ${removedSince ? sql`z.removed_at >= ${removedSince}` : sql`z.removed_at IS NULL`}
      ${ids ? sql`AND z.id = ANY (${int8Array(ids)}::bigint[])` : sql``}
      ${unitId === undefined ? sql`` : sql`AND EXISTS (SELECT FROM zone_unit u WHERE u.zone_id = z.id AND u.unit_id = ${unitId})`}
      ${armedUnitId === undefined ? sql`` : sql`AND z.armed_unit_id = ${armedUnitId}`}
    ORDER BY z.name ${NAME_ORDER}, z.id`.execute(db);
  return rows;
}

export async function countZones(db: Kysely<Db>, accountId: AccountId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM zone WHERE account_id = ${accountId} AND removed_at IS NULL`.execute(db);
  return rows[0]?.n ?? 0;
}

/** How many zones each unit has beside one. */
export async function zonesPerUnit(
  db: Kysely<Db>,
  accountId: AccountId,
  unitIds: readonly number[],
  besideId: number | null,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ unit_id: number; n: number }>`
    SELECT u.unit_id, count(*)::int AS n FROM zone_unit u JOIN zone z ON z.id = u.zone_id AND z.removed_at IS NULL
    WHERE u.account_id = ${accountId} AND u.unit_id = ANY (${int8Array(unitIds)}::bigint[]) AND u.zone_id IS DISTINCT FROM ${besideId}
    GROUP BY u.unit_id`.execute(db);
  return new Map(rows.map(({ unit_id, n }) => [unit_id, n]));
}

/** DEC-01: metres. */
export async function minRadiusOf(db: Kysely<Db>, accountId: AccountId): Promise<number> {
  const row = await db.selectFrom('account').where('id', '=', accountId).select('geofence_min_radius').executeTakeFirstOrThrow();
  return row.geofence_min_radius;
}

export interface SeenUnit {
  readonly id: number;
  readonly name: string;
  readonly registration_number: string | null;
  /** Null when no tracker sits in it now. */
  readonly imei: string | null;
  readonly is_retired: boolean;
  readonly has_feature: boolean;
}

/** Units by name. */
export async function unitsOf(db: Kysely<Db>, accountId: AccountId, ids: readonly number[]): Promise<SeenUnit[]> {
  const { rows } = await sql<SeenUnit>`
    SELECT u.id, u.name, u.registration_number, t.imei, u.retired_at IS NOT NULL AS is_retired, ${featureIsOn('zones')} AS has_feature
    FROM unit u LEFT JOIN unit_trackers(${int8Array(ids)}::bigint[]) t ON t.unit_id = u.id
    WHERE u.account_id = ${accountId} AND u.id = ANY (${int8Array(ids)}::bigint[]) ORDER BY u.name ${NAME_ORDER}, u.id`.execute(
    db,
  );
  return rows;
}

/**
 * GEO-020: how often units report on their way, in seconds: as those that are on it do, else as the mode comes to that their tracker
 * confirmed, unless that is of a theft. How often one reports that stands says nothing of that. Nothing of those in somebody else's private use.
 */
export async function intervalsOf({ db, actor }: Viewer, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ unit_id: number; interval_s: number | null; mode: Mode | null }>`
    SELECT l.unit_id, CASE WHEN l.state = 'moving' THEN l.report_interval_s END AS interval_s, m.mode FROM unit_latest l
    LEFT JOIN unit_mode m ON m.unit_id = l.unit_id AND m.active_from IS NOT NULL AND m.active_until IS NULL AND m.mode <> 'theft'
    WHERE l.account_id = ${actor.accountId} AND l.unit_id = ANY (${int8Array(ids)}::bigint[])
      AND NOT ${isInPrivateUse(actor, sql`l.unit_id`)}`.execute(db);
  const told = rows.map(({ unit_id, interval_s, mode }) => [unit_id, interval_s ?? (mode && MODE_FACTS[mode].movingS)] as const);
  return new Map(told.flatMap(([unitId, seconds]) => (seconds === null ? [] : [[unitId, seconds]])));
}

export interface OrderRow {
  readonly zone_id: number;
  readonly unit_id: number;
  readonly id: number;
  readonly state: string;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

/** GEO-011: the newest order to each unit about each zone. */
export async function ordersOf(db: Kysely<Db>, accountId: AccountId, zoneIds: readonly number[]): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    SELECT u.zone_id, u.unit_id, c.id, c.state, c.created_at, c.ended_at FROM zone_unit u JOIN command c ON c.id = u.command_id
    WHERE u.account_id = ${accountId} AND u.zone_id = ANY (${int8Array(zoneIds)}::bigint[])`.execute(db);
  return rows;
}

export interface LastEvent {
  readonly zone_id: number;
  readonly unit_id: number;
  readonly at: Date;
  readonly direction: ZoneDirection;
}

/** GEO-012: what crossed each zone last, as far as the viewer may know of it (TRIP-032). */
export async function lastEventsOf(
  { db, actor }: Viewer,
  zoneIds: readonly number[],
  unitIds: readonly number[],
): Promise<Map<number, LastEvent>> {
  const { rows } = await sql<LastEvent>`
    SELECT z.id AS zone_id, c.unit_id, c.at, c.direction FROM unnest(${int8Array(zoneIds)}::bigint[]) AS z (id), LATERAL (
      SELECT c.unit_id, c.at, c.direction FROM zone_crossing c
      WHERE c.account_id = ${actor.accountId} AND c.zone_id = z.id AND c.unit_id = ANY (${int8Array(unitIds)}::bigint[])
        AND NOT ${isWithheldAt(actor, sql`c.unit_id`, sql`c.at`)} ORDER BY c.at DESC LIMIT 1) c`.execute(db);
  return new Map(rows.map((row) => [row.zone_id, row]));
}

/** The state of an order about a zone, and its unit. */
export async function orderOf(
  db: Kysely<Db>,
  accountId: AccountId,
  id: number,
): Promise<
  { readonly unit_id: number; readonly state: string; readonly expires_at: Date; readonly confirm_by: Date | null } | undefined
> {
  return db
    .selectFrom('command')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('kind', '=', 'zone')
    .select(['unit_id', 'state', 'expires_at', 'confirm_by'])
    .executeTakeFirst();
}
