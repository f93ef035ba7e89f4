import { DAY_MS } from '@spora/calendar/durations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  getEcoDriving,
  getIo,
  listCommands,
  saveIo,
  setEcoDriving,
  switchOutput,
  withdrawCommand,
} from '@spora/contract/commands/endpoints';
import { readAudit } from '@spora/contract/accounts/endpoints';
import { lockUnit, unitHistory } from '@spora/contract/units/endpoints';
import { makeAccount, makeMember, makeUnit, type MadeUnit, type UnitOptions } from '../../testing/database.ts';
import { makeTrip } from '../../testing/trips.ts';
import { type Caller, testApp } from '../../testing/http.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner } = app.database;
const accountId = await makeAccount(app.database);
const foreignId = await makeAccount(app.database);
let admin: Caller;
let otherAdmin: Caller;
let foreignAdmin: Caller;
let driver: Caller;
let driverId: number;

beforeAll(async () => {
  admin = await app.signInAs(await makeMember(app.database, { accountId, fullName: 'Maja Ek' }));
  otherAdmin = await app.signInAs(await makeMember(app.database, { accountId }));
  foreignAdmin = await app.signInAs(await makeMember(app.database, { accountId: foreignId }));
  const member = await makeMember(app.database, { accountId, isAdmin: false });
  driverId = member.id;
  driver = await app.signInAs(member);
});

const unitOf = (more: Partial<UnitOptions> = {}): Promise<MadeUnit> =>
  makeUnit(app.database, { accountId, visibleTo: [driverId], ...more });
const SIREN = { name: 'Siren', type: 'siren', normal_state: false, pulse_s: null, who: 'administrators' } as const;
const describe1 = (imei: string, over: object = {}) =>
  admin.call(saveIo, { params: { imei }, body: { inputs: [], outputs: [{ number: 1, ...SIREN, ...over }] } });
const switch1 = (caller: Caller, imei: string, body: object = {}) =>
  caller.call(switchOutput, { params: { imei, n: 1 }, body: { state: true, ...body } });
const output1 = async (imei: string) => (await admin.call(getIo, { params: { imei } })).data!.outputs[0]!;
const settle = (unitId: number, values: { state: string; sent_at?: Date; ended_at?: Date; unconfirmed_at?: Date }) =>
  owner.updateTable('command').set(values).where('unit_id', '=', unitId).where('state', 'not in', ['withdrawn']).execute();
const latest = (unitId: number, named: object, speed = 0) =>
  owner
    .insertInto('unit_latest')
    .values({
      account_id: accountId,
      unit_id: unitId,
      last_contact_at: app.clock.now,
      time: app.clock.now,
      lat_e7: 593_293_000,
      lon_e7: 180_686_000,
      speed_kmh: speed,
      state: speed > 0 ? 'moving' : 'parked',
      report_interval_s: 60,
      named: JSON.stringify(named),
    })
    .execute();

test('API-096, CONST-008, OUT-005, OUT-006, OUT-007: names and settings of two inputs and three outputs are kept per unit, and stand in the audit log', async () => {
  const { imei } = await unitOf();
  const before = (await admin.call(getIo, { params: { imei } })).data!;
  expect(before.inputs.map(({ number }) => number)).toEqual([2, 3]);
  expect(before.outputs.map(({ number, is_configured }) => [number, is_configured])).toEqual([
    [1, false],
    [2, false],
    [3, false],
  ]);
  const door = { number: 2, name: 'Bakdörr', active_high: false, meaning: 'door' } as const;
  const heater = { number: 3, name: 'Värmare', type: 'heater', normal_state: false, pulse_s: 600, who: 'users' } as const;
  const saved = await admin.call(saveIo, { params: { imei }, body: { inputs: [door], outputs: [heater] } });
  expect(saved.data).toMatchObject({ inputs: [door, { name: '' }], outputs: [{}, {}, { ...heater, is_configured: true }] });
  expect(
    (await admin.call(saveIo, { params: { imei }, body: { inputs: [], outputs: [{ ...heater, pulse_s: 0 }] } })).errors,
  ).toEqual({
    'outputs.0.pulse_s': ['PulseLength'],
  });
  const audit = (await admin.call(readAudit)).data!.rows;
  expect(audit[0]).toMatchObject({ action: 'io-changed', details: { fields: 'DIN2, DOUT3' } });
});

test('ERR-041: settings of an input or output that somebody has saved meanwhile are not overwritten unseen', async () => {
  const { imei } = await unitOf();
  const { outputs, inputs } = (await describe1(imei)).data!;
  const was = SIREN;
  expect((await describe1(imei, { pulse_s: 30, was })).status).toBe(200);
  const refused = { status: 409, errors: 'ChangedMeanwhile' };
  expect(await describe1(imei, { name: 'Värmare', was })).toMatchObject(refused);
  const { number, name, active_high } = inputs[0]!;
  const door = { number: number as 2, name, active_high, meaning: 'door' as const, was: { meaning: 'panic' } };
  expect(await admin.call(saveIo, { params: { imei }, body: { inputs: [door], outputs: [] } })).toMatchObject(refused);
  expect((await admin.call(getIo, { params: { imei } })).data!.outputs[0]).toMatchObject({ ...SIREN, pulse_s: 30 });
  expect((await describe1(imei, { name: 'Värmare' })).data!.outputs[0], 'on purpose').toMatchObject({ name: 'Värmare' });
  expect(outputs[0]).not.toHaveProperty('was');
});

test('OUT-005, OUT-010: inputs and outputs are shown as the tracker told them last, an active-low input the other way round', async () => {
  const { imei, unitId } = await unitOf();
  const atMs = app.clock.now.getTime() - 5000;
  await latest(unitId, { input_2: true, input_2_at_ms: atMs, output_1: true, output_1_at_ms: atMs });
  await admin.call(saveIo, {
    params: { imei },
    body: { inputs: [{ number: 2, name: 'Door', active_high: false, meaning: 'door' }], outputs: [] },
  });
  const io = (await driver.call(getIo, { params: { imei } })).data!;
  expect(io.inputs).toMatchObject([
    { is_active: false, as_of: new Date(atMs).toISOString() },
    { is_active: null, as_of: null },
  ]);
  expect(io.outputs.map(({ is_on }) => is_on)).toEqual([true, null, null]);
});

test('API-097, OUT-002, OUT-009, ADM-018: a switch waits for the tracker, and is in history and audit log with who, when and why', async () => {
  const { imei, unitId } = await unitOf();
  await describe1(imei);
  const { data } = await switch1(admin, imei, { reason: 'Provtryck' });
  expect(data?.command_id).toBeGreaterThan(0);
  expect(await output1(imei)).toMatchObject({
    is_on: null,
    last: { id: data!.command_id, state: 'waiting', wish: true, by: 'Maja Ek', reason: 'Provtryck', can: { withdraw: true } },
  });
  const stored = await owner.selectFrom('command').selectAll().where('unit_id', '=', unitId).executeTakeFirstOrThrow();
  expect(stored).toMatchObject({ text: 'setdigout 1', family: 'A' });
  expect((await admin.call(listCommands, { params: { imei } })).data).toMatchObject({
    pending: 1,
    rows: [{ output_name: 'Siren' }],
  });
  expect((await admin.call(unitHistory, { params: { imei } })).data!.rows[0]).toMatchObject({
    field: 'output_1',
    new_value: 'on',
  });
  expect((await admin.call(readAudit)).data!.rows[0]).toMatchObject({
    action: 'output-switched',
    details: { output: 'Siren', state: 'on', reason: 'Provtryck' },
  });
});

test('OUT-010: one change at a time; a waiting one can be withdrawn, a sent one cannot', async () => {
  const { imei, unitId } = await unitOf();
  await describe1(imei);
  const { data } = await switch1(admin, imei);
  expect(await switch1(admin, imei, { state: false })).toMatchObject({ status: 409, errors: 'CommandPending' });
  const params = { imei, id: data!.command_id };
  expect((await driver.call(withdrawCommand, { params })).errors).toBe('Forbidden');
  expect((await admin.call(withdrawCommand, { params })).status).toBe(200);
  expect((await output1(imei)).last?.state).toBe('withdrawn');
  const second = await switch1(admin, imei);
  await settle(unitId, { state: 'sent', sent_at: app.clock.now });
  expect(await admin.call(withdrawCommand, { params: { imei, id: second.data!.command_id } })).toMatchObject({
    status: 409,
    errors: 'CommandIsSent',
  });
});

test('OUT-010: of two racing switches of one output, one is ordered and the other is told', async () => {
  const { imei } = await unitOf();
  await describe1(imei);
  const answers = await Promise.all([switch1(admin, imei), switch1(otherAdmin, imei, { state: false })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('OUT-003, OUT-004, ERR-020, DEC-52: after 90 seconds without confirmation a new change is refused until it is confirmed, and an acknowledgement clears that', async () => {
  const { imei, unitId } = await unitOf();
  await describe1(imei);
  await switch1(admin, imei);
  await settle(unitId, { state: 'sent', sent_at: app.clock.now });
  const began = app.clock.now;
  app.clock.now = new Date(began.getTime() + 91_000);
  expect(await output1(imei)).toMatchObject({ last: { state: 'timed-out' }, needs_confirmation: true });
  expect(await switch1(admin, imei, { state: false })).toMatchObject({ status: 409, errors: 'DeviceDidNotConfirm' });
  const { data } = await switch1(admin, imei, { state: false, confirm: true });
  await owner
    .updateTable('command')
    .set({ state: 'acknowledged', ended_at: app.clock.now })
    .where('id', '=', data!.command_id)
    .execute();
  expect(await output1(imei)).toMatchObject({ is_on: false, needs_confirmation: false });
  expect((await switch1(admin, imei)).status).toBe(200);
  app.clock.now = began;
});

test('OUT-008: what can stop a vehicle needs confirmation and a reason, is refused while it drives, and leaves the speed to the tracker', async () => {
  const { imei, unitId } = await unitOf();
  await describe1(imei, { type: 'starter-block' });
  await latest(unitId, {}, 60);
  expect(await switch1(admin, imei)).toMatchObject({ status: 409, errors: 'ConfirmSwitch' });
  expect(await switch1(admin, imei, { confirm: true })).toMatchObject({
    status: 422,
    errors: { reason: ['SpecifySwitchReason'] },
  });
  const sure = { confirm: true, reason: 'Stulen' };
  expect(await switch1(admin, imei, sure)).toMatchObject({ status: 409, errors: 'UnitMoving' });
  expect((await switch1(admin, imei, { ...sure, when_standing_still: true })).status).toBe(200);
  const stored = await owner.selectFrom('command').select('text').where('unit_id', '=', unitId).executeTakeFirstOrThrow();
  expect(stored.text).toBe('setdigout 1 ? 5');
  const other = await unitOf();
  await describe1(other.imei, { type: 'starter-block' });
  expect((await switch1(admin, other.imei, { state: false })).status).toBe(200);
});

test('OUT-008, 0094: in private use the answer is the same whether it moves or not, and its driver is told', async () => {
  const sure = { confirm: true, reason: 'Stulen' };
  const answers = [];
  for (const speed of [60, 0]) {
    const { imei, unitId } = await unitOf();
    await describe1(imei, { type: 'starter-block', who: 'users' });
    await latest(unitId, {}, speed);
    const start = new Date(app.clock.now.getTime() - 3_600_000).toISOString();
    const trip = { start, type: 'private', driver: driverId, isOngoing: speed > 0 };
    await makeTrip(app.database, { accountId, unitId }, trip);
    const { status, errors } = await switch1(admin, imei, sure);
    answers.push({ status, errors, waits: (await switch1(admin, imei, { ...sure, when_standing_still: true })).status });
    if (speed === 0) continue;
    await settle(unitId, { state: 'acknowledged', ended_at: app.clock.now });
    expect((await switch1(driver, imei, sure)).errors, 'it is the driver’s own').toBe('UnitMoving');
  }
  expect(answers[0]).toEqual({ status: 409, errors: 'OutputInPrivateUse', waits: 200 });
  expect(answers[1]).toEqual(answers[0]);
});

test('OUT-006, OUT-008: drivers switch what they were given, settings and the rest are the administrators’; a locked unit is closed to administrators', async () => {
  const { imei } = await unitOf();
  await describe1(imei);
  expect(await switch1(driver, imei)).toMatchObject({ status: 403, errors: 'Forbidden' });
  expect((await driver.call(saveIo, { params: { imei }, body: { inputs: [], outputs: [] } })).errors).toBe('Forbidden');
  await describe1(imei, { who: 'users' });
  expect((await switch1(driver, imei)).status).toBe(200);
  await admin.call(lockUnit, { params: { imei }, body: {} });
  for (const answer of [
    await otherAdmin.call(getIo, { params: { imei } }),
    await switch1(otherAdmin, imei),
    await otherAdmin.call(listCommands, { params: { imei } }),
    await otherAdmin.call(getEcoDriving, { params: { imei } }),
  ])
    expect(answer).toMatchObject({ status: 403, errors: 'UnitLocked' });
  const output2 = { params: { imei, n: 2 as const }, body: { state: false } };
  expect((await admin.call(switchOutput, output2)).status).toBe(200);
});

test('OUT-001, UNIT-029: of a tracker without a profile nothing is offered and nothing is sent', async () => {
  const { imei } = await unitOf({ family: 'C' });
  expect((await admin.call(getIo, { params: { imei } })).data).toMatchObject({ profile: null, outputs: [] });
  expect(await switch1(admin, imei, { state: false })).toMatchObject({ status: 422, errors: 'CommandNotSupported' });
  expect((await admin.call(getEcoDriving, { params: { imei } })).data).toMatchObject({ profile: null, can: { send: false } });
});

test('SEC-008: a command of another account is not to be withdrawn, and the database itself keeps a tracker to its account', async () => {
  const { imei } = await unitOf();
  await describe1(imei);
  const { data } = await switch1(admin, imei);
  const theirs = await makeUnit(app.database, { accountId: foreignId });
  const answer = await foreignAdmin.call(withdrawCommand, { params: { imei: theirs.imei, id: data!.command_id } });
  expect(answer).toMatchObject({ status: 404, errors: 'NotFound' });
  expect((await output1(imei)).last?.state).toBe('waiting');
});

const THRESHOLDS = { is_on: true, acceleration_ms2: 2.5, braking_ms2: 2.7, cornering_ms2: 3.4, max_speed_kmh: 90 };
test('UNIT-029, UNIT-030, API-104, UNIT-021: thresholds wait for the tracker, are in force once acknowledged, and wait for days if need be', async () => {
  const { imei, unitId } = await unitOf();
  const send = (caller: Caller, over: object = {}) =>
    caller.call(setEcoDriving, { params: { imei }, body: { ...THRESHOLDS, ...over } });
  expect((await send(driver)).errors).toBe('Forbidden');
  expect((await send(admin, { braking_ms2: 11 })).errors).toEqual({ braking_ms2: ['EcoThreshold'] });
  expect((await send(admin)).data?.command_id).toBeGreaterThan(0);
  const read = async () => (await admin.call(getEcoDriving, { params: { imei } })).data!;
  expect(await read()).toMatchObject({ thresholds: null, wished: THRESHOLDS, last: { state: 'waiting', confirm_by: null } });
  const began = app.clock.now;
  const oldAdmin = admin;
  const afterDays = async (days: number) => {
    app.clock.now = new Date(began.getTime() + days * DAY_MS);
    admin = await app.signInAs(await makeMember(app.database, { accountId }));
  };
  await afterDays(3);
  expect((await admin.call(listCommands, { params: { imei } })).data!.pending).toBe(1);
  await afterDays(8);
  expect(await read()).toMatchObject({ wished: null, last: { state: 'expired' }, needs_confirmation: true });
  app.clock.now = began;
  admin = oldAdmin;
  await settle(unitId, { state: 'acknowledged', ended_at: began });
  expect(await read()).toMatchObject({ thresholds: THRESHOLDS, wished: null, needs_confirmation: false });
});

test('ERR-041: thresholds that somebody else has sent meanwhile are not overwritten unseen', async () => {
  const { imei, unitId } = await unitOf();
  const send = (was: Record<string, unknown>, wanted: Partial<typeof THRESHOLDS> = {}) =>
    admin.call(setEcoDriving, { params: { imei }, body: { ...THRESHOLDS, braking_ms2: 3.1, ...wanted, was } });
  const never = { is_on: null, acceleration_ms2: null, braking_ms2: null, cornering_ms2: null, max_speed_kmh: null };
  expect((await admin.call(setEcoDriving, { params: { imei }, body: THRESHOLDS })).status).toBe(200);
  expect((await send(never)).errors, 'while it waits').toBe('CommandPending');
  await settle(unitId, { state: 'acknowledged', ended_at: app.clock.now });
  expect(await send(never)).toMatchObject({ status: 409, errors: 'ChangedMeanwhile' });
  const slower = { ...THRESHOLDS, max_speed_kmh: 1 };
  expect(await send(slower, { max_speed_kmh: 80 })).toMatchObject({ status: 409, errors: 'ChangedMeanwhile' });
  expect((await send(THRESHOLDS)).status, 'who has seen theirs').toBe(200);
});
