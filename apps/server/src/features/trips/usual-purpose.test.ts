import { createGroup, updateGroup } from '@spora/contract/accounts/endpoints';
import { listPurposes } from '@spora/contract/trips/choices';
import { generateTrips, tripHistory, updateTrip } from '@spora/contract/trips/endpoints';
import { getUnit, updateUnit } from '@spora/contract/units/endpoints';
import { getProfile, getUser, listUsers, updateProfile, updateUser } from '@spora/contract/users/endpoints';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { announce } from '../../features.ts';
import { makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { testApp } from '../../testing/http.ts';
import { makeTrip, type NewTrip } from '../../testing/trips.ts';
import { layOver } from './overlay-api.ts';

const app = await testApp();
afterAll(() => app.close());
const { pipeline } = app.database;
const NOW = new Date('2026-03-12T08:00:00Z');
beforeEach(() => void (app.clock.now = NOW));

async function company() {
  const accountId = await makeAccount(app.database);
  const admin = await app.signInAs(await makeMember(app.database, { accountId, fullName: 'Ada Admin' }));
  const driverMember = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  const unit = await makeUnit(app.database, { accountId, visibleTo: [driverMember.id] });
  const params = { imei: unit.imei };
  const ended = async (start: string, over: Partial<NewTrip> = {}): Promise<number> => {
    const id = await makeTrip(app.database, { accountId, unitId: unit.unitId }, { start, driver: driverMember.id, ...over });
    await pipeline.transaction().execute((tx) => announce(tx, [{ name: 'trip-finished', ids: [id] }], app.clock.now));
    return id;
  };
  const driver = await app.signInAs(driverMember);
  const log = async () => {
    const body = { from: '2026-03-10', to: '2026-03-13', imeis: [unit.imei], descending: false };
    const answer = await driver.call(generateTrips, { body });
    if (!answer.data) throw new Error(JSON.stringify(answer));
    return answer.data.trips;
  };
  return { accountId, admin, driver, unit, params, ended, log };
}

test('ADM-014, UNIT-024: new trips get the usual purpose of their unit, in the name of who chose it; older, private and written ones do not', async () => {
  const { driver, unit, params, ended, log } = await company();
  await ended('2026-03-11T08:00:00Z');
  expect((await driver.call(updateUnit, { params, body: { default_purpose: 'Kundbesök' } })).data?.default_purpose).toBe(
    'Kundbesök',
  );
  app.clock.now = new Date('2026-03-12T14:00:00Z');
  const own = await ended('2026-03-12T10:00:00Z');
  await ended('2026-03-12T11:00:00Z', { type: 'private' });
  await ended('2026-03-12T12:00:00Z', { type: 'other' });
  expect((await log()).map(({ purpose }) => purpose)).toEqual(['', 'Kundbesök', '', 'Kundbesök']);
  const { changes } = (await driver.call(tripHistory, { params: { id: own } })).data!;
  expect(changes).toMatchObject([{ field: 'purpose', new_value: 'Kundbesök', actor: 'Dag Driver' }]);
  // Told once more, as after late data, and laid anew, as by a rebuild: what people wrote since stays, and so does what it got.
  await driver.call(updateTrip, { params: { id: own }, body: { purpose: '' } });
  await pipeline.transaction().execute((tx) => announce(tx, [{ name: 'trip-finished', ids: [own] }], app.clock.now));
  await layOver(pipeline, [{ unitId: unit.unitId, fromMs: 0, toMs: app.clock.now.getTime() }]);
  expect((await log()).map(({ purpose }) => purpose)).toEqual(['', '', '', 'Kundbesök']);
});

test('ADM-014: a purpose that is for one type is given to trips of that type, is offered first for the unit, and follows its new name', async () => {
  const { admin, driver, params, ended, log } = await company();
  const kind = { kind: 'purposes' } as const;
  const made = (await admin.call(createGroup, { params: kind, body: { name: 'Hem', trip_type: 'private' } })).data!;
  await admin.call(updateUnit, { params, body: { default_purpose: 'Hem' } });
  app.clock.now = new Date('2026-03-12T14:00:00Z');
  await ended('2026-03-12T10:00:00Z');
  await ended('2026-03-12T11:00:00Z', { type: 'private' });
  expect((await log()).map(({ purpose }) => purpose)).toEqual(['', 'Hem']);
  expect((await driver.call(listPurposes, { query: params })).data!.purposes[0]).toEqual({ text: 'Hem', source: 'account' });
  await admin.call(updateGroup, { params: { ...kind, id: made.id }, body: { name: 'Hemresa' } });
  expect((await admin.call(getUnit, { params })).data!.default_purpose).toBe('Hemresa');
});

test('ADM-014: a user’s own usual purpose stands over the unit’s, whoever chose it, on the trips that they drive from then on', async () => {
  const { admin, driver, unit, params, ended, log } = await company();
  const dag = (await driver.call(getProfile)).data!;
  expect(dag.default_purpose).toBe('');
  await admin.call(updateUnit, { params, body: { default_purpose: 'Leverans' } });
  await ended('2026-03-12T07:00:00Z');
  expect((await driver.call(updateProfile, { body: { default_purpose: ' Kundbesök ' } })).data?.default_purpose).toBe(
    'Kundbesök',
  );
  app.clock.now = new Date('2026-03-12T14:00:00Z');
  const own = await ended('2026-03-12T10:00:00Z');
  await ended('2026-03-12T11:00:00Z', { type: 'private' });
  await ended('2026-03-12T12:00:00Z', { driver: null });
  expect((await log()).map(({ purpose }) => purpose)).toEqual(['', 'Kundbesök', '', 'Leverans']);
  expect((await driver.call(tripHistory, { params: { id: own } })).data!.changes).toMatchObject([{ actor: 'Dag Driver' }]);
  expect((await driver.call(listPurposes, { query: params })).data!.purposes.map(({ text }) => text).slice(0, 2)).toEqual([
    'Kundbesök',
    'Leverans',
  ]);
  // One that is for another type leaves the unit's; an administrator chooses it in their own name, and a new name goes along.
  const kind = { kind: 'purposes' } as const;
  const made = (await admin.call(createGroup, { params: kind, body: { name: 'Hem', trip_type: 'private' } })).data!;
  const user = { id: (await admin.call(listUsers)).data!.user.find(({ full_name }) => full_name === 'Dag Driver')!.id };
  await admin.call(updateUser, { params: user, body: { default_purpose: 'Hem', was: { default_purpose: 'Kundbesök' } } });
  app.clock.now = new Date('2026-03-12T18:00:00Z');
  await ended('2026-03-12T15:00:00Z');
  const home = await ended('2026-03-12T16:00:00Z', { type: 'private' });
  expect((await log()).slice(-2).map(({ purpose }) => purpose)).toEqual(['Leverans', 'Hem']);
  expect((await driver.call(tripHistory, { params: { id: home } })).data!.changes).toMatchObject([{ actor: 'Ada Admin' }]);
  await admin.call(updateGroup, { params: { ...kind, id: made.id }, body: { name: 'Hemresa' } });
  expect((await admin.call(getUser, { params: user })).data!.default_purpose).toBe('Hemresa');
  expect((await driver.call(updateProfile, { body: { default_purpose: 'x'.repeat(101) } })).errors).toEqual({
    default_purpose: ['PurposeLength'],
  });
  await layOver(pipeline, [{ unitId: unit.unitId, fromMs: 0, toMs: app.clock.now.getTime() }]);
  expect(
    (await log()).slice(-2).map(({ purpose }) => purpose),
    'as a rebuild makes it',
  ).toEqual(['Leverans', 'Hem']);
});

test('ADM-013, ADM-014: an archived purpose is given to no new trip and not offered as the usual one; brought back, it is again', async () => {
  const { admin, driver, params, ended, log } = await company();
  const kind = { kind: 'purposes' } as const;
  const { id } = (await admin.call(createGroup, { params: kind, body: { name: 'Leverans' } })).data!;
  await admin.call(updateUnit, { params, body: { default_purpose: 'leverans' } });
  await driver.call(updateProfile, { body: { default_purpose: 'Leverans' } });
  const archive = (is_archived: boolean) => admin.call(updateGroup, { params: { ...kind, id }, body: { is_archived } });
  const offered = async () => (await driver.call(listPurposes, { query: params })).data!.purposes.map(({ text }) => text);
  expect(await offered()).toContain('Leverans');
  app.clock.now = new Date('2026-03-12T18:00:00Z');
  await archive(true);
  await ended('2026-03-12T10:00:00Z');
  expect(await offered()).toEqual([]);
  await archive(false);
  await ended('2026-03-12T12:00:00Z');
  expect((await log()).map(({ purpose }) => purpose)).toEqual(['', 'Leverans']);
  expect(await offered()).toContain('Leverans');
  // The driver's is archived: their trips get the unit's, which is another.
  await admin.call(updateUnit, { params, body: { default_purpose: 'Hämta' } });
  app.clock.now = new Date('2026-03-12T22:00:00Z');
  await archive(true);
  await ended('2026-03-12T19:00:00Z');
  expect((await log()).map(({ purpose }) => purpose)).toEqual(['', 'Leverans', 'Hämta']);
});
