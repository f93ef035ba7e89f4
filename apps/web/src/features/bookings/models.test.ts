import { weekNumber } from '@spora/calendar/days';
import type { ScheduleItem } from '@spora/contract/bookings/endpoints';
import { expect, test } from 'vitest';
import { bodyOf, cutPurpose, formFaults, newForm, withTimes } from './booking-form.ts';
import { columnsOf, shifted, shiftOf } from './move-model.ts';
import { readBookingSearch } from './search.ts';
import { item, vehicle } from './testing.ts';
import {
  corrected,
  daysSpan,
  defaultSpan,
  firstSpan,
  fromCall,
  isQuickTime,
  quickTimes,
  spanFaults,
  TIMES,
  toCall,
} from './time-model.ts';
import { moved } from './use-roving.ts';
import { cellOf, itemsOf, jointOf, monthDays, oldestMonth, oldestWeek, shownVehicles, weekDays, wholeOf } from './week-model.ts';

const NOW = '2026-11-24T09:20';

test('BOOK-019, CONST-032: a new booking begins at the next full hour and lasts one', () => {
  expect(defaultSpan('2026-11-24', NOW, [])).toEqual({ start: '2026-11-24T10:00', end: '2026-11-24T11:00' });
});

test('BOOK-020: on a later day the clock time is the same; after 23:00 it is midnight; a taken hour gives the next free one', () => {
  expect(defaultSpan('2026-11-27', NOW, []).start).toBe('2026-11-27T10:00');
  expect(defaultSpan('2026-11-24', '2026-11-24T23:10', [])).toEqual({ start: '2026-11-25T00:00', end: '2026-11-25T01:00' });
  const taken = [
    { start: '2026-11-24T09:30', end: '2026-11-24T10:15' },
    { start: '2026-11-24T11:45', end: '2026-11-24T13:00' },
  ];
  expect(defaultSpan('2026-11-24', NOW, taken).start).toBe('2026-11-24T13:00');
  // DEC-26: touching is no overlap.
  expect(defaultSpan('2026-11-24', NOW, [{ start: '2026-11-24T11:00', end: '2026-11-24T12:00' }]).start).toBe('2026-11-24T10:00');
});

test('BOOK-020: the day that was pressed stays it, from its morning in the evening, and where its hours are taken', () => {
  const evening = '2026-11-28T21:40';
  const sunday = (...taken: readonly (readonly [string, string])[]) =>
    defaultSpan(
      '2026-11-29',
      evening,
      taken.map(([from, to]) => ({ start: `2026-11-29T${from}`, end: to === '24:00' ? '2026-11-30T00:00' : `2026-11-29T${to}` })),
    ).start;
  expect(sunday(), 'its morning').toBe('2026-11-29T08:00');
  expect(defaultSpan('2026-11-29', '2026-11-28T19:30', []).start).toBe('2026-11-29T08:00');
  expect(defaultSpan('2026-11-29', '2026-11-28T15:30', []).start, 'by day the same clock time').toBe('2026-11-29T16:00');
  expect(defaultSpan('2026-11-28', '2026-11-28T19:30', []).start, 'of today nothing earlier').toBe('2026-11-28T20:00');
  expect(sunday(['07:00', '09:00'])).toBe('2026-11-29T09:00');
  expect(sunday(['08:00', '12:00'], ['20:00', '24:00'])).toBe('2026-11-29T12:00');
  expect(sunday(['07:00', '24:00'])).toBe('2026-11-29T06:00');
  expect(sunday(['00:00', '24:00']), 'the form tells that it is taken').toBe('2026-11-29T08:00');
  expect(defaultSpan('2026-11-29', '2026-11-28T23:30', []).start).toBe('2026-11-29T08:00');
  const fromTen = [{ start: '2026-11-25T10:00', end: '2026-11-25T20:00' }];
  expect(defaultSpan('2026-11-25', NOW, fromTen).start, 'the next free hour').toBe('2026-11-25T20:00');
  // Of today nothing before now is left.
  expect(defaultSpan('2026-11-28', evening, [{ start: '2026-11-28T20:00', end: '2026-11-29T09:00' }]).start).toBe(
    '2026-11-28T22:00',
  );
});

test('16-C: at night a search for a free vehicle begins with the next working morning, by day with now', () => {
  const startOf = (day: string, now: string): string => firstSpan(day, now).start;
  expect(firstSpan('2026-11-24', '2026-11-24T22:40')).toEqual({ start: '2026-11-25T08:00', end: '2026-11-25T09:00' });
  expect(startOf('2026-11-25', '2026-11-25T02:10')).toBe('2026-11-25T08:00');
  expect(startOf('2026-11-27', '2026-11-27T23:10'), 'a Friday').toBe('2026-11-30T08:00');
  expect(startOf('2026-11-29', '2026-11-29T01:10'), 'a Sunday').toBe('2026-11-30T08:00');
  expect(startOf('2026-12-05', '2026-12-03T23:10'), 'the day that was chosen').toBe('2026-12-05T08:00');
  expect(startOf('2026-11-29', '2026-11-29T11:10'), 'a Sunday by day').toBe('2026-11-29T11:15');
  expect(startOf('2026-11-27', '2026-11-24T10:10')).toBe('2026-11-27T11:00');
});

test('16-C: an afternoon is offered while an hour of it is left, and the next day is one of the next month where it is', () => {
  const keys = (now: string) => quickTimes(now).map(({ key }) => key);
  expect(keys('2026-11-24T16:00')).toEqual(['now', 'afternoon', 'tomorrow']);
  expect(quickTimes('2026-11-24T14:20')[1]?.span).toEqual({ start: '2026-11-24T14:30', end: '2026-11-24T17:00' });
  expect(keys('2026-11-24T16:01')).toEqual(['now', 'tomorrow']);
  expect(quickTimes('2026-11-30T23:50').map(({ span }) => span.start)).toEqual(['2026-11-30T23:50', '2026-12-01T08:00']);
});

test('16-C, BOOK-027: who books now begins now, and the quarter of an hour that runs is not past while the form is filled in', () => {
  const [offered] = quickTimes('2026-11-24T10:03');
  expect(offered).toEqual({ key: 'now', span: { start: '2026-11-24T10:03', end: '2026-11-24T11:03' } });
  const { span } = offered!;
  for (const [now, isOffered] of [
    ['2026-11-24T10:03', true],
    ['2026-11-24T10:17', true],
    ['2026-11-24T10:18', false],
  ] as const) {
    expect(isQuickTime('now', span, span, now)).toBe(isOffered);
    expect(spanFaults(span, now).start_date).toBe(isOffered ? null : 'ErrPastDateMsg');
    expect(withTimes(newForm({ imei: '', driverId: 7, span }), { endTime: '12:00' }, now).told).toBe(
      isOffered ? null : 'SetToCurrentTime',
    );
  }
});

test('BOOK-021, CONST-031: times are picked by quarter hours', () => {
  expect(TIMES.length).toBe(96);
  expect([TIMES[0], TIMES[1], TIMES.at(-1)]).toEqual(['00:00', '00:15', '23:45']);
});

test('BOOK-028, ERR-022, DEC-24: times of today that have passed are put right, and which one was is told', () => {
  expect(corrected({ start: '2026-11-24T08:00', end: '2026-11-24T12:00' }, NOW)).toEqual({
    start: '2026-11-24T09:30',
    end: '2026-11-24T12:00',
    told: 'SetToCurrentTime',
  });
  expect(corrected({ start: '2026-11-24T10:00', end: '2026-11-24T09:00' }, NOW)).toMatchObject({
    end: '2026-11-24T10:30',
    told: 'SetToOneHourAhead',
  });
  expect(corrected({ start: '2026-11-25T08:00', end: '2026-11-25T09:00' }, NOW).told).toBeNull();
});

test('BOOK-027, BOOK-029, BOOK-030, BOOK-031, ERR-021, ERR-023, DEC-23: what is wrong with a time', () => {
  const faults = (start: string, end: string) => spanFaults({ start, end }, NOW);
  expect(faults('2026-11-23T10:00', '2026-11-25T10:00').start_date).toBe('ErrPastDateMsg');
  expect(faults('2026-11-25T10:00', '2026-11-25T09:00').end_date).toBe('EndDateMustBeAfterStart');
  expect(faults('2026-11-25T10:00', '2026-11-25T10:00').end_date).toBe('StartTimeAndEndTimeCannotBeSame');
  expect(faults('2026-11-25T10:00', '2026-11-25T10:05').end_date).toBe('BookingMinimumTenMinutes');
  expect(faults('2026-11-25T10:00', '2026-11-25T10:10').end_date).toBeNull();
  expect(faults('2026-11-25T10:00', '2027-11-25T10:00').end_date).toBe('BookingTooLong');
  expect(faults('2029-11-25T10:00', '2029-11-25T11:00').start_date).toBe('BookingTooFarAhead');
});

const form = newForm({ imei: '350000000000017', driverId: 7, span: { start: '2026-11-25T10:00', end: '2026-11-25T11:00' } });

test('BOOK-032, BOOK-033, ERR-024, DEC-25: what a form lacks is told by the keys of the rows', () => {
  expect(formFaults({ ...form, imei: '', driverId: null }, NOW)).toEqual({
    imei: 'SelectImei',
    driver_id: 'SelectDriver',
    purpose: 'SpecifyPurpose',
    start_date: null,
    end_date: null,
  });
  expect(formFaults({ ...form, startDay: '2026-11-20' }, NOW).start_date).toBe('ErrSavePastDateMsg');
  expect(formFaults({ ...form, kind: 'service', driverId: null }, NOW).driver_id).toBeNull();
});

test('BOOK-032, CONST-027: a purpose takes 100 characters and refuses more', () => {
  expect(cutPurpose('a'.repeat(100))).toEqual({ purpose: 'a'.repeat(100), isFull: false });
  expect(cutPurpose('a'.repeat(101))).toEqual({ purpose: 'a'.repeat(100), isFull: true });
});

test('a start that is moved takes the end along by the same length, back and forth', () => {
  expect(withTimes(form, { startTime: '08:00' }, NOW).form).toMatchObject({ startTime: '08:00', endTime: '09:00' });
  expect(withTimes(form, { startTime: '10:30' }, NOW).form).toMatchObject({ startTime: '10:30', endTime: '11:30' });
  expect(withTimes(form, { startDay: '2026-11-27' }, NOW).form).toMatchObject({ endDay: '2026-11-27', endTime: '11:00' });
  expect(withTimes(form, { endTime: '09:00' }, NOW).form).toMatchObject({ startTime: '10:00', endTime: '09:00' });
});

/** The form after each of these, as somebody changes one part after another. */
const chosenOneByOne = (begun: typeof form, now: string, ...parts: Parameters<typeof withTimes>[1][]) =>
  parts.reduce<{ form: typeof form; chosen: Parameters<typeof withTimes>[3] }>(
    (so, part) => withTimes(so.form, part, now, so.chosen),
    { form: begun, chosen: null },
  ).form;

test.each([
  ['28', ['2026-11-02', '2026-11-28']],
  ['30', ['2026-11-03', '2026-11-30']],
  ['12 of the month', ['2027-01-27', '2026-12-27']],
  ['28 through today', ['2026-11-24', '2026-11-28']],
])('a start day typed digit by digit, as %s, keeps the length that was chosen', (_, days) => {
  const begun = { ...form, startDay: '2026-11-27', endDay: '2026-11-27' };
  const typed = chosenOneByOne(begun, NOW, ...days.map((startDay) => ({ startDay })));
  expect(typed).toMatchObject({ startDay: days.at(-1), startTime: '10:00', endDay: days.at(-1), endTime: '11:00' });
});

test('a start day that was mistyped and left is typed anew without a booking of weeks', () => {
  const begun = { ...form, startDay: '2026-11-27', endDay: '2026-11-27' };
  const parts = [{ startDay: '2026-11-02' }, { startTime: '12:00' }, { startDay: '2026-11-03' }, { startDay: '2026-11-30' }];
  expect(chosenOneByOne(begun, NOW, ...parts)).toMatchObject({ endDay: '2026-11-30', endTime: '13:00' });
});

test('an end that a passing start took along is back where it was chosen, with its length', () => {
  const begun = { ...form, startDay: '2026-11-25', endDay: '2026-11-29' };
  expect(chosenOneByOne(begun, NOW, { startDay: '2026-12-25' }, { startDay: '2026-11-25' })).toEqual(begun);
});

test('BOOK-028, DEC-24: a time that has passed today stands as it was chosen once a later day is chosen', () => {
  const today = { ...form, startDay: '2026-11-24', endDay: '2026-11-24', startTime: '10:00', endTime: '12:00' };
  const early = withTimes(today, { startTime: '08:00' }, NOW);
  expect(early).toMatchObject({ form: { startTime: '09:30', endTime: '11:30' }, told: 'SetToCurrentTime' });
  const tomorrow = withTimes(early.form, { startDay: '2026-11-25' }, NOW, early.chosen);
  expect(tomorrow).toMatchObject({
    form: { startDay: '2026-11-25', startTime: '08:00', endDay: '2026-11-25', endTime: '10:00' },
    told: null,
  });
  // What stands there is taken as it is once somebody has gone on from it.
  const shorter = withTimes(early.form, { endTime: '11:00' }, NOW, early.chosen);
  expect(shorter).toMatchObject({ form: { startTime: '09:30', endTime: '11:00' }, told: null });
});

test('BOOK-040: a free time that was filled in is where the next change begins', () => {
  const early = withTimes({ ...form, startDay: '2026-11-24', endDay: '2026-11-24' }, { startTime: '08:00' }, NOW);
  const filled = { ...early.form, startDay: '2026-11-26', startTime: '15:00', endDay: '2026-11-26', endTime: '16:00' };
  expect(withTimes(filled, { startDay: '2026-11-27' }, NOW, early.chosen).form).toMatchObject({
    startTime: '15:00',
    endDay: '2026-11-27',
    endTime: '16:00',
  });
});

test('BOOK-020: late in the evening the proposal ends at midnight; another end for it is one of the same day', () => {
  const evening = { ...form, startTime: '23:00', endDay: '2026-11-26', endTime: '00:00' };
  const morning = withTimes(evening, { startTime: '09:00' }, NOW).form;
  expect(morning).toMatchObject({ startDay: '2026-11-25', endDay: '2026-11-25', endTime: '10:00' });
  const long = { ...evening, startTime: '09:00' };
  expect(withTimes(long, { endTime: '11:00' }, NOW).form).toMatchObject({ endDay: '2026-11-25', endTime: '11:00' });
  expect(withTimes(evening, { endTime: '06:00' }, NOW).form, 'over the night').toMatchObject({
    endDay: '2026-11-26',
    endTime: '06:00',
  });
  expect(withTimes(long, { endDay: '2026-11-27' }, NOW).form).toMatchObject({ endDay: '2026-11-27', endTime: '00:00' });
});

test('BOOK-022, DEC-30: times are sent as the clocks on the wall show them', () => {
  expect(bodyOf({ ...form, purpose: ' Möte ' })).toEqual({
    imei: '350000000000017',
    start_date: '2026-11-25 10:00:00',
    end_date: '2026-11-25 11:00:00',
    purpose: 'Möte',
    driver_id: 7,
    kind: 'drive',
  });
  expect(fromCall(toCall('2026-10-25T02:30'))).toBe('2026-10-25T02:30');
});

test('BOOK-004: the oldest week is that of the oldest booking, or this one', () => {
  expect(oldestWeek('2026-11-12', '2026-11-24')).toBe('2026-11-09');
  expect(oldestWeek(null, '2026-11-24')).toBe('2026-11-23');
  expect(oldestWeek('2027-01-07', '2026-11-24')).toBe('2026-11-23');
  expect(oldestMonth('2026-09-12', '2026-11-24')).toBe('2026-09');
});

test('BOOK-002, BOOK-005, BOOK-006, DEC-73: basic subscriptions are hidden; search by IMEI, name and plate; sorted up and down', () => {
  const cars = [
    vehicle({ Imei: '350000000000017', Name: 'Skåpbil Norr', RegistrationNumber: 'ABC 123', Model: 'Combi' }),
    vehicle({ Imei: '350000000000025', Name: 'Bil 10', RegistrationNumber: 'XYZ 987', Model: 'Van', state: 'in-use' }),
    vehicle({ Imei: '350000000000033', Name: 'Bil 9', RegistrationNumber: 'AAA 111', Model: 'Ev' }),
    vehicle({ Imei: '350000000000041', Name: 'Bas', SubscriptionType: 'BAS' }),
  ];
  const names = (raw: Record<string, unknown>) => shownVehicles(cars, readBookingSearch(raw)).map(({ Name }) => Name);
  expect(names({})).toEqual(['Bil 9', 'Bil 10', 'Skåpbil Norr']);
  expect(names({ sort: '-name' })).toEqual(['Skåpbil Norr', 'Bil 10', 'Bil 9']);
  expect(names({ sort: 'plate' })).toEqual(['Bil 9', 'Skåpbil Norr', 'Bil 10']);
  expect(names({ sort: 'model' })).toEqual(['Skåpbil Norr', 'Bil 9', 'Bil 10']);
  expect(names({ sort: 'state' })[0]).toBe('Bil 10');
  expect(names({ q: 'xyz987' })).toEqual(['Bil 10']);
  expect(names({ q: 'skapbil' })).toEqual(['Skåpbil Norr']);
  expect(names({ q: '0033' })).toEqual(['Bil 9']);
});

test('BOOK-003: an address that anybody may have typed; a week is told by any of its days', () => {
  expect(readBookingSearch({ week: '2026-11-26', sort: 'bogus', booking: 'x', view: 'mine' })).toEqual({
    week: '2026-11-23',
    view: 'mine',
  });
  expect(readBookingSearch({ week: 'soon', booking: '12' })).toEqual({ booking: 12 });
  expect(readBookingSearch({ scale: 'day', day: '2026-11-26' })).toEqual({ scale: 'day', day: '2026-11-26' });
  expect(readBookingSearch({ scale: 'year' })).toEqual({});
  expect([weekNumber('2026-11-23'), weekNumber('2026-12-28'), weekNumber('2027-01-04')]).toEqual([48, 53, 1]);
});

test('BOOK-007, CONST-029: a day is sorted by start and shows two', () => {
  const items = [
    item({ booking_id: 1, date: '2026-11-24', start_time: '15:00:00' }),
    item({ booking_id: 2, date: '2026-11-24', start_time: '08:00:00' }),
    item({ booking_id: 3, date: '2026-11-24', start_time: '12:00:00' }),
    item({ booking_id: 4, date: '2026-11-25' }),
  ];
  const day = itemsOf(items, '2026-11-24');
  expect(day.map(({ booking_id }) => booking_id)).toEqual([2, 3, 1]);
  expect(cellOf(day).shown.map(({ booking_id }) => booking_id)).toEqual([2, 3]);
  expect(cellOf(day).more).toBe(1);
});

test('BOOK-041, DEC-29: the days of a booking join to its whole time, unless part of it lies outside', () => {
  const parts = [
    item({ booking_id: 1, date: '2026-11-24', start_time: '15:00:00', end_time: '24:00:00', continues_after: true }),
    item({ booking_id: 1, date: '2026-11-25', start_time: '00:00:00', end_time: '24:00:00', continues_before: true }),
  ];
  expect(wholeOf(parts, 1)).toEqual({ start: '2026-11-24T15:00', end: '2026-11-26T00:00' });
  expect(wholeOf(parts.slice(1), 1)).toBeNull();
});

test('BOOK-012, CONST-030: a month has 42 cells, Monday first; weekends and past days are apart', () => {
  const days = monthDays('2026-11', '2026-11-24');
  expect(days.length).toBe(42);
  expect([days[0]?.day, days.at(-1)?.day]).toEqual(['2026-10-26', '2026-12-06']);
  expect(days.filter(({ isWeekend }) => isWeekend).length).toBe(12);
  expect(days.find(({ day }) => day === '2026-11-21')).toMatchObject({ isWeekend: true, isPast: true });
  expect(days.find(({ day }) => day === '2026-11-24')).toMatchObject({ isToday: true, isPast: false });
});

test('BOOK-044: a booking is moved by days and vehicles and lengthened by days and quarter hours, never into the past', () => {
  const place = { imei: 'b', span: { start: '2026-11-25T10:00', end: '2026-11-25T12:00' } };
  const imeis = ['a', 'b', 'c'];
  expect(shifted(place, { days: 2, rows: 1 }, imeis, NOW)).toEqual({
    imei: 'c',
    span: { start: '2026-11-27T10:00', end: '2026-11-27T12:00' },
  });
  expect(shifted(place, { endDays: 1, endMinutes: 15 }, imeis, NOW)?.span.end).toBe('2026-11-26T12:15');
  expect(shifted(place, { days: -2 }, imeis, NOW)).toBeNull();
  expect(shifted(place, { rows: 2 }, imeis, NOW)).toBeNull();
  expect(shifted(place, { endDays: -1 }, imeis, NOW)).toBeNull();
  const key = (name: string, shiftKey = false) => shiftOf({ key: name, altKey: true, shiftKey });
  expect([key('ArrowRight'), key('ArrowUp'), key('ArrowDown', true), key('a')]).toEqual([
    { days: 1 },
    { rows: -1 },
    { endMinutes: 15 },
    null,
  ]);
  expect(columnsOf({ start: '2026-11-22T10:00', end: '2026-11-25T00:00' }, '2026-11-23')).toEqual([0, 1]);
  expect(columnsOf({ start: '2026-12-01T10:00', end: '2026-12-01T12:00' }, '2026-11-23')).toBeNull();
  expect(daysSpan('2026-11-24', '2026-11-26', NOW)).toEqual({ start: '2026-11-24T10:00', end: '2026-11-26T17:00' });
});

test('BOOK-008: arrows go between the bookings of a cell, and on to the next cell', () => {
  const grid = { rows: 3, pageRows: 2 };
  const press = (key: string, from: { row: number; column: number; index: number }, stops = 2) =>
    moved(from, { key, ctrlKey: false }, stops, grid);
  expect(press('ArrowDown', { row: 0, column: 1, index: 0 })).toEqual({ row: 0, column: 1, index: 1 });
  expect(press('ArrowDown', { row: 0, column: 1, index: 1 })).toEqual({ row: 1, column: 1, index: 0 });
  expect(press('ArrowRight', { row: 0, column: 6, index: 0 })?.column).toBe(6);
  expect(press('PageDown', { row: 1, column: 1, index: 0 })?.row).toBe(2);
  expect(press('End', { row: 0, column: 1, index: 0 })?.column).toBe(6);
});

test('BOOK-041: days of a booking are one bar while it stands at the top of each; after another one of its first day, and at the edge of the week, it only goes on', () => {
  const of = (over: Partial<ScheduleItem> & { date: string }) =>
    item({ booking_id: 1, continues_before: true, continues_after: true, ...over });
  const long = [
    of({ date: '2026-11-27', continues_before: false }),
    of({ date: '2026-11-28', start_time: '00:00:00' }),
    of({ date: '2026-11-29', start_time: '00:00:00' }),
  ];
  const days = weekDays('2026-11-23');
  const joints = (schedule: readonly ScheduleItem[]) =>
    long.map((part) =>
      Object.values(jointOf(schedule, days, part))
        .map(String)
        .join(' '),
    );
  expect(joints(long)).toEqual(['null joined 3', 'joined joined 2', 'joined open 1']);
  const earlier = item({ booking_id: 2, date: '2026-11-27', start_time: '07:00:00', end_time: '08:00:00' });
  expect(joints([earlier, ...long])).toEqual(['null open 1', 'open joined 2', 'joined open 1']);
});
