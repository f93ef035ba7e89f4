import {
  checkBooking,
  deleteBooking,
  getBooking,
  removeBookingPicture,
  returnVehicle,
  saveHandOver,
  updateBooking,
} from '@spora/contract/bookings/endpoints';
import { saveOdometer } from '@spora/contract/maintenance/readings';
import { pathOf } from '@spora/contract/paths';
import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  accountId,
  admin,
  at,
  bo,
  booked,
  bookingApp,
  colleague,
  employee,
  eva,
  makeBookingCompany,
  signInAnew,
  van,
  wanted,
} from '../../testing/bookings.ts';
import { makeMember } from '../../testing/database.ts';
import { jpegOf, withExif } from '../../testing/picture.ts';
import { makeTrip } from '../../testing/trips.ts';
import { type Caller } from '../../testing/http.ts';

const app = await bookingApp();
afterAll(() => app.close());
const { owner } = app.database;

beforeEach(() => makeBookingCompany(app));

test('API-047, BOOK-035, DEC-22, DEC-25, ERR-025: what has begun is not changed or deleted; it can be given back, which frees the rest', async () => {
  const id = await booked(employee);
  app.clock.now = new Date('2026-03-17T08:00:00Z');
  await signInAnew(app);
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
  await booked(colleague, { start_date: at('2026-03-17 09:30'), driver_id: bo.id });
  expect(await employee.call(returnVehicle, { params: { id } })).toMatchObject({ status: 422, errors: 'BookingNotOngoing' });
});

test('DEC-22: a vehicle that is given back may be booked again within the same minute', async () => {
  const id = await booked(employee);
  app.clock.now = new Date('2026-03-17T08:30:40Z');
  await signInAnew(app);
  const given = (await employee.call(returnVehicle, { params: { id } })).data!;
  expect(given).toMatchObject({ phase: 'past', end_date: at('2026-03-17 09:30') });
  const span = { start_date: at('2026-03-17 09:30'), end_date: at('2026-03-17 10:30') };
  const check = await colleague.call(checkBooking, { body: { imei: van.imei, ...span, driver_id: bo.id } });
  expect(check.data!.occurrences).toMatchObject([{ taken_by: [] }]);
  const next = await booked(colleague, { ...span, driver_id: bo.id });
  // In its first minute it has no whole one to end at.
  expect((await colleague.call(returnVehicle, { params: { id: next } })).data).toMatchObject({ phase: 'past' });
});

test('16, TRIP-032: a booking shows what was driven in it, of others’ private driving nothing; and how the vehicle was left', async () => {
  const id = await booked(employee);
  app.clock.now = new Date('2026-03-18T08:00:00Z');
  await signInAnew(app);
  const of = { accountId, unitId: van.unitId };
  await makeTrip(app.database, of, { start: '2026-03-17T08:10:00Z', minutes: 20, distanceM: 12_000, driver: eva.id });
  await makeTrip(app.database, of, {
    start: '2026-03-17T09:00:00Z',
    minutes: 20,
    distanceM: 5000,
    driver: eva.id,
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
  const first = await booked(employee);
  const again = await booked(employee, { start_date: at('2026-03-18 09:00'), end_date: at('2026-03-18 11:00') });
  const next = await booked(colleague, {
    start_date: at('2026-03-19 09:00'),
    end_date: at('2026-03-19 11:00'),
    driver_id: bo.id,
  });
  const before = async (caller: Caller, id: number) => (await caller.call(getBooking, { params: { id } })).data!.hand_over_before;
  expect(await before(colleague, next)).toBeNull();
  app.clock.now = new Date('2026-03-17T08:30:00Z');
  await signInAnew(app);
  const body = { note: 'Nyckeln i skåp 3', odometer_km: 12_045, fuel_pct: 80 };
  expect((await employee.call(saveHandOver, { params: { id: first }, body })).status).toBe(200);
  const told = { ...body, booking_id: first, by_name: 'Eva Ek', at: '2026-03-17T08:30:00.000Z', has_picture: false };
  expect(await before(colleague, next), 'over one that said nothing').toEqual(told);
  expect(await before(employee, again)).toEqual(told);
  expect(await before(employee, first), 'its own is no earlier one').toBeNull();
  const wanted = async (day: string, over: { except_id?: string } = {}) => {
    const span = { start_date: at(`2026-03-${day} 13:00`), end_date: at(`2026-03-${day} 14:00`) };
    return (await colleague.call(checkBooking, { body: { imei: van.imei, ...span, ...over } })).data!.hand_over_before;
  };
  expect(await wanted('18'), 'before it is booked').toEqual(told);
  expect(await wanted('16'), 'of an earlier time').toBeNull();
  expect(await wanted('18', { except_id: String(first) }), 'its own').toBeNull();
  app.clock.now = new Date('2026-03-19T08:30:00Z');
  await signInAnew(app);
  expect(await before(colleague, next), 'it has begun').toEqual(told);
  app.clock.now = new Date('2026-03-19T12:00:00Z');
  await signInAnew(app);
  expect(await before(colleague, next), 'for its own hand-over').toEqual(told);
  expect(await before(employee, next), 'it is over').toBeNull();
});

test('UNIT-022: whoever writes the hand-over is told what the odometer should show, others are not', async () => {
  const id = await booked(employee);
  app.clock.now = new Date('2026-03-17T08:30:00Z');
  await signInAnew(app);
  const known = async (caller: Caller) => (await caller.call(getBooking, { params: { id } })).data!.known_odometer_km;
  expect(await known(employee)).toBeNull();
  expect((await admin.call(saveOdometer, { params: { imei: van.imei }, body: { value: 46_352.4 } })).status).toBe(200);
  expect(await known(employee)).toBe(46_352.4);
  expect(await known(colleague)).toBeNull();
});

test('UNIT-022, TRIP-032: of a booking that is over its writer is told what the odometer showed then, unless others drove privately since', async () => {
  const id = await booked(employee);
  app.clock.now = new Date('2026-03-18T08:00:00Z');
  await signInAnew(app);
  const of = { accountId, unitId: van.unitId };
  const known = async (caller: Caller) => (await caller.call(getBooking, { params: { id } })).data!.known_odometer_km;
  const drive = (start: string, over: object) => makeTrip(app.database, of, { start, minutes: 20, distanceM: 12_000, ...over });
  const inIt = await drive('2026-03-17T08:10:00Z', { driver: eva.id });
  const since = await drive('2026-03-17T13:00:00Z', { driver: bo.id });
  for (const [trip, counter_m] of [
    [inIt, 0],
    [since, 12_000],
  ] as const)
    await owner.updateTable('trip').set({ counter_m }).where('id', '=', trip).execute();
  expect((await admin.call(saveOdometer, { params: { imei: van.imei }, body: { value: 46_352.4 } })).status).toBe(200);
  expect(await known(employee)).toBe(46_340.4);
  expect(await known(colleague)).toBeNull();
  await drive('2026-03-17T15:00:00Z', { driver: bo.id, type: 'private' });
  expect(await known(employee), 'it would tell how far').toBeNull();
});

test('16: a fuel level beyond its limits is refused with what they are', async () => {
  const id = await booked(employee);
  app.clock.now = new Date('2026-03-17T08:30:00Z');
  await signInAnew(app);
  const body = { note: '', odometer_km: null, fuel_pct: 150 };
  expect((await employee.call(saveHandOver, { params: { id }, body })).errors).toEqual({ fuel_pct: ['PercentLimits'] });
});

test('16, SEC-012: a picture of how it was left is kept written anew, seen by who sees the booking, and goes with it', async () => {
  const id = await booked(employee, { start_date: at('2026-03-16 09:00'), end_date: at('2026-03-16 10:00') });
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
  expect(errorOf(await send(employee, picture)), 'before it has begun').toBe('BookingNotBegun');
  app.clock.now = new Date('2026-03-16T08:30:00Z');
  expect(errorOf(await send(colleague, picture))).toBe('CannotEditOthersBooking');
  expect(errorOf(await send(employee, Buffer.from('no picture')))).toBe('ImageWrongType');
  expect((await send(employee, picture)).statusCode).toBe(200);
  expect((await send(employee, picture)).statusCode, 'in place of the one before').toBe(200);
  expect((await colleague.call(getBooking, { params })).data!.has_picture).toBe(true);
  const seen = await colleague.request({ method: 'GET', url: pathOf('bookings.picture', params) });
  expect(seen.headers['content-type']).toBe('image/jpeg');
  expect(seen.rawPayload.includes('where it was taken')).toBe(false);
  const stranger = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
  expect((await stranger.request({ method: 'GET', url: pathOf('bookings.picture', params) })).statusCode).toBe(404);
  expect((await employee.call(removeBookingPicture, { params })).status).toBe(200);
  expect((await employee.call(removeBookingPicture, { params })).errors).toBe('PictureNotFound');
  await send(employee, picture);
  await owner.deleteFrom('booking').where('id', '=', id).execute();
  expect(await owner.selectFrom('booking_picture').select('booking_id').where('account_id', '=', accountId).execute()).toEqual(
    [],
  );
});
