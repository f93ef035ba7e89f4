import { type Kysely, sql } from 'kysely';
import type { Projection, Run } from '../../core/engine/projections.ts';
import { int4Array, int8Array, timestamptzArray } from '../../platform/database/binary-array.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { type TripsState, overSinceMs } from '../trips/clock-rules.ts';
import type { DatedSettings } from '../trips/rules.ts';
import {
  type LatestState,
  type NewestPosition,
  cardJson,
  noteCard,
  noteContact,
  nothingTold,
  positionOf,
  reportIntervalS,
  reportingModeS,
} from './projection.ts';

/** The clock alone shows that a unit has stood since then. */
interface Parked {
  readonly sinceMs: number;
}
type Used = { readonly trips: TripsState };
type LatestRun = Run<LatestState, Parked, readonly DatedSettings[], Used>;

/** The latest of each unit (MAP-019, MAP-023): its newest position, what its card shows, and what it is doing. */
export const latestProjection: Projection<LatestState, Parked, readonly DatedSettings[], Used> = {
  name: 'latest',
  version: 1,
  tables: ['unit_latest'],
  uses: ['trips'],
  inputs: 'trips',
  initial: nothingTold,
  copy: (state) => ({ ...state, named: { ...state.named } }),
  advance(state, { timeMs, columns, row, values }, _input, { trips }) {
    noteCard(state.named, values, timeMs);
    noteContact(state, timeMs, trips.activity === 'moving');
    // Only a position that trips are made of is believed.
    if (trips.fix?.timeMs === timeMs) state.position = positionOf(columns, row);
    return false;
  },
  clock: {
    tell(_state, settings, { trips }, nowMs) {
      const sinceMs = overSinceMs(trips, nowMs, settings ?? []);
      return sinceMs === null ? [] : [{ sinceMs }];
    },
  },
  async write(db, runs, now) {
    const newest = runs.filter(({ cause }) => cause === 'new');
    const parked = runs.filter(({ cause }) => cause === 'clock');
    await saveLatest(db, newest, now);
    await saveParked(db, parked, now);
    return {
      live: [...newest, ...parked].map(({ unit: { accountId, unitId } }) => ({
        accountId,
        unitId,
        kind: 'position',
        isPassing: true,
      })),
    };
  },
};

/**
 * In SQL, of a row with both: of a unit with private trips only its way of reporting; never less than the mode comes to that its
 * tracker confirmed.
 */
const toldInterval = (unitId: string, row: string) =>
  sql`greatest(CASE WHEN EXISTS (SELECT FROM trip p WHERE p.unit_id = ${sql.ref(unitId)} AND p.type = 'private')
    THEN ${sql.ref(`${row}.mode_s`)} ELSE ${sql.ref(`${row}.interval_s`)} END,
    (SELECT m.still_s FROM unit_mode m WHERE m.unit_id = ${sql.ref(unitId)} AND m.active_from IS NOT NULL AND m.active_until IS NULL))`;

async function saveLatest(db: Kysely<Db>, runs: readonly LatestRun[], now: Date): Promise<void> {
  const heard = runs.flatMap(({ unit, state, used: { trips } }) =>
    unit.contact === null ? [] : [{ unit, contact: unit.contact, state, trips }],
  );
  if (heard.length === 0) return;
  const ofPosition = (value: (position: NewestPosition) => number) =>
    heard.map(({ state }) => state.position && value(state.position));
  // Nearly all units have a row; one that has none is in this transaction's hands alone.
  await sql`
    WITH x AS MATERIALIZED (SELECT unit_id, account_id, contact, to_timestamp(time_ms / 1000) AS time, lat_e7, lon_e7, speed_kmh, heading_deg,
      altitude_m, satellites, state, to_timestamp(since_ms / 1000) AS state_since, ${toldInterval('x.unit_id', 'x')} AS report_interval_s, named
      FROM unnest(${int8Array(heard.map(({ unit }) => unit.unitId))}::bigint[], ${int8Array(heard.map(({ unit }) => unit.accountId))}::bigint[],
        ${timestamptzArray(heard.map(({ contact }) => contact.getTime()))}::timestamptz[], ${ofPosition(({ timeMs }) => timeMs)}::float8[],
        ${ofPosition(({ latE7 }) => latE7)}::integer[], ${ofPosition(({ lonE7 }) => lonE7)}::integer[],
        ${ofPosition(({ speedKmh }) => speedKmh)}::smallint[], ${ofPosition(({ headingDeg }) => headingDeg)}::smallint[],
        ${ofPosition(({ altitudeM }) => altitudeM)}::smallint[], ${ofPosition(({ satellites }) => satellites)}::smallint[],
        ${heard.map(({ trips }) => trips.activity)}::text[], ${heard.map(({ trips }) => trips.activitySinceMs)}::float8[],
        ${int4Array(heard.map(({ state, trips }) => reportIntervalS(state, trips.activity)))}::integer[],
        ${int4Array(heard.map(({ state, trips }) => reportingModeS(reportIntervalS(state, trips.activity))))}::integer[],
        ${heard.map(({ state }) => cardJson(state.named))}::json[])
      AS x (unit_id, account_id, contact, time_ms, lat_e7, lon_e7, speed_kmh, heading_deg, altitude_m, satellites, state, since_ms,
        interval_s, mode_s, named)),
    updated AS (UPDATE unit_latest l SET last_contact_at = greatest(l.last_contact_at, x.contact),
      time = x.time, lat_e7 = x.lat_e7, lon_e7 = x.lon_e7, speed_kmh = x.speed_kmh, heading_deg = x.heading_deg, altitude_m = x.altitude_m,
      satellites = x.satellites, state = x.state, state_since = x.state_since, report_interval_s = x.report_interval_s, named = x.named,
      changed_at = ${now} FROM x WHERE l.unit_id = x.unit_id RETURNING l.unit_id)
    INSERT INTO unit_latest (unit_id, account_id, last_contact_at, time, lat_e7, lon_e7, speed_kmh, heading_deg, altitude_m, satellites,
      state, state_since, report_interval_s, named, changed_at)
    SELECT unit_id, account_id, contact, time, lat_e7, lon_e7, speed_kmh, heading_deg, altitude_m, satellites, state, state_since,
      report_interval_s, named, ${now} FROM x WHERE unit_id NOT IN (SELECT unit_id FROM updated)`.execute(db);
}

async function saveParked(db: Kysely<Db>, runs: readonly LatestRun[], now: Date): Promise<void> {
  const units = runs.flatMap(({ unit: { unitId }, state, effects }) =>
    effects.map(({ sinceMs }) => ({ unitId, sinceMs, reportIntervalS: reportIntervalS(state, 'parked') })),
  );
  if (units.length === 0) return;
  await sql`UPDATE unit_latest l SET state = 'parked', state_since = to_timestamp(u.since_ms / 1000), report_interval_s = ${toldInterval('u.id', 'u')}, changed_at = ${now}
    FROM unnest(${int8Array(units.map((u) => u.unitId))}::bigint[], ${units.map((u) => u.sinceMs)}::float8[],
      ${units.map((u) => u.reportIntervalS)}::int4[], ${units.map((u) => reportingModeS(u.reportIntervalS))}::int4[]) AS u (id, since_ms, interval_s, mode_s)
    WHERE l.unit_id = u.id`.execute(db);
}
