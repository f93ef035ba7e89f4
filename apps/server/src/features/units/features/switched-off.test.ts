import { attest, attestHistory, attestStatus, checkAttestation, unattest } from '@spora/contract/attestation/endpoints';
import { getEcoDriving, getIo, setEcoDriving, switchOutput } from '@spora/contract/commands/endpoints';
import {
  checkInByCode,
  checkInDriver,
  listCheckIns,
  listCheckInCodes,
  previewCheckIn,
  readCheckInCode,
} from '@spora/contract/drivers/endpoints';
import { listPlans, recordService, savePlan, serviceHistory, serviceOverview } from '@spora/contract/maintenance/endpoints';
import { getTheftPage, makeTheftReport } from '@spora/contract/object-description/endpoints';
import { listRefuellings, saveRefuelling } from '@spora/contract/refuelling/endpoints';
import { generateTrips } from '@spora/contract/trips/endpoints';
import { updateUnit } from '@spora/contract/units/endpoints';
import type { UnitFeature } from '@spora/contract/units/features';
import { UNIT_FEATURES } from '@spora/contract/units/values';
import { setFuelConsumption } from '@spora/contract/units/fuel';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../../platform/observing/log.ts';
import { makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { testApp, testPorts } from '../../../testing/http.ts';
import { makeTrip } from '../../../testing/trips.ts';
import { driversWithOpenTrips } from '../../attestation/reminders/repository.ts';
import { markForgotten } from '../../drivers/reminders/repository.ts';
import { watchPlans } from '../../maintenance/plans/watch/service.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const NOON = new Date('2026-11-22T11:00:00Z');
beforeEach(() => void (app.clock.now = NOON));

async function company() {
  const accountId = await makeAccount(app.database);
  const member = await makeMember(app.database, { accountId, fullName: 'Maja Ek' });
  const admin = await app.signInAs(member);
  const unit = await makeUnit(app.database, { accountId, name: 'Bil' });
  const params = { imei: unit.imei };
  const set = async (features: readonly UnitFeature[]) =>
    expect((await admin.call(updateUnit, { params, body: { features: [...features] } })).status).toBe(200);
  return {
    accountId,
    member,
    admin,
    unit,
    params,
    off: (feature: UnitFeature) => set(UNIT_FEATURES.filter((each) => each !== feature)),
    on: () => set(UNIT_FEATURES),
    drive: (start: string) => makeTrip(app.database, { accountId, unitId: unit.unitId }, { start, driver: member.id }),
  };
}

test('FEAT-001: where attestation is off nothing is attested, asked for or reminded of; what was attested stays to be read and can be opened', async () => {
  const { admin, unit, member, accountId, off, on, drive } = await company();
  await drive('2026-09-10T08:00:00Z');
  await drive('2026-10-10T08:00:00Z');
  const period = (month: string, last: number) => ({ imei: unit.imei, from: `2026-${month}-01`, to: `2026-${month}-${last}` });
  const made = await admin.call(attest, { body: period('09', 30) });
  expect(made.status).toBe(200);
  await off('attestation');
  expect(await admin.call(checkAttestation, { body: period('10', 31) })).toMatchObject({ status: 403, errors: 'FeatureOff' });
  expect(await admin.call(attest, { body: period('10', 31) })).toMatchObject({ status: 403, errors: 'FeatureOff' });
  const { imei: _, ...all } = period('10', 31);
  expect((await admin.call(attest, { body: all })).status).not.toBe(200);
  expect((await admin.call(attestStatus, { query: { month: '2026-10' } })).data?.rows).toEqual([]);
  expect((await admin.call(attestStatus, { query: { month: '2026-09' } })).data?.rows).toMatchObject([
    { state: 'user', can: { attest: false, reopen: true } },
  ]);
  expect((await admin.call(attestHistory, { query: {} })).data?.rows).toHaveLength(1);
  const account = { id: accountId, time_zone: 'Europe/Stockholm' };
  const october = { from: '2026-10-01', to: '2026-10-31' };
  expect(await driversWithOpenTrips(app.database.pipeline, account, october)).toEqual([]);
  const id = made.data!.attested[0]!.id;
  expect((await admin.call(unattest, { body: { id, reason: 'Fel' } })).status).toBe(200);
  await on();
  expect(await driversWithOpenTrips(app.database.pipeline, account, october)).toMatchObject([{ member_id: member.id }]);
  expect((await admin.call(attestStatus, { query: { month: '2026-10' } })).data?.rows).toHaveLength(1);
  expect((await admin.call(attest, { body: period('10', 31) })).status).toBe(200);
});

test('FEAT-001: where check-in is off nobody checks in, codes open nothing, who was checked in is not any more, drives no further trip and is not reminded', async () => {
  const { admin, params, unit, member, off, on } = await company();
  const { code } = (await admin.call(listCheckInCodes)).data!.codes[0]!;
  app.clock.now = new Date('2026-11-20T08:00:00Z');
  const checkIn = { body: { ...params, driver_id: member.id, from_trip_id: null } };
  expect((await admin.call(checkInDriver, checkIn)).status).toBe(200);
  app.clock.now = new Date('2026-11-20T12:00:00Z');
  await off('check-in');
  expect(await admin.call(checkInDriver, checkIn)).toMatchObject({ status: 403, errors: 'FeatureOff' });
  expect(await admin.call(previewCheckIn, checkIn)).toMatchObject({ errors: 'FeatureOff' });
  expect(await admin.call(readCheckInCode, { body: { code } })).toMatchObject({ errors: 'FeatureOff' });
  expect(await admin.call(checkInByCode, { body: { code } })).toMatchObject({ errors: 'FeatureOff' });
  expect((await admin.call(listCheckInCodes)).data?.codes).toEqual([]);
  expect((await admin.call(listCheckIns)).data?.check_ins).toEqual([]);
  const driverAt = async (at: string) => {
    const { rows } = await sql<{ id: number | null }>`
      SELECT newest_driver_event(${unit.unitId}, ${new Date(at)}) AS id`.execute(app.database.pipeline);
    return rows[0]?.id ?? null;
  };
  expect(await driverAt('2026-11-20T10:00:00Z')).not.toBeNull();
  expect(await driverAt('2026-11-20T13:00:00Z')).toBeNull();
  app.clock.now = NOON;
  const spans = { before: new Date('2026-11-21T11:00:00Z'), after: new Date('2026-11-10T11:00:00Z'), now: NOON };
  expect(await markForgotten(app.database.pipeline, spans)).toEqual([]);
  await on();
  // What was said before it was off is not said again.
  expect(await driverAt('2026-11-22T12:00:00Z')).toBeNull();
  expect((await admin.call(checkInDriver, checkIn)).status).toBe(200);
  expect((await admin.call(listCheckIns)).data?.check_ins).toHaveLength(1);
});

test('FEAT-001: where service is off there is no plan, nothing due, no mail and no webhook; what was done stays to be read', async () => {
  const { admin, params, off, on } = await company();
  const input = { kind: 'service', name: 'Stor', interval_months: 6, repeats: true, last_done_on: '2026-01-01' } as const;
  const plans = await admin.call(savePlan, { params, body: { ...input, interval_km: null, interval_hours: null } });
  expect(plans.status).toBe(200);
  const planId = plans.data!.plans[0]!.id;
  const entry = { plan_id: planId, done_on: '2026-02-01', km: null, hours: null } as never;
  expect((await admin.call(recordService, { params, body: entry })).status).toBe(200);
  await off('service');
  for (const refused of [
    await admin.call(listPlans, { params }),
    await admin.call(savePlan, { params, body: { ...input, interval_km: null, interval_hours: null } }),
    await admin.call(recordService, { params, body: entry }),
  ])
    expect(refused).toMatchObject({ status: 403, errors: 'FeatureOff' });
  expect((await admin.call(serviceHistory, { params })).data?.rows).toHaveLength(1);
  expect((await admin.call(serviceOverview)).data).toMatchObject({ rows: [], without_plan: 0 });
  const told: string[] = [];
  const watch = () =>
    watchPlans({
      actor: { kind: 'system' },
      db: app.database.pipeline,
      now: () => NOON,
      log: createLog({ logLevel: 'silent' }, { write: () => undefined }),
      ports: { ...testPorts(), announce: (_db, events) => (told.push(...events.map(({ name }) => name)), Promise.resolve()) },
    });
  await watch();
  expect(told).toEqual([]);
  await on();
  await watch();
  expect(told).toContain('service-due');
  expect((await admin.call(serviceOverview)).data?.rows).toHaveLength(1);
});

test('FEAT-001: where fuel is off nothing is filled in, and a trip that began meanwhile tells no fuel and no CO2; those before and after do', async () => {
  const { admin, params, off, on, drive } = await company();
  app.clock.now = new Date('2026-02-01T08:00:00Z');
  await admin.call(updateUnit, { params, body: { co2_g_per_km: 100 } });
  await admin.call(setFuelConsumption, { params, body: { fuel_type: 'diesel', consumption_per_10km: 0.5 } });
  app.clock.now = new Date('2026-03-01T08:00:00Z');
  await off('fuel');
  const filled = { at: '2026-02-28T08:00:00Z', fuel_type: 'diesel', amount: 40 } as never;
  expect(await admin.call(saveRefuelling, { params, body: filled })).toMatchObject({ status: 403, errors: 'FeatureOff' });
  expect((await admin.call(listRefuellings, { params, query: {} })).data).toMatchObject({ rows: [], can: { add: false } });
  app.clock.now = new Date('2026-04-01T08:00:00Z');
  await on();
  app.clock.now = NOON;
  for (const month of ['02', '03', '04']) await drive(`2026-${month}-10T08:00:00Z`);
  const log = (await admin.call(generateTrips, { body: { from: '2026-01-01', to: '2026-12-31', descending: false } })).data!;
  expect(log.trips.map(({ fuel, co2_kg }) => [fuel !== null, co2_kg !== null])).toEqual([
    [true, true],
    [false, false],
    [true, true],
  ]);
  expect(log.totals.fuel_l).toBeCloseTo(
    log.trips.reduce((sum, { fuel }) => sum + (fuel ?? 0), 0),
    6,
  );
});

test('FEAT-001: where eco-driving, outputs and theft protection are off nothing of them is sent or made', async () => {
  const { admin, params, off } = await company();
  await off('eco');
  expect(await admin.call(getEcoDriving, { params })).toMatchObject({ status: 403, errors: 'FeatureOff' });
  const eco = { is_on: true, acceleration: 3, braking: 3, cornering: 3, confirm: false } as never;
  expect((await admin.call(setEcoDriving, { params, body: eco })).status).not.toBe(200);
  await off('outputs');
  expect(await admin.call(getIo, { params })).toMatchObject({ status: 403, errors: 'FeatureOff' });
  const output = { params: { ...params, n: 1 }, body: { state: true, confirm: true, reason: 'Test' } as never };
  expect(await admin.call(switchOutput, output)).toMatchObject({ status: 403, errors: 'FeatureOff' });
  await off('theft');
  expect((await admin.call(getTheftPage, { params })).data?.can).toEqual({ report: false });
  const report = {
    stolen_on: null,
    stolen_from: '',
    circumstances: '',
    owner_name: 'Maja Ek',
    owner_email: '',
    owner_phone: '',
    police_station: '',
    police_report_number: '',
    claim_number: '',
    include_private: false,
  } as never;
  expect(await admin.call(makeTheftReport, { params, body: report })).toMatchObject({ status: 403, errors: 'FeatureOff' });
});

test('FEAT-001, TRIP-033: a unit without a trip log has nothing switched, and what its subscription gives is not off', async () => {
  const { admin, params, unit } = await company();
  await app.database.owner
    .updateTable('unit')
    .set({ features: [], subscription_type: 'Bas' })
    .where('id', '=', unit.unitId)
    .execute();
  expect((await admin.call(listPlans, { params })).status).toBe(200);
  const change = await admin.call(updateUnit, { params, body: { features: ['eco'] } });
  expect(change).toMatchObject({ status: 422, errors: 'UnitHasNoTripLog' });
});
