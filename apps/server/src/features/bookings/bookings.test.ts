import { readAudit } from '@spora/contract/accounts/endpoints';
import {
  checkBooking,
  decideBooking,
  deleteBooking,
  exportBookings,
  findVehicles,
  getBooking,
  listBookingDrivers,
  listRequests,
  monthOfBookings,
  openBookingCalendar,
  readBookingCalendar,
  removeBookingPicture,
  returnVehicle,
  saveBooking,
  saveBookingSettings,
  saveHandOver,
  updateBooking,
  weekOfBookings,
} from '@spora/contract/bookings/endpoints';
import { saveOdometer } from '@spora/contract/maintenance/readings';
import { checkInDriver } from '@spora/contract/drivers/endpoints';
import { saveWorkingHours } from '@spora/contract/units/settings';
import { pathOf } from '@spora/contract/paths';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '../../platform/ctx.ts';
import { changeFrom } from '../../core/fleet/unit-settings.ts';
import { type MadeUnit, makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp } from '../../testing/http.ts';
import { jpegOf, withExif } from '../../testing/picture.ts';
import { makeTrip } from '../../testing/trips.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner } = app.database;

let accountId: AccountId;
let [ada, eva, bo]: { id: number }[] = [];
let [admin, employee, colleague]: Caller[] = [];
let van: MadeUnit;
let car: MadeUnit;

beforeEach(async () => {
  // A Monday, 08:07 by Stockholm's clocks.
  app.clock.now = new Date('2026-03-16T07:07:00Z');
  accountId = await makeAccount(app.database);
  ada = await makeMember(app.database, { accountId, fullName: 'Ada Admin' });
  eva = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Eva Ek' });
  bo = await makeMember(app.database, { accountId, isAdmin: false, fullName: 'Bo Berg' });
  van = await makeUnit(app.database, { accountId, name: 'Skåpbil', visibleTo: [eva.id, bo.id] });
  car = await makeUnit(app.database, { accountId, name: 'Direktörsbil' });
  [admin, employee, colleague] = [await app.signInAs(ada), await app.signInAs(eva), await app.signInAs(bo)];
});

/** `2026-03-17 09:00` as the calls write it. */
const at = (text: string): string => `${text}:00`;
const wanted = (over: Record<string, unknown> = {}) => ({
  imei: van.imei,
  start_date: at('2026-03-17 09:00'),
  end_date: at('2026-03-17 11:00'),
  purpose: 'Kundbesök',
  driver_id: eva!.id,
  ...over,
});
const book = (caller: Caller, over: Record<string, unknown> = {}) => caller.call(saveBooking, { body: wanted(over) });
const booked = async (caller: Caller, over: Record<string, unknown> = {}): Promise<number> => {
  const answer = await book(caller, over);
  expect(answer.status, JSON.stringify(answer.raw.toString())).toBe(200);
  return answer.data!.id;
};
const week = async (caller: Caller, day = '2026-03-17', imeis = '') =>
  (await caller.call(weekOfBookings, { query: { Imeis: imeis, week_day: day } })).data!;
const itemsOf = async (caller: Caller, day?: string) =>
  (await week(caller, day)).BookingSchedules.flatMap(({ Schedule }) => Schedule);
const mails = async () =>
  (
    await owner
      .selectFrom('mail')
      .where('account_id', '=', accountId)
      .where('template', '=', 'booking')
      .orderBy('id')
      .select('params')
      .execute()
  ).map(({ params }) => {
    const { booking, ...rest } = params as unknown as { booking: { news: string }; fullName: string; reason: string };
    return { ...rest, news: booking.news };
  });

test('API-042, BOOK-002, BOOK-024, DEC-73, FEAT-001: the week has a row for each vehicle one sees that can be booked', async () => {
  await owner.updateTable('unit').set({ subscription_type: 'Bas' }).where('id', '=', car.unitId).execute();
  const without = await makeUnit(app.database, { accountId, name: 'Utan bokning', visibleTo: [eva!.id] });
  await owner
    .updateTable('unit')
    .set({ features: ['check-in'] })
    .where('id', '=', without.unitId)
    .execute();
  await makeUnit(app.database, { accountId: await makeAccount(app.database), name: 'En annans' });
  await booked(employee!);
  for (const caller of [admin!, employee!]) {
    const { BookingSchedules, OldestBooking } = await week(caller);
    expect(BookingSchedules).toMatchObject([
      { ID: van.unitId, Imei: van.imei, Name: 'Skåpbil', SubscriptionType: 'Standard', Schedule: [{ purpose: 'Kundbesök' }] },
    ]);
    expect(OldestBooking).toBe('2026-03-17');
  }
});

test('BOOK-007, BOOK-041, DEC-29: a booking over several days is on each of them, and one until midnight not on the next', async () => {
  await booked(employee!, { end_date: at('2026-03-19 00:00') });
  const parts = (await itemsOf(employee!)).map((item) => [
    item.date,
    item.start_time,
    item.end_time,
    item.continues_before,
    item.continues_after,
  ]);
  expect(parts).toEqual([
    ['2026-03-17', '09:00:00', '24:00:00', false, true],
    ['2026-03-18', '00:00:00', '24:00:00', true, false],
  ]);
});

test('BOOK-023, BOOK-043, DEC-32: others see who has a vehicle and when; what for, administrators and its own people alone', async () => {
  const id = await booked(employee!);
  for (const [caller, purpose, isEditable] of [
    [admin!, 'Kundbesök', true],
    [employee!, 'Kundbesök', true],
    [colleague!, null, false],
  ] as const) {
    expect(await itemsOf(caller)).toMatchObject([
      { booking_id: id, driver_name: 'Eva Ek', booked_by: eva!.id, booked_by_name: 'Eva Ek', purpose, is_editable: isEditable },
    ]);
    expect((await caller.call(getBooking, { params: { id } })).data).toMatchObject({ purpose, can: { edit: isEditable } });
  }
  expect((await itemsOf(colleague!)).map((item) => JSON.stringify(item)).join()).not.toContain('Kundbesök');
});

test.each([
  ['BOOK-027, ERR-021', 'ErrSavePastDateMsg', { start_date: '2026-03-16 07:00:00', end_date: '2026-03-16 09:00:00' }],
  ['BOOK-029, ERR-023', 'end_date', { end_date: '2026-03-17 08:00:00' }],
  ['BOOK-030, ERR-023', 'end_date', { end_date: '2026-03-17 09:00:00' }],
  ['BOOK-031, CONST-028, DEC-23', 'BookingMinimumTenMinutes', { end_date: '2026-03-17 09:05:00' }],
  ['BOOK-032, ERR-024', 'purpose', { purpose: ' ' }],
  ['BOOK-032, CONST-027, ERR-024', 'purpose', { purpose: 'x'.repeat(101) }],
  ['BOOK-033, ERR-024', 'imei', { imei: '' }],
  ['BOOK-033, ERR-024', 'driver_id', { driver_id: null }],
  ['decision 0065', 'BookingTooLong', { end_date: '2026-08-17 09:00:00' }],
  ['decision 0065', 'BookingTooFarAhead', { start_date: '2029-03-17 09:00:00', end_date: '2029-03-17 10:00:00' }],
] as [string, string, Record<string, unknown>][])('%s: a booking is refused with %s', async (_row, refusal, over) => {
  const answer = await book(employee!, over);
  expect(answer.status).toBe(422);
  expect(answer.raw.toString()).toContain(refusal);
  expect(await itemsOf(admin!)).toEqual([]);
});

test('BOOK-027: who books the running quarter of an hour is not late', async () => {
  await booked(employee!, { start_date: at('2026-03-16 08:00'), end_date: at('2026-03-16 09:00') });
});

test('API-045, BOOK-034, BOOK-040, DEC-26: half-open times may touch; one that overlaps is refused, and nothing of it is kept', async () => {
  await booked(employee!);
  await booked(colleague!, { start_date: at('2026-03-17 11:00'), end_date: at('2026-03-17 12:00'), driver_id: bo!.id });
  await booked(colleague!, { start_date: at('2026-03-17 08:00'), end_date: at('2026-03-17 09:00'), driver_id: bo!.id });
  const answer = await book(colleague!, { start_date: at('2026-03-17 10:45'), driver_id: bo!.id });
  expect(answer).toMatchObject({ status: 409, errors: 'AlreadyBooked' });
  expect(await itemsOf(admin!)).toHaveLength(3);
});

test('BOOK-040: of two hundred who race for an hour one wins, and the others are told that it is taken', async () => {
  const answers: Awaited<ReturnType<typeof book>>[] = [];
  // Four waves of fifty: whoever waits ten seconds for the database is told that it is busy, which on a loaded machine some of two hundred are.
  for (let wave = 0; wave < 4; wave++) answers.push(...(await Promise.all(Array.from({ length: 50 }, () => book(employee!)))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status, errors }) => status === 409 && (errors as unknown) === 'AlreadyBooked')).toHaveLength(199);
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM booking WHERE unit_id = ${van.unitId}`.execute(owner);
  expect(rows).toEqual([{ n: 1 }]);
});

test('BOOK-040: who finds it taken is told who has it and the nearest free times before and after', async () => {
  await booked(employee!);
  await booked(employee!, { start_date: at('2026-03-17 12:00'), end_date: at('2026-03-17 13:00') });
  const body = { imei: van.imei, start_date: at('2026-03-17 10:00'), end_date: at('2026-03-17 12:00') };
  const { data } = await colleague!.call(checkBooking, { body });
  expect((await employee!.call(checkBooking, { body })).data!.occurrences[0]!.taken_by).toMatchObject([{ is_own: true }]);
  expect(data!.occurrences[0]!.taken_by).toMatchObject([
    { driver_name: 'Eva Ek', is_own: false, start_date: at('2026-03-17 09:00'), end_date: at('2026-03-17 11:00') },
  ]);
  expect(data!.free).toEqual([
    { start_date: at('2026-03-17 07:00'), end_date: at('2026-03-17 09:00') },
    { start_date: at('2026-03-17 13:00'), end_date: at('2026-03-17 15:00') },
    { start_date: at('2026-03-17 15:00'), end_date: at('2026-03-17 17:00') },
  ]);
});

test('BOOK-040, BOOK-045: a vehicle that is driven without a booking is told to whoever books it today, as the search tells it', async () => {
  for (const unit of [van, car]) await parked(unit);
  const usedAt = async (caller: Caller, day: string, imei = van.imei) => {
    const span = { start_date: at(`${day} 08:07`), end_date: at(`${day} 09:07`) };
    const { data } = await caller.call(checkBooking, { body: { imei, ...span, driver_id: eva!.id } });
    expect(data!.occurrences).toMatchObject([{ closed: null, taken_by: [] }]);
    return data!.in_use_now;
  };
  expect(await usedAt(employee!, '2026-03-16')).toBe(false);
  const moves = { state: 'moving', state_since: app.clock.now };
  await owner.updateTable('unit_latest').set(moves).where('unit_id', '=', van.unitId).execute();
  expect([await usedAt(employee!, '2026-03-16'), await usedAt(employee!, '2026-03-17')]).toEqual([true, false]);
  expect(await usedAt(admin!, '2026-03-16', car.imei)).toBe(false);
  const drive = { start: '2026-03-16T06:00:00Z', minutes: 20, type: 'private', driver: ada!.id };
  await makeTrip(app.database, { accountId, unitId: van.unitId }, drive);
  // In private use it is as the search says, moving or not.
  for (const state of ['parked', 'moving']) {
    const note = { state, state_since: new Date('2026-03-16T06:20:00Z'), private_use_of: ada!.id };
    await owner.updateTable('unit_latest').set(note).where('unit_id', '=', van.unitId).execute();
    expect(await usedAt(employee!, '2026-03-16')).toBe(true);
  }
});

test('BOOK-040, BOOK-045: who has the vehicle oneself, and who has only booked it until then, is not in the way', async () => {
  for (const unit of [van, car]) await parked(unit);
  await booked(colleague!, { start_date: at('2026-03-16 08:07'), end_date: at('2026-03-16 09:00'), driver_id: bo!.id });
  const body = { imei: van.imei, start_date: at('2026-03-16 10:00'), end_date: at('2026-03-16 11:00') };
  const usedFor = async (driver: { id: number } | undefined) =>
    (await admin!.call(checkBooking, { body: { ...body, driver_id: driver!.id } })).data!.in_use_now;
  expect(await usedFor(eva)).toBe(false);
  const comes = { extent: 'all', from_trip_id: null } as const;
  await admin!.call(checkInDriver, { body: { ...comes, imei: van.imei, driver_id: ada!.id } });
  app.clock.now = new Date('2026-03-16T07:08:00Z');
  expect([await usedFor(eva), await usedFor(ada)]).toEqual([true, false]);
});

test('DEC-26: the same driver on two vehicles is only warned about', async () => {
  await booked(admin!);
  const { data } = await admin!.call(checkBooking, {
    body: {
      imei: car.imei,
      start_date: at('2026-03-17 10:00'),
      end_date: at('2026-03-17 12:00'),
      driver_id: eva!.id,
    },
  });
  expect(data!.driver_elsewhere).toMatchObject([{ unit_name: 'Skåpbil' }]);
  await booked(admin!, { imei: car.imei, driver_id: ada!.id });
});

test('API-047, BOOK-035, DEC-22, DEC-25, ERR-025: what has begun is not changed or deleted; it can be given back, which frees the rest', async () => {
  const id = await booked(employee!);
  app.clock.now = new Date('2026-03-17T08:00:00Z');
  [employee, colleague] = [await app.signInAs(eva!), await app.signInAs(bo!)];
  const change = await employee.call(updateBooking, { body: { ...wanted({ purpose: 'Annat' }), id } });
  expect(change).toMatchObject({ status: 422, errors: 'ErrEditPastDateMsg' });
  expect(await employee.call(deleteBooking, { body: { id } })).toMatchObject({ status: 422, errors: 'ErrEditPastDateMsg' });
  expect((await employee.call(getBooking, { params: { id } })).data).toMatchObject({
    phase: 'ongoing',
    can: { edit: false, delete: false, return: true },
  });
  expect(await colleague.call(returnVehicle, { params: { id } })).toMatchObject({
    status: 403,
    errors: 'CannotEditOthersBooking',
  });
  app.clock.now = new Date('2026-03-17T08:30:00Z');
  expect((await employee.call(returnVehicle, { params: { id } })).data).toMatchObject({
    phase: 'past',
    end_date: at('2026-03-17 09:30'),
    returned_date: at('2026-03-17 09:30'),
  });
  await booked(colleague, { start_date: at('2026-03-17 09:30'), driver_id: bo!.id });
  expect(await employee.call(returnVehicle, { params: { id } })).toMatchObject({ status: 422, errors: 'BookingNotOngoing' });
});

test('DEC-22: a vehicle that is given back may be booked again within the same minute', async () => {
  const id = await booked(employee!);
  app.clock.now = new Date('2026-03-17T08:30:40Z');
  [employee, colleague] = [await app.signInAs(eva!), await app.signInAs(bo!)];
  const given = (await employee.call(returnVehicle, { params: { id } })).data!;
  expect(given).toMatchObject({ phase: 'past', end_date: at('2026-03-17 09:30') });
  const span = { start_date: at('2026-03-17 09:30'), end_date: at('2026-03-17 10:30') };
  const check = await colleague.call(checkBooking, { body: { imei: van.imei, ...span, driver_id: bo!.id } });
  expect(check.data!.occurrences).toMatchObject([{ taken_by: [] }]);
  const next = await booked(colleague, { ...span, driver_id: bo!.id });
  // In its first minute it has no whole one to end at.
  expect((await colleague.call(returnVehicle, { params: { id: next } })).data).toMatchObject({ phase: 'past' });
});

test('API-046, BOOK-036, DEC-27, ERR-025: others’ bookings are changed by administrators and by who was given the right', async () => {
  const id = await booked(employee!);
  const change = (caller: Caller) =>
    caller.call(updateBooking, { body: { ...wanted({ end_date: at('2026-03-17 12:00') }), id } });
  expect(await change(colleague!)).toMatchObject({ status: 403, errors: 'CannotEditOthersBooking' });
  expect(await colleague!.call(deleteBooking, { body: { id } })).toMatchObject({ errors: 'CannotEditOthersBooking' });
  await owner
    .updateTable('member')
    .set({ rights: ['edit-all-bookings'] })
    .where('id', '=', bo!.id)
    .execute();
  expect((await change(colleague!)).status).toBe(200);
  expect((await itemsOf(colleague!))[0]).toMatchObject({
    driver_id: eva!.id,
    end_time: '12:00:00',
    is_editable: true,
    // Who changes it sees what is changed.
    purpose: 'Kundbesök',
  });
  expect((await change(admin!)).status).toBe(200);
  expect((await admin!.call(deleteBooking, { body: { id } })).data).toEqual({ deleted: 1 });
  // SEC-012: which of a vehicle's bookings it was.
  const told = await owner
    .selectFrom('audit_entry')
    .where('action', 'like', 'booking-%')
    .select(['action', 'details'])
    .orderBy('id', 'desc')
    .limit(3)
    .execute();
  const [from, to] = ['2026-03-17T08:00:00.000Z', '2026-03-17T11:00:00.000Z'];
  const made = await owner.selectFrom('audit_entry').where('action', '=', 'booking-made').select('details').executeTakeFirst();
  expect(made?.details).toMatchObject({ purpose: 'Kundbesök' });
  expect(told).toEqual([
    { action: 'booking-deleted', details: { from, to, user: eva!.id, purpose: 'Kundbesök' } },
    { action: 'booking-changed', details: { from, to } },
    {
      action: 'booking-changed',
      details: {
        from,
        to,
        fields: 'time',
        changes: [{ field: 'time', before: '2026-03-17T08:00:00.000Z/2026-03-17T10:00:00.000Z', after: `${from}/${to}` }],
      },
    },
  ]);
});

test('API-046: a booking is moved to another vehicle that is free, by the rules of a new one, and the log says from which', async () => {
  const id = await booked(employee!);
  const to = (imei: string, caller = employee!) => caller.call(updateBooking, { body: { ...wanted({ imei }), id } });
  expect(await to(car.imei), 'not one of hers').toMatchObject({ status: 404, errors: 'UnitNotFound' });
  const bus = await makeUnit(app.database, { accountId, name: 'Buss', visibleTo: [eva!.id, bo!.id] });
  const busy = await booked(colleague!, { imei: bus.imei, driver_id: bo!.id });
  expect(await to(bus.imei)).toMatchObject({ status: 409, errors: 'AlreadyBooked' });
  expect(await to(car.imei, admin), 'its driver does not see it').toMatchObject({ status: 422, errors: 'DriverNotAllowed' });
  await colleague!.call(deleteBooking, { body: { id: busy } });
  expect((await to(bus.imei)).status).toBe(200);
  expect(await itemsOf(employee!)).toMatchObject([{ booking_id: id, imei: bus.imei }]);
  const told = await owner
    .selectFrom('audit_entry')
    .where('account_id', '=', accountId)
    .where('action', '=', 'booking-changed')
    .select(['subject', 'details'])
    .execute();
  const changes = [{ field: 'vehicle', before: 'Skåpbil', after: 'Buss' }];
  expect(told).toMatchObject([{ subject: 'Buss', details: { before: 'Skåpbil', changes } }]);
});

test('BOOK-004: a week that is over tells what was driven, how long, and what was let go; nothing that would tell of private trips', async () => {
  const on = (from: string, until: string, over: Record<string, unknown> = {}) =>
    booked(employee!, { start_date: at(`2026-03-17 ${from}`), end_date: at(`2026-03-17 ${until}`), ...over });
  const [driven, late, still, released] = [
    await on('09:00', '10:00'),
    await on('11:00', '12:00'),
    await on('13:00', '14:00'),
    await on('15:00', '16:00'),
  ];
  const of = { accountId, unitId: van.unitId };
  await makeTrip(app.database, of, { start: '2026-03-17T08:10:00Z', minutes: 30, driver: eva!.id });
  await makeTrip(app.database, of, { start: '2026-03-17T10:40:00Z', minutes: 60, driver: eva!.id });
  await owner.updateTable('booking').set({ state: 'released' }).where('id', '=', released).execute();
  const told = async (caller = admin!) =>
    (await itemsOf(caller, '2026-03-17')).map((item) => [item.booking_id, item.state, item.was_driven, item.driven_until]);
  expect(await told(), 'to come').toEqual([driven, late, still].map((id) => [id, 'booked', null, null]));
  const later = async (instant: string): Promise<void> => {
    app.clock.now = new Date(instant);
    [admin, employee] = [await app.signInAs(ada!), await app.signInAs(eva!)];
  };
  await later('2026-03-17T15:30:00Z');
  expect((await told()).slice(2), 'today nothing is called undriven').toEqual([
    [still, 'booked', null, null],
    [released, 'released', null, null],
  ]);
  await later('2026-03-19T15:30:00Z');
  const outcome = [
    [driven, 'booked', true, null],
    [late, 'booked', true, '2026-03-17 12:40:00'],
    [still, 'booked', false, null],
    [released, 'released', false, null],
  ];
  expect(await told()).toEqual(outcome);
  const opened = async (id: number) => (await admin!.call(getBooking, { params: { id: String(id) } })).data!;
  expect(await opened(late)).toMatchObject({
    was_driven: true,
    driven_until: '2026-03-17 12:40:00',
    driven: { from: '2026-03-17 11:40:00', until: '2026-03-17 12:40:00', drivers: [], log_drivers: [] },
  });
  // The trip before its time was within three hours of it.
  expect((await opened(late)).driven!.was_out).toBe(true);
  expect((await opened(driven)).driven!.was_out).toBe(false);
  expect(await opened(still)).toMatchObject({ was_driven: false, driven_until: null, driven: { from: null, until: null } });
  await owner.updateTable('trip').set({ computed_driver_id: bo!.id }).where('unit_id', '=', van.unitId).execute();
  expect((await opened(late)).driven, 'the usual driver stands in the log').toMatchObject({
    drivers: [],
    log_drivers: ['Bo Berg'],
  });
  await owner.updateTable('trip').set({ checked_in_driver_id: eva!.id }).where('unit_id', '=', van.unitId).execute();
  expect((await opened(late)).driven, 'whoever booked it was checked in').toMatchObject({ drivers: [], log_drivers: [] });
  await owner
    .updateTable('trip')
    .set({ checked_in_driver_id: bo!.id })
    .where('unit_id', '=', van.unitId)
    .where('started_at', '=', new Date('2026-03-17T10:40:00Z'))
    .execute();
  expect((await opened(late)).driven, 'somebody else was checked in').toMatchObject({
    drivers: ['Bo Berg'],
    log_drivers: [],
  });
  // The time is free all the same.
  const { data } = await admin!.call(monthOfBookings, { query: { Imeis: '', month: '2026-03' } });
  expect(data!.BookingSchedules.flatMap(({ Schedule }) => Schedule).map(({ state }) => state)).not.toContain('released');
  await makeTrip(app.database, of, { start: '2026-03-17T18:00:00Z', minutes: 30, driver: eva!.id, type: 'private' });
  expect((await told()).map(([, , wasDriven]) => wasDriven)).toEqual([true, true, null, null]);
  expect((await told(employee)).map(([, , wasDriven]) => wasDriven)).toEqual([true, true, false, false]);
});

test('BOOK-037, DEC-31, API-044: administrators book for whoever sees the vehicle, others for themselves', async () => {
  const drivers = (caller: Caller) => caller.call(listBookingDrivers, { body: { imei: van.imei } });
  expect((await drivers(admin!)).data!.members.map(({ full_name }) => full_name)).toEqual(['Ada Admin', 'Bo Berg', 'Eva Ek']);
  expect((await drivers(employee!)).data!.members).toEqual([{ ID: eva!.id, FirstName: 'Eva', full_name: 'Eva Ek' }]);
  expect(await book(employee!, { driver_id: bo!.id })).toMatchObject({ status: 403, errors: 'Forbidden' });
  expect(await book(employee!, { kind: 'service', driver_id: null })).toMatchObject({ status: 403, errors: 'Forbidden' });
  expect(await book(admin!, { imei: car.imei })).toMatchObject({ status: 422, errors: 'DriverNotAllowed' });
  expect(await book(employee!, { imei: car.imei })).toMatchObject({ status: 404, errors: 'UnitNotFound' });
  await booked(admin!);
  expect(await mails()).toMatchObject([{ news: 'made', fullName: 'Eva Ek' }]);
});

test('ERR-041: of two who change a booking from what they saw, the later is told that it has changed meanwhile', async () => {
  const id = await booked(employee!);
  const was = { end_date: at('2026-03-17 11:00') };
  const change = (end: string) => employee!.call(updateBooking, { body: { ...wanted({ end_date: at(end) }), id, was } });
  expect((await change('2026-03-17 12:00')).status).toBe(200);
  expect(await change('2026-03-17 13:00')).toMatchObject({ status: 409, errors: 'ChangedMeanwhile' });
});

test('BOOK-042, DEC-30: over both clock changes a booking keeps the times that people read', async () => {
  app.clock.now = new Date('2026-03-20T08:00:00Z');
  admin = await app.signInAs(ada!);
  const id = await booked(admin, { start_date: at('2026-03-28 22:00'), end_date: at('2026-03-29 06:00') });
  const { rows } = await sql<{ hours: number }>`
    SELECT (extract(epoch FROM upper(during) - lower(during)) / 3600)::float8 AS hours FROM booking WHERE id = ${id}`.execute(
    owner,
  );
  expect(rows).toEqual([{ hours: 7 }]);
  expect((await admin.call(getBooking, { params: { id } })).data).toMatchObject({
    start_date: at('2026-03-28 22:00'),
    end_date: at('2026-03-29 06:00'),
  });
  // 02:30 does not exist on that day, and is 03:30: what ends at 03:15 ends before it.
  const gap = { start_date: at('2026-03-29 02:30'), end_date: at('2026-03-29 03:15'), imei: car.imei, driver_id: ada!.id };
  expect(await book(admin, gap)).toMatchObject({ status: 422, errors: 'EndDateMustBeAfterStart' });
  const autumn = await booked(admin, { start_date: at('2026-10-24 22:00'), end_date: at('2026-10-25 06:00') });
  expect((await admin.call(getBooking, { params: { id: autumn } })).data).toMatchObject({ end_date: at('2026-10-25 06:00') });
});

test('BOOK-042: accounts in London book by London’s clocks', async () => {
  await sql`UPDATE account SET time_zone = 'Europe/London' WHERE id = ${accountId}`.execute(owner);
  admin = await app.signInAs(ada!);
  const answer = await book(admin, { start_date: at('2026-03-28 23:00'), end_date: at('2026-03-29 04:00'), weeks: 2 });
  const { rows } = await sql<{
    from_at: string;
    hours: number;
  }>`SELECT to_char(lower(during) AT TIME ZONE 'UTC', 'MM-DD HH24:MI') AS from_at,
    (extract(epoch FROM upper(during) - lower(during)) / 3600)::float8 AS hours FROM booking WHERE id = ANY (${answer.data!.ids}::bigint[]) ORDER BY id`.execute(
    owner,
  );
  expect(rows).toEqual([
    { from_at: '03-28 23:00', hours: 4 },
    { from_at: '04-04 22:00', hours: 5 },
  ]);
});

test('BOOK-050: a row of weeks keeps its wall-clock time through a clock change; what is taken is told before, and left out if wanted', async () => {
  await booked(colleague!, { start_date: at('2026-03-31 10:00'), end_date: at('2026-03-31 12:00'), driver_id: bo!.id });
  const checked = await employee!.call(checkBooking, {
    body: { imei: van.imei, start_date: at('2026-03-17 09:00'), end_date: at('2026-03-17 11:00'), weeks: 4 },
  });
  expect(checked.data!.occurrences.map(({ start_date, taken_by }) => [start_date, taken_by.length])).toEqual([
    [at('2026-03-17 09:00'), 0],
    [at('2026-03-24 09:00'), 0],
    [at('2026-03-31 09:00'), 1],
    [at('2026-04-07 09:00'), 0],
  ]);
  expect(await book(employee!, { weeks: 4 })).toMatchObject({ status: 409, errors: 'AlreadyBooked' });
  expect(await itemsOf(employee!)).toEqual([]);
  const row = await book(employee!, { weeks: 4, skip_taken: true });
  expect(row.data).toMatchObject({ skipped: ['2026-03-31'] });
  expect(row.data!.ids).toHaveLength(3);
  expect((await employee!.call(getBooking, { params: { id: row.data!.ids[1]! } })).data).toMatchObject({
    start_date: at('2026-03-24 09:00'),
    in_row: 2,
  });
  expect((await book(employee!, { weeks: 13 })).status).toBe(422);
  const later = await employee!.call(deleteBooking, { body: { id: row.data!.ids[1]!, with_later: true } });
  expect(later.data).toEqual({ deleted: 2 });
  expect(await itemsOf(employee!)).toHaveLength(1);
});

test('BOOK-004: a week that has begun tells administrators which bookings were removed from it, by whom and when', async () => {
  const id = await booked(employee!);
  const row = await book(employee!, { start_date: at('2026-03-18 09:00'), end_date: at('2026-03-18 11:00'), weeks: 2 });
  expect((await admin!.call(deleteBooking, { body: { id } })).data).toEqual({ deleted: 1 });
  expect((await employee!.call(deleteBooking, { body: { id: row.data!.id, with_later: true } })).data).toEqual({ deleted: 2 });
  const removed = async (caller: Caller, day = '2026-03-17') =>
    (await caller.call(weekOfBookings, { query: { week_day: day, Imeis: '' } })).data!.removed;
  const [first, second] = await removed(admin!);
  expect(first).toEqual({
    unit_name: 'Skåpbil',
    driver_name: 'Eva Ek',
    purpose: 'Kundbesök',
    start_date: at('2026-03-17 09:00'),
    end_date: at('2026-03-17 11:00'),
    removed_by: 'Ada Admin',
    removed_at: expect.stringMatching(/:\d{2}$/),
  });
  expect(second).toMatchObject({ start_date: at('2026-03-18 09:00'), removed_by: 'Eva Ek' });
  expect(await removed(employee!), 'the audit log is the administrators’').toEqual([]);
  expect(await removed(admin!, '2026-03-25'), 'to come').toEqual([]);
  app.clock.now = new Date('2026-03-30T08:00:00Z');
  admin = await app.signInAs(ada!);
  expect(await removed(admin, '2026-03-25')).toMatchObject([{ start_date: at('2026-03-25 09:00') }]);
});

test('BOOK-004, decision 0083: what a driver drove on with after the end belongs to the booking; a fetch that was late is told', async () => {
  const id = await booked(employee!, { start_date: at('2026-03-17 09:00'), end_date: at('2026-03-17 11:00') });
  const of = { accountId, unitId: van.unitId };
  for (const [start, minutes] of [
    ['2026-03-17T08:42:00Z', 86],
    ['2026-03-17T10:31:00Z', 6],
    ['2026-03-17T11:41:00Z', 8],
  ] as const)
    await makeTrip(app.database, of, { start, minutes, driver: eva!.id });
  await makeTrip(app.database, of, { start: '2026-03-17T12:00:00Z', minutes: 8, driver: bo!.id });
  app.clock.now = new Date('2026-03-19T08:00:00Z');
  admin = await app.signInAs(ada!);
  const told = { was_driven: true, fetched: at('2026-03-17 09:42'), driven_until: at('2026-03-17 12:49') };
  const usual = { was_driven: true, fetched: null, driven_until: at('2026-03-17 11:08') };
  expect(await itemsOf(admin, '2026-03-17'), 'who has the van as a rule drives on as on any day').toMatchObject([usual]);
  const checkedIn = { computed_driver_id: null, checked_in_driver_id: eva!.id };
  await owner.updateTable('trip').set(checkedIn).where('computed_driver_id', '=', eva!.id).execute();
  expect(await itemsOf(admin, '2026-03-17')).toMatchObject([told]);
  const opened = await admin.call(getBooking, { params: { id: String(id) } });
  expect(opened.data).toMatchObject({ ...told, driven: { trips: 3, log_driver_ids: [eva!.id] } });
  await makeTrip(app.database, of, { start: '2026-03-17T05:00:00Z', minutes: 8, driver: eva!.id, type: 'private' });
  expect(await itemsOf(admin, '2026-03-17'), 'it may have been fetched privately').toMatchObject([{ ...told, fetched: null }]);
});

test('API-043, DEC-28: the month holds one’s own bookings, an administrator’s everybody’s unless they want their own alone', async () => {
  await booked(employee!);
  await booked(admin!, { imei: car.imei, driver_id: ada!.id });
  const month = async (caller: Caller, query = {}) =>
    (await caller.call(monthOfBookings, { query: { Imeis: '', month: '2026-03', ...query } })).data!.BookingSchedules.flatMap(
      ({ Schedule }) => Schedule.map(({ driver_name }) => driver_name),
    );
  expect(await month(employee!)).toEqual(['Eva Ek']);
  expect(await month(colleague!)).toEqual([]);
  expect(await month(admin!)).toEqual(['Ada Admin', 'Eva Ek']);
  expect(await month(admin!, { only_mine: 'true' })).toEqual(['Ada Admin']);
  // What an administrator books for others is theirs to drive.
  await booked(admin!, { start_date: at('2026-03-18 09:00'), end_date: at('2026-03-18 11:00') });
  await booked(admin!, {
    imei: car.imei,
    start_date: at('2026-03-19 09:00'),
    end_date: at('2026-03-19 11:00'),
    kind: 'service',
    driver_id: null,
  });
  expect(await month(admin!, { only_mine: 'true' })).toEqual(['Ada Admin']);
  expect(await month(employee!)).toEqual(['Eva Ek', 'Eva Ek']);
});

test('BOOK-045: beside a vehicle stands whether somebody has it, it is in service, or it is not heard', async () => {
  const stateNow = async () => (await week(admin!)).BookingSchedules.map(({ Name, state }) => `${Name}: ${state}`);
  expect(await stateNow()).toEqual(['Direktörsbil: never-reported', 'Skåpbil: never-reported']);
  const heard = { last_contact_at: new Date('2026-03-10T08:00:00Z') };
  await owner.updateTable('tracker').set(heard).where('imei', '=', van.imei).execute();
  expect(await stateNow()).toEqual(['Direktörsbil: never-reported', 'Skåpbil: no-contact']);
  await booked(employee!, { start_date: at('2026-03-16 08:15'), end_date: at('2026-03-16 12:00') });
  await booked(admin!, {
    imei: car.imei,
    start_date: at('2026-03-16 08:15'),
    end_date: at('2026-03-16 12:00'),
    kind: 'service',
    driver_id: null,
  });
  app.clock.now = new Date('2026-03-16T08:00:00Z');
  expect(await stateNow()).toEqual(['Direktörsbil: in-service', 'Skåpbil: in-use']);
  const gone = await week(admin!);
  expect(gone.server_time).toBe('2026-03-16T08:00:00.000Z');
});

const parked = ({ unitId }: MadeUnit) =>
  owner
    .insertInto('unit_latest')
    .values({
      account_id: accountId,
      unit_id: unitId,
      last_contact_at: app.clock.now,
      state: 'parked',
      report_interval_s: 86_400,
      time: app.clock.now,
      lat_e7: 590_000_000,
      lon_e7: 180_000_000,
    })
    .execute();

test('16-C, MAP-031: a booking to come tells where its vehicle is now, unless that is withheld, and one that is over nothing', async () => {
  const id = await booked(employee!);
  await parked(van);
  const at59 = { lat_e7: 590_000_000, lon_e7: 180_000_000, address: 'Tavastgatan, Stockholm', address_is_approximate: true };
  await owner
    .updateTable('unit_latest')
    .set({ ...at59, time: app.clock.now })
    .where('unit_id', '=', van.unitId)
    .execute();
  const place = async (caller: Caller) => {
    const { data } = await caller.call(getBooking, { params: { id } });
    return [data!.place, data!.place_is_approximate];
  };
  expect(await place(employee!)).toEqual(['Tavastgatan, Stockholm', true]);
  expect(await place(admin!)).toEqual(['Tavastgatan, Stockholm', true]);
  const drive = { start: '2026-03-16T06:00:00Z', minutes: 20, type: 'private', driver: ada!.id } as const;
  await makeTrip(app.database, { accountId, unitId: van.unitId }, drive);
  await owner.updateTable('unit_latest').set({ private_use_of: ada!.id }).where('unit_id', '=', van.unitId).execute();
  expect(await place(admin!), 'her own').toEqual(['Tavastgatan, Stockholm', true]);
  expect(await place(employee!)).toEqual([null, false]);
  app.clock.now = new Date('2026-03-18T08:00:00Z');
  admin = await app.signInAs(ada!);
  expect(await place(admin), 'it is over').toEqual([null, false]);
});

test('BOOK-045: a vehicle that somebody is checked in to is in use, and says who has it, whoever booked it', async () => {
  for (const unit of [van, car]) await parked(unit);
  const usersNow = async () =>
    (await week(admin!)).BookingSchedules.map(({ Name, state, used_by, is_used_by_booking }) => [
      Name,
      state,
      used_by?.name ?? null,
      is_used_by_booking,
    ]);
  expect(await usersNow()).toEqual([
    ['Direktörsbil', 'free', null, false],
    ['Skåpbil', 'free', null, false],
  ]);
  await booked(employee!, { start_date: at('2026-03-16 08:15'), end_date: at('2026-03-16 12:00') });
  app.clock.now = new Date('2026-03-16T08:00:00Z');
  expect((await usersNow())[1]).toEqual(['Skåpbil', 'in-use', 'Eva Ek', true]);
  const comes = { extent: 'all', from_trip_id: null } as const;
  for (const imei of [van.imei, car.imei])
    expect((await admin!.call(checkInDriver, { body: { ...comes, imei, driver_id: ada!.id } })).status).toBe(200);
  app.clock.now = new Date('2026-03-16T08:01:00Z');
  expect((await usersNow()).map(([, ...state]) => state)).toEqual([
    ['in-use', 'Ada Admin', false],
    ['in-use', 'Ada Admin', false],
  ]);
});

test('BOOK-045: a vehicle that stands for a moment on its round is in use; after a quarter of an hour it is free', async () => {
  for (const unit of [van, car]) await parked(unit);
  const vanAfter = async (state: string, minutes: number) => {
    const state_since = new Date(app.clock.now.getTime() - minutes * 60_000);
    await owner.updateTable('unit_latest').set({ state, state_since }).where('unit_id', '=', van.unitId).execute();
    return (await week(employee!)).BookingSchedules.map((vehicle) => vehicle.state);
  };
  expect(await vanAfter('moving', 3)).toEqual(['in-use']);
  expect(await vanAfter('stopped', 20)).toEqual(['in-use']);
  expect(await vanAfter('parked', 4)).toEqual(['in-use']);
  expect(await vanAfter('parked', 14)).toEqual(['in-use']);
  expect(await vanAfter('parked', 15)).toEqual(['free']);
});

test('BOOK-045, MAP-031: a vehicle in private use is in use and never free to whoever may not see more, moving or not', async () => {
  for (const unit of [van, car]) await parked(unit);
  const drive = { start: '2026-03-16T06:00:00Z', minutes: 20, type: 'private', driver: ada!.id };
  await makeTrip(app.database, { accountId, unitId: van.unitId }, drive);
  const told = [];
  for (const state of ['parked', 'moving']) {
    const note = { state, state_since: new Date('2026-03-16T06:20:00Z'), private_use_of: ada!.id };
    await owner.updateTable('unit_latest').set(note).where('unit_id', '=', van.unitId).execute();
    for (const caller of [employee!, admin!])
      told.push(
        (await week(caller)).BookingSchedules.filter(({ Imei }) => Imei === van.imei).map((at) => [at.state, at.used_by]),
      );
  }
  // Who drives it privately sees how it is.
  expect(told).toEqual([[['in-use', null]], [['free', null]], [['in-use', null]], [['in-use', null]]]);
});

test('16: what nobody hears from is found last, and an overdue service is told with what kind of vehicle it is', async () => {
  const trailer = await makeUnit(app.database, { accountId, name: 'Släpvagn' });
  const digger = await makeUnit(app.database, { accountId, name: 'Grävmaskin' });
  await owner.updateTable('unit').set({ marker_symbol: 'trailer' }).where('id', '=', trailer.unitId).execute();
  await owner.updateTable('unit').set({ kind: 'machine' }).where('id', '=', digger.unitId).execute();
  await owner.updateTable('unit').set({ marker_symbol: 'van' }).where('id', '=', van.unitId).execute();
  for (const unit of [van, digger, trailer]) await parked(unit);
  await booked(employee!, { start_date: at('2026-03-18 09:00'), end_date: at('2026-03-18 12:00') });
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
      await admin!.call(findVehicles, { body: { start_date: at(`${day} 09:00`), end_date: at(`${day} 11:00`) } })
    ).data!.vehicles.map(({ Name, kind, state, overdue }) => [Name, kind, state, overdue]);
  const others = [
    ['Skåpbil', 'van', 'free', ['inspection', 'service']],
    ['Direktörsbil', 'car', 'never-reported', []],
  ];
  expect(await find('2026-03-17')).toEqual([
    ['Grävmaskin', 'machine', 'free', []],
    ['Släpvagn', 'trailer', 'free', []],
    ...others,
  ]);
  const comes = { extent: 'all', from_trip_id: null, imei: digger.imei, driver_id: ada!.id } as const;
  expect((await admin!.call(checkInDriver, { body: comes })).status).toBe(200);
  app.clock.now = new Date('2026-03-16T07:08:00Z');
  expect((await find('2026-03-17'))[0], 'tomorrow it may be back').toEqual(['Grävmaskin', 'machine', 'in-use', []]);
  expect((await find('2026-03-16')).map(([name]) => name)).toEqual(['Släpvagn', 'Skåpbil', 'Grävmaskin', 'Direktörsbil']);
});

test('16: a car that is heard of and never said where it is, as one in a garage, is not called free, and comes last', async () => {
  const garaged = await makeUnit(app.database, { accountId, name: 'Bil i garage' });
  for (const unit of [van, car, garaged]) await parked(unit);
  await owner.updateTable('unit_latest').set({ lat_e7: null, lon_e7: null }).where('unit_id', '=', garaged.unitId).execute();
  app.clock.now = new Date('2026-03-16T07:40:00Z');
  const { data } = await admin!.call(findVehicles, {
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
  await booked(admin!, {
    imei: third.imei,
    driver_id: ada!.id,
    start_date: at('2026-03-18 09:00'),
    end_date: at('2026-03-18 12:00'),
  });
  const find = async (caller: Caller, over = {}) =>
    (
      await caller.call(findVehicles, {
        body: { start_date: at('2026-03-17 09:00'), end_date: at('2026-03-17 11:00'), ...over },
      })
    ).data!.vehicles.map(({ Name, booked_h }) => [Name, booked_h]);
  expect(await find(admin!)).toEqual([
    ['Direktörsbil', 0],
    ['Skåpbil', 0],
    ['Bil tre', 3],
  ]);
  expect(await find(admin!, { seats: 6 })).toEqual([['Skåpbil', 0]]);
  expect(await find(admin!, { fuel_type: 'electric' })).toEqual([['Skåpbil', 0]]);
  expect(await find(admin!, { department: 'Norr' })).toEqual([]);
  expect(await find(employee!)).toEqual([['Skåpbil', 0]]);
  await booked(employee!);
  expect(await find(employee!)).toEqual([]);
});

test('16: vehicles that nobody else drives as a rule are found first, the others with whoever does', async () => {
  const bus = await makeUnit(app.database, { accountId, name: 'Buss', visibleTo: [eva!.id] });
  const own = await makeUnit(app.database, { accountId, name: 'Egen bil', visibleTo: [eva!.id] });
  const drives = (unitId: number, memberId: number) =>
    changeFrom(owner, { accountId, unitId }, new Date('2026-01-01'), { driverMemberId: memberId });
  await drives(bus.unitId, bo!.id);
  await drives(own.unitId, eva!.id);
  const lent = await makeUnit(app.database, { accountId, name: 'Lånebil', visibleTo: [eva!.id] });
  await drives(lent.unitId, bo!.id);
  const body = { start_date: at('2026-03-17 09:00'), end_date: at('2026-03-17 11:00') };
  const { vehicles } = (await employee!.call(findVehicles, { body })).data!;
  expect(vehicles.map(({ Name, usual_driver }) => [Name, usual_driver?.name ?? null])).toEqual([
    ['Egen bil', 'Eva Ek'],
    ['Skåpbil', null],
    ['Buss', 'Bo Berg'],
    ['Lånebil', 'Bo Berg'],
  ]);
  await booked(admin!, {
    imei: lent.imei,
    driver_id: eva!.id,
    start_date: at('2026-03-18 09:00'),
    end_date: at('2026-03-18 10:00'),
  });
  const again = (await employee!.call(findVehicles, { body })).data!.vehicles;
  expect(
    again.map(({ Name }) => Name),
    'one that people book is shared',
  ).toEqual(['Egen bil', 'Skåpbil', 'Lånebil', 'Buss']);
});

test('16: whoever says where they are finds the nearest first, of whichever department, though it is booked more', async () => {
  const near = await makeUnit(app.database, { accountId, name: 'Nära bil', visibleTo: [eva!.id] });
  const bus = await makeUnit(app.database, { accountId, name: 'Buss', visibleTo: [eva!.id] });
  await owner.updateTable('unit').set({ department: 'Norr' }).where('id', '=', bus.unitId).execute();
  await owner.updateTable('member').set({ department: 'Norr' }).where('id', '=', eva!.id).execute();
  await booked(employee!, { imei: near.imei, start_date: at('2026-03-18 09:00'), end_date: at('2026-03-18 10:00') });
  for (const [unit, lat_e7] of [[near, 593_000_000] as const, [van, 594_000_000] as const, [bus, 599_000_000] as const]) {
    await parked(unit);
    const where = { lat_e7, lon_e7: 180_000_000, time: app.clock.now };
    await owner.updateTable('unit_latest').set(where).where('unit_id', '=', unit.unitId).execute();
  }
  const names = async (over: object) => {
    const body = { start_date: at('2026-03-17 09:00'), end_date: at('2026-03-17 11:00'), ...over };
    return (await employee!.call(findVehicles, { body })).data!.vehicles.map(({ Name }) => Name);
  };
  expect(await names({ near: { lat: 59.3, lng: 18 } })).toEqual(['Nära bil', 'Skåpbil', 'Buss']);
  expect(await names({})).toEqual(['Buss', 'Skåpbil', 'Nära bil']);
});

test('16, DEC-26: who looks for a car reads who has the others and when, what they have booked themselves, and finds their department first', async () => {
  const bus = await makeUnit(app.database, { accountId, name: 'Buss', visibleTo: [eva!.id] });
  const other = await makeUnit(app.database, { accountId, name: 'Annan bil', visibleTo: [eva!.id] });
  await owner.updateTable('unit').set({ department: 'Norr' }).where('id', '=', bus.unitId).execute();
  const find = async () =>
    (
      await employee!.call(findVehicles, {
        body: { start_date: at('2026-03-17 09:00'), end_date: at('2026-03-17 11:00') },
      })
    ).data!;
  const names = async () => (await find()).vehicles.map(({ Name }) => Name);
  expect(await names()).toEqual(['Annan bil', 'Buss', 'Skåpbil']);
  await owner.updateTable('member').set({ department: 'Norr' }).where('id', '=', eva!.id).execute();
  expect(await names()).toEqual(['Buss', 'Annan bil', 'Skåpbil']);
  expect(await find()).toMatchObject({ own_department: 'Norr', taken: [], driver_elsewhere: [] });
  await booked(colleague!, { driver_id: bo!.id, start_date: at('2026-03-17 10:00'), end_date: at('2026-03-17 12:00') });
  await booked(employee!, { imei: other.imei });
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

test('16: where an account wants approval, a booking holds its time until the approver answers, who is told by mail', async () => {
  const usual = { approver_id: null, releases_no_shows: false, remind_before_start_min: 30, remind_before_end_min: 0 } as const;
  const settings = { ...usual, needs_approval: true };
  expect((await employee!.call(saveBookingSettings, { body: settings })).status).toBe(403);
  expect((await admin!.call(saveBookingSettings, { body: settings })).status).toBe(200);
  expect((await admin!.call(readAudit, { query: { action: 'booking-settings-changed' } })).data!.rows).toMatchObject([
    {
      changes: [
        { field: 'needs_approval', before: false, after: true },
        { field: 'remind_before_end_min', before: 15, after: 0 },
      ],
    },
  ]);
  const answer = await book(employee!);
  expect(answer.data).toMatchObject({ state: 'requested' });
  expect(await mails()).toMatchObject([{ news: 'requested', fullName: 'Ada Admin' }]);
  expect(await book(colleague!, { driver_id: bo!.id })).toMatchObject({ errors: 'AlreadyBooked' });
  expect((await employee!.call(listRequests)).data).toEqual([]);
  const [request] = (await admin!.call(listRequests)).data!;
  expect(request).toMatchObject({ driver_name: 'Eva Ek', can: { decide: true } });
  const { id } = request!;
  expect(await employee!.call(decideBooking, { params: { id }, body: { approve: true } })).toMatchObject({ status: 403 });
  const no = await admin!.call(decideBooking, { params: { id }, body: { approve: false, reason: 'Den ska på service' } });
  expect(no.data).toMatchObject({ state: 'refused' });
  expect((await mails()).at(-1)).toMatchObject({ news: 'refused', fullName: 'Eva Ek', reason: 'Den ska på service' });
  expect(await admin!.call(decideBooking, { params: { id }, body: { approve: true } })).toMatchObject({
    errors: 'BookingNotRequested',
  });
  const second = await book(colleague!, { driver_id: bo!.id });
  await admin!.call(decideBooking, { params: { id: second.data!.id }, body: { approve: true } });
  expect(await itemsOf(employee!)).toMatchObject([{ driver_name: 'Bo Berg', state: 'booked' }]);
  // An administrator's own counts at once.
  expect((await book(admin!, { imei: car.imei, driver_id: ada!.id })).data).toMatchObject({ state: 'booked' });
});

test('16, TRIP-032: a booking shows what was driven in it, of others’ private driving nothing; and how the vehicle was left', async () => {
  const id = await booked(employee!);
  app.clock.now = new Date('2026-03-18T08:00:00Z');
  [admin, employee, colleague] = [await app.signInAs(ada!), await app.signInAs(eva!), await app.signInAs(bo!)];
  const of = { accountId, unitId: van.unitId };
  await makeTrip(app.database, of, { start: '2026-03-17T08:10:00Z', minutes: 20, distanceM: 12_000, driver: eva!.id });
  await makeTrip(app.database, of, {
    start: '2026-03-17T09:00:00Z',
    minutes: 20,
    distanceM: 5000,
    driver: eva!.id,
    type: 'private',
  });
  const driven = async (caller: Caller) => (await caller.call(getBooking, { params: { id } })).data!.driven;
  expect(await driven(employee)).toMatchObject({ trips: 2, distance_m: 17_000, from: at('2026-03-17 09:10') });
  expect(await driven(admin), 'nor when').toMatchObject({ trips: 1, distance_m: 12_000, until: at('2026-03-17 09:30') });
  const body = { note: 'Tankad, repa på dörren', odometer_km: 12_045, fuel_pct: 80 };
  expect((await colleague.call(saveHandOver, { params: { id }, body })).status).toBe(403);
  expect((await employee.call(saveHandOver, { params: { id }, body })).data!.hand_over).toMatchObject({
    ...body,
    by_name: 'Eva Ek',
  });
});

test('16: how a vehicle was left is told in the bookings of it that follow, until they are over, and in no earlier one', async () => {
  const first = await booked(employee!);
  const again = await booked(employee!, { start_date: at('2026-03-18 09:00'), end_date: at('2026-03-18 11:00') });
  const next = await booked(colleague!, {
    start_date: at('2026-03-19 09:00'),
    end_date: at('2026-03-19 11:00'),
    driver_id: bo!.id,
  });
  const before = async (caller: Caller, id: number) => (await caller.call(getBooking, { params: { id } })).data!.hand_over_before;
  expect(await before(colleague!, next)).toBeNull();
  app.clock.now = new Date('2026-03-17T08:30:00Z');
  [employee, colleague] = [await app.signInAs(eva!), await app.signInAs(bo!)];
  const body = { note: 'Nyckeln i skåp 3', odometer_km: 12_045, fuel_pct: 80 };
  expect((await employee.call(saveHandOver, { params: { id: first }, body })).status).toBe(200);
  const told = { ...body, booking_id: first, by_name: 'Eva Ek', at: '2026-03-17T08:30:00.000Z', has_picture: false };
  expect(await before(colleague, next), 'over one that said nothing').toEqual(told);
  expect(await before(employee, again)).toEqual(told);
  expect(await before(employee, first), 'its own is no earlier one').toBeNull();
  const wanted = async (day: string, over: { except_id?: string } = {}) => {
    const span = { start_date: at(`2026-03-${day} 13:00`), end_date: at(`2026-03-${day} 14:00`) };
    return (await colleague!.call(checkBooking, { body: { imei: van.imei, ...span, ...over } })).data!.hand_over_before;
  };
  expect(await wanted('18'), 'before it is booked').toEqual(told);
  expect(await wanted('16'), 'of an earlier time').toBeNull();
  expect(await wanted('18', { except_id: String(first) }), 'its own').toBeNull();
  app.clock.now = new Date('2026-03-19T08:30:00Z');
  colleague = await app.signInAs(bo!);
  expect(await before(colleague, next), 'it has begun').toEqual(told);
  app.clock.now = new Date('2026-03-19T12:00:00Z');
  [employee, colleague] = [await app.signInAs(eva!), await app.signInAs(bo!)];
  expect(await before(colleague, next), 'for its own hand-over').toEqual(told);
  expect(await before(employee, next), 'it is over').toBeNull();
});

test('UNIT-022: whoever writes the hand-over is told what the odometer should show, others are not', async () => {
  const id = await booked(employee!);
  app.clock.now = new Date('2026-03-17T08:30:00Z');
  [admin, employee, colleague] = [await app.signInAs(ada!), await app.signInAs(eva!), await app.signInAs(bo!)];
  const known = async (caller: Caller) => (await caller.call(getBooking, { params: { id } })).data!.known_odometer_km;
  expect(await known(employee)).toBeNull();
  expect((await admin.call(saveOdometer, { params: { imei: van.imei }, body: { value: 46_352.4 } })).status).toBe(200);
  expect(await known(employee)).toBe(46_352.4);
  expect(await known(colleague)).toBeNull();
});

test('UNIT-022, TRIP-032: of a booking that is over its writer is told what the odometer showed then, unless others drove privately since', async () => {
  const id = await booked(employee!);
  app.clock.now = new Date('2026-03-18T08:00:00Z');
  [admin, employee, colleague] = [await app.signInAs(ada!), await app.signInAs(eva!), await app.signInAs(bo!)];
  const of = { accountId, unitId: van.unitId };
  const known = async (caller: Caller) => (await caller.call(getBooking, { params: { id } })).data!.known_odometer_km;
  const drive = (start: string, over: object) => makeTrip(app.database, of, { start, minutes: 20, distanceM: 12_000, ...over });
  const inIt = await drive('2026-03-17T08:10:00Z', { driver: eva!.id });
  const since = await drive('2026-03-17T13:00:00Z', { driver: bo!.id });
  for (const [trip, counter_m] of [
    [inIt, 0],
    [since, 12_000],
  ] as const)
    await owner.updateTable('trip').set({ counter_m }).where('id', '=', trip).execute();
  expect((await admin.call(saveOdometer, { params: { imei: van.imei }, body: { value: 46_352.4 } })).status).toBe(200);
  expect(await known(employee)).toBe(46_340.4);
  expect(await known(colleague)).toBeNull();
  await drive('2026-03-17T15:00:00Z', { driver: bo!.id, type: 'private' });
  expect(await known(employee), 'it would tell how far').toBeNull();
});

test('16: a fuel level beyond its limits is refused with what they are', async () => {
  const id = await booked(employee!);
  app.clock.now = new Date('2026-03-17T08:30:00Z');
  employee = await app.signInAs(eva!);
  const body = { note: '', odometer_km: null, fuel_pct: 150 };
  expect((await employee.call(saveHandOver, { params: { id }, body })).errors).toEqual({ fuel_pct: ['PercentLimits'] });
});

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
  admin!.call(saveBookingSettings, { body: { ...USUAL, remind_before_start_min: 30, remind_before_end_min: 15, ...over } });

test('BOOK-040, BOOK-050: what is closed is told beforehand with when it is open, and such weeks can be left out', async () => {
  const checked = async (over: object) =>
    (await employee!.call(checkBooking, { body: { imei: van.imei, start_date: '', end_date: '', ...over } })).data!;
  await closes({ only_working_hours: true });
  await admin!.call(saveWorkingHours, { params: { imei: van.imei }, body: HOURS });
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
  await booked(employee!, { start_date: at('2026-03-18 08:00'), end_date: at('2026-03-18 16:30') });
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
  expect((await book(employee!, row)).errors).toBe('BookingOutsideHours');
  expect((await book(employee!, { ...row, skip_taken: true })).data).toMatchObject({ skipped: ['2026-03-24', '2026-03-31'] });
  const never = { start_date: at('2026-03-19 18:00'), end_date: at('2026-03-19 19:00'), weeks: 2, skip_taken: true };
  expect((await book(employee!, never)).errors, 'not one is left').toBe('BookingOutsideHours');
});

test('16: an account may close vehicles outside their working hours, and those whose inspection is overdue', async () => {
  expect((await admin!.call(saveWorkingHours, { params: { imei: van.imei }, body: HOURS })).status).toBe(200);
  const evening = { start_date: at('2026-03-17 16:00'), end_date: at('2026-03-17 18:00') };
  await booked(employee!, { ...evening, start_date: at('2026-03-17 17:00') });
  await closes({ only_working_hours: true });
  expect((await book(employee!, { ...evening, end_date: at('2026-03-17 17:15') })).errors).toBe('BookingOutsideHours');
  expect(
    (await book(employee!, { start_date: at('2026-03-21 09:00'), end_date: at('2026-03-21 10:00') })).errors,
    'a Saturday',
  ).toBe('BookingOutsideHours');
  expect((await book(admin!, { ...evening, imei: car.imei, driver_id: ada!.id })).status, 'a vehicle without hours').toBe(200);
  const id = await booked(employee!, { start_date: at('2026-03-17 08:00'), end_date: at('2026-03-17 17:00') });
  const found = async () => {
    const body = { start_date: at('2026-03-18 17:00'), end_date: at('2026-03-18 18:00'), seats: null, fuel_type: null };
    return (await admin!.call(findVehicles, { body: { ...body, department: null, near: null } })).data!.vehicles.map(
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
  expect((await employee!.call(updateBooking, { body: moved })).errors).toBe('BookingInspectionOverdue');
  const out = { kind: 'inspection', driver_id: null, start_date: at('2026-03-20 09:00'), end_date: at('2026-03-20 10:00') };
  expect((await book(admin!, out)).status, 'the time at the inspection itself').toBe(200);
});

test('16, SEC-012: a picture of how it was left is kept written anew, seen by who sees the booking, and goes with it', async () => {
  const id = await booked(employee!, { start_date: at('2026-03-16 09:00'), end_date: at('2026-03-16 10:00') });
  const params = { id };
  const picture = withExif(await jpegOf(60, 40), 6, 'where it was taken');
  expect(picture.includes('where it was taken')).toBe(true);
  const send = (caller: Caller, file: Buffer) =>
    caller.request({
      method: 'PUT',
      url: pathOf('bookings.set-picture', params),
      headers: { 'content-type': 'image/jpeg' },
      payload: file,
    });
  const errorOf = (answer: { body: string }) => (JSON.parse(answer.body) as { errors: unknown }).errors;
  expect(errorOf(await send(employee!, picture)), 'before it has begun').toBe('BookingNotBegun');
  app.clock.now = new Date('2026-03-16T08:30:00Z');
  expect(errorOf(await send(colleague!, picture))).toBe('CannotEditOthersBooking');
  expect(errorOf(await send(employee!, Buffer.from('no picture')))).toBe('ImageWrongType');
  expect((await send(employee!, picture)).statusCode).toBe(200);
  expect((await send(employee!, picture)).statusCode, 'in place of the one before').toBe(200);
  expect((await colleague!.call(getBooking, { params })).data!.has_picture).toBe(true);
  const seen = await colleague!.request({ method: 'GET', url: pathOf('bookings.picture', params) });
  expect(seen.headers['content-type']).toBe('image/jpeg');
  expect(seen.rawPayload.includes('where it was taken')).toBe(false);
  const stranger = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
  expect((await stranger.request({ method: 'GET', url: pathOf('bookings.picture', params) })).statusCode).toBe(404);
  expect((await employee!.call(removeBookingPicture, { params })).status).toBe(200);
  expect((await employee!.call(removeBookingPicture, { params })).errors).toBe('PictureNotFound');
  await send(employee!, picture);
  await owner.deleteFrom('booking').where('id', '=', id).execute();
  expect(await owner.selectFrom('booking_picture').select('booking_id').where('account_id', '=', accountId).execute()).toEqual(
    [],
  );
});

test('NAV-017: an account without booking is refused all of it', async () => {
  await owner.updateTable('account').set({ car_schedule: false }).where('id', '=', accountId).execute();
  expect(await book(admin!)).toMatchObject({ status: 403, errors: 'BookingIsOff' });
  expect((await admin!.call(weekOfBookings, { query: { Imeis: '', week_day: '2026-03-17' } })).status).toBe(403);
});

test('BOOK-046: own bookings and those of a vehicle as iCalendar by a secret address, and a month as CSV', async () => {
  await booked(employee!);
  await booked(colleague!, {
    start_date: at('2026-03-18 09:00'),
    end_date: at('2026-03-18 10:00'),
    driver_id: bo!.id,
    purpose: 'Läkarbesök',
  });
  const read = async (path: string) => app.stranger.call(readBookingCalendar, { params: { token: path.split('/').at(-1)! } });
  const own = (await employee!.call(openBookingCalendar, { body: { imei: null } })).data!.path;
  const ofVan = (await employee!.call(openBookingCalendar, { body: { imei: van.imei } })).data!.path;
  const text = async (path: string) => (await read(path)).raw.toString().replace(/\r\n /g, '');
  expect(await text(own)).toContain('DTSTART:20260317T080000Z\r\nDTEND:20260317T100000Z');
  expect(await text(own)).toContain('SUMMARY:Skåpbil');
  expect((await text(own)).match(/BEGIN:VEVENT/g)).toHaveLength(1);
  expect((await text(ofVan)).match(/BEGIN:VEVENT/g)).toHaveLength(2);
  expect(await text(ofVan)).toContain('SUMMARY:Bo Berg');
  expect(await text(ofVan)).not.toContain('Läkarbesök');
  const again = (await employee!.call(openBookingCalendar, { body: { imei: null } })).data!.path;
  expect((await read(own)).status).toBe(404);
  expect((await read(again)).status).toBe(200);
  await owner.deleteFrom('unit_access').where('member_id', '=', eva!.id).execute();
  expect((await text(ofVan)).match(/BEGIN:VEVENT/g)).toBeNull();
  expect(JSON.stringify(app.logged)).not.toContain(again.split('/').at(-1)!.replace('.ics', ''));
  const file = await colleague!.call(exportBookings, { query: { month: '2026-03', Imeis: '' } }, { 'accept-language': 'sv' });
  const csv = file.raw.toString();
  expect(csv.split('\r\n').slice(1, -1)).toMatchObject([
    expect.stringContaining('2026-03-17 09:00;2026-03-17 11:00;Körning;Bokat;Eva Ek;Eva Ek;'),
    expect.stringContaining('Läkarbesök'),
  ]);
  expect(csv).not.toContain('Kundbesök');
  expect(file.headers['content-disposition']).toContain('bokningar-2026-03.csv');
  expect(csv.split('\r\n')[0]).toBe(
    '\ufeffFordon;Registreringsnummer;Start;Slut;Typ;Status;Förare;Bokat av;Ärende;Bokningens nummer',
  );
  const ownFile = async (caller: Caller) => {
    const { raw } = await caller.call(exportBookings, { query: { month: '2026-03', Imeis: '', only_mine: 'true' } });
    return raw.toString().split('\r\n').slice(1, -1);
  };
  expect(await ownFile(colleague!)).toEqual([expect.stringContaining('Läkarbesök')]);
  expect(await ownFile(admin!), 'as the month of an administrator shows').toEqual([]);
});

test('BOOK-046: the file of a month says what the screen does of each: driven or not, given back, going on, to come', async () => {
  const book = (from: string, to: string) => booked(employee!, { start_date: at(from), end_date: at(to) });
  await book('2026-03-16 08:30', '2026-03-16 09:30');
  await book('2026-03-16 10:00', '2026-03-16 11:00');
  const back = await book('2026-03-17 08:00', '2026-03-17 12:00');
  await book('2026-03-18 08:00', '2026-03-18 12:00');
  await book('2026-03-19 08:00', '2026-03-19 12:00');
  await makeTrip(
    app.database,
    { accountId, unitId: van.unitId },
    { start: '2026-03-16T07:40:00Z', minutes: 30, driver: eva!.id },
  );
  app.clock.now = new Date('2026-03-17T09:30:00Z');
  await (await app.signInAs(eva!)).call(returnVehicle, { params: { id: back } });
  app.clock.now = new Date('2026-03-18T09:00:00Z');
  employee = await app.signInAs(eva!);
  const { raw } = await employee.call(exportBookings, { query: { month: '2026-03', Imeis: '' } }, { 'accept-language': 'sv' });
  const lines = raw.toString().split('\r\n').slice(1, -1);
  expect(lines.map((line) => line.split(';')[5])).toEqual([
    'Kördes',
    'Ingen körning',
    'Lämnades tillbaka 10:30',
    'Pågår',
    'Bokat',
  ]);
});

test('BOOK-035: what nobody could see before, nobody can change: an unknown booking, another account’s, and one of a vehicle one lost', async () => {
  const id = await booked(employee!);
  const stranger = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
  await owner.deleteFrom('unit_access').where('member_id', '=', bo!.id).execute();
  for (const caller of [stranger, colleague!])
    expect(await caller.call(getBooking, { params: { id } })).toMatchObject({ status: 404, errors: 'BookingNotFound' });
  expect(await employee!.call(getBooking, { params: { id: id + 1000 } })).toMatchObject({
    status: 404,
    errors: 'BookingNotFound',
  });
  expect(await stranger.call(deleteBooking, { body: { id } })).toMatchObject({ status: 404 });
});
