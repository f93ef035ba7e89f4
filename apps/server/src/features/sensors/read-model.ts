import type { SensorKind } from '@spora/contract/sensors/rules';
import { type RawBuilder, sql } from 'kysely';
import { REPORTING_MODES_S } from '../../core/fleet/reporting-modes.ts';
import { isInPrivateUse, isWithheldAt, toldUntil } from '../../core/fleet/private-use.ts';
import { featureIsOn } from '../../core/fleet/unit-features.ts';
import { visibleUnits } from '../../core/fleet/visible-units.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { byName, NAME_ORDER } from '../../platform/database/name-order.ts';

export interface SensorRow {
  readonly id: number;
  readonly mac: string;
  readonly name: string;
  readonly kind: SensorKind;
  readonly settings: unknown;
  readonly unit_id: number | null;
  readonly unit_name: string | null;
  readonly imei: string | null;
  readonly requested_at: Date | null;
  readonly paired_at: Date | null;
  /** Null in somebody else's private use. */
  readonly last_contact_at: Date | null;
  readonly interval_s: number | null;
  readonly heard_unit_id: number | null;
  readonly heard_unit_name: string | null;
  readonly heard_imei: string | null;
  readonly at: Date | null;
  readonly temperature_c: number | null;
  readonly humidity_pct: number | null;
  readonly magnet: boolean | null;
  readonly battery_pct: number | null;
  readonly battery_v: number | null;
  readonly battery_low: boolean | null;
}

/** Told as one of the ways a tracker reports by: the interval itself is learned from private driving too (decision 0042). */
const interval = (column: RawBuilder<unknown>) =>
  sql`(SELECT min(m) FROM unnest(${[...REPORTING_MODES_S]}::integer[]) AS m WHERE m >= least(${column}, ${REPORTING_MODES_S.at(-1) ?? 0}))`;

/** Which of the sensors: one, those of a unit, those of a kind. */
export interface OnlySensors {
  readonly id?: number;
  readonly unitId?: number;
  readonly kind?: SensorKind;
}

/**
 * The account's sensors by name: those of units that the viewer sees, and those without a unit where `withUnpaired`. The newest value is the
 * newest that is told, of a unit that the viewer sees.
 */
export async function sensorsOf(
  ctx: MemberCtx,
  { withUnpaired, id, unitId, kind }: { withUnpaired: boolean } & OnlySensors,
): Promise<SensorRow[]> {
  const { db, actor } = ctx;
  const now = ctx.now();
  const visible = visibleUnits(ctx).select('unit.id');
  const unit = sql`r.unit_id`;
  const { rows } = await sql<SensorRow>`
    SELECT s.id, s.mac, s.name, s.kind, d.settings, p.unit_id, u.name AS unit_name, f.imei, p.requested_at, p.paired_at,
      CASE WHEN NOT ${isInPrivateUse(actor, sql`p.unit_id`)} THEN f.last_contact_at END AS last_contact_at,
      ${interval(sql`l.report_interval_s`)} AS interval_s,
      v.unit_id AS heard_unit_id, h.name AS heard_unit_name, hf.imei AS heard_imei, v.at, v.temperature_c, v.humidity_pct, v.magnet,
      v.battery_pct, v.battery_v, v.battery_low
    FROM sensor s
    LEFT JOIN sensor_pairing p ON p.sensor_id = s.id AND p.ended_at IS NULL
    LEFT JOIN unit u ON u.id = p.unit_id
    LEFT JOIN unit_latest l ON l.unit_id = p.unit_id
    LEFT JOIN account_trackers() f ON f.unit_id = p.unit_id
    LEFT JOIN LATERAL (SELECT settings FROM sensor_setting x WHERE x.sensor_id = s.id AND x.valid_from <= ${now}
      ORDER BY x.valid_from DESC LIMIT 1) d ON true
    LEFT JOIN LATERAL (SELECT r.* FROM sensor_reading r WHERE r.sensor_id = s.id AND r.unit_id IN (${visible})
      AND r.at <= ${toldUntil(actor, unit, now)} AND NOT ${isWithheldAt(actor, unit, sql`r.at`)}
      ORDER BY r.at DESC LIMIT 1) v ON true
    LEFT JOIN unit h ON h.id = v.unit_id
    LEFT JOIN account_trackers() hf ON hf.unit_id = v.unit_id
    WHERE s.account_id = ${actor.accountId} AND s.removed_at IS NULL
      AND (p.unit_id IN (${visible}) OR (${withUnpaired} AND p.unit_id IS NULL))
      AND (${kind ?? null}::text IS NULL OR s.kind = ${kind ?? null})
      AND (${id ?? null}::bigint IS NULL OR s.id = ${id ?? null}) AND (${unitId ?? null}::bigint IS NULL OR p.unit_id = ${unitId ?? null})
    ORDER BY s.name ${NAME_ORDER}, s.id`.execute(db);
  return rows;
}

/** A sensor of the account by its MAC address, whoever sees it. */
export const sensorByMac = ({ db, actor }: MemberCtx, mac: string) =>
  db
    .selectFrom('sensor as s')
    .leftJoin('sensor_pairing as p', (join) => join.onRef('p.sensor_id', '=', 's.id').on('p.ended_at', 'is', null))
    .where('s.account_id', '=', actor.accountId)
    .where('s.mac', '=', mac)
    .where('s.removed_at', 'is', null)
    .select(['s.id', 's.name', 'p.unit_id', 'p.paired_at'])
    .executeTakeFirst();

/** BLE-013: units in use whose sensors are on and that the viewer sees, by name, with their trackers. */
export const sensorUnits = (ctx: MemberCtx) =>
  visibleUnits(ctx)
    .innerJoin(sql<{ unit_id: number; imei: string }>`account_trackers()`.as('fitted'), (join) =>
      join.onRef('fitted.unit_id', '=', 'unit.id'),
    )
    .leftJoin('unit_bluetooth as b', 'b.unit_id', 'unit.id')
    .where('unit.retired_at', 'is', null)
    .where(featureIsOn('sensors', 'unit'))
    .select([
      'unit.id',
      'unit.name',
      'fitted.imei',
      sql<boolean>`coalesce(b.is_on, false)`.as('is_on'),
      sql<number>`(SELECT count(*)::int FROM sensor_pairing p WHERE p.unit_id = unit.id AND p.ended_at IS NULL)`.as('sensors'),
      sql<string | null>`(SELECT t.family FROM unit_tracker(unit.id) t)`.as('family'),
    ])
    .orderBy(byName('unit.name'))
    .orderBy('unit.id')
    .execute();

/** Whether the Bluetooth of a unit is on, and whether its tracker has yet to say so. */
export async function bluetoothOf(
  { db, actor }: { readonly db: MemberCtx['db']; readonly actor: Pick<MemberCtx['actor'], 'accountId'> },
  unitId: number,
): Promise<{ isOn: boolean; isPending: boolean }> {
  const row = await db
    .selectFrom('unit_bluetooth as b')
    .leftJoin('command as c', 'c.id', 'b.command_id')
    .where('b.account_id', '=', actor.accountId)
    .where('b.unit_id', '=', unitId)
    .select(['b.is_on', 'c.state'])
    .executeTakeFirst();
  return { isOn: row?.is_on ?? false, isPending: row?.state === 'waiting' || row?.state === 'sent' };
}
