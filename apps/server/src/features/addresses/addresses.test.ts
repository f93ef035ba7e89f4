import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../../platform/ctx.ts';
import { GeocoderUnavailable } from '../../platform/geocoding/fetch-json.ts';
import { createNearestPlace } from '../../platform/geocoding/nearest-place.ts';
import type { Geocoder } from '../../platform/ports.ts';
import { makeAccount, makeUnit, testDatabase } from '../../testing/database.ts';
import { makeTrip } from '../../testing/trips.ts';
import { testPorts } from '../../testing/http.ts';
import { unitsToDescribe } from './repository.ts';
import { describeMissing, describePoint, fillInAddresses, findAddresses } from './api.ts';

const database = await testDatabase();
afterAll(() => database.close());

const point = { lat: 59.36, lon: 18.0 };
const builtIn = createNearestPlace([{ name: 'Solna', countryCode: 'SE', lat: 59.36, lon: 18.0, population: 60_000 }]);
let calls = 0;
let down = false;
let now = new Date('2026-11-02T10:00:00Z');

const provider: Geocoder = {
  id: 'fake',
  async reverse({ lat, lon }) {
    calls += 1;
    if (down) throw new GeocoderUnavailable('down');
    return { label: 'Storgatan 12, 171 45 Solna', lat, lon, isApproximate: false, providerId: 'fake' };
  },
  async search() {
    if (down) throw new GeocoderUnavailable('down');
    return [];
  },
};
const ctx = (geocoder: Ctx['ports']['geocoder']): Ctx => ({
  actor: { kind: 'system' },
  db: database.pipeline,
  now: () => now,
  ports: testPorts({ geocoder }),
  log: pino({ level: 'silent' }),
});

beforeEach(async () => {
  calls = 0;
  down = false;
  now = new Date('2026-11-02T10:00:00Z');
  await database.owner.deleteFrom('geo_cache').execute();
});

test('API-120: an address is asked for once, also for points ten metres away', async () => {
  const first = await describePoint(ctx({ provider, builtIn }), point, 'local');
  const near = await describePoint(ctx({ provider, builtIn }), { lat: 59.36008, lon: 18.00004 }, 'local');
  expect([first, near]).toEqual(Array(2).fill({ label: 'Storgatan 12, 171 45 Solna', isApproximate: false }));
  expect(calls).toBe(1);
});

test('NFR-012: without a provider the nearest place answers, marked as approximate', async () => {
  expect(await describePoint(ctx({ builtIn }), point, 'local')).toEqual({ label: 'Solna', isApproximate: true });
});

test('a provider that is down is replaced by the nearest place, and filled in when it answers again', async () => {
  down = true;
  expect(await describePoint(ctx({ provider, builtIn }), point, 'local')).toEqual({ label: 'Solna', isApproximate: true });
  down = false;
  expect(await describePoint(ctx({ provider, builtIn }), point, 'local')).toEqual({
    label: 'Storgatan 12, 171 45 Solna',
    isApproximate: false,
  });
});

test('a nearest place that no provider was asked for is not kept: every place that anything drives past would be', async () => {
  await describePoint(ctx({ provider, builtIn }), point, 'local', { mayAskProvider: false });
  await describePoint(ctx({ builtIn }), point, 'local');
  expect(await database.owner.selectFrom('geo_cache').select('label').execute()).toEqual([]);
});

test('an address of half a year ago is asked for again', async () => {
  await describePoint(ctx({ provider, builtIn }), point, 'local');
  now = new Date('2027-06-01T00:00:00Z');
  await describePoint(ctx({ provider, builtIn }), point, 'local');
  expect(calls).toBe(2);
});

test('MAP-027: a search that the provider cannot answer falls back to the places of the built-in table', async () => {
  down = true;
  const found = await findAddresses(ctx({ provider, builtIn }), 'sol', { language: 'sv', limit: 5 });
  expect(found.map((a) => a.label)).toEqual(['Solna']);
});

test('ATT-012: places where trips began and ended, and where units stand, are described once and announced', async () => {
  const accountId = await makeAccount(database);
  const { unitId } = await makeUnit(database, { accountId });
  const at = { start_lat_e7: 593600000, start_lon_e7: 180000000, stop_lat_e7: 593600000, stop_lon_e7: 180000000 };
  const trip = {
    account_id: accountId,
    unit_id: unitId,
    is_ongoing: false,
    distance_m: 1,
    distance_source: 'positions',
    max_speed_kmh: 1,
  };
  await database.owner
    .insertInto('trip')
    .values({
      ...trip,
      ...at,
      started_at: now,
      ended_at: now,
      end_rule: 'still',
      computed_type: 'business',
      computed_rule: 'default',
      algorithm_version: 1,
    })
    .execute();
  await database.owner
    .insertInto('unit_latest')
    .values({
      unit_id: unitId,
      account_id: accountId,
      last_contact_at: now,
      time: now,
      lat_e7: 593600000,
      lon_e7: 180000000,
      state: 'parked',
      report_interval_s: 60,
    })
    .execute();
  await describeMissing(ctx({ builtIn }));
  const look = async () => ({
    trip: await database.owner
      .selectFrom('trip')
      .select(['start_address', 'stop_address', 'stop_address_is_approximate'])
      .executeTakeFirstOrThrow(),
    unit: await database.owner.selectFrom('unit_latest').select(['address', 'address_is_approximate']).executeTakeFirstOrThrow(),
    events: (await database.owner.selectFrom('live_event').select('kind').execute()).map((event) => event.kind).toSorted(),
  });
  expect(await look()).toEqual({
    trip: { start_address: 'Solna', stop_address: 'Solna', stop_address_is_approximate: true },
    unit: { address: 'Solna', address_is_approximate: true },
    events: ['position', 'trip', 'trip'],
  });
  expect(await describeMissing(ctx({ builtIn }))).toBe(false);
  expect((await look()).events).toHaveLength(3);

  // ATT-012: what somebody has attested stays as it was, though an address would be known by now.
  await sql`WITH a AS (INSERT INTO attestation (account_id, unit_id, from_day, to_day, admin_attested_at)
    SELECT account_id, unit_id, '2026-11-01', '2026-11-30', now() FROM trip RETURNING id) UPDATE trip SET attestation_id = a.id FROM a`.execute(
    database.owner,
  );
  now = new Date('2026-11-02T10:20:00Z');
  await fillInAddresses(ctx({ provider, builtIn }));
  await sql`UPDATE trip SET start_address = NULL`.execute(database.owner);
  await describeMissing(ctx({ provider, builtIn }));
  expect((await look()).trip).toMatchObject({ start_address: null, stop_address: 'Solna', stop_address_is_approximate: true });
  await sql`UPDATE trip SET attestation_id = NULL, start_address = 'Solna'`.execute(database.owner);

  // A provider answers from now on: what was approximate is filled in, also after the cached nearest place.
  await fillInAddresses(ctx({ provider, builtIn }));
  expect((await look()).trip).toMatchObject({ start_address: 'Storgatan 12, 171 45 Solna', stop_address_is_approximate: false });
});

test('13-A2: a parked unit is told to be where its trip ended, not at the street that it drove past just before', async () => {
  const accountId = await makeAccount(database);
  const streets = createNearestPlace(
    [{ name: 'Oslo', countryCode: 'NO', lat: 59.91, lon: 10.75, population: 700_000 }],
    [
      { town: 'Oslo', name: 'Pilestredet', lines: [[59.9157, 10.73, 59.9157, 10.76]] },
      { town: 'Oslo', name: 'Munchs gate', lines: [[59.9161, 10.73, 59.9161, 10.76]] },
    ],
  );
  const [past, end] = [599157000, 599161000];
  const put = async (state: 'moving' | 'parked', tripEnd = end) => {
    const { unitId } = await makeUnit(database, { accountId });
    const row = { unit_id: unitId, account_id: accountId, last_contact_at: now, time: now, report_interval_s: 60 };
    // Both within 50 m: where it was described on its way, and where it stands.
    const at = { lat_e7: end, lon_e7: 107425000, address_lat_e7: past, address_lon_e7: 107425000 };
    await database.owner
      .insertInto('unit_latest')
      .values({ ...row, ...at, state, address: 'Pilestredet, Oslo', address_is_approximate: true })
      .execute();
    await makeTrip(database, { accountId, unitId }, { start: now.toISOString() });
    await database.owner
      .updateTable('trip')
      .set({ stop_lat_e7: tripEnd, stop_lon_e7: 107425000, stop_address: null })
      .where('unit_id', '=', unitId)
      .execute();
    return unitId;
  };
  const [parked, moving, away] = [await put('parked'), await put('moving'), await put('parked', end - 20_000)];
  await database.owner.deleteFrom('live_event').execute();
  await describeMissing(ctx({ builtIn: streets }));
  const addressOf = async (unitId: number) =>
    (await database.owner.selectFrom('unit_latest').select('address').where('unit_id', '=', unitId).executeTakeFirstOrThrow())
      .address;
  expect(await addressOf(parked)).toBe('Munchs gate, Oslo');
  const told = await database.owner.selectFrom('live_event').select('unit_id').where('kind', '=', 'position').execute();
  expect(told.map((event) => event.unit_id)).toEqual([parked]);
  expect([await addressOf(moving), await addressOf(away)]).toEqual(Array(2).fill('Pilestredet, Oslo'));
});

test('of a moving fleet those never described come first, then those farthest from where their address was asked', async () => {
  const account = await makeAccount(database);
  const latE7 = 600_000_000;
  const put = async (addressLatE7: number | null) => {
    const { unitId } = await makeUnit(database, { accountId: account });
    const where = {
      lat_e7: latE7,
      lon_e7: 180_000_000,
      address_lat_e7: addressLatE7,
      address_lon_e7: addressLatE7 && 180_000_000,
    };
    const row = {
      unit_id: unitId,
      account_id: account,
      last_contact_at: now,
      changed_at: now,
      state: 'moving',
      report_interval_s: 60,
      ...where,
    };
    await database.owner
      .insertInto('unit_latest')
      .values({ ...row, address: addressLatE7 ? 'Here' : null })
      .execute();
    return unitId;
  };
  const [near, far, never] = [await put(latE7 - 10_000), await put(latE7 - 900_000), await put(null)];
  const order = (await unitsToDescribe(database.pipeline, 1000, null)).filter((unit) => unit.accountId === account);
  expect(order.map((unit) => unit.unitId)).toEqual([never, far, near]);
});

test('TRIP-001: a trip that begins where the last one ended is told at its address, whatever private drive lies between', async () => {
  const accountId = await makeAccount(database);
  const streets = createNearestPlace(
    [{ name: 'Oslo', countryCode: 'NO', lat: 59.91, lon: 10.75, population: 700_000 }],
    [
      { town: 'Oslo', name: 'Pilestredet', lines: [[59.9157, 10.73, 59.9157, 10.76]] },
      { town: 'Oslo', name: 'Munchs gate', lines: [[59.9161, 10.73, 59.9161, 10.76]] },
    ],
  );
  const [ended, begun, away] = [599158500, 599159500, 599163200];
  const startOf = async (startLat: number, between: 'nothing' | 'private' = 'nothing'): Promise<string | null> => {
    const { unitId } = await makeUnit(database, { accountId });
    const of = { accountId, unitId };
    const drive = (hour: string, type: 'business' | 'private') =>
      makeTrip(database, of, { start: `2026-11-02T${hour}:00:00Z`, type, minutes: 10 });
    const first = await drive('06', 'business');
    const second = between === 'private' ? await drive('07', 'private') : null;
    const last = await drive('08', 'business');
    const put = (id: number, row: object) => database.owner.updateTable('trip').set(row).where('id', '=', id).execute();
    await put(first, { stop_lat_e7: ended, stop_lon_e7: 107425000, stop_address: null });
    if (second !== null) await put(second, { stop_lat_e7: begun, stop_lon_e7: 107425000, stop_address: null });
    await put(last, { start_lat_e7: startLat, start_lon_e7: 107425000, start_address: null });
    await describeMissing(ctx({ builtIn: streets }));
    const { start_address: told } = await database.owner
      .selectFrom('trip')
      .select('start_address')
      .where('id', '=', last)
      .executeTakeFirstOrThrow();
    return told;
  };
  expect(await startOf(begun)).toBe('Pilestredet, Oslo');
  expect(await startOf(begun, 'private')).toBe('Pilestredet, Oslo');
  expect(await startOf(away), 'farther than a position jitters').toBe('Munchs gate, Oslo');
});
