import { DAY_MS } from '@spora/calendar/durations';
import {
  bulkUpdateTrips,
  generateTrips,
  mergeTrips,
  setTripType,
  tripHistory,
  updateTrip,
} from '@spora/contract/trips/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '../../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../../testing/database.ts';
import { type Caller, type TestApp, testApp } from '../../../testing/http.ts';
import { makeTrip, type NewTrip } from '../../../testing/trips.ts';
import { layOver } from '../overlay-api.ts';

let app: TestApp;
let accountId: AccountId;
let admin: Caller;
let driver: Caller;
let adminId: number;
let driverId: number;
let foreignId: number;
beforeAll(async () => {
  app = await testApp();
  accountId = await makeAccount(app.database);
  const anna = await makeMember(app.database, { accountId, fullName: 'Anna Admin' });
  adminId = anna.id;
  admin = await app.signInAs(anna);
  const member = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  driverId = member.id;
  driver = await app.signInAs(member);
  foreignId = (await makeMember(app.database, { accountId: await makeAccount(app.database) })).id;
});
afterAll(() => app.close());

const newUnit = () => makeUnit(app.database, { accountId, visibleTo: [driverId] });
const newTrip = ({ unitId }: MadeUnit, trip: NewTrip) => makeTrip(app.database, { accountId, unitId }, trip);
const log = async (caller: Caller, unit: MadeUnit, filter: Record<string, unknown> = {}) => {
  const { data } = await caller.call(generateTrips, {
    body: { from: '2026-03-01', to: '2026-03-31', imeis: [unit.imei], ...filter },
  });
  return data?.trips ?? [];
};
const mayChangeAll = (may: boolean) =>
  app.database.owner
    .updateTable('member')
    .set({ rights: may ? ['edit-all-trips'] : [] })
    .where('id', '=', driverId)
    .execute();
const byNumber = (a: number, b: number) => a - b;
const idsOf = (trips: readonly { id: number }[]) => trips.map(({ id }) => id).sort(byNumber);

test('TRIP-020, TRIP-035, DRV-006, DRV-007: driver, project, contact visited and passengers are set, cleared and shown', async () => {
  const unit = await newUnit();
  const id = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  const passengers = [
    { member_id: driverId, name: 'Dag Driver' },
    { member_id: null, name: 'Guest Svensson' },
  ];
  const body = { driver_id: driverId, project: 'Bro 12', visited: 'Trafikkontoret', passengers };
  const { data } = await admin.call(updateTrip, { params: { id }, body });
  expect(data?.trip).toMatchObject({
    driver: 'Dag Driver',
    driver_id: driverId,
    project: 'Bro 12',
    visited: 'Trafikkontoret',
    passengers,
  });
  const cleared = await admin.call(updateTrip, { params: { id }, body: { driver_id: null, project: '', passengers: [] } });
  expect(cleared.data?.trip).toMatchObject({
    driver: null,
    driver_id: null,
    project: '',
    visited: 'Trafikkontoret',
    passengers: [],
  });
});

test('SEC-008: nobody of another account becomes driver or passenger', async () => {
  const unit = await newUnit();
  const id = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  for (const body of [{ driver_id: foreignId }, { passengers: [{ member_id: foreignId, name: 'X' }] }])
    expect(await admin.call(updateTrip, { params: { id }, body })).toMatchObject({ errors: 'UserNotFound' });
  expect(await log(admin, unit)).toMatchObject([{ driver: null, passengers: [] }]);
});

test('TRIP-021: a bulk edit changes what may be changed and says of the rest why not', async () => {
  const unit = await newUnit();
  const open = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  const attested = await newTrip(unit, { start: '2026-03-11T08:00:00Z' });
  const hidden = await newTrip(unit, { start: '2026-03-12T08:00:00Z', type: 'private', driver: driverId });
  await attest(unit, attested);
  const changes = { purpose: 'Kundbesök', project: 'Bro 12' };
  const { data } = await admin.call(bulkUpdateTrips, { body: { trip_ids: [open, attested, hidden, 2 ** 40], changes } });
  expect(data?.results).toMatchObject([
    { id: open, success: true, trip: changes },
    { id: attested, success: false, error: 'TripIsAttested' },
    { id: hidden, success: false, error: 'TripNotYours' },
    { success: false, error: 'TripNotFound' },
  ]);
});

test('TRIP-020: an undo takes back what one said, but not what somebody else has said of the field meanwhile', async () => {
  const unit = await newUnit();
  const id = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  const purposeNow = async () => (await log(admin, unit))[0]?.purpose;
  await admin.call(updateTrip, { params: { id }, body: { purpose: 'Kundbesök' } });
  await driver.call(updateTrip, { params: { id }, body: { purpose: 'Leverans', project: 'Bro 12' } });
  const undo = { purpose: '', if_unchanged: { purpose: 'Kundbesök' } };
  expect(await admin.call(updateTrip, { params: { id }, body: undo })).toMatchObject({
    status: 409,
    errors: 'TripChangedMeanwhile',
  });
  expect(await purposeNow()).toBe('Leverans');
  // Another field of the trip is nothing to the undo.
  const own = { purpose: 'Kundbesök', if_unchanged: { purpose: 'Leverans' } };
  expect((await driver.call(updateTrip, { params: { id }, body: own })).data?.trip.purpose).toBe('Kundbesök');
});

test('TRIP-020, TRIP-021: of a change of many, types, drivers and passengers too, those are taken back that nobody changed since', async () => {
  const unit = await newUnit();
  const first = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  const second = await newTrip(unit, { start: '2026-03-11T08:00:00Z' });
  const changes = { type: 'other', driver_id: adminId, passengers: [{ member_id: driverId, name: 'Dag Driver' }] } as const;
  const before = { type: 'business', driver_id: null, passengers: [] } as const;
  const trip_ids = [first, second];
  await admin.call(bulkUpdateTrips, { body: { trip_ids, changes: { ...changes, passengers: [...changes.passengers] } } });
  await mayChangeAll(true);
  await driver.call(setTripType, { body: { trip_ids: [second], type: 'business' } });
  await mayChangeAll(false);
  const { data } = await admin.call(bulkUpdateTrips, {
    body: {
      trip_ids,
      changes: { ...before, passengers: [] },
      if_unchanged: { ...changes, passengers: [...changes.passengers] },
    },
  });
  expect(data?.results).toMatchObject([
    { id: first, success: true, trip: before },
    { id: second, success: false, error: 'TripChangedMeanwhile' },
  ]);
});

test('TRIP-021, ERR-041: of a change of many, what others have filled in since it was read is left as it is, and told', async () => {
  const unit = await newUnit();
  const days = [10, 11, 12];
  const [still, filled, same] = (await Promise.all(days.map((day) => newTrip(unit, { start: `2026-03-${day}T08:00:00Z` })))) as [
    number,
    number,
    number,
  ];
  await driver.call(updateTrip, { params: { id: filled }, body: { purpose: 'Leverans', note: 'Port 3' } });
  await driver.call(updateTrip, { params: { id: same }, body: { purpose: 'Kundbesök' } });
  const trip_ids = [still, filled, same];
  const changes = { purpose: 'Kundbesök' };
  const seen = trip_ids.map((id) => ({ id, purpose: '' }));
  const { data } = await admin.call(bulkUpdateTrips, { body: { trip_ids, changes, seen } });
  expect(data?.results).toMatchObject([
    { id: still, success: true, trip: changes },
    { id: filled, success: false, error: 'TripChangedMeanwhile', trip: { purpose: 'Leverans', is_masked: false } },
    // It says what is wanted already.
    { id: same, success: true, trip: changes },
  ]);
  const over = await admin.call(bulkUpdateTrips, { body: { trip_ids: [filled], changes } });
  expect(over.data?.results).toMatchObject([{ success: true, trip: changes }]);
});

test('TRIP-032, TRIP-021: what a masked trip says cannot be guessed at by what one says to have read of it', async () => {
  const unit = await newUnit();
  const plain = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  const told = await newTrip(unit, { start: '2026-03-11T08:00:00Z' });
  await driver.call(updateTrip, { params: { id: told }, body: { purpose: 'Läkarbesök', note: 'Kl. 10' } });
  await driver.call(setTripType, { body: { trip_ids: [plain, told], type: 'private' } });
  for (const guess of [{ purpose: 'Läkarbesök' }, { purpose: 'Annat' }, { purpose: '' }, { note: 'Kl. 10' }]) {
    const give = { trip_ids: [plain, told], changes: { driver_id: driverId } };
    const answers = [
      await admin.call(bulkUpdateTrips, { body: { ...give, seen: give.trip_ids.map((id) => ({ id, ...guess })) } }),
      await admin.call(bulkUpdateTrips, { body: { ...give, if_unchanged: guess } }),
    ];
    for (const { data } of answers) {
      const [one, other] = (data?.results ?? []).map((result) => (result.success ? 'changed' : result.error));
      expect(other, JSON.stringify(guess)).toBe(one);
    }
  }
});

test('DEC-69, decision 0084: what a colleague drove is read, and changed only by who was given the right', async () => {
  const unit = await newUnit();
  const [hers, nobodys] = [
    await newTrip(unit, { start: '2026-03-10T08:00:00Z', driver: adminId }),
    await newTrip(unit, { start: '2026-03-11T08:00:00Z' }),
  ];
  const seen = await log(driver, unit);
  expect(seen.map(({ id, is_of_another, can }) => [id, is_of_another, can.edit])).toEqual([
    [nobodys, undefined, true],
    [hers, true, false],
  ]);
  const purpose = () => driver.call(updateTrip, { params: { id: hers }, body: { purpose: 'Besök' } });
  expect(await purpose()).toMatchObject({ status: 403, errors: 'TripOfAnother' });
  const toPrivate = await driver.call(setTripType, { body: { trip_ids: [hers, nobodys], type: 'private' } });
  expect(toPrivate.data?.results).toMatchObject([
    { id: hers, success: false, error: 'TripOfAnother' },
    { id: nobodys, success: true },
  ]);
  expect(await driver.call(mergeTrips, { body: { trip_ids: [hers, nobodys] } })).toMatchObject({ errors: 'TripOfAnother' });
  await mayChangeAll(true);
  expect(await purpose()).toMatchObject({ status: 200, data: { trip: { purpose: 'Besök', can: { edit: true } } } });
  await mayChangeAll(false);
});

test('decision 0084: who names the driver of a trip may take that back, until somebody else names another', async () => {
  const unit = await newUnit();
  const id = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  const giveTo = (caller: Caller, driver_id: number | null) => caller.call(updateTrip, { params: { id }, body: { driver_id } });
  expect(await giveTo(driver, adminId)).toMatchObject({ status: 200, data: { trip: { can: { edit: true } } } });
  expect(await giveTo(driver, null)).toMatchObject({ status: 200 });
  await giveTo(driver, adminId);
  await giveTo(admin, null);
  await giveTo(admin, adminId);
  expect(await giveTo(driver, driverId)).toMatchObject({ status: 403, errors: 'TripOfAnother' });
});

/** As an attestation leaves it. */
async function attest({ unitId }: MadeUnit, tripId: number): Promise<void> {
  await sql`WITH a AS (INSERT INTO attestation (account_id, unit_id, from_day, to_day, admin_attested_at) VALUES (${accountId}, ${unitId}, '2026-03-11', '2026-03-11', now())
    RETURNING id) UPDATE trip SET attestation_id = a.id FROM a WHERE trip.id = ${tripId}`.execute(app.database.owner);
}

test('ATT-003, ATT-012: of an attested trip nothing is changed, whoever asks, and what the machine lays over leaves it alone', async () => {
  const unit = await newUnit();
  const id = await newTrip(unit, { start: '2026-03-11T08:00:00Z' });
  await attest(unit, id);
  for (const caller of [admin, driver])
    expect(await caller.call(updateTrip, { params: { id }, body: { note: 'x' } })).toMatchObject({ errors: 'TripIsAttested' });
  await sql`INSERT INTO driver_event (account_id, unit_id, at, member_id, source, recorded_at)
    VALUES (${accountId}, ${unit.unitId}, '2026-03-01', ${driverId}, 'member', now())`.execute(app.database.owner);
  const at = Date.parse('2026-03-11T00:00:00Z');
  await layOver(app.database.owner, [{ unitId: unit.unitId, fromMs: at, toMs: at + DAY_MS }]);
  expect(await log(admin, unit)).toMatchObject([{ driver: null, note: '', attested_by: 'admin', can: { edit: false } }]);
});

test('TRIP-031, API-076: each change stands in the history with who, when, old and new; late ones are marked', async () => {
  const unit = await newUnit();
  const id = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  await admin.call(updateTrip, { params: { id }, body: { purpose: 'Besök' } });
  app.clock.now = new Date(app.clock.now.getTime() + 1000);
  await admin.call(updateTrip, { params: { id }, body: { purpose: 'Kundbesök', driver_id: driverId } });
  await admin.call(updateTrip, { params: { id }, body: { purpose: 'Kundbesök' } });
  const { data } = await admin.call(tripHistory, { params: { id } });
  expect(data?.changes).toHaveLength(3);
  expect(data?.changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ actor: 'Anna Admin', field: 'purpose', old_value: '', new_value: 'Besök', is_late: true }),
      expect.objectContaining({ field: 'purpose', old_value: 'Besök', new_value: 'Kundbesök' }),
      expect.objectContaining({ field: 'driver', old_value: '', new_value: 'Dag Driver' }),
    ]),
  );
  expect(await log(admin, unit)).toMatchObject([{ is_edited_late: true }]);
});

test("TRIP-032: the history of somebody's private trip is theirs", async () => {
  const unit = await newUnit();
  const id = await newTrip(unit, { start: '2026-03-10T08:00:00Z', type: 'private', driver: driverId });
  expect(await admin.call(tripHistory, { params: { id } })).toMatchObject({ errors: 'TripNotYours' });
  expect((await driver.call(tripHistory, { params: { id } })).data).toEqual({ changes: [] });
});

test('TRIP-018: filters by driver, project, purpose missing, driver missing, distance and attestation; masked trips do not tell', async () => {
  const unit = await newUnit();
  const plain = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  const told = await newTrip(unit, { start: '2026-03-10T10:00:00Z', distanceM: 50_000 });
  const hidden = await newTrip(unit, { start: '2026-03-10T12:00:00Z', type: 'private', driver: driverId });
  const closed = await newTrip(unit, { start: '2026-03-11T08:00:00Z' });
  await admin.call(updateTrip, { params: { id: told }, body: { purpose: 'Kund', project: 'Bro 12', driver_id: driverId } });
  await attest(unit, closed);
  expect(idsOf(await log(admin, unit, { driver_ids: [driverId] }))).toEqual([told]);
  expect(idsOf(await log(driver, unit, { driver_ids: [driverId] }))).toEqual([told, hidden].sort(byNumber));
  expect(idsOf(await log(admin, unit, { projects: ['Bro 12'] }))).toEqual([told]);
  expect(idsOf(await log(admin, unit, { purpose_missing: true }))).toEqual([plain, closed].sort(byNumber));
  expect(idsOf(await log(admin, unit, { driver_missing: true }))).toEqual([plain, closed].sort(byNumber));
  expect(idsOf(await log(admin, unit, { min_distance_m: 20_000 }))).toEqual([told]);
  expect(idsOf(await log(admin, unit, { max_distance_m: 20_000, attested: 'no' }))).toEqual([plain, hidden].sort(byNumber));
  expect(idsOf(await log(admin, unit, { attested: 'yes' }))).toEqual([closed]);
});

test('TRIP-018: a length is compared as the log tells it, in tenths of a kilometre', async () => {
  const unit = await newUnit();
  const [under, least, most, over] = [
    await newTrip(unit, { start: '2026-03-10T08:00:00Z', distanceM: 349 }),
    await newTrip(unit, { start: '2026-03-10T10:00:00Z', distanceM: 350 }),
    await newTrip(unit, { start: '2026-03-10T12:00:00Z', distanceM: 449 }),
    await newTrip(unit, { start: '2026-03-10T14:00:00Z', distanceM: 450 }),
  ];
  const at = async (filter: Record<string, number>) => idsOf(await log(admin, unit, filter));
  expect(await at({ min_distance_m: 400, max_distance_m: 400 })).toEqual([least, most].sort(byNumber));
  expect(await at({ min_distance_m: 400 })).toEqual([least, most, over].sort(byNumber));
  expect(await at({ max_distance_m: 300 })).toEqual([under]);
});

test('LOCK-005: the log of a locked unit is shown to nobody without access, an administrator who names no unit included', async () => {
  const unit = await newUnit();
  const id = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  await sql`UPDATE unit SET locked_at = now(), locked_by_member_id = ${driverId} WHERE id = ${unit.unitId}`.execute(
    app.database.owner,
  );
  const body = { from: '2026-03-01', to: '2026-03-31', page_size: 500 };
  expect(idsOf((await driver.call(generateTrips, { body })).data?.trips ?? [])).toContain(id);
  expect(idsOf((await admin.call(generateTrips, { body })).data?.trips ?? [])).not.toContain(id);
});

test('DRV-001: who is checked in when a trip starts drives it, until a person says otherwise', async () => {
  const unit = await newUnit();
  await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  const later = await newTrip(unit, { start: '2026-03-10T10:00:00Z' });
  await sql`INSERT INTO driver_event (account_id, unit_id, at, member_id, source, recorded_at)
    VALUES (${accountId}, ${unit.unitId}, '2026-03-10T09:00:00Z', ${driverId}, 'member', now())`.execute(app.database.owner);
  const day = { unitId: unit.unitId, fromMs: Date.parse('2026-03-10'), toMs: Date.parse('2026-03-11') };
  await layOver(app.database.owner, [day]);
  const drivers = async () => (await log(admin, unit, { descending: false })).map((trip) => trip.driver);
  expect(await drivers()).toEqual([null, 'Dag Driver']);
  await admin.call(updateTrip, { params: { id: later }, body: { driver_id: null } });
  await layOver(app.database.owner, [day]);
  expect(await drivers()).toEqual([null, null]);
});

test('TRIP-032: what somebody said is private, of a trip without a driver, nobody else takes back to see where it went', async () => {
  const unit = await newUnit();
  const said = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  const switched = await newTrip(unit, { start: '2026-03-11T08:00:00Z', type: 'private' });
  const ruled = await newTrip(unit, { start: '2026-03-12T08:00:00Z', type: 'private' });
  await sql`UPDATE trip SET computed_rule = 'switch' WHERE id = ${switched}`.execute(app.database.owner);
  await driver.call(setTripType, { body: { trip_ids: [said], type: 'private' } });
  const answer = async (caller: Caller, type: 'business' | 'private') =>
    (await caller.call(setTripType, { body: { trip_ids: [said, switched, ruled], type } })).data?.results.map(
      (result) => result.success || result.error,
    );
  // A rule of the account's may be put right; said once more it is not the administrator's own slip.
  expect(await answer(admin, 'private')).toEqual(['TripNotYours', 'TripNotYours', true]);
  expect(await answer(admin, 'business')).toEqual(['TripNotYours', 'TripNotYours', true]);
  expect((await log(admin, unit)).map(({ is_masked, can }) => [is_masked, can.edit])).toEqual([
    [false, true],
    [true, false],
    [true, false],
  ]);
  // The one who said it takes it back.
  expect(await answer(driver, 'business')).toEqual([true, 'TripNotYours', true]);
});

test('TRIP-032, TRIP-029: late records that divide a trip made private by hand leave all of it private and its driver’s', async () => {
  const unit = await newUnit();
  const id = await newTrip(unit, { start: '2026-03-10T08:00:00Z', minutes: 60, driver: adminId });
  await admin.call(updateTrip, { params: { id }, body: { driver_id: driverId } });
  await driver.call(setTripType, { body: { trip_ids: [id], type: 'private' } });
  const rows = { fromMs: Date.parse('2026-03-10'), toMs: Date.parse('2026-03-11') };
  // What the machine makes of the hour once it knows of a stop in it.
  await app.database.owner
    .updateTable('trip')
    .set({ ended_at: new Date('2026-03-10T08:20:00Z') })
    .where('id', '=', id)
    .execute();
  await newTrip(unit, { start: '2026-03-10T08:25:00Z', minutes: 35, driver: adminId });
  await layOver(app.database.owner, [{ unitId: unit.unitId, ...rows }]);
  expect((await log(admin, unit)).map(({ is_masked, stop }) => [is_masked, stop?.address])).toEqual([
    [true, null],
    [true, null],
  ]);
  const mine = await log(driver, unit);
  expect(mine.map(({ driver_id }) => driver_id)).toEqual([driverId, driverId]);
  const { data } = await driver.call(tripHistory, { params: { id: mine[0]!.id } });
  expect(
    data?.changes.map(({ field }) => field),
    'each told once',
  ).toEqual(['driver', 'type']);
  await driver.call(setTripType, { body: { trip_ids: mine.map((trip) => trip.id), type: 'business' } });
  expect((await log(admin, unit)).map(({ type }) => type)).toEqual(['business', 'business']);
});

test('DRV-014, TRIP-032: an administrator gives a private trip without a driver to who drove it, and not to oneself', async () => {
  const unit = await newUnit();
  const id = await newTrip(unit, { start: '2026-03-10T08:00:00Z', type: 'private' });
  await sql`UPDATE trip SET computed_rule = 'switch' WHERE id = ${id}`.execute(app.database.owner);
  const give = async (caller: Caller, driver_id: number | null, more = {}) =>
    (await caller.call(bulkUpdateTrips, { body: { trip_ids: [id], changes: { driver_id, ...more } } })).data?.results.map(
      (result) => result.success || result.error,
    );
  expect(await give(driver, driverId)).toEqual(['TripNotYours']);
  expect(await give(admin, adminId)).toEqual(['TripNotYours']);
  expect(await give(admin, driverId, { note: 'x' })).toEqual(['TripNotYours']);
  expect(await give(admin, driverId)).toEqual([true]);
  expect(await log(admin, unit)).toMatchObject([{ id, is_masked: true, driver: null }]);
  expect(await log(driver, unit)).toMatchObject([{ id, is_masked: false, driver_id: driverId }]);
});

test('ATT-003, TRIP-021: a trip is not given to a driver who has attested its day, by the account’s days', async () => {
  const unit = await newUnit();
  // 22:59 UTC is the 10th in Stockholm, 23:01 the 11th.
  const inside = await newTrip(unit, { start: '2026-03-10T22:59:00Z', minutes: 1 });
  const after = await newTrip(unit, { start: '2026-03-10T23:01:00Z' });
  await sql`INSERT INTO attestation (account_id, unit_id, member_id, from_day, to_day, user_attested_at, user_attested_by)
    VALUES (${accountId}, ${unit.unitId}, ${driverId}, '2026-03-01', '2026-03-10', now(), ${driverId})`.execute(
    app.database.owner,
  );
  const changes = { driver_id: driverId };
  const { data } = await admin.call(bulkUpdateTrips, { body: { trip_ids: [inside, after], changes } });
  expect(data?.results).toMatchObject([
    { id: inside, success: false, error: 'DriverHasAttested' },
    { id: after, success: true, trip: { driver_id: driverId } },
  ]);
  expect(await admin.call(updateTrip, { params: { id: inside }, body: changes })).toMatchObject({ errors: 'DriverHasAttested' });
  expect((await admin.call(updateTrip, { params: { id: inside }, body: { ...changes, driver_id: adminId } })).status).toBe(200);
});
