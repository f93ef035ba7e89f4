import { DAY_MS } from '@spora/calendar/durations';
import { hardwareOf } from '@spora/protocols/list';
import { advanceUnit, newMade } from '@spora/server/core/engine/advance';
import { initialState } from '@spora/server/core/engine/engine';
import { projectNext } from '@spora/server/core/engine/project';
import { createStateMemory } from '@spora/server/core/engine/states';
import { append, ensurePartitions } from '@spora/server/core/log/segments';
import { prepare } from '@spora/server/core/log/appender';
import { DEFAULT_SETTINGS } from '@spora/server/features/trips/rules';
import { DatedZones } from '@spora/server/features/zones/judging/rules';
import { ENGINE, tripsFinished } from '@spora/server/roles/engine';
import { columnsOf, type RecordColumns } from '@spora/telemetry/columns';
import type { PositionRecord, RawIo } from '@spora/telemetry/record';
import { sql } from 'kysely';
import { benchDatabase, familyCpuMs, numbersOf } from './gateway-bench.ts';

export const title = 'Projector: the log through latest positions, trips and days';
export const small = ['--units', '4', '--records', '840'];

const START = Date.UTC(2026, 2, 10, 5);
/** GEO-004: as many zones as a unit can have; a day crosses an edge twenty times and raises ten alarms, more than any day of a fleet. */
const ZONE_RADII_M = [300, 500, 800, 1000, 9999];
const ZONE_STEP_E7 = 400_000;
const zonesOf = (seed: number) =>
  ZONE_RADII_M.map((radiusM, i) => ({
    zoneId: i + 1,
    fromMs: 0,
    toMs: Infinity,
    latE7: 593_000_000 + seed * 7919 + i * ZONE_STEP_E7,
    lonE7: 180_000_000 + seed * 104_729,
    radiusM,
    alarm: 'leave' as const,
    inactive: null,
  }));
/** What projections are computed by; those that are not named live by what is usual. */
const SETTINGS: Readonly<Record<string, ReadonlyMap<number, unknown>>> = {
  trips: new Map([[1, [{ fromMs: 0, settings: DEFAULT_SETTINGS }]]]),
  zones: new Map([[1, new DatedZones(zonesOf(0))]]),
};
const READING = {
  unitId: 1,
  families: [{ fromMs: 0, family: 'A' as const }],
  inputs: ENGINE.projections.map(({ name }) => SETTINGS[name]),
};

/** A working day: an hour of driving with turns and stops every two and a half hours, a record each ten seconds while driving. */
export function workingDay(seed: number, records: number): PositionRecord[] {
  const day: PositionRecord[] = [];
  let [latE7, lonE7, timeMs, odometer] = [593_000_000 + seed * 7919, 180_000_000 + seed * 104_729, START, 1_000_000 + seed];
  for (let i = 0; day.length < records; i++) {
    const phase = i % 400;
    const drives = phase < 360;
    const speedKmh = !drives ? 0 : phase % 60 < 3 ? 0 : 30 + ((phase * 7 + seed) % 60);
    timeMs += drives ? 10_000 : 60_000;
    const heading = (seed * 37 + i * 3) % 360;
    const metres = drives ? (speedKmh / 3.6) * 10 : 0;
    latE7 += Math.round((metres * Math.cos((heading * Math.PI) / 180)) / 0.0111195);
    lonE7 += Math.round((metres * Math.sin((heading * Math.PI) / 180)) / 0.0056);
    odometer += metres;
    const io: RawIo[] = [
      { id: 239, width: 1, value: drives ? 1 : 0 },
      { id: 240, width: 1, value: speedKmh > 0 ? 1 : 0 },
      { id: 21, width: 1, value: 4 },
      { id: 69, width: 1, value: 1 },
      { id: 200, width: 1, value: 0 },
      { id: 181, width: 2, value: 12 },
      { id: 182, width: 2, value: 8 },
      { id: 66, width: 2, value: 13_900 },
      { id: 67, width: 2, value: 4_050 },
      { id: 16, width: 4, value: Math.round(odometer) },
    ];
    day.push({ timeMs, latE7, lonE7, altitudeM: 30, headingDeg: heading, satellites: 11, speedKmh, priority: 0, eventId: 0, io });
  }
  return day;
}

/** Records a second and core of the pure machine, then of the whole projector with its database, by records in a segment. */
export async function run(args: readonly string[]): Promise<void> {
  const { units, records } = numbersOf(args, { units: 500, records: 1200 }) as { units: number; records: number };
  const days = Array.from({ length: units }, (_, seed) => workingDay(seed, records));
  pure(days.slice(0, 50).map((day) => columnsOf(day)));
  for (const perSegment of [200, 20, 1])
    await throughDatabase(perSegment === 1 ? days.map((day) => day.slice(0, 300)) : days, perSegment);
}

function pure(columns: readonly RecordColumns[]): void {
  const rates: number[] = [];
  for (let round = 0; round < 4; round++) {
    const before = process.cpuUsage();
    let n = 0;
    let trips = 0;
    for (const each of columns) {
      const made = newMade(ENGINE);
      advanceUnit(ENGINE, initialState(ENGINE), each, READING, made);
      trips += made.snapshots.length;
      n += each.n;
    }
    const { user, system } = process.cpuUsage(before);
    if (round > 0) rates.push((n / (user + system)) * 1e6);
    if (round === 3)
      console.log(
        `pure machine: ${thousands(rates.toSorted((a, b) => a - b)[1] ?? 0)} records/s/core (${trips} trips of ${n} records)`,
      );
  }
}

async function throughDatabase(days: readonly PositionRecord[][], perSegment: number): Promise<void> {
  const database = await benchDatabase();
  try {
    const { owner, pipeline, engine } = database;
    await ensurePartitions(pipeline, new Date(START), new Date(START + 40 * DAY_MS));
    const trackers = await makeFleet(owner, days.length);
    await makeZones(owner);
    const most = Math.max(...days.map((day) => day.length));
    for (let at = 0; at < most; at += perSegment) {
      const frames = days.flatMap((day, i) => {
        const part = day.slice(at, at + perSegment);
        return part.length === 0
          ? []
          : [{ trackerId: trackers[i] as number, columns: columnsOf(part), bytes: 1, settle: () => {} }];
      });
      await append(pipeline, prepare(frames, new Date(START + 2 * DAY_MS), 24));
    }
    const cpu = () => {
      const { user, system } = process.cpuUsage();
      return { own: (user + system) / 1000, database: familyCpuMs(engine.pid) };
    };
    const [before, began] = [cpu(), performance.now()];
    let records = 0;
    let trips = 0;
    const memory = createStateMemory();
    for (;;) {
      const projected = await projectNext(
        ENGINE,
        pipeline,
        new Date(START + 2 * DAY_MS),
        { trackers: 256, segments: 64 },
        { memory },
      );
      if (projected.trackers === 0) break;
      records += projected.records;
      trips += tripsFinished(projected.events);
    }
    const after = cpu();
    const seconds = (performance.now() - began) / 1000;
    const [own, db] = [(after.own - before.own) / 1000, (after.database - before.database) / 1000];
    console.log(
      `${String(perSegment).padStart(3)} records a segment: ${thousands(records / own)} records/s/core of the projector, ` +
        `${thousands(records / (own + db))} with the database's part, ${thousands(records / seconds)} by the clock (${records} records, ${trips} trips)`,
    );
  } finally {
    await database.close();
  }
}

/** Five zones for each unit, all zones in one account. */
async function makeZones(owner: Parameters<typeof append>[0]): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO zone (account_id, name, lat_e7, lon_e7, radius_m, alarm, created_at, changed_at)
      SELECT u.account_id, u.id || ' ' || r.n, 593000000 + (u.n - 1) * 7919 + (r.n - 1) * ${ZONE_STEP_E7}::integer, 180000000 + (u.n - 1) * 104729, r.radius, 'leave', now(), now()
      FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM unit) u, unnest(${ZONE_RADII_M}::integer[]) WITH ORDINALITY AS r (radius, n)
      RETURNING *)
    INSERT INTO zone_watch (account_id, unit_id, zone_id, valid_from, lat_e7, lon_e7, radius_m, alarm)
    SELECT account_id, split_part(name, ' ', 1)::bigint, id, to_timestamp(0), lat_e7, lon_e7, radius_m, alarm FROM made`.execute(
    owner,
  );
  await sql`ANALYZE zone_watch`.execute(owner);
}

export async function makeFleet(owner: Parameters<typeof append>[0], count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH a AS (INSERT INTO account (name) VALUES ('Bench') RETURNING id),
    t AS (INSERT INTO tracker (imei, protocol) SELECT '35' || lpad(i::text, 13, '0'), ${hardwareOf().protocol} FROM generate_series(1, ${count}::int) i RETURNING id),
    u AS (INSERT INTO unit (account_id, name) SELECT a.id, 'Unit ' || i FROM a, generate_series(1, ${count}::int) i RETURNING id, account_id),
    pairs AS (SELECT t.id AS tracker_id, u.id AS unit_id, u.account_id FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM t) t
      JOIN (SELECT id, account_id, row_number() OVER (ORDER BY id) AS n FROM u) u USING (n)),
    families AS (INSERT INTO tracker_family (tracker_id, valid_from, family) SELECT id, '2020-01-01', 'A' FROM t)
    INSERT INTO fitting (account_id, unit_id, tracker_id, during) SELECT account_id, unit_id, tracker_id, '[2020-01-01,)' FROM pairs RETURNING tracker_id AS id`.execute(
    owner,
  );
  return rows.map((row) => row.id).sort((a, b) => a - b);
}

const thousands = (value: number): string => `${Math.round(value / 1000)} k`;
