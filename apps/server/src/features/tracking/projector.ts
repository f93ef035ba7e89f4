import { type Kysely, sql } from 'kysely';
import type { Projection, Run } from '../../core/engine/projections.ts';
import { int8Array } from '../../platform/database/binary-array.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { type TripsState, overSinceMs } from '../trips/clock-rules.ts';
import type { DatedSettings } from '../trips/rules.ts';
import { type LatestState, noteCard, noteContact, nothingTold, positionOf, reportIntervalS } from './projection.ts';

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
    noteContact(state, timeMs, trips.activity === 'moving');
    noteCard(state.named, values, timeMs);
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
    return { live: [...newest, ...parked].map(({ unit: { accountId, unitId } }) => ({ accountId, unitId, kind: 'position' })) };
  },
};

async function saveLatest(db: Kysely<Db>, runs: readonly LatestRun[], now: Date): Promise<void> {
  const json = runs.flatMap(({ unit, state, used: { trips } }) =>
    unit.contact === null
      ? []
      : [
          {
            unit_id: unit.unitId,
            account_id: unit.accountId,
            contact: unit.contact.toISOString(),
            time: iso(state.position?.timeMs),
            lat_e7: state.position?.latE7,
            lon_e7: state.position?.lonE7,
            speed_kmh: state.position?.speedKmh,
            heading_deg: state.position?.headingDeg,
            altitude_m: state.position?.altitudeM,
            satellites: state.position?.satellites,
            state: trips.activity,
            state_since: iso(trips.activitySinceMs),
            report_interval_s: reportIntervalS(state, trips.activity),
            named: state.named,
          },
        ],
  );
  if (json.length === 0) return;
  await sql`
    INSERT INTO unit_latest AS l (unit_id, account_id, last_contact_at, time, lat_e7, lon_e7, speed_kmh, heading_deg, altitude_m, satellites,
      state, state_since, report_interval_s, named, changed_at)
    SELECT unit_id, account_id, contact, time, lat_e7, lon_e7, speed_kmh, heading_deg, altitude_m, satellites, state, state_since,
      report_interval_s, named, ${now}
    FROM jsonb_to_recordset(${JSON.stringify(json)}::jsonb) AS x (unit_id bigint, account_id bigint, contact timestamptz, time timestamptz,
      lat_e7 integer, lon_e7 integer, speed_kmh smallint, heading_deg smallint, altitude_m smallint, satellites smallint, state text,
      state_since timestamptz, report_interval_s integer, named jsonb)
    ON CONFLICT (unit_id) DO UPDATE SET last_contact_at = greatest(l.last_contact_at, excluded.last_contact_at),
      time = excluded.time, lat_e7 = excluded.lat_e7, lon_e7 = excluded.lon_e7, speed_kmh = excluded.speed_kmh,
      heading_deg = excluded.heading_deg, altitude_m = excluded.altitude_m, satellites = excluded.satellites, state = excluded.state,
      state_since = excluded.state_since, report_interval_s = excluded.report_interval_s, named = excluded.named, changed_at = excluded.changed_at`.execute(
    db,
  );
}

const iso = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : new Date(ms).toISOString());

async function saveParked(db: Kysely<Db>, runs: readonly LatestRun[], now: Date): Promise<void> {
  const units = runs.flatMap(({ unit: { unitId }, state, effects }) =>
    effects.map(({ sinceMs }) => ({ unitId, sinceMs, reportIntervalS: reportIntervalS(state, 'parked') })),
  );
  if (units.length === 0) return;
  await sql`UPDATE unit_latest l SET state = 'parked', state_since = to_timestamp(u.since_ms / 1000), report_interval_s = u.interval_s, changed_at = ${now}
    FROM unnest(${int8Array(units.map((u) => u.unitId))}::bigint[], ${units.map((u) => u.sinceMs)}::float8[],
      ${units.map((u) => u.reportIntervalS)}::int4[]) AS u (id, since_ms, interval_s)
    WHERE l.unit_id = u.id`.execute(db);
}
