import { deleteBooking, getBooking, monthOfBookings, updateBooking, weekOfBookings } from '@spora/contract/bookings/endpoints';
import { saveRow } from '@spora/contract/bookings/rows';
import { checkInDriver } from '@spora/contract/drivers/endpoints';
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
  itemsOf,
  makeBookingCompany,
  parked,
  signInAnew,
  van,
  wanted,
  week,
} from '../../testing/bookings.ts';
import { makeAccount, makeUnit } from '../../testing/database.ts';
import { makeTrip } from '../../testing/trips.ts';
import { type Caller } from '../../testing/http.ts';

const app = await bookingApp();
afterAll(() => app.close());
const { owner } = app.database;

beforeEach(() => makeBookingCompany(app));

test('API-042, BOOK-002, BOOK-024, DEC-73, FEAT-001: the week has a row for each vehicle one sees that can be booked', async () => {
  await owner.updateTable('unit').set({ subscription_type: 'Bas' }).where('id', '=', car.unitId).execute();
  const without = await makeUnit(app.database, { accountId, name: 'Utan bokning', visibleTo: [eva.id] });
  await owner
    .updateTable('unit')
    .set({ features: ['check-in'] })
    .where('id', '=', without.unitId)
    .execute();
  await makeUnit(app.database, { accountId: await makeAccount(app.database), name: 'En annans' });
  await booked(employee);
  for (const caller of [admin, employee]) {
    const { BookingSchedules, OldestBooking } = await week(caller);
    expect(BookingSchedules).toMatchObject([
      { ID: van.unitId, Imei: van.imei, Name: 'Skåpbil', SubscriptionType: 'Standard', Schedule: [{ purpose: 'Kundbesök' }] },
    ]);
    expect(OldestBooking).toBe('2026-03-17');
  }
});

test('BOOK-007, BOOK-041, DEC-29: a booking over several days is on each of them, and one until midnight not on the next', async () => {
  await booked(employee, { end_date: at('2026-03-19 00:00') });
  const parts = (await itemsOf(employee)).map((item) => [
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
  const id = await booked(employee);
  for (const [caller, purpose, isEditable] of [
    [admin, 'Kundbesök', true],
    [employee, 'Kundbesök', true],
    [colleague, null, false],
  ] as const) {
    expect(await itemsOf(caller)).toMatchObject([
      { booking_id: id, driver_name: 'Eva Ek', booked_by: eva.id, booked_by_name: 'Eva Ek', purpose, is_editable: isEditable },
    ]);
    expect((await caller.call(getBooking, { params: { id } })).data).toMatchObject({ purpose, can: { edit: isEditable } });
  }
  expect((await itemsOf(colleague)).map((item) => JSON.stringify(item)).join()).not.toContain('Kundbesök');
});

test('BOOK-004: a week that is over tells what was driven, how long, and what was let go; nothing that would tell of private trips', async () => {
  const on = (from: string, until: string, over: Record<string, unknown> = {}) =>
    booked(employee, { start_date: at(`2026-03-17 ${from}`), end_date: at(`2026-03-17 ${until}`), ...over });
  const [driven, late, still, released] = [
    await on('09:00', '10:00'),
    await on('11:00', '12:00'),
    await on('13:00', '14:00'),
    await on('15:00', '16:00'),
  ];
  const of = { accountId, unitId: van.unitId };
  await makeTrip(app.database, of, { start: '2026-03-17T08:10:00Z', minutes: 30, driver: eva.id });
  await makeTrip(app.database, of, { start: '2026-03-17T10:40:00Z', minutes: 60, driver: eva.id });
  await owner.updateTable('booking').set({ state: 'released' }).where('id', '=', released).execute();
  const told = async (caller = admin) =>
    (await itemsOf(caller, '2026-03-17')).map((item) => [item.booking_id, item.state, item.was_driven, item.driven_until]);
  expect(await told(), 'to come').toEqual([driven, late, still].map((id) => [id, 'booked', null, null]));
  const later = async (instant: string): Promise<void> => {
    app.clock.now = new Date(instant);
    await signInAnew(app);
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
  const opened = async (id: number) => (await admin.call(getBooking, { params: { id: String(id) } })).data!;
  expect(await opened(late)).toMatchObject({
    was_driven: true,
    driven_until: '2026-03-17 12:40:00',
    driven: { from: '2026-03-17 11:40:00', until: '2026-03-17 12:40:00', drivers: [], log_drivers: [] },
  });
  // The trip before its time was within three hours of it.
  expect((await opened(late)).driven!.was_out).toBe(true);
  expect((await opened(driven)).driven!.was_out).toBe(false);
  expect(await opened(still)).toMatchObject({ was_driven: false, driven_until: null, driven: { from: null, until: null } });
  await owner.updateTable('trip').set({ computed_driver_id: bo.id }).where('unit_id', '=', van.unitId).execute();
  expect((await opened(late)).driven, 'the usual driver stands in the log').toMatchObject({
    drivers: [],
    log_drivers: ['Bo Berg'],
  });
  await owner.updateTable('trip').set({ checked_in_driver_id: eva.id }).where('unit_id', '=', van.unitId).execute();
  expect((await opened(late)).driven, 'whoever booked it was checked in').toMatchObject({ drivers: [], log_drivers: [] });
  await owner
    .updateTable('trip')
    .set({ checked_in_driver_id: bo.id })
    .where('unit_id', '=', van.unitId)
    .where('started_at', '=', new Date('2026-03-17T10:40:00Z'))
    .execute();
  expect((await opened(late)).driven, 'somebody else was checked in').toMatchObject({
    drivers: ['Bo Berg'],
    log_drivers: [],
  });
  // The time is free all the same.
  const { data } = await admin.call(monthOfBookings, { query: { Imeis: '', month: '2026-03' } });
  expect(data!.BookingSchedules.flatMap(({ Schedule }) => Schedule).map(({ state }) => state)).not.toContain('released');
  await makeTrip(app.database, of, { start: '2026-03-17T18:00:00Z', minutes: 30, driver: eva.id, type: 'private' });
  expect((await told()).map(([, , wasDriven]) => wasDriven)).toEqual([true, true, null, null]);
  expect((await told(employee)).map(([, , wasDriven]) => wasDriven)).toEqual([true, true, false, false]);
});

test('BOOK-004: a week that has begun tells administrators which bookings were removed from it, by whom and when', async () => {
  const id = await booked(employee);
  const row = await book(employee, { start_date: at('2026-03-18 09:00'), end_date: at('2026-03-18 11:00'), weeks: 2 });
  expect((await admin.call(deleteBooking, { body: { id } })).data).toEqual({ deleted: 1, in_row_with: null });
  expect((await employee.call(deleteBooking, { body: { id: row.data!.id, with_later: true } })).data).toEqual({
    deleted: 2,
    in_row_with: null,
  });
  const removed = async (caller: Caller, day = '2026-03-17') =>
    (await caller.call(weekOfBookings, { query: { week_day: day, Imeis: '' } })).data!.removed;
  const [first, second] = await removed(admin);
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
  expect(await removed(employee), 'the audit log is the administrators’').toEqual([]);
  expect(await removed(admin, '2026-03-25'), 'to come').toEqual([]);
  app.clock.now = new Date('2026-03-30T08:00:00Z');
  await signInAnew(app);
  expect(await removed(admin, '2026-03-25')).toMatchObject([{ start_date: at('2026-03-25 09:00') }]);
});

test('BOOK-004: what was cancelled and is booked again as it was is told as cancelled no more, also once it has moved', async () => {
  const id = await booked(employee);
  const row = await book(employee, { start_date: at('2026-03-18 09:00'), end_date: at('2026-03-18 11:00'), weeks: 2 });
  const cancel = (of: number, withLater: boolean) =>
    admin.call(deleteBooking, { body: { id: of, with_later: withLater } }).then(({ status }) => expect(status).toBe(200));
  await cancel(id, false);
  await cancel(row.data!.id, true);
  const removed = async (): Promise<string[]> => {
    const answer = await admin.call(weekOfBookings, { query: { week_day: '2026-03-17', Imeis: '' } });
    return answer.data!.removed.map(({ start_date }) => start_date.slice(8, 10));
  };
  // For another errand or driver it is another booking.
  const other = await booked(admin, { purpose: 'Annat ärende' });
  expect(await removed()).toEqual(['17', '18']);
  await cancel(other, false);
  const again = await booked(admin);
  const weekLater = wanted({ start_date: at('2026-03-25 09:00'), end_date: at('2026-03-25 11:00') });
  const first = wanted({ start_date: at('2026-03-18 09:00'), end_date: at('2026-03-18 11:00') });
  expect((await admin.call(saveRow, { body: { bookings: [first, weekLater] } })).status).toBe(200);
  expect(await removed()).toEqual(['17']);
  expect((await admin.call(weekOfBookings, { query: { week_day: '2026-03-17', Imeis: '' } })).data!.removed[0]!.purpose).toBe(
    'Annat ärende',
  );
  const later = { ...wanted({ start_date: at('2026-03-19 09:00'), end_date: at('2026-03-19 11:00') }), id: again };
  expect((await admin.call(updateBooking, { body: later })).status).toBe(200);
  expect(await removed()).toHaveLength(1);
  await cancel(again, false);
  expect(await removed(), 'cancelled again it is').toEqual(['17', '19']);
});

test('BOOK-004, decision 0083: what a driver drove on with after the end belongs to the booking; a fetch that was late is told', async () => {
  const id = await booked(employee, { start_date: at('2026-03-17 09:00'), end_date: at('2026-03-17 11:00') });
  const of = { accountId, unitId: van.unitId };
  for (const [start, minutes] of [
    ['2026-03-17T08:42:00Z', 86],
    ['2026-03-17T10:31:00Z', 6],
    ['2026-03-17T11:41:00Z', 8],
  ] as const)
    await makeTrip(app.database, of, { start, minutes, driver: eva.id });
  await makeTrip(app.database, of, { start: '2026-03-17T12:00:00Z', minutes: 8, driver: bo.id });
  app.clock.now = new Date('2026-03-19T08:00:00Z');
  await signInAnew(app);
  const told = { was_driven: true, fetched: at('2026-03-17 09:42'), driven_until: at('2026-03-17 12:49') };
  const usual = { was_driven: true, fetched: null, driven_until: at('2026-03-17 11:08') };
  expect(await itemsOf(admin, '2026-03-17'), 'who has the van as a rule drives on as on any day').toMatchObject([usual]);
  const checkedIn = { computed_driver_id: null, checked_in_driver_id: eva.id };
  await owner.updateTable('trip').set(checkedIn).where('computed_driver_id', '=', eva.id).execute();
  expect(await itemsOf(admin, '2026-03-17')).toMatchObject([told]);
  const opened = await admin.call(getBooking, { params: { id: String(id) } });
  expect(opened.data).toMatchObject({ ...told, driven: { trips: 3, log_driver_ids: [eva.id] } });
  await makeTrip(app.database, of, { start: '2026-03-17T05:00:00Z', minutes: 8, driver: eva.id, type: 'private' });
  expect(await itemsOf(admin, '2026-03-17'), 'it may have been fetched privately').toMatchObject([{ ...told, fetched: null }]);
});

test('API-043, DEC-28: the month holds one’s own bookings, an administrator’s everybody’s unless they want their own alone', async () => {
  await booked(employee);
  await booked(admin, { imei: car.imei, driver_id: ada.id });
  const month = async (caller: Caller, query = {}) =>
    (await caller.call(monthOfBookings, { query: { Imeis: '', month: '2026-03', ...query } })).data!.BookingSchedules.flatMap(
      ({ Schedule }) => Schedule.map(({ driver_name }) => driver_name),
    );
  expect(await month(employee)).toEqual(['Eva Ek']);
  expect(await month(colleague)).toEqual([]);
  expect(await month(admin)).toEqual(['Ada Admin', 'Eva Ek']);
  expect(await month(admin, { only_mine: 'true' })).toEqual(['Ada Admin']);
  // What an administrator books for others is theirs to drive.
  await booked(admin, { start_date: at('2026-03-18 09:00'), end_date: at('2026-03-18 11:00') });
  await booked(admin, {
    imei: car.imei,
    start_date: at('2026-03-19 09:00'),
    end_date: at('2026-03-19 11:00'),
    kind: 'service',
    driver_id: null,
  });
  expect(await month(admin, { only_mine: 'true' })).toEqual(['Ada Admin']);
  expect(await month(employee)).toEqual(['Eva Ek', 'Eva Ek']);
});

test('BOOK-045: beside a vehicle stands whether somebody has it, it is in service, or it is not heard', async () => {
  const stateNow = async () => (await week(admin)).BookingSchedules.map(({ Name, state }) => `${Name}: ${state}`);
  expect(await stateNow()).toEqual(['Direktörsbil: never-reported', 'Skåpbil: never-reported']);
  const heard = { last_contact_at: new Date('2026-03-10T08:00:00Z') };
  await owner.updateTable('tracker').set(heard).where('imei', '=', van.imei).execute();
  expect(await stateNow()).toEqual(['Direktörsbil: never-reported', 'Skåpbil: no-contact']);
  await booked(employee, { start_date: at('2026-03-16 08:15'), end_date: at('2026-03-16 12:00') });
  await booked(admin, {
    imei: car.imei,
    start_date: at('2026-03-16 08:15'),
    end_date: at('2026-03-16 12:00'),
    kind: 'service',
    driver_id: null,
  });
  app.clock.now = new Date('2026-03-16T08:00:00Z');
  expect(await stateNow()).toEqual(['Direktörsbil: in-service', 'Skåpbil: in-use']);
  const gone = await week(admin);
  expect(gone.server_time).toBe('2026-03-16T08:00:00.000Z');
});

test('16-C, MAP-031: a booking to come tells where its vehicle is now, unless that is withheld, and one that is over nothing', async () => {
  const id = await booked(employee);
  await parked(app, van);
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
  expect(await place(employee)).toEqual(['Tavastgatan, Stockholm', true]);
  expect(await place(admin)).toEqual(['Tavastgatan, Stockholm', true]);
  const drive = { start: '2026-03-16T06:00:00Z', minutes: 20, type: 'private', driver: ada.id } as const;
  await makeTrip(app.database, { accountId, unitId: van.unitId }, drive);
  await owner.updateTable('unit_latest').set({ private_use_of: ada.id }).where('unit_id', '=', van.unitId).execute();
  expect(await place(admin), 'her own').toEqual(['Tavastgatan, Stockholm', true]);
  expect(await place(employee)).toEqual([null, false]);
  app.clock.now = new Date('2026-03-18T08:00:00Z');
  await signInAnew(app);
  expect(await place(admin), 'it is over').toEqual([null, false]);
});

test('BOOK-045: a vehicle that somebody is checked in to is in use, and says who has it, whoever booked it', async () => {
  for (const unit of [van, car]) await parked(app, unit);
  const usersNow = async () =>
    (await week(admin)).BookingSchedules.map(({ Name, state, used_by, is_used_by_booking }) => [
      Name,
      state,
      used_by?.name ?? null,
      is_used_by_booking,
    ]);
  expect(await usersNow()).toEqual([
    ['Direktörsbil', 'free', null, false],
    ['Skåpbil', 'free', null, false],
  ]);
  await booked(employee, { start_date: at('2026-03-16 08:15'), end_date: at('2026-03-16 12:00') });
  app.clock.now = new Date('2026-03-16T08:00:00Z');
  expect((await usersNow())[1]).toEqual(['Skåpbil', 'in-use', 'Eva Ek', true]);
  const comes = { extent: 'all', from_trip_id: null } as const;
  for (const imei of [van.imei, car.imei])
    expect((await admin.call(checkInDriver, { body: { ...comes, imei, driver_id: ada.id } })).status).toBe(200);
  app.clock.now = new Date('2026-03-16T08:01:00Z');
  expect((await usersNow()).map(([, ...state]) => state)).toEqual([
    ['in-use', 'Ada Admin', false],
    ['in-use', 'Ada Admin', false],
  ]);
});

test('BOOK-045: a vehicle that stands for a moment on its round is in use; after a quarter of an hour it is free', async () => {
  for (const unit of [van, car]) await parked(app, unit);
  const vanAfter = async (state: string, minutes: number) => {
    const state_since = new Date(app.clock.now.getTime() - minutes * 60_000);
    await owner.updateTable('unit_latest').set({ state, state_since }).where('unit_id', '=', van.unitId).execute();
    return (await week(employee)).BookingSchedules.map((vehicle) => vehicle.state);
  };
  expect(await vanAfter('moving', 3)).toEqual(['in-use']);
  expect(await vanAfter('stopped', 20)).toEqual(['in-use']);
  expect(await vanAfter('parked', 4)).toEqual(['in-use']);
  expect(await vanAfter('parked', 14)).toEqual(['in-use']);
  expect(await vanAfter('parked', 15)).toEqual(['free']);
});

test('BOOK-045, MAP-031: a vehicle in private use is in use and never free to whoever may not see more, moving or not', async () => {
  for (const unit of [van, car]) await parked(app, unit);
  const drive = { start: '2026-03-16T06:00:00Z', minutes: 20, type: 'private', driver: ada.id };
  await makeTrip(app.database, { accountId, unitId: van.unitId }, drive);
  const told = [];
  for (const state of ['parked', 'moving']) {
    const note = { state, state_since: new Date('2026-03-16T06:20:00Z'), private_use_of: ada.id };
    await owner.updateTable('unit_latest').set(note).where('unit_id', '=', van.unitId).execute();
    for (const caller of [employee, admin])
      told.push(
        (await week(caller)).BookingSchedules.filter(({ Imei }) => Imei === van.imei).map((at) => [at.state, at.used_by]),
      );
  }
  // Who drives it privately sees how it is.
  expect(told).toEqual([[['in-use', null]], [['free', null]], [['in-use', null]], [['in-use', null]]]);
});
