import { DAY_MS } from '@spora/calendar/durations';
import { createGroup, updateGroup } from '@spora/contract/accounts/endpoints';
import {
  getPlace,
  getPlaceRules,
  getPlaceSchedule,
  listPlaces,
  previewPlace,
  removePlace,
  savePlace,
  savePlaceRules,
  savePlaceSchedule,
  saveTripAddress,
  draftPlace,
  setPlaceStatus,
  undoPlaceSave,
  updatePlace,
} from '@spora/contract/places/endpoints';
import { generateTrips, setTripType } from '@spora/contract/trips/endpoints';
import { type MemberRight, updateUser } from '@spora/contract/users/endpoints';
import { lockUnit } from '@spora/contract/units/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp, type TestApp } from '../../testing/http.ts';
import { makeTrip, type NewTrip } from '../../testing/trips.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
let app: TestApp;
let accountId: AccountId;
let admin: Caller;
let member: Caller;
let memberId: number;
let adminId: number;
let foreign: Caller;
let unit: MadeUnit;
let other: MadeUnit;
/** What `makeTrip` starts and stops at. */
const START = { lat: 59.3, lng: 18 };
const STOP = { lat: 59.31, lng: 18.02 };
const ago = (days: number): string => new Date(app.clock.now.getTime() - days * DAY_MS).toISOString();
const dayOf = (days: number): string => ago(days).slice(0, 10);

beforeAll(async () => {
  app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
  // At noon, so that no trip of half an hour lies on two days.
  app.clock.now = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2);
  foreign = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
});
afterAll(() => app.close());
beforeEach(async () => {
  accountId = await makeAccount(app.database);
  const anna = await makeMember(app.database, { accountId, fullName: 'Anna Admin' });
  adminId = anna.id;
  admin = await app.signInAs(anna);
  const dag = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  memberId = dag.id;
  member = await app.signInAs(dag);
  unit = await makeUnit(app.database, { accountId, visibleTo: [memberId] });
  other = await makeUnit(app.database, { accountId });
});

const newTrip = (trip: NewTrip, of = unit) => makeTrip(app.database, { accountId, unitId: of.unitId }, trip);
const add = async (body: Record<string, unknown> = {}, caller = admin) => {
  const answer = await caller.call(savePlace, { body: { label: 'Kontoret', ...START, ...body } });
  if (!answer.data) throw new Error(JSON.stringify(answer));
  return answer.data;
};
const log = async (caller = admin, of = unit) => {
  const { data } = await caller.call(generateTrips, {
    body: { from: dayOf(60), to: dayOf(-1), imeis: [of.imei], descending: false },
  });
  return data?.trips ?? [];
};
const PRIVATE = { when: 'start', type: 'private' } as const;
const daysOf = async () =>
  (
    await sql<{
      private_m: number;
      business_m: number;
    }>`SELECT private_m, business_m FROM unit_day WHERE unit_id = ${unit.unitId}`.execute(app.database.owner)
  ).rows;

test('PLACE-001, PLACE-002, API-085: a place is added, read, changed and removed with name, address, circle and units', async () => {
  const { place } = await add({ address: 'Hornsgatan 84', radius: 250, imeis: [unit.imei] });
  expect(place).toMatchObject({
    label: 'Kontoret',
    address: 'Hornsgatan 84',
    ...START,
    radius: 250,
    imeis: [unit.imei],
    is_active: true,
  });
  expect(place).toMatchObject({ rules: [], schedule: { is_active: false }, visits: 0, can: { edit: true } });
  const params = { id: place.id };
  const changed = await admin.call(updatePlace, { params, body: { label: 'Lagret', imeis: null } });
  expect(changed.data?.place).toMatchObject({ label: 'Lagret', address: 'Hornsgatan 84', radius: 250, imeis: null });
  expect((await admin.call(getPlace, { params })).data?.place.label).toBe('Lagret');
  expect((await admin.call(removePlace, { params })).data).toEqual({});
  expect(await admin.call(getPlace, { params })).toMatchObject({ status: 404, errors: 'PlaceNotFound' });
  expect((await admin.call(listPlaces)).data?.places).toEqual([]);
  // The name is free again.
  await add({ label: 'Lagret' });
});

test('PLACE-001: the units of a place are told by name, in whatever order they were chosen', async () => {
  const [late, early] = [
    await makeUnit(app.database, { accountId, name: '103 Servicebil' }),
    await makeUnit(app.database, { accountId, name: '20 Servicebil' }),
  ];
  const { place } = await add({ imeis: [late.imei, early.imei] });
  expect(place).toMatchObject({ imeis: [early.imei, late.imei], unit_names: ['20 Servicebil', '103 Servicebil'] });
});

test('DEC-69: a member changes places of units that they can access; from whom the right is taken, nothing is changed and no place is left behind', async () => {
  const own = (await add({ label: 'Eget', imeis: [unit.imei] }, member)).place;
  expect(own.can).toEqual({ edit: true });
  const set = (rights: MemberRight[]) => admin.call(updateUser, { params: { id: memberId }, body: { rights } });
  expect((await set([])).status).toBe(200);
  const params = { id: own.id };
  const draft = { label: 'Nytt', ...STOP, imeis: [unit.imei] };
  const trip = await newTrip({ start: ago(1), driver: memberId });
  for (const refused of [
    await member.call(savePlace, { body: draft }),
    await member.call(updatePlace, { params, body: { label: 'Annat' } }),
    await member.call(setPlaceStatus, { params, body: { active: false } }),
    await member.call(savePlaceRules, { params, body: { rules: [PRIVATE] } }),
    await member.call(removePlace, { params }),
    await member.call(saveTripAddress, { body: { trip_id: trip, which: 'stop', label: 'Hos kund' } as never }),
  ])
    expect(refused).toMatchObject({ status: 403, errors: 'Forbidden' });
  expect((await member.call(listPlaces)).data).toMatchObject({
    places: [{ label: 'Eget', can: { edit: false } }],
    can: { add: false },
  });
  await set(['edit-places']);
  expect((await member.call(updatePlace, { params, body: { label: 'Annat' } })).status).toBe(200);
  expect((await member.call(listPlaces)).data).toMatchObject({ can: { add: true } });
  // For every unit of the account it is the administrators' all the same.
  expect((await member.call(updatePlace, { params, body: { imeis: null } })).status).toBe(403);
});

test('ERR-041: a place that somebody else has changed meanwhile is not overwritten unseen', async () => {
  const { place } = await add({ radius: 250 });
  const params = { id: place.id };
  const { label, address, lat, lng, radius, imeis, rules, schedule } = place;
  const was = { label, address, lat, lng, radius, imeis, rules, schedule };
  expect((await admin.call(updatePlace, { params, body: { radius: 300, was } })).status).toBe(200);
  expect(await admin.call(updatePlace, { params, body: { label: 'Lagret', was } })).toMatchObject({
    status: 409,
    errors: 'ChangedMeanwhile',
  });
  expect((await admin.call(getPlace, { params })).data!.place).toMatchObject({ label: 'Kontoret', radius: 300 });
  expect((await admin.call(updatePlace, { params, body: { label: 'Lagret', was: { ...was, radius: 300 } } })).status).toBe(200);
});

test('PLACE-006: the name is needed, at most 50 characters and its own; the radius lies between 50 and 9999 m, 100 unless said', async () => {
  expect((await add()).place.radius).toBe(100);
  expect(await admin.call(savePlace, { body: { label: 'kontoret', ...STOP } })).toMatchObject({
    status: 409,
    errors: 'PlaceNameTaken',
  });
  for (const [body, errors] of [
    [{ label: ' ' }, { label: ['SpecifyPlaceName'] }],
    [{ label: 'x'.repeat(51) }, { label: ['PlaceNameLength'] }],
    [{ radius: 49 }, { radius: ['PlaceRadiusBetween'] }],
    [{ radius: 10_000 }, { radius: ['PlaceRadiusBetween'] }],
    [{ rules: [{ when: 'start' }] }, { 'rules.0.type': ['PlaceRuleSetsNothing'] }],
    [{ rules: [{ when: 'between', type: 'other' }] }, { 'rules.0.other_place_id': ['SpecifyOtherPlace'] }],
  ] as const)
    expect((await admin.call(savePlace, { body: { label: 'A', ...START, ...body } as never })).errors).toEqual(errors);
});

test('PLACE-004, ERR-015, SEC-008: a place of another account is not found, whatever is asked of it', async () => {
  const { place } = await add();
  const params = { id: place.id };
  const schedule = { is_active: false, intervals: [] };
  const answers = [
    await foreign.call(getPlace, { params }),
    await foreign.call(updatePlace, { params, body: { label: 'X' } }),
    await foreign.call(removePlace, { params }),
    await foreign.call(setPlaceStatus, { params, body: { active: 0 } }),
    await foreign.call(getPlaceRules, { params }),
    await foreign.call(savePlaceRules, { params, body: { rules: [] } }),
    await foreign.call(savePlaceSchedule, { params, body: { schedule } }),
    await foreign.call(previewPlace, { body: { id: place.id, label: 'X', ...START } }),
    await foreign.call(savePlace, {
      body: { label: 'X', ...START, rules: [{ when: 'between', other_place_id: place.id, type: 'other' }] },
    }),
  ];
  expect(answers.map(({ status, errors }) => [status, errors])).toEqual(answers.map(() => [404, 'PlaceNotFound']));
  expect((await foreign.call(listPlaces)).data?.places).toEqual([]);
  expect(await foreign.call(savePlace, { body: { label: 'X', ...START, imeis: [unit.imei] } })).toMatchObject({
    errors: 'UnitNotFound',
  });
});

test('DEC-69, PLACE-001: members keep places for units they can access; those for all units are the administrators’', async () => {
  expect(await member.call(savePlace, { body: { label: 'Alla', ...START } })).toMatchObject({ status: 403, errors: 'Forbidden' });
  expect(await member.call(savePlace, { body: { label: 'Annan', ...START, imeis: [other.imei] } })).toMatchObject({
    errors: 'UnitNotFound',
  });
  const { place } = await add({ label: 'Min', imeis: [unit.imei] }, member);
  const both = (await add({ label: 'Båda', imeis: [unit.imei, other.imei] })).place;
  await add({ label: 'Dold', imeis: [other.imei] });
  const all = (await add({ label: 'Alla' })).place;
  const { data } = await member.call(listPlaces);
  expect(data?.can).toEqual({ add: true, for_all_units: false });
  expect(data?.places.map(({ label, can, imeis }) => [label, can.edit, imeis])).toEqual([
    ['Alla', false, null],
    ['Båda', false, [unit.imei]],
    ['Min', true, [unit.imei]],
  ]);
  expect((await member.call(updatePlace, { params: { id: place.id }, body: { radius: 60 } })).data?.place.radius).toBe(60);
  for (const { id } of [both, all])
    expect(await member.call(removePlace, { params: { id } })).toMatchObject({ status: 403, errors: 'Forbidden' });
});

test('LOCK-005: a locked unit binds administrators who were not given it: its places are neither seen nor changed', async () => {
  const { place } = await add({ imeis: [other.imei] });
  await admin.call(lockUnit, { params: { imei: other.imei }, body: { reason: 'x' } });
  const second = await app.signInAs(await makeMember(app.database, { accountId }));
  expect((await second.call(listPlaces)).data?.places).toEqual([]);
  expect(await second.call(removePlace, { params: { id: place.id } })).toMatchObject({ errors: 'PlaceNotFound' });
});

test('PLACE-003: who has basic subscriptions only keeps no places', async () => {
  await sql`UPDATE unit SET subscription_type = 'Bas' WHERE id = ${unit.unitId}`.execute(app.database.owner);
  expect((await member.call(listPlaces)).data?.can.add).toBe(false);
  expect(await member.call(savePlace, { body: { label: 'Min', ...START, imeis: [unit.imei] } })).toMatchObject({ status: 403 });
});

test('PLACE-012, TRIP-014, API-072: an end of a trip that is saved gives its name to that trip and those after it', async () => {
  const before = await newTrip({ start: ago(3) });
  const id = await newTrip({ start: ago(2) });
  const attested = await newTrip({ start: ago(1) });
  await attest(attested);
  const answer = await admin.call(saveTripAddress, { body: { trip_id: id, which: 'start', label: 'Hemma' } });
  expect(answer.data?.place).toMatchObject({ label: 'Hemma', address: 'Hornsgatan 84, Stockholm', ...START, radius: 100 });
  const after = await newTrip({ start: ago(0.5) });
  await admin.call(updatePlace, { params: { id: answer.data!.place.id }, body: { label: 'Hemma 2', apply_from: dayOf(1) } });
  const names = new Map((await log()).map((trip) => [trip.id, trip.start.place]));
  expect([before, id, attested, after].map((each) => names.get(each))).toEqual([null, 'Hemma 2', null, 'Hemma 2']);
  expect(await foreign.call(saveTripAddress, { body: { trip_id: id, which: 'start', label: 'X' } })).toMatchObject({
    errors: 'TripNotFound',
  });
});

test('PLACE-011, TRIP-032: the editor begins with the end of the trip; of somebody else’s private trip it learns nothing', async () => {
  const id = await newTrip({ start: ago(2) });
  const hidden = await newTrip({ start: ago(1), type: 'private', driver: memberId });
  const draft = (trip_id: number, which: 'start' | 'stop', caller = admin) =>
    caller.call(draftPlace, { query: { trip_id, which } });
  expect((await draft(id, 'stop')).data).toMatchObject({
    ...STOP,
    address: 'Sveavägen 1, Stockholm',
    imei: unit.imei,
    place_id: null,
  });
  expect(await draft(hidden, 'stop')).toMatchObject({ status: 404, errors: 'TripNotFound' });
  expect((await draft(hidden, 'stop', member)).data).toMatchObject(STOP);
});

async function attest(tripId: number): Promise<void> {
  await sql`WITH a AS (INSERT INTO attestation (account_id, unit_id, from_day, to_day, admin_attested_at) VALUES (${accountId}, ${unit.unitId},
    '2020-01-01', '2020-01-01', now()) RETURNING id) UPDATE trip SET attestation_id = a.id FROM a WHERE trip.id = ${tripId}`.execute(
    app.database.owner,
  );
}

test('PLACE-010: what a place would change is counted first; applied, day totals follow and attested trips stay', async () => {
  await newTrip({ start: ago(9) });
  const [a, attested, edited] = [
    await newTrip({ start: ago(3) }),
    await newTrip({ start: ago(2) }),
    await newTrip({ start: ago(1) }),
  ];
  await attest(attested);
  await admin.call(setTripType, { body: { trip_ids: [edited], type: 'other' } });
  const body = { label: 'Hemma', ...START, rules: [{ ...PRIVATE, purpose: 'Fritid' }], apply_from: dayOf(4) };
  const { data } = await admin.call(previewPlace, { body });
  expect(data?.trips).toMatchObject({ changed: 2, attested: 1 });
  expect(data?.trips?.sample).toMatchObject([
    { id: a, type: 'business', new_type: 'private' },
    { id: edited, type: 'other', new_type: 'other' },
  ]);
  expect((await log()).every(({ start }) => start.place === null)).toBe(true);
  expect((await admin.call(savePlace, { body })).data).toMatchObject({ changed_trips: 2 });
  expect((await log()).map(({ type, type_rule, purpose, start }) => [type, type_rule, purpose, start.place])).toEqual([
    ['business', 'default', '', null],
    // Nobody is known to have driven it: which rule decided is masked with the rest (TRIP-032).
    ['private', 'default', '', null],
    ['business', 'default', '', null],
    ['other', 'edit', 'Fritid', 'Hemma'],
  ]);
  expect((await daysOf()).map(({ private_m }) => private_m).sort((x, y) => x - y)).toEqual([0, 0, 0, 10_000]);
  expect(await admin.call(savePlace, { body: { ...body, label: 'B', apply_from: dayOf(-2) } })).toMatchObject({
    status: 422,
    errors: { apply_from: ['SettingsDayInvalid'] },
  });
});

test('PLACE-005, PLACE-009, PLACE-010: of a place that is switched off the preview tells what saving it changes: it stands against nothing', async () => {
  await add({ label: 'Nära', lat: 59.3004, lng: 18, radius: 200, rules: [{ when: 'start', type: 'business' }] });
  const { place } = await add({ label: 'Hemma', rules: [{ ...PRIVATE, purpose: 'Fritid' }] });
  await newTrip({ start: ago(2), driver: adminId });
  await admin.call(setPlaceStatus, { params: { id: place.id }, body: { active: false } });
  const draft = { label: 'Hemma', ...START, rules: [PRIVATE], apply_from: dayOf(4) };
  const { data } = await admin.call(previewPlace, { body: { ...draft, id: place.id } });
  expect(data).toMatchObject({ conflicts: [], trips: { changed: 0, sample: [] } });
  const saved = await admin.call(updatePlace, { params: { id: place.id }, body: draft });
  expect(saved.data).toMatchObject({ changed_trips: 0, place: { is_active: false } });
  // Another one just there would.
  const { data: on } = await admin.call(previewPlace, { body: { ...draft, label: 'Ny' } });
  expect(on?.trips?.changed).toBe(1);
  expect(on?.conflicts).toHaveLength(1);
});

test('PLACE-011: a place that was just added is undone: trips have their addresses and types again, attested ones keep what they got', async () => {
  for (const days of [9, 3, 2, 1]) await newTrip({ start: ago(days) });
  const before = await log();
  const days = await daysOf();
  const rules = [{ when: 'start', type: 'other', purpose: 'Kurs' }];
  const { place, changed_trips } = await add({ label: 'Hemma', rules, apply_from: dayOf(4) });
  expect([changed_trips, (await log()).filter(({ start }) => start.place === 'Hemma').length]).toEqual([3, 3]);
  const undo = (id: number, caller = admin) => caller.call(undoPlaceSave, { params: { id } });
  expect((await undo(place.id, foreign)).errors).toBe('PlaceNotFound');
  expect((await undo(place.id)).data).toEqual({ changed_trips: 3 });
  expect(await log(), 'as if it had never been').toEqual(before);
  expect(await daysOf()).toEqual(days);
  expect((await admin.call(listPlaces, {})).data!.places).toEqual([]);
  expect((await undo(place.id)).errors).toBe('PlaceNotFound');
  await newTrip({ start: ago(0.5) });
  expect((await log()).at(-1)!.start.place, 'nor do trips to come know it').toBeNull();

  const again = (await add({ label: 'Hemma', apply_from: dayOf(4) })).place;
  await attest(before.at(-1)!.id);
  expect((await undo(again.id)).data).toEqual({ changed_trips: 3 });
  expect((await log()).map(({ start }) => start.place)).toEqual([null, null, null, 'Hemma', null]);
});

test('PLACE-010, PLACE-011: where a place was removed a new one for days gone by gives its trips the name, as many as it said', async () => {
  for (const days of [3, 2, 1]) await newTrip({ start: ago(days) });
  const { place } = await add({ label: 'Hmma', apply_from: dayOf(4) });
  await admin.call(removePlace, { params: { id: place.id } });
  const names = async () => (await log()).map(({ start }) => start.place);
  expect(await names(), 'what was said stays').toEqual(['Hmma', 'Hmma', 'Hmma']);
  const removed = async () => (await log()).map(({ start }) => start.place_is_removed ?? false);
  expect(await removed(), 'and that it is no more is told').toEqual([true, true, true]);
  const draft = { label: 'Hemma', ...START, apply_from: dayOf(2) };
  expect((await admin.call(previewPlace, { body: { id: null, ...draft } })).data!.trips).toMatchObject({ changed: 2 });
  expect((await add(draft)).changed_trips).toBe(2);
  expect(await names()).toEqual(['Hmma', 'Hemma', 'Hemma']);
  expect(await removed()).toEqual([true, false, false]);
});

test('PLACE-011: a place that was changed since, or is older than a day, is not undone but removed for trips to come', async () => {
  const { place } = await add({ label: 'Hemma' });
  const undo = (id: number) => admin.call(undoPlaceSave, { params: { id } });
  const until = async (id: number) => (await admin.call(getPlace, { params: { id } })).data?.place.undo_until;
  expect(await until(place.id)).toBe(new Date(app.clock.now.getTime() + 86_400_000).toISOString());
  await admin.call(updatePlace, { params: { id: place.id }, body: { label: 'Hemma 2' } });
  expect(await until(place.id)).toBeNull();
  expect((await undo(place.id)).errors).toBe('PlaceUndoTooLate');
  const { place: old } = await add({ label: 'Kund' });
  const made = app.clock.now.getTime() - DAY_MS - 1000;
  await sql`UPDATE place_rule SET place = place || jsonb_build_object('madeMs', ${made}::float8) WHERE place_id = ${old.id}`.execute(
    app.database.owner,
  );
  expect((await undo(old.id)).errors).toBe('PlaceUndoTooLate');
  expect(
    (await admin.call(listPlaces, {})).data!.places.map(({ label }) => label),
    'both are there',
  ).toEqual(['Hemma 2', 'Kund']);
});

test('PLACE-010, TRIP-032: other people’s private trips are neither counted nor shown, and never opened afterwards', async () => {
  const hidden = await newTrip({ start: ago(2), type: 'private', driver: memberId });
  const body = { label: 'Kund', ...START, rules: [{ when: 'start', type: 'business' } as const], apply_from: dayOf(4) };
  expect((await admin.call(previewPlace, { body })).data?.trips).toEqual({ changed: 0, attested: 0, sample: [] });
  expect((await admin.call(savePlace, { body })).data?.changed_trips).toBe(0);
  expect(await log()).toMatchObject([{ id: hidden, type: 'private', is_masked: true, start: { place: null } }]);
  expect(await log(member)).toMatchObject([{ id: hidden, type: 'private', start: { place: 'Kund' } }]);
});

test('PLACE-010, TRIP-032: a place that is changed for days gone by never opens what its rule had made somebody’s private trip', async () => {
  const { place } = await add({ rules: [PRIVATE], apply_from: dayOf(10) });
  const [theirs, mine] = [await newTrip({ start: ago(2), driver: memberId }), await newTrip({ start: ago(3), driver: adminId })];
  const retyped = {
    params: { id: place.id },
    body: { rules: [{ when: 'start', type: 'private' } as const], apply_from: dayOf(9) },
  };
  await admin.call(updatePlace, retyped);
  // Ids are drawn by lot: the masked one first.
  const types = async () =>
    (await log()).map(({ id, type, is_masked }) => [id, type, is_masked]).sort((a, b) => Number(b[2]) - Number(a[2]));
  expect(await types()).toEqual([
    [theirs, 'private', true],
    [mine, 'private', false],
  ]);
  const opened = { params: { id: place.id }, body: { rules: [], apply_from: dayOf(8) } };
  expect((await admin.call(updatePlace, opened)).status).toBe(200);
  expect(await types()).toEqual([
    [theirs, 'private', true],
    [mine, 'business', false],
  ]);
  expect((await log(member)).find(({ id }) => id === theirs)).toMatchObject({ type: 'private', type_rule: 'edit' });
});

test('PLACE-005: the list tells the visits of the last 30 days, without other people’s private ones, and the place can be switched off', async () => {
  for (const days of [40, 3, 2]) await newTrip({ start: ago(days) });
  await newTrip({ start: ago(1), type: 'private', driver: memberId });
  const { place } = await add({ label: 'Kund', ...STOP, apply_from: dayOf(50) });
  const visits = async (caller: Caller) => (await caller.call(listPlaces)).data?.places.map((each) => each.visits);
  expect(await visits(admin)).toEqual([2]);
  expect(await visits(member)).toEqual([3]);
  const off = await admin.call(setPlaceStatus, { params: { id: place.id }, body: { active: 0 } });
  expect(off.data?.place).toMatchObject({ is_active: false, visits: 2 });
});

test('API-086: a place that is off says nothing of trips to come, and says it again once it is on', async () => {
  const { place } = await add({ rules: [PRIVATE] });
  const versions = async () =>
    (
      await sql<{
        holds: boolean;
      }>`SELECT valid_to IS NULL AS holds FROM place_rule WHERE place_id = ${place.id} ORDER BY id`.execute(app.database.owner)
    ).rows.map(({ holds }) => holds);
  await admin.call(setPlaceStatus, { params: { id: place.id }, body: { active: 0 } });
  expect(await versions()).toEqual([false, false]);
  await admin.call(updatePlace, { params: { id: place.id }, body: { radius: 75 } });
  expect(await versions()).toEqual([false, false, false]);
  const on = await admin.call(setPlaceStatus, { params: { id: place.id }, body: { active: true } });
  expect(await versions()).toEqual([false, false, false, true]);
  expect(on.data?.place).toMatchObject({ is_active: true, radius: 75, rules: [{ when: 'start', type: 'private' }] });
});

test('PLACE-007, PLACE-008, API-087, API-088: rules and schedule are read and replaced on their own', async () => {
  const { place } = await add({ imeis: [unit.imei] });
  const params = { id: place.id };
  const rules = [{ when: 'both', type: 'private', imeis: [unit.imei], purpose: 'P', project: 'Q', note: 'R' } as const];
  expect((await admin.call(savePlaceRules, { params, body: { rules } })).data?.place.rules).toMatchObject(rules);
  const schedule = { is_active: true, intervals: [{ weekdays: [1, 5], from: '07:00', to: '24:00' }] };
  expect((await admin.call(savePlaceSchedule, { params, body: { schedule } })).data?.place).toMatchObject({ rules, schedule });
  expect((await admin.call(getPlaceRules, { params })).data?.rules).toMatchObject(rules);
  expect((await admin.call(getPlaceSchedule, { params })).data).toEqual({ schedule });
  // Switched off, the hours are kept for the next time.
  const off = { schedule: { ...schedule, is_active: false } };
  expect((await admin.call(savePlaceSchedule, { params, body: off })).data?.place.schedule).toEqual(off.schedule);
});

test('PLACE-007: a rule for some units stays for one whose tracker was taken out, until its units are chosen anew', async () => {
  const rule = { when: 'stop', type: 'private', imeis: [unit.imei, other.imei] } as const;
  const { place } = await add({ imeis: [unit.imei, other.imei], rules: [rule] });
  const params = { id: place.id };
  const { owner } = app.database;
  const { during } = await owner
    .selectFrom('fitting')
    .where('unit_id', '=', other.unitId)
    .select('during')
    .executeTakeFirstOrThrow();
  await sql`UPDATE fitting SET during = tstzrange(lower(during), ${app.clock.now}) WHERE unit_id = ${other.unitId}`.execute(
    owner,
  );
  const shown = (await admin.call(getPlace, { params })).data!.place.rules;
  expect(shown).toMatchObject([{ imeis: [unit.imei] }]);
  const rules = shown.map((each) => ({ ...each, purpose: 'Hem' }));
  await admin.call(updatePlace, { params, body: { rules } });
  await sql`UPDATE fitting SET during = ${during}::tstzrange WHERE unit_id = ${other.unitId}`.execute(owner);
  const kept = (await admin.call(getPlaceRules, { params })).data?.rules;
  expect(kept).toMatchObject([{ imeis: [unit.imei, other.imei], purpose: 'Hem' }]);
  await admin.call(savePlaceRules, { params, body: { rules } });
  expect((await admin.call(getPlaceRules, { params })).data?.rules).toMatchObject([{ imeis: [unit.imei] }]);
});

test('PLACE-009: rules that can fit the same trip and say something else are told, with the one that decides', async () => {
  const near = (await add({ label: 'Nära', lat: 59.3004, lng: 18, radius: 200, rules: [PRIVATE] })).place;
  await add({ label: 'Långt bort', lat: 60, lng: 18, rules: [PRIVATE] });
  await add({ label: 'Samma', ...START, radius: 300, rules: [{ when: 'start', type: 'business' }] });
  const body = { label: 'Ny', ...START, rules: [{ when: 'start', type: 'business' } as const] };
  const conflicts = async (more: Record<string, unknown> = {}) =>
    (await admin.call(previewPlace, { body: { ...body, ...more } })).data?.conflicts;
  const found = { rule: 0, other_place_id: near.id, other_label: 'Nära', other_when: 'start', other_type: 'private' };
  expect(await conflicts()).toEqual([{ ...found, decided_by: 'radius', wins: true }]);
  expect(await conflicts({ radius: 200 })).toEqual([{ ...found, decided_by: 'order', wins: false }]);
  expect(await conflicts({ rules: [{ when: 'both', type: 'business' }] })).toEqual([]);
  await admin.call(updatePlace, { params: { id: near.id }, body: { imeis: [other.imei] } });
  expect(await conflicts({ imeis: [unit.imei] })).toEqual([]);
  await admin.call(setPlaceStatus, { params: { id: near.id }, body: { active: false } });
  expect(await conflicts()).toEqual([]);
});

test('ADM-013: rules that set a purpose or a project follow its new name for trips to come', async () => {
  const purpose = (await admin.call(createGroup, { params: { kind: 'purposes' }, body: { name: 'Kundbesök' } })).data!;
  const rules = [
    { when: 'start', type: 'business', purpose: 'Kundbesök', project: 'Bron' } as const,
    { when: 'stop', type: 'business', purpose: 'Kurs' } as const,
  ];
  const body = { label: 'Kunden', ...START, rules, apply_from: dayOf(4) };
  const { id } = (await admin.call(savePlace, { body })).data!.place;
  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  const rename = { params: { kind: 'purposes', id: purpose.id }, body: { name: 'Besök hos kund' } } as const;
  expect((await admin.call(updateGroup, rename)).status).toBe(200);
  expect((await admin.call(getPlace, { params: { id } })).data!.place.rules).toMatchObject([
    { purpose: 'Besök hos kund', project: 'Bron' },
    { purpose: 'Kurs' },
  ]);
  const versions = await app.database.owner
    .selectFrom('place_rule')
    .where('place_id', '=', id)
    .select(['valid_from', 'valid_to', 'rules'])
    .orderBy('id')
    .execute();
  expect(versions.at(-2), 'what has been keeps what was written').toMatchObject({
    valid_to: app.clock.now,
    rules: [{ purpose: 'Kundbesök' }, { purpose: 'Kurs' }],
  });
  expect(versions.at(-1)).toMatchObject({ valid_from: app.clock.now, valid_to: null });
});
