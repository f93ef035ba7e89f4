import { DAY_MS, HOUR_MS } from '@spora/calendar/durations';
import { openAlarms, setAlarmState } from '@spora/contract/alarms/centre';
import { saveReceiver } from '@spora/contract/alarms/receivers';
import { getUnitAlarms, setUnitAlarms } from '@spora/contract/alarms/unit-settings';
import { attest, attestStatus } from '@spora/contract/attestation/endpoints';
import { listRequests, saveBooking, saveBookingSettings } from '@spora/contract/bookings/endpoints';
import { savePlan, serviceOverview } from '@spora/contract/maintenance/endpoints';
import { me } from '@spora/contract/auth/endpoints';
import { getToday, type TodayLine, type TodayLineOf } from '@spora/contract/today/endpoints';
import { positions } from '@spora/contract/tracking/endpoints';
import { generateTrips, updateTrip } from '@spora/contract/trips/endpoints';
import { listUnitRows, lockUnit, updateUnit } from '@spora/contract/units/endpoints';
import { savePreferences } from '@spora/contract/users/endpoints';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp } from '../../testing/http.ts';
import { makeTrip } from '../../testing/trips.ts';
import { raise } from '../alarms/telling/service.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner } = app.database;

/** Tuesday, 00:30 by Stockholm's clocks, and still Monday by UTC. */
const NOW = new Date('2026-03-16T23:30:00Z');
let accountId: AccountId;
let ada: { id: number };
let admin: Caller;
let driver: Caller;
let driverId: number;
let van: MadeUnit;
beforeEach(async () => {
  app.clock.now = NOW;
  accountId = await makeAccount(app.database);
  ada = await makeMember(app.database, { accountId, fullName: 'Ada Admin' });
  admin = await app.signInAs(ada);
  const dan = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Dan Driver' });
  driverId = dan.id;
  driver = await app.signInAs(dan);
  van = await makeUnit(app.database, { accountId, name: 'Skåpbil', visibleTo: [driverId] });
});

/** A day later; sessions do not last that long untouched. */
async function tomorrow(): Promise<void> {
  app.clock.now = new Date(NOW.getTime() + DAY_MS);
  admin = await app.signInAs(ada);
}
/** What Today tells of a name; undefined where the line is not there. */
async function line<Name extends TodayLine['name']>(name: Name, caller = admin): Promise<TodayLineOf<Name> | undefined> {
  const { lines } = (await caller.call(getToday)).data!;
  return lines.find((each) => each.name === name) as TodayLineOf<Name> | undefined;
}
const namesFor = async (caller: Caller) => (await caller.call(getToday)).data!.lines.map(({ name }) => name);

async function alarm(
  kind: 'jamming' | 'over-speed' | 'service-due' | 'zone-entered' | 'low-battery' | 'temperature',
  agoMs = HOUR_MS,
  unit = van,
): Promise<void> {
  const atMs = NOW.getTime() - agoMs;
  const what = { accountId, unitId: unit.unitId, kind, subject: '', key: `${kind} ${atMs}`, atMs, endedMs: null };
  const place = { latE7: 593_000_000, lonE7: 180_000_000 };
  await raise(app.database.pipeline, [{ ...what, ...place, details: { place: 'Solna' } }], new Date(atMs));
}
async function heardOf(unit: MadeUnit, agoMs: number, everyS = 60): Promise<void> {
  const at = new Date(NOW.getTime() - agoMs);
  await owner.updateTable('tracker').set({ last_contact_at: at }).where('id', '=', unit.trackerId).execute();
  await owner
    .insertInto('unit_latest')
    .values({
      account_id: accountId,
      unit_id: unit.unitId,
      last_contact_at: at,
      state: 'parked',
      report_interval_s: everyS,
      named: '{}',
    })
    .execute();
}
const trip = (over: Partial<Parameters<typeof makeTrip>[2]> & { start: string }, unit = van) =>
  makeTrip(app.database, { accountId, unitId: unit.unitId }, { driver: driverId, ...over });
const book = (caller: Caller, from: string, to: string) =>
  caller.call(saveBooking, {
    body: { imei: van.imei, start_date: `${from}:00`, end_date: `${to}:00`, purpose: 'Kund', driver_id: driverId },
  });
const BOOKING_SETTINGS = {
  needs_approval: true,
  approver_id: null,
  releases_no_shows: false,
  remind_before_start_min: 30,
  remind_before_end_min: 0,
} as const;
const INSPECTION = { kind: 'inspection', interval_months: 14 } as const;

test('ADM-030: Today is for administrators; a member is refused, and another account is told nothing of this one', async () => {
  await alarm('jamming');
  expect(await driver.call(getToday)).toMatchObject({ status: 403, errors: 'Forbidden' });
  const foreign = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
  expect((await foreign.call(getToday)).data).toEqual({ today: '2026-03-17', lines: [] });
});

test('ADM-030: alarms that nobody has handled are told by urgency, the newest first, as many as the menu says', async () => {
  for (const days of [30, 6, 5, 4, 3, 2, 1])
    await alarm('over-speed', days * DAY_MS, await makeUnit(app.database, { accountId, name: `Bil ${days}` }));
  await alarm('jamming');
  const { open_count: open } = (await admin.call(openAlarms)).data!;
  const [urgent, others] = [await line('alarms-urgent'), await line('alarms-event')];
  expect(urgent).toMatchObject({ count: 1, items: [{ kind: 'jamming', unit: { name: 'Skåpbil' }, is_day_only: false }] });
  expect(others).toMatchObject({ count: open - 1 });
  expect(others!.items).toHaveLength(5);
  expect(others!.items.map(({ at }) => at)).toEqual(
    others!.items
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  await admin.call(setAlarmState, { body: { ids: [urgent!.items[0]!.id], state: 'handled' } });
  expect(await line('alarms-urgent')).toBeUndefined();
});

test('ADM-030, ALARM-033: the same of one unit stands once, with how often, as the alarm centre has it', async () => {
  const bus = await makeUnit(app.database, { accountId, name: 'Buss' });
  for (const days of [6, 4, 2]) await alarm('over-speed', days * DAY_MS);
  await alarm('over-speed', 3 * DAY_MS, bus);
  const others = (await line('alarms-event'))!;
  expect(others.count).toBe(4);
  expect(others.items.map(({ unit, times, at }) => [unit!.name, times, at])).toEqual([
    ['Skåpbil', 3, new Date(NOW.getTime() - 2 * DAY_MS).toISOString()],
    ['Buss', 1, new Date(NOW.getTime() - 3 * DAY_MS).toISOString()],
  ]);
});

test('ADM-030, TRIP-032: of private use Today tells no alarm on its day, afterwards its day alone, and counts none that it does not tell', async () => {
  await trip({ start: '2026-03-16T21:00:00Z', minutes: 120, type: 'private' });
  await alarm('over-speed', HOUR_MS / 6);
  expect(await line('alarms-event'), 'the unit is in private use, and of today nothing is told').toBeUndefined();
  await trip({ start: '2026-03-17T10:00:00Z' });
  await tomorrow();
  const told = await line('alarms-event');
  expect(told).toMatchObject({ count: 1, items: [{ at: '2026-03-16T23:00:00.000Z', is_day_only: true, subject: '' }] });
  expect(JSON.stringify(told)).not.toContain('Solna');
});

test('ADM-030: a unit that is not heard of is told with its last contact, and in private use nobody sees that it is silent', async () => {
  const [boat, lost, quiet] = [
    await makeUnit(app.database, { accountId, name: 'Båt' }),
    await makeUnit(app.database, { accountId, name: 'Borta' }),
    await makeUnit(app.database, { accountId, name: 'Privat' }),
  ];
  for (const [unit, agoMs] of [
    [boat, HOUR_MS],
    [lost, 9 * DAY_MS],
    [quiet, 2 * DAY_MS],
    [van, 20_000],
  ] as const)
    await heardOf(unit, agoMs);
  await trip({ start: '2026-03-14T10:00:00Z', type: 'private' }, quiet);
  const silent = await line('units-silent');
  expect(silent).toMatchObject({ count: 2, items: [{ unit: { name: 'Båt' } }, { unit: { name: 'Borta' } }] });
  expect(silent!.items[0]!.last_contact_at).toBe(new Date(NOW.getTime() - HOUR_MS).toISOString());
  const rows = (await admin.call(listUnitRows, { query: {} })).data!.units;
  expect(rows.filter(({ state }) => state === 'no-contact')).toHaveLength(silent!.count);
});

test('ADM-030, MAP-019: a unit that misses some reports has contact; one that is silent for minutes has none on the map, and waits on Today after an hour', async () => {
  const [car, bus, gone] = [
    await makeUnit(app.database, { accountId, name: 'Bil' }),
    await makeUnit(app.database, { accountId, name: 'Buss' }),
    await makeUnit(app.database, { accountId, name: 'Urtagen' }),
  ];
  await heardOf(van, 30_000, 1);
  await heardOf(car, 90_000, 5);
  await heardOf(bus, 10 * 60_000 + 1, 5);
  await heardOf(gone, 7 * HOUR_MS);
  // Its tracker was taken out: what the unit was last heard of itself is what is told of it.
  await owner.deleteFrom('fitting').where('unit_id', '=', gone.unitId).execute();
  const silent = await line('units-silent');
  expect(silent!.items.map(({ unit, last_contact_at }) => [unit.name, last_contact_at])).toEqual([
    ['Urtagen', new Date(NOW.getTime() - 7 * HOUR_MS).toISOString()],
  ]);
  const map = (await admin.call(positions, { query: {} })).data!.units;
  expect(map.filter(({ state }) => state === 'no-contact').map(({ name }) => name)).toEqual(['Buss', 'Urtagen']);
});

test('ADM-030, UNIT-003: units of which something is not stated are told with what it is, until it is', async () => {
  expect(await line('units-missing')).toMatchObject({
    count: 1,
    items: [{ unit: { imei: van.imei, name: 'Skåpbil' }, matters: ['registration', 'odometer', 'consumption', 'co2'] }],
  });
  await admin.call(updateUnit, { params: { imei: van.imei }, body: { kind: 'boat' } });
  expect(await line('units-missing')).toBeUndefined();
});

test('ADM-030, ALARM-033: units whose security alarms reach nobody are told with why, until somebody is told or wants none', async () => {
  await makeUnit(app.database, { accountId, name: 'Telefon', kind: 'phone' });
  const untold = { unit: { imei: van.imei, name: 'Skåpbil' }, reason: 'nobody' };
  expect(await line('alarms-untold')).toMatchObject({ count: 1, items: [untold] });
  const kinds = (await admin.call(getUnitAlarms, { params: { imei: van.imei } })).data!.kinds.filter(
    (each) => each.class === 'security',
  );
  const switchTo = (isOn: boolean) =>
    admin.call(setUnitAlarms, {
      params: { imei: van.imei },
      body: { kinds: kinds.map(({ kind }) => ({ kind, is_on: isOn })) },
    });
  await switchTo(false);
  expect(await line('alarms-untold')).toBeUndefined();
  await switchTo(true);
  expect(await line('alarms-untold')).toBeDefined();
  const receiver = { name: 'Åsa', email: 'asa@example.test', security_alarm: 1 as const, terminal_id: van.unitId };
  await admin.call(saveReceiver, { body: { ...receiver, device_type: 'gps' } });
  expect(await line('alarms-untold')).toBeUndefined();
});

test('ADM-030, SRV-003: services and inspections that are overdue or soon due are told apart, as the overview has them', async () => {
  const save = (last_done_on: string) =>
    admin.call(savePlan, { params: { imei: van.imei }, body: { ...INSPECTION, last_done_on } });
  await save('2024-12-01');
  await save('2025-02-01');
  await save('2026-02-01');
  expect(await line('service-overdue')).toMatchObject({
    count: 1,
    items: [{ unit: { name: 'Skåpbil' }, kind: 'inspection', expected_on: '2026-02-01' }],
  });
  expect(await line('service-due-soon')).toMatchObject({ count: 1, items: [{ expected_on: '2026-04-01' }] });
  const { rows } = (await admin.call(serviceOverview)).data!;
  expect(rows.map(({ plan }) => plan.state).toSorted()).toEqual(['due-soon', 'ok', 'overdue']);
  await owner.updateTable('unit').set({ features: [] }).where('id', '=', van.unitId).execute();
  expect(await namesFor(admin), 'service is switched off for the unit').not.toContain('service-overdue');
});

test('ADM-030, SRV-003: what its meters make due is told at once, as the overview has it, not when somebody has noticed; and not as an alarm too', async () => {
  const oil = { kind: 'service', interval_km: 15_000, last_done_on: '2026-03-01', last_done_km: 100_000 } as const;
  await admin.call(savePlan, { params: { imei: van.imei }, body: oil });
  const shows = async (km: number) => {
    await owner.deleteFrom('unit_latest').execute();
    const named = JSON.stringify({ odometer_m: km * 1000 });
    const told = {
      account_id: accountId,
      unit_id: van.unitId,
      last_contact_at: NOW,
      state: 'parked',
      report_interval_s: 60,
      named,
    };
    await owner.insertInto('unit_latest').values(told).execute();
  };
  const states = async () => (await admin.call(serviceOverview)).data!.rows.map(({ plan }) => plan.state);
  await shows(101_000);
  expect([await states(), await line('service-overdue')]).toEqual([['ok'], undefined]);
  await shows(115_100);
  await alarm('service-due');
  expect(await states()).toEqual(['overdue']);
  expect(await line('service-overdue')).toMatchObject({ count: 1, items: [{ unit: { name: 'Skåpbil' }, kind: 'service' }] });
  expect(await line('alarms-soon'), 'one thing stands in one place').toBeUndefined();
  await alarm('low-battery');
  const others = await line('alarms-soon');
  expect(others).toMatchObject({ count: 1, due: 1 });
  const { new_count: inTheMenu } = (await admin.call(openAlarms)).data!;
  expect(inTheMenu, 'the number in the menu is what Today counts and says to stand elsewhere').toBe(others!.count + others!.due);
});

test('ADM-030, BOOK-024: bookings of the account’s today, and those that wait for a word; nothing once booking is switched off', async () => {
  await admin.call(saveBookingSettings, { body: BOOKING_SETTINGS });
  await book(admin, '2026-03-17 09:00', '2026-03-17 11:00');
  await book(admin, '2026-03-18 09:00', '2026-03-18 11:00');
  expect((await book(driver, '2026-03-17 13:00', '2026-03-17 15:00')).data).toMatchObject({ state: 'requested' });
  const today = await line('bookings-today');
  expect(today).toMatchObject({
    count: 1,
    items: [{ driver_name: 'Dan Driver', kind: 'drive', starts_at: '2026-03-17T08:00:00.000Z', unit: { imei: van.imei } }],
  });
  const requested = await line('bookings-requested');
  const [request] = (await admin.call(listRequests)).data!;
  expect(requested).toMatchObject({ count: 1, items: [{ id: request!.id, driver_name: 'Dan Driver' }] });
  await tomorrow();
  expect((await line('bookings-today'))?.items[0]?.starts_at).toBe('2026-03-18T08:00:00.000Z');
  await owner.updateTable('account').set({ car_schedule: false }).where('id', '=', accountId).execute();
  expect((await namesFor(admin)).filter((name) => name.startsWith('bookings'))).toEqual([]);
});

test('ADM-030: bookings of the day stand in order of time, one under way among them, and one that is over is not there', async () => {
  await admin.call(saveBookingSettings, { body: BOOKING_SETTINGS });
  await book(admin, '2026-03-18 13:00', '2026-03-18 15:00');
  await book(admin, '2026-03-17 22:00', '2026-03-18 06:00');
  await book(admin, '2026-03-18 07:00', '2026-03-18 12:00');
  app.clock.now = new Date('2026-03-18T06:10:00Z');
  admin = await app.signInAs(ada);
  const hours = async () => (await line('bookings-today'))?.items.map(({ starts_at: at }) => at.slice(8, 16));
  expect(await hours()).toEqual(['18T06:00', '18T12:00']);
  expect((await line('bookings-today'))?.count).toBe(2);
});

test('ADM-030: with an approver named, requests wait for administrators all the same, and a booking of somebody else’s vehicle is there', async () => {
  await admin.call(saveBookingSettings, { body: { ...BOOKING_SETTINGS, approver_id: driverId } });
  const eva = await makeMember(app.database, { accountId, isAdmin: false });
  await owner.insertInto('unit_access').values({ account_id: accountId, member_id: eva.id, unit_id: van.unitId }).execute();
  const body = {
    imei: van.imei,
    start_date: '2026-03-19 09:00:00',
    end_date: '2026-03-19 10:00:00',
    purpose: 'x',
    driver_id: eva.id,
  };
  expect((await (await app.signInAs(eva)).call(saveBooking, { body })).data).toMatchObject({ state: 'requested' });
  expect(await line('bookings-requested')).toMatchObject({ count: 1 });
});

test('ADM-030, TRIP-023, DRV-014: trips of this month and the last without purpose or driver are counted by unit, as the log counts them', async () => {
  const boat = await makeUnit(app.database, { accountId, name: 'Båt' });
  await trip({ start: '2026-01-31T22:59:00Z' });
  const id = await trip({ start: '2026-02-01T08:00:00Z' });
  await trip({ start: '2026-03-10T08:00:00Z' });
  await trip({ start: '2026-03-11T08:00:00Z', driver: null }, boat);
  await trip({ start: '2026-03-11T10:00:00Z', type: 'private' });
  const purpose = await line('trips-purpose');
  expect(purpose).toMatchObject({
    from: '2026-02-01',
    to: '2026-03-17',
    count: 3,
    items: [
      { unit: { name: 'Skåpbil' }, trips: 2 },
      { unit: { name: 'Båt' }, trips: 1 },
    ],
  });
  expect(await line('trips-driver')).toMatchObject({ count: 1, items: [{ unit: { name: 'Båt' }, trips: 1 }] });
  const filter = { from: purpose!.from, to: purpose!.to, attested: 'no' } as const;
  const { totals } = (await admin.call(generateTrips, { body: filter })).data!;
  expect([totals.purpose_missing, totals.driver_missing]).toEqual([3, 1]);
  await admin.call(updateTrip, { params: { id }, body: { purpose: 'Kund' } });
  expect(await line('trips-purpose')).toMatchObject({ count: 2 });
});

test('ADM-030: where nobody is ever said to have driven, a missing driver is no matter', async () => {
  await trip({ start: '2026-03-10T08:00:00Z', driver: null });
  expect(await namesFor(admin)).not.toContain('trips-driver');
});

test('ADM-030, ATT-009: last month’s log is told as left open by its drivers, and as attested by them and waiting for an administrator', async () => {
  await trip({ start: '2026-02-10T08:00:00Z' });
  await trip({ start: '2026-03-10T08:00:00Z' });
  expect(await line('attest-open')).toMatchObject({
    month: '2026-02',
    count: 1,
    items: [{ unit: { name: 'Skåpbil' }, user_id: driverId, user_name: 'Dan Driver', trips: 1 }],
  });
  await driver.call(attest, { body: { from: '2026-02-01', to: '2026-02-28', imei: van.imei } });
  expect(await namesFor(admin)).not.toContain('attest-open');
  const waits = await line('attest-user');
  expect(waits).toMatchObject({ month: '2026-02', count: 1, items: [{ user_name: 'Dan Driver' }] });
  const status = (await admin.call(attestStatus, { query: { month: '2026-02', state: 'user' } })).data!;
  expect(status.rows).toHaveLength(waits!.count);
});

test('ADM-030, ATT-009: a private person is not asked to attest a month that was all private; one with a business trip is told whole', async () => {
  await trip({ start: '2026-02-10T08:00:00Z', type: 'private', driver: ada.id });
  expect(
    (await namesFor(admin)).filter((name) => name.startsWith('attest')),
    'a company has it attested',
  ).toEqual(['attest-open']);
  await owner.updateTable('account').set({ kind: 'private' }).where('id', '=', accountId).execute();
  expect((await namesFor(admin)).filter((name) => name.startsWith('attest'))).toEqual([]);
  await trip({ start: '2026-02-12T08:00:00Z', driver: ada.id });
  expect((await line('attest-open'))!.items).toMatchObject([{ trips: 2 }]);
});

test('ADM-030, LOCK-005: of a unit that somebody else has locked nothing is told or counted', async () => {
  await alarm('jamming');
  await heardOf(van, 9 * DAY_MS);
  await admin.call(savePlan, { params: { imei: van.imei }, body: { ...INSPECTION, last_done_on: '2024-12-01' } });
  await admin.call(saveBookingSettings, { body: { ...BOOKING_SETTINGS, needs_approval: false } });
  await book(admin, '2026-03-17 09:00', '2026-03-17 11:00');
  await trip({ start: '2026-02-10T08:00:00Z' });
  expect((await namesFor(admin)).length).toBeGreaterThan(5);
  expect((await driver.call(lockUnit, { params: { imei: van.imei }, body: {} })).status).toBe(200);
  expect(await namesFor(admin)).toEqual([]);
});

test('ADM-030, TRIP-033: an account with plain logs alone is told of no trips and months, since nothing can be done about them', async () => {
  await owner.updateTable('unit').set({ subscription_type: 'Bas' }).where('id', '=', van.unitId).execute();
  await trip({ start: '2026-02-10T08:00:00Z' });
  expect((await namesFor(admin)).filter((name) => name.startsWith('trips') || name.startsWith('attest'))).toEqual([]);
});

test('ADM-030: the most urgent stands first', async () => {
  await alarm('zone-entered');
  await alarm('low-battery');
  await alarm('temperature');
  await trip({ start: '2026-02-10T08:00:00Z' });
  expect(await namesFor(admin)).toEqual([
    'alarms-urgent',
    'alarms-soon',
    'alarms-untold',
    'alarms-event',
    'attest-open',
    'trips-purpose',
    'units-missing',
  ]);
});

test('ADM-030, STORE-010: who wants to begin with Today is told so at every sign-in, until they want it no more', async () => {
  const start = async (caller: Caller) => (await caller.call(me)).data!.user.StartsWithToday;
  expect(await start(admin)).toBeUndefined();
  const want = (caller: Caller, value: string | null) =>
    caller.call(savePreferences, { body: { preferences: { 'first-page': value } } });
  await want(admin, 'today');
  expect(await start(admin)).toBe(true);
  await want(driver, 'today');
  expect(await start(driver), 'the page is not for members').toBeUndefined();
  await want(admin, null);
  expect(await start(admin)).toBeUndefined();
});
