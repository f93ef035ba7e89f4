import { readAudit } from '@spora/contract/accounts/endpoints';
import { HISTORY_MAX_DAYS, RAW_PAGE } from '@spora/contract/limits';
import { exportRawPositions, rawPositions } from '@spora/contract/tracking/endpoints';
import { lockUnit } from '@spora/contract/units/endpoints';
import { columnsOf } from '@spora/telemetry/columns';
import type { PositionRecord, RawIo } from '@spora/telemetry/record';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '../../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { type Caller, testApp } from '../../../testing/http.ts';
import { append, ensurePartitions } from '../../../core/log/segments.ts';
import { prepare } from '../../../core/log/appender.ts';
import { firstPage, rawPositions as readRaw } from './rules.ts';

const app = await testApp();
const { owner, pipeline } = app.database;
const NOW = new Date('2026-03-10T20:00:00Z');
const T0 = Date.parse('2026-03-10T08:00:00Z');
const day = { from: '2026-03-10T00:00:00Z', to: '2026-03-11T00:00:00Z' };
let accountId: AccountId;
let admin: Caller;
beforeAll(async () => {
  app.clock.now = NOW;
  await ensurePartitions(pipeline, new Date('2026-01-01'), new Date('2026-12-01'));
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId }));
});
afterAll(() => app.close());

const io = (id: number, width: 1 | 2, value: number): RawIo => ({ id, width, value });
/** A van that stands in Solna with its ignition on: 12.345 V, first input on, second off. */
const recordAt = (seconds: number, over: Partial<PositionRecord> = {}): PositionRecord => ({
  timeMs: T0 + seconds * 1000,
  latE7: 593600000,
  lonE7: 180000000,
  speedKmh: 0,
  satellites: 11,
  altitudeM: 12,
  headingDeg: 90,
  priority: 0,
  eventId: 0,
  io: [io(239, 1, 1), io(66, 2, 12_345), io(1, 1, 1), io(2, 1, 0)],
  ...over,
});
const report = ({ trackerId }: MadeUnit, records: readonly PositionRecord[]) =>
  append(pipeline, prepare([{ trackerId, columns: columnsOf(records), bytes: 1, settle: () => {} }], NOW, 24));
const newUnit = (options: Partial<Parameters<typeof makeUnit>[1]> = {}) => makeUnit(app.database, { accountId, ...options });
const ask = (caller: Caller, { imei }: MadeUnit, over: object = {}) =>
  caller.call(rawPositions, { query: { imei, ...day, ...over } });
/** A trip of the unit between two seconds, of somebody. */
const trip = (unit: MadeUnit, fromS: number, toS: number, type: 'private' | 'business', driver: number | null) =>
  owner
    .insertInto('trip')
    .values({
      account_id: accountId,
      unit_id: unit.unitId,
      started_at: new Date(T0 + fromS * 1000),
      ended_at: new Date(T0 + toS * 1000),
      is_ongoing: false,
      computed_type: type,
      computed_rule: 'default',
      computed_driver_id: driver,
      distance_m: 1000,
      distance_source: 'positions',
      max_speed_kmh: 50,
      end_rule: 'still',
      algorithm_version: 1,
    })
    .execute();

test('UNIT-017: raw positions tell time, place, speed, heading, satellites, ignition, voltage and inputs of each record', async () => {
  const unit = await newUnit();
  await report(unit, [
    recordAt(0),
    recordAt(10, { speedKmh: 36, headingDeg: 270, io: [io(239, 1, 0)] }),
    recordAt(20, { satellites: 0 }),
    recordAt(30, { latE7: 493600000 }),
  ]);
  const { data } = await ask(admin, unit);
  expect(data!.columns).toEqual({
    time: [T0, T0 + 10_000, T0 + 20_000, T0 + 30_000],
    lat: [59.36, 59.36, 59.36, 49.36],
    lng: [18, 18, 18, 18],
    speed_kmh: [0, 36, 0, 0],
    heading_deg: [90, 270, 90, 90],
    satellites: [11, 11, 0, 11],
    ignition: [true, false, true, true],
    voltage_v: [12.345, null, 12.345, 12.345],
    inputs: ['10--', '----', '10--', '10--'],
    quality: ['good', 'good', 'no-fix', 'implausible'],
  });
  expect(data).toMatchObject({ next: null, private_blocks: [], hides_speed: false });
});

test('UNIT-017: the same id means what it means to the tracker’s family at the time of the record', () => {
  const columns = columnsOf([recordAt(0), recordAt(60)]);
  const families = [
    { sinceMs: 0, family: 'phone' as const },
    { sinceMs: T0 + 60_000, family: 'A' as const },
  ];
  expect([...readRaw(columns, [], families)].map(({ voltageV, inputs }) => [voltageV, inputs])).toEqual([
    [null, '----'],
    [12.345, '10--'],
  ]);
});

test('UNIT-017: at most 30 days are shown at a time, and the end is after the start', async () => {
  const unit = await newUnit();
  expect(HISTORY_MAX_DAYS).toBe(30);
  expect(await ask(admin, unit, { from: '2026-02-01T00:00:00Z' })).toMatchObject({ status: 422, errors: 'HistoryMaxDays' });
  expect((await ask(admin, unit, { from: day.to, to: day.from })).errors).toEqual({ to: ['EndDateMustBeAfterStart'] });
});

test('UNIT-017, ADM-018: a long period comes in pages that follow each other without loss, and the file has all of it and is on record', async () => {
  const unit = await newUnit({ name: 'Skåpbil' });
  const n = RAW_PAGE + 500;
  await report(
    unit,
    Array.from({ length: n }, (_, i) => recordAt(i)),
  );
  const first = (await ask(admin, unit)).data!;
  expect(first.columns.time).toHaveLength(RAW_PAGE);
  const second = (await ask(admin, unit, { after: first.next })).data!;
  expect(second.next).toBeNull();
  expect(second.columns.time).toHaveLength(500);
  expect(second.columns.time[0]).toBe(first.columns.time.at(-1)! + 1000);
  const file = await admin.call(exportRawPositions, { query: { imei: unit.imei, ...day } });
  const lines = file.raw.toString().trim().split('\r\n');
  expect(lines).toHaveLength(n + 1);
  expect(lines[1]).toBe('2026-03-10T08:00:00.000Z,59.3600000,18.0000000,0,90,11,1,12.345,1,0,,,good');
  expect(file.headers['content-disposition']).toContain('Skapbil-2026-03-10-2026-03-11-raw.csv');
  const { rows } = (await admin.call(readAudit, { query: { action: 'positions-exported' } })).data!;
  expect(rows[0]).toMatchObject({ subject: 'Skåpbil', details: { format: 'csv', from: '2026-03-10' } });
});

test('UNIT-017: records of one instant stay on one page', () => {
  const positions = [0, 1, 1, 2].map((seconds) => ({ timeMs: seconds })) as never[];
  expect(firstPage(positions, 2)).toMatchObject({ page: [{ timeMs: 0 }, { timeMs: 1 }, { timeMs: 1 }], hasMore: true });
});

test('UNIT-017, MAP-031: of somebody else’s private use there is nothing but its hours, in the file too', async () => {
  const driver = await makeMember(app.database, { accountId, isAdmin: false });
  const unit = await newUnit({ visibleTo: [driver.id] });
  await report(
    unit,
    [0, 60, 120, 180, 240].map((minutes) => recordAt(minutes * 60, { latE7: 593600000 + minutes })),
  );
  await trip(unit, -600, 0, 'business', driver.id);
  await trip(unit, 5400, 9000, 'private', driver.id);
  await trip(unit, 14_400, 15_000, 'business', driver.id);
  const seen = (await ask(admin, unit)).data!;
  expect(seen.columns.time).toEqual([T0, T0 + 14_400_000]);
  expect(seen.private_blocks).toEqual([{ from: new Date(T0).toISOString(), to: new Date(T0 + 14_400_000).toISOString() }]);
  const file = (await admin.call(exportRawPositions, { query: { imei: unit.imei, ...day } })).raw.toString();
  expect(file.trim().split('\r\n')).toHaveLength(3);
  const own = (await ask(await app.signInAs(driver), unit)).data!;
  expect(own.columns.time).toHaveLength(5);
  expect(own.private_blocks).toEqual([]);
});

test('UNIT-017, UNIT-018: a unit that hides its speed tells none, in the file neither', async () => {
  const unit = await newUnit();
  await report(unit, [recordAt(0, { speedKmh: 88 })]);
  await owner.updateTable('unit').set({ hides_speed: true }).where('id', '=', unit.unitId).execute();
  expect((await ask(admin, unit)).data).toMatchObject({ hides_speed: true, columns: { speed_kmh: [null] } });
  const file = (await admin.call(exportRawPositions, { query: { imei: unit.imei, ...day } })).raw.toString();
  expect(file).not.toContain('88');
});

test('UNIT-017, MAP-002, LOCK-002: raw positions are for those who see the unit on their map', async () => {
  const unit = await newUnit();
  await report(unit, [recordAt(0)]);
  const foreign = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
  const without = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
  for (const caller of [foreign, without]) expect(await ask(caller, unit)).toMatchObject({ status: 404, errors: 'UnitNotFound' });
  const member = await makeMember(app.database, { accountId });
  const other = await app.signInAs(member);
  expect((await ask(other, unit)).status).toBe(200);
  await owner.updateTable('member').set({ real_time_map: false }).where('id', '=', member.id).execute();
  expect(await ask(other, unit)).toMatchObject({ status: 403, errors: 'Forbidden' });
  const locker = await app.signInAs(await makeMember(app.database, { accountId }));
  await locker.call(lockUnit, { params: { imei: unit.imei }, body: {} });
  expect(await ask(admin, unit)).toMatchObject({ status: 404, errors: 'UnitNotFound' });
});

test('UNIT-017, MAP-004: an administrator is told nothing of the hours in which the unit is hidden from administrators', async () => {
  const driver = await makeMember(app.database, { accountId, isAdmin: false });
  const unit = await newUnit({ visibleTo: [driver.id] });
  await report(
    unit,
    [0, 3600, 7200].map((seconds) => recordAt(seconds)),
  );
  const week = { timeZone: 'UTC', intervals: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], fromMin: 8 * 60 + 30, toMin: 9 * 60 + 30 }] };
  const settings = JSON.stringify({ hiding: { ...week, when: 'during' } });
  await owner
    .insertInto('unit_setting')
    .values({ account_id: accountId, unit_id: unit.unitId, valid_from: new Date(0), settings })
    .execute();
  const seen = (await ask(admin, unit)).data!;
  expect(seen.columns.time).toEqual([T0, T0 + 7200_000]);
  expect(seen.private_blocks).toEqual([{ from: '2026-03-10T08:30:00.000Z', to: '2026-03-10T09:30:00.000Z', is_hidden: true }]);
  expect((await ask(await app.signInAs(driver), unit)).data!.columns.time).toHaveLength(3);
});

test('UNIT-017: what a tracker recorded in another unit is not this one’s', async () => {
  const unit = await newUnit({ fittedFrom: new Date(T0 + 30_000) });
  await report(unit, [recordAt(0), recordAt(60)]);
  expect((await ask(admin, unit)).data!.columns.time).toEqual([T0 + 60_000]);
});
