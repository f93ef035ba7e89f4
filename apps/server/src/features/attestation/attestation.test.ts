import {
  attest,
  attestHistory,
  attestStatus,
  batchAttest,
  checkAttestation,
  lastAttested,
  listAltered,
  remindToAttest,
  toggleAttestation,
  unattest,
} from '@spora/contract/attestation/endpoints';
import { setOptions, setOtherTripType } from '@spora/contract/accounts/settings';
import { generateTrips, updateTrip } from '@spora/contract/trips/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { verifyingKeys } from '../../platform/secrets/seal-keys.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, recordingMailer, testApp, testPorts } from '../../testing/http.ts';
import { verifyLog } from './sealing/service.ts';
import { makeTrip, type NewTrip } from '../../testing/trips.ts';
import { remindMonthly } from './reminders/service.ts';

const ports = testPorts();
const app = await testApp({ ports });
afterAll(() => app.close());
const { owner } = app.database;

const MARCH = { from: '2026-03-01', to: '2026-03-31' };
let accountId: AccountId;
let admin: Caller;
let driver: Caller;
let driverId: number;
let driverMail: string;
let unit: MadeUnit;
beforeEach(async () => {
  app.clock.now = new Date('2026-04-03T08:00:00Z');
  accountId = await makeAccount(app.database, { name: 'Åkeriet AB' });
  admin = await app.signInAs(await makeMember(app.database, { accountId, fullName: 'Anna Admin' }));
  const member = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  [driverId, driverMail] = [member.id, member.email];
  driver = await app.signInAs(member);
  unit = await newUnit();
});

const newUnit = () => makeUnit(app.database, { accountId, visibleTo: [driverId] });
const trip = (over: Partial<NewTrip> & { start: string }, on = unit) =>
  makeTrip(app.database, { accountId, unitId: on.unitId }, { driver: driverId, ...over });
const purposeFor = (id: number) => admin.call(updateTrip, { params: { id }, body: { purpose: 'Kund' } });
const log = async (caller: Caller) =>
  (await caller.call(generateTrips, { body: { ...MARCH, imeis: [unit.imei], descending: false } })).data!.trips;
const attestMarch = (caller = driver, more: object = {}) => caller.call(attest, { body: { ...MARCH, imei: unit.imei, ...more } });
const status = async (caller: Caller, query: object = {}) =>
  (await caller.call(attestStatus, { query: { month: '2026-03', ...query } })).data!;
const mails = async (template: string) =>
  await owner
    .selectFrom('mail')
    .select(['recipient', 'language', 'params'])
    .where('account_id', '=', accountId)
    .where('template', '=', template)
    .orderBy('id')
    .execute();

test('ATT-001, ATT-002, ATT-003, ATT-012, API-116, CONST-033: a driver attests a month with a note; its trips are locked, sealed and told as attested', async () => {
  const id = await trip({ start: '2026-03-10T08:00:00Z' });
  await trip({ start: '2026-04-01T08:00:00Z' });
  const answer = await attestMarch(driver, { note: 'Allt stämmer' });
  expect(answer.data).toMatchObject({ attested: [{ unit_id: unit.unitId, trips: 1 }], state: 'user' });
  expect(await log(driver)).toMatchObject([{ id, attested_by: 'user', can: { edit: false } }]);
  const refused = await driver.call(updateTrip, { params: { id }, body: { purpose: 'Annat' } });
  expect(refused.errors).toBe('TripIsAttested');
  expect((await admin.call(updateTrip, { params: { id }, body: { note: 'x' } })).errors).toBe('TripIsAttested');
  expect(await verifyLog(owner, await verifyingKeys(ports.sealKeys))).toMatchObject({ trips: 1, problems: [] });
  expect((await attestMarch(driver, { from: '2026-02-01', to: '2026-02-28', note: 'x'.repeat(101) })).errors).toEqual({
    note: ['AttestNoteLength'],
  });
  await owner.deleteFrom('seal').execute();
});

test('ATT-002: the odometers stand as the log showed them, whatever is read off later', async () => {
  await trip({ start: '2026-03-10T08:00:00Z' });
  const [before] = await log(driver);
  await attestMarch();
  await sql`UPDATE trip SET start_odometer_m = 5, stop_odometer_m = 6 WHERE unit_id = ${unit.unitId}`.execute(owner);
  const [after] = await log(driver);
  expect(after).toMatchObject({
    start: { odometer_km: before!.start.odometer_km },
    stop: { odometer_km: before!.stop!.odometer_km },
  });
});

test('ATT-010, ATT-013: the status tells what is open in a period as its check does, and how many units have no row', async () => {
  await trip({ start: '2026-03-10T08:00:00Z' });
  await trip({ start: '2026-03-11T08:00:00Z', driver: null });
  await newUnit();
  const check = await admin.call(checkAttestation, { body: { ...MARCH, imei: unit.imei, user_id: driverId } });
  const told = check.data!.matters.map(({ kind, count, is_blocking }) => ({ kind, count, is_blocking }));
  expect(told.map(({ kind }) => kind)).toEqual(['purpose-missing', 'driver-missing']);
  const before = await status(admin);
  expect(before.rows.find((row) => row.user_id === driverId)?.matters).toEqual(told);
  expect(before.left_out).toEqual({ not_driven: 1, not_attested: 0 });
  await attestMarch();
  expect((await status(admin)).rows.find((row) => row.user_id === driverId)?.matters).toEqual([]);
});

test('ATT-009, ATT-013: what misses something stands first and can be asked for alone; what was missing stays with what was attested', async () => {
  const other = await makeUnit(app.database, { accountId, name: 'AAA', visibleTo: [driverId] });
  await purposeFor(await trip({ start: '2026-03-10T08:00:00Z' }, other));
  // One under way misses nothing that anybody could see to.
  await trip({ start: '2026-03-30T10:00:00Z', isOngoing: true }, other);
  await trip({ start: '2026-03-10T10:00:00Z' });
  const asked = async (lacking: boolean) =>
    (await admin.call(attestStatus, { query: { month: '2026-03', ...(lacking ? { lacking: 'true' } : {}) } })).data!;
  const ids = (rows: readonly { unit_id: number }[]): number[] => rows.map(({ unit_id }) => unit_id);
  const before = await asked(false);
  expect([ids(before.rows), before.counts.lacking]).toEqual([[unit.unitId, other.unitId], 1]);
  const alone = await asked(true);
  expect([ids(alone.rows), alone.counts]).toMatchObject([[unit.unitId], { open: 2, lacking: 1 }]);

  const id = (await attestMarch(admin, { user_id: driverId })).data!.attested[0]!.id;
  const lacks = [{ kind: 'purpose-missing', count: 1 }];
  const after = await asked(false);
  expect(after.rows.find((row) => row.attestation_id === id)?.attested_with).toEqual(lacks);
  expect(after.counts.lacking).toBe(0);
  expect((await admin.call(attestHistory, { query: {} })).data!.rows).toMatchObject([{ id, attested_with: lacks }]);
  const told = async () =>
    (
      await owner
        .selectFrom('audit_entry')
        .select('details')
        .where('account_id', '=', accountId)
        .where('action', '=', 'log-attested')
        .orderBy('id')
        .execute()
    ).map(({ details }) => details);
  expect(await told()).toMatchObject([{ trips: 1, purpose_missing: 1, without_user: true }]);
  await admin.call(unattest, { body: { id, reason: 'Igen' } });
  const again = (await attestMarch()).data!.attested[0]!.id;
  await admin.call(toggleAttestation, { body: { id: again, attested: true } });
  expect((await told()).slice(1), 'the number of trips always').toMatchObject([{ trips: 1 }, { trips: 1, purpose_missing: 1 }]);
});

test('ATT-004, ATT-009, DEC-47, ATT-007, ERR-035: an administrator attests after the driver; the same level twice is already attested', async () => {
  await trip({ start: '2026-03-10T08:00:00Z' });
  const id = (await attestMarch()).data!.attested[0]!.id;
  expect((await attestMarch()).errors).toBe('AttestAlready');
  expect((await attestMarch(driver, { from: '2026-03-20', to: '2026-04-02' })).errors).toBe('AttestAlready');
  expect((await admin.call(toggleAttestation, { body: { id, attested: true } })).data).toEqual({ state: 'admin' });
  expect((await admin.call(toggleAttestation, { body: { id, attested: true } })).errors).toBe('AttestAlready');
  expect((await log(driver))[0]).toMatchObject({ attested_by: 'admin' });
  const [row] = (await status(admin)).rows;
  expect(row).toMatchObject({ state: 'admin', user_attested_by: 'Dag Driver', admin_attested_by: 'Anna Admin' });
  expect(row!.user_attested_at).toBe('2026-04-03T08:00:00.000Z');
});

test('DEC-47: an administrator attests what the driver has not, and is warned of it; then the driver need not', async () => {
  const id = await trip({ start: '2026-03-10T08:00:00Z' });
  const check = await admin.call(checkAttestation, { body: { ...MARCH, imei: unit.imei, user_id: driverId } });
  expect(check.data).toMatchObject({ is_without_user: true, totals: { trips: 1 }, can: { attest: true } });
  expect((await attestMarch(admin, { user_id: driverId })).data).toMatchObject({ state: 'admin' });
  expect((await log(driver))[0]).toMatchObject({ id, attested_by: 'admin', can: { edit: false } });
  expect((await attestMarch()).errors).toBe('AttestAlready');
});

test('TRIP-032: an administrator who attests for somebody is told of their private trips neither in the answer nor in the audit log', async () => {
  await trip({ start: '2026-03-10T08:00:00Z' });
  await trip({ start: '2026-03-11T08:00:00Z', type: 'private' });
  const counted = async (): Promise<unknown[]> =>
    (
      await owner
        .selectFrom('audit_entry')
        .select('details')
        .where('account_id', '=', accountId)
        .where('action', '=', 'log-attested')
        .execute()
    ).map(({ details }) => (details as { trips?: number }).trips);
  const [attested] = (await attestMarch(admin, { user_id: driverId })).data!.attested;
  expect([attested!.trips, await counted()]).toEqual([1, [1]]);
  await admin.call(unattest, { body: { id: attested!.id, reason: 'Igen' } });
  expect((await attestMarch()).data!.attested[0]!.trips, 'its driver knows them all').toBe(2);
  expect(await counted()).toEqual([1, 1]);
});

test('ATT-004, ATT-015: opening an attested period takes a reason, tells the driver, gives the trips back and stays in the history', async () => {
  const id = await trip({ start: '2026-03-10T08:00:00Z' });
  const attestation = (await attestMarch()).data!.attested[0]!.id;
  expect((await admin.call(unattest, { body: { id: attestation, reason: ' ' } })).errors).toEqual({ reason: ['SpecifyReason'] });
  expect((await admin.call(unattest, { body: { id: attestation, reason: 'x'.repeat(101) } })).errors).toEqual({
    reason: ['AttestReasonLength'],
  });
  expect((await driver.call(unattest, { body: { id: attestation, reason: 'Fel' } })).status).toBe(403);
  expect((await admin.call(unattest, { body: { id: attestation, reason: 'Fel ärende den 10 mars' } })).data).toEqual({
    state: 'reopened',
  });
  expect((await log(driver))[0]).toMatchObject({ attested_by: null, can: { edit: true } });
  const { attested_start_odometer_m } = await owner
    .selectFrom('trip')
    .select('attested_start_odometer_m')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(attested_start_odometer_m).toBeNull();
  expect(await mails('log-reopened')).toMatchObject([
    { recipient: driverMail, params: { byName: 'Anna Admin', reason: 'Fel ärende den 10 mars', from: '2026-03-01' } },
  ]);
  expect((await admin.call(unattest, { body: { id: attestation, reason: 'Igen' } })).errors).toBe('AttestReopened');
  expect((await status(driver)).rows).toMatchObject([{ state: 'reopened', attestation_id: null, reopened_by: 'Anna Admin' }]);
  await attestMarch();
  const { rows } = (await driver.call(attestHistory)).data!;
  const { distance_m: goneM } = (await status(driver)).rows[0]!;
  expect(goneM).toBeGreaterThan(0);
  expect(rows.map((row) => [row.state, row.trips, row.distance_m, row.reopened_reason])).toEqual([
    ['user', 1, goneM, ''],
    ['reopened', null, null, 'Fel ärende den 10 mars'],
  ]);
  expect((await status(driver)).rows).toMatchObject([{ state: 'user' }]);
  const audit = await owner
    .selectFrom('audit_entry')
    .select('action')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  expect(audit.map(({ action }) => action)).toEqual(['log-attested', 'log-reopened', 'log-attested']);
});

test('ATT-015: of a period that was opened again it is told how many of its trips were changed since', async () => {
  const first = await trip({ start: '2026-03-10T08:00:00Z' });
  const second = await trip({ start: '2026-03-11T08:00:00Z' });
  await trip({ start: '2026-03-12T08:00:00Z' });
  await purposeFor(first);
  app.clock.now = new Date('2026-04-03T09:00:00Z');
  const attestation = (await attestMarch()).data!.attested[0]!.id;
  const changed = async () => (await status(admin)).rows.map(({ state, changed_trips }) => [state, changed_trips]);
  expect(await changed()).toEqual([['user', null]]);
  await admin.call(unattest, { body: { id: attestation, reason: 'Fel förare den 11' } });
  expect(await changed(), 'what was changed before is not').toEqual([['reopened', 0]]);
  app.clock.now = new Date('2026-04-03T10:00:00Z');
  await purposeFor(first);
  await driver.call(updateTrip, { params: { id: first }, body: { note: 'x' } });
  expect(await changed()).toEqual([['reopened', 1]]);
  const other = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Eva' });
  await admin.call(updateTrip, { params: { id: second }, body: { driver_id: other.id } });
  expect(await changed(), 'a trip that became another’s was changed').toContainEqual(['reopened', 2]);
});

test('ATT-008: a member attests, opens and reminds for nobody else, and sees only their own rows', async () => {
  const other = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Eva' });
  await trip({ start: '2026-03-10T08:00:00Z', driver: other.id });
  await trip({ start: '2026-03-11T08:00:00Z', driver: null });
  for (const user_id of [other.id, null]) {
    expect((await attestMarch(driver, { user_id })).status).toBe(403);
    expect((await driver.call(checkAttestation, { body: { ...MARCH, user_id } })).status).toBe(403);
  }
  expect((await driver.call(lastAttested, { query: { user_id: other.id } })).status).toBe(403);
  expect((await driver.call(remindToAttest, { body: { rows: [{ user_id: other.id, ...MARCH }] } })).status).toBe(403);
  expect(
    (await driver.call(batchAttest, { body: { rows: [{ unit_id: unit.unitId, user_id: driverId, ...MARCH }] } })).status,
  ).toBe(403);
  expect((await status(driver)).rows).toEqual([]);
  expect((await status(admin)).rows).toHaveLength(2);
  expect((await attestMarch()).errors).toBe('AttestNothing');
});

test('SEC-008: units, people and attestations of another account are not found', async () => {
  await trip({ start: '2026-03-10T08:00:00Z' });
  const id = (await attestMarch()).data!.attested[0]!.id;
  const foreignAccount = await makeAccount(app.database);
  const foreign = await app.signInAs(await makeMember(app.database, { accountId: foreignAccount }));
  const foreignUnit = await makeUnit(app.database, { accountId: foreignAccount });
  expect((await foreign.call(unattest, { body: { id, reason: 'x' } })).errors).toBe('AttestNotFound');
  expect((await foreign.call(toggleAttestation, { body: { id, attested: true } })).errors).toBe('AttestNotFound');
  expect((await foreign.call(attest, { body: { ...MARCH, unit_id: unit.unitId } })).errors).toBe('UnitNotFound');
  expect((await foreign.call(attest, { body: { ...MARCH, unit_id: foreignUnit.unitId, user_id: driverId } })).errors).toBe(
    'UserNotFound',
  );
  const rows = [
    { unit_id: unit.unitId, user_id: null, ...MARCH },
    { unit_id: foreignUnit.unitId, user_id: driverId, ...MARCH },
    { attestation_id: id, unit_id: foreignUnit.unitId, user_id: null, ...MARCH },
  ];
  expect((await foreign.call(batchAttest, { body: { rows } })).data!.results.map((one) => !one.success && one.error)).toEqual([
    'UnitNotFound',
    'UserNotFound',
    'AttestNotFound',
  ]);
  const reminded = await foreign.call(remindToAttest, { body: { rows: [{ user_id: driverId, ...MARCH }] } });
  expect(reminded.data!.results).toEqual([{ row: 0, success: false, error: 'UserNotFound', retry_after_s: null }]);
  expect((await foreign.call(attestHistory)).data!.rows).toEqual([]);
});

test('LOCK-005: a locked unit is no administrator’s to attest or open', async () => {
  await trip({ start: '2026-03-10T08:00:00Z' });
  const id = (await attestMarch()).data!.attested[0]!.id;
  await owner
    .updateTable('unit')
    .set({ locked_at: app.clock.now, locked_by_member_id: driverId })
    .where('id', '=', unit.unitId)
    .execute();
  expect((await admin.call(unattest, { body: { id, reason: 'x' } })).errors).toBe('AttestNotFound');
  expect((await status(admin)).rows).toEqual([]);
  expect((await status(driver)).rows).toHaveLength(1);
});

test('ATT-010, TRIP-023: open matters are listed with their trips, and those that the account demands block', async () => {
  const without = await trip({ start: '2026-03-10T08:00:00Z' });
  const nobody = await trip({ start: '2026-03-11T08:00:00Z', driver: null });
  const jump = await trip({ start: '2026-03-12T08:00:00Z' });
  for (const id of [nobody, jump]) await purposeFor(id);
  await sql`UPDATE trip SET stop_odometer_m = start_odometer_m + 11100 WHERE id = ${jump}`.execute(owner);
  const check = async () => (await driver.call(checkAttestation, { body: MARCH })).data!;
  const matters = async () => (await check()).matters.map((one) => [one.kind, one.trip_ids, one.is_blocking]);
  expect(await matters()).toEqual([
    ['purpose-missing', [without], false],
    ['driver-missing', [nobody], false],
    ['odometer-gap', [jump], false],
  ]);
  const explain = async (odometer_explanation: { reason: 'wrong-reading'; note: string } | null) =>
    await driver.call(updateTrip, { params: { id: jump }, body: { odometer_explanation } });
  await explain({ reason: 'wrong-reading', note: '' });
  expect((await matters()).map(([kind]) => kind)).toEqual(['purpose-missing', 'driver-missing']);
  await explain(null);
  expect((await matters())[2]).toEqual(['odometer-gap', [jump], false]);
  expect((await check()).can.attest).toBe(true);
  await admin.call(setOptions, { body: { purpose_required: true } });
  expect((await matters())[0]).toEqual(['purpose-missing', [without], true]);
  expect((await check()).can.attest).toBe(false);
  expect((await attestMarch()).errors).toBe('AttestOpenMatters');
  await driver.call(updateTrip, { params: { id: without }, body: { purpose: 'Kund' } });
  await admin.call(setOptions, { body: { driver_required: true } });
  expect((await attestMarch()).errors).toBe('AttestOpenMatters');
  await admin.call(updateTrip, { params: { id: nobody }, body: { driver_id: driverId } });
  expect((await attestMarch()).data).toMatchObject({ attested: [{ trips: 3 }] });
});

test('TRIP-004, ATT-010, TRIP-023: trips of the third type without a purpose are open matters, and block, where the account asks one of them', async () => {
  const id = await trip({ start: '2026-03-10T08:00:00Z', type: 'other' });
  const matters = async () =>
    (await driver.call(checkAttestation, { body: MARCH })).data!.matters.map((one) => [one.kind, one.trip_ids, one.is_blocking]);
  const counted = async (more: object = {}) => (await driver.call(generateTrips, { body: { ...MARCH, ...more } })).data!.totals;
  await admin.call(setOptions, { body: { purpose_required: true } });
  expect(await matters()).toEqual([]);
  expect(await counted()).toMatchObject({ count: 1, purpose_missing: 0 });
  await admin.call(setOtherTripType, { body: { purpose_required: true } });
  expect(await matters()).toEqual([['purpose-missing', [id], true]]);
  expect(await counted({ purpose_missing: true })).toMatchObject({ count: 1, purpose_missing: 1 });
  expect((await attestMarch()).errors).toBe('AttestOpenMatters');
  await admin.call(setOptions, { body: { purpose_required: false } });
  expect(await matters()).toEqual([['purpose-missing', [id], false]]);
  await purposeFor(id);
  expect(await matters()).toEqual([]);
  expect(await counted()).toMatchObject({ purpose_missing: 0 });
});

test('ATT-010: a trip that is still under way blocks', async () => {
  await trip({ start: '2026-03-10T08:00:00Z' });
  const id = await trip({ start: '2026-03-31T20:00:00Z', isOngoing: true });
  const { data } = await driver.call(checkAttestation, { body: MARCH });
  expect(data!.matters.find((one) => one.kind === 'ongoing')).toMatchObject({ trip_ids: [id], is_blocking: true });
  expect((await attestMarch()).errors).toBe('AttestOpenMatters');
});

test('ATT-011: a period of today or later is refused; the next one begins the day after the last attested day', async () => {
  await trip({ start: '2026-03-10T08:00:00Z' });
  const period = async () => (await driver.call(lastAttested)).data!;
  expect(await period()).toEqual({ rows: [], period: MARCH });
  expect((await attestMarch(driver, { to: '2026-04-03' })).errors).toBe('AttestNotOver');
  expect((await attestMarch(driver, { to: '2026-02-01' })).errors).toEqual({ to: ['EndDateMustBeAfterStart'] });
  await attestMarch(driver, { to: '2026-03-12' });
  expect(await period()).toMatchObject({
    rows: [{ unit_id: unit.unitId, last_day: '2026-03-12' }],
    period: { from: '2026-03-13', to: '2026-03-31' },
  });
  await trip({ start: '2026-03-20T08:00:00Z' });
  await attestMarch(driver, { from: '2026-03-13' });
  expect((await period()).period).toBeNull();
});

test('ATT-011: of two who attest one period at the same time one is told that it is attested', async () => {
  await trip({ start: '2026-03-10T08:00:00Z' });
  const answers = await Promise.all([attestMarch(), attestMarch(admin, { user_id: driverId })]);
  expect(answers.filter((answer) => answer.data)).toHaveLength(1);
  expect(answers.find((answer) => answer.errors)?.errors).toBe('AttestAlready');
});

test('ATT-001: without a unit everything that one drove is attested at once, each unit for itself', async () => {
  const second = await newUnit();
  await trip({ start: '2026-03-10T08:00:00Z' });
  await trip({ start: '2026-03-11T08:00:00Z' }, second);
  const { data } = await driver.call(attest, { body: MARCH });
  expect(data!.attested.map((one) => one.unit_id).sort()).toEqual([unit.unitId, second.unitId].sort());
});

test('ATT-005, ATT-013, API-115: the list is filtered by department, user, unit and state, with a count for each state', async () => {
  const second = await newUnit();
  await owner.updateTable('unit').set({ department: 'Norr' }).where('id', '=', second.unitId).execute();
  await trip({ start: '2026-03-10T08:00:00Z' });
  await trip({ start: '2026-03-11T08:00:00Z' }, second);
  await trip({ start: '2026-03-12T08:00:00Z', driver: null }, second);
  await attestMarch();
  const all = await status(admin);
  expect(all.counts).toEqual({ open: 2, user: 1, admin: 0, reopened: 0, lacking: 2 });
  expect(all.choices).toMatchObject({ departments: ['Norr'], users: [{ id: driverId, name: 'Dag Driver' }] });
  expect((await status(admin, { state: 'user' })).rows).toMatchObject([{ unit_id: unit.unitId, trips: 1, distance_m: 10_000 }]);
  expect((await status(admin, { state: 'user' })).counts.open).toBe(2);
  expect((await status(admin, { department: 'Norr' })).rows).toHaveLength(2);
  expect((await status(admin, { user_id: driverId })).rows).toHaveLength(2);
  expect((await status(admin, { unit_id: unit.unitId })).rows).toHaveLength(1);
  expect((await status(admin, { month: '2026-02' })).rows).toEqual([]);
});

test('ATT-009: half a month attested, the other half is a row of its own', async () => {
  await trip({ start: '2026-03-10T08:00:00Z' });
  await trip({ start: '2026-03-20T08:00:00Z' });
  await attestMarch(driver, { to: '2026-03-15' });
  expect((await status(admin)).rows.map((row) => [row.from, row.to, row.state, row.trips])).toEqual([
    ['2026-03-16', '2026-03-31', 'open', 1],
    ['2026-03-01', '2026-03-15', 'user', 1],
  ]);
});

test('ATT-006, ATT-013: a batch answers for each row: attested after the driver, without the driver, and why not', async () => {
  const [second, third] = [await newUnit(), await newUnit()];
  await trip({ start: '2026-03-10T08:00:00Z' });
  await trip({ start: '2026-03-11T08:00:00Z' }, second);
  await trip({ start: '2026-03-11T08:00:00Z', isOngoing: true }, third);
  const id = (await attestMarch()).data!.attested[0]!.id;
  const row = (unitId: number, attestation_id: number | null = null) => ({
    attestation_id,
    unit_id: unitId,
    user_id: driverId,
    ...MARCH,
  });
  const rows = [row(unit.unitId, id), row(second.unitId), row(third.unitId), row(unit.unitId)];
  const { data } = await admin.call(batchAttest, { body: { rows } });
  expect(data!.results).toMatchObject([
    { row: 0, success: true, id, without_user: false },
    { row: 1, success: true, without_user: true },
    { row: 2, success: false, error: 'AttestOpenMatters' },
    { row: 3, success: false, error: 'AttestAlready' },
  ]);
  expect((await status(admin)).counts).toMatchObject({ admin: 2 });
});

test('TRIP-032: an administrator is told nothing of a driver’s private trips: no sum, no row, no matter', async () => {
  await trip({ start: '2026-03-10T08:00:00Z' });
  const secret = await trip({ start: '2026-03-14T08:00:00Z', type: 'private', distanceM: 77_000 });
  const second = await newUnit();
  await trip({ start: '2026-03-15T08:00:00Z', type: 'private' }, second);
  const [row, ...rest] = (await status(admin)).rows;
  expect(rest).toEqual([]);
  expect(row).toMatchObject({ trips: 1, distance_m: 10_000, private_m: 0 });
  const check = await admin.call(checkAttestation, { body: { ...MARCH, user_id: driverId } });
  expect(check.data).toMatchObject({ totals: { trips: 1, private_m: 0 } });
  expect(check.data?.matters.flatMap((matter) => matter.trip_ids)).not.toContain(secret);
  expect((await status(driver)).rows.map((one) => one.trips).sort()).toEqual([1, 2]);
  await attestMarch();
  expect((await status(admin)).rows.find((one) => one.unit_id === unit.unitId)).toMatchObject({ trips: 1, private_m: 0 });
  expect((await status(driver, { unit_id: unit.unitId })).rows[0]).toMatchObject({ trips: 2, private_m: 77_000 });
});

test('ATT-006, ATT-014, ERR-043: a reminder goes in the recipient’s language, at most once a day for a period', async () => {
  await owner.updateTable('member').set({ language: 'no' }).where('id', '=', driverId).execute();
  await trip({ start: '2026-03-10T08:00:00Z' });
  const remind = async (span = MARCH) =>
    (await admin.call(remindToAttest, { body: { rows: [{ user_id: driverId, ...span }] } })).data!.results;
  expect(await remind()).toEqual([{ row: 0, success: true }]);
  app.clock.now = new Date('2026-04-03T09:00:00Z');
  expect(await remind()).toEqual([{ row: 0, success: false, error: 'AttestReminderTooSoon', retry_after_s: 23 * 3600 }]);
  expect((await status(admin)).rows[0]).toMatchObject({ remind_from: '2026-04-04T08:00:00.000Z' });
  app.clock.now = new Date('2026-04-03T08:00:00Z');
  expect(await remind({ from: '2026-02-01', to: '2026-02-28' })).toEqual([{ row: 0, success: true }]);
  expect((await status(admin)).rows[0]).toMatchObject({ reminded_at: '2026-04-03T08:00:00.000Z' });
  app.clock.now = new Date('2026-04-04T08:01:00Z');
  admin = await app.signInAs(await makeMember(app.database, { accountId }));
  expect(await remind()).toEqual([{ row: 0, success: true }]);
  const sent = await mails('attest-reminder');
  expect(sent).toHaveLength(3);
  expect(sent[0]).toMatchObject({ recipient: driverMail, language: 'no', params: { ...MARCH, accountName: 'Åkeriet AB' } });
  const audit = await owner.selectFrom('audit_entry').select('details').where('action', '=', 'attest-reminded').execute();
  expect(
    audit.map(({ details }) => details),
    '13-B5: of one, the log says whom',
  ).toEqual(audit.map(() => ({ member: driverId })));
  expect(audit).toHaveLength(3);
});

test('ATT-014: a reminder, asked for or monthly, also shows in the browsers of its recipient, in their language, and leads to the period', async () => {
  await owner.updateTable('member').set({ language: 'sv' }).where('id', '=', driverId).execute();
  const keys = { public_key: 'B', auth_secret: 'a', vapid_key: 'k', label: 'Firefox', created_at: app.clock.now };
  const endpoint = `https://push.example.com/${driverId}`;
  await owner
    .insertInto('push_subscription')
    .values({ account_id: accountId, member_id: driverId, endpoint, ...keys })
    .execute();
  await trip({ start: '2026-03-10T08:00:00Z' });
  const remind = () => admin.call(remindToAttest, { body: { rows: [{ user_id: driverId, ...MARCH }] } });
  await remind();
  await remind();
  const pushes = async () =>
    (await owner.selectFrom('push').select(['body', 'topic']).where('member_id', '=', driverId).orderBy('id').execute()).map(
      ({ body, topic }) => ({ ...(JSON.parse(body) as Record<string, string>), topic }),
    );
  expect(await pushes()).toEqual([
    {
      title: 'Resor att attestera',
      body: 'Åkeriet AB vill att du går igenom dina resor från 2026-03-01 till 2026-03-31 och attesterar dem. Det tar några minuter.',
      url: '/user/attest?from=2026-03-01&to=2026-03-31',
      tag: 'attest-2026-03-01-2026-03-31',
      topic: 'attest-2026-03-01-2026-03-31',
    },
  ]);
  await owner.deleteFrom('attest_reminder').where('member_id', '=', driverId).execute();
  await owner.updateTable('account').set({ monthly_attest_reminder: true }).where('id', '=', accountId).execute();
  app.clock.now = new Date('2026-04-03T08:00:00Z');
  await remindMonthly({
    actor: { kind: 'system' },
    db: app.database.pipeline,
    now: () => app.clock.now,
    ports,
    log: { info: () => {} },
  } as never);
  expect(await pushes()).toHaveLength(2);
});

test('ATT-014: an administrator is not offered to remind themselves of what they drove, only others', async () => {
  const boss = await makeMember(app.database, { accountId });
  admin = await app.signInAs(boss);
  await trip({ start: '2026-03-10T08:00:00Z' });
  await trip({ start: '2026-03-11T08:00:00Z', driver: boss.id });
  const { rows } = await status(admin);
  expect(rows.map((row) => [row.user_id, row.can.attest, row.can.remind]).toSorted()).toEqual(
    [
      [driverId, true, true],
      [boss.id, true, false],
    ].toSorted(),
  );
});

test('ATT-014: whoever sees the unit no longer, or signs in no longer, is not reminded of it: an administrator attests', async () => {
  await trip({ start: '2026-03-10T08:00:00Z' });
  await owner.updateTable('account').set({ monthly_attest_reminder: true }).where('id', '=', accountId).execute();
  const isOffered = async () => (await status(admin)).rows.map(({ can }) => [can.attest, can.remind]);
  expect(await isOffered()).toEqual([[true, true]]);
  const monthly = async () => {
    await remindMonthly({
      actor: { kind: 'system' },
      db: app.database.pipeline,
      now: () => app.clock.now,
      ports,
      log: { info: () => {} },
    } as never);
    return (await mails('attest-reminder')).length;
  };
  await owner.deleteFrom('unit_access').where('unit_id', '=', unit.unitId).execute();
  expect([await isOffered(), await monthly()]).toEqual([[[true, false]], 0]);
  await owner.insertInto('unit_access').values({ account_id: accountId, unit_id: unit.unitId, member_id: driverId }).execute();
  await owner.updateTable('member').set({ disabled_at: app.clock.now }).where('id', '=', driverId).execute();
  expect([await isOffered(), await monthly()]).toEqual([[[true, false]], 0]);
  await owner.updateTable('member').set({ disabled_at: null }).where('id', '=', driverId).execute();
  expect([await isOffered(), await monthly()]).toEqual([[[true, true]], 1]);
});

test('ATT-007, ERR-035: where no mail can be sent the administrator is told to contact support, and nobody counts as reminded', async () => {
  const silent = await testApp({ ports: { mail: recordingMailer({ isAvailable: false }) } });
  const own = await makeAccount(silent.database);
  const caller = await silent.signInAs(await makeMember(silent.database, { accountId: own }));
  const { id } = await makeMember(silent.database, { accountId: own });
  expect((await caller.call(remindToAttest, { body: { rows: [{ user_id: id, ...MARCH }] } })).errors).toBe(
    'AttestReminderFailed',
  );
  expect(await silent.database.owner.selectFrom('attest_reminder').select('id').execute()).toEqual([]);
  await silent.close();
});

test('ATT-014: drivers with open trips are reminded of the month once, where the account wants it', async () => {
  await trip({ start: '2026-03-10T08:00:00Z' });
  await makeMember(app.database, { accountId, fullName: 'Drove nothing' });
  const { log: _, ...rest } = { log: { info: () => {} } };
  const run = () =>
    remindMonthly({
      actor: { kind: 'system' },
      db: app.database.pipeline,
      now: () => app.clock.now,
      ports,
      log: _,
      ...rest,
    } as never);
  await run();
  expect(await mails('attest-reminder')).toEqual([]);
  await admin.call(setOptions, { body: { monthly_attest_reminder: true } });
  await run();
  await run();
  app.clock.now = new Date('2026-04-05T08:00:00Z');
  await run();
  expect((await mails('attest-reminder')).map(({ recipient }) => recipient)).toEqual([driverMail]);
  app.clock.now = new Date('2026-05-04T03:00:00Z');
  await trip({ start: '2026-04-10T08:00:00Z' });
  await run();
  expect(await mails('attest-reminder')).toHaveLength(1);
  app.clock.now = new Date('2026-05-04T08:00:00Z');
  await run();
  expect((await mails('attest-reminder'))[1]).toMatchObject({ params: { from: '2026-04-01', to: '2026-04-30' } });
});

test('12-A8: the log says which trips and fields of its periods are not as sealed, to whoever sees them', async () => {
  const ids = [await trip({ start: '2026-03-10T08:00:00Z' }), await trip({ start: '2026-03-11T08:00:00Z' })];
  await attestMarch();
  const asked = async (caller: Caller) => (await caller.call(listAltered, { body: { trip_ids: ids } })).data!.altered;
  expect(await asked(driver)).toEqual([]);
  await sql`UPDATE trip SET start_address = 'Forged Street 666' WHERE id = ${ids[0]}`.execute(owner);
  await sql`UPDATE trip SET attestation_id = NULL WHERE id = ${ids[1]}`.execute(owner);
  const told = await asked(driver);
  const of = { from: '2026-03-01', to: '2026-03-31' };
  expect(told).toContainEqual(
    expect.objectContaining({ ...of, trip_id: ids[0], day: '2026-03-10', what: 'field', field: 'start_address' }),
  );
  expect(told).toContainEqual(expect.objectContaining({ trip_id: ids[1], day: '2026-03-11', what: 'missing', field: null }));
  expect(told).toContainEqual(expect.objectContaining({ trip_id: null, what: 'field', field: 'trips' }));
  expect(await asked(admin)).toEqual(told);
  expect(JSON.stringify(told)).not.toContain('Forged');
  const stranger = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
  expect(await asked(stranger)).toEqual([]);
  await owner.deleteFrom('seal').execute();
});
