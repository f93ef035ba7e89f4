import { readAudit } from '@spora/contract/accounts/endpoints';
import { exportOwnData } from '@spora/contract/accounts/settings';
import { columnsOf } from '@spora/telemetry/columns';
import { ARMED_PLACE } from '@spora/contract/alarms/kinds';
import { getAlarm, listAlarms } from '@spora/contract/alarms/centre';
import { createWebhook } from '@spora/contract/integrations/endpoints';
import { WEBHOOK_CALLS } from '@spora/contract/integrations/webhook-calls';
import { downloadZoneLog, listZones, saveZone, setAlertDays, setZoneState, zoneLog } from '@spora/contract/zones/endpoints';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { prepare } from '../../core/log/appender.ts';
import { append, ensurePartitions } from '../../core/log/segments.ts';
import { changeFrom } from '../../core/fleet/unit-settings.ts';
import type { AccountId } from '../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { driveBuilder, randomFrom, T0 } from '../../testing/drive.ts';
import { projectNext, rebuildTracker } from '../../testing/engine.ts';
import { createNearestPlace } from '../../platform/geocoding/nearest-place.ts';
import { createLog } from '../../platform/observing/log.ts';
import { type Caller, testApp, type TestApp, testPorts } from '../../testing/http.ts';
import { makeTrip } from '../../testing/trips.ts';
import { recordOf } from '../../testing/projector.ts';
import { forgetOld } from '../alarms/telling/service.ts';
import type { Fix } from '../trips/projection.ts';
import { forgetEvents } from './kept-repository.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
let app: TestApp;
let accountId: AccountId;
let admin: Caller;
let driver: Caller;
let driverId: number;
let unit: MadeUnit;
let zoneId: number;

const ON = { ignition: true };
const OFF = { ignition: false };
/** Out of the yard, to a customer and home again. */
const ROUND = driveBuilder()
  .stand(600, { ...OFF, jitterM: 8 })
  .drive(600, 50, ON)
  .stand(1200, { ...OFF, jitterM: 8 })
  .drive(10, 0, { ...ON, turn: 18 })
  .drive(600, 50, ON)
  .stand(900, { ...OFF, jitterM: 8 }).fixes;
/** And out once more. */
const AGAIN = driveBuilder({ startMs: ROUND.at(-1)!.timeMs + 30_000 }).drive(600, 50, ON).fixes;
const END = new Date(ROUND.at(-1)!.timeMs + 60_000);

beforeAll(async () => {
  const builtIn = createNearestPlace([{ name: 'Solna', countryCode: 'SE', lat: 59.36, lon: 18, population: 60_000 }]);
  app = await testApp({
    ports: { geocoder: { builtIn } },
    http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } },
  });
  await ensurePartitions(app.database.pipeline, new Date(T0), new Date(T0));
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.now = new Date(T0 - 3_600_000);
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId, fullName: 'Anna Admin' }));
  const dag = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  driverId = dag.id;
  driver = await app.signInAs(dag);
  unit = await makeUnit(app.database, { accountId, name: 'Skåpbil 7', visibleTo: [driverId] });
  const zone = { name: 'Gården', lat: 59.3, lng: 18, radius: 300, imeis: [unit.imei], alarm: 'both' as const };
  zoneId = (await admin.call(saveZone, { body: zone })).data!.id;
  app.clock.now = END;
});

async function report(fixes: readonly Fix[], of = unit): Promise<void> {
  const { pipeline } = app.database;
  const columns = columnsOf(fixes.map(recordOf));
  await append(pipeline, prepare([{ trackerId: of.trackerId, columns, bytes: 1, settle: () => {} }], app.clock.now, 24));
  while ((await projectNext(pipeline, app.clock.now, { trackers: 50, segments: 8 }, { among: [of.trackerId] })).trackers > 0)
    continue;
}
const alarms = async () =>
  (
    await app.database.owner
      .selectFrom('alarm')
      .where('kind', 'like', 'zone-%')
      .where('account_id', '=', accountId)
      .select(['kind', 'subject', 'telling'])
      .orderBy('at')
      .execute()
  ).map(({ kind, subject, telling }) => `${kind} ${subject} ${telling}`);
const crossings = async () =>
  (
    await app.database.owner
      .selectFrom('zone_crossing')
      .where('account_id', '=', accountId)
      .select(['at', 'direction'])
      .orderBy('at')
      .execute()
  ).map(({ at, direction }) => `${direction} ${at.toISOString()}`);
const events = async (query: object = {}, caller = admin) => (await caller.call(zoneLog, { query })).data!;

test('GEO-018, GEO-022: leaving and coming back are two events and two alarms, once, however the records come', async () => {
  await report(ROUND);
  const expected = await crossings();
  expect(expected.map((text) => text.split(' ')[0])).toEqual(['left', 'entered']);
  const raised = ['zone-left Gården told', 'zone-entered Gården told'];
  expect(await alarms()).toEqual(raised);
  await report(ROUND.slice(20, 90));
  await rebuildTracker(app.database.pipeline, unit.imei, END);
  expect(await alarms()).toEqual(raised);
  expect(await crossings()).toEqual(expected);

  const { events: rows, next } = await events();
  expect(next).toBeNull();
  expect(rows).toMatchObject([
    { zone_name: 'Gården', direction: 'entered', unit: { name: 'Skåpbil 7' }, is_return: false, alarm: { telling: 'told' } },
    { zone_name: 'Gården', direction: 'left', is_removed: false, alarm: { telling: 'told', messages: 0 } },
  ]);
  const [zone] = (await admin.call(listZones, { query: {} })).data!.geofences;
  expect(zone?.last_event).toEqual({ at: rows[0]!.at, direction: 'entered', unit_name: 'Skåpbil 7' });
});

test('ALARM-035: the alarm of a zone that was left says when the unit came back, that of the coming back nothing more', async () => {
  await report(ROUND);
  const { alarms: raised } = (await admin.call(listAlarms, { query: {} })).data!;
  const back = async (kind: string, caller = admin) =>
    (await caller.call(getAlarm, { params: { id: raised.find((alarm) => alarm.kind === kind)!.id } })).data!.crossed_back_at;
  const [left = '', entered = ''] = (await crossings()).map((text) => text.split(' ')[1]!);
  expect(await back('zone-left')).toBe(entered);
  expect(await back('zone-entered')).toBeNull();
  // Nobody else is told of a moment of private driving.
  const { owner } = app.database;
  await owner.deleteFrom('trip').where('unit_id', '=', unit.unitId).execute();
  const betweenMs = (Date.parse(left) + Date.parse(entered)) / 2;
  const trip = (startMs: number, minutes: number, type: 'business' | 'private') =>
    makeTrip(
      app.database,
      { accountId, unitId: unit.unitId },
      { start: new Date(startMs).toISOString(), minutes, type, driver: driverId },
    );
  await trip(Date.parse(left) - 60_000, (betweenMs - Date.parse(left)) / 60_000 + 0.5, 'business');
  await trip(betweenMs, (Date.parse(entered) - betweenMs) / 60_000 + 1, 'private');
  expect(await back('zone-left')).toBeNull();
});

test('MAP-013: the alarm of a unit that leaves where it was armed says that, not what the zone is called', async () => {
  const { owner } = app.database;
  await owner.updateTable('zone').set({ armed_unit_id: unit.unitId }).where('id', '=', zoneId).execute();
  await report(ROUND);
  expect(await alarms()).toEqual([`zone-left ${ARMED_PLACE} told`, `zone-entered ${ARMED_PLACE} told`]);
});

test('GEO-019: late, shuffled and repeated records make the same crossings, and none is raised twice', async () => {
  await report(ROUND);
  const expected = await crossings();
  const random = randomFrom(5);
  for (const size of [7, 23]) {
    const again = await makeUnit(app.database, { accountId });
    await sql`INSERT INTO zone_watch (account_id, unit_id, zone_id, valid_from, lat_e7, lon_e7, radius_m, alarm)
      SELECT account_id, ${again.unitId}, zone_id, valid_from, lat_e7, lon_e7, radius_m, alarm FROM zone_watch WHERE unit_id = ${unit.unitId}`.execute(
      app.database.owner,
    );
    const pieces = Array.from({ length: Math.ceil(ROUND.length / size) }, (_, i) => ROUND.slice(i * size, i * size + size));
    pieces.sort(() => random() - 0.5);
    for (const piece of [...pieces, ...pieces.slice(0, 4)]) await report(piece, again);
    const found = await app.database.owner
      .selectFrom('zone_crossing')
      .where('unit_id', '=', again.unitId)
      .select(['at', 'direction'])
      .orderBy('at')
      .execute();
    expect(found.map(({ at, direction }) => `${direction} ${at.toISOString()}`)).toEqual(expected);
    const raised = await app.database.owner
      .selectFrom('alarm')
      .where('kind', 'like', 'zone-%')
      .where('unit_id', '=', again.unitId)
      .select('kind')
      .orderBy('at')
      .execute();
    expect(raised.map(({ kind }) => kind)).toEqual(['zone-left', 'zone-entered']);
  }
});

test('GEO-022: a leaving tells since when the unit was inside, the last entering that it still is, and the zone the same', async () => {
  const crossed = async () => (await admin.call(listZones, { query: {} })).data!.geofences[0]!.units[0]!.crossed;
  expect(await crossed()).toBeNull();
  await report([...ROUND, ...AGAIN]);
  const { events: rows } = await events();
  const [left, entered, first] = rows;
  expect(rows.map(({ direction }) => direction)).toEqual(['left', 'entered', 'left']);
  expect(left!.inside).toEqual({ since: entered!.at, is_since_change: false, is_still: false });
  expect(entered!.inside, 'it has left since').toBeNull();
  // It stood there when the zone was made.
  expect(first!.inside).toEqual({ since: new Date(T0 - 3_600_000).toISOString(), is_since_change: true, is_still: false });
  expect(await crossed()).toEqual({ at: left!.at, direction: 'left' });
  expect((await events({ to: '2026-03-10' })).events, 'a filter changes nothing of it').toEqual(rows);
});

test('GEO-022: who is inside is said to be until it leaves; of a zone that rests at times nothing is said', async () => {
  await report(ROUND);
  const [entered] = (await events()).events;
  expect(entered!.inside).toEqual({ since: entered!.at, is_since_change: false, is_still: true });
  const zone = async () => (await admin.call(listZones, { query: {} })).data!.geofences[0]!.units[0]!.crossed;
  expect(await zone()).toEqual({ at: entered!.at, direction: 'entered' });
  const inactive = { days: [1, 2, 3, 4, 5], from: '07:00', to: '18:00' };
  await admin.call(setAlertDays, { params: { id: zoneId }, body: inactive });
  expect(await zone()).toBeNull();
});

test('TRIP-032, GEO-022: whether a private trip left the zone cannot be told by what stands beside it', async () => {
  const { owner } = app.database;
  await report(ROUND);
  const HOUR = 3_600_000;
  const start = END.getTime() + HOUR;
  await makeTrip(
    app.database,
    { accountId, unitId: unit.unitId },
    { start: new Date(start).toISOString(), type: 'private', driver: driverId },
  );
  const later = driveBuilder({ startMs: start + 3 * HOUR }).drive(600, 50, ON).fixes;
  app.clock.now = new Date(later.at(-1)!.timeMs + 60_000);
  const backs = async () => {
    const { alarms: raised } = (await admin.call(listAlarms, { query: {} })).data!;
    return Promise.all(raised.map(async ({ id }) => (await admin.call(getAlarm, { params: { id } })).data!.crossed_back_at));
  };
  const told = async () => [
    (await events()).events,
    (await admin.call(listZones, { query: {} })).data!.geofences[0]!.units,
    await backs(),
  ];
  const away = async () => {
    const { rows } = await sql`INSERT INTO zone_crossing (account_id, unit_id, zone_id, at, direction, lat_e7, lon_e7, is_return)
      SELECT account_id, unit_id, zone_id, ${new Date(start)}::timestamptz + x.after, x.direction, lat_e7, lon_e7, false
      FROM (SELECT * FROM zone_crossing WHERE unit_id = ${unit.unitId} LIMIT 1) c,
        (VALUES (interval '2 minutes', 'left'), (interval '8 minutes', 'entered')) x (after, direction) RETURNING at`.execute(
      owner,
    );
    expect(rows).toHaveLength(2);
  };
  const home = () => owner.deleteFrom('zone_crossing').where('unit_id', '=', unit.unitId).where('at', '>', END).execute();
  const stayed = await told();
  await away();
  expect(await told(), 'while it stands there after private use').toEqual(stayed);
  await home();
  await report(later);
  const left = await told();
  expect((left[0] as { direction: string; inside: unknown }[])[0]).toMatchObject({ direction: 'left', inside: null });
  await away();
  expect(await told(), 'when it has left on business').toEqual(left);
});

test('GEO-022: who usually drives is not named as the driver where nobody checked in', async () => {
  await changeFrom(app.database.owner, { accountId, unitId: unit.unitId }, new Date(0), { driverMemberId: driverId });
  await report(ROUND);
  expect((await events()).events.map((event) => [event.driver, event.driver_is_usual])).toEqual([
    ['Dag Driver', true],
    ['Dag Driver', true],
  ]);
  const file = await admin.request({
    method: 'GET',
    url: '/api/user/geofence/log/download',
    headers: { 'accept-language': 'sv' },
  });
  const [head, row] = file.body
    .trim()
    .split('\r\n')
    .map((line) => line.split(';'));
  const cell = (name: string) => row![head!.indexOf(name)];
  expect([cell('Förare'), cell('Vanlig förare'), cell('Minuter i zonen')]).toEqual(['', 'Dag Driver', '']);
  const [, , left] = file.body.trim().split('\r\n');
  expect(left!.split(';')[head!.indexOf('Minuter i zonen')], 'since the zone was made').toMatch(/^\d+$/);
});

test('ALARM-034: what a late record shows is told once; older than a day it is only written down', async () => {
  app.clock.now = new Date(END.getTime() + 2 * 86_400_000);
  await report(ROUND);
  expect(await alarms()).toEqual(['zone-left Gården late', 'zone-entered Gården late']);
});

test('GEO-005, ALARM-042: an inactive zone, one that tells of the other direction, and a kind that is off raise nothing', async () => {
  app.clock.now = new Date(T0 - 1_800_000);
  await admin.call(setZoneState, { params: { id: zoneId }, body: { active: false } });
  app.clock.now = END;
  await report(ROUND);
  expect(await crossings()).toEqual([]);

  const other = await makeUnit(app.database, { accountId });
  app.clock.now = new Date(T0 - 1_800_000);
  const zone = { name: 'Yard', lat: 59.3, lng: 18, radius: 300, imeis: [other.imei], alarm: 'both' as const };
  await admin.call(saveZone, { body: zone });
  await changeFrom(app.database.owner, { accountId, unitId: other.unitId }, new Date(T0 - 1_800_000), {
    alarms: { 'zone-left': false },
  });
  app.clock.now = END;
  await report(ROUND, other);
  expect(await crossings()).toHaveLength(2);
  expect(await alarms()).toEqual(['zone-entered Yard told']);
});

test('GEO-022, ADM-018: filters, pages and the file, which is on record; nobody sees the events of units that are not theirs', async () => {
  await report(ROUND);
  const page = await events({ limit: 1 });
  expect(page.events.map(({ direction }) => direction)).toEqual(['entered']);
  expect((await events({ after: page.next!, limit: 1 })).events.map(({ direction }) => direction)).toEqual(['left']);
  expect((await events({ directions: 'left', zones: String(zoneId), imeis: unit.imei })).events).toHaveLength(1);
  expect((await events({ from: '2026-03-11' })).events).toEqual([]);
  for (const field of ['directions', 'zones', 'after'])
    expect(await admin.call(zoneLog, { query: { [field]: 'sideways' } }), field).toMatchObject({
      status: 422,
      errors: { [field]: ['InvalidInput'] },
    });
  const foreign = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
  expect(new Set((await events()).events.map(({ place }) => place)), 'where it was, in words').toEqual(new Set(['Solna']));
  expect((await events({}, foreign)).events).toEqual([]);
  expect((await foreign.call(zoneLog, { query: { zones: String(zoneId) } })).data?.events).toEqual([]);
  const stranger = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
  expect((await events({}, stranger)).events).toEqual([]);
  const fileIn = async (language: string) => {
    const headers = { 'accept-language': language };
    return (await admin.request({ method: 'GET', url: '/api/user/geofence/log/download', headers })).body.trim().split('\r\n');
  };
  const lines = await fileIn('sv');
  expect(lines[0]).toContain('Tid;Enhet;Registreringsnummer;Zon;Händelse');
  expect(lines.slice(1).map((line) => line.split(';').slice(1, 5).join(' '))).toEqual([
    'Skåpbil 7  Gården Kom in',
    'Skåpbil 7  Gården Lämnade',
  ]);
  expect(lines[1], 'with the decimal sign of the language').toMatch(/;"?59,\d{6}"?;"?1\d,\d{6}"?;/);
  expect((await fileIn('en'))[1]).toMatch(/,59\.\d{6},1\d\.\d{6},/);
  expect(downloadZoneLog.kind).toBe('file');
  const { rows } = (await admin.call(readAudit, { query: { action: 'zone-log-exported' } })).data!;
  expect(rows.map(({ details }) => details)).toEqual([{ format: 'csv' }, { format: 'csv' }]);
});

test('TRIP-032: of a private trip nobody but its driver is told which zones it crossed, nor that there were any', async () => {
  await changeFrom(app.database.owner, { accountId, unitId: unit.unitId }, new Date(0), { driverMemberId: driverId });
  await app.database.owner.updateTable('unit').set({ default_trip_type: 'private' }).where('id', '=', unit.unitId).execute();
  await report(ROUND);
  expect(await crossings()).toHaveLength(2);
  expect((await events({}, driver)).events).toHaveLength(2);
  expect(await events()).toEqual({ events: [], next: null });
  expect((await admin.call(listZones, { query: {} })).data?.geofences[0]?.last_event).toBeNull();
  expect((await admin.call(listAlarms, { query: {} })).data?.alarms).toEqual([]);
});

test('ADM-019, TRIP-032: a webhook is told once which zone a unit left and entered, and nothing of a private trip', async () => {
  app.clock.now = new Date(T0 - 3_600_000);
  const body = { url: 'https://example.test/hook', events: ['zone.crossed' as const] };
  expect((await admin.call(createWebhook, { body })).status).toBe(200);
  app.clock.now = END;
  const secret = await makeUnit(app.database, { accountId });
  await app.database.owner.updateTable('unit').set({ default_trip_type: 'private' }).where('id', '=', secret.unitId).execute();
  const zone = { name: 'Yard', lat: 59.3, lng: 18, radius: 300, imeis: [secret.imei] };
  app.clock.now = new Date(T0 - 1_800_000);
  await admin.call(saveZone, { body: zone });
  app.clock.now = END;
  await report(ROUND, secret);
  await report(ROUND);
  const told = async () =>
    (
      await app.database.owner
        .selectFrom('webhook_delivery')
        .where('account_id', '=', accountId)
        .orderBy('occurred_at')
        .selectAll()
        .execute()
    ).map(({ event, occurred_at, data }) => ({ type: event, timestamp: occurred_at.toISOString(), data }));
  const bodies = await told();
  expect(bodies).toMatchObject([
    { data: { zone: 'Gården', direction: 'left', unit: { name: 'Skåpbil 7' } } },
    { data: { zone: 'Gården', direction: 'entered' } },
  ]);
  for (const each of bodies) expect(WEBHOOK_CALLS['zone.crossed'].parse(each)).toEqual(each);
  expect(JSON.stringify(bodies)).not.toMatch(/59\.3|lat/);
  await rebuildTracker(app.database.pipeline, unit.imei, app.clock.now);
  expect(await told(), 'a rebuild tells nothing anew').toEqual(bodies);
});

test('SEC-015, CONST-060: what crossed a zone goes with the positions of a private trip, places with positions, events with the log', async () => {
  await changeFrom(app.database.owner, { accountId, unitId: unit.unitId }, new Date(0), { driverMemberId: driverId });
  await report(ROUND);
  const months = (n: number) => new Date(END.getTime() + n * 31 * 86_400_000);
  const forget = (at: Date) => forgetEvents(app.database.pipeline, at);
  await forget(END);
  expect(await crossings()).toHaveLength(2);
  const own = unzipSync((await driver.call(exportOwnData)).raw)['zone-events.json'];
  expect(JSON.parse(Buffer.from(own!).toString())).toMatchObject([
    { zone: 'Gården', direction: 'left' },
    { direction: 'entered' },
  ]);
  const places = () =>
    app.database.owner.selectFrom('zone_crossing').where('account_id', '=', accountId).select('lat_e7').execute();
  await forget(months(4));
  expect(await places()).toEqual([{ lat_e7: null }, { lat_e7: null }]);
  await sql`UPDATE trip SET positions_erased = true WHERE unit_id = ${unit.unitId} AND started_at = (
    SELECT min(started_at) FROM trip WHERE unit_id = ${unit.unitId})`.execute(app.database.owner);
  await forget(END);
  expect((await crossings()).map((text) => text.split(' ')[0])).toEqual(['entered']);
  const { pipeline } = app.database;
  const log = createLog({ logLevel: 'silent' });
  await forgetOld({ actor: { kind: 'system' }, db: pipeline, now: () => END, ports: testPorts(), log });
  expect(await alarms()).toEqual(['zone-entered Gården told']);
  await forget(months(13));
  expect(await crossings()).toEqual([]);
});
