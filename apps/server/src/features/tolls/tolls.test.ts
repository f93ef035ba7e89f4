import { exportOwnData } from '@spora/contract/accounts/settings';
import { benefitValueReport } from '@spora/contract/reports/benefit';
import { summaryReport } from '@spora/contract/reports/endpoints';
import { exportReport } from '@spora/contract/reports/files';
import { downloadLog } from '@spora/contract/exports/endpoints';
import {
  correctToll,
  reviewTolls,
  tollReport,
  tollsOfTrips,
  tollStations,
  undoTollCorrection,
  undoTollReview,
} from '@spora/contract/tolls/endpoints';
import { STATIONS } from '@spora/tolls/stations';
import { DEFAULT_TARIFFS } from '@spora/tolls/tariffs';
import { columnsOf } from '@spora/telemetry/columns';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { prepare } from '../../core/log/appender.ts';
import { append, ensurePartitions } from '../../core/log/segments.ts';
import type { AccountId } from '../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { projectNext, rebuildTracker } from '../../testing/engine.ts';
import { type Caller, testApp, type TestApp } from '../../testing/http.ts';
import { textOfPdf } from '../../testing/pdf.ts';
import { recordOf } from '../../testing/projector.ts';
import { BRIDGE, driveOverBridge } from '../../testing/toll-drive.ts';
import { makeTrip, type NewTrip } from '../../testing/trips.ts';
import type { Fix } from '../trips/projection.ts';
import { forgetPassages } from './repository.ts';
import { enterTariff } from './tariffs-api.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
let app: TestApp;
let accountId: AccountId;
let anna: { readonly id: number };
let admin: Caller;
let driver: Caller;
let driverId: number;
let unit: MadeUnit;

beforeAll(async () => {
  app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
  await ensurePartitions(app.database.pipeline, new Date('2026-02-01'), new Date('2026-06-01'));
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.now = new Date('2026-05-04T12:00:00Z');
  accountId = await makeAccount(app.database);
  await sql`UPDATE account SET time_zone = 'Europe/Stockholm' WHERE id = ${accountId}`.execute(app.database.owner);
  anna = await makeMember(app.database, { accountId, fullName: 'Anna Admin' });
  admin = await app.signInAs(anna);
  const dag = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  driverId = dag.id;
  driver = await app.signInAs(dag);
  unit = await makeUnit(app.database, { accountId, name: 'Skåpbil 7', visibleTo: [driverId] });
});

async function reportFixes(fixes: readonly Fix[], of = unit): Promise<void> {
  const { pipeline } = app.database;
  const columns = columnsOf(fixes.map(recordOf));
  await append(pipeline, prepare([{ trackerId: of.trackerId, columns, bytes: 1, settle: () => {} }], app.clock.now, 24));
  while ((await projectNext(pipeline, app.clock.now, { trackers: 50, segments: 8 }, { among: [of.trackerId] })).trackers > 0)
    continue;
}
const ask = async (caller: Caller, body: Record<string, unknown> = {}) =>
  caller.call(tollReport, { body: { from: '2026-03-01', to: '2026-04-30', ...body } });
const told = async (caller: Caller, body: Record<string, unknown> = {}) => (await ask(caller, body)).data!;
const drive = (trip: NewTrip, of = unit) => makeTrip(app.database, { accountId, unitId: of.unitId }, trip);
const pass = (at: string, stationId = BRIDGE.stationId, of = unit) =>
  sql`INSERT INTO toll_passage (account_id, unit_id, station_id, point_id, at, found_at, lat_e7, lon_e7, is_uncertain)
    VALUES (${accountId}, ${of.unitId}, ${stationId}, '291', ${at}, ${at}, 1, 1, false)`.execute(app.database.owner);
const correct = (caller: Caller, body: Record<string, unknown>) =>
  caller.call(correctToll, { body: { imei: unit.imei, station_id: BRIDGE.stationId, reason: 'Fakturan', ...body } as never });

/** Tuesday, 2026-03-10, by the clocks of Stockholm an hour ahead. */
const NINE_TEN = Date.UTC(2026, 2, 10, 8, 0);

test('REP-014, API-074: a drive over Skanstullsbron is a passage with its time, station, amount, type and driver', async () => {
  await reportFixes(driveOverBridge(NINE_TEN));
  const report = await told(admin);
  expect(report.rows).toMatchObject([
    {
      station_id: BRIDGE.stationId,
      station: 'Skanstullsbron',
      area: 'se-stockholm',
      amount: 20,
      currency: 'SEK',
      rule: 'amount',
      trip_type: 'business',
      is_uncertain: false,
      as_of_year: null,
      unit: { name: 'Skåpbil 7', imei: unit.imei },
      corrections: [],
    },
  ]);
  expect(report.rows[0]!.trip_id).not.toBeNull();
  expect(Date.parse(report.rows[0]!.at)).toBeGreaterThan(NINE_TEN + 300_000);
  expect(report.totals).toEqual({
    months: [{ month: '2026-03', currency: 'SEK', business: 20, private: 0, other: 0, without_trip: 0, total: 20 }],
    total: [{ currency: 'SEK', business: 20, private: 0, other: 0, without_trip: 0, total: 20 }],
    without_tariff: 0,
    without_tariff_in: [],
    passages: 1,
    free: 0,
    corrected: 0,
    withdrawn: 0,
  });
  expect(report.months).toEqual(['2026-03', '2026-04']);
});

test('REP-014: passages come by the page, each once and in one order; sums and counts stay those of all, and free ones can be left out', async () => {
  await sql`INSERT INTO toll_passage (account_id, unit_id, station_id, point_id, at, found_at, lat_e7, lon_e7, is_uncertain)
    SELECT ${accountId}, ${unit.unitId}, ${BRIDGE.stationId}, '291', at, at, 1, 1, false
    FROM generate_series('2026-04-04 00:00+02'::timestamptz, '2026-04-06 23:59+02', '4 minutes') at`.execute(app.database.owner);
  await pass('2026-03-10T08:10:00Z');
  const first = await told(admin);
  expect(first.rows).toHaveLength(1000);
  expect([first.is_cut, first.page]).toEqual([true, { number: 1, size: 1000, count: 2, rows: 1081 }]);
  expect(first.totals).toMatchObject({ free: 1080, passages: 1081, total: [{ total: 20 }] });
  const charged = await told(admin, { only_charged: true });
  expect(charged.rows).toMatchObject([{ at: '2026-03-10T08:10:00.000Z', amount: 20 }]);
  expect([charged.is_cut, charged.page.rows]).toEqual([false, 1]);
  expect([charged.totals, charged.doubts]).toEqual([first.totals, first.doubts]);
  // Most of them are alike in what they are sorted by.
  for (const sort of ['-at', 'at', 'unit', '-station', 'type', '-driver', 'amount', '-amount']) {
    const pages = await Promise.all([1, 2, 3, 4].map(async (page) => told(admin, { sort, page, page_size: 300 })));
    const keys = pages.flatMap(({ rows }) => rows.map(({ key }) => key));
    expect([keys.length, new Set(keys).size], sort).toEqual([1081, 1081]);
    expect(
      pages.map(({ page }) => page.number),
      sort,
    ).toEqual([1, 2, 3, 4]);
  }
  expect((await told(admin, { sort: '-amount', page_size: 1 })).rows).toMatchObject([{ amount: 20 }]);
  const past = await told(admin, { page: 9, page_size: 300 });
  expect([past.page.number, past.rows.length], 'past the last is the last').toEqual([4, 181]);
});

test('REP-014: a trailer passes free of charge beside what tows it, whatever else is stated of it', async () => {
  const trailer = await makeUnit(app.database, { accountId, name: 'Släp 612' });
  await sql`UPDATE unit SET marker_symbol = 'trailer', vehicle_type = 'Lastbilssläp' WHERE id = ${trailer.unitId}`.execute(
    app.database.owner,
  );
  for (const of of [unit, trailer]) await pass('2026-03-10T08:10:00Z', BRIDGE.stationId, of);
  const report = await told(admin, { sort: 'unit' });
  expect(report.rows).toMatchObject([
    { unit: { name: 'Skåpbil 7' }, amount: 20, rule: 'amount' },
    { unit: { name: 'Släp 612' }, amount: 0, rule: 'exempt-vehicle', is_free: true },
  ]);
  expect(report.totals).toMatchObject({ free: 1, total: [{ currency: 'SEK', total: 20 }] });
});

test('REP-014: positions that came seldom make a passage that is marked as uncertain', async () => {
  await reportFixes(driveOverBridge(NINE_TEN, 60));
  const report = await told(admin);
  expect(report.rows).toMatchObject([{ station: 'Skanstullsbron', is_uncertain: true, is_estimate: true }]);
  expect(report.doubts).toEqual({
    unpriced: [],
    old: [],
    last_known: [],
    uncertain: [{ currency: 'SEK', passages: 1, rough_place: 0, unpriced: 0, amount: 20 }],
    rough: [],
  });
});

test('REP-014: asked for the uncertain passages alone, the report lists all of them and none besides; its sums stay those of all', async () => {
  await reportFixes(driveOverBridge(NINE_TEN, 60));
  await pass('2026-03-11T08:10:00Z');
  const [all, doubtful] = [await told(admin), await told(admin, { only_uncertain: true })];
  expect(all.rows.map(({ is_uncertain }) => is_uncertain)).toEqual([false, true]);
  expect(doubtful.rows).toEqual(all.rows.filter(({ is_uncertain }) => is_uncertain));
  expect([doubtful.totals, doubtful.doubts, doubtful.is_cut]).toEqual([all.totals, all.doubts, false]);
});

test('FEAT-001: while tolls are off for a unit no passage is found; what was found before stays', async () => {
  await reportFixes(driveOverBridge(NINE_TEN));
  await sql`UPDATE unit SET features = array_remove(features, 'tolls') WHERE id = ${unit.unitId}`.execute(app.database.owner);
  await sql`INSERT INTO unit_change (account_id, unit_id, at, field, old_value, new_value, actor_name)
    SELECT ${accountId}, ${unit.unitId}, '2026-03-10T20:00:00Z', 'features', array_to_string(features || 'tolls'::text, ', '),
      array_to_string(features, ', '), 'Anna' FROM unit WHERE id = ${unit.unitId}`.execute(app.database.owner);
  await reportFixes(driveOverBridge(NINE_TEN + 86_400_000));
  expect((await told(admin)).rows).toHaveLength(1);
});

test('REP-014: a tariff that the operator edits changes what passages cost, also those of before; without one it says so', async () => {
  await drive({ start: '2026-03-10T08:00:00Z' });
  await pass('2026-03-10T08:10:00Z');
  const own = DEFAULT_TARIFFS.find(({ id }) => id === 'se-stockholm-2020')!;
  const entry = { id: own.id, at: app.clock.now, by: 'test' };
  const dearer = {
    ...own,
    prices: own.prices.map((table) => ({ ...table, hours: [{ from: '00:00', to: '24:00', amount: 9900 }] })),
  };
  await enterTariff(app.database.owner, { ...entry, tariff: dearer });
  expect((await told(admin)).rows[0]).toMatchObject({ amount: 99, rule: 'amount' });
  await enterTariff(app.database.owner, { ...entry, tariff: { ...own, validFrom: '2026-04-01' } });
  const without = await told(admin);
  expect(without.rows[0]).toMatchObject({ amount: null, rule: 'no-tariff', currency: 'SEK' });
  expect(without.totals).toMatchObject({
    months: [],
    total: [],
    without_tariff: 1,
    without_tariff_in: [{ currency: 'SEK', count: 1 }],
  });
  expect(without.doubts.unpriced).toEqual([{ station: 'Skanstullsbron', currency: 'SEK', passages: 1 }]);
  await enterTariff(app.database.owner, { ...entry, tariff: null });
  expect((await told(admin)).rows[0]).toMatchObject({ amount: 20 });
});

test('REP-014: the report can be narrowed to departments of units', async () => {
  await sql`UPDATE unit SET department = 'Norr' WHERE id = ${unit.unitId}`.execute(app.database.owner);
  await drive({ start: '2026-03-10T08:00:00Z' });
  await pass('2026-03-10T08:10:00Z');
  expect((await told(admin, { departments: ['Norr'] })).rows).toHaveLength(1);
  expect(await told(admin, { departments: ['Syd'] })).toMatchObject({ rows: [], totals: { total: [] } });
});

test('REP-014: amounts of different currencies are never added up', async () => {
  await drive({ start: '2026-03-10T08:00:00Z' });
  await pass('2026-03-10T08:10:00Z');
  const { data } = await admin.call(tollStations, {});
  const british = data!.stations.find(({ area }) => area === 'gb-london')!;
  await correct(admin, { at: '2026-03-12T10:00:00Z', station_id: british.id, kind: 'passed', amount: 15 });
  expect((await told(admin)).totals.total.map(({ currency, total }) => [currency, total])).toEqual([
    ['GBP', 15],
    ['SEK', 20],
  ]);
});

test('REP-009, REP-015: the summary tells what trips cost in other currencies beside its sum, and its file in a column of each', async () => {
  await drive({ start: '2026-03-10T08:00:00Z' });
  await drive({ start: '2026-03-12T09:55:00Z' });
  await pass('2026-03-10T08:10:00Z');
  const { data } = await admin.call(tollStations, {});
  const british = data!.stations.find(({ area }) => area === 'gb-london')!;
  await correct(admin, { at: '2026-03-12T10:00:00Z', station_id: british.id, kind: 'passed', amount: 15 });
  const period = { from: '2026-03-01', to: '2026-04-30' };
  const { rows, totals } = (await admin.call(summaryReport, { body: period })).data!;
  const abroad = { tolls: 20, tolls_elsewhere: [{ currency: 'GBP', amount: 15 }] };
  expect(rows).toMatchObject([{ total: abroad, months: [abroad, { tolls: 0 }] }]);
  expect(rows[0]!.months[1]!.tolls_elsewhere).toBeUndefined();
  expect(totals.total).toMatchObject(abroad);
  const { raw } = await admin.call(exportReport, {
    params: { report: 'summary', format: 'csv' },
    query: { ...period, imeis: '', driver_ids: '', departments: '', lang: 'en' as const },
  });
  const [head, march] = raw.toString().split('\r\n');
  expect(head).toMatch(/,Tolls \(SEK\),"?Tolls, GBP"?$/);
  expect(march).toMatch(/,20\.00,15(\.00)?$/);
});

test('REP-014, REP-015, DEC-53: a file of tolls names a currency where it has one, that of the account where nothing was paid', async () => {
  const query = { from: '2026-03-01', to: '2026-03-31', imeis: '', driver_ids: '', departments: '', lang: 'en' as const };
  const lines = async (): Promise<string[]> => {
    const { raw } = await admin.call(exportReport, { params: { report: 'congestion', format: 'csv' }, query });
    return raw.toString().split('\r\n');
  };
  await sql`UPDATE account SET currency = 'NOK' WHERE id = ${accountId}`.execute(app.database.owner);
  const empty = await lines();
  expect(empty[0]).toMatch(/,Amount \(NOK\)$/);
  expect(empty).toContain('Currency,NOK');
  await drive({ start: '2026-03-10T08:00:00Z' });
  await pass('2026-03-10T08:10:00Z');
  const swedish = await lines();
  expect(swedish[0]).toMatch(/,Amount \(SEK\)$/);
  expect(swedish).toContain('Currency,SEK');
  const { data } = await admin.call(tollStations, {});
  const british = data!.stations.find(({ area }) => area === 'gb-london')!;
  await correct(admin, { at: '2026-03-12T10:00:00Z', station_id: british.id, kind: 'passed', amount: 15 });
  const both = await lines();
  expect(both[0]).toMatch(/,"Amount, GBP","Amount, SEK"$/);
  expect(both.filter((line) => line.startsWith('Currency,'))).toEqual([]);
});

test('REP-014: an administrator changes an amount, says that nobody passed and adds what was missed, each with a reason, a mark and a way back', async () => {
  await drive({ start: '2026-03-10T08:00:00Z' });
  await pass('2026-03-10T08:10:00Z');
  const at = '2026-03-10T08:10:00Z';
  const first = (await correct(admin, { at, kind: 'amount', amount: 12.5 })).data!;
  expect((await told(admin)).rows[0]).toMatchObject({
    amount: 12.5,
    rule: 'corrected',
    reckoned: { amount: 20, rule: 'amount' },
    corrections: [{ id: first.id, kind: 'amount', amount: 12.5, reason: 'Fakturan', by: 'Anna Admin', undone_at: null }],
  });
  const second = (await correct(admin, { at, kind: 'not-passed' })).data!;
  const withdrawn = await told(admin);
  expect(withdrawn.rows[0]).toMatchObject({ is_withdrawn: true, amount: 0, reckoned: { amount: 20, rule: 'amount' } });
  expect(withdrawn.totals).toMatchObject({ total: [], passages: 1, withdrawn: 1 });
  expect((await admin.call(undoTollCorrection, { params: { id: second.id } })).status).toBe(200);
  expect((await admin.call(undoTollCorrection, { params: { id: second.id } })).errors).toBe('TollCorrectionNotFound');
  expect((await told(admin)).rows[0]).toMatchObject({
    amount: 12.5,
    corrections: [{ undone_by: 'Anna Admin' }, { undone_at: null }],
  });
  expect((await correct(admin, { at, kind: 'passed' })).errors).toBe('TollPassageThere');
  const missed = '2026-03-11T15:10:00Z';
  expect(await correct(admin, { at: missed, kind: 'not-passed' })).toMatchObject({ status: 404, errors: 'TollPassageNotFound' });
  const added = (await correct(admin, { at: missed, kind: 'passed' })).data!;
  expect((await told(admin)).rows[0]).toMatchObject({
    at: '2026-03-11T15:10:00.000Z',
    amount: 45,
    trip_id: null,
    reckoned: null,
  });
  await admin.call(undoTollCorrection, { params: { id: added.id } });
  expect((await told(admin)).rows).toHaveLength(1);
  expect((await correct(driver, { at, kind: 'amount', amount: 1 })).status).toBe(403);
  const audited = await sql<{
    action: string;
    details: object;
  }>`SELECT action, details FROM audit_entry WHERE account_id = ${accountId} AND action LIKE 'toll-%'
    ORDER BY id`.execute(app.database.owner);
  // Nothing of where and when: whoever reads the log may not be told of that time.
  expect(audited.rows.map(({ details }) => details)).toEqual(
    [['amount'], ['not-passed'], [], ['added'], []].map(([kind]) => (kind === undefined ? {} : { kind })),
  );
  expect(audited.rows.map(({ action }) => action)).toEqual([
    'toll-corrected',
    'toll-corrected',
    'toll-correction-undone',
    'toll-corrected',
    'toll-correction-undone',
  ]);
});

test('REP-014, REP-015, TRIP-004: the file marks what somebody confirmed, corrected or entered, and calls other trips what the account does', async () => {
  await sql`UPDATE account SET other_trip_type = 'Jour' WHERE id = ${accountId}`.execute(app.database.owner);
  await drive({ start: '2026-03-10T08:00:00Z', type: 'other' });
  const times = ['2026-03-10T08:10:00Z', '2026-03-11T08:10:00Z', '2026-03-12T08:10:00Z', '2026-03-13T08:10:00Z'] as const;
  for (const at of times) await pass(at);
  await sql`UPDATE toll_passage SET is_uncertain = true WHERE account_id = ${accountId} AND at > '2026-03-12'`.execute(
    app.database.owner,
  );
  await correct(admin, { at: times[1], kind: 'amount', amount: 12.5 });
  const sure = { passages: [{ imei: unit.imei, station_id: BRIDGE.stationId, at: times[2] }], reason: 'Genomgång' };
  await admin.call(reviewTolls, { body: { ...sure, kind: 'passed' } });
  await correct(admin, { at: '2026-03-14T10:10:00Z', kind: 'passed' });
  const query = { from: '2026-03-01', to: '2026-03-31', imeis: '', driver_ids: '', lang: 'en' as const };
  const csv = (await admin.call(exportReport, { params: { report: 'congestion', format: 'csv' }, query })).raw.toString();
  const cells = csv.split('\r\n').map((line) => line.split(','));
  const [type, mark] = ['Trip type', 'Note'].map((head) => cells[0]!.indexOf(head));
  expect(
    cells
      .slice(1, 6)
      .toReversed()
      .map((row) => [row[type!], row[mark!]]),
  ).toEqual([
    ['Jour', ''],
    ['', 'Corrected'],
    ['', 'Confirmed'],
    ['', 'Uncertain'],
    ['', 'Added by hand'],
  ]);
  const [without, reason] = ['Amount without the correction', 'Reason'].map((head) => cells[0]!.indexOf(head));
  expect(
    cells
      .slice(3, 6)
      .toReversed()
      .map((row) => [row[without!], row[reason!]]),
  ).toEqual([
    ['', ''],
    ['20.00', 'Fakturan'],
    ['', 'Genomgång'],
  ]);
  const days = async (sort: string) =>
    (await admin.call(exportReport, { params: { report: 'congestion', format: 'csv' }, query: { ...query, sort } })).raw
      .toString()
      .match(/^2026-03-\d\d/gm)
      ?.map((day) => day.slice(-2));
  expect(await days('at'), 'in the order of the page').toEqual(['10', '11', '12', '13', '14']);
  expect(await days('trend'), 'of which it knows none, the newest first').toEqual(['14', '13', '12', '11', '10']);
  expect(cells.find(([first]) => first === 'Total')?.at(-1), 'the sum says that it is one').toMatch(/^\d+\.\d\d$/);
});

test('REP-014, REP-015: the file lists the passages that the page does, says how old a price is and how many passages have none', async () => {
  const ofRing = (wanted: string) => STATIONS.find(({ area, ring }) => area === 'no' && ring === wanted)!.id;
  const saturday = '2026-03-14T08:10:00Z';
  await pass('2026-03-10T08:10:00Z');
  await pass('2026-03-11T08:10:00Z', ofRing('askoy'));
  await pass('2026-03-12T08:10:00Z', ofRing('trondheim'));
  await pass('2026-03-13T08:10:00Z');
  await pass(saturday);
  await correct(admin, { at: '2026-03-13T08:10:00Z', kind: 'not-passed' });
  const query = { from: '2026-03-01', to: '2026-03-31', imeis: '', driver_ids: '', lang: 'en' as const };
  const linesOf = async (show?: 'all' | 'corrected') => {
    const params = { report: 'congestion', format: 'csv' } as const;
    const { raw } = await admin.call(exportReport, { params, query: { ...query, ...(show && { show }) } });
    return raw.toString().split('\r\n');
  };
  const daysOf = (lines: readonly string[]) => lines.flatMap((line) => /^2026-03-(\d\d)/.exec(line)?.[1] ?? []);
  const charged = await linesOf();
  expect(daysOf(charged)).toEqual(['12', '11', '10']);
  expect(charged.find((line) => line.startsWith('2026-03-11'))).toContain('price 2023, location 2015');
  expect(charged.join('\n')).toContain('1 passage has no tariff and is not in the sum.');
  expect(charged.join('\n')).not.toContain('Passages that cost nothing');
  const all = await linesOf('all');
  expect(daysOf(all)).toEqual(['14', '12', '11', '10']);
  expect(all.join('\n')).toContain('Passages that cost nothing');
  expect(daysOf(await linesOf('corrected'))).toEqual(['13']);
});

test('REP-014: passages that are not sure are said to have been or not, many at once and once for all, and taken back together', async () => {
  const times = ['2026-03-10T08:10:00Z', '2026-03-11T08:10:00Z', '2026-03-12T08:10:00Z'];
  for (const at of times) await pass(at);
  await sql`UPDATE toll_passage SET is_uncertain = true WHERE account_id = ${accountId}`.execute(app.database.owner);
  const passages = (own: readonly string[]) => own.map((at) => ({ imei: unit.imei, station_id: BRIDGE.stationId, at }));
  const review = (caller: Caller, own: readonly string[], kind: 'passed' | 'not-passed') =>
    caller.call(reviewTolls, { body: { passages: passages(own), kind, reason: 'Genomgång' } });
  expect((await told(admin)).doubts.uncertain).toMatchObject([{ passages: 3, amount: 60 }]);

  const yes = (await review(admin, times.slice(0, 2), 'passed')).data!;
  expect(yes.ids).toHaveLength(2);
  const confirmed = await told(admin);
  expect(confirmed.rows.map(({ amount, is_estimate, rule }) => [amount, is_estimate, rule])).toEqual([
    [20, true, 'amount'],
    [20, false, 'amount'],
    [20, false, 'amount'],
  ]);
  expect(confirmed.rows.at(-1)!.corrections).toMatchObject([
    { kind: 'passed', amount: null, reason: 'Genomgång', by: 'Anna Admin' },
  ]);
  expect(confirmed.doubts.uncertain).toMatchObject([{ passages: 1, amount: 20 }]);
  expect((await review(admin, times.slice(0, 2), 'passed')).data, 'twice is as once').toEqual({ ids: [], now_paid: 0 });

  const no = (await review(admin, [times[2]!, times[2]!], 'not-passed')).data!;
  expect(no.ids, 'one that is named twice too').toHaveLength(1);
  const withdrawn = await told(admin);
  expect(withdrawn.totals.total).toMatchObject([{ total: 40 }]);
  expect(withdrawn.doubts.uncertain).toEqual([]);

  expect((await review(admin, [times[0]!, '2026-03-20T08:10:00Z'], 'not-passed')).errors).toBe('TollPassageNotFound');
  expect((await told(admin)).totals.total, 'all of them or none').toMatchObject([{ total: 40 }]);

  const undo = async (ids: readonly number[]) => admin.call(undoTollReview, { body: { ids: [...ids] } });
  expect((await undo([...yes.ids, ...no.ids])).data).toEqual({ undone: 3 });
  expect((await undo([...yes.ids, ...no.ids])).data).toEqual({ undone: 0 });
  expect((await told(admin)).doubts.uncertain).toMatchObject([{ passages: 3, amount: 60 }]);

  expect((await review(driver, times, 'passed')).status).toBe(403);
  const audited = await sql<{ action: string; subject: string }>`SELECT action, subject FROM audit_entry
    WHERE account_id = ${accountId} AND action LIKE 'toll-%' ORDER BY id`.execute(app.database.owner);
  expect(audited.rows).toEqual(
    ['toll-corrected', 'toll-corrected', 'toll-correction-undone'].map((action) => ({ action, subject: 'Skåpbil 7' })),
  );
});

test('REP-014: who says that nobody passed is told of how many others it is paid now instead, of what was confirmed of none', async () => {
  const road = 'se-gothenburg/willinsbron';
  const times = ['2026-03-10T08:10:00Z', '2026-03-10T08:30:00Z', '2026-03-10T08:50:00Z'];
  for (const at of times) await pass(at, road);
  await sql`UPDATE toll_passage SET is_uncertain = true WHERE account_id = ${accountId}`.execute(app.database.owner);
  const paid = async () => (await told(admin, { sort: 'at' })).rows.map(({ amount, rule }) => [amount, rule]);
  const [first, second, third] = await paid();
  expect([first![0], second, third]).toEqual([expect.any(Number), [0, 'multi-passage'], [0, 'multi-passage']]);
  const passages = [{ imei: unit.imei, station_id: road, at: times[0]! }];
  const said = (await admin.call(reviewTolls, { body: { passages, kind: 'not-passed', reason: 'Genomgång' } })).data!;
  expect(said.now_paid, 'the second carries the hour').toBe(1);
  expect((await paid()).map(([amount]) => amount)).toEqual([0, first![0], 0]);
  const one = await correct(admin, { station_id: road, at: times[1], kind: 'not-passed' });
  expect(one.data!.now_paid, 'said of one alone too').toBe(1);
  const last = { passages: [{ ...passages[0]!, at: times[2]! }], reason: 'Genomgång' };
  const confirmed = await admin.call(reviewTolls, { body: { ...last, kind: 'passed' } });
  expect(confirmed.data!.now_paid, 'what was confirmed changes nothing').toBe(0);
  expect((await admin.call(reviewTolls, { body: { ...last, kind: 'not-passed' } })).data!.now_paid).toBe(0);
});

test('REP-014: what was corrected can be listed alone: changed, confirmed, said not to have been and added; not what was taken back', async () => {
  const day = (n: number) => `2026-03-1${n}T08:10:00Z`;
  for (const n of [0, 1, 2, 3, 4]) await pass(day(n));
  await correct(admin, { at: day(0), kind: 'amount', amount: 0 });
  await correct(admin, { at: day(1), kind: 'not-passed' });
  const passages = [{ imei: unit.imei, station_id: BRIDGE.stationId, at: day(2) }];
  await admin.call(reviewTolls, { body: { passages, kind: 'passed', reason: 'Genomgång' } });
  await correct(admin, { at: '2026-03-19T08:10:00Z', kind: 'passed' });
  const back = (await correct(admin, { at: day(3), kind: 'not-passed' })).data!;
  await admin.call(undoTollCorrection, { params: { id: back.id } });
  const [all, corrected] = [await told(admin), await told(admin, { only_corrected: true })];
  expect(corrected.rows.map(({ at, is_withdrawn }) => `${at.slice(8, 10)}${is_withdrawn ? ' not passed' : ''}`)).toEqual([
    '19',
    '12',
    '11 not passed',
    '10',
  ]);
  expect([corrected.totals, corrected.doubts, corrected.page.rows]).toEqual([all.totals, all.doubts, 4]);
  expect(all.totals).toMatchObject({ passages: 6, corrected: 4 });
});

test('REP-014, TRIP-032: nobody reviews what they are told nothing of, nor takes it back', async () => {
  await drive({ start: '2026-03-10T08:00:00Z', type: 'private', driver: driverId });
  await pass('2026-03-10T08:10:00Z');
  const passages = [{ imei: unit.imei, station_id: BRIDGE.stationId, at: '2026-03-10T08:10:00Z' }];
  const body = { passages, kind: 'not-passed' as const, reason: 'Genomgång' };
  expect((await admin.call(reviewTolls, { body })).errors).toBe('TollPassageNotFound');
  const elsewhere = await makeAccount(app.database);
  const stranger = await app.signInAs(await makeMember(app.database, { accountId: elsewhere }));
  expect((await stranger.call(reviewTolls, { body })).errors).toBe('UnitNotFound');
  await drive({ start: '2026-03-12T08:00:00Z' });
  await pass('2026-03-12T08:10:00Z');
  const { ids } = (
    await admin.call(reviewTolls, { body: { ...body, passages: [{ ...passages[0]!, at: '2026-03-12T08:10:00Z' }] } })
  ).data!;
  expect(ids).toHaveLength(1);
  expect((await stranger.call(undoTollReview, { body: { ids } })).data).toEqual({ undone: 0 });
  await sql`UPDATE unit SET features = array_remove(features, 'tolls') WHERE id = ${unit.unitId}`.execute(app.database.owner);
  expect((await admin.call(reviewTolls, { body })).errors).toBe('FeatureOff');
});

test('REP-014: a correction stays with its passage when the history is computed again', async () => {
  await reportFixes(driveOverBridge(NINE_TEN));
  const { at } = (await told(admin)).rows[0]!;
  await correct(admin, { at, kind: 'amount', amount: 7 });
  await rebuildTracker(app.database.pipeline, unit.imei, app.clock.now);
  expect((await told(admin)).rows).toMatchObject([{ at, amount: 7, rule: 'corrected' }]);
});

test('REP-009, REP-010: summary and benefit value tell what trips cost in tolls, of private ones by whole months alone', async () => {
  await drive({ start: '2026-03-10T08:00:00Z', type: 'private', driver: driverId });
  await drive({ start: '2026-03-10T15:00:00Z', driver: driverId });
  await pass('2026-03-10T08:10:00Z');
  await pass('2026-03-10T15:10:00Z');
  // Between two trips: nobody's.
  await pass('2026-03-12T11:00:00Z');
  const period = { from: '2026-03-01', to: '2026-04-30' };
  const summary = async (more: Record<string, unknown> = {}) =>
    (await admin.call(summaryReport, { body: { ...period, ...more } })).data!;
  const byUnit = await summary();
  expect(byUnit.rows.map(({ months }) => months.map(({ tolls }) => tolls))).toEqual([[65, 0]]);
  expect(byUnit.totals.total.tolls).toBe(65);
  expect((await summary({ group_by: 'driver' })).rows).toMatchObject([{ id: driverId, total: { tolls: 65 } }]);
  expect((await summary({ from: '2026-03-10', to: '2026-03-10' })).totals.total.tolls, 'a day would tell the private trip').toBe(
    45,
  );
  const benefit = async () => (await admin.call(benefitValueReport, { body: period })).data!.rows[0]!.months;
  expect((await benefit()).map(({ tolls }) => tolls)).toEqual([20, 0]);
  expect((await benefit())[0]!.value, 'the fuel is no benefit').toBe(20);
  const { owner } = app.database;
  await sql`UPDATE unit SET has_fuel_benefit = true WHERE id = ${unit.unitId}`.execute(owner);
  expect((await benefit())[0]!.value, 'no price of fuel is known').toBeNull();
  await sql`UPDATE unit SET locked_at = now(), locked_by_member_id = ${driverId} WHERE id = ${unit.unitId}`.execute(owner);
  expect((await summary()).totals.total.tolls, 'of a locked unit none').toBeNull();
  expect((await admin.call(benefitValueReport, { body: period })).data!.totals.total.tolls).toBe(20);
});

test('TRIP-019: the log tells what each trip cost in tolls and where, a merged one for both, and of others’ private trips nothing', async () => {
  const own = await drive({ start: '2026-03-10T08:00:00Z', driver: driverId });
  const secret = await drive({ start: '2026-03-10T15:00:00Z', type: 'private', driver: driverId });
  const free = await drive({ start: '2026-03-11T15:00:00Z' });
  await pass('2026-03-10T08:10:00Z');
  await pass('2026-03-10T15:10:00Z');
  const trip_ids = [own, secret, free, 2 ** 40];
  const ofTrips = async (caller: Caller) => (await caller.call(tollsOfTrips, { body: { trip_ids } })).data!.trips;
  const bridge = { station: 'Skanstullsbron', currency: 'SEK' };
  expect(await ofTrips(admin)).toEqual([
    {
      trip_id: own,
      sums: [{ currency: 'SEK', amount: 20 }],
      passages: [{ ...bridge, at: '2026-03-10T08:10:00.000Z', amount: 20, rule: 'amount', is_estimate: false }],
    },
  ]);
  expect((await ofTrips(driver)).map(({ trip_id, sums }) => [trip_id, sums[0]?.amount])).toEqual([
    [own, 20],
    [secret, 45],
  ]);
  const stranger = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
  expect(await ofTrips(stranger), 'whoever does not see the unit').toEqual([]);
  await correct(admin, { at: '2026-03-10T08:10:00Z', kind: 'not-passed' });
  expect(await ofTrips(admin)).toEqual([]);
});

test('TRIP-019, TRIP-017: the log as a file has what each trip cost and in which currency, where tolls are found', async () => {
  await drive({ start: '2026-03-10T08:00:00Z', driver: driverId });
  await drive({ start: '2026-03-11T08:00:00Z', driver: driverId });
  await pass('2026-03-10T08:10:00Z');
  const file = async (format: 'csv' | 'json' | 'pdf') => {
    const query = { from: '2026-03-01', to: '2026-03-31', imeis: unit.imei, lang: 'en' } as never;
    return (await admin.call(downloadLog, { params: { format }, query })).raw;
  };
  const csv = async () => {
    const [table = ''] = (await file('csv')).toString('utf8').split('\r\n\r\n');
    // An address has commas of its own, so columns are counted from the end.
    const [head = [], ...rows] = table.split('\r\n').map((line) => line.split(','));
    return head.includes('Tolls')
      ? rows.map((row) => ['Tolls', 'Toll currency'].map((name) => row.at(head.indexOf(name) - head.length)))
      : null;
  };
  expect((await csv())?.toSorted()).toEqual([
    ['', ''],
    ['20.00', 'SEK'],
  ]);
  const json = async () => {
    const { trips, totals } = JSON.parse((await file('json')).toString('utf8')) as Record<'trips' | 'totals', unknown>;
    return { of: (trips as { tolls?: unknown }[]).map(({ tolls }) => tolls), total: (totals as { tolls?: unknown }).tolls };
  };
  const paid = [{ amount: 20, currency: 'SEK' }];
  expect(await json()).toEqual({ of: expect.arrayContaining([[], paid]), total: paid });
  const onPaper = async () => textOfPdf(await file('pdf')).match(/^.*(Tolls|20\.00).*$/gm) ?? [];
  expect(await onPaper(), 'a total, and what the trip cost').toEqual(['Tolls', '20.00 SEK', 'Tolls: 20.00 SEK']);
  await sql`UPDATE unit SET features = array_remove(features, 'tolls') WHERE id = ${unit.unitId}`.execute(app.database.owner);
  expect(await csv(), 'no such column').toBeNull();
  expect(await json()).toEqual({ of: [undefined, undefined], total: undefined });
  expect(await onPaper()).toEqual([]);
});

test('FEAT-001, REP-009: an account whose units have no tolls is told of none, not of nothing paid', async () => {
  await sql`UPDATE unit SET features = array_remove(features, 'tolls') WHERE id = ${unit.unitId}`.execute(app.database.owner);
  await drive({ start: '2026-03-10T08:00:00Z' });
  const body = { from: '2026-03-01', to: '2026-04-30' };
  expect((await admin.call(summaryReport, { body })).data!.totals.total.tolls).toBeNull();
  expect((await admin.call(benefitValueReport, { body })).data!.totals.total.tolls).toBeNull();
});

test('TRIP-032: of others’ private trips an administrator sees no passage, only what they cost in months that are over; the driver sees them', async () => {
  await drive({ start: '2026-03-10T08:00:00Z', type: 'private', driver: driverId });
  await drive({ start: '2026-03-10T15:00:00Z' });
  await pass('2026-03-10T08:10:00Z');
  await pass('2026-03-10T15:10:00Z');
  const forAdmin = await told(admin);
  expect(forAdmin.rows.map(({ at, amount }) => [at, amount])).toEqual([['2026-03-10T15:10:00.000Z', 45]]);
  expect(forAdmin.totals.months).toMatchObject([{ month: '2026-03', business: 45, private: 20, total: 65 }]);
  expect((await told(driver)).rows).toHaveLength(2);
  // A part of a month would tell a day's sum.
  expect((await told(admin, { from: '2026-03-10', to: '2026-03-10' })).totals.months).toMatchObject([
    { business: 45, private: 0 },
  ]);
  app.clock.now = new Date('2026-03-31T20:00:00Z');
  expect((await told(await app.signInAs(anna))).totals.months).toMatchObject([{ business: 45, private: 0 }]);
  for (const body of [
    { at: '2026-03-10T08:10:00Z', kind: 'amount', amount: 1 },
    { at: '2026-03-10T08:20:00Z', kind: 'passed' },
  ])
    expect((await correct(admin, body)).errors).toBe('UnitInPrivateUse');
});

test('REP-015, TRIP-032: the file says what its rows come to and what others’ private trips add to that, so that it adds up', async () => {
  await drive({ start: '2026-03-10T08:00:00Z', type: 'private', driver: driverId });
  await drive({ start: '2026-03-10T15:00:00Z' });
  await pass('2026-03-10T08:10:00Z');
  await pass('2026-03-10T15:10:00Z');
  const sums = async (caller: Caller, from: string) => {
    const query = { from, to: '2026-04-30', imeis: '', driver_ids: '', lang: 'sv' as const };
    const { raw } = await caller.call(exportReport, { params: { report: 'congestion', format: 'csv' }, query });
    const lines = raw.toString().split('\r\n\r\n')[1]!.split('\r\n');
    return lines.map((line) => line.split(';').filter((cell) => cell !== ''));
  };
  expect(await sums(admin, '2026-03-01')).toEqual([
    ['Passagerna ovan', '45,00'],
    ['Andras privata resor (bara summan)', '20,00'],
    ['Summa', '65,00'],
  ]);
  expect(await sums(driver, '2026-03-01'), 'who sees them all').toEqual([['Summa', '65,00']]);
  expect(await sums(admin, '2026-03-10'), 'a part of a month tells nothing of them').toEqual([['Summa', '45,00']]);
});

test('TRIP-032: a day’s maximum that private driving used up lowers no price that others see', async () => {
  await drive({ start: '2026-03-10T06:00:00Z', minutes: 300, type: 'private', driver: driverId });
  await drive({ start: '2026-03-10T15:00:00Z' });
  for (const time of ['06:10', '06:40', '07:10', '07:40', '08:10', '08:40', '09:10', '10:10'])
    await pass(`2026-03-10T${time}:00Z`);
  await pass('2026-03-10T15:10:00Z');
  const forAdmin = await told(admin);
  expect(forAdmin.rows).toMatchObject([{ amount: 45, rule: 'amount' }]);
  const forDriver = await told(driver);
  expect(forDriver.rows[0]).toMatchObject({ at: '2026-03-10T15:10:00.000Z', rule: 'day-maximum' });
  expect(forAdmin.totals.total[0]!.total, 'the sum of all is what the vehicle was charged').toBe(
    forDriver.totals.total[0]!.total,
  );
});

test('REP-008, DEC-48: a unit that is locked away from an administrator has no toll report; others name themselves as drivers only', async () => {
  await drive({ start: '2026-03-10T08:00:00Z', driver: driverId });
  await pass('2026-03-10T08:10:00Z');
  await drive({ start: '2026-03-11T08:00:00Z' });
  await pass('2026-03-11T08:10:00Z');
  expect((await told(admin, { driver_ids: [driverId] })).rows).toMatchObject([{ driver: 'Dag Driver', driver_id: driverId }]);
  expect((await told(driver, { driver_ids: [1] })).rows).toMatchObject([{ driver_id: driverId }]);
  expect((await ask(admin, { from: '2025-01-01' })).errors).toBe('PeriodMaxMonths');
  await sql`UPDATE unit SET locked_at = now(), locked_by_member_id = ${driverId} WHERE id = ${unit.unitId}`.execute(
    app.database.owner,
  );
  expect((await ask(admin, { imeis: [unit.imei] })).errors).toBe('UnitNotFound');
  expect((await told(admin)).rows).toEqual([]);
  expect((await told(driver)).rows).toHaveLength(2);
});

test('CONST-060, SEC-015: passages outlive positions by three months and the year of the reports; where exactly goes with the positions', async () => {
  const { owner, pipeline } = app.database;
  await sql`UPDATE account SET position_months = 3 WHERE id = ${accountId}`.execute(owner);
  await pass('2026-03-10T08:10:00Z');
  const left = async () =>
    (await sql<{ lat_e7: number | null }>`SELECT lat_e7 FROM toll_passage WHERE account_id = ${accountId}`.execute(owner)).rows;
  await forgetPassages(pipeline, new Date('2026-05-10'));
  expect(await left()).toEqual([{ lat_e7: 1 }]);
  await forgetPassages(pipeline, new Date('2026-07-10'));
  expect(await left()).toEqual([{ lat_e7: null }]);
  await forgetPassages(pipeline, new Date('2027-06-01'));
  expect(await left()).toHaveLength(1);
  await forgetPassages(pipeline, new Date('2027-06-11'));
  expect(await left()).toEqual([]);
});

test('SEC-015: the passages of a driver’s own trips are in the file of what is stored of them, and go where they asked for erasure', async () => {
  const { owner, pipeline } = app.database;
  const tripId = await drive({ start: '2026-03-10T08:00:00Z', type: 'private', driver: driverId });
  await pass('2026-03-10T08:10:00Z');
  const files = unzipSync((await driver.call(exportOwnData, {}, { 'accept-language': 'sv' })).raw);
  const file = files['toll-passages.json'];
  expect(Buffer.from(files['toll-passages.csv']!).toString()).toMatch(
    /^2026-03-10 09:10;[^;]*;[^;]+;\d+,00;SEK;(Uppskattat)?\r$/m,
  );
  const [row] = (await told(driver)).rows;
  expect(row!.amount).toBeGreaterThan(0);
  expect(JSON.parse(Buffer.from(file!).toString())).toMatchObject([
    { at: row!.at, station: row!.station, station_id: 'se-stockholm/skanstullsbron', amount: row!.amount, currency: 'SEK' },
  ]);
  await sql`UPDATE trip SET positions_erased = true, erasure_asked_at = now() WHERE id = ${tripId}`.execute(owner);
  await forgetPassages(pipeline, app.clock.now);
  expect((await told(driver)).rows).toEqual([]);
});
