import { readAudit } from '@spora/contract/accounts/endpoints';
import { columnsOf } from '@spora/telemetry/columns';
import { decodePackedHistory, POINT_FLAGS } from '@spora/telemetry/packed-history';
import { decodePackedPositions, LATEST_FLAGS } from '@spora/telemetry/packed-positions';
import type { PositionRecord, RawIo } from '@spora/telemetry/record';
import { getMode } from '@spora/contract/modes/endpoints';
import {
  exportHistory,
  findAddress,
  getAddress,
  getSearchOptions,
  history,
  positions,
  saveSearchOptions,
  searchOptions,
  setMarkerTitle,
} from '@spora/contract/tracking/endpoints';
import { UNIT_STATES } from '@spora/contract/tracking/values';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { EVERY_UNIT_FIELD, type MadeUnit, makeAccount, makeMember, makeUnit, randomImei } from '../../testing/database.ts';
import { type Caller, testApp } from '../../testing/http.ts';
import { append, ensurePartitions } from '../../core/log/segments.ts';
import { prepare } from '../../core/log/appender.ts';
import { driveBuilder, T0 } from '../../testing/drive.ts';
import type { Fix } from '../trips/projection.ts';
import { projectNext } from '../../testing/engine.ts';

const asked: unknown[] = [];
const app = await testApp({
  ports: {
    geocoder: {
      builtIn: {
        id: 'fake',
        reverse: async (point) => {
          asked.push(point);
          return { label: 'Solna', lat: point.lat, lon: point.lon, isApproximate: true, providerId: 'fake' };
        },
        search: async (text) => [{ label: `${text} 1`, lat: 59.36, lon: 18, isApproximate: false, providerId: 'fake' }],
      },
    },
  },
});
const { owner, pipeline } = app.database;
const LATER = new Date('2026-03-10T20:00:00Z');
const HOUR = 3600_000;
let accountId: AccountId;
let admin: Caller;
beforeAll(async () => {
  app.clock.now = LATER;
  await ensurePartitions(pipeline, new Date('2026-01-01'), new Date('2026-12-01'));
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId }));
});
afterAll(() => app.close());

const ON = { ignition: true };
const OFF = { ignition: false };

function recordOf(fix: Fix): PositionRecord {
  const io: RawIo[] = [];
  if (fix.ignition !== undefined) io.push({ id: 239, width: 1, value: fix.ignition ? 1 : 0 });
  if (fix.odometerM !== undefined) io.push({ id: 16, width: 4, value: fix.odometerM });
  const { timeMs, latE7, lonE7, speedKmh, satellites } = fix;
  return { timeMs, latE7, lonE7, speedKmh, satellites, altitudeM: 12, headingDeg: 90, priority: 0, eventId: 0, io };
}

/** As the gateway stores and the projector projects. */
async function report({ trackerId }: MadeUnit, fixes: readonly Fix[]): Promise<void> {
  const frame = { trackerId, columns: columnsOf(fixes.map(recordOf)), bytes: 1, settle: () => {} };
  await append(pipeline, prepare([frame], LATER, 24));
  while ((await projectNext(pipeline, LATER, { trackers: 50, segments: 8 })).trackers > 0) continue;
}

const newUnit = (options: Partial<Parameters<typeof makeUnit>[1]> = {}) => makeUnit(app.database, { accountId, ...options });
const drive = () =>
  driveBuilder({ withOdometer: true }).stand(300, OFF).drive(900, 50, ON).stand(1200, OFF).drive(600, 70, ON).stand(600, OFF)
    .fixes;
const day = { from: '2026-03-10T00:00:00Z', to: '2026-03-11T00:00:00Z' };
const historyOf = (caller: Caller, unit: { imei: string }, over: object = {}) =>
  caller.call(history, { query: { imei: unit.imei, ...day, ...over } });

/** A unit whose trips are private by default, and its driver, who is not an administrator. */
async function privateUnit() {
  const driver = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Kim Berg' });
  const unit = await newUnit({ visibleTo: [driver.id] });
  const settings = JSON.stringify({ defaultTripType: 'private', driverMemberId: driver.id });
  await owner
    .insertInto('unit_setting')
    .values({ account_id: accountId, unit_id: unit.unitId, valid_from: new Date(0), settings })
    .execute();
  return { unit, driver: await app.signInAs(driver) };
}

test('API-055: the latest position comes with its state and the values that the tracker reported', async () => {
  const unit = await newUnit({ name: 'Bil 1' });
  const fixes = drive();
  await report(unit, fixes);
  const { data } = await admin.call(positions, { query: { imeis: unit.imei } });
  const last = fixes.at(-1) as Fix;
  expect(data?.units).toMatchObject([
    {
      id: unit.unitId,
      imei: unit.imei,
      name: 'Bil 1',
      last_contact: LATER.toISOString(),
      no_position_reason: null,
      position: {
        time: new Date(last.timeMs).toISOString(),
        lat: last.latE7 / 1e7,
        lng: last.lonE7 / 1e7,
        speed_kmh: 0,
        heading_deg: 90,
        altitude_m: 12,
        ignition: false,
      },
    },
  ]);
  expect(data?.server_time).toBe(LATER.toISOString());
});

test('UNIT-001: every field of a unit travels from its table to the live map, with the odometer of its tracker', async () => {
  const unit = await newUnit({ name: 'Skåpbil 7' });
  await owner.updateTable('unit').set(EVERY_UNIT_FIELD).where('id', '=', unit.unitId).execute();

  await report(
    unit,
    drive().map((fix) => ({ ...fix, odometerM: 123_456_000 })),
  );
  const [sent] = (await admin.call(positions, { query: { imeis: unit.imei } })).data?.units ?? [];
  const { features: _ofTheUnitPage, ...shown } = EVERY_UNIT_FIELD;
  expect(sent).toMatchObject({ id: unit.unitId, imei: unit.imei, name: 'Skåpbil 7', ...shown });
  expect(sent?.position?.odometer_m).toBe(123_456_000);
});

test('MAP-033, MAP-003: a unit that never reported says so, and each member is sent the units it may see', async () => {
  const member = await makeMember(app.database, { accountId, isAdmin: false });
  const mine = await newUnit({ visibleTo: [member.id] });
  const other = await newUnit();
  const caller = await app.signInAs(member);
  expect((await caller.call(positions)).data?.units).toMatchObject([
    { id: mine.unitId, state: 'no-contact', position: null, no_position_reason: 'never-connected', last_contact: null },
  ]);
  const all = (await admin.call(positions)).data?.units.map(({ id }) => id);
  expect(all).toEqual(expect.arrayContaining([mine.unitId, other.unitId]));
  expect((await caller.call(positions, { query: { imeis: other.imei } })).errors).toBe('UnitNotFound');
  const foreign = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
  expect((await foreign.call(positions)).data?.units).toEqual([]);
});

test('API-055: with `since` only what changed after it is sent', async () => {
  const unit = await newUnit();
  await report(unit, drive());
  const ask = async (since: string) => (await admin.call(positions, { query: { imeis: unit.imei, since } })).data?.units.length;
  expect([await ask('2026-03-10T19:59:59Z'), await ask('2026-03-10T20:00:01Z')]).toEqual([1, 0]);
});

test('MAP-021: the card names the driver of now, not the one before or the one to come', async () => {
  const [before, now, next] = await Promise.all(
    ['Ada', 'Bo', 'Cleo'].map((fullName) => makeMember(app.database, { accountId, fullName })),
  );
  const unit = await newUnit();
  for (const [member, from] of [
    [before, '2026-01-01'],
    [now, '2026-03-01'],
    [next, '2026-04-01'],
  ] as const)
    await owner
      .insertInto('unit_setting')
      .values({
        account_id: accountId,
        unit_id: unit.unitId,
        valid_from: new Date(from),
        settings: JSON.stringify({ driverMemberId: member?.id }),
      })
      .execute();
  expect((await admin.call(positions, { query: { imeis: unit.imei } })).data?.units[0]?.driver).toBe('Bo');
});

test('API-056: each member has search options of its own, the defaults until then, and what no longer fits is dropped', async () => {
  const member = await makeMember(app.database, { accountId });
  const caller = await app.signInAs(member);
  const defaults = searchOptions.parse({});
  expect((await caller.call(getSearchOptions)).data).toEqual(defaults);
  const saved = { ...defaults, search: 'volvo', states: ['moving' as const], sort: 'speed' as const };
  expect((await caller.call(saveSearchOptions, { body: defaults })).data).toEqual({});
  expect((await caller.call(saveSearchOptions, { body: saved })).data).toEqual({});
  expect((await caller.call(getSearchOptions)).data).toEqual(saved);
  for (const visible of [0, 1] as const) {
    expect((await caller.call(setMarkerTitle, { body: { visible } })).status, 'MAP-007, API-058').toBe(200);
    expect((await caller.call(getSearchOptions)).data).toEqual({ ...saved, show_titles: visible === 1 });
  }
  await caller.call(saveSearchOptions, { body: saved });
  expect((await admin.call(getSearchOptions)).data).toEqual(defaults);
  await sql`UPDATE member_setting SET value = '{"sort": "colour"}' WHERE member_id = ${member.id}`.execute(owner);
  expect((await caller.call(getSearchOptions)).data).toEqual(defaults);
});

test('API-060: what moves within a stop, as an excavator at work, is none of the way: a day is as long as its trips', async () => {
  const unit = await newUnit();
  const { fixes } = driveBuilder()
    .stand(60, { ignition: false })
    .drive(1800, 48, { ignition: true })
    .stand(900, { ignition: false })
    .drive(80, 5, { ignition: true, turn: 9 })
    .stand(900, { ignition: false })
    .drive(80, 5, { ignition: true, turn: 9 })
    .stand(900, { ignition: false });
  await report(unit, fixes);
  const { data } = await historyOf(admin, unit);
  expect(data?.stops.at(-1), 'it has stood since its only trip').toMatchObject({ to: null });
  const trips = await sql<{ distance_m: number }>`SELECT distance_m FROM trip WHERE unit_id = ${unit.unitId}`.execute(owner);
  expect(trips.rows).toHaveLength(1);
  expect(Math.abs((data?.distance_m ?? 0) - Number(trips.rows[0]?.distance_m))).toBeLessThan(50);
});

test('API-060: a day has its points in order, the stops between its trips and its length', async () => {
  const unit = await newUnit();
  const fixes = drive();
  await report(unit, fixes);
  const { data } = await historyOf(admin, unit);
  expect(data?.points.map(({ time }) => Date.parse(time))).toEqual(fixes.map(({ timeMs }) => timeMs));
  expect(data?.points[0]).toMatchObject({ lat: (fixes[0]?.latE7 ?? 0) / 1e7, altitude_m: 12, satellites: 9, ignition: false });
  expect(data?.distance_m).toBeGreaterThan(23_500);
  expect(data?.distance_m).toBeLessThan(24_500);
  expect(data?.stops).toHaveLength(3);
  const trips = await sql<{ id: number }>`SELECT id FROM trip WHERE unit_id = ${unit.unitId} ORDER BY started_at`.execute(owner);
  const tripIds = trips.rows.map(({ id }) => Number(id));
  expect(
    data?.stops.map(({ trip_id }) => trip_id),
    '13-A: a stop names the trip that ended there',
  ).toEqual([null, ...tripIds]);
  expect(data?.stops[2]?.to).toBeNull();
  expect(Date.parse(data?.stops[1]?.to ?? '') - Date.parse(data?.stops[1]?.from ?? '')).toBeGreaterThan(1100_000);
  expect(data).toMatchObject({ gaps: [], private_blocks: [], implausible_count: 0 });
});

test('API-060: standing before the first trip there ever was is a stop, from the beginning of a day on which it stood already', async () => {
  const unit = await newUnit();
  const fixes = drive();
  await report(unit, fixes);
  const { rows } = await sql<{ at: Date }>`SELECT min(started_at) AS at FROM trip WHERE unit_id = ${unit.unitId}`.execute(owner);
  const firstTrip = rows[0]?.at.toISOString() ?? '';
  const [first, ...rest] = (await historyOf(admin, unit)).data?.stops ?? [];
  expect(first).toMatchObject({ trip_id: null, from: new Date(fixes[0]?.timeMs ?? 0).toISOString(), to: firstTrip });
  expect(first?.lat).toBeCloseTo((fixes[0]?.latE7 ?? 0) / 1e7, 2);

  const from = new Date(T0 + 65_000).toISOString();
  const later = (await historyOf(admin, unit, { from })).data?.stops;
  expect(later?.[0]).toMatchObject({ trip_id: null, from, to: firstTrip });
  const afterIt = (await historyOf(admin, unit, { from: new Date(Date.parse(firstTrip) + 60_000).toISOString() })).data?.stops;
  expect(afterIt).toEqual(rest);

  await owner.updateTable('trip').set({ edited_type: 'private' }).where('unit_id', '=', unit.unitId).execute();
  expect((await historyOf(admin, unit)).data?.stops, 'private use tells no stop').toEqual([]);
});

test('API-060: a stop that runs over the end of the period ends when the unit drove next, and goes on only where it has not driven since', async () => {
  const unit = await newUnit();
  await report(unit, drive());
  const trips = await owner
    .selectFrom('trip')
    .select(['id', 'started_at', 'ended_at'])
    .where('unit_id', '=', unit.unitId)
    .orderBy('started_at')
    .execute();
  const [first, second] = trips as [(typeof trips)[number], (typeof trips)[number]];
  const minuteAfter = (at: Date): string => new Date(at.getTime() + 60_000).toISOString();
  const lastUntil = async (to: string) => (await historyOf(admin, unit, { to })).data?.stops.at(-1);
  const begun = { trip_id: Number(first.id), from: first.ended_at.toISOString() };
  expect(await lastUntil(minuteAfter(first.ended_at))).toMatchObject({ ...begun, to: second.started_at.toISOString() });
  expect(await lastUntil(minuteAfter(second.ended_at))).toMatchObject({ trip_id: Number(second.id), to: null });
  // The period after it tells the same stop.
  const next = (await historyOf(admin, unit, { from: minuteAfter(first.ended_at) })).data?.stops[0];
  expect(next).toMatchObject({ ...begun, to: second.started_at.toISOString() });
  // What begins privately is told to nobody else: neither the drive nor the standing before it.
  await owner.updateTable('trip').set({ edited_type: 'private' }).where('id', '=', second.id).execute();
  expect((await lastUntil(minuteAfter(first.ended_at)))?.trip_id).toBeNull();
});

test('API-060: where the record of a unit begins in the period it says when, for of the time before nothing is known', async () => {
  const unit = await newUnit();
  const still = drive().slice(0, 2);
  await report(unit, still);
  const DAYS = 86_400_000;
  const ask = async (fromMs: number) =>
    (await historyOf(admin, unit, { from: new Date(fromMs).toISOString(), to: new Date(T0 + 3_600_000).toISOString() })).data;
  const first = new Date(still[0]!.timeMs).toISOString();
  expect((await ask(T0 - 20 * DAYS))?.begins_at).toBe(first);
  expect((await ask(T0 - 60_000))?.begins_at).toBe(first);
  expect(await ask(still[1]!.timeMs)).not.toHaveProperty('begins_at');
  // Where it never was driven before the period, the period says since when that is known.
  expect((await ask(still[1]!.timeMs))?.undriven_since).toBe(first);
  expect(await ask(T0 - 60_000)).not.toHaveProperty('undriven_since');
  const driven = await newUnit();
  await report(driven, drive());
  const after = { from: new Date(T0 + DAYS).toISOString(), to: new Date(T0 + 2 * DAYS).toISOString() };
  expect((await historyOf(admin, driven, after)).data).not.toHaveProperty('undriven_since');
  // How long it has stood is not known either: at least since then.
  const now = async ({ imei }: { readonly imei: string }) =>
    (await admin.call(positions, { query: { imeis: imei } })).data?.units[0];
  expect(await now(unit)).toMatchObject({ state_may_be_older: true });
  expect(await now(driven)).not.toHaveProperty('state_may_be_older');
  // A period that is over before it: there is no other day to choose but later ones.
  const before = { from: new Date(T0 - 20 * DAYS).toISOString(), to: new Date(T0 - 15 * DAYS).toISOString() };
  expect((await historyOf(admin, unit, before)).data).toMatchObject({ points: [], begins_at: first });
  const { unit: others } = await privateUnit();
  await report(others, drive());
  expect((await historyOf(admin, others, before)).data, 'what begins privately').not.toHaveProperty('begins_at');
  const never = await newUnit();
  expect((await historyOf(admin, never, before)).data).not.toHaveProperty('begins_at');
});

test('MODE-007: how often a unit reports is not told of its first day, in which it is supposed and not known', async () => {
  const unit = await newUnit();
  await report(unit, drive());
  const told = async () => {
    // A day later nobody is signed in any more.
    const caller = await app.signInAs(await makeMember(app.database, { accountId }));
    return (await caller.call(getMode, { params: { imei: unit.imei } })).data?.interval_s;
  };
  expect(await told()).toBeNull();
  app.clock.now = new Date(T0 + 25 * HOUR);
  try {
    expect(await told()).toBeGreaterThan(0);
  } finally {
    app.clock.now = LATER;
  }
});

test('API-060: the period is half open, to the millisecond', async () => {
  const unit = await newUnit();
  await report(unit, drive());
  const { data } = await historyOf(admin, unit, {
    from: new Date(T0 + 30_000).toISOString(),
    to: new Date(T0 + 60_000).toISOString(),
  });
  expect(data?.points.map(({ time }) => Date.parse(time) - T0)).toEqual([30_000]);
});

test('MAP-023: positions that arrive late are inserted in the track and are not the current one', async () => {
  const unit = await newUnit();
  const fixes = drive();
  await report(unit, [...fixes.slice(0, 40), ...fixes.slice(60)]);
  const before = (await admin.call(positions, { query: { imeis: unit.imei } })).data?.units[0]?.position;
  await report(unit, fixes.slice(40, 60));
  await report(unit, fixes.slice(35, 45));
  const { data } = await historyOf(admin, unit);
  expect(data?.points.map(({ time }) => Date.parse(time))).toEqual(fixes.map(({ timeMs }) => timeMs));
  expect((await admin.call(positions, { query: { imeis: unit.imei } })).data?.units[0]?.position).toEqual(before);
});

test('MAP-029: a silence in which the unit moved on is a gap, and its length is not guessed away', async () => {
  const unit = await newUnit();
  const fixes = driveBuilder().stand(300, OFF).drive(600, 50, ON).silent(400, 60).drive(300, 50, ON).stand(600, OFF).fixes;
  await report(unit, fixes);
  const { data } = await historyOf(admin, unit);
  expect(data?.gaps).toHaveLength(1);
  const [gap] = data?.gaps ?? [];
  expect(Date.parse(gap?.to ?? '') - Date.parse(gap?.from ?? '')).toBeGreaterThanOrEqual(400_000);
});

test('TRIP-027: implausible positions are counted, and shown only when they are asked for', async () => {
  const unit = await newUnit();
  const fixes = drive();
  const far = fixes.map((fix, i) => (i === 60 || i === 61 ? { ...fix, latE7: fix.latE7 + 30_000_000 } : fix));
  const nowhere = { ...(fixes[70] as Fix), latE7: 0, lonE7: 0 };
  far[70] = nowhere;
  await report(unit, far);
  const plain = (await historyOf(admin, unit)).data;
  const all = (await historyOf(admin, unit, { with_implausible: 'true' })).data;
  expect(plain?.implausible_count).toBeGreaterThanOrEqual(2);
  expect(plain?.points.every((point) => point.implausible === undefined && point.lat < 60)).toBe(true);
  expect(all?.points.filter((point) => point.implausible)).toHaveLength(plain?.implausible_count ?? 0);
  expect(all?.points.length).toBe((plain?.points.length ?? 0) + (plain?.implausible_count ?? 0));
  expect(all?.distance_m).toBe(plain?.distance_m);
  expect(plain?.distance_m).toBeLessThan(24_500);
});

test.each([
  ['thirty days', 30 * 24 * HOUR, undefined],
  ['thirty days in which summer time ends', 30 * 24 * HOUR + HOUR, undefined],
  ['a millisecond more', 30 * 24 * HOUR + HOUR + 1, 'HistoryMaxDays'],
])('MAP-015: %s', async (_what, lengthMs, errors) => {
  const unit = await newUnit();
  const from = Date.UTC(2026, 9, 1, 22);
  const answer = await historyOf(admin, unit, {
    from: new Date(from).toISOString(),
    to: new Date(from + lengthMs).toISOString(),
  });
  expect(answer.errors).toBe(errors);
  expect(answer.status).toBe(errors ? 422 : 200);
});

test('API-060: a period that ends before it begins is refused', async () => {
  const unit = await newUnit();
  const answer = await historyOf(admin, unit, { from: day.to, to: day.from });
  expect(answer).toMatchObject({ status: 422, errors: { to: ['EndDateMustBeAfterStart'] } });
});

test('SEC-008: an unknown unit, a foreign one and one without access are answered alike, also as a file', async () => {
  const foreignAccount = await makeAccount(app.database);
  const foreign = await makeUnit(app.database, { accountId: foreignAccount });
  const hidden = await newUnit();
  await report(foreign, drive());
  await report(hidden, drive());
  const member = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
  for (const imei of [randomImei(), foreign.imei, hidden.imei]) {
    for (const answer of [
      await historyOf(member, { imei }),
      await member.call(exportHistory, { params: { format: 'gpx' }, query: { imei, ...day } }),
      await member.call(history, { query: { imei, ...day } }, { accept: 'application/octet-stream' }),
    ])
      expect({ status: answer.status, errors: answer.errors }).toEqual({ status: 404, errors: 'UnitNotFound' });
  }
});

test('ADM-018, TRIP-032: a file of where a unit was is on record with its days, and not with the times that were asked for', async () => {
  const unit = await newUnit({ name: 'Skåpbil 4' });
  await report(unit, drive());
  const query = { imei: unit.imei, from: '2026-03-10T08:10:00Z', to: '2026-03-10T08:20:00Z' };
  expect((await admin.call(exportHistory, { params: { format: 'gpx' }, query })).status).toBe(200);
  const { rows } = (await admin.call(readAudit, { query: { action: 'positions-exported' } })).data!;
  expect(rows[0]).toMatchObject({
    actor_kind: 'member',
    subject: 'Skåpbil 4',
    details: { format: 'gpx', from: '2026-03-10', to: '2026-03-10' },
  });
  expect(JSON.stringify(rows)).not.toContain('08:10');
});

test.each([
  ['one day', '2026-03-10T23:00:00Z', '2026-03-10'],
  ['two days', '2026-03-11T23:00:00Z', '2026-03-10-2026-03-11'],
])('MAP-030: a file of %s of the account is called by that, whatever day it is in Greenwich', async (_what, to, named) => {
  const unit = await newUnit({ name: 'Bil 7' });
  await report(unit, drive());
  const query = { imei: unit.imei, from: '2026-03-09T23:00:00Z', to };
  const file = await admin.call(exportHistory, { params: { format: 'gpx' }, query });
  expect(file.headers['content-disposition']).toContain(`Bil-7-${named}.gpx`);
  expect(file.raw.toString()).toContain(`<name>Bil 7 ${named.replace(/(?<=-10)-/, ' – ')}</name>`);
  const { rows } = (await admin.call(readAudit, { query: { action: 'positions-exported' } })).data!;
  expect(rows[0]).toMatchObject({ details: { from: '2026-03-10', to: named.slice(-10) } });
});

test('MAP-002: who has no map gets none of it', async () => {
  const unit = await newUnit();
  const caller = await app.signInAs(await makeMember(app.database, { accountId, mayUseMap: false }));
  const answers = [
    await caller.call(positions),
    await caller.call(getSearchOptions),
    await caller.call(saveSearchOptions, { body: searchOptions.parse({}) }),
    await historyOf(caller, unit),
    await caller.call(exportHistory, { params: { format: 'csv' }, query: { imei: unit.imei, ...day } }),
  ];
  expect(answers.map(({ status, errors }) => [status, errors])).toEqual(answers.map(() => [403, 'Forbidden']));
});

test("MAP-031: of somebody else's private trip nothing is sent but its block; its driver is sent everything", async () => {
  const { unit, driver } = await privateUnit();
  const fixes = drive();
  await report(unit, fixes);
  const { rows: trips } = await sql<{ from: Date; to: Date; type: string }>`
    SELECT started_at AS from, ended_at AS to, type FROM trip WHERE unit_id = ${unit.unitId} ORDER BY started_at`.execute(owner);
  expect(trips.map(({ type }) => type)).toEqual(['private', 'private']);

  const masked = (await historyOf(admin, unit)).data;
  expect(masked).toMatchObject({ points: [], distance_m: 0, gaps: [], stops: [] });
  expect(masked?.private_blocks).toEqual([{ from: new Date(day.from).toISOString(), to: null }]);

  const own = (await historyOf(driver, unit)).data;
  expect(own?.points).toHaveLength(fixes.length);
  expect(own?.private_blocks).toEqual([]);
  expect(own?.stops).toHaveLength(3);
  expect(own?.distance_m).toBeGreaterThan(23_500);

  for (const format of ['gpx', 'kml', 'csv'] as const) {
    const fileOf = async (caller: Caller) =>
      (await caller.call(exportHistory, { params: { format }, query: { imei: unit.imei, ...day } })).raw.toString();
    const timesOf = (text: string) => [...text.matchAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g)].map(([time]) => time);
    expect(timesOf(await fileOf(admin))).toEqual([]);
    expect(timesOf(await fileOf(driver))).toHaveLength(fixes.length);
  }
});

test('12-A1, MAP-031: history tells private use in whole hours, between the trips around it, with nothing drawn across and no stop in it', async () => {
  const { unit, driver } = await privateUnit();
  await report(unit, drive());
  const trips = await owner
    .selectFrom('trip')
    .select(['id', 'started_at', 'ended_at'])
    .where('unit_id', '=', unit.unitId)
    .orderBy('started_at')
    .execute();
  const [first, second] = trips as [(typeof trips)[number], (typeof trips)[number]];
  await owner.updateTable('trip').set({ edited_type: 'business' }).where('id', '=', first.id).execute();
  const seen = (await historyOf(admin, unit)).data!;
  expect(seen.points.at(-1)?.time).toBe(first.ended_at.toISOString());
  const hour = Math.floor(first.ended_at.getTime() / 3_600_000) * 3_600_000;
  // Before the first trip it stood, and nobody drove privately.
  const before = { trip_id: null, to: first.started_at.toISOString() };
  expect(seen).toMatchObject({ stops: [before], gaps: [], private_blocks: [{ from: new Date(hour).toISOString(), to: null }] });

  await owner.updateTable('trip').set({ edited_type: null }).where('id', '=', first.id).execute();
  await owner.updateTable('trip').set({ edited_type: 'business' }).where('id', '=', second.id).execute();
  const later = (await historyOf(admin, unit)).data!;
  expect(later.points[0]?.time).toBe(second.started_at.toISOString());
  expect((await historyOf(driver, unit)).data!.breaks).toEqual([]);
});

test('API-060: the packed form says the same as JSON, and masks the same', async () => {
  const { unit, driver } = await privateUnit();
  await report(
    unit,
    drive().map((fix, i) => (i === 60 ? { ...fix, latE7: fix.latE7 + 30_000_000 } : fix)),
  );
  for (const caller of [admin, driver]) {
    const query = { imei: unit.imei, ...day, with_implausible: 'true' };
    const plain = (await caller.call(history, { query })).data;
    const packed = await caller.call(history, { query }, { accept: 'application/octet-stream' });
    expect(packed.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      vary: expect.stringContaining('accept') as string,
    });
    const { points, rest } = decodePackedHistory(packed.raw);
    expect({ ...(rest as object), points: points.n }).toEqual({ ...plain, points: plain?.points.length });
    plain?.points.forEach((point, i) => {
      expect(points.timeMs[i]).toBe(Date.parse(point.time));
      expect((points.latE7[i] ?? 0) / 1e7).toBeCloseTo(point.lat, 5);
      expect((points.lonE7[i] ?? 0) / 1e7).toBeCloseTo(point.lng, 5);
      const { implausible, ignitionKnown, ignitionOn } = POINT_FLAGS;
      const ignition = point.ignition === undefined ? 0 : point.ignition ? ignitionKnown | ignitionOn : ignitionKnown;
      expect(points.flags[i]).toBe((point.implausible ? implausible : 0) | ignition);
    });
  }
});

test('MAP-031: implausible positions of a private trip are neither counted nor shown to others', async () => {
  const { unit, driver } = await privateUnit();
  const fixes = drive().map((fix, i) => (i === 60 ? { ...fix, latE7: fix.latE7 + 30_000_000 } : fix));
  await report(unit, fixes);
  const ask = async (caller: Caller) => (await historyOf(caller, unit, { with_implausible: 'true' })).data?.implausible_count;
  expect([await ask(admin), await ask(driver)]).toEqual([0, 1]);
});

test("MAP-031, MAP-032: from somebody else's private trip on neither the latest position nor the state is told, also when it is over", async () => {
  const { unit, driver } = await privateUnit();
  const fixes = drive();
  const driving = fixes.findIndex(({ speedKmh }) => speedKmh > 0) + 40;
  await report(unit, fixes.slice(0, driving));
  await sql`UPDATE unit_latest SET address = 'Storgatan 1' WHERE unit_id = ${unit.unitId}`.execute(owner);
  app.clock.now = new Date((fixes[driving - 1]?.timeMs ?? 0) + 5_000);
  try {
    const of = async (caller: Caller) => (await caller.call(positions, { query: { imeis: unit.imei } })).data?.units[0];
    const withheld = {
      state: 'parked',
      state_since: null,
      last_contact: null,
      contact_expected_by: null,
      position: null,
      address: null,
      no_position_reason: 'private',
      driver: 'Kim Berg',
    };
    expect(await of(admin)).toMatchObject(withheld);
    expect(await of(driver)).toMatchObject({
      state: 'moving',
      address: 'Storgatan 1',
      no_position_reason: null,
      position: { speed_kmh: 50 },
    });
    await report(unit, fixes.slice(driving));
    expect(await of(admin)).toMatchObject(withheld);
    expect((await of(driver))?.position).toMatchObject({ speed_kmh: 0 });
  } finally {
    app.clock.now = LATER;
  }
});

test('12-A1, MAP-019: how long a unit is waited for tells nothing of how long it was driven privately', async () => {
  const patience = async (silentS: number) => {
    const { unit } = await privateUnit();
    const before = driveBuilder().stand(600, OFF).drive(300, 50, ON).silent(silentS, 50).drive(30, 50, ON);
    const fixes = before.stand(1800, OFF).drive(60, 50, ON).fixes;
    await report(unit, fixes);
    // Business now: the unit is told of again.
    await sql`UPDATE trip SET edited_type = 'business' WHERE unit_id = ${unit.unitId}
      AND started_at = (SELECT max(started_at) FROM trip WHERE unit_id = ${unit.unitId})`.execute(owner);
    const told = (await admin.call(positions, { query: { imeis: unit.imei } })).data?.units[0];
    expect(told?.position).not.toBeNull();
    return Date.parse(told?.contact_expected_by ?? '') - Date.parse(told?.last_contact ?? '');
  };
  const short = await patience(10);
  expect(await patience(500)).toBe(short);
});

test('API-055: the packed form says the same as JSON of what moves, and withholds the same', async () => {
  const { unit, driver } = await privateUnit();
  const fixes = drive();
  const driving = fixes.findIndex(({ speedKmh }) => speedKmh > 0) + 40;
  await report(unit, fixes.slice(0, driving));
  await newUnit();
  app.clock.now = new Date((fixes[driving - 1]?.timeMs ?? 0) + 5_000);
  try {
    for (const caller of [admin, driver]) {
      const plain = (await caller.call(positions)).data;
      const packed = await caller.call(positions, {}, { accept: 'application/octet-stream' });
      const { positions: found, rest } = decodePackedPositions(packed.raw);
      expect(rest).toEqual({ server_time: plain?.server_time, last_event_id: plain?.last_event_id });
      const reported = plain?.units.filter((each) => each.last_contact !== null || each.no_position_reason === 'private') ?? [];
      expect([...found.unitId]).toEqual(reported.map(({ id }) => id));
      reported.forEach((each, i) => {
        const seconds = (time: string | null | undefined) => (time ? Math.floor(Date.parse(time) / 1000) * 1000 : 0);
        expect(UNIT_STATES[found.state[i] ?? 0]).toBe(each.state);
        expect(found.timeMs[i]).toBe(seconds(each.position?.time));
        expect(found.contactMs[i]).toBe(seconds(each.last_contact));
        const patienceS = (seconds(each.contact_expected_by) - seconds(each.last_contact)) / 1000;
        expect(found.patienceS[i]).toBeGreaterThanOrEqual(patienceS);
        expect(found.patienceS[i]).toBeLessThanOrEqual(patienceS * (1 + 1 / 16));
        expect((found.latE7[i] ?? 0) / 1e7).toBeCloseTo(each.position?.lat ?? 0, 4);
        expect((found.lonE7[i] ?? 0) / 1e7).toBeCloseTo(each.position?.lng ?? 0, 4);
        expect(found.speedKmh[i]).toBe(each.position?.speed_kmh ?? 0);
        expect(found.headingDeg[i]).toBe(each.position?.heading_deg ?? 0);
        expect(found.flags[i]).toBe(each.no_position_reason === 'private' ? LATEST_FLAGS.private : 0);
      });
      const index = found.unitId.indexOf(unit.unitId);
      expect([found.timeMs[index] === 0, found.latE7[index] === 0]).toEqual(caller === admin ? [true, true] : [false, false]);
    }
    await report(unit, fixes.slice(driving));
  } finally {
    app.clock.now = LATER;
  }
  const nobody = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
  expect(decodePackedPositions((await nobody.call(positions, {}, { accept: 'application/octet-stream' })).raw).positions.n).toBe(
    0,
  );
});

test('API-003, API-120: the address of a point, with whether it is approximate', async () => {
  const answer = await admin.call(getAddress, { query: { lat: 59.36, lng: 18.01 } });
  expect(answer.data).toEqual({ address: 'Solna', is_approximate: true });
  expect(asked).toContainEqual(expect.objectContaining({ lat: 59.36, lon: 18.01 }));
  expect((await admin.call(getAddress, { query: { lat: 91, lng: 18 } })).status).toBe(422);
  expect((await app.stranger.call(getAddress, { query: { lat: 59.36, lng: 18.01 } })).status).toBe(401);
});

test('API-003, MAP-027: an address is searched for from two characters on', async () => {
  expect((await admin.call(findAddress, { query: { q: 'Storg', lat: 59, lng: 18 } })).data?.addresses).toEqual([
    { label: 'Storg 1', lat: 59.36, lng: 18, is_approximate: false },
  ]);
  expect(await admin.call(findAddress, { query: { q: ' S ' } })).toMatchObject({
    status: 422,
    errors: { q: ['AddressSearchTooShort'] },
  });
});
