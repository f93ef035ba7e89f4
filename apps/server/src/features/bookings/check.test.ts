import { checkBooking, findVehicles, saveBookingSettings, updateBooking } from '@spora/contract/bookings/endpoints';
import { checkInDriver } from '@spora/contract/drivers/endpoints';
import { checkRow } from '@spora/contract/bookings/rows';
import { saveWorkingHours } from '@spora/contract/units/settings';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  accountId,
  ada,
  admin,
  at,
  bo,
  book,
  booked,
  bookingApp,
  car,
  colleague,
  employee,
  eva,
  makeBookingCompany,
  parked,
  van,
  wanted,
} from '../../testing/bookings.ts';
import { changeFrom } from '../../core/fleet/unit-settings.ts';
import { makeUnit } from '../../testing/database.ts';
import { makeTrip } from '../../testing/trips.ts';
import { type Caller } from '../../testing/http.ts';

const app = await bookingApp();
afterAll(() => app.close());
const { owner } = app.database;

beforeEach(() => makeBookingCompany(app));

/** Monday to Friday. */
const HOURS = {
  is_active: true,
  intervals: [{ weekdays: [1, 2, 3, 4, 5], from: '08:00', to: '17:00' }],
  inside_type: null,
  outside_type: null,
  hide_from_admins: 'off' as const,
};
const USUAL = { needs_approval: false, approver_id: null, releases_no_shows: false } as const;
const closes = (over: object) =>
  admin.call(saveBookingSettings, { body: { ...USUAL, remind_before_start_min: 30, remind_before_end_min: 15, ...over } });

test('BOOK-040: who finds it taken is told who has it and the nearest free times before and after', async () => {
  await booked(employee);
  await booked(employee, { start_date: at('2026-03-17 12:00'), end_date: at('2026-03-17 13:00') });
  const body = { imei: van.imei, start_date: at('2026-03-17 10:00'), end_date: at('2026-03-17 12:00') };
  const { data } = await colleague.call(checkBooking, { body });
  expect((await employee.call(checkBooking, { body })).data!.occurrences[0]!.taken_by).toMatchObject([{ is_own: true }]);
  expect(data!.occurrences[0]!.taken_by).toMatchObject([
    { driver_name: 'Eva Ek', is_own: false, start_date: at('2026-03-17 09:00'), end_date: at('2026-03-17 11:00') },
  ]);
  expect(data!.free).toEqual([
    { start_date: at('2026-03-17 07:00'), end_date: at('2026-03-17 09:00') },
    { start_date: at('2026-03-17 13:00'), end_date: at('2026-03-17 15:00') },
    { start_date: at('2026-03-17 15:00'), end_date: at('2026-03-17 17:00') },
  ]);
});

test('BOOK-040: no free time is offered while its driver has another vehicle, as far as the one who asks is told so', async () => {
  await booked(admin, { driver_id: ada.id });
  const own = await makeUnit(app.database, { accountId, name: 'Evas bil', visibleTo: [eva.id] });
  await booked(employee, { imei: own.imei, start_date: at('2026-03-17 11:00'), end_date: at('2026-03-17 16:00') });
  const body = { imei: van.imei, start_date: at('2026-03-17 09:00'), end_date: at('2026-03-17 11:00') };
  const offered = async (caller: Caller, driverId: number | null) =>
    (await caller.call(checkBooking, { body: { ...body, driver_id: driverId } })).data!.free.map(({ start_date }) => start_date);
  const clear = [at('2026-03-17 07:00'), at('2026-03-17 16:00'), at('2026-03-18 08:00')];
  expect(await offered(employee, eva.id)).toEqual(clear);
  expect(await offered(admin, eva.id)).toEqual(clear);
  // What Eva has elsewhere is not Bo's to know.
  const any = [at('2026-03-17 07:00'), at('2026-03-17 11:00'), at('2026-03-17 13:00')];
  expect(await offered(colleague, eva.id)).toEqual(any);
  expect(await offered(colleague, null)).toEqual(any);
});

test('BOOK-040, BOOK-045: a vehicle that is driven without a booking is told to whoever books it today, as the search tells it', async () => {
  for (const unit of [van, car]) await parked(app, unit);
  const usedAt = async (caller: Caller, day: string, imei = van.imei) => {
    const span = { start_date: at(`${day} 08:07`), end_date: at(`${day} 09:07`) };
    const { data } = await caller.call(checkBooking, { body: { imei, ...span, driver_id: eva.id } });
    expect(data!.occurrences).toMatchObject([{ closed: null, taken_by: [] }]);
    return data!.in_use_now;
  };
  expect(await usedAt(employee, '2026-03-16')).toBe(false);
  const moves = { state: 'moving', state_since: app.clock.now };
  await owner.updateTable('unit_latest').set(moves).where('unit_id', '=', van.unitId).execute();
  expect([await usedAt(employee, '2026-03-16'), await usedAt(employee, '2026-03-17')]).toEqual([true, false]);
  expect(await usedAt(admin, '2026-03-16', car.imei)).toBe(false);
  const drive = { start: '2026-03-16T06:00:00Z', minutes: 20, type: 'private', driver: ada.id };
  await makeTrip(app.database, { accountId, unitId: van.unitId }, drive);
  // In private use it is as the search says, moving or not.
  for (const state of ['parked', 'moving']) {
    const note = { state, state_since: new Date('2026-03-16T06:20:00Z'), private_use_of: ada.id };
    await owner.updateTable('unit_latest').set(note).where('unit_id', '=', van.unitId).execute();
    expect(await usedAt(employee, '2026-03-16')).toBe(true);
  }
});

test('BOOK-040, BOOK-045: who has the vehicle oneself, and who has only booked it until then, is not in the way', async () => {
  for (const unit of [van, car]) await parked(app, unit);
  await booked(colleague, { start_date: at('2026-03-16 08:07'), end_date: at('2026-03-16 09:00'), driver_id: bo.id });
  const body = { imei: van.imei, start_date: at('2026-03-16 10:00'), end_date: at('2026-03-16 11:00') };
  const usedFor = async (driver: { id: number } | undefined) =>
    (await admin.call(checkBooking, { body: { ...body, driver_id: driver!.id } })).data!.in_use_now;
  expect(await usedFor(eva)).toBe(false);
  const comes = { extent: 'all', from_trip_id: null } as const;
  await admin.call(checkInDriver, { body: { ...comes, imei: van.imei, driver_id: ada.id } });
  app.clock.now = new Date('2026-03-16T07:08:00Z');
  expect([await usedFor(eva), await usedFor(ada)]).toEqual([true, false]);
});

test('16: what nobody hears from is found last, and an overdue service is told with what kind of vehicle it is', async () => {
  const trailer = await makeUnit(app.database, { accountId, name: 'Släpvagn' });
  const digger = await makeUnit(app.database, { accountId, name: 'Grävmaskin' });
  await owner.updateTable('unit').set({ marker_symbol: 'trailer' }).where('id', '=', trailer.unitId).execute();
  await owner.updateTable('unit').set({ kind: 'machine' }).where('id', '=', digger.unitId).execute();
  await owner.updateTable('unit').set({ marker_symbol: 'van' }).where('id', '=', van.unitId).execute();
  for (const unit of [van, digger, trailer]) await parked(app, unit);
  await booked(employee, { start_date: at('2026-03-18 09:00'), end_date: at('2026-03-18 12:00') });
  const plan = { account_id: accountId, interval_months: 12, created_at: app.clock.now, watched_state: 'overdue' } as const;
  await owner
    .insertInto('service_plan')
    .values([
      { ...plan, unit_id: van.unitId, kind: 'service' },
      { ...plan, unit_id: van.unitId, kind: 'inspection' },
      { ...plan, unit_id: digger.unitId, kind: 'other', name: 'Tvätt' },
      { ...plan, unit_id: car.unitId, kind: 'inspection', watched_state: 'due-soon' },
    ])
    .execute();
  const find = async (day: string) =>
    (
      await admin.call(findVehicles, { body: { start_date: at(`${day} 09:00`), end_date: at(`${day} 11:00`) } })
    ).data!.vehicles.map(({ Name, kind, state, overdue }) => [Name, kind, state, overdue]);
  const check = async (kind: 'drive' | 'service') => {
    const body = { imei: van.imei, kind, start_date: at('2026-03-17 09:00'), end_date: at('2026-03-17 11:00') };
    return (await admin.call(checkBooking, { body })).data!.overdue;
  };
  expect(await check('drive'), 'told in its form, too').toEqual(['inspection', 'service']);
  expect(await check('service'), 'it is what is being booked').toEqual([]);
  const others = [
    ['Skåpbil', 'van', 'free', ['inspection', 'service']],
    ['Direktörsbil', 'car', 'never-reported', []],
  ];
  expect(await find('2026-03-17')).toEqual([
    ['Grävmaskin', 'machine', 'free', []],
    ['Släpvagn', 'trailer', 'free', []],
    ...others,
  ]);
  const comes = { extent: 'all', from_trip_id: null, imei: digger.imei, driver_id: ada.id } as const;
  expect((await admin.call(checkInDriver, { body: comes })).status).toBe(200);
  app.clock.now = new Date('2026-03-16T07:08:00Z');
  expect((await find('2026-03-17'))[0], 'tomorrow it may be back').toEqual(['Grävmaskin', 'machine', 'in-use', []]);
  expect((await find('2026-03-16')).map(([name]) => name)).toEqual(['Släpvagn', 'Skåpbil', 'Grävmaskin', 'Direktörsbil']);
});

test('BOOK-040, BOOK-045: what somebody uses now is in the way of what begins within two hours, not of this evening', async () => {
  for (const unit of [van, car]) await parked(app, unit);
  const moves = { state: 'moving', state_since: app.clock.now };
  await owner.updateTable('unit_latest').set(moves).where('unit_id', '=', car.unitId).execute();
  const told = async (from: string, to: string) => {
    const span = { start_date: at(`2026-03-16 ${from}`), end_date: at(`2026-03-16 ${to}`) };
    const found = await admin.call(findVehicles, { body: span });
    const checked = await admin.call(checkBooking, { body: { ...span, imei: car.imei, driver_id: eva.id } });
    return [found.data!.vehicles.map(({ Name }) => Name), checked.data!.in_use_now];
  };
  expect(await told('10:07', '11:07')).toEqual([['Skåpbil', 'Direktörsbil'], true]);
  expect(await told('10:08', '11:08')).toEqual([['Direktörsbil', 'Skåpbil'], false]);
  expect(await told('23:15', '23:45')).toEqual([['Direktörsbil', 'Skåpbil'], false]);
  expect(await told('05:00', '05:30'), 'long past').toEqual([['Direktörsbil', 'Skåpbil'], false]);
});

test('16: a car that is heard of and never said where it is, as one in a garage, is not called free, and comes last', async () => {
  const garaged = await makeUnit(app.database, { accountId, name: 'Bil i garage' });
  for (const unit of [van, car, garaged]) await parked(app, unit);
  await owner.updateTable('unit_latest').set({ lat_e7: null, lon_e7: null }).where('unit_id', '=', garaged.unitId).execute();
  app.clock.now = new Date('2026-03-16T07:40:00Z');
  const { data } = await admin.call(findVehicles, {
    body: { start_date: at('2026-03-16 09:00'), end_date: at('2026-03-16 11:00') },
  });
  expect(data!.vehicles.map(({ Name, state }) => [Name, state])).toEqual([
    ['Direktörsbil', 'free'],
    ['Skåpbil', 'free'],
    ['Bil i garage', 'no-position'],
  ]);
});

test('16: a car is found for a time: free ones alone, those that fit, the least booked first', async () => {
  await owner
    .updateTable('unit')
    .set({ seats: 9, fuel_type: 'electric', department: 'Söder' })
    .where('id', '=', van.unitId)
    .execute();
  const third = await makeUnit(app.database, { accountId, name: 'Bil tre' });
  await owner.updateTable('unit').set({ seats: 5 }).where('id', 'in', [car.unitId, third.unitId]).execute();
  await booked(admin, {
    imei: third.imei,
    driver_id: ada.id,
    start_date: at('2026-03-18 09:00'),
    end_date: at('2026-03-18 12:00'),
  });
  const find = async (caller: Caller, over = {}) =>
    (
      await caller.call(findVehicles, {
        body: { start_date: at('2026-03-17 09:00'), end_date: at('2026-03-17 11:00'), ...over },
      })
    ).data!.vehicles.map(({ Name, booked_h }) => [Name, booked_h]);
  expect(await find(admin)).toEqual([
    ['Direktörsbil', 0],
    ['Skåpbil', 0],
    ['Bil tre', 3],
  ]);
  expect(await find(admin, { seats: 6 })).toEqual([['Skåpbil', 0]]);
  expect(await find(admin, { fuel_type: 'electric' })).toEqual([['Skåpbil', 0]]);
  expect(await find(admin, { department: 'Norr' })).toEqual([]);
  expect(await find(employee)).toEqual([['Skåpbil', 0]]);
  await booked(employee);
  expect(await find(employee)).toEqual([]);
});

test('16: vehicles that nobody else drives as a rule are found first, the others with whoever does', async () => {
  const bus = await makeUnit(app.database, { accountId, name: 'Buss', visibleTo: [eva.id] });
  const own = await makeUnit(app.database, { accountId, name: 'Egen bil', visibleTo: [eva.id] });
  const drives = (unitId: number, memberId: number) =>
    changeFrom(owner, { accountId, unitId }, new Date('2026-01-01'), { driverMemberId: memberId });
  await drives(bus.unitId, bo.id);
  await drives(own.unitId, eva.id);
  const lent = await makeUnit(app.database, { accountId, name: 'Lånebil', visibleTo: [eva.id] });
  await drives(lent.unitId, bo.id);
  const body = { start_date: at('2026-03-17 09:00'), end_date: at('2026-03-17 11:00') };
  const { vehicles } = (await employee.call(findVehicles, { body })).data!;
  expect(vehicles.map(({ Name, usual_driver }) => [Name, usual_driver?.name ?? null])).toEqual([
    ['Egen bil', 'Eva Ek'],
    ['Skåpbil', null],
    ['Buss', 'Bo Berg'],
    ['Lånebil', 'Bo Berg'],
  ]);
  await booked(admin, {
    imei: lent.imei,
    driver_id: eva.id,
    start_date: at('2026-03-18 09:00'),
    end_date: at('2026-03-18 10:00'),
  });
  const again = (await employee.call(findVehicles, { body })).data!.vehicles;
  expect(
    again.map(({ Name }) => Name),
    'one that people book is shared',
  ).toEqual(['Egen bil', 'Skåpbil', 'Lånebil', 'Buss']);
  const ownHours = { start_date: at('2026-03-19 09:00'), end_date: at('2026-03-19 17:00') };
  await booked(employee, { imei: own.imei, ...ownHours });
  const last = (await employee.call(findVehicles, { body })).data!.vehicles;
  expect(
    last.map(({ Name }) => Name),
    "one's own comes first however much one books it",
  ).toEqual(['Egen bil', 'Skåpbil', 'Lånebil', 'Buss']);
});

test('16: whoever says where they are finds the nearest first, of whichever department, though it is booked more', async () => {
  const near = await makeUnit(app.database, { accountId, name: 'Nära bil', visibleTo: [eva.id] });
  const bus = await makeUnit(app.database, { accountId, name: 'Buss', visibleTo: [eva.id] });
  await owner.updateTable('unit').set({ department: 'Norr' }).where('id', '=', bus.unitId).execute();
  await owner.updateTable('member').set({ department: 'Norr' }).where('id', '=', eva.id).execute();
  await booked(employee, { imei: near.imei, start_date: at('2026-03-18 09:00'), end_date: at('2026-03-18 10:00') });
  for (const [unit, lat_e7] of [[near, 593_000_000] as const, [van, 594_000_000] as const, [bus, 599_000_000] as const]) {
    await parked(app, unit);
    const where = { lat_e7, lon_e7: 180_000_000, time: app.clock.now };
    await owner.updateTable('unit_latest').set(where).where('unit_id', '=', unit.unitId).execute();
  }
  const names = async (over: object) => {
    const body = { start_date: at('2026-03-17 09:00'), end_date: at('2026-03-17 11:00'), ...over };
    return (await employee.call(findVehicles, { body })).data!.vehicles.map(({ Name }) => Name);
  };
  expect(await names({ near: { lat: 59.3, lng: 18 } })).toEqual(['Nära bil', 'Skåpbil', 'Buss']);
  expect(await names({})).toEqual(['Buss', 'Skåpbil', 'Nära bil']);
});

test('16, DEC-26: who looks for a car reads who has the others and when, what they have booked themselves, and finds their department first', async () => {
  const bus = await makeUnit(app.database, { accountId, name: 'Buss', visibleTo: [eva.id] });
  const other = await makeUnit(app.database, { accountId, name: 'Annan bil', visibleTo: [eva.id] });
  await owner.updateTable('unit').set({ department: 'Norr' }).where('id', '=', bus.unitId).execute();
  const find = async () =>
    (
      await employee.call(findVehicles, {
        body: { start_date: at('2026-03-17 09:00'), end_date: at('2026-03-17 11:00') },
      })
    ).data!;
  const names = async () => (await find()).vehicles.map(({ Name }) => Name);
  expect(await names()).toEqual(['Annan bil', 'Buss', 'Skåpbil']);
  await owner.updateTable('member').set({ department: 'Norr' }).where('id', '=', eva.id).execute();
  expect(await names()).toEqual(['Buss', 'Annan bil', 'Skåpbil']);
  expect(await find()).toMatchObject({ own_department: 'Norr', taken: [], driver_elsewhere: [] });
  await booked(colleague, { driver_id: bo.id, start_date: at('2026-03-17 10:00'), end_date: at('2026-03-17 12:00') });
  await booked(employee, { imei: other.imei });
  const { taken, driver_elsewhere } = await find();
  expect(taken).toMatchObject([
    { imei: other.imei, closed: null, taken_by: [{ driver_name: 'Eva Ek' }] },
    {
      imei: van.imei,
      closed: null,
      taken_by: [{ driver_name: 'Bo Berg', start_date: '2026-03-17 10:00:00', end_date: '2026-03-17 12:00:00' }],
    },
  ]);
  expect(driver_elsewhere).toMatchObject([{ unit_name: 'Annan bil', start_date: '2026-03-17 09:00:00' }]);
});

test('BOOK-040, BOOK-050: what is closed is told beforehand with when it is open, and such weeks can be left out', async () => {
  const checked = async (over: object) =>
    (await employee.call(checkBooking, { body: { imei: van.imei, start_date: '', end_date: '', ...over } })).data!;
  await closes({ only_working_hours: true });
  await admin.call(saveWorkingHours, { params: { imei: van.imei }, body: HOURS });
  const early = { start_date: at('2026-03-17 06:00'), end_date: at('2026-03-17 07:00') };
  expect(await checked(early)).toMatchObject({
    occurrences: [{ closed: 'BookingOutsideHours', taken_by: [] }],
    free: [
      { start_date: at('2026-03-16 16:00') },
      { start_date: at('2026-03-17 08:00') },
      { start_date: at('2026-03-18 08:00') },
    ],
  });
  expect(await checked({ ...early, kind: 'service' }), 'nobody drives then').toMatchObject({
    occurrences: [{ closed: null }],
    free: [],
  });
  await booked(employee, { start_date: at('2026-03-18 08:00'), end_date: at('2026-03-18 16:30') });
  const full = { start_date: at('2026-03-18 09:00'), end_date: at('2026-03-18 10:00') };
  expect(
    (await checked(full)).free.map(({ start_date }) => start_date),
    'not in what is left before closing time',
  ).toEqual([at('2026-03-17 16:00'), at('2026-03-19 08:00'), at('2026-03-20 08:00')]);
  // From the second week on it works on Wednesdays alone.
  await sql`INSERT INTO unit_setting SELECT (s).* FROM (SELECT jsonb_populate_record(u, jsonb_build_object('valid_from', '2026-03-21T00:00:00Z',
    'settings', jsonb_set(u.settings, '{workingHours,intervals,0,weekdays}', '[3]'))) AS s FROM unit_setting u WHERE u.unit_id = ${van.unitId}) later`.execute(
    owner,
  );
  const row = { start_date: at('2026-03-17 09:00'), end_date: at('2026-03-17 10:00'), weeks: 3 };
  expect((await checked(row)).occurrences.map(({ closed }) => closed)).toEqual([
    null,
    'BookingOutsideHours',
    'BookingOutsideHours',
  ]);
  expect((await book(employee, row)).errors).toBe('BookingOutsideHours');
  expect((await book(employee, { ...row, skip_taken: true })).data).toMatchObject({ skipped: ['2026-03-24', '2026-03-31'] });
  const never = { start_date: at('2026-03-19 18:00'), end_date: at('2026-03-19 19:00'), weeks: 2, skip_taken: true };
  expect((await book(employee, never)).errors, 'not one is left').toBe('BookingOutsideHours');
});

test('16: an account may close vehicles outside their working hours, and those whose inspection is overdue', async () => {
  expect((await admin.call(saveWorkingHours, { params: { imei: van.imei }, body: HOURS })).status).toBe(200);
  const evening = { start_date: at('2026-03-17 16:00'), end_date: at('2026-03-17 18:00') };
  const before = { ...evening, start_date: at('2026-03-17 17:00') };
  const made = await booked(employee, before);
  await closes({ only_working_hours: true });
  const asItWas = { imei: van.imei, start_date: before.start_date, end_date: before.end_date, except_id: made };
  const closedFor = async (over: object) =>
    (await employee.call(checkBooking, { body: { ...asItWas, ...over } })).data!.occurrences.map(({ closed }) => closed);
  expect(await closedFor({}), 'BOOK-016: what was made before stays').toEqual([null]);
  expect(await closedFor({ except_id: null })).toEqual(['BookingOutsideHours']);
  expect(await closedFor({ start_date: at('2026-03-17 17:15') })).toEqual(['BookingOutsideHours']);
  const changed = { ...wanted({ ...before, purpose: 'Annat' }), id: made };
  expect(await employee.call(updateBooking, { body: changed })).toMatchObject({ status: 200 });
  const later = { ...changed, start_date: at('2026-03-17 17:15') };
  expect((await employee.call(updateBooking, { body: later })).errors).toBe('BookingOutsideHours');
  const ofRow = (each: object) => employee.call(checkRow, { body: { bookings: [each as never] } });
  expect((await ofRow(changed)).data).toMatchObject([{ closed: null }]);
  expect((await ofRow(later)).data, 'one of a row, too').toMatchObject([{ closed: 'BookingOutsideHours' }]);
  expect((await book(employee, { ...evening, end_date: at('2026-03-17 17:15') })).errors).toBe('BookingOutsideHours');
  expect(
    (await book(employee, { start_date: at('2026-03-21 09:00'), end_date: at('2026-03-21 10:00') })).errors,
    'a Saturday',
  ).toBe('BookingOutsideHours');
  expect((await book(admin, { ...evening, imei: car.imei, driver_id: ada.id })).status, 'a vehicle without hours').toBe(200);
  const id = await booked(employee, { start_date: at('2026-03-17 08:00'), end_date: at('2026-03-17 17:00') });
  const found = async () => {
    const body = { start_date: at('2026-03-18 17:00'), end_date: at('2026-03-18 18:00'), seats: null, fuel_type: null };
    return (await admin.call(findVehicles, { body: { ...body, department: null, near: null } })).data!.vehicles.map(
      ({ Name }) => Name,
    );
  };
  expect(await found()).toEqual(['Direktörsbil']);
  await closes({ only_inspected: true });
  expect(await found()).toContain('Skåpbil');
  await owner
    .insertInto('service_plan')
    .values({
      account_id: accountId,
      unit_id: van.unitId,
      kind: 'inspection',
      interval_months: 12,
      watched_state: 'overdue',
      created_at: app.clock.now,
    })
    .execute();
  expect(await found()).toEqual(['Direktörsbil']);
  const moved = { ...wanted({ start_date: at('2026-03-19 09:00'), end_date: at('2026-03-19 10:00') }), id };
  expect((await employee.call(updateBooking, { body: moved })).errors).toBe('BookingInspectionOverdue');
  const out = { kind: 'inspection', driver_id: null, start_date: at('2026-03-20 09:00'), end_date: at('2026-03-20 10:00') };
  expect((await book(admin, out)).status, 'the time at the inspection itself').toBe(200);
});
