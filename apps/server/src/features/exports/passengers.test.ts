import { setFuelPrice } from '@spora/contract/accounts/settings';
import { downloadLog } from '@spora/contract/exports/endpoints';
import { setTripType, updateTrip } from '@spora/contract/trips/endpoints';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp } from '../../testing/http.ts';
import { makeTrip } from '../../testing/trips.ts';
import { passengerSupplement } from './rules.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());

let accountId: AccountId;
let admin: Caller;
let driver: Caller;
let unit: MadeUnit;
beforeEach(async () => {
  app.clock.now = new Date('2026-04-03T08:00:00Z');
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId }));
  const member = await makeMember(app.database, { accountId, isAdmin: false });
  driver = await app.signInAs(member);
  unit = await makeUnit(app.database, { accountId, visibleTo: [member.id] });
  driverId = member.id;
});
let driverId: number;

const rate = (amount: number, valid_from: string) =>
  admin.call(setFuelPrice, { body: { kind: 'reimbursement', subject: 'passenger', amount, valid_from } });
async function trip(start: string, names: readonly string[], distanceM = 12_340, type = 'business'): Promise<number> {
  const id = await makeTrip(app.database, { accountId, unitId: unit.unitId }, { start, distanceM, type, driver: driverId });
  const passengers = names.map((name) => ({ member_id: null, name }));
  await driver.call(updateTrip, { params: { id }, body: { passengers } });
  return id;
}
async function file(format: 'csv' | 'xlsx' | 'pdf' | 'json', caller = driver): Promise<Buffer> {
  const query = { from: '2026-03-01', to: '2026-03-31', imeis: unit.imei };
  const answer = await caller.call(downloadLog, { params: { format }, query }, { 'accept-language': 'sv' });
  expect(answer.status).toBe(200);
  return answer.raw;
}

test('DRV-007: a passenger adds the rate of the trip’s own day for each 10 km of business driving, to the hundredth', () => {
  const rates = [
    { valid_from: '2026-03-01', amount: 10, currency: 'NOK' },
    { valid_from: '2026-03-15', amount: 20.5, currency: 'NOK' },
  ];
  const of = (over: object, day: string) =>
    passengerSupplement(
      { type: 'business', distance_m: 12_345, passengers: [1, 2].map((n) => ({ member_id: n, name: `P${n}` })), ...over },
      day,
      rates,
    );
  expect(of({}, '2026-03-14')).toEqual({ amount: 24.69, currency: 'NOK' });
  expect(of({}, '2026-03-15')).toEqual({ amount: 50.61, currency: 'NOK' });
  expect(of({}, '2026-02-28')).toBeNull();
  // A half of a hundredth is rounded up, though a computer keeps many of them as a little less.
  for (let metres = 5; metres < 100_000; metres += 10)
    expect(of({ distance_m: metres, passengers: [{ member_id: 1, name: 'P' }] }, '2026-03-14')!.amount).toBe((metres + 5) / 1000);
  expect(of({ passengers: [] }, '2026-03-15')).toBeNull();
  for (const type of ['private', 'other']) expect(of({ type }, '2026-03-15')).toBeNull();
});

test('DRV-007: once the account sets a rate, every export tells what passengers add and the sum with its currency', async () => {
  const two = await trip('2026-03-10T08:00:00Z', ['Kim', 'Bo']);
  // 23:30 UTC is the next day in the account's zone, on which the new rate holds.
  await trip('2026-03-14T23:30:00Z', ['Kim']);
  const changed = await trip('2026-03-20T08:00:00Z', ['Kim']);
  await driver.call(setTripType, { body: { trip_ids: [changed], type: 'private' } });
  const before = (await file('csv')).toString('utf8');
  expect(before).not.toContain('Ersättning för passagerare');
  expect(JSON.parse((await file('json')).toString()).totals).not.toHaveProperty('passenger_reimbursement');
  expect((await rate(10, '2026-03-01')).data).toMatchObject({ subject: 'passenger', currency: 'SEK' });
  await rate(20, '2026-03-15');
  const text = (await file('csv')).toString('utf8');
  const [head, first, second, third] = text.split('\r\n');
  expect(head).toContain(';Passagerare;Ersättning för passagerare;Ersättningens valuta;');
  expect(first).toContain(';Kim, Bo;24,68;SEK;'.replace('Kim, Bo', first!.includes('"Kim, Bo"') ? '"Kim, Bo"' : 'Kim, Bo'));
  expect(second).toContain(';Kim;24,68;SEK;');
  expect(third).toContain(';Kim;;;');
  expect(text).toContain('\r\nErsättning för passagerare\r\nTotalt;"49,36\u00a0SEK"\r\n');
  const json = JSON.parse((await file('json')).toString()) as {
    trips: { id: number; passenger_reimbursement: unknown }[];
    totals: object;
  };
  expect(json.trips.find(({ id }) => id === two)).toMatchObject({ passenger_reimbursement: { amount: 24.68, currency: 'SEK' } });
  expect(json.trips.find(({ id }) => id === changed)).toMatchObject({ passenger_reimbursement: null });
  expect(json.totals).toMatchObject({ passenger_reimbursement: [{ amount: 49.36, currency: 'SEK' }] });
  const sheets = unzipSync(await file('xlsx'));
  expect(strFromU8(sheets['xl/worksheets/sheet1.xml']!)).toContain('<v>24.68</v>');
  expect((await file('pdf')).length).toBeGreaterThan(5000);
  // TRIP-032: of somebody else's private trip nobody learns that it had passengers.
  expect((await file('csv', admin)).toString('utf8').split('\r\n')[3]).not.toContain('Kim');
});

test('DRV-007: a rate that begins after the period, and one of another account, add nothing', async () => {
  await trip('2026-03-10T08:00:00Z', ['Kim']);
  await rate(10, '2026-04-01');
  const other = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
  await other.call(setFuelPrice, { body: { kind: 'reimbursement', subject: 'passenger', amount: 99, valid_from: '2026-01-01' } });
  expect((await file('csv')).toString('utf8')).not.toContain('Ersättning för passagerare');
});
