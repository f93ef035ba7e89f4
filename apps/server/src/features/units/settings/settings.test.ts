import { DAY_MS } from '@spora/calendar/durations';
import { columnsOf } from '@spora/telemetry/columns';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  checkTripTypes,
  getSpeedAddress,
  getTripSettings,
  getWorkingHours,
  saveSpeedAddress,
  saveTripSettings,
  saveWorkingHours,
} from '@spora/contract/units/settings';
import { generateTrips } from '@spora/contract/trips/endpoints';
import { lockUnit, unitHistory, updateUnit } from '@spora/contract/units/endpoints';
import { makeAccount, makeMember, makeUnit, type MadeUnit } from '../../../testing/database.ts';
import { type Caller, testApp } from '../../../testing/http.ts';
import { append, ensurePartitions } from '../../../core/log/segments.ts';
import { pictureOf, recordOf } from '../../../testing/projector.ts';
import { prepare } from '../../../core/log/appender.ts';
import { driveBuilder } from '../../../testing/drive.ts';
import { makeTrip } from '../../../testing/trips.ts';
import { layOver } from '../../trips/overlay-api.ts';
import { projectNext, rebuildTracker } from '../../../testing/engine.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner, pipeline } = app.database;
const accountId = await makeAccount(app.database);
let admin: Caller;
let otherAdmin: Caller;
let foreignAdmin: Caller;
let driver: Caller;
let driverMember: { id: number; email: string };
let adminMember: { id: number; email: string };
const today = new Date(Math.floor(app.clock.now.getTime() / DAY_MS) * DAY_MS);
const dayBefore = (days: number): string => new Date(today.getTime() - days * DAY_MS).toISOString().slice(0, 10);
const OFFICE = {
  is_active: true,
  intervals: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], from: '08:00', to: '17:00' }],
  inside_type: 'business',
  outside_type: 'private',
  hide_from_admins: 'off',
} as const;

beforeAll(async () => {
  await ensurePartitions(pipeline, new Date(today.getTime() - 40 * DAY_MS), new Date(today.getTime() + DAY_MS));
  adminMember = await makeMember(app.database, { accountId, fullName: 'Maja Ek' });
  admin = await app.signInAs(adminMember);
  otherAdmin = await app.signInAs(await makeMember(app.database, { accountId, fullName: 'Otto Admin' }));
  foreignAdmin = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
  driverMember = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dan Förare' });
  driver = await app.signInAs(driverMember);
});

const unitOf = (): Promise<MadeUnit> => makeUnit(app.database, { accountId, visibleTo: [driverMember.id] });
const jobsFor = async (imei: string): Promise<number> =>
  (
    await sql<{
      n: number;
    }>`SELECT count(*)::int AS n FROM graphile_worker.jobs WHERE task_identifier = 'telemetry.refit' AND key LIKE ${`%${imei}`}`.execute(
      owner,
    )
  ).rows[0]!.n;
const rowsOf = async (unitId: number): Promise<({ at: number } & Record<string, unknown>)[]> =>
  (
    await owner
      .selectFrom('unit_setting')
      .where('unit_id', '=', unitId)
      .select(['valid_from', 'settings'])
      .orderBy('valid_from')
      .execute()
  ).map(({ valid_from, settings }) => ({ at: valid_from.getTime(), ...(settings as Record<string, unknown>) }));

/** Three trips a day at 06:00, 12:00 and 20:00 by universal time, on each of the days before today. */
async function drive(unit: MadeUnit, days: readonly number[]): Promise<void> {
  for (const days_ of days)
    for (const hour of [6, 12, 20]) {
      const startMs = today.getTime() - days_ * DAY_MS + hour * 3_600_000;
      const { fixes } = driveBuilder({ startMs, withOdometer: true })
        .stand(120, { ignition: false })
        .drive(600, 50, { ignition: true })
        .stand(400, { ignition: false });
      await append(
        pipeline,
        prepare(
          [{ trackerId: unit.trackerId, columns: columnsOf(fixes.map(recordOf)), bytes: 1, settle: () => {} }],
          app.clock.now,
          24,
        ),
      );
    }
  while ((await projectNext(pipeline, app.clock.now, { trackers: 50, segments: 8 })).trackers > 0) continue;
}
const types = async (unit: MadeUnit) =>
  (await pictureOf(app.database, unit)).trips.map((trip) => `${String(trip.type)} ${String(trip.computed_rule)}`);

test('UNIT-016, UNIT-020: the trip log of a unit starts out with safe defaults, and only what is sent is changed', async () => {
  const { imei } = await unitOf();
  const first = (await admin.call(getTripSettings, { params: { imei } })).data!;
  expect(first).toMatchObject({
    default_trip_type: 'business',
    stop_timeout_s: 300,
    ignition_off_s: 120,
    data_gap_s: 3600,
    min_distance_m: 200,
    driver_id: null,
    private_switch_input: null,
    valid_from: null,
    can: { edit: true, edit_past: true },
  });
  expect(first.drivers.map(({ full_name }) => full_name)).toEqual(['Dan Förare', 'Maja Ek', 'Otto Admin']);
  const body = { stop_timeout_s: 600, driver_id: driverMember.id, private_switch_input: 2 };
  const saved = (await admin.call(saveTripSettings, { params: { imei }, body })).data!;
  expect(saved).toMatchObject({ ...body, ignition_off_s: 120, valid_from: app.clock.now.toISOString() });
  const history = (await admin.call(unitHistory, { params: { imei } })).data!.rows.map(
    ({ field, new_value }) => `${field} ${new_value}`,
  );
  expect(history.sort()).toEqual(['driver_id Dan Förare', 'private_switch_input 2', 'stop_timeout_s 600']);
  expect(await jobsFor(imei)).toBe(1);
});

test('UNIT-016, TRIP-026: thresholds outside of what is sane are refused, each beside its field', async () => {
  const { imei } = await unitOf();
  const answer = await admin.call(saveTripSettings, {
    params: { imei },
    body: { stop_timeout_s: 5, data_gap_s: 100_000, min_distance_m: 0, private_switch_input: 5 },
  });
  expect(answer).toMatchObject({
    status: 422,
    errors: {
      stop_timeout_s: ['OutOfLimits'],
      data_gap_s: ['OutOfLimits'],
      min_distance_m: ['OutOfLimits'],
      private_switch_input: ['OutOfLimits'],
    },
  });
  for (const from of [dayBefore(-2), dayBefore(400)])
    expect((await admin.call(saveTripSettings, { params: { imei }, body: { stop_timeout_s: 60, from } })).errors).toEqual({
      from: ['SettingsDayInvalid'],
    });
  const stranger = await makeMember(app.database, { accountId, isAdmin: false });
  expect((await admin.call(saveTripSettings, { params: { imei }, body: { driver_id: stranger.id } })).errors).toBe(
    'UserNotFound',
  );
});

test('UNIT-024: a member with access edits trip-log defaults from now; days gone by and the other tabs are there to read', async () => {
  const { imei } = await unitOf();
  const settings = (await driver.call(getTripSettings, { params: { imei } })).data!;
  expect(settings.can).toEqual({ edit: true, edit_past: false });
  expect((await driver.call(saveTripSettings, { params: { imei }, body: { default_trip_type: 'private' } })).data).toMatchObject({
    default_trip_type: 'private',
  });
  const refused = { status: 403, errors: 'Forbidden' };
  expect(
    await driver.call(saveTripSettings, { params: { imei }, body: { min_distance_m: 300, from: dayBefore(2) } }),
  ).toMatchObject(refused);
  expect((await driver.call(getSpeedAddress, { params: { imei } })).data!.can.edit).toBe(false);
  expect(await driver.call(saveSpeedAddress, { params: { imei }, body: { hides_speed: true } })).toMatchObject(refused);
  expect((await driver.call(getWorkingHours, { params: { imei } })).data!.can.edit).toBe(false);
  expect(await driver.call(saveWorkingHours, { params: { imei }, body: OFFICE })).toMatchObject(refused);
});

test('UNIT-025: of a locked unit the working hours are for those with access alone, administrators or not', async () => {
  const { imei } = await unitOf();
  expect((await driver.call(lockUnit, { params: { imei }, body: {} })).status).toBe(200);
  const refused = { status: 403, errors: 'UnitLocked' };
  for (const caller of [admin, otherAdmin]) {
    expect(await caller.call(getWorkingHours, { params: { imei } })).toMatchObject(refused);
    expect(await caller.call(saveWorkingHours, { params: { imei }, body: OFFICE })).toMatchObject(refused);
    expect(await caller.call(getTripSettings, { params: { imei } })).toMatchObject(refused);
    expect(await caller.call(getSpeedAddress, { params: { imei } })).toMatchObject(refused);
  }
  expect((await driver.call(getWorkingHours, { params: { imei } })).status).toBe(200);
  expect((await driver.call(getTripSettings, { params: { imei } })).data!.drivers).toEqual([
    { id: driverMember.id, full_name: 'Dan Förare' },
  ]);
});

test('API-099, SEC-008: working hours of another account are no more to be found than those of no unit', async () => {
  const { imei } = await unitOf();
  for (const answer of [
    await foreignAdmin.call(getWorkingHours, { params: { imei } }),
    await foreignAdmin.call(saveWorkingHours, { params: { imei }, body: OFFICE }),
    await foreignAdmin.call(saveTripSettings, { params: { imei }, body: { stop_timeout_s: 60 } }),
    await foreignAdmin.call(saveSpeedAddress, { params: { imei }, body: { hides_speed: true } }),
  ])
    expect(answer).toMatchObject({ status: 404, errors: 'UnitNotFound' });
});

test('UNIT-015, UNIT-026: at least one working day has to be chosen, of the whole and of each interval', async () => {
  const { imei } = await unitOf();
  const save = (intervals: { weekdays: number[]; from: string; to: string }[], is_active = true) =>
    admin.call(saveWorkingHours, { params: { imei }, body: { ...OFFICE, is_active, intervals } });
  expect((await save([])).errors).toEqual({ intervals: ['SelectWorkingDay'] });
  expect(JSON.stringify((await save([{ weekdays: [], from: '08:00', to: '17:00' }])).errors)).toContain('SelectWorkingDay');
  expect(JSON.stringify((await save([{ weekdays: [1], from: '08:00', to: '08:00' }])).errors)).toContain('IntervalIsEmpty');
  expect((await save([{ weekdays: [1], from: '8', to: '25:00' }])).status).toBe(422);
  expect((await save([], false)).status, 'hours that are not in use may be empty').toBe(200);
});

test('UNIT-026, API-099: several intervals come back as they were saved, with the zone they are told in', async () => {
  const { imei } = await unitOf();
  expect((await admin.call(getWorkingHours, { params: { imei } })).data).toMatchObject({ is_active: false, valid_from: null });
  const intervals = [
    { weekdays: [1, 2, 3, 4, 5], from: '07:00', to: '11:30' },
    { weekdays: [1, 2, 3, 4, 5], from: '12:30', to: '16:00' },
    { weekdays: [5], from: '22:00', to: '06:00' },
    { weekdays: [6, 0], from: '00:00', to: '24:00' },
  ];
  const saved = (await admin.call(saveWorkingHours, { params: { imei }, body: { ...OFFICE, intervals } })).data!;
  expect(saved).toMatchObject({ ...OFFICE, intervals, time_zone: 'Europe/Stockholm', can: { edit: true } });
  const [row] = (await admin.call(unitHistory, { params: { imei } })).data!.rows.filter(({ field }) => field === 'working_hours');
  expect(row).toMatchObject({ old_value: '', new_value: '12345 07:00–11:30; 12345 12:30–16:00; 5 22:00–06:00; 60 00:00–24:00' });
});

test('UNIT-026, TRIP-024: from a past day on, trips get their type by the hours they start in; those before stay as they were', async () => {
  const unit = await unitOf();
  await drive(unit, [4, 2]);
  expect(await types(unit)).toEqual(Array<string>(6).fill('business default'));
  const from = dayBefore(3);
  expect((await admin.call(saveWorkingHours, { params: { imei: unit.imei }, body: { ...OFFICE, from } })).status).toBe(200);
  expect(await jobsFor(unit.imei)).toBe(1);
  await rebuildTracker(pipeline, unit.imei, app.clock.now);
  expect(await types(unit)).toEqual([
    ...Array<string>(3).fill('business default'),
    'private working-hours',
    'business working-hours',
    'private working-hours',
  ]);
});

test('TRIP-032, UNIT-026: what a change of days gone by makes private is counted before, and is what comes of it', async () => {
  const unit = await unitOf();
  await drive(unit, [4, 2]);
  const { hide_from_admins: _, ...hours } = OFFICE;
  const counted = async (body: object) =>
    (await admin.call(checkTripTypes, { params: { imei: unit.imei }, body: { from: dayBefore(3), ...body } })).data!
      .becoming_private;
  expect(await counted({ working_hours: hours })).toBe(2);
  expect(await counted({ working_hours: hours, from: dayBefore(5) })).toBe(4);
  expect(await counted({ working_hours: { ...hours, is_active: false } })).toBe(0);
  expect(await counted({ default_trip_type: 'private' })).toBe(3);
  expect(await counted({})).toBe(0);
  await admin.call(saveWorkingHours, { params: { imei: unit.imei }, body: { ...OFFICE, from: dayBefore(3) } });
  await rebuildTracker(pipeline, unit.imei, app.clock.now);
  expect((await types(unit)).filter((type) => type.startsWith('private'))).toHaveLength(2);
  // Of what is private by now nothing is told, whatever is asked of it.
  expect(await counted({ working_hours: { ...hours, inside_type: 'private' } })).toBe(1);
  expect((await driver.call(checkTripTypes, { params: { imei: unit.imei }, body: { from: dayBefore(3) } })).status).toBe(403);
});

test('UNIT-026: living through dated hours, thresholds and types gives what a rebuild gives', async () => {
  const [lived, rebuilt] = [await unitOf(), await unitOf()];
  const change = async ({ imei }: MadeUnit) => {
    await admin.call(saveWorkingHours, { params: { imei }, body: { ...OFFICE, inside_type: 'other', from: dayBefore(3) } });
    await admin.call(saveTripSettings, {
      params: { imei },
      body: { default_trip_type: 'private', min_distance_m: 400, from: dayBefore(5) },
    });
    await admin.call(saveWorkingHours, { params: { imei }, body: { ...OFFICE, is_active: false, from: dayBefore(1) } });
  };
  await change(lived);
  await drive(lived, [6, 4, 2, 0]);
  await drive(rebuilt, [6, 4, 2, 0]);
  await change(rebuilt);
  await rebuildTracker(pipeline, rebuilt.imei, app.clock.now);
  const picture = async (unit: MadeUnit) => (await pictureOf(app.database, unit)).trips;
  expect(await picture(rebuilt)).toEqual(await picture(lived));
  expect(await types(lived)).toEqual([
    ...Array<string>(3).fill('business default'),
    ...Array<string>(3).fill('private default'),
    'private working-hours',
    'other working-hours',
    'private working-hours',
    ...Array<string>(3).fill('private default'),
  ]);
});

test('UNIT-020: another usual type holds from now; trips of before keep theirs when they are computed again', async () => {
  const unit = await unitOf();
  await drive(unit, [2]);
  expect(
    (await admin.call(updateUnit, { params: { imei: unit.imei }, body: { default_trip_type: 'private' } })).data,
  ).toMatchObject({
    default_trip_type: 'private',
  });
  expect((await admin.call(getTripSettings, { params: { imei: unit.imei } })).data!.default_trip_type).toBe('private');
  await rebuildTracker(pipeline, unit.imei, app.clock.now);
  expect(await types(unit)).toEqual(Array<string>(3).fill('business default'));
});

test('a change of days gone by goes through what was said for later, and touches nothing else', async () => {
  const { imei, unitId } = await unitOf();
  const save = (body: object) => admin.call(saveTripSettings, { params: { imei }, body });
  await save({ stop_timeout_s: 600, from: dayBefore(2) });
  await save({ min_distance_m: 500, from: dayBefore(4) });
  await save({ stop_timeout_s: 900, driver_id: driverMember.id, from: dayBefore(3) });
  expect((await rowsOf(unitId)).map(({ at: _at, ...settings }) => settings)).toEqual([
    { minDistanceM: 500 },
    { minDistanceM: 500, stopTimeoutS: 900 },
    { minDistanceM: 500, stopTimeoutS: 900 },
    { minDistanceM: 500, stopTimeoutS: 900, driverMemberId: driverMember.id },
  ]);
});

test('MAP-031: who drives, the private switch and hiding are changed from now only, whatever day the rest holds from', async () => {
  const { imei, unitId } = await unitOf();
  const from = dayBefore(10);
  await admin.call(saveTripSettings, { params: { imei }, body: { driver_id: adminMember.id, private_switch_input: 1, from } });
  await admin.call(saveWorkingHours, { params: { imei }, body: { ...OFFICE, hide_from_admins: 'outside', from } });
  const past = (await rowsOf(unitId)).filter(({ at }) => at < app.clock.now.getTime());
  expect(past.length).toBeGreaterThan(0);
  for (const row of past)
    expect([row.driverMemberId, row.privateSwitchInput, row.hiding]).toEqual([undefined, undefined, undefined]);
  expect((await rowsOf(unitId)).at(-1)).toMatchObject({
    driverMemberId: adminMember.id,
    privateSwitchInput: 1,
    hiding: { when: 'outside' },
  });
});

test.each([
  [
    'another usual type',
    'default',
    (imei: string) => ({ params: { imei }, body: { default_trip_type: 'business', from: dayBefore(5) } }) as const,
  ],
  [
    'other working hours',
    'working-hours',
    (imei: string) => ({ params: { imei }, body: { ...OFFICE, outside_type: 'business', from: dayBefore(5) } }) as const,
  ],
])('TRIP-032, UNIT-024, UNIT-026: %s for days gone by never opens what was somebody’s private trip', async (_, rule, bodyOf) => {
  const unit = await unitOf();
  const ids: number[] = [];
  for (const [i, driver] of [driverMember.id, adminMember.id].entries()) {
    const start = new Date(today.getTime() - (3 - i) * DAY_MS).toISOString();
    ids.push(await makeTrip(app.database, { accountId, unitId: unit.unitId }, { start, type: 'private', driver }));
  }
  await sql`UPDATE trip SET computed_rule = ${rule} WHERE unit_id = ${unit.unitId}`.execute(owner);
  const wanted = bodyOf(unit.imei);
  const { status } =
    'default_trip_type' in wanted.body ? await admin.call(saveTripSettings, wanted) : await admin.call(saveWorkingHours, wanted);
  expect(status).toBe(200);
  // What the trips are computed as again.
  await sql`UPDATE trip SET computed_type = 'business' WHERE unit_id = ${unit.unitId}`.execute(owner);
  await layOver(owner, [{ unitId: unit.unitId, fromMs: today.getTime() - 9 * DAY_MS, toMs: today.getTime() }]);
  const asked = { from: dayBefore(10), to: dayBefore(0), imeis: [unit.imei], descending: false };
  const { data } = await admin.call(generateTrips, { body: asked });
  expect(data?.trips.map(({ id, type, is_masked }) => [id, type, is_masked])).toEqual([
    [ids[0], 'private', true],
    [ids[1], 'business', false],
  ]);
});

test('TRIP-032, UNIT-016: whoever usually drove a unit is told by mail when somebody else names another, since their private trips would be that one’s', async () => {
  const unit = await unitOf();
  const mails = async () =>
    (
      await owner
        .selectFrom('mail')
        .where('template', '=', 'usual-driver-changed')
        .where('account_id', '=', accountId)
        .select(['recipient', 'params'])
        .orderBy('id')
        .execute()
    ).map(({ recipient, params }) => [recipient, params]);
  const before = (await mails()).length;
  const name = (caller: Caller, driver_id: number | null) =>
    caller.call(saveTripSettings, { params: { imei: unit.imei }, body: { driver_id } });
  await name(admin, driverMember.id);
  await name(admin, driverMember.id);
  expect(await mails(), 'nobody had it before').toHaveLength(before);
  await name(admin, adminMember.id);
  const about = { byName: 'Maja Ek', fullName: 'Dan Förare' };
  expect((await mails()).at(-1)).toMatchObject([driverMember.email, { ...about, newName: 'Maja Ek' }]);
  await name(admin, driverMember.id);
  expect(await mails(), 'nobody is told of what they did themselves').toHaveLength(before + 1);
  await name(admin, null);
  expect((await mails()).at(-1)).toMatchObject([driverMember.email, { ...about, newName: '' }]);
});

test('TRIP-032, UNIT-016: trips of days with somebody’s private use are not cut anew, or a part of one would come out for the company', async () => {
  const unit = await unitOf();
  for (const [days, type, driver] of [
    [4, 'private', driverMember.id],
    [2, 'business', driverMember.id],
  ] as const) {
    const start = new Date(today.getTime() - days * DAY_MS).toISOString();
    await makeTrip(app.database, { accountId, unitId: unit.unitId }, { start, type, driver });
  }
  const save = async (body: object) =>
    (await admin.call(saveTripSettings, { params: { imei: unit.imei }, body })).errors ?? 'saved';
  for (const body of [{ stop_timeout_s: 7200 }, { ignition_off_s: 7200 }, { data_gap_s: 86_400 }, { min_distance_m: 20 }])
    expect(await save({ ...body, from: dayBefore(5) }), JSON.stringify(body)).toBe('PrivateUseSince');
  expect(await jobsFor(unit.imei)).toBe(0);
  expect(await save({ stop_timeout_s: 300, from: dayBefore(5) }), 'as it was').toBe('saved');
  expect(await save({ stop_timeout_s: 7200, from: dayBefore(1) }), 'since a trip that is told').toBe('saved');
  expect(await save({ stop_timeout_s: 600 }), 'from now').toBe('saved');
  expect(await save({ stop_timeout_s: 900, from: dayBefore(5) })).toBe('PrivateUseSince');
});
