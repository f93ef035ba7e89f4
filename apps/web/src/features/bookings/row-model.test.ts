import type { RowBooking } from '@spora/contract/bookings/rows';
import { expect, test } from 'vitest';
import { formOf } from './booking-form.ts';
import { rowAfter } from './row-model.ts';
import { booking } from './testing.ts';

const began = booking({ id: 1 });
const one = (id: number, over: Partial<RowBooking>): RowBooking => ({
  id,
  imei: began.imei,
  unit_name: began.unit_name,
  start_date: began.start_date,
  end_date: began.end_date,
  purpose: 'Kundbesök',
  driver_id: 7,
  driver_name: 'Anna Lindqvist',
  kind: 'drive',
  state: 'booked',
  ...over,
});
const ROW = [
  one(1, {}),
  one(2, { start_date: '2026-12-02 10:00:00', end_date: '2026-12-02 12:00:00' }),
  // Moved to the day after, to the afternoon, for a day, and given to somebody else.
  one(3, { start_date: '2026-12-10 15:00:00', end_date: '2026-12-11 15:00:00', driver_id: 9, purpose: 'Mässa' }),
];
const after = (over: Partial<ReturnType<typeof formOf>>) =>
  rowAfter(began, { ...formOf(began, null), ...over }, ROW).map(({ start_date, end_date, driver_id, purpose }) =>
    [start_date.slice(5, 16), end_date.slice(5, 16), driver_id, purpose].join(' '),
  );

test('BOOK-050: only what is changed of one is changed of the others of its row', () => {
  expect(after({}), 'nothing').toEqual([
    '11-25 10:00 11-25 12:00 7 Kundbesök',
    '12-02 10:00 12-02 12:00 7 Kundbesök',
    '12-10 15:00 12-11 15:00 9 Mässa',
  ]);
  expect(after({ purpose: ' Utbildning ' }), 'the purpose').toEqual([
    '11-25 10:00 11-25 12:00 7 Utbildning',
    '12-02 10:00 12-02 12:00 7 Utbildning',
    '12-10 15:00 12-11 15:00 9 Utbildning',
  ]);
  expect(after({ driverId: 8 })[2], 'the driver').toBe('12-10 15:00 12-11 15:00 8 Mässa');
});

test('BOOK-042, BOOK-050: a row moves by days, to a clock time or to a length', () => {
  expect(after({ startDay: '2026-11-26', endDay: '2026-11-26' }), 'a day later').toEqual([
    '11-26 10:00 11-26 12:00 7 Kundbesök',
    '12-03 10:00 12-03 12:00 7 Kundbesök',
    '12-11 15:00 12-12 15:00 9 Mässa',
  ]);
  expect(after({ startTime: '08:00', endTime: '10:00' }), 'earlier').toEqual([
    '11-25 08:00 11-25 10:00 7 Kundbesök',
    '12-02 08:00 12-02 10:00 7 Kundbesök',
    '12-10 08:00 12-11 08:00 9 Mässa',
  ]);
  expect(after({ endTime: '13:30' }), 'longer').toEqual([
    '11-25 10:00 11-25 13:30 7 Kundbesök',
    '12-02 10:00 12-02 13:30 7 Kundbesök',
    '12-10 15:00 12-10 18:30 9 Mässa',
  ]);
});
