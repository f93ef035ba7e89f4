import { attest, checkAttestation } from '@spora/contract/attestation/endpoints';
import { downloadLog } from '@spora/contract/exports/endpoints';
import { bulkUpdateTrips, generateTrips, getTrip, getTripRoute, mergeTrips, updateTrip } from '@spora/contract/trips/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp } from '../../testing/http.ts';
import { makeTrip, type NewTrip } from '../../testing/trips.ts';

const app = await testApp();
afterAll(() => app.close());
const { owner } = app.database;
const MARCH = { from: '2026-03-01', to: '2026-03-31' };

let accountId: AccountId;
let admin: Caller;
let driver: Caller;
let other: Caller;
let driverId: number;
let otherId: number;
let unit: MadeUnit;
beforeEach(async () => {
  app.clock.now = new Date('2026-04-03T08:00:00Z');
  accountId = await makeAccount(app.database);
  admin = await app.signInAs(await makeMember(app.database, { accountId }));
  const dag = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dag Driver' });
  const eva = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Eva Ek' });
  [driver, driverId] = [await app.signInAs(dag), dag.id];
  [other, otherId] = [await app.signInAs(eva), eva.id];
  unit = await makeUnit(app.database, { accountId, visibleTo: [driverId, otherId] });
});

const trip = (over: Partial<NewTrip> & { start: string }) =>
  makeTrip(app.database, { accountId, unitId: unit.unitId }, { driver: driverId, ...over });
const log = async (caller: Caller, more: object = {}) =>
  (await caller.call(generateTrips, { body: { ...MARCH, imeis: [unit.imei], descending: false, ...more } })).data!.trips;

test('TRIP-032, TRIP-024: of somebody else’s private trip nobody is told which rule decided its type, nor whether its addresses are near ones', async () => {
  const id = await trip({ start: '2026-03-10T08:00:00Z', type: 'private' });
  await sql`UPDATE trip SET place_type = 'private', place_rule = 'place-both', start_address_is_approximate = true,
    stop_address_is_approximate = true WHERE id = ${id}`.execute(owner);
  expect((await log(admin))[0]).toMatchObject({
    is_masked: true,
    type_rule: 'default',
    start: { address_is_approximate: false },
    stop: { address_is_approximate: false },
  });
  expect((await log(driver))[0]).toMatchObject({ type_rule: 'place-both', start: { address_is_approximate: true } });
});

test('13-A1, TRIP-032: a trip asked for by its number is told as its row is, a merged one as the whole, and a private one of today not while its use goes on', async () => {
  const ask = (caller: Caller, id: number) => caller.call(getTrip, { params: { id } });
  const first = await trip({ start: '2026-03-10T08:00:00Z' });
  const second = await trip({ start: '2026-03-10T09:00:00Z' });
  expect((await driver.call(mergeTrips, { body: { trip_ids: [first, second] } })).status).toBe(200);
  const past = await trip({ start: '2026-03-11T08:00:00Z', type: 'private' });
  for (const caller of [admin, driver, other])
    for (const row of await log(caller)) expect((await ask(caller, row.id)).data?.trip).toEqual(row);
  expect((await ask(other, past)).data?.trip).toMatchObject({ is_masked: true, purpose: '', start: { time: null } });
  expect((await ask(driver, second)).data?.trip.id).toBe(first);

  const today = { from: '2026-04-03', to: '2026-04-03' };
  const now = await trip({ start: '2026-04-03T07:00:00Z', type: 'private' });
  const answers = async () => ({
    listed: (await log(admin, today)).some(({ id }) => id === now),
    status: (await ask(admin, now)).status,
  });
  expect(await answers()).toEqual({ listed: false, status: 404 });
  expect((await ask(driver, now)).status).toBe(200);
  const unknown = await ask(admin, 1);
  expect(await ask(admin, now)).toMatchObject({ status: unknown.status, errors: unknown.errors });
  await trip({ start: '2026-04-03T07:50:00Z' });
  expect(await answers()).toEqual({ listed: true, status: 200 });
});

test('13-A1, TRIP-011, TRIP-032: whoever drove privately sees the route; nobody else does, nor is told that there is one', async () => {
  const id = await trip({ start: '2026-03-10T08:00:00Z', type: 'private' });
  const ask = (caller: Caller) => caller.call(getTripRoute, { params: { id } });
  expect((await log(driver))[0]).toMatchObject({ has_route: true, can: { route: true } });
  expect((await ask(driver)).data?.parts[0]).toHaveLength(2);
  for (const caller of [admin, other]) {
    expect((await log(caller))[0]).toMatchObject({ has_route: false, can: { route: false } });
    expect(await ask(caller)).toMatchObject({ status: 404, errors: 'NoRouteCoordinates' });
  }
});

interface LogFile {
  trips: { id: number; driver: string | null; distance_m: number }[];
  periods: { document: { head: Record<string, object>; rows: Record<string, object>[] } }[];
}
test('TRIP-032: the sealed period of an export does not say whose a private trip is, nor how far its driver drove privately', async () => {
  const secret = await trip({ start: '2026-03-10T08:00:00Z', type: 'private', distanceM: 7777 });
  await trip({ start: '2026-03-11T08:00:00Z' });
  await driver.call(attest, { body: { ...MARCH, imei: unit.imei } });
  const file = async (caller: Caller) => {
    const answer = await caller.call(downloadLog, { params: { format: 'json' }, query: { ...MARCH, imeis: unit.imei } });
    return JSON.parse(answer.raw.toString()) as LogFile;
  };
  const seen = await file(admin);
  expect(seen.trips.find(({ id }) => id === secret)).toMatchObject({ driver: null, distance_m: 7777 });
  const [period] = seen.periods;
  const hidden = (fields: Record<string, object>) => Object.keys(fields).filter((name) => 'hash' in (fields[name] ?? {}));
  expect(hidden(period!.document.rows[0]!)).toEqual(Object.keys(period!.document.rows[0]!));
  expect(hidden(period!.document.rows[1]!)).toEqual([]);
  expect(hidden(period!.document.head).sort()).toEqual(['private_m', 'start_odometer_m', 'stop_odometer_m']);
  // Fingerprints and ids hold these digits by chance.
  const withoutHashes = JSON.stringify(period, (name, value: unknown) => (name === 'hash' ? undefined : value));
  expect(withoutHashes).not.toMatch(/\b7777\b/);
  expect(hidden((await file(driver)).periods[0]!.document.head)).toEqual([]);
});

test('ATT-010, TRIP-032: open matters name the trips of who attests and of nobody, and no others’, though these stand in the way', async () => {
  const nobodys = await trip({ start: '2026-03-12T08:00:00Z', driver: null });
  await trip({ start: '2026-03-13T08:00:00Z', driver: null, type: 'private' });
  await trip({ start: '2026-03-10T08:00:00Z' });
  await trip({ start: '2026-03-14T08:00:00Z', driver: otherId, isOngoing: true });
  const { data } = await driver.call(checkAttestation, { body: { ...MARCH, imei: unit.imei } });
  const matter = (kind: string) => data!.matters.find((one) => one.kind === kind);
  expect(matter('ongoing')).toMatchObject({ count: 1, is_blocking: true, trip_ids: [] });
  expect(matter('driver-missing')?.trip_ids).toEqual([nobodys]);
  const own = await other.call(checkAttestation, { body: { ...MARCH, imei: unit.imei } });
  expect(own.data!.matters.find((one) => one.kind === 'ongoing')?.trip_ids).toHaveLength(1);
});

test('TRIP-018, TRIP-007: the search finds what stands on either of two merged trips', async () => {
  const first = await trip({ start: '2026-03-10T08:00:00Z', stopAddress: 'Mellangatan 2' });
  const second = await trip({ start: '2026-03-10T09:00:00Z', stopAddress: 'Slutgatan 3' });
  await driver.call(bulkUpdateTrips, { body: { trip_ids: [first], changes: { visited: 'Bygg & Co' } } });
  await driver.call(updateTrip, { params: { id: second }, body: { note: 'Reservdelar', visited: 'Plåt AB' } });
  expect((await driver.call(mergeTrips, { body: { trip_ids: [first, second] } })).status).toBe(200);
  for (const search of ['reservdelar', 'plåt', 'bygg &', 'slutgatan', 'mellangatan'])
    expect(
      (await log(driver, { search })).map(({ id }) => id),
      search,
    ).toEqual([first]);
  expect(await log(driver, { search: 'ingenting' })).toEqual([]);
});

test('TRIP-018: the words of a search stand in any order in whatever a trip says, its driver’s name, and a plate with or without its space', async () => {
  const at = await trip({ start: '2026-03-10T08:00:00Z', stopAddress: 'Solrosen 2' });
  await trip({ start: '2026-03-11T08:00:00Z', stopAddress: 'Solrosen 2' });
  await driver.call(updateTrip, { params: { id: at }, body: { purpose: 'Felanmälan varmvatten', note: 'Nyckel hos Ek' } });
  const [name = ''] = (await log(driver)).map((one) => one.driver ?? '');
  await owner.updateTable('unit').set({ registration_number: 'QAV 10I' }).where('id', '=', unit.unitId).execute();
  for (const search of [
    'felanmälan solrosen',
    'solrosen 2 felanmälan',
    `${name} felanmälan`,
    'qav10i nyckel',
    'QAV 10I varm',
    'QAV-10I ek',
  ])
    expect(
      (await log(driver, { search })).map(({ id }) => id),
      search,
    ).toEqual([at]);
  expect(await log(driver, { search: 'qav10i' })).toHaveLength(2);
  // A part of the plate with its space is one, a street's number beside it is none.
  for (const part of ['qav 1', 'QAV 10', 'av 10']) expect(await log(driver, { search: part }), part).toHaveLength(2);
  for (const none of ['qav 7', '10 qav', 'solrosen 10']) expect(await log(driver, { search: none }), none).toEqual([]);
  expect(await log(driver, { search: 'felanmälan hornsgatan ingenting' })).toEqual([]);
});

test('TRIP-018: a search forgives letters that its keyboard lacks, and those that the trip lacks', async () => {
  const at = await trip({ start: '2026-03-10T08:00:00Z', stopAddress: 'Armégatan 4, Østre Ærøy' });
  await driver.call(updateTrip, { params: { id: at }, body: { purpose: 'FELANMÄLAN i Malmo' } });
  await owner.updateTable('unit').set({ name: 'Åkes Öl-bil' }).where('id', '=', unit.unitId).execute();
  const found = [
    'armegatan',
    'ARMÉGATAN',
    'ostre aeroy',
    'Østre Ærøy',
    'felanmalan',
    'malmö',
    'akes',
    'åkes ol',
    'Öl',
    'armégatan'.normalize('NFD'),
  ];
  for (const search of found)
    expect(
      (await log(driver, { search })).map(({ id }) => id),
      search,
    ).toEqual([at]);
  expect(await log(driver, { search: 'armagatan' })).toEqual([]);
});

test('12-A2, TRIP-032: a masked trip has a day and no time, and keeps its place among the trips of its unit', async () => {
  const [early, secret, late] = [
    await trip({ start: '2026-03-10T08:00:00Z' }),
    await trip({ start: '2026-03-10T10:00:00Z', type: 'private' }),
    await trip({ start: '2026-03-10T12:00:00Z' }),
  ];
  const seen = await log(admin);
  expect(seen.map(({ id }) => id)).toEqual([early, secret, late]);
  expect(seen[1]).toMatchObject({
    day: '2026-03-10',
    start: { time: null },
    stop: { time: null },
    duration_s: 0,
    end_rule: 'still',
  });
  expect((await log(admin, { descending: true })).map(({ id }) => id)).toEqual([late, secret, early]);
  expect((await log(driver))[1]).toMatchObject({ day: '2026-03-10', start: { time: '2026-03-10T10:00:00.000Z' } });
});

test('TRIP-032, TRIP-019: sums of the log say how many of their trips have no part in the time, those of a day that a page cuts too', async () => {
  for (const [hour, type] of [
    ['08', 'private'],
    ['10', 'business'],
    ['12', 'private'],
  ] as const)
    await trip({ start: `2026-03-10T${hour}:00:00Z`, type });
  const sums = async (caller: Caller) => {
    const { totals, cut_days } = (await caller.call(generateTrips, { body: { ...MARCH, imeis: [unit.imei], page_size: 1 } }))
      .data!;
    return [totals, cut_days?.[0]].map((each) => [each?.count, each?.untimed, each?.duration_s]);
  };
  const own = (await sums(driver))[0]![2]!;
  expect(await sums(admin)).toEqual([
    [3, 2, own / 3],
    [3, 2, own / 3],
  ]);
  expect(await sums(driver)).toEqual([
    [3, undefined, own],
    [3, undefined, own],
  ]);
});

test('12-A1, TRIP-032: among trips of other units a masked one stands where its unit was last seen, which tells no time of it', async () => {
  const other = await makeUnit(app.database, { accountId });
  const of = async (hour: string) => {
    const secret = await trip({ start: `2026-03-10T${hour}:00:00Z`, type: 'private' });
    const order = (await log(admin, { imeis: [] })).map(({ id, is_masked }) => (is_masked ? 'masked' : id));
    await owner.deleteFrom('trip').where('id', '=', secret).execute();
    return order;
  };
  await trip({ start: '2026-03-10T08:00:00Z' });
  for (const hour of ['09', '12', '16'])
    await makeTrip(app.database, { accountId, unitId: other.unitId }, { start: `2026-03-10T${hour}:30:00Z`, driver: otherId });
  expect(await of('11')).toEqual(await of('17'));
});

test('12-A1, TRIP-026, TRIP-032: a trip that follows a masked one says nothing of the stop between them', async () => {
  await trip({ start: '2026-03-10T08:00:00Z', type: 'private' });
  const next = await trip({ start: '2026-03-10T08:35:00Z' });
  await owner.updateTable('trip').set({ gap_before_s: 300 }).where('id', '=', next).execute();
  expect((await log(admin)).map(({ suggests_merge }) => suggests_merge)).toEqual([false, false]);
  expect((await log(driver)).map(({ suggests_merge }) => suggests_merge)).toEqual([false, true]);
});

test('12-A1, TRIP-028, TRIP-032: of a private trip under way others are told when it is over', async () => {
  await trip({ start: '2026-04-03T07:30:00Z', type: 'private', isOngoing: true });
  const ongoing = async (caller: Caller) =>
    (await caller.call(generateTrips, { body: { ...MARCH, imeis: [unit.imei] } })).data!.ongoing.length;
  expect([await ongoing(admin), await ongoing(driver)]).toEqual([0, 1]);
});

test('12-A2, TRIP-032: whoever makes somebody else’s trip private can take that back, until its driver says something of its type', async () => {
  const id = await trip({ start: '2026-03-10T08:00:00Z' });
  const set = (caller: Caller, type: 'business' | 'private') =>
    caller.call(bulkUpdateTrips, { body: { trip_ids: [id], changes: { type } } });
  const outcome = async (caller: Caller, type: 'business' | 'private') => {
    const [result] = (await set(caller, type)).data!.results;
    return result!.success ? 'changed' : result!.error;
  };
  const stranger = await app.signInAs(await makeMember(app.database, { accountId }));
  expect(await outcome(admin, 'private')).toBe('changed');
  expect((await log(admin))[0]).toMatchObject({ is_masked: true, start: { time: null, address: null }, can: { edit: true } });
  expect((await log(stranger))[0]).toMatchObject({ is_masked: true, can: { edit: false } });
  expect(await outcome(stranger, 'business')).toBe('TripNotYours');
  expect(await admin.call(updateTrip, { params: { id }, body: { note: 'x' } })).toMatchObject({ errors: 'TripNotYours' });
  expect(await outcome(admin, 'business')).toBe('changed');
  expect((await log(admin))[0]).toMatchObject({ is_masked: false, start: { time: '2026-03-10T08:00:00.000Z' } });

  await set(admin, 'private');
  await set(driver, 'business');
  await set(driver, 'private');
  expect(await outcome(admin, 'business')).toBe('TripNotYours');
});

test('12-A2, TRIP-032: what a rule makes private as well is not opened by who had said so by hand', async () => {
  const id = await trip({ start: '2026-03-10T08:00:00Z' });
  await admin.call(bulkUpdateTrips, { body: { trip_ids: [id], changes: { type: 'private' } } });
  await owner.updateTable('trip').set({ computed_type: 'private' }).where('id', '=', id).execute();
  const { data } = await admin.call(bulkUpdateTrips, { body: { trip_ids: [id], changes: { type: 'business' } } });
  expect(data!.results).toMatchObject([{ success: false, error: 'TripNotYours' }]);
});
