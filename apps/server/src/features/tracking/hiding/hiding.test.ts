import { columnsOf } from '@spora/telemetry/columns';
import { decodePackedHistory } from '@spora/telemetry/packed-history';
import { decodePackedPositions, LATEST_FLAGS } from '@spora/telemetry/packed-positions';
import { setDayOff } from '@spora/contract/days-off/endpoints';
import { exportHistory, history, positions } from '@spora/contract/tracking/endpoints';
import { generateTrips, getTripRoute } from '@spora/contract/trips/endpoints';
import { saveSpeedAddress, saveTripSettings, saveWorkingHours } from '@spora/contract/units/settings';
import { listUnits } from '@spora/contract/units/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountId, setAccount } from '../../../platform/ctx.ts';
import { createLog } from '../../../platform/observing/log.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { type Caller, testApp, testPorts } from '../../../testing/http.ts';
import { describeMissing } from '../../addresses/api.ts';
import { append, ensurePartitions } from '../../../core/log/segments.ts';
import { recordOf } from '../../../testing/projector.ts';
import { prepare } from '../../../core/log/appender.ts';
import { driveBuilder } from '../../../testing/drive.ts';
import { readLiveState } from '../service.ts';
import { announceHidingChanges } from './service.ts';
import { projectNext } from '../../../testing/engine.ts';

const app = await testApp();
const { owner, pipeline, api } = app.database;
afterAll(() => app.close());
const HOUR = 3_600_000;
const PACKED = { accept: 'application/octet-stream' };
/** A Tuesday; the account's clock is an hour ahead of universal time. */
const MIDNIGHT = Date.parse('2026-03-10T00:00:00+01:00');
const at = (hour: number): Date => new Date(MIDNIGHT + hour * HOUR);
let accountId: AccountId;
const members: Record<'admin' | 'driver' | 'boss', { id: number; email: string }> = {} as never;

beforeAll(async () => {
  app.clock.now = at(0);
  await ensurePartitions(pipeline, new Date('2026-02-01'), new Date('2026-04-01'));
  accountId = await makeAccount(app.database);
  members.admin = await makeMember(app.database, { accountId });
  members.boss = await makeMember(app.database, { accountId });
  members.driver = await makeMember(app.database, { accountId, isAdmin: false });
});

const as = (who: keyof typeof members): Promise<Caller> => app.signInAs(members[who]);
const hours = (hide_from_admins: 'off' | 'during' | 'outside') => ({
  is_active: true,
  intervals: [{ weekdays: [1, 2, 3, 4, 5], from: '08:00', to: '17:00' }],
  inside_type: null,
  outside_type: null,
  hide_from_admins,
});

/** A unit given to the driver that drives at 07:30 and 10:00 by the account's clock, hidden as told since midnight. */
async function hiddenUnit(hide: 'off' | 'during' | 'outside'): Promise<MadeUnit> {
  const unit = await makeUnit(app.database, { accountId, visibleTo: [members.driver.id] });
  app.clock.now = at(0);
  const admin = await as('admin');
  expect((await admin.call(saveWorkingHours, { params: { imei: unit.imei }, body: hours(hide) })).status).toBe(200);
  app.clock.now = at(12);
  for (const hour of [7.5, 10]) {
    const { fixes } = driveBuilder({ startMs: at(hour).getTime(), withOdometer: true })
      .stand(120, { ignition: false })
      .drive(900, 50, { ignition: true })
      .stand(600, { ignition: false });
    const frame = { trackerId: unit.trackerId, columns: columnsOf(fixes.map(recordOf)), bytes: 1, settle: () => {} };
    await append(pipeline, prepare([frame], app.clock.now, 24));
  }
  while ((await projectNext(pipeline, app.clock.now, { trackers: 50, segments: 8 })).trackers > 0) continue;
  return unit;
}
async function placeFor(who: keyof typeof members, { imei }: MadeUnit): Promise<string> {
  const [unit] = (await (await as(who)).call(positions, { query: { imeis: imei } })).data!.units;
  return unit!.position ? 'seen' : String(unit!.no_position_reason);
}

test('ROLE-005, MAP-004, DEC-49: a unit is hidden from administrators during working hours, and from nobody else', async () => {
  const unit = await hiddenUnit('during');
  expect(await placeFor('admin', unit), 'at noon').toBe('hidden');
  expect(await placeFor('driver', unit)).toBe('seen');
  app.clock.now = at(17);
  expect(await placeFor('admin', unit), 'after hours').toBe('seen');
  app.clock.now = at(4 * 24 + 12);
  expect(await placeFor('admin', unit), 'on Saturday').toBe('seen');
});

test('MAP-004, DEC-49: the other choice hides it outside of working hours; off hides nothing', async () => {
  const outside = await hiddenUnit('outside');
  expect(await placeFor('admin', outside)).toBe('seen');
  app.clock.now = at(17);
  expect(await placeFor('admin', outside)).toBe('hidden');
  expect(await placeFor('driver', outside)).toBe('seen');
  const off = await hiddenUnit('off');
  app.clock.now = at(17);
  expect(await placeFor('admin', off)).toBe('seen');
});

test('TRIP-036, DEC-49: on a day off nobody works: what is hidden during the hours is seen, from when the day was made one', async () => {
  const unit = await hiddenUnit('during');
  expect(await placeFor('admin', unit)).toBe('hidden');
  await (await as('admin')).call(setDayOff, { body: { day: '2026-03-10', is_off: true } });
  expect(await placeFor('admin', unit)).toBe('seen');
  const query = { imei: unit.imei, from: at(0).toISOString(), to: at(24).toISOString() };
  expect(
    (await (await as('admin')).call(history, { query })).data!.private_blocks,
    'what was hidden until then stays so',
  ).toEqual([{ from: at(8).toISOString(), to: at(12).toISOString(), is_hidden: true }]);
  await owner.deleteFrom('account_day_off').where('account_id', '=', accountId).execute();
});

test('MAP-004: an administrator who drives the unit sees it, another does not', async () => {
  const unit = await hiddenUnit('during');
  const body = { driver_id: members.boss.id };
  await (await as('admin')).call(saveTripSettings, { params: { imei: unit.imei }, body });
  expect(await placeFor('boss', unit)).toBe('seen');
  expect(await placeFor('admin', unit)).toBe('hidden');
});

test('MAP-004: the packed map holds no trace of where a hidden unit is', async () => {
  const unit = await hiddenUnit('during');
  const packed = async (who: keyof typeof members) => {
    const caller = await as(who);
    return decodePackedPositions((await caller.call(positions, { query: { imeis: unit.imei } }, PACKED)).raw).positions;
  };
  const forAdmin = await packed('admin');
  expect([forAdmin.flags[0], forAdmin.latE7[0], forAdmin.lonE7[0], forAdmin.timeMs[0], forAdmin.speedKmh[0]]).toEqual([
    LATEST_FLAGS.hidden,
    0,
    0,
    0,
    0,
  ]);
  expect((await packed('driver')).latE7[0]).not.toBe(0);
});

test('MAP-004: the live stream sends administrators no place, and those who were given the unit theirs', async () => {
  const unit = await hiddenUnit('during');
  const live = await api.transaction().execute(async (tx) => {
    await setAccount(tx, accountId);
    return readLiveState(tx, accountId, [unit.unitId], at(12));
  });
  expect(live.units.map(({ position, no_position_reason }) => [position, no_position_reason])).toEqual([[null, 'hidden']]);
  expect(live.own.map(({ memberId, unit: shown }) => [memberId, shown.position !== null])).toEqual([[members.driver.id, true]]);
});

test('MAP-004: history, its packed form and its file leave out the time in which the unit was hidden', async () => {
  const unit = await hiddenUnit('during');
  const query = { imei: unit.imei, from: at(0).toISOString(), to: at(24).toISOString() };
  const mine = (await (await as('driver')).call(history, { query })).data!;
  const theirs = (await (await as('admin')).call(history, { query })).data!;
  const isHidden = (time: string) => Date.parse(time) >= at(8).getTime() && Date.parse(time) < at(17).getTime();
  expect(mine.points.some(({ time }) => isHidden(time))).toBe(true);
  expect(theirs.points.length).toBeGreaterThan(10);
  expect(theirs.points.filter(({ time }) => isHidden(time))).toEqual([]);
  expect(theirs.stops.filter(({ from }) => isHidden(from))).toEqual([]);
  expect(theirs.private_blocks).toEqual([{ from: at(8).toISOString(), to: at(17).toISOString(), is_hidden: true }]);
  expect(theirs.distance_m).toBeLessThan(mine.distance_m);
  const admin = await as('admin');
  expect(decodePackedHistory((await admin.call(history, { query }, PACKED)).raw).points.n).toBe(theirs.points.length);
  const file = (await admin.call(exportHistory, { params: { format: 'csv' }, query })).raw;
  expect(Buffer.from(file).toString().trim().split('\r\n').length - 1).toBe(theirs.points.length);
});

test('MAP-004: of a stop that the next drive ends in hidden hours no more is told than what lies in the period', async () => {
  const unit = await hiddenUnit('during');
  const query = { imei: unit.imei, from: at(0).toISOString(), to: at(7.9).toISOString() };
  const endOf = async (who: keyof typeof members) => (await (await as(who)).call(history, { query })).data!.stops.at(-1)?.to;
  expect(await endOf('admin')).toBe(at(7.9).toISOString());
  expect(Math.abs(Date.parse((await endOf('driver')) ?? '') - at(10).getTime())).toBeLessThan(180_000);
});

test('MAP-004: hours that are moved for days gone by uncover nothing that was hidden on them', async () => {
  const unit = await hiddenUnit('during');
  const body = { ...hours('off'), intervals: [{ weekdays: [0], from: '01:00', to: '02:00' }], from: '2026-03-09' };
  const admin = await as('admin');
  expect((await admin.call(saveWorkingHours, { params: { imei: unit.imei }, body })).status).toBe(200);
  const query = { imei: unit.imei, from: at(0).toISOString(), to: at(24).toISOString() };
  expect((await admin.call(history, { query })).data!.private_blocks).toEqual([
    { from: at(8).toISOString(), to: at(12).toISOString(), is_hidden: true },
  ]);
});

test('MAP-004: when hours begin or end, maps are told of the unit in that minute and in no other', async () => {
  const unit = await hiddenUnit('during');
  await owner.deleteFrom('live_event').execute();
  await owner
    .updateTable('unit_latest')
    .set({ changed_at: at(0) })
    .where('unit_id', '=', unit.unitId)
    .execute();
  const told = async () =>
    (await owner.selectFrom('live_event').where('unit_id', '=', unit.unitId).select('kind').execute()).length;
  await announceHidingChanges({ db: pipeline, ports: testPorts() }, at(12));
  expect(await told()).toBe(0);
  await announceHidingChanges({ db: pipeline, ports: testPorts() }, at(17));
  expect(await told()).toBe(1);
  app.clock.now = at(17);
  const since = at(16).toISOString();
  const { units } = (await (await as('admin')).call(positions, { query: { imeis: unit.imei, since } })).data!;
  expect(units).toHaveLength(1);
});

test('UNIT-018: a hidden speed is in no answer: map, list, history, log, route, files', async () => {
  const unit = await hiddenUnit('off');
  const admin = await as('admin');
  const body = { hides_speed: true, speed_limit_kmh: 90 };
  expect((await admin.call(saveSpeedAddress, { params: { imei: unit.imei }, body })).data).toMatchObject(body);
  await owner.updateTable('unit_latest').set({ speed_kmh: 47, state: 'moving' }).where('unit_id', '=', unit.unitId).execute();
  const [live] = (await admin.call(positions, { query: { imeis: unit.imei } })).data!.units;
  expect([live!.hides_speed, live!.position!.speed_kmh]).toEqual([true, 0]);
  expect((await admin.call(listUnits)).data!.units.find(({ id }) => id === unit.unitId)!.hides_speed).toBe(true);
  const query = { imei: unit.imei, from: at(0).toISOString(), to: at(24).toISOString() };
  const shown = (await admin.call(history, { query })).data!;
  expect(shown.hides_speed).toBe(true);
  expect(shown.points.every(({ speed_kmh }) => speed_kmh === 0)).toBe(true);
  expect(shown.distance_m, 'the distance is still right').toBeGreaterThan(10_000);
  const { trips } = (await admin.call(generateTrips, { body: { from: '2026-03-10', to: '2026-03-10', imeis: [unit.imei] } }))
    .data!;
  expect(trips.map(({ hides_speed, max_speed_kmh }) => [hides_speed, max_speed_kmh])).toEqual([
    [true, 0],
    [true, 0],
  ]);
  const route = (await admin.call(getTripRoute, { params: { id: trips[0]!.id } })).data!;
  expect(route.parts.flat().every(({ speed_kmh }) => speed_kmh === 0)).toBe(true);
  for (const format of ['csv', 'gpx', 'kml'] as const) {
    const file = Buffer.from((await admin.call(exportHistory, { params: { format }, query })).raw).toString();
    expect(file.length).toBeGreaterThan(1000);
    expect(file).not.toMatch(/speed/i);
  }
});

test('UNIT-018: a unit whose addresses are not looked up shows coordinates, and nobody is asked about it', async () => {
  const unit = await hiddenUnit('off');
  const other = await hiddenUnit('off');
  await owner.updateTable('unit_latest').set({ address: 'Gamla vägen 1' }).where('unit_id', '=', unit.unitId).execute();
  const admin = await as('admin');
  const body = { resolves_addresses: false };
  expect((await admin.call(saveSpeedAddress, { params: { imei: unit.imei }, body })).data).toMatchObject(body);
  const builtIn = {
    id: 'fake',
    reverse: async (point: { lat: number; lon: number }) => ({
      label: 'Solna',
      ...point,
      isApproximate: true,
      providerId: 'fake',
    }),
    search: async () => [],
  };
  const log = createLog({ logLevel: 'silent' });
  const ports = testPorts({ geocoder: { builtIn } });
  await describeMissing({ actor: { kind: 'system' }, db: pipeline, now: () => app.clock.now, ports, log });
  const addressOf = async ({ imei }: MadeUnit) =>
    (await admin.call(positions, { query: { imeis: imei } })).data!.units[0]!.address;
  expect([await addressOf(unit), await addressOf(other)]).toEqual([null, 'Solna']);
  const ends = await owner
    .selectFrom('trip')
    .where('unit_id', '=', unit.unitId)
    .select(['start_address', 'stop_address'])
    .execute();
  expect(ends.every((trip) => trip.start_address === null && trip.stop_address === null)).toBe(true);
});
