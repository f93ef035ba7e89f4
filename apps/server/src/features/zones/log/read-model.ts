import type { ALARM_TELLINGS } from '@spora/contract/alarms/centre';
import type { ZoneDirection } from '@spora/contract/zones/rules';
import { sql } from 'kysely';
import { isWithheldAt, privateBetween } from '../../../core/fleet/private-use.ts';
import { type Viewer, visibleUnits } from '../../../core/fleet/visible-units.ts';
import { circleBegan } from '../watch-read-model.ts';
import { int8Array } from '../../../platform/database/binary-array.ts';

export interface EventRow {
  readonly zone_id: number;
  readonly zone_name: string;
  readonly is_removed: boolean;
  readonly unit_id: number;
  readonly unit_name: string;
  readonly registration_number: string | null;
  readonly imei: string | null;
  readonly at: Date;
  readonly direction: ZoneDirection;
  readonly lat_e7: number | null;
  readonly lon_e7: number | null;
  readonly is_return: boolean;
  readonly driver: string | null;
  readonly driver_is_usual: boolean;
  /** The crossing before it that is told. */
  readonly before_at: Date | null;
  readonly before_direction: ZoneDirection | null;
  readonly is_last: boolean;
  /** Somebody else's private use lies between it and what is told beside it: whether the unit was away in it is nobody's business. */
  readonly is_untold: boolean;
  /** Since when the circle is as it was then; null: no longer kept. */
  readonly circle_from: Date | null;
  /** The zone rested at times, and what happened then is not written down. */
  readonly is_resting: boolean;
  readonly alarm_id: number | null;
  readonly telling: (typeof ALARM_TELLINGS)[number] | null;
  readonly messages: number;
}

/** Where a page begins: after this event. */
export interface PageMark {
  readonly at: Date;
  readonly unitId: number;
  readonly zoneId: number;
}

export interface EventFilter {
  /** Of the units that the viewer sees. */
  readonly unitIds?: readonly number[];
  readonly zoneIds?: readonly number[];
  readonly directions?: readonly string[];
  readonly from?: Date;
  readonly before?: Date;
}

/**
 * What crossed the zones of the units that the viewer sees, the newest first. Nothing of somebody else's private use is among it: the
 * name of a zone is a place (TRIP-032, decision 0006).
 */
export async function listEvents(
  viewer: Viewer,
  { unitIds = [], zoneIds = [], directions = [], from, before }: EventFilter,
  { limit, after }: { readonly limit: number; readonly after?: PageMark | undefined },
): Promise<EventRow[]> {
  const { db, actor } = viewer;
  const { rows } = await sql<EventRow>`
    SELECT c.zone_id, z.name AS zone_name, z.removed_at IS NOT NULL AS is_removed, c.unit_id, u.name AS unit_name, u.registration_number, f.imei,
      c.at, c.direction, c.lat_e7, c.lon_e7, c.is_return, d.full_name AS driver, coalesce(d.is_usual, false) AS driver_is_usual,
      p.at AS before_at, p.direction AS before_direction,
      ${privateBetween(actor, 'c.unit_id', { from: sql`CASE c.direction WHEN 'entered' THEN c.at ELSE coalesce(p.at, v.circle_from) END`, to: sql`CASE c.direction WHEN 'entered' THEN 'infinity' ELSE c.at END` })} AS is_untold,
      NOT EXISTS (SELECT FROM zone_crossing n WHERE n.unit_id = c.unit_id AND n.zone_id = c.zone_id AND n.at > c.at)
        AND EXISTS (SELECT FROM zone_watch w WHERE w.unit_id = c.unit_id AND w.zone_id = c.zone_id AND w.valid_to IS NULL AND w.inactive IS NULL
          AND ${circleBegan('w')} <= c.at) AS is_last,
      v.circle_from, EXISTS (SELECT FROM zone_watch w WHERE w.unit_id = c.unit_id AND w.zone_id = c.zone_id AND w.inactive IS NOT NULL
        AND w.valid_from <= c.at AND coalesce(w.valid_to, 'infinity') >= coalesce(p.at, v.circle_from)) AS is_resting,
      a.id AS alarm_id, a.telling,
      (SELECT count(*)::integer FROM alarm_message m WHERE m.alarm_id = a.id AND m.state NOT IN ('dropped', 'no-credits', 'no-device')) AS messages
    FROM (
      SELECT c.* FROM zone_crossing c
      WHERE c.account_id = ${actor.accountId} AND c.unit_id IN (${visibleUnits(viewer).select('unit.id')})
        AND NOT ${isWithheldAt(actor, sql`c.unit_id`, sql`c.at`)}
        ${unitIds.length > 0 ? sql`AND c.unit_id = ANY (${int8Array(unitIds)}::bigint[])` : sql``}
        ${zoneIds.length > 0 ? sql`AND c.zone_id = ANY (${int8Array(zoneIds)}::bigint[])` : sql``}
        ${directions.length > 0 ? sql`AND c.direction = ANY (${[...directions]}::text[])` : sql``}
        ${from ? sql`AND c.at >= ${from}` : sql``} ${before ? sql`AND c.at < ${before}` : sql``}
        ${after ? sql`AND (c.at, c.unit_id, c.zone_id) < (${after.at}::timestamptz, ${after.unitId}::bigint, ${after.zoneId}::bigint)` : sql``}
      ORDER BY c.at DESC, c.unit_id DESC, c.zone_id DESC LIMIT ${limit}) c
    JOIN zone z ON z.id = c.zone_id JOIN unit u ON u.id = c.unit_id LEFT JOIN account_trackers() f ON f.unit_id = c.unit_id
    LEFT JOIN LATERAL (SELECT m.full_name, t.edited_driver_id IS NULL AND t.checked_in_driver_id IS NULL AS is_usual FROM trip t JOIN member m ON m.id = t.driver_member_id
      WHERE t.unit_id = c.unit_id AND t.started_at <= c.at AND (t.is_ongoing OR t.ended_at >= c.at) ORDER BY t.started_at DESC LIMIT 1) d ON true
    LEFT JOIN LATERAL (SELECT b.at, b.direction FROM zone_crossing b WHERE b.unit_id = c.unit_id AND b.zone_id = c.zone_id AND b.at < c.at
      AND NOT ${isWithheldAt(actor, sql`b.unit_id`, sql`b.at`)} ORDER BY b.at DESC LIMIT 1) p ON true
    LEFT JOIN LATERAL (SELECT ${circleBegan('w')} AS circle_from FROM zone_watch w
      WHERE w.unit_id = c.unit_id AND w.zone_id = c.zone_id AND w.valid_from <= c.at ORDER BY w.valid_from DESC LIMIT 1) v ON true
    LEFT JOIN alarm a ON a.account_id = c.account_id
      AND a.dedup_key = 'zone-' || c.direction || ' ' || c.zone_id || ' ' || c.unit_id || ' ' || floor(extract(epoch FROM c.at) * 1000)::bigint
    ORDER BY c.at DESC, c.unit_id DESC, c.zone_id DESC`.execute(db);
  return rows;
}
