import { DAY_MS } from '@spora/calendar/durations';
import { type MemberRight, updateUser } from '@spora/contract/users/endpoints';
import { lockUnit, updateUnit } from '@spora/contract/units/endpoints';
import { UNIT_FEATURES } from '@spora/contract/units/values';
import {
  armedZone,
  armZone,
  disarmZone,
  getZone,
  listZones,
  orderState,
  removeZone,
  restoreZone,
  saveZone,
  saveZoneRules,
  setAlertDays,
  setZoneState,
  zoneRules,
  zoneUnits,
} from '@spora/contract/zones/endpoints';
import { ZONES_PER_UNIT } from '@spora/contract/zones/rules';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp, type TestApp } from '../../testing/http.ts';
import { makeTrip } from '../../testing/trips.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
let app: TestApp;
let accountId: AccountId;
let admin: Caller;
let member: Caller;
let memberId: number;
let foreign: Caller;
let unit: MadeUnit;
let other: MadeUnit;

beforeAll(async () => {
  app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
  foreign = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.now = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2);
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId, fullName: 'Anna Admin' }));
  const dag = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  memberId = dag.id;
  member = await app.signInAs(dag);
  unit = await makeUnit(app.database, { accountId, name: 'Skåpbil 7', visibleTo: [memberId] });
  other = await makeUnit(app.database, { accountId, name: 'Båt' });
});

const HARBOUR = { name: 'Hamnen', lat: 59.3, lng: 18.06, radius: 400, address: 'Hamngatan 1' };
const save = (body: Record<string, unknown> = {}, caller = admin) =>
  caller.call(saveZone, { body: { ...HARBOUR, imeis: [unit.imei], ...body } });
const saved = async (body: Record<string, unknown> = {}) => {
  const { status, data, errors } = await save(body);
  expect({ status, errors }).toMatchObject({ status: 200 });
  return data!.geofence;
};
const tick = () => void (app.clock.now = new Date(app.clock.now.getTime() + 60_000));
const watched = async (unitId = unit.unitId) =>
  (
    await app.database.owner
      .selectFrom('zone_watch')
      .where('unit_id', '=', unitId)
      .select(['radius_m', 'alarm', 'valid_from', 'valid_to'])
      .orderBy('valid_from')
      .execute()
  ).map((row) => [row.radius_m, row.alarm, row.valid_to === null ? 'on' : 'over']);

test('GEO-001, GEO-007, API-077, API-078, API-079: a zone is saved, listed, changed and removed; what records are held against is dated', async () => {
  const zone = await saved({ inactive: { days: [1, 2], from: '22:00', to: '06:00' }, theft_mode_on_leave: 1 });
  expect(zone).toMatchObject({
    ...HARBOUR,
    is_active: true,
    alarm: 'leave',
    theft_mode_on_leave: true,
    inactive: { days: [1, 2], from: '22:00', to: '06:00' },
    time_zone: 'Europe/Stockholm',
    imeis: [unit.imei],
    units: [{ name: 'Skåpbil 7', device: { state: 'saved', at: null } }],
    device: { state: 'saved' },
    last_event: null,
    can: { edit: true },
  });
  tick();
  await saved({ id: zone.id, name: 'Kajen', radius: 500, imeis: [unit.imei, other.imei], alarm: 'both' });
  const { data } = await admin.call(listZones, { query: {} });
  expect(data).toMatchObject({ geofences: [{ id: zone.id, name: 'Kajen', radius: 500 }], min_radius: 300, can: { add: true } });
  expect((await admin.call(listZones, { query: { imei: other.imei } })).data?.geofences).toHaveLength(1);
  expect(await watched()).toEqual([
    [400, 'leave', 'over'],
    [500, 'both', 'on'],
  ]);
  tick();
  expect((await admin.call(removeZone, { params: { id: zone.id } })).status).toBe(200);
  expect((await admin.call(getZone, { params: { id: zone.id } })).errors).toBe('ZoneNotFound');
  expect((await watched(other.unitId)).at(-1)).toEqual([500, 'both', 'over']);
  const acts = await app.database.owner
    .selectFrom('audit_entry')
    .where('account_id', '=', accountId)
    .select(['action', 'details'])
    .orderBy('id')
    .execute();
  expect(acts.map(({ action }) => action)).toEqual(expect.arrayContaining(['zone-saved', 'zone-removed']));
  // What was made and what was lost: the removed one cannot be looked at any more.
  const made = acts.find(({ action }) => action === 'zone-saved');
  const content = (side: 'before' | 'after', other: 'before' | 'after') =>
    expect.arrayContaining([{ field: 'radius_m', [side]: null, [other]: expect.any(Number) as number }]) as unknown[];
  expect(made?.details).toMatchObject({ units: expect.stringMatching(/^\D/), changes: content('before', 'after') });
  expect(made?.details).not.toHaveProperty('fields');
  const removed = acts.find(({ action }) => action === 'zone-removed');
  expect(removed?.details).toMatchObject({ changes: content('after', 'before') });
});

test('GEO-002, GEO-003, GEO-014, CONST-002, ERR-016, DEC-01, DEC-76: name and radius are refused with their own words, and nothing is half saved', async () => {
  expect((await save({ name: ' ' })).errors).toMatchObject({ name: ['SpecifyZoneName'] });
  expect((await save({ name: 'x'.repeat(51) })).errors).toMatchObject({ name: ['ZoneNameLength'] });
  expect((await save({ radius: undefined })).errors).toMatchObject({ radius: ['ZoneRadiusMissing'] });
  expect((await save({ radius: 10_000 })).errors).toMatchObject({ radius: ['ZoneRadiusTooLarge'] });
  expect((await save({ radius: 299 })).errors).toEqual({ msg: 'ZoneRadiusTooSmall', count: 300 });
  expect((await save({ imeis: [] })).errors).toMatchObject({ imeis: ['SelectUnit'] });
  expect((await save({ inactive: { days: [1], from: '08:00', to: '08:00' } })).status).toBe(422);
  expect((await save({ inactive: { days: [], from: '08:00', to: '09:00' } })).status).toBe(422);
  expect((await admin.call(listZones, { query: {} })).data?.geofences).toEqual([]);
  expect((await save({ radius: 300 })).status).toBe(200);
  expect((await save({ name: 'hamnen' })).errors).toBe('ZoneNameTaken');
  await app.database.owner.updateTable('account').set({ geofence_min_radius: 50 }).where('id', '=', accountId).execute();
  expect((await save({ name: 'Liten', radius: 50 })).status).toBe(200);
  expect((await save({ name: 'Mindre', radius: 49 })).errors).toEqual({ msg: 'ZoneRadiusTooSmall', count: 50 });
});

test('GEO-004, GEO-015, CONST-001: a sixth zone of a unit is refused, of two racing calls too; the list of units says so', async () => {
  for (const n of [1, 2, 3, 4]) await saved({ name: `Zon ${n}` });
  const racing = await Promise.all([save({ name: 'Femte' }), save({ name: 'Sjätte' })]);
  expect(racing.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422]);
  expect(racing.find(({ status }) => status === 422)?.errors).toBe('ZoneLimitReached');
  const { data } = await admin.call(zoneUnits, { query: {} });
  expect(data?.units).toMatchObject([
    { name: 'Båt', zones: 0, reason: null },
    { name: 'Skåpbil 7', zones: 5, reason: 'limit' },
  ]);
  const [zone] = (await admin.call(listZones, { query: {} })).data!.geofences;
  // The five stay to be edited.
  expect((await save({ id: zone!.id, name: zone!.name, radius: 600 })).status).toBe(200);
  expect((await admin.call(zoneUnits, { query: { id: zone!.id } })).data?.units[1]).toMatchObject({ zones: 4, reason: null });
  expect((await admin.call(armZone, { body: { imei: unit.imei, lat: 59.3, lng: 18 } })).errors).toBe('ZoneLimitReached');
});

test('API-077: the units of a zone are told by name, in whatever order they were chosen', async () => {
  const later = await makeUnit(app.database, { accountId, name: 'Zebra' });
  const first = await makeUnit(app.database, { accountId, name: 'Anka' });
  const zone = await saved({ name: 'I ordning', imeis: [later.imei, first.imei] });
  expect(zone.units.map(({ name }: { name: string }) => name)).toEqual(['Anka', 'Zebra']);
});

test('DEC-69: members see zones of units they were given, and change those that touch only these, if they may', async () => {
  const own = await saved({ name: 'Egen' });
  const both = await saved({ name: 'Båda', imeis: [unit.imei, other.imei] });
  await saved({ name: 'Andras', imeis: [other.imei] });
  const set = (rights: MemberRight[]) => admin.call(updateUser, { params: { id: memberId }, body: { rights } });
  await set([]);
  const seen = async () => (await member.call(listZones, { query: {} })).data!;
  expect((await seen()).geofences.map(({ name, can, imeis }) => [name, can.edit, imeis])).toEqual([
    ['Båda', false, [unit.imei]],
    ['Egen', false, [unit.imei]],
  ]);
  await set(['edit-places']);
  expect((await seen()).geofences.map(({ can }) => can.edit)).toEqual([false, true]);
  expect((await save({ id: own.id, name: 'Min' }, member)).status).toBe(200);
  expect((await save({ id: both.id, name: 'Min 2' }, member)).errors).toBe('Forbidden');
  expect((await save({ name: 'Ny', imeis: [other.imei] }, member)).errors).toBe('UnitNotFound');
  const remove = (caller: Caller) => caller.call(removeZone, { params: { id: both.id } });
  expect((await remove(member)).errors).toBe('Forbidden');
  expect((await remove(foreign)).errors).toBe('ZoneNotFound');
  expect((await foreign.call(zoneRules)).data?.rules).toEqual([]);
});

test('LOCK-005: a zone of a locked unit is not there for an administrator without access', async () => {
  const zone = await saved();
  await member.call(lockUnit, { params: { imei: unit.imei }, body: { reason: 'x' } });
  expect((await admin.call(listZones, { query: {} })).data?.geofences).toEqual([]);
  expect((await admin.call(getZone, { params: { id: zone.id } })).errors).toBe('ZoneNotFound');
  expect((await save({ id: zone.id })).errors).toBe('UnitNotFound');
});

test('ERR-041: what somebody else changed meanwhile is not overwritten unseen', async () => {
  const zone = await saved();
  await saved({ id: zone.id, radius: 700 });
  const { status, errors } = await save({ id: zone.id, radius: 800, was: { radius: 400 } });
  expect([status, errors]).toEqual([409, 'ChangedMeanwhile']);
  expect((await save({ id: zone.id, radius: 700, name: 'Nytt', was: { name: 'Hamnen' } })).status).toBe(200);
});

test('FEAT-001: no zone for a unit whose feature is off; those it has can be taken from it', async () => {
  const zone = await saved();
  const features = UNIT_FEATURES.filter((feature) => feature !== 'zones');
  await admin.call(updateUnit, { params: { imei: unit.imei }, body: { features: [...features] } });
  expect((await save({ name: 'Ny' })).errors).toBe('FeatureOff');
  expect((await admin.call(armZone, { body: { imei: unit.imei, lat: 59.3, lng: 18 } })).errors).toBe('FeatureOff');
  expect((await admin.call(zoneUnits, { query: {} })).data?.units[1]).toMatchObject({ reason: 'feature-off' });
  expect((await save({ id: zone.id, radius: 900 })).status).toBe(200);
  expect((await admin.call(removeZone, { params: { id: zone.id } })).status).toBe(200);
});

test('GEO-017: a zone that was removed is brought back as it was, for a day, where its place was not taken meanwhile', async () => {
  const zone = await saved({ name: 'Kajen', radius: 700, alarm: 'both' });
  const params = { id: zone.id };
  const restore = (caller = admin) => caller.call(restoreZone, { params });
  expect((await restore()).errors, 'it stands').toBe('ZoneNotFound');
  tick();
  await admin.call(removeZone, { params });
  expect((await restore(foreign)).errors).toBe('ZoneNotFound');
  const taken = await saved({ name: 'Kajen' });
  expect((await restore()).errors).toBe('ZoneNameTaken');
  await admin.call(removeZone, { params: { id: taken.id } });
  tick();
  expect((await restore()).data?.geofence).toMatchObject({ id: zone.id, name: 'Kajen', radius: 700, alarm: 'both' });
  expect((await watched()).filter(([, , state]) => state === 'on')).toEqual([[700, 'both', 'on']]);
  await admin.call(removeZone, { params });
  const added: number[] = [];
  for (let n = 0; n < ZONES_PER_UNIT; n += 1) added.push((await saved({ name: `Zon ${n}` })).id);
  expect((await restore()).errors).toBe('ZoneLimitReached');
  await admin.call(removeZone, { params: { id: added[0]! } });
  const removedAt = (days: number) =>
    app.database.owner
      .updateTable('zone')
      .set({ removed_at: new Date(app.clock.now.getTime() - days * DAY_MS) })
      .where('id', '=', zone.id)
      .execute();
  await removedAt(1.01);
  expect((await restore()).errors, 'a day later').toBe('ZoneNotFound');
  await removedAt(0.99);
  expect((await restore()).status).toBe(200);
});

test('GEO-016: hours that a zone is inactive keep the time zone that they were told by when the account gets another one', async () => {
  const inactive = { days: [1, 2], from: '22:00', to: '06:00' };
  const { id, time_zone: told } = await saved({ inactive });
  await app.database.owner.updateTable('account').set({ time_zone: 'Europe/Helsinki' }).where('id', '=', accountId).execute();
  expect(await saved({ id, name: 'Kajen', inactive: { ...inactive, to: '05:00' } })).toMatchObject({ time_zone: told });
  const days = (body: { days: number[]; from?: string; to?: string }) => admin.call(setAlertDays, { params: { id }, body });
  expect((await days({ days: [3], from: '08:00', to: '17:00' })).data?.geofence.time_zone).toBe('Europe/Stockholm');
  await days({ days: [] });
  expect((await days({ days: [3], from: '08:00', to: '17:00' })).data?.geofence.time_zone, 'told anew').toBe('Europe/Helsinki');
});

test('API-080, API-081, API-084: state, days and rules are changed alone; all rules or none', async () => {
  const zone = await saved();
  const second = await saved({ name: 'Tvåan' });
  tick();
  const off = await admin.call(setZoneState, { params: { id: zone.id }, body: { active: 0 } });
  expect(off.data).toMatchObject({ pending: false, geofence: { is_active: false } });
  expect((await watched()).filter(([, , state]) => state === 'on')).toHaveLength(1);
  tick();
  await admin.call(setZoneState, { params: { id: zone.id }, body: { active: 1 } });
  const days = await admin.call(setAlertDays, { params: { id: zone.id }, body: { days: [0, 6], from: '08:00', to: '17:00' } });
  expect(days.data?.geofence.inactive).toEqual({ days: [6, 0], from: '08:00', to: '17:00' });
  expect((await admin.call(setAlertDays, { params: { id: zone.id }, body: { days: [] } })).data?.geofence.inactive).toBeNull();
  const rule = { id: zone.id, alarm: 'both', theft_mode_on_leave: true } as const;
  const rules = (ids: readonly number[]) => admin.call(saveZoneRules, { body: { rules: ids.map((id) => ({ ...rule, id })) } });
  expect((await rules([zone.id, 2 ** 40])).errors).toBe('ZoneNotFound');
  expect((await admin.call(zoneRules)).data?.rules).toMatchObject([{ alarm: 'leave' }, { alarm: 'leave' }]);
  expect((await rules([zone.id, second.id])).status).toBe(200);
  expect((await admin.call(zoneRules)).data?.rules).toMatchObject([{ alarm: 'both' }, { alarm: 'both' }]);
});

/** The unit has been seen, and is parked. */
const standStill = async () => {
  await app.database.owner
    .insertInto('unit_latest')
    .values({
      account_id: accountId,
      unit_id: unit.unitId,
      last_contact_at: app.clock.now,
      time: app.clock.now,
      lat_e7: 593_293_000,
      lon_e7: 180_686_000,
      speed_kmh: 0,
      heading_deg: 90,
      altitude_m: 10,
      satellites: 9,
      state: 'parked',
      state_since: app.clock.now,
      report_interval_s: 60,
    })
    .execute();
};

test('MAP-013: armed where it is once more it is guarded at once, whatever hours or alarms its zone had been given; another radius leaves them', async () => {
  await standStill();
  const arm = async (circle: object = {}) => (await admin.call(armZone, { body: { imei: unit.imei, ...circle } })).data!.geofence;
  const { id, name, lat, lng, radius, imeis } = await arm();
  const inactive = { days: [1, 2], from: '22:00', to: '06:00' };
  const body = { id, name, lat, lng, radius, imeis, alarm: 'enter' as const, theft_mode_on_leave: true, inactive };
  expect((await admin.call(saveZone, { body })).data?.geofence).toMatchObject({ alarm: 'enter', inactive });
  tick();
  expect(await arm({ lat, lng, radius: 500 })).toMatchObject({ id, radius: 500, alarm: 'enter', inactive });
  expect(await arm()).toMatchObject({
    id,
    radius: 500,
    alarm: 'both',
    inactive: null,
    theft_mode_on_leave: true,
    is_active: true,
  });
});

test('MAP-012, MAP-013, API-082: a unit is armed where it is with one call, and disarmed with another', async () => {
  const arm = (body: object = {}) => admin.call(armZone, { body: { imei: unit.imei, ...body } });
  expect((await arm()).errors).toBe('ZoneNoPosition');
  await standStill();
  const first = await arm();
  expect(first.data).toMatchObject({
    command_id: null,
    geofence: { lat: 59.3293, lng: 18.0686, radius: 300, is_armed: true, is_active: true, imeis: [unit.imei] },
  });
  expect(first.data?.geofence.armed_since).toBe(app.clock.now.toISOString());
  tick();
  const again = await arm({ lat: 59, lng: 18, radius: 400 });
  expect(again.data?.geofence).toMatchObject({ id: first.data!.geofence.id, lat: 59, radius: 400 });
  const armed = async () => (await admin.call(armedZone, { params: { imei: unit.imei } })).data;
  expect(await armed(), 'on since it was armed, whatever was changed of it').toMatchObject({
    geofence: { lat: 59, armed_since: first.data!.geofence.armed_since },
    can: { arm: true },
  });
  expect((await member.call(armedZone, { params: { imei: unit.imei } })).data?.can.arm).toBe(true);
  tick();
  const zoneId = first.data!.geofence.id;
  for (const active of [false, true]) {
    await admin.call(setZoneState, { params: { id: zoneId }, body: { active } });
    expect((await armed())?.geofence?.armed_since).toBe(active ? app.clock.now.toISOString() : null);
    tick();
  }
  for (const _ of [1, 2]) expect((await admin.call(disarmZone, { body: { imei: unit.imei } })).status).toBe(200);
  expect((await armed())?.geofence).toBeNull();
  expect((await admin.call(listZones, { query: {} })).data?.geofences).toEqual([]);
});

test('API-083: an order to a unit is waiting, acknowledged, rejected or timed out; of a unit out of sight nothing is told', async () => {
  const { owner } = app.database;
  const at = app.clock.now;
  const order = await owner
    .insertInto('command')
    .values({
      account_id: accountId,
      unit_id: unit.unitId,
      tracker_id: unit.trackerId,
      member_id: memberId,
      family: 'FMB120',
      kind: 'zone',
      subject: 'zone-1',
      text: 'setzone',
      parameters: {},
      created_at: at,
      expires_at: new Date(at.getTime() + 2 * DAY_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const told = async (caller = admin) => {
    const { data, errors } = await caller.call(orderState, { params: { commandId: order.id } });
    return data?.state ?? errors;
  };
  const becomes = (state: string) => owner.updateTable('command').set({ state }).where('id', '=', order.id).execute();
  expect([await told(), await told(member)]).toEqual(['waiting', 'waiting']);
  for (const [state, shown] of [
    ['acknowledged', 'acknowledged'],
    ['failed', 'rejected'],
    ['expired', 'timed-out'],
  ] as const) {
    await becomes(state);
    expect(await told()).toBe(shown);
  }
  expect(await told(foreign)).toBe('NotFound');
});

test('GEO-015: two zones that take each other’s units at once are both saved', async () => {
  const first = await saved({ name: 'Ett' });
  const second = await saved({ name: 'Två', imeis: [other.imei] });
  const imeis = [unit.imei, other.imei];
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all([
      save({ id: first.id, name: 'Ett', imeis: round % 2 === 0 ? imeis : [unit.imei] }),
      save({ id: second.id, name: 'Två', imeis: round % 2 === 0 ? imeis.toReversed() : [other.imei] }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  }
});

test('GEO-020: the editor is told how often units report on their way, but nothing of one in private use', async () => {
  await app.database.owner
    .insertInto('unit_latest')
    .values(
      [unit, other].map(({ unitId }) => ({
        ...{ account_id: accountId, unit_id: unitId, last_contact_at: app.clock.now, time: app.clock.now },
        ...{ lat_e7: 593_293_000, lon_e7: 180_686_000, speed_kmh: 0, heading_deg: 90, altitude_m: 10, satellites: 9 },
        ...{ state: 'moving', state_since: app.clock.now, report_interval_s: 60 },
      })),
    )
    .execute();
  const start = new Date(app.clock.now.getTime() - 7_200_000).toISOString();
  await makeTrip(app.database, { accountId, unitId: unit.unitId }, { start, type: 'private', driver: memberId });
  expect((await admin.call(zoneUnits, { query: {} })).data?.units).toMatchObject([
    { name: 'Båt', report_interval_s: 60 },
    { name: 'Skåpbil 7', report_interval_s: null },
  ]);
  // Parked it sleeps: that is not how often it reports on its way, which its mode says.
  await app.database.owner
    .updateTable('unit_latest')
    .set({ state: 'parked', report_interval_s: 3600 })
    .where('unit_id', '=', other.unitId)
    .execute();
  const boat = async () => (await admin.call(zoneUnits, { query: {} })).data?.units.find(({ name }) => name === 'Båt');
  expect(await boat()).toMatchObject({ report_interval_s: null });
  await app.database.owner
    .insertInto('unit_mode')
    .values({
      ...{ account_id: accountId, unit_id: other.unitId, mode: 'realtime-5', still_s: 3600 },
      ...{ requested_at: app.clock.now, active_from: app.clock.now },
    })
    .execute();
  expect(await boat()).toMatchObject({ report_interval_s: 300 });
  await app.database.owner.updateTable('unit_mode').set({ mode: 'theft' }).where('unit_id', '=', other.unitId).execute();
  expect(await boat(), 'a theft that is over is not how it reports').toMatchObject({ report_interval_s: null });
  // Nor is it armed where it is.
  expect((await admin.call(armZone, { body: { imei: unit.imei } })).errors).toBe('ZoneNoPosition');
});
