import { dayIn } from '@spora/calendar/zones';
import { afterAll, expect, test } from 'vitest';
import { readAudit } from '@spora/contract/accounts/endpoints';
import { getCarBenefit, getFuelPrice, removeFuelPrice, setCarBenefit, setFuelPrice } from '@spora/contract/accounts/settings';
import { makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { testApp } from '../../../testing/http.ts';
import { defaultCarBenefit, inForceOn } from './rules.ts';

const app = await testApp();
afterAll(() => app.close());
const { owner } = app.database;
app.clock.now = new Date('2026-05-10T10:00:00Z');

async function newAccount(more: { country?: string; currency?: string } = {}) {
  const accountId = await makeAccount(app.database, { country: more.country ?? 'SE' });
  if (more.currency) await owner.updateTable('account').set({ currency: more.currency }).where('id', '=', accountId).execute();
  const admin = await app.signInAs(await makeMember(app.database, { accountId }));
  const driver = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
  return { accountId, admin, driver };
}
const diesel = (amount: number, valid_from: string) => ({ kind: 'fuel', subject: 'diesel', amount, valid_from }) as const;
const own = (amount: number, valid_from: string) => ({ kind: 'reimbursement', subject: 'own', amount, valid_from }) as const;

test('ADM-015, REP-012: what is in force on a day is the newest that began on it or before', () => {
  const entries = [
    { valid_from: '2026-03-01', amount: 2 },
    { valid_from: '2026-01-01', amount: 1 },
    { valid_from: '2026-04-06', amount: 3 },
  ];
  const on = (day: string) => inForceOn(entries, day)?.amount;
  expect(['2025-12-31', '2026-01-01', '2026-02-28', '2026-03-01', '2026-04-05', '2026-04-06', '2030-01-01'].map(on)).toEqual([
    undefined,
    1,
    1,
    2,
    2,
    3,
    3,
  ]);
});

test('ADM-015: the day is the account’s, not the server’s', () => {
  const at = new Date('2026-03-01T23:30:00Z');
  expect([dayIn(at, 'Europe/Stockholm'), dayIn(at, 'Europe/London')]).toEqual(['2026-03-02', '2026-03-01']);
});

test('ADM-015, REP-004: prices of a fuel are kept by day with the account’s currency, coming ones too', async () => {
  const { admin } = await newAccount({ currency: 'NOK' });
  for (const body of [diesel(19.9, '2026-01-01'), diesel(21.25, '2026-04-01'), diesel(22, '2026-07-01')])
    expect((await admin.call(setFuelPrice, { body })).data).toMatchObject({ amount: body.amount, currency: 'NOK' });
  const { rates, currency, today } = (await admin.call(getFuelPrice)).data!;
  expect({ currency, today }).toEqual({ currency: 'NOK', today: '2026-05-10' });
  expect(rates.map(({ amount, valid_from }) => [valid_from, amount])).toEqual([
    ['2026-07-01', 22],
    ['2026-04-01', 21.25],
    ['2026-01-01', 19.9],
  ]);
  expect(inForceOn(rates, today)?.amount).toBe(21.25);
});

test('ADM-015: setting a day again puts a slip right, and the audit log tells the old amount', async () => {
  const { admin, accountId } = await newAccount();
  await admin.call(setFuelPrice, { body: diesel(199, '2026-01-01') });
  await admin.call(setFuelPrice, { body: diesel(19.9, '2026-01-01') });
  expect((await admin.call(getFuelPrice)).data!.rates).toMatchObject([{ amount: 19.9 }]);
  const [, last] = await owner
    .selectFrom('audit_entry')
    .select(['action', 'details'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  expect(last).toMatchObject({ action: 'rate-set', details: { amount: 19.9, before: 199, valid_from: '2026-01-01' } });
});

test('ADM-015, REP-005: a reimbursement per 10 km is more than nothing; a fuel may cost nothing but not less', async () => {
  const { admin } = await newAccount();
  for (const amount of [0, -1])
    expect((await admin.call(setFuelPrice, { body: own(amount, '2026-01-01') })).errors).toEqual({
      amount: ['AmountMoreThanZero'],
    });
  expect((await admin.call(setFuelPrice, { body: own(25, '2026-01-01') })).status).toBe(200);
  expect((await admin.call(setFuelPrice, { body: diesel(0, '2026-01-01') })).status).toBe(200);
  expect((await admin.call(setFuelPrice, { body: diesel(-1, '2026-01-01') })).errors).toEqual({ amount: ['AmountNegative'] });
});

test('ADM-015, DEC-53: what is to come can be taken back, what is in force stays in the history', async () => {
  const { admin } = await newAccount();
  const set = async (body: ReturnType<typeof own>) => (await admin.call(setFuelPrice, { body })).data!.id;
  const past = await set(own(25, '2026-01-01'));
  const todays = await set(own(26, '2026-05-10'));
  const coming = await set(own(27, '2026-05-11'));
  for (const id of [past, todays])
    expect(await admin.call(removeFuelPrice, { params: { id } })).toMatchObject({ status: 409, errors: 'RateInForce' });
  expect((await admin.call(removeFuelPrice, { params: { id: coming } })).status).toBe(200);
  expect((await admin.call(getFuelPrice)).data!.rates.map(({ amount }) => amount)).toEqual([26, 25]);
  const [removed] = (await admin.call(readAudit, { query: { action: 'rate-removed' } })).data!.rows;
  expect(removed!.details).toMatchObject({ amount: 27, currency: 'SEK' });
});

test('SEC-008, REP-004: members enter no prices, and another account’s are not there', async () => {
  const { admin, driver } = await newAccount();
  expect(await driver.call(setFuelPrice, { body: own(25, '2026-01-01') })).toMatchObject({ status: 403, errors: 'Forbidden' });
  const { id } = (await admin.call(setFuelPrice, { body: own(25, '2027-01-01') })).data!;
  const other = await newAccount();
  expect((await other.admin.call(getFuelPrice)).data!.rates).toEqual([]);
  expect(await other.admin.call(removeFuelPrice, { params: { id } })).toMatchObject({ status: 404, errors: 'RateNotFound' });
  expect((await admin.call(getFuelPrice)).data!.rates).toHaveLength(1);
});

test('REP-010, REP-011: until an account sets its own, car benefit is counted as its country does', () => {
  expect(defaultCarBenefit('SE')).toEqual({
    benefit_factor: 1.2,
    reduced_line_km: 30_000,
    private_occasions_max: 10,
    private_km_max: 1000,
  });
  expect(defaultCarBenefit('no')).toMatchObject({ reduced_line_km: 40_000, private_occasions_max: null });
  expect(defaultCarBenefit('GB').reduced_line_km).toBeNull();
});

test('ADM-001, REP-006, API-113: car benefit has a page: figures by day, the country’s before the first, and the cars it is about', async () => {
  const { admin, accountId, driver } = await newAccount();
  const { unitId } = await makeUnit(app.database, { accountId, name: 'Volvo 1' });
  await owner.updateTable('unit').set({ is_benefit_car: true, has_fuel_benefit: true }).where('id', '=', unitId).execute();
  await makeUnit(app.database, { accountId, name: 'Skåp 2' });
  const body = {
    valid_from: '2026-02-01',
    benefit_factor: 1.1,
    reduced_line_km: 25_000,
    private_occasions_max: null,
    private_km_max: 500,
  };
  expect((await admin.call(setCarBenefit, { body: { ...body, benefit_factor: 0 } })).errors).toEqual({
    benefit_factor: ['AmountMoreThanZero'],
  });
  await admin.call(setCarBenefit, { body });
  const line = await owner
    .selectFrom('audit_entry')
    .select('details')
    .where('account_id', '=', accountId)
    .where('action', '=', 'car-benefit-set')
    .executeTakeFirstOrThrow();
  expect(line.details, 'what was in force on that day is told').toMatchObject({
    valid_from: '2026-02-01',
    changes: expect.arrayContaining([
      { field: 'benefit_factor', before: 1.2, after: 1.1 },
      { field: 'private_occasions_max', before: 10, after: null },
    ]),
  });
  const { settings, units } = (await admin.call(getCarBenefit)).data!;
  expect(settings).toEqual([
    { ...body, is_default: false },
    { valid_from: '', ...defaultCarBenefit('SE'), is_default: true },
  ]);
  expect(units).toMatchObject([{ name: 'Volvo 1', has_fuel_benefit: true }]);
  expect(inForceOn(settings, '2026-01-31')?.benefit_factor).toBe(1.2);
  expect(inForceOn(settings, '2026-02-01')?.benefit_factor).toBe(1.1);
  expect((await driver.call(getCarBenefit)).status).toBe(403);
  const other = await newAccount();
  expect((await other.admin.call(getCarBenefit)).data).toMatchObject({ units: [], settings: [{ is_default: true }] });
});
