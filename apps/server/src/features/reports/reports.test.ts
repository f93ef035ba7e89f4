import { summaryReport } from '@spora/contract/reports/endpoints';
import { exportReport } from '@spora/contract/reports/files';
import { fuelReport } from '@spora/contract/reports/fuel';
import { generateTrips, mergeTrips } from '@spora/contract/trips/endpoints';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp } from '../../testing/http.ts';
import { makeTrip, type NewTrip } from '../../testing/trips.ts';
import type { AccountId } from '../../platform/ctx.ts';
import { spansOf } from './read-model.ts';
import { monthsOf } from './rules.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner } = app.database;

interface Company {
  readonly accountId: AccountId;
  readonly admin: Caller;
  readonly driver: Caller;
  readonly driverId: number;
  readonly unit: MadeUnit;
  readonly drive: (trip: NewTrip, unit?: MadeUnit) => Promise<number>;
}
async function company(timeZone = 'Europe/Stockholm'): Promise<Company> {
  const accountId = await makeAccount(app.database);
  await sql`UPDATE account SET time_zone = ${timeZone} WHERE id = ${accountId}`.execute(owner);
  const driver = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  const unit = await makeUnit(app.database, { accountId, name: 'Vagn 7', visibleTo: [driver.id] });
  await sql`UPDATE unit SET fuel_type = 'diesel', consumption_per_10km = 0.6, co2_g_per_km = 150 WHERE id = ${unit.unitId}`.execute(
    owner,
  );
  return {
    accountId,
    admin: await app.signInAs(await makeMember(app.database, { accountId })),
    driver: await app.signInAs(driver),
    driverId: driver.id,
    unit,
    drive: (trip, of = unit) => makeTrip(app.database, { accountId, unitId: of.unitId }, trip),
  };
}
const report = async (caller: Caller, body: Record<string, unknown> = {}) =>
  (await caller.call(summaryReport, { body: { from: '2026-03-01', to: '2026-04-30', ...body } })).data!;
const rate = ({ accountId }: Company, kind: string, subject: string, amount: number, from: string) =>
  sql`INSERT INTO account_rate (account_id, kind, subject, amount, currency, valid_from, set_at)
    VALUES (${accountId}, ${kind}, ${subject}, ${amount}, 'SEK', ${from}, now())`.execute(owner);

test('13-A1, REP-009: what boats went is told apart, by unit and in the sums', async () => {
  const at = await company();
  const boat = await makeUnit(app.database, { accountId: at.accountId, name: 'Havsörn' });
  await sql`UPDATE unit SET kind = 'boat' WHERE id = ${boat.unitId}`.execute(owner);
  await at.drive({ start: '2026-03-10T08:00:00Z', distanceM: 20_000 });
  await at.drive({ start: '2026-03-11T08:00:00Z', distanceM: 18_520 }, boat);
  const { rows, totals } = await report(at.admin);
  expect(rows.map(({ name, total }) => [name, total.business.distance_m, total.business.at_sea_m])).toEqual([
    ['Havsörn', 18_520, 18_520],
    ['Vagn 7', 20_000, 0],
  ]);
  expect(totals.total.business).toMatchObject({ distance_m: 38_520, at_sea_m: 18_520 });
  const query = { from: '2026-03-01', to: '2026-04-30', imeis: '', driver_ids: '', lang: 'sv' as const };
  const { raw } = await at.admin.call(exportReport, { params: { report: 'summary', format: 'csv' }, query });
  const file = raw.toString().replace('\ufeff', '').split('\r\n');
  expect(
    file.slice(0, 5).map((line) => line.split(';').filter((_, cell) => cell === 0 || (cell > 2 && cell < 9))),
    'and so does its file: miles at sea are in no sum of kilometres',
  ).toEqual([
    ['Enhet', 'Sträcka i tjänsten (nm)', 'Tjänst (km)', 'Privat (km)', 'Övrigt (km)', 'Sträcka (nm)', 'Sträcka (km)'],
    ['Havsörn', '10,0', '', '0,0', '0,0', '10,0', ''],
    ['Vagn 7', '', '20,0', '0,0', '0,0', '', '20,0'],
    [''],
    ['Summa', '10,0', '20,0', '0,0', '0,0', '10,0', '20,0'],
  ]);
  expect(file).toContain('nm = nautiska mil');
});

test('REP-009: the summary tells since when there are trips of its units, of a time without any too', async () => {
  const at = await company();
  expect((await report(at.admin)).first_month).toBeNull();
  // In the account's zone it is a new month.
  await at.drive({ start: '2026-01-31T23:30:00Z', distanceM: 20_000 });
  await at.drive({ start: '2026-03-10T08:00:00Z', distanceM: 20_000 });
  const other = await makeUnit(app.database, { accountId: at.accountId, name: 'Vagn 8' });
  await at.drive({ start: '2026-04-02T08:00:00Z', distanceM: 20_000 }, other);
  expect((await report(at.admin, { from: '2026-01-01', to: '2026-06-30' })).first_month).toBe('2026-02');
  expect((await report(at.admin, { imeis: [other.imei] })).first_month).toBe('2026-04');
  for (const from of ['2026-02-01', '2026-03-01', '2026-05-01'])
    expect((await report(at.admin, { from, to: '2026-06-30' })).first_month, `nothing is missing from ${from} on`).toBeNull();
  expect(await report(at.admin, { from: '2025-01-01', to: '2025-12-31' })).toMatchObject({ rows: [], first_month: '2026-02' });
});

test('REP-001 (the summary), REP-009, API-074: months and totals per type, by unit and by driver, say the same', async () => {
  const at = await company();
  await at.drive({ start: '2026-03-10T08:00:00Z', distanceM: 20_000, driver: at.driverId });
  await at.drive({ start: '2026-03-11T08:00:00Z', distanceM: 5_000, type: 'private', driver: at.driverId });
  await at.drive({ start: '2026-04-11T08:00:00Z', distanceM: 7_000 });
  const byUnit = await report(at.admin);
  expect(byUnit.months).toEqual(['2026-03', '2026-04']);
  expect(byUnit.rows).toMatchObject([
    {
      name: 'Vagn 7',
      imei: at.unit.imei,
      months: [
        {
          business: { trips: 1, distance_m: 20_000, duration_s: 1800 },
          private: { trips: 1, distance_m: 5_000, duration_s: 0, untimed: 1 },
          other: { trips: 0 },
        },
        { business: { trips: 1, distance_m: 7_000 } },
      ],
      total: { business: { trips: 2, distance_m: 27_000 }, private: { trips: 1 } },
    },
  ]);
  const byDriver = await report(at.admin, { group_by: 'driver' });
  expect(byDriver.rows.map((row) => [row.name, row.total.business.distance_m])).toEqual([
    ['Dag Driver', 20_000],
    ['', 7_000],
  ]);
  expect(byDriver.totals).toEqual(byUnit.totals);
});

test('REP-009, REP-012: what a trailer went is in no sum and nobody’s driving, on the screen and in the file; alone it counts', async () => {
  const at = await company();
  await rate(at, 'reimbursement', 'own', 25, '2026-01-01');
  const trailer = await makeUnit(app.database, { accountId: at.accountId, name: 'Släp 11' });
  await sql`UPDATE unit SET marker_symbol = 'trailer' WHERE id = ${trailer.unitId}`.execute(owner);
  for (const of of [at.unit, trailer])
    await at.drive({ start: '2026-03-10T08:00:00Z', distanceM: 20_000, driver: at.driverId }, of);
  const byUnit = await report(at.admin);
  const once = { trips: 1, distance_m: 20_000, duration_s: 1800 };
  expect(byUnit.rows.map(({ name, total }) => [name, total.business.distance_m])).toEqual([
    ['Släp 11', 20_000],
    ['Vagn 7', 20_000],
  ]);
  expect(byUnit.totals.months[0]).toMatchObject({ business: once, reimbursement: 50 });
  expect(byUnit.totals.total).toMatchObject({ business: once, reimbursement: 50 });
  expect(byUnit.towed).toMatchObject({ units: 1, total: { business: once } });
  const byDriver = await report(at.admin, { group_by: 'driver' });
  expect(byDriver.rows).toMatchObject([{ name: 'Dag Driver', total: { business: once, reimbursement: 50 } }]);
  expect(byDriver.totals).toEqual(byUnit.totals);
  const fuel = async (group_by: 'unit' | 'driver') =>
    (await at.admin.call(fuelReport, { body: { from: '2026-03-01', to: '2026-03-31', group_by } })).data!;
  for (const { totals, towed } of [await fuel('unit'), await fuel('driver')])
    expect([totals.total.distance_m, towed]).toEqual([20_000, { units: 1, distance_m: 20_000 }]);
  expect((await fuel('driver')).rows.map(({ total }) => total.distance_m)).toEqual([20_000]);
  for (const kind of ['summary', 'fuel'] as const)
    for (const group_by of ['unit', 'driver'] as const) {
      const query = { from: '2026-03-01', to: '2026-03-31', imeis: '', driver_ids: '', group_by, lang: 'sv' as const };
      const lines = (await at.admin.call(exportReport, { params: { report: kind, format: 'csv' }, query })).raw.toString();
      expect(lines, 'the sum').toMatch(/\nSumma;;;(0,0;|)?20,0;/);
      expect(lines.replaceAll(/\s/g, ' ')).toContain('20,0 km med ett släp har räknats bort');
    }
  const alone = await report(at.admin, { imeis: [trailer.imei], group_by: 'driver' });
  expect(alone).toMatchObject({ towed: null, rows: [{ total: { business: once } }], totals: { total: { business: once } } });
});

test('REP-005, REP-009: fuel, its cost, CO2 and reimbursement follow the price of each day, also when it changes within a month', async () => {
  const at = await company();
  await rate(at, 'fuel', 'diesel', 20, '2026-01-01');
  await rate(at, 'fuel', 'diesel', 30, '2026-03-15');
  await rate(at, 'reimbursement', 'own', 25, '2026-03-15');
  await at.drive({ start: '2026-03-14T12:00:00Z', distanceM: 100_000 });
  await at.drive({ start: '2026-03-15T12:00:00Z', distanceM: 100_000, type: 'private' });
  await at.drive({ start: '2026-03-16T12:00:00Z', distanceM: 100_000 });
  const { totals, reimbursement_rates } = await report(at.admin);
  const { total } = totals;
  expect(total.fuel_l).toBeCloseTo(18);
  expect(total.fuel_cost).toBeCloseTo(6 * 20 + 12 * 30);
  expect(total.co2_kg).toBeCloseTo(45);
  expect(total.reimbursement, 'business only, from the day of the rate').toBeCloseTo(250);
  expect(reimbursement_rates).toEqual([{ car: 'own', per_10km: 25, from: '2026-03-15' }]);
});

test('13-C, REP-009: a year is summed by its months, divided only where a price changes', async () => {
  const at = await company();
  await rate(at, 'fuel', 'diesel', 20, '2025-01-01');
  await rate(at, 'fuel', 'diesel', 30, '2026-03-15');
  await rate(at, 'reimbursement', 'own', 25, '2026-03-15');
  await rate(at, 'reimbursement', 'own', 26, '2026-09-01');
  const period = { from: '2025-11-10', to: '2026-10-31' };
  const spans = await app.database.owner.transaction().execute((db) => spansOf(db, at.accountId, period));
  const months = monthsOf(period.from, period.to).slice(1);
  expect(spans).toEqual(['2025-11-10', ...months.map((month) => `${month}-01`), '2026-03-15'].sort());
});

test('REP-009: what nobody has said of a unit is unknown, not nothing', async () => {
  const at = await company();
  await sql`UPDATE unit SET consumption_per_10km = NULL, co2_g_per_km = NULL WHERE id = ${at.unit.unitId}`.execute(owner);
  await at.drive({ start: '2026-03-14T12:00:00Z' });
  expect((await report(at.admin)).totals.total).toMatchObject({
    fuel_l: null,
    electricity_kwh: null,
    fuel_cost: null,
    co2_kg: null,
    reimbursement: null,
  });
});

test.each(['Europe/Stockholm', 'Europe/Oslo', 'Europe/London', 'Asia/Kathmandu'])(
  'REP-018: in %s the sum of days is the sum of months is the year, across both clock changes, in the report as in the log',
  async (timeZone) => {
    const at = await company(timeZone);
    for (const day of ['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-24', '2026-10-25', '2026-10-26', '2026-12-31'])
      for (const hour of ['00:30', '01:30', '02:30', '13:00', '18:20', '22:40', '23:40'])
        await at.drive({ start: `${day}T${hour}:00Z`, minutes: 20, distanceM: 1_234 });
    const year = { from: '2026-01-01', to: '2026-12-31' };
    const log = async (from: string, to: string) =>
      (await at.admin.call(generateTrips, { body: { from, to, page_size: 1 } })).data!.totals.distance_m;
    const whole = await report(at.admin, year);
    const months = whole.totals.months.map((month) => month.business.distance_m);
    const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
    expect(sum(months)).toBe(whole.totals.total.business.distance_m);
    expect(whole.totals.total.business.distance_m).toBe(await log(year.from, year.to));
    for (const [i, month] of whole.months.entries()) {
      const last = new Date(Date.UTC(2026, i + 1, 0)).getUTCDate();
      // A month without trips holds no day with one: its own sum in the log says so.
      if (months[i] === 0) {
        expect(await log(`${month}-01`, `${month}-${last}`), month).toBe(0);
        continue;
      }
      const days = [];
      for (let d = 1; d <= last; d++)
        days.push(await log(`${month}-${String(d).padStart(2, '0')}`, `${month}-${String(d).padStart(2, '0')}`));
      expect(sum(days), month).toBe(months[i]);
    }
    // A trip on New Year's Eve by the clock of the account may be another year's by universal time.
    expect(
      whole.totals.total.business.trips +
        (await report(at.admin, { from: '2027-01-01', to: '2027-01-02' })).totals.total.business.trips,
    ).toBe(49);
  },
);

test('REP-003, DEC-48: of a locked unit administrators without access are told these totals, and no member who was not given it', async () => {
  const at = await company();
  await at.drive({ start: '2026-03-10T08:00:00Z' });
  await sql`UPDATE unit SET is_benefit_car = true, locked_at = now(), locked_by_member_id = ${at.driverId} WHERE id = ${at.unit.unitId}`.execute(
    owner,
  );
  expect((await report(at.admin)).rows).toMatchObject([{ name: 'Vagn 7', total: { business: { trips: 1, in_log: false } } }]);
  const blind = await app.signInAs(await makeMember(app.database, { accountId: at.accountId, isAdmin: false }));
  expect((await report(blind)).rows).toEqual([]);
  expect(
    await blind.call(summaryReport, { body: { from: '2026-03-01', to: '2026-03-31', imeis: [at.unit.imei] } }),
  ).toMatchObject({ errors: 'UnitNotFound' });
});

test('TRIP-032: by driver a member is told of themselves only', async () => {
  const at = await company();
  const other = await makeMember(app.database, { accountId: at.accountId, isAdmin: false, fullName: 'Vera Vän' });
  await at.drive({ start: '2026-03-10T08:00:00Z', driver: at.driverId });
  await at.drive({ start: '2026-03-11T08:00:00Z', driver: other.id, type: 'private' });
  expect((await report(at.driver, { group_by: 'driver' })).rows.map((row) => row.name)).toEqual(['Dag Driver']);
  expect((await report(at.driver, { driver_ids: [other.id] })).totals.total.private.trips).toBe(0);
});

test('CONST-026, REP-002, REP-009, TRIP-010: twelve months at most; a merged trip counts once with both distances', async () => {
  const at = await company();
  expect(await at.admin.call(summaryReport, { body: { from: '2025-03-01', to: '2026-04-30' } })).toMatchObject({
    errors: 'PeriodMaxMonths',
  });
  const ids = [await at.drive({ start: '2026-03-10T08:00:00Z' }), await at.drive({ start: '2026-03-10T10:00:00Z' })];
  await at.admin.call(mergeTrips, { body: { trip_ids: ids } });
  expect((await report(at.admin)).totals.total.business).toMatchObject({ trips: 1, distance_m: 20_000, duration_s: 3600 });
});

test('REP-009: the months of a period', () => {
  expect(monthsOf('2025-11-30', '2026-02-01')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  expect(monthsOf('2026-02-01', '2026-02-01')).toEqual(['2026-02']);
});
