import { HOUR_MS } from '@spora/calendar/durations';
import { type Kysely, sql } from 'kysely';
import type { UnitKey } from '../../core/engine/projections.ts';
import { featureIsOn } from '../../core/fleet/unit-features.ts';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';

/** A sensor that a unit no longer hears. */
export interface LostSensor {
  readonly unit: UnitKey;
  readonly sensorId: number;
  readonly sensorName: string;
  /** When it was last heard, or paired. */
  readonly lastMs: number;
  /** When it counted as lost. */
  readonly atMs: number;
  readonly latE7: number | null;
  readonly lonE7: number | null;
}

/** A lift or a shut lorry is no lost sensor, however often its unit reports. */
const LOST_AFTER_MS = HOUR_MS;

/**
 * BLE-017: sensors that have not been heard for twice the time after which they were expected, by units that have reported meanwhile: a
 * unit that is silent itself is another matter. Not of units that are not expected to listen.
 */
export async function lostSensors(db: Kysely<Db>): Promise<LostSensor[]> {
  const { rows } = await sql<{
    unit_id: number;
    account_id: AccountId;
    sensor_id: number;
    name: string;
    last_at: Date;
    lost_at: Date;
    lat_e7: number | null;
    lon_e7: number | null;
  }>`
    SELECT x.*, s.name FROM (
      SELECT p.unit_id, p.account_id, p.sensor_id, l.time, l.lat_e7, l.lon_e7, h.last_at,
        h.last_at + greatest(make_interval(secs => 2 * l.report_interval_s), make_interval(secs => ${LOST_AFTER_MS / 1000})) AS lost_at
      FROM sensor_pairing p JOIN unit u ON u.id = p.unit_id AND u.retired_at IS NULL AND ${featureIsOn('sensors')}
      JOIN unit_latest l ON l.unit_id = p.unit_id
      CROSS JOIN LATERAL (SELECT greatest(p.paired_at, (SELECT max(r.at) FROM sensor_reading r WHERE r.sensor_id = p.sensor_id)) AS last_at) h
      WHERE p.paired_at IS NOT NULL AND p.ended_at IS NULL AND NOT is_sensor_silence_expected(p.unit_id)) x
    JOIN sensor s ON s.id = x.sensor_id
    WHERE x.time >= x.lost_at ORDER BY x.sensor_id`.execute(db);
  return rows.map((row) => ({
    unit: { unitId: row.unit_id, accountId: row.account_id },
    sensorId: row.sensor_id,
    sensorName: row.name,
    lastMs: row.last_at.getTime(),
    atMs: row.lost_at.getTime(),
    latE7: row.lat_e7,
    lonE7: row.lon_e7,
  }));
}
