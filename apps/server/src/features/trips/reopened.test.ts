import { attest, unattest } from '@spora/contract/attestation/endpoints';
import { addTag, checkInDriver, linkTag, listTags } from '@spora/contract/drivers/endpoints';
import { savePlace } from '@spora/contract/places/endpoints';
import { generateTrips } from '@spora/contract/trips/endpoints';
import { saveTripSettings } from '@spora/contract/units/settings';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp, testPorts } from '../../testing/http.ts';
import { verifyingKeys } from '../../platform/secrets/seal-keys.ts';
import { makeTrip, type NewTrip } from '../../testing/trips.ts';
import { verifyLog } from '../attestation/sealing/service.ts';

const ports = testPorts();
const app = await testApp({ ports });
afterAll(() => app.close());
const { owner } = app.database;
const MARCH = { from: '2026-03-01', to: '2026-03-31' };
const START = { lat: 59.3, lng: 18 };

let accountId: AccountId;
let admin: Caller;
let adminId: number;
let driver: Caller;
let driverId: number;
let unit: MadeUnit;
beforeEach(async () => {
  app.clock.now = new Date('2026-04-03T08:00:00Z');
  accountId = await makeAccount(app.database);
  const ada = await makeMember(app.database, { accountId, fullName: 'Ada Admin' });
  [admin, adminId] = [await app.signInAs(ada), ada.id];
  const dag = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  [driver, driverId] = [await app.signInAs(dag), dag.id];
  unit = await makeUnit(app.database, { accountId, visibleTo: [driverId] });
});

const trip = (over: Partial<NewTrip> & { start: string }) =>
  makeTrip(app.database, { accountId, unitId: unit.unitId }, { driver: driverId, ...over });
const log = async (caller: Caller) =>
  (await caller.call(generateTrips, { body: { ...MARCH, imeis: [unit.imei], descending: false } })).data!.trips;
const attested = async (user_id: number | null = driverId): Promise<number> => {
  const answer = await (user_id === driverId ? driver : admin).call(attest, { body: { ...MARCH, imei: unit.imei, user_id } });
  return answer.data!.attested[0]!.id;
};
const reopen = async (id: number) => expect((await admin.call(unattest, { body: { id, reason: 'Fel datum' } })).status).toBe(200);
const seen = async (caller = admin) =>
  (await log(caller)).map((one) => [one.id, one.type, one.is_masked, one.start.address === null]);

test('TRIP-032, PLACE-010: a place that was made while a period was attested opens nobody’s private trip when the period is opened again', async () => {
  const [secret, work] = [
    await trip({ start: '2026-03-10T08:00:00Z', type: 'private' }),
    await trip({ start: '2026-03-11T08:00:00Z' }),
  ];
  // A place had made it private before it was driven; its owner then says that it is business for days gone by.
  await sql`UPDATE trip SET computed_type = 'business', place_type = 'private', place_rule = 'place-one' WHERE id = ${secret}`.execute(
    owner,
  );
  const id = await attested();
  const made = { label: 'Kund', ...START, rules: [{ when: 'start', type: 'other' } as const], apply_from: '2026-03-02' };
  expect((await admin.call(savePlace, { body: made })).status).toBe(200);
  await reopen(id);
  expect(await seen()).toEqual([
    [secret, 'private', true, true],
    [work, 'other', false, false],
  ]);
  expect((await log(driver))[0]).toMatchObject({ id: secret, type: 'private', can: { edit: true } });
});

test('TRIP-032: settings changed for days gone by leave the seals of attested trips whole, and open none of them when their period is opened again', async () => {
  const secret = await trip({ start: '2026-03-10T08:00:00Z', type: 'private' });
  await sql`UPDATE unit SET default_trip_type = 'private' WHERE id = ${unit.unitId}`.execute(owner);
  const id = await attested();
  const body = { default_trip_type: 'business' as const, from: '2026-03-02' };
  expect((await admin.call(saveTripSettings, { params: { imei: unit.imei }, body })).status).toBe(200);
  expect((await verifyLog(owner, await verifyingKeys(ports.sealKeys))).problems).toEqual([]);
  await reopen(id);
  // As when the unit is computed again.
  await sql`UPDATE trip SET computed_type = 'business' WHERE id = ${secret}`.execute(owner);
  expect(await seen()).toEqual([[secret, 'private', true, true]]);
});

test('TRIP-031: opened again, a private trip of which no rule says anything new has no new edit', async () => {
  const secret = await trip({ start: '2026-03-10T08:00:00Z', type: 'private' });
  await sql`UPDATE unit SET default_trip_type = 'private' WHERE id = ${unit.unitId}`.execute(owner);
  await reopen(await attested());
  expect(await owner.selectFrom('trip_edit').where('unit_id', '=', unit.unitId).select('id').execute()).toEqual([]);
  expect(await seen()).toEqual([[secret, 'private', true, true]]);
});

test('TRIP-032, DRV-002: who was checked in while a period was attested does not get its private trips when it is opened again', async () => {
  const work = await trip({ start: '2026-03-10T08:00:00Z' });
  const secret = await trip({ start: '2026-03-11T08:00:00Z', type: 'private' });
  await sql`UPDATE unit SET default_trip_type = 'private' WHERE id = ${unit.unitId}`.execute(owner);
  const id = await attested();
  const body = { imei: unit.imei, driver_id: adminId, from_trip_id: work, extent: 'all' as const };
  expect((await admin.call(checkInDriver, { body })).status).toBe(200);
  await reopen(id);
  expect(await seen()).toEqual([
    [work, 'business', false, false],
    [secret, 'private', true, true],
  ]);
  expect((await log(driver))[1]).toMatchObject({ id: secret, driver: 'Dag Driver' });
});

test('TRIP-032, DRV-012: a tag linked to an administrator while a period was attested gives no private trip away when it is opened again', async () => {
  await admin.call(addTag, { body: { tag: 'AB01' } });
  const secret = await trip({ start: '2026-03-10T08:00:00Z', type: 'private', driver: null });
  await sql`UPDATE unit SET default_trip_type = 'private' WHERE id = ${unit.unitId}`.execute(owner);
  await sql`INSERT INTO driver_event (account_id, unit_id, at, read_at, source, tag, recorded_at)
    VALUES (${accountId}, ${unit.unitId}, '2026-03-10T08:00:00Z', '2026-03-10T08:00:00Z', 'tag', 'AB01', now())`.execute(owner);
  const id = await attested(null);
  const [tag] = (await admin.call(listTags)).data!.tags;
  expect((await admin.call(linkTag, { params: { id: tag!.id }, body: { user_id: adminId, confirmed: false } })).status).toBe(200);
  await reopen(id);
  expect(await seen()).toEqual([[secret, 'private', true, true]]);
});
