import { getPassengers, savePassengers } from '@spora/contract/trips/passengers';
import { generateTrips, tripHistory } from '@spora/contract/trips/endpoints';
import { lockUnit } from '@spora/contract/units/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '../../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { type Caller, type TestApp, testApp } from '../../../testing/http.ts';
import { makeTrip, type NewTrip } from '../../../testing/trips.ts';

let app: TestApp;
let accountId: AccountId;
let admin: Caller;
let driver: Caller;
let driverId: number;
let without: Caller;
let foreign: Caller;
let foreignId: number;
beforeAll(async () => {
  app = await testApp();
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId, fullName: 'Anna Admin' }));
  const member = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  driverId = member.id;
  driver = await app.signInAs(member);
  without = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
  const stranger = await makeMember(app.database, { accountId: await makeAccount(app.database) });
  foreignId = stranger.id;
  foreign = await app.signInAs(stranger);
});
afterAll(() => app.close());

const newUnit = () => makeUnit(app.database, { accountId, visibleTo: [driverId] });
const newTrip = ({ unitId }: MadeUnit, trip: Partial<NewTrip> = {}) =>
  makeTrip(app.database, { accountId, unitId }, { start: '2026-03-11T08:00:00Z', ...trip });
const GUEST = { member_id: null, name: 'Gäst Svensson' };
const get = (id: number, caller = admin) => caller.call(getPassengers, { params: { id } });
const put = (id: number, passengers: { member_id: number | null; name: string }[], caller = admin) =>
  caller.call(savePassengers, { params: { id }, body: { passengers } });

test('API-070, DRV-007, TRIP-005: passengers of a trip are read and replaced on their own; the log and the history say the same', async () => {
  const unit = await newUnit();
  const id = await newTrip(unit);
  expect((await get(id)).data).toEqual({ passengers: [], can: { edit: true } });
  const passengers = [{ member_id: driverId, name: 'Dag Driver' }, GUEST];
  expect((await put(id, passengers)).data).toEqual({ passengers, can: { edit: true } });
  expect((await get(id, driver)).data?.passengers).toEqual(passengers);
  const body = { from: '2026-03-01', to: '2026-03-31', imeis: [unit.imei] };
  expect((await admin.call(generateTrips, { body })).data?.trips).toMatchObject([{ passengers }]);
  await put(id, passengers);
  app.clock.now = new Date(app.clock.now.getTime() + 1000);
  expect((await put(id, [], driver)).data?.passengers).toEqual([]);
  const { data } = await admin.call(tripHistory, { params: { id } });
  // What was there already leaves no trace.
  expect(data?.changes.map(({ actor, field }) => [actor, field])).toEqual([
    ['Dag Driver', 'passengers'],
    ['Anna Admin', 'passengers'],
  ]);
});

test('API-070, ATT-003: of an attested trip the passengers are read and not replaced', async () => {
  const unit = await newUnit();
  const id = await newTrip(unit);
  await put(id, [GUEST]);
  await sql`WITH a AS (INSERT INTO attestation (account_id, unit_id, from_day, to_day, admin_attested_at) VALUES (${accountId}, ${unit.unitId},
    '2026-03-11', '2026-03-11', now()) RETURNING id) UPDATE trip SET attestation_id = a.id FROM a WHERE trip.id = ${id}`.execute(
    app.database.owner,
  );
  for (const caller of [admin, driver]) expect(await put(id, [], caller)).toMatchObject({ errors: 'TripIsAttested' });
  expect((await get(id)).data).toEqual({ passengers: [GUEST], can: { edit: false } });
});

test('API-070, TRIP-032: who went along on somebody else’s private trip is told to nobody and changed by nobody else', async () => {
  const id = await newTrip(await newUnit(), { type: 'private', driver: driverId });
  await put(id, [GUEST], driver);
  expect((await get(id)).data).toEqual({ passengers: [], can: { edit: false } });
  expect(await put(id, [])).toMatchObject({ status: 403, errors: 'TripNotYours' });
  expect((await get(id, driver)).data?.passengers).toEqual([GUEST]);
});

test('API-070, SEC-008, LOCK-005: a trip of another account, of a unit without access or of a locked one is not found; nobody from elsewhere goes along', async () => {
  const unit = await newUnit();
  const id = await newTrip(unit);
  for (const caller of [foreign, without])
    for (const answer of [await get(id, caller), await put(id, [GUEST], caller)])
      expect(answer).toMatchObject({ status: 404, errors: 'TripNotFound' });
  expect(await put(id, [{ member_id: foreignId, name: 'X' }])).toMatchObject({ errors: 'UserNotFound' });
  const second = await app.signInAs(await makeMember(app.database, { accountId }));
  expect((await second.call(lockUnit, { params: { imei: unit.imei }, body: { reason: 'x' } })).status).toBe(200);
  expect(await get(id)).toMatchObject({ status: 404 });
  expect(await put(id, [GUEST])).toMatchObject({ status: 404 });
  expect((await get(id, driver)).data?.passengers).toEqual([]);
});
