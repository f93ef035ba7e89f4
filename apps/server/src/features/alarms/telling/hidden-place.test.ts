import { HOUR_MS } from '@spora/calendar/durations';
import { getAlarm, listAlarms, openAlarms } from '@spora/contract/alarms/centre';
import { getUnitAlarms } from '@spora/contract/alarms/unit-settings';
import { brandOf } from '@spora/contract/brands';
import { saveTripSettings, saveWorkingHours } from '@spora/contract/units/settings';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../../platform/ctx.ts';
import { createLog } from '../../../platform/observing/log.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { type Caller, testApp, testPorts } from '../../../testing/http.ts';
import { makeReceiver } from '../../../testing/receivers.ts';
import { raise, tell } from './service.ts';

const app = await testApp();
const { owner, pipeline } = app.database;
afterAll(() => app.close());

/** A Tuesday's noon; the unit is hidden from administrators from eight to five by the account's clock. */
const NOON = Date.parse('2026-03-10T12:00:00+01:00');
const PLACE = { latE7: 593_000_000, lonE7: 180_000_000, details: { place: 'Solna' } };
let accountId: AccountId;
let unit: MadeUnit;
let members: Record<'admin' | 'driver', { readonly id: number }>;
beforeEach(async () => {
  app.clock.now = new Date(NOON - 12 * HOUR_MS);
  accountId = await makeAccount(app.database);
  members = {
    admin: await makeMember(app.database, { accountId }),
    driver: await makeMember(app.database, { accountId, isAdmin: false }),
  };
  unit = await makeUnit(app.database, { accountId, name: 'Skåpbil 7', visibleTo: [members.driver.id] });
  const admin = await as('admin');
  const intervals = [{ weekdays: [1, 2, 3, 4, 5], from: '08:00', to: '17:00' }];
  const body = { is_active: true, intervals, inside_type: null, outside_type: null, hide_from_admins: 'during' as const };
  await admin.call(saveWorkingHours, { params: { imei: unit.imei }, body });
});

/** Raised at an hour of the day, and told to the receivers there are. */
async function alarm(kind: 'over-speed' | 'towing', hour: number): Promise<number> {
  app.clock.now = new Date(NOON + (hour - 12) * HOUR_MS);
  const at = new Date(app.clock.now);
  const what = {
    accountId,
    unitId: unit.unitId,
    kind,
    subject: '',
    key: `${kind} ${unit.unitId} ${hour}`,
    endedMs: null,
  } as const;
  await raise(pipeline, [{ ...what, ...PLACE, atMs: at.getTime() }], at);
  const { id } = await owner
    .selectFrom('alarm')
    .where('account_id', '=', accountId)
    .select('id')
    .orderBy('at', 'desc')
    .executeTakeFirstOrThrow();
  const system = { actor: { kind: 'system' }, db: pipeline, now: () => at, ports: testPorts() } as const;
  await tell({ ...system, log: createLog({ logLevel: 'silent' }) }, (_subsite, path) => `https://spora.test${path}`, [
    Number(id),
  ]);
  return Number(id);
}
const as = (who: keyof typeof members): Promise<Caller> => app.signInAs(members[who]);
const shownTo = async (who: keyof typeof members) =>
  (await (await as(who)).call(listAlarms, { query: {} })).data!.alarms.map(({ kind, lat, place, is_place_hidden }) => ({
    kind,
    lat,
    place,
    is_place_hidden,
  }));
const overrides = () =>
  owner
    .selectFrom('audit_entry')
    .where('account_id', '=', accountId)
    .where('action', '=', 'hiding-overridden')
    .select(['subject', 'details'])
    .execute();

test('DEC-42: what a brand moves into the security alarms is told as one, and still tells no place that is hidden', async () => {
  const brand = brandOf(4);
  Object.assign(brand, { movedAlarms: { 'over-speed': 'security' } });
  try {
    await owner.updateTable('account').set({ subsite_id: 4 }).where('id', '=', accountId).execute();
    const receiver = {
      account_id: accountId,
      member_id: null,
      name: 'Jour',
      email: 'jour@test.example',
      dial_code: '',
      phone: '',
    };
    const only = { ...receiver, push: false, security: true, function: false, quiet_from: null, quiet_to: null };
    await makeReceiver(app.database, only, { unitId: unit.unitId, at: app.clock.now });
    const id = await alarm('over-speed', 12);
    expect(await shownTo('admin')).toEqual([{ kind: 'over-speed', lat: null, place: null, is_place_hidden: true }]);
    const admin = await as('admin');
    expect((await admin.call(getAlarm, { params: { id } })).data?.class).toBe('security');
    expect((await admin.call(openAlarms)).data?.newest?.id).toBe(id);
    expect(await overrides()).toEqual([]);
    const mail = await owner.selectFrom('mail').where('account_id', '=', accountId).select(['recipient', 'params']).execute();
    expect(mail).toMatchObject([{ recipient: 'jour@test.example', params: { place: '' } }]);
    const { kinds } = (await admin.call(getUnitAlarms, { params: { imei: unit.imei } })).data!;
    expect(kinds.find(({ kind }) => kind === 'over-speed')?.class).toBe('security');
  } finally {
    Object.assign(brand, { movedAlarms: {} });
  }
});

test('MAP-004, DEC-49: a function alarm tells administrators no place while the unit is hidden from them, and after hours it does', async () => {
  const id = await alarm('over-speed', 12);
  expect(await shownTo('admin')).toEqual([{ kind: 'over-speed', lat: null, place: null, is_place_hidden: true }]);
  expect((await (await as('admin')).call(getAlarm, { params: { id } })).data).toMatchObject({
    lat: null,
    lng: null,
    place: null,
  });
  expect(await shownTo('driver')).toEqual([{ kind: 'over-speed', lat: 59.3, place: 'Solna', is_place_hidden: false }]);
  await alarm('over-speed', 18);
  expect(await shownTo('admin')).toMatchObject([{ lat: 59.3 }, { lat: null }]);
  expect(await overrides()).toEqual([]);
});

test('MAP-004: an administrator who drives the unit is told the place', async () => {
  await (await as('admin')).call(saveTripSettings, { params: { imei: unit.imei }, body: { driver_id: members.admin.id } });
  await alarm('over-speed', 12);
  expect(await shownTo('admin')).toMatchObject([{ lat: 59.3, place: 'Solna' }]);
});

test('DEC-49, SEC-014: a security alarm tells the place all the same, and that stands in the audit log', async () => {
  await alarm('towing', 12);
  expect(await shownTo('admin')).toEqual([{ kind: 'towing', lat: 59.3, place: 'Solna', is_place_hidden: false }]);
  expect(await overrides()).toEqual([{ subject: 'Skåpbil 7', details: { kind: 'towing' } }]);
  await alarm('towing', 18);
  expect(await overrides(), 'it was not hidden any more').toHaveLength(1);
});

test('MAP-004, ALARM-039: messages tell the place to whom the map would, and to nobody outside', async () => {
  const base = { account_id: accountId, security: true, function: true, dial_code: '', phone: '', push: false };
  for (const [name, memberId] of [
    ['admin', members.admin.id],
    ['driver', members.driver.id],
    ['outside', null],
  ] as const) {
    const receiver = { ...base, name, member_id: memberId, email: `${name}-${accountId}@test.example` };
    await makeReceiver(app.database, receiver, { unitId: unit.unitId, at: app.clock.now });
  }
  // The account knows the place by name, so that no address need be found.
  await owner
    .insertInto('place')
    .values({
      account_id: accountId,
      label: 'Gården',
      lat_e7: PLACE.latE7,
      lon_e7: PLACE.lonE7,
      radius_m: 200,
      position: 1,
      is_active: true,
    })
    .execute();
  const placesTold = async (kind: string) => {
    const rows = await owner
      .selectFrom('mail')
      .where('account_id', '=', accountId)
      .where('template', '=', 'alarm')
      .select('params')
      .execute();
    return rows
      .map(({ params }) => params as { receiverName: string; place: string; mapPath: string | null; what: { kind: string } })
      .filter(({ what }) => what.kind === kind)
      .map(({ receiverName, place, mapPath }) => `${receiverName}: ${place}${mapPath === null ? '' : ', on a map'}`)
      .sort();
  };
  await alarm('over-speed', 12);
  expect(await placesTold('over-speed')).toEqual(['admin: ', 'driver: Gården', 'outside: ']);
  await alarm('towing', 13);
  expect(await placesTold('towing')).toEqual(['admin: Gården', 'driver: Gården', 'outside: Gården, on a map']);
});
