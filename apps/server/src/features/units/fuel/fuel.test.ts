import { afterAll, expect, test } from 'vitest';
import {
  getCo2,
  getFuelBenefit,
  getFuelConsumption,
  setCo2,
  setFuelBenefit,
  setFuelConsumption,
} from '@spora/contract/units/fuel';
import { getUnit, lockUnit } from '@spora/contract/units/endpoints';
import { makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { testApp } from '../../../testing/http.ts';

const app = await testApp();
afterAll(() => app.close());
const { owner } = app.database;

async function newUnit() {
  const accountId = await makeAccount(app.database);
  const admin = await makeMember(app.database, { accountId });
  const driver = await makeMember(app.database, { accountId, isAdmin: false });
  const stranger = await makeMember(app.database, { accountId, isAdmin: false });
  const { imei, unitId } = await makeUnit(app.database, { accountId, visibleTo: [driver.id] });
  return {
    params: { imei },
    unitId,
    admin: await app.signInAs(admin),
    driver: await app.signInAs(driver),
    stranger: await app.signInAs(stranger),
  };
}

test('API-099, REP-006: CO2, fuel and fuel benefit of a unit are stated and read one by one, and stand in its history', async () => {
  const { params, admin, unitId } = await newUnit();
  await admin.call(setCo2, { params, body: { co2_g_per_km: 118 } });
  await admin.call(setFuelConsumption, { params, body: { fuel_type: 'diesel', consumption_per_10km: 0.62 } });
  await admin.call(setFuelBenefit, { params, body: { is_benefit_car: true, has_fuel_benefit: true } });
  expect((await admin.call(getCo2, { params })).data).toEqual({ co2_g_per_km: 118 });
  expect((await admin.call(getFuelConsumption, { params })).data).toEqual({ fuel_type: 'diesel', consumption_per_10km: 0.62 });
  expect((await admin.call(getFuelBenefit, { params })).data).toEqual({ is_benefit_car: true, has_fuel_benefit: true });
  expect((await admin.call(getUnit, { params })).data).toMatchObject({ co2_g_per_km: 118, has_fuel_benefit: true });
  const changes = await owner.selectFrom('unit_change').select('field').where('unit_id', '=', unitId).execute();
  expect(changes.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['co2_g_per_km', 'fuel_type', 'consumption_per_10km', 'is_benefit_car', 'has_fuel_benefit']),
  );
  expect((await admin.call(setCo2, { params, body: { co2_g_per_km: -1 } })).errors).toEqual({ co2_g_per_km: ['AmountNegative'] });
});

test('API-099, SEC-008, LOCK-001: who has access reads, administrators state; without access, and shut out by a lock, there is nothing', async () => {
  const { params, admin, driver, stranger, unitId } = await newUnit();
  expect((await driver.call(getCo2, { params })).status).toBe(200);
  expect(await driver.call(setCo2, { params, body: { co2_g_per_km: 1 } })).toMatchObject({ status: 403 });
  for (const endpoint of [getCo2, getFuelConsumption, getFuelBenefit])
    expect(await stranger.call(endpoint, { params })).toMatchObject({ status: 404, errors: 'UnitNotFound' });
  await owner.updateTable('unit').set({ is_benefit_car: true }).where('id', '=', unitId).execute();
  expect((await driver.call(lockUnit, { params, body: { reason: '' } })).status).toBe(200);
  expect(await admin.call(getFuelBenefit, { params })).toMatchObject({ status: 403, errors: 'UnitLocked' });
  expect(await admin.call(setCo2, { params, body: { co2_g_per_km: 1 } })).toMatchObject({ status: 403, errors: 'UnitLocked' });
});
