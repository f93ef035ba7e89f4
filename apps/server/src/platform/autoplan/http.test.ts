import { afterAll, beforeEach, expect, test } from 'vitest';
import { startAutoplanService, type Treatment } from '../../testing/autoplan-service.ts';
import { AutoplanError } from '../ports.ts';
import { createHttpAutoplan } from './http.ts';

const CUSTOMER = { customerId: 'K-17', secret: 'hemligt å' };
const service = await startAutoplanService({ user: CUSTOMER.customerId, password: CUSTOMER.secret });
afterAll(() => service.stop());
beforeEach(() => {
  service.asked.length = 0;
  service.registered.clear();
  service.treatments.clear();
});
const autoplan = createHttpAutoplan({ url: service.url, timeoutMs: 500 });
const REPORT = {
  registrationNumber: 'abc 12-3',
  month: '2026-10',
  odometerStartKm: 10_000,
  odometerEndKm: 11_200,
  businessKm: 900,
  privateKm: 300,
  key: '1-2-2026-10',
};
const outcome = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AutoplanError)) throw error;
    expect(error.message).not.toContain('hemligt');
    return error.kind;
  }
};

test('AUTO-001, AUTO-009: a month of a vehicle is registered with its odometers and kilometres, by its plate as it is compared', async () => {
  expect(await autoplan.register(CUSTOMER, REPORT)).toEqual({ kind: 'registered', km: 1200 });
  expect(service.asked.at(-1)).toMatchObject({
    method: 'PUT',
    path: '/v1/vehicles/ABC123/months/2026-10',
    headers: { 'idempotency-key': '1-2-2026-10' },
  });
  expect(JSON.parse(service.asked.at(-1)!.body.toString())).toEqual({
    odometer_start_km: 10_000,
    odometer_end_km: 11_200,
    business_km: 900,
    private_km: 300,
  });
  expect(await autoplan.registered(CUSTOMER, REPORT)).toBe(1200);
  expect(await autoplan.registered(CUSTOMER, { ...REPORT, month: '2026-09' })).toBeNull();
  expect(await autoplan.register(CUSTOMER, REPORT), 'a second time').toEqual({ kind: 'refused', problem: 'already-reported' });
});

test.each<[Treatment, unknown]>([
  ['window-closed', { kind: 'refused', problem: 'window-closed' }],
  ['unknown-vehicle', { kind: 'refused', problem: 'no-matching-unit' }],
  ['names-another', { kind: 'refused', problem: 'no-matching-unit' }],
  ['no-registration-number', { kind: 'refused', problem: 'no-registration-number' }],
  ['names-none', { kind: 'refused', problem: 'no-registration-number' }],
  ['service-car', { kind: 'refused', problem: 'service-car' }],
  ['fails', 'no-answer'],
  ['lost', 'no-answer'],
])('AUTO-003: where the service answers %s', async (treatment, expected) => {
  service.treatments.set('ABC123', treatment);
  expect(await outcome(autoplan.register(CUSTOMER, REPORT))).toEqual(expected);
});

test('AUTO-004: the customer is tried without reporting anything, and a wrong password is told as one', async () => {
  expect(await outcome(autoplan.check(CUSTOMER))).toBeUndefined();
  expect(await outcome(autoplan.check({ ...CUSTOMER, secret: 'fel' }))).toBe('credentials');
  expect(await outcome(createHttpAutoplan({ url: 'http://127.0.0.1:9', timeoutMs: 500 }).check(CUSTOMER))).toBe('no-answer');
  expect(service.registered.size).toBe(0);
});
