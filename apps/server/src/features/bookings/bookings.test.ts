import { readAudit } from '@spora/contract/accounts/endpoints';
import {
  checkBooking,
  decideBooking,
  deleteBooking,
  getBooking,
  getBookingSettings,
  listBookingDrivers,
  listDrivableVehicles,
  listRequests,
  saveBookingSettings,
  updateBooking,
  weekOfBookings,
} from '@spora/contract/bookings/endpoints';
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
  itemsOf,
  makeBookingCompany,
  signInAnew,
  van,
  wanted,
} from '../../testing/bookings.ts';
import { makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller } from '../../testing/http.ts';

const app = await bookingApp();
afterAll(() => app.close());
const { owner } = app.database;

beforeEach(() => makeBookingCompany(app));

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
    const { booking, ...rest } = params as unknown as {
      booking: { news: string; more?: string[] };
      fullName: string;
      reason: string;
    };
    return { ...rest, news: booking.news, days: (booking.more ?? []).map((each) => each.slice(0, 10)) };
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
  const answer = await book(employee, over);
  expect(answer.status).toBe(422);
  expect(answer.raw.toString()).toContain(refusal);
  expect(await itemsOf(admin)).toEqual([]);
});

test('BOOK-027: who books the running quarter of an hour is not late', async () => {
  await booked(employee, { start_date: at('2026-03-16 08:00'), end_date: at('2026-03-16 09:00') });
});

test('API-045, BOOK-034, BOOK-040, DEC-26: half-open times may touch; one that overlaps is refused, and nothing of it is kept', async () => {
  await booked(employee);
  await booked(colleague, { start_date: at('2026-03-17 11:00'), end_date: at('2026-03-17 12:00'), driver_id: bo.id });
  await booked(colleague, { start_date: at('2026-03-17 08:00'), end_date: at('2026-03-17 09:00'), driver_id: bo.id });
  const answer = await book(colleague, { start_date: at('2026-03-17 10:45'), driver_id: bo.id });
  expect(answer).toMatchObject({ status: 409, errors: 'AlreadyBooked' });
  expect(await itemsOf(admin)).toHaveLength(3);
});

test('BOOK-040: of two hundred who race for an hour one wins, and the others are told that it is taken', async () => {
  const answers: Awaited<ReturnType<typeof book>>[] = [];
  // Four waves of fifty: whoever waits ten seconds for the database is told that it is busy, which on a loaded machine some of two hundred are.
  for (let wave = 0; wave < 4; wave++) answers.push(...(await Promise.all(Array.from({ length: 50 }, () => book(employee)))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status, errors }) => status === 409 && (errors as unknown) === 'AlreadyBooked')).toHaveLength(199);
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM booking WHERE unit_id = ${van.unitId}`.execute(owner);
  expect(rows).toEqual([{ n: 1 }]);
});

test('DEC-26: the same driver on two vehicles is only warned about', async () => {
  await booked(admin);
  const { data } = await admin.call(checkBooking, {
    body: {
      imei: car.imei,
      start_date: at('2026-03-17 10:00'),
      end_date: at('2026-03-17 12:00'),
      driver_id: eva.id,
    },
  });
  expect(data!.driver_elsewhere).toMatchObject([{ unit_name: 'Skåpbil' }]);
  await booked(admin, { imei: car.imei, driver_id: ada.id });
});

test('API-046, BOOK-036, DEC-27, ERR-025: others’ bookings are changed by administrators and by who was given the right', async () => {
  const id = await booked(employee);
  const change = (caller: Caller) =>
    caller.call(updateBooking, { body: { ...wanted({ end_date: at('2026-03-17 12:00') }), id } });
  expect(await change(colleague)).toMatchObject({ status: 403, errors: 'CannotEditOthersBooking' });
  expect(await colleague.call(deleteBooking, { body: { id } })).toMatchObject({ errors: 'CannotEditOthersBooking' });
  await owner
    .updateTable('member')
    .set({ rights: ['edit-all-bookings'] })
    .where('id', '=', bo.id)
    .execute();
  expect((await change(colleague)).status).toBe(200);
  expect((await itemsOf(colleague))[0]).toMatchObject({
    driver_id: eva.id,
    end_time: '12:00:00',
    is_editable: true,
    // Who changes it sees what is changed.
    purpose: 'Kundbesök',
  });
  expect((await change(admin)).status).toBe(200);
  expect((await admin.call(deleteBooking, { body: { id } })).data).toEqual({ deleted: 1, in_row_with: null });
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
    { action: 'booking-deleted', details: { from, to, user: eva.id, purpose: 'Kundbesök' } },
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
  const id = await booked(employee);
  const to = (imei: string, caller = employee) => caller.call(updateBooking, { body: { ...wanted({ imei }), id } });
  expect(await to(car.imei), 'not one of hers').toMatchObject({ status: 404, errors: 'UnitNotFound' });
  const bus = await makeUnit(app.database, { accountId, name: 'Buss', visibleTo: [eva.id, bo.id] });
  const busy = await booked(colleague, { imei: bus.imei, driver_id: bo.id });
  expect(await to(bus.imei)).toMatchObject({ status: 409, errors: 'AlreadyBooked' });
  expect(await to(car.imei, admin), 'its driver does not see it').toMatchObject({ status: 422, errors: 'DriverNotAllowed' });
  await colleague.call(deleteBooking, { body: { id: busy } });
  expect((await to(bus.imei)).status).toBe(200);
  expect(await itemsOf(employee)).toMatchObject([{ booking_id: id, imei: bus.imei }]);
  const told = await owner
    .selectFrom('audit_entry')
    .where('account_id', '=', accountId)
    .where('action', '=', 'booking-changed')
    .select(['subject', 'details'])
    .execute();
  const changes = [{ field: 'vehicle', before: 'Skåpbil', after: 'Buss' }];
  expect(told).toMatchObject([{ subject: 'Buss', details: { before: 'Skåpbil', changes } }]);
});

test('BOOK-037, DEC-31, API-044: administrators book for whoever sees the vehicle, others for themselves', async () => {
  const drivers = (caller: Caller) => caller.call(listBookingDrivers, { body: { imei: van.imei } });
  expect((await drivers(admin)).data!.members.map(({ full_name }) => full_name)).toEqual(['Ada Admin', 'Bo Berg', 'Eva Ek']);
  expect((await drivers(employee)).data!.members).toEqual([{ ID: eva.id, FirstName: 'Eva', full_name: 'Eva Ek' }]);
  expect(await book(employee, { driver_id: bo.id })).toMatchObject({ status: 403, errors: 'Forbidden' });
  expect(await book(employee, { kind: 'service', driver_id: null })).toMatchObject({ status: 403, errors: 'Forbidden' });
  expect(await book(admin, { imei: car.imei })).toMatchObject({ status: 422, errors: 'DriverNotAllowed' });
  expect(await book(employee, { imei: car.imei })).toMatchObject({ status: 404, errors: 'UnitNotFound' });
  await booked(admin);
  expect(await mails()).toMatchObject([{ news: 'made', fullName: 'Eva Ek' }]);
});

test('BOOK-037, BOOK-044: which vehicles somebody can be booked for is told to administrators, and to themselves', async () => {
  const of = (caller: Caller, id: number) => caller.call(listDrivableVehicles, { params: { id } });
  const told = async (caller: Caller, id: number) => (await of(caller, id)).data!.imeis.toSorted();
  expect(await told(admin, eva.id)).toEqual([van.imei]);
  expect(await told(admin, ada.id)).toEqual([car.imei, van.imei].toSorted());
  expect(await told(employee, eva.id)).toEqual([van.imei]);
  expect(await of(employee, bo.id)).toMatchObject({ status: 404, errors: 'UserNotFound' });
  expect(await of(admin, 2 ** 40)).toMatchObject({ status: 404, errors: 'UserNotFound' });
  const idle = await makeMember(app.database, { accountId, isAdmin: false });
  expect(await told(admin, idle.id)).toEqual([]);
});

test('ERR-041: of two who change a booking from what they saw, the later is told that it has changed meanwhile', async () => {
  const id = await booked(employee);
  const was = { end_date: at('2026-03-17 11:00') };
  const change = (end: string) => employee.call(updateBooking, { body: { ...wanted({ end_date: at(end) }), id, was } });
  expect((await change('2026-03-17 12:00')).status).toBe(200);
  expect(await change('2026-03-17 13:00')).toMatchObject({ status: 409, errors: 'ChangedMeanwhile' });
});

test('BOOK-042, DEC-30: over both clock changes a booking keeps the times that people read', async () => {
  app.clock.now = new Date('2026-03-20T08:00:00Z');
  await signInAnew(app);
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
  const gap = { start_date: at('2026-03-29 02:30'), end_date: at('2026-03-29 03:15'), imei: car.imei, driver_id: ada.id };
  expect(await book(admin, gap)).toMatchObject({ status: 422, errors: 'EndDateMustBeAfterStart' });
  const autumn = await booked(admin, { start_date: at('2026-10-24 22:00'), end_date: at('2026-10-25 06:00') });
  expect((await admin.call(getBooking, { params: { id: autumn } })).data).toMatchObject({ end_date: at('2026-10-25 06:00') });
});

test('BOOK-042: accounts in London book by London’s clocks', async () => {
  await sql`UPDATE account SET time_zone = 'Europe/London' WHERE id = ${accountId}`.execute(owner);
  await signInAnew(app);
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
  await booked(colleague, { start_date: at('2026-03-31 10:00'), end_date: at('2026-03-31 12:00'), driver_id: bo.id });
  const checked = await employee.call(checkBooking, {
    body: { imei: van.imei, start_date: at('2026-03-17 09:00'), end_date: at('2026-03-17 11:00'), weeks: 4 },
  });
  expect(checked.data!.occurrences.map(({ start_date, taken_by }) => [start_date, taken_by.length])).toEqual([
    [at('2026-03-17 09:00'), 0],
    [at('2026-03-24 09:00'), 0],
    [at('2026-03-31 09:00'), 1],
    [at('2026-04-07 09:00'), 0],
  ]);
  expect(await book(employee, { weeks: 4 })).toMatchObject({ status: 409, errors: 'AlreadyBooked' });
  expect(await itemsOf(employee)).toEqual([]);
  const row = await book(employee, { weeks: 4, skip_taken: true });
  expect(row.data).toMatchObject({ skipped: ['2026-03-31'] });
  expect(row.data!.ids).toHaveLength(3);
  expect((await employee.call(getBooking, { params: { id: row.data!.ids[1]! } })).data).toMatchObject({
    start_date: at('2026-03-24 09:00'),
    in_row: 2,
  });
  expect((await book(employee, { weeks: 13 })).status).toBe(422);
  const later = await employee.call(deleteBooking, { body: { id: row.data!.ids[1]!, with_later: true } });
  expect(later.data).toEqual({ deleted: 2, in_row_with: row.data!.id });
  expect(await itemsOf(employee)).toHaveLength(1);
});

test('BOOK-050: a row of every second week keeps its wall-clock time, and what it would book is told before', async () => {
  const times = { start_date: at('2026-03-17 09:00'), end_date: at('2026-03-17 11:00'), weeks: 3, every_weeks: 2 };
  const checked = await employee.call(checkBooking, { body: { imei: van.imei, ...times } });
  const days = [at('2026-03-17 09:00'), at('2026-03-31 09:00'), at('2026-04-14 09:00')];
  expect(checked.data!.occurrences.map(({ start_date }) => start_date)).toEqual(days);
  const { ids } = (await book(employee, times)).data!;
  const made = await Promise.all(ids.map(async (id) => (await employee.call(getBooking, { params: { id } })).data!.start_date));
  expect(made).toEqual(days);
  expect((await book(employee, { ...times, every_weeks: 5 })).status).toBe(422);
});

test('BOOK-047: once the approver no longer signs in, what waits is told to administrators, and the settings can be saved', async () => {
  const usual = { releases_no_shows: false, remind_before_start_min: 30, remind_before_end_min: 0 } as const;
  const settings = { ...usual, needs_approval: true, approver_id: bo.id };
  expect((await admin.call(saveBookingSettings, { body: settings })).status).toBe(200);
  await owner.updateTable('member').set({ disabled_at: new Date() }).where('id', '=', bo.id).execute();
  expect((await book(employee)).data).toMatchObject({ state: 'requested' });
  expect(await mails()).toMatchObject([{ news: 'requested', fullName: 'Ada Admin' }]);
  const { data: stands } = await admin.call(getBookingSettings, {});
  expect(stands).toMatchObject({ needs_approval: true, approver_id: null });
  expect((await admin.call(saveBookingSettings, { body: stands! })).status).toBe(200);
});

test('ERR-041: booking settings that somebody else has saved meanwhile are not overwritten unseen', async () => {
  const { data: began } = await admin.call(getBookingSettings, {});
  const mine = { ...began!, needs_approval: true };
  expect((await admin.call(saveBookingSettings, { body: { ...began!, releases_no_shows: true } })).status).toBe(200);
  expect(await admin.call(saveBookingSettings, { body: { ...mine, was: { ...began! } } })).toMatchObject({
    status: 409,
    errors: 'ChangedMeanwhile',
  });
  expect((await admin.call(getBookingSettings, {})).data).toMatchObject({ needs_approval: false, releases_no_shows: true });
  expect((await admin.call(saveBookingSettings, { body: mine })).data).toEqual(mine);
});

test('BOOK-036, BOOK-050: with a row only one’s own of it are deleted, and each driver is told', async () => {
  const row = (await book(admin, { weeks: 4 })).data!.ids;
  const given = (id: number, week: number) => {
    const [start_date, end_date] = [at(`2026-03-${17 + 7 * week} 09:00`), at(`2026-03-${17 + 7 * week} 11:00`)];
    return admin.call(updateBooking, { body: { ...wanted({ driver_id: bo.id, start_date, end_date }), id } });
  };
  expect((await given(row[1]!, 1)).status).toBe(200);
  const remove = (caller: Caller, id: number) => caller.call(deleteBooking, { body: { id, with_later: true } });
  expect((await remove(employee, row[0]!)).data).toEqual({ deleted: 3, in_row_with: null });
  expect((await colleague.call(getBooking, { params: { id: row[1]! } })).data).toMatchObject({ driver_name: 'Bo Berg' });
  const next = (await book(admin, { weeks: 2, start_date: at('2026-03-17 14:00'), end_date: at('2026-03-17 15:00') })).data!.ids;
  const body = {
    ...wanted({ driver_id: bo.id, start_date: at('2026-03-24 14:00'), end_date: at('2026-03-24 15:00') }),
    id: next[1]!,
  };
  expect((await admin.call(updateBooking, { body })).status).toBe(200);
  const before = (await mails()).length;
  expect((await remove(admin, next[0]!)).data).toEqual({ deleted: 2, in_row_with: null });
  expect((await mails()).slice(before)).toMatchObject([
    { news: 'deleted', fullName: 'Eva Ek' },
    { news: 'deleted', fullName: 'Bo Berg' },
  ]);
  // Each letter tells of all weeks of its reader.
  expect((await mails())[0]).toMatchObject({
    news: 'made',
    fullName: 'Eva Ek',
    days: ['2026-03-24', '2026-03-31', '2026-04-07'],
  });
  const { rows } = await admin.call(readAudit, { query: { action: 'booking-deleted' } }).then(({ data }) => data!);
  expect(rows).toHaveLength(5);
});

test('BOOK-036, DEC-27: who may change others’ bookings moves one to another vehicle too, for the driver that it has', async () => {
  const bus = await makeUnit(app.database, { accountId, name: 'Buss', visibleTo: [eva.id, bo.id] });
  const own = await makeUnit(app.database, { accountId, name: 'Bos bil', visibleTo: [bo.id] });
  const id = await booked(employee);
  await owner
    .updateTable('member')
    .set({ rights: ['edit-all-bookings'] })
    .where('id', '=', bo.id)
    .execute();
  const move = (over: Record<string, unknown>) => colleague.call(updateBooking, { body: { ...wanted(over), id } });
  expect((await move({ imei: bus.imei })).status).toBe(200);
  expect(await itemsOf(colleague)).toMatchObject([{ booking_id: id, imei: bus.imei, driver_id: eva.id }]);
  expect(await move({ imei: own.imei }), 'its driver does not see it').toMatchObject({ errors: 'DriverNotAllowed' });
  expect(await move({ imei: bus.imei, driver_id: ada.id }), 'no other driver').toMatchObject({ status: 403 });
});

test('who gets a booking instead of somebody else is told that it is theirs, and the one who had it that it is not', async () => {
  const id = await booked(employee);
  const give = (driver_id: number) => admin.call(updateBooking, { body: { ...wanted({ driver_id }), id } });
  expect((await give(bo.id)).status).toBe(200);
  expect(await mails()).toMatchObject([
    { news: 'deleted', fullName: 'Eva Ek' },
    { news: 'made', fullName: 'Bo Berg' },
  ]);
});

test('BOOK-043, BOOK-050: the driver’s letter says what for, what it was before, and which of its row stay', async () => {
  const letters = async () =>
    (
      await owner
        .selectFrom('mail')
        .where('account_id', '=', accountId)
        .where('template', '=', 'booking')
        .orderBy('id')
        .select('params')
        .execute()
    ).map(({ params }) => (params as unknown as { booking: Record<string, unknown> }).booking);
  const { ids } = (await book(admin, { weeks: 3 })).data!;
  expect((await letters()).at(-1)).toMatchObject({ news: 'made', purpose: wanted({}).purpose });
  const later = { start_date: at('2026-03-17 13:00'), end_date: at('2026-03-17 14:00'), purpose: 'Leverans' };
  const [was] = await letters();
  expect((await admin.call(updateBooking, { body: { ...wanted(later), id: ids[0]! } })).status).toBe(200);
  expect((await letters()).at(-1)).toMatchObject({
    news: 'changed',
    purpose: 'Leverans',
    was: { from: was!['from'], to: was!['to'], unitName: 'Skåpbil', purpose: wanted({}).purpose },
  });
  expect((await admin.call(deleteBooking, { body: { id: ids[1]! } })).status).toBe(200);
  const gone = (await letters()).at(-1)!;
  expect(gone).toMatchObject({ news: 'deleted', purpose: wanted({}).purpose });
  expect((gone['stays'] as string[]).map((each) => each.slice(0, 10))).toEqual(['2026-03-17', '2026-03-31']);
});

test('16: where an account wants approval, a booking holds its time until the approver answers, who is told by mail', async () => {
  const usual = { approver_id: null, releases_no_shows: false, remind_before_start_min: 30, remind_before_end_min: 0 } as const;
  const settings = { ...usual, needs_approval: true };
  expect((await employee.call(saveBookingSettings, { body: settings })).status).toBe(403);
  expect((await admin.call(saveBookingSettings, { body: settings })).status).toBe(200);
  expect((await admin.call(readAudit, { query: { action: 'booking-settings-changed' } })).data!.rows).toMatchObject([
    {
      changes: [
        { field: 'needs_approval', before: false, after: true },
        { field: 'remind_before_end_min', before: 15, after: 0 },
      ],
    },
  ]);
  const answer = await book(employee);
  expect(answer.data).toMatchObject({ state: 'requested' });
  expect(await mails()).toMatchObject([{ news: 'requested', fullName: 'Ada Admin' }]);
  expect(await book(colleague, { driver_id: bo.id })).toMatchObject({ errors: 'AlreadyBooked' });
  expect((await employee.call(listRequests)).data).toEqual([]);
  const [request] = (await admin.call(listRequests)).data!;
  expect(request).toMatchObject({ driver_name: 'Eva Ek', can: { decide: true } });
  const { id } = request!;
  expect(await employee.call(decideBooking, { params: { id }, body: { approve: true } })).toMatchObject({ status: 403 });
  const no = await admin.call(decideBooking, { params: { id }, body: { approve: false, reason: 'Den ska på service' } });
  expect(no.data).toMatchObject({ state: 'refused' });
  expect((await mails()).at(-1)).toMatchObject({ news: 'refused', fullName: 'Eva Ek', reason: 'Den ska på service' });
  expect(await admin.call(decideBooking, { params: { id }, body: { approve: true } })).toMatchObject({
    errors: 'BookingNotRequested',
  });
  const second = await book(colleague, { driver_id: bo.id });
  await admin.call(decideBooking, { params: { id: second.data!.id }, body: { approve: true } });
  expect(await itemsOf(employee)).toMatchObject([{ driver_name: 'Bo Berg', state: 'booked' }]);
  // An administrator's own counts at once.
  expect((await book(admin, { imei: car.imei, driver_id: ada.id })).data).toMatchObject({ state: 'booked' });
});

test('NAV-017: an account without booking is refused all of it', async () => {
  await owner.updateTable('account').set({ car_schedule: false }).where('id', '=', accountId).execute();
  expect(await book(admin)).toMatchObject({ status: 403, errors: 'BookingIsOff' });
  expect((await admin.call(weekOfBookings, { query: { Imeis: '', week_day: '2026-03-17' } })).status).toBe(403);
});

test('BOOK-035: what nobody could see before, nobody can change: an unknown booking, another account’s, and one of a vehicle one lost', async () => {
  const id = await booked(employee);
  const stranger = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
  await owner.deleteFrom('unit_access').where('member_id', '=', bo.id).execute();
  for (const caller of [stranger, colleague])
    expect(await caller.call(getBooking, { params: { id } })).toMatchObject({ status: 404, errors: 'BookingNotFound' });
  expect(await employee.call(getBooking, { params: { id: id + 1000 } })).toMatchObject({
    status: 404,
    errors: 'BookingNotFound',
  });
  expect(await stranger.call(deleteBooking, { body: { id } })).toMatchObject({ status: 404 });
});
