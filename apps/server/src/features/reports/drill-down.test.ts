import { type SummaryFigures, summaryReport } from '@spora/contract/reports/endpoints';
import { generateTrips, mergeTrips } from '@spora/contract/trips/endpoints';
import { setCo2, setFuelConsumption } from '@spora/contract/units/fuel';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp } from '../../testing/http.ts';
import { makeTrip } from '../../testing/trips.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner } = app.database;
const TYPES = ['business', 'private', 'other'] as const;

let seed = 11;
const random = (below: number): number => (seed = (seed * 16_807) % 2_147_483_647) % below;
const two = (value: number): string => String(value).padStart(2, '0');

/** Two units, three who drive and nobody, around both clock changes and the turns of months, with figures stated anew on the way. */
async function company(timeZone: string) {
  app.clock.now = new Date('2026-12-20T08:00:00Z');
  const accountId = await makeAccount(app.database);
  await sql`UPDATE account SET time_zone = ${timeZone} WHERE id = ${accountId}`.execute(owner);
  const boss = await makeMember(app.database, { accountId });
  const driver = await makeMember(app.database, { accountId, isAdmin: false });
  const units = [0, 1].map(() => makeUnit(app.database, { accountId, visibleTo: [driver.id] }));
  const [first, second] = [await units[0]!, await units[1]!];
  const admin = await app.signInAs(boss);
  for (const [at, amount] of [
    ['2026-01-05', 0.6],
    ['2026-04-11', 0.72],
    ['2026-10-25', 0.51],
  ] as const) {
    app.clock.now = new Date(`${at}T22:15:00Z`);
    const params = { imei: first.imei };
    await admin.call(setFuelConsumption, { params, body: { fuel_type: 'diesel', consumption_per_10km: amount } });
    await admin.call(setCo2, { params, body: { co2_g_per_km: amount * 250 } });
  }
  app.clock.now = new Date('2026-12-20T08:00:00Z');
  const days = ['03-28', '03-29', '03-30', '03-31', '04-10', '04-11', '04-12', '10-24', '10-25', '10-26', '10-31', '11-30'];
  for (const day of days)
    for (let hour = 0; hour < 24; hour += 3)
      await makeTrip(
        app.database,
        { accountId, unitId: (random(2) ? first : second).unitId },
        {
          start: `2026-${day}T${two(hour)}:${two(random(50))}:00Z`,
          minutes: 1 + random(9),
          distanceM: 1 + random(30_000),
          type: TYPES[random(3)]!,
          driver: [boss.id, driver.id, null][random(3)]!,
        },
      );
  const pair = await Promise.all(
    ['2026-06-10T08:00:00Z', '2026-06-10T09:00:00Z'].map((start) =>
      makeTrip(app.database, { accountId, unitId: first.unitId }, { start, driver: driver.id }),
    ),
  );
  await admin.call(mergeTrips, { body: { trip_ids: pair } });
  return { first, admin, driver: await app.signInAs(driver) };
}

/** A month of the report as days. */
const daysOf = (month: string) => ({
  from: `${month}-01`,
  to: `${month}-${new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()}`,
});

/** Every cell beside the log that its link leads to; answers how many cells with trips there were, and how many lead nowhere. */
async function compare(caller: Caller, group_by: 'unit' | 'driver') {
  const year = { from: '2026-03-01', to: '2026-11-30' };
  const report = (await caller.call(summaryReport, { body: { ...year, group_by } })).data!;
  const seen = { cells: 0, withoutLink: 0 };
  const cell = async (figures: SummaryFigures, filter: object, label: string): Promise<void> => {
    if (TYPES.every((type) => figures[type].trips === 0)) return;
    const log = async (types: readonly (typeof TYPES)[number][]) =>
      (await caller.call(generateTrips, { body: { ...year, ...filter, types: [...types], page_size: 1 } })).data!.totals;
    for (const type of TYPES) {
      const { trips, distance_m, duration_s, in_log } = figures[type];
      if (trips === 0) continue;
      seen.cells += 1;
      if (!in_log) seen.withoutLink += 1;
      else expect(await log([type]), `${label} ${type}`).toMatchObject({ count: trips, distance_m, duration_s });
    }
    if (!TYPES.every((type) => figures[type].in_log)) return;
    const { fuel_l, co2_kg } = await log([]);
    for (const [is, was] of [
      [fuel_l, figures.fuel_l],
      [co2_kg, figures.co2_kg],
    ] as const)
      if (was === null) expect(is, label).toBeNull();
      else expect(is, label).toBeCloseTo(was, 6);
  };
  for (const row of report.rows) {
    const who =
      group_by === 'unit' ? { imeis: [row.imei!] } : row.id === null ? { driver_missing: true } : { driver_ids: [row.id] };
    await cell(row.total, who, `${row.name} all`);
    for (const [i, month] of report.months.entries())
      await cell(row.months[i]!, { ...who, ...daysOf(month) }, `${row.name} ${month}`);
  }
  return seen;
}

test.each(['Europe/Stockholm', 'Europe/London', 'Asia/Kathmandu'])(
  'REP-009, REP-018: in %s every figure with a link is what the log behind it adds up to, across both clock changes, for administrators and drivers',
  async (timeZone) => {
    const { admin, driver } = await company(timeZone);
    expect(await compare(timeZone === 'Asia/Kathmandu' ? driver : admin, 'unit')).toMatchObject({ withoutLink: 0 });
    const byDriver = await compare(admin, 'driver');
    expect(
      byDriver.withoutLink,
      "TRIP-032: the log does not tell who drove privately, so others' private trips have no link",
    ).toBeGreaterThan(0);
    expect(byDriver.withoutLink).toBeLessThan(byDriver.cells / 2);
    expect(await compare(driver, 'driver'), 'their own trips are all theirs').toMatchObject({ withoutLink: 0 });
  },
);

test('REP-003, DEC-48, LOCK-001: of a unit that a lock hides the figures are told and lead nowhere', async () => {
  const { first, admin } = await company('Europe/Oslo');
  const locker = await sql<{ id: number }>`SELECT member_id AS id FROM unit_access WHERE unit_id = ${first.unitId} LIMIT 1`
    .execute(owner)
    .then(({ rows }) => rows[0]!.id);
  await sql`UPDATE unit SET is_benefit_car = true, locked_at = now(), locked_by_member_id = ${locker} WHERE id = ${first.unitId}`.execute(
    owner,
  );
  const body = { from: '2026-03-01', to: '2026-11-30', imeis: [first.imei] };
  const { total } = (await admin.call(summaryReport, { body })).data!.totals;
  expect(total.business).toMatchObject({ in_log: false });
  expect(total.business.distance_m).toBeGreaterThan(0);
  expect((await admin.call(generateTrips, { body })).data?.trips ?? []).toEqual([]);
});
