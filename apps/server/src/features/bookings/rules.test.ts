import { describe, expect, test } from 'vitest';
import { dayParts, faultOf, freeTimes, isPast, phaseOf, spanOf, wallClock, weeksLater, vehicleKind } from './rules.ts';

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
    const { fromMs } = weeksLater('2026-03-24 09:00:00', '2026-03-24 10:00:00', 1, ZONE);
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

const from = (text: string) => ({ fromMs: at(text), toMs: at('31T00:00') });

describe('BOOK-040: free times around one that is taken', () => {
  const wanted = span('17T10:00', '17T12:00');
  test('are the nearest of its length, before and after, beginning on a quarter', () => {
    const taken = [span('17T09:00', '17T11:05'), span('17T12:30', '17T13:00')];
    expect(freeTimes(wanted, taken, from('16T00:00'))).toEqual([span('17T07:00', '17T09:00'), span('17T13:00', '17T15:00')]);
  });
  test('are not in the past', () => {
    expect(freeTimes(wanted, [span('17T09:00', '17T11:00')], from('17T08:59'))).toEqual([span('17T11:00', '17T13:00')]);
  });
  test('are all known to be free', () => {
    const taken = [span('17T09:00', '17T11:00')];
    expect(freeTimes(wanted, taken, span('17T08:00', '17T12:00'))).toEqual([]);
    expect(freeTimes(wanted, taken, span('17T07:00', '17T13:00'))).toHaveLength(2);
  });
  test('are two after it at most', () => {
    const taken = [span('17T09:00', '17T11:00'), span('17T13:00', '17T14:00'), span('17T16:00', '17T17:00')];
    expect(freeTimes(wanted, taken, from('17T09:00'))).toEqual([span('17T11:00', '17T13:00'), span('17T14:00', '17T16:00')]);
  });
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
    ['vehicle', 'excavator', 'machine'],
    ['boat', 'dot', 'boat'],
    ['vehicle', 'jet', 'boat'],
    ['vehicle', 'dot', 'other'],
  ];
  for (const [kind = '', marker_symbol = '', told] of kinds)
    expect(vehicleKind({ kind, marker_symbol }), `${kind} ${marker_symbol}`).toBe(told);
});
