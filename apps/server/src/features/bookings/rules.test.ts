import { describe, expect, test } from 'vitest';
import {
  dayParts,
  type Drive,
  drivenUntilMs,
  faultOf,
  fetchedLateMs,
  isPast,
  phaseOf,
  rowSpans,
  spanOf,
  vehicleKind,
  wallClock,
} from './rules.ts';

const ZONE = 'Europe/Stockholm';
const at = (text: string): number => Date.parse(`2026-03-${text}:00Z`);
const span = (from: string, to: string) => ({ fromMs: at(from), toMs: at(to) });

describe('BOOK-042, DEC-30: by the clocks of a zone', () => {
  test.each([
    ['Europe/Stockholm', '2026-03-28 22:00:00', '2026-03-29 06:00:00', 7],
    ['Europe/Stockholm', '2026-10-24 22:00:00', '2026-10-25 06:00:00', 9],
    ['Europe/London', '2026-03-28 22:00:00', '2026-03-29 06:00:00', 7],
    ['Europe/London', '2026-10-24 22:00:00', '2026-10-25 06:00:00', 9],
    ['Asia/Kathmandu', '2026-03-28 22:00:00', '2026-03-29 06:00:00', 8],
  ])('in %s from %s to %s are %s hours, and read back as written', (zone, start, end, hours) => {
    const { fromMs, toMs } = spanOf(start, end, zone);
    expect((toMs - fromMs) / 3_600_000).toBe(hours);
    expect([wallClock(fromMs, zone), wallClock(toMs, zone)]).toEqual([start, end]);
  });

  test('BOOK-050: a week later is the same time of day, also when the clocks change between', () => {
    const row = { start_date: '2026-03-24 09:00:00', end_date: '2026-03-24 10:00:00', weeks: 2, every_weeks: 1 };
    const { fromMs } = rowSpans(row, ZONE)[1]!;
    expect(wallClock(fromMs, ZONE)).toBe('2026-03-31 09:00:00');
    expect(fromMs - spanOf('2026-03-24 09:00:00', '2026-03-24 10:00:00', ZONE).fromMs).toBe(7 * 86_400_000 - 3_600_000);
  });
});

test('BOOK-041: the parts of a booking by day stay within the days asked for', () => {
  const parts = dayParts(span('16T20:00', '19T23:00'), ZONE, '2026-03-17', '2026-03-19');
  expect(parts.map(({ date, start_time, end_time }) => `${date} ${start_time} ${end_time}`)).toEqual([
    '2026-03-17 00:00:00 24:00:00',
    '2026-03-18 00:00:00 24:00:00',
    '2026-03-19 00:00:00 24:00:00',
  ]);
  expect(parts.map(({ continues_before, continues_after }) => [continues_before, continues_after])).toEqual([
    [true, true],
    [true, true],
    // It ends as the day does.
    [true, false],
  ]);
});

test('BOOK-027, DEC-22: what has begun, is over or to come, and when a start is too late', () => {
  const booking = span('17T10:00', '17T12:00');
  expect([at('17T09:59'), at('17T10:00'), at('17T11:59'), at('17T12:00')].map((now) => phaseOf(booking, now))).toEqual([
    'future',
    'ongoing',
    'ongoing',
    'past',
  ]);
  expect([at('17T10:15'), at('17T10:16')].map((now) => isPast(booking.fromMs, now))).toEqual([false, true]);
});

test('BOOK-029, BOOK-031, CONST-028: a span is refused for what is wrong with it', () => {
  const now = at('17T08:00');
  expect(faultOf(span('17T10:00', '17T10:00'), now)).toBe('EndDateMustBeAfterStart');
  expect(faultOf(span('17T10:00', '17T10:09'), now)).toBe('BookingMinimumTenMinutes');
  expect(faultOf(span('17T10:00', '17T10:10'), now)).toBeNull();
});

test('16: what somebody looks for follows from what the unit is, and of a vehicle from its marker', () => {
  const kinds = [
    ['vehicle', 'van', 'van'],
    ['vehicle', 'car', 'car'],
    ['vehicle', 'trailer', 'trailer'],
    ['machine', 'trailer', 'trailer'],
    ['machine', 'car', 'machine'],
    ['water-jet', 'dot', 'boat'],
    ['other', 'dot', 'other'],
    ['vehicle', 'excavator', 'machine'],
    ['boat', 'dot', 'boat'],
    ['vehicle', 'jet', 'boat'],
    ['vehicle', 'dot', 'other'],
  ];
  for (const [kind = '', marker_symbol = '', told] of kinds)
    expect(vehicleKind({ kind, marker_symbol }), `${kind} ${marker_symbol}`).toBe(told);
});

const HOME = { lat: 59.3, lon: 18 };
const AWAY = { lat: 59.4, lon: 18.1 };
const clock = (time: string): number => Date.parse(`2026-11-17T${time}:00Z`);
const drive = (from: string, until: string | null, over: Partial<Drive> = {}): Drive => ({
  fromMs: clock(from),
  untilMs: until === null ? null : clock(until),
  driverId: 1,
  isUsual: false,
  start: AWAY,
  stop: AWAY,
  ...over,
});
const nine = { fromMs: clock('09:00'), toMs: clock('15:00'), driverId: 1, nextMs: null, ownNextMs: null };
const late = (drives: readonly Drive[], over: object = {}): string | null => {
  const ms = drivenUntilMs({ ...nine, ...over }, drives);
  return ms === null ? null : new Date(ms).toISOString().slice(11, 16);
};

test('BOOK-004, decision 0083: a booking was driven until its driver had brought the vehicle back where it was fetched', () => {
  const out = drive('08:54', '14:20', { start: HOME });
  const over = drive('14:40', '15:08');
  const on = drive('15:31', '15:37');
  const home = drive('16:41', '16:49', { stop: HOME });
  expect(late([out, over, on, home])).toBe('16:49');
  expect(late([out, over, on, home, drive('17:30', '18:00', { start: HOME })]), 'home again, it is another errand').toBe('16:49');
  const early = drive('07:30', '08:10', { start: HOME });
  const middle = drive('09:10', '14:40', { start: AWAY });
  expect(late([early, middle, over, on, home]), 'it was fetched before its time').toBe('16:49');
  expect(late([{ ...early, driverId: 2 }, middle, over, on, home]), 'by somebody else').toBe('15:08');
  expect(late([out, on]), 'it began after the end').toBe('15:37');
  expect(late([out]), 'it stood where it was left').toBeNull();
  expect(late([out, drive('14:40', '15:05')]), 'five minutes are in time').toBeNull();
  expect(late([out, drive('14:40', '15:08', { stop: HOME }), on]), 'it was back').toBe('15:08');
  for (const driverId of [2, null]) expect(late([out, over, { ...on, driverId }, home]), 'somebody else').toBe('15:08');
  expect(late([out, over, { ...on, isUsual: true }, home]), 'who has it anyway').toBe('15:08');
  expect(late([out, over, drive('17:09', '17:20')]), 'after two hours').toBe('15:08');
  expect(late([out, over, on, home], { nextMs: clock('15:30') }), 'another booking').toBe('15:08');
  expect(late([out, over, on], { nextMs: clock('15:35'), ownNextMs: clock('15:35') }), 'into their own next').toBe('15:08');
  expect(late([out, drive('14:40', '15:20')], { nextMs: clock('15:15'), ownNextMs: clock('15:15') })).toBeNull();
  expect(late([out, drive('14:40', null)]), 'still out').toBeNull();
  expect(late([drive('15:31', '15:37')]), 'not driven in its time').toBeNull();
  expect(late([drive('15:00', '15:37')]), 'fetched only as it ended').toBeNull();
  expect(late([drive('08:00', '09:00'), on]), 'back as it began').toBeNull();
});

test('BOOK-004, decision 0083: a vehicle was fetched late when nobody was out with it before and it left five minutes after', () => {
  const fetched = (drives: readonly Drive[]): number | null => fetchedLateMs(nine, drives);
  expect(fetched([drive('09:42', '10:00')])).toBe(clock('09:42'));
  expect(fetched([drive('09:42', '10:00', { isUsual: true })]), 'who has it anyway').toBeNull();
  expect(fetched([drive('09:05', '10:00')])).toBeNull();
  expect(fetched([drive('07:50', '08:10'), drive('09:42', '10:00')]), 'it may have been fetched before').toBeNull();
  expect(fetched([drive('04:50', '05:10'), drive('09:42', '10:00')])).toBe(clock('09:42'));
  expect(fetched([drive('15:10', '15:30')]), 'not in its time').toBeNull();
});
