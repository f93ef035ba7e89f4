import { DAY_MS } from '@spora/calendar/durations';
import { filterChoices, listDrivers, listProjects, listPurposes } from '@spora/contract/trips/choices';
import { updateTrip } from '@spora/contract/trips/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '../../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { type Caller, type TestApp, testApp } from '../../../testing/http.ts';
import { makeTrip, type NewTrip } from '../../../testing/trips.ts';

let app: TestApp;
let accountId: AccountId;
let admin: Caller;
let adminId: number;
let driver: Caller;
let driverId: number;
let unit: MadeUnit;
let other: MadeUnit;
beforeAll(async () => {
  app = await testApp();
  accountId = await makeAccount(app.database);
  const boss = await makeMember(app.database, { accountId, fullName: 'Berit Boss' });
  const member = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Nils Nowhere' });
  [adminId, driverId] = [boss.id, member.id];
  [admin, driver] = [await app.signInAs(boss), await app.signInAs(member)];
  unit = await makeUnit(app.database, { accountId, visibleTo: [driverId] });
  other = await makeUnit(app.database, { accountId });
});
afterAll(() => app.close());

const recent = (daysAgo: number, hour: number) =>
  new Date(Math.floor(Date.now() / DAY_MS - daysAgo) * DAY_MS + hour * 3_600_000).toISOString();
const newTrip = (trip: NewTrip, of: MadeUnit = unit) => makeTrip(app.database, { accountId, unitId: of.unitId }, trip);
const say = (who: Caller, id: number, body: object) => who.call(updateTrip, { params: { id }, body });
const purposes = async (who: Caller, query: { imei?: string; trip_id?: number }) =>
  (await who.call(listPurposes, { query })).data?.purposes;

test('TRIP-022, API-064: purposes of the same way come first, then what one writes oneself, then those of the account', async () => {
  const before = await newTrip({ start: recent(9, 8) });
  const elsewhere = await newTrip({ start: recent(9, 12) });
  await app.database.owner.updateTable('trip').set({ stop_lat_e7: 600_000_000 }).where('id', '=', elsewhere).execute();
  await say(driver, before, { purpose: 'Byggmöte' });
  await say(admin, elsewhere, { purpose: 'Leverans' });
  const now = await newTrip({ start: recent(2, 8) });
  await app.database.owner
    .insertInto('account_group')
    .values([
      { account_id: accountId, kind: 'purposes', name: 'Service' },
      { account_id: accountId, kind: 'purposes', name: 'Fritid', trip_type: 'private' },
    ])
    .execute();
  expect(await purposes(admin, { imei: unit.imei, trip_id: now })).toEqual([
    { text: 'Byggmöte', source: 'same-ends' },
    { text: 'Leverans', source: 'own' },
    { text: 'Service', source: 'account' },
  ]);
  expect((await purposes(driver, { imei: unit.imei }))?.[0]).toEqual({ text: 'Byggmöte', source: 'own' });
});

test("TRIP-022, TRIP-032: nobody is offered what was written of somebody else's private trip", async () => {
  const secret = await newTrip({ start: recent(8, 8), type: 'private', driver: driverId });
  await say(driver, secret, { purpose: 'Läkarbesök', project: 'Hemligt' });
  const same = await newTrip({ start: recent(3, 8) });
  expect((await purposes(admin, { trip_id: same }))?.map(({ text }) => text)).not.toContain('Läkarbesök');
  expect((await purposes(driver, { trip_id: same }))?.map(({ text }) => text)).toContain('Läkarbesök');
  expect((await admin.call(listProjects, {})).data?.projects).not.toContain('Hemligt');
  expect((await driver.call(listProjects, {})).data?.projects).toContain('Hemligt');
});

test('API-069: who may have driven a unit are those with access to it and administrators', async () => {
  const names = async (imei: string) => (await admin.call(listDrivers, { query: { imei } })).data?.drivers;
  expect(await names(unit.imei)).toEqual([
    { id: adminId, name: 'Berit Boss' },
    { id: driverId, name: 'Dag Driver' },
  ]);
  expect(await names(other.imei)).toEqual([{ id: adminId, name: 'Berit Boss' }]);
  expect(await driver.call(listDrivers, { query: { imei: other.imei } })).toMatchObject({ errors: 'UnitNotFound' });
});

test('API-073, TRIP-018: filters offer departments, tags and projects of the units that one sees, and of nobody else', async () => {
  await app.database.owner
    .updateTable('unit')
    .set({ department: 'Norr', tags: ['kyl'] })
    .where('id', '=', unit.unitId)
    .execute();
  await app.database.owner
    .updateTable('unit')
    .set({ department: 'Syd', tags: ['tak'], project: 'Bron' })
    .where('id', '=', other.unitId)
    .execute();
  expect((await driver.call(filterChoices, {})).data).toMatchObject({ departments: ['Norr'], tags: ['kyl'], places: [] });
  expect((await admin.call(filterChoices, {})).data).toMatchObject({
    departments: ['Norr', 'Syd'],
    tags: ['kyl', 'tak'],
    projects: ['Bron'],
  });
  const stranger = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
  expect((await stranger.call(filterChoices, {})).data).toMatchObject({ departments: [], tags: [], projects: [], drivers: [{}] });
  const mine = await newTrip({ start: recent(1, 8) });
  expect(await stranger.call(listPurposes, { query: { trip_id: mine } })).toMatchObject({ errors: 'TripNotFound' });
});
