import { readAudit } from '@spora/contract/accounts/endpoints';
import { checkBooking, deleteBooking, getBooking, saveBookingSettings, updateBooking } from '@spora/contract/bookings/endpoints';
import { checkRow, listRow, type RowBooking, saveRow, updateRow } from '@spora/contract/bookings/rows';
import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  accountId,
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
  van,
  wanted,
} from '../../testing/bookings.ts';
import { makeUnit } from '../../testing/database.ts';
import type { Caller } from '../../testing/http.ts';

const app = await bookingApp();
afterAll(() => app.close());
const { owner } = app.database;

beforeEach(() => makeBookingCompany(app));

/** What letters about bookings tell, to whom, and of how many. */
const letters = async () =>
  (
    await owner
      .selectFrom('mail')
      .where('account_id', '=', accountId)
      .where('template', '=', 'booking')
      .orderBy('id')
      .select('params')
      .execute()
  ).map(({ params }) => {
    const { booking, fullName } = params as unknown as { booking: { news: string; more?: string[] }; fullName: string };
    return [booking.news, fullName, 1 + (booking.more?.length ?? 0)];
  });

/** A row of Eva's on Tuesdays, 09:00 to 11:00. */
const rowOf = async (caller: Caller, weeks: number, over: Record<string, unknown> = {}): Promise<readonly number[]> =>
  (await book(caller, { weeks, ...over })).data!.ids;
const list = async (caller: Caller, id: number): Promise<readonly RowBooking[]> =>
  (await caller.call(listRow, { params: { id } })).data!;
const bodyOf = ({ id, imei, start_date, end_date, purpose, driver_id, kind }: RowBooking) => ({
  ...{ id, imei, start_date, end_date, purpose, driver_id, kind },
});
const change = (caller: Caller, id: number, bookings: readonly unknown[], over: Record<string, unknown> = {}) =>
  caller.call(updateRow, { params: { id }, body: { bookings, ...over } as never });
const times = (row: readonly { start_date: string }[]): string[] => row.map(({ start_date }) => start_date.slice(5, 16));

test('BOOK-050: what is one of several says so to whoever sees the others, whatever became of them', async () => {
  const [first, second] = await rowOf(admin, 2);
  const told = async (caller: Caller) => {
    const items = await itemsOf(caller);
    const { data } = await caller.call(getBooking, { params: { id: first! } });
    expect(items.map(({ is_repeated }) => is_repeated)).toEqual([data!.is_repeated]);
    return data!.is_repeated;
  };
  expect([await told(admin), await told(employee), await told(colleague)]).toEqual([true, true, true]);
  const put = (state: string) => owner.updateTable('booking').set({ state }).where('id', '=', second!).execute();
  await put('released');
  expect(await told(colleague)).toBe(true);
  await put('refused');
  expect(await told(colleague)).toBe(false);
  await put('booked');
  // Bo does not see the car that it is moved to.
  await owner.updateTable('booking').set({ unit_id: car.unitId }).where('id', '=', second!).execute();
  expect([await told(admin), await told(colleague)]).toEqual([true, false]);
  await admin.call(deleteBooking, { body: { id: String(second) } });
  expect(await told(admin)).toBe(false);
});

test('BOOK-050: time, vehicle and purpose of all that are to come of a row are changed at once, and put back at once', async () => {
  const ids = await rowOf(admin, 4);
  const before = await list(admin, ids[1]!);
  expect(times(before)).toEqual(['03-24 09:00', '03-31 09:00', '04-07 09:00']);
  const bookings = before.map((each) => ({
    ...bodyOf(each),
    imei: van.imei,
    start_date: each.start_date.replace('09:00', '13:00'),
    end_date: each.end_date.replace('11:00', '14:30'),
    purpose: 'Utbildning',
  }));
  const sent = (await letters()).length;
  expect((await change(admin, ids[1]!, bookings)).data).toEqual({ changed: ids.slice(1), kept: [], state: 'booked' });
  expect((await list(admin, ids[1]!)).map(({ end_date, purpose }) => [end_date.slice(5, 16), purpose])).toEqual([
    ['03-24 14:30', 'Utbildning'],
    ['03-31 14:30', 'Utbildning'],
    ['04-07 14:30', 'Utbildning'],
  ]);
  expect((await admin.call(getBooking, { params: { id: ids[0]! } })).data).toMatchObject({ start_date: at('2026-03-17 09:00') });
  expect((await letters()).slice(sent), 'one letter for all of them').toEqual([['changed', 'Eva Ek', 3]]);
  expect((await admin.call(readAudit, { query: { action: 'booking-changed' } })).data!.rows).toHaveLength(3);
  expect((await change(admin, ids[1]!, before.map(bodyOf))).status).toBe(200);
  expect(await list(admin, ids[1]!)).toEqual(before);
});

test('BOOK-034, BOOK-050: a row can move a week on, to where its own bookings still are', async () => {
  const ids = await rowOf(employee, 3);
  const before = await list(employee, ids[0]!);
  const moved = [...before.slice(1), before[2]!].map((each, i) => ({ ...bodyOf(each), id: ids[i]! }));
  const last = { ...moved[2]!, start_date: at('2026-04-07 09:00'), end_date: at('2026-04-07 11:00') };
  expect((await change(employee, ids[0]!, [...moved.slice(0, 2), last])).data).toMatchObject({ changed: ids });
  expect(times(await list(employee, ids[0]!))).toEqual(['03-24 09:00', '03-31 09:00', '04-07 09:00']);
});

test('BOOK-040, BOOK-050: what is taken of a row is told beforehand; nothing is changed then, or those stay as they are', async () => {
  const ids = await rowOf(employee, 3);
  await booked(colleague, { driver_id: bo.id, start_date: at('2026-03-24 13:00'), end_date: at('2026-03-24 14:00') });
  const later = (await list(employee, ids[0]!)).map((each) => ({
    ...bodyOf(each),
    start_date: each.start_date.replace('09:00', '13:00'),
    end_date: each.end_date.replace('11:00', '15:00'),
  }));
  const told = (await employee.call(checkRow, { body: { bookings: later } })).data!;
  expect(told.map(({ taken_by }) => taken_by.map(({ driver_name }) => driver_name))).toEqual([[], ['Bo Berg'], []]);
  expect(await change(employee, ids[0]!, later)).toMatchObject({ status: 409, errors: 'AlreadyBooked' });
  expect(times(await list(employee, ids[0]!))).toEqual(['03-17 09:00', '03-24 09:00', '03-31 09:00']);
  expect((await change(employee, ids[0]!, later, { skip_taken: true })).data).toEqual({
    changed: [ids[0], ids[2]],
    kept: [ids[1]],
    state: 'booked',
  });
  expect(times(await list(employee, ids[0]!))).toEqual(['03-17 13:00', '03-24 09:00', '03-31 13:00']);
});

test('BOOK-036, BOOK-037, BOOK-050: only one’s own of a row are changed, to vehicles and drivers that one may book', async () => {
  const ids = await rowOf(admin, 3);
  const [, second] = await list(admin, ids[0]!);
  await admin.call(updateBooking, { body: { ...bodyOf(second!), driver_id: bo.id } });
  const mine = await list(employee, ids[0]!);
  expect(mine.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
  const theirs = { ...bodyOf(second!), purpose: 'Övertaget' };
  expect(await change(employee, ids[0]!, [...mine.map(bodyOf), theirs])).toMatchObject({ errors: 'BookingNotFound' });
  expect(await change(colleague, ids[0]!, mine.map(bodyOf))).toMatchObject({ errors: 'CannotEditOthersBooking' });
  expect((await colleague.call(listRow, { params: { id: ids[0]! } })).errors).toBe('CannotEditOthersBooking');
  const first = bodyOf(mine[0]!);
  expect((await change(employee, ids[0]!, [{ ...first, imei: car.imei }])).errors).toBe('UnitNotFound');
  expect((await change(employee, ids[0]!, [{ ...first, driver_id: bo.id }])).errors).toBe('Forbidden');
  expect((await change(employee, ids[0]!, [first, first])).errors, 'each once').toBe('BookingNotFound');
  const other = await booked(employee, { start_date: at('2026-03-18 09:00'), end_date: at('2026-03-18 10:00') });
  expect((await change(employee, ids[0]!, [{ ...first, id: other }])).errors, 'none of its row').toBe('BookingNotFound');
});

test('DEC-22, ERR-041, BOOK-050: what has begun, and what somebody changed meanwhile, is not changed with its row', async () => {
  const ids = await rowOf(employee, 2);
  const before = (await list(employee, ids[0]!)).map(bodyOf);
  expect((await change(employee, ids[0]!, before, { was: { purpose: 'Annat' } })).errors).toBe('ChangedMeanwhile');
  app.clock.now = new Date('2026-03-17T08:30:00Z');
  const caller = await app.signInAs(eva);
  expect((await caller.call(listRow, { params: { id: ids[0]! } })).errors).toBe('ErrEditPastDateMsg');
  expect((await change(caller, ids[1]!, [before[0]!])).errors, 'the first has begun').toBe('BookingNotFound');
  expect((await change(caller, ids[1]!, [{ ...before[1]!, purpose: 'Möte' }])).data).toMatchObject({ changed: [ids[1]] });
});

test('16, BOOK-050: a row that moves waits for the approver again, who is told once; its new driver is told of all', async () => {
  await admin.call(saveBookingSettings, {
    body: {
      needs_approval: true,
      approver_id: null,
      releases_no_shows: false,
      remind_before_start_min: 30,
      remind_before_end_min: 0,
    },
  });
  const ids = await rowOf(admin, 2);
  const sent = (await letters()).length;
  const later = (await list(employee, ids[0]!)).map((each) => ({ ...bodyOf(each), end_date: each.end_date.replace('11', '12') }));
  expect((await change(employee, ids[0]!, later)).data).toMatchObject({ state: 'requested' });
  expect((await letters()).slice(sent)).toEqual([['requested', 'Ada Admin', 2]]);
  const given = later.map((each) => ({ ...each, driver_id: bo.id }));
  expect((await change(admin, ids[0]!, given)).data).toMatchObject({ state: 'booked' });
  expect((await letters()).slice(sent + 1)).toEqual([
    ['deleted', 'Eva Ek', 2],
    ['made', 'Bo Berg', 2],
  ]);
});

test('DEC-26, BOOK-050: what the driver has elsewhere is told of each week, before a row is booked and before it is moved', async () => {
  const third = { start_date: at('2026-03-31 10:00'), end_date: at('2026-03-31 12:00') };
  const { imei } = await makeUnit(app.database, { accountId, name: 'Personbil', visibleTo: [eva.id] });
  await booked(employee, { imei, ...third });
  const elsewhere = [{ ...third, unit_name: 'Personbil' }];
  const { data } = await employee.call(checkBooking, { body: { ...wanted({ weeks: 4 }), purpose: undefined } as never });
  expect(data!.driver_elsewhere).toMatchObject(elsewhere);
  const ids = await rowOf(employee, 4);
  const row = await list(employee, ids[0]!);
  const check = async (caller: Caller) =>
    (await caller.call(checkRow, { body: { bookings: row.map(bodyOf) } })).data!.map((each) => each.driver_elsewhere);
  expect(await check(employee)).toMatchObject([[], [], elsewhere, []]);
  expect(await check(admin)).toMatchObject([[], [], elsewhere, []]);
  // What a colleague has booked is not theirs to know.
  expect(await check(colleague)).toEqual([[], [], [], []]);
});

test('BOOK-018, BOOK-050: what was cancelled of a row comes back into that row, and into none that is somebody else’s', async () => {
  const ids = await rowOf(employee, 5);
  const before = await list(employee, ids[0]!);
  const restore = (caller: Caller, bookings: readonly unknown[], in_row_with: unknown) =>
    caller.call(saveRow, { body: { bookings, in_row_with } as never });
  const gone = (await employee.call(deleteBooking, { body: { id: ids[2]!, with_later: true } })).data!;
  expect(gone).toEqual({ deleted: 3, in_row_with: ids[0] });
  await restore(employee, before.slice(2).map(bodyOf), gone.in_row_with);
  expect(times(await list(employee, ids[0]!))).toEqual(times(before));
  // One alone, and the first of all.
  const first = (await employee.call(deleteBooking, { body: { id: ids[0]!, with_later: false } })).data!;
  expect(first).toEqual({ deleted: 1, in_row_with: ids[1] });
  const [again] = (await restore(employee, [bodyOf(before[0]!)], first.in_row_with)).data!.ids;
  expect(times(await list(employee, again!))).toEqual(times(before));
  const own = [wanted({ driver_id: bo.id, start_date: at('2026-05-19 09:00'), end_date: at('2026-05-19 11:00') })];
  expect((await restore(colleague, own, ids[1])).errors).toBe('CannotEditOthersBooking');
  expect((await restore(colleague, own, 2 ** 40)).errors).toBe('BookingNotFound');
  const many = Array.from({ length: 8 }, (_, day) => ({
    start_date: at(`2026-05-1${day} 09:00`),
    end_date: at(`2026-05-1${day} 11:00`),
  }));
  expect((await restore(employee, many.map(wanted), ids[1])).errors).toBe('BookingWeeksMax');
  const whole = (await employee.call(deleteBooking, { body: { id: again!, with_later: true } })).data!;
  expect(whole).toEqual({ deleted: 5, in_row_with: null });
});

test('BOOK-018, BOOK-050: a row that was cancelled is booked again as a row, all of it or nothing', async () => {
  const ids = await rowOf(employee, 3);
  const before = await list(employee, ids[0]!);
  await employee.call(deleteBooking, { body: { id: ids[0]!, with_later: true } });
  const restore = () => employee.call(saveRow, { body: { bookings: before.map(bodyOf) } });
  const other = await booked(colleague, {
    driver_id: bo.id,
    start_date: at('2026-03-24 10:00'),
    end_date: at('2026-03-24 12:00'),
  });
  expect((await restore()).errors).toBe('AlreadyBooked');
  await colleague.call(deleteBooking, { body: { id: other } });
  const again = (await restore()).data!;
  expect(again).toMatchObject({ state: 'booked' });
  expect(await list(employee, again.ids[0]!)).toEqual(before.map((each, i) => ({ ...each, id: again.ids[i] })));
  const twice = [wanted({ start_date: at('2026-03-19 09:00'), end_date: at('2026-03-19 11:00') })];
  expect((await employee.call(saveRow, { body: { bookings: [...twice, ...twice] } as never })).errors).toBe('AlreadyBooked');
});
