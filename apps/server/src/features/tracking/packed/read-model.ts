import { allocateLatest, LATEST_FLAGS, type LatestPositions } from '@spora/telemetry/packed-positions';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { UNIT_STATES } from '@spora/contract/tracking';
import type { MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.generated.ts';
import type { LiveFilter } from '../read-model.ts';
import { contactExpectedBy, shownState, type StoredState } from '../rules.ts';

const STORED_STATES: readonly StoredState[] = ['moving', 'stopped', 'parked'];
/** What `array_send` of an array without nulls writes: five int4 of description, then a length before each element. */
const ARRAY_HEAD_BYTES = 20;
const LENGTH_BYTES = 4;
const UNKNOWN = -1;
/** PostgreSQL counts microseconds from the year 2000. */
const EPOCH_2000_MS = Date.UTC(2000, 0, 1);

/**
 * What moves of the units that have ever reported, in order of id, as the actor may see it. The columns leave the database as
 * arrays in their binary form: a row apiece costs more to read than to find.
 */
export async function latestPositions(
  { db, actor }: { db: Kysely<Db>; actor: MemberActor },
  { unitIds, changedSince }: LiveFilter,
  nowMs: number,
): Promise<LatestPositions> {
  const known = (value: RawBuilder<unknown>) => sql`array_send(array_agg(coalesce(${value}, ${sql.lit(UNKNOWN)}) ORDER BY u.id))`;
  const instant = (value: RawBuilder<unknown>) => sql`array_send(array_agg(coalesce(${value}, '2000-01-01Z') ORDER BY u.id))`;
  const { rows } = await sql<
    Record<
      'id' | 'time' | 'lat' | 'lon' | 'speed' | 'heading' | 'state' | 'since' | 'contact' | 'interval' | 'flags',
      Buffer | null
    >
  >`
    SELECT array_send(array_agg(u.id ORDER BY u.id)) AS id, ${instant(sql`u.time`)} AS time, ${known(sql`u.lat_e7`)} AS lat, ${known(sql`u.lon_e7`)} AS lon,
      ${known(sql`u.speed_kmh::int`)} AS speed, ${known(sql`u.heading_deg::int`)} AS heading, ${known(sql`u.state`)} AS state,
      ${instant(sql`u.state_since`)} AS since, ${instant(sql`u.last_contact_at`)} AS contact, ${known(sql`u.report_interval_s`)} AS interval,
      ${known(sql`u.flags`)} AS flags
    FROM (
      SELECT u.id, l.time, l.lat_e7, l.lon_e7, l.speed_kmh, l.heading_deg, array_position(${STORED_STATES}::text[], l.state) - 1 AS state,
        l.state_since, l.last_contact_at, l.report_interval_s,
        CASE l.named -> 'ignition' WHEN 'true' THEN 3 WHEN 'false' THEN 1 ELSE 0 END
          + CASE WHEN p.unit_id IS NOT NULL AND p.driver_member_id IS DISTINCT FROM ${actor.memberId} THEN 4 ELSE 0 END AS flags
      FROM unit u JOIN unit_latest l ON l.unit_id = u.id
      LEFT JOIN trip p ON p.unit_id = u.id AND p.is_ongoing AND p.type = 'private'
      WHERE u.account_id = ${actor.accountId} AND u.retired_at IS NULL ${unitIds ? sql`AND u.id = ANY(${unitIds}::bigint[])` : sql``}
        ${changedSince ? sql`AND l.changed_at >= ${changedSince}` : sql``}
    ) u`.execute(db);
  const row = rows[0];
  if (!row?.id) return allocateLatest(0);
  const found = allocateLatest((row.id.length - ARRAY_HEAD_BYTES) / (8 + LENGTH_BYTES));
  const int4 = (from: Buffer | null, store: (i: number, value: number) => void): void => {
    for (let i = 0, at = ARRAY_HEAD_BYTES + LENGTH_BYTES; i < found.n; i += 1, at += 8)
      store(i, from?.readInt32BE(at) ?? UNKNOWN);
  };
  const int8 = (from: Buffer | null, store: (i: number, value: number) => void): void => {
    for (let i = 0, at = ARRAY_HEAD_BYTES + LENGTH_BYTES; i < found.n; i += 1, at += 12)
      store(i, from ? from.readInt32BE(at) * 2 ** 32 + from.readUInt32BE(at + 4) : 0);
  };
  const instantInto = (column: Float64Array) => (i: number, value: number) =>
    (column[i] = value === 0 ? 0 : EPOCH_2000_MS + Math.floor(value / 1000));
  const positive = (column: { [i: number]: number }) => (i: number, value: number) => (column[i] = Math.max(0, value));
  int8(row.id, (i, value) => (found.unitId[i] = value));
  int8(row.time, instantInto(found.timeMs));
  int8(row.since, instantInto(found.sinceMs));
  int8(row.contact, instantInto(found.contactMs));
  int4(row.lat, (i, value) => (found.latE7[i] = value));
  int4(row.lon, (i, value) => (found.lonE7[i] = value));
  int4(row.speed, positive(found.speedKmh));
  int4(row.heading, positive(found.headingDeg));
  int4(row.interval, (i, value) => (found.patienceS[i] = contactExpectedBy(0, Math.max(0, value)) / 1000));
  int4(row.flags, positive(found.flags));
  int4(row.state, (i, value) => {
    const expectedByMs = (found.contactMs[i] ?? 0) + (found.patienceS[i] ?? 0) * 1000;
    found.state[i] = UNIT_STATES.indexOf(shownState(STORED_STATES[value] ?? 'parked', expectedByMs, nowMs));
  });
  withholdPlaces(found);
  return found;
}

/** MAP-031; and where there is no position nothing of one is left. */
function withholdPlaces(found: LatestPositions): void {
  for (let i = 0; i < found.n; i += 1) {
    const isPrivate = ((found.flags[i] ?? 0) & LATEST_FLAGS.private) !== 0;
    if (isPrivate) found.flags[i] = LATEST_FLAGS.private;
    if (!isPrivate && found.timeMs[i] !== 0) continue;
    for (const column of [found.timeMs, found.latE7, found.lonE7, found.speedKmh, found.headingDeg]) column[i] = 0;
  }
}
