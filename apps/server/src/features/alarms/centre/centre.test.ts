import { DAY_MS, HOUR_MS } from '@spora/calendar/durations';
import { ALARM_KIND_NAMES, ALARM_URGENCIES, urgencyOf } from '@spora/contract/alarms/kinds';
import { getAlarm, listAlarms, muteUnit, openAlarms, setAlarmState } from '@spora/contract/alarms/centre';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../../platform/ctx.ts';
import { createNearestPlace } from '../../../platform/geocoding/nearest-place.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { type Caller, type TestApp, testApp } from '../../../testing/http.ts';
import type { CallData } from '@spora/contract/endpoint';
import { sql } from 'kysely';
import { createWebhook } from '@spora/contract/integrations/endpoints';
import { WEBHOOK_CALLS } from '@spora/contract/integrations/webhook-calls';
import { savePlace } from '@spora/contract/places/endpoints';
import { getToday } from '@spora/contract/today/endpoints';
import { announce } from '../../../features.ts';
import { makeTrip } from '../../../testing/trips.ts';
import { endAlarms } from '../telling/repository.ts';
import { raise } from '../telling/service.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
let app: TestApp;
beforeAll(async () => {
  const builtIn = createNearestPlace([{ name: 'Solna', countryCode: 'SE', lat: 59.36, lon: 18, population: 60_000 }]);
  app = await testApp({
    ports: { geocoder: { builtIn } },
    http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } },
  });
  // Noon: what was some hours ago was today, whenever this runs.
  app.clock.now = new Date(`${app.clock.now.toISOString().slice(0, 10)}T12:00:00Z`);
});
afterAll(() => app.close());

let accountId: AccountId;
let van: MadeUnit;
let boat: MadeUnit;
let admin: Caller;
let driver: Caller;
let driverId: number;
beforeEach(async () => {
  accountId = await makeAccount(app.database);
  const [ada, dan] = [
    await makeMember(app.database, { accountId, fullName: 'Ada Admin' }),
    await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dan Driver' }),
  ];
  driverId = dan.id;
  van = await makeUnit(app.database, { accountId, name: 'Skåpbil', visibleTo: [dan.id] });
  boat = await makeUnit(app.database, { accountId, name: 'Båt' });
  [admin, driver] = [await app.signInAs(ada), await app.signInAs(dan)];
});

type Kind = Parameters<typeof raise>[1][number]['kind'];
/** Raised so long ago; answers nothing. */
async function alarm(kind: Kind, { unit = van, agoMs = HOUR_MS } = {}): Promise<void> {
  const atMs = app.clock.now.getTime() - agoMs;
  const place = { latE7: 593_000_000, lonE7: 180_000_000 };
  const details = { value: 121, limit: 110, place: 'Solna' };
  const what = { accountId, unitId: unit.unitId, kind, subject: '', key: `${kind} ${unit.unitId} ${atMs}`, atMs, endedMs: null };
  await raise(app.database.pipeline, [{ ...what, ...place, details }], new Date(atMs));
}
const list = async (caller: Caller, query = {}) => (await caller.call(listAlarms, { query })).data!.alarms;
const kindsOf = async (caller: Caller, query = {}) =>
  (await list(caller, query)).map(({ kind, unit }) => `${unit?.name} ${kind}`);

test('ALARM-035: the alarm centre tells the newest first, each member of the units they see, and a page at a time', async () => {
  await alarm('jamming', { agoMs: 3 * HOUR_MS });
  await alarm('towing', { unit: boat, agoMs: 2 * HOUR_MS });
  await alarm('over-speed', { agoMs: HOUR_MS });
  expect(await kindsOf(admin)).toEqual(['Skåpbil over-speed', 'Båt towing', 'Skåpbil jamming']);
  expect(await kindsOf(driver)).toEqual(['Skåpbil over-speed', 'Skåpbil jamming']);
  const foreign = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
  expect(await list(foreign)).toEqual([]);
  const first = (await admin.call(listAlarms, { query: { limit: 2 } })).data!;
  const second = (await admin.call(listAlarms, { query: { limit: 2, after: first.next! } })).data!;
  expect([...first.alarms, ...second.alarms].map(({ kind }) => kind)).toEqual(['over-speed', 'towing', 'jamming']);
  expect(second.next).toBeNull();
  expect(first.alarms[0]).toMatchObject({
    place: 'Solna',
    lat: 59.3,
    lng: 18,
    value: 121,
    limit: 110,
    state: 'new',
    class: 'function',
  });
});

test('ALARM-035: an alarm of which nobody was sent a message says where it was as the others do', async () => {
  const atMs = app.clock.now.getTime() - 2 * DAY_MS;
  const left = { accountId, unitId: van.unitId, kind: 'zone-left', subject: 'Gården', atMs, endedMs: atMs, details: {} } as const;
  const solna = { latE7: 593_600_000, lonE7: 180_000_000 };
  await raise(app.database.pipeline, [{ ...left, ...solna, key: 'left 1' }], new Date(atMs));
  await raise(app.database.pipeline, [{ ...left, latE7: null, lonE7: null, key: 'left 2' }], new Date(atMs));
  expect((await list(admin)).map(({ place, lat }) => [place, lat]).toSorted()).toEqual([
    [null, null],
    ['Solna', 59.36],
  ]);
  // Where the hour may not be known, nor may the place.
  await raise(app.database.pipeline, [{ ...left, ...solna, kind: 'over-speed', key: 'fast' }], new Date(atMs));
  const start = new Date(atMs - HOUR_MS).toISOString();
  await makeTrip(app.database, { accountId, unitId: van.unitId }, { start, minutes: 120, type: 'private', driver: driverId });
  const ofOverSpeed = async (caller: Caller) => (await list(caller, { kinds: 'over-speed' })).map(({ place }) => place);
  expect([await ofOverSpeed(admin), await ofOverSpeed(driver)]).toEqual([[null], ['Solna']]);
});

test('SAFE-029: a missed safe home of which nobody knew where says so, and on a private trip only to its driver', async () => {
  const atMs = app.clock.now.getTime() - 2 * DAY_MS;
  const what = { accountId, unitId: van.unitId, kind: 'safe-home-missed', subject: '', key: `missed ${atMs}`, atMs } as const;
  const nowhere = { endedMs: null, latE7: null, lonE7: null, details: { position: 'unknown' } };
  await raise(app.database.pipeline, [{ ...what, ...nowhere }], new Date(atMs));
  expect((await list(admin))[0]).toMatchObject({ is_position_unknown: true, place: null, lat: null });
  const start = new Date(atMs - HOUR_MS).toISOString();
  await makeTrip(app.database, { accountId, unitId: van.unitId }, { start, minutes: 120, type: 'private', driver: driverId });
  expect((await list(admin))[0]).toMatchObject({ is_day_only: true, is_position_unknown: false });
  expect((await list(driver))[0]).toMatchObject({ is_day_only: false, is_position_unknown: true });
});

test('ALARM-035, API-009: the list is narrowed by state, class, kind, unit and days, and refuses what there is not', async () => {
  await alarm('jamming', { agoMs: 3 * DAY_MS });
  await alarm('over-speed');
  await alarm('towing', { unit: boat });
  expect(await kindsOf(admin, { classes: 'function' })).toEqual(['Skåpbil over-speed']);
  expect(await kindsOf(admin, { kinds: 'jamming,towing', imeis: van.imei })).toEqual(['Skåpbil jamming']);
  expect(await kindsOf(admin, { urgencies: 'event' })).toEqual(['Skåpbil over-speed']);
  expect(await kindsOf(admin, { urgencies: 'urgent,soon', kinds: 'jamming,over-speed' })).toEqual(['Skåpbil jamming']);
  const today = app.clock.now.toISOString().slice(0, 10);
  expect((await kindsOf(admin, { from: today })).sort()).toEqual(['Båt towing', 'Skåpbil over-speed']);
  expect(await kindsOf(admin, { states: 'handled' })).toEqual([]);
  for (const field of ['states', 'classes', 'urgencies', 'kinds', 'after'])
    expect(await admin.call(listAlarms, { query: { [field]: 'nonsense' } }), field).toMatchObject({
      status: 422,
      errors: { [field]: ['InvalidInput'] },
    });
  expect((await driver.call(listAlarms, { query: { imeis: boat.imei } })).errors).toBe('UnitNotFound');
});

test('ALARM-035: seen and handled bear the name of who said so first, with a note, and can be taken back', async () => {
  await alarm('jamming');
  const id = (await list(admin))[0]!.id;
  const say = (caller: Caller, body: { state: 'new' | 'seen' | 'handled'; note?: string }) =>
    caller.call(setAlarmState, { body: { ids: [id], ...body } });
  expect((await admin.call(openAlarms)).data).toMatchObject({ new_count: 1, open_count: 1, newest: { id } });
  await say(driver, { state: 'seen' });
  expect((await admin.call(openAlarms)).data).toMatchObject({ new_count: 0, open_count: 1, newest: null });
  await say(admin, { state: 'handled', note: 'Verkstaden hade kopplat ur batteriet.' });
  const handled = (await driver.call(getAlarm, { params: { id } })).data;
  expect(handled).toMatchObject({
    state: 'handled',
    seen: { by: 'Dan Driver' },
    handled: { by: 'Ada Admin' },
    note: /batteriet/,
    noted: { by: 'Ada Admin' },
    reopened: null,
  });
  // The note stays whose it is when somebody else says that they have seen the alarm, or sends it as it was.
  await say(driver, { state: 'seen', note: handled!.note });
  const again = (await admin.call(getAlarm, { params: { id } })).data;
  expect(again).toMatchObject({ state: 'seen', handled: null, noted: { by: 'Ada Admin' }, reopened: { by: 'Dan Driver' } });
  await say(admin, { state: 'handled', note: '' });
  expect((await admin.call(getAlarm, { params: { id } })).data).toMatchObject({ note: '', reopened: null });
  await say(admin, { state: 'new' });
  expect((await admin.call(getAlarm, { params: { id } })).data).toMatchObject({ state: 'new', seen: null, handled: null });
});

test('ALARM-035: what somebody does not see they can neither open nor handle, not even together with what they do see', async () => {
  await alarm('jamming');
  await alarm('towing', { unit: boat });
  const ids = (await list(admin)).map(({ id }) => id);
  const boatAlarm = (await list(admin, { imeis: boat.imei }))[0]!;
  expect((await driver.call(getAlarm, { params: { id: boatAlarm.id } })).errors).toBe('AlarmNotFound');
  expect((await driver.call(setAlarmState, { body: { ids, state: 'handled' } })).errors).toBe('AlarmNotFound');
  expect((await list(admin)).map(({ state }) => state)).toEqual(['new', 'new']);
});

test('ALARM-033: what was counted to an alarm is told with it, and handled with it', async () => {
  await alarm('jamming', { agoMs: 30 * 60_000 });
  await alarm('jamming', { agoMs: 25 * 60_000 });
  await alarm('jamming', { agoMs: 20 * 60_000 });
  const told = (await list(admin)).find(({ telling }) => telling === 'told')!;
  expect(told.repeats).toBe(2);
  expect((await admin.call(openAlarms)).data).toMatchObject({ open_count: 1 });
  await admin.call(setAlarmState, { body: { ids: [told.id], state: 'handled' } });
  expect((await list(admin)).map(({ state }) => state)).toEqual(['handled', 'handled', 'handled']);
});

test('ALARM-033, ALARM-035: what comes again once the first was handled waits like any other: in the menu, on the map and on Today', async () => {
  await alarm('jamming', { agoMs: 14 * 60_000 });
  await admin.call(setAlarmState, { body: { ids: [(await list(admin))[0]!.id], state: 'handled' } });
  expect((await admin.call(openAlarms)).data).toMatchObject({ new_count: 0, open_count: 0, units: [] });
  await alarm('jamming', { agoMs: 9 * 60_000 });
  await alarm('jamming', { agoMs: 4 * 60_000 });
  const [newest, before] = await list(admin, { states: 'new,seen' });
  expect([newest!.telling, before!.telling], 'of which nobody gets a message').toEqual(['repeat', 'repeat']);
  const waiting = { new_count: 1, open_count: 1, units: [{ count: 1, urgency: 'urgent' }] };
  expect((await admin.call(openAlarms)).data, 'once, as it is one row of the list').toMatchObject(waiting);
  const urgent = (await admin.call(getToday)).data!.lines.find(({ name }) => name === 'alarms-urgent');
  expect(urgent).toMatchObject({ count: 1, items: [{ id: newest!.id, times: 1 }] });
  await admin.call(setAlarmState, { body: { ids: [newest!.id, before!.id], state: 'seen' } });
  expect((await admin.call(openAlarms)).data).toMatchObject({ new_count: 0, open_count: 1 });
});

test('ALARM-033, ALARM-035: what one person has handled by itself stays so, whatever becomes of what it was counted to', async () => {
  await alarm('jamming', { agoMs: 14 * 60_000 });
  await alarm('jamming', { agoMs: 9 * 60_000 });
  const [again, first] = (await list(admin)).map(({ id }) => id);
  const say = (id: number, state: 'new' | 'seen' | 'handled') => admin.call(setAlarmState, { body: { ids: [id], state } });
  await say(again!, 'handled');
  await say(first!, 'seen');
  expect((await list(admin)).map(({ state }) => state)).toEqual(['handled', 'seen']);
  await say(again!, 'seen');
  await say(first!, 'handled');
  await say(first!, 'new');
  expect(
    (await list(admin)).map(({ state }) => state),
    'handled and opened again together',
  ).toEqual(['new', 'new']);
});

test('TRIP-032, ALARM-033: of private use it is not told that something came again within the hour: each counts as the list has it', async () => {
  const atMs = app.clock.now.getTime() - 2 * DAY_MS;
  const start = new Date(atMs - HOUR_MS).toISOString();
  await makeTrip(app.database, { accountId, unitId: van.unitId }, { start, minutes: 120, type: 'private', driver: driverId });
  const fast = {
    accountId,
    unitId: van.unitId,
    kind: 'over-speed',
    subject: '',
    endedMs: null,
    latE7: null,
    lonE7: null,
  } as const;
  for (const [index, ms] of [atMs, atMs + 60_000].entries())
    await raise(app.database.pipeline, [{ ...fast, atMs: ms, details: {}, key: `fast ${index}` }], new Date(ms));
  const countOf = async (caller: Caller) => (await caller.call(openAlarms)).data!.open_count;
  expect([await countOf(admin), (await list(admin)).length], 'an administrator').toEqual([2, 2]);
  expect(await countOf(driver), 'who drove').toBe(1);
});

test('TRIP-032, MAP-032: of private use others are told the kind and the day, when it is over; the driver all, and of a security alarm all are', async () => {
  const start = app.clock.now.getTime() - 30 * HOUR_MS;
  await app.database.owner
    .insertInto('trip')
    .values({
      account_id: accountId,
      unit_id: van.unitId,
      started_at: new Date(start - HOUR_MS),
      ended_at: new Date(start + 2 * HOUR_MS),
      is_ongoing: false,
      computed_type: 'private',
      computed_rule: 'default',
      computed_driver_id: driverId,
      distance_m: 1000,
      distance_source: 'positions',
      end_rule: 'ignition-off',
      max_speed_kmh: 50,
      algorithm_version: 2,
    })
    .execute();
  await alarm('over-speed', { agoMs: 30 * HOUR_MS });
  await alarm('towing', { agoMs: 29 * HOUR_MS });
  // The unit is in private use until somebody drives it otherwise, so today's is not told yet.
  await alarm('low-battery', { agoMs: 60_000 });
  const [towing, speed] = await list(admin);
  expect(speed).toMatchObject({ kind: 'over-speed', is_day_only: true, lat: null, place: null, value: null, ended_at: null });
  expect(new Date(speed!.at).getTime() % HOUR_MS).toBe(0);
  // Its number is drawn by lot, and any digits may stand in it.
  expect(JSON.stringify({ ...speed, id: 0, unit: null })).not.toMatch(/Solna|121/);
  expect(towing).toMatchObject({ kind: 'towing', is_day_only: false, place: 'Solna' });
  expect((await admin.call(openAlarms)).data).toMatchObject({ open_count: 2 });
  expect(await kindsOf(driver)).toEqual(['Skåpbil low-battery', 'Skåpbil towing', 'Skåpbil over-speed']);
});

test('14-1: open screens are told of an alarm raised, changed and over, of an override as such, and not of private use that is over', async () => {
  const told = async () => {
    const { owner } = app.database;
    const rows = await owner.selectFrom('live_event').where('account_id', '=', accountId).select(['unit_id', 'kind']).execute();
    await owner.deleteFrom('live_event').where('account_id', '=', accountId).execute();
    return rows.map(({ unit_id, kind }) => `${unit_id === van.unitId ? 'van' : 'boat'} ${kind}`).sort();
  };
  await alarm('over-speed');
  await alarm('towing', { unit: boat });
  expect(await told()).toEqual(['boat override', 'van alarm']);
  const [towing] = await list(admin, { kinds: 'towing' });
  await admin.call(setAlarmState, { body: { ids: [towing!.id], state: 'seen' } });
  expect(await told()).toEqual(['boat override']);
  const over = { unitId: boat.unitId, kind: 'towing' as const, subject: '', endedMs: app.clock.now.getTime(), details: {} };
  await endAlarms(app.database.pipeline, [over]);
  expect(await told()).toEqual(['boat override']);
  const start = app.clock.now.getTime();
  const of = { accountId, unitId: van.unitId };
  await makeTrip(app.database, of, { start: new Date(start - 9 * HOUR_MS).toISOString(), type: 'private', driver: driverId });
  await makeTrip(app.database, of, { start: new Date(start - 2 * HOUR_MS).toISOString(), type: 'business', driver: driverId });
  await told();
  await alarm('alcohol', { agoMs: 9 * HOUR_MS });
  expect(await told()).toEqual([]);
});

test('ALARM-034: of alarms whose endings come at once, each ends when it was over', async () => {
  for (const hours of [9, 6, 3]) await alarm('towing', { unit: boat, agoMs: hours * HOUR_MS });
  const now = app.clock.now.getTime();
  const ending = (hours: number) => ({
    ...{ unitId: boat.unitId, kind: 'towing' as const, subject: '', details: {} },
    endedMs: now - hours * HOUR_MS,
  });
  await endAlarms(app.database.pipeline, [2, 5, 8].map(ending));
  const lasted = (await list(admin, { kinds: 'towing' })).map(({ at, ended_at }) => Date.parse(ended_at!) - Date.parse(at));
  expect(lasted).toEqual([HOUR_MS, HOUR_MS, HOUR_MS]);
});

test('14-A6: of many alarms all are counted, and a list narrowed to a kind gives that kind', async () => {
  await sql`INSERT INTO alarm (account_id, unit_id, kind, class, dedup_key, at, noticed_at, telling, lat_e7, lon_e7)
    SELECT ${accountId}, ${van.unitId}, (ARRAY['jamming', 'over-speed', 'door'])[1 + i % 3], (ARRAY['security', 'function', 'security'])[1 + i % 3],
      'many ' || i, ${app.clock.now}::timestamptz - make_interval(mins => i), ${app.clock.now}, 'told', 593000000, 180000000
    FROM generate_series(1, 900) i`.execute(app.database.owner);
  const doors = await list(driver, { kinds: 'door', states: 'new,seen', limit: 200 });
  expect(doors).toHaveLength(200);
  expect(new Set(doors.map(({ kind }) => kind))).toEqual(new Set(['door']));
  expect((await admin.call(openAlarms)).data).toMatchObject({ open_count: 900, units: [{ count: 900 }] });
});

test('36: an alarm that is opened tells who drove, whom to ring, which sensor it was and when it came to light, and administrators who was told', async () => {
  await app.database.owner.updateTable('member').set({ phone: '46701234567' }).where('id', '=', driverId).execute();
  const receiver = { account_id: accountId, name: 'Jouren', dial_code: '46', phone: '701112233' };
  const now = { created_at: app.clock.now, changed_at: app.clock.now };
  const made = app.database.owner
    .insertInto('alarm_receiver')
    .values({ ...receiver, ...now })
    .returning('id');
  const { id: receiverId } = await made.executeTakeFirstOrThrow();
  const at = new Date(app.clock.now.getTime() - 2 * HOUR_MS);
  const what = {
    accountId,
    unitId: van.unitId,
    kind: 'temperature',
    subject: 'Frys',
    endedMs: null,
    latE7: null,
    lonE7: null,
  } as const;
  const details = { value: 14.6, limit: 10, sensor_id: 77 };
  const noticed = new Date(at.getTime() + 20 * 60_000);
  await raise(app.database.pipeline, [{ ...what, key: 'warm', atMs: at.getTime(), details }], noticed);
  const id = (await list(admin))[0]!.id;
  await sql`INSERT INTO alarm_message (account_id, alarm_id, receiver_id, purpose, channel, recipient, at, due_at, state)
    VALUES (${accountId}, ${id}, ${receiverId}, 'alarm', 'sms', '+46701112233', ${noticed}, ${noticed}, 'no-credits')`.execute(
    app.database.owner,
  );
  const start = new Date(at.getTime() - HOUR_MS / 2).toISOString();
  await makeTrip(app.database, { accountId, unitId: van.unitId }, { start, minutes: 60, driver: driverId });
  const opened = async (caller: Caller) => (await caller.call(getAlarm, { params: { id } })).data!;
  expect(await opened(admin)).toMatchObject({
    driver: 'Dan Driver',
    call: { name: 'Dan Driver', phone: '46701234567' },
    sensor_id: 77,
    noticed_at: noticed.toISOString(),
    messages: [{ to: 'Jouren', purpose: 'alarm', channel: 'sms', state: 'no-credits' }],
  });
  expect(await opened(driver)).toMatchObject({ driver: 'Dan Driver', messages: null, call: null });
});

test('36: of a unit that was moved without a driver the usual one is told as such, and whoever checked in as the driver', async () => {
  const at = app.clock.now.getTime() - 2 * HOUR_MS;
  await alarm('towing', { agoMs: 2 * HOUR_MS });
  await alarm('over-use', { agoMs: 2 * HOUR_MS - 60_000 });
  const start = new Date(at - HOUR_MS / 2).toISOString();
  const tripId = await makeTrip(app.database, { accountId, unitId: van.unitId }, { start, minutes: 60, driver: driverId });
  const told = async () =>
    Promise.all(
      (await list(admin)).map(async ({ id, kind }) => {
        const { driver: name, usual_driver: usual } = (await admin.call(getAlarm, { params: { id } })).data!;
        return [kind, name, usual];
      }),
    );
  expect(await told()).toEqual([
    ['over-use', null, 'Dan Driver'],
    ['towing', null, 'Dan Driver'],
  ]);
  await app.database.owner.updateTable('trip').set({ checked_in_driver_id: driverId }).where('id', '=', tripId).execute();
  expect(await told()).toEqual([
    ['over-use', 'Dan Driver', null],
    ['towing', 'Dan Driver', null],
  ]);
});

test('ALARM-033: an alarm without a message of its own names the one that it was counted to, and to administrators who was sent that', async () => {
  await alarm('jamming', { agoMs: 30 * 60_000 });
  await alarm('jamming', { agoMs: 25 * 60_000 });
  const [second, first] = await list(admin);
  await sql`INSERT INTO alarm_message (account_id, alarm_id, purpose, channel, recipient, at, due_at, state)
    VALUES (${accountId}, ${first!.id}, 'alarm', 'sms', '+46701112233', ${app.clock.now}, ${app.clock.now}, 'no-credits')`.execute(
    app.database.owner,
  );
  const of = async (caller: Caller, id: number) => (await caller.call(getAlarm, { params: { id } })).data!.repeats_of;
  expect(await of(admin, second!.id)).toMatchObject({ id: first!.id, at: first!.at, messages: [{ to: '+46701112233' }] });
  expect(await of(driver, second!.id)).toEqual({ id: first!.id, at: first!.at, messages: null });
  expect(await of(admin, first!.id)).toBeNull();
});

test('ALARM-036: an open security alarm tells administrators whom it goes on to and when, until it is handled', async () => {
  const stamps = { created_at: app.clock.now, changed_at: app.clock.now };
  const insert = (of: { name: string; escalate_to_id?: number; escalate_after_min?: number }) =>
    app.database.owner
      .insertInto('alarm_receiver')
      .values({ account_id: accountId, security: true, email: `${of.name}@example.test`, ...stamps, ...of })
      .returning('id')
      .executeTakeFirstOrThrow();
  const second = await insert({ name: 'Chefen' });
  const first = await insert({ name: 'Jouren', escalate_to_id: second.id, escalate_after_min: 10 });
  await app.database.owner
    .insertInto('alarm_receiver_unit')
    .values({ account_id: accountId, receiver_id: first.id, unit_id: van.unitId })
    .execute();
  await alarm('towing', { agoMs: 60_000 });
  const { id } = (await list(admin, { kinds: 'towing' }))[0]!;
  await sql`UPDATE alarm SET telling = 'told' WHERE id = ${id}`.execute(app.database.owner);
  const { noticed_at, escalations } = (await admin.call(getAlarm, { params: { id } })).data!;
  const at = new Date(Date.parse(noticed_at!) + 10 * 60_000).toISOString();
  expect(escalations).toEqual([{ to: 'Chefen', after_min: 10, at }]);
  expect((await driver.call(getAlarm, { params: { id } })).data?.escalations).toBeNull();
  await admin.call(setAlarmState, { body: { ids: [id], state: 'handled' } });
  expect((await admin.call(getAlarm, { params: { id } })).data?.escalations).toEqual([]);
});

test('36, TRIP-032: of somebody else’s private trip neither the driver is told, nor when it came to light or who was sent a message', async () => {
  await alarm('over-speed', { agoMs: 2 * DAY_MS });
  const start = new Date(app.clock.now.getTime() - 2 * DAY_MS - HOUR_MS).toISOString();
  await makeTrip(app.database, { accountId, unitId: van.unitId }, { start, minutes: 120, type: 'private', driver: driverId });
  const id = (await list(admin))[0]!.id;
  expect((await admin.call(getAlarm, { params: { id } })).data).toMatchObject({
    is_day_only: true,
    driver: null,
    noticed_at: null,
    sensor_id: null,
    messages: null,
  });
  expect((await driver.call(getAlarm, { params: { id } })).data).toMatchObject({ driver: 'Dan Driver' });
  await alarm('towing', { agoMs: 2 * DAY_MS });
  const towing = (await list(admin, { kinds: 'towing' }))[0]!.id;
  const told = (await admin.call(getAlarm, { params: { id: towing } })).data!;
  expect([told.is_day_only, told.driver], 'its place is told, who drove is not').toEqual([false, null]);
});

test('0079: a temperature that is within its limits again is to be looked into and no longer urgent, in the list and for marks', async () => {
  await alarm('temperature');
  const urgency = async () => (await admin.call(openAlarms)).data!.units.map((unit) => unit.urgency);
  expect([await urgency(), await kindsOf(admin, { urgencies: 'urgent' })]).toEqual([['urgent'], ['Skåpbil temperature']]);
  await sql`UPDATE alarm SET ended_at = ${app.clock.now} WHERE account_id = ${accountId}`.execute(app.database.owner);
  expect([await urgency(), await kindsOf(admin, { urgencies: 'urgent' })]).toEqual([['soon'], []]);
  expect(await kindsOf(admin, { urgencies: 'soon' })).toEqual(['Skåpbil temperature']);
});

test.each(ALARM_URGENCIES)(
  '0079: the database calls %s the same kinds as the table does, while they last and once they are over',
  async (urgency) => {
    const at = new Date(app.clock.now.getTime() - HOUR_MS);
    await sql`INSERT INTO alarm (account_id, unit_id, kind, class, dedup_key, at, noticed_at, ended_at, telling)
    SELECT ${accountId}, ${van.unitId}, k, 'security', k || e, ${at}, ${at}, CASE e WHEN 1 THEN ${at}::timestamptz END, 'told'
    FROM unnest(${[...ALARM_KIND_NAMES]}::text[]) k, generate_series(0, 1) e`.execute(app.database.owner);
    const found = await list(admin, { urgencies: urgency, limit: 200 });
    const namesOf = (isOver: boolean) => ALARM_KIND_NAMES.filter((kind) => urgencyOf(kind, { isOver }) === urgency).toSorted();
    const foundOf = (isOver: boolean) =>
      found.flatMap(({ kind, ended_at }) => ((ended_at !== null) === isOver ? [kind] : [])).toSorted();
    expect([foundOf(false), foundOf(true)]).toEqual([namesOf(false), namesOf(true)]);
  },
);

test('0079: what is said at once is what is urgent beside the security alarms, and nothing else', async () => {
  const newest = async () => (await admin.call(openAlarms)).data!.newest?.kind;
  await alarm('low-battery', { agoMs: 3 * HOUR_MS });
  expect(await newest()).toBeUndefined();
  await alarm('zone-entered', { agoMs: 2 * HOUR_MS });
  expect(await newest()).toBe('zone-entered');
  await alarm('temperature', { agoMs: HOUR_MS });
  await alarm('over-speed', { agoMs: HOUR_MS / 2 });
  expect(await newest()).toBe('temperature');
});

test('14-3, MAP-021: what is open of which unit is told for marks on the map, as far as somebody sees it', async () => {
  await alarm('jamming', { agoMs: 3 * HOUR_MS });
  await alarm('over-speed');
  await alarm('over-speed', { unit: boat });
  const units = async (caller: Caller) => (await caller.call(openAlarms)).data!.units;
  expect(await units(admin)).toEqual([
    { id: van.unitId, imei: van.imei, count: 2, urgency: 'urgent' },
    { id: boat.unitId, imei: boat.imei, count: 1, urgency: 'event' },
  ]);
  expect((await units(driver)).map(({ id }) => id)).toEqual([van.unitId]);
  const ids = (await list(admin, { imeis: boat.imei })).map(({ id }) => id);
  await admin.call(setAlarmState, { body: { ids, state: 'handled' } });
  expect((await units(admin)).map(({ id }) => id)).toEqual([van.unitId]);
});

test("PLACE-012: the account's own name of a place stands for its address, also one given later", async () => {
  await alarm('jamming');
  expect((await list(admin))[0]!.place).toBe('Solna');
  await admin.call(savePlace, { body: { label: 'Verkstaden', lat: 59.3, lng: 18, radius: 200 } });
  expect((await list(admin))[0]!.place).toBe('Verkstaden');
});

test('14-1, ADM-019, TRIP-032: a webhook is told of an alarm once, without its place, and of none in private use', async () => {
  const hook = await admin.call(createWebhook, { body: { url: 'https://example.test/hook', events: ['alarm.raised'] } });
  expect(hook.status).toBe(200);
  const { owner, pipeline } = app.database;
  await owner
    .updateTable('webhook')
    .set({ created_at: new Date(0) })
    .where('account_id', '=', accountId)
    .execute();
  await alarm('jamming');
  const start = new Date(app.clock.now.getTime() - HOUR_MS / 2).toISOString();
  await makeTrip(app.database, { accountId, unitId: boat.unitId }, { start, type: 'private', isOngoing: true });
  await alarm('towing', { unit: boat, agoMs: 60_000 });
  const raised = await owner.selectFrom('alarm').where('account_id', '=', accountId).select('id').execute();
  for (let i = 0; i < 2; i += 1)
    await announce(pipeline, [{ name: 'alarms-raised', ids: raised.map(({ id }) => id) }], app.clock.now);
  const told = await owner.selectFrom('webhook_delivery').where('account_id', '=', accountId).selectAll().execute();
  expect(told).toHaveLength(1);
  const body = { type: told[0]!.event, timestamp: told[0]!.occurred_at.toISOString(), data: told[0]!.data };
  expect(WEBHOOK_CALLS['alarm.raised'].parse(body)).toEqual(body);
  expect(body).toMatchObject({ data: { kind: 'jamming', class: 'security', unit: { name: 'Skåpbil' } } });
  expect(JSON.stringify(body)).not.toMatch(/Solna|59\.3/);
});

test('ALARM-036: who may edit a unit mutes it for a time, and nobody else; the alarm says so, and the audit log', async () => {
  await alarm('jamming');
  const { id } = (await list(admin))[0]!;
  const mute = (caller: Caller, hours: number | null) => {
    const until = hours === null ? null : new Date(app.clock.now.getTime() + hours * HOUR_MS).toISOString();
    return caller.call(muteUnit, { params: { imei: van.imei }, body: { until } });
  };
  const of = async (caller: Caller) => (await caller.call(getAlarm, { params: { id } })).data!;
  expect(await of(admin)).toMatchObject({ muted_until: null, can: { mute: true } });
  expect((await of(driver)).can.mute).toBe(false);
  expect(await mute(driver, 8)).toMatchObject({ status: 403, errors: 'Forbidden' });
  expect((await mute(admin, -1)).errors).toBe('MuteUntil');
  expect((await mute(admin, 31 * 24)).errors).toBe('MuteUntil');
  expect((await mute(admin, 8)).status).toBe(200);
  expect((await of(driver)).muted_until).toBe(new Date(app.clock.now.getTime() + 8 * HOUR_MS).toISOString());
  await alarm('towing', { agoMs: 1000 });
  expect((await list(admin))[0]).toMatchObject({ kind: 'towing', telling: 'muted' });
  await mute(admin, null);
  expect((await of(admin)).muted_until).toBeNull();
  const audit = await app.database.owner
    .selectFrom('audit_entry')
    .where('account_id', '=', accountId)
    .select(['action', 'subject'])
    .orderBy('id')
    .execute();
  expect(audit).toEqual([
    { action: 'alarms-muted', subject: 'Skåpbil' },
    { action: 'alarms-unmuted', subject: 'Skåpbil' },
  ]);
});

test('14-A6, TRIP-032: of a thousand alarms of a unit that is driven privately too, all are told, in order, page by page', async () => {
  const start = app.clock.now.getTime();
  const of = { accountId, unitId: van.unitId };
  for (let day = 0; day < 15; day += 1)
    for (const [hours, type] of [
      [6, 'business'],
      [3, 'private'],
    ] as const)
      await makeTrip(app.database, of, {
        start: new Date(start - day * DAY_MS - hours * HOUR_MS).toISOString(),
        minutes: 60,
        type,
        driver: driverId,
      });
  await sql`INSERT INTO alarm (account_id, unit_id, kind, class, dedup_key, at, noticed_at, telling)
    SELECT ${accountId}, ${van.unitId}, 'over-speed', 'function', 'mixed ' || i, ${app.clock.now}::timestamptz - make_interval(mins => 20 * i),
      ${app.clock.now}, 'told' FROM generate_series(1, 1000) i`.execute(app.database.owner);
  const ids: number[] = [];
  const times: string[] = [];
  for (let after: string | null = ''; after !== null;) {
    const query: { limit: number; after?: string } = { limit: 200, ...(after === '' ? {} : { after }) };
    const page: CallData<typeof listAlarms> = (await admin.call(listAlarms, { query })).data!;
    ids.push(...page.alarms.map(({ id }) => id));
    times.push(...page.alarms.map(({ at }) => at));
    after = page.next;
  }
  expect(times).toEqual([...times].sort().reverse());
  expect(new Set(ids).size).toBe(ids.length);
  // What happened in today's private use is told tomorrow.
  const withheld = 1000 - ids.length;
  expect(withheld).toBeGreaterThan(0);
  expect(withheld).toBeLessThan(24 * 3);
  expect((await admin.call(openAlarms)).data).toMatchObject({ open_count: ids.length });
});
