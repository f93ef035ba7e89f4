import { setCarBenefit } from '@spora/contract/accounts/settings';
import { readAudit } from '@spora/contract/accounts/endpoints';
import { benefitValueReport } from '@spora/contract/reports/benefit';
import { greenDriving } from '@spora/contract/eco/endpoints';
import { summaryReport } from '@spora/contract/reports/endpoints';
import { exportReport, listReportRuns, removeReportRun, reportRunFile, startReportRun } from '@spora/contract/reports/files';
import { fuelReport } from '@spora/contract/reports/fuel';
import { addPreset, listPresets, removePreset, updatePreset } from '@spora/contract/reports/presets';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { FEATURES } from '../../features.ts';
import type { AccountId } from '../../platform/ctx.ts';
import { createLog } from '../../platform/observing/log.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp, testPorts } from '../../testing/http.ts';
import { makeTrip, type NewTrip } from '../../testing/trips.ts';
import { reportsOf } from './files/api.ts';
import { dropOldRuns, makeRun } from './runs/service.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner, api, pipeline } = app.database;
const log = createLog({ logLevel: 'error' }, { write: () => {} });

interface Company {
  readonly accountId: AccountId;
  readonly admin: Caller;
  readonly adminId: number;
  readonly driver: Caller;
  readonly driverId: number;
  readonly unit: MadeUnit;
  readonly drive: (trip: NewTrip) => Promise<number>;
}
async function company(now = '2026-05-01T10:00:00Z'): Promise<Company> {
  app.clock.now = new Date(now);
  const accountId = await makeAccount(app.database, { name: 'Åkeriet AB' });
  const driver = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  const boss = await makeMember(app.database, { accountId, fullName: 'Anna Admin' });
  const unit = await makeUnit(app.database, { accountId, name: 'Vagn 7', visibleTo: [driver.id] });
  await sql`UPDATE unit SET fuel_type = 'diesel', consumption_per_10km = 0.6, is_benefit_car = true, has_fuel_benefit = true
    WHERE id = ${unit.unitId}`.execute(owner);
  return {
    accountId,
    admin: await app.signInAs(boss),
    adminId: boss.id,
    driver: await app.signInAs(driver),
    driverId: driver.id,
    unit,
    drive: (trip) => makeTrip(app.database, { accountId, unitId: unit.unitId }, { driver: driver.id, ...trip }),
  };
}
const price = ({ accountId }: Company, subject: string, amount: number, from: string) =>
  sql`INSERT INTO account_rate (account_id, kind, subject, amount, currency, valid_from, set_at)
    VALUES (${accountId}, 'fuel', ${subject}, ${amount}, 'SEK', ${from}, now())`.execute(owner);
const SPRING = { from: '2026-03-01', to: '2026-04-30' };
const benefit = async (caller: Caller, body: Record<string, unknown> = {}) =>
  (await caller.call(benefitValueReport, { body: { ...SPRING, ...body } })).data!;
const fuel = async (caller: Caller, body: Record<string, unknown> = {}) =>
  (await caller.call(fuelReport, { body: { ...SPRING, ...body } })).data!;

test('REP-001, REP-010, API-074: the value of private fuel is km / 10 x consumption x the price and factor of the day, with what it was reckoned by', async () => {
  const at = await company();
  await price(at, 'diesel', 20, '2026-01-01');
  await price(at, 'diesel', 22, '2026-03-15');
  const figures = { reduced_line_km: 30_000, private_occasions_max: 10, private_km_max: 1000 };
  await at.admin.call(setCarBenefit, { body: { valid_from: '2026-04-10', benefit_factor: 1.1, ...figures } });
  await at.drive({ start: '2026-03-10T08:00:00Z', distanceM: 100_000, type: 'private' });
  await at.drive({ start: '2026-03-20T08:00:00Z', distanceM: 50_000, type: 'private' });
  await at.drive({ start: '2026-03-21T08:00:00Z', distanceM: 350_000 });
  await at.drive({ start: '2026-04-20T08:00:00Z', distanceM: 200_000, type: 'private' });
  const report = await benefit(at.admin);
  expect(report.rows).toHaveLength(1);
  const [row] = report.rows;
  expect(row).toMatchObject({
    driver: 'Dag Driver',
    unit: 'Vagn 7',
    is_benefit_car: true,
    has_fuel_benefit: true,
    fuel_unit: 'l',
  });
  const [march, april] = row!.months;
  // By hand: 10 mil x 0.6 l x 20 kr + 5 mil x 0.6 l x 22 kr = 120 + 66; x 1.2.
  expect(march!.fuel).toBeCloseTo(9);
  expect(march!.fuel_cost).toBeCloseTo(186);
  expect(march!.value).toBeCloseTo(223.2);
  expect(march!.private_share).toBeCloseTo(0.3);
  expect(march!.parts).toEqual([
    { private_m: 100_000, consumption_per_10km: 0.6, fuel_price: 20, benefit_factor: 1.2 },
    { private_m: 50_000, consumption_per_10km: 0.6, fuel_price: 22, benefit_factor: 1.2 },
  ]);
  // 20 mil x 0.6 l x 22 kr x the factor that holds from 10 April.
  expect(april!.value).toBeCloseTo(264 * 1.1);
  expect(report.totals.total.value).toBeCloseTo(223.2 + 290.4);
  expect(march!.odometer_end_km, 'a month ends where the next begins').toBe(april!.odometer_start_km);
  expect(march!.tolls).toBe(0);
  expect(report.settings.map(({ benefit_factor }) => benefit_factor)).toEqual([1.2, 1.1]);
});

test('REP-010: without a consumption or a price the value is unknown, not nothing, and it is said what is missing', async () => {
  const at = await company();
  await at.drive({ start: '2026-03-10T08:00:00Z', distanceM: 100_000, type: 'private' });
  expect((await benefit(at.admin)).rows[0]!.total).toMatchObject({ value: null, gaps: ['price'] });
  await sql`UPDATE unit SET consumption_per_10km = NULL WHERE id = ${at.unit.unitId}`.execute(owner);
  expect((await benefit(at.admin)).rows[0]!.total).toMatchObject({ value: null, gaps: ['consumption', 'price'] });
});

test('13-A1, REP-012: the fuel report says which part of a way boats went', async () => {
  const at = await company();
  const boat = await makeUnit(app.database, { accountId: at.accountId, name: 'Havsörn' });
  await sql`UPDATE unit SET kind = 'boat' WHERE id = ${boat.unitId}`.execute(owner);
  await at.drive({ start: '2026-03-10T08:00:00Z', distanceM: 20_000 });
  await makeTrip(
    app.database,
    { accountId: at.accountId, unitId: boat.unitId },
    { start: '2026-03-11T08:00:00Z', distanceM: 18_520 },
  );
  const { rows, totals } = await fuel(at.admin);
  expect(rows.map(({ name, total }) => [name, total.at_sea_m])).toEqual([
    ['Havsörn', 18_520],
    ['Vagn 7', 0],
  ]);
  expect(totals.total).toMatchObject({ distance_m: 38_520, at_sea_m: 18_520 });
  const file = await fuelFile(at);
  expect(
    file.slice(0, 5).map((line) => line.split(';').slice(0, 5)),
    'and so does its file',
  ).toEqual([
    ['Enhet', 'Registreringsnummer', 'Månad', 'Sträcka (nm)', 'Sträcka (km)'],
    ['Havsörn', '', '2026-03', '10,0', ''],
    ['Vagn 7', '', '2026-03', '', '20,0'],
    [''],
    ['Summa', '', '', '10,0', '20,0'],
  ]);
  expect(file).toContain('nm = nautiska mil');
});

test('REP-010: private fuel that the company does not pay is no benefit: what it cost is told, its value is 0, and tolls stay', async () => {
  const at = await company();
  await price(at, 'diesel', 20, '2026-01-01');
  await at.drive({ start: '2026-03-10T08:00:00Z', distanceM: 100_000, type: 'private' });
  await sql`UPDATE unit SET has_fuel_benefit = false WHERE id = ${at.unit.unitId}`.execute(owner);
  const { total } = (await benefit(at.admin)).rows[0]!;
  expect(total.fuel_cost).toBeCloseTo(120);
  expect(total).toMatchObject({ fuel_value: 0, value: total.tolls, gaps: [] });
});

test('REP-010: nothing is missing for the value of fuel that is no benefit', async () => {
  const at = await company();
  await at.drive({ start: '2026-03-10T08:00:00Z', distanceM: 100_000, type: 'private' });
  await sql`UPDATE unit SET has_fuel_benefit = false WHERE id = ${at.unit.unitId}`.execute(owner);
  expect((await benefit(at.admin)).rows[0]!.total).toMatchObject({ fuel_cost: null, fuel_value: 0, value: 0, gaps: [] });
});

test('REP-001, API-074: every report can be narrowed to departments of units, also as a file', async () => {
  const at = await company();
  await price(at, 'diesel', 20, '2026-01-01');
  const north = 'Norr, inre';
  await sql`UPDATE unit SET department = ${north} WHERE id = ${at.unit.unitId}`.execute(owner);
  const other = await makeUnit(app.database, { accountId: at.accountId, name: 'Vagn 8' });
  const start = '2026-03-10T08:00:00Z';
  await at.drive({ start, type: 'private' });
  await makeTrip(
    app.database,
    { accountId: at.accountId, unitId: other.unitId },
    { start, type: 'private', driver: at.driverId },
  );
  const unitsOf = async (departments: readonly string[]) => {
    const body = { ...SPRING, departments: [...departments] };
    const lists = [
      (await at.admin.call(summaryReport, { body: { ...body, group_by: 'unit' } })).data!.rows.map(({ name }) => name),
      (await at.admin.call(benefitValueReport, { body })).data!.rows.map(({ unit }) => unit),
      (await at.admin.call(fuelReport, { body: { ...body, group_by: 'unit' } })).data!.rows.map(({ name }) => name),
      (await at.driver.call(greenDriving, { body: { ...body, group_by: 'unit' } })).data!.rows.map(({ name }) => name),
    ];
    return lists.map((list) => list.join());
  };
  expect(await unitsOf([])).toEqual(['Vagn 7,Vagn 8', 'Vagn 7,Vagn 8', 'Vagn 7,Vagn 8', 'Vagn 7']);
  expect(await unitsOf([north])).toEqual(Array(4).fill('Vagn 7'));
  expect(await unitsOf(['Syd'])).toEqual(Array(4).fill(''));
  const query = { ...SPRING, departments: encodeURIComponent(north) } as never;
  const { raw } = await at.admin.call(exportReport, { params: { report: 'summary', format: 'csv' }, query });
  expect(raw.toString('utf8')).toContain('Vagn 7');
  expect(raw.toString('utf8')).not.toContain('Vagn 8');
});

test('REP-015, TRIP-017: a file of a report says what it was narrowed to; a member who names others is told of themselves', async () => {
  const at = await company();
  await at.drive({ start: '2026-03-10T08:00:00Z' });
  const about = async (caller: Caller, narrowed: Record<string, string>) => {
    const query = { ...SPRING, lang: 'en', ...narrowed } as never;
    const { raw } = await caller.call(exportReport, { params: { report: 'summary', format: 'csv' }, query });
    return raw.toString().split('\r\n');
  };
  const all = await about(at.admin, {});
  expect(all.filter((line) => /^(Units|Drivers|Department),/.test(line))).toEqual([]);
  const narrowed = { imeis: at.unit.imei, driver_ids: `${at.driverId},${at.adminId}`, departments: 'Norr,S%C3%B6der' };
  expect(await about(at.admin, narrowed)).toEqual(
    expect.arrayContaining(['Units,Vagn 7', 'Drivers,"Anna Admin, Dag Driver"', 'Department,"Norr, Söder"']),
  );
  expect(await about(at.driver, { driver_ids: `${at.adminId}` })).toContain('Drivers,Dag Driver');
});

test('REP-011: business km of the calendar year stand against the line of the country, with a forecast at the pace so far', async () => {
  const at = await company('2026-05-01T10:00:00Z');
  await at.drive({ start: '2026-01-10T08:00:00Z', distanceM: 6_000_000 });
  await at.drive({ start: '2026-04-20T08:00:00Z', distanceM: 6_100_000 });
  await at.drive({ start: '2026-04-21T08:00:00Z', distanceM: 20_000, type: 'private' });
  const [year] = (await benefit(at.admin)).rows[0]!.years;
  expect(year).toMatchObject({
    year: 2026,
    business_m: 12_100_000,
    private_m: 20_000,
    private_trips: 1,
    line_km: 30_000,
    until: '2026-05-01',
  });
  // 12 100 km in 121 days; 244 are left.
  expect(year!.forecast_m).toBeCloseTo(12_100_000 + 100_000 * 244);
  await sql`UPDATE account SET country = 'NO' WHERE id = ${at.accountId}`.execute(owner);
  expect((await benefit(at.admin)).rows[0]!.years[0]!.line_km, 'Norway').toBe(40_000);
});

test('REP-003, LOCK-005, DEC-48: of a locked car an administrator without access is told summary and benefit value, and nothing of its fuel', async () => {
  const at = await company();
  await price(at, 'diesel', 20, '2026-01-01');
  await at.drive({ start: '2026-03-10T08:00:00Z', type: 'private' });
  await sql`UPDATE unit SET locked_at = now(), locked_by_member_id = ${at.driverId} WHERE id = ${at.unit.unitId}`.execute(owner);
  expect((await benefit(at.admin)).rows).toHaveLength(1);
  expect((await fuel(at.admin)).rows).toEqual([]);
  expect((await benefit(at.driver)).rows, 'the locker sees their own').toHaveLength(1);
  const other = await app.signInAs(await makeMember(app.database, { accountId: at.accountId, isAdmin: false }));
  expect((await benefit(other)).rows).toEqual([]);
  expect(await other.call(benefitValueReport, { body: { ...SPRING, imeis: [at.unit.imei] } })).toMatchObject({
    errors: 'UnitNotFound',
  });
});

test('TRIP-032: a member is told of their own benefit only', async () => {
  const at = await company();
  await at.drive({ start: '2026-03-10T08:00:00Z', driver: at.adminId, type: 'private' });
  expect((await benefit(at.driver)).rows).toEqual([]);
});

test('REP-012: fuel is computed from what is set for the unit, measured where it was filled with odometers, and it is said which', async () => {
  const at = await company();
  await price(at, 'diesel', 20, '2026-01-01');
  await price(at, 'diesel', 25, '2026-04-01');
  await at.drive({ start: '2026-03-10T08:00:00Z', distanceM: 100_000 });
  await at.drive({ start: '2026-04-10T08:00:00Z', distanceM: 100_000, type: 'private' });
  const computed = (await fuel(at.admin)).rows[0]!;
  expect(computed.total).toMatchObject({ source: 'computed', filled_l: null });
  expect(computed.total.fuel_l).toBeCloseTo(12);
  expect(computed.total.cost, 'each at the price of its day').toBeCloseTo(6 * 20 + 6 * 25);
  const fill = (day: string, amount: number, odometer: number) =>
    sql`INSERT INTO refuelling (account_id, unit_id, member_id, at, fuel_type, amount, odometer_m, station, note, created_at, changed_at)
      VALUES (${at.accountId}, ${at.unit.unitId}, ${at.adminId}, ${`${day}T12:00:00Z`}, 'diesel', ${amount}, ${odometer}, '', '', now(), now())`.execute(
      owner,
    );
  await fill('2026-03-02', 40, 50_000_000);
  await fill('2026-03-28', 42, 50_600_000);
  await fill('2026-04-25', 38, 51_000_000);
  const measured = (await fuel(at.admin)).rows[0]!;
  // 42 litres over 60 mil, and 38 over 40.
  expect(measured.total).toMatchObject({ source: 'measured', filled_l: 120 });
  expect(measured.months.map(({ l_per_10km }) => l_per_10km)).toEqual([expect.closeTo(0.7), expect.closeTo(0.95)]);
  expect(measured.months.map(({ fuel_l }) => fuel_l)).toEqual([expect.closeTo(7), expect.closeTo(9.5)]);
  expect(
    measured.months.map(({ measured_m }) => measured_m),
    'at most what was driven',
  ).toEqual([100_000, 100_000]);
  const byDriver = await fuel(at.admin, { group_by: 'driver' });
  expect(byDriver.rows[0]).toMatchObject({ name: 'Dag Driver', total: { source: 'measured', filled_l: null, measured_m: null } });
  // 84 km lie between the two odometers now, and 100 were driven.
  await sql`UPDATE refuelling SET odometer_m = 50916000 WHERE unit_id = ${at.unit.unitId} AND odometer_m = 50600000`.execute(
    owner,
  );
  expect((await fuel(at.admin)).rows[0]!.months[1]).toMatchObject({ source: 'measured', measured_m: expect.closeTo(84_000, 0) });
});

test('DEC-53: an amount that was set in another currency than the account pays in now is in no cost, and takes no other sign', async () => {
  const at = await company();
  await price(at, 'diesel', 20, '2026-01-01');
  await sql`INSERT INTO account_rate (account_id, kind, subject, amount, currency, valid_from, set_at)
    VALUES (${at.accountId}, 'reimbursement', 'benefit', 12, 'SEK', '2026-01-01', now()), (${at.accountId}, 'fuel', 'diesel', 22, 'NOK', '2026-04-01', now())`.execute(
    owner,
  );
  await at.drive({ start: '2026-03-10T08:00:00Z', distanceM: 100_000 });
  await at.drive({ start: '2026-04-10T08:00:00Z', distanceM: 100_000 });
  await at.drive({ start: '2026-04-11T08:00:00Z', distanceM: 100_000, type: 'private' });
  const costs = async () => {
    const { data } = await at.admin.call(summaryReport, { body: SPRING });
    return {
      currency: data!.currency,
      summary: data!.totals.months.map(({ fuel_cost, reimbursement }) => [fuel_cost, reimbursement]),
      rates: data!.reimbursement_rates.length,
      fuel: (await fuel(at.admin)).totals.months.map(({ cost }) => cost),
      benefit: (await benefit(at.admin)).totals.total.fuel_value,
    };
  };
  expect(await costs()).toEqual({
    currency: 'SEK',
    summary: [
      [120, 120],
      [null, 120],
    ],
    rates: 1,
    fuel: [120, null],
    benefit: null,
  });
  await sql`UPDATE account SET currency = 'NOK' WHERE id = ${at.accountId}`.execute(owner);
  expect(await costs()).toEqual({
    currency: 'NOK',
    summary: [
      [null, null],
      [264, null],
    ],
    rates: 0,
    fuel: [null, 264],
    benefit: expect.closeTo(132 * 1.2),
  });
});

test('REP-012: what refuellings say was paid is told beside the cost, each currency for itself, also in the file', async () => {
  const at = await company();
  await price(at, 'diesel', 20, '2026-01-01');
  await at.drive({ start: '2026-03-10T08:00:00Z', distanceM: 123_400 });
  const fill = (day: string, amount: number, paid: number | null, currency: string | null) =>
    sql`INSERT INTO refuelling (account_id, unit_id, member_id, at, fuel_type, amount, price, currency, station, note, created_at, changed_at)
      VALUES (${at.accountId}, ${at.unit.unitId}, ${at.adminId}, ${`${day}T12:00:00Z`}, 'diesel', ${amount}, ${paid}, ${currency}, '', '', now(), now())`.execute(
      owner,
    );
  await fill('2026-03-02', 40, 736.4, 'SEK');
  await fill('2026-03-12', 40, 740.1, 'SEK');
  await fill('2026-03-20', 20, 400, 'NOK');
  await fill('2026-04-02', 10, null, null);
  const { rows, totals } = await fuel(at.admin);
  const paid = [
    { currency: 'NOK', amount: 400 },
    { currency: 'SEK', amount: 1476.5 },
  ];
  expect(rows[0]!.months).toMatchObject([
    { paid, unpriced_fillings: 0 },
    { paid: [], unpriced_fillings: 1 },
  ]);
  expect(totals.total).toMatchObject({ paid, unpriced_fillings: 1 });
  expect((await fuel(at.admin, { group_by: 'driver' })).totals.total, 'it is the unit’s').toMatchObject({ paid: null });
  const query = { ...SPRING, imeis: '', driver_ids: '', lang: 'sv' as const };
  const csv = (await at.admin.call(exportReport, { params: { report: 'fuel', format: 'csv' }, query })).raw.toString();
  const [head, march] = csv.split('\n');
  expect(head).toMatch(/;Betalt \(NOK\);Betalt \(SEK\)\s*$/);
  expect(march).toMatch(/;400,00;1476,50\s*$/);
  expect(csv).toContain('Betalt är summan av beloppen');
});

test('REP-012, REP-015: the file of the fuel report has the litres of the page, whose rows add up, and the price of a litre', async () => {
  const at = await company();
  await price(at, 'diesel', 18.9, '2026-01-01');
  const other = await makeUnit(app.database, { accountId: at.accountId, name: 'Vagn 8' });
  await sql`UPDATE unit SET fuel_type = 'diesel', consumption_per_10km = 0.6 WHERE id = ${other.unitId}`.execute(owner);
  await at.drive({ start: '2026-03-10T08:00:00Z', distanceM: 14_000 });
  await makeTrip(
    app.database,
    { accountId: at.accountId, unitId: other.unitId },
    { start: '2026-03-10T08:00:00Z', distanceM: 120_700 },
  );
  const query = { ...SPRING, imeis: '', driver_ids: '', lang: 'en' as const };
  const csv = (await at.admin.call(exportReport, { params: { report: 'fuel', format: 'csv' }, query })).raw.toString();
  const lines = csv.split(/(?:\r\n)+/).map((line) => line.split(','));
  const column = (name: string) => lines.slice(1, 4).map((cells) => cells[lines[0]!.indexOf(name)]);
  // 0.840 and 7.242 litres are 8.082 in all.
  expect(column('Fuel (litres)')).toEqual(['0.8', '7.2', '8.0']);
  expect(column('Price per litre or kWh (SEK)')).toEqual(['', '18.90', '18.90']);
});

const fuelFile = async ({ admin }: Company): Promise<string[]> => {
  const query = { ...SPRING, imeis: '', driver_ids: '', lang: 'sv' as const };
  const { raw } = await admin.call(exportReport, { params: { report: 'fuel', format: 'csv' }, query });
  return raw.toString().replace('\ufeff', '').split('\r\n');
};

test('REP-012, REP-015: the file of the fuel report has the columns of the page: of what is all computed, and of what was filled', async () => {
  const at = await company();
  await at.drive({ start: '2026-03-10T08:00:00Z', distanceM: 100_000 });
  const columns = async () => (await fuelFile(at))[0]!.split(';').slice(10);
  expect(await columns()).toEqual([]);
  expect((await fuelFile(at)).join(' ')).toContain('Allt är beräknat: sträckan gånger');
  for (const [day, odometer] of [
    ['02', 50_000_000],
    ['25', 51_000_000],
  ] as const)
    await sql`INSERT INTO refuelling (account_id, unit_id, member_id, at, fuel_type, amount, odometer_m, station, note, created_at, changed_at)
      VALUES (${at.accountId}, ${at.unit.unitId}, ${at.adminId}, ${`2026-03-${day}T12:00:00Z`}, 'diesel', 60, ${odometer}, '', '', now(), now())`.execute(
      owner,
    );
  expect(await columns()).toEqual(['Källa', 'Uppmätt sträcka (km)', 'Tankat (liter)']);
});

test('REP-012, REP-015: the file of the fuel report says what each month came to, before what all did, apart from the rows that it sums', async () => {
  const at = await company();
  await price(at, 'diesel', 20, '2026-01-01');
  const other = await makeUnit(app.database, { accountId: at.accountId, name: 'Vagn 8' });
  for (const [unit, day] of [
    [at.unit, '2026-03-10'],
    [other, '2026-03-11'],
    [at.unit, '2026-04-10'],
  ] as const)
    await makeTrip(
      app.database,
      { accountId: at.accountId, unitId: unit.unitId },
      { start: `${day}T08:00:00Z`, distanceM: 100_000 },
    );
  const rowsOf = async (part: number) => {
    const lines = (await fuelFile(at)).join('\n').split('\n\n')[part]!.split('\n');
    return lines.map((line) => line.split(';').slice(0, 5));
  };
  const sums = () => rowsOf(1);
  expect((await rowsOf(0)).slice(1), 'the rows add up to the sum of all').toEqual([
    ['Vagn 7', '', '2026-03', '100,0', '6,0'],
    ['Vagn 7', '', '2026-04', '100,0', '6,0'],
    ['Vagn 8', '', '2026-03', '100,0', ''],
  ]);
  expect(await sums()).toEqual([
    ['Summa', '', '2026-03', '200,0', '6,0'],
    ['Summa', '', '2026-04', '100,0', '6,0'],
    ['Summa', '', '', '300,0', '12,0'],
  ]);
  await sql`DELETE FROM trip WHERE unit_id = ${at.unit.unitId} AND started_at > '2026-04-01'`.execute(owner);
  expect(await sums(), 'one month is the sum').toEqual([['Summa', '', '', '200,0', '6,0']]);
});

test('REP-012: a month uses the same in whichever period it is looked at, and is measured only where something was filled', async () => {
  const at = await company();
  for (const day of ['2026-02-10', '2026-03-10', '2026-04-10']) await at.drive({ start: `${day}T08:00:00Z`, distanceM: 100_000 });
  for (const [day, amount, odometer] of [
    ['2026-02-02', 40, 50_000_000],
    ['2026-04-25', 80, 51_000_000],
  ] as const)
    await sql`INSERT INTO refuelling (account_id, unit_id, member_id, at, fuel_type, amount, odometer_m, station, note, created_at, changed_at)
      VALUES (${at.accountId}, ${at.unit.unitId}, ${at.adminId}, ${`${day}T12:00:00Z`}, 'diesel', ${amount}, ${odometer}, '', '', now(), now())`.execute(
      owner,
    );
  const monthsIn = async (from: string, to: string) =>
    (await fuel(at.admin, { from, to })).rows[0]!.months.map(({ source, fuel_l }) => [source, Number(fuel_l?.toFixed(2))]);
  const computed = ['computed', 6];
  const measured = ['measured', 8];
  expect(await monthsIn('2026-02-01', '2026-04-30')).toEqual([computed, computed, measured]);
  expect(await monthsIn('2026-03-01', '2026-03-31')).toEqual([computed]);
  expect(await monthsIn('2026-04-01', '2026-04-12'), 'a part of it, too').toEqual([measured]);
});

test('REP-012: the costs of the rows add up to the one of their sum, to the hundredth', async () => {
  const at = await company();
  await price(at, 'diesel', 18.33, '2026-01-01');
  const other = await makeUnit(app.database, { accountId: at.accountId, name: 'Vagn 8' });
  await sql`UPDATE unit SET fuel_type = 'diesel', consumption_per_10km = 0.6 WHERE id = ${other.unitId}`.execute(owner);
  await at.drive({ start: '2026-03-10T08:00:00Z', distanceM: 12_345 });
  await makeTrip(
    app.database,
    { accountId: at.accountId, unitId: other.unitId },
    { start: '2026-03-10T08:00:00Z', distanceM: 12_345 },
  );
  const { rows, totals } = await fuel(at.admin);
  // 13.5770: the sum of the two unrounded is 27.15.
  expect(rows.map(({ total }) => total.cost)).toEqual([expect.closeTo(13.58, 6), expect.closeTo(13.58, 6)]);
  expect(totals.total.cost).toBeCloseTo(27.16, 6);
});

test.each(['summary', 'benefit-value', 'fuel'] as const)(
  'REP-015, REP-007, REP-018: %s leaves as CSV, XLSX and PDF with the zone in it and numbers of the language, on record',
  async (report) => {
    const at = await company();
    await price(at, 'diesel', 20, '2026-01-01');
    await sql`UPDATE unit SET name = '=1+1' WHERE id = ${at.unit.unitId}`.execute(owner);
    await at.drive({ start: '2026-03-10T08:00:00Z', distanceM: 12_300, type: 'private' });
    const file = (format: 'csv' | 'xlsx' | 'pdf', lang: 'en' | 'sv') =>
      at.admin.call(exportReport, { params: { report, format }, query: { ...SPRING, imeis: '', driver_ids: '', lang } });
    const csv = (await file('csv', 'sv')).raw.toString();
    expect(csv).toMatch(/^\ufeff/);
    expect(csv).toContain('12,3;');
    expect(csv, 'SEC-013: no formula').toContain("'=1+1");
    expect(csv).toContain('Europe/Stockholm');
    expect((await file('csv', 'en')).raw.toString()).toContain('12.3,');
    expect(Object.keys(unzipSync((await file('xlsx', 'sv')).raw))).toContain('xl/workbook.xml');
    expect((await file('pdf', 'sv')).raw.subarray(0, 5).toString()).toBe('%PDF-');
    const { rows } = (await at.admin.call(readAudit, { query: {} })).data!;
    expect(rows[0]).toMatchObject({ action: 'report-exported' });
  },
);

test('TRIP-032, REP-015: a driving time that is withheld is an empty cell in the files, not nought, and a note says why', async () => {
  const at = await company();
  await at.drive({ start: '2026-03-10T08:00:00Z', type: 'private' });
  await at.drive({ start: '2026-04-10T08:00:00Z' });
  const fileOf = async (format: 'csv' | 'xlsx', caller = at.admin) => {
    const query = { ...SPRING, imeis: '', driver_ids: '', lang: 'sv' as const };
    return (await caller.call(exportReport, { params: { report: 'summary', format }, query })).raw;
  };
  const timesIn = (file: Buffer) => {
    const [head, ...lines] = file.toString().split(/(?:\r\n)+/);
    const column = head!.split(';').indexOf('Körtid (h)');
    return lines.slice(0, 3).map((line) => line.split(';')[column]);
  };
  const file = await fileOf('csv');
  expect(timesIn(file)).toEqual(['', '0,50', '0,50']);
  expect(file.toString()).toContain('Hur länge andra körde privat visas inte');
  const norwegian = (
    await at.admin.call(exportReport, {
      params: { report: 'summary', format: 'csv' },
      query: { ...SPRING, imeis: '', driver_ids: '', lang: 'no' },
    })
  ).raw.toString();
  expect(norwegian.split('\r\n')[0], 'its unit once, as Norwegians write it').toMatch(/;Kjøretid \(t\);/);
  expect(norwegian, 'a file has no dashes').not.toContain('strek betyr');
  expect(norwegian).toContain('En tom rute for drivstoff');
  const own = await fileOf('csv', at.driver);
  expect(timesIn(own)).toEqual(['0,50', '0,50', '1,00']);
  expect(own.toString(), 'nothing is withheld').not.toContain('andra körde privat');
  const sheet = Buffer.from(unzipSync(await fileOf('xlsx'))['xl/worksheets/sheet1.xml']!).toString();
  expect(sheet, 'the sum stands apart').not.toMatch(/<c r="A4"/);
  expect(sheet).toMatch(/<c r="A5"/);
  expect(sheet, 'of March').not.toMatch(/<c r="I2"[^>]*><v>/);
  expect(sheet, 'of April').toMatch(/<c r="I3"[^>]*><v>0.5/);
});

test('REP-016: a report goes on in the background when its page is left, its progress is told, its file stays for a week', async () => {
  const at = await company();
  await at.drive({ start: '2026-03-10T08:00:00Z' });
  const ctx = { actor: { kind: 'system' }, db: pipeline, now: () => app.clock.now, ports: testPorts(), log } as const;
  const tools = { api, reports: reportsOf(FEATURES) };
  const order = { report: 'summary', format: 'csv', ...SPRING } as const;
  const { job_id } = (await at.admin.call(startReportRun, { body: order })).data!;
  const runs = async (caller = at.admin) => (await caller.call(listReportRuns, {})).data?.runs;
  expect(await runs()).toMatchObject([{ id: job_id, state: 'queued', progress: 0 }]);
  expect(await runs(at.driver), 'nobody else is told').toEqual([]);
  await makeRun(ctx, job_id, tools, false);
  expect(await runs()).toMatchObject([{ state: 'done', progress: 100, rows: 1 }]);
  await makeRun(ctx, job_id, tools, false);
  const file = await at.admin.call(reportRunFile, { params: { id: job_id } });
  expect(file.raw.toString()).toContain('Vagn 7');
  expect(await at.driver.call(reportRunFile, { params: { id: job_id } })).toMatchObject({ errors: 'ReportRunNotFound' });
  const cancelled = (await at.admin.call(startReportRun, { body: order })).data!.job_id;
  await at.admin.call(removeReportRun, { params: { id: cancelled } });
  await makeRun(ctx, cancelled, tools, false);
  const named = { ...order, imeis: [at.unit.imei] };
  const later = (await at.driver.call(startReportRun, { body: named })).data!.job_id;
  await sql`DELETE FROM unit_access WHERE unit_id = ${at.unit.unitId}`.execute(owner);
  expect(await at.driver.call(startReportRun, { body: named })).toMatchObject({ errors: 'UnitNotFound' });
  await makeRun(ctx, later, tools, false);
  expect(await runs(at.driver), 'with the rights that who asked has by then').toMatchObject([
    { state: 'failed', error: 'UnitNotFound' },
  ]);
  app.clock.now = new Date(app.clock.now.getTime() + 8 * 86_400_000);
  await dropOldRuns(ctx);
  const { rows } = await sql`SELECT id FROM report_run WHERE account_id = ${at.accountId}`.execute(owner);
  expect(rows).toEqual([]);
});

test('REP-017: a filter is saved under a name, shared with the account, and taken away by its owner or an administrator', async () => {
  const at = await company();
  const body = { report: 'fuel', name: 'Mina bilar', search: { group: 'driver' } } as const;
  const { id } = (await at.driver.call(addPreset, { body })).data!;
  expect(await at.driver.call(addPreset, { body })).toMatchObject({ errors: 'PresetNameTaken' });
  const seen = async (caller: Caller) => (await caller.call(listPresets, {})).data!.presets;
  expect(await seen(at.admin)).toEqual([]);
  expect(await at.admin.call(removePreset, { params: { id } })).toMatchObject({ errors: 'PresetNotFound' });
  await at.driver.call(updatePreset, { params: { id }, body: { is_shared: true } });
  expect(await seen(at.admin)).toMatchObject([
    { name: 'Mina bilar', owner: 'Dag Driver', search: { group: 'driver' }, can: { edit: false, remove: true } },
  ]);
  expect(await at.admin.call(updatePreset, { params: { id }, body: { name: 'x' } })).toMatchObject({ errors: 'PresetNotFound' });
  await at.admin.call(removePreset, { params: { id } });
  expect(await seen(at.driver)).toEqual([]);
});

test.each([
  ['summary', 'Jour (km)', 'Övrigt (km)'],
  ['benefit-value', 'Jour (km)', 'Övrig sträcka (km)'],
] as const)('TRIP-004, TRIP-003: the file of %s calls other trips what the account does', async (report, named, usual) => {
  const at = await company();
  const query = { ...SPRING, imeis: '', driver_ids: '', lang: 'sv' as const };
  const head = async () =>
    (await at.admin.call(exportReport, { params: { report, format: 'csv' }, query })).raw.toString().split('\r\n')[0];
  expect(await head()).toContain(usual);
  await sql`UPDATE account SET other_trip_type = 'Jour' WHERE id = ${at.accountId}`.execute(owner);
  expect(await head()).toContain(named);
  expect(await head()).not.toContain(usual);
});
