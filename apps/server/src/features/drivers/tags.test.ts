import { DAY_MS } from '@spora/calendar/durations';
import {
  addTag,
  checkInDriver,
  linkTag,
  listAccountDrivers,
  listTags,
  removeTag,
  setLocationInCar,
  tagHistory,
  updateTag,
} from '@spora/contract/drivers/endpoints';
import { setTripType } from '@spora/contract/trips/endpoints';
import { getUnit, updateUnit } from '@spora/contract/units/endpoints';
import { columnsOf } from '@spora/telemetry/columns';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, type TestApp, testApp } from '../../testing/http.ts';
import { recordOf } from '../../testing/projector.ts';
import { append, ensurePartitions } from '../../core/log/segments.ts';
import { prepare } from '../../core/log/appender.ts';
import { driveBuilder } from '../../testing/drive.ts';
import type { Fix } from '../trips/projection.ts';
import { projectNext, rebuildTracker } from '../../testing/engine.ts';

let app: TestApp;
let accountId: AccountId;
let admin: Caller;
let foreign: Caller;
let adminId: number;
let annaId: number;
let boId: number;
const LATER = new Date('2026-11-15T12:00:00Z');
const START = Date.UTC(2026, 2, 10, 8);
beforeAll(async () => {
  app = await testApp();
  await ensurePartitions(app.database.pipeline, new Date('2026-02-01'), new Date('2026-12-01'));
  accountId = await makeAccount(app.database);
  const ada = await makeMember(app.database, { accountId, fullName: 'Ada Admin' });
  adminId = ada.id;
  admin = await app.signInAs(ada);
  annaId = (await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Anna Ek' })).id;
  boId = (await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Bo Berg' })).id;
  foreign = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
});
afterAll(() => app.close());

const ON = { ignition: true };
const OFF = { ignition: false };
const newUnit = () => makeUnit(app.database, { accountId });
let numbers = 0xab00_0000_0000_0000n;
const newTag = () => ((numbers += 1n), numbers.toString(16).toUpperCase());

/** Two trips; what is read when, by the index of the fix. */
const twoTrips = (startMs = START) =>
  driveBuilder({ startMs, withOdometer: true })
    .stand(300, OFF)
    .drive(900, 50, ON)
    .stand(1200, OFF)
    .drive(700, 70, ON)
    .stand(600, OFF).fixes;
const IDS = { iButton: 78, rfid: 207, ble: 451 } as const;
type Read = { tag: string; from: number; to: number; by?: keyof typeof IDS };

async function send({ trackerId }: MadeUnit, fixes: readonly Fix[], reads: readonly Read[], offset = 0): Promise<void> {
  const records = fixes.map((fix, i) => {
    const record = recordOf(fix);
    const read = reads.find(({ from, to }) => i + offset >= from && i + offset < to);
    return read
      ? { ...record, io: [...record.io, { id: IDS[read.by ?? 'iButton'], width: 8 as const, value: BigInt(`0x${read.tag}`) }] }
      : record;
  });
  await append(
    app.database.pipeline,
    prepare([{ trackerId, columns: columnsOf(records), bytes: 1, settle: () => {} }], LATER, 24),
  );
}
const project = async (): Promise<void> => {
  while ((await projectNext(app.database.pipeline, LATER, { trackers: 50, segments: 4 })).trackers > 0) continue;
};
const tripsOf = ({ unitId }: MadeUnit) =>
  app.database.owner
    .selectFrom('trip')
    .where('unit_id', '=', unitId)
    .select(['id', 'started_at', 'driver_member_id'])
    .orderBy('started_at')
    .execute();
const driversOf = async (unit: MadeUnit) => (await tripsOf(unit)).map((trip) => trip.driver_member_id);
const eventsOf = ({ unitId }: MadeUnit) =>
  app.database.owner
    .selectFrom('driver_event')
    .where('unit_id', '=', unitId)
    .select(['id', 'at', 'read_at', 'tag', 'source', 'superseded_at'])
    .orderBy('at')
    .orderBy('id')
    .execute();
const tagOf = async (tag: string) => (await admin.call(listTags)).data?.tags.find((row) => row.tag === tag);
const link = async (tag: string, user_id: number | null, confirmed = false) =>
  admin.call(linkTag, { params: { id: (await tagOf(tag))?.id ?? 0 }, body: { user_id, confirmed } });
/** The index of the first fix of each drive. */
const starts = (fixes: readonly Fix[]) =>
  fixes.flatMap((fix, i) => (fix.speedKmh > 0 && (fixes[i - 1]?.speedKmh ?? 0) === 0 ? [i] : []));

test('DRV-010, DRV-012: an unknown tag that is read is on the list as nobody’s; linked, the trips it drove have their driver, attested ones not', async () => {
  const unit = await newUnit();
  const tag = newTag();
  const fixes = twoTrips();
  // Shown on the way of the first trip, and kept in its reader.
  await send(unit, fixes, [{ tag, from: (starts(fixes)[0] ?? 0) + 5, to: fixes.length }]);
  await project();
  expect(await driversOf(unit)).toEqual([null, null]);
  expect(await tagOf(tag)).toMatchObject({
    user: null,
    name: '',
    last_read_unit: expect.any(String) as string,
    unassigned_trips: 2,
  });
  const [first] = await tripsOf(unit);
  await sql`WITH a AS (INSERT INTO attestation (account_id, unit_id, from_day, to_day, admin_attested_at) VALUES (${accountId}, ${unit.unitId}, '2026-03-10', '2026-03-10', now())
    RETURNING id) UPDATE trip SET attestation_id = a.id FROM a WHERE trip.id = ${first?.id}`.execute(app.database.owner);
  expect(await link(tag, annaId)).toMatchObject({ data: { changed: 1, tag: { user: { id: annaId, name: 'Anna Ek' } } } });
  expect(await driversOf(unit)).toEqual([null, annaId]);
});

test.each(['iButton', 'rfid', 'ble'] as const)(
  'DRV-010: a linked tag (%s) that is read is who drives, from the start of the trip on',
  async (by) => {
    const unit = await newUnit();
    const [a, b] = [newTag(), newTag()];
    for (const [tag, user] of [
      [a, annaId],
      [b, boId],
    ] as const) {
      await admin.call(addTag, { body: { tag } });
      await link(tag, user);
    }
    const fixes = twoTrips();
    const [one = 0, two = 0] = starts(fixes);
    await send(unit, fixes, [
      { tag: a, from: one + 4, to: one + 40, by },
      { tag: b, from: two + 3, to: two + 9, by },
    ]);
    await project();
    expect(await driversOf(unit)).toEqual([annaId, boId]);
  },
);

test('a rebuild equals living through it: tags in any split and order make the same events and drivers, none twice, and what people did stays', async () => {
  const tag = newTag();
  const other = newTag();
  for (const [one, user] of [
    [tag, annaId],
    [other, boId],
  ] as const) {
    await admin.call(addTag, { body: { tag: one } });
    await link(one, user);
  }
  const fixes = twoTrips();
  const [one = 0, two = 0] = starts(fixes);
  const reads: Read[] = [
    { tag, from: one - 3, to: one + 30 },
    { tag: other, from: two + 3, to: fixes.length },
  ];
  const shapeOf = async (unit: MadeUnit) => ({
    drivers: await driversOf(unit),
    events: (await eventsOf(unit)).map(({ id: _, ...event }) => event),
  });
  const whole = await newUnit();
  await send(whole, fixes, reads);
  await project();
  const expected = await shapeOf(whole);
  expect(expected.drivers).toEqual([annaId, boId]);

  const split = await newUnit();
  for (let at = 0; at < fixes.length; at += 7) {
    await send(split, fixes.slice(at, at + 7), reads, at);
    await project();
  }
  expect(await shapeOf(split)).toEqual(expected);

  const late = await newUnit();
  await send(late, fixes.slice(two), reads, two);
  await project();
  await send(late, fixes.slice(0, two), reads);
  await project();
  expect(await shapeOf(late)).toEqual(expected);

  const before = await eventsOf(whole);
  await app.database.owner
    .updateTable('driver_event')
    .set({ superseded_at: LATER })
    .where('id', '=', before.at(-1)?.id ?? 0)
    .execute();
  await rebuildTracker(app.database.pipeline, whole.imei, LATER);
  expect((await eventsOf(whole)).map(({ id, superseded_at }) => [id, superseded_at])).toEqual(
    before.map(({ id }, i) => [id, i === before.length - 1 ? LATER : null]),
  );
  expect(await driversOf(whole)).toEqual([annaId, annaId]);
});

test('FEAT-001: a tag that is read while driver identification is off for the unit is not kept, and one read before drives no further; a rebuild says the same as living through it, and what came late too', async () => {
  const tag = newTag();
  await admin.call(addTag, { body: { tag } });
  await link(tag, annaId);
  // Four trips of 25 minutes or so; off from before the second until before the fourth.
  const fixes = [...twoTrips(), ...twoTrips(START + 2 * 3_600_000)];
  const [, two = 0, , four = 0] = starts(fixes);
  const timeOf = (at: number) => new Date(fixes[at]?.timeMs ?? 0);
  const reads: Read[] = [{ tag, from: 0, to: fixes.length }];
  const features = (await admin.call(getUnit, { params: { imei: (await newUnit()).imei } })).data!.features;
  const without = features.filter((feature) => feature !== 'driver-id');
  const set = async (unit: MadeUnit, wanted: typeof features, at: Date) => {
    app.clock.now = at;
    const changed = await admin.call(updateUnit, { params: { imei: unit.imei }, body: { features: wanted } });
    expect(changed.status).toBe(200);
  };
  const shapeOf = async (unit: MadeUnit) => ({
    drivers: await driversOf(unit),
    events: (await eventsOf(unit)).map(({ id: _, ...event }) => event),
  });
  const lived = await newUnit();
  for (let at = 0; at < fixes.length; at += 5) {
    if (at > two - 6 && at <= two - 1) await set(lived, without, timeOf(two - 4));
    if (at > four - 6 && at <= four - 1) await set(lived, features, timeOf(four - 4));
    await send(lived, fixes.slice(at, at + 5), reads, at);
    await project();
  }
  app.clock.now = LATER;
  const expected = await shapeOf(lived);
  expect(expected.drivers).toEqual([annaId, null, null, annaId]);
  expect(expected.events.every(({ read_at }) => read_at! < timeOf(two - 4) || read_at! >= timeOf(four - 4))).toBe(true);
  await rebuildTracker(app.database.pipeline, lived.imei, LATER);
  expect(await shapeOf(lived)).toEqual(expected);

  const late = await newUnit();
  await set(late, without, timeOf(two - 4));
  await set(late, features, timeOf(four - 4));
  app.clock.now = LATER;
  await send(late, fixes.slice(four - 10), reads, four - 10);
  await project();
  await send(late, fixes.slice(0, four - 10), reads);
  await project();
  expect(await shapeOf(late)).toEqual(expected);
});

test('DRV-011: a tag is one user’s at a time; to move it asks for a confirmation, starts a new entry of its history and leaves what was driven', async () => {
  const unit = await newUnit();
  const tag = newTag();
  await send(unit, twoTrips(), [{ tag, from: 0, to: 10_000 }]);
  await project();
  await link(tag, annaId);
  expect(await link(tag, boId)).toMatchObject({ errors: 'DriverTagIsLinked' });
  expect((await link(tag, boId, true)).data).toMatchObject({ changed: 0, tag: { user: { id: boId } } });
  expect(await driversOf(unit)).toEqual([annaId, annaId]);
  const id = (await tagOf(tag))?.id ?? 0;
  const { data } = await admin.call(tagHistory, { params: { id } });
  expect(data?.links).toMatchObject([
    { user: 'Bo Berg', to: null, by: 'Ada Admin' },
    { user: 'Anna Ek', from: null, by: 'Ada Admin' },
  ]);
  expect(data?.readings.length).toBeGreaterThan(0);
  await admin.call(updateTag, { params: { id }, body: { name: 'Blue key' } });
  expect(await tagOf(tag)).toMatchObject({ name: 'Blue key' });
  await admin.call(removeTag, { params: { id } });
  expect(await tagOf(tag)).toBeUndefined();
  expect(await admin.call(addTag, { body: { tag: 'not a number' } })).toMatchObject({ status: 422 });
  expect((await admin.call(addTag, { body: { tag: tag.toLowerCase() } })).data).toMatchObject({ tag: { id, user: null } });
  expect(await admin.call(addTag, { body: { tag } })).toMatchObject({ errors: 'DriverTagExists' });
});

test('DRV-010: the list of drivers tells tags, usual units and the trips of 30 days; private ones and those under way are not counted, units that one does not see not told', async () => {
  const [unit, locked] = [await newUnit(), await newUnit()];
  const cyId = (await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Cy Dahl' })).id;
  const day = (ago: number) => new Date(app.clock.now.getTime() - ago * DAY_MS);
  const trips = [
    { at: day(1), computed_type: 'business' },
    { at: day(2), computed_type: 'private' },
    { at: day(31), computed_type: 'business' },
    { at: day(3), computed_type: 'business', unitId: locked.unitId },
    { at: day(0.01), computed_type: 'business', is_ongoing: true },
  ].map(({ at, unitId = unit.unitId, ...more }) => ({
    account_id: accountId,
    unit_id: unitId,
    started_at: at,
    ended_at: new Date(at.getTime() + 600_000),
    is_ongoing: false,
    distance_m: 5000,
    distance_source: 'positions',
    max_speed_kmh: 50,
    start_lat_e7: 593600000,
    start_lon_e7: 180000000,
    stop_lat_e7: 593600000,
    stop_lon_e7: 180000000,
    end_rule: 'still',
    computed_rule: 'default',
    algorithm_version: 1,
    computed_driver_id: cyId,
    ...more,
  }));
  await app.database.owner.insertInto('trip').values(trips).execute();
  for (const { unitId } of [unit, locked])
    await app.database.owner
      .insertInto('unit_setting')
      .values({ account_id: accountId, unit_id: unitId, valid_from: day(40), settings: JSON.stringify({ driverMemberId: cyId }) })
      .execute();
  await app.database.owner
    .updateTable('unit')
    .set({ locked_at: day(1), locked_by_member_id: cyId })
    .where('id', '=', locked.unitId)
    .execute();
  const tag = newTag();
  expect(await admin.call(addTag, { body: { tag, name: 'Blue', user_id: cyId } })).toMatchObject({
    data: { tag: { user: { id: cyId } } },
  });
  const cy = async () => (await admin.call(listAccountDrivers)).data?.drivers.find(({ id }) => id === cyId);
  expect(await cy()).toMatchObject({
    name: 'Cy Dahl',
    is_disabled: false,
    tags: [{ tag, name: 'Blue' }],
    usual_units: [{ unit_id: unit.unitId, imei: unit.imei }],
    trips: 1,
  });
  await app.database.owner
    .updateTable('member')
    .set({ disabled_at: day(0) })
    .where('id', '=', cyId)
    .execute();
  expect(await cy()).toMatchObject({ is_disabled: true, trips: 1 });
  expect((await foreign.call(listAccountDrivers)).data?.drivers.some(({ id }) => id === cyId)).toBe(false);
  expect(await foreign.call(addTag, { body: { tag: newTag(), user_id: cyId } })).toMatchObject({ errors: 'UserNotFound' });
});

test('SEC-008: the tags of an account are nobody else’s', async () => {
  const tag = newTag();
  const { data } = await admin.call(addTag, { body: { tag } });
  const params = { id: data?.tag.id ?? 0 };
  expect((await foreign.call(listTags)).data?.tags).toEqual([]);
  expect(await foreign.call(tagHistory, { params })).toMatchObject({ errors: 'DriverTagNotFound' });
  expect(await foreign.call(linkTag, { params, body: { user_id: null, confirmed: true } })).toMatchObject({
    errors: 'DriverTagNotFound',
  });
  expect(await foreign.call(removeTag, { params })).toMatchObject({ errors: 'DriverTagNotFound' });
});

test('DRV-013, API-117: where the reader sits in the car is 50 characters at most, and stands in the unit', async () => {
  const unit = await newUnit();
  const set = (location_in_car: string) => admin.call(setLocationInCar, { body: { imei: unit.imei, location_in_car } });
  expect(await set('x'.repeat(51))).toMatchObject({ status: 422 });
  expect(await set('Under the steering wheel')).toMatchObject({ status: 200 });
  expect((await admin.call(getUnit, { params: { imei: unit.imei } })).data).toMatchObject({
    location_in_car: 'Under the steering wheel',
  });
  const long = { location_in_car: 'x'.repeat(51) };
  expect(await admin.call(updateUnit, { params: { imei: unit.imei }, body: long })).toMatchObject({ status: 422 });
});

test('DRV-012, TRIP-032: an administrator who links an unknown tag to oneself does not get the private trips that were driven with it', async () => {
  const unit = await newUnit();
  const tag = newTag();
  const fixes = twoTrips();
  await send(unit, fixes, [{ tag, from: (starts(fixes)[0] ?? 0) + 5, to: fixes.length }]);
  await project();
  const [first] = await tripsOf(unit);
  await sql`UPDATE trip SET computed_type = 'private', computed_rule = 'switch' WHERE id = ${first?.id}`.execute(
    app.database.owner,
  );
  expect(await link(tag, adminId)).toMatchObject({ data: { changed: 1 } });
  expect(await driversOf(unit)).toEqual([null, adminId]);
});

test('12-A3 a private trip never comes to be driven by somebody who was made a member after it began, by a tag or a check-in', async () => {
  const unit = await newUnit();
  const tag = newTag();
  const fixes = twoTrips();
  await send(unit, fixes, [{ tag, from: (starts(fixes)[0] ?? 0) + 5, to: fixes.length }]);
  await project();
  const [first, second] = await tripsOf(unit);
  await sql`UPDATE trip SET computed_type = 'private', computed_rule = 'switch' WHERE id = ${second?.id}`.execute(
    app.database.owner,
  );
  const late = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Nils Ny', since: LATER });
  expect(await link(tag, late.id)).toMatchObject({ data: { changed: 1 } });
  expect(await driversOf(unit)).toEqual([late.id, null]);
  const checkIn = { imei: unit.imei, driver_id: late.id, from_trip_id: first?.id ?? 0 };
  expect((await admin.call(checkInDriver, { body: checkIn })).status).toBe(200);
  expect(await driversOf(unit)).toEqual([late.id, null]);
  // Whoever was there before gets what they drove.
  const other = await newUnit();
  const known = newTag();
  await send(other, fixes, [{ tag: known, from: (starts(fixes)[0] ?? 0) + 5, to: fixes.length }]);
  await project();
  await sql`UPDATE trip SET computed_type = 'private', computed_rule = 'switch' WHERE unit_id = ${other.unitId}`.execute(
    app.database.owner,
  );
  expect(await link(known, annaId)).toMatchObject({ data: { changed: 2 } });
});

test('12-A3 what somebody who joined later drove for the company and calls private themselves stays theirs', async () => {
  const unit = await newUnit();
  const tag = newTag();
  const fixes = twoTrips();
  await send(unit, fixes, [{ tag, from: (starts(fixes)[0] ?? 0) + 5, to: fixes.length }]);
  await project();
  const late = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Nils Ny', since: LATER });
  await sql`INSERT INTO unit_access (account_id, member_id, unit_id) VALUES (${accountId}, ${late.id}, ${unit.unitId})`.execute(
    app.database.owner,
  );
  await link(tag, late.id);
  const [first] = await tripsOf(unit);
  const nils = await app.signInAs(late);
  const answer = await nils.call(setTripType, { body: { trip_ids: [first?.id ?? 0], type: 'private' } });
  expect(answer.data?.results).toMatchObject([{ success: true, trip: { is_masked: false } }]);
  expect(await driversOf(unit)).toEqual([late.id, late.id]);
});

test('DRV-012, ATT-003: a link leaves the trips of days that its user has attested without a driver', async () => {
  const unit = await newUnit();
  const tag = newTag();
  const fixes = twoTrips();
  await send(unit, fixes, [{ tag, from: (starts(fixes)[0] ?? 0) + 5, to: fixes.length }]);
  await project();
  await sql`INSERT INTO attestation (account_id, unit_id, member_id, from_day, to_day, user_attested_at, user_attested_by)
    VALUES (${accountId}, ${unit.unitId}, ${annaId}, '2026-03-10', '2026-03-10', now(), ${annaId})`.execute(app.database.owner);
  expect(await link(tag, annaId)).toMatchObject({ data: { changed: 0 } });
  expect(await driversOf(unit)).toEqual([null, null]);
});

test('LOCK-005, TRIP-032: a tag tells an administrator nothing of units that are locked to them, and of others’ private trips only the day', async () => {
  const [unit, locked] = [await newUnit(), await newUnit()];
  const tag = newTag();
  await admin.call(addTag, { body: { tag } });
  const fixes = twoTrips();
  await send(unit, fixes, [{ tag, from: (starts(fixes)[0] ?? 0) + 5, to: fixes.length }]);
  await send(locked, twoTrips(START + DAY_MS), [{ tag, from: (starts(fixes)[0] ?? 0) + 5, to: fixes.length }]);
  await project();
  await sql`UPDATE trip SET computed_type = 'private', computed_rule = 'switch' WHERE unit_id = ${unit.unitId}`.execute(
    app.database.owner,
  );
  await app.database.owner
    .updateTable('unit')
    .set({ locked_at: LATER, locked_by_member_id: boId })
    .where('id', '=', locked.unitId)
    .execute();
  const row = (await tagOf(tag))!;
  expect(row).toMatchObject({ last_read_at: null, last_read_unit: null, unassigned_trips: 0 });
  const { data } = await admin.call(tagHistory, { params: { id: row.id } });
  const midnight = '2026-03-09T23:00:00.000Z';
  expect(new Set(data!.readings.map(({ at }) => at))).toEqual(new Set([midnight]));
  await sql`UPDATE driver_tag SET last_read_unit_id = ${unit.unitId}, last_read_at = ${new Date(START + 400_000)} WHERE id = ${row.id}`.execute(
    app.database.owner,
  );
  expect(await tagOf(tag)).toMatchObject({ last_read_at: midnight });
});

test('DRV-012, TRIP-032: whoever had a tag is told by mail, in their language, when somebody else gives it away or takes it off', async () => {
  await app.database.owner.deleteFrom('mail').where('template', '=', 'tag-relinked').execute();
  const tag = newTag();
  await admin.call(addTag, { body: { tag, name: 'Grön bricka' } });
  const row = (await tagOf(tag))!;
  await link(tag, annaId);
  await app.database.owner.updateTable('member').set({ language: 'sv' }).where('id', '=', annaId).execute();
  const mails = async () =>
    (
      await app.database.owner
        .selectFrom('mail')
        .where('template', '=', 'tag-relinked')
        .where('account_id', '=', accountId)
        .select(['language', 'params'])
        .orderBy('id')
        .execute()
    ).map(({ language, params }) => [language, params]);
  expect(await mails(), 'the first link takes it from nobody').toEqual([]);
  await link(tag, adminId, true);
  const about = { byName: 'Ada Admin', tagName: 'Grön bricka' };
  expect(await mails()).toEqual([['sv', { fullName: 'Anna Ek', newName: 'Ada Admin', ...about }]]);
  await link(tag, boId, true);
  expect(await mails(), 'nobody is told of what they did themselves').toHaveLength(1);
  await admin.call(removeTag, { params: { id: row.id } });
  expect((await mails())[1]).toMatchObject([expect.any(String), { fullName: 'Bo Berg', newName: '', ...about }]);
  const audits = await sql<{ details: Record<string, unknown> }>`SELECT details FROM audit_entry
    WHERE account_id = ${accountId} AND action = 'driver-tag-linked' AND subject = 'Grön bricka' ORDER BY id`.execute(
    app.database.owner,
  );
  expect(audits.rows.map(({ details }) => details)).toMatchObject([
    { user: 'Anna Ek' },
    { user: 'Ada Admin', before: 'Anna Ek' },
    { user: 'Bo Berg', before: 'Ada Admin' },
  ]);
});
