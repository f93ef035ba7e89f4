import { readAudit } from '@spora/contract/accounts/endpoints';
import { ecoEvents, getEcoSettings, greenDriving, saveEcoSettings } from '@spora/contract/eco/endpoints';
import { ECO_DEFAULTS } from '@spora/contract/eco/rules';
import { lockUnit, updateUnit } from '@spora/contract/units/endpoints';
import { UNIT_FEATURES } from '@spora/contract/units/values';
import { columnsOf } from '@spora/telemetry/columns';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction, type MemberCtx } from '../../platform/ctx.ts';
import { createLog } from '../../platform/observing/log.ts';
import { prepare } from '../../core/log/appender.ts';
import { append, ensurePartitions } from '../../core/log/segments.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type DriveBuilder, driveBuilder } from '../../testing/drive.ts';
import { projectNext } from '../../testing/engine.ts';
import { type Caller, testApp, testPorts } from '../../testing/http.ts';
import { recordOf } from '../../testing/projector.ts';
import { makeTrip } from '../../testing/trips.ts';
import { forgetEvents } from './kept-repository.ts';
import { greenDrivingFace } from './report-face.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner, pipeline } = app.database;
const NOW = new Date('2026-03-20T12:00:00Z');
const START = Date.UTC(2026, 2, 10, 8);
const MARCH = { from: '2026-03-01', to: '2026-03-31' };
beforeAll(() => ensurePartitions(pipeline, new Date('2026-01-01'), new Date('2026-04-30')));
beforeEach(() => void (app.clock.now = NOW));

interface Company {
  readonly accountId: Awaited<ReturnType<typeof makeAccount>>;
  readonly admin: Caller;
  readonly driver: Caller;
  readonly driverId: number;
  readonly unit: MadeUnit;
}

async function company(): Promise<Company> {
  const accountId = await makeAccount(app.database);
  const admin = await app.signInAs(await makeMember(app.database, { accountId }));
  const member = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Jonas Ek' });
  const unit = await makeUnit(app.database, { accountId, name: 'Skåpbil 4', visibleTo: [member.id] });
  return { accountId, admin, driver: await app.signInAs(member), driverId: member.id, unit };
}

const ON = { ignition: true };
const OFF = { ignition: false };
/** What the tracker tells of a moment itself, by seconds from the start of the drive. */
type Words = Readonly<Record<number, readonly (readonly [id: number, value: number])[]>>;

async function report({ trackerId }: MadeUnit, { fixes }: DriveBuilder, words: Words = {}): Promise<void> {
  const from = fixes[0]!.timeMs;
  const records = fixes.map((fix) => {
    const record = recordOf(fix);
    const own = words[(fix.timeMs - from) / 1000] ?? [];
    return { ...record, io: [...record.io, ...own.map(([id, value]) => ({ id, width: 1 as const, value }))] };
  });
  await append(pipeline, prepare([{ trackerId, columns: columnsOf(records), bytes: 1, settle: () => {} }], NOW, 24));
  while ((await projectNext(pipeline, NOW, { trackers: 50, segments: 8 })).trackers > 0) continue;
}

/** Half an hour at 60 km/h, a record every ten seconds, and the engine off at both ends. */
const halfAnHour = (startMs = START) => driveBuilder({ startMs }).stand(300, OFF).drive(1800, 60, ON).stand(900, OFF);
const BRAKES = [
  [253, 2],
  [254, 41],
] as const;

const reportOf = async (caller: Caller, body: object = {}) =>
  (await caller.call(greenDriving, { body: { ...MARCH, ...body } })).data!;
const eventsOf = async (caller: Caller, body: object = {}) =>
  (await caller.call(ecoEvents, { body: { ...MARCH, ...body } })).data!.events;

test('REP-013, API-074: each event that the tracker tells is found once, with time, kind, value, place and trip, and lowers the score by its weight', async () => {
  const { admin, unit } = await company();
  await report(unit, halfAnHour(), {
    570: BRAKES,
    1200: BRAKES,
    1400: [
      [253, 1],
      [254, 30],
    ],
  });
  const { rows, totals, distribution } = await reportOf(admin);
  expect(rows).toHaveLength(1);
  const { total, sources, months } = rows[0]!;
  expect(total).toMatchObject({ trips: 1, braking: 2, acceleration: 1, cornering: 0, band: 'middle' });
  expect(sources).toEqual(['tracker']);
  expect(total.distance_m).toBeGreaterThan(29_000);
  expect(total.score).toBe(Math.round(100 - 9 / (total.judged_m / 100_000)));
  expect(months).toEqual([total]);
  expect(totals.total).toEqual(total);
  expect(distribution.reduce((sum, count) => sum + count, 0)).toBe(1);
  const events = await eventsOf(admin, { imeis: [unit.imei] });
  expect(events.map(({ at, kind, source }) => [at, kind, source])).toEqual([
    [new Date(START + 1_430_000).toISOString(), 'acceleration', 'tracker'],
    [new Date(START + 1_230_000).toISOString(), 'braking', 'tracker'],
    [new Date(START + 600_000).toISOString(), 'braking', 'tracker'],
  ]);
  expect(events[1]).toMatchObject({
    value: expect.closeTo(0.41 * 9.80665, 3) as number,
    unit: { name: 'Skåpbil 4' },
    driver: '',
  });
  expect(events[1]!.lat).toBeCloseTo(59.3, 0);
  const { rows: trips } = await sql<{ id: number }>`SELECT id FROM trip WHERE unit_id = ${unit.unitId}`.execute(owner);
  expect(new Set(events.map(({ trip_id }) => trip_id))).toEqual(new Set(trips.map(({ id }) => Number(id))));
  const page = (await admin.call(ecoEvents, { body: { ...MARCH, limit: 2 } })).data!;
  const rest = (await admin.call(ecoEvents, { body: { ...MARCH, limit: 2, after: page.next! } })).data!;
  const nowhere = await admin.call(ecoEvents, { body: { ...MARCH, after: 'nonsense' } });
  expect(nowhere).toMatchObject({ status: 422, errors: { after: ['InvalidInput'] } });
  expect([...page.events, ...rest.events]).toEqual(events);
  expect(rest.next).toBeNull();
});

test('13-A1, REP-013: what boats went is told apart, so that it can be told in nautical miles', async () => {
  const { admin, accountId, unit } = await company();
  const boat = await makeUnit(app.database, { accountId, name: 'Havsörn' });
  await sql`UPDATE unit SET kind = 'boat' WHERE id = ${boat.unitId}`.execute(owner);
  await report(unit, halfAnHour());
  await report(boat, halfAnHour());
  const { rows, totals } = await reportOf(admin);
  const wentOf = (name: string) => rows.find((row) => row.name === name)!.total;
  expect(wentOf('Skåpbil 4').at_sea_m).toBe(0);
  expect(wentOf('Havsörn').at_sea_m).toBe(wentOf('Havsörn').distance_m);
  expect(wentOf('Havsörn').at_sea_m).toBeGreaterThan(20_000);
  expect(totals.total.at_sea_m).toBe(wentOf('Havsörn').distance_m);
});

test('REP-013: trailers and machines are not in it, in no sum and none of their events, whoever asks by unit or driver', async () => {
  const { admin, accountId, unit } = await company();
  const trailer = await makeUnit(app.database, { accountId, name: 'Släp 2' });
  const digger = await makeUnit(app.database, { accountId, name: 'Grävare' });
  await sql`UPDATE unit SET marker_symbol = 'trailer' WHERE id = ${trailer.unitId}`.execute(owner);
  await sql`UPDATE unit SET kind = 'machine' WHERE id = ${digger.unitId}`.execute(owner);
  for (const each of [unit, trailer, digger]) await report(each, halfAnHour(), { 570: BRAKES });
  const { rows, totals } = await reportOf(admin);
  expect(rows.map(({ name }) => name)).toEqual(['Skåpbil 4']);
  expect(totals.total).toEqual(rows[0]!.total);
  expect((await reportOf(admin, { group_by: 'driver' })).totals.total.trips).toBe(1);
  expect((await eventsOf(admin)).map((event) => event.unit.name)).toEqual(['Skåpbil 4']);
});

test('REP-013: units without a row are told with why: nobody drives them, off, or no trip to assess; of drivers none are', async () => {
  const { admin, driver, accountId, unit } = await company();
  const [trailer, off, still, retired] = [
    await makeUnit(app.database, { accountId, name: 'Släp 2' }),
    await makeUnit(app.database, { accountId, name: 'Avslagen' }),
    await makeUnit(app.database, { accountId, name: 'Vilande' }),
    await makeUnit(app.database, { accountId, name: 'Såld' }),
  ];
  await sql`UPDATE unit SET marker_symbol = 'trailer' WHERE id = ${trailer.unitId}`.execute(owner);
  await sql`UPDATE unit SET retired_at = now() WHERE id = ${retired.unitId}`.execute(owner);
  const features = UNIT_FEATURES.filter((feature) => feature !== 'eco');
  await admin.call(updateUnit, { params: { imei: off.imei }, body: { features } });
  await report(unit, halfAnHour());
  expect((await reportOf(admin)).left_out.map(({ name, why }) => [name, why])).toEqual([
    ['Avslagen', 'off'],
    ['Släp 2', 'not-driven'],
    ['Vilande', 'no-trip'],
  ]);
  expect((await reportOf(admin, { imeis: [still.imei, unit.imei] })).left_out).toMatchObject([{ name: 'Vilande' }]);
  expect((await reportOf(admin, { group_by: 'driver' })).left_out).toEqual([]);
  expect((await reportOf(driver)).left_out, 'what they do not see they are not told of').toEqual([]);
});

test('REP-013: how long a unit idles is told where it says when its ignition is on, and counts in no share where it does not', async () => {
  const { admin, accountId, unit } = await company();
  const silent = await makeUnit(app.database, { accountId, name: 'Utan tändning' });
  await report(unit, halfAnHour());
  await report(silent, driveBuilder({ startMs: START }).stand(300, {}).drive(1800, 60, {}).stand(900, {}));
  const { rows, totals } = await reportOf(admin);
  const told = rows.find(({ name }) => name === 'Skåpbil 4')!.total;
  expect(told.engine_s).toBeGreaterThan(1700);
  expect(rows.find(({ name }) => name === 'Utan tändning')!.total).toMatchObject({ idle_s: 0, engine_s: 0 });
  expect(totals.total.engine_s).toBe(told.engine_s);
});

test('REP-013: a row says on which tab its tracker is set up: to judge the driving where it can, to report more often where it takes that', async () => {
  const { admin, accountId } = await company();
  const unit = await makeUnit(app.database, { accountId, name: 'Skåpbil 5', family: 'A' });
  const phone = await makeUnit(app.database, { accountId, name: 'Telefon', family: 'phone' });
  const other = await makeUnit(app.database, { accountId, name: 'Annan spårare', family: 'C' });
  for (const each of [unit, phone, other]) await report(each, halfAnHour());
  const { rows } = await reportOf(admin);
  expect(Object.fromEntries(rows.map(({ name, set_up }) => [name, set_up]))).toEqual({
    'Skåpbil 5': 'eco',
    Telefon: null,
    'Annan spårare': 'mode',
  });
  expect((await reportOf(admin, { group_by: 'driver' })).rows.map(({ set_up }) => set_up)).toEqual([null]);
});

test('REP-013: harsh driving is computed where positions come every second; where they come every tenth nothing is invented, and there is no score', async () => {
  const { admin, accountId, unit } = await company();
  const phone = await makeUnit(app.database, { accountId, name: 'Telefon' });
  await report(unit, driveBuilder({ startMs: START }).stand(300, OFF).drive(900, 60, ON).drive(900, 20, ON).stand(900, OFF));
  await report(
    phone,
    driveBuilder({ startMs: START })
      .stand(300, OFF)
      .drive(900, 60, { ...ON, everyS: 1 })
      .drive(1, 50, { ...ON, everyS: 1 })
      .drive(1, 39, { ...ON, everyS: 1 })
      .drive(900, 39, { ...ON, everyS: 1 })
      .stand(900, OFF),
  );
  const { rows } = await reportOf(admin);
  const byName = new Map(rows.map((row) => [row.name, row]));
  expect(byName.get('Skåpbil 4')!.total).toMatchObject({ score: null, band: null, braking: 0, judged_m: 0 });
  expect(byName.get('Skåpbil 4')!.sources).toEqual([]);
  expect(byName.get('Telefon')!.total).toMatchObject({ braking: 1, acceleration: 0 });
  expect(byName.get('Telefon')!.sources).toEqual(['speed']);
  expect(byName.get('Telefon')!.total.score).toBeGreaterThan(70);
  expect(await eventsOf(admin)).toMatchObject([{ kind: 'braking', source: 'speed', limit: expect.closeTo(2.7, 3) as number }]);
});

test('REP-013: idling is a share of the time that the engine is on, before, in and after a trip; speeding of the driving', async () => {
  const { admin, accountId, unit } = await company();
  await sql`INSERT INTO unit_setting (account_id, unit_id, valid_from, settings) VALUES (${accountId}, ${unit.unitId}, to_timestamp(0), '{"speedLimitKmh": 90}')`.execute(
    owner,
  );
  await report(
    unit,
    driveBuilder({ startMs: START })
      .stand(300, OFF)
      .stand(240, ON)
      .drive(900, 60, ON)
      .drive(120, 100, ON)
      .drive(600, 60, ON)
      .stand(1200, ON)
      .stand(600, OFF),
  );
  const [row] = (await reportOf(admin)).rows;
  expect(row!.has_speed_limit).toBe(true);
  expect(row!.total).toMatchObject({ speeding: 1, speeding_s: 110, idling: 1 });
  expect(row!.total.idle_s).toBeGreaterThan(1200 + 180);
  expect(row!.total.engine_s).toBeGreaterThan(row!.total.driving_s + 1000);
  expect((await eventsOf(admin)).map(({ kind, duration_s }) => [kind, duration_s])).toEqual([
    ['idling', expect.any(Number)],
    ['speeding', 110],
    ['idling', expect.any(Number)],
  ]);
  expect(await eventsOf(admin, { kinds: ['speeding'] })).toMatchObject([{ value: 100, limit: 90 }]);
});

test('REP-013: trips shorter than 1 km are left out, and less than 10 km in all gives no score', async () => {
  const { admin, accountId, unit } = await company();
  const make = (start: string, distanceM: number) =>
    makeTrip(app.database, { accountId, unitId: unit.unitId }, { start, distanceM });
  await make('2026-03-05T08:00:00Z', 900);
  expect((await reportOf(admin)).rows).toEqual([]);
  await make('2026-03-05T09:00:00Z', 5000);
  const { total } = (await reportOf(admin)).rows[0]!;
  expect(total).toMatchObject({ trips: 1, distance_m: 5000, score: null });
});

test('TRIP-032: of somebody else’s private trip nothing is scored and no event told; its driver sees both', async () => {
  const { admin, driver, driverId, unit } = await company();
  await report(unit, halfAnHour(), { 570: BRAKES });
  await report(unit, halfAnHour(START + 86_400_000), { 570: BRAKES });
  await sql`UPDATE trip SET edited_type = 'private', edited_driver_id = ${driverId} WHERE unit_id = ${unit.unitId} AND started_at > ${new Date(START + 43_200_000)}`.execute(
    owner,
  );
  expect((await reportOf(admin)).totals.total).toMatchObject({ trips: 1, braking: 1 });
  expect(await eventsOf(admin)).toHaveLength(1);
  expect((await reportOf(admin, { group_by: 'driver' })).rows.map(({ id }) => id)).toEqual([null]);
  expect((await reportOf(driver)).totals.total).toMatchObject({ trips: 2, braking: 2 });
  expect((await reportOf(driver, { group_by: 'driver' })).rows).toMatchObject([
    { name: 'Jonas Ek', total: { trips: 1, braking: 1 } },
  ]);
  expect(await eventsOf(driver)).toHaveLength(2);
});

test('TRIP-032: how long somebody idled after a trip does not tell when they left on a private one', async () => {
  const { admin, driver, driverId, unit } = await company();
  await report(
    unit,
    driveBuilder({ startMs: START }).stand(300, OFF).drive(1800, 60, ON).stand(1500, ON).drive(1800, 60, ON).stand(900, OFF),
  );
  const engine = async (caller: Caller) => (await reportOf(caller)).rows[0]!.total.idle_s;
  expect(await engine(admin)).toBeGreaterThan(1400);
  await sql`UPDATE trip SET edited_type = 'private', edited_driver_id = ${driverId} WHERE unit_id = ${unit.unitId}
    AND started_at = (SELECT max(started_at) FROM trip WHERE unit_id = ${unit.unitId})`.execute(owner);
  expect(await engine(admin)).toBe(0);
  expect(await eventsOf(admin)).toEqual([]);
  expect(await engine(driver)).toBeGreaterThan(1400);
});

test('DEC-48, LOCK-005: a unit that a lock hides is in no green-driving report of those without access', async () => {
  const { admin, driver, unit } = await company();
  await report(unit, halfAnHour(), { 570: BRAKES });
  expect((await driver.call(lockUnit, { params: { imei: unit.imei }, body: {} })).status).toBe(200);
  expect((await reportOf(admin)).rows).toEqual([]);
  expect(await eventsOf(admin)).toEqual([]);
  expect(await admin.call(greenDriving, { body: { ...MARCH, imeis: [unit.imei] } })).toMatchObject({ errors: 'UnitNotFound' });
  expect((await reportOf(driver)).rows).toHaveLength(1);
});

test('FEAT-001: what is driven while eco-driving is off is neither judged nor scored; what was judged before stays', async () => {
  const { admin, unit } = await company();
  app.clock.now = new Date(START - 3_600_000);
  await report(unit, halfAnHour(START - 86_400_000), { 570: BRAKES });
  const params = { imei: unit.imei };
  const features = UNIT_FEATURES.filter((feature) => feature !== 'eco');
  expect((await admin.call(updateUnit, { params, body: { features } })).status).toBe(200);
  await report(unit, halfAnHour(), { 570: BRAKES, 1200: BRAKES });
  app.clock.now = NOW;
  expect((await reportOf(admin)).totals.total).toMatchObject({ trips: 1, braking: 1 });
  expect(await eventsOf(admin)).toHaveLength(1);
});

test('REP-013: administrators settle the thresholds of each type of vehicle, from then on; others do not', async () => {
  const { admin, driver, unit } = await company();
  const first = (await admin.call(getEcoSettings)).data!;
  expect(first).toEqual({ settings: ECO_DEFAULTS, valid_from: null });
  const settings = { ...ECO_DEFAULTS, weights: { ...ECO_DEFAULTS.weights, braking: 10 } };
  app.clock.now = new Date('2026-03-11T00:00:00Z');
  const saved = await admin.call(saveEcoSettings, { body: { settings, was: { ...first.settings } } });
  expect(saved.data).toEqual({ settings, valid_from: '2026-03-11T00:00:00.000Z' });
  expect(
    (await admin.call(readAudit, { query: { search: 'poäng inbromsning' } }, { 'accept-language': 'sv' })).data!.rows,
  ).toMatchObject([{ action: 'eco-settings-changed', changes: [{ field: 'weights.braking', before: 4, after: 10 }] }]);
  expect(
    await admin.call(saveEcoSettings, { body: { settings: ECO_DEFAULTS, was: { weights: ECO_DEFAULTS.weights } } }),
  ).toMatchObject({
    status: 409,
    errors: 'ChangedMeanwhile',
  });
  expect(await driver.call(saveEcoSettings, { body: { settings } })).toMatchObject({ status: 403 });
  const wrong = { ...settings, idle_after_s: 5 };
  expect(await admin.call(saveEcoSettings, { body: { settings: wrong } })).toMatchObject({ status: 422 });
  app.clock.now = NOW;
  await report(unit, halfAnHour(), { 570: BRAKES });
  await report(unit, halfAnHour(START + 5 * 86_400_000), { 570: BRAKES });
  const { total } = (await reportOf(admin)).rows[0]!;
  expect(total.score).toBe(Math.round(100 - (4 + 10) / (total.judged_m / 100_000)));
});

test('SEC-015, CONST-060: places go with the positions, and everything with a private trip whose positions are erased; the counts of others stay', async () => {
  const { admin, driverId, unit } = await company();
  await report(unit, halfAnHour(), { 570: BRAKES });
  await report(unit, halfAnHour(START + 86_400_000), { 570: BRAKES });
  await sql`UPDATE trip SET edited_type = 'private', edited_driver_id = ${driverId}, positions_erased = true
    WHERE unit_id = ${unit.unitId} AND started_at > ${new Date(START + 43_200_000)}`.execute(owner);
  await forgetEvents(pipeline, new Date('2026-12-01T00:00:00Z'));
  const { rows } = await sql`SELECT kind, lat_e7 FROM eco_event WHERE unit_id = ${unit.unitId}`.execute(owner);
  expect(rows).toEqual([{ kind: 'braking', lat_e7: null }]);
  expect((await reportOf(admin)).totals.total).toMatchObject({ trips: 1, braking: 1 });
  expect(await eventsOf(admin)).toMatchObject([{ lat: null, lng: null }]);
  await forgetEvents(pipeline, new Date('2036-12-01T00:00:00Z'));
  expect((await reportOf(admin)).totals.total).toMatchObject({ trips: 1, braking: 1 });
});

test('REP-015: as a file the report has the figures of the screen, its formula and what is left out', async () => {
  const { accountId, admin, unit } = await company();
  await report(unit, halfAnHour(), { 570: BRAKES });
  const { id: memberId } = await makeMember(app.database, { accountId });
  const ctx: MemberCtx = {
    actor: {
      ...{ kind: 'member', accountId, memberId, sessionId: 0, isAdmin: true, mayUseMap: true, isPrivateClosed: false },
      timeZone: 'Europe/Stockholm',
    },
    db: app.database.api,
    now: () => NOW,
    ports: testPorts(),
    log: createLog({ logLevel: 'silent' }),
  };
  const table = await inTransaction(ctx, (inForce) =>
    greenDrivingFace.table(inForce, { ...MARCH, groupBy: 'unit', imeis: [], driverIds: [], departments: [] }),
  );
  const { total } = (await reportOf(admin)).rows[0]!;
  const row = Object.fromEntries(table.columns.map(({ id }, i) => [id, table.rows[0]![i]]));
  expect(row).toMatchObject({
    name: 'Skåpbil 4',
    score: total.score,
    distance: total.distance_m,
    trips: 1,
    'speeding-share': null,
  });
  expect(row['braking']).toBeCloseTo(100_000 / total.judged_m, 9);
  expect(table.totals).toHaveLength(table.columns.length);
  expect(table.notes).toContainEqual({ key: 'EcoFormula' });
});
