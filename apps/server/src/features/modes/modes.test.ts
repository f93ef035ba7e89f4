import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  cancelMode,
  getMode,
  previewModes,
  setActiveTracking,
  setMode,
  setModes,
  setReportFrequency,
  startTheftMode,
} from '@spora/contract/modes/endpoints';
import { createWebhook } from '@spora/contract/integrations/endpoints';
import { WEBHOOK_CALLS } from '@spora/contract/integrations/webhook-calls';
import { hardwareOf } from '@spora/protocols/list';
import { listUnitRows, replaceTracker, unitHistory } from '@spora/contract/units/endpoints';
import type { AccountId } from '../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit, randomImei } from '../../testing/database.ts';
import { type Caller, testApp } from '../../testing/http.ts';
import { modesWorld } from '../../testing/modes.ts';
import { makeTrip } from '../../testing/trips.ts';
import { columnsOf } from '@spora/telemetry/columns';
import { prepare } from '../../core/log/appender.ts';
import { append, ensurePartitions } from '../../core/log/segments.ts';

const app = await testApp();
const world = modesWorld(app);
afterAll(() => app.close());
const NOON = new Date('2026-03-10T12:00:00Z');
const after = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000);
const PARKED = {
  latE7: 593_600_000,
  lonE7: 180_000_000,
  satellites: 11,
  altitudeM: 12,
  headingDeg: 90,
  priority: 0,
  eventId: 0,
  io: [],
} as const;
let accountId: AccountId;
let boss: { id: number; email: string };
let admin: Caller;
let unit: MadeUnit;
beforeAll(async () => {
  app.clock.now = NOON;
  accountId = await makeAccount(app.database);
  boss = await makeMember(app.database, { accountId });
  admin = await app.signInAs(boss);
});
beforeEach(async () => {
  app.clock.now = NOON;
  admin = await app.signInAs(boss);
  unit = await makeUnit(app.database, { accountId, family: 'C' });
});
const mode = async (caller = admin, of = unit) => (await caller.call(getMode, { params: { imei: of.imei } })).data!;
const ask = (wish: '24h' | '12h' | '1h', caller = admin, of = unit) =>
  caller.call(setMode, { params: { imei: of.imei }, body: { mode: wish } });

test('MODE-004, MODE-007, MODE-008, API-106: a change waits for the unit, says by when, and is the current one once the unit has confirmed it', async () => {
  await world.heard(unit, accountId, after(-3), 86_400);
  const changed = await ask('12h');
  expect(changed.data).toEqual({ pending: true, expected_at: after(21).toISOString() });
  expect((await world.newest(unit))?.text).toContain('10000:43200');
  expect(await mode()).toMatchObject({
    current: null,
    pending: { mode: '12h', state: 'waiting', expected_at: after(21).toISOString() },
    profile: { is_confirmed: false },
  });
  app.clock.now = after(21);
  admin = await app.signInAs(boss);
  await world.settle(unit, 'sent');
  expect((await mode()).pending?.state).toBe('sent');
  await world.settle(unit, 'acknowledged');
  expect(await mode()).toMatchObject({ current: { mode: '12h', since: after(21).toISOString() }, pending: null });
  await world.heard(unit, accountId, after(21), 43_200);
  expect((await ask('1h')).data?.expected_at, 'by the mode that is in force').toBe(after(33).toISOString());
  expect(await mode()).toMatchObject({ current: { mode: '12h' }, pending: { mode: '1h' } });
});

test('ADM-019: a webhook is told of a mode once the unit has confirmed it', async () => {
  const body = { url: 'https://example.test/hook', events: ['mode.changed' as const] };
  expect((await admin.call(createWebhook, { body })).status).toBe(200);
  const told = async () => {
    const all = app.database.owner.selectFrom('webhook_delivery').where('event', '=', 'mode.changed').selectAll();
    return (await all.execute()).map(({ event, occurred_at, data }) => ({
      type: event,
      timestamp: occurred_at.toISOString(),
      data,
    }));
  };
  await ask('12h');
  await world.settle(unit, 'sent');
  expect(await told()).toEqual([]);
  await world.settle(unit, 'acknowledged');
  const [first, ...more] = await told();
  expect(more).toEqual([]);
  expect(WEBHOOK_CALLS['mode.changed'].parse(first)).toEqual(first);
  expect(first).toMatchObject({ timestamp: NOON.toISOString(), data: { mode: '12h', unit: { imei: unit.imei } } });
});

test('MODE-008, DEC-51: a newer request takes the place of the one that waits; one that waits is withdrawn, one that was sent is not', async () => {
  await ask('12h');
  const first = (await world.newest(unit))!;
  await ask('1h');
  expect((await mode()).pending?.mode).toBe('1h');
  const states = await app.database.owner
    .selectFrom('command')
    .select('state')
    .where('id', '=', first.id)
    .executeTakeFirstOrThrow();
  expect(states.state, 'the older one is never sent').toBe('withdrawn');
  expect((await admin.call(cancelMode, { params: { imei: unit.imei } })).status).toBe(200);
  expect((await mode()).pending).toBeNull();
  expect((await world.newest(unit))?.state).toBe('withdrawn');
  await ask('24h');
  await world.settle(unit, 'sent');
  expect((await admin.call(cancelMode, { params: { imei: unit.imei } })).errors).toBe('CommandIsSent');
});

test('MODE-008: while a change is on its way the next one waits for its turn, and is ordered when the first was answered', async () => {
  await ask('12h');
  await world.settle(unit, 'sent');
  const sent = (await world.newest(unit))!;
  await ask('1h');
  expect((await world.newest(unit))?.id, 'nothing beside what is on its way').toBe(sent.id);
  await world.settle(unit, 'acknowledged');
  expect(await mode()).toMatchObject({ current: { mode: '12h' }, pending: { mode: '1h' } });
  app.clock.now = after(0.1);
  await world.tick();
  expect(await world.newest(unit)).toMatchObject({ state: 'waiting', parameters: { mode: '1h' } });
});

test('MODE-004: a change that found no answer is asked again; one that the unit refused is told and given up', async () => {
  await ask('12h');
  const first = (await world.newest(unit))!;
  await world.settle(unit, 'timed-out');
  expect((await mode()).pending).toMatchObject({ mode: '12h', state: 'waiting' });
  app.clock.now = after(0.1);
  await world.tick();
  const second = (await world.newest(unit))!;
  expect(second.id).toBeGreaterThan(first.id);
  await world.settle(unit, 'failed');
  expect((await mode()).pending).toMatchObject({ mode: '12h', state: 'refused' });
  app.clock.now = after(0.2);
  await world.tick();
  expect((await world.newest(unit))?.id, 'and never again').toBe(second.id);
});

test('MODE-004: what waits for a unit whose tracker cannot be set to it any more is refused, and asked no more', async () => {
  await ask('12h');
  await world.settle(unit, 'timed-out');
  const first = (await world.newest(unit))!;
  await app.database.owner.updateTable('tracker_family').set({ family: 'B' }).where('tracker_id', '=', unit.trackerId).execute();
  app.clock.now = after(0.1);
  await world.tick();
  expect((await mode()).pending).toMatchObject({ mode: '12h', state: 'refused' });
  app.clock.now = after(0.2);
  await world.tick();
  expect((await world.newest(unit))?.id).toBe(first.id);
  const { retry_at } = await app.database.owner
    .selectFrom('unit_mode')
    .where('unit_id', '=', unit.unitId)
    .select('retry_at')
    .executeTakeFirstOrThrow();
  expect(retry_at, 'it is not looked at for ever').toBeNull();
});

test('MAP-019, MODE-004: from its confirmation on the unit is expected by its mode, also before it has reported by it', async () => {
  await world.heard(unit, accountId, NOON, 60);
  await ask('24h');
  await world.settle(unit, 'acknowledged');
  const latest = await app.database.owner
    .selectFrom('unit_latest')
    .where('unit_id', '=', unit.unitId)
    .select('report_interval_s')
    .executeTakeFirstOrThrow();
  expect(latest.report_interval_s).toBe(86_400);
});

test('MODE-007: how often a unit reports that was never set from here is told on its way and at rest, the same through the day', async () => {
  const T0 = after(-36).getTime();
  const records = [
    // Ten minutes apart through the night, ten seconds on the way, then a silence of many hours, and today each minute.
    ...Array.from({ length: 48 }, (_, i) => ({ timeMs: T0 + i * 600_000, speedKmh: 0 })),
    ...Array.from({ length: 60 }, (_, i) => ({ timeMs: T0 + 28_800_000 + i * 10_000, speedKmh: 60 })),
    ...Array.from({ length: 9 }, (_, i) => ({ timeMs: after(-1).getTime() + i * 60_000, speedKmh: 0 })),
  ].map((record) => ({ ...PARKED, ...record }));
  await ensurePartitions(app.database.pipeline, after(-48), after(48));
  const columns = columnsOf(records);
  await append(app.database.pipeline, prepare([{ trackerId: unit.trackerId, columns, bytes: 1, settle: () => {} }], NOON, 24));
  await world.heard(unit, accountId, NOON, 3600);
  const rates = { moving_s: 10, resting_s: 600 };
  expect((await mode()).rates).toEqual(rates);
  // TRIP-032: of somebody's private drive nobody is told that there was one, by how often it was reported.
  const driver = await makeMember(app.database, { accountId, isAdmin: false });
  const around = { accountId, unitId: unit.unitId };
  const at = (ms: number) => new Date(T0 + ms).toISOString();
  await makeTrip(app.database, around, { start: at(28_600_000), minutes: 1 });
  await makeTrip(app.database, around, { start: at(28_790_000), minutes: 11, type: 'private', driver: driver.id });
  await makeTrip(app.database, around, { start: at(29_600_000), minutes: 1 });
  expect((await mode()).rates).toEqual({ ...rates, moving_s: null });
  await app.database.owner.deleteFrom('trip').where('unit_id', '=', unit.unitId).execute();
  const old = await makeUnit(app.database, { accountId, family: 'C' });
  expect((await mode(admin, old)).rates, 'never heard').toBeNull();
  await ask('1h');
  expect((await mode()).rates, 'what waits is not in force yet').toEqual(rates);
  await world.settle(unit, 'acknowledged');
  expect((await mode()).rates, 'what is set says it').toBeNull();
});

test('MODE-007: how often a unit reports at rest is told by the newest day that tells it, whatever it did before', async () => {
  const records = [
    ...Array.from({ length: 60 }, (_, i) => ({ timeMs: after(-96).getTime() + i * 3_600_000, speedKmh: 0 })),
    ...Array.from({ length: 60 }, (_, i) => ({ timeMs: after(-30).getTime() + i * 600_000, speedKmh: 0 })),
  ].map((record) => ({ ...PARKED, ...record }));
  const boat = await makeUnit(app.database, { accountId, family: 'C' });
  await ensurePartitions(app.database.pipeline, after(-120), after(48));
  const columns = columnsOf(records);
  await append(app.database.pipeline, prepare([{ trackerId: boat.trackerId, columns, bytes: 1, settle: () => {} }], NOON, 24));
  await world.heard(boat, accountId, NOON, 60);
  const now = await mode(admin, boat);
  expect(now.rates).toEqual({ moving_s: null, resting_s: 600 });
  // DEC-51: the same comes back after theft mode, whatever it did last.
  expect(now.after_theft).toEqual({ mode: 'realtime-1', resting_s: 600, was_set: false });
  const body = { confirm: true, hours: 24 } as const;
  const { theft } = (await admin.call(startTheftMode, { params: { imei: boat.imei }, body })).data!;
  expect(theft).toMatchObject({ mode_after: 'realtime-1', resting_after_s: 600, was_set: false });
});

test('MODE-001: no mode is offered that a tracker cannot be set to, and none without a profile', async () => {
  const car = await makeUnit(app.database, { accountId, family: 'A' });
  expect((await mode(admin, car)).modes).toEqual(['12h', '8h', '6h', '1h', 'realtime-5', 'realtime-1', 'theft']);
  expect((await ask('24h', admin, car)).errors).toBe('ModeNotSupported');
  const truck = await makeUnit(app.database, { accountId, family: 'B' });
  expect(await mode(admin, truck)).toMatchObject({ modes: [], profile: null, can: { set: false, track: false, theft: true } });
  expect((await ask('12h', admin, truck)).errors).toBe('ModeNotSupported');
});

test('ROLE-006, MAP-008, MAP-009, API-057: without the right the mode is read and not changed, with it it is', async () => {
  const member = await makeMember(app.database, { accountId, isAdmin: false });
  const given = await makeUnit(app.database, { accountId, family: 'C', visibleTo: [member.id] });
  const caller = await app.signInAs(member);
  expect((await mode(caller, given)).can).toEqual({ set: false, theft: false, track: false });
  const body = { imei: given.imei, frequency: '1h' } as const;
  expect((await caller.call(setReportFrequency, { body })).errors).toBe('Forbidden');
  expect((await caller.call(setActiveTracking, { body: { imei: given.imei, state: 1 } })).errors).toBe('Forbidden');
  await app.database.owner
    .updateTable('member')
    .set({ rights: ['report-frequency'] })
    .where('id', '=', member.id)
    .execute();
  expect((await caller.call(setReportFrequency, { body })).data?.pending).toBe(true);
  expect(
    (await caller.call(setReportFrequency, { body: { ...body, imei: unit.imei } })).errors,
    'not of units one does not see',
  ).toBe('UnitNotFound');
});

test('MODE-007: many units are changed at once, each with what would become of it told before; those that cannot are left', async () => {
  const car = await makeUnit(app.database, { accountId, family: 'A', name: 'Bil' });
  const lent = await makeUnit(app.database, { accountId, family: 'C', name: 'Låst' });
  const locker = await makeMember(app.database, { accountId, isAdmin: false });
  const lock = { locked_at: NOON, locked_by_member_id: locker.id };
  await app.database.owner.updateTable('unit').set(lock).where('id', '=', lent.unitId).execute();
  const body = { imeis: [unit, car, lent].map(({ imei }) => imei), mode: '24h' as const };
  const units = (await admin.call(previewModes, { body })).data!.units;
  expect(Object.fromEntries(units.map(({ imei, refused }) => [imei, refused]))).toEqual({
    [unit.imei]: null,
    [car.imei]: 'not-supported',
    [lent.imei]: 'locked',
  });
  expect(Object.fromEntries(units.map(({ imei, modes }) => [imei, modes[0]])), 'which each can be set to at all').toEqual({
    [unit.imei]: '24h',
    [car.imei]: '12h',
    [lent.imei]: undefined,
  });
  expect((await mode()).pending, 'a preview changes nothing').toBeNull();
  expect((await admin.call(setModes, { body })).data).toEqual({ changed: 1, left: 2 });
  expect((await mode()).pending?.mode).toBe('24h');
  expect((await admin.call(previewModes, { body: { ...body, imeis: [unit.imei] } })).data!.units[0]?.refused).toBe('same');
});

test('MODE-009, UNIT-013: what was changed stands in the history of the unit', async () => {
  await ask('12h');
  const { data } = await admin.call(unitHistory, { params: { imei: unit.imei }, query: { type: 'mode' } });
  expect(JSON.stringify(data)).toContain('"mode"');
});

test('MAP-010, API-059, ERR-020: active tracking is asked of the unit for 90 seconds, and of no unit whose tracker cannot', async () => {
  const car = await makeUnit(app.database, { accountId, family: 'A' });
  const asked = await admin.call(setActiveTracking, { body: { imei: car.imei, state: 1 } });
  expect(asked.data).toMatchObject({ confirm_by: new Date(NOON.getTime() + 90_000).toISOString(), lasts_s: 600 });
  expect(await world.newest(car, 'active-tracking')).toMatchObject({ text: 'on_demand_tracking1', state: 'waiting' });
  expect((await admin.call(setActiveTracking, { body: { imei: unit.imei, state: 1 } })).errors).toBe('TrackingNotSupported');
});

test('MAP-011: whoever stops following ends it for the unit only where nobody else follows it', async () => {
  const car = await makeUnit(app.database, { accountId, family: 'A' });
  const other = await app.signInAs(await makeMember(app.database, { accountId }));
  const track = async (caller: Caller, state: 0 | 1) =>
    (await caller.call(setActiveTracking, { body: { imei: car.imei, state } })).data!;
  const isOn = async () => ((await world.newest(car, 'active-tracking'))!.parameters as { isOn: boolean }).isOn;
  const answered = async () => {
    await world.settle(car, 'acknowledged', 'active-tracking');
    app.clock.now = new Date(app.clock.now.getTime() + 1000);
  };
  await track(admin, 1);
  await answered();
  const going = await track(other, 1);
  await answered();
  expect((await track(admin, 0)).command_id, 'the other one goes on').toBe(going.command_id);
  expect(await isOn()).toBe(true);
  await track(other, 0);
  expect(await isOn(), 'and the last one ends it').toBe(false);
  await answered();
  await track(other, 1);
  await answered();
  app.clock.now = new Date(app.clock.now.getTime() + 600_000);
  await track(admin, 0);
  expect(await isOn(), 'one that has run its time follows nothing').toBe(false);
});

test('UNIT-012, MODE-008: a tracker that replaces another is asked for the mode of the unit; one that cannot be set to it is told to have refused', async () => {
  const replace = async (by: string) => {
    const imei = randomImei();
    await app.database.owner
      .insertInto('stock_unit')
      .values({ imei, ...hardwareOf(by) })
      .execute();
    const { errors } = await admin.call(replaceTracker, { body: { current_imei: unit.imei, new_imei: imei } });
    expect(errors).toBeUndefined();
    unit = { ...unit, imei };
    app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  };
  await ask('12h');
  await world.settle(unit, 'acknowledged');
  await ask('1h');
  await world.settle(unit, 'sent');
  await replace('C');
  expect(await world.newest(unit), 'what was asked for last').toMatchObject({ state: 'waiting', parameters: { mode: '1h' } });
  expect(await mode()).toMatchObject({ current: null, pending: { mode: '1h', state: 'waiting' } });
  await world.settle(unit, 'acknowledged');
  await replace('C');
  expect(await mode(), 'what the old one had confirmed').toMatchObject({ current: null, pending: { mode: '1h' } });
  await world.settle(unit, 'acknowledged');
  await replace('B');
  expect(await mode()).toMatchObject({ current: null, pending: { mode: '1h', state: 'refused' } });
});

test('UNIT-019, MODE-008: the list of units tells what was confirmed and what is asked for', async () => {
  const row = async () => {
    const units = (await admin.call(listUnitRows, { query: {} })).data!.units;
    const { mode: confirmed, requested_mode } = units.find(({ imei }) => imei === unit.imei)!;
    return [confirmed, requested_mode];
  };
  expect(await row()).toEqual([null, null]);
  await ask('12h');
  await world.settle(unit, 'acknowledged');
  await ask('1h');
  expect(await row()).toEqual(['12h', '1h']);
  await world.settle(unit, 'failed');
  expect(await row()).toEqual(['12h', null]);
});
