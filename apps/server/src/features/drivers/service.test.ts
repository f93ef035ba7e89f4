import {
  checkInByCode,
  checkInDriver,
  checkOutDriver,
  listCheckInCodes,
  listCheckIns,
  previewCheckIn,
  readCheckInCode,
  renewCheckInCode,
  suggestDrivers,
} from '@spora/contract/drivers/endpoints';
import { checkedInUnits, positions } from '@spora/contract/tracking/endpoints';
import { bulkUpdateTrips, generateTrips, updateTrip } from '@spora/contract/trips/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, type TestApp, testApp } from '../../testing/http.ts';
import { makeTrip, type NewTrip } from '../../testing/trips.ts';
import { layOver } from '../trips/overlay-api.ts';
import { remindOfOpenCheckIns } from './reminders/service.ts';

let app: TestApp;
let accountId: AccountId;
let admin: Caller;
let anna: Caller;
let bo: Caller;
let stranger: Caller;
let foreign: Caller;
let annaId: number;
let boId: number;
let foreignId: number;
beforeAll(async () => {
  app = await testApp();
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId, fullName: 'Ada Admin' }));
  const member = async (fullName: string) => {
    const made = await makeMember(app.database, { accountId, isAdmin: false, fullName });
    return { id: made.id, caller: await app.signInAs(made) };
  };
  ({ id: annaId, caller: anna } = await member('Anna Ek'));
  ({ id: boId, caller: bo } = await member('Bo Berg'));
  ({ caller: stranger } = await member('Siv Strand'));
  const other = await makeMember(app.database, { accountId: await makeAccount(app.database) });
  foreignId = other.id;
  foreign = await app.signInAs(other);
});
afterAll(() => app.close());

const newUnit = () => makeUnit(app.database, { accountId, visibleTo: [annaId, boId] });
const newTrip = ({ unitId }: MadeUnit, trip: NewTrip) => makeTrip(app.database, { accountId, unitId }, trip);
const threeTrips = async (unit: MadeUnit, trip: Partial<NewTrip> = {}) => [
  await newTrip(unit, { ...trip, start: '2026-03-10T08:00:00Z' }),
  await newTrip(unit, { ...trip, start: '2026-03-11T08:00:00Z' }),
  await newTrip(unit, { ...trip, start: '2026-03-12T08:00:00Z' }),
];
const drivers = async (unit: MadeUnit, caller = admin) => {
  const { data } = await caller.call(generateTrips, {
    body: { from: '2026-03-01', to: '2026-03-31', imeis: [unit.imei], descending: false },
  });
  return (data?.trips ?? []).map((trip) => trip.driver_id);
};
const attest = ({ unitId }: MadeUnit, tripId: number | undefined) =>
  sql`WITH a AS (INSERT INTO attestation (account_id, unit_id, from_day, to_day, admin_attested_at) VALUES (${accountId}, ${unitId}, '2026-03-11', '2026-03-11', now())
    RETURNING id) UPDATE trip SET attestation_id = a.id FROM a WHERE trip.id = ${tripId}`.execute(app.database.owner);

test('DRV-001, DRV-002, API-107: a check-in changes all trips from the chosen one forward, and those that come', async () => {
  const unit = await newUnit();
  const [, second] = await threeTrips(unit);
  const { data } = await anna.call(checkInDriver, { body: { imei: unit.imei, driver_id: annaId, from_trip_id: second ?? null } });
  expect(data).toEqual({ changed: 2, left: 0, checked_out: null });
  expect(await drivers(unit)).toEqual([null, annaId, annaId]);
  const { data: now } = await anna.call(listCheckIns);
  expect(now?.check_ins.filter((row) => row.imei === unit.imei)).toMatchObject([
    { driver: { id: annaId, name: 'Anna Ek' }, is_own: true, source: 'member', can: { check_out: true } },
  ]);
  expect(await anna.call(checkOutDriver, { body: { imei: unit.imei } })).toMatchObject({
    data: { changed: 0, checked_out: { id: annaId } },
  });
  expect(await drivers(unit)).toEqual([null, annaId, annaId]);
  expect((await anna.call(listCheckIns)).data?.check_ins.filter((row) => row.imei === unit.imei)).toEqual([]);
});

test('DRV-002: a driver who was chosen by hand before gives way to the check-in', async () => {
  const unit = await newUnit();
  const [first, second] = await threeTrips(unit);
  await admin.call(updateTrip, { params: { id: second }, body: { driver_id: boId } });
  await admin.call(checkInDriver, { body: { imei: unit.imei, driver_id: annaId, from_trip_id: first ?? null } });
  expect(await drivers(unit)).toEqual([annaId, annaId, annaId]);
  // Checked out from there on, she is off these trips again.
  await admin.call(checkOutDriver, { body: { imei: unit.imei, driver_id: annaId, from_trip_id: second ?? null } });
  expect(await drivers(unit)).toEqual([annaId, null, null]);
});

test('DRV-003: “no driver” cannot be checked in', async () => {
  const unit = await newUnit();
  expect(await admin.call(checkInDriver, { body: { imei: unit.imei, driver_id: null } })).toMatchObject({
    status: 422,
    errors: 'NoDriverToCheckIn',
  });
});

test('DRV-004, DRV-005, DEC-46: who is checked in is checked out first; the preview counts all trips and those until the next check-in', async () => {
  const unit = await newUnit();
  const [first, , third] = await threeTrips(unit);
  await admin.call(checkInDriver, { body: { imei: unit.imei, driver_id: boId, from_trip_id: third ?? null } });
  const asked = { imei: unit.imei, driver_id: annaId, from_trip_id: first ?? null };
  const { data: preview } = await admin.call(previewCheckIn, { body: asked });
  expect(preview).toMatchObject({
    from: '2026-03-10T08:00:00.000Z',
    changed: { all: 3, 'until-next': 2 },
    checked_out: null,
    next: { at: '2026-03-12T08:00:00.000Z', driver: 'Bo Berg' },
    left: [],
  });
  await admin.call(checkInDriver, { body: { ...asked, extent: 'until-next' } });
  expect(await drivers(unit)).toEqual([annaId, annaId, boId]);
  const { data } = await admin.call(checkInDriver, { body: { ...asked, extent: 'all' } });
  expect(data).toMatchObject({ changed: 1 });
  expect(await drivers(unit)).toEqual([annaId, annaId, annaId]);
  const { data: again } = await bo.call(checkInDriver, {
    body: { imei: unit.imei, driver_id: boId, from_trip_id: third ?? null },
  });
  expect(again).toMatchObject({ changed: 1, checked_out: { id: annaId, name: 'Anna Ek' } });
  // SEC-012: whoever was taken over from is in the log.
  const newest = app.database.owner.selectFrom('audit_entry').where('account_id', '=', accountId).orderBy('id', 'desc').limit(1);
  expect((await newest.select('details').executeTakeFirst())?.details).toMatchObject({ driver: 'Bo Berg', before: 'Anna Ek' });
});

test('DRV-005: whoever checks in is told who drives the unit at that moment, and of private use nothing', async () => {
  const unit = await newUnit();
  const latest = { account_id: accountId, unit_id: unit.unitId, last_contact_at: app.clock.now, report_interval_s: 86_400 };
  await app.database.owner
    .insertInto('unit_latest')
    .values({ ...latest, state: 'moving' })
    .execute();
  const driving = async (driverId: number, caller = anna) => {
    const { data } = await caller.call(previewCheckIn, { body: { imei: unit.imei, driver_id: driverId, from_trip_id: null } });
    return data?.driving;
  };
  expect(await driving(annaId)).toEqual({ driver: null, usual_driver: null });
  await app.database.owner
    .insertInto('unit_setting')
    .values({
      account_id: accountId,
      unit_id: unit.unitId,
      valid_from: new Date('2026-01-01T00:00:00Z'),
      settings: JSON.stringify({ driverMemberId: boId }),
    })
    .execute();
  expect(await driving(annaId), 'a guess is told as one').toEqual({ driver: null, usual_driver: 'Bo Berg' });
  await bo.call(checkInDriver, { body: { imei: unit.imei, driver_id: boId, from_trip_id: null } });
  expect(await driving(annaId)).toEqual({ driver: 'Bo Berg', usual_driver: null });
  expect(await driving(boId, bo)).toBeNull();
  const note = async (values: { state?: string; private_use_of?: number }) =>
    app.database.owner.updateTable('unit_latest').set(values).where('unit_id', '=', unit.unitId).execute();
  await newTrip(unit, { start: '2026-03-10T08:00:00Z', type: 'private', driver: boId });
  await note({ private_use_of: boId });
  expect(await driving(annaId)).toBeNull();
  await note({ state: 'parked' });
  expect(await driving(annaId)).toBeNull();
});

test('DRV-005, ATT-012: attested trips stay as they are and are listed', async () => {
  const unit = await newUnit();
  const [first, second] = await threeTrips(unit);
  await attest(unit, second);
  const body = { imei: unit.imei, driver_id: annaId, from_trip_id: first ?? null };
  expect((await anna.call(previewCheckIn, { body })).data).toMatchObject({
    changed: { all: 2 },
    left: [{ id: second, reason: 'attested', start: '2026-03-11T08:00:00.000Z', is_masked: false }],
  });
  expect((await anna.call(checkInDriver, { body })).data).toMatchObject({ changed: 2, left: 1 });
  expect(await drivers(unit)).toEqual([annaId, null, annaId]);
});

test('DRV-005, ATT-003: a check-in leaves the trips of days that its driver has attested already, and lists them', async () => {
  const unit = await newUnit();
  const [first, second] = await threeTrips(unit);
  await sql`INSERT INTO attestation (account_id, unit_id, member_id, from_day, to_day, user_attested_at, user_attested_by)
    VALUES (${accountId}, ${unit.unitId}, ${annaId}, '2026-03-11', '2026-03-11', now(), ${annaId})`.execute(app.database.owner);
  const body = { imei: unit.imei, driver_id: annaId, from_trip_id: first ?? null };
  expect((await anna.call(previewCheckIn, { body })).data).toMatchObject({
    changed: { all: 2 },
    left: [{ id: second, reason: 'attested' }],
  });
  expect((await anna.call(checkInDriver, { body })).data).toMatchObject({ changed: 2, left: 1 });
  expect(await drivers(unit)).toEqual([annaId, null, annaId]);
});

test('TRIP-032: nobody checks in on somebody else’s private trip to see where it went, an administrator neither', async () => {
  const unit = await newUnit();
  const before = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  const secret = await newTrip(unit, { start: '2026-03-11T08:00:00Z', type: 'private', driver: annaId });
  for (const [caller, id] of [
    [bo, boId],
    [admin, boId],
  ] as const) {
    const body = { imei: unit.imei, driver_id: id, from_trip_id: before };
    const { data } = await caller.call(previewCheckIn, { body });
    expect(data?.left).toMatchObject([{ id: secret, reason: 'private', is_masked: true, start: '2026-03-10T23:00:00.000Z' }]);
    await caller.call(checkInDriver, { body });
    expect(await caller.call(previewCheckIn, { body: { ...body, from_trip_id: secret } })).toMatchObject({
      errors: 'TripNotYours',
    });
  }
  expect(await drivers(unit, anna)).toEqual([boId, annaId]);
  expect(await drivers(unit, bo)).toEqual([boId, null]);
});

test('DRV-001, TRIP-032: who is checked in is told to all who see the unit, but not when somebody else’s private trip began', async () => {
  const unit = await newUnit();
  const secret = await newTrip(unit, { start: '2026-03-11T08:00:00Z', type: 'private', driver: annaId });
  await anna.call(checkInDriver, { body: { imei: unit.imei, driver_id: annaId, from_trip_id: secret } });
  const code = await codeOf(unit);
  const told = async (caller: Caller) => {
    const { data } = await caller.call(listCheckIns);
    const row = data?.check_ins.find(({ imei }) => imei === unit.imei);
    return [row?.driver.name, row?.since, (await caller.call(readCheckInCode, { body: { code } })).data?.checked_in?.since];
  };
  expect(await told(anna)).toEqual(['Anna Ek', '2026-03-11T08:00:00.000Z', '2026-03-11T08:00:00.000Z']);
  for (const caller of [bo, admin])
    expect(await told(caller)).toEqual(['Anna Ek', '2026-03-10T23:00:00.000Z', '2026-03-10T23:00:00.000Z']);
  const before = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  const { data } = await bo.call(previewCheckIn, { body: { imei: unit.imei, driver_id: boId, from_trip_id: before } });
  expect(data?.next).toEqual({ at: '2026-03-10T23:00:00.000Z', driver: 'Anna Ek' });
});

test('DRV-001: members check in and out themselves only; other units and other accounts do not exist', async () => {
  const unit = await newUnit();
  const trip = await newTrip(unit, { start: '2026-03-10T08:00:00Z' });
  const other = await newUnit();
  expect(await bo.call(checkInDriver, { body: { imei: unit.imei, driver_id: annaId } })).toMatchObject({
    errors: 'CheckInForOthers',
  });
  await anna.call(checkInDriver, { body: { imei: unit.imei, driver_id: annaId } });
  expect(await bo.call(checkOutDriver, { body: { imei: unit.imei } })).toMatchObject({ status: 403, errors: 'CheckInForOthers' });
  expect(await admin.call(checkInDriver, { body: { imei: unit.imei, driver_id: foreignId } })).toMatchObject({
    errors: 'UserNotFound',
  });
  expect(await admin.call(checkInDriver, { body: { imei: other.imei, driver_id: boId, from_trip_id: trip } })).toMatchObject({
    errors: 'TripNotFound',
  });
  for (const caller of [foreign, stranger])
    for (const endpoint of [previewCheckIn, checkInDriver, checkOutDriver])
      expect(await caller.call(endpoint, { body: { imei: unit.imei, driver_id: annaId } })).toMatchObject({
        errors: 'UnitNotFound',
      });
});

const codeOf = async (unit: MadeUnit): Promise<string> =>
  (await admin.call(listCheckInCodes)).data?.codes.find((row) => row.imei === unit.imei)?.code ?? '';
const allowWithoutAccess = (allowed: boolean) =>
  app.database.owner.updateTable('account').set({ check_in_without_access: allowed }).where('id', '=', accountId).execute();

test('DRV-009: a scanned code asks first, then checks in with time and position; a renewed one opens nothing any more', async () => {
  const unit = await newUnit();
  const code = await codeOf(unit);
  expect(code).toMatch(/^[0-9a-f]{32}$/);
  expect((await anna.call(readCheckInCode, { body: { code } })).data).toMatchObject({ checked_in: null, has_access: true });
  await anna.call(checkInByCode, { body: { code, lat: 59.33, lng: 18.06 } });
  const event = await app.database.owner
    .selectFrom('driver_event')
    .where('unit_id', '=', unit.unitId)
    .select(['source', 'lat_e7', 'lon_e7', 'member_id', 'gives_card'])
    .executeTakeFirstOrThrow();
  expect(event).toEqual({ source: 'qr', lat_e7: 593_300_000, lon_e7: 180_600_000, member_id: annaId, gives_card: false });
  expect((await bo.call(readCheckInCode, { body: { code } })).data?.checked_in).toMatchObject({
    driver: 'Anna Ek',
    is_own: false,
  });
  expect(await bo.call(checkInByCode, { body: { code, check_out: true } })).toMatchObject({ errors: 'CheckInForOthers' });
  expect((await bo.call(checkInByCode, { body: { code } })).data).toMatchObject({ checked_out: { id: annaId } });
  const { data } = await admin.call(renewCheckInCode, { params: { imei: unit.imei } });
  expect(data?.code.code).not.toBe(code);
  expect(await bo.call(checkInByCode, { body: { code } })).toMatchObject({ errors: 'UnknownCheckInCode' });
});

test('DRV-008, DRV-009, ADM-008: without access a code is refused with a message, unless the account allows it; then it gives the card until the check-out and nothing else', async () => {
  const unit = await newUnit();
  const code = await codeOf(unit);
  await allowWithoutAccess(false);
  for (const endpoint of [readCheckInCode, checkInByCode])
    expect(await stranger.call(endpoint, { body: { code } })).toMatchObject({ status: 403, errors: 'CheckInNeedsAccess' });
  await allowWithoutAccess(true);
  expect((await stranger.call(readCheckInCode, { body: { code } })).data).toMatchObject({ has_access: false });
  expect((await stranger.call(checkedInUnits)).data?.units).toEqual([]);
  await stranger.call(checkInByCode, { body: { code } });
  expect((await stranger.call(checkedInUnits)).data?.units).toMatchObject([{ id: unit.unitId, imei: unit.imei }]);
  expect((await stranger.call(listCheckIns)).data?.check_ins).toMatchObject([{ unit_id: unit.unitId, is_own: true }]);
  expect((await stranger.call(positions)).data?.units).toEqual([]);
  expect(await stranger.call(previewCheckIn, { body: { imei: unit.imei, driver_id: null } })).toMatchObject({ status: 200 });
  expect(
    await stranger.call(generateTrips, { body: { from: '2026-03-01', to: '2026-03-31', imeis: [unit.imei] } }),
  ).toMatchObject({
    errors: 'UnitNotFound',
  });
  expect(await foreign.call(readCheckInCode, { body: { code } })).toMatchObject({ errors: 'UnknownCheckInCode' });
  await stranger.call(checkOutDriver, { body: { imei: unit.imei } });
  expect((await stranger.call(checkedInUnits)).data?.units).toEqual([]);
  // Somebody else's check-in ends it just as well.
  await stranger.call(checkInByCode, { body: { code } });
  await anna.call(checkInByCode, { body: { code } });
  expect((await stranger.call(checkedInUnits)).data?.units).toEqual([]);
  await allowWithoutAccess(false);
});

test('LOCK-005: the code of a locked unit opens to nobody without access, whatever the account allows', async () => {
  const unit = await newUnit();
  const code = await codeOf(unit);
  await allowWithoutAccess(true);
  await app.database.owner
    .updateTable('unit')
    .set({ locked_at: new Date(), locked_by_member_id: annaId })
    .where('id', '=', unit.unitId)
    .execute();
  for (const caller of [admin, stranger])
    expect(await caller.call(readCheckInCode, { body: { code } })).toMatchObject({ errors: 'CheckInNeedsAccess' });
  await allowWithoutAccess(false);
});

test('BOOK-048: of a trip within a booking the one who had it booked is suggested, with what for; a request proves nothing', async () => {
  const unit = await newUnit();
  const trip = await newTrip(unit, { start: '2026-03-18T15:00:00Z' });
  await newTrip(unit, { start: '2026-03-18T08:00:00Z', driver: boId });
  const book = (state: string, from: string, to: string, driver: number, purpose: string) =>
    sql`INSERT INTO booking (account_id, unit_id, kind, state, driver_id, booked_by, purpose, during, created_at, changed_at)
      SELECT account_id, id, 'drive', ${state}, ${driver}, ${driver}, ${purpose}, tstzrange(${from}::timestamptz, ${to}::timestamptz), now(), now()
      FROM unit WHERE id = ${unit.unitId}`.execute(app.database.owner);
  const suggested = async () => (await admin.call(suggestDrivers, { body: { trip_ids: [trip] } })).data!.suggestions;
  await book('refused', '2026-03-18T14:00:00Z', '2026-03-18T16:00:00Z', annaId, 'Nej');
  expect(await suggested()).toMatchObject([{ driver: { id: boId }, reason: 'same-day', purpose: null }]);
  await book('booked', '2026-03-18T14:30:00Z', '2026-03-18T17:00:00Z', annaId, 'Kundbesök');
  expect(await suggested()).toEqual([
    { trip_id: trip, driver: { id: annaId, name: 'Anna Ek' }, reason: 'booking', purpose: 'Kundbesök' },
  ]);
});

test('DRV-014: trips without a driver are suggested one, by that day, by such hours, by who drove last; then given in bulk', async () => {
  const unit = await newUnit();
  await newTrip(unit, { start: '2026-03-03T08:00:00Z', driver: annaId });
  await newTrip(unit, { start: '2026-03-10T08:00:00Z', driver: annaId });
  const hours = await newTrip(unit, { start: '2026-03-17T08:30:00Z' });
  const secret = await newTrip(unit, { start: '2026-03-17T20:30:00Z', type: 'private' });
  await newTrip(unit, { start: '2026-03-18T08:00:00Z', driver: boId });
  const sameDay = await newTrip(unit, { start: '2026-03-18T15:00:00Z' });
  const last = await newTrip(unit, { start: '2026-03-20T23:00:00Z' });
  const { data } = await admin.call(suggestDrivers, { body: { trip_ids: [hours, secret, sameDay, last] } });
  expect(data?.suggestions).toEqual([
    { trip_id: hours, driver: { id: annaId, name: 'Anna Ek' }, reason: 'usual-hours', purpose: null },
    { trip_id: sameDay, driver: { id: boId, name: 'Bo Berg' }, reason: 'same-day', purpose: null },
    { trip_id: last, driver: { id: boId, name: 'Bo Berg' }, reason: 'last-driver', purpose: null },
  ]);
  expect(await foreign.call(suggestDrivers, { body: { trip_ids: [hours] } })).toMatchObject({ data: { suggestions: [] } });
  const given = await admin.call(bulkUpdateTrips, { body: { trip_ids: [sameDay, last], changes: { driver_id: boId } } });
  expect(given.data?.results).toMatchObject([{ success: true }, { success: true }]);
});

test('DRV-015: a check-in that is open for more than a day without driving asks to be ended, by one mail and at the next visit', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3600_000);
  const [forgotten, driven, fresh] = [await newUnit(), await newUnit(), await newUnit()];
  const checkedInAt = (unit: MadeUnit, at: Date) =>
    app.database.owner
      .insertInto('driver_event')
      .values({ account_id: accountId, unit_id: unit.unitId, at, recorded_at: at, member_id: boId, source: 'qr' })
      .execute();
  await checkedInAt(forgotten, hoursAgo(25));
  await checkedInAt(driven, hoursAgo(30));
  await checkedInAt(fresh, hoursAgo(23));
  await newTrip(driven, { start: hoursAgo(20).toISOString() });
  const { data } = await bo.call(listCheckIns);
  const staleOf = (unit: MadeUnit) => data?.check_ins.find((row) => row.imei === unit.imei)?.is_stale;
  expect([staleOf(forgotten), staleOf(driven), staleOf(fresh)]).toEqual([true, false, false]);
  expect(await remindOfOpenCheckIns(app.database.pipeline, new Date())).toBe(1);
  expect(await remindOfOpenCheckIns(app.database.pipeline, new Date())).toBe(0);
});

test('TRIP-032, DRV-004: who was checked in and who usually drives a unit are told when somebody else is, once a day', async () => {
  const unit = await makeUnit(app.database, { accountId, name: 'Poolbil 9', visibleTo: [annaId, boId] });
  const { owner } = app.database;
  await sql`INSERT INTO unit_setting (account_id, unit_id, valid_from, settings)
    VALUES (${accountId}, ${unit.unitId}, '2026-01-01', jsonb_build_object('driverMemberId', ${boId}::bigint))`.execute(owner);
  const mails = async () => {
    const { rows } = await sql<{ params: { fullName: string; driverName: string; byName: string } }>`
      SELECT params FROM mail WHERE template = 'checked-in-instead' AND params ->> 'unitName' = 'Poolbil 9' ORDER BY id`.execute(
      owner,
    );
    return rows.map(({ params }) => [params.fullName, params.driverName, params.byName]);
  };
  const checkIn = (caller: Caller, driver_id: number) =>
    caller.call(checkInDriver, { body: { imei: unit.imei, driver_id, from_trip_id: null } });
  await checkIn(bo, boId);
  expect(await mails(), 'who usually drives it, by themselves').toEqual([]);
  await checkIn(anna, annaId);
  await checkIn(admin, boId);
  await checkIn(anna, annaId);
  expect(await mails()).toEqual([
    ['Bo Berg', 'Anna Ek', 'Anna Ek'],
    ['Anna Ek', 'Bo Berg', 'Ada Admin'],
  ]);
});

test('DRV-002, TRIP-029: who was checked in over a driver chosen by hand drove all of a trip that late records divide', async () => {
  const unit = await newUnit();
  const id = await newTrip(unit, { start: '2026-03-10T08:00:00Z', minutes: 60 });
  await admin.call(updateTrip, { params: { id }, body: { driver_id: annaId } });
  await admin.call(checkInDriver, { body: { imei: unit.imei, driver_id: boId, from_trip_id: id } });
  const { owner } = app.database;
  await owner
    .updateTable('trip')
    .set({ ended_at: new Date('2026-03-10T08:20:00Z') })
    .where('id', '=', id)
    .execute();
  await newTrip(unit, { start: '2026-03-10T08:25:00Z', minutes: 35 });
  await layOver(owner, [{ unitId: unit.unitId, fromMs: Date.parse('2026-03-10'), toMs: Date.parse('2026-03-11') }]);
  expect(await drivers(unit)).toEqual([boId, boId]);
});
