import { createHash } from 'node:crypto';
import { exportOwnData } from '@spora/contract/accounts/settings';
import { pathOf } from '@spora/contract/paths';
import { unzipSync } from 'fflate';
import { jpegOf, withExif } from '../../../testing/picture.ts';
import { addDays } from '@spora/calendar/days';
import { DAY_MS } from '@spora/calendar/durations';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  closeCalendar,
  type EntryInput,
  getServicePicture,
  listPlans,
  openCalendar,
  type PlanInput,
  recordService,
  removePlan,
  removeServicePicture,
  restorePlan,
  savePlan,
  serviceHistory,
  serviceOverview,
  takeBackEntry,
} from '@spora/contract/maintenance/endpoints';
import { getUnit, lockUnit, unitHistory } from '@spora/contract/units/endpoints';
import { createLog } from '../../../platform/observing/log.ts';
import { makeAccount, makeMember, makeUnit, type MadeUnit } from '../../../testing/database.ts';
import { type Caller, testApp, testPorts } from '../../../testing/http.ts';
import { watchPlans } from './watch/service.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner, pipeline } = app.database;
const accountId = await makeAccount(app.database);
const foreignId = await makeAccount(app.database);
const NOON = new Date('2026-11-22T11:00:00Z');
let admin: Caller;
let driver: Caller;
let foreignAdmin: Caller;
let adminMember: { id: number; email: string };
let driverMember: { id: number; email: string };

beforeAll(async () => {
  app.clock.now = NOON;
  adminMember = await makeMember(app.database, { accountId, fullName: 'Maja Ek' });
  admin = await app.signInAs(adminMember);
  driverMember = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dan Förare' });
  driver = await app.signInAs(driverMember);
  foreignAdmin = await app.signInAs(await makeMember(app.database, { accountId: foreignId }));
});
beforeEach(async () => {
  await owner.deleteFrom('service_plan').execute();
  await owner.deleteFrom('mail').execute();
});

/** A van that has shown so many kilometres and hours, and drove so much on each of the last 100 days. */
async function van({
  km = 110_000,
  hours = 1000,
  kmPerDay = 100,
  name = 'Skåpbil',
  visibleTo = [] as number[],
} = {}): Promise<MadeUnit> {
  const unit = await makeUnit(app.database, { accountId, name, visibleTo });
  await owner
    .insertInto('unit_latest')
    .values({
      account_id: accountId,
      unit_id: unit.unitId,
      last_contact_at: NOON,
      state: 'parked',
      report_interval_s: 60,
      named: JSON.stringify({ odometer_m: km * 1000 }),
    })
    .execute();
  await owner
    .insertInto('unit_day')
    .values(
      Array.from({ length: 100 }, (_, i) => ({
        account_id: accountId,
        unit_id: unit.unitId,
        day: new Date(NOON.getTime() - (i + 1) * DAY_MS).toISOString().slice(0, 10),
        trips: 1,
        driving_s: 7200,
        business_m: kmPerDay * 1000,
        private_m: 0,
        other_m: 0,
        max_speed_kmh: 90,
      })),
    )
    .execute();
  await owner.updateTable('unit').set({ hours_source: 'engine' }).where('id', '=', unit.unitId).execute();
  await owner
    .insertInto('unit_running_day')
    .values(
      Array.from({ length: 100 }, (_, i) => ({
        account_id: accountId,
        unit_id: unit.unitId,
        day: new Date(NOON.getTime() - (i + 1) * DAY_MS).toISOString().slice(0, 10),
        ignition_s: 9000,
        input1_s: 0,
        input2_s: 0,
        input3_s: 0,
        input4_s: 0,
        engine_s: 7200,
        engine_total_s: hours * 3600,
      })),
    )
    .execute();
  return unit;
}
const SERVICE: PlanInput = { kind: 'service', interval_km: 15_000, last_done_on: '2026-05-22', last_done_km: 100_000 };
const INSPECTION: PlanInput = { kind: 'inspection', interval_months: 12, last_done_on: '2025-12-10' };
const save = async (imei: string, body: PlanInput, caller = admin) => {
  const answer = await caller.call(savePlan, { params: { imei }, body });
  if (!answer.data) throw new Error(JSON.stringify(answer.errors));
  return answer.data.plans.at(-1)!;
};
const record = (imei: string, body: EntryInput, caller = admin) => caller.call(recordService, { params: { imei }, body });
const plansOf = async (imei: string, caller = admin) => (await caller.call(listPlans, { params: { imei } })).data!.plans;
const watch = (at = NOON) =>
  watchPlans({
    actor: { kind: 'system' },
    db: pipeline,
    now: () => at,
    ports: testPorts(),
    log: createLog({ logLevel: 'silent' }, { write: () => undefined }),
  });
const mails = () => owner.selectFrom('mail').select(['recipient', 'template', 'params']).orderBy('id').execute();
const changesOf = (planId: number) =>
  owner
    .selectFrom('service_state_change')
    .where('plan_id', '=', planId)
    .select(['from_state', 'to_state'])
    .orderBy('id')
    .execute();

test('SRV-001, SRV-002, SRV-003, API-103: a unit has several plans, each with its state, what remains and when it is expected', async () => {
  const { imei } = await van();
  await save(imei, SERVICE);
  await save(imei, INSPECTION);
  await save(imei, { kind: 'other', name: 'Kranbesiktning', interval_hours: 200, last_done_hours: 850, note: 'Hos Lyft AB' });
  const { data } = await admin.call(listPlans, { params: { imei } });
  expect(data).toMatchObject({
    now: { day: '2026-11-22', km: 110_000, hours: 1000 },
    per_day: { km: 100, hours: 2 },
    currency: 'SEK',
    can: { edit: true, record: true },
  });
  expect(data!.plans).toMatchObject([
    { kind: 'service', state: 'ok', remaining_km: 5000, forecast_on: '2027-01-11', warn_km: 1000, warn_hours: 25, warn_days: 30 },
    { kind: 'inspection', state: 'due-soon', due_on: '2026-12-10', remaining_days: 18, forecast_on: '2026-12-10' },
    { name: 'Kranbesiktning', state: 'ok', remaining_hours: 50, forecast_on: '2026-12-17', note: 'Hos Lyft AB' },
  ]);
});

test('SRV-002, UNIT-015: a plan needs an interval, what it counts from, and a name when it is of its own kind', async () => {
  const { imei } = await van();
  const errors = async (body: PlanInput) => (await admin.call(savePlan, { params: { imei }, body })).errors;
  expect(await errors({ kind: 'service' })).toEqual({ interval_km: ['SpecifyInterval'] });
  expect(await errors({ kind: 'service', interval_km: 15_000 })).toEqual({ last_done_km: ['SpecifyReading'] });
  expect(await errors({ kind: 'service', interval_hours: 50 })).toEqual({ last_done_hours: ['SpecifyReading'] });
  expect(await errors({ kind: 'inspection', interval_months: 12 })).toEqual({ last_done_on: ['SpecifyLastDone'] });
  expect(await errors({ ...INSPECTION, kind: 'other' })).toEqual({ name: ['SpecifyName'] });
  expect(await errors({ ...INSPECTION, last_done_on: '2026-11-23' })).toBe('DateInFuture');
  expect(await errors({ ...SERVICE, interval_km: 0 })).toEqual({ interval_km: ['ServiceNumberInvalid'] });
});

test("UNIT-016: the unit's inspection period and service interval follow its plans, and its history says so", async () => {
  const { imei } = await van();
  await save(imei, SERVICE);
  const inspection = await save(imei, INSPECTION);
  expect((await admin.call(getUnit, { params: { imei } })).data).toMatchObject({
    inspection_period_months: 12,
    service_interval_km: 15_000,
  });
  await admin.call(removePlan, { params: { imei, id: inspection.id } });
  expect((await admin.call(getUnit, { params: { imei } })).data).toMatchObject({ inspection_period_months: null });
  const { rows } = (await admin.call(unitHistory, { params: { imei } })).data!;
  expect(rows.filter(({ field }) => field === 'inspection_period_months')).toMatchObject([
    { old_value: '12', new_value: '' },
    { old_value: '', new_value: '12' },
  ]);
});

test('SRV-004, API-103: done means the interval starts again from the reading, and the history has who, where and what it cost', async () => {
  const { imei } = await van();
  const plan = await save(imei, SERVICE);
  expect((await record(imei, { plan_id: plan.id, done_on: '2026-11-20' })).errors).toBe('SpecifyReading');
  expect((await record(imei, { plan_id: plan.id, done_on: '2026-11-23', km: 109_800 })).errors).toBe('DateInFuture');
  const entry: EntryInput = {
    plan_id: plan.id,
    done_on: '2026-11-20',
    km: 109_800,
    workshop: 'Bilverkstan',
    cost: 4321.5,
    currency: 'NOK',
    note: 'Nya bromsar',
  };
  expect((await record(imei, entry)).status).toBe(200);
  expect(await plansOf(imei)).toMatchObject([
    { last_done_on: '2026-11-20', last_done_km: 109_800, due_km: 124_800, state: 'ok' },
  ]);
  expect((await admin.call(serviceHistory, { params: { imei } })).data!.rows).toMatchObject([
    {
      kind: 'service',
      done_on: '2026-11-20',
      km: 109_800,
      workshop: 'Bilverkstan',
      cost: 4321.5,
      currency: 'NOK',
      recorded_by: 'Maja Ek',
    },
  ]);
  await record(imei, { plan_id: plan.id, done_on: '2026-08-01', km: 104_000, cost: 10 });
  expect(await plansOf(imei), 'an older one joins the history and moves nothing').toMatchObject([{ last_done_km: 109_800 }]);
  const { rows } = (await admin.call(serviceHistory, { params: { imei } })).data!;
  expect(rows.map(({ done_on, currency }) => [done_on, currency])).toEqual([
    ['2026-11-20', 'NOK'],
    ['2026-08-01', 'SEK'],
  ]);
});

test('SRV-004: a reading that is further ahead than the meter can show is refused until it is confirmed, of a plan as of what was done', async () => {
  const { imei } = await van();
  const params = { imei };
  const refused = { status: 409, errors: 'ConfirmReading' };
  const tenfold = { ...SERVICE, last_done_km: 1_000_000 };
  expect(await admin.call(savePlan, { params, body: tenfold })).toMatchObject(refused);
  const plan = await save(imei, { ...SERVICE, last_done_km: 110_500 });
  const body: EntryInput = { plan_id: plan.id, done_on: '2026-11-20', km: 110_501 };
  expect(await admin.call(recordService, { params, body })).toMatchObject(refused);
  expect((await admin.call(serviceHistory, { params })).data?.rows, 'nothing is recorded').toEqual([]);
  expect(await admin.call(recordService, { params, body: { ...body, hours: 10_000, km: 110_000 } })).toMatchObject(refused);
  expect((await admin.call(recordService, { params, body: { ...body, confirmed: true } })).status).toBe(200);
  // What was confirmed once is not asked again with every other change.
  const [held] = (await admin.call(listPlans, { params, query: {} })).data!.plans;
  const change: PlanInput = {
    ...SERVICE,
    id: plan.id,
    last_done_on: '2026-11-20',
    last_done_km: held!.last_done_km,
    note: 'Olja',
  };
  expect((await admin.call(savePlan, { params, body: change })).status).toBe(200);
  expect(await admin.call(savePlan, { params, body: { ...change, last_done_km: 1_105_010 } })).toMatchObject(refused);
});

test('SRV-004: a reading that is further behind than what the meters showed on its day is refused until it is confirmed', async () => {
  const { imei } = await van({ km: 110_000, kmPerDay: 100 });
  const params = { imei };
  const refused = { status: 409, errors: 'ConfirmReading' };
  const plan = await save(imei, SERVICE);
  const of = (over: Partial<EntryInput>) =>
    admin.call(recordService, { params, body: { plan_id: plan.id, done_on: '2026-11-22', km: 110_000, ...over } });
  expect(await of({ km: 109_499 })).toMatchObject(refused);
  expect(await of({ hours: 900 })).toMatchObject(refused);
  expect((await of({ km: 109_500 })).status).toBe(200);
  // 20 days of 100 km before: 107 900 km that day.
  expect(await of({ done_on: '2026-11-01', km: 107_000 })).toMatchObject(refused);
  expect((await of({ done_on: '2026-11-01', km: 107_900 })).status).toBe(200);
  expect((await of({ done_on: '2025-11-01', km: 50_000 })).status, 'of then nobody knows').toBe(200);
  expect((await of({ km: 40_000, confirmed: true })).status).toBe(200);
});

test('SRV-004: an entry that was a mistake is taken back, and the plan counts from before it', async () => {
  const { imei } = await van();
  const plan = await save(imei, SERVICE);
  const first = (await record(imei, { plan_id: plan.id, done_on: '2026-10-01', km: 106_000 })).data!;
  const second = (await record(imei, { plan_id: plan.id, done_on: '2026-11-20', km: 109_800 })).data!;
  const takeBack = (id: number) => admin.call(takeBackEntry, { params: { imei, id } });
  await takeBack(first.id);
  expect(await plansOf(imei)).toMatchObject([{ last_done_km: 109_800 }]);
  await takeBack(second.id);
  expect(await plansOf(imei)).toMatchObject([{ last_done_on: '2026-05-22', last_done_km: 100_000 }]);
  expect((await takeBack(second.id)).errors).toBe('EntryNotFound');
});

test('SRV-002: what the meters showed on a day that has been is what they show now without what was driven since', async () => {
  const { imei } = await van({ km: 110_000, kmPerDay: 100 });
  const of = async (on: string) => (await admin.call(listPlans, { params: { imei }, query: { on } })).data!.then;
  // NOON is the 22nd: the 20th and 21st came after the 19th.
  expect(await of('2026-11-19')).toEqual({ day: '2026-11-19', km: 109_800, hours: expect.any(Number) });
  const { now } = (await admin.call(listPlans, { params: { imei }, query: {} })).data!;
  expect(now.hours! - (await of('2026-11-19'))!.hours!, 'two days of 2 h').toBe(4);
  expect(await of('2026-11-22'), 'today is now').toBeUndefined();
  // Of the day before the first that is known the meters still are; of days before that nobody recorded what was driven.
  const { rows } = await sql<{ first: string }>`
    SELECT min(day)::text AS first FROM unit_day WHERE unit_id = (SELECT f.unit_id FROM fitting f JOIN tracker t ON t.id = f.tracker_id WHERE t.imei = ${imei})`.execute(
    owner,
  );
  const first = rows[0]!.first;
  expect((await of(addDays(first, -1)))!.km).toBeLessThan(109_800);
  expect(await of(addDays(first, -2))).toMatchObject({ km: null });
  expect(await of('2024-01-01')).toEqual({ day: '2024-01-01', km: null, hours: null });
});

test('SRV-003: what does not repeat is done when it was done, and due again when that is taken back', async () => {
  const { imei } = await van();
  const plan = await save(imei, { ...INSPECTION, repeats: false });
  const { id } = (await record(imei, { plan_id: plan.id, done_on: '2026-11-22' })).data!;
  expect(await plansOf(imei)).toMatchObject([{ state: 'done', forecast_on: null }]);
  expect((await record(imei, { plan_id: plan.id, done_on: '2026-11-22' })).errors).toBe('PlanIsDone');
  await admin.call(takeBackEntry, { params: { imei, id } });
  expect(await plansOf(imei)).toMatchObject([{ state: 'due-soon', last_done_on: '2025-12-10' }]);
});

test('SRV-001: a plan that was taken away keeps its history and can be brought back', async () => {
  const { imei } = await van({ name: 'Återvunnen' });
  const plan = await save(imei, SERVICE);
  await record(imei, { plan_id: plan.id, done_on: '2026-11-20', km: 109_800 });
  expect((await admin.call(removePlan, { params: { imei, id: plan.id } })).data!.plans).toEqual([]);
  expect((await admin.call(serviceHistory, { params: { imei } })).data!.rows).toHaveLength(1);
  expect((await admin.call(removePlan, { params: { imei, id: plan.id } })).errors).toBe('PlanNotFound');
  expect((await admin.call(restorePlan, { params: { imei, id: plan.id } })).data!.plans).toMatchObject([{ id: plan.id }]);
  // SEC-012: each by its own word.
  await admin.call(savePlan, { params: { imei }, body: { ...SERVICE, id: plan.id } });
  const told = await owner
    .selectFrom('audit_entry')
    .where('subject', '=', 'Återvunnen')
    .select(['action', 'details'])
    .orderBy('id')
    .execute();
  expect(told[0]?.details).toMatchObject({
    changes: expect.arrayContaining([{ field: 'interval_km', before: null, after: SERVICE.interval_km }]),
  });
  expect(told[1]?.details).toMatchObject({ day: expect.any(String), odometer_km: expect.any(Number) });
  expect(told.map(({ action }) => action)).toEqual([
    'service-plan-added',
    'service-done',
    'service-plan-removed',
    'service-plan-restored',
    'service-plan-changed',
  ]);
});

test('SRV-002, SRV-004, UNIT-024: a driver records what the workshop did and changes no plan; others see neither', async () => {
  const { imei } = await van({ visibleTo: [driverMember.id] });
  const other = await van();
  const plan = await save(imei, SERVICE);
  const otherPlan = await save(other.imei, SERVICE);
  expect((await driver.call(listPlans, { params: { imei } })).data!.can).toEqual({ edit: false, record: true });
  expect((await driver.call(savePlan, { params: { imei }, body: SERVICE })).errors).toBe('Forbidden');
  expect((await driver.call(removePlan, { params: { imei, id: plan.id } })).errors).toBe('Forbidden');
  const byAdmin = (await record(imei, { plan_id: plan.id, done_on: '2026-10-01', km: 106_000 })).data!;
  const byDriver = (await record(imei, { plan_id: plan.id, done_on: '2026-11-20', km: 109_800 }, driver)).data!;
  const rows = (await driver.call(serviceHistory, { params: { imei } })).data!.rows;
  expect(rows.map(({ id, can }) => [id, can.take_back])).toEqual([
    [byDriver.id, true],
    [byAdmin.id, false],
  ]);
  expect((await driver.call(takeBackEntry, { params: { imei, id: byAdmin.id } })).errors).toBe('Forbidden');
  expect((await driver.call(listPlans, { params: { imei: other.imei } })).errors).toBe('UnitNotFound');
  expect((await foreignAdmin.call(listPlans, { params: { imei } })).errors).toBe('UnitNotFound');
  // The id of another unit's plan or entry opens nothing, also to somebody who may see both.
  expect((await record(imei, { plan_id: otherPlan.id, done_on: '2026-11-20', km: 1 })).errors).toBe('PlanNotFound');
  expect((await admin.call(savePlan, { params: { imei }, body: { ...SERVICE, id: otherPlan.id } })).errors).toBe('PlanNotFound');
  expect((await admin.call(takeBackEntry, { params: { imei: other.imei, id: byAdmin.id } })).errors).toBe('EntryNotFound');
  const foreignUnit = await makeUnit(app.database, { accountId: foreignId });
  const reach = await foreignAdmin.call(savePlan, { params: { imei: foreignUnit.imei }, body: { ...SERVICE, id: plan.id } });
  expect(reach.errors).toBe('PlanNotFound');
});

test('SRV-005: due soon and overdue are told once per change to every administrator, and being in order again to nobody', async () => {
  const { imei, unitId } = await van();
  await makeMember(app.database, { accountId: foreignId });
  const plan = await save(imei, SERVICE);
  await watch();
  expect(await changesOf(plan.id), 'in order from the start: nothing changed').toEqual([]);

  const drive = (km: number) =>
    owner
      .updateTable('unit_latest')
      .set({ named: JSON.stringify({ odometer_m: km * 1000 }) })
      .where('unit_id', '=', unitId)
      .execute();
  await drive(114_500);
  await watch();
  await watch();
  await Promise.all([watch(), watch()]);
  expect(await changesOf(plan.id)).toEqual([{ from_state: 'ok', to_state: 'due-soon' }]);
  expect(await mails()).toMatchObject([
    {
      recipient: adminMember.email,
      template: 'service-due',
      params: {
        items: [{ unitName: 'Skåpbil', kind: 'service', state: 'due-soon', remainingKm: 500, forecastOn: '2026-11-27' }],
      },
    },
  ]);

  await drive(115_200);
  await watch();
  await watch();
  await record(imei, { plan_id: plan.id, done_on: '2026-11-22', km: 115_200 });
  await watch();
  await watch();
  expect(await changesOf(plan.id)).toEqual([
    { from_state: 'ok', to_state: 'due-soon' },
    { from_state: 'due-soon', to_state: 'overdue' },
    { from_state: 'overdue', to_state: 'ok' },
  ]);
  expect(await mails()).toHaveLength(2);
});

test('SRV-005: two that became due are one mail; who stopped their alerts, and whom a lock shuts out, hear nothing', async () => {
  const home = await makeAccount(app.database);
  const locker = await makeMember(app.database, { accountId: home, fullName: 'Lo Låst' });
  const boss = await makeMember(app.database, { accountId: home });
  const quiet = await makeMember(app.database, { accountId: home });
  await owner.updateTable('member').set({ alerts_stopped_at: NOON }).where('id', '=', quiet.id).execute();
  const caller = await app.signInAs(locker);
  const open = await makeUnit(app.database, { accountId: home, name: 'Öppen' });
  const locked = await makeUnit(app.database, { accountId: home, name: 'Låst' });
  for (const { imei } of [open, locked]) await save(imei, INSPECTION, caller);
  await caller.call(lockUnit, { params: { imei: locked.imei }, body: {} });
  await owner.deleteFrom('mail').execute();
  await watch();
  const told = (await mails()).map(({ recipient, params }) => [
    recipient,
    (params as { items: { unitName: string }[] }).items.map(({ unitName }) => unitName).toSorted(),
  ]);
  expect(told).toEqual([
    [locker.email, ['Låst', 'Öppen']],
    [boss.email, ['Öppen']],
  ]);
  const bossCaller = await app.signInAs(boss);
  expect((await bossCaller.call(listPlans, { params: { imei: locked.imei } })).errors).toBe('UnitLocked');
  const { rows } = (await bossCaller.call(serviceOverview)).data!;
  expect(rows.map(({ unit }) => unit.name)).toEqual(['Öppen']);
});

test('SRV-007: the overview has what is due on the units one may see, the soonest first, and counts those without a plan', async () => {
  const before = (await admin.call(serviceOverview)).data!.without_plan;
  const mine = await van({ name: 'Min', visibleTo: [driverMember.id] });
  const theirs = await van({ name: 'Deras' });
  await van({ name: 'Utan plan' });
  await save(mine.imei, SERVICE);
  await save(theirs.imei, INSPECTION);
  const all = (await admin.call(serviceOverview)).data!;
  expect(all.rows.map(({ unit, plan }) => [unit.name, plan.forecast_on])).toEqual([
    ['Deras', '2026-12-10'],
    ['Min', '2027-01-11'],
  ]);
  expect(all).toMatchObject({ today: '2026-11-22', without_plan: before + 1 });
  expect(all.unplanned).toHaveLength(before + 1);
  expect(all.unplanned.map(({ name }) => name)).toContain('Utan plan');
  expect(all.unplanned.map(({ name }) => name)).not.toContain('Min');
  expect((await driver.call(serviceOverview)).data!.rows.map(({ unit }) => unit.name)).toEqual(['Min']);
  expect((await foreignAdmin.call(serviceOverview)).data!.rows).toEqual([]);
});

const read = (path: string) => app.stranger.request({ url: path });

test('SRV-007: the calendar is read by its address without a session, and holds what its member may see', async () => {
  const mine = await van({ name: 'Min; bil', visibleTo: [driverMember.id] });
  const theirs = await van({ name: 'Deras' });
  const plan = await save(mine.imei, { ...SERVICE, note: 'Ring\nverkstan' });
  await save(theirs.imei, INSPECTION);
  expect((await driver.call(serviceOverview)).data!.calendar_since).toBeNull();
  const { path } = (await driver.call(openCalendar)).data!;
  expect(path).toMatch(/^\/api\/service-calendar\/[\w-]{43}\.ics$/);
  expect((await driver.call(serviceOverview)).data!.calendar_since).toBe(NOON.toISOString());
  const answer = await read(path);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
  const lines = answer.body.replace(/\r\n[ \t]/g, '').split('\r\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      `UID:service-plan-${plan.id}@spora`,
      'DTSTART;VALUE=DATE:20270111',
      String.raw`SUMMARY:Min\; bil: Service`,
      String.raw`DESCRIPTION:I ordning\n5${'\u202f'}000 km kvar\nRing\nverkstan`,
    ]),
  );
  expect(answer.body).not.toContain('Deras');
  expect(answer.body.match(/BEGIN:VEVENT/g)).toHaveLength(1);
});

test('SRV-007: the address is kept as a hash only, ends when it is revoked or replaced, and with its member', async () => {
  const { path: first } = (await driver.call(openCalendar)).data!;
  const token = first.split('/').at(-1)!.replace('.ics', '');
  const { token_hash } = await owner.selectFrom('service_calendar').select('token_hash').executeTakeFirstOrThrow();
  expect(token_hash.equals(createHash('sha256').update(token).digest())).toBe(true);
  const { path: second } = (await driver.call(openCalendar)).data!;
  expect((await read(first)).statusCode).toBe(404);
  expect((await read(second)).statusCode).toBe(200);
  expect((await read(`${second.slice(0, -5)}x.ics`)).statusCode).toBe(404);
  expect(JSON.stringify(app.logged)).not.toContain(token);

  const disable = (at: Date | null) =>
    owner.updateTable('member').set({ disabled_at: at }).where('id', '=', driverMember.id).execute();
  await disable(NOON);
  expect((await read(second)).statusCode).toBe(404);
  await disable(null);
  driver = await app.signInAs(driverMember);
  expect((await driver.call(closeCalendar)).status).toBe(200);
  expect((await read(second)).statusCode).toBe(404);
  const actions = await owner
    .selectFrom('audit_entry')
    .where('actor_member_id', '=', driverMember.id)
    .select(['action', 'details'])
    .execute();
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['service-calendar-opened', 'service-calendar-closed']),
  );
  expect(JSON.stringify(actions)).not.toContain(token);
});

test('SRV-007, SRV-003: the calendar tells of a boat in nautical miles, and by how much a limit is past instead of what is left', async () => {
  const home = await makeAccount(app.database);
  const caller = await app.signInAs(await makeMember(app.database, { accountId: home, language: 'sv' }));
  const boat = await makeUnit(app.database, { accountId: home, name: 'Havsörnen', kind: 'boat' });
  await owner
    .insertInto('unit_latest')
    .values({
      account_id: home,
      unit_id: boat.unitId,
      last_contact_at: NOON,
      state: 'parked',
      report_interval_s: 60,
      named: JSON.stringify({ odometer_m: 115_926_000 }),
    })
    .execute();
  await save(boat.imei, SERVICE, caller);
  const { path } = (await caller.call(openCalendar)).data!;
  expect((await read(path)).body.replace(/\r\n[ \t]/g, '')).toContain(String.raw`DESCRIPTION:Försenad\n500 nm över gränsen`);
});

test('SRV-004, SEC-012, SEC-015: pictures are put to what was done, at most five, seen by whoever sees the unit, taken off by who recorded it, told in the export, and gone with a mistake', async () => {
  const unit = await van({ visibleTo: [driverMember.id] });
  const plan = await save(unit.imei, SERVICE);
  const entry = (await record(unit.imei, { plan_id: plan.id, done_on: '2026-11-01', km: 110_000 }, driver)).data!;
  const params = { imei: unit.imei, id: entry.id };
  const photo = withExif(await jpegOf(120, 200), 1, 'GPS 59.9 16.6');
  const add = async (caller: Caller, payload: Buffer = photo) => {
    const url = pathOf('maintenance.add-picture', params);
    const answer = await caller.request({ method: 'POST', url, headers: { 'content-type': 'image/jpeg' }, payload });
    return { status: answer.statusCode, ...answer.json<{ data?: { id: number }; errors?: unknown }>() };
  };
  const shown = async (caller: Caller) =>
    (await caller.call(serviceHistory, { params: { imei: unit.imei } })).data!.rows[0]!.pictures;
  const first = (await add(driver)).data!.id;
  expect(await shown(admin)).toMatchObject([{ id: first }]);
  const bytes = (await admin.call(getServicePicture, { params: { ...params, picture: first } })).raw;
  expect(bytes.includes('GPS 59.9')).toBe(false);
  expect((await foreignAdmin.call(getServicePicture, { params: { ...params, picture: first } })).status).toBe(404);
  const colleague = await makeMember(app.database, { accountId, isAdmin: false });
  await owner
    .insertInto('unit_access')
    .values({ account_id: accountId, unit_id: unit.unitId, member_id: colleague.id })
    .execute();
  const other = await app.signInAs(colleague);
  expect((await other.call(getServicePicture, { params: { ...params, picture: first } })).status).toBe(200);
  expect((await add(other)).status).toBe(403);
  expect((await other.call(removeServicePicture, { params: { ...params, picture: first } })).status).toBe(403);
  expect(await add(driver, Buffer.from('no picture'))).toMatchObject({ status: 415 });
  for (let i = 0; i < 4; i++) expect((await add(driver)).status).toBe(200);
  expect(await add(driver)).toMatchObject({ status: 409, errors: 'PicturesMax' });
  expect((await driver.call(removeServicePicture, { params: { ...params, picture: first } })).status).toBe(200);
  expect(await shown(driver)).toHaveLength(4);
  const mine = Object.keys(unzipSync(new Uint8Array((await driver.call(exportOwnData)).raw)));
  expect(mine.filter((name) => name.startsWith('service/'))).toHaveLength(4);
  await driver.call(takeBackEntry, { params });
  expect(await owner.selectFrom('service_picture').where('entry_id', '=', entry.id).select('id').execute()).toEqual([]);
});
