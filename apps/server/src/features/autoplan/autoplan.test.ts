import {
  autoplanSettings,
  autoplanStatus,
  reportToAutoplan,
  saveAutoplanSettings,
  testAutoplan,
} from '@spora/contract/autoplan/endpoints';
import { readAudit } from '@spora/contract/accounts/endpoints';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createHttpAutoplan } from '../../platform/autoplan/http.ts';
import { noAutoplan } from '../../platform/autoplan/local.ts';
import type { AccountId } from '../../platform/ctx.ts';
import { createLog } from '../../platform/observing/log.ts';
import { startAutoplanService } from '../../testing/autoplan-service.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp, testPorts } from '../../testing/http.ts';
import { makeTrip } from '../../testing/trips.ts';
import { remind } from './reminders.ts';
import { send } from './sending.ts';

const SECRET = 'Tyst lösen 17';
const service = await startAutoplanService({ user: 'K-17', password: SECRET });
afterAll(() => service.stop());
const ports = testPorts({ autoplan: createHttpAutoplan({ url: service.url, timeoutMs: 500 }) });
const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ ports, http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner, pipeline } = app.database;

let accountId: AccountId;
let boss: { id: number };
let admin: Caller;
let van: MadeUnit;
const CLOSED = new Date('2026-11-20T08:00:00Z');
const OPEN = new Date('2026-12-02T08:00:00Z');

beforeEach(async () => {
  service.asked.length = 0;
  service.registered.clear();
  service.treatments.clear();
  app.clock.now = OPEN;
  accountId = await makeAccount(app.database, { name: 'Åkeriet AB' });
  boss = await makeMember(app.database, { accountId, fullName: 'Ada Admin' });
  admin = await app.signInAs(boss);
  van = await vehicle('Skåpbil', 'ABC 123');
});

async function vehicle(name: string, plate: string | null): Promise<MadeUnit> {
  const unit = await makeUnit(app.database, { accountId, name });
  await owner.updateTable('unit').where('id', '=', unit.unitId).set({ registration_number: plate }).execute();
  return unit;
}
/** A trip with its odometers, km. */
async function drive(unit: MadeUnit, start: string, [from, to]: [number, number], type: 'business' | 'private' = 'business') {
  const id = await makeTrip(
    app.database,
    { accountId, unitId: unit.unitId },
    { start, type, distanceM: (to - from) * 1000, driver: boss.id },
  );
  await owner
    .updateTable('trip')
    .where('id', '=', id)
    .set({ start_odometer_m: from * 1000, stop_odometer_m: to * 1000 })
    .execute();
}
async function november(unit = van): Promise<void> {
  await drive(unit, '2026-10-30T10:00:00Z', [9_900, 10_000]);
  await drive(unit, '2026-11-10T10:00:00Z', [10_000, 10_900]);
  await drive(unit, '2026-11-12T10:00:00Z', [10_900, 11_200], 'private');
}
const connect = () => admin.call(saveAutoplanSettings, { body: { is_on: true, customer_id: 'K-17', secret: SECRET } });
const status = async () => (await admin.call(autoplanStatus)).data!;
const report = (imeis = [van.imei], confirmed_imeis: string[] = []) =>
  admin.call(reportToAutoplan, { body: { imeis, confirmed_imeis } });
const log = createLog({ logLevel: 'silent' });
const system = { actor: { kind: 'system' as const }, db: pipeline, now: () => app.clock.now, ports, log };
const run = () => send(system, accountId);

test('AUTO-004, API-114: the password is written, never read; with another customer it is asked for again; the connection is tried', async () => {
  expect((await admin.call(testAutoplan)).errors).toBe('AutoplanNotSet');
  expect((await admin.call(saveAutoplanSettings, { body: { is_on: true, customer_id: '' } })).errors).toEqual({
    customer_id: ['AutoplanSpecifyCustomer'],
  });
  expect((await connect()).data).toEqual({ is_on: true, customer_id: 'K-17', has_secret: true, is_available: true });
  const read = await admin.call(autoplanSettings);
  expect(read.raw.toString()).not.toContain(SECRET);
  const { rows } = { rows: await owner.selectFrom('autoplan_setting').selectAll().where('account_id', '=', accountId).execute() };
  expect(JSON.stringify(rows)).not.toContain(SECRET);
  expect((await admin.call(testAutoplan)).data).toEqual({ problem: null });
  expect(service.registered.size).toBe(0);
  expect((await admin.call(saveAutoplanSettings, { body: { is_on: true, customer_id: 'K-18' } })).errors).toEqual({
    secret: ['AutoplanSpecifySecret'],
  });
  await admin.call(saveAutoplanSettings, { body: { is_on: true, customer_id: 'K-17', secret: 'fel' } });
  expect((await admin.call(testAutoplan)).data).toEqual({ problem: 'credentials' });
});

test('AUTO-005, AUTO-001: the month before stands vehicle by vehicle with odometers and kilometres, and is registered', async () => {
  await november();
  const nameless = await vehicle('Utan skylt', null);
  await connect();
  expect((await status()).units).toEqual([
    {
      imei: van.imei,
      name: 'Skåpbil',
      registration_number: 'ABC 123',
      state: 'ready',
      problem: null,
      odometer_start_km: 10_000,
      odometer_end_km: 11_200,
      business_km: 900,
      private_km: 300,
      registered_km: null,
      reported_at: null,
      doubt: null,
      last_odometer_km: null,
    },
    expect.objectContaining({ imei: nameless.imei, state: 'failed', problem: 'no-registration-number' }),
  ]);
  expect((await report([van.imei, nameless.imei])).data?.units.map(({ state }) => state)).toEqual(['sending', 'failed']);
  await run();
  expect((await status()).units[0]).toMatchObject({ state: 'reported', registered_km: 1200, reported_at: OPEN.toISOString() });
  expect([...service.registered]).toEqual([['ABC123 2026-11', { times: 1, km: 1200 }]]);
  const audit = (await admin.call(readAudit)).data!.rows;
  expect(audit[0]).toMatchObject({ action: 'autoplan-reported', subject: '2026-11', details: { count: 1 } });
});

test('AUTO-002, AUTO-007, ERR-017, CONST-017: outside days 1 to 4 nothing is reported, and the screen is told when the next window is', async () => {
  await november();
  await connect();
  app.clock.now = CLOSED;
  admin = await app.signInAs(boss);
  expect(await status()).toMatchObject({ month: '2026-11', is_open: false, changes_at: '2026-11-30T23:00:00.000Z' });
  expect((await status()).units[0]).toMatchObject({ state: 'not-due' });
  expect((await report()).errors).toBe('AutoplanWindowClosed');
  app.clock.now = new Date('2026-12-04T22:59:00Z');
  admin = await app.signInAs(boss);
  expect((await report()).status).toBe(200);
  app.clock.now = new Date('2026-12-04T23:00:00Z');
  expect((await report()).errors).toBe('AutoplanWindowClosed');
});

test('AUTO-008: an answer that is lost is asked for before anything is told again; the month is registered once', async () => {
  await november();
  await connect();
  service.treatments.set('ABC123', 'lost');
  await report();
  await run();
  expect((await status()).units[0]).toMatchObject({ state: 'failed', problem: 'no-answer' });
  await report();
  await run();
  expect((await status()).units[0]).toMatchObject({ state: 'reported', problem: null, registered_km: 1200 });
  expect(service.registered.get('ABC123 2026-11')).toEqual({ times: 1, km: 1200 });
});

test('AUTO-008: of two that report at once, and of two jobs, the service hears once', async () => {
  await november();
  await connect();
  const answers = await Promise.all([report(), report(), report()]);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  await Promise.all([run(), run()]);
  await report();
  await run();
  expect(service.asked.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

test('AUTO-008: what a program that died had taken is taken over, and the service asked first', async () => {
  await november();
  await connect();
  await report();
  await owner
    .updateTable('autoplan_report')
    .where('account_id', '=', accountId)
    .set({ taken_at: app.clock.now, may_be_known: true })
    .execute();
  await run();
  expect(service.asked, 'somebody is at it').toEqual([]);
  app.clock.now = new Date(app.clock.now.getTime() + 180_000);
  await run();
  expect(service.asked.map(({ method }) => method)).toEqual(['GET', 'PUT']);
  expect((await status()).units[0]).toMatchObject({ state: 'reported' });
});

test.each([
  ['service-car', 'not-needed', 'service-car'],
  ['unknown-vehicle', 'failed', 'no-matching-unit'],
  ['names-none', 'failed', 'no-registration-number'],
  ['fails', 'failed', 'no-answer'],
] as const)('AUTO-003, ERR-017: where the service answers %s the vehicle is %s', async (treatment, state, problem) => {
  await november();
  await connect();
  service.treatments.set('ABC123', treatment);
  await report();
  await run();
  expect((await status()).units[0]).toMatchObject({ state, problem });
});

test('AUTO-003: a month that somebody else has reported is told as reported, with what was registered', async () => {
  await november();
  await connect();
  service.registered.set('ABC123 2026-11', { times: 1, km: 1111 });
  await report();
  await run();
  expect((await status()).units[0]).toMatchObject({ state: 'reported', problem: 'already-reported', registered_km: 1111 });
});

test('AUTO-006: an odometer below the last report is sent only when somebody has confirmed it', async () => {
  await november();
  await connect();
  await report();
  await run();
  await drive(van, '2026-12-20T10:00:00Z', [10_500, 10_700]);
  app.clock.now = new Date('2027-01-02T08:00:00Z');
  admin = await app.signInAs(boss);
  expect((await status()).units[0]).toMatchObject({ doubt: 'fell', last_odometer_km: 11_200, odometer_end_km: 10_700 });
  expect((await report()).errors).toBe('AutoplanConfirmOdometer');
  expect((await report([van.imei], [van.imei])).status).toBe(200);
  await run();
  expect((await status()).units[0]).toMatchObject({ state: 'reported' });
});

test('AUTO-007: administrators are reminded on the first and the third day of what is unreported, once a day', async () => {
  await november();
  await connect();
  const mails = async () =>
    (
      await owner
        .selectFrom('mail')
        .where('account_id', '=', accountId)
        .where('template', '=', 'autoplan-reminder')
        .select('params')
        .execute()
    ).map(({ params }) => params);
  const at = async (time: string) => {
    app.clock.now = new Date(time);
    await remind(system);
  };
  await at('2026-12-01T03:00:00Z');
  expect(await mails(), 'at night').toEqual([]);
  await at('2026-12-01T07:00:00Z');
  await at('2026-12-01T08:00:00Z');
  expect(await mails()).toEqual([{ fullName: 'Ada Admin', accountName: 'Åkeriet AB', month: '2026-11', units: 1 }]);
  await at('2026-12-02T08:00:00Z');
  expect(await mails()).toHaveLength(1);
  admin = await app.signInAs(boss);
  await report();
  await run();
  await at('2026-12-03T08:00:00Z');
  expect(await mails(), 'all is reported').toHaveLength(1);
});

test('AUTO-001, FEAT-001: a vehicle without the feature is not reported; without an address of the service nothing is', async () => {
  await november();
  await connect();
  await owner
    .updateTable('unit')
    .where('id', '=', van.unitId)
    .set({ features: ['tolls'] })
    .execute();
  expect((await status()).units).toEqual([]);
  expect((await report()).errors).toBe('UnitNotFound');
  expect(noAutoplan.isAvailable).toBe(false);
});
