import { summaryReport } from '@spora/contract/reports/endpoints';
import { generateTrips, mergeTrips, previewMerge, unmergeTrips } from '@spora/contract/trips/endpoints';
import { setCo2, setFuelConsumption } from '@spora/contract/units/fuel';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { testApp } from '../../../testing/http.ts';
import { makeTrip, type NewTrip } from '../../../testing/trips.ts';
import { averageKmh, fuelSums } from './rules.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
beforeEach(() => void (app.clock.now = new Date('2026-11-01T08:00:00Z')));

async function company(timeZone = 'Europe/Stockholm') {
  const accountId = await makeAccount(app.database);
  await sql`UPDATE account SET time_zone = ${timeZone} WHERE id = ${accountId}`.execute(app.database.owner);
  const admin = await app.signInAs(await makeMember(app.database, { accountId }));
  const unit = await makeUnit(app.database, { accountId });
  return {
    accountId,
    admin,
    unit,
    newUnit: () => makeUnit(app.database, { accountId }),
    drive: (start: string, over: Partial<NewTrip> = {}, of: MadeUnit = unit) =>
      makeTrip(app.database, { accountId, unitId: of.unitId }, { start, ...over }),
    /** As an administrator states it on that day. */
    state: async (at: string, fuel_type: 'diesel' | 'electric', consumption_per_10km: number, co2 = 0, of: MadeUnit = unit) => {
      app.clock.now = new Date(at);
      const params = { imei: of.imei };
      expect((await admin.call(setFuelConsumption, { params, body: { fuel_type, consumption_per_10km } })).status).toBe(200);
      expect((await admin.call(setCo2, { params, body: { co2_g_per_km: co2 } })).status).toBe(200);
    },
    log: async (from = '2026-01-01', to = '2026-12-31') =>
      (await admin.call(generateTrips, { body: { from, to, descending: false, page_size: 500 } })).data!,
    total: async () => (await admin.call(summaryReport, { body: { from: '2026-01-01', to: '2026-12-31' } })).data!.totals.total,
  };
}

test('TRIP-019: a trip tells litres, CO2 and average speed; an electric one kWh, one of which nothing is stated nothing; the sums keep them apart', async () => {
  const at = await company();
  const [electric, silent] = [await at.newUnit(), await at.newUnit()];
  await at.state('2026-02-01T08:00:00Z', 'diesel', 0.6, 150);
  await at.state('2026-02-01T08:00:00Z', 'electric', 2, 0, electric);
  await at.drive('2026-03-10T08:00:00Z', { distanceM: 25_000 });
  await at.drive('2026-03-10T09:00:00Z', { distanceM: 15_000 }, electric);
  await at.drive('2026-03-10T10:00:00Z', { distanceM: 15_000 }, silent);
  const { trips, totals } = await at.log();
  expect(trips.map(({ fuel, fuel_unit, co2_kg, average_kmh }) => [fuel, fuel_unit, co2_kg, average_kmh])).toEqual([
    [1.5, 'l', 3.75, 50],
    [3, 'kWh', 0, 30],
    [null, 'l', null, 30],
  ]);
  expect(totals).toMatchObject({ fuel_l: 1.5, electricity_kwh: 3, co2_kg: 3.75 });
  expect(await at.total()).toMatchObject({ fuel_l: 1.5, electricity_kwh: 3, co2_kg: 3.75 });
});

test('TRIP-019, REP-009: a figure counts from the day it was stated, the first one for all before; what was put right within a week never counted', async () => {
  const at = await company();
  await at.state('2026-02-01T08:00:00Z', 'diesel', 0.6, 100);
  await at.state('2026-05-01T22:30:00Z', 'diesel', 60, 100); // A slip; by the clock of the account it is 2 May.
  await at.state('2026-05-05T08:00:00Z', 'diesel', 0.7, 100);
  await at.state('2026-08-01T08:00:00Z', 'diesel', 0.8, 120);
  const days = ['01-10', '05-01', '05-02', '05-04', '07-31', '08-01'];
  for (const day of days) await at.drive(`2026-${day}T06:00:00Z`, { distanceM: 100_000 });
  const { trips } = await at.log();
  expect(trips.map(({ fuel }) => Number(fuel?.toFixed(6)))).toEqual([6, 6, 7, 7, 7, 8]);
  expect(trips.map(({ co2_kg }) => co2_kg)).toEqual([10, 10, 10, 10, 10, 12]);
});

test.each(['Europe/Stockholm', 'Europe/London', 'Asia/Kathmandu'])(
  'TRIP-019, REP-009: in %s the sum of the rows, the totals of the log and the summary say the same, whatever was stated when',
  async (timeZone) => {
    const at = await company(timeZone);
    const second = await at.newUnit();
    let seed = 7;
    const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below;
    for (const month of [2, 4, 5, 6, 9, 10])
      await at.state(
        `2026-${String(month).padStart(2, '0')}-${10 + random(18)}T${10 + random(13)}:30:00Z`,
        'diesel',
        (1 + random(900)) / 1000,
        random(300),
        random(2) ? second : at.unit,
      );
    for (let i = 0; i < 120; i++) {
      const day = new Date(Date.UTC(2026, 0, 2 + Math.floor(i * 2.5), random(24), 15 * random(4)));
      await at.drive(
        day.toISOString(),
        { distanceM: 1 + random(90_000), type: random(3) ? 'business' : 'private' },
        random(2) ? second : at.unit,
      );
    }
    app.clock.now = new Date('2026-11-01T08:00:00Z');
    const { trips, totals } = await at.log();
    const [rows, summary] = [fuelSums(trips), await at.total()];
    expect(trips).toHaveLength(120);
    for (const key of ['fuel_l', 'co2_kg'] as const) {
      expect(rows[key]).toBeGreaterThan(0);
      expect(totals[key], key).toBeCloseTo(rows[key]!, 6);
      expect(summary[key], key).toBeCloseTo(rows[key]!, 6);
    }
    expect([rows.electricity_kwh, totals.electricity_kwh, summary.electricity_kwh]).toEqual([null, null, null]);
  },
);

test('TRIP-010: distance, duration, fuel, CO2, average speed and totals are reckoned anew when two trips become one, and again when they are divided', async () => {
  const at = await company();
  await at.state('2026-02-01T08:00:00Z', 'diesel', 0.5, 200);
  const ids = [
    await at.drive('2026-03-10T08:00:00Z', { distanceM: 10_000 }),
    await at.drive('2026-03-10T10:00:00Z', { distanceM: 50_000 }),
  ];
  const before = await at.log();
  expect(before.trips.map(({ fuel, co2_kg, average_kmh }) => [fuel, co2_kg, average_kmh])).toEqual([
    [0.5, 2, 20],
    [2.5, 10, 100],
  ]);
  const whole = { distance_m: 60_000, duration_s: 3600, average_kmh: 60, fuel: 3, fuel_unit: 'l', co2_kg: 12 };
  expect((await at.admin.call(previewMerge, { body: { trip_ids: ids } })).data).toMatchObject(whole);
  expect((await at.admin.call(mergeTrips, { body: { trip_ids: ids } })).data?.trip).toMatchObject(whole);
  const merged = await at.log();
  expect(merged.trips).toMatchObject([whole]);
  expect(merged.totals).toEqual({ ...before.totals, count: 1, purpose_missing: 1, driver_missing: 1 });
  expect(await at.total()).toMatchObject({ fuel_l: 3, co2_kg: 12, business: { trips: 1, distance_m: 60_000, duration_s: 3600 } });
  await at.admin.call(unmergeTrips, { body: { trip_id: ids[0]! } });
  expect(await at.log()).toEqual(before);
});

test('TRIP-032, TRIP-019, UNIT-018: what somebody else drove privately is told by its distance only, without a speed; nor has a unit whose speed is hidden an average', async () => {
  const at = await company();
  await at.state('2026-02-01T08:00:00Z', 'diesel', 0.5, 200);
  await at.drive('2026-03-10T08:00:00Z', { type: 'private' });
  const discreet = await at.newUnit();
  await sql`UPDATE unit SET hides_speed = true WHERE id = ${discreet.unitId}`.execute(app.database.owner);
  await at.drive('2026-03-11T08:00:00Z', {}, discreet);
  app.clock.now = new Date('2026-03-12T08:00:00Z');
  expect((await at.log()).trips).toMatchObject([
    { is_masked: true, fuel: 0.5, co2_kg: 2, average_kmh: null, duration_s: 0 },
    { is_masked: false, average_kmh: null, fuel: null },
  ]);
});

test("SEC-008, TRIP-019: another company's figures are not mixed in", async () => {
  const [mine, theirs] = [await company(), await company()];
  await theirs.state('2026-02-01T08:00:00Z', 'diesel', 0.9, 250);
  await theirs.state('2026-06-01T08:00:00Z', 'diesel', 0.4, 90);
  await mine.drive('2026-03-10T08:00:00Z');
  await theirs.drive('2026-03-10T08:00:00Z');
  expect((await mine.log()).totals).toMatchObject({ fuel_l: null, co2_kg: null });
  expect((await theirs.log()).totals).toMatchObject({ fuel_l: 0.9, co2_kg: 2.5 });
});

test('TRIP-010: an average is told to a hundredth of km/h, not to every digit of the division', () => {
  expect(averageKmh(10_000, 1050, 50)).toBe(34.29);
  expect(averageKmh(10_000, 0, 50)).toBeNull();
});

test('TRIP-010: an average is not above the highest speed by what two ways to measure differ; without one it is what it is', () => {
  expect(averageKmh(5_500, 300, 60)).toBe(60);
  expect(averageKmh(5_500, 300, 50)).toBe(66);
  expect(averageKmh(5_500, 300, 0)).toBe(66);
});
