import { describe, expect, test } from 'vitest';
import { dayStops, draggedIn, hourIn, onScale, quarterAt, toldBeside } from './day-model.ts';
import { item } from './testing.ts';

const DAY = '2026-11-25';
const span = (start: string, end: string) => ({
  start: `${DAY}T${start}`,
  end: end === '24:00' ? '2026-11-26T00:00' : `${DAY}T${end}`,
});
const booked = (start: string, end: string, over = {}) =>
  item({ booking_id: Number(start.slice(0, 2)), date: DAY, start_time: `${start}:00`, end_time: `${end}:00`, ...over });
const stops = (now: string, ...items: ReturnType<typeof item>[]) =>
  dayStops(items, DAY, now).map(({ span: of, item: it }) => [of.start.slice(11), of.end.slice(11), it?.booking_id ?? 'free']);

describe('the day of a vehicle to scale', () => {
  test('BOOK-041: what goes on from the day before or into the next one ends at midnight', () => {
    expect(onScale(span('06:00', '18:00'), DAY)).toEqual({ from: 0.25, length: 0.5 });
    expect(onScale({ start: '2026-11-24T20:00', end: '2026-11-25T12:00' }, DAY)).toEqual({ from: 0, length: 0.5 });
    expect(onScale({ start: '2026-11-25T18:00', end: '2026-11-27T12:00' }, DAY)).toEqual({ from: 0.75, length: 0.25 });
  });
  test('BOOK-009: between its bookings are the times that are free', () => {
    expect(stops('2026-11-24T09:20', booked('13:00', '14:00'), booked('08:00', '12:50'))).toEqual([
      ['00:00', '08:00', 'free'],
      ['08:00', '12:50', 8],
      ['13:00', '14:00', 13],
      ['14:00', '00:00', 'free'],
    ]);
    expect(stops('2026-11-24T09:20', booked('00:00', '24:00', { booking_id: 7 }))).toEqual([['00:00', '00:00', 7]]);
  });
  test('BOOK-027: what has passed is not free', () => {
    expect(stops(`${DAY}T09:20`, booked('08:00', '09:00'), booked('12:00', '13:00'))).toEqual([
      ['08:00', '09:00', 8],
      ['09:30', '12:00', 'free'],
      ['12:00', '13:00', 12],
      ['13:00', '00:00', 'free'],
    ]);
    expect(stops('2026-11-26T09:20', booked('08:00', '09:00'))).toEqual([['08:00', '09:00', 8]]);
  });
});

describe('BOOK-019, BOOK-021: what is proposed of a free time', () => {
  const free = span('09:30', '14:15');
  test('is an hour from the half hour that is pressed, as far as it is free', () => {
    expect(hourIn(free, `${DAY}T11:45`)).toEqual(span('11:30', '12:30'));
    expect(hourIn(free, `${DAY}T14:00`)).toEqual(span('14:00', '14:15'));
    expect(hourIn(span('09:45', '14:00'), `${DAY}T09:45`)).toEqual(span('09:45', '10:45'));
  });
  test('is of the morning where no time is pressed, or of its beginning', () => {
    expect(hourIn(span('00:00', '24:00'), null)).toEqual(span('08:00', '09:00'));
    expect(hourIn(free, null)).toEqual(span('09:30', '10:30'));
    expect(hourIn(span('00:00', '07:00'), null)).toEqual(span('00:00', '01:00'));
  });
  test('is what is dragged over, whichever way', () => {
    expect(draggedIn(free, `${DAY}T10:00`, `${DAY}T11:45`)).toEqual(span('10:00', '12:00'));
    expect(draggedIn(free, `${DAY}T11:45`, `${DAY}T08:00`)).toEqual(span('09:30', '12:00'));
  });
  test('begins on a quarter of an hour', () => {
    expect([quarterAt(0.5, DAY), quarterAt(0.51, DAY), quarterAt(1, DAY)].map((local) => local.slice(11))).toEqual([
      '12:00',
      '12:00',
      '23:45',
    ]);
  });
});

test('BOOK-007: a booking too short for a word is told after itself, where there is room before the next; never before itself', () => {
  const told = (...items: ReturnType<typeof item>[]) => [...toldBeside(items, DAY)];
  expect(told(booked('08:00', '09:00'))).toEqual([[8, 900]]);
  expect(told(booked('13:00', '15:00')), 'it has room within').toEqual([]);
  expect(told(booked('22:00', '23:00')), 'the day has no room after it').toEqual([]);
  expect(told(booked('08:00', '09:00'), booked('12:00', '13:00'), booked('14:00', '24:00'))).toEqual([[8, 180]]);
  expect(told(booked('08:00', '11:00'), booked('15:00', '16:00'), booked('16:30', '24:00'))).toEqual([]);
});
