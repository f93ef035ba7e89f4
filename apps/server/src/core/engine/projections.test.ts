import { columnsOf, type RecordColumns, sliceColumns } from '@spora/telemetry/columns';
import type { PositionRecord } from '@spora/telemetry/record';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { driveBuilder, randomFrom } from '../../testing/drive.ts';
import { PROJECTIONS } from '../../roles/engine.ts';
import { NEW_SENSOR } from '../../features/sensors/rules.ts';
import { DatedZones } from '../../features/zones/judging/rules.ts';
import type { AccountId } from '../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeUnit, testDatabase } from '../../testing/database.ts';
import { newestState, projectNext, rebuildTracker } from '../../testing/engine.ts';
import { prepare } from '../log/appender.ts';
import { append, ensurePartitions } from '../log/segments.ts';
import { advanceUnit, newMade } from './advance.ts';
import { copyState, createEngine, type Engine, fromStored, initialState, toStored, type UnitState } from './engine.ts';
import type { Projection } from './projections.ts';
import { createStateMemory, type StateMemory } from './states.ts';
import { recordOf } from '../../testing/projector.ts';
import { driveOverBridge } from '../../testing/toll-drive.ts';

/** Nobody is told of anything. */
const QUIET = { announce: async () => {}, live: { announce: async () => {} } };

const database = await testDatabase();
const { pipeline, owner } = database;
const NOW = new Date('2026-11-15T12:00:00Z');
let accountId: AccountId;
let zoneId: number;
const sensorIds: number[] = [];
/** When the sensors are with no unit any more: each is with one at a time, and several units have had these. */
const LATER = new Date('2100-01-01T00:00:00Z');
beforeAll(async () => {
  await ensurePartitions(pipeline, new Date('2026-02-01'), new Date('2026-12-01'));
  accountId = await makeAccount(database);
  const { rows } = await sql<{
    id: number;
  }>`INSERT INTO zone (account_id, name, lat_e7, lon_e7, radius_m, alarm, created_at, changed_at)
    VALUES (${accountId}, 'Depot', ${ZONE.latE7}, ${ZONE.lonE7}, ${ZONE.radiusM}, ${ZONE.alarm}, ${NOW}, ${NOW}) RETURNING id`.execute(
    owner,
  );
  zoneId = rows[0]!.id;
  for (const mac of ['7CD9F4100001', '7CD9F4100002']) {
    const sensor = await sql<{ id: number }>`WITH s AS (INSERT INTO sensor (account_id, mac, name, kind, created_at)
        VALUES (${accountId}, ${mac}, ${mac}, 'sensor', ${NOW}) RETURNING id),
      d AS (INSERT INTO sensor_setting (account_id, sensor_id, valid_from, settings)
        SELECT ${accountId}, id, to_timestamp(0), ${JSON.stringify(LIMITS)}::jsonb FROM s) SELECT id FROM s`.execute(owner);
    sensorIds.push(sensor.rows[0]!.id);
  }
});
afterAll(() => database.close());

const OFF = { ignition: false };
const ON = { ignition: true };
/** Three trips, a silence, a night between, a jammed signal now and then, and a driver's tag in the reader: something for every projection. */
const HISTORY: readonly PositionRecord[] = [
  ...driveBuilder({ withOdometer: true }).stand(300, OFF).drive(900, 50, ON).stand(1200, OFF).drive(600, 70, ON).stand(600, OFF)
    .fixes,
  ...driveBuilder({ startMs: Date.UTC(2026, 2, 11, 9), seed: 4 })
    .stand(400, OFF)
    .drive(600, 60, ON)
    .silent(700, 5)
    .drive(400, 40, ON)
    .stand(900, OFF).fixes,
  // Over a bridge where congestion tax is charged.
  ...driveOverBridge(Date.UTC(2026, 2, 12, 9), 10),
].map((fix, i) => {
  const record = recordOf(fix);
  const io = [
    ...record.io,
    { id: 249, width: 1 as const, value: i % 70 > 60 ? 1 : 0 },
    // A Bluetooth sensor that warms up and cools down again, and one that says whether its door is open.
    ...(i % 11 === 0 ? [] : [{ id: 10_800, width: 2 as const, value: 200 + (i % 150) * 10 }]),
    { id: 10_809, width: 1 as const, value: i % 90 > 70 ? 1 : 0 },
    // What the engine has burnt since it was made, but for moments at which the vehicle does not say.
    ...(i % 13 === 0 ? [] : [{ id: 83, width: 4 as const, value: 40_000 + Math.floor(i / 4) }]),
    // Harsh braking by the tracker's own word, now and then.
    ...(i % 37 === 20
      ? [
          { id: 253, width: 1 as const, value: 2 },
          { id: 254, width: 1 as const, value: 41 },
        ]
      : []),
  ];
  return i % 40 < 25
    ? { ...record, io: [...io, { id: 78, width: 8, value: 0x1000_0001n + BigInt(i > 200 ? 1 : 0) }] }
    : { ...record, io };
});

/** A zone around where both days begin, which is left and come back to. */
const ZONE = { latE7: 593_000_000, lonE7: 180_000_000, radiusM: 300, alarm: 'both', inactive: null } as const;
const ZONES = new Map([[1, new DatedZones([{ zoneId: 1, fromMs: 0, toMs: Infinity, ...ZONE }])]]);
const LIMITS = { ...NEW_SENSOR, temperature_high_c: 8, outside_min: 2, door_alarm: true, door_delay_min: 1 };
const SENSORS = new Map([
  [
    1,
    {
      off: [],
      pairings: [1, 2].map((sensorId) => ({
        ...{ sensorId, slot: sensorId - 1, fromMs: 0, toMs: Infinity },
        settings: [{ fromMs: 0, settings: LIMITS }],
      })),
    },
  ],
]);
const INPUTS: Readonly<Record<string, ReadonlyMap<number, unknown>>> = { zones: ZONES, sensors: SENSORS };
const inputsFor = ({ projections }: Engine) => projections.map(({ name }) => INPUTS[name]);

/** Without a database: what a list of projections makes of the columns, cut where it is said, with a stop in the stored form between. */
function lived(engine: Engine, columns: RecordColumns, cuts: readonly number[]) {
  const made = newMade(engine);
  let state: UnitState = initialState(engine);
  const bounds = [0, ...cuts, columns.n];
  for (let i = 1; i < bounds.length; i++) {
    const [from, to] = [bounds[i - 1] as number, bounds[i] as number];
    if (from === to) continue;
    const before = toStored(engine, state);
    const next = copyState(engine, state);
    advanceUnit(engine, next, sliceColumns(columns, from, to), { unitId: 1, families: [], inputs: inputsFor(engine) }, made);
    expect(toStored(engine, state), 'a copy shares nothing that is changed').toBe(before);
    state = fromStored(engine, next.lastMs, JSON.parse(toStored(engine, next))).state;
  }
  return { state: toStored(engine, state), effects: JSON.stringify(made.effects), snapshots: made.snapshots };
}

/** Any split gives the same, and so does taking up the history again from any snapshot. */
function prove(projections: readonly Projection[]): void {
  const engine = createEngine({ projections, derived: [], ...QUIET });
  const columns = columnsOf(HISTORY);
  const whole = lived(engine, columns, []);
  const random = randomFrom(11);
  for (let round = 0; round < 12; round++) {
    const cuts = Array.from({ length: 1 + round * 4 }, () => Math.floor(random() * columns.n)).sort((a, b) => a - b);
    expect(lived(engine, columns, cuts)).toEqual(whole);
  }
  for (const { atMs, state } of whole.snapshots) {
    const from = fromStored(engine, atMs, JSON.parse(state)).state;
    const made = newMade(engine);
    const rest = sliceColumns(columns, HISTORY.filter(({ timeMs }) => timeMs <= atMs).length);
    advanceUnit(engine, from, rest, { unitId: 1, families: [], inputs: inputsFor(engine) }, made);
    expect(toStored(engine, from)).toBe(whole.state);
    expect(made.snapshots).toEqual(whole.snapshots.filter((each) => each.atMs > atMs));
  }
}

test('every projection of the list makes the same however its records are cut, stored and taken up again', () => {
  prove(PROJECTIONS);
  const kinds = lived(createEngine({ projections: PROJECTIONS, derived: [], ...QUIET }), columnsOf(HISTORY), []);
  // The newest position is the state itself: it makes nothing of a record.
  const silent = PROJECTIONS.filter((_, i) => (JSON.parse(kinds.effects) as unknown[][])[i]?.length === 0);
  expect(silent.map(({ name }) => name)).toEqual(['latest']);
});

test('a projection that depends on how its records are cut, or forgets something between, is found out', () => {
  const base = { version: 1, tables: [], uses: [], copy: (state: unknown) => structuredClone(state), write: async () => ({}) };
  let calls = 0;
  const counting: Projection = { ...base, name: 'counting', initial: () => ({ n: calls++ }), advance: () => false };
  expect(() => prove([...PROJECTIONS, counting])).toThrow();
  const forgetful: Projection<{ seen?: Set<number> }> = {
    ...base,
    name: 'forgetful',
    initial: () => ({ seen: new Set() }),
    copy: (state) => state,
    advance(state, { timeMs }, _input, _used, emit) {
      state.seen = new Set([...(state.seen instanceof Set ? state.seen : []), timeMs]);
      emit(state.seen.size);
      return false;
    },
  };
  expect(() => prove([...PROJECTIONS, forgetful as Projection])).toThrow();
});

/** A unit with the zone and the sensors, all of them with the same ones: states name them. */
async function makeZonedUnit(): Promise<MadeUnit> {
  const unit = await makeUnit(database, { accountId });
  await sql`INSERT INTO zone_watch (account_id, unit_id, zone_id, valid_from, lat_e7, lon_e7, radius_m, alarm)
    VALUES (${accountId}, ${unit.unitId}, ${zoneId}, to_timestamp(0), ${ZONE.latE7}, ${ZONE.lonE7}, ${ZONE.radiusM}, ${ZONE.alarm})`.execute(
    owner,
  );
  await sql`INSERT INTO sensor_pairing (account_id, unit_id, sensor_id, slot, requested_at, paired_at, ended_at)
    SELECT ${accountId}, ${unit.unitId}, id, slot, to_timestamp(0), to_timestamp(0), ${LATER}
    FROM unnest(${sensorIds}::bigint[]) WITH ORDINALITY AS s (id, slot)`.execute(owner);
  return unit;
}

/** All rows of the tables that projections name, without what differs between any two units or any two times of writing. */
async function rowsOf({ unitId }: MadeUnit, without: readonly string[] = ['id', 'trip_id']): Promise<Record<string, unknown>> {
  const tables = [...PROJECTIONS.flatMap(({ tables }) => tables), 'unit_snapshot'];
  const own = [...without, 'unit_id', 'account_id', 'updated_at', 'changed_at', 'recorded_at', 'last_contact_at'];
  const found: Record<string, unknown> = {};
  for (const table of tables) {
    const { rows } = await sql<{ row: unknown }>`SELECT to_jsonb(t) - ${own}::text[] AS row FROM ${sql.table(table)} t
      WHERE unit_id = ${unitId} ORDER BY (to_jsonb(t) - ${own}::text[])::text`.execute(owner);
    expect(rows.length, table).toBeGreaterThan(0);
    found[table] = rows.map(({ row }) => row);
  }
  // What a trip under way has beside its row is in its row when it is over.
  const { rows: beside } = await sql`SELECT t.id FROM trip_under_way w JOIN trip t ON t.id = w.trip_id
    WHERE t.unit_id = ${unitId} AND NOT t.is_ongoing`.execute(owner);
  expect(beside).toEqual([]);
  // Read as a projector reads it: what is stored may lag behind.
  found['state'] = await newestState(owner, { unitId, accountId });
  return found;
}

async function report({ trackerId }: MadeUnit, records: readonly PositionRecord[], memory?: StateMemory): Promise<void> {
  await append(pipeline, prepare([{ trackerId, columns: columnsOf(records), bytes: 1, settle: () => {} }], NOW, 24));
  while ((await projectNext(pipeline, NOW, { trackers: 50, segments: 8 }, { among: [trackerId], memory })).trackers > 0) continue;
}

/** Ways in which the same records may arrive. */
const WAYS: Readonly<Record<string, readonly (readonly PositionRecord[])[]>> = {
  'in pieces': Array.from({ length: Math.ceil(HISTORY.length / 31) }, (_, i) => HISTORY.slice(i * 31, i * 31 + 31)),
  'twice, and parts of it again': [HISTORY.slice(0, 150), HISTORY, HISTORY.slice(60, 200)],
  'out of order': [HISTORY.slice(220), HISTORY.slice(0, 90), HISTORY.slice(150, 220), HISTORY.slice(90, 150)],
  'with some of it late': [HISTORY.filter((_, i) => i % 5 !== 0), HISTORY.filter((_, i) => i % 5 === 0)],
};

test(
  'every table that a projection names holds the same however the records arrive, and after a rebuild',
  { timeout: 60_000 },
  async () => {
    const whole = await makeZonedUnit();
    await report(whole, HISTORY);
    const expected = await rowsOf(whole);
    for (const [way, parts] of Object.entries(WAYS))
      // A process that remembers states, and one that finds nothing but what is stored.
      for (const memory of [createStateMemory(), undefined]) {
        const unit = await makeZonedUnit();
        for (const part of parts) await report(unit, part, memory);
        expect(await rowsOf(unit), way).toEqual(expected);
        const lived = await rowsOf(unit, []);
        await rebuildTracker(pipeline, unit.imei, NOW);
        expect(await rowsOf(unit, []), `${way}, rebuilt`).toEqual(lived);
      }
  },
);
